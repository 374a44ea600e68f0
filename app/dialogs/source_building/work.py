"""Builds over a folder: jobs whose outcome the window's bar tells, whatever dialog is open."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from larder.app.cache_session import SessionState
from larder.app.dialogs.building.documents import SourceBuildReportFacts
from larder.app.dialogs.building.meter import BuildProgress
from larder.app.dialogs.building.recording import BuildRecording
from larder.app.dialogs.building.records import BuildRecord
from larder.app.dialogs.building.request import counts_payloads
from larder.app.dialogs.building.texts import stopped_text
from larder.app.dialogs.source_building.request import build_job, kept_facts
from larder.app.dialogs.source_building.texts import job_title, source_build_notice
from larder.app.jobs.job import Job, JobFailure
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.services import WindowServices
from larder.core.requests.options import SourceBuildOptions, WorkspaceOptions


class SourceBuildWork(QObject):
    """Every build over a folder of one window.

    Signals:
        started: with the Job and its BuildProgress, once the lanes have it.
        told: with the Notice that says how one ended.
        resume_wanted: with the BuildRecord of one to go on with.
    """

    resume_wanted = Signal(object)
    started = Signal(object, object)
    told = Signal(object)

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._recording = services.calls.latest_call(self)
        self._running: dict[Job, BuildProgress] = {}
        self._latest: tuple[SourceBuildOptions, str] | None = None

    @property
    def is_building(self) -> bool:
        """Whether a build runs or waits."""
        return bool(self._running)

    @property
    def can_try_again(self) -> bool:
        """Whether there was a build, and none runs."""
        return self._latest is not None and not self._running

    def start(
        self, options: SourceBuildOptions, folder: str, *, payloads: int = 0,
        plan: Path | None = None,
    ) -> Job:
        """Build; the outcome is told in the window's bar.

        Args:
            options: what.
            folder: the cache's.
            payloads: how many the plan said, for the whole's progress; 0 where there is none.
            plan: where that plan is saved, which is built as it is; None to plan anew.
        """
        self._latest = (options, folder)
        services = self._services
        services.look.names.learn((
            options.workspace, options.sources, PurePath(options.sources).name, folder))
        job = build_job(
            services.lanes, services.session, options, job_title(options), folder, plan=plan)
        meter = BuildProgress(total=payloads)
        self._running[job] = meter
        recording = BuildRecording(services.builds, self._recording, BuildRecord(
            name=PurePath(options.sources).name or options.sources, sources=options,
            about=WorkspaceOptions(workspace=options.workspace), folder=folder), meter)
        job.changed.connect(lambda: _follow(job, meter, recording))
        job.succeeded.connect(lambda facts: self._on_built(recording, facts))
        job.cancelled.connect(lambda kept: self._on_cancelled(recording, kept))
        job.failed.connect(lambda failure: self._on_failed(recording, failure))
        job.finished.connect(lambda: self._on_over(job))
        services.notices.clear()
        services.lanes.submit(job)
        self.started.emit(job, meter)
        services.commands.refresh()
        return job

    def try_again(self) -> None:
        """Build the latest once more: what is there by now is not made again."""
        if self._latest is not None:
            options, folder = self._latest
            self.start(options, folder)

    def _on_over(self, job: Job) -> None:
        del self._running[job]
        self._services.commands.refresh()

    def _on_built(self, recording: BuildRecording, facts: SourceBuildReportFacts) -> None:
        """A cache that may take no more is full until its budget is another one."""
        is_done = not (facts.disk_full or facts.cancelled)
        record = recording.end(is_done=is_done, done=facts.done, planned=facts.planned)
        actions = [] if is_done else [self._resume(record)]
        if facts.failed or facts.changed:
            actions.append(NoticeAction(self.tr("Try these again"), self.try_again))
        if self._services.session.state is SessionState.CLOSED and facts.path:
            actions.append(NoticeAction(
                self.tr("Open the cache"),
                lambda: self._services.session.open(WorkspaceOptions(workspace=facts.path))))
        self._post(source_build_notice(facts, self._services.look.figures, tuple(actions)))

    def _resume(self, record: BuildRecord) -> NoticeAction:
        return NoticeAction(self.tr("Resume"), lambda: self.resume_wanted.emit(record))

    def _on_cancelled(self, recording: BuildRecording, kept: Any) -> None:
        facts = kept_facts(kept)
        if facts is not None:
            self._on_built(recording, msgspec.structs.replace(facts, cancelled=True))
            return
        record = recording.end(is_done=False)
        self._post(Notice(
            tone=Tone.NOTE, text=stopped_text(record, self._services.look.figures),
            actions=(self._resume(record),)))

    def _on_failed(self, recording: BuildRecording, failure: JobFailure) -> None:
        recording.end(is_done=bool(failure.error) and not recording.record.done)
        self._post(Notice(
            tone=Tone.ERROR, text=failure.problem, hint=failure.hint, details=failure.details,
            actions=(NoticeAction(self.tr("Try again"), self.try_again),)))

    def _post(self, notice: Notice) -> None:
        self._services.notices.post(notice)
        self.told.emit(notice)


def _follow(job: Job, meter: BuildProgress, recording: BuildRecording) -> None:
    if job.progress is not None and job.progress is not meter.stage:
        meter.follow(job.progress, job.clock.now_s(), counts=counts_payloads(job.progress.unit))
    if not job.state.is_over:
        recording.renew()
