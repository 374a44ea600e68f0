"""The pixels a vision model is given, as a picture."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout

from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import pixels_text
from larder.app.previews.picture_canvas import PictureCanvas
from larder.core.queries.preview import PixelDrawing

HEIGHT = 236
MARGIN = 6


class PixelView(QFrame):
    """A picture in a frame of fixed height."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self.setObjectName("pictureFrame")
        self._figures = figures
        self.canvas = PictureCanvas()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        layout.addWidget(self.canvas)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_drawing(self, drawing: PixelDrawing) -> str:
        """Draw other pixels; returns what is said of them."""
        text = pixels_text(drawing, self._figures)
        colours = np.ascontiguousarray(drawing.colours)
        height, width = colours.shape[:2]
        image = QImage(colours.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888)
        # Without a copy the picture would go on reading bytes that are freed here.
        self.canvas.show_image(image.convertToFormat(QImage.Format.Format_RGB32), text)
        return text

    def sizeHint(self) -> QSize:
        """Any width, and room for 224 pixels."""
        return QSize(280, HEIGHT)
