"""A table view for any number of rows of equal height."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView

from larder.app.models.columns import ColumnSpec
from larder.app.presentation.row_text import table_text
from larder.app.window_memory import WindowMemory

ROW_PADDING = 10
OWN_PLACE = 2
HEADER_PADDING = 24
"""Room beside a title: both margins and the sort arrow."""


def first_widths(columns: Mapping[int, ColumnSpec], metrics: QFontMetrics) -> dict[int, int]:
    """Width of each column in pixels: what its cells need, and never less than its title."""
    character = metrics.horizontalAdvance("x")
    return {
        column: max(character * spec.width, metrics.horizontalAdvance(spec.title) + HEADER_PADDING)
        for column, spec in columns.items()}


class RowsTable(QTableView):
    """Selects whole rows; the header's context menu chooses columns.

    Signals:
        opened: Enter or a double click, with the position of the row.
        sort_wanted: with column and Qt.SortOrder.
        menu_wanted: a context menu of rows, with its place on the screen.
    """

    opened = Signal(int)
    sort_wanted = Signal(int, object)
    menu_wanted = Signal(QPoint)

    def __init__(self, name: str, columns: Mapping[int, ColumnSpec]) -> None:
        super().__init__()
        self._name = name
        self._columns = columns
        self._is_remembered = False
        self.setObjectName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(self.fontMetrics().height() + ROW_PADDING)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsMovable(True)
        header.setSectionsClickable(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._show_column_menu)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        self.customContextMenuRequested.connect(
            lambda at: self.menu_wanted.emit(self.viewport().mapToGlobal(at)))

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Also give the header a selection of its own.

        Sharing the table's, it asks of every column whether all rows are selected: 11 s for
        "select all" over a million rows.
        """
        super().setModel(model)
        if model is not None:
            self.horizontalHeader().setSelectionModel(QItemSelectionModel(model, self))

    def lay_out_columns(self, memory: WindowMemory) -> None:
        """First widths, or those of the last time; needs the model."""
        header = self.horizontalHeader()
        self._is_remembered = header.restoreState(memory.layout(self._name))
        if not self._is_remembered:
            for column, width in first_widths(self._columns, self.fontMetrics()).items():
                header.resizeSection(column, width)
                header.setSectionHidden(column, not self._columns[column].shown)

    def show_first(self, columns: Collection[int]) -> None:
        """Show these columns and hide the others, unless the user has chosen."""
        if not self._is_remembered:
            for column in self._columns:
                self.horizontalHeader().setSectionHidden(column, column not in columns)

    def show_own(self, columns: Collection[int], every: Collection[int]) -> None:
        """Of columns that come and go with what is looked at, show these, behind the second."""
        header = self.horizontalHeader()
        for column in every:
            header.setSectionHidden(column, column not in columns)
        for place, column in enumerate(columns):
            header.moveSection(header.visualIndex(column), OWN_PLACE + place)

    def keep_columns(self, memory: WindowMemory) -> None:
        """Remember widths, order and which columns are shown."""
        memory.keep_layout(self._name, self.horizontalHeader().saveState())

    def copy_rows(self) -> None:
        """Put the selected rows on the clipboard as they are shown; for tables of a few rows."""
        header, model = self.horizontalHeader(), self.model()
        columns = [header.logicalIndex(place) for place in range(header.count())]
        shown = [column for column in columns if not header.isSectionHidden(column)]
        rows = sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())
        if rows:
            QGuiApplication.clipboard().setText(table_text(model, rows, shown))

    def let_sort(self, column: int, order: Qt.SortOrder) -> None:
        """Show the sort arrow and announce clicks on the header from now on."""
        header = self.horizontalHeader()
        header.setSortIndicatorShown(True)
        header.setSortIndicator(column, order)
        header.sortIndicatorChanged.connect(
            lambda column, order: self.sort_wanted.emit(column, order))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the current row; everything else is the table's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def column_menu(self) -> QMenu:
        """A menu with one switch per column; the first column stays."""
        header, menu = self.horizontalHeader(), QMenu(self)
        for column in range(1, len(self._columns)):
            title = self.model().headerData(column, Qt.Orientation.Horizontal)
            action = QAction(str(title), menu)
            action.setCheckable(True)
            action.setChecked(not header.isSectionHidden(column))
            action.toggled.connect(
                lambda shown, column=column: self._choose_column(column, shown=shown))
            menu.addAction(action)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _choose_column(self, column: int, *, shown: bool) -> None:
        self._is_remembered = True
        self.horizontalHeader().setSectionHidden(column, not shown)

    def _show_column_menu(self, at: QPoint) -> None:
        self.column_menu().popup(self.horizontalHeader().mapToGlobal(at))
