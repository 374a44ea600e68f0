"""Rows of a table as cards: a picture with its caption, its name and the states of its rows.

Where a card lies follows from its number, so that a million of them cost what is in sight; Qt's own
list of icons places every one. Model and selection are those of the table beside it: a card is a
stretch of the model's rows, and is selected as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
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
from PySide6.QtGui import (
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QStyleOptionViewItem

from larder.app.views.row_pictures import RowLook, paint_absent, paint_picture
from larder.app.widgets.painted_cells import paint_background

WIDTHS = (112, 140, 168, 208, 264)
"""Widths of cards that one can choose, pixels; the largest shows a thumbnail at its full size."""
FIRST_WIDTH = 2
"""Number of the width of a card that nobody has chosen another for."""
SHAPE = 124 / 168
"""Height of a picture's room by the width of its card."""
PADDING = 8
ICON = 16
MOST_STATES = 2
"""Lines of states."""
LINES = 2 + MOST_STATES
"""Lines of text below a picture: its name, the beginning of its caption, its states."""
MOST_CHARACTERS = 400
"""Of a caption that is painted in place of a picture."""

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Tile:
    """Content of a painted card.

    Attributes:
        look: its picture, or what stands in its place, and a note.
        name: of its source.
        caption: the beginning of its caption, "" for none.
        states: icon and words of each state that its rows have, the worst first, at most
            `MOST_STATES`.
    """

    look: RowLook
    name: str
    caption: str
    states: Sequence[tuple[QIcon, str]]


