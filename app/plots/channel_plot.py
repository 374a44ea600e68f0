"""How the values of a channel lie, beside its median; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt

from larder.app.plots.plot import Plot
from larder.app.window_look import WindowLook

ABOVE = 1.25
"""The axis ends so much higher than the highest bar, which leaves room for the lines' names."""


class ChannelPlot(Plot):
    """A histogram with a line at its median and one at another's; a crosshair follows the mouse."""

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        self.leave_room_above()
        self.counts: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._span = (0.0, 1.0)
        self._tip: Callable[[float, float, int], str] = lambda *_: ""
        self.bars = pyqtgraph.BarGraphItem(x0=[], x1=[], height=[])
        self.median, self.other = (pyqtgraph.InfiniteLine(
            angle=90, label="", labelOpts={"position": at, "anchors": [(0, 0.5), (1, 0.5)]})
            for at in (0.94, 0.84))
        self.across, self.down = (pyqtgraph.InfiniteLine(angle=angle) for angle in (0, 90))
        for part in (self.bars, self.median, self.other, self.across, self.down):
            self.item.addItem(part, ignoreBounds=True)
        self.item.setMouseEnabled(x=False, y=False)
        self.canvas.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.canvas.viewport().installEventFilter(self)
        self._show_crosshair(None)
        self.show_colours()

    def show_counts(
        self, counts: npt.NDArray[np.int64], span: tuple[float, float], *,
        medians: tuple[float, float | None], names: tuple[str, str], axis: str,
        show: Callable[[float], str], tip: Callable[[float, float, int], str],
    ) -> None:
        """Show other values.

        Args:
            counts: in equal steps, shape (n,).
            span: where the first step begins and the last ends.
            medians: of these values, and of what they are compared with, None for nothing.
            names: of both lines.
            axis: what is counted.
            show: says a value in figures.
            tip: says of a step where it begins, where it ends, and how many values it has.
        """
        self.counts, self._tip = counts, tip
        low, high = span if span[1] > span[0] else (span[0] - 0.5, span[1] + 0.5)
        self._span = low, high
        edges = np.linspace(low, high, len(counts) + 1)
        self.bars.setOpts(x0=edges[:-1], x1=edges[1:], height=counts)
        for line, value, name in zip((self.median, self.other), medians, names, strict=True):
            line.setVisible(value is not None and bool(np.isfinite(value)))
            line.setValue(value or 0.0)
            line.label.setFormat(name)
        self.item.setLabel("left", axis)
        self.item.getAxis("bottom").tickStrings = lambda values, *_: list(map(show, values))
        top = ABOVE * max(int(counts.max(initial=0)), 1)
        shown = [value for value in medians if value is not None and np.isfinite(value)]
        self.item.setRange(xRange=(min(low, *shown), max(high, *shown)) if shown else (low, high),
                           yRange=(0, top), padding=0)
        self._show_crosshair(None)

    def show_colours(self) -> None:
        """The other's median is dashed as well: the colour alone would not tell."""
        super().show_colours()
        self.bars.setOpts(brush=self.colour("bar_note"), pen=pyqtgraph.mkPen(self.colour("base")))
        self.median.setPen(pyqtgraph.mkPen(self.colour("text"), width=2))
        self.other.setPen(pyqtgraph.mkPen(
            self.colour("bar_warning"), width=2, style=Qt.PenStyle.DashLine))
        for line in (self.median, self.other):
            line.label.setColor(self.colour("text"))
            line.label.fill = pyqtgraph.mkBrush(self.colour("base"))
        for line in (self.across, self.down):
            line.setPen(pyqtgraph.mkPen(self.colour("muted"), style=Qt.PenStyle.DotLine))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The crosshair goes when the mouse does."""
        if event.type() == QEvent.Type.Leave:
            self._show_crosshair(None)
        return super().eventFilter(watched, event)

    def _on_mouse_moved(self, point: QPointF) -> None:
        box = self.item.getViewBox()
        low, high = self._span
        there = box.mapSceneToView(point)
        if not box.sceneBoundingRect().contains(point) or not low <= there.x() <= high \
                or not len(self.counts):
            self._show_crosshair(None)
            self.show_tip(QPoint(), "")
            return
        step = (high - low) / len(self.counts)
        at = min(int((there.x() - low) / step), len(self.counts) - 1)
        self._show_crosshair(at)
        self.show_tip(self.canvas.mapFromScene(point), self._tip(
            low + at * step, low + (at + 1) * step, int(self.counts[at])))

    def _show_crosshair(self, at: int | None) -> None:
        """Cross the middle of a step at its height; None shows no crosshair."""
        for line in (self.across, self.down):
            line.setVisible(at is not None)
        if at is not None:
            low, high = self._span
            self.down.setValue(low + (at + 0.5) * (high - low) / len(self.counts))
            self.across.setValue(int(self.counts[at]))
