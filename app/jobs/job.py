"""One job as the window sees it: what was asked, how far it is, how it ended."""

from __future__ import annotations

import enum
import time
from collections import deque
from collections.abc import Callable
from statistics import median
from typing import Any, TypeVar

import msgspec
from PySide6.QtCore import QObject, Signal

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.jobs import CancelToken, ItemFailed, Progress, WorkClock
from larder.core.jobs import Job as CoreJob
from larder.core.requests.options import Answer
from larder.core.worker_protocol import Failed

PAUSABLE_KINDS = frozenset({"build", "build-sources"})
"""Jobs long enough to be paused, that save what they made before they wait."""

PACE_OF_S = 30.0
"""The rate is of the last half minute: loading a model must not slow it down for ever."""
BIN_S = 1.0
ESTIMATE_AFTER_S = 5.0
ESTIMATE_AFTER_SHARE = 0.02

Document = TypeVar("Document", bound=msgspec.Struct)


class JobState(enum.Enum):
    """Where a job is on its way."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSING = "pausing"
    PAUSED = "paused"
    STOPPING = "stopping"
    SUCCEEDED = "succeeded"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        """True if the job has reached an outcome."""
        return self in (JobState.SUCCEEDED, JobState.CANCELLED, JobState.FAILED)


class JobRequest(msgspec.Struct, frozen=True):
    """Request for one job of a worker.

    Attributes:
        kind: name in core's table of requests, such as "survey".
        writes: stores it may write into; jobs that share one run one after another.
        quiet: whether the jobs panel omits it.
        fleeting: whether ending it early loses nothing: the window starts it again by itself.
        beside: whether it occupies no lane: nothing waits for it, and it delays nothing.
        digest: converts the answer for the views, in the pool thread; a Struct type decodes the
            answer as that document.
        work: runs in a thread of the window instead of a worker, for a job whose data is here.
    """

    kind: str
    options: Any
    title: str
    writes: frozenset[str] = frozenset()
    quiet: bool = False
    fleeting: bool = False
    beside: bool = False
    digest: Callable[[Any], Any] | type[msgspec.Struct] | None = None
    work: Callable[[CancelToken], CoreJob[Any]] | None = None

    @property
    def is_pausable(self) -> bool:
        """True if the job may be paused."""
        return self.kind in PAUSABLE_KINDS

    @property
    def is_worth_waiting_for(self) -> bool:
        """True if leaving asks the user before it ends the job."""
        return bool(self.writes) or not (self.quiet or self.fleeting)

    def digest_answer(self, answer: Any) -> Any:
        """Return the answer in the form that the views need."""
        if isinstance(self.digest, type):
            return read_document(answer, self.digest)
        return answer if self.digest is None else self.digest(answer)


class Pace:
    """How fast something that is counted gets on, by a clock that stands still while it waits."""

    def __init__(self) -> None:
        """Nothing was counted yet."""
        self._began_s: float | None = None
        self._marks: deque[tuple[float, int]] = deque()

    def mark(self, done: int, now_s: float) -> None:
        """So much is done by now."""
        if self._began_s is None:
            self._began_s = now_s
        # Only where something was finished: most seconds of slow work pass without.
        if not self._marks or (now_s - self._marks[-1][0] >= BIN_S and done > self._marks[-1][1]):
            self._marks.append((now_s, done))
        while len(self._marks) > 2 and now_s - self._marks[0][0] > PACE_OF_S:
            self._marks.popleft()

    @property
    def rate(self) -> float | None:
        """Per second, median over the last 30 s; None while it would be a guess."""
        steps = [
            (later - earlier) / (then - before)
            for (before, earlier), (then, later) in zip(
                self._marks, list(self._marks)[1:], strict=False) if then > before]
        return median(steps) if len(steps) > 1 else None

    def left_s(self, done: int, total: int, now_s: float) -> float | None:
        """Seconds until `total`; None until 5 s have passed or 2 % are done."""
        rate = self.rate
        if self._began_s is None or not rate or not total:
            return None
        if now_s - self._began_s < ESTIMATE_AFTER_S and done / total < ESTIMATE_AFTER_SHARE:
            return None
        return max(total - done, 0) / rate


class Job(QObject):
    """The window's end of a job; lives in the window's thread.

    What it gave goes with the signal and is not kept: a listed job would hold on to the tables of a
    survey that was overtaken long ago.

    Attributes:
        progress: the newest progress, None before the first.
        clock: stands still while it waits.
        pace: how fast its phase gets on, by that clock.
        started_ns, ended_ns, asked_to_stop_ns: wall clock, 0 for not yet.

    Signals:
        changed: state, progress or problems changed.
        succeeded: with the result, exactly one of these three.
        cancelled: with what was kept, or None.
        failed: with the Failed.
        finished: after the outcome.
    """

    changed = Signal()
    succeeded = Signal(object)
    cancelled = Signal(object)
    failed = Signal(object)
    finished = Signal()

    def __init__(self, request: JobRequest, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.request = request
        self.state = JobState.QUEUED
        self.progress: Progress | None = None
        self.problems: list[ItemFailed] = []
        self.failure: Failed | None = None
        self.clock = WorkClock()
        self.pace = Pace()
        self.started_ns = time.time_ns()
        self.ended_ns = 0
        self.asked_to_stop_ns = 0

    @property
    def elapsed_s(self) -> float:
        """Seconds from its start until its end, or until now."""
        return ((self.ended_ns or time.time_ns()) - self.started_ns) / 1e9

    def on_started(self) -> None:
        """The lane let it go."""
        self.started_ns = time.time_ns()
        self._enter(JobState.RUNNING)

    def on_pause_asked(self) -> None:
        """The user wants it to wait."""
        if self.state is JobState.RUNNING:
            self._enter(JobState.PAUSING)

    def on_paused(self) -> None:
        """It waits; said too late to one that is to go on by now, it means nothing."""
        if self.state is JobState.PAUSING:
            self.clock.stop()
            self._enter(JobState.PAUSED)

    def on_resume_asked(self) -> None:
        """The user wants it to go on."""
        if self.state in (JobState.PAUSING, JobState.PAUSED):
            self.clock.go_on()
            self._enter(JobState.RUNNING)

    def on_stop_asked(self) -> None:
        """The user wants it to stop."""
        if not self.state.is_over and not self.asked_to_stop_ns:
            self.asked_to_stop_ns = time.time_ns()
            self.clock.go_on()
            self._enter(JobState.STOPPING)

    def on_progress(self, progress: Progress) -> None:
        """Record progress; a new phase restarts the pace."""
        if self.progress is None or self.progress.phase != progress.phase:
            self.pace = Pace()
        self.progress = progress
        self.pace.mark(progress.done, self.clock.now_s())
        self.changed.emit()

    def on_items_failed(self, problems: tuple[ItemFailed, ...]) -> None:
        """Some items could not be done."""
        self.problems.extend(problems)
        self.changed.emit()

    def on_succeeded(self, result: Any) -> None:
        """End the job as succeeded and emit its result."""
        self._end(JobState.SUCCEEDED)
        self.succeeded.emit(result)

    def on_cancelled(self, kept: Any) -> None:
        """It stopped because it was asked to."""
        self._end(JobState.CANCELLED)
        self.cancelled.emit(kept)

    def on_failed(self, failure: Failed) -> None:
        """It could not be done."""
        self.failure = failure
        self._end(JobState.FAILED)
        self.failed.emit(failure)

    def _end(self, state: JobState) -> None:
        self.ended_ns = time.time_ns()
        self._enter(state)

    def _enter(self, state: JobState) -> None:
        self.state = state
        self.changed.emit()


def read_document(answer: Answer, kind: type[Document]) -> Document:
    """Decode what a worker answered; fields that `kind` does not know are passed over.

    Raises:
        ValueError: if it is no such document; that is a bug, not something a user can mend.
    """
    try:
        return decode_ascii_json(answer.document, kind)
    except UnreadableJsonError as error:
        raise ValueError(f"the worker's answer cannot be read: {error}") from error
