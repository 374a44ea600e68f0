"""When the docks show: the inspector beside a selected row, the jobs while one is at work."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from larder.app.cache_session import SessionState
from larder.app.jobs.job import Job, JobState
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import JobsPanel
from larder.app.widgets.widgets import after_pause
from larder.app.widgets.window_layout import SIDES, Docks

APPEAR_MS = 500
"""A survey that is over sooner moves nothing: the window makes one whenever a caption is edited."""
LINGER_MS = 5000
"""So long the end of a job can be read; what failed stays until the next job."""
DESELECT_MS = 250
"""A survey selects the same row again; the inspector does not go and come with it."""
ROOM_FOR_PAST_JOBS = 420
"""Height of a window: 1366x768 pixels at 200 percent have less."""


class DockVisibility(QObject):
    """Tells the docks which of them have something to show.

    What the user hides or shows by the View menu stays so; `Docks` knows that.
    """

    def __init__(
        self, services: WindowServices, docks: Docks, jobs: JobsPanel, window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._docks = docks
        self._jobs = jobs
        self._window = window
        self._has_failed = False
        self._appearing = after_pause(self, APPEAR_MS, self.follow)
        self._lingering = after_pause(self, LINGER_MS, self.follow)
        self._deselecting = after_pause(self, DESELECT_MS, self.follow)
        services.lanes.submitted.connect(self._on_submitted)
        services.session.state_changed.connect(self._on_state_changed)
        services.view.chosen_changed.connect(self._on_chosen_changed)

    def follow(self) -> None:
        """Show the docks that are wanted now."""
        is_open = self._services.session.state is not SessionState.CLOSED
        wants_jobs = self._wants_jobs()
        possible = (*(SIDES if is_open else ()), *(("jobs",) if is_open or wants_jobs else ()))
        wanted = {"tree"}
        if self._services.view.chosen is not None or self._deselecting.isActive():
            wanted.add("inspector")
        if wants_jobs:
            wanted.add("jobs")
        if self._docks.show_only(wanted.intersection(possible), possible=possible):
            self._services.commands.refresh()  # the View menu ticks those that are shown

    @property
    def _at_work(self) -> bool:
        return any(not line.job.state.is_over for line in self._jobs.lines)

    def _wants_jobs(self) -> bool:
        if self._at_work:
            return not self._appearing.isActive()
        is_high = self._window.height() >= ROOM_FOR_PAST_JOBS
        return is_high and (self._has_failed or self._lingering.isActive())

    def _on_submitted(self, job: Job) -> None:
        if job.request.quiet:
            return
        if not job.request.fleeting:
            self._has_failed = False
            self._appearing.stop()
        elif not self._docks.is_shown("jobs"):
            self._appearing.start()
        self.follow()
        job.finished.connect(lambda: self._on_finished(job))

    def _on_finished(self, job: Job) -> None:
        if not job.request.fleeting:
            self._has_failed |= job.state is JobState.FAILED or bool(job.problems)
            if not self._appearing.isActive():
                self._lingering.start()
        self.follow()

    def _on_state_changed(self) -> None:
        if self._services.session.state is not SessionState.OPEN:
            self._has_failed = False
            self._lingering.stop()
        self.follow()

    def _on_chosen_changed(self) -> None:
        if self._services.view.chosen is None:
            self._deselecting.start()
        else:
            self._deselecting.stop()
        self.follow()
