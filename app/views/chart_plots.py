"""The plot beside a chart's table: how it is made, and how it shows the chart's figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from larder.app.models.chart_figures import UsageCharts
from larder.app.models.chart_texts import ChartTexts
from larder.app.models.charts import Chart, tab_text
from larder.app.plots.plot_place import PlotPlace
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices

if TYPE_CHECKING:
    from larder.app.plots.plot import Plot

_tr = Sentences("ChartView")

TIME_STEPS = tuple(
    unit * step for unit, steps in (
        (1, (1, 2, 5, 10, 20, 30)), (60, (1, 2, 5, 10, 20, 30)),
        (3600, (1, 2, 4, 8, 16, 48, 96, 192))) for step in steps)
"""Seconds from one mark of an axis of times to the next."""
WHOLE_TIMES = ((2 * 86_400, 86_400), (3600, 3600), (60, 60))
"""From how many seconds on a duration is said in which unit, seconds as well."""

SHORT_NS = 2 * 86_400 * 10**9
"""A span of so long is marked by the time of day, a longer one by the date."""


class ChartPlot(QObject):
    """The plot of one chart: there once plots are loaded, drawn anew with other figures.

    Signals:
        picked: a bar was clicked.
        caught: points were clicked or caught with the lasso, with their numbers.
        line_moved: the line was dragged, with its place.
    """

    picked = Signal(object)
    caught = Signal(object)
    line_moved = Signal(float)

    def __init__(
        self, chart: Chart, services: WindowServices, texts: ChartTexts, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.chart = chart
        self.services = services
        self.texts = texts
        self.charts = UsageCharts()
        self.place = PlotPlace(services.plots, self._make)
        self._sentence = ""
        self._is_lasso = False
        self.place.made.connect(self._draw)

    @property
    def figures(self) -> Figures:
        """How numbers are said."""
        return self.services.look.figures

    @property
    def has_points(self) -> bool:
        """True if it shows pictures as points, which a lasso may catch."""
        return _PLOTS[self.chart].has_points

    def show(self, charts: UsageCharts, sentence: str) -> None:
        """Draw other figures, which a sentence says."""
        self.charts, self._sentence = charts, sentence
        self._draw()

    def use_lasso(self, is_used: bool) -> None:
        """Have the mouse draw a lasso in place of moving what is shown."""
        self._is_lasso = is_used
        if self.place.plot is not None and self.has_points:
            plot: Any = self.place.plot
            plot.use_lasso(is_used)

    def _make(self) -> Plot:
        plot = _PLOTS[self.chart].make(self)
        if self.has_points and self._is_lasso:
            points: Any = plot
            points.use_lasso(True)
        return plot

    def _draw(self) -> None:
        plot = self.place.plot
        if plot is not None:
            plot.tell(tab_text(self.chart), self._sentence)
            _PLOTS[self.chart].show(self, plot)


class _PlotKind(NamedTuple):
    """How a chart's plot is made, and how it is given the figures."""

    make: Callable[[ChartPlot], Plot]
    show: Callable[[ChartPlot, Any], None]
    has_points: bool = False


def _make_bars(of: ChartPlot) -> Plot:
    from larder.app.plots.bar_plot import BarPlot  # loaded by `PlotPlace`

    plot = BarPlot(of.services.look)
    plot.chosen.connect(lambda number: of.picked.emit(plot.bars[number]))
    return plot


def _make_points(of: ChartPlot) -> Plot:
    from larder.app.plots.scatter_plot import ScatterPlot  # loaded by `PlotPlace`

    plot = ScatterPlot(of.services.look)
    plot.caught.connect(of.caught)
    return plot


def _make_histogram(of: ChartPlot) -> Plot:
    from larder.app.plots.histogram_plot import HistogramPlot  # loaded by `PlotPlace`

    plot = HistogramPlot(of.services.look)
    plot.moved.connect(of.line_moved)
    return plot


def _make_steps(of: ChartPlot) -> Plot:
    from larder.app.plots.step_plot import StepPlot  # loaded by `PlotPlace`

    return StepPlot(of.services.look)


def _show_builds(of: ChartPlot, plot: Any) -> None:
    """Draw them by their dates; the table has the latest first."""
    bars = of.texts.bars(Chart.BUILDS, of.charts)
    plot.show_bars(bars[::-1], axis=_tr("Time"), steps=TIME_STEPS,
                   show=lambda time: _time_mark(of.figures, time),
                   parts=(_tr("Took"), "", _tr("Expected")))


def _show_ages(of: ChartPlot, plot: Any) -> None:
    plot.show_bars(of.texts.bars(Chart.AGES, of.charts), axis=_tr("Space used"),
                   show=lambda size: of.figures.bytes(int(size)))


