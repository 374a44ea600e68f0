"""The list of quarantines: one line per clean, newest first."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, Qt

from app.models.columns import RIGHT, Cell, ColumnSpec, Index
from app.models.history import PastClean
from app.models.store_names import StoreNames
from app.presentation.figures import Figures
from app.presentation.icons import IconShelf
from app.presentation.journal_texts import quarantine_look, reasons_text


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


class QuarantineModel(QAbstractTableModel):
    """Cleans whose files are still there."""

    def __init__(self, figures: Figures, icons: IconShelf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._figures = figures
        self._icons = icons
        self._cleans: Sequence[PastClean] = ()
        self._names = StoreNames()

    def show_cleans(self, cleans: Sequence[PastClean], names: StoreNames) -> None:
        """Show these in the order given."""
        self.beginResetModel()
        self._cleans = cleans
        self._names = names
        self.endResetModel()

    def clean_at(self, position: int) -> PastClean:
        """The clean at a position of the list."""
        return self._cleans[position]

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        clean, figures = self._cleans[position], self._figures
        match QuarantineColumn(column):
            case QuarantineColumn.TIME:
                return Cell(text=figures.moment(clean.at_ns))
            case QuarantineColumn.STORES:
                return Cell(text=", ".join(sorted(self._names.of(store) for store in clean.stores)))
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
                return Cell(text=clean.problem or reasons_text(clean.reasons, figures), muted=True)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Cleans shown."""
        return 0 if parent.isValid() else len(self._cleans)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Columns."""
        return 0 if parent.isValid() else len(QuarantineColumn)

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in set(QuarantineColumn):
            return None
        spec = QUARANTINE_COLUMNS[QuarantineColumn(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return _tr(spec.title)
        return spec.align if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What accessibility, tooltips and tests ask for; painting goes through `cell`."""
        if not index.isValid():
            return None
        column = QuarantineColumn(index.column())
        text = self.cell(index.row(), index.column()).text
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return QUARANTINE_COLUMNS[column].align
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(self._cleans[index.row()], column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_tr(QUARANTINE_COLUMNS[column].title)}: {text}"
        return None

    def _tooltip(self, clean: PastClean, column: QuarantineColumn) -> str:
        match column:
            case QuarantineColumn.STATE:
                return quarantine_look(clean.state).meaning
            case QuarantineColumn.BYTES:
                return self._figures.exact_bytes(clean.bytes)
            case QuarantineColumn.STORES:
                return "\n".join(clean.stores)
            case QuarantineColumn.TIME:
                return clean.folder
            case _:
                return self.cell(self._cleans.index(clean), column).text


def _tr(text: str) -> str:
    return QCoreApplication.translate("Journal", text)
