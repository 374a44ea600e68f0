"""Leaving while jobs run: the question before the window, or its workspace, is closed.

Nothing here blocks: a window that is asked to close stays until the dialog is answered, and what
the user chose to wait for goes on below it.
"""

from __future__ import annotations

import enum
import time
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QWidget,
)

from larder.app.jobs.job import Job, JobState
from larder.app.presentation.sentences import Sentences, with_values
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import job_text
from larder.app.widgets.widgets import WrappedLabel, fill_column, heading, make_muted_label

_tr = Sentences("Leaving")

STOP_NOW_AFTER_NS = 10_000_000_000
WIDTH = 520


class Leave(enum.Enum):
    """Ways to leave: quit the application or close the workspace."""

    QUIT = "quit"
    CLOSE = "close"


class Stage(enum.Enum):
    """How far the question is: open, answered with waiting, answered with stopping."""

    ASKING = "asking"
    WAITING = "waiting"
    STOPPING = "stopping"


class _Question(msgspec.Struct, frozen=True):
    """A question's own words; `now` leaves when nothing runs any more, or whatever runs."""

    title: str
    note: str
    finish: str
    stop: str
    now: str


_WORDS: dict[Leave, _Question] = {
    Leave.QUIT: _Question(
        title="Quit Larder?",
        note="Finished items are kept. A stopped build can be resumed the next time its workspace "
             "is opened.",
        finish="Finish, then quit", stop="Stop after this item and quit", now="Quit now"),
    Leave.CLOSE: _Question(
        title="Close the workspace?",
        note="The job can finish with the workspace closed; the start page shows its progress. "
             "Finished items are kept, and a stopped build can be resumed the next time the "
             "workspace is opened.",
        finish="Close, and let it finish", stop="Stop after this item and close",
        now="Close the workspace"),
}


class QuitDialog(QObject):
    """Asks once at a time; who left, hears of it through `agreed`.

    Signals:
        agreed: with the Leave; nothing that matters runs any more, or the user lets it go.
    """

    agreed = Signal(object)

    def __init__(self, services: WindowServices, window: QWidget) -> None:
        super().__init__(window)
        self._services = services
        self._window = window
        self._leave = Leave.QUIT
        self._stage = Stage.ASKING
        self._has_failed = False
        self._dialog: LeaveDialog | None = None
        services.lanes.submitted.connect(self._watch)
        services.look.changed.connect(self._follow)

    @property
    def dialog(self) -> LeaveDialog | None:
        """The question that is open."""
        return self._dialog

    def may(self, leave: Leave) -> bool:
        """Return whether leaving loses nothing.

        Otherwise the user is asked, and `agreed` may follow.
        """
        if self._dialog is not None:
            self._dialog.raise_()
            self._dialog.activateWindow()
            return False
        if not self._jobs():
            return True
        self._leave, self._stage, self._has_failed = leave, Stage.ASKING, False
        self._dialog = LeaveDialog(leave, self._services, self._window)
        self._dialog.finish_wanted.connect(self._on_finish)
        self._dialog.stop_wanted.connect(self._on_stop)
        self._dialog.now_wanted.connect(self._agree)
        self._dialog.finished.connect(self._on_closed)
        self._follow()
        self._dialog.open()
        return False

    def _jobs(self) -> tuple[Job, ...]:
        return tuple(job for job in self._services.lanes.active
                     if job.request.is_worth_waiting_for)

    def _watch(self, job: Job) -> None:
        if job.request.is_worth_waiting_for:
            job.changed.connect(self._follow)
            job.failed.connect(self._on_failed)
            job.finished.connect(self._on_job_over)

    def _follow(self) -> None:
        if self._dialog is not None:
            self._dialog.show_jobs(self._jobs(), self._stage)

    def _on_failed(self) -> None:
        self._has_failed = True

    def _on_job_over(self) -> None:
        """Once the last one is over; whoever made it has told its outcome by then."""
        self._follow()
        if self._dialog is None or self._jobs() or self._stage is Stage.ASKING:
            return
        if self._stage is Stage.WAITING and self._has_failed:
            # What went wrong is told in the window, which must still be there.
            self._dialog.reject()
            return
        QTimer.singleShot(0, self, self._agree)

    def _on_finish(self) -> None:
        if self._leave is Leave.CLOSE:
            self._agree()
            return
        self._stage = Stage.WAITING
        for job in self._jobs():
            if job.state in (JobState.PAUSING, JobState.PAUSED):
                self._services.lanes.resume(job)
        self._follow()

    def _on_stop(self) -> None:
        self._stage = Stage.STOPPING
        for job in self._jobs():
            self._services.lanes.cancel(job)
        if self._leave is Leave.CLOSE:
            self._agree()
        else:
            self._follow()

    def _agree(self) -> None:
        if self._dialog is not None:
            self._dialog.accept()
            self.agreed.emit(self._leave)

    def _on_closed(self) -> None:
        self._dialog = None


