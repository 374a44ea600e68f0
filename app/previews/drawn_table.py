"""A small table inside a preview."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy

from larder.app.models.columns import ColumnSpec
from larder.app.previews.drawn_rows import DrawnRows
from larder.app.views.cell_delegate import PaddedDelegate
from larder.app.views.rows_table import RowsTable, first_widths

ROWS_SHOWN = 11


class DrawnTable(RowsTable):
    """Sorts by a click on a header; scrolls inside its fixed height."""

    def __init__(self, name: str, columns: Mapping[int, ColumnSpec]) -> None:
        super().__init__(name, columns)
        self.rows = DrawnRows(columns, self)
        self.setModel(self.rows)
        self.setItemDelegate(PaddedDelegate(columns, self))
        header = self.horizontalHeader()
        for column, width in first_widths(columns, self.fontMetrics()).items():
            header.resizeSection(column, width)
            header.setSectionHidden(column, not columns[column].shown)
        header.setStretchLastSection(True)
        self.let_sort(-1, Qt.SortOrder.AscendingOrder)
        self.sort_wanted.connect(self.rows.sort)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Some rows and the header."""
        rows = self.verticalHeader().defaultSectionSize() * ROWS_SHOWN
        return QSize(280, rows + self.horizontalHeader().sizeHint().height() + 4)

    def start_over(self) -> None:
        """Stored order, from the top."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.scrollToTop()
