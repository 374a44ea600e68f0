"""Paints one picture."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget


class PictureCanvas(QWidget):
    """An image as large as fits, never larger than it is."""

    def __init__(self) -> None:
        super().__init__()
        self.image: QImage | None = None

    def show_image(self, image: QImage, description: str) -> None:
        """Paint another one; `description` is for those who do not see it."""
        self.image = image
        self.setToolTip(description)
        self.setAccessibleName(description)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one picture
        """In the middle of its room."""
        if self.image is None:
            return
        ratio = self.devicePixelRatio()
        natural = self.image.size() / ratio
        size = natural.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        size = size if size.width() < natural.width() else QSize(natural)
        place = QRect((self.width() - size.width()) // 2, (self.height() - size.height()) // 2,
                      size.width(), size.height())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self.image)
        painter.end()
