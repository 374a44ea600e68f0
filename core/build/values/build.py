"""Applies the plan of a build over a folder: the stages that `threads.Pipeline` runs for it.

A source is looked at: is it the file that was planned, and which of its pieces does the store lack.
These are made by several threads at once, because such encoders work on the processor and each
piece is encoded by itself; then one thread stores them. A text of a million rows is encoded some
rows at a time. What a stopped or paused build has begun to encode is encoded to its end and stored.

A value is stored first, its use and its source are noted after it, so a build can be stopped at any
time and goes on where it stopped: what is in the store is not encoded again, and what was not noted
is noted then. Putting values is safe beside a training loop that uses the store; the lock keeps out
what removes them.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from larder.core.build.pipeline.build_state import (
    BuildState,
    OverBudgetError,
    end_build,
    report_of,
    run_threads,
)
from larder.core.build.pipeline.stages import (
    Batch,
    Encoded,
    FailedSource,
    Sink,
    Started,
    StoppedError,
    Workers,
)
from larder.core.build.pipeline.threads import Pipeline
from larder.core.build.pipeline.writing import ROOM_KEPT, DiskFullError
from larder.core.build.rates import CPU, EncoderRates, WorkPace, note_rates
from larder.core.build.reports import BuildReport
from larder.core.build.values.plan import LOADING, OpenEncoder, SourceBuildPlan
from larder.core.build.values.sources import NamesOnDisk, StoreContents, Stored
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, PieceKey, SourceFile, ValueEncoder
from larder.core.errors import StalePlanError, UserFacingError, error_reason
from larder.core.files.durable import explain_write_errors
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.journal import STOPPED, JournalAction, JournalRecord, append_journal
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, ItemFailed, Job, Progress
from larder.core.payloads.dtypes import Values
from larder.core.payloads.sealed_npz import SourceNote
from larder.core.settings import cache_home
from larder.core.stores.cache_store import PutResult
from larder.core.stores.records import RecordedSource, note_fingerprint, note_sources
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind

MOST_THREADS: Final = 4
"""More of them wait for each other in the interpreter."""

ROWS_AT_ONCE: Final = 64
"""Pieces of one source that are encoded together, between two looks at the token."""

CHANGED: Final = "It changed after the plan was made."
GONE: Final = "It was deleted after the plan was made."

RETRY: Final = "build-sources"
"""Tries again what one source could not give; what is there by then is not made again."""

PHASES: Final = {
    StoreKind.VISION: "building pixels", StoreKind.AUDIO: "building features",
    StoreKind.WAVEFORM: "building waveforms", StoreKind.TOKENS: "building tokens"}

NOTED_AT_ONCE: Final = 1000
NOTED_EVERY_S: Final = 2.0
"""Whatever comes first; what a crash leaves unnoted is noted by the next build."""


class FileSource(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A source, and those of its pieces that the store lacks.

    Attributes:
        row: of the plan.
        lacking: what is to be made, in order.
        note: what payloads say of the source.
    """

    row: int
    lacking: Sequence[Piece]
    note: SourceNote


