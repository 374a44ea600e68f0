"""Where jobs run: one writer at a time per store, readers beside each other, a worker process each.

Waiting on a worker's pipe costs a thread and nothing else, so each running job has one. What is
limited is how many worker processes compute at once.

Whatever happens, a runnable announces exactly one outcome and then that it is finished: an
exception that left `run()` would be lost to Qt, and the window would wait for ever. Progress is
passed on at most every 50 ms, because a signal per item makes a job twenty times slower.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from PySide6.QtCore import QObject, QThreadPool, Signal

from larder.app.jobs.job import Job, JobRequest
from larder.app.presentation.sentences import Sentences
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, ItemFailed, JobCancelled, Progress
from larder.core.jobs import Job as CoreJob
from larder.core.worker_protocol import Cancelled, Failed, Paused, Succeeded, WorkerRemark

_tr = Sentences("Jobs")

PROGRESS_EVERY_S = 0.05
REST_S = 0.003
"""As long as a step takes: the window keeps at least half of the interpreter's time."""

READERS = 2
"""Reading jobs at once; more of them only wait for the same disk."""
SHUTDOWN_MS = 10_000


class Worker(Protocol):
    """A job in another process; cancelling or killing it before it starts holds too."""

    def start(self) -> None:
        """Start the worker's process."""

    def events(self) -> Iterator[object]:
        """Progress, failed items and pauses, then one outcome; blocks without holding the GIL."""

    def cancel(self) -> None:
        """Ask it to stop after the item in hand."""

    def pause(self) -> None:
        """Ask it to wait after the item in hand."""

    def resume(self) -> None:
        """Let it go on."""

    def kill(self) -> None:
        """End the process at once."""


class ThreadWorker:
    """A job of the window itself, run by the thread that would wait for a worker.

    It shares the interpreter with what paints the window, and so rests after each step.
    """

    def __init__(self, work: Callable[[CancelToken], CoreJob[Any]]) -> None:
        self._work = work
        self._token = CancelToken()
        self.cancel = self.kill = self._token.cancel
        self.pause, self.resume = self._token.pause, self._token.resume

    def start(self) -> None:
        """There is nothing to start."""

    def events(self) -> Iterator[object]:
        """Yield the events of the job, then its outcome."""
        try:
            yield Succeeded((yield from self._steps()))
        except JobCancelled as cancelled:
            yield Cancelled(cancelled.report)

    def _steps(self) -> CoreJob[Any]:
        job = self._work(self._token)
        while True:
            try:
                event = next(job)
            except StopIteration as finished:
                return finished.value
            yield event
            time.sleep(REST_S)


class JobSignals(QObject):
    """Signals of a runnable, which is not a QObject and cannot emit any itself.

    Signals:
        progressed: with the latest Progress, at most every 50 ms.
        items_failed: with a tuple of the ItemFailed since the last time.
        paused: the worker waits; all its earlier events have been passed on.
        remarked: with a sentence about a decision made along the way.
        succeeded: with the result; exactly one of this, cancelled and failed is emitted.
        cancelled: with the partial result, or None.
        failed: with a Failed.
        finished: with the runnable, after the outcome.
    """

    progressed = Signal(object)
    items_failed = Signal(object)
    paused = Signal()
    remarked = Signal(str)
    succeeded = Signal(object)
    cancelled = Signal(object)
    failed = Signal(object)
    finished = Signal(object)


class JobRunnable:
    """One job: start a worker, pass on what it says, announce how it ended.

    As of `CallRunnable`, its signals belong to their owner, and a pool is given its `run`: given
    a QRunnable that Python owns it would keep a reference for ever.

    Attributes:
        worker: may be cancelled, paused, resumed and killed from any thread.
    """

    def __init__(
        self, request: JobRequest, make_worker: Callable[[str, Any], Worker],
        clock_s: Callable[[], float] = time.monotonic, owner: QObject | None = None,
    ) -> None:
        self.signals = JobSignals(owner)
        self._request = request
        self.worker = (make_worker(request.kind, request.options) if request.work is None
                        else ThreadWorker(request.work))
        self._clock_s = clock_s
        self._progress: Progress | None = None
        self._problems: list[ItemFailed] = []
        self._passed_on_s = float("-inf")
        self._phase = ""

    def run(self) -> None:
        """Called by the pool."""
        try:
            announce, what = self._drive()
        except UserFacingError as error:
            announce, what = self.signals.failed, Failed(
                problem=error.problem, hint=error.hint, error=type(error).__name__,
                user_facing=True)
        except Exception as error:  # noqa: BLE001 - an exception that leaves run() is lost to Qt
            announce, what = self.signals.failed, Failed(
                problem=_tr("%1 stopped because of an error in Larder.").replace(
                    "%1", self._request.title),
                hint=_tr("Please report it with the details."),
                details=traceback.format_exc(), error=type(error).__name__)
        self._pass_on()
        announce.emit(what)
        self.signals.finished.emit(self)

    def _drive(self) -> tuple[Any, Any]:
        """Run the worker to its outcome; which signal announces it, and with what."""
        self.worker.start()
        for event in self.worker.events():
            match event:
                case Progress():
                    self._on_progress(event)
                case ItemFailed():
                    self._problems.append(event)
                    self._pass_on_now_and_then()
                case Paused():
                    self._pass_on()
                    self.signals.paused.emit()
                case WorkerRemark():
                    self.signals.remarked.emit(event.text)
                case Succeeded():
                    return self.signals.succeeded, self._request.digest_answer(event.answer)
                case Cancelled():
                    return self.signals.cancelled, event.report
                case Failed():
                    return self.signals.failed, event
        raise RuntimeError("the worker ended without an outcome")

    def _on_progress(self, progress: Progress) -> None:
        self._progress = progress
        if progress.phase != self._phase:
            self._phase = progress.phase
            self._pass_on()
        else:
            self._pass_on_now_and_then()

    def _pass_on_now_and_then(self) -> None:
        if self._clock_s() - self._passed_on_s >= PROGRESS_EVERY_S:
            self._pass_on()

    def _pass_on(self) -> None:
        self._passed_on_s = self._clock_s()
        if self._problems:
            self.signals.items_failed.emit(tuple(self._problems))
            self._problems.clear()
        if self._progress is not None:
            self.signals.progressed.emit(self._progress)
            self._progress = None


