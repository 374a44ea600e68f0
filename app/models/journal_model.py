"""The journal: one line per thing that was done to a store, newest first."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject

from larder.app.models.columns import RIGHT, Cell, ColumnSpec
from larder.app.models.facts_table import FactsTable
from larder.app.models.history import RecordFacts
from larder.app.models.store_names import StoreNames
from larder.app.presentation.figures import Figures
from larder.app.presentation.icons import IconShelf
from larder.app.presentation.journal_texts import action_look, place_text
from larder.app.presentation.shown_names import ShownNames


class JournalColumn(enum.IntEnum):
    """Columns of the journal."""

    TIME = 0
    STORE = 1
    ACTION = 2
    ITEMS = 3
    BYTES = 4
    WHERE = 5


JOURNAL_COLUMNS: dict[int, ColumnSpec] = {
    JournalColumn.TIME: ColumnSpec("Time", 20),
    JournalColumn.STORE: ColumnSpec("Cache", 15),
    JournalColumn.ACTION: ColumnSpec("Action", 25),
    JournalColumn.ITEMS: ColumnSpec("Items", 8, align=RIGHT),
    JournalColumn.BYTES: ColumnSpec("Size", 11, align=RIGHT),
    JournalColumn.WHERE: ColumnSpec("Where it is now", 24),
}


class JournalModel(FactsTable[RecordFacts]):
    """Records of every store's journal."""

    def __init__(
        self, figures: Figures, icons: IconShelf, names: ShownNames,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(JOURNAL_COLUMNS, _tr, parent)
        self._figures = figures
        self._icons = icons
        self._names = names
        self._stores = StoreNames()

    def show_records(self, records: Sequence[RecordFacts], stores: StoreNames) -> None:
        """Show these in the order given."""
        self._stores = stores
        self.show_rows(records)

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        record, figures = self._rows[position], self._figures
        match JournalColumn(column):
            case JournalColumn.TIME:
                return Cell(text=figures.moment(record.at_ns))
            case JournalColumn.STORE:
                return Cell(text=self._stores.of(record.store, self._names))
            case JournalColumn.ACTION:
                look = action_look(record.action)
                return Cell(text=look.word, icon=self._icons.of_look(look))
            case JournalColumn.ITEMS:
                return Cell(text=figures.count(record.items) if record.items else "–",
                            muted=not record.items)
            case JournalColumn.BYTES:
                return Cell(text=figures.bytes(record.bytes) if record.bytes else "–",
                            muted=not record.bytes)
            case JournalColumn.WHERE:
                return Cell(text=place_text(record), muted=True)

    def tip(self, position: int, column: int) -> str:
        """What a tooltip says of a cell: all bytes, the store's id, what the action means."""
        record = self._rows[position]
        if column == JournalColumn.BYTES:
            return self._figures.exact_bytes(record.bytes)
        if column == JournalColumn.STORE:
            return self._names.folder(record.store)
        return action_look(record.action).meaning or super().tip(position, column)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Journal", text)
