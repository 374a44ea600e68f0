"""Points that one can point at, click and catch with a lasso; only loaded once a plot is shown.

A point is looked up in a grid of cells: pyqtgraph's own way asks every point on every move of the
mouse, 151 ms for 100,000. What a lasso holds is read from a picture of its area: one look per point
in place of a comparison with every edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QMouseEvent,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPolygonF,
)
from PySide6.QtWidgets import QGraphicsPathItem

from larder.app.plots.even_points import GroupLook, PointGroup
from larder.app.plots.plot import Plot
from larder.app.plots.point_grid import Floats, Numbers, PointGrid, find_bounds
from larder.app.plots.point_image import PointImage
from larder.app.widgets.widgets import one_a_turn
from larder.app.window_look import WindowLook

REACH = 8
"""Pixels from a point at which the mouse is on it."""
MOST_DRAWN = 2000
"""Points that a drawing has as shapes; more are a picture inside."""
PORTION = 2_500
"""Points that are added or drawn in one turn of the event loop, some 3 ms; more than so many are
one picture, see `point_image`."""

Step = Callable[[], object]


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
        self.is_whole = True
        self.groups: list[PointGroup] = []
        self._coming: list[PointGroup] = []
        self._steps: Iterator[Step] = iter(())
        self._drawn_around: list[QPointF] = []
        self.image = PointImage(self.item.getViewBox(), self.canvas.viewport(), self)
        self.item.addItem(self.image, ignoreBounds=True)
        self.legend = self.item.addLegend(offset=(-8, 4))
        self.legend.setZValue(18)  # it stays readable over points and pictures
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

    def show_groups(self, points: Floats, groups: Numbers, looks: Sequence[GroupLook]) -> None:
        """Draw other points in place of those drawn; many are there after a few turns.

        Args:
            points: shape (n, 2).
            groups: of each, into `looks`, shape (n,).
            looks: the groups, in the order of the legend.
        """
        self._remove(self._coming)
        self._hover(-1)
        moved = not np.array_equal(points, self.points)
        self.points, self._grid = points, PointGrid(points[:0])
        self._coming = [PointGroup(look) for look in looks]
        steps = self._steps = self._draw_points(groups, moved=moved)
        self.is_whole = False
        if len(points) <= PORTION:
            self.finish()
        else:
            one_a_turn(self, self._while_latest(steps))

    def finish(self) -> None:
        """Draw at once the points that wait for their turn."""
        for step in self._steps:
            step()
        self.image.finish()

    def find_view(self) -> tuple[Floats, Floats]:
        """Return the least and the greatest x and y that are to be seen."""
        return find_bounds(self.points)

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
        self.legend.setBrush(pyqtgraph.mkBrush(self.colour("base")))
        self._paint((*self.groups, *self._coming))
        self.image.refresh()

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

    def _draw(self, device: QPaintDevice) -> None:
        """Draw points themselves into pixels: a picture of them is as fine as the screen only."""
        self.finish()
        shown = self.groups if isinstance(device, QImage) and self._is_image else []
        for group in shown:
            group.show_portions(True)
        self.image.setVisible(not shown)
        super()._draw(device)
        for group in shown:
            group.show_portions(False)
        self.image.show()

    @property
    def _is_image(self) -> bool:
        return len(self.points) > PORTION

    def _while_latest(self, steps: Iterator[Step]) -> Iterator[Step]:
        while self._steps is steps and (step := next(steps, None)) is not None:
            yield step

    def _draw_points(self, groups: Numbers, *, moved: bool) -> Iterator[Step]:
        """Steps that draw the points unseen, then show them in place of those before."""
        yield self._begin
        for start in range(0, len(self.points), PORTION):
            yield partial(self._add, slice(start, start + PORTION), groups)
        yield self._make_grid
        yield partial(self._swap, moved=moved)

    def _begin(self) -> None:
        self._paint(self._coming)
        for group in self._coming:
            group.hide()
            self.item.addItem(group)

    def _add(self, portion: slice, groups: Numbers) -> None:
        points, of = self.points[portion], groups[portion]
        for at, group in enumerate(self._coming):
            group.add(points[of == at], as_shapes=not self.is_dense)

    def _make_grid(self) -> None:
        self._grid = PointGrid(self.points)

    def _swap(self, *, moved: bool) -> None:
        self._remove(self.groups)
        self.groups, self._coming = self._coming, []
        self.legend.clear()
        for group in self.groups:
            group.show()
            group.show_portions(not self._is_image)
            group.visibleChanged.connect(self._show_image)  # a click in the legend hides one
            self.legend.addItem(group, group.look.title)
        self.legend.setLabelTextColor(self.colour("text"))
        if moved:
            low, high = self.find_view()
            self.item.setRange(xRange=(low[0], high[0]), yRange=(low[1], high[1]))
        self._show_image()
        self.is_whole = True

    def _show_image(self) -> None:
        self.image.show_portions(
            [portion for group in self.groups if group.isVisible() for portion in group.portions]
            if self._is_image else [])

    def _remove(self, groups: Sequence[PointGroup]) -> None:
        for group in groups:
            self.item.removeItem(group)

    def _paint(self, groups: Sequence[PointGroup]) -> None:
        for group in groups:
            group.paint_as(
                QBrush(self.colour(group.look.role)), pyqtgraph.mkPen(self.colour("base")))

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
