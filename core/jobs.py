"""A job is a generator: it yields what it is doing, takes a cancel token, returns one report.

Front ends differ only in how they drive the generator: `run_to_end` in tests and scripts, the
command line with a progress bar, a worker process for the window. Cancelling raises `JobCancelled`
inside the generator at its next check; a job that can keep what it finished catches it, saves, and
puts its report on the exception before letting it go on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from typing import Any, TypeVar

import msgspec


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
Report = TypeVar("Report")
Job = Generator[JobEvent, None, Report]


class JobCancelled(Exception):  # noqa: N818 - an outcome, not an error
    """The user asked a job to stop. `report` says what was kept, None when nothing was."""

    def __init__(self, report: Any = None) -> None:
        super().__init__("cancelled")
        self.report = report


class CancelToken:
    """A flag that one thread sets and a job checks. Safe to share between threads."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the job to stop at its next check."""
        self._event.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether a stop was asked for."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise JobCancelled if a stop was asked for."""
        if self._event.is_set():
            raise JobCancelled


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
