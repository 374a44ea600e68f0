"""Applies plans, undoes cleans, empties quarantines: jobs whose outcome the window's bar tells.

A dialog may be closed while its job runs; the outcome is told all the same, because it is this
object, not the dialog, that listens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
from PySide6.QtCore import QObject

from larder.app.cache_session import Options
from larder.app.cleaning.plan_snapshot import Mask, PlanSnapshot
from larder.app.cleaning.texts import (
    both_notices,
    clean_notice,
    make_emptying_notice,
    make_readoption_notice,
    undo_notice,
)
from larder.app.jobs.job import Job, read_document
from larder.app.notices import Notice, NoticeAction, failure_notice
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices, if_busy, run_with_notice
from larder.core.requests.options import (
    ApplyOptions,
    EmptyOptions,
    IndexWriteOptions,
    UndoOptions,
    WorkspaceOptions,
)
from larder.core.worker_protocol import Failed
from larder.core.writes.reports import (
    CleanReport,
    EmptiedReport,
    ReadoptReport,
    UndoPreview,
    UndoReport,
)


class CleanWork(QObject):
    """Everything that a window does to a store's payloads."""

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services

    def apply(
        self, plan: PlanSnapshot, ticks: Mask, *, delete: bool, even_if_busy: bool, readopt: bool,
    ) -> Job:
        """Apply a plan; connect to the job, then `submit` it.

        Args:
            plan: what was shown.
            ticks: which items of it, bool, shape (n,).
            delete: free the space at once.
            even_if_busy: go on although a trainer seems to be at work.
            readopt: give matched payloads their entries back afterwards.

        Raises:
            OSError: if the ticks cannot be saved.
        """
        session = self._services.session
        saved, about = session.folder.new_file("ticks", ".npy"), session.options
        np.save(saved.path, ticks)
        job = session.request(
            "apply", ApplyOptions(plan=str(plan.file), selected=str(saved), delete=delete,
                                  even_if_busy=even_if_busy),
            self.tr("Delete cached files") if delete else self.tr("Move to quarantine"),
            writes=True, digest=CleanReport)
        saved.keep_until_over(job)

        def on_applied(report: CleanReport) -> None:
            notice = self._clean_notice(about, report)
            self._post(notice)
            if readopt:
                then = self.readopt(even_if_busy=even_if_busy, after=notice, about=about)
                self.report_failure(then)
                self._services.lanes.submit(then)

        job.succeeded.connect(on_applied)
        job.cancelled.connect(lambda kept: self._on_apply_cancelled(about, kept))
        return job

    def readopt(
        self, *, even_if_busy: bool, after: Notice | None = None,
        about: WorkspaceOptions | None = None,
    ) -> Job:
        """Give matched payloads their entries back; connect to the job, then `submit` it.

        Args:
            even_if_busy: go on although a trainer seems to be at work.
            after: what the step before had to say; its buttons must not be lost.
            about: the workspace that was cleaned, None for the one that is open.
        """
        job = self._services.session.request(
            "readopt", self._about(about, IndexWriteOptions, apply=True,
                                   even_if_busy=even_if_busy),
            self.tr("Relink"), writes=True, digest=ReadoptReport)
        job.succeeded.connect(lambda facts: self._post(
            self._readoption_notice(facts) if after is None
            else both_notices(after, self._readoption_notice(facts))))
        return job

    def preview_undo(self, shown: Callable[[UndoPreview], object]) -> None:
        """Have it shown what an undo would take back.

        Where the last thing that was done cannot be undone, or did nothing, the bar says so.
        """
        session = self._services.session
        job = session.request("show-undo", session.about_this(UndoOptions), self.tr("Undo"),
                              digest=UndoPreview)
        job.succeeded.connect(shown)
        self.report_failure(job)
        self.submit(job)

    def undo(
        self, identity: str | None = None, *, even_if_busy: bool = False,
        about: WorkspaceOptions | None = None,
    ) -> None:
        """Bring back what a clean moved.

        Args:
            identity: which clean, None for the newest.
            even_if_busy: go on although a trainer seems to be at work.
            about: the workspace that was cleaned, None for the one that is open.
        """
        options = self._about(about, UndoOptions, id=identity, even_if_busy=even_if_busy)
        run_with_notice(
            self._services, self._services.session.request(
                "undo", options, self.tr("Undo"), writes=True, digest=UndoReport),
            lambda report: undo_notice(report, self._services.look.figures),
            ways_on=lambda failure: if_busy(failure, self.tr("Undo anyway"), lambda: self.undo(
                identity, even_if_busy=True, about=about)))

    def empty(self, identities: tuple[str, ...]) -> None:
        """Delete quarantines for good; the user has agreed."""
        session = self._services.session
        run_with_notice(
            self._services, session.request(
                "empty", session.about_this(EmptyOptions, ids=identities),
                self.tr("Empty quarantine"), writes=True, digest=EmptiedReport),
            lambda report: make_emptying_notice(report, self._services.look.figures))

    def submit(self, job: Job) -> None:
        """Run a prepared job; the bar's last message gives way to its outcome."""
        self._services.notices.clear()
        self._services.lanes.submit(job)

    def report_failure(self, job: Job, *, unless: Callable[[], bool] = lambda: False) -> None:
        """Tell in the window's bar why a job failed, `unless` somebody else does at that moment."""
        def report(failure: Failed) -> None:
            if not unless():
                self._post(failure_notice(failure))

        job.failed.connect(report)

    def _about(
        self, about: WorkspaceOptions | None, kind: type[Options], **more: Any,
    ) -> Options:
        """Options of a request; a message outlives the workspace that its button is about."""
        if about is None:
            return self._services.session.about_this(kind, **more)
        return kind(**msgspec.structs.asdict(about), **more)

    def _on_apply_cancelled(self, about: WorkspaceOptions | None, kept: Any) -> None:
        if kept is None:
            self._post(Notice(tone=Tone.NOTE, text=self.tr("Stopped. No file was moved.")))
        else:
            self._post(self._clean_notice(about, read_document(kept, CleanReport)))

    def _clean_notice(self, about: WorkspaceOptions | None, report: CleanReport) -> Notice:
        undo = report.undo
        actions = () if undo is None else (
            NoticeAction(self.tr("Undo"), lambda: self.undo(undo, about=about)),)
        return clean_notice(report, self._services.look.figures, actions)

    def _readoption_notice(self, report: ReadoptReport) -> Notice:
        return make_readoption_notice(report, self._services.look.figures)

    def _post(self, notice: Notice) -> None:
        self._services.notices.post(notice)
