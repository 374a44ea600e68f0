"""Drives one worker process from a pool thread and reports to the window's thread.

Whatever happens, a runnable announces exactly one outcome and then that it is finished: an
exception that left `run()` would be lost to Qt, and the window would wait for ever. Progress is
passed on at most every 50 ms, because a signal per item makes a job twenty times slower.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from PySide6.QtCore import QObject, QRunnable, Signal

from larder.app.jobs.job import JobFailure, JobRequest
from larder.core.errors import UserFacingError
from larder.core.jobs import ItemFailed, Progress
from larder.core.worker_protocol import Cancelled, Failed, Paused, Succeeded

PROGRESS_EVERY_S = 0.05


class Worker(Protocol):
    """A job in another process; cancelling or killing it before it starts holds too."""

    def start(self) -> None:
        """Start the process."""

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


class JobSignals(QObject):
    """What a runnable says; a QRunnable is no QObject and cannot say it itself.

    Signals:
        progressed: with the newest Progress, at most every 50 ms.
        items_failed: with the ItemFailed since the last time, a tuple.
        paused: the worker waits; what it said before was passed on.
        succeeded: with the result; exactly one of these three.
        cancelled: with what was kept, or None.
        failed: with a JobFailure.
        finished: with the runnable, after the outcome.
    """

    progressed = Signal(object)
    items_failed = Signal(object)
    paused = Signal()
    succeeded = Signal(object)
    cancelled = Signal(object)
    failed = Signal(object)
    finished = Signal(object)


class JobRunnable(QRunnable):
    """One job: start a worker, pass on what it says, announce how it ended."""

    def __init__(
        self, request: JobRequest, make_worker: Callable[[str, Any], Worker],
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.signals = JobSignals()
        self._request = request
        self._worker = make_worker(request.kind, request.options)
        self._clock_s = clock_s
        self._progress: Progress | None = None
        self._problems: list[ItemFailed] = []
        self._passed_on_s = float("-inf")
        self._phase = ""
        # The wrapper is kept alive from Python; Qt deleting it too would free it twice.
        self.setAutoDelete(False)

    def run(self) -> None:
        """Called by the pool."""
        try:
            announce, what = self._drive()
        except UserFacingError as error:
            announce, what = self.signals.failed, JobFailure(
                problem=error.problem, hint=error.hint, error=type(error).__name__)
        except Exception as error:  # noqa: BLE001 - an exception that leaves run() is lost to Qt
            announce, what = self.signals.failed, JobFailure(
                problem=f"{self._request.title} stopped because of a mistake in the program.",
                hint="Please report it with the details.",
                details=traceback.format_exc(), error=type(error).__name__)
        self._pass_on()
        announce.emit(what)
        self.signals.finished.emit(self)

    def cancel(self) -> None:
        """Ask the worker to stop; any thread may call this."""
        self._worker.cancel()

    def pause(self) -> None:
        """Ask the worker to wait; any thread may call this."""
        self._worker.pause()

    def resume(self) -> None:
        """Let the worker go on; any thread may call this."""
        self._worker.resume()

    def kill(self) -> None:
        """End the worker at once; any thread may call this."""
        self._worker.kill()

    def _drive(self) -> tuple[Any, Any]:
        """Run the worker to its outcome; which signal announces it, and with what."""
        self._worker.start()
        for event in self._worker.events():
            match event:
                case Progress():
                    self._on_progress(event)
                case ItemFailed():
                    self._problems.append(event)
                    self._pass_on_now_and_then()
                case Paused():
                    self._pass_on()
                    self.signals.paused.emit()
                case Succeeded():
                    return self.signals.succeeded, self._digested(event.answer)
                case Cancelled():
                    return self.signals.cancelled, event.report
                case Failed():
                    return self.signals.failed, JobFailure(
                        problem=event.problem, hint=event.hint, details=event.details,
                        error=event.error)
        raise RuntimeError("the worker ended without an outcome")

    def _digested(self, answer: Any) -> Any:
        digest = self._request.digest
        return answer if digest is None else digest(answer)

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
