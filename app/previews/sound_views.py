"""Drawings of sound over time: a waveform as a band, features as a picture."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QFont,
    QFontMetrics,
    QImage,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
    qRgb,
)
from PySide6.QtWidgets import QSizePolicy

from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import peak_of, sound_text, waveform_text
from larder.app.widgets.widgets import PaintedView
from larder.core.queries.preview import SoundDrawing, WaveformDrawing

TICK = 4
ROOM_PER_LABEL = 2.5
"""Labels take at most one part in so many of the line, so that they stay apart."""

THINNEST = 1.0
"""Pixels; silence is a line, not nothing."""

Drawn = TypeVar("Drawn", WaveformDrawing, SoundDrawing)

STOPS = (
    (0.00, 10, 9, 24), (0.20, 52, 24, 92), (0.40, 122, 36, 118), (0.60, 196, 62, 92),
    (0.80, 242, 134, 62), (1.00, 252, 240, 180))
"""Place of a shade between 0 and 1, with its red, green and blue: near black over violet and orange
to light yellow. Lightness grows steadily from stop to stop, so that the order of shades is seen by
those too who tell few hues apart, and on light and dark windows alike."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Horizontal axis of a drawing.

    Attributes:
        span: its end; it begins at 0.
        unit: written after the last figure, "" for none.
    """

    span: float
    unit: str

    def text(self, figures: Figures) -> str:
        """Where it ends, such as "8.3 s"."""
        return f"{figures.number(self.span)} {self.unit}".strip()


def axis_height(metrics: QFontMetrics) -> int:
    """Pixels that an axis takes."""
    return metrics.height() + TICK + 2


def axis_font(font: QFont) -> QFont:
    """A little smaller than the text around."""
    small = QFont(font)
    if font.pointSizeF() > 0:
        small.setPointSizeF(font.pointSizeF() * 0.85)
    return small


def steps(span: float, most: int) -> list[float]:
    """Round figures from 0 to `span`, at most `most` of them beside 0: steps of 1, 2 or 5."""
    if span <= 0 or most < 1 or not math.isfinite(span):
        return [0.0]
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    return [number * step for number in range(int(span / step + 1e-6) + 1)]


def paint_axis(
    painter: QPainter, room: QRectF, axis: Axis, figures: Figures, palette: QPalette,
) -> None:
    """Ticks and figures, from the left of `room` to its right."""
    painter.save()
    painter.setFont(axis_font(painter.font()))
    metrics = painter.fontMetrics()
    widest = metrics.horizontalAdvance(f"{figures.number(axis.span)} {axis.unit}")
    most = max(1, int(room.width() / (widest * ROOM_PER_LABEL)))
    places = steps(axis.span, most)
    for place in places:
        x = room.left() + (room.width() * place / axis.span if axis.span > 0 else 0.0)
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.top() + TICK))
        unit = f" {axis.unit}" if axis.unit and place == places[-1] else ""
        text = f"{figures.number(place)}{unit}"
        width = metrics.horizontalAdvance(text) + 2
        left = min(max(x - width / 2, room.left()), room.right() - width)
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(QRectF(left, room.top() + TICK, width, room.height() - TICK),
                         Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
    painter.restore()


class _OverTime(PaintedView, Generic[Drawn]):
    """Base class for drawings over an axis.

    Attributes:
        height_wanted: height in pixels; the width is free.
        axis_gap: pixels between the drawing and its axis.
    """

    role = QAccessible.Role.Chart
    height_wanted: ClassVar[int]
    axis_gap: ClassVar[int] = 0

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self._drawing: Drawn | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _show(self, drawing: Drawn, name: str, text: str) -> str:
        self._drawing = drawing
        self.tell(name, text, self._axis(drawing).text(self._figures))
        self.update()
        return text

    def sizeHint(self) -> QSize:
        """Any width, a height that shows the shape."""
        return QSize(280, self.height_wanted)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one drawing
        """The drawing, and the time below."""
        if self._drawing is None:
            return
        painter = QPainter(self)
        below = axis_height(self.fontMetrics())
        room = QRectF(self.rect()).adjusted(1, 1, -1, -1 - below)
        self._paint(painter, room, self._drawing)
        paint_axis(painter, QRectF(room.left(), room.bottom() + self.axis_gap, room.width(), below),
                   self._axis(self._drawing), self._figures, self.palette())
        painter.end()

    def _axis(self, drawing: Drawn) -> Axis:
        raise NotImplementedError

    def _paint(self, painter: QPainter, room: QRectF, drawing: Drawn) -> None:
        raise NotImplementedError


class WaveformView(_OverTime[WaveformDrawing]):
    """Loudest sample at the edge, whatever its value; the caption says what that is."""

    height_wanted = 150

    def show_drawing(self, drawing: WaveformDrawing) -> str:
        """Draw another waveform; returns what is said of it."""
        return self._show(drawing, self.tr("Waveform"), waveform_text(drawing, self._figures))

    def _axis(self, drawing: WaveformDrawing) -> Axis:
        if drawing.sample_rate:
            return Axis(drawing.samples / drawing.sample_rate, self.tr("s"))
        return Axis(float(drawing.samples), "")

    def _paint(self, painter: QPainter, room: QRectF, drawing: WaveformDrawing) -> None:
        """The band and the line of silence."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_band(painter, room, drawing)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    def _paint_band(self, painter: QPainter, room: QRectF, drawing: WaveformDrawing) -> None:
        palette = self.palette()
        middle = room.center().y()
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
        painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle))
        columns = len(drawing.minima)
        if not columns:
            painter.setFont(axis_font(painter.font()))
            return
        scale = (room.height() / 2 - 2) / (peak_of(drawing) or 1.0)
        wide = room.width() / columns
        highs = [middle - float(high) * scale for high in drawing.maxima]
        lows = [max(middle - float(low) * scale, high + THINNEST)
                for low, high in zip(drawing.minima, highs, strict=True)]
        across = [room.left() + wide * (column + 0.5) for column in range(columns)]
        band = QPolygonF([
            QPointF(x, y) for x, y in zip(
                [*across, *reversed(across)], [*highs, *reversed(lows)], strict=True)])
        accent = palette.color(QPalette.ColorRole.Accent)
        painter.setPen(QPen(accent, 0.5))
        painter.setBrush(accent)
        painter.drawPolygon(band)