class TileGrid(QListView):
    """The cards.

    Signals:
        opened: Enter, with the position of the row.
        double_clicked: a card was, with the position of its first row.
        scrolled: other cards are in sight.
        resize_wanted: larger cards are wanted, or smaller ones: by how many steps.
    """

    opened = Signal(int)
    double_clicked = Signal(int)
    menu_wanted = Signal(QPoint)
    scrolled = Signal()
    resize_wanted = Signal(int)

    def __init__(self, tile: Callable[[int, QSize], Tile]) -> None:
        """Make it; `tile` gives one by its number and the room of its picture."""
        super().__init__()
        self._tile = tile
        self._starts: npt.NDArray[np.int32] | None = None
        self._width = WIDTHS[FIRST_WIDTH]
        self._pressed = QPersistentModelIndex()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.viewport().setMouseTracking(True)
        self.customContextMenuRequested.connect(
            lambda at: self.menu_wanted.emit(self.viewport().mapToGlobal(at)))
        self.verticalScrollBar().valueChanged.connect(lambda _: self.scrolled.emit())

    def show_cards(self, starts: npt.NDArray[np.int32] | None) -> None:
        """Show stretches of rows as cards; None makes a card of each row.

        `starts` are the positions of their first rows, then the number of rows, shape (m + 1,).
        """
        self._starts = starts
        self.updateGeometries()
        self.viewport().update()

    def use_width(self, width: int) -> None:
        """Show the cards at least `width` pixels wide, and stay at what is in sight."""
        first = self.positions().start
        self._width = width
        self.updateGeometries()
        self.scrollTo(self.model().index(first, 0), QAbstractItemView.ScrollHint.PositionAtTop)
        self.viewport().update()

    @property
    def count(self) -> int:
        """How many cards there are."""
        if self.model() is None:
            return 0
        return self.model().rowCount() if self._starts is None else len(self._starts) - 1

    def span_of(self, number: int) -> range:
        """Positions of a card's rows."""
        if self._starts is None:
            return range(number, number + 1)
        return range(int(self._starts[number]), int(self._starts[number + 1]))

    def card_of(self, position: int) -> int:
        """Number of the card that a row is on."""
        if self._starts is None:
            return position
        return int(np.searchsorted(self._starts, position, side="right")) - 1

    @property
    def columns(self) -> int:
        """Cards beside each other."""
        return max(self.viewport().width() // self._width, 1)

    @property
    def picture_height(self) -> int:
        """Pixels of a picture's room."""
        return round(self._width * SHAPE)

    @property
    def tile_size(self) -> QSize:
        """Of each; together they take the whole width."""
        height = self.picture_height + 3 * PADDING + LINES * self.fontMetrics().lineSpacing()
        return QSize(self.viewport().width() // self.columns, height)

    def cards(self) -> range:
        """Which cards are in sight."""
        size, top = self.tile_size, self.verticalOffset()
        first = top // size.height() * self.columns
        last = (top + self.viewport().height() - 1) // size.height() * self.columns + self.columns
        return range(min(first, self.count), min(last, self.count))

    def positions(self) -> range:
        """Which rows are in sight."""
        cards = self.cards()
        if not cards:
            return range(0)
        return range(self.span_of(cards[0]).start, self.span_of(cards[-1]).stop)

    def room_of(self, number: int) -> QRect:
        """Where a card lies, in the viewport."""
        down, across = divmod(number, self.columns)
        size = self.tile_size
        return QRect(across * size.width(), down * size.height() - self.verticalOffset(),
                     size.width(), size.height())

    def card_at(self, at: QPoint) -> int:
        """The card at a place or the one nearest to it, -1 where there is none."""
        size = self.tile_size
        across = min(max(at.x() // size.width(), 0), self.columns - 1)
        down = max((at.y() + self.verticalOffset()) // size.height(), 0)
        return min(down * self.columns + across, self.count - 1)

    def visualRect(self, index: Index) -> QRect:
        """Return the rectangle of a row's card."""
        return self.room_of(self.card_of(index.row())) if index.isValid() else QRect()

    def indexAt(self, at: QPoint) -> QModelIndex:
        """Of the first row of the card there, invalid beside the cards."""
        card = self.card_at(at)
        if card < 0 or not self.room_of(card).contains(at):
            return QModelIndex()
        return self._index_of(card)

    def _index_of(self, card: int) -> QModelIndex:
        return self.model().index(self.span_of(card).start, 0)

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

    def step(self, by: int) -> bool:
        """Go on by so many cards, False where there are none."""
        to = self.card_of(self.currentIndex().row()) + by
        if not (self.currentIndex().isValid() and 0 <= to < self.count):
            return False
        self.selectionModel().setCurrentIndex(
            self._index_of(to), QItemSelectionModel.SelectionFlag.NoUpdate)
        self._select(to, to, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        return True

    def moveCursor(
        self, action: QAbstractItemView.CursorAction,
        modifiers: Qt.KeyboardModifier,  # noqa: ARG002 - Qt's signature
    ) -> QModelIndex:
        """By keys: beside, above and below, a page, both ends."""
        count = self.count
        if not count:
            return QModelIndex()
        page = max(self.viewport().height() // self.tile_size.height(), 1) * self.columns
        actions = QAbstractItemView.CursorAction
        current = self.currentIndex()
        at = self.card_of(current.row()) if current.isValid() else -1
        steps = {
            actions.MoveLeft: -1, actions.MovePrevious: -1, actions.MoveRight: 1,
            actions.MoveNext: 1, actions.MoveUp: -self.columns, actions.MoveDown: self.columns,
            actions.MovePageUp: -page, actions.MovePageDown: page, actions.MoveHome: -count,
            actions.MoveEnd: count}
        to = at + steps.get(action, 0) if at >= 0 else 0
        if action in (actions.MoveUp, actions.MoveDown) and not 0 <= to < count:
            to = at
        return self._index_of(min(max(to, 0), count - 1))

    def setSelection(
        self, rect: QRect, command: QItemSelectionModel.SelectionFlag,
    ) -> None:
        """Everything from the card at one corner to the one at the other."""
        ends = sorted((self.card_at(rect.topLeft()), self.card_at(rect.bottomRight())))
        self._select(ends[0], ends[1], command)

    def selectAll(self) -> None:
        """Select every row of the grid."""
        self._select(0, self.count - 1,
                     QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _select(
        self, first: int, last: int, command: QItemSelectionModel.SelectionFlag,
    ) -> None:
        selection = QItemSelection()
        if 0 <= first <= last:
            selection.select(self._index_of(first), self.model().index(
                self.span_of(last).stop - 1, self.model().columnCount() - 1))
        # Whole rows already: asked to make them whole, Qt asks the model about each.
        self.selectionModel().select(
            selection, command & ~QItemSelectionModel.SelectionFlag.Rows)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: ARG002
        """Return the whole viewport to repaint.

        Collecting the region of each card would take as long.
        """
        return QRegion(self.viewport().rect())

    def horizontalOffset(self) -> int:
        """Nothing lies beside the cards."""
        return 0

    def verticalOffset(self) -> int:
        """Pixels above what is in sight."""
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:  # noqa: ARG002 - Qt's signature
        """Return False: no card is ever hidden."""
        return False

    def doItemsLayout(self) -> None:
        """Nothing is laid out."""
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:
        """How far one can scroll."""
        bar, size = self.verticalScrollBar(), self.tile_size
        whole = -(-self.count // self.columns) * size.height()
        bar.setRange(0, max(whole - self.viewport().height(), 0))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(size.height() // 4)
        QAbstractItemView.updateGeometries(self)
        self.scrolled.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember what was pressed, for a double click."""
        self._pressed = QPersistentModelIndex(self.indexAt(event.position().toPoint()))
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the card of the first click: beside the inspector it brings, another lies here."""
        if event.button() == Qt.MouseButton.LeftButton and self._pressed.isValid():
            self.double_clicked.emit(self._pressed.row())
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the current row; everything else is the view's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl the cards grow and shrink; without it they scroll."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        self.resize_wanted.emit(1 if event.angleDelta().y() > 0 else -1)
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The cards in sight."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        hovered = self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos()))
        for number in self.cards():
            room = self.room_of(number)
            if room.intersects(event.rect()):
                self._paint(painter, number, room, is_hovered=(
                    hovered.isValid() and self.card_of(hovered.row()) == number))
        painter.end()

    def _paint(self, painter: QPainter, number: int, room: QRect, *, is_hovered: bool) -> None:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        span, current = self.span_of(number), self.currentIndex()
        option.rect = room.adjusted(2, 2, -2, -2)
        option.index = self._index_of(number)
        for is_on, flag in (
                (any(map(self.selectionModel().isRowSelected, span)),
                 QStyle.StateFlag.State_Selected),
                (is_hovered, QStyle.StateFlag.State_MouseOver),
                (self.hasFocus() and current.isValid() and current.row() in span,
                 QStyle.StateFlag.State_HasFocus)):
            option.state = option.state | flag if is_on else option.state & ~flag
        paint_background(painter, option)
        inner = option.rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        above = QRect(inner.left(), inner.top(), inner.width(), self.picture_height)
        tile = self._tile(number, above.size())
        painter.setFont(option.font)
        self._paint_picture(painter, option, above, tile.look)
        line = QRect(inner.left(), above.bottom() + PADDING // 2, inner.width(),
                     option.fontMetrics.lineSpacing())
        self._write(painter, option, line, tile.name, QPalette.ColorRole.Text,
                    Qt.TextElideMode.ElideMiddle)
        # Of a picture that was renamed the former name is worth more than its caption.
        line.translate(0, line.height())
        self._write(painter, option, line, tile.look.note or tile.caption,
                    QPalette.ColorRole.PlaceholderText, Qt.TextElideMode.ElideRight)
        for icon, words in tile.states:
            line.translate(0, line.height())
            icon.paint(painter, QRect(line.left(), line.center().y() - ICON // 2 + 1, ICON, ICON))
            self._write(painter, option, line.adjusted(ICON + PADDING // 2, 0, 0, 0), words,
                        QPalette.ColorRole.PlaceholderText, Qt.TextElideMode.ElideRight)

    def _paint_picture(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, look: RowLook,
    ) -> None:
        if look.picture is not None:
            paint_picture(painter, room, look.picture)
        elif look.text:
            painter.setPen(option.palette.color(QPalette.ColorRole.Text))
            painter.drawText(room, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop,
                             look.text[:MOST_CHARACTERS])
        else:
            paint_absent(painter, room, look.kind, option)

    def _write(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, text: str,
        role: QPalette.ColorRole, elide: Qt.TextElideMode,
    ) -> None:
        painter.setPen(option.palette.color(role))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
                         | Qt.TextFlag.TextSingleLine,
                         option.fontMetrics.elidedText(text, elide, room.width()))
