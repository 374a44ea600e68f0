"""Points that all look the same, added in portions; only loaded once a plot is shown.

pyqtgraph lets every point have its own look, and asks each of them for it whenever points or
colours change: 650 ms for 100,000. Here the look is asked for once, and every point gets it. What
is left of the time is pyqtgraph's table of points, so that many are added as several items.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pyqtgraph
from PySide6.QtGui import QBrush, QPen

from larder.app.plots.point_grid import Floats


class GroupLook(NamedTuple):
    """How the points of a group are drawn, and what it is called; `role` is a colour's."""

    title: str
    role: str
    symbol: str
    size: float


class EvenPoints(pyqtgraph.ScatterPlotItem):  # type: ignore[misc]  # it has no types
    """Points of one symbol, size, pen and brush, drawn as copies of one small picture."""

    def updateSpots(self, dataSet: Any = None) -> None:  # noqa: N803 (pyqtgraph's names)
        """Give points the place of their picture; as pyqtgraph where they are drawn as shapes."""
        if not (self.opts["pxMode"] and self.opts["useCache"]):
            super().updateSpots(dataSet)
            return
        points = self.data if dataSet is None else dataSet
        look = tuple(self.opts[part] for part in ("symbol", "size", "pen", "brush"))
        (points["sourceRect"],) = self.fragmentAtlas[[look]]
        self._updateMaxSpotSizes(data=points)
        self.invalidate()


class PointGroup(EvenPoints):
    """Points of one group: an item without points, whose children have a portion of them each."""

    def __init__(self, look: GroupLook) -> None:
        super().__init__(symbol=look.symbol, size=look.size)
        self.look = look
        self.portions: list[EvenPoints] = []

    def add(self, points: Floats, *, as_shapes: bool) -> None:
        """Add a portion of points, shape (n, 2); few are drawn as shapes, which look finer."""
        if len(points):
            portion = EvenPoints(
                x=points[:, 0], y=points[:, 1], symbol=self.look.symbol, size=self.look.size,
                pen=self.opts["pen"], brush=self.opts["brush"], useCache=not as_shapes)
            portion.setParentItem(self)
            self.portions.append(portion)

    def show_portions(self, are_shown: bool) -> None:
        """Show the points themselves, or leave them to an image; the legend shows the group."""
        for portion in self.portions:
            portion.setVisible(are_shown)

    def paint_as(self, brush: QBrush, pen: QPen) -> None:
        """Draw all of them with other colours."""
        for part in (self, *self.portions):
            part.setBrush(brush)
            part.setPen(pen)
