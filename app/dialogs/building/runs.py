"""Builds that run: jobs whose outcome the window's bar tells, remembered while they run.

The dialog is closed while its build runs; it is these objects that follow the job, renew the record
for the start after a crash, and say how it ended. A job's line in the jobs panel shows how far its
stage is; a build has several, so its line gets a bar and a sentence about all of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from larder.app.build_records import BuildRecord, BuildRecords
from larder.app.cache_session import SavedFile, SessionState
from larder.app.dialogs.building.request import BuildRequest, list_failed_entries
from larder.app.dialogs.building.texts import build_notice, format_stopped, job_title
from larder.app.dialogs.index_writes import repair_actions
from larder.app.dialogs.source_building.texts import job_title as source_job_title
from larder.app.dialogs.source_building.texts import source_build_notice
from larder.app.dialogs.what_if.results import change_text
from larder.app.jobs.call_runnable import LatestCall
from larder.app.jobs.job import Job, JobRequest, JobState, Pace, read_document
from larder.app.notices import Notice, NoticeAction, failure_notice
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences, core_text, one_after_another, with_values
from larder.app.services import WindowServices
from larder.app.views.jobs_panel import JobsPanel, pace_texts
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import ShareBar, fill_layout
from larder.core.build.reports import BuildPlanDocument, BuildReport
from larder.core.build.scope import OPTION
from larder.core.encoders.model_files import CHOOSE
from larder.core.errors import Finding, StalePlanError, StoreBusyError
from larder.core.jobs import Progress
from larder.core.requests.options import (
    SourceBuildOptions,
    WorkspaceOptions,
    workspace_fields,
)
from larder.core.worker_protocol import Failed

_tr = Sentences("Builds")

METER_WIDTH = 150

RECORD_EVERY_S = 2.0


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
    meter: BuildProgress, figures: Figures, now_s: float, *, is_paused: bool = False,
) -> str:
    """"812 of 900 · 6.1/s · about 14 s left", as far as it is known; paused, only how far."""
    parts = [with_values(_tr("%1 of %2"), *map(figures.count, (meter.done, meter.total)))]
    if is_paused:
        return parts[0]
    left = meter.left_s(now_s) if meter.done < meter.total else None
    return " · ".join([*parts, *pace_texts(meter.rate, left, figures)])


class BuildMeter(QWidget):
    """How far a whole build is."""

    def __init__(self, job: Job, meter: BuildProgress, services: WindowServices) -> None:
        super().__init__()
        self._job = job
        self._meter = meter
        self._services = services
        self.bar = ShareBar(METER_WIDTH)
        self.setToolTip(self.tr("Progress of the build and of the current stage"))
        self.text = PlainLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        fill_layout(QHBoxLayout(self), self.bar, self.text, spacing=10)
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


class BuildRecording:
    """The record of one build, from its start to its end."""

    def __init__(
        self, records: BuildRecords, writing: LatestCall, record: BuildRecord,
        meter: BuildProgress,
    ) -> None:
        """Begin.

        Args:
            records: where it is kept.
            writing: writes it beside the window.
            record: the build, whatever it says of how far it is.
            meter: says that.
        """
        self._records = records
        self._writing = writing
        self._record = record
        self._meter = meter
        self._written_s = float("-inf")
        records.begin(record)

    @property
    def record(self) -> BuildRecord:
        """The build as far as it is."""
        return msgspec.structs.replace(
            self._record, done=self._meter.done, total=self._meter.total)

    def follow(self, job: Job) -> None:
        """Take in how far a job is, and write that unless it was done a moment ago."""
        progress = job.progress
        if progress is not None and progress is not self._meter.stage:
            self._meter.follow(
                progress, job.clock.now_s(), counts=progress.unit == "payloads")
        if not job.state.is_over and time.monotonic() - self._written_s >= RECORD_EVERY_S:
            self._written_s = time.monotonic()
            records, record = self._records, self.record
            self._writing.start(lambda: records.renew(record))

    def end(self, *, is_done: bool, done: int | None = None, planned: int = 0) -> BuildRecord:
        """It is over: forget it, or keep it to be offered. At once, because a window may close.

        Args:
            is_done: whether there is nothing to go on with.
            done: payloads that need nothing more, None for what its progress said.
            planned: payloads of the plan.
        """
        record = self.record
        if done is not None:
            record = msgspec.structs.replace(record, done=done, total=max(planned, done))
        (self._records.drop if is_done else self._records.stop)(record)
        return record


class RunningBuilds(QObject):
    """Every build of one kind of one window.

    Signals:
        started: with the Job and its BuildProgress, once the jobs panel lists it.
        resume_wanted: with the BuildRecord of one to go on with, or of what of it is to be retried.
    """

    started = Signal(object, object)
    resume_wanted = Signal(object)
    """What a job gives."""

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._recording = services.calls.latest_call(self)
        self._running: set[Job] = set()

    @property
    def is_building(self) -> bool:
        """True if a build is running or queued."""
        return bool(self._running)

    def _run(
        self, job: Job, record: BuildRecord, payloads: int,
        on_failed: Callable[[BuildRecording, Failed], None],
    ) -> Job:
        """Run a prepared job; `payloads` is how many the plan said, 0 where there is none."""
        meter = BuildProgress(total=payloads)
        self._running.add(job)
        recording = BuildRecording(self._services.builds, self._recording, record, meter)
        job.changed.connect(lambda: recording.follow(job))
        job.succeeded.connect(lambda report: self._on_built(recording, report))
        job.cancelled.connect(lambda kept: self._on_cancelled(recording, kept))
        job.failed.connect(lambda failure: on_failed(recording, failure))
        job.finished.connect(lambda: self._on_over(job))
        self._services.notices.clear()
        self._services.lanes.submit(job)
        self.started.emit(job, meter)
        self._services.commands.refresh()
        return job

    def _on_over(self, job: Job) -> None:
        self._running.remove(job)
        self._services.commands.refresh()

    def _on_built(self, recording: BuildRecording, report: BuildReport) -> None:
        is_done = not (report.disk_full or report.cancelled)
        record = recording.end(is_done=is_done, done=report.done, planned=report.planned)
        resume = () if is_done else (self._resume(record),)
        self._post(self._result(report, record, resume))

    def _result(
        self, report: BuildReport, record: BuildRecord, resume: tuple[NoticeAction, ...],
    ) -> Notice:
        """Return the notice for a finished build."""
        raise NotImplementedError

    def _resume(self, record: BuildRecord, text: str = "") -> NoticeAction:
        return NoticeAction(
            text or self.tr("Resume"), lambda: self.resume_wanted.emit(record))

    def _on_cancelled(self, recording: BuildRecording, kept: Any) -> None:
        if kept is not None:
            report = read_document(kept, kind=BuildReport)
            self._on_built(recording, msgspec.structs.replace(report, cancelled=True))
            return
        record = recording.end(is_done=False)
        self._post(Notice(
            tone=Tone.NOTE, text=format_stopped(record, self._services.look.figures),
            actions=(self._resume(record),)))

    def _post(self, notice: Notice) -> None:
        self._services.notices.post(notice)


class ConfigBuilds(RunningBuilds):
    """Builds of what a config asks for.

    Signals:
        models_missing: with the BuildRequest and what is missing; "" where another model encoded
            payloads, and the dialog has to ask what becomes of them.
        plan_wanted: with the BuildRequest whose plan does not hold any more.
    """

    models_missing = Signal(object, str)
    plan_wanted = Signal(object)

    def start(
        self, request: BuildRequest, plan: BuildPlanDocument | None = None,
        file: SavedFile | None = None, *, even_if_busy: bool = False,
    ) -> Job:
        """Build; the outcome is told in the window's bar, and a survey follows.

        Args:
            request: what, of the workspace that is open.
            plan: what the user agreed to, for the whole's progress; None where there is none.
            file: where that plan is saved, which is built as it is; None to plan anew.
            even_if_busy: go on although a trainer seems to be at work.
        """
        job = self._services.session.request(
            "build", msgspec.structs.replace(
                request.options, measure=False, plan=None if file is None else str(file),
                even_if_busy=even_if_busy),
            job_title(self._name()), writes=True, digest=BuildReport)
        return self._run(
            job, self._record(request), 0 if plan is None else plan.payloads,
            lambda recording, failure: self._on_failed(request, plan, file, recording, failure))

    def _name(self) -> str:
        pages = self._services.session.pages
        return "" if pages is None else pages.tree[0].name

    def _record(self, request: BuildRequest) -> BuildRecord:
        """Return the record to resume the build from.

        It contains the text of a changed copy of the config, because the copy is deleted with the
        window.
        """
        session, options = self._services.session, request.options
        config = Path(options.config or options.workspace)
        is_copy = config.is_relative_to(session.folder.path)
        about = workspace_fields((is_copy and session.options) or options)
        return BuildRecord(
            name=self._name(), build=msgspec.structs.replace(options, measure=False, **about),
            changed_config=config.read_text("utf-8") if is_copy else "", changes=request.changes)

    def _result(
        self, report: BuildReport, record: BuildRecord, resume: tuple[NoticeAction, ...],
    ) -> Notice:
        failed = list_failed_entries([(one.store, one.source) for one in report.failed])
        assert record.build is not None
        again = msgspec.structs.replace(record.build, selection=failed)
        retry = (self._resume(msgspec.structs.replace(record, build=again),
                              self.tr("Retry failed files")),) if failed else ()
        names = self._services.look.names
        changed = dict.fromkeys(change_text(row, names) for row in record.changes)
        return build_notice(
            report, self._services.look.figures, resume + retry, changed="; ".join(changed))

    def _on_failed(
        self, request: BuildRequest, plan: BuildPlanDocument | None, file: SavedFile | None,
        recording: BuildRecording, failure: Failed,
    ) -> None:
        # What a user has to mend before it can begin is told with its own way on.
        has_begun = bool(recording.record.done) or not failure.error
        record = recording.end(is_done=not has_begun)
        if is_missing_models(failure):
            self.models_missing.emit(request, missing_text(failure))
            return
        if OPTION in failure.hint:
            self.models_missing.emit(request, "")
            return
        ways_on: tuple[NoticeAction, ...] = {
            StoreBusyError.__name__: (NoticeAction(
                self.tr("Build anyway"),
                lambda: self.start(request, plan, file, even_if_busy=True)),),
            StalePlanError.__name__: (NoticeAction(
                self.tr("Plan again"), lambda: self.plan_wanted.emit(request)),),
        }.get(failure.error, ())
        ways_on += repair_actions(self._services, failure)
        actions = ways_on + ((self._resume(record),) if has_begun else ())
        self._post(failure_notice(failure, hint="" if ways_on else None, actions=actions))


class FolderBuilds(RunningBuilds):
    """Builds over a folder of the user's own files."""

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(services, parent)
        self._latest: tuple[SourceBuildOptions, str] | None = None

    @property
    def can_try_again(self) -> bool:
        """True if there was a build and none is running."""
        return self._latest is not None and not self._running

    def start(
        self, options: SourceBuildOptions, folder: str, *, payloads: int = 0,
        plan: SavedFile | None = None,
    ) -> Job:
        """Build; the outcome is told in the window's bar, and a survey of what is open follows.

        Args:
            options: what.
            folder: the cache's.
            payloads: how many the plan said, for the whole's progress; 0 where there is none.
            plan: where that plan is saved, which is built as it is; None to plan anew.
        """
        self._latest = (options, folder)
        services, name = self._services, PurePath(options.sources).name
        services.look.names.learn((options.workspace, options.sources, name, folder))
        job = services.lanes.prepare(JobRequest(
            kind="build-sources", title=source_job_title(options),
            options=msgspec.structs.replace(options, plan=None if plan is None else str(plan)),
            writes=services.session.store_paths() | {folder},
            digest=BuildReport))
        if plan is not None:
            plan.keep_until_over(job)
        job.finished.connect(services.session.survey)
        record = BuildRecord(
            name=name or options.sources, sources=options, folder=folder)
        return self._run(job, record, payloads, self._on_failed)

    def try_again(self) -> None:
        """Build the latest once more: what is there by now is not made again."""
        if self._latest is not None:
            options, folder = self._latest
            self.start(options, folder)

    def _result(
        self, report: BuildReport, record: BuildRecord,  # noqa: ARG002 - all is tried again
        resume: tuple[NoticeAction, ...],
    ) -> Notice:
        """A cache that may take no more is full until its budget is another one."""
        session, actions, folder = self._services.session, [*resume], report.path
        if report.failed or report.changed:
            actions.append(NoticeAction(self.tr("Retry failed files"), self.try_again))
        if session.state is SessionState.CLOSED and folder:
            actions.append(NoticeAction(
                self.tr("Open the cache"),
                lambda: session.open(WorkspaceOptions(workspace=folder))))
        return source_build_notice(report, self._services.look.figures, tuple(actions))

    def _on_failed(self, recording: BuildRecording, failure: Failed) -> None:
        recording.end(is_done=bool(failure.error) and not recording.record.done)
        self._post(failure_notice(
            failure, actions=(NoticeAction(self.tr("Try again"), self.try_again),)))


def is_missing_models(failure: Failed) -> bool:
    """Return whether a job failed because it has no models to encode with."""
    return CHOOSE in (failure.problem, failure.hint)


def missing_text(failure: Failed | Finding) -> str:
    """Return a text about the missing models: what to do, then the reason."""
    reason = failure.hint if failure.problem == CHOOSE else failure.problem
    return one_after_another((core_text(CHOOSE), core_text(reason)))
