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
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from larder.core.build.documents import BuildReport, SourceBuildReport
from larder.core.build.rates import CPU, BuildRate, EncoderRates, WorkPace, note_rates
from larder.core.build.source_plan import (
    LOADING,
    Held,
    Holdings,
    NamesOnDisk,
    OpenEncoder,
    SourceBuildPlan,
    UsedEncoder,
    record_of,
)
from larder.core.build.writing import ROOM_KEPT, DiskFullError, is_disk_full
from larder.core.clean.report import LeftItem
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder
from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress
from larder.core.payloads.arrays import Values
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


RETRY: Final = "build-sources"
"""Tries again what one source could not give; what is there by then is not made again."""

PHASES: Final = {
    StoreKind.VISION: "building pixels", StoreKind.AUDIO: "building features",
    StoreKind.WAVEFORM: "building waveforms", StoreKind.TOKENS: "building tokens"}

PROGRESS_S: Final = 0.05
NOTED_AT_ONCE: Final = 1000
NOTED_EVERY_S: Final = 2.0
"""Whatever comes first; what a crash leaves unnoted is noted by the next build."""


def apply_source_build(
    plan: SourceBuildPlan,
    open_encoder: OpenEncoder,
    *,
    threads: int | None = None,
    token: CancelToken,
) -> Job[SourceBuildReport]:
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
        yield ItemFailed(left.store, left.payload, left.why, retry=RETRY)
    work = _Work(plan, token, token.worked_s(), WorkPace(token.worked_s))
    if not (plan.payloads or plan.unrecorded.names):
        return work.report()
    folder = plan.store.folder
    if plan.payloads:
        work.pace.begin()
        yield Progress(LOADING, 0, 1, "encoders")
    encoder = _opened(plan, open_encoder) if plan.payloads else None
    try:
        with explain_write_errors(folder.parent):
            folder.mkdir(parents=True, exist_ok=True)
        with lock_store(folder):
            yield from work.run(encoder, threads)
    finally:
        if encoder is not None:
            encoder.close()
    return work.ended()


def _opened(plan: SourceBuildPlan, open_encoder: OpenEncoder) -> ValueEncoder:
    encoder = open_encoder()
    planned = "" if plan.encoder is None else plan.encoder.digest
    if encoder.fingerprint.digest != planned:
        encoder.close()
        raise StalePlanError(
            f"The encoder {encoder.fingerprint.name} is not as it was when the plan was made.",
            "Plan again.")
    return encoder


