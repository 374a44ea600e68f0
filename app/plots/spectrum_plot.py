"""Features over time, with axes and a bar of their colours; only loaded once a plot is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF

from larder.app.plots.plot import Plot
from larder.app.window_look import WindowLook

BAR_WIDTH = 12
SHADES = 256
MARKS = (0.03, 0.25, 0.5, 0.75, 0.97)
"""Where the bar of colours is marked, in shares; at its very ends figures would be cut."""


class SpectrumPlot(Plot):
    """A picture of shades on two axes; a tooltip says what is under the mouse."""

    def __init__(self, look: WindowLook, colours: Sequence[tuple[int, int, int]]) -> None:
        """Make it; `colours` are those of 256 shades, red, green and blue."""
        super().__init__(look)
        self.keep_wheel_for_control()
        self.shades: npt.NDArray[np.uint8] = np.zeros((1, 1), np.uint8)
        self._extent = (1.0, 1.0)
        self._tip: Callable[[float, float, int], str] = lambda *_: ""
        scale = pyqtgraph.ColorMap(np.linspace(0, 1, SHADES), np.array(colours, np.uint8))
        self.leave_room_above()
        self.image = pyqtgraph.ImageItem(axisOrder="row-major")
        self.item.addItem(self.image)
        self.bar = pyqtgraph.ColorBarItem(
            values=(0, SHADES - 1), colorMap=scale, interactive=False, width=BAR_WIDTH)
        self.bar.setImageItem(self.image, insert_in=self.item)
        self.bar.axis.enableAutoSIPrefix(False)
        self.bar.axis.setWidth(None)  # as wide as its figures; pyqtgraph leaves out wider ones
        self.canvas.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.canvas.viewport().installEventFilter(self)
        self.show_colours()

    def show_shades(
        self, shades: npt.NDArray[np.uint8], extent: tuple[float, float],
        ends: tuple[float, float], *, axes: tuple[str, str], show: Callable[[float], str],
        tip: Callable[[float, float, int], str],
    ) -> None:
        """Show another picture, whole.

        Args:
            shades: shape (bands, frames), the first row the highest band.
            extent: where the horizontal and the vertical axis end; both begin at 0.
            ends: the values of the first and the last shade.
            axes: what both axes are measured in.
            show: says a value in figures.
            tip: says what is at a place of both axes, which has that shade.
        """
        self.shades, self._extent, self._tip = shades, extent, tip
        self.image.setImage(shades[::-1], autoLevels=False, levels=(0, SHADES - 1))
        self.image.setRect(QRectF(0, 0, *extent))
        low, high = ends

        self.bar.axis.setTicks([[
            (share * (SHADES - 1), show(low + (high - low) * share)) for share in MARKS]])
        for side, name in zip(("bottom", "left"), axes, strict=True):
            self.item.setLabel(side, name)
        self.item.setLimits(xMin=0, xMax=extent[0], yMin=0, yMax=extent[1])
        self.item.setRange(xRange=(0, extent[0]), yRange=(0, extent[1]), padding=0)

    def zoom_by(self, factor: float) -> None:
        """Zoom in or out around the middle of what is seen."""
        self.item.getViewBox().scaleBy(s=(1 / factor, 1 / factor))

    def show_whole(self) -> None:
        """Show all of it."""
        self.item.setRange(
            xRange=(0, self._extent[0]), yRange=(0, self._extent[1]), padding=0)

    def show_colours(self) -> None:
        """Take on the theme's colours, also for the bar."""
        super().show_colours()
        self.bar.axis.setPen(self.colour("border"))
        self.bar.axis.setTextPen(self.colour("text"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The tooltip goes when the mouse does."""
        if event.type() == QEvent.Type.Leave:
            self.show_tip(QPoint(), "")
        return super().eventFilter(watched, event)

    def _on_mouse_moved(self, point: QPointF) -> None:
        box = self.item.getViewBox()
        there = box.mapSceneToView(point)
        across, down = there.x() / self._extent[0], there.y() / self._extent[1]
        if not (box.sceneBoundingRect().contains(point) and 0 <= across < 1 and 0 <= down < 1):
            self.show_tip(QPoint(), "")
            return
        bands, frames = self.shades.shape
        shade = int(self.shades[bands - 1 - int(down * bands), int(across * frames)])
        self.show_tip(self.canvas.mapFromScene(point), self._tip(there.x(), there.y(), shade))
