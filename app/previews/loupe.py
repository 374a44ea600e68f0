"""A loupe for two pictures: the same spot of both at the size of their pixels, beside each other.

Both are read whole in a pool thread, turned as they are shown. The larger one is drawn pixel by
pixel, and the other enlarged to it: so its missing detail shows at the very same spot. Painting
copies a part of what is in memory already.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QKeyEvent, QMouseEvent, QTransform

from larder.app.pictures.picture_files import read_preview
from larder.app.previews.latent_view import GAP, CompareCanvas
from larder.core.compare.copy_facts import PictureTurn

WHOLE: Final = QSize(1 << 16, 1 << 16)
"""Room for a picture as large as it is."""

MOST_LOUPE_PIXELS: Final = 60_000_000
"""Of one picture: both take 480 MB in memory then."""

SPOT_STEP: Final = 0.04
"""Share of the picture by which an arrow key moves the spot."""

MATRICES: Final = {
    PictureTurn.UPRIGHT: (1, 0, 0, 1), PictureTurn.MIRRORED: (-1, 0, 0, 1),
    PictureTurn.FLIPPED: (1, 0, 0, -1),
    PictureTurn.ROTATED_180: (-1, 0, 0, -1), PictureTurn.ROTATED_90: (0, 1, -1, 0),
    PictureTurn.ROTATED_270: (0, -1, 1, 0), PictureTurn.MIRRORED_90: (0, -1, -1, 0),
    PictureTurn.MIRRORED_270: (0, 1, 1, 0),
}
"""First two rows of what turns an image, as Qt writes them."""

MIDDLE: Final = QPointF(0.5, 0.5)


def turned_image(image: QImage, turn: PictureTurn) -> QImage:
    """Return an image turned by quarters or mirrored; no pixel is scaled."""
    if turn is PictureTurn.UPRIGHT:
        return image
    across, down, across_down, down_down = MATRICES[turn]
    turned = image.transformed(QTransform(across, down, across_down, down_down, 0, 0))
    return turned.convertToFormat(image.format())


def read_whole(file: Path, turn: PictureTurn) -> QImage | None:
    """Return a picture as large as it is, turned; None where it cannot be read or is too large."""
    size = QImageReader(str(file)).size()
    if size.width() * size.height() > MOST_LOUPE_PIXELS:
        return None
    image = read_preview(file, room=WHOLE, most_pixels=MOST_LOUPE_PIXELS).image
    return None if image is None else turned_image(image, turn).convertToFormat(
        QImage.Format.Format_RGB32)


class LoupeCanvas(CompareCanvas):
    """Panes with a loupe over the first two.

    While it is on, the pointer or the arrow keys choose the spot; L and Esc switch it.

    Signals:
        loupe_wanted: whether the loupe is to be on, from the keyboard.
    """

    loupe_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.whole: tuple[QImage, ...] = ()
        self.spot = MIDDLE
        self.setToolTip(self.tr(
            "Ctrl and the wheel zoom, drag to move, 0 fits, L switches the loupe. In Swipe, drag "
            "the edge."))

    @property
    def is_magnifying(self) -> bool:
        """True if the loupe shows pixels."""
        return bool(self.whole)

    def show_whole(self, images: Sequence[QImage]) -> None:
        """Magnify these, the pictures of the first two panes; none ends it."""
        if bool(images) != self.is_magnifying:
            self.setMouseTracking(bool(images))
        self.whole = tuple(images)
        self._tell_part()

    def point_at(self, spot: QPointF) -> None:
        """Magnify another spot, in shares of the picture."""
        self.spot = QPointF(min(max(spot.x(), 0.0), 1.0), min(max(spot.y(), 0.0), 1.0))
        self._tell_part()

    def enlargement(self, at: int) -> float:
        """How many pixels of the screen one of a picture takes across: 1.0 for the larger one."""
        return max(image.width() for image in self.whole) / self.whole[at].width()

    def _drawn(self, at: int, room: QRectF) -> tuple[QImage, QRectF]:
        if at >= len(self.whole):
            return super()._drawn(at, room)
        image = self.whole[at]
        scale = self.enlargement(at) / self.devicePixelRatioF()
        down = scale * self._stretch(at)
        width, height = room.width() / scale, room.height() / down
        return image, QRectF(
            _begin(self.spot.x(), width, image.width()),
            _begin(self.spot.y(), height, image.height()), width, height)

    def rooms(self) -> list[QRectF]:
        """As every canvas; the loupe uses all the room, whatever shape the pictures have."""
        rooms = super().rooms()
        if not self.is_magnifying or self.is_swiping or len(self.panes) != len(self.whole):
            return rooms
        width = (self.width() - GAP * (len(rooms) - 1)) / len(rooms)
        height = self.height() - self._title_height()
        return [QRectF(at * (width + GAP), 0, width, height) for at in range(len(rooms))]

    def _stretch(self, at: int) -> float:
        """How much more a copy is enlarged down than across, where it was cropped a little."""
        largest = max(self.whole, key=QImage.width)
        image = self.whole[at]
        return (largest.height() / image.height()) / (largest.width() / image.width())

    def _title(self, at: int) -> str:
        title = super()._title(at)
        if at >= len(self.whole):
            return title
        scale = self.enlargement(at)
        shown = self.tr("1:1") if scale == 1 else self.tr("enlarged %1 times").replace(
            "%1", self.locale().toString(scale, "f", 1))
        name, *facts = title.splitlines() or [""]
        return "\n".join([f"{name} · {shown}", *facts])

    def _tell_part(self) -> None:
        super()._tell_part()
        if self.is_magnifying:
            text = self.tr("Loupe at %1 % across, %2 % down")
            self.tell_value(text.replace("%1", self.locale().toString(round(100 * self.spot.x())))
                            .replace("%2", self.locale().toString(round(100 * self.spot.y()))))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Magnify what the pointer is over; without the loupe, as every canvas."""
        room = next((room for room in self.rooms() if room.contains(event.position())), None)
        if not self.is_magnifying or (self.is_swiping and event.buttons()):
            super().mouseMoveEvent(event)
        elif room is not None:
            at = event.position() - room.topLeft()
            self.point_at(QPointF(at.x() / room.width(), at.y() / room.height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Switch the loupe, and move its spot."""
        moves = {Qt.Key.Key_Left: QPointF(-SPOT_STEP, 0), Qt.Key.Key_Right: QPointF(SPOT_STEP, 0),
                 Qt.Key.Key_Up: QPointF(0, -SPOT_STEP), Qt.Key.Key_Down: QPointF(0, SPOT_STEP)}
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_L or (key == Qt.Key.Key_Escape and self.is_magnifying):
            self.loupe_wanted.emit(not self.is_magnifying)
        elif self.is_magnifying and key in moves:
            self.point_at(self.spot + moves[key])
        else:
            super().keyPressEvent(event)


def _begin(share: float, shown: float, whole: int) -> float:
    """Where a part with its middle at a share begins, so that it ends inside if it can."""
    if shown >= whole:
        return (whole - shown) / 2
    return min(max(share * whole - shown / 2, 0.0), whole - shown)
