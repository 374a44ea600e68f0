"""A table of a drawing's rows: read from columns, one cell at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from larder.app.models.columns import ColumnSpec, Index

CellText = Callable[[int], str]


class DrawnRows(QAbstractTableModel):
    """Rows in stored order, or sorted by a column's raw values."""

    def __init__(
        self, columns: Mapping[int, ColumnSpec], parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._columns = columns
        self._texts: Mapping[int, CellText] = {}
        self._tooltip: CellText = lambda _: ""
        self._keys: Mapping[int, Callable[[], npt.NDArray[Any]]] = {}
        self._order: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._muted: frozenset[int] = frozenset()

    def show_rows(
        self, count: int, texts: Mapping[int, CellText], *, tooltip: CellText,
        keys: Mapping[int, Callable[[], npt.NDArray[Any]]],
    ) -> None:
        """Show other rows.

        Args:
            count: how many.
            texts: of each column, by row.
            tooltip: of a row.
            keys: what a column is sorted by, shape (count,); made when it is asked for.
        """
        self.beginResetModel()
        self._texts, self._tooltip, self._keys = texts, tooltip, keys
        self._order = np.arange(count, dtype=np.int64)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By raw value, stably; a column that has none gives the stored order back."""
        self.beginResetModel()
        made = self._keys.get(column)
        if made is None:
            self._order = np.arange(len(self._order), dtype=np.int64)
        else:
            ranks = np.unique(made(), return_inverse=True)[1].reshape(-1).astype(np.int64)
            sign = -1 if order == Qt.SortOrder.DescendingOrder else 1
            self._order = np.argsort(sign * ranks, kind="stable")
        self.endResetModel()

    def row_at(self, position: int) -> int:
        """Stored row at a position of the table."""
        return int(self._order[position])

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Rows shown."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Every column."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, aligned as their columns."""
        if orientation != Qt.Orientation.Horizontal or section not in self._columns:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._columns[section].align
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, alignment, tooltip, and what is spoken."""
        if not index.isValid():
            return None
        row = int(self._order[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts[index.column()](row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._columns[index.column()].align
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._columns[index.column()].title}: {self._texts[index.column()](row)}"
        return None
