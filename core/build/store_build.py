"""Build one store: the threads that decode, encode and write, and the state that is kept of them.

`parts_of` puts them together, of a build as of a trial; `build_store` runs them to their end.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import Final, TypeAlias

from larder.core.build.indexed.decide import Decider
from larder.core.build.indexed.row_writer import BuildIndex, RowWriter
from larder.core.build.pipeline.build_state import (
    run_threads,
)
from larder.core.build.pipeline.encoding import BuildEncoders, Encoding
from larder.core.build.pipeline.pieces import Payload, Piece, Probe, Source, sidecars_there
from larder.core.build.pipeline.threads import Pipeline
from larder.core.build.pipeline.writing import Composer, Publisher
from larder.core.build.plan import BuildItem, BuildPlan, BuildStore
from larder.core.build.rates import EncoderRates
from larder.core.build.released.build import (
    SlotBuildState,
    SlotDecider,
    StagedPublisher,
    staging_folder,
)
from larder.core.build.released.notes import SlotNotes
from larder.core.jobs import CancelToken, Job
from larder.core.keys.fingerprint import MEMORY_NAME
from larder.core.settings import cache_home
from larder.core.stores.indexed.stamps import Sidecars, find_linked_files
from larder.core.survey.sources import HASHES_NAME
from larder.core.workspace.open_workspace import StoreContent

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
    index = BuildIndex(
        store, known=columns.keys(), linked=find_linked_files(plan.config),
        sidecars_of=partial(_find_unrecorded_sidecars, store, token))
    return RowWriter(context, records, index), pipeline


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


def _index_bytes(store: BuildStore) -> int:
    """About what the index will take, written anew beside the old one."""
    before = 0 if store.target.stamp is None else store.target.stamp.size
    return before + BYTES_PER_ROW * len(store.items)
