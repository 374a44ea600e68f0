"""A waveform one can zoom, with a part that one can choose; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import Signal

from larder.app.plots.plot import Plot
from larder.app.window_look import WindowLook

FIRST_PART = (0.4, 0.6)
"""Where the part that is chosen begins and ends at first, in shares of the whole."""
CLOSEST = 16
"""Columns that are still in sight at the greatest zoom."""
SHADE = 60
"""Of 255: how much the chosen part is coloured."""


class WavePlot(Plot):
    """A band from the lowest to the highest sample of each column over time.

    Signals:
        part_changed: another part was chosen, with its beginning and its end.
    """

    part_changed = Signal(float, float)

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        self.keep_wheel_for_control()
        self._span = 1.0
        self.band = pyqtgraph.PlotCurveItem()
        self.silence = pyqtgraph.InfiniteLine(angle=0)
        self.part = pyqtgraph.LinearRegionItem(values=FIRST_PART)
        for item in (self.silence, self.band, self.part):
            self.item.addItem(item, ignoreBounds=True)
        self.item.setMouseEnabled(x=True, y=False)
        self.part.sigRegionChanged.connect(
            lambda: self.part_changed.emit(*map(float, self.part.getRegion())))
        self.show_colours()

    def show_wave(
        self, minima: npt.NDArray[np.float32], maxima: npt.NDArray[np.float32], span: float, *,
        axis: str, show: Callable[[float], str],
    ) -> None:
        """Show another wave, whole.

        Args:
            minima: the lowest sample of each column, shape (c,).
            maxima: the highest, likewise.
            span: where it ends; it begins at 0.
            axis: what that is measured in.
            show: says a sample in figures.
        """
        self._span = span or 1.0
        columns = len(minima)
        edges = (np.repeat(np.arange(columns), 2) + 0.5) * self._span / max(columns, 1)
        self.band.setData(edges, np.stack([minima, maxima], axis=1).reshape(-1))
        peak = float(max(np.abs(minima).max(initial=0), np.abs(maxima).max(initial=0))) or 1.0
        self.item.setLabel("bottom", axis)
        self.item.getAxis("left").tickStrings = lambda values, *_: list(map(show, values))
        self.item.setLimits(
            xMin=0, xMax=self._span, minXRange=self._span * CLOSEST / max(columns, CLOSEST),
            yMin=-peak * 1.1, yMax=peak * 1.1)
        self.item.setRange(xRange=(0, self._span), yRange=(-peak * 1.05, peak * 1.05), padding=0)
        self.part.setBounds((0, self._span))
        self.part.setRegion([share * self._span for share in FIRST_PART])

    def zoom_by(self, factor: float) -> None:
        """Zoom in or out around the middle of what is seen."""
        self.item.getViewBox().scaleBy(x=1 / factor)

    def zoom_to_part(self) -> None:
        """Show the chosen part alone."""
        self.item.setXRange(*self.part.getRegion(), padding=0)

    def show_whole(self) -> None:
        """Show all of it."""
        self.item.setXRange(0, self._span, padding=0)

    def show_colours(self) -> None:
        """Take on the theme's colours, also for the band and the chosen part."""
        super().show_colours()
        self.band.setPen(pyqtgraph.mkPen(self.colour("bar_note"), width=1))
        self.silence.setPen(pyqtgraph.mkPen(self.colour("border")))
        shade = self.colour("accent")
        shade.setAlpha(SHADE)
        self.part.setBrush(shade)
        self.part.setHoverBrush(shade)
        for line in self.part.lines:
            line.setPen(pyqtgraph.mkPen(self.colour("accent"), width=2))
            line.setHoverPen(pyqtgraph.mkPen(self.colour("text"), width=3))
