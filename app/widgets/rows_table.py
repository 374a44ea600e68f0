"""Tables of any number of rows, what is saved of them, and where a user is in one of a few."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from PySide6.QtCore import (
    SIGNAL,
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QTableView,
    QTreeView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from larder.app.models.tables import (
    CellTable,
    ColumnSpec,
    FactsTable,
    Index,
    TableContents,
    table_text,
)
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.sentences import Sentences
from larder.app.widgets.column_fit import ColumnFit, first_widths
from larder.app.widgets.painted_cells import CellDelegate, PaddedDelegate
from larder.app.widgets.widgets import passing_menu
from larder.app.widgets.window_layout import WindowMemory

if TYPE_CHECKING:
    _View = QAbstractItemView
else:
    _View = object

_tr = Sentences("RowsTable")

ROW_PADDING = 10
MEASURED_ROWS = 50
"""Of the rows from the first in sight, those whose contents make a column as wide as they are."""
OWN_PLACE = 2


class SavableTable(_View):
    """A table or tree whose rows can be exported; mixed in before Qt's own class.

    It asks the window it is in to do it, and so everywhere it is the same, dialogs included. The
    window's command takes the keys before they come here; a dialog has no such command.

    Attributes:
        stand_in: another view of the same rows, which may be seen in its place.
    """

    stand_in: QWidget | None = None

    def contents(self, *, selected: bool = False) -> TableContents:
        """Its rows as they are shown just now, or those that are selected."""
        raise NotImplementedError

    @property
    def has_rows(self) -> bool:
        """True if the table has rows to save."""
        model = self.model()
        return model is not None and model.rowCount() > 0

    def save_rows(self, *, selected: bool = False) -> None:
        """Have the window ask for a file and write the rows into it."""
        place: QObject | None = self
        while place is not None:
            if isinstance(place, SavesTables):
                place.save_table(self, selected=selected)
                return
            place = place.parent()

    def save_actions(self, parent: QObject) -> Sequence[QAction]:
        """For menus of tables that have no commands of their own."""
        everything = QAction(_tr("Export table…"), parent)
        everything.setEnabled(self.has_rows)
        everything.triggered.connect(lambda: self.save_rows())
        chosen = QAction(_tr("Export selected rows…"), parent)
        chosen.setEnabled(self.selectionModel() is not None
                          and self.selectionModel().hasSelection())
        chosen.triggered.connect(lambda: self.save_rows(selected=True))
        return everything, chosen

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+E exports, with Shift what is selected."""
        control = Qt.KeyboardModifier.ControlModifier
        shift = Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_E and event.modifiers() in (control, control | shift):
            self.save_rows(selected=bool(event.modifiers() & shift))
            return
        super().keyPressEvent(event)


@runtime_checkable
class SavesTables(Protocol):
    """A window that saves the tables in it and in its dialogs."""

    def save_table(self, table: SavableTable, *, selected: bool) -> None:
        """Ask for a file, then write rows of a table into it."""


