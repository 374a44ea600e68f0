"""How far a job of a dialog is, and how to stop it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from larder.app.jobs.job import Job, JobState
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import job_text, progress_share
from larder.app.views.widgets import ElidedLabel

PER_MILLE = 1000
WIDTH = 440


class JobProgress(QWidget):
    """A sentence, a bar, what is being done, and a button.

    Signals:
        stop_wanted: the button was pressed.
    """

    stop_wanted = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._job: Job | None = None
        self._title = QLabel()
        self._title.setProperty("role", "heading")
        self._title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.bar = QProgressBar()
        # Byte counts overflow the bar's 32 bits; thousandths never do.
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.text = ElidedLabel(muted=True)
        self.stop = QPushButton()
        self.stop.setAutoDefault(False)
        column = QWidget()
        column.setFixedWidth(WIDTH)
        inner = QVBoxLayout(column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(12)
        inner.addWidget(self._title)
        inner.addWidget(self.bar)
        inner.addWidget(self.text)
        inner.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignHCenter)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(column)
        line.addStretch(1)
        whole = QVBoxLayout(self)
        whole.addStretch(2)
        whole.addLayout(line)
        whole.addStretch(3)
        self.stop.clicked.connect(self.stop_wanted)
        services.look.changed.connect(self._show)

    def watch(self, job: Job, *, title: str, stop: str) -> None:
        """Follow a job.

        Args:
            job: the job.
            title: what is going on, in a few words.
            stop: what the button says.
        """
        self._job = job
        self._title.setText(title)
        self.stop.setText(stop)
        self.stop.setEnabled(True)
        # A method, not a lambda: the connection ends with this widget, which the job may outlive.
        job.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        job = self._job
        if job is None:
            return
        share = progress_share(job.progress)
        self.bar.setRange(0, 0 if share is None else PER_MILLE)
        if share is not None:
            self.bar.setValue(round(share * PER_MILLE))
        look = self._services.look
        self.text.set_text(job_text(job, look.figures, look.names))
        self.bar.setAccessibleName(self.text.text)
        self.stop.setEnabled(job.state in (JobState.QUEUED, JobState.RUNNING))
