"""Builds what a plan lists: encodes what is missing, takes what is there, writes the rows.

Payloads are on disk before the index names them, and the index is saved now and then, so a build
can be stopped at any time, by the user, a full disk or a power cut, and goes on where it stopped.
Paused, it saves the index, holds its locks and its encoder, and waits.

A trial is a small build, by the same parts and threads, into a folder that is gone afterwards. A
batch alone opens the encoder and wakes the device up. Then decoding and encoding begin together, so
that from the second batch on each takes what the slower of the two does, as in a long build. What
was found is remembered, and every trial finds it out anew.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np

from larder.core.build.choice import require_agreement
from larder.core.build.indexed.decide import Decider
from larder.core.build.indexed.row_writer import BuildIndex, RowWriter, target_now
from larder.core.build.meanwhile import (
    MOST_ROUNDS,
    add_up,
    defer_changes,
    may_plan_again,
    note_listing,
    plan_again,
)
from larder.core.build.pipeline.build_state import (
    RETRY,
    Counts,
    end_build,
    report_of,
    run_threads,
    run_trial,
)
from larder.core.build.pipeline.encoding import BuildEncoders, Encoding
from larder.core.build.pipeline.pieces import Payload, Piece, Probe, Source, sidecars_there
from larder.core.build.pipeline.threads import Pipeline
from larder.core.build.pipeline.writing import Composer, DiskFullError, Publisher, is_disk_full
from larder.core.build.plan import BuildItem, BuildPlan, BuildStore
from larder.core.build.planning import estimate_group, pixels_of
from larder.core.build.rates import EncoderRates
from larder.core.build.released.build import (
    SlotBuildState,
    SlotDecider,
    StagedPublisher,
    staging_folder,
    write_folders,
)
from larder.core.build.released.notes import SlotNotes
from larder.core.build.reports import BuildReport
from larder.core.encoders.protocol import ImageEncoder, TextEncoder
from larder.core.errors import (
    StalePlanError,
    StoreBusyError,
    StoreLockedError,
    UserFacingError,
)
from larder.core.files.durable import explain_write_errors
from larder.core.index_edits.readopt import readopt_locked
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress
from larder.core.keys.fingerprint import MEMORY_NAME
from larder.core.keys.hash_memory import HashMemory
from larder.core.quantities import sum_if_known
from larder.core.settings import cache_home
from larder.core.stores.indexed.stamps import LinkedFiles, Sidecars
from larder.core.survey.report import IndexCopy
from larder.core.survey.sources import HASHES_NAME, SourceTree
from larder.core.workspace.open_workspace import StoreContent
from larder.core.writes.reports import ReadoptReport
from larder.core.writes.transaction import index_transaction, store_transaction

DEFAULT_BATCH: Final = {StoreContent.IMAGE: 4, StoreContent.TEXT: 8}

BYTES_PER_ROW: Final = 4096
"""About what a row with a concept's full settings takes in an index."""


SamplePipeline: TypeAlias = Pipeline[BuildItem, Source, Piece, Payload]


def build_store(
    plan: BuildPlan,
    store: BuildStore,
    encoders: BuildEncoders,
    run: ExitStack,
    token: CancelToken,
    before: SlotNotes | None,
) -> Job[RowWriter | SlotBuildState]:
    """Build one store; its lock is held. What was finished is saved, however it ends.

    What the stores after it can use as well is left to `run`. `before` are the notes of what this
    build has staged there before.

    A failure, also of saving the index, is told in the tally. Payloads of a store of the released
    layout are only staged (`slots.build.write_folders`).
    """
    books, pipeline = parts_of(plan, store, encoders, run, token, before)
    if isinstance(books, RowWriter):
        books.index.pending.reordered = list(store.reordered)
    failure = yield from run_threads(pipeline, books, token)
    tally, pace = books.tally, pipeline.pace
    tally.failure, tally.encoder = failure, pipeline.encoding.name
    if tally.encoder:
        encoders.note(EncoderRates(
            name=tally.encoder, start_s=pace.start_s(), rates=tally.rates(pace.sizes())),
            store.content)
    return books


def _find_unrecorded_sidecars(store: BuildStore, token: CancelToken, key: str) -> Sidecars | None:
    """Return the sidecars of a good row of which none are recorded, None if nobody records them.

    Nor are those that cannot be read, or were edited since the index was written that was planned
    with: the payload may have been made with others.
    """
    written = store.target.stamp
    if not store.marks_sidecars or written is None:
        return None
    source = store.target.source_path(key)
    try:
        found = sidecars_there(key, source, store.watched, token)
    except OSError:
        return None
    if any(one.mtime_ns > written.mtime_ns for one in found.values()):
        return None
    return {one.path: (one.mtime, one.hash) for one in found.values()}


