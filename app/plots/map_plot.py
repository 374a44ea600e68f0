"""Pictures as points: groups by colour and symbol, rings; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph

from larder.app.plots.even_points import EvenPoints, GroupLook
from larder.app.plots.point_plot import PointPlot
from larder.app.window_look import WindowLook

SYMBOLS = ("o", "s", "t", "d", "star", "x")
"""One per group beside its colour, which alone would not tell."""
POINT = 8
RING = 15


class MapPlot(PointPlot):
    """Points by place, where only their distances mean something."""

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        for axis in ("left", "bottom"):
            self.item.hideAxis(axis)
        self.item.getViewBox().setAspectLocked(True)
        self._odd: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._current = -1
        self._rings = EvenPoints(size=RING, brush=None, pxMode=True)
        self._marked = EvenPoints(size=RING + 4, brush=None, pxMode=True)
        for part in (self._rings, self._marked):
            part.setZValue(10)
            self.item.addItem(part)
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
        self._odd = odd
        if self._current >= len(places):
            self._current = -1
        self.show_groups(places, groups, [
            GroupLook(title, role, SYMBOLS[at % len(SYMBOLS)], POINT)
            for at, (title, role) in enumerate(titles)])
        self._show_rings()

    def mark(self, point: int) -> None:
        """Put a ring around the chosen point, -1 for none."""
        self._current = point
        self._show_mark()

    def show_colours(self) -> None:
        """As every plot; groups take the theme's colours, those of states among them."""
        super().show_colours()
        self.legend.setBrush(pyqtgraph.mkBrush(self.colour("base")))
        self._show_rings()

    def _show_rings(self) -> None:
        odd = self.points[self._odd]
        self._rings.setData(
            x=odd[:, 0], y=odd[:, 1], pen=pyqtgraph.mkPen(self.colour("text"), width=2))
        self._show_mark()

    def _show_mark(self) -> None:
        here = self.points[self._current : self._current + 1] if self._current >= 0 else (
            np.zeros((0, 2)))
        self._marked.setData(
            x=here[:, 0], y=here[:, 1], pen=pyqtgraph.mkPen(self.colour("accent"), width=3))