class Part(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Pieces of one source that are encoded together."""

    source: FileSource
    pieces: Sequence[Piece]


class Value(msgspec.Struct, eq=False, gc=False):
    """Values of one key: to be stored, and once they are what the books learn of them.

    Attributes:
        source: what they were made of.
        key: of the values.
        values: numpy arrays; empty once they are stored.
        bytes: of the payload, 0 before it is stored.
        evicted: payloads that made room for it.
    """

    source: FileSource
    key: PieceKey
    values: Values
    bytes: int = 0
    evicted: int = 0


@dataclass(slots=True)
class FileStages:
    """Stages for the files of a plan: a `ProbeStage`, `DecideStage` and `EncodeStage`.

    Attributes:
        encoder: makes it, on several threads.
        holdings: what the store has by now.
    """

    plan: SourceBuildPlan
    encoder: ValueEncoder
    holdings: StoreContents
    share: int = 1
    encoded: int = 0
    name: str = ""

    def begin(
        self, items: Sequence[int], /
    ) -> Callable[[], list[FileSource | FailedSource[FileSource]]]:
        """Return a function that probes some sources."""
        return lambda: [self._probe(row) for row in items]

    def decide(self, source: FileSource, /) -> tuple[Started[FileSource], list[Part]]:
        """All that lacks is made, some pieces at a time."""
        lacking = source.lacking
        return Started(source, len(lacking)), [
            Part(source, lacking[first : first + ROWS_AT_ONCE])
            for first in range(0, len(lacking), ROWS_AT_ONCE)]

    def batches(self, pieces: Iterable[Part], /) -> Iterator[list[Part]]:
        """Each by itself: they may be large, and gain nothing from each other."""
        return ([part] for part in pieces)

    def prepare(self, pieces: list[Part], workers: Workers, /) -> Batch[Part]:
        """Have values made; that is all the work."""
        batch = Batch(pieces)
        batch.prepared = [
            workers.pool.submit(self._make, part, batch, workers.go_on) for part in pieces]
        return batch

    def encode(self, batch: Batch[Part], /) -> list[Encoded[Value]]:
        """Return the values that were made for a batch."""
        made = list(batch.results())
        self.encoded += sum(isinstance(one, Value) for one in made)
        self.name = self.encoder.fingerprint.name
        return [Encoded(lambda: made)]

    def close(self) -> None:
        """The encoder belongs to whoever opened it."""

    def _probe(self, row: int) -> FileSource | FailedSource[FileSource]:
        sources = self.plan.sources
        path = sources.path_as_stored(row)
        fault = self._fault(row)
        if fault:
            return FailedSource(path, fault, is_changed=True)
        try:
            lacking = [
                piece for piece in self.encoder.pieces(
                    SourceFile(Path(sources.path(row)), self.plan.blob(row)))
                if self.holdings.of(piece.key) is not Stored.GOOD]
        except SourceError as error:
            return FailedSource(path, str(error))
        return FileSource(row, lacking, SourceNote(
            name=path, size=int(sources.sizes[row]), mtime_ns=int(sources.mtimes_ns[row])))

    def _make(
        self, part: Part, batch: Batch[Part], go_on: Callable[[Batch[Part]], None]
    ) -> list[Value | FailedSource[FileSource]]:
        """Values of some pieces, or why there are none; nothing once the build is to stop."""
        try:
            go_on(batch)
        except StoppedError:
            return []
        batch.is_begun = True
        source, encoded = part.source, self.encoder.encode(part.pieces)
        fault = self._fault(source.row)
        if fault:
            return [FailedSource(source.note.name, fault, source, is_changed=True)]
        return [
            FailedSource(source.note.name, str(values), source) if isinstance(values, SourceError)
            else Value(source, piece.key, values)
            for piece, values in zip(part.pieces, encoded, strict=True)]

    def _fault(self, row: int) -> str:
        """Why a source is not the one that was planned, "" if it is."""
        sources = self.plan.sources
        try:
            status = os.stat(sources.path(row))  # noqa: PTH116 - a text
        except (FileNotFoundError, NotADirectoryError, ValueError):  # or no file has such a name
            return GONE
        except OSError as error:
            return f"It cannot be read: {error_reason(error)}."
        planned = (int(sources.sizes[row]), int(sources.mtimes_ns[row]))
        return "" if (status.st_size, mtime_ns_of(status)) == planned else CHANGED


class ValueSink(Sink[Value]):
    """Puts values into a store by key."""

    def __init__(self, store: ValuesStore, held_bytes: int) -> None:
        """Make ready.

        `held_bytes` is what the payloads take that the build found there. With what it makes they
        may not exceed the store's budget: it would drive out what it needs itself.
        """
        self._store = store
        self._taken = held_bytes

    def write(self, payload: Value, /) -> Sequence[Value | FailedSource[FileSource]]:
        """Store values, or tell why they cannot be."""
        source, values = payload.source, payload.values
        self._require_room(sum(array.nbytes for array in values.values()))
        try:
            put = self._store.put(payload.key, values, source=source.note)
        except ValueError as error:
            return [FailedSource(source.note.name, f"Its cached file is {error}.", source)]
        if put.result is PutResult.OVER_BUDGET:
            return [FailedSource(
                source.note.name,
                f"It takes {put.bytes:,} bytes, more than the budget of the whole cache.", source)]
        self._taken += put.bytes
        payload.values = {}
        payload.bytes, payload.evicted = put.bytes, len(put.evicted)
        return [payload]

    def _require_room(self, size: int) -> None:
        budget = self._store.budget_bytes
        if budget is not None and size <= budget < self._taken + size:
            raise OverBudgetError(
                f"The cache may take {budget:,} bytes, and the files built from this folder take "
                f"{self._taken:,}.")


def pipeline_of(
    plan: SourceBuildPlan,
    rows: Sequence[int],
    encoder: ValueEncoder,
    store: ValuesStore,
    *,
    threads: int | None = None,
    pace: WorkPace | None = None,
    token: CancelToken,
) -> Pipeline[int, FileSource, Part, Value]:
    """Return a pipeline that makes values of some of the sources of a plan.

    `store` differs from the plan's in a trial. `threads` None means as many as there are
    processors, at most `MOST_THREADS`. The token is checked between sources, and within long ones.
    """
    stages = FileStages(plan, encoder, StoreContents(
        store.folder, store.kind, NamesOnDisk(store.folder), reads_all=plan.reads_payloads))
    return Pipeline(
        rows, stages, stages, stages, ValueSink(store, plan.held_bytes), token=token,
        threads=threads or min(MOST_THREADS, os.cpu_count() or 1), pace=pace)


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

    The encoder is opened only if something is to be made. The token is looked at between sources,
    and within long ones.

    Raises:
        StalePlanError: if the encoder is not the one the plan was made with; nothing was written.
        StoreLockedError: if another Larder process writes into the store.
        UserFacingError: if no encoder can be had or the store cannot be written; what was finished
            is kept.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    for left in plan.broken:
        yield ItemFailed(left.store, left.source, left.why, retry=RETRY)
    ledger = SourceBuildState(plan, token)
    if not (plan.payloads or plan.unrecorded):
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
            ValuesStore(store.kind, folder, budget_bytes=store.budget_bytes) as target,
        ):
            try:
                target.take_back()
                ledger.record_what_is_there()
                if encoder is not None:
                    made_with = encoder.fingerprint
                    note_fingerprint(
                        folder, made_with.digest, made_with.facts, name=made_with.name,
                        found_in=made_with.found_in, of_program=made_with.of_program)
                    ledger.target = target
                    failure = yield from run_threads(
                        pipeline_of(
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
        ledger.report(), failure, token, folder=folder, needed_bytes=ledger.needed_bytes,
        told_s=plan.seconds)


def _open_planned(plan: SourceBuildPlan, open_encoder: OpenEncoder) -> ValueEncoder:
    encoder = open_encoder()
    planned = "" if plan.encoder is None else plan.encoder.digest
    if encoder.fingerprint.digest != planned:
        encoder.close()
        raise StalePlanError(
            f"The encoder {encoder.fingerprint.name} has changed since the plan was made.",
            "Plan again.")
    return encoder


class SourceBuildState(BuildState[FileSource, Value]):
    """The books of a build over a folder.

    Attributes:
        pace: what values take.
        target: the store, while values are put into it.
    """

    def __init__(self, plan: SourceBuildPlan, token: CancelToken) -> None:
        """Open the books; the token's clock stands still while the build is paused."""
        super().__init__(plan.store.id, PHASES[plan.store.kind], plan.payloads, retry=RETRY)
        self.tally.shared = plan.shared
        self.pace = WorkPace(token.worked_s)
        self.target: ValuesStore | None = None
        self._plan = plan
        self._token = token
        self._began_s = token.worked_s()
        self._waits: dict[int, int] = {}
        self._problems: dict[int, list[FailedSource[FileSource]]] = {}
        self._unnoted: list[RecordedSource] = []
        self._noted_at_s = time.monotonic()

    def record_what_is_there(self) -> None:
        """Note the sources of payloads that are there, of which nothing has to be made."""
        plan = self._plan
        note_sources(plan.store.folder, (
            plan.record_of(row, name) for name, row in plan.unrecorded.items()))
        self.tally.adopted = len(plan.unrecorded)

    def note(
        self, outcome: Started[FileSource] | Value | FailedSource[FileSource], /
    ) -> Iterator[ItemFailed]:
        """Enter what became of a value or a source; a source is told of once all was tried."""
        if isinstance(outcome, Value):
            self.tally.done += 1
            self.tally.bytes += outcome.bytes
            self.tally.evicted += outcome.evicted
            self.tally.count_encoded(0, outcome.bytes)
            row = outcome.source.row
            self._unnoted.append(msgspec.structs.replace(
                self._plan.record_of(row, outcome.key.name()), payload_bytes=outcome.bytes))
            yield from self._settle(row)
        elif isinstance(outcome, Started):
            if outcome.payloads:
                self._waits[outcome.source.row] = outcome.payloads
            else:
                self.tally.entries += 1
        elif outcome.source is not None:
            row = outcome.source.row
            if not outcome.is_changed:
                self._problems.setdefault(row, []).append(outcome)
                yield from self._settle(row)
            elif self._waits.pop(row, 0):
                yield self.leave(outcome)
        else:
            yield self.leave(outcome)

    def _settle(self, row: int) -> Iterator[ItemFailed]:
        """Enter that one more piece of a source was tried."""
        if row not in self._waits:  # it changed meanwhile, which was told
            return
        self._waits[row] -= 1
        if self._waits[row]:
            return
        del self._waits[row]
        failed = self._problems.pop(row, [])
        if not failed:
            self.tally.entries += 1
            return
        first, more = failed[0], len(failed) - 1
        if more:
            first = msgspec.structs.replace(
                first, problem=f"{first.problem} ({more:,} more of its pieces failed.)")
        yield self.leave(first)

    def is_due(self) -> bool:
        """Return whether it is time to record what was stored."""
        return (len(self._unnoted) >= NOTED_AT_ONCE
                or time.monotonic() - self._noted_at_s >= NOTED_EVERY_S)

    def save(self) -> None:
        """Note the sources of what was stored, and see whether there is room for more."""
        if self.target is not None and self._token.is_paused:
            self.target.flush()
        self._noted_at_s = time.monotonic()
        folder = self._plan.store.folder
        if self._unnoted:
            note_sources(folder, self._unnoted)
            self._unnoted.clear()
        free = shutil.disk_usage(folder).free
        if free < ROOM_KEPT:
            self.failure = self.failure or DiskFullError(
                f"The disk of {folder} is nearly full: {free:,} bytes are free, which are left "
                "for the cache's records.")

    def close(self) -> None:
        """Note what waits, journal it, and remember what a value takes."""
        if self._unnoted:
            note_sources(self._plan.store.folder, self._unnoted)
        encoder, tally = self._plan.encoder, self.tally
        if encoder is None or not (tally.encoded or tally.adopted):
            return
        append_journal(self._plan.store.folder, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.BUILT, items=tally.encoded,
            bytes=tally.bytes, detail={
                "encoder": encoder.name, "fingerprint": encoder.digest,
                "sources": self._plan.sources.root, "recorded": tally.adopted,
                STOPPED: self.is_stopped}))
        note_rates(cache_home(), EncoderRates(
            encoder=encoder.kind, device=CPU, name=encoder.name, start_s=self.pace.start_s(),
            rates=tally.rates(self.pace.sizes())), asked=CPU)

    def needed_bytes(self) -> int | None:
        """Return the bytes the rest needs, from what was made or else the plan; None if unknown."""
        made = self.tally.encoded
        if made:
            return (self._plan.payloads - made) * self.tally.bytes // made
        return self._plan.bytes

    def report(self) -> BuildReport:
        """Return the report of the build so far."""
        plan, tally = self._plan, self.tally
        if plan.encoder is not None and tally.encoded:
            tally.encoder = plan.encoder.name
        return msgspec.structs.replace(
            report_of([tally], planned=plan.payloads, broken=plan.broken,
                      elapsed_s=self._token.worked_s() - self._began_s),
            store=plan.store.id, kind=plan.store.kind.value, path=str(plan.store.folder),
            evicted=tally.evicted, over_budget=False)
