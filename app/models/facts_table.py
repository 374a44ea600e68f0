"""What tables of facts have in common: columns from a table, one text per cell for all who ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from larder.app.models.columns import Cell, ColumnSpec, Index

Row = TypeVar("Row")


class FactsTable(QAbstractTableModel, Generic[Row]):
    """One line per row; a table says what its cells show, and where a tooltip says more."""

    def __init__(
        self, columns: Mapping[Any, ColumnSpec], translate: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        """Begin without rows.

        Args:
            columns: by number from 0, in their order.
            translate: translates their titles.
            parent: as Qt wants it.
        """
        super().__init__(parent)
        self._columns = list(columns.values())
        self._translate = translate
        self._rows: list[Row] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these in the order given, in place of those before."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def row_at(self, position: int) -> Row:
        """The row at a position of the table."""
        return self._rows[position]

    def cell(self, position: int, column: int) -> Cell:
        """One cell."""
        raise NotImplementedError

    def tip(self, position: int, column: int) -> str:
        """What a tooltip says of a cell."""
        return self.cell(position, column).text

    def spoken(self, position: int, column: int) -> str:
        """What a screen reader says of a cell."""
        text = self.cell(position, column).text
        return f"{self._translate(self._columns[column].title)}: {text}" if text else ""

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Rows shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Every column, hidden ones too."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in range(len(self._columns)):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._translate(self._columns[section].title)
        return self._columns[section].align if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What accessibility, tooltips and tests ask for; painting goes through `cell`."""
        if not index.isValid():
            return None
        position, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(position, column).text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._columns[column].align
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tip(position, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(position, column)
        return None
