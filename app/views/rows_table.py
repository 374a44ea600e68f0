"""Tables of any number of rows: the view, and delegates that paint a cell from one call.

A million-row table scrolls as fast as its cells are described; asking a Python model for eight
roles per cell is eight calls through the binding.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import (
    SIGNAL,
    QAbstractItemModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from larder.app.models.tables import (
    Cell,
    CellTable,
    ColumnSpec,
    Index,
    TableContents,
    table_text,
)
from larder.app.presentation.plurals import Sentences, breakable
from larder.app.views.column_fit import PADDING, ColumnFit, first_widths
from larder.app.window_layout import WindowMemory
from larder.app.window_look import Theme

if TYPE_CHECKING:
    _View = QAbstractItemView
else:
    _View = object

_tr = Sentences("RowsTable")

HIGHEST = 10_000
"""Pixels; no text is as high."""
ICON = 16
GAP = 6


def word_width(text: int) -> int:
    """What a cell with an icon needs for a text, pixels."""
    return text + ICON + GAP + 2 * PADDING + 2


class PaddedDelegate(QStyledItemDelegate):
    """Paints cells with the same room at both sides as the header's titles."""

    def __init__(
        self, columns: Mapping[int, ColumnSpec], parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._columns = columns

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """What the model says, cut where the column says."""
        super().initStyleOption(option, index)
        option.textElideMode = self._columns[index.column()].elide

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Background from the style, then icon and text."""
        self.initStyleOption(option, index)
        paint_background(painter, option)
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        if option.features & QStyleOptionViewItem.ViewItemFeature.HasDecoration:
            paint_icon(painter, option, room)
            room.setLeft(room.left() + ICON + GAP)
        paint_text(painter, option, room)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """What fits text and icon, for a double click on a column's border."""
        self.initStyleOption(option, index)
        width = word_width(option.fontMetrics.horizontalAdvance(option.text))
        if not option.features & QStyleOptionViewItem.ViewItemFeature.HasDecoration:
            width -= ICON + GAP
        return QSize(width, option.fontMetrics.height() + PADDING)


class LineDelegate(PaddedDelegate):
    """Fills a style option from the `Cell` of an index; for trees."""

    def __init__(
        self, cell: Callable[[Index], Cell], columns: Mapping[int, ColumnSpec],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(columns, parent)
        self._cell_at = cell

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Everything there is to paint, without asking the model again."""
        cell = self._cell_at(index)
        spec = self._columns[index.column()]
        if isinstance(index, QModelIndex):
            option.index = index
        option.text = cell.text
        option.displayAlignment = spec.align
        option.textElideMode = spec.elide
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        if spec.wraps:
            option.features |= QStyleOptionViewItem.ViewItemFeature.WrapText
        if cell.icon is not None:
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.icon = cell.icon
            option.decorationSize = QSize(ICON, ICON)
        if cell.strong:
            option.font.setBold(True)
            option.fontMetrics = QFontMetrics(option.font)
        if cell.muted:
            muted = option.palette.color(QPalette.ColorRole.PlaceholderText)
            option.palette.setColor(QPalette.ColorRole.Text, muted)


class CellDelegate(LineDelegate):
    """Fills a style option from the `Cell` at a row and column; for tables."""

    def __init__(
        self, cell: Callable[[int, int], Cell], columns: Mapping[int, ColumnSpec],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(lambda index: cell(index.row(), index.column()), columns, parent)


def paint_background(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Stripe, selection and hover, as the style draws them."""
    style = option.widget.style() if option.widget else QApplication.style()
    style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter,
                        option.widget)
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(option.palette.color(QPalette.ColorRole.Accent))
        painter.drawRect(option.rect.adjusted(0, 0, -1, -1))


def paint_icon(painter: QPainter, option: QStyleOptionViewItem, room: QRect) -> None:
    """The icon at the left of `room`."""
    top = room.center().y() - ICON // 2 + 1
    option.icon.paint(painter, QRect(room.left(), top, ICON, ICON))


def paint_text(painter: QPainter, option: QStyleOptionViewItem, room: QRect) -> None:
    """One line, elided as the option says, or as many lines as it takes."""
    painter.setPen(option.palette.color(QPalette.ColorRole.Text))
    painter.setFont(option.font)
    if option.features & QStyleOptionViewItem.ViewItemFeature.WrapText:
        painter.drawText(room, option.displayAlignment | Qt.TextFlag.TextWordWrap,
                         breakable(wrapped_text(option.text, option.fontMetrics, room.size())))
        return
    text = option.fontMetrics.elidedText(option.text, option.textElideMode, room.width())
    painter.drawText(room, option.displayAlignment | Qt.TextFlag.TextSingleLine, text)


def wrapped_height(text: str, metrics: QFontMetrics, width: int) -> int:
    """How high a text is that is painted in a column of so many pixels."""
    room = QRect(0, 0, max(width - 2 * PADDING, 1), HIGHEST)
    return metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, breakable(text)).height()


