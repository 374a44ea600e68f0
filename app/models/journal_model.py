"""The journal: one line per thing that was done to a store, newest first."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, Qt

from app.models.columns import RIGHT, Cell, ColumnSpec, Index
from app.models.history import RecordFacts
from app.models.store_names import StoreNames
from app.presentation.figures import Figures
from app.presentation.icons import IconShelf
from app.presentation.journal_texts import action_look, place_text


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


class JournalModel(QAbstractTableModel):
    """Records of every store's journal."""

    def __init__(self, figures: Figures, icons: IconShelf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._figures = figures
        self._icons = icons
        self._records: Sequence[RecordFacts] = ()
        self._names = StoreNames()

    def show_records(self, records: Sequence[RecordFacts], names: StoreNames) -> None:
        """Show these in the order given."""
        self.beginResetModel()
        self._records = records
        self._names = names
        self.endResetModel()

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        record, figures = self._records[position], self._figures
        match JournalColumn(column):
            case JournalColumn.TIME:
                return Cell(text=figures.moment(record.at_ns))
            case JournalColumn.STORE:
                return Cell(text=self._names.of(record.store))
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

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Records shown."""
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Columns."""
        return 0 if parent.isValid() else len(JournalColumn)

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in set(JournalColumn):
            return None
        spec = JOURNAL_COLUMNS[JournalColumn(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return _tr(spec.title)
        return spec.align if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What accessibility, tooltips and tests ask for; painting goes through `cell`."""
        if not index.isValid():
            return None
        column, record = JournalColumn(index.column()), self._records[index.row()]
        text = self.cell(index.row(), index.column()).text
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return JOURNAL_COLUMNS[column].align
        if role == Qt.ItemDataRole.ToolTipRole:
            if column is JournalColumn.BYTES:
                return self._figures.exact_bytes(record.bytes)
            return record.store if column is JournalColumn.STORE else (
                action_look(record.action).meaning or text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_tr(JOURNAL_COLUMNS[column].title)}: {text}" if text else ""
        return None


def _tr(text: str) -> str:
    return QCoreApplication.translate("Journal", text)
