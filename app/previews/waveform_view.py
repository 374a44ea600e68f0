"""A waveform as the band its samples run through."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import peak_of, waveform_text
from larder.app.previews.axis import Axis, axis_font, axis_height, paint_axis
from larder.core.queries.preview import WaveformDrawing

HEIGHT = 150
THINNEST = 1.0
"""Pixels; silence is a line, not nothing."""


class WaveformView(QWidget):
    """Loudest sample at the edge, whatever its value; the caption says what that is."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self._drawing: WaveformDrawing | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_drawing(self, drawing: WaveformDrawing) -> str:
        """Draw another waveform; returns what is said of it."""
        self._drawing = drawing
        text = waveform_text(drawing, self._figures)
        self.setAccessibleName(self.tr("Waveform"))
        self.setAccessibleDescription(text)
        self.update()
        return text

    def sizeHint(self) -> QSize:
        """Any width, a height that shows the shape."""
        return QSize(280, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one drawing
        """The band, the line of silence, and the time below."""
        if self._drawing is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        below = axis_height(self.fontMetrics())
        room = whole.adjusted(0, 0, 0, -below)
        self._paint_band(painter, room, self._drawing)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        paint_axis(painter, QRectF(room.left(), room.bottom(), room.width(), below),
                   self._axis(self._drawing), self._figures, self.palette())
        painter.end()

    def _axis(self, drawing: WaveformDrawing) -> Axis:
        if drawing.sample_rate:
            return Axis(drawing.samples / drawing.sample_rate, self.tr("s"))
        return Axis(float(drawing.samples), "")

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
        band = QPolygonF([QPointF(x, y) for x, y in zip(across, highs, strict=True)])
        band += QPolygonF([
            QPointF(x, y) for x, y in zip(reversed(across), reversed(lows), strict=True)])
        accent = palette.color(QPalette.ColorRole.Accent)
        painter.setPen(QPen(accent, 0.5))
        painter.setBrush(accent)
        painter.drawPolygon(band)
