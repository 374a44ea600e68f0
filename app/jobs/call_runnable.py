"""Short pure computations in a pool thread: sorting, filtering, reading a thumbnail.

Only functions that leave the interpreter free belong here (numpy, Qt's image readers); everything
that runs Python for long belongs in a worker process.

A pool is given functions, never a QRunnable: `QThreadPool.start(runnable)` of a runnable that
Python owns (`setAutoDelete(False)`) keeps one reference to it for ever (PySide6 6.11.3), and with
it what its function holds, such as the mapped tables of a survey.
"""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

from larder.app.jobs.qt_classes import make_qt_classes


class CallSignals(QObject):
    """Signals of a call that ends.

    Signals:
        done: with the return value of the function.
        failed: with the exception and its traceback as text.
    """

    done = Signal(object)
    failed = Signal(object, str)


class CallRunnable:
    """Runs one function in a pool thread and always says how it ended.

    Its signals belong to `owner` and go, in its thread, once the outcome was delivered: the last
    reference to the runnable may be the pool's, and a QObject is not to be deleted in a thread that
    is not its own.
    """

    def __init__(self, function: Callable[[], Any], owner: QObject) -> None:
        self.signals = CallSignals(owner)
        self._function = function

    def start(self, pool: QThreadPool) -> None:
        """Run it in a thread of the pool; whoever wants the outcome is connected by now."""
        for outcome in (self.signals.done, self.signals.failed):
            outcome.connect(self.signals.deleteLater)
        pool.start(self.run)

    def run(self) -> None:
        """Called by the pool."""
        try:
            result = self._function()
        except Exception as error:  # noqa: BLE001 - an exception that leaves run() is lost to Qt
            self.signals.failed.emit(error, traceback.format_exc())
        else:
            self.signals.done.emit(result)


class LatestCall(QObject):
    """One computation at a time, of which only the newest matters.

    While one runs, a newer one waits and replaces whatever waited before it; the result of a
    computation that was overtaken is dropped.

    Signals:
        done: with the newest function's result.
        failed: with its exception and traceback text.
    """

    done = Signal(object)
    failed = Signal(object, str)

    def __init__(self, pool: QThreadPool, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = pool
        self._running: CallRunnable | None = None
        self._waiting: Callable[[], Any] | None = None
        self._wanted = False

    @property
    def is_idle(self) -> bool:
        """True if no call is running or waiting."""
        return self._running is None

    def start(self, function: Callable[[], Any]) -> None:
        """Compute `function()` and announce the result, unless overtaken before it is there."""
        self._wanted = True
        if self._running is not None:
            self._waiting = function
            return
        self._run(function)

    def drop(self) -> None:
        """Forget whatever runs or waits."""
        self._waiting = None
        self._wanted = False

    def _run(self, function: Callable[[], Any]) -> None:
        self._running = CallRunnable(function, self._pool)
        self._running.signals.done.connect(self._on_done)
        self._running.signals.failed.connect(self._on_failed)
        self._running.start(self._pool)

    def _on_done(self, result: object) -> None:
        if self._is_newest():
            self.done.emit(result)

    def _on_failed(self, error: object, trace: str) -> None:
        if self._is_newest():
            self.failed.emit(error, trace)

    def _is_newest(self) -> bool:
        """Let the waiting one run; whether the one that ended is still wanted."""
        self._running = None
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._run(waiting)
            return False
        wanted, self._wanted = self._wanted, False
        return wanted


class CallPool(QObject):
    """The pool that computations share, and whether any is still under way."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads = QThreadPool(self)
        self._calls: list[LatestCall] = []

    def latest_call(self, parent: QObject) -> LatestCall:
        """A place for one kind of computation, owned by `parent`."""
        call = LatestCall(self._threads, parent)
        self._calls.append(call)
        call.destroyed.connect(lambda: self._calls.remove(call))
        return call

    def load(
        self, modules: Sequence[str], parent: QObject, then: Callable[[], object],
    ) -> None:
        """Load modules, which takes longer than a window may be held up; then go on in its thread.

        What belongs to `parent` that is gone by then is not called.
        """
        for _ in make_qt_classes():
            pass
        call = self.latest_call(parent)
        call.done.connect(lambda _: then())
        call.done.connect(call.deleteLater)
        call.start(lambda: [importlib.import_module(name) for name in modules])

    def forget(self, function: Callable[[], object]) -> None:
        """Do something nobody waits for; it must not raise."""
        self._threads.start(function)

    @property
    def is_idle(self) -> bool:
        """True if every computation has ended and its result has been delivered."""
        return all(call.is_idle for call in self._calls)

    def shut_down(self) -> None:
        """Forget what waits and wait for what runs; results are not delivered any more."""
        for call in self._calls:
            call.drop()
        self._threads.waitForDone()
