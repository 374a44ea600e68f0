"""Pictures as points: hover, click, lasso and rings; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF

from larder.app.plots.plot import Plot
from larder.app.window_look import WindowLook

SYMBOLS = ("o", "s", "t", "d", "star", "x")
"""One per group beside its colour, which alone would not tell."""
POINT = 8
RING = 15
REACH = 9
"""Pixels from a point within which the mouse means it."""
MASK = 1024
"""Pixels of the picture in which a lasso is drawn to look points up."""


class _LassoBox(pyqtgraph.ViewBox):  # type: ignore[misc]
    """Drags draw a lasso while that is switched on, else they move the map."""

    def __init__(self) -> None:
        super().__init__()
        self.lasso = False
        self.drawn: Callable[[QPolygonF, bool], None] = lambda _path, _ended: None
        self._path = QPolygonF()

    def mouseDragEvent(self, event: Any, axis: Any = None) -> None:
        if not self.lasso or event.button() != Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        if event.isStart():
            self._path = QPolygonF([self.mapSceneToView(event.buttonDownScenePos())])
        self._path.append(self.mapSceneToView(event.scenePos()))
        self.drawn(self._path, event.isFinish())


class MapPlot(Plot):
    """Points by place; groups by colour and symbol, rings around odd ones.

    Signals:
        chosen: a point was clicked, with its number.
        picked: points were caught with the lasso, int64 (n,).
        hovered: the mouse is over another point, -1 for none.
    """

    chosen = Signal(int)
    picked = Signal(object)
    hovered = Signal(int)

    def __init__(self, look: WindowLook) -> None:
        self._box = _LassoBox()
        super().__init__(look, self._box)
        self._box.drawn = self._on_lasso
        for axis in ("left", "bottom"):
            self.item.hideAxis(axis)
        self._box.setAspectLocked(True)
        self.points: npt.NDArray[np.float64] = np.zeros((0, 2))
        self._groups: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._titles: Sequence[tuple[str, str]] = ()
        self._odd: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._current = -1
        self._under_mouse = -1
        self.legend = self.item.addLegend(offset=(-8, 4))
        self._drawn: list[Any] = []
        self._rings = pyqtgraph.ScatterPlotItem(size=RING, brush=None, pxMode=True)
        self._marked = pyqtgraph.ScatterPlotItem(size=RING + 4, brush=None, pxMode=True)
        self._lasso = pyqtgraph.PlotDataItem()
        for part in (self._rings, self._marked, self._lasso):
            part.setZValue(10)
            self.item.addItem(part)
        self.canvas.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.canvas.scene().sigMouseClicked.connect(self._on_clicked)
        self.canvas.viewport().installEventFilter(self)
        self.show_colours()

    def show_points(
        self, places: npt.NDArray[np.float64], groups: npt.NDArray[np.int64],
        titles: Sequence[tuple[str, str]], odd: npt.NDArray[np.int64],
    ) -> None:
        """Show other points.

        Args:
            places: shape (n, 2).
            groups: of each, into `titles`, shape (n,).
            titles: names of the groups, and the roles of their colours.
            odd: points with a ring.
        """
        moved = not np.array_equal(places, self.points)
        self.points, self._groups, self._titles, self._odd = places, groups, titles, odd
        self._under_mouse = -1
        if self._current >= len(places):
            self._current = -1
        self.show_colours()
        if moved:
            self._box.autoRange()

    def mark(self, point: int) -> None:
        """Put a ring around the chosen point, -1 for none."""
        self._current = point
        self._show_mark()

    def draw_lasso(self, on: bool) -> None:
        """Have drags draw a lasso in place of moving the map, or not."""
        self._box.lasso = on

    def show_colours(self) -> None:
        """As every plot; groups take the theme's colours, those of states among them."""
        super().show_colours()
        if not hasattr(self, "_marked"):
            return  # called by the base before the parts are made
        for part in self._drawn:
            self.item.removeItem(part)
        self.legend.clear()
        self._drawn = []
        for group, (title, role) in enumerate(self._titles):
            here = self.points[self._groups == group]
            part = pyqtgraph.ScatterPlotItem(
                x=here[:, 0], y=here[:, 1], size=POINT, symbol=SYMBOLS[group % len(SYMBOLS)],
                pen=pyqtgraph.mkPen(self.colour("base")),
                brush=pyqtgraph.mkBrush(self.colour(role)))
            self.item.addItem(part)
            self.legend.addItem(part, title)
            self._drawn.append(part)
        self.legend.setLabelTextColor(self.colour("text"))
        self.legend.setBrush(pyqtgraph.mkBrush(self.colour("base")))
        odd = self.points[self._odd]
        self._rings.setData(
            x=odd[:, 0], y=odd[:, 1], pen=pyqtgraph.mkPen(self.colour("text"), width=2))
        self._lasso.setPen(pyqtgraph.mkPen(self.colour("accent"), width=2))
        self._show_mark()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Nothing is hovered once the mouse has left."""
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().eventFilter(watched, event)

    def place_of(self, point: int) -> QPointF:
        """Return where a point is, in pixels of the canvas."""
        scene = self._box.mapViewToScene(QPointF(*self.points[point].tolist()))
        return QPointF(self.canvas.mapFromScene(scene))

    def _show_mark(self) -> None:
        here = self.points[self._current : self._current + 1] if self._current >= 0 else (
            np.zeros((0, 2)))
        self._marked.setData(
            x=here[:, 0], y=here[:, 1], pen=pyqtgraph.mkPen(self.colour("accent"), width=3))

    def _at(self, scene: QPointF) -> int:
        if not len(self.points) or not self._box.sceneBoundingRect().contains(scene):
            return -1
        here = self._box.mapSceneToView(scene)
        pixel = max(self._box.viewPixelSize())
        apart = np.square(self.points - [here.x(), here.y()]).sum(axis=1)
        nearest = int(apart.argmin())
        return nearest if apart[nearest] <= (REACH * pixel) ** 2 else -1

    def _on_mouse_moved(self, scene: QPointF) -> None:
        self._hover(self._at(scene))

    def _hover(self, point: int) -> None:
        if point != self._under_mouse:
            self._under_mouse = point
            self.hovered.emit(point)

    def _on_clicked(self, event: Any) -> None:
        point = self._at(event.scenePos())
        if point >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(point)

    def _on_lasso(self, path: QPolygonF, ended: bool) -> None:
        if not ended:
            corners = path.toList()
            self._lasso.setData([one.x() for one in corners], [one.y() for one in corners])
            return
        self._lasso.setData([], [])
        caught = points_inside(self.points, path)
        if len(caught):
            self.picked.emit(caught)


def points_inside(
    points: npt.NDArray[np.float64], path: QPolygonF
) -> npt.NDArray[np.int64]:
    """Return the points inside a path, by a picture of it: one look per point, however long it is.

    Args:
        points: shape (n, 2).
        path: in the same coordinates.
    """
    bounds = path.boundingRect()
    if bounds.width() <= 0 or bounds.height() <= 0:
        return np.zeros(0, np.int64)
    image = QImage(QSize(MASK, MASK), QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = QPainter(image)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(Qt.GlobalColor.white))
    painter.scale(MASK / bounds.width(), MASK / bounds.height())
    painter.translate(-bounds.left(), -bounds.top())
    painter.drawPolygon(path)
    painter.end()
    mask = np.frombuffer(image.constBits(), np.uint8).reshape(MASK, image.bytesPerLine())
    grid = np.floor((points - [bounds.left(), bounds.top()])
                    * [MASK / bounds.width(), MASK / bounds.height()]).astype(np.int64)
    inside = ((grid >= 0) & (grid < MASK)).all(axis=1)
    at = np.flatnonzero(inside)
    caught: npt.NDArray[np.int64] = at[mask[grid[at, 1], grid[at, 0]] > 0]
    return caught
