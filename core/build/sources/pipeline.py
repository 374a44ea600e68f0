"""Makes values on a few threads: each takes a source, reads, encodes and stores its pieces.

While one thread writes, the others decode, and no more sources are under way than twice the
threads, so memory is bounded whatever the folder holds. A text of a million rows is encoded some
rows at a time. A thread that is asked to stop leaves its source where it is: what it stored is
there, and the source is taken up again.
"""

from __future__ import annotations

import os
import queue
import threading
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.build.sources.holdings import Held, Holdings, NamesOnDisk
from larder.core.build.sources.plan import SourceBuildPlan
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder
from larder.core.jobs import CancelToken
from larder.core.payloads.npz_stamp import SourceNote
from larder.core.stores.cache_store import PutResult, Values
from larder.core.stores.sharded.store import ShardedStore

MOST_THREADS: Final = 4
"""More of them wait for each other in the interpreter."""

ROWS_AT_ONCE: Final = 64
"""Pieces of one source between two looks at the token."""

LOOK_S: Final = 0.05

CHANGED: Final = "It changed after the plan was made."
GONE: Final = "It is gone since the plan was made."


@dataclass(frozen=True, slots=True)
class Stored:
    """A value is in the store.

    Attributes:
        row: of its source.
        name: of the payload.
        bytes: its size.
        evicted: payloads that made room for it.
    """

    row: int
    name: str
    bytes: int
    evicted: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """A source needs nothing more, or cannot be used.

    Attributes:
        row: which.
        problem: why something of it is missing, one sentence; "" if nothing is.
        is_changed: whether that is because it is not the file that was planned.
    """

    row: int
    problem: str = ""
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class Rested:
    """The build is paused, and nothing is under way."""


Outcome = Stored | Done | Rested


class OverBudgetError(Exception):
    """The store may not take what is made; `args[0]` is one sentence."""


