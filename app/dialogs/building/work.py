"""Builds: jobs whose outcome the window's bar tells, remembered while they run.

The dialog is closed while its build runs; it is this object that follows the job, renews the record
for the start after a crash, and says how it ended.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from larder.app.commands.index_writes import repair_actions
from larder.app.dialogs.building.documents import BuildPlanFacts, BuildReportFacts
from larder.app.dialogs.building.meter import BuildProgress
from larder.app.dialogs.building.recording import BuildRecording
from larder.app.dialogs.building.records import BuildRecord
from larder.app.dialogs.building.request import (
    BuildRequest,
    build_job,
    counts_payloads,
    failed_entries,
    kept_facts,
)
from larder.app.dialogs.building.texts import build_notice, job_title, stopped_text
from larder.app.jobs.job import Job, JobFailure
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.core.build.scope import OPTION
from larder.core.encoders.model_files import CHOOSE
from larder.core.errors import StalePlanError, StoreBusyError


class BuildWork(QObject):
    """Every build of one window.

    Signals:
        started: with the Job and its BuildProgress, once the jobs panel lists it.
        models_missing: with the BuildRequest and what is missing; "" where another model encoded
            payloads, and the dialog has to ask what becomes of them.
        resume_wanted: with the BuildRecord of one to go on with, or of what of it is to be retried.
        plan_wanted: with the BuildRequest whose plan does not hold any more.
    """

    started = Signal(object, object)
    resume_wanted = Signal(object)
    models_missing = Signal(object, str)
    plan_wanted = Signal(object)

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
        self, request: BuildRequest, plan: BuildPlanFacts | None = None,
        file: Path | None = None, *, even_if_busy: bool = False,
    ) -> Job:
        """Build; the outcome is told in the window's bar.

        Args:
            request: what, of the workspace that is open.
            plan: what the user agreed to, for the whole's progress; None where there is none.
            file: where that plan is saved, which is built as it is; None to plan anew.
            even_if_busy: go on although a trainer seems to be at work.
        """
        session = self._services.session
        job = build_job(
            session, request, job_title(self._name()), plan=file, even_if_busy=even_if_busy)
        meter = BuildProgress(total=0 if plan is None else plan.payloads)
        self._running[job] = meter
        recording = BuildRecording(
            self._services.builds, self._recording, self._record(request), meter)
        job.changed.connect(lambda: self._follow(job, meter, recording))
        job.succeeded.connect(lambda facts: self._on_built(recording, facts))
        job.cancelled.connect(lambda kept: self._on_cancelled(recording, kept))
        job.failed.connect(
            lambda failure: self._on_failed(request, plan, file, recording, failure))
        job.finished.connect(lambda: self._on_over(job))
        self._services.notices.clear()
        self._services.lanes.submit(job)
        self.started.emit(job, meter)
        return job

    def _name(self) -> str:
        pages = self._services.session.pages
        return "" if pages is None else pages.tree[0].name

    def _record(self, request: BuildRequest) -> BuildRecord:
        """What takes it up again; a changed copy of the config goes with the window."""
        session, encoder = self._services.session, request.encoder
        config = Path(request.about.config or request.about.workspace)
        is_copy = config.is_relative_to(session.folder.path)
        return BuildRecord(
            name=self._name(), about=(is_copy and session.options) or request.about,
            scope=request.scope.value, selection=request.chosen, models=encoder.models,
            device=encoder.device, dtype=encoder.dtype, batch=encoder.batch,
            other_weights=request.other_weights.value, doubted=request.doubted,
            depth=request.depth,
            changed_config=config.read_text("utf-8") if is_copy else "")

    def _follow(self, job: Job, meter: BuildProgress, recording: BuildRecording) -> None:
        if job.progress is not None and job.progress is not meter.stage:
            meter.follow(job.progress, job.clock.now_s(),
                         counts=counts_payloads(job.progress.unit))
        if not job.state.is_over:
            recording.renew()

    def _on_over(self, job: Job) -> None:
        del self._running[job]

    def _on_built(self, recording: BuildRecording, facts: BuildReportFacts) -> None:
        is_done = not (facts.disk_full or facts.cancelled)
        record = recording.end(is_done=is_done, done=facts.done, planned=facts.planned)
        actions = () if is_done else (self._resume(record),)
        failed = failed_entries([(one.store, one.source) for one in facts.failed])
        if failed:
            actions += (self._resume(
                msgspec.structs.replace(record, selection=failed), self.tr("Retry these")),)
        self._post(build_notice(facts, self._services.look.figures, actions))

    def _resume(self, record: BuildRecord, text: str = "") -> NoticeAction:
        return NoticeAction(
            text or self.tr("Resume"), lambda: self.resume_wanted.emit(record))

    def _on_cancelled(self, recording: BuildRecording, kept: Any) -> None:
        facts = kept_facts(kept)
        if facts is not None:
            self._on_built(recording, msgspec.structs.replace(facts, cancelled=True))
            return
        record = recording.end(is_done=False)
        self._post(Notice(
            tone=Tone.NOTE, text=stopped_text(record, self._services.look.figures),
            actions=(self._resume(record),)))

    def _on_failed(
        self, request: BuildRequest, plan: BuildPlanFacts | None, file: Path | None,
        recording: BuildRecording,
        failure: JobFailure,
    ) -> None:
        # What a user has to mend before it can begin is told with its own way on.
        has_begun = bool(recording.record.done) or not failure.error
        record = recording.end(is_done=not has_begun)
        if asks_for_models(failure):
            self.models_missing.emit(request, missing_text(failure))
            return
        if OPTION in failure.hint:
            self.models_missing.emit(request, "")
            return
        ways_on = {
            StoreBusyError.__name__: (NoticeAction(
                self.tr("Build all the same"),
                lambda: self.start(request, plan, file, even_if_busy=True)),),
            StalePlanError.__name__: (NoticeAction(
                self.tr("Plan again"), lambda: self.plan_wanted.emit(request)),),
        }.get(failure.error, ())
        ways_on += repair_actions(self._services, failure)
        actions = ways_on + ((self._resume(record),) if has_begun else ())
        self._post(Notice(tone=Tone.ERROR, text=failure.problem,
                          hint="" if ways_on else failure.hint, details=failure.details,
                          actions=actions))

    def _post(self, notice: Notice) -> None:
        self._services.notices.post(notice)


def asks_for_models(failure: JobFailure) -> bool:
    """Whether a job failed because it has no models to encode with."""
    return CHOOSE in (failure.problem, failure.hint)


def missing_text(failure: JobFailure) -> str:
    """What is missing, without the words of the command line."""
    reason = failure.hint if failure.problem == CHOOSE else failure.problem
    return f"{CHOOSE.partition(':')[0]}. {reason}"
