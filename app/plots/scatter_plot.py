"""Points of two sorts on two axes, with a line across; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QPoint, Qt

from larder.app.plots.even_points import GroupLook
from larder.app.plots.point_grid import Floats
from larder.app.plots.point_plot import PointPlot
from larder.app.window_look import WindowLook

SIZE = 7
"""Pixels of a point."""


class ScatterPlot(PointPlot):
    """Points told apart by colour and shape; a tooltip says all that is to be said of one.

    One that is clicked counts as caught.
    """

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        self._tip: Callable[[int], str] = str
        self.line = pyqtgraph.InfiniteLine(
            angle=90, label="", labelOpts={"position": 0.06, "anchors": [(1, 0), (1, 0)]})
        self.item.addItem(self.line)
        self.hovered.connect(self._show_tip_of)
        self.clicked.connect(lambda number: self.caught.emit(np.array([number])))
        self.show_colours()

    def show_points(
        self, points: Floats, is_marked: npt.NDArray[np.bool_], *, tip: Callable[[int], str],
        names: tuple[str, str], axes: tuple[str, str],
        show: tuple[Callable[[float], str], Callable[[float], str]],
        line: float | None = None, line_text: str = "",
    ) -> None:
        """Show other points.

        Args:
            points: x and y, shape (n, 2).
            is_marked: of the second sort, shape (n,).
            tip: all that is to be said of a point, by its number.
            names: of the two sorts.
            axes: what x and y are.
            show: say a value of x and of y in figures.
            line: x of a line across the plot, None for no line.
            line_text: what that is.
        """
        self._tip = tip
        self.line.setVisible(line is not None)
        self.line.setValue(line or 0)
        self.line.label.setFormat(line_text)
        for side, name, figure in zip(("bottom", "left"), axes, show, strict=True):
            axis = self.item.getAxis(side)
            self.item.setLabel(side, name)
            axis.tickStrings = lambda values, *_, figure=figure: list(map(figure, values))
        self.show_groups(points, is_marked.astype(np.int64), (
            GroupLook(names[0], "bar_note", "o", SIZE),
            GroupLook(names[1], "bar_warning", "t1", SIZE + 2)))

    def find_view(self) -> tuple[Floats, Floats]:
        """The line is seen as well, where there is one."""
        low, high = super().find_view()
        if not self.line.isVisible():
            return low, high
        across = self.line.value()
        return (np.array([min(low[0], across), low[1]]), np.array([max(high[0], across), high[1]]))

    def show_colours(self) -> None:
        """Take on the theme's colours, also for the line."""
        super().show_colours()
        self.line.setPen(pyqtgraph.mkPen(self.colour("text"), style=Qt.PenStyle.DashLine))
        self.line.label.setColor(self.colour("text"))

    def _show_tip_of(self, number: int) -> None:
        if number < 0:
            self.show_tip(QPoint(), "")
        else:
            self.show_tip(self.place_of(number).toPoint(), self._tip(number))