class SourcePipeline:
    """Makes what a plan lists; its outcomes are taken from one thread."""

    def __init__(
        self,
        plan: SourceBuildPlan,
        encoder: ValueEncoder,
        store: ShardedStore,
        *,
        threads: int | None = None,
        token: CancelToken,
    ) -> None:
        """Make ready.

        Args:
            plan: what is made.
            encoder: makes it.
            store: takes it; for a trial another one than the plan's.
            threads: how many, None for as many as there are processors, `MOST_THREADS` at most.
            token: looked at between sources, and within long ones.
        """
        self._plan = plan
        self._encoder = encoder
        self._store = store
        self._threads = threads or min(MOST_THREADS, os.cpu_count() or 1)
        self._token = token
        self._holdings = Holdings(
            store.folder, store.kind, NamesOnDisk(store.folder), reads_all=plan.reads_payloads)
        self._told: queue.SimpleQueue[Stored | Done] = queue.SimpleQueue()
        self._halt = threading.Event()
        self._room = _Room(store.budget_bytes, plan.held_bytes)

    def stop(self) -> None:
        """Begin nothing more; what is being encoded is stored."""
        self._halt.set()

    def outcomes(self, rows: Iterable[int]) -> Generator[list[Outcome], None, None]:
        """What becomes of sources, as it happens; empty lists meanwhile.

        Ends when all are done, or soon after the token was cancelled or `stop` called. A paused
        build gives `Rested` when nothing is under way; whoever takes it waits.

        Raises:
            OverBudgetError: if what was made so far is all that the store may take.
            UserFacingError: if the store cannot be written, or a package is missing.
        """
        waiting, under_way = deque(rows), dict[int, Future[bool]]()
        failure: BaseException | None = None
        with ThreadPoolExecutor(self._threads, thread_name_prefix="build-source") as pool:
            try:
                while True:
                    while waiting and len(under_way) < 2 * self._threads and not self._is_held():
                        row = waiting.popleft()
                        under_way[row] = pool.submit(self._make, row)
                    told = self._heard(wait=bool(under_way))
                    for row in [row for row, future in under_way.items() if future.done()]:
                        future = under_way.pop(row)
                        error = future.exception()
                        if error is not None:
                            failure = failure or error
                            self.stop()
                        elif not future.result():
                            waiting.appendleft(row)
                    yield told
                    if under_way:
                        continue
                    yield self._heard(wait=False)
                    if self._is_over(waiting):
                        break
                    if self._token.is_paused:
                        yield [Rested()]
            finally:
                self.stop()
        if failure is not None:
            raise failure

    def _is_held(self) -> bool:
        return self._halt.is_set() or self._token.is_cancelled or self._token.is_paused

    def _is_over(self, waiting: Sequence[int]) -> bool:
        return not waiting or self._halt.is_set() or self._token.is_cancelled

    def _heard(self, *, wait: bool) -> list[Outcome]:
        """What the threads told; waits a moment for the first."""
        told: list[Outcome] = []
        try:
            if wait:
                told.append(self._told.get(timeout=LOOK_S))
            while True:
                told.append(self._told.get_nowait())
        except queue.Empty:
            return told

    def _make(self, row: int) -> bool:
        """Make what a source lacks; False if it was asked to stop on the way."""
        problem = self._fault(row)
        if problem:
            self._told.put(Done(row, problem, is_changed=True))
            return True
        sources = self._plan.sources
        source = SourceFile(Path(sources.path(row)), self._plan.blob(row))
        note = SourceNote(
            name=sources.spelled(row), size=int(sources.sizes[row]),
            mtime_ns=int(sources.mtimes_ns[row]))
        try:
            lacking = [
                piece for piece in self._encoder.pieces(source)
                if self._holdings.of(piece.key) is not Held.GOOD]
        except SourceError as error:
            self._told.put(Done(row, str(error)))
            return True
        problems: list[str] = []
        for first in range(0, len(lacking), ROWS_AT_ONCE):
            if self._is_held():
                return False
            some = lacking[first : first + ROWS_AT_ONCE]
            made = self._encoder.encode(some)
            changed = self._fault(row)
            if changed:
                self._told.put(Done(row, changed, is_changed=True))
                return True
            problems += self._put(row, some, made, note)
        self._told.put(Done(row, _first_of(problems)))
        return True

    def _put(
        self, row: int, pieces: Sequence[Piece], made: Sequence[Values | SourceError],
        note: SourceNote,
    ) -> list[str]:
        """Store values; why some of them are none."""
        problems: list[str] = []
        for piece, values in zip(pieces, made, strict=True):
            if isinstance(values, SourceError):
                problems.append(str(values))
                continue
            size = self._room.reserved(values)
            try:
                put = self._store.put(piece.key, values, source=note)
            except ValueError as error:
                self._room.give_back(size)
                problems.append(f"What was made of it is {error}.")
                continue
            if put.result is PutResult.OVER_BUDGET:
                self._room.give_back(size)
                problems.append(
                    f"It takes {put.bytes:,} bytes, more than the whole store may.")
                continue
            self._room.give_back(size - put.bytes)
            self._told.put(Stored(row, put.name, put.bytes, len(put.evicted)))
        return problems

    def _fault(self, row: int) -> str:
        """Why a source is not the one that was planned, "" if it is."""
        sources = self._plan.sources
        try:
            status = os.stat(sources.path(row))  # noqa: PTH116 - a text
        except OSError:
            return GONE
        planned = (int(sources.sizes[row]), int(sources.mtimes_ns[row]))
        return "" if (status.st_size, status.st_mtime_ns) == planned else CHANGED


class _Room:
    """How much a build may store before it would drive out what it needs itself."""

    def __init__(self, budget: int | None, held: int) -> None:
        self._budget = budget
        self._taken = held
        self._lock = threading.Lock()

    def reserved(self, values: Values) -> int:
        """Take room for values beside what the build made and found; bytes.

        Raises:
            OverBudgetError: if there is none.
        """
        size = sum(array.nbytes for array in values.values())
        with self._lock:
            if self._budget is not None and size <= self._budget < self._taken + size:
                raise OverBudgetError(
                    f"The store may take {self._budget:,} bytes, and what was built of this "
                    f"folder takes {self._taken:,}.")
            self._taken += size
        return size

    def give_back(self, size: int) -> None:
        """Return what was not needed, bytes; what was needed beyond it if that is negative."""
        with self._lock:
            self._taken -= size


def _first_of(problems: Sequence[str]) -> str:
    if len(problems) < 2:
        return "".join(problems)
    return f"{problems[0]} ({len(problems) - 1:,} more of its pieces failed.)"
