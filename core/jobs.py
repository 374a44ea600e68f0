"""A job is a generator: it yields what it is doing, takes a cancel token, returns one report.

Front ends differ only in how they drive the generator: `run_to_end` in tests and scripts, the
command line with a progress bar, a worker process for the window. Cancelling raises `JobCancelled`
inside the generator at its next check; a docstring names it only where there is more to say. A job
that can keep what it finished catches it, saves, and puts its report on the exception before it
goes on.

A paused job waits at its next check, holding what it has in memory. One that builds saves first.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

import msgspec

Report = TypeVar("Report")


class Progress(msgspec.Struct, frozen=True, tag=True):
    """How far a job is.

    Attributes:
        phase: what is being done, a short present participle ("hashing sources").
        done: units finished in this phase.
        total: units in this phase; 0 when not known yet.
        unit: what is counted: "files", "entries", "bytes".
    """

    phase: str
    done: int
    total: int
    unit: str


class ItemFailed(msgspec.Struct, frozen=True, tag=True):
    """One item a job could not do; the job goes on.

    Attributes:
        store: store id, "" when the item belongs to none.
        item: the item as the index or folder spells it.
        problem: what went wrong, one sentence.
        retry: name of the operation that tries again, "" when there is none.
    """

    store: str
    item: str
    problem: str
    retry: str = ""


JobEvent = Progress | ItemFailed
Job = Generator[JobEvent, None, Report]


class JobCancelled(Exception):  # noqa: N818 - an outcome, not an error
    """The user asked a job to stop. `report` says what was kept, None when nothing was."""

    def __init__(self, report: Any = None) -> None:
        super().__init__("cancelled")
        self.report = report


class WorkClock:
    """A clock that stands still while a job waits, for rates and remaining times."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        """Let it run.

        Args:
            clock_s: a clock that only goes forward, seconds.
        """
        self._clock_s = clock_s
        self._stopped_at_s: float | None = None
        self._stopped_s = 0.0

    @property
    def is_stopped(self) -> bool:
        """True if the clock is stopped."""
        return self._stopped_at_s is not None

    def stop(self) -> None:
        """Stand still from now on."""
        if self._stopped_at_s is None:
            self._stopped_at_s = self._clock_s()

    def go_on(self) -> None:
        """Start the clock again after a stop."""
        if self._stopped_at_s is not None:
            self._stopped_s += self._clock_s() - self._stopped_at_s
            self._stopped_at_s = None

    def now_s(self) -> float:
        """Seconds; only differences mean something."""
        now_s = self._clock_s() if self._stopped_at_s is None else self._stopped_at_s
        return now_s - self._stopped_s


class CancelToken:
    """Request from one thread to a job in others: to stop, or to wait. Safe to share.

    `cancel` is for good; `pause` lasts until `resume` or `cancel`.
    """

    def __init__(
        self,
        on_hold: Callable[[], None] = lambda: None,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Ask nothing yet.

        Args:
            on_hold: called once per pause, by the first thread of the job that waits.
            clock_s: a clock that only goes forward, seconds.
        """
        self._cancelled = threading.Event()
        self._may_go = threading.Event()
        self._may_go.set()
        self._on_hold = on_hold
        self._changing = threading.Lock()
        self._clock = WorkClock(clock_s)

    def cancel(self) -> None:
        """Ask the job to stop at its next check; one that waits goes on to stop."""
        with self._changing:
            self._cancelled.set()
            self._let_go()

    def pause(self) -> None:
        """Ask the job to wait at its next check; one that is to stop does not."""
        with self._changing:
            if not self._cancelled.is_set():
                self._may_go.clear()

    def resume(self) -> None:
        """Let the job go on."""
        with self._changing:
            self._let_go()

    @property
    def is_cancelled(self) -> bool:
        """True if a stop was requested."""
        return self._cancelled.is_set()

    @property
    def is_paused(self) -> bool:
        """True if the job is to wait."""
        return not self._may_go.is_set()

    def check(self) -> None:
        """Wait while the job is paused; raise JobCancelled if a stop was asked for."""
        self.hold()
        if self._cancelled.is_set():
            raise JobCancelled

    def hold(self) -> None:
        """Wait while the job is paused, for one that stops in a way of its own."""
        if self._may_go.is_set():
            return
        with self._changing:
            is_first = self.is_paused and not self._clock.is_stopped
            if is_first:
                self._clock.stop()
        if is_first:
            self._on_hold()
        self._may_go.wait()

    def worked_s(self) -> float:
        """A clock that stands still while the job waits, seconds; for rates."""
        with self._changing:
            return self._clock.now_s()

    def _let_go(self) -> None:
        self._clock.go_on()
        self._may_go.set()


class Deadline(CancelToken):
    """Stops a job that takes longer than its answer is worth."""

    def __init__(self, seconds: float, clock_s: Callable[[], float] = time.monotonic) -> None:
        """Let a job work for so long from now on."""
        super().__init__(clock_s=clock_s)
        self._until_s = self.worked_s() + seconds

    @property
    def is_cancelled(self) -> bool:
        """True if a stop was requested, or the time is up."""
        if self.worked_s() > self._until_s:
            self.cancel()
        return super().is_cancelled

    def check(self) -> None:
        """As of any token."""
        self.hold()
        if self.is_cancelled:
            raise JobCancelled


@contextmanager
def defer_interrupts(token: CancelToken | None = None) -> Iterator[None]:
    """Hold Ctrl+C back until the block is through, for work that must not stop half-way.

    The first one is let through where it only cancels the work's `token`.

    Python tells only the main thread of signals, so in any other one there is nothing to hold.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    pressed: list[tuple[int, FrameType | None]] = []

    def press(number: int, frame: FrameType | None) -> None:
        if token is None or token.is_cancelled or before is signal.default_int_handler:
            pressed.append((number, frame))
        else:
            before(number, frame)

    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            before(*pressed[-1])


def run_to_end(job: Job[Report], on_event: Callable[[JobEvent], None] | None = None) -> Report:
    """Drive a job in this thread and return its report.

    Raises:
        JobCancelled: if the job's token was cancelled.
    """
    while True:
        try:
            event = next(job)
        except StopIteration as finished:
            report: Report = finished.value
            return report
        if on_event is not None:
            on_event(event)
