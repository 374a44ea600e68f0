"""Applies plans, undoes cleans, empties quarantines: jobs whose outcome the window's bar tells.

A dialog may be closed while its job runs; the outcome is told all the same, because it is this
object, not the dialog, that listens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import numpy as np
from PySide6.QtCore import QObject

from larder.app.cache_session import Options
from larder.app.dialogs.cleaning.plan_snapshot import Mask
from larder.app.dialogs.cleaning.texts import (
    both_notices,
    clean_notice,
    emptied_notice,
    readopted_notice,
    undo_notice,
)
from larder.app.jobs.job import Job, JobFailure, read_document
from larder.app.notices import Notice, NoticeAction, failure_notice
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.core.clean.reports import CleanReport, EmptiedReport, ReadoptReport, UndoReport
from larder.core.errors import StoreBusyError
from larder.core.requests.options import (
    ApplyOptions,
    EmptyOptions,
    IndexWriteOptions,
    UndoOptions,
    WorkspaceOptions,
)


@dataclass(frozen=True, slots=True)
class CleanOrder:
    """What the user agreed to.

    Attributes:
        ticks: which items of it, bool, shape (n,).
    """

    plan: str
    ticks: Mask
    delete: bool
    even_if_busy: bool
    readopt: bool

    @property
    def moves(self) -> bool:
        """Whether there is anything but the re-adoption to do."""
        return bool(self.ticks.any())


class CleanWork(QObject):
    """Everything that a window does to a store's payloads."""

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services

    def apply(self, order: CleanOrder) -> Job:
        """Apply a plan; connect to the job, then `submit` it.

        Raises:
            OSError: if the ticks cannot be saved.
        """
        ticks = self._services.session.folder.fresh("ticks").with_suffix(".npy")
        np.save(ticks, order.ticks)
        options = ApplyOptions(plan=order.plan, selected=str(ticks), delete=order.delete,
                               even_if_busy=order.even_if_busy)
        title = self.tr("Delete cached files") if order.delete else self.tr("Move to quarantine")
        job = self._services.session.request(
            "apply", options, title, writes=True, digest=partial(read_document, kind=CleanReport))
        about = self._services.session.options
        job.succeeded.connect(lambda facts: self._on_applied(order, about, facts))
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
            self.tr("Take back"), writes=True, digest=partial(read_document, kind=ReadoptReport))
        job.succeeded.connect(lambda facts: self._post(
            readopted_notice(facts) if after is None
            else both_notices(after, readopted_notice(facts))))
        return job

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
        job = self._services.session.request(
            "undo", options, self.tr("Undo"), writes=True,
            digest=partial(read_document, kind=UndoReport))
        job.succeeded.connect(
            lambda facts: self._post(undo_notice(facts, self._services.look.figures)))
        self.report_failure(
            job, all_the_same=(self.tr("Undo anyway"),
                               lambda: self.undo(identity, even_if_busy=True, about=about)))
        self.submit(job)

    def empty(self, identities: tuple[str, ...]) -> None:
        """Delete quarantines for good; the user has agreed."""
        job = self._services.session.request(
            "empty", self._services.session.about_this(EmptyOptions, ids=identities),
            self.tr("Empty quarantine"), writes=True,
            digest=partial(read_document, kind=EmptiedReport))
        job.succeeded.connect(
            lambda facts: self._post(emptied_notice(facts, self._services.look.figures)))
        self.report_failure(job)
        self.submit(job)

    def submit(self, job: Job) -> None:
        """Run a prepared job; the bar's last message gives way to its outcome."""
        self._services.notices.clear()
        self._services.lanes.submit(job)

    def report_failure(
        self, job: Job, *, unless: Callable[[], bool] | None = None,
        all_the_same: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        """Tell in the window's bar why a job failed.

        Args:
            job: the job.
            unless: asked at that moment; True if somebody else tells it.
            all_the_same: button and what it does where a trainer seems to be at work.
        """
        def report(failure: JobFailure) -> None:
            if unless is not None and unless():
                return
            is_busy = failure.error == StoreBusyError.__name__
            actions = (NoticeAction(*all_the_same),) if is_busy and all_the_same else ()
            self._post(failure_notice(failure, hint="" if actions else None, actions=actions))

        job.failed.connect(report)

    def _about(
        self, about: WorkspaceOptions | None, kind: type[Options], **more: Any,
    ) -> Options:
        """Options of a request; a message outlives the workspace that its button is about."""
        if about is None:
            return self._services.session.about_this(kind, **more)
        return kind(**msgspec.structs.asdict(about), **more)

    def _on_applied(
        self, order: CleanOrder, about: WorkspaceOptions | None, facts: CleanReport,
    ) -> None:
        notice = self._clean_notice(about, facts)
        self._post(notice)
        if order.readopt:
            job = self.readopt(even_if_busy=order.even_if_busy, after=notice, about=about)
            self.report_failure(job)
            self._services.lanes.submit(job)

    def _on_apply_cancelled(self, about: WorkspaceOptions | None, kept: Any) -> None:
        if kept is None:
            self._post(Notice(tone=Tone.NOTE, text=self.tr("Stopped. No file was moved.")))
        else:
            self._post(self._clean_notice(about, read_document(kept, CleanReport)))

    def _clean_notice(self, about: WorkspaceOptions | None, facts: CleanReport) -> Notice:
        undo = facts.undo
        actions = () if undo is None else (
            NoticeAction(self.tr("Undo"), lambda: self.undo(undo, about=about)),)
        return clean_notice(facts, self._services.look.figures, actions)

    def _post(self, notice: Notice) -> None:
        self._services.notices.post(notice)