@dataclass(slots=True)
class _Work:
    """One build: what it does, and its books."""

    plan: SourceBuildPlan
    token: CancelToken
    began_s: float
    pace: WorkPace
    encoded: int = 0
    adopted: int = 0
    entries: int = 0
    bytes: int = 0
    evicted: int = 0
    failed: list[LeftItem] = field(default_factory=list)
    changed: list[LeftItem] = field(default_factory=list)
    unnoted: list[RecordedSource] = field(default_factory=list)
    making_s: float = 0.0
    noted_at: float = field(default_factory=time.monotonic)
    failure: Exception | None = None

    @property
    def folder(self) -> Path:
        """Of the store."""
        return self.plan.store.folder

    def run(self, encoder: ValueEncoder | None, threads: int | None) -> Job[None]:
        """Do it, and save whatever was done; what went wrong is kept in `failure`."""
        try:
            self._record_what_is_there()
            if encoder is not None and self.plan.encoder is not None:
                known = encoder.fingerprint
                note_fingerprint(
                    self.folder, known.digest, known.facts, name=known.name,
                    found_in=known.found_in)
                yield from self._make(encoder, threads)
        except Exception as error:  # noqa: BLE001 - what is finished is saved before it goes on
            self.failure = self.failure or error
        try:
            self._note()
            self._journal()
        except UserFacingError as unsaved:
            self.failure = self.failure or unsaved
        yield self._progress()

    def ended(self) -> SourceBuildReport:
        """The report, or what the caller has to know first.

        Raises:
            JobCancelled: if the token was cancelled.
            Exception: whatever else ended the build early.
        """
        failure = self.failure
        if failure is not None and is_disk_full(failure):
            return self.report(
                stopped=failure.problem if isinstance(failure, UserFacingError) else str(failure),
                free_bytes=shutil.disk_usage(self.folder).free)
        if isinstance(failure, OverBudgetError):
            return self.report(stopped=str(failure), over_budget=True)
        if isinstance(failure, JobCancelled) or (failure is None and self.token.is_cancelled):
            raise JobCancelled(self.report(cancelled=True)) from failure
        if failure is not None:
            raise failure
        return self.report()

    def report(
        self, *, cancelled: bool = False, stopped: str = "", free_bytes: int | None = None,
        over_budget: bool = False,
    ) -> SourceBuildReport:
        """What was done so far."""
        plan = self.plan
        name = "" if plan.encoder is None else plan.encoder.name
        return SourceBuildReport(
            build=BuildReport(
                encoded=self.encoded, copied=0, adopted=self.adopted, shared=plan.shared,
                readopted=0, entries=self.entries, reordered=0, done=self.encoded,
                planned=plan.payloads, bytes=self.bytes,
                failed=(*plan.broken, *self.failed), changed=tuple(self.changed),
                cancelled=cancelled, stopped=stopped, free_bytes=free_bytes,
                needed_bytes=self._bytes_left() if stopped else None,
                encoders=(name,) if name and self.encoded else (),
                elapsed_s=self.token.worked_s() - self.began_s),
            store=plan.store, evicted=self.evicted, over_budget=over_budget)

    def _bytes_left(self) -> int | None:
        """What the rest takes, by what was made, else by the plan; None if neither tells."""
        if self.encoded:
            return (self.plan.payloads - self.encoded) * self.bytes // self.encoded
        return self.plan.bytes

    def _record_what_is_there(self) -> None:
        plan = self.plan
        names, rows = plan.unrecorded.names, plan.unrecorded.rows.tolist()
        note_sources(self.folder, (
            record_of(plan.sources, row, name, plan.blob(row))
            for name, row in zip(names, rows, strict=True)))
        self.adopted = len(names)

    def _make(self, encoder: ValueEncoder, threads: int | None) -> Job[None]:
        plan, store = self.plan, self.plan.store
        shown_at = 0.0
        with ShardedStore(store.kind, store.folder, budget_bytes=store.budget_bytes) as target:
            pipeline = SourcePipeline(plan, encoder, target, threads=threads, token=self.token)
            with closing(pipeline.outcomes(plan.to_make.tolist())) as outcomes:
                for told in outcomes:
                    stored = sum(isinstance(outcome, Stored) for outcome in told)
                    if stored:
                        self.pace.note(0, stored)
                    for outcome in told:
                        if isinstance(outcome, Stored):
                            self._stored(outcome)
                        elif isinstance(outcome, Done):
                            yield from self._done(outcome)
                        elif isinstance(outcome, Rested):
                            yield from self._rest(target)
                    if self._is_due():
                        self._note()
                        if self._is_nearly_full():
                            pipeline.stop()
                    if time.monotonic() - shown_at >= PROGRESS_S:
                        shown_at = time.monotonic()
                        yield self._progress()

    def _stored(self, stored: Stored) -> None:
        self.encoded += 1
        self.bytes += stored.bytes
        self.evicted += stored.evicted
        self.unnoted.append(record_of(
            self.plan.sources, stored.row, stored.name, self.plan.blob(stored.row)))

    def _done(self, done: Done) -> Job[None]:
        if not done.problem:
            self.entries += 1
            return
        left = LeftItem(
            self.plan.store.id, self.plan.sources.spelled(done.row), done.problem)
        (self.changed if done.is_changed else self.failed).append(left)
        yield ItemFailed(left.store, left.payload, left.why, retry=RETRY)

    def _rest(self, target: ShardedStore) -> Job[None]:
        """Write down what is finished and wait; nothing where the build goes on already."""
        if self.token.is_paused:
            target.flush()
            self._note()
            yield self._progress()
            self.token.hold()

    def _is_due(self) -> bool:
        return (len(self.unnoted) >= NOTED_AT_ONCE
                or time.monotonic() - self.noted_at >= NOTED_EVERY_S)

    def _note(self) -> None:
        self.noted_at = time.monotonic()
        if self.unnoted:
            note_sources(self.folder, self.unnoted)
            self.unnoted.clear()

    def _is_nearly_full(self) -> bool:
        free = shutil.disk_usage(self.folder).free
        if free >= ROOM_KEPT:
            return False
        self.failure = self.failure or DiskFullError(
            f"The disk of {self.folder} is nearly full: {free:,} bytes are free, which are left "
            "for the store's records.")
        return True

    def _journal(self) -> None:
        encoder = self.plan.encoder
        if encoder is None or not (self.encoded or self.adopted):
            return
        append_journal(self.folder, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.BUILT, items=self.encoded,
            bytes=self.bytes, detail={
                "encoder": encoder.name, "fingerprint": encoder.digest,
                "sources": self.plan.sources.root, "recorded": self.adopted}))
        self._note_rates(encoder)

    def _note_rates(self, encoder: UsedEncoder) -> None:
        """What a value takes; it is made on the processor, and its sources differ in size."""
        rates = tuple(
            BuildRate(pixels=0, payloads=timed.payloads, seconds=round(timed.seconds, 6),
                      bytes=timed.payloads * self.bytes // self.encoded)
            for timed in self.pace.sizes().values())
        note_rates(cache_home(), EncoderRates(
            encoder=encoder.kind, device=CPU, name=encoder.name, start_s=self.pace.start_s(),
            rates=rates), asked=CPU)

    def _progress(self) -> Progress:
        return Progress(
            PHASES[self.plan.store.kind], self.encoded, self.plan.payloads, "payloads")
