"""Counts what a build does with payloads, as exactly as can be known before one is encoded.

What stays, moves and goes is what the plan has. Of its items, which are upper bounds, those are
counted once here that a build encodes once: files of equal size are hashed, captions are read and
their prompts drawn. In an index names decide what is shared, so there the build's own decider is
asked.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import xxhash

from larder.core.build.apply import donors_of
from larder.core.build.decide import Decider
from larder.core.build.pieces import PicturePiece, PromptPiece, Sidecar, Source, sidecar_of
from larder.core.build.plan import BuildItem, BuildPlan, BuildStore, leave_out_encoding
from larder.core.build.recipes import Adoption, BuildRecipes
from larder.core.build.reports import PayloadTotals
from larder.core.build.sharing import HASHED_AT_ONCE, StoreContext
from larder.core.build.slot_build import staged_name
from larder.core.build.slots import BUILDING_FOLDER, Fate
from larder.core.clean.readopt import payload_count
from larder.core.encoders.prompts import PromptMaker
from larder.core.errors import UserFacingError
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.settings import cache_home
from larder.core.stores.smart.columns import empty_columns
from larder.core.stores.smart.index_growth import SidecarState
from larder.core.stores.store_memory import present_index
from larder.core.survey.sharing import deciding_sidecars
from larder.core.survey.sources import hash_paths
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.samples import content_stamp

PROGRESS_EVERY = 256


def count_payloads(plan: BuildPlan, token: CancelToken) -> Job[BuildPlan]:
    """A plan that knows its totals.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    totals = {}
    for store in plan.stores:
        contents = yield from _contents(store, token)
        totals[store.target.id] = yield from _StoreCount(plan, store).count(contents, token)
    return replace(plan, totals=totals)