def parts_of(
    plan: BuildPlan,
    store: BuildStore,
    encoders: BuildEncoders,
    run: ExitStack,
    token: CancelToken,
    before: SlotNotes | None = None,
) -> tuple[RowWriter | SlotBuildState, SamplePipeline]:
    """Put the parts of a build of one store together; nothing is begun, no encoder opened."""
    folder, content = store.target.folder, store.content
    if store.slots is None:
        decider = Decider(plan, store)
        into, publisher = folder, Publisher
    else:
        into, publisher = staging_folder(folder), StagedPublisher
        slot_books = SlotBuildState(
            store, into, has_frames=store.frame_axis and plan.config.aspect_ratio_bucketing,
            before=before)
        decider = SlotDecider(plan, store, store.slots, slot_books)
    context = decider.context
    columns, endings = context.columns, context.endings
    # Only a store that records companions of some row says by an empty map that there were none.
    records = store.watched or (() if len(columns) else endings)
    batch = plan.encoding.batch or DEFAULT_BATCH[content]
    # What is under way when the build is paused is finished, so the threads have one of their own.
    of_threads = CancelToken()
    parts = (encoders, Composer(context), batch, of_threads, cache_home() / MEMORY_NAME)
    spread = plan.encoding.spread
    if spread is None:
        encoding = Encoding(*parts)
    else:
        from larder.core.build.pipeline.parallel import ParallelEncoding

        encoding = ParallelEncoding(*parts, spread=spread, content=content, run=run)
    pipeline = Pipeline(
        store.items,
        Probe(
            tuple(dict.fromkeys((*endings, *records))),
            reads_captions=context.is_text, hashes=cache_home() / HASHES_NAME,
            token=of_threads, may_lack=store.slots is not None and context.is_text),
        decider,
        encoding,
        publisher(
            into, modeltype=plan.modeltype, names=store.names, reserve=_index_bytes(store),
            clock_s=token.worked_s),
        token=token, of_threads=of_threads, ahead=encoding.ahead)
    if store.slots is not None:
        return slot_books, pipeline
    index = BuildIndex(store, known=columns.keys(), linked=LinkedFiles(
        masks=plan.config.masked_training, conditioning=plan.config.custom_conditioning_image),
        sidecars_of=partial(_find_unrecorded_sidecars, store, token))
    return RowWriter(context, records, index), pipeline


def _index_bytes(store: BuildStore) -> int:
    """About what the index will take, written anew beside the old one."""
    before = 0 if store.target.stamp is None else store.target.stamp.size
    return before + BYTES_PER_ROW * len(store.items)


