"""Small pictures in place of points that are near; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from pyqtgraph.graphicsItems.ScatterPlotItem import drawSymbol
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from larder.app.plots.point_grid import Floats

SMALLEST, LARGEST = 40, 112
"""Pixels of a picture's longer side."""

OVERLAP = 2.0
"""A picture's side, in the usual distance to the nearest other one."""

FRAME = 2
RING = 3
GAP = 2
SYMBOL = 11


@dataclass(frozen=True, slots=True)
class PointPicture:
    """One picture and what is drawn around it.

    Attributes:
        colour, symbol: of the group of its point.
        edge: around the symbol.
        rings: around it, the innermost first.
    """

    pixmap: QPixmap
    colour: QColor
    symbol: str
    edge: QPen
    rings: Sequence[QPen] = ()


def choose_side(places: Floats) -> int:
    """Return how large pictures at these places are, in pixels.

    Args:
        places: in pixels, shape (n, 2).
    """
    if len(places) < 2:
        return LARGEST
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return int(np.clip(OVERLAP * np.median(apart.min(axis=1)), SMALLEST, LARGEST))


class PointPictures(QGraphicsItem):
    """Pictures over the points of a plot, in pixels of the box in which those are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self._pictures: Mapping[int, PointPicture] = {}
        self._places: dict[int, QPointF] = {}
        self._side = LARGEST
        self._room = QRectF()
        self.setZValue(15)

    def __len__(self) -> int:
        return len(self._pictures)

    def show_pictures(self, pictures: Mapping[int, PointPicture], side: int) -> None:
        """Show other pictures, by the numbers of their points; the last lie on top."""
        self._pictures, self._side = pictures, side
        self.update()

    def move_to(self, room: QRectF, places: Mapping[int, QPointF]) -> None:
        """Draw pictures at other places.

        Args:
            room: of the plot's points; what is outside is cut.
            places: of their middles, by numbers.
        """
        if room != self._room:
            self.prepareGeometryChange()
            self._room = room
        self._places = dict(places)
        self.update()

    def number_at(self, point: QPointF) -> int:
        """Return the number of the topmost picture there, -1 for none."""
        if not self._room.contains(point):
            return -1
        return next((number for number in reversed(list(self._pictures))
                     if number in self._places and self._box(number).contains(point)), -1)

    def boundingRect(self) -> QRectF:
        """Return the room of the plot's points."""
        return self._room

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002 - Qt's signature
    ) -> None:
        """Paint the pictures, cut at the room."""
        painter.save()
        painter.setClipRect(self._room)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for number, picture in self._pictures.items():
            if number in self._places:
                _paint(painter, self._box(number), picture)
        painter.restore()

    def _box(self, number: int) -> QRectF:
        size = QSizeF(self._pictures[number].pixmap.deviceIndependentSize()).scaled(
            self._side, self._side, Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(QPointF(), size)
        box.moveCenter(self._places[number])
        return box


def _paint(painter: QPainter, box: QRectF, picture: PointPicture) -> None:
    edge = float(FRAME)
    painter.fillRect(box.adjusted(-edge, -edge, edge, edge), picture.colour)
    painter.drawPixmap(box, picture.pixmap, QRectF(picture.pixmap.rect()))
    for pen in picture.rings:
        edge += GAP + RING / 2
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(-edge, -edge, edge, edge))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.bottomLeft())
    drawSymbol(painter, picture.symbol, SYMBOL, picture.edge, QBrush(picture.colour))
    painter.restore()
