"""A cached picture beside its source: side by side or one over the other, all at one scale.

Source, latent, mask and conditioning picture are of the same crop, so one zoom and one place hold
for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from larder.app.presentation.figures import Figures
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.preview_texts import is_all_trained, latent_text
from larder.app.previews.sound_views import axis_font
from larder.app.widgets.controls import CalmCombo
from larder.app.widgets.widgets import PaintedView, fill_column, fill_layout
from larder.core.queries.preview import LatentDrawing

LARGEST_ZOOM = 16.0
ZOOM_STEP = 1.25
GAP = 6
"""Pixels between panes."""

HEIGHT = 236
BARS_HEIGHT = 34
SWIPE_STEP = 0.05
EDGE_MOVES = {Qt.Key.Key_Left: -SWIPE_STEP, Qt.Key.Key_Right: SWIPE_STEP}
TITLE_ROOM = 2


@dataclass(frozen=True, slots=True)
class Pane:
    """One picture.

    Attributes:
        title: written below it.
        image: of whatever size; all panes of a canvas show the same crop.
    """

    title: str
    image: QImage


def image_of(levels: npt.NDArray[np.uint8]) -> QImage:
    """RGB [h, w, 3] or grey [h, w] as an image that owns its pixels."""
    height, width = levels.shape[:2]
    is_grey = levels.ndim == 2
    kept = np.ascontiguousarray(levels).tobytes()
    image = QImage(
        kept, width, height, width if is_grey else 3 * width,
        QImage.Format.Format_Grayscale8 if is_grey else QImage.Format.Format_RGB888)
    # Without a copy the picture would go on reading bytes that are freed here.
    return image.convertToFormat(QImage.Format.Format_RGB32)


class CompareCanvas(PaintedView):
    """Panes at one scale; Ctrl and the wheel zoom, dragging moves all of them.

    Keys: + and - zoom, 0 fits, left and right move the edge where one lies over the other.

    Signals:
        zoomed: how many times as large as fitted they may be shown now.
    """

    zoomed = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.panes: tuple[Pane, ...] = ()
        self.swipes = False
        self.zoom = 1.0
        self.middle = QPointF(0.5, 0.5)
        self.edge = 0.5
        self._aspect = 1.0
        self._grabbed: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setToolTip(self.tr(
            "Ctrl and the wheel zoom, drag to move, 0 fits. In Swipe, drag the edge."))

    def show_panes(self, panes: Sequence[Pane], aspect: float, description: str = "") -> None:
        """Show other pictures.

        Args:
            panes: the source first, where there is one.
            aspect: width by height of what they show.
            description: of all of them.
        """
        if self._aspect != aspect:
            self.fit()
        self.panes, self._aspect = tuple(panes), aspect
        self.tell(", ".join(pane.title.replace("\n", ", ") for pane in panes), description)
        self._tell_part()

    def set_swipes(self, swipes: bool) -> None:
        """Lay the second pane over the first, or both beside each other."""
        self.swipes = swipes
        self.setCursor(Qt.CursorShape.SplitHCursor if self.is_swiping
                       else Qt.CursorShape.ArrowCursor)
        self._tell_part()

    @property
    def is_swiping(self) -> bool:
        """True if two panes overlay each other."""
        return self.swipes and len(self.panes) > 1

    def fit(self) -> None:
        """The whole crop in each pane."""
        self.zoom, self.middle = 1.0, QPointF(0.5, 0.5)
        self._tell_part()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom in or out, keeping the place under `at`, in shares of the crop."""
        zoom = min(max(self.zoom * factor, 1.0), LARGEST_ZOOM)
        if at is not None:
            self.middle = at + (self.middle - at) * (self.zoom / zoom)
        self.zoom = zoom
        self._keep_inside()

    def rooms(self) -> list[QRectF]:
        """Where each pane lies: as many beside each other as makes them largest."""
        count = 1 if self.is_swiping else len(self.panes)
        title = self._title_height()
        best: list[QRectF] = []
        for across in range(1, count + 1):
            down = -(-count // across)
            width = (self.width() - GAP * (across - 1)) / across
            height = (self.height() - GAP * (down - 1)) / down - title
            shown_width = min(width, height * self._aspect)
            if (best and shown_width <= best[0].width()) or shown_width <= 0:
                continue
            shown_height = shown_width / self._aspect
            # Facts below a picture need the room beside it.
            wide = width if self._title_lines() > 1 else shown_width
            left = (self.width() - across * wide - GAP * (across - 1) + wide - shown_width) / 2
            top = (self.height() - down * (shown_height + title) - GAP * (down - 1)) / 2
            best = [QRectF(
                left + (at % across) * (wide + GAP),
                top + (at // across) * (shown_height + title + GAP), shown_width, shown_height)
                for at in range(count)]
        return best

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one drawing
        """Each pane's part of the crop, and its title."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setFont(axis_font(self.font()))
        rooms = self.rooms()
        if rooms and self.is_swiping:
            self._paint_swipe(painter, rooms[0])
        else:
            across = len({room.left() for room in rooms})
            slot = (self.width() - GAP * (across - 1)) / max(across, 1) \
                if self._title_lines() > 1 else 0.0
            for at, room in enumerate(rooms[:len(self.panes)]):
                image, part = self._drawn(at, room)
                painter.drawImage(room, image, part)
                self._write(painter, room, self._title(at), Qt.AlignmentFlag.AlignHCenter, slot)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_swipe(self, painter: QPainter, room: QRectF) -> None:
        at = room.left() + room.width() * self.edge
        image, part = self._drawn(1, room)
        painter.drawImage(room, image, part)
        painter.save()
        painter.setClipRect(QRectF(room.left(), room.top(), at - room.left(), room.height()))
        image, part = self._drawn(0, room)
        painter.drawImage(room, image, part)
        painter.restore()
        painter.setPen(QPen(Qt.GlobalColor.black, 3))
        painter.drawLine(QPointF(at, room.top()), QPointF(at, room.bottom()))
        painter.setPen(QPen(Qt.GlobalColor.white, 1))
        painter.drawLine(QPointF(at, room.top()), QPointF(at, room.bottom()))
        self._write(painter, room, self._title(0), Qt.AlignmentFlag.AlignLeft)
        self._write(painter, room, self._title(1), Qt.AlignmentFlag.AlignRight)

    def _write(
        self, painter: QPainter, room: QRectF, text: str, side: Qt.AlignmentFlag,
        slot: float = 0.0,
    ) -> None:
        """Write the lines of a title below a pane, in a slot that may be wider."""
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        metrics = painter.fontMetrics()
        wide = QRectF(room)
        if side == Qt.AlignmentFlag.AlignHCenter and slot > room.width():
            wide.adjust((room.width() - slot) / 2, 0, (slot - room.width()) / 2, 0)
        for number, line in enumerate(text.splitlines()):
            shown = metrics.elidedText(line, Qt.TextElideMode.ElideMiddle, int(wide.width()))
            painter.drawText(
                QRectF(wide.left(), room.bottom() + TITLE_ROOM + number * metrics.height(),
                       wide.width(), metrics.height()),
                side | Qt.AlignmentFlag.AlignTop, shown)

    def _title_height(self) -> int:
        return self.fontMetrics().height() * self._title_lines() + TITLE_ROOM

    def _title_lines(self) -> int:
        return max([1, *(len(pane.title.splitlines()) for pane in self.panes)])

    def _drawn(self, at: int, room: QRectF) -> tuple[QImage, QRectF]:  # noqa: ARG002 - see loupe
        """The image of a pane, and the part of it that is drawn into `room`."""
        image = self.panes[at].image
        return image, self._part(image)

    def _title(self, at: int) -> str:
        """The text below a pane."""
        return self.panes[at].title

    def _part(self, image: QImage) -> QRectF:
        """The part of an image that is in sight."""
        width, height = image.width() / self.zoom, image.height() / self.zoom
        return QRectF(self.middle.x() * image.width() - width / 2,
                      self.middle.y() * image.height() - height / 2, width, height)

    def _place(self, at: QPointF) -> QPointF | None:
        """A place of the widget in shares of the crop, None outside of the panes."""
        room = next((room for room in self.rooms() if room.contains(at)), None)
        if room is None:
            return None
        across = (at.x() - room.left()) / room.width() - 0.5
        down = (at.y() - room.top()) / room.height() - 0.5
        return self.middle + QPointF(across / self.zoom, down / self.zoom)

    def _keep_inside(self) -> None:
        half = 0.5 / self.zoom
        self.middle = QPointF(min(max(self.middle.x(), half), 1 - half),
                              min(max(self.middle.y(), half), 1 - half))
        self._tell_part()

    def _tell_part(self) -> None:
        """Say how large, and what of it, is to be seen now."""
        text, share = ((self.tr("Edge at %1 %"), self.edge) if self.is_swiping
                       else (self.tr("Zoom %1 %"), self.zoom))
        self.tell_value(text.replace("%1", self.locale().toString(round(100 * share))))
        self.zoomed.emit(self.zoom)
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl; without it the panel scrolls."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        factor = ZOOM_STEP if event.angleDelta().y() > 0 else 1 / ZOOM_STEP
        self.zoom_by(factor, self._place(event.position()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the pictures, or of the edge."""
        self._grabbed = event.position()
        self._drag_edge(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move what was taken hold of."""
        rooms = self.rooms()
        if self._grabbed is None or not rooms:
            return
        if self.is_swiping:
            self._drag_edge(event.position())
            return
        moved = event.position() - self._grabbed
        self._grabbed = event.position()
        self.middle -= QPointF(moved.x() / (rooms[0].width() * self.zoom),
                               moved.y() / (rooms[0].height() * self.zoom))
        self._keep_inside()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - any button
        """Release what the pointer grabbed."""
        self._grabbed = None

    def _drag_edge(self, at: QPointF) -> None:
        rooms = self.rooms()
        if self.is_swiping and rooms:
            self.move_edge((at.x() - rooms[0].left()) / rooms[0].width() - self.edge)

    def move_edge(self, by: float) -> None:
        """Show more or less of the source, in shares of the width."""
        self.edge = min(max(self.edge + by, 0.0), 1.0)
        self._tell_part()

    def event(self, event: QEvent) -> bool:
        """Keep the keys that move the edge from the shortcuts of a dialog."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) \
                and self.is_swiping and event.key() in EDGE_MOVES:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom, fit, move the edge."""
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(ZOOM_STEP)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom_by(1 / ZOOM_STEP)
        elif event.key() == Qt.Key.Key_0:
            self.fit()
        elif self.is_swiping and event.key() in EDGE_MOVES:
            self.move_edge(EDGE_MOVES[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


class CompareTools(QWidget):
    """Buttons of a canvas: swipe, zoom out, zoom in."""

    def __init__(self, canvas: CompareCanvas, swipe_tip: str) -> None:
        super().__init__()
        self.swipe = tool_button(self.tr("Swipe"), swipe_tip)
        self.swipe.setCheckable(True)
        self.swipe.toggled.connect(canvas.set_swipes)
        closer = tool_button("+", self.tr("Zoom in"))
        closer.clicked.connect(lambda: canvas.zoom_by(ZOOM_STEP))
        further = tool_button("−", self.tr("Zoom out"))
        further.clicked.connect(lambda: canvas.zoom_by(1 / ZOOM_STEP))
        further.setEnabled(canvas.zoom > 1)
        canvas.zoomed.connect(lambda zoom: further.setEnabled(zoom > 1))
        canvas.zoomed.connect(lambda zoom: closer.setEnabled(zoom < LARGEST_ZOOM))
        self._of_pictures = (self.swipe, further, closer)
        self._line = fill_layout(QHBoxLayout(self), *self._of_pictures, spacing=4)

    def follow_pictures(self, count: int) -> None:
        """Offer what can be done with so many pictures."""
        for button in self._of_pictures:
            button.setVisible(count > 0)
        self.swipe.setEnabled(count > 1)

    def put_first(self, button: QPushButton) -> None:
        """Have another button before the others."""
        self._line.insertWidget(0, button)


def tool_button(text: str, tip: str) -> QPushButton:
    """A small button below a picture."""
    button = QPushButton(text)
    button.setProperty("compact", True)
    button.setAutoDefault(False)
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(tip if len(text) == 1 else text)
    return button


class BarsView(PaintedView):
    """How often each value occurs, from the smallest to the largest."""

    role = QAccessible.Role.Chart

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self._counts = np.zeros(0, np.int64)
        self._ends = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, counts: npt.NDArray[np.int64], low: float, high: float) -> None:
        """Show the counts of another latent, with its lowest and highest value."""
        self._counts = counts
        self._ends = (self._figures.number(low), self._figures.number(high))
        text = self.tr("Values of the latent, from %1 to %2")
        text = text.replace("%1", self._ends[0]).replace("%2", self._ends[1])
        step = (high - low) / max(len(counts), 1)
        most = low + step * int(counts.argmax()) if len(counts) else low
        value = self.tr("most of them from %1 to %2").replace("%1", self._figures.number(most))
        self.tell(text, text, value.replace("%2", self._figures.number(most + step)))
        self.setToolTip(plain_tip(text))
        self.setVisible(bool(counts.sum()))
        self.update()

    def sizeHint(self) -> QSize:
        """Any width, a height that shows the shape."""
        return QSize(200, BARS_HEIGHT + self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one drawing
        """Bars on a line, and where it ends."""
        painter = QPainter(self)
        highest = max(int(self._counts.max(initial=0)), 1)
        wide = self.width() / max(len(self._counts), 1)
        colour = self.palette().color(QPalette.ColorRole.Accent)
        for at, count in enumerate(self._counts.tolist()):
            tall = BARS_HEIGHT * count / highest
            painter.fillRect(
                QRectF(at * wide, BARS_HEIGHT - tall, max(wide - 1, 1.0), tall), colour)
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        painter.drawLine(QPointF(0, BARS_HEIGHT), QPointF(self.width(), BARS_HEIGHT))
        painter.setFont(axis_font(self.font()))
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        room = QRectF(0, BARS_HEIGHT + 1, self.width(), self.height() - BARS_HEIGHT)
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft, self._ends[0])
        painter.drawText(room, Qt.AlignmentFlag.AlignRight, self._ends[1])
        painter.end()


class LatentValues(Protocol):
    """Shows the values of a latent in more detail than bars do."""

    @property
    def widget(self) -> QWidget:
        """The widget to lay out."""

    def show_drawing(self, drawing: LatentDrawing) -> None:
        """Show the values of another latent."""


class LatentView(QFrame):
    """The panes, what they can be done with, and the values.

    Signals:
        shown_wanted: another payload of the entry is to be shown; its name relative to the store.
        decoding_wanted: the VAE at hand is to decode it.
    """

    shown_wanted = Signal(str)
    decoding_wanted = Signal()

    def __init__(
        self, figures: Figures, make_values: Callable[[QWidget], LatentValues] | None = None,
    ) -> None:
        """Make it; `make_values` gives what shows the values in the place of the painted bars."""
        super().__init__()
        self._figures = figures
        self._names: tuple[str, ...] = ()
        self.canvas = CompareCanvas()
        self._frame = QFrame()
        self._frame.setObjectName("pictureFrame")
        fill_column(self._frame, self.canvas, margins=(GAP,) * 4)
        self.variation = CalmCombo()
        self.variation.setAccessibleName(self.tr("Cached file"))
        self.variation.activated.connect(lambda at: self.shown_wanted.emit(self._names[at]))
        tools = CompareTools(self.canvas, self.tr(
            "Lays the cached picture over your picture; drag the edge between them."))
        self._tools = tools
        self.swipe = tools.swipe
        self.decode = tool_button(self.tr("Decode"), "")
        self.decode.clicked.connect(self.decoding_wanted)
        tools.put_first(self.decode)
        self.bars = BarsView(figures)
        self._line = fill_layout(QHBoxLayout(), self.variation, None, tools, spacing=4)
        self.values = None if make_values is None else make_values(self.bars)
        shown = self.bars if self.values is None else self.values.widget
        fill_column(self, self._frame, self._line, shown, stretched=self._frame, spacing=6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.canvas.setMinimumHeight(HEIGHT - 2 * GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the tools below the choice where there is no room beside it."""
        super().resizeEvent(event)
        needed = self.variation.sizeHint().width() + self._tools.sizeHint().width()
        self._line.setDirection(
            QHBoxLayout.Direction.LeftToRight if self.width() >= needed + self._line.spacing()
            else QHBoxLayout.Direction.TopToBottom)

    def show_drawing(self, drawing: LatentDrawing) -> str:
        """Show another cached picture; returns what is said of it."""
        panes = [
            Pane(title, image_of(levels)) for title, levels in (
                (self.tr("Picture"), drawing.source),
                (self.tr("Decoded") if drawing.is_decoded else self.tr("Cached"),
                 drawing.latent),
                (self.tr("Cached mask") if drawing.mask_now.size else self.tr("Mask"),
                 drawing.mask[:0] if is_all_trained(drawing) and not drawing.mask_now.size
                 else drawing.mask),
                (self.tr("Mask now"), drawing.mask_now),
                (self.tr("Inpainted from"), drawing.conditioning))
            if levels.size]
        first = next((levels for levels in (drawing.source, drawing.latent, drawing.mask)
                      if levels.size), None)
        aspect = 1.0 if first is None else first.shape[1] / first.shape[0]
        text = latent_text(drawing, self._figures)
        self.canvas.show_panes(panes, aspect, text)
        self.canvas.set_swipes(self.swipe.isChecked())
        self._frame.setVisible(bool(panes))
        self._tools.follow_pictures(len(panes))
        self.decode.setVisible(bool(drawing.vae))
        self.decode.setEnabled(not drawing.is_decoded)
        self.decode.setToolTip(plain_tip(
            self.tr("Loads %1 and decodes the latent.").replace("%1", drawing.vae)))
        self._names = tuple(drawing.names)
        self.variation.clear()
        for at, name in enumerate(self._names):
            shown = self.tr("%1 of %2").replace("%1", self._figures.count(at + 1))
            self.variation.addItem(shown.replace("%2", self._figures.count(len(self._names))))
            self.variation.setItemData(at, plain_tip(name), Qt.ItemDataRole.ToolTipRole)
        self.variation.setCurrentIndex(drawing.shown)
        self.variation.setVisible(len(self._names) > 1)
        self.bars.show_counts(drawing.counts, drawing.low, drawing.high)
        if self.values is not None:
            self.values.show_drawing(drawing)
        return text
