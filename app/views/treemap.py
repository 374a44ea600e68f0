"""A treemap: tiles as large as what they stand for, and one level of what is in them.

The layout is that of squarified treemaps (Bruls, Huizing, van Wijk, 2000): rows of tiles along the
shorter side, each row ended where one more tile would make its tiles longer and thinner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip

from larder.app.presentation.plain_text import plain_tip
from larder.app.widgets.widgets import PaintedView
from larder.app.window_look import WindowLook

HEAD = 20
"""Pixels of a tile's own line above what is in it."""
LEAST_LABELLED = (44, 18)
LEAST_NESTED = (60, 48)
"""Width and height from which a tile is labelled, and shows what is in it."""
PADDING = 4


def squarify(sizes: Sequence[float], room: QRectF) -> list[QRectF]:
    """Tiles for sizes in descending order; their areas are in proportion and fill the room.

    A size of zero gets an empty tile.
    """
    whole = sum(sizes)
    tiles: list[QRectF] = []
    if whole <= 0 or room.isEmpty():
        return [QRectF(room.topLeft(), room.topLeft()) for _ in sizes]
    scale = room.width() * room.height() / whole
    left = QRectF(room)
    areas = [size * scale for size in sizes]
    at = 0
    while at < len(areas):
        side = min(left.width(), left.height())
        count, row = 1, areas[at]
        # As long as the worst tile of the row gets no worse by one more.
        while (at + count < len(areas) and areas[at + count] > 0
               and _worst(areas[at], areas[at + count], row + areas[at + count], side)
               <= _worst(areas[at], areas[at + count - 1], row, side)):
            row += areas[at + count]
            count += 1
        tiles += _row(areas[at: at + count], row, left)
        at += count
    return tiles


def _worst(largest: float, smallest: float, row: float, side: float) -> float:
    """The largest ratio of a tile's sides in a row of these areas along a side."""
    if row <= 0 or side <= 0 or smallest <= 0:
        return float("inf")
    return max(side * side * largest / (row * row), row * row / (side * side * smallest))


def _row(areas: Sequence[float], row: float, left: QRectF) -> list[QRectF]:
    """Tiles along the shorter side of what is left, which is made smaller by them."""
    tiles = []
    is_upright = left.width() >= left.height()
    side = left.height() if is_upright else left.width()
    depth = row / side if side > 0 else 0.0
    along = left.top() if is_upright else left.left()
    for area in areas:
        length = area / depth if depth > 0 else 0.0
        tiles.append(QRectF(left.left(), along, depth, length) if is_upright
                     else QRectF(along, left.top(), length, depth))
        along += length
    if is_upright:
        left.setLeft(min(left.left() + depth, left.right()))
    else:
        left.setTop(min(left.top() + depth, left.bottom()))
    return tiles


@dataclass(frozen=True, slots=True)
class TreemapTile:
    """One tile of a treemap.

    Attributes:
        key: the value that `opened` emits.
        name, text: its name, and the name with its size for tiles that have room for it.
        size: the quantity that the tile's area is proportional to.
        tip: tooltip text.
        within: (name, size) pairs of its contents, the largest first.
    """

    key: int
    name: str
    text: str
    size: float
    tip: str
    within: tuple[tuple[str, float], ...] = ()


