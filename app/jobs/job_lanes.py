"""Where jobs run: one writer at a time per store, readers beside each other.

Waiting on a worker's pipe costs a thread and nothing else, so each running job has one. What is
limited is how many worker processes compute at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

from larder.app.jobs.job import Job, JobFailure, JobRequest
from larder.app.jobs.job_runnable import JobRunnable, Worker

READERS = 2
"""Reading jobs at once; more of them only wait for the same disk."""
SHUTDOWN_MS = 10_000


class JobLanes(QObject):
    """Starts jobs when their lane is free and keeps them alive until they are over.

    A quiet job is deleted once it has finished; the others belong to the panel that lists them.

    Signals:
        submitted: with every Job that is handed in, queued or started.
        idle: no job runs or waits any more.
    """

    submitted = Signal(object)
    idle = Signal()

    def __init__(
        self, make_worker: Callable[[str, Any], Worker], parent: QObject | None = None, *,
        close_workers: Callable[[], None] = lambda: None,
    ) -> None:
        """Make lanes without jobs.

        Args:
            make_worker: prepares a worker of a kind of job and its options.
            parent: owns the lanes and their jobs.
            close_workers: ends workers that wait for another job.
        """
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
        """Whether no job runs or waits."""
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
            self._running[job].cancel()

    def pause(self, job: Job) -> None:
        """Ask a running job to wait after the item in hand; its lane stays taken."""
        if job in self._running:
            job.on_pause_asked()
            self._running[job].pause()

    def resume(self, job: Job) -> None:
        """Let a paused job go on."""
        if job in self._running:
            job.on_resume_asked()
            self._running[job].resume()

    def kill(self, job: Job) -> None:
        """End a job's worker at once; the item in hand is discarded."""
        if job in self._running:
            job.on_stop_asked()
            self._running[job].kill()

    def shut_down(self) -> None:
        """End every worker and wait for the threads that watch them."""
        self._waiting.clear()
        for runnable in self._running.values():
            runnable.kill()
        self._threads.waitForDone(SHUTDOWN_MS)
        self._close_workers()

    def _start_waiting(self) -> None:
        """Start what may start, in the order handed in; who waits for a store is not overtaken."""
        claimed = {store for job in self._running for store in job.request.writes}
        readers = sum(not job.request.writes for job in self._running)
        for job in tuple(self._waiting):
            writes = job.request.writes
            free = not writes & claimed if writes else readers < READERS
            claimed |= writes
            if free:
                readers += not writes
                self._waiting.remove(job)
                self._start(job)

    def _start(self, job: Job) -> None:
        runnable = JobRunnable(job.request, self._make_worker)
        signals = runnable.signals
        signals.progressed.connect(job.on_progress)
        signals.items_failed.connect(job.on_items_failed)
        signals.paused.connect(job.on_paused)
        signals.succeeded.connect(job.on_succeeded)
        signals.cancelled.connect(job.on_cancelled)
        signals.failed.connect(job.on_failed)
        signals.finished.connect(self._on_finished)
        self._running[job] = runnable
        job.on_started()
        self._threads.start(runnable)

    def _on_finished(self, runnable: JobRunnable) -> None:
        job = next(job for job, running in self._running.items() if running is runnable)
        del self._running[job]
        job.finished.emit()
        if job.request.quiet:
            job.deleteLater()
        self._start_waiting()
        if self.is_idle:
            self.idle.emit()


class AwaitedJob:
    """The one job whose answer a view waits for: a newer one, or `drop`, makes it nobody's."""

    def __init__(
        self, lanes: JobLanes, on_done: Callable[[Any], None],
        on_failed: Callable[[JobFailure], None],
    ) -> None:
        """Wait for nothing yet.

        Args:
            lanes: where jobs run.
            on_done: called with what the newest job gave.
            on_failed: called with why it gave nothing.
        """
        self._lanes = lanes
        self._on_done = on_done
        self._on_failed = on_failed
        self._job: Job | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is waited for."""
        return self._job is None

    def start(self, job: Job) -> None:
        """Submit a job that was prepared; one that is under way is dropped."""
        self.drop()
        self._job = job
        job.succeeded.connect(lambda answer: self._if_newest(job, self._on_done, answer))
        job.failed.connect(lambda failure: self._if_newest(job, self._on_failed, failure))
        job.finished.connect(lambda: self._forget(job))
        self._lanes.submit(job)

    def drop(self) -> None:
        """Cancel what is under way; its answer reaches nobody."""
        job, self._job = self._job, None
        if job is not None:
            self._lanes.cancel(job)

    def _if_newest(self, job: Job, call: Callable[[Any], None], what: object) -> None:
        if job is self._job:
            call(what)

    def _forget(self, job: Job) -> None:
        if job is self._job:
            self._job = None