def without_encoding(plan: BuildPlan, token: CancelToken) -> Job[BuildPlan]:
    """A plan that encodes nothing, by what a build of it would decide; see `leave_out_encoding`.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    while True:
        plan, unmade = leave_out_encoding(plan), False
        stores = []
        for store in plan.stores:
            contents = yield from _contents(store, token)
            count = _StoreCount(plan, store)
            # What nothing can be taken for has to be encoded, and so is left in the next round.
            items = tuple(
                msgspec.structs.replace(item, is_shared=False, linked=())
                if count.is_encoded(item, contents) else item for item in store.items)
            unmade |= items != store.items
            stores.append(replace(store, items=items))
        if not unmade:
            return plan
        plan = replace(plan, stores=tuple(stores))


def _contents(store: BuildStore, token: CancelToken) -> Job[dict[str, str]]:
    """Content of pictures that could be equal to others, by path; captions are read anyway."""
    if store.content is not StoreContent.IMAGE:
        return {}
    sizes = {item.source: _size(item.source) for item in store.items}
    times = Counter(sizes.values())
    unknown = [item.source for item in store.items if not item.content and (
        times[sizes[item.source]] > 1 or _staged(store))]
    unknown = list(dict.fromkeys(unknown))
    found = yield from hash_paths(unknown, token, only_known=len(unknown) > HASHED_AT_ONCE)
    return {path: content for path, content in zip(unknown, found.hashes, strict=True) if content}


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size  # noqa: PTH116
    except OSError:
        return None


def _staged(store: BuildStore) -> frozenset[str]:
    """Names of what a build that was stopped has made already."""
    if store.slots is None:
        return frozenset()
    try:
        return frozenset(os.listdir(larder_folder(store.target.folder) / BUILDING_FOLDER))
    except OSError:
        return frozenset()


def _caption(path: str) -> bytes:
    try:
        return read_regular(path, at_most=LARGEST_TEXT) if path else b""
    except OSError:
        return b""


class _StoreCount:
    """Goes through the items of one store once, in the order they are built."""

    def __init__(self, plan: BuildPlan, store: BuildStore) -> None:
        config, folder = plan.workspace.config, store.target.folder
        self._plan, self._store = plan, store
        self._is_text = store.content is StoreContent.TEXT
        columns = present_index(cache_home(), folder).columns if store.slots is None \
            else empty_columns()
        self._context = StoreContext(
            store, plan.modeltype, columns, {one.index: one for one in plan.workspace.concepts},
            BuildRecipes(plan.workspace, store.content, folder, plan.models),
            () if self._is_text or config is None else deciding_sidecars(config))
        self._prompts = PromptMaker(plan.workspace, plan.positions)
        adoption = Adoption(plan.modeltype, frozenset(store.names), self._context.recipes)
        self._decider = Decider(
            self._context, adoption, self._prompts, donors_of(store, columns, adoption))
        # As a build probes them: what a payload says of its companions names all of these.
        self._endings = tuple(dict.fromkeys((*self._context.endings, *store.watched)))
        self._made: set[str] = set()
        self._there = _staged(store)

    def count(self, contents: dict[str, str], token: CancelToken) -> Job[PayloadTotals]:
        """The totals."""
        store, encodes, copies = self._store, 0, 0
        for done, item in enumerate(store.items):
            token.check()
            if done % PROGRESS_EVERY == 0:
                yield Progress("counting", done, len(store.items), "files")
            of_item = self._encoded(item, item.content or contents.get(item.source, ""))
            encodes += of_item
            copies += max(len(item.to_make) - of_item, 0)
        folders = () if store.slots is None else store.slots.folders
        return PayloadTotals(
            stays=store.stays,
            moves=store.count(Fate.MOVES) + sum(
                payload_count(one.adoptions) for one in self._plan.readopt.stores
                if one.target.id == store.target.id),
            copies=copies + store.count(Fate.SHARED, Fate.LINKED), encodes=encodes,
            goes=sum(folder.goes for folder in folders) + len({
                name for item in store.items for name in item.replaced}))

    def is_encoded(self, item: BuildItem, contents: dict[str, str]) -> bool:
        """Whether anything is encoded for an item; asked of each in its turn."""
        return self._encoded(item, item.content or contents.get(item.source, "")) > 0

    def _encoded(self, item: BuildItem, content: str) -> int:
        """How many payloads are encoded for an item."""
        source = Source(item, content, None, 0.0, {})
        if self._is_text:
            source.caption = _caption(item.source)
            source.hash = str(xxhash.xxh64_hexdigest(source.caption))
        if not source.hash:
            return item.payloads
        source.sidecars = dict(self._sidecars(item))
        if self._store.slots is None:
            _, pieces = self._decider.decide(source)
            return sum(
                isinstance(piece, PromptPiece)
                or (isinstance(piece, PicturePiece) and not piece.completes) for piece in pieces)
        stamps = self._stamps(source) if self._is_text else [""] * item.variations
        return len(item.to_make) if stamps is None else sum(
            self._is_made(source, number, stamps[number - 1]) for number in item.to_make)

    def _stamps(self, source: Source) -> list[str] | None:
        """Content hash of the prompt of each variation, None where none can be drawn."""
        item = source.item
        try:
            prompts = self._prompts.prompts(
                self._context.concept_of(source), item.use.position, item.use.picture,
                source.caption or b"", item.variations)
        except UserFacingError:
            return None
        names = frozenset(self._store.names)
        return [content_stamp(self._plan.modeltype, names, prompt) for prompt in prompts]

    def _is_made(self, source: Source, number: int, stamp: str) -> bool:
        """Whether a slot's payload is encoded for it, and not for another one or before."""
        slots, item = self._store.slots, source.item
        name = staged_name(self._context, source, number, stamp)
        if slots is None or name in self._made or (name in self._there and not item.is_redone):
            return False
        is_fresh = item.is_redone or item.is_doubted or not stamp
        if not is_fresh and slots.pool.of_prompt(stamp, self._context.concept_of(source)):
            return False
        self._made.add(name)
        return True

    def _sidecars(self, item: BuildItem) -> Iterator[tuple[str, Sidecar]]:
        for ending in self._endings:
            path = sidecar_of(item.source, ending)
            try:
                yield ending, Sidecar(path, SidecarState(0.0, hash_file(path)), 0)
            except OSError:
                continue
