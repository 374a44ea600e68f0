"""Builds: jobs whose outcome the window's bar tells, remembered while they run.

The dialog is closed while its build runs; it is this object that follows the job, renews the record
for the start after a crash, and says how it ended.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.dialogs.building.jobs import build_job, counts_payloads, kept_facts
from app.dialogs.building.request import BuildRequest, failed_entries
from app.jobs.job import Job, JobFailure
from app.models.build_document import BuildPlanFacts, BuildReportFacts
from app.models.build_progress import BuildProgress
from app.models.build_record import BuildRecord, drop_record, write_record
from app.notices import Notice, NoticeAction
from app.presentation.build_results import build_notice
from app.presentation.build_texts import job_title
from app.presentation.looks import Tone
from app.services import WindowServices
from core.encoders.model_files import CHOOSE
from core.errors import StoreBusyError
from core.files.live_process import host_digest

RECORD_EVERY_S = 2.0


class BuildWork(QObject):
    """Every build of one window.

    Signals:
        started: with the Job and its BuildProgress, once the jobs panel lists it.
        models_missing: with the BuildRequest and what is missing.
    """

    started = Signal(object, object)
    models_missing = Signal(object, str)

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._recording = services.calls.latest_call(self)
        self._running: dict[Job, BuildProgress] = {}

    @property
    def is_building(self) -> bool:
        """Whether a build runs or waits."""
        return bool(self._running)

    def start(
        self, request: BuildRequest, plan: BuildPlanFacts | None = None, *,
        even_if_busy: bool = False,
    ) -> Job:
        """Build; the outcome is told in the window's bar.

        Args:
            request: what, of the workspace that is open.
            plan: what the user agreed to, for the whole's progress; None where there is none.
            even_if_busy: go on although a trainer seems to be at work.
        """
        session = self._services.session
        job = build_job(session, request, job_title(self._name()), even_if_busy=even_if_busy)
        meter = BuildProgress(total=0 if plan is None else plan.payloads)
        self._running[job] = meter
        recorder = _Recorder(self._record(request, meter), self._write)
        job.changed.connect(lambda: self._follow(job, meter, recorder))
        job.succeeded.connect(lambda facts: self._tell(request, facts))
        job.cancelled.connect(lambda kept: self._on_cancelled(request, kept))
        job.failed.connect(lambda failure: self._on_failed(request, plan, failure))
        job.finished.connect(lambda: self._on_over(job))
        self._services.notices.clear()
        self._services.lanes.submit(job)
        self.started.emit(job, meter)
        return job

    def _name(self) -> str:
        pages = self._services.session.pages
        return "" if pages is None else pages.tree[0].name

    def _record(
        self, request: BuildRequest, meter: BuildProgress,
    ) -> Callable[[], BuildRecord]:
        name, encoder = self._name(), request.encoder

        def record() -> BuildRecord:
            return BuildRecord(
                host=host_digest(), pid=os.getpid(), name=name, about=request.about,
                scope=request.scope.value, selection=request.chosen, models=encoder.models,
                device=encoder.device, dtype=encoder.dtype, batch=encoder.batch, done=meter.done,
                total=meter.total)

        return record

    def _write(self, record: BuildRecord) -> None:
        folder = self._services.session.folder.path
        self._recording.start(lambda: write_record(folder, record))

    def _follow(self, job: Job, meter: BuildProgress, recorder: _Recorder) -> None:
        if job.progress is not None and job.progress is not meter.stage:
            meter.follow(job.progress, job.clock.now_s(),
                         counts=counts_payloads(job.progress.unit))
        if not job.state.is_over:
            recorder.renew()

    def _on_over(self, job: Job) -> None:
        del self._running[job]
        folder: Path = self._services.session.folder.path
        self._recording.start(lambda: drop_record(folder))

    def _tell(self, request: BuildRequest, facts: BuildReportFacts) -> None:
        failed = failed_entries([(one.store, one.source) for one in facts.failed])
        actions = () if not failed else (NoticeAction(
            self.tr("Retry these"), lambda: self._retry(request, failed)),)
        self._post(build_notice(facts, self._services.look.figures, actions))

    def _retry(self, request: BuildRequest, failed: Any) -> None:
        self.start(BuildRequest(
            about=request.about, depth=request.depth, scope=request.scope, selection=failed,
            encoder=request.encoder))

    def _on_cancelled(self, request: BuildRequest, kept: Any) -> None:
        facts = kept_facts(kept)
        if facts is None:
            self._post(Notice(tone=Tone.NOTE, text=self.tr("Stopped before anything was built.")))
        else:
            self._tell(request, facts)

    def _on_failed(
        self, request: BuildRequest, plan: BuildPlanFacts | None, failure: JobFailure,
    ) -> None:
        if asks_for_models(failure):
            self.models_missing.emit(request, missing_text(failure))
            return
        is_busy = failure.error == StoreBusyError.__name__
        actions = () if not is_busy else (NoticeAction(
            self.tr("Build all the same"),
            lambda: self.start(request, plan, even_if_busy=True)),)
        self._post(Notice(tone=Tone.ERROR, text=failure.problem,
                          hint="" if is_busy else failure.hint, details=failure.details,
                          actions=actions))

    def _post(self, notice: Notice) -> None:
        self._services.notices.post(notice)


class _Recorder:
    """Renews a record now and then."""

    def __init__(
        self, record: Callable[[], BuildRecord], write: Callable[[BuildRecord], None],
    ) -> None:
        self._record = record
        self._write = write
        self._written_s = float("-inf")

    def renew(self) -> None:
        """Write it, unless that was done a moment ago."""
        if time.monotonic() - self._written_s >= RECORD_EVERY_S:
            self._written_s = time.monotonic()
            self._write(self._record())


def asks_for_models(failure: JobFailure) -> bool:
    """Whether a job failed because it has no models to encode with."""
    return CHOOSE in (failure.problem, failure.hint)


def missing_text(failure: JobFailure) -> str:
    """What is missing, without the words of the command line."""
    reason = failure.hint if failure.problem == CHOOSE else failure.problem
    return f"{CHOOSE.partition(':')[0]}. {reason}"
