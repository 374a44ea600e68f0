"""Gathers what several threads want encoded into batches, and keeps each one's failure its own.

There is no thread of its own: the first caller who finds no leader becomes the leader, waits a
moment for company, runs one batch outside the lock and hands out the results. Others wait for
theirs, and one of them leads the next batch. A batch that fails is run again item by item, so that
only what cannot be encoded fails. Two callers with the same request share one run of it.

What a request gives must not depend on who shares its batch; that is the encoder's promise, and
the reason why the retry of one item alone is no different from the batch.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Sequence
from typing import Final, Generic, TypeVar

Request = TypeVar("Request", bound=Hashable)
Result = TypeVar("Result")

COMPANY_WAIT_S: Final = 0.02
"""How long a leader waits for a full batch: little beside an encode, much beside a tokenizer."""


def run_each(
    run: Callable[[Sequence[Request]], Sequence[Result]], requests: Sequence[Request]
) -> list[Result | Exception]:
    """Results in order; an item that cannot be run has its exception in that place.

    All are run at once first. If that fails and there is more than one, each is run alone.

    Args:
        run: gives one result per request, in order, and fails as a whole.
        requests: what to run; may be empty.

    Raises:
        ValueError: if `run` gives another number of results than it was given requests.
    """
    if not requests:
        return []
    try:
        results = run(requests)
    except Exception as error:  # noqa: BLE001 - whatever a model raises belongs to its items
        if len(requests) == 1:
            return [error]
        return [outcome for one in requests for outcome in run_each(run, [one])]
    if len(results) != len(requests):
        raise ValueError(f"{len(requests)} requests gave {len(results)} results")
    return list(results)


class BatchCollector(Generic[Request, Result]):
    """Runs the requests of several threads in batches; see the module's text."""

    def __init__(
        self,
        run: Callable[[Sequence[Request]], Sequence[Result]],
        *,
        limit: int,
        wait_s: float = COMPANY_WAIT_S,
    ) -> None:
        """Make a collector that nobody uses yet.

        Args:
            run: gives one result per request, in order; called by one thread at a time.
            limit: the most requests in one batch.
            wait_s: how long a leader waits for a full batch, seconds.

        Raises:
            ValueError: if the limit is below 1.
        """
        if limit < 1:
            raise ValueError(f"a batch holds at least one request, not {limit}")
        self._run = run
        self._limit = limit
        self._wait_s = wait_s
        self._changed = threading.Condition()
        self._open: dict[Request, _Ticket[Result]] = {}
        self._waiting: list[Request] = []
        self._led = False

    def submit(self, request: Request) -> Result:
        """The result of one request; blocks until its batch has run.

        Raises:
            Exception: what the request raised when it was run alone.
            BaseException: what stopped its batch (an interrupt), if it was in one.
        """
        with self._changed:
            ticket = self._open.get(request)
            if ticket is None:
                ticket = self._open[request] = _Ticket()
                self._waiting.append(request)
                self._changed.notify_all()
            while not ticket.done and (self._led or not self._waiting):
                self._changed.wait()
            if ticket.done:
                return ticket.result()
            self._led = True
        self._lead(ticket)
        return ticket.result()

    def _lead(self, own: _Ticket[Result]) -> None:
        """Run batches until the leader's own request has been in one."""
        try:
            while not own.done:
                self._run_batch(self._gather())
        finally:
            with self._changed:
                self._led = False
                self._changed.notify_all()

    def _gather(self) -> list[Request]:
        with self._changed:
            deadline = time.monotonic() + self._wait_s
            while len(self._waiting) < self._limit:
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    break
            batch = self._waiting[: self._limit]
            del self._waiting[: self._limit]
            return batch

    def _run_batch(self, batch: Sequence[Request]) -> None:
        outcomes: Sequence[Result | BaseException] = ()
        try:
            outcomes = run_each(self._run, batch)
        except BaseException as error:
            outcomes = [error] * len(batch)
            raise
        finally:
            with self._changed:
                for request, outcome in zip(batch, outcomes, strict=True):
                    self._open.pop(request).finish(outcome)
                self._changed.notify_all()


class _Ticket(Generic[Result]):
    """The place of one request's outcome."""

    __slots__ = ("_outcome", "done")

    def __init__(self) -> None:
        self.done = False
        self._outcome: Result | BaseException | None = None

    def finish(self, outcome: Result | BaseException) -> None:
        self._outcome = outcome
        self.done = True

    def result(self) -> Result:
        if isinstance(self._outcome, BaseException):
            raise self._outcome
        return self._outcome  # type: ignore[return-value]  # set by finish
