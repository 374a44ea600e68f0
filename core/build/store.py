"""Builds one store: puts its parts together and runs them to the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from larder.core.build.adoption import Adoption, Donors
from larder.core.build.buckets import RowVariants
from larder.core.build.compose import Composer
from larder.core.build.contents import HASHES_NAME
from larder.core.build.decide import Decider
from larder.core.build.encoders import BuildEncoders
from larder.core.build.encoding import Encoding
from larder.core.build.identity import deciding_sidecars
from larder.core.build.index import BuildIndex, closing_fields
from larder.core.build.ledger import Ledger, StoreTally, planned_payloads
from larder.core.build.look import SourceLook
from larder.core.build.pipeline import Pipeline
from larder.core.build.plan import BuildPlan, BuildStore
from larder.core.build.prompts import PromptMaker
from larder.core.build.rates import EncoderRates
from larder.core.build.recipes import BuildRecipes
from larder.core.build.work import Rested, Spoilt
from larder.core.encoders.protocol import ImageEncoder
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.fingerprint import MEMORY_NAME
from larder.core.settings import cache_home
from larder.core.stores.smart.columns import IndexColumns
from larder.core.stores.smart.content_index import payloads_by_prompt
from larder.core.stores.smart.stamps import LinkedFiles
from larder.core.stores.store_memory import present_index
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent

PHASES: Final = {
    StoreContent.IMAGE: "building pictures", StoreContent.TEXT: "building captions"}

DEFAULT_BATCH: Final = {StoreContent.IMAGE: 4, StoreContent.TEXT: 8}

BYTES_PER_ROW: Final = 4096
"""About what a row with a concept's full settings takes in an index."""

PROGRESS_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """How a build runs.

    Attributes:
        batch: pictures or prompts encoded together, None for our own choice.
        threads: that decode, None for as many as the processor has cores.
    """

    batch: int | None = None
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class StoreBuilt:
    """What was done in one store.

    Attributes:
        tally: in numbers.
        entries: sources whose rows were written.
        encoder: what people call what encoded, "" if nothing did.
        failure: what ended it early, None if nothing did.
    """

    tally: StoreTally
    entries: int
    encoder: str
    failure: BaseException | None


def build_store(
    plan: BuildPlan,
    store: BuildStore,
    config: TrainerConfig,
    encoders: BuildEncoders,
    *,
    settings: BuildSettings,
    token: CancelToken,
) -> Job[StoreBuilt]:
    """Build one store; its lock is held. What was finished is saved, however it ends.

    A failure, also of saving the index, is told in the result.
    """
    # What is under way when the build is paused is finished, so the threads have one of their own.
    of_threads = CancelToken()
    parts = parts_of(plan, store, config, encoders, settings, token, of_threads)
    index, ledger, pipeline = parts.index, parts.ledger, parts.pipeline
    index.pending.reordered = list(store.reordered)
    total = planned_payloads(store.items)
    failure: BaseException | None = None
    shown_at = 0.0
    with closing(pipeline.outcomes()) as outcomes:
        try:
            for told in outcomes:
                if token.is_cancelled:
                    of_threads.cancel()
                    pipeline.stop()
                for outcome in told:
                    if isinstance(outcome, Rested):
                        yield from _rest(parts, store, total, token)
                    else:
                        yield from ledger.note(outcome, index.pending)
                if index.is_due():
                    index.save()
                if time.monotonic() - shown_at >= PROGRESS_S:
                    shown_at = time.monotonic()
                    yield Progress(PHASES[store.content], ledger.tally.done, total, "payloads")
        except Exception as error:  # noqa: BLE001 - what is finished is saved before it goes on
            failure = error
    encoder = pipeline.encoding.name
    try:
        _save_last(parts, store, plan.modeltype)
    except UserFacingError as unsaved:
        failure = failure or unsaved
    pace = pipeline.work_pace
    if encoder:
        encoders.note(EncoderRates(
            name=encoder, start_s=pace.start_s(), rates=ledger.tally.rates(pace.sizes())),
            store.content)
    yield Progress(PHASES[store.content], ledger.tally.done, total, "payloads")
    return StoreBuilt(ledger.tally, len(index.written), encoder, failure)


def _rest(parts: BuildParts, store: BuildStore, total: int, token: CancelToken) -> Job[None]:
    """Save what is finished and wait; nothing where the build goes on already."""
    if token.is_paused:
        parts.index.save()
        yield Progress(PHASES[store.content], parts.ledger.tally.done, total, "payloads")
        token.hold()


