"""Applies the plan of a build over a folder.

A few threads make values: each takes a source, reads, encodes and stores its pieces. While one
writes, the others decode, and no more sources are under way than twice the threads, so memory is
bounded whatever the folder holds. A text of a million rows is encoded some rows at a time. A thread
that is asked to stop leaves its source where it is: what it stored is there, and the source is
taken up again.

A value is stored first, its use and its source are noted after it, so a build can be stopped at any
time and goes on where it stopped: what is in the store is not encoded again, and what was not noted
is noted then. Putting values is safe beside a training loop that uses the store; the lock keeps out
what removes them.
"""

from __future__ import annotations

import os
import queue
import shutil
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from larder.core.build.books import OverBudgetError, end_build, keep_books
from larder.core.build.pieces import Paused
from larder.core.build.rates import CPU, BuildRate, EncoderRates, WorkPace, note_rates
from larder.core.build.reports import BuildReport
from larder.core.build.source_plan import (
    LOADING,
    Held,
    Holdings,
    NamesOnDisk,
    OpenEncoder,
    SourceBuildPlan,
    record_of,
)
from larder.core.build.writing import ROOM_KEPT, DiskFullError
from larder.core.clean.reports import LeftSource
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder
from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, ItemFailed, Job, Progress
from larder.core.payloads.dtypes import Values
from larder.core.payloads.sealed_npz import SourceNote
from larder.core.settings import cache_home
from larder.core.stores.cache_store import PutResult
from larder.core.stores.records import RecordedSource, note_fingerprint, note_sources
from larder.core.stores.sharded.store import ShardedStore
from larder.core.workspace.store_kinds import StoreKind

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


Outcome = Stored | Done | Paused


class SourcePipeline:
    """Makes what a plan lists; its outcomes are taken from one thread."""

    def __init__(
        self,
        plan: SourceBuildPlan,
        rows: Iterable[int],
        encoder: ValueEncoder,
        store: ShardedStore,
        *,
        threads: int | None = None,
        pace: WorkPace | None = None,
        token: CancelToken,
    ) -> None:
        """Make ready.

        Args:
            plan: what is made.
            rows: sources that are made, in order.
            encoder: makes it.
            store: takes it; for a trial another one than the plan's.
            threads: how many, None for as many as there are processors, `MOST_THREADS` at most.
            pace: learns what values take.
            token: looked at between sources, and within long ones.
        """
        self._plan = plan
        self._waiting = deque(rows)
        self._pace = pace or WorkPace(token.worked_s)
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

    def cancel(self) -> None:
        """The token says it, which is looked at within long sources, too."""
        self.stop()

    def outcomes(self) -> Generator[list[Outcome], None, None]:
        """What becomes of sources, as it happens; empty lists meanwhile.

        Ends when all are done, or soon after the token was cancelled or `stop` called. A paused
        build gives `Paused` when nothing is under way; whoever takes it waits.

        Raises:
            OverBudgetError: if what was made so far is all that the store may take.
            UserFacingError: if the store cannot be written, or a package is missing.
        """
        waiting, under_way = self._waiting, dict[int, Future[bool]]()
        failure: BaseException | None = None
        with ThreadPoolExecutor(self._threads, thread_name_prefix="build-source") as pool:
            try:
                while True:
                    while waiting and len(under_way) < 2 * self._threads and not self._is_held():
                        row = waiting.popleft()
                        under_way[row] = pool.submit(self._make, row)
                    told = self._taken(wait=bool(under_way))
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
                    yield self._taken(wait=False)
                    if self._is_over(waiting):
                        break
                    if self._token.is_paused:
                        yield [Paused()]
            finally:
                self.stop()
        if failure is not None:
            raise failure

    def _is_held(self) -> bool:
        return self._halt.is_set() or self._token.is_cancelled or self._token.is_paused

    def _is_over(self, waiting: Sequence[int]) -> bool:
        return not waiting or self._halt.is_set() or self._token.is_cancelled

    def _taken(self, *, wait: bool) -> list[Outcome]:
        """What the threads told; waits a moment for the first."""
        told: list[Outcome] = []
        try:
            if wait:
                told.append(self._told.get(timeout=LOOK_S))
            while True:
                told.append(self._told.get_nowait())
        except queue.Empty:
            stored = sum(isinstance(outcome, Stored) for outcome in told)
            if stored:
                self._pace.note(0, stored)
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
            name=sources.path_as_stored(row), size=int(sources.sizes[row]),
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