def _show_buckets(of: ChartPlot, plot: Any) -> None:
    """Draw them by their sizes, whatever the table is sorted by."""
    usage = of.charts.usage
    batch = usage.batch_size
    plot.show_bars(
        of.texts.bars(Chart.BUCKETS, of.charts),
        axis=_tr("Pictures in the first epoch") if usage.has_other_turns else _tr("Pictures"),
        show=lambda count: of.figures.count(int(count)),
        line=batch, line_text="" if batch is None else _tr("A batch of %Ln", batch),
        parts=("", "", "") if batch is None
        else (_tr("Fill batches"), _tr("Left out of each epoch"), ""))


def _show_scales(of: ChartPlot, plot: Any) -> None:
    scales = of.charts.scales
    if scales is None:
        return

    def tip(number: int) -> str:
        snapshot = of.services.session.snapshot
        if snapshot is None or snapshot.digest != scales.digest:
            return ""
        row = int(scales.entry[scales.known[number]])
        power, cropped = scales.points[number].tolist()
        return of.texts.buckets.point_tip(
            of.services.look.names.file(snapshot.entries.name[row]), 2 ** power, cropped)

    plot.show_points(
        scales.points, scales.points[:, 0] > 0, tip=tip,
        names=(_tr("Scaled down"), _tr("Scaled up")), axes=(_tr("Scaled to"), _tr("Cropped")),
        show=(lambda power: f"{of.figures.number(round(2 ** power, 2))}×", of.figures.percent),
        line=0, line_text=_tr("Not scaled"))


def _show_latents(of: ChartPlot, plot: Any) -> None:
    latents = of.charts.latents
    if latents is None:
        return

    def say(value: float) -> str:
        return of.figures.number(round(value, 3))

    plot.show_points(
        latents.points, latents.is_far,
        tip=lambda number: of.texts.latents.latent_tip(latents, number),
        names=(_tr("Usual"), _tr("Far from the others")), axes=(_tr("Mean"), _tr("Sigma")),
        show=(say, say))


def _show_likeness(of: ChartPlot, plot: Any) -> None:
    found = of.charts.likeness
    if found is None:
        return

    def say(value: float) -> str:
        return of.figures.number(round(value, 2))

    plot.show_values(
        found.likeness, line=found.line,
        axes=(_tr("Likeness of cached file and picture"), _tr("Cached files")),
        show=(say, lambda count: of.figures.count(int(count)) if count == int(count) else ""))


def _show_history(of: ChartPlot, plot: Any) -> None:
    """Draw a line per cache: before its first step, after each, and now."""
    import numpy as np

    from larder.app.plots.step_plot import StepLine  # loaded by `PlotPlace`

    history = of.charts.history
    if history is None or not history.steps:
        return
    steps, names = history.steps, of.services.look.names
    is_short = history.at_ns - steps[0].at_ns < SHORT_NS
    say_time = of.figures.clock if is_short else of.figures.day
    begin = steps[0].at_ns - (history.at_ns - steps[0].at_ns) / 20
    lines = []
    for cache in history.caches:
        own = [step for step in steps if step.store == cache.store]
        if own:
            lines.append(StepLine(
                names.store(cache.store),
                np.array([begin, *(step.at_ns for step in own), history.at_ns]) / 1e9,
                np.array([cache.before, *(step.bytes for step in own), cache.now], np.float64)))
    plot.show_lines(
        lines, np.array([(step.at_ns / 1e9, step.bytes) for step in steps], np.float64),
        axis=_tr("Space used"),
        show=(lambda time: say_time(int(time * 1e9)), lambda size: of.figures.bytes(int(size))),
        tip=lambda number: of.texts.history.step_tip(steps[number]))


_PLOTS: Mapping[Chart, _PlotKind] = {
    Chart.BUCKETS: _PlotKind(_make_bars, _show_buckets),
    Chart.SCALING: _PlotKind(_make_points, _show_scales, has_points=True),
    Chart.LATENTS: _PlotKind(_make_points, _show_latents, has_points=True),
    Chart.LIKENESS: _PlotKind(_make_histogram, _show_likeness),
    Chart.AGES: _PlotKind(_make_bars, _show_ages),
    Chart.HISTORY: _PlotKind(_make_steps, _show_history),
    Chart.BUILDS: _PlotKind(_make_bars, _show_builds),
}

PLOTTED = tuple(_PLOTS)
"""Charts with a plot beside the table."""


def _time_mark(figures: Figures, seconds: float) -> str:
    """Return a time exactly, for its place on an axis: "1 min 10 s"."""
    unit = next((unit for least, unit in WHOLE_TIMES if seconds >= least), 1)
    over = seconds % unit
    parts = (seconds - over, over) if over >= 1 else (seconds,)
    return " ".join(map(figures.duration, parts)) if seconds else "0"