@dataclass(frozen=True, slots=True)
class BuildParts:
    """What a build of one store is put together from, nothing begun."""

    columns: IndexColumns
    index: BuildIndex
    ledger: Ledger
    pipeline: Pipeline


def parts_of(
    plan: BuildPlan,
    store: BuildStore,
    config: TrainerConfig,
    encoders: BuildEncoders,
    settings: BuildSettings,
    token: CancelToken,
    of_threads: CancelToken,
) -> BuildParts:
    """Put the parts together.

    Args:
        plan: of the whole build.
        store: what is built of it.
        config: what is built for.
        encoders: one is opened once something has to be encoded.
        settings: how.
        token: says whether the build is paused.
        of_threads: ends what the threads do.
    """
    folder, content = store.target.folder, store.content
    concepts = {concept.index: concept for concept in plan.workspace.concepts}
    columns = _columns(store)
    endings = deciding_sidecars(config) if content is StoreContent.IMAGE else ()
    # Only a store that records companions of some row says by an empty map that there were none.
    records = store.watched or (() if len(columns) else endings)
    recipes = BuildRecipes(plan.workspace, content, folder, plan.models)
    adoption = Adoption(folder, plan.modeltype, frozenset(store.names), recipes)
    decider = Decider(
        store, plan.modeltype, columns, concepts, recipes, adoption, endings,
        PromptMaker(plan.workspace, plan.positions), _donors(store, columns, adoption))
    batch = settings.batch or DEFAULT_BATCH[content]
    hashes = cache_home() / HASHES_NAME

    def encoding(image_encoder: Future[ImageEncoder], tell: Callable[[Spoilt], None]) -> Encoding:
        return Encoding(
            encoders, recipes, concepts, store.names, batch, of_threads,
            cache_home() / MEMORY_NAME, image_encoder, tell)

    pipeline = Pipeline(
        list(store.items),
        SourceLook(
            tuple(dict.fromkeys((*endings, *records))), content is StoreContent.TEXT,
            of_threads),
        decider, encoding,
        Composer(folder, plan.modeltype, store.names, concepts, recipes),
        batch=batch, reserve=_index_bytes(store), hashes=hashes, token=token,
        threads=settings.threads)
    return BuildParts(
        columns, BuildIndex(store, linked=_linked(config)),
        Ledger(store, plan.modeltype, decider, concepts, records), pipeline)


def _columns(store: BuildStore) -> IndexColumns:
    """The index as it is now: a re-adoption may have written it since the survey."""
    folder = store.target.folder
    return present_index(cache_home(), folder).columns


def _donors(store: BuildStore, columns: IndexColumns, adoption: Adoption) -> Donors:
    if store.content is StoreContent.IMAGE:
        return Donors(adoption, {}, is_vouched_for=lambda _: False)
    keys = columns.keys()
    good = {
        stem for stem, row in zip(columns.stems, columns.variant_row.tolist(), strict=True)
        if store.uses.of(keys[row]) and keys[row] not in store.doubted}
    return Donors(
        adoption, payloads_by_prompt(store.target.folder),
        is_vouched_for=lambda name: name.rpartition("_")[0] in good)


def _linked(config: TrainerConfig) -> LinkedFiles:
    return LinkedFiles(
        masks=config.masked_training, conditioning=config.custom_conditioning_image)


def _index_bytes(store: BuildStore) -> int:
    """About what the index will take, written anew beside the old one."""
    before = 0 if store.target.stamp is None else store.target.stamp.size
    return before + BYTES_PER_ROW * len(store.items)


def _save_last(parts: BuildParts, store: BuildStore, modeltype: str) -> None:
    """Save what waits; say of the whole index what now holds of all of it."""
    index = parts.index
    if not (index.pending or index.written):
        return
    ready = index.written | index.pending.entries.keys()
    top: Mapping[str, bytes] = closing_fields(
        store.target.folder, modeltype, store.names,
        is_complete=_others_are_complete(parts.columns, store, ready))
    index.save(top=top)


def _others_are_complete(
    columns: IndexColumns, store: BuildStore, ready: frozenset[str]
) -> bool:
    """Whether every row that was not built has all names in the variant a trainer serves."""
    names = frozenset(store.names)
    variants = RowVariants(columns)
    for row, key in enumerate(columns.keys()):
        of_row = variants.of(row)
        if key not in ready and of_row and not (of_row[0].names or frozenset()) >= names:
            return False
    return not columns.unreadable