class LeaveDialog(QDialog):
    """Dialog with the jobs that still run and the ways to proceed.

    Signals:
        finish_wanted: let the jobs finish.
        stop_wanted: stop them after the current item.
        now_wanted: leave at once.
    """

    finish_wanted = Signal()
    stop_wanted = Signal()
    now_wanted = Signal()

    def __init__(self, leave: Leave, services: WindowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._leave = leave
        self._services = services
        self._words = words = _WORDS[leave]
        self._jobs: Sequence[Job] = ()
        self._stage = Stage.ASKING
        self.setObjectName("leaveDialog")
        self.setWindowTitle(_tr(words.title))
        self.setMinimumWidth(WIDTH)
        self.head = heading("")
        self.jobs = WrappedLabel()
        self.note = make_muted_label()
        self.finish = QPushButton(_tr(words.finish))
        self.stop = QPushButton(_tr(words.stop))
        self.now = QPushButton(_tr(words.now))
        self.keep = QPushButton(_tr("Keep open"))
        buttons = QDialogButtonBox()
        for button in (self.finish, self.stop, self.now):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.RejectRole)
        self.keep.setDefault(True)
        fill_column(self, self.head, self.jobs, self.note, 6, buttons, margins=(20, 18, 20, 16),
                    spacing=8)
        self.finish.clicked.connect(self.finish_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        self.now.clicked.connect(self.now_wanted)
        buttons.rejected.connect(self.reject)
        self.finished.connect(self.deleteLater)

    def showEvent(self, event: QShowEvent) -> None:
        """Be as wide as the buttons have to be in this language, also on a small screen."""
        self.setMinimumWidth(max(WIDTH, self.minimumSizeHint().width()))
        super().showEvent(event)

    def show_jobs(self, jobs: Sequence[Job], stage: Stage) -> None:
        """Show what still runs."""
        self._jobs, self._stage = jobs, stage
        look = self._services.look
        self.jobs.setText("\n".join(
            with_values(_tr("%1: %2"), look.names.sentence(job.request.title),
                   job_text(job, look.figures, look.names)) for job in jobs))
        self.jobs.setVisible(bool(jobs))
        self.head.setText(self._head())
        self.note.setText(self._note())
        self.note.setVisible(bool(self.note.text()))
        self._offer()

    def _head(self) -> str:
        if not self._jobs:
            return _tr("All jobs are done.")
        if self._stage is Stage.WAITING:
            return _tr("Larder quits as soon as this is done.")
        if self._stage is Stage.STOPPING:
            return _tr("Stopping after the current item…")
        return _tr("%Ln jobs are still running.", len(self._jobs))

    def _note(self) -> str:
        if not self._jobs or self._stage is Stage.STOPPING:
            return ""
        if self._stage is Stage.WAITING:
            return _tr("Larder stays open if something goes wrong.")
        if not self._goes_on_without():
            return _tr("A check ends when its workspace is closed. Only its time is lost.")
        return _tr(self._words.note)

    def _offer(self) -> None:
        """Only what can still be chosen; leaving at once while something stops takes patience."""
        runs, stage = bool(self._jobs), self._stage
        self.finish.setVisible(runs and stage is Stage.ASKING and self._goes_on_without())
        self.stop.setVisible(runs and stage is not Stage.STOPPING)
        asked_ns = max((job.asked_to_stop_ns for job in self._jobs), default=0)
        left_ns = STOP_NOW_AFTER_NS - (time.time_ns() - asked_ns) if asked_ns else 0
        is_stopping = runs and stage is Stage.STOPPING
        self.now.setVisible(not runs or (is_stopping and left_ns <= 0))
        self.now.setToolTip(_tr("The current item is discarded; finished items are kept.")
                            if runs else "")
        if is_stopping and left_ns > 0:
            QTimer.singleShot(left_ns // 1_000_000 + 100, self, self._offer)

    def _goes_on_without(self) -> bool:
        """Return whether finishing the jobs can be offered.

        A check ends with the workspace that it reads, so closing waits only for jobs that write.
        """
        return self._leave is Leave.QUIT or any(job.request.writes for job in self._jobs)
