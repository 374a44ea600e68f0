"""Bars side by side, with what is left over or was expected; only loaded once a plot is shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QResizeEvent

from larder.app.models.charts import ChartBar
from larder.app.plots.plot import Plot
from larder.app.presentation.sentences import Sentences
from larder.app.window_look import WindowLook

_tr = Sentences("Plots")

WIDTH = 0.8
"""Of a bar, where the next one begins at 1."""
ABOVE = 1.12
"""The axis ends so much higher than the highest bar."""
MOST_MARKS = 8
"""Marks of an axis whose steps are given."""
NAME_GAP = 12
"""Pixels between two names below the bars."""


class BarPlot(Plot):
    """Bars against a line, in the order of their numbers.

    Signals:
        chosen: a bar was clicked, with its number.
    """

    chosen = Signal(int)

    def __init__(self, look: WindowLook) -> None:
        super().__init__(look)
        self.bars: Sequence[ChartBar] = ()
        self._under_mouse = -1
        self.whole = pyqtgraph.BarGraphItem(x=[], height=[], width=WIDTH)
        self.left_over = pyqtgraph.BarGraphItem(x=[], height=[], width=WIDTH)
        self.expected = pyqtgraph.PlotDataItem(connect="pairs")
        self.line = pyqtgraph.InfiniteLine(
            angle=0, label="", labelOpts={"position": 0.99, "anchors": [(1, 1), (1, 1)]})
        self.legend = self.item.addLegend(offset=(-8, 4))
        for part in (self.whole, self.left_over, self.expected, self.line):
            self.item.addItem(part)
        self.item.setMouseEnabled(x=True, y=False)
        self.item.setLimits(xMin=-0.6, yMin=0)
        self.canvas.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self.canvas.scene().sigMouseClicked.connect(self._on_clicked)
        self.canvas.viewport().installEventFilter(self)
        self.item.getViewBox().sigXRangeChanged.connect(lambda *_: self._show_names())
        self.show_colours()

    def show_bars(
        self, bars: Sequence[ChartBar], *, axis: str, show: Callable[[float], str],
        steps: Sequence[float] = (), line: float | None = None, line_text: str = "",
        parts: tuple[str, str, str] = ("", "", ""),
    ) -> None:
        """Show other bars.

        Args:
            bars: from left to right.
            axis: what their height counts.
            show: says a height in words and figures.
            steps: from one mark of the axis to the next, the least of which that leaves room is
                taken, so that `show` says each mark exactly; none for steps of ten.
            line: height of a line across all of them, None for no line.
            line_text: what that is.
            parts: names of what is whole, left over and expected, "" for what no bar has.
        """
        self.bars = bars
        self._under_mouse = -1
        self.whole.setOpts(
            x=list(range(len(bars))), height=[bar.height - bar.left_over for bar in bars])
        left = [(at, bar) for at, bar in enumerate(bars) if bar.left_over]
        self.left_over.setOpts(
            x=[at for at, _ in left], y0=[bar.height - bar.left_over for _, bar in left],
            height=[bar.left_over for _, bar in left])
        told = [(at, bar.expected) for at, bar in enumerate(bars) if bar.expected is not None]
        self.expected.setData(
            [at + side * WIDTH / 2 for at, _ in told for side in (-1, 1)],
            [height for _, height in told for _ in range(2)])
        self.line.setVisible(line is not None)
        self.line.setValue(line or 0)
        self.line.label.setFormat(line_text)
        self.item.setLabel("left", axis)
        self.item.getAxis("left").tickStrings = (
            lambda values, *_: _without_repeats(map(show, values)))
        self._name_parts(parts)
        top = ABOVE * (max((max(bar.height, bar.expected or 0, line or 0) for bar in bars),
                           default=1) or 1)
        self.item.getAxis("left").setTickSpacing(levels=[(next(
            (step for step in steps if top / step <= MOST_MARKS), steps[-1]), 0)]
            if steps else None)
        self.item.setLimits(xMax=len(bars) - 0.4, yMax=top)
        self.item.setRange(xRange=(-0.6, len(bars) - 0.4), yRange=(0, top), padding=0)
        self._show_names()
        self.show_colours()

    def show_colours(self) -> None:
        """Left over is hatched as well: the colour alone would not tell."""
        super().show_colours()
        edge = pyqtgraph.mkPen(self.colour("base"))
        self.whole.setOpts(brush=QBrush(self.colour("bar_note")), pen=edge)
        self.left_over.setOpts(
            brush=QBrush(self.colour("bar_warning"), Qt.BrushStyle.BDiagPattern),
            pen=pyqtgraph.mkPen(self.colour("bar_warning")))
        self.expected.setPen(pyqtgraph.mkPen(self.colour("text"), width=3))
        self.line.setPen(pyqtgraph.mkPen(
            self.colour("text"), width=1, style=Qt.PenStyle.DashLine))
        self.line.label.setColor(self.colour("text"))
        self.line.label.fill = pyqtgraph.mkBrush(self.colour("base"))
        self.legend.setLabelTextColor(self.colour("text"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More names may fit, or fewer."""
        super().resizeEvent(event)
        self._show_names()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The tooltip goes when the mouse does."""
        if event.type() == QEvent.Type.Leave:
            self._under_mouse = -1
        return super().eventFilter(watched, event)

    def place_of(self, number: int) -> QPointF:
        """Return the middle of a bar's column, in pixels of the canvas."""
        height = self.item.getViewBox().viewRange()[1][1]
        scene = self.item.getViewBox().mapViewToScene(QPointF(number, height / 2))
        return QPointF(self.canvas.mapFromScene(scene))

    def _name_parts(self, parts: tuple[str, str, str]) -> None:
        self.legend.clear()
        drawn = (self.whole, self.left_over, self.expected)
        for item, name in zip(drawn, parts, strict=True):
            if name:
                self.legend.addItem(item, name)
        self.legend.setLabelTextColor(self.colour("text"))

    def _show_names(self) -> None:
        """Name all bars: in a line, in two lines each, or in two rows by turns; else some of them.

        Every bar says its name under the mouse, and the axis says where some have none.
        """
        if not self.bars:
            return
        first, last = self.item.getViewBox().viewRange()[0]
        pixels = max(self.item.getViewBox().width() / max(last - first, 1e-6), 1)
        names, rows, step = self._fit_names(pixels)
        self.item.getAxis("bottom").setTicks([[
            (at, "\n" * (names[at].count("\n") + 1) * (at // step % rows) + names[at])
            for at in range(0, len(names), step)]])
        self.item.setLabel("bottom", "" if step == 1 else _tr(
            "Room for the names of %Ln; point at a bar for its name",
            -(-len(names) // step)))
        self.item.getAxis("bottom").showLabel(step > 1)

    def _fit_names(self, pixels: float) -> tuple[Sequence[str], int, int]:
        """Return the names, the rows they take turns in, and the step from one to the next."""
        whole = [bar.name for bar in self.bars]
        broken = [_in_two_lines(name) for name in whole]
        needed = 0
        for names, rows in ((whole, 1), (broken, 1), (broken, 2)):
            needed = NAME_GAP + max(
                self.fontMetrics().horizontalAdvance(line)
                for name in names for line in name.split("\n"))
            if needed <= pixels * rows:
                return names, rows, 1
        return broken, 1, math.ceil(needed / pixels)

    def _at(self, point: QPointF) -> int:
        """The number of the bar in whose column a point of the scene lies, -1 for none."""
        box = self.item.getViewBox()
        if not box.sceneBoundingRect().contains(point):
            return -1
        number = round(box.mapSceneToView(point).x())
        return number if 0 <= number < len(self.bars) else -1

    def _on_mouse_moved(self, point: QPointF) -> None:
        number = self._at(point)
        if number == self._under_mouse:
            return
        self._under_mouse = number
        leads_on = number >= 0 and self.bars[number].bucket is not None
        self.canvas.setCursor(Qt.CursorShape.PointingHandCursor if leads_on
                              else Qt.CursorShape.ArrowCursor)
        self.show_tip(self.canvas.mapFromScene(point), self.bars[number].tip if number >= 0 else "")

    def _on_clicked(self, event: Any) -> None:
        number = self._at(event.scenePos())
        if number >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(number)


def _in_two_lines(name: str) -> str:
    """A name, broken at the space that is nearest to its middle; as it is without a space."""
    spaces = [at for at, sign in enumerate(name) if sign.isspace()]
    if not spaces:
        return name
    at = min(spaces, key=lambda place: abs(place - len(name) / 2))
    return f"{name[:at]}\n{name[at + 1:]}"


def _without_repeats(texts: Iterable[str]) -> list[str]:
    """Texts of an axis; one that says the same as that before it, rounded, is left out."""
    shown: list[str] = []
    last = ""
    for text in texts:
        shown.append("" if text == last else text)
        last = text
    return shown