RETRY: Final = "build-sources"
"""Tries again what one source could not give; what is there by then is not made again."""

PHASES: Final = {
    StoreKind.VISION: "building pixels", StoreKind.AUDIO: "building features",
    StoreKind.WAVEFORM: "building waveforms", StoreKind.TOKENS: "building tokens"}

NOTED_AT_ONCE: Final = 1000
NOTED_EVERY_S: Final = 2.0
"""Whatever comes first; what a crash leaves unnoted is noted by the next build."""


def apply_source_build(
    plan: SourceBuildPlan,
    open_encoder: OpenEncoder,
    *,
    threads: int | None = None,
    token: CancelToken,
) -> Job[BuildReport]:
    """Build what a plan lists.

    A source that cannot be built becomes an `ItemFailed`; a full disk or budget ends the build and
    is told in the report.

    Args:
        plan: what is built.
        open_encoder: opens the encoder; called only if something is to be made.
        threads: that make values, None for our own choice.
        token: looked at between sources, and within long ones.

    Raises:
        StalePlanError: if the encoder is not the one the plan was made with; nothing was written.
        StoreLockedError: if another Larder process writes into the store.
        UserFacingError: if no encoder can be had or the store cannot be written; what was finished
            is kept.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    for left in plan.broken:
        yield ItemFailed(left.store, left.source, left.why, retry=RETRY)
    ledger = SourceLedger(plan, token)
    if not (plan.payloads or plan.unrecorded.names):
        return ledger.report()
    folder, store = plan.store.folder, plan.store
    encoder: ValueEncoder | None = None
    failure: Exception | None = None
    if plan.payloads:
        ledger.pace.begin()
        yield Progress(LOADING, 0, 1, "encoders")
        encoder = _open_planned(plan, open_encoder)
    try:
        with explain_write_errors(folder.parent):
            folder.mkdir(parents=True, exist_ok=True)
        with (
            lock_store(folder),
            ShardedStore(store.kind, folder, budget_bytes=store.budget_bytes) as target,
        ):
            try:
                ledger.record_what_is_there()
                if encoder is not None:
                    made_with = encoder.fingerprint
                    note_fingerprint(
                        folder, made_with.digest, made_with.facts, name=made_with.name,
                        found_in=made_with.found_in)
                    ledger.target = target
                    failure = yield from keep_books(
                        SourcePipeline(
                            plan, plan.to_make.tolist(), encoder, target, threads=threads,
                            pace=ledger.pace, token=token),
                        ledger, token)
                else:
                    ledger.close()
                    yield ledger.progress()
            except UserFacingError as unsaved:
                failure = unsaved
    finally:
        if encoder is not None:
            encoder.close()
    return end_build(
        ledger.report(), failure, token, folder=folder, needed_bytes=ledger.needed_bytes)


def _open_planned(plan: SourceBuildPlan, open_encoder: OpenEncoder) -> ValueEncoder:
    encoder = open_encoder()
    planned = "" if plan.encoder is None else plan.encoder.digest
    if encoder.fingerprint.digest != planned:
        encoder.close()
        raise StalePlanError(
            f"The encoder {encoder.fingerprint.name} is not as it was when the plan was made.",
            "Plan again.")
    return encoder


@dataclass(slots=True)
class SourceLedger:
    """The books of a build over a folder; see `Books`.

    Attributes:
        plan: what is built.
        token: whose clock stands still while the build is paused.
        pace: what values take.
        target: the store, while values are put into it.
        failure: the disk is nearly full.
    """

    plan: SourceBuildPlan
    token: CancelToken
    pace: WorkPace = field(init=False)
    target: ShardedStore | None = None
    failure: Exception | None = None
    _began_s: float = field(init=False)
    _encoded: int = 0
    _adopted: int = 0
    _entries: int = 0
    _bytes: int = 0
    _evicted: int = 0
    _failed: list[LeftSource] = field(default_factory=list)
    _changed: list[LeftSource] = field(default_factory=list)
    _unnoted: list[RecordedSource] = field(default_factory=list)
    _noted_at_s: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._began_s = self.token.worked_s()
        self.pace = WorkPace(self.token.worked_s)

    def record_what_is_there(self) -> None:
        """Note the sources of payloads that are there, of which nothing has to be made."""
        plan = self.plan
        names, rows = plan.unrecorded.names, plan.unrecorded.rows.tolist()
        note_sources(plan.store.folder, (
            record_of(plan.sources, row, name, plan.blob(row))
            for name, row in zip(names, rows, strict=True)))
        self._adopted = len(names)

    def note(self, outcome: Outcome, /) -> Iterator[ItemFailed]:
        """Enter what became of a value or a source."""
        if isinstance(outcome, Stored):
            self._encoded += 1
            self._bytes += outcome.bytes
            self._evicted += outcome.evicted
            self._unnoted.append(record_of(
                self.plan.sources, outcome.row, outcome.name, self.plan.blob(outcome.row)))
        elif isinstance(outcome, Done) and outcome.problem:
            left = LeftSource(
                self.plan.store.id, self.plan.sources.path_as_stored(outcome.row), outcome.problem)
            (self._changed if outcome.is_changed else self._failed).append(left)
            yield ItemFailed(left.store, left.source, left.why, retry=RETRY)
        elif isinstance(outcome, Done):
            self._entries += 1

    def is_due(self) -> bool:
        """Whether what was stored is to be noted."""
        return (len(self._unnoted) >= NOTED_AT_ONCE
                or time.monotonic() - self._noted_at_s >= NOTED_EVERY_S)

    def save(self) -> None:
        """Note the sources of what was stored, and see whether there is room for more."""
        if self.target is not None and self.token.is_paused:
            self.target.flush()
        self._noted_at_s = time.monotonic()
        folder = self.plan.store.folder
        if self._unnoted:
            note_sources(folder, self._unnoted)
            self._unnoted.clear()
        free = shutil.disk_usage(folder).free
        if free < ROOM_KEPT:
            self.failure = self.failure or DiskFullError(
                f"The disk of {folder} is nearly full: {free:,} bytes are free, which are left "
                "for the store's records.")

    def close(self) -> None:
        """Note what waits, journal it, and remember what a value takes."""
        if self._unnoted:
            note_sources(self.plan.store.folder, self._unnoted)
        encoder = self.plan.encoder
        if encoder is None or not (self._encoded or self._adopted):
            return
        append_journal(self.plan.store.folder, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.BUILT, items=self._encoded,
            bytes=self._bytes, detail={
                "encoder": encoder.name, "fingerprint": encoder.digest,
                "sources": self.plan.sources.root, "recorded": self._adopted}))
        # A value is made on the processor, and its sources differ in size.
        rates = tuple(
            BuildRate(pixels=0, payloads=timed.payloads, seconds=round(timed.seconds, 6),
                      bytes=timed.payloads * self._bytes // self._encoded)
            for timed in self.pace.sizes().values())
        note_rates(cache_home(), EncoderRates(
            encoder=encoder.kind, device=CPU, name=encoder.name, start_s=self.pace.start_s(),
            rates=rates), asked=CPU)

    def progress(self) -> Progress:
        """How many values are made."""
        return Progress(
            PHASES[self.plan.store.kind], self._encoded, self.plan.payloads, "payloads")

    def needed_bytes(self) -> int | None:
        """What the rest takes, by what was made, else by the plan; None if neither tells."""
        if self._encoded:
            return (self.plan.payloads - self._encoded) * self._bytes // self._encoded
        return self.plan.bytes

    def report(self) -> BuildReport:
        """What was done so far."""
        plan = self.plan
        return BuildReport(
            built=self._encoded, encoded=self._encoded, adopted=self._adopted, shared=plan.shared,
            entries=self._entries, done=self._encoded,
            planned=plan.payloads, bytes=self._bytes, failed=(*plan.broken, *self._failed),
            changed=tuple(self._changed),
            encoders=(plan.encoder.name,) if plan.encoder is not None and self._encoded else (),
            elapsed_s=round(self.token.worked_s() - self._began_s, 3), store=plan.store.id,
            kind=plan.store.kind.value, path=str(plan.store.folder), evicted=self._evicted,
            over_budget=False)