def apply_build(
    plan: BuildPlan,
    encoders: BuildEncoders,
    *,
    even_if_busy: bool = False,
    token: CancelToken,
) -> Job[BuildReport]:
    """Build.

    A source that cannot be built becomes an `ItemFailed`; a full disk ends the build and is told in
    the report. No encoder is opened while nothing has to be encoded.

    Raises:
        StalePlanError: if an index is not the one the plan was made from, or somebody else wrote it
            meanwhile; payloads that were built are taken up by the next build.
        StoreLockedError: if another Larder process writes into a store; nothing was written.
        StoreBusyError: if a trainer seems to be at work; nothing was written.
        UserFacingError: if payloads of other weights would be mixed with or replaced and the plan
            does not say that they may be; nothing was written. Or if an encoder cannot be had or a
            store cannot be written; what was finished is kept.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    require_agreement(plan.mixtures)
    done: BuildReport | None = None
    told: list[ItemFailed] = []
    made: dict[str, SlotNotes] = {}
    again: BuildPlan | None = plan
    for left in reversed(range(MOST_ROUNDS)):
        if again is None or again.is_empty:
            break
        plan, again = again, None
        waits, held = left > 0 and may_plan_again(plan), list[ItemFailed]()
        try:
            report = yield from defer_changes(
                _build_once(plan, encoders, made, waits=waits, even_if_busy=even_if_busy,
                            token=token), held)
        except JobCancelled as cancelled:
            if done is None or not isinstance(cancelled.report, BuildReport):
                raise
            raise JobCancelled(add_up(done, cancelled.report)) from cancelled
        except (StoreBusyError, StoreLockedError, StalePlanError):
            if done is None:
                raise
            break  # what changed meanwhile is told, and all of it is staged for the next build
        done, told = report if done is None else add_up(done, report), held
        if waits and held:
            try:
                again = yield from plan_again(plan, token)
            except JobCancelled as cancelled:
                raise JobCancelled(msgspec.structs.replace(done, cancelled=True)) from cancelled
    yield from told
    return BuildReport() if done is None else done


def _build_once(
    plan: BuildPlan, encoders: BuildEncoders, made: dict[str, SlotNotes], *,
    waits: bool, even_if_busy: bool, token: CancelToken,
) -> Job[BuildReport]:
    """Build a plan; as `apply_build`.

    Args:
        plan: what is built.
        encoders: what encodes.
        made: notes of what this build has staged so far, by store.
        waits: whether no folder of slots takes its place if a source changed meanwhile.
        even_if_busy: whether it is built beside a trainer.
        token: stops it.
    """
    began_s = token.worked_s()
    for left in plan.broken:
        yield ItemFailed(left.store, left.source, left.why, retry=RETRY)
    for target in plan.targets:
        if target.stamp is None:
            with explain_write_errors(target.folder.parent):
                target.folder.mkdir(parents=True, exist_ok=True)
    built: list[Counts] = []
    staged: list[SlotBuildState] = []
    readopted, undo = ReadoptReport(), None
    with _lock_stores(plan, even_if_busy=even_if_busy), ExitStack() as run:
        for store in plan.stores:
            if store.slots is not None:
                staging_folder(store.target.folder)  # a stopped build goes on in this layout
        if plan.readopt.stores:
            readopted = yield from readopt_locked(plan.readopt, token)
        for store in plan.stores:
            token.hold()
            if token.is_cancelled:
                break
            books = yield from build_store(
                plan, _as_it_is_now(plan, store), encoders, run, token, made.get(store.target.id))
            built.append(books.tally)
            if isinstance(books, SlotBuildState):
                staged.append(books)
                made[store.target.id] = books.notes
            del books  # what the next store needs memory for
            if built[-1].failure is not None:
                break
        if staged and len(built) == len(plan.stores) and not token.is_cancelled \
                and all(one.failure is None for one in built):
            undo = yield from _write_folders(plan, staged, built[-1], token, waits=waits)
    report = report_of(
        built, planned=plan.payloads, broken=plan.broken, elapsed_s=token.worked_s() - began_s)
    report = msgspec.structs.replace(
        report, undo=undo or msgspec.UNSET, readopted=readopted.entries,
        reordered=sum(len(store.reordered) for store in plan.stores[:len(built)]),
        changed=(*report.changed, *readopted.dropped))
    if not built:
        return end_build(
            report, None, token, folder=Path(), needed_bytes=lambda: None, told_s=None)
    last = plan.stores[len(built) - 1].target
    return end_build(
        report, built[-1].failure, token, folder=last.folder, store=last.id,
        needed_bytes=lambda: _estimate_rest(plan, built), told_s=plan.seconds)


@contextmanager
def _lock_stores(plan: BuildPlan, *, even_if_busy: bool) -> Iterator[None]:
    """Hold every store that is written; folders of slots have no index that could have moved."""
    if all(store.slots is None for store in plan.stores):
        with index_transaction(plan.targets, even_if_busy=even_if_busy):
            yield
    else:
        with store_transaction({target.folder: () for target in plan.targets},
                               even_if_busy=even_if_busy):
            yield


def _write_folders(
    plan: BuildPlan, staged: Sequence[SlotBuildState], last: Counts, token: CancelToken, *,
    waits: bool,
) -> Job[str | None]:
    """Let the folders of the released layout take their places; what undoes it, if there was any.

    A failure is told in the tally of the last store.
    """
    tree = (yield from note_listing(plan, staged)) if waits else SourceTree()
    try:
        return (yield from write_folders(staged, tree, token, waits=waits))
    except (UserFacingError, OSError) as failure:
        last.failure = failure
        return None


def _estimate_rest(plan: BuildPlan, built: Sequence[Counts]) -> int | None:
    """Return the bytes the rest needs on the drive of the stopped store, or None if unknown."""
    stopped = plan.stores[len(built) - 1]
    drive = _drive(stopped.target.folder)
    left = [store.target for store in plan.stores[len(built) - 1:]
            if store is stopped or _drive(store.target.folder) == drive]
    size = sum_if_known(
        group.bytes for target in left for group in plan.groups if group.store == target.id)
    return None if size is None else max(size - built[-1].bytes, 0)


def _drive(folder: Path) -> int:
    return folder.stat().st_dev


def _as_it_is_now(plan: BuildPlan, store: BuildStore) -> BuildStore:
    """A store whose index a re-adoption may just have written."""
    if all(other.target.id != store.target.id for other in plan.readopt.stores):
        return store
    return replace(store, target=target_now(store.target))


BATCHES_TIMED: Final = 6
"""Per size."""

SIZES_TRIED: Final = 3
"""The areas with most payloads; the others are told from the nearest of them."""

TRIAL_S: Final = 15.0
"""After that nothing further is begun."""


def measure_plan(
    plan: BuildPlan, encoders: BuildEncoders, token: CancelToken
) -> Job[BuildPlan]:
    """The plan with the seconds that a trial took, and with bytes where nothing else tells them.

    Raises:
        UserFacingError: if an encoder cannot be had.
    """
    groups, stores = list(plan.groups), []
    measured = 0
    with ExitStack() as run:
        for store in plan.stores:
            trial = _Trial(plan, store, encoders, run, token)
            found = (yield from trial.run()) if trial.samples else EncoderRates()
            stores.append(replace(store, start_s=found.start_s) if found.rates else store)
            measured += sum(rate.payloads for rate in found.rates)
            groups = [
                estimate_group(group, found) if group.store == store.target.id and found.rates
                else group
                for group in groups]
    return replace(plan, groups=tuple(groups), stores=tuple(stores), measured=measured)


class _Trial:
    """Makes payloads of one store twice over: a batch to warm up, then those that are timed."""

    def __init__(
        self, plan: BuildPlan, store: BuildStore, encoders: BuildEncoders, run: ExitStack,
        token: CancelToken,
    ) -> None:
        self._plan = plan
        self._store = store
        self._encoders = encoders
        self._run = run
        self._token = token
        self._batch = plan.encoding.batch or DEFAULT_BATCH[store.content]
        self.samples = self._chosen()

    def run(self) -> Job[EncoderRates]:
        """Encode a few samples and return their rates; no rates if none could be encoded."""
        opened = _KeptOpen(self._encoders)
        try:
            with tempfile.TemporaryDirectory(prefix="larder-trial-") as folder:
                _, warm = yield from self._make(
                    Path(folder, "warm"), self.samples[:self._batch], opened, None)
                ledger, trial = yield from self._make(
                    Path(folder, "timed"), self.samples, opened, TRIAL_S)
        finally:
            opened.close_really()
        sizes = trial.pace.sizes() or trial.pace.first()
        found = EncoderRates(
            name=trial.encoding.name, rates=ledger.tally.rates(sizes),
            start_s=warm.pace.start_s(sizes))
        self._encoders.note(found, self._store.content)
        return found

    def _chosen(self) -> list[BuildItem]:
        """Items of the areas with most payloads, evenly spread over each, area by area."""
        own = [group for group in self._plan.groups
               if group.store == self._store.target.id and group.payloads]
        chosen: list[BuildItem] = []
        for group in sorted(own, key=lambda group: -group.payloads)[:SIZES_TRIED]:
            alike = [item for item in self._store.items
                     if item.payloads and item.pixels == pixels_of(group)]
            spread = np.linspace(0, len(alike) - 1, BATCHES_TIMED * self._batch).round()
            chosen += [alike[at] for at in np.unique(spread.astype(int)).tolist()]
        # A payload on disk decides nothing here: all variations of each are made anew.
        return [msgspec.structs.replace(item, stem=None, keeps_row=False, linked=())
                for item in chosen]

    def _make(
        self, folder: Path, items: Sequence[BuildItem], opened: BuildEncoders,
        seconds: float | None,
    ) -> Job[tuple[RowWriter | SlotBuildState, SamplePipeline]]:
        """Make the payloads of some items in a folder of their own; begin none after a while."""
        folder.mkdir()
        target = replace(
            self._store.target, folder=folder, stamp=None, copy=IndexCopy.NONE)
        store = replace(
            self._store, target=target, items=tuple(items), reordered=(), doubted=frozenset(),
            slots=None)
        ledger, pipeline = parts_of(self._plan, store, opened, self._run, self._token)
        try:
            yield from run_trial(
                # What cannot be made is told by the build itself.
                pipeline, lambda outcome: list(ledger.note(outcome)), self._token,
                seconds=seconds,
                progress=lambda: Progress("measuring", ledger.tally.encoded, 0, "files"))
        except (DiskFullError, UserFacingError) as error:
            # The system's folder for such files may be a small one; then nothing is told.
            if not is_disk_full(error):
                raise
        return ledger, pipeline


class _KeptOpen:
    """Encoders that stay open between the two halves of a trial."""

    def __init__(self, encoders: BuildEncoders) -> None:
        self._encoders = encoders
        self._opened: _Unclosed | None = None

    def open_image(self, memory: HashMemory, token: CancelToken) -> Any:
        """The picture encoder, opened once."""
        self._opened = self._opened or _Unclosed(self._encoders.open_image(memory, token))
        return self._opened

    def open_text(self, memory: HashMemory, token: CancelToken) -> Any:
        """The text encoder, opened once."""
        self._opened = self._opened or _Unclosed(self._encoders.open_text(memory, token))
        return self._opened

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        """A half tells nothing by itself."""

    def close_really(self) -> None:
        """Let go of what was opened."""
        if self._opened is not None:
            self._opened.encoder.close()


class _Unclosed:
    """An encoder that whoever borrows it cannot close."""

    def __init__(self, encoder: ImageEncoder | TextEncoder) -> None:
        self.encoder = encoder

    def __getattr__(self, name: str) -> Any:
        return getattr(self.encoder, name)

    def close(self) -> None:
        """The one who opened it does."""