@functools.cache
def shade_colours() -> tuple[int, ...]:
    """The colour of each of 256 shades, for an indexed picture."""
    places = np.linspace(0.0, 1.0, 256)
    stops = np.array(STOPS)
    red, green, blue = (
        np.rint(np.interp(places, stops[:, 0], stops[:, channel])).astype(int)
        for channel in (1, 2, 3))
    return tuple(qRgb(int(r), int(g), int(b)) for r, g, b in zip(red, green, blue, strict=True))


class SpectrogramView(_OverTime[SoundDrawing]):
    """Fills its width, whatever the number of frames."""

    height_wanted = 180
    axis_gap = 1

    def __init__(self, figures: Figures) -> None:
        super().__init__(figures)
        self.image = QImage()

    def show_drawing(self, drawing: SoundDrawing) -> str:
        """Draw other features; returns what is said of them."""
        self.image = _image_of(drawing)
        text = sound_text(drawing, self._figures)
        return self._show(drawing, self.tr("Features over time"), text)

    def _paint(self, painter: QPainter, room: QRectF, drawing: SoundDrawing) -> None:  # noqa: ARG002
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(room, self.image)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1))
        painter.drawRect(room)

    def _axis(self, drawing: SoundDrawing) -> Axis:
        if drawing.frame_s:
            return Axis(drawing.frames * drawing.frame_s, self.tr("s"))
        return Axis(float(drawing.frames), self.tr("frames"))


def _image_of(drawing: SoundDrawing) -> QImage:
    shades = np.ascontiguousarray(drawing.shades)
    height, width = shades.shape
    image = QImage(shades.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable(list(shade_colours()))
    # Without a copy the picture would go on reading bytes that are freed here.
    return image.convertToFormat(QImage.Format.Format_RGB32)
