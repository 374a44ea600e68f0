"""Figures of charts that are read only once they are looked at, and from files only when asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.jobs.job import Job
from larder.app.models.chart_figures import (
    UsageCharts,
    read_latents,
    read_likeness,
    read_scales,
    read_space_history,
)
from larder.app.models.charts import Chart
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.core.quantities import Amount
from larder.core.requests.options import Answer, ReadingOptions, UsageOptions, WorkspaceOptions
from larder.core.worker_protocol import Failed

if TYPE_CHECKING:
    from larder.app.models.survey_snapshot import SurveySnapshot

_tr = Sentences("ChartsPage")

PARTS = 10
"""Cached files are read in so many parts: points appear as they are read."""
LEAST_PART = 32 << 20
"""Bytes of a part at least."""


class _Figures(NamedTuple):
    """Where figures come from, and where they belong.

    Attributes:
        kind: of the request.
        title: of its job.
        field: of `UsageCharts`.
        from_files: whether cached files are read for them, which the user asks for.
    """

    kind: str
    options: type[WorkspaceOptions]
    title: str
    digest: Callable[[Answer, SurveySnapshot], object]
    field: str
    from_files: bool = False


_FIGURES: Mapping[Chart, _Figures] = {
    Chart.SCALING: _Figures(
        "scaling", UsageOptions, "Read the sizes of pictures",
        lambda answer, _: read_scales(answer), "scales"),
    Chart.HISTORY: _Figures(
        "space-history", UsageOptions, "Read the journals",
        lambda answer, _: read_space_history(answer), "history"),
    Chart.LATENTS: _Figures(
        "latents", ReadingOptions, "Read cached latents", read_latents, "latents",
        from_files=True),
    Chart.LIKENESS: _Figures(
        "likeness", ReadingOptions, "Compare cached pictures with their sources", read_likeness,
        "likeness", from_files=True),
}


class ChartReader:
    """Has figures of charts read, and says what is left to be read."""

    def __init__(
        self, services: WindowServices, on_read: Callable[[Chart], None],
        on_failed: Callable[[Chart, Failed], None],
    ) -> None:
        self.charts = UsageCharts()
        self._services = services
        self._on_read = on_read
        self._on_failed = on_failed
        self._reading: set[Chart] = set()
        self._jobs = {
            chart: AwaitedJob(services.lanes, partial(self._take, chart),
                              partial(self._fail, chart)) for chart in _FIGURES}

    @property
    def is_idle(self) -> bool:
        """True if nothing is being read."""
        return all(job.is_idle for job in self._jobs.values())

    def show_charts(self, charts: UsageCharts) -> None:
        """Begin with other figures, of which these charts' are not read yet."""
        self.drop()
        self.charts = charts

    def drop(self) -> None:
        """Stop reading; the answers reach nobody."""
        self._reading.clear()
        for job in self._jobs.values():
            job.drop()

    def want(self, chart: Chart) -> None:
        """Have a chart's figures read, unless they are; of files only what is remembered."""
        figures = _FIGURES.get(chart)
        if figures is not None and self.charts.pictures is not None and (
                getattr(self.charts, figures.field) is None and self._jobs[chart].is_idle):
            self._ask(chart, 0)

    def find_unread(self, chart: Chart) -> Amount:
        """Return the files that a chart's figures still lack."""
        figures = _FIGURES.get(chart)
        found = None if figures is None else getattr(self.charts, figures.field)
        if figures is None or not figures.from_files or found is None:
            return Amount(0, 0)
        unread: Amount = found.document.unread
        return unread

    def is_reading(self, chart: Chart) -> bool:
        """Return whether files are read for a chart."""
        return chart in self._reading

    def read_files(self, chart: Chart) -> None:
        """Read the files that it lacks, part by part."""
        self._reading.add(chart)
        self._ask(chart, max(self.find_unread(chart).bytes // PARTS, LEAST_PART))

    def stop(self, chart: Chart) -> None:
        """Stop; what was read is kept and shown."""
        self._reading.discard(chart)
        self._ask(chart, 0)

    def _ask(self, chart: Chart, most_bytes: int) -> None:
        session, figures = self._services.session, _FIGURES[chart]
        if session.snapshot is not None:
            self._jobs[chart].start(self._make_job(figures, session.snapshot, most_bytes))

    def _make_job(
        self, figures: _Figures, snapshot: SurveySnapshot, most_bytes: int
    ) -> Job:
        """A quiet job whose tables go once they are read."""
        session = self._services.session
        tables = session.folder.fresh(figures.kind)
        part = {"most_bytes": most_bytes} if figures.from_files else {}
        job = session.request(
            figures.kind, session.about_this(figures.options, tables=str(tables), **part),
            _tr(figures.title), quiet=True, digest=lambda answer: figures.digest(answer, snapshot))
        job.finished.connect(
            lambda: self._services.calls.forget(lambda: session.folder.drop(tables)))
        return job

    def _take(self, chart: Chart, found: Any) -> None:
        of_chart = {_FIGURES[chart].field: found}
        self.charts = replace(self.charts, **of_chart)
        if self.is_reading(chart):
            if self.find_unread(chart).files:
                self.read_files(chart)
            else:
                self._reading.discard(chart)
        self._on_read(chart)

    def _fail(self, chart: Chart, failure: Failed) -> None:
        self._reading.discard(chart)
        self._on_failed(chart, failure)