def wrapped_text(text: str, metrics: QFontMetrics, room: QSize) -> str:
    """A text, or as much of it as its lines have room for."""
    width = room.width() + 2 * PADDING
    if wrapped_height(text, metrics, width) <= room.height():
        return text
    fitting = bisect_right(
        range(len(text)), room.height(),
        key=lambda length: wrapped_height(f"{text[:length]}…", metrics, width))
    return f"{text[:max(fitting - 1, 0)].rstrip()}…"


BAR_HEIGHT = 6
BAR_MARGIN = 8
WIDEST_FIGURE = ">99 %"


@dataclass(frozen=True, slots=True)
class Bar:
    """What is painted.

    Attributes:
        parts: (share of the whole 0 to 1, colour role) from the left.
        figure: what is written at the right.
        empty: whether there is nothing to measure; then only the figure is written.
    """

    parts: tuple[tuple[float, str], ...]
    figure: str
    empty: bool = False


class BarDelegate(QStyledItemDelegate):
    """Paints a `Bar` per row: a bar and its figure, never the bar alone."""

    def __init__(
        self, bar: Callable[[int], Bar], theme: Callable[[], Theme],
        parent: QObject | None = None, *, height: int = BAR_HEIGHT,
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._height = height
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Background and focus from the style, then the bar and its figure."""
        self.initStyleOption(option, index)
        paint_background(painter, option)
        bar, theme = self._bar(index.row()), self._theme()
        figure_width = option.fontMetrics.horizontalAdvance(WIDEST_FIGURE) + BAR_MARGIN
        inner = QRectF(option.rect).adjusted(BAR_MARGIN, 0, -BAR_MARGIN, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("muted" if bar.empty else "text"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                         bar.figure)
        track = QRectF(inner.left(), inner.center().y() - self._height / 2,
                       max(inner.width() - figure_width, 0), self._height)
        painter.setPen(Qt.PenStyle.NoPen)
        if not bar.empty:
            self._paint_track(painter, track, bar, theme)
        painter.restore()

    def _paint_track(self, painter: QPainter, track: QRectF, bar: Bar, theme: Theme) -> None:
        painter.setBrush(theme.colour("bar_track"))
        painter.drawRoundedRect(track, BAR_HEIGHT / 2, BAR_HEIGHT / 2)
        left = track.left()
        for share, role in bar.parts:
            # A sliver of a million is still something; one pixel says that it is there.
            width = max(track.width() * share, 1.0 if share > 0 else 0.0)
            part = QRectF(left, track.top(), min(width, track.right() - left), track.height())
            painter.setBrush(theme.colour(role))
            painter.drawRoundedRect(part, BAR_HEIGHT / 2, BAR_HEIGHT / 2)
            left += width


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
        """Whether there is anything to save."""
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
        """One more."""
        line = QTreeWidgetItem(self, list(texts))
        for column, text in enumerate(texts):
            line.setToolTip(column, text)
        return line

    def contents(self, *, selected: bool = False) -> TableContents:
        """Its lines."""
        lines = (self.selectedItems() if selected
                 else [self.topLevelItem(at) for at in range(self.topLevelItemCount())])
        columns, head = range(self.columnCount()), self.headerItem()
        return TableContents(
            columns=[column for at in columns
                     for column in ColumnSpec(head.text(at), 0).saved_columns(head.text(at))],
            rows=[[line.text(at) for at in columns] for line in lines if line is not None],
            count=len(lines))


ROW_PADDING = 10
MEASURED_ROWS = 50
"""Of the rows from the first in sight, those whose contents make a column as wide as they are."""
OWN_PLACE = 2


class RowsTable(SavableTable, QTableView):
    """Selects whole rows; the header's context menu chooses columns.

    Signals:
        opened: Enter or a double click, with the position of the row.
        sort_wanted: with column and Qt.SortOrder.
        menu_wanted: a context menu of rows, with its place on the screen.
        scrolled: other rows are in sight.
    """

    opened = Signal(int)
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
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
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

    def _show_menu(self, at: QPoint) -> None:
        """The owner's menu; where it has none, what can be done with any table."""
        place = self.viewport().mapToGlobal(at)
        if self.receivers(SIGNAL("menu_wanted(QPoint)")):
            self.menu_wanted.emit(place)
            return
        menu = QMenu(self)
        menu.addActions(self.save_actions(menu))
        menu.aboutToHide.connect(menu.deleteLater)
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
        header, menu = self.horizontalHeader(), QMenu(self)
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
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _choose_column(self, column: int, *, shown: bool) -> None:
        self._is_remembered = True
        if self._fit is None:
            self.horizontalHeader().setSectionHidden(column, not shown)
        else:
            self._fit.choose(column, shown=shown)

    def _show_column_menu(self, at: QPoint) -> None:
        self.column_menu().popup(self.horizontalHeader().mapToGlobal(at))
