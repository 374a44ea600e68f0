"""What a build makes of the slots of the released layout, per concept and cache.

Such a cache is written folder by folder, so what is encoded is the smaller part of what happens:
most slots keep their payload or take that of another slot.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from larder.app.dialogs.building.texts import title_text
from larder.app.models.tables import RIGHT, Cell, ColumnSpec, FactsTable, amount_cell
from larder.app.presentation.looks import kind_icon
from larder.app.presentation.plurals import Sentences
from larder.core.build.reports import BuildPlanDocument, ListedFolder

_tr = Sentences("SlotTable")


class SlotColumn(enum.IntEnum):
    """Columns of the table."""

    CONCEPT = 0
    STORE = 1
    STAYS = 2
    MOVES = 3
    COPIES = 4
    ENCODES = 5
    GOES = 6


SLOT_COLUMNS: dict[int, ColumnSpec] = {
    SlotColumn.CONCEPT: ColumnSpec("Concept", 24, least=12),
    SlotColumn.STORE: ColumnSpec("Cache", 14),
    SlotColumn.STAYS: ColumnSpec("Stay", 12, align=RIGHT, least=7),
    SlotColumn.MOVES: ColumnSpec("Move", 12, align=RIGHT, least=7),
    SlotColumn.COPIES: ColumnSpec("Copy", 12, align=RIGHT, least=7),
    SlotColumn.ENCODES: ColumnSpec("Encode", 12, align=RIGHT, least=7),
    SlotColumn.GOES: ColumnSpec("Go", 12, align=RIGHT, least=7),
}

_MEANINGS: dict[int, str] = {
    SlotColumn.STAYS: "Cached files that stay where they are.",
    SlotColumn.MOVES: "Cached files that are right but in the wrong place; they are moved.",
    SlotColumn.COPIES: "Cached files of the same picture or caption that exist elsewhere and are "
                       "used again.",
    SlotColumn.ENCODES: "Cached files that have to be made.",
    SlotColumn.GOES: "Cached files that nobody needs any more. They go into quarantine with the "
                     "folders that are replaced.",
}


@dataclass(slots=True)
class SlotRow:
    """The slots of a concept in one cache.

    Attributes:
        concept: its name; several where their samples share a group.
        store: the cache's id.
        stays, moves, copies, encodes, goes: slots, as in `ListedFolder`; copies are the shared and
            linked ones.
    """

    concept: str
    store: str
    stays: int = 0
    moves: int = 0
    copies: int = 0
    encodes: int = 0
    goes: int = 0

    def add(self, folder: ListedFolder) -> None:
        """Count one variation of it."""
        self.stays += folder.stays
        self.moves += folder.moves
        self.copies += folder.shared + folder.linked
        self.encodes += folder.encodes
        self.goes += folder.goes


def slot_rows(plan: BuildPlanDocument) -> Sequence[SlotRow]:
    """One per concept and cache, in the order of the plan's folders; none of the other layout."""
    rows: dict[tuple[str, str], SlotRow] = {}
    for store in plan.stores:
        for folder in store.folders or ():
            concept = ", ".join(folder.concepts)
            rows.setdefault((concept, store.id), SlotRow(concept, store.id)).add(folder)
    concepts = list(dict.fromkeys(concept for concept, _ in rows))
    return sorted(rows.values(), key=lambda row: concepts.index(row.concept))


class SlotTable(FactsTable[SlotRow]):
    """Rows of `slot_rows`."""

    columns = SLOT_COLUMNS
    translate = staticmethod(title_text)

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        row = self._rows[position]
        match SlotColumn(column):
            case SlotColumn.CONCEPT:
                return Cell(text=self.names.concept(row.concept))
            case SlotColumn.STORE:
                return Cell(text=self.names.store(row.store),
                            icon=self.icons.icon(kind_icon(row.store)))
            case SlotColumn.STAYS:
                return amount_cell(row.stays, self.figures.count)
            case SlotColumn.MOVES:
                return amount_cell(row.moves, self.figures.count)
            case SlotColumn.COPIES:
                return amount_cell(row.copies, self.figures.count)
            case SlotColumn.ENCODES:
                return amount_cell(row.encodes, self.figures.count)
            case SlotColumn.GOES:
                return amount_cell(row.goes, self.figures.count)

    def tip(self, position: int, column: int) -> str:
        """What a column counts."""
        meaning = _MEANINGS.get(column)
        return _tr(meaning) if meaning else super().tip(position, column)

    @property
    def has_copies(self) -> bool:
        """Whether any payload is taken over from elsewhere."""
        return any(row.copies for row in self._rows)
