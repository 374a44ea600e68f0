"""Rows of a table as tiles: a picture, its name and its state, as many beside each other as fit.

Where a tile lies follows from its number, so that a million of them cost what is in sight; Qt's own
list of icons places every one. Model and selection are those of the table beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent, QPalette, QRegion
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QStyleOptionViewItem

from larder.app.views.row_pictures import RowLook, paint_absent, paint_picture
from larder.app.widgets.painted_cells import paint_background

TILE_WIDTH = 168
PICTURE_HEIGHT = 124
PADDING = 8
ICON = 16
LINES = 2
MOST_CHARACTERS = 200
"""Of a caption that is painted in place of a picture."""

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Tile:
    """Content of a painted tile: the row's look, its name, and the icon and word for its state."""

    look: RowLook
    name: str
    icon: QIcon
    state: str


class TileGrid(QListView):
    """The tiles.

    Signals:
        opened: Enter or a double click, with the position of the row.
        scrolled: other tiles are in sight.
    """

    opened = Signal(int)
    menu_wanted = Signal(QPoint)
    scrolled = Signal()

    def __init__(self, tile: Callable[[int, QSize], Tile]) -> None:
        """Make it; `tile` gives one by its position and the room of its picture."""
        super().__init__()
        self._tile = tile
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.viewport().setMouseTracking(True)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        self.customContextMenuRequested.connect(
            lambda at: self.menu_wanted.emit(self.viewport().mapToGlobal(at)))
        self.verticalScrollBar().valueChanged.connect(lambda _: self.scrolled.emit())

    @property
    def columns(self) -> int:
        """Tiles beside each other."""
        return max(self.viewport().width() // TILE_WIDTH, 1)

    @property
    def tile_size(self) -> QSize:
        """Of each; together they take the whole width."""
        height = PICTURE_HEIGHT + 3 * PADDING + LINES * self.fontMetrics().lineSpacing()
        return QSize(self.viewport().width() // self.columns, height)

    def positions(self) -> range:
        """Which rows are in sight."""
        if self.model() is None:
            return range(0)
        size, top = self.tile_size, self.verticalOffset()
        first = top // size.height() * self.columns
        last = (top + self.viewport().height() - 1) // size.height() * self.columns + self.columns
        return range(min(first, self.model().rowCount()), min(last, self.model().rowCount()))

    def room_of(self, position: int) -> QRect:
        """Where a tile lies, in the viewport."""
        down, across = divmod(position, self.columns)
        size = self.tile_size
        return QRect(across * size.width(), down * size.height() - self.verticalOffset(),
                     size.width(), size.height())

    def position_at(self, at: QPoint) -> int:
        """The tile at a place or the one nearest to it, -1 where there is none."""
        size, count = self.tile_size, 0 if self.model() is None else self.model().rowCount()
        across = min(max(at.x() // size.width(), 0), self.columns - 1)
        down = max((at.y() + self.verticalOffset()) // size.height(), 0)
        return min(down * self.columns + across, count - 1)

    def visualRect(self, index: Index) -> QRect:
        """Return the rectangle of a row's tile."""
        return self.room_of(index.row()) if index.isValid() else QRect()

    def indexAt(self, at: QPoint) -> QModelIndex:
        """Of the row there, invalid beside the tiles."""
        position = self.position_at(at)
        if position < 0 or not self.room_of(position).contains(at):
            return QModelIndex()
        return self.model().index(position, 0)

    def scrollTo(
        self, index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a row into sight."""
        if not index.isValid():
            return
        room, bar = self.visualRect(index), self.verticalScrollBar()
        if hint is QAbstractItemView.ScrollHint.PositionAtCenter:
            bar.setValue(bar.value() + room.center().y() - self.viewport().height() // 2)
        elif (hint is QAbstractItemView.ScrollHint.PositionAtTop or room.top() < 0
              or room.height() > self.viewport().height()):
            bar.setValue(bar.value() + room.top())
        elif room.bottom() > self.viewport().height():
            bar.setValue(bar.value() + room.bottom() - self.viewport().height() + 1)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction,
        modifiers: Qt.KeyboardModifier,  # noqa: ARG002 - Qt's signature
    ) -> QModelIndex:
        """By keys: beside, above and below, a page, both ends."""
        count = self.model().rowCount()
        if not count:
            return QModelIndex()
        page = max(self.viewport().height() // self.tile_size.height(), 1) * self.columns
        actions = QAbstractItemView.CursorAction
        at = self.currentIndex().row()
        steps = {
            actions.MoveLeft: -1, actions.MovePrevious: -1, actions.MoveRight: 1,
            actions.MoveNext: 1, actions.MoveUp: -self.columns, actions.MoveDown: self.columns,
            actions.MovePageUp: -page, actions.MovePageDown: page, actions.MoveHome: -count,
            actions.MoveEnd: count}
        to = at + steps.get(action, 0) if at >= 0 else 0
        if action in (actions.MoveUp, actions.MoveDown) and not 0 <= to < count:
            to = at
        return self.model().index(min(max(to, 0), count - 1), 0)

    def setSelection(
        self, rect: QRect, command: QItemSelectionModel.SelectionFlag,
    ) -> None:
        """Everything from the tile at one corner to the one at the other."""
        ends = sorted((self.position_at(rect.topLeft()), self.position_at(rect.bottomRight())))
        self._select(ends[0], ends[1], command)

    def selectAll(self) -> None:
        """Select every row of the grid."""
        self._select(0, self.model().rowCount() - 1,
                     QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _select(
        self, first: int, last: int, command: QItemSelectionModel.SelectionFlag,
    ) -> None:
        selection = QItemSelection()
        if 0 <= first <= last:
            selection.select(self.model().index(first, 0),
                             self.model().index(last, self.model().columnCount() - 1))
        # Whole rows already: asked to make them whole, Qt asks the model about each.
        self.selectionModel().select(
            selection, command & ~QItemSelectionModel.SelectionFlag.Rows)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: ARG002
        """Return the whole viewport to repaint.

        Collecting the region of each tile would take as long.
        """
        return QRegion(self.viewport().rect())

    def horizontalOffset(self) -> int:
        """Nothing lies beside the tiles."""
        return 0

    def verticalOffset(self) -> int:
        """Pixels above what is in sight."""
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:  # noqa: ARG002 - Qt's signature
        """Return False: no tile is ever hidden."""
        return False

    def doItemsLayout(self) -> None:
        """Nothing is laid out."""
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:
        """How far one can scroll."""
        bar, size = self.verticalScrollBar(), self.tile_size
        count = 0 if self.model() is None else self.model().rowCount()
        whole = -(-count // self.columns) * size.height()
        bar.setRange(0, max(whole - self.viewport().height(), 0))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(size.height() // 4)
        QAbstractItemView.updateGeometries(self)
        self.scrolled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the current row; everything else is the view's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The tiles in sight."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        hovered = self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos()))
        for position in self.positions():
            room = self.room_of(position)
            if room.intersects(event.rect()):
                self._paint(painter, position, room, is_hovered=hovered.row() == position)
        painter.end()

    def _paint(self, painter: QPainter, position: int, room: QRect, *, is_hovered: bool) -> None:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        index = self.model().index(position, 0)
        option.rect = room.adjusted(2, 2, -2, -2)
        option.index = index
        for is_on, flag in (
                (self.selectionModel().isRowSelected(position), QStyle.StateFlag.State_Selected),
                (is_hovered, QStyle.StateFlag.State_MouseOver),
                (self.hasFocus() and self.currentIndex().row() == position,
                 QStyle.StateFlag.State_HasFocus)):
            option.state = option.state | flag if is_on else option.state & ~flag
        paint_background(painter, option)
        inner = option.rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        above = QRect(inner.left(), inner.top(), inner.width(), PICTURE_HEIGHT)
        tile = self._tile(position, above.size())
        look = tile.look
        painter.setFont(option.font)
        if look.picture is not None:
            paint_picture(painter, above, look.picture)
        elif look.text:
            painter.setPen(option.palette.color(QPalette.ColorRole.Text))
            painter.drawText(above, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop,
                             look.text[:MOST_CHARACTERS])
        else:
            paint_absent(painter, above, look.kind, option)
        line = option.fontMetrics.lineSpacing()
        name = QRect(inner.left(), above.bottom() + PADDING // 2, inner.width(), line)
        self._write(painter, option, name, tile.name, QPalette.ColorRole.Text,
                    Qt.TextElideMode.ElideMiddle)
        state = name.translated(0, line)
        icon = QRect(state.left(), state.center().y() - ICON // 2 + 1, ICON, ICON)
        tile.icon.paint(painter, icon)
        below = f"{tile.state} · {look.note}" if look.note else tile.state
        self._write(painter, option, state.adjusted(ICON + PADDING // 2, 0, 0, 0), below,
                    QPalette.ColorRole.PlaceholderText, Qt.TextElideMode.ElideRight)

    def _write(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, text: str,
        role: QPalette.ColorRole, elide: Qt.TextElideMode,
    ) -> None:
        painter.setPen(option.palette.color(role))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
                         | Qt.TextFlag.TextSingleLine,
                         option.fontMetrics.elidedText(text, elide, room.width()))
