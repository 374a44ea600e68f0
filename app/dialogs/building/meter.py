"""The second level of a build's progress in the jobs panel: the whole, above the stage.

A job's line shows how far its stage is. A build has several, so its line gets a bar and a sentence
about all of it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from larder.app.jobs.job import Job, JobState
from larder.app.models.build_progress import BuildProgress
from larder.app.presentation.build_progress_texts import whole_text
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import JobLine, JobsPanel

PER_MILLE = 1000
WIDTH = 150


class BuildMeter(QWidget):
    """How far a whole build is."""

    def __init__(self, job: Job, meter: BuildProgress, services: WindowServices) -> None:
        super().__init__()
        self._job = job
        self._meter = meter
        self._services = services
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(WIDTH)
        self.setToolTip(self.tr("The whole build; beside it, the stage it is at"))
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        line.addWidget(self.bar)
        line.addWidget(self.text)
        job.changed.connect(self.show_build)
        self.show_build()

    def show_build(self) -> None:
        """Show how far it is."""
        meter = self._meter
        self.setVisible(not self._job.state.is_over and meter.total > 0)
        self.bar.setRange(0, PER_MILLE if meter.total else 0)
        if meter.total:
            self.bar.setValue(PER_MILLE * meter.done // meter.total)
        self.text.setText(whole_text(
            meter, self._services.look.figures, self._job.clock.now_s(),
            is_paused=self._job.state is JobState.PAUSED))
        self.bar.setAccessibleName(self.text.text())


def attach_meter(
    panel: JobsPanel, job: Job, meter: BuildProgress, services: WindowServices,
) -> BuildMeter | None:
    """Put a meter into the job's line, before its stage; None where the job has no line."""
    line: JobLine | None = next((line for line in panel.lines if line.job is job), None)
    layout = None if line is None else line.layout()
    if line is None or not isinstance(layout, QHBoxLayout):
        return None
    shown = BuildMeter(job, meter, services)
    layout.insertWidget(layout.indexOf(line.bar), shown)
    return shown
