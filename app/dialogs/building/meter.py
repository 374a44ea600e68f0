"""How far a whole build is and how long it may still take, shown in its line of the jobs panel.

A job's line shows how far its stage is. A build has several, so its line gets a bar and a sentence
about all of it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from larder.app.jobs.job import Job, JobState, Pace
from larder.app.presentation.figures import Figures
from larder.app.presentation.plurals import Sentences, with_values
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import JobsPanel, pace_texts
from larder.app.views.widgets import ShareBar, filled
from larder.core.jobs import Progress

_tr = Sentences("Jobs")

class BuildProgress:
    """Follows the `Progress` of one build.

    Attributes:
        stage: what is being done now, None before it begins.
        done, total: payloads of the whole build; 0 of 0 while it is not known.
    """

    def __init__(self, total: int = 0) -> None:
        """Begin; `total` is what the plan said."""
        self.stage: Progress | None = None
        self.done = 0
        self.total = total
        self._finished: dict[str, int] = {}
        self._pace = Pace()

    def follow(self, progress: Progress, now_s: float, *, counts: bool) -> None:
        """Take in the newest progress.

        Args:
            progress: from the worker.
            now_s: the job's clock, which stands still while it is paused, seconds.
            counts: whether its unit is payloads of the whole, not files looked at.
        """
        self.stage = progress
        if not counts:
            return
        self._finished[progress.phase] = progress.done
        self.done = sum(self._finished.values())
        self.total = max(self.total, self.done, progress.total)
        self._pace.mark(self.done, now_s)

    @property
    def rate(self) -> float | None:
        """Payloads per second, median over the last 30 s; None while it would be a guess."""
        return self._pace.rate

    def left_s(self, now_s: float) -> float | None:
        """Seconds until the end; None until 5 s have passed or 2 % are done."""
        return self._pace.left_s(self.done, self.total, now_s)


def whole_text(
    meter: BuildProgress, figures: Figures, now_s: float, *, is_paused: bool = False
) -> str:
    """"812 of 900 · 6.1/s · about 14 s left", as far as it is known; paused, only how far."""
    parts = [with_values(_tr("%1 of %2"), *map(figures.count, (meter.done, meter.total)))]
    if is_paused:
        return parts[0]
    left = meter.left_s(now_s) if meter.done < meter.total else None
    return " · ".join([*parts, *pace_texts(meter.rate, left, figures)])


WIDTH = 150


class BuildMeter(QWidget):
    """How far a whole build is."""

    def __init__(self, job: Job, meter: BuildProgress, services: WindowServices) -> None:
        super().__init__()
        self._job = job
        self._meter = meter
        self._services = services
        self.bar = ShareBar(WIDTH)
        self.setToolTip(self.tr("The whole build, and beside it the current stage"))
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        filled(QHBoxLayout(self), self.bar, self.text, spacing=10)
        job.changed.connect(self.show_build)
        self.show_build()

    def show_build(self) -> None:
        """Show how far it is."""
        meter = self._meter
        self.setVisible(not self._job.state.is_over and meter.total > 0)
        self.text.setText(whole_text(
            meter, self._services.look.figures, self._job.clock.now_s(),
            is_paused=self._job.state is JobState.PAUSED))
        self.bar.show_share(meter.done / meter.total if meter.total else None, self.text.text())


def attach_meter(
    panel: JobsPanel, job: Job, meter: BuildProgress, services: WindowServices,
) -> BuildMeter | None:
    """Put a meter into the job's line, before its stage; None where the job has no line."""
    line = next((line for line in panel.lines if line.job is job), None)
    if line is None:
        return None
    shown = BuildMeter(job, meter, services)
    line.show_meter(shown)
    return shown
