"""Points that one can point at, click and catch with a lasso; only loaded once a plot is shown.

A point is looked up in a grid of cells: pyqtgraph's own way asks every point on every move of the
mouse, 151 ms for 100,000. What a lasso holds is read from a picture of its area: one look per point
in place of a comparison with every edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPainterPath, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem

from larder.app.plots.plot import Plot
from larder.app.window_look import WindowLook

CELLS = 256
"""Of the grid, along each side."""
REACH = 8
"""Pixels from a point at which the mouse is on it."""
MOST_DRAWN = 2000
"""Points that a drawing has as shapes; more are a picture inside."""

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


class PointPlot(Plot):
    """The mouse on n points; plots of this kind draw them.

    Signals:
        hovered: the mouse is over another point, with its number, -1 for none.
        clicked: a point was clicked, with its number.
        caught: points were caught with the lasso, with their numbers, int64, shape (k,).
    """

    hovered = Signal(int)
    clicked = Signal(int)
    caught = Signal(object)

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        self.points: Floats = np.zeros((0, 2))
        self.is_lasso = False
        self._under_mouse = -1
        self._grid = PointGrid(self.points)
        self._drawn_around: list[QPointF] = []
        self.legend = self.item.addLegend(offset=(-8, 4))
        self._outline = QGraphicsPathItem()
        self._outline.setZValue(20)
        self.canvas.scene().addItem(self._outline)
        self.canvas.scene().sigMouseMoved.connect(
            lambda point: self._hover(-1 if self.is_lasso else self._at(point)))
        self.canvas.scene().sigMouseClicked.connect(self._on_clicked)
        self.canvas.viewport().installEventFilter(self)

    @property
    def is_dense(self) -> bool:
        """True if a drawing of all points would be a large file."""
        return len(self.points) > MOST_DRAWN

    def take_points(self, points: Floats) -> None:
        """Have the mouse on other points, shape (n, 2)."""
        self.points, self._grid = points, PointGrid(points)
        self._hover(-1)

    def use_lasso(self, is_used: bool) -> None:
        """Have the mouse draw a lasso in place of moving what is shown."""
        self.is_lasso = is_used
        self.canvas.setCursor(
            Qt.CursorShape.CrossCursor if is_used else Qt.CursorShape.ArrowCursor)

    def show_colours(self) -> None:
        """Take on the theme's colours, also for lasso and legend."""
        super().show_colours()
        self._outline.setPen(pyqtgraph.mkPen(self.colour("accent"), width=2))
        self.legend.setLabelTextColor(self.colour("text"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse for the lasso; nothing is hovered once it has left."""
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        if not self.is_lasso or not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.MouseButtonPress:
            self._drawn_around = [event.position()]
        elif event.type() == QEvent.Type.MouseMove and self._drawn_around:
            self._drawn_around.append(event.position())
            self._outline.setPath(self._lasso())
        elif event.type() == QEvent.Type.MouseButtonRelease and self._drawn_around:
            numbers = self.inside(self._lasso())
            self._drawn_around = []
            self._outline.setPath(QPainterPath())
            if len(numbers):
                self.caught.emit(numbers)
        return True

    def pixels(self) -> Floats:
        """Where the points are on the canvas, in its pixels, shape (n, 2)."""
        box = self.item.getViewBox()
        room: QRectF = box.sceneBoundingRect()
        (left, right), (low, high) = box.viewRange()
        across = room.left() + (self.points[:, 0] - left) / (right - left) * room.width()
        down = room.bottom() - (self.points[:, 1] - low) / (high - low) * room.height()
        return np.stack([across, down], axis=1)

    def place_of(self, number: int) -> QPointF:
        """Return where a point is, in pixels of the canvas."""
        scene = self.item.getViewBox().mapViewToScene(QPointF(*self.points[number].tolist()))
        return QPointF(self.canvas.mapFromScene(scene))

    def inside(self, area: QPainterPath) -> Numbers:
        """Return the numbers of the points in an area of the canvas, int64, shape (k,)."""
        mask = QImage(self.canvas.viewport().size(), QImage.Format.Format_Grayscale8)
        mask.fill(0)
        painter = QPainter(mask)
        painter.fillPath(area, QColor("white"))
        painter.end()
        lines = np.frombuffer(mask.constBits(), np.uint8).reshape(
            mask.height(), mask.bytesPerLine())
        places = self.pixels().round().astype(np.int64)
        is_seen = ((places >= 0) & (places < (mask.width(), mask.height()))).all(axis=1)
        numbers = np.flatnonzero(is_seen)
        caught: Numbers = numbers[lines[places[numbers, 1], places[numbers, 0]] > 0]
        return caught

    def _lasso(self) -> QPainterPath:
        path = QPainterPath()
        path.addPolygon(QPolygonF([*self._drawn_around, self._drawn_around[0]]))
        return path

    def _at(self, point: QPointF) -> int:
        """Return the number of the point under the mouse, -1 for none."""
        box = self.item.getViewBox()
        room: QRectF = box.sceneBoundingRect()
        if not room.contains(point) or not len(self.points):
            return -1
        (left, right), (low, high) = box.viewRange()
        pixel = np.array([(right - left) / room.width(), (high - low) / room.height()])
        there = box.mapSceneToView(point)
        return self._grid.nearest(np.array([there.x(), there.y()]), pixel * REACH)

    def _hover(self, number: int) -> None:
        if number != self._under_mouse:
            self._under_mouse = number
            self.hovered.emit(number)

    def _on_clicked(self, event: Any) -> None:
        number = -1 if self.is_lasso else self._at(event.scenePos())
        if number >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(number)


class PointGrid:
    """Numbers of points by the cell in which they are, n points."""

    def __init__(self, points: Floats) -> None:
        self._points = points
        self._low = points.min(axis=0) if len(points) else np.zeros(2)
        high = points.max(axis=0) if len(points) else np.ones(2)
        self._step = np.maximum((high - self._low) / CELLS, 1e-12)
        cells = self._cells(points)
        keys = cells[:, 1] * CELLS + cells[:, 0]
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def nearest(self, place: Floats, reach: Floats) -> int:
        """Return the number of the point nearest to a place, measured in `reach`; -1 beyond it."""
        near = np.concatenate(list(self._within(place, reach)))
        if not len(near):
            return -1
        away = (((self._points[near] - place) / reach) ** 2).sum(axis=1)
        best = int(away.argmin())
        return int(near[best]) if away[best] <= 1 else -1

    def _within(self, place: Floats, reach: Floats) -> Iterator[Numbers]:
        """Numbers of the points in the cells around a place, cell row by cell row."""
        first, last = self._cells(np.array([place - reach, place + reach]))
        for row in range(int(first[1]), int(last[1]) + 1):
            start, end = np.searchsorted(
                self._keys, (row * CELLS + first[0], row * CELLS + last[0] + 1))
            yield self._order[start:end]

    def _cells(self, points: Floats) -> Numbers:
        return np.clip((points - self._low) / self._step, 0, CELLS - 1).astype(np.int64)
