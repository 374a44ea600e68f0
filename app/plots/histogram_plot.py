"""A histogram with a line that is dragged; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyqtgraph
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush

from larder.app.plots.plot import Plot
from larder.app.plots.point_grid import Floats
from larder.app.window_look import WindowLook

STEPS = 50
"""Bars of a histogram."""
ABOVE = 1.12
"""The axis ends so much higher than the highest bar."""


class HistogramPlot(Plot):
    """Bars of equal width; those below the line are hatched.

    Signals:
        moved: the line was dragged, with its place.
    """

    moved = Signal(float)

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        self.counts = np.zeros(0, np.int64)
        self.edges: Floats = np.zeros(1)
        self.above = pyqtgraph.BarGraphItem(x=[], height=[], width=1)
        self.below = pyqtgraph.BarGraphItem(x=[], height=[], width=1)
        self.line = pyqtgraph.InfiniteLine(
            angle=90, movable=True, label="",
            labelOpts={"position": 0.94, "anchors": [(0, 0), (1, 0)]})
        for part in (self.above, self.below, self.line):
            self.item.addItem(part)
        self.item.setMouseEnabled(x=True, y=False)
        self.item.setLimits(yMin=0)
        self.line.sigPositionChanged.connect(self._on_moved)
        self.show_colours()

    def show_values(
        self, values: Floats, *, line: float, axes: tuple[str, str],
        show: tuple[Callable[[float], str], Callable[[float], str]],
    ) -> None:
        """Show how many there are of each value, and a line, which is always seen.

        Args:
            values: ascending, shape (n,).
            line: its place.
            axes: what a value and its count are.
            show: say a value and a count in figures.
        """
        low, high = (float(values[0]), float(values[-1])) if len(values) else (line, line)
        low, high = min(low, line), max(high, line)
        if high <= low:
            low, high = low - 0.5, high + 0.5
        counts, self.edges = np.histogram(values, STEPS, (low, high))
        self.counts = counts.astype(np.int64)
        top = ABOVE * max(int(self.counts.max()), 1)
        for side, name, figure in zip(("bottom", "left"), axes, show, strict=True):
            self.item.setLabel(side, name)
            self.item.getAxis(side).tickStrings = (
                lambda places, *_, figure=figure: list(map(figure, places)))
        margin = (high - low) / STEPS
        first, last = low - margin, high + margin
        self.item.setLimits(xMin=first, xMax=last, yMax=top)
        self.item.setRange(xRange=(first, last), yRange=(0, top), padding=0)
        self.line.blockSignals(True)  # it was not dragged
        self.line.setBounds((first, last))
        self.line.setValue(line)
        self.line.blockSignals(False)
        self.line.label.setFormat(show[0](line))
        self.line.label.updatePosition()
        self._show_bars()

    def show_colours(self) -> None:
        """Bars below the line are hatched as well: the colour alone would not tell."""
        super().show_colours()
        edge = pyqtgraph.mkPen(self.colour("base"))
        self.above.setOpts(brush=QBrush(self.colour("bar_note")), pen=edge)
        self.below.setOpts(
            brush=QBrush(self.colour("bar_warning"), Qt.BrushStyle.BDiagPattern),
            pen=pyqtgraph.mkPen(self.colour("bar_warning")))
        self.line.setPen(pyqtgraph.mkPen(self.colour("text"), width=2))
        self.line.setHoverPen(pyqtgraph.mkPen(self.colour("accent"), width=4))
        self.line.label.setColor(self.colour("text"))
        self.line.label.fill = pyqtgraph.mkBrush(self.colour("base"))

    def _show_bars(self) -> None:
        middles = (self.edges[:-1] + self.edges[1:]) / 2
        width = float(self.edges[1] - self.edges[0]) if len(self.edges) > 1 else 1.0
        is_below = middles < self.line.value()
        for part, of in ((self.above, ~is_below), (self.below, is_below)):
            drawn = of & (self.counts > 0)
            part.setOpts(x=middles[drawn], height=self.counts[drawn], width=width)

    def _on_moved(self) -> None:
        self._show_bars()
        self.moved.emit(float(self.line.value()))
