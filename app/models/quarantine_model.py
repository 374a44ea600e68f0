"""The list of quarantines: one line per clean, newest first."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject, Qt

from larder.app.models.columns import RIGHT, Cell, ColumnSpec
from larder.app.models.facts_table import FactsTable
from larder.app.models.history import PastClean
from larder.app.models.store_names import StoreNames
from larder.app.presentation.figures import Figures
from larder.app.presentation.icons import IconShelf
from larder.app.presentation.journal_texts import quarantine_look, reasons_text
from larder.app.presentation.shown_names import ShownNames


class QuarantineColumn(enum.IntEnum):
    """Columns of the list."""

    TIME = 0
    STORES = 1
    STATE = 2
    FILES = 3
    BYTES = 4
    ROWS = 5
    REASONS = 6


QUARANTINE_COLUMNS: dict[int, ColumnSpec] = {
    QuarantineColumn.TIME: ColumnSpec("Time", 20),
    QuarantineColumn.STORES: ColumnSpec("Cache", 15),
    QuarantineColumn.STATE: ColumnSpec("State", 20),
    QuarantineColumn.FILES: ColumnSpec("Files", 8, align=RIGHT),
    QuarantineColumn.BYTES: ColumnSpec("Size", 11, align=RIGHT),
    QuarantineColumn.ROWS: ColumnSpec("Entries", 9, align=RIGHT),
    QuarantineColumn.REASONS: ColumnSpec(
        "Reasons", 24, elide=Qt.TextElideMode.ElideRight),
}


class QuarantineModel(FactsTable[PastClean]):
    """Cleans whose files are still there."""

    def __init__(
        self, figures: Figures, icons: IconShelf, names: ShownNames,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(QUARANTINE_COLUMNS, _tr, parent)
        self._figures = figures
        self._icons = icons
        self._names = names
        self._stores = StoreNames()

    def show_cleans(self, cleans: Sequence[PastClean], stores: StoreNames) -> None:
        """Show these in the order given."""
        self._stores = stores
        self.show_rows(cleans)

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        clean, figures = self._rows[position], self._figures
        match QuarantineColumn(column):
            case QuarantineColumn.TIME:
                return Cell(text=figures.moment(clean.at_ns))
            case QuarantineColumn.STORES:
                return Cell(text=", ".join(sorted(
                    self._stores.of(store, self._names) for store in clean.stores)))
            case QuarantineColumn.STATE:
                look = quarantine_look(clean.state)
                return Cell(text=look.word, icon=self._icons.of_look(look))
            case QuarantineColumn.FILES:
                return Cell(text=figures.count(clean.files))
            case QuarantineColumn.BYTES:
                return Cell(text=figures.bytes(clean.bytes))
            case QuarantineColumn.ROWS:
                return Cell(text=figures.count(clean.rows) if clean.rows else "–",
                            muted=not clean.rows)
            case QuarantineColumn.REASONS:
                problem = self._names.sentence(clean.problem, clean.stores)
                return Cell(text=problem or reasons_text(clean.reasons, figures), muted=True)

    def tip(self, position: int, column: int) -> str:
        """What a tooltip says of a cell: what a state means, all bytes, stores, the folder."""
        clean = self._rows[position]
        match QuarantineColumn(column):
            case QuarantineColumn.STATE:
                return quarantine_look(clean.state).meaning
            case QuarantineColumn.BYTES:
                return self._figures.exact_bytes(clean.bytes)
            case QuarantineColumn.STORES:
                return "\n".join(map(self._names.folder, clean.stores))
            case QuarantineColumn.TIME:
                return self._names.folder(clean.folder)
            case _:
                return super().tip(position, column)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Journal", text)
