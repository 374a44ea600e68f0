"""Levels over time, a line each; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from larder.app.plots.plot import Plot
from larder.app.plots.point_grid import Floats
from larder.app.window_look import WindowLook

ROLES = ("bar_note", "bar_warning", "bar_good", "error", "text", "muted")
DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine,
          Qt.PenStyle.DashDotLine)
"""Lines differ in dashes beside their colour, which alone would not tell."""
ABOVE = 1.12
"""The axis ends so much higher than the highest level."""
REACH = 10
"""Pixels from a step at which the mouse is on it."""
HOUR_S, DAY_S = 3600, 86_400
TIME_STEPS = tuple(float(step) for step in (
    60, 300, 900, HOUR_S, 3 * HOUR_S, 6 * HOUR_S, DAY_S, 2 * DAY_S, 7 * DAY_S, 30 * DAY_S,
    90 * DAY_S, 365 * DAY_S, 10 * 365 * DAY_S))
"""Seconds from one mark of the axis to the next."""
MOST_MARKS = 6


class StepLine(NamedTuple):
    """One line.

    Attributes:
        times: seconds since 1970, ascending, shape (n,).
        levels: from each time on, shape (n,).
    """

    title: str
    times: Floats
    levels: Floats


class StepPlot(Plot):
    """Lines of levels; the mouse near a step says what it was."""

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        self.lines: list[pyqtgraph.PlotDataItem] = []
        self._places: Floats = np.zeros((0, 2))
        self._tip: Callable[[int], str] = str
        self._under_mouse = -1
        self.legend = self.item.addLegend(offset=(8, 4))  # levels grow to the right
        self.item.setMouseEnabled(x=True, y=False)
        self.item.setLimits(yMin=0)
        self.canvas.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.show_colours()

    def show_lines(
        self, lines: Sequence[StepLine], steps: Floats, *, axis: str,
        show: tuple[Callable[[float], str], Callable[[float], str]], tip: Callable[[int], str],
    ) -> None:
        """Show other lines.

        Args:
            lines: one below the other in the legend.
            steps: time and level of what the mouse may be on, shape (n, 2).
            axis: what levels are.
            show: say a time and a level in figures.
            tip: all that is to be said of a step, by its number.
        """
        for line in self.lines:
            self.item.removeItem(line)
        self.legend.clear()
        self.lines = [pyqtgraph.PlotDataItem(line.times, line.levels, stepMode="right")
                      for line in lines]
        for line, item in zip(lines, self.lines, strict=True):
            self.item.addItem(item)
            self.legend.addItem(item, line.title)
        self._places, self._tip, self._under_mouse = steps, tip, -1
        first = min((float(line.times[0]) for line in lines), default=0.0)
        last = max((float(line.times[-1]) for line in lines), default=1.0)
        top = ABOVE * (max((float(line.levels.max()) for line in lines), default=1.0) or 1.0)
        span = max(last - first, 60.0)
        for side, name, figure in zip(("bottom", "left"), ("", axis), show, strict=True):
            self.item.setLabel(side, name)
            self.item.getAxis(side).tickStrings = (
                lambda places, *_, figure=figure: list(map(figure, places)))
        self.item.getAxis("bottom").setTickSpacing(levels=[(next(
            (step for step in TIME_STEPS if span / step <= MOST_MARKS), TIME_STEPS[-1]), 0)])
        self.item.setLimits(xMin=first - span / 20, xMax=last + span / 20, yMax=top)
        self.item.setRange(
            xRange=(first - span / 20, last + span / 20), yRange=(0, top), padding=0)
        self.show_colours()

    def show_colours(self) -> None:
        """Take on the theme's colours, also for lines and legend."""
        super().show_colours()
        for at, line in enumerate(self.lines):
            line.setPen(pyqtgraph.mkPen(
                self.colour(ROLES[at % len(ROLES)]), width=2, style=DASHES[at % len(DASHES)]))
        self.legend.setLabelTextColor(self.colour("text"))
        self.legend.setBrush(pyqtgraph.mkBrush(self.colour("base")))

    def place_of(self, number: int) -> QPointF:
        """Return where a step is, in pixels of the canvas."""
        scene = self.item.getViewBox().mapViewToScene(QPointF(*self._places[number].tolist()))
        return QPointF(self.canvas.mapFromScene(scene))

    def _on_mouse_moved(self, point: QPointF) -> None:
        number = self._at(point)
        if number != self._under_mouse:
            self._under_mouse = number
            self.show_tip(QPoint() if number < 0 else self.place_of(number).toPoint(),
                          "" if number < 0 else self._tip(number))

    def _at(self, point: QPointF) -> int:
        """Return the number of the step under the mouse, -1 for none."""
        box = self.item.getViewBox()
        room: QRectF = box.sceneBoundingRect()
        if not len(self._places) or not room.contains(point):
            return -1
        (left, right), (low, high) = box.viewRange()
        there = box.mapSceneToView(point)
        pixel = np.array([(right - left) / room.width(), (high - low) / room.height()])
        away = (((self._places - [there.x(), there.y()]) / pixel) ** 2).sum(axis=1)
        nearest = int(away.argmin())
        return nearest if away[nearest] <= REACH**2 else -1
