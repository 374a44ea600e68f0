"""Applies the plan of a build over a folder.

A value is stored first, its use and its source are noted after it, so a build can be stopped at any
time and goes on where it stopped: what is in the store is not encoded again, and what was not noted
is noted then. Putting values is safe beside a training loop that uses the store; the lock keeps out
what removes them.
"""

from __future__ import annotations

import shutil
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from larder.core.build.pace import WorkPace
from larder.core.build.publish import ROOM_KEPT, DiskFullError, is_disk_full
from larder.core.build.rates import CPU, BuildRate, EncoderRates, note_rates
from larder.core.build.report import BuildReport
from larder.core.build.sources.pipeline import (
    Done,
    OverBudgetError,
    Rested,
    SourcePipeline,
    Stored,
)
from larder.core.build.sources.plan import SourceBuildPlan, UsedEncoder
from larder.core.build.sources.planning import LOADING, OpenEncoder
from larder.core.build.sources.recorded import record_of
from larder.core.build.sources.report import SourceBuildReport
from larder.core.clean.report import LeftItem
from larder.core.encoders.value_encoder import ValueEncoder
from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress
from larder.core.settings import cache_home
from larder.core.stores.sharded.fingerprint_facts import note_fingerprint
from larder.core.stores.sharded.store import ShardedStore
from larder.core.stores.source_record import RecordedSource, note_sources
from larder.core.workspace.store_kinds import StoreKind

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
        if failure is not None and (isinstance(failure, DiskFullError) or is_disk_full(failure)):
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