class LinesList(SavableTable, QTreeWidget):
    """A few lines of texts, as wide as there is room; tooltips have all of each."""

    def __init__(self, name: str, titles: Sequence[str]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setHeaderLabels(list(titles))
        self.setItemDelegate(
            PaddedDelegate(dict.fromkeys(range(len(titles)), ColumnSpec("", 0)), self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.header().setHighlightSections(False)

    def add_line(self, texts: Sequence[str]) -> QTreeWidgetItem:
        """Append a line and return it."""
        line = QTreeWidgetItem(self, list(texts))
        for column, text in enumerate(texts):
            line.setToolTip(column, plain_tip(text))
        return line

    def contents(self, *, selected: bool = False) -> TableContents:
        """Return the lines in a form that can be saved, all of them or the selected ones."""
        lines = (self.selectedItems() if selected
                 else [self.topLevelItem(at) for at in range(self.topLevelItemCount())])
        columns, head = range(self.columnCount()), self.headerItem()
        return TableContents(
            columns=[column for at in columns
                     for column in ColumnSpec(head.text(at), 0).columns_to_save(head.text(at))],
            rows=[[line.text(at) for at in columns] for line in lines if line is not None],
            count=len(lines))


class RowsTable(SavableTable, QTableView):
    """Selects whole rows; the header's context menu chooses columns.

    Signals:
        opened: Enter or a double click, with the position of the row.
        double_clicked: a double click on a row, which opens it only where nobody listens to this.
        sort_wanted: with column and Qt.SortOrder.
        menu_wanted: a context menu of rows, with its place on the screen.
        scrolled: other rows are in sight.
    """

    opened = Signal(int)
    double_clicked = Signal(int)
    sort_wanted = Signal(int, object)
    menu_wanted = Signal(QPoint)
    scrolled = Signal()

    def __init__(self, name: str, columns: Mapping[int, ColumnSpec]) -> None:
        super().__init__()
        self._name = name
        self._columns = columns
        self._is_remembered = False
        self._fit: ColumnFit | None = None
        self._measured: dict[int, int] = {}
        self.setObjectName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
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
        header.setResizeContentsPrecision(MEASURED_ROWS)
        header.setSectionsMovable(True)
        header.setSectionsClickable(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._show_column_menu)
        self.doubleClicked.connect(lambda index: self._on_double_click(index.row()))
        self.verticalScrollBar().valueChanged.connect(lambda _: self.scrolled.emit())
        self.customContextMenuRequested.connect(self._show_menu)

    def positions(self) -> range:
        """Which rows are in sight."""
        count = 0 if self.model() is None else self.model().rowCount()
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return range(first, (count - 1 if last < 0 else last) + 1) if first >= 0 else range(0)

    def updateGeometries(self) -> None:
        """Other rows may be in sight."""
        super().updateGeometries()
        self.scrolled.emit()

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Also give the header a selection of its own.

        Sharing the table's, it asks of every column whether all rows are selected: 11 s for
        "select all" over a million rows.
        """
        super().setModel(model)
        if model is not None:
            self.horizontalHeader().setSelectionModel(QItemSelectionModel(model, self))

    def show_model(self, model: CellTable, memory: WindowMemory) -> None:
        """Show a table whose cells are painted from one call each, laid out as the last time."""
        self.setModel(model)
        self.setItemDelegate(CellDelegate(model.cell, self._columns, self))
        self.lay_out_columns(memory)

    def lay_out_columns(self, memory: WindowMemory) -> None:
        """First widths, or those of the last time, which are remembered; needs the model."""
        header = self.horizontalHeader()
        self._is_remembered = header.restoreState(memory.layout(self._name))
        if not self._is_remembered:
            with QSignalBlocker(header):  # the table lays itself out anew at each word of it
                for column, width in first_widths(self._columns, self.fontMetrics()).items():
                    header.resizeSection(column, width)
                    header.setSectionHidden(column, not self._columns[column].shown)
            self.updateGeometries()
        memory.follow(self, self._name, lambda: (
            header.saveState() if self._fit is None else self._fit.state()))

    def fit_columns(
        self, widened: int, by_contents: Collection[int] = (),
        contents: Callable[[int], int] | None = None,
    ) -> None:
        """Keep the columns to the width there is; needs the model, laid out.

        Args:
            widened: the column that takes what the others leave.
            by_contents: columns as wide as what stands in them, where rows are few.
            contents: says for a column how wide that is, pixels, where rows are many.
        """
        def few(column: int) -> int:
            if column in by_contents and column not in self._measured:
                self._measured[column] = self.sizeHintForColumn(column)
            return self._measured.get(column, 0)

        self.model().modelReset.connect(self._measured.clear)
        self._fit = ColumnFit(
            self, self.horizontalHeader(), self._columns, widened, contents or few)
        self._fit.fit()

    def fit_again(self) -> None:
        """After other rows came."""
        self._measured.clear()
        if self._fit is not None:
            self._fit.fit()

    def leave_out(self, columns: Iterable[int]) -> None:
        """Leave out columns that have nothing to say about what is listed now."""
        if self._fit is not None:
            self._fit.leave_out(*columns)

    def show_first(self, columns: Collection[int]) -> None:
        """Show these columns and hide the others, unless the user has chosen."""
        if not self._is_remembered:
            self._choose_anew({column: column in columns for column in self._columns})

    def show_own(self, columns: Collection[int], every: Collection[int]) -> None:
        """Of columns that come and go with what is looked at, show these, behind the second."""
        self._choose_anew({column: column in columns for column in every})
        header = self.horizontalHeader()
        for place, column in enumerate(columns):
            header.moveSection(header.visualIndex(column), OWN_PLACE + place)

    def _choose_anew(self, shown: Mapping[int, bool]) -> None:
        if self._fit is not None:
            self._fit.bring_back()
        for column, is_shown in shown.items():
            self.horizontalHeader().setSectionHidden(column, not is_shown)
        self.fit_again()

    def shown_columns(self) -> Sequence[int]:
        """Columns in the order in which they stand, with those that have no room just now."""
        header, fit = self.horizontalHeader(), self._fit
        columns = (header.logicalIndex(place) for place in range(header.count()))
        return [column for column in columns if (
            fit.is_chosen(column) if fit is not None else not header.isSectionHidden(column))]

    def contents(self, *, selected: bool = False) -> TableContents:
        """Of the columns that are shown."""
        model = self.model()
        assert isinstance(model, CellTable)
        # Ranges, not `selectedRows()`: that one makes an index object per row.
        spans = ([(span.top(), span.bottom())
                  for span in self.selectionModel().selection().toList()] if selected
                 else [(0, model.rowCount() - 1)])
        return model.contents(self.shown_columns(), spans)

    def _on_double_click(self, position: int) -> None:
        if self.receivers(SIGNAL("double_clicked(int)")):
            self.double_clicked.emit(position)
        else:
            self.opened.emit(position)

    def _show_menu(self, at: QPoint) -> None:
        """The owner's menu; where it has none, what can be done with any table."""
        place = self.viewport().mapToGlobal(at)
        if self.receivers(SIGNAL("menu_wanted(QPoint)")):
            self.menu_wanted.emit(place)
            return
        menu = passing_menu(self)
        menu.addActions(self.save_actions(menu))
        menu.popup(place)

    def copy_rows(self) -> None:
        """Put the selected rows on the clipboard as they are shown; for tables of a few rows."""
        model, shown = self.model(), self.shown_columns()
        rows = sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())
        if rows:
            QGuiApplication.clipboard().setText(table_text(model, rows, shown))

    def let_sort(
        self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder,
    ) -> None:
        """Show the sort arrow and announce clicks on the header from now on."""
        header = self.horizontalHeader()
        header.setSortIndicatorShown(True)
        header.setSortIndicator(column, order)
        header.sortIndicatorChanged.connect(
            lambda column, order: self.sort_wanted.emit(column, order))

    def sort_again(self) -> None:
        """Announce the order that the header shows, for rows that have come anew."""
        header = self.horizontalHeader()
        self.sort_wanted.emit(header.sortIndicatorSection(), header.sortIndicatorOrder())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the current row; everything else is the table's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def column_menu(self) -> QMenu:
        """A menu with one switch per column; the first column stays."""
        header, menu = self.horizontalHeader(), passing_menu(self)
        for column in range(1, len(self._columns)):
            title = self.model().headerData(column, Qt.Orientation.Horizontal)
            action = QAction(str(title), menu)
            action.setCheckable(True)
            action.setChecked(not header.isSectionHidden(column) if self._fit is None
                              else self._fit.is_chosen(column))
            action.toggled.connect(
                lambda shown, column=column: self._choose_column(column, shown=shown))
            menu.addAction(action)
        menu.addSeparator()
        menu.addActions(self.save_actions(menu))
        return menu

    def _choose_column(self, column: int, *, shown: bool) -> None:
        self._is_remembered = True
        if self._fit is None:
            self.horizontalHeader().setSectionHidden(column, not shown)
        else:
            self._fit.choose(column, shown=shown)

    def _show_column_menu(self, at: QPoint) -> None:
        self.column_menu().popup(self.horizontalHeader().mapToGlobal(at))


def facts_table(
    model: FactsTable[Any], name: str, title: str, memory: WindowMemory, widened: int,
    by_contents: Collection[int] = (), *,
    sort: Callable[[int, Qt.SortOrder], object] | None = None,
) -> RowsTable:
    """A table of a few rows, laid out as the last time.

    Args:
        model: its rows and columns.
        name: under which its columns are remembered.
        title: what a screen reader calls it.
        memory: of the window.
        widened: the column that takes what the others leave.
        by_contents: columns as wide as what stands in them.
        sort: sorts the rows by a column, None where they have an order of their own.
    """
    table = RowsTable(name, model.columns)
    table.setAccessibleName(title)
    table.show_model(model, memory)
    table.fit_columns(widened, by_contents)
    if sort is not None:
        table.let_sort(-1)
        table.sort_wanted.connect(sort)
    return table


class KeptPlace:
    """Selection, current line, expanded lines and scroll position of a view.

    Made before the lines are replaced; `restore` finds the same lines among the new ones by their
    identity. Lines that were never opened are not listed for it.
    """

    def __init__(
        self, view: QAbstractItemView, key: Callable[[Index], Hashable],
    ) -> None:
        """Look.

        Args:
            view: the view.
            key: what a line is, the same before and after, different for different lines.
        """
        self._view = view
        self._key = key
        self._bars = (view.verticalScrollBar(), view.horizontalScrollBar())
        self._at = tuple(bar.value() for bar in self._bars)
        chosen = view.selectionModel()
        current = view.currentIndex()
        self._current = key(current) if current.isValid() else None
        self._selected = {key(index) for index in chosen.selectedRows()}
        self._is_open: dict[Hashable, bool] = {}
        if isinstance(view, QTreeView):
            self._is_open = {key(index): view.isExpanded(index) for index in self._lines()
                             if view.model().rowCount(index)}

    @property
    def has_selection(self) -> bool:
        """True if any line was selected."""
        return bool(self._selected)

    def restore(self) -> bool:
        """Go back to it as far as it is still there; whether any of the selected lines is."""
        view = self._view
        selection, current = QItemSelection(), QModelIndex()
        for index in self._lines():
            key = self._key(index)
            if isinstance(view, QTreeView) and key in self._is_open:
                # Opening lists what is below, which the walk then comes to.
                view.setExpanded(index, self._is_open[key])
            if key in self._selected:
                selection.select(index, index)
            if key == self._current:
                current = index
        chosen = view.selectionModel()
        flags = QItemSelectionModel.SelectionFlag
        if current.isValid():
            chosen.setCurrentIndex(current, flags.NoUpdate)
        if not selection.isEmpty():
            chosen.select(selection, flags.ClearAndSelect | flags.Rows)
        for bar, at in zip(self._bars, self._at, strict=True):
            bar.setValue(at)
        return not selection.isEmpty()

    def _lines(self) -> Iterator[QModelIndex]:
        """Every line that is listed, those above before those below."""
        model = self._view.model()
        waiting = [QModelIndex()]
        while waiting:
            parent = waiting.pop(0)
            for row in range(model.rowCount(parent)):
                index = model.index(row, 0, parent)
                yield index
                waiting.append(index)