class JobLanes(QObject):
    """Starts jobs when their lane is free and keeps them alive until they are over.

    A quiet job is deleted once it has finished; the others belong to the panel that lists them.

    Signals:
        submitted: with every Job that is handed in, queued or started.
        remarked: with a sentence about what a job settled on its way.
    """

    submitted = Signal(object)
    remarked = Signal(str)

    def __init__(
        self, make_worker: Callable[[str, Any], Worker], parent: QObject | None = None, *,
        close_workers: Callable[[], None] = lambda: None,
    ) -> None:
        """Make lanes without jobs."""
        super().__init__(parent)
        self._make_worker = make_worker
        self._close_workers = close_workers
        self._threads = QThreadPool(self)
        # A thread per running job; the lanes decide how many jobs run.
        self._threads.setMaxThreadCount(64)
        self._waiting: list[Job] = []
        self._running: dict[Job, JobRunnable] = {}

    @property
    def is_idle(self) -> bool:
        """True if no job is running or waiting."""
        return not self._waiting and not self._running

    @property
    def active(self) -> tuple[Job, ...]:
        """Running and waiting jobs."""
        return (*self._running, *self._waiting)

    def prepare(self, request: JobRequest) -> Job:
        """Make a job, to be connected before it is submitted."""
        return Job(request, self)

    def submit(self, job: Job) -> None:
        """Run a prepared job as soon as its lane is free."""
        self._waiting.append(job)
        self.submitted.emit(job)
        self._start_waiting()

    def cancel(self, job: Job) -> None:
        """Ask a job to stop after the item in hand; one that still waits is over at once."""
        if job in self._waiting:
            self._waiting.remove(job)
            job.on_cancelled(None)
            job.finished.emit()
            self._start_waiting()
        elif job in self._running:
            job.on_stop_asked()
            self._running[job].worker.cancel()

    def pause(self, job: Job) -> None:
        """Ask a running job to wait after the item in hand; its lane stays taken."""
        if job in self._running:
            job.on_pause_asked()
            self._running[job].worker.pause()

    def resume(self, job: Job) -> None:
        """Let a paused job go on."""
        if job in self._running:
            job.on_resume_asked()
            self._running[job].worker.resume()

    def kill(self, job: Job) -> None:
        """End a job's worker at once; the item in hand is discarded."""
        if job in self._running:
            job.on_stop_asked()
            self._running[job].worker.kill()

    def shut_down(self) -> None:
        """End every worker and wait for the threads that watch them."""
        self._waiting.clear()
        for runnable in self._running.values():
            runnable.worker.kill()
        self._threads.waitForDone(SHUTDOWN_MS)
        self._close_workers()

    def _start_waiting(self) -> None:
        """Start what may start, in the order handed in; who waits for a store is not overtaken."""
        claimed = {store for job in self._running for store in job.request.writes}
        readers = sum(_takes_lane(job) for job in self._running)
        for job in tuple(self._waiting):
            writes = job.request.writes
            free = not writes & claimed if writes else (
                readers < READERS or not _takes_lane(job))
            claimed |= writes
            if free:
                readers += _takes_lane(job)
                self._waiting.remove(job)
                self._start(job)

    def _start(self, job: Job) -> None:
        runnable = JobRunnable(job.request, self._make_worker, owner=self._threads)
        signals = runnable.signals
        signals.progressed.connect(job.on_progress)
        signals.items_failed.connect(job.on_items_failed)
        signals.paused.connect(job.on_paused)
        signals.remarked.connect(self.remarked)
        signals.succeeded.connect(job.on_succeeded)
        signals.cancelled.connect(job.on_cancelled)
        signals.failed.connect(job.on_failed)
        signals.finished.connect(self._on_finished)
        # Delivered last: what was said before it has arrived by then.
        signals.finished.connect(signals.deleteLater)
        self._running[job] = runnable
        job.on_started()
        self._threads.start(runnable.run)

    def _on_finished(self, runnable: JobRunnable) -> None:
        job = next(job for job, running in self._running.items() if running is runnable)
        del self._running[job]
        job.finished.emit()
        if job.request.quiet:
            job.deleteLater()
        self._start_waiting()


def _takes_lane(job: Job) -> bool:
    """Return whether a job occupies one of the few lanes for reading jobs."""
    return not (job.request.writes or job.request.beside)
