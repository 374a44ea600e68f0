"""Features over time as a picture: low bands below, loud ones light."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import seconds_text, sound_text
from larder.app.previews.axis import Axis, axis_height, paint_axis
from larder.app.previews.shade_colours import shade_colours
from larder.core.queries.preview import SoundDrawing

HEIGHT = 180


class SpectrogramView(QWidget):
    """Fills its width, whatever the number of frames."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures
        self._drawing: SoundDrawing | None = None
        self._image = QImage()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def image(self) -> QImage:
        """The picture as painted, before it is scaled."""
        return self._image

    def show_drawing(self, drawing: SoundDrawing) -> str:
        """Draw other features; returns what is said of them."""
        self._drawing = drawing
        self._image = _image_of(drawing)
        text = sound_text(drawing, self._figures)
        self.setAccessibleName(self.tr("Features over time"))
        length = drawing.frames * drawing.frame_s
        self.setAccessibleDescription(
            f"{text} · {seconds_text(length, self._figures)}" if length else text)
        self.update()
        return text

    def sizeHint(self) -> QSize:
        """Any width, a height that tells bands apart."""
        return QSize(280, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one picture
        """The picture, and the time below."""
        if self._drawing is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        below = axis_height(self.fontMetrics())
        room = QRectF(self.rect()).adjusted(1, 1, -1, -1 - below)
        painter.drawImage(room, self._image)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1))
        painter.drawRect(room)
        paint_axis(painter, QRectF(room.left(), room.bottom() + 1, room.width(), below),
                   self._axis(self._drawing), self._figures, self.palette())
        painter.end()

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