class Treemap(PaintedView):
    """Tiles of one folder; what they are is listed beside it, where the keyboard works.

    Signals:
        chosen: a tile was clicked, with its place.
        opened: one that holds others was clicked twice, with its key.
    """

    role = QAccessible.Role.Chart

    chosen = Signal(int)
    opened = Signal(int)

    def __init__(self, look: WindowLook) -> None:
        super().__init__()
        self._look = look
        self._tiles: Sequence[TreemapTile] = ()
        self._rects: list[QRectF] = []
        self._current = -1
        self.setMinimumSize(160, 120)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        look.changed.connect(self.update)

    @property
    def rects(self) -> Sequence[QRectF]:
        """Where the tiles are."""
        return self._rects

    def show_tiles(self, tiles: Sequence[TreemapTile], name: str, description: str) -> None:
        """Show other tiles, the largest first, and say what they are of."""
        self._tiles = tiles
        self.tell(name, description)
        self.mark(-1)
        self._lay_out()

    def mark(self, place: int) -> None:
        """Frame one tile, none for -1; a screen reader is told the largest then."""
        self._current = place
        shown = self._tiles[max(place, 0):][:1]
        self.tell_value(shown[0].text if shown else "")
        self.update()

    def sizeHint(self) -> QSize:
        """Wide rather than high."""
        return QSize(480, 320)

    def resizeEvent(self, event: object) -> None:  # noqa: ARG002 - Qt's signature
        """Lay out the tiles for the new size."""
        self._lay_out()

    def _lay_out(self) -> None:
        self._rects = squarify(
            [tile.size for tile in self._tiles], QRectF(self.rect()).adjusted(0, 0, -1, -1))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Every tile that is larger than a pixel."""
        painter = QPainter(self)
        for place, (tile, rect) in enumerate(zip(self._tiles, self._rects, strict=True)):
            if rect.width() >= 1 and rect.height() >= 1:
                self._paint_tile(painter, tile, rect, is_current=place == self._current)
        painter.end()

    def _paint_tile(
        self, painter: QPainter, tile: TreemapTile, rect: QRectF, *, is_current: bool,
    ) -> None:
        theme = self._look.theme
        base, tone = theme.colour("base"), theme.colour("bar_note")
        edge = _mix_colours(base, tone, 0.7)
        painter.setPen(edge)
        painter.setBrush(_mix_colours(base, tone, 0.22))
        painter.drawRect(rect)
        if tile.within and rect.width() >= LEAST_NESTED[0] and rect.height() >= LEAST_NESTED[1]:
            inner = rect.adjusted(3, HEAD, -3, -3)
            parts = squarify([size for _, size in tile.within], inner)
            for (name, _), part in zip(tile.within, parts, strict=True):
                if part.width() >= 1 and part.height() >= 1:
                    painter.setPen(edge)
                    painter.setBrush(_mix_colours(base, tone, 0.42))
                    painter.drawRect(part)
                    self._write(painter, (name,), part)
        self._write(painter, (tile.text, tile.name), rect)
        if is_current:
            pen = painter.pen()
            pen.setColor(theme.colour("accent"))
            pen.setWidth(3)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def _write(self, painter: QPainter, texts: Sequence[str], rect: QRectF) -> None:
        """One line at the top of a tile that has room for it: the first that fits, or the last."""
        if rect.width() < LEAST_LABELLED[0] or rect.height() < LEAST_LABELLED[1]:
            return
        painter.setPen(self._look.theme.colour("text"))
        room = rect.adjusted(PADDING, 1, -PADDING, 0)
        room.setHeight(min(room.height(), HEAD))
        metrics = painter.fontMetrics()
        text = next((text for text in texts if metrics.horizontalAdvance(text) <= room.width()),
                    texts[-1])
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, metrics.elidedText(
            text, Qt.TextElideMode.ElideRight, int(room.width())))

    def _at(self, point: QPointF) -> int:
        return next((place for place, rect in enumerate(self._rects) if rect.contains(point)), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit `chosen` for the tile under the pointer."""
        place = self._at(event.position())
        if place >= 0:
            self.chosen.emit(place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go into what holds others."""
        place = self._at(event.position())
        if place >= 0 and self._tiles[place].within and place == self._current:
            self.opened.emit(self._tiles[place].key)

    def event(self, event: QEvent) -> bool:
        """Tooltips say all of a tile."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._at(QPointF(event.pos()))
            tip = plain_tip(self._tiles[place].tip) if place >= 0 else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)


def _mix_colours(base: QColor, tone: QColor, share: float) -> QColor:
    """A colour between two."""
    return QColor(*(round(one + (other - one) * share) for one, other in zip(
        (base.red(), base.green(), base.blue()), (tone.red(), tone.green(), tone.blue()),
        strict=True)))
