"""A card beside the mouse: the picture of a point of a plot, its name and its caption."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QFrame, QWidget

from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import WrappedLabel, fill_column, make_muted_label

SIDE = 160
"""Pixels of its picture, at most."""

MARGIN = 8
AWAY = QPoint(16, 16)
"""From the point, so that the card does not cover it."""

MOST_CHARACTERS = 200
"""Of a caption; the inspector shows all of it."""


class PointCard(QFrame):
    """A card over its page; the mouse goes through it."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self.picture, self._name = PlainLabel(), WrappedLabel()
        self._remark, self._caption = WrappedLabel(), make_muted_label()
        font = self._name.font()
        font.setBold(True)
        self._name.setFont(font)
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.Box)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(SIDE + 2 * MARGIN + 2 * self.frameWidth())
        self._column = fill_column(
            self, self.picture, self._name, self._remark, self._caption,
            margins=(MARGIN, MARGIN, MARGIN, MARGIN), spacing=4)
        self.hide()

    def show_point(
        self, image: QImage | None, name: str, remark: str, caption: str, at: QPoint,
    ) -> None:
        """Show a point.

        Args:
            image: its picture, None while that is not there.
            name: of the picture.
            remark: what is to be said of it, "" for nothing.
            caption: the beginning of its caption, "" for none.
            at: where the point is on the page.
        """
        self.picture.setVisible(image is not None)
        if image is not None:
            self.picture.setPixmap(QPixmap.fromImage(image.scaled(
                SIDE, SIDE, Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation)))
        texts = (self._name, name), (self._remark, remark), (
            self._caption, caption[:MOST_CHARACTERS])
        for label, text in texts:
            label.setText(text)
            label.setVisible(bool(text))
        # A label that wraps knows its height only for a width.
        self._column.activate()
        self.resize(self.width(), self._column.heightForWidth(self.width()))
        page = self._page
        beside = at + AWAY
        if beside.x() + self.width() > page.width():
            beside.setX(at.x() - AWAY.x() - self.width())
        beside.setY(min(beside.y(), page.height() - self.height()))
        self.move(max(beside.x(), 0), max(beside.y(), 0))
        self.show()
        self.raise_()
