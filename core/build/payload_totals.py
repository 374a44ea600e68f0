"""Counts what a build does with payloads, as exactly as can be known before one is encoded.

What stays, moves and goes is what the plan has. Of its items, which are upper bounds, those are
counted once here that a build encodes once: files of equal size are hashed, captions are read and
their prompts drawn.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from larder.core.build.apply import donors_of
from larder.core.build.decide import PromptMaker
from larder.core.build.pieces import Sidecar, Source, sidecar_of
from larder.core.build.plan import BuildItem, BuildPlan, BuildStore
from larder.core.build.recipes import Adoption, BuildRecipes, WantedPayload
from larder.core.build.reports import PayloadTotals
from larder.core.build.sharing import HASHED_AT_ONCE, StoreContext, deciding_sidecars
from larder.core.build.slot_build import staged_name
from larder.core.build.slots import BUILDING_FOLDER, Fate
from larder.core.clean.readopt import payload_count
from larder.core.errors import UserFacingError
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.settings import cache_home
from larder.core.stores.smart.columns import empty_columns
from larder.core.stores.smart.index_growth import SidecarState
from larder.core.stores.store_memory import present_index
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


def _contents(store: BuildStore, token: CancelToken) -> Job[dict[str, str]]:
    """Content of pictures that could be equal to others, by path; captions are read anyway."""
    if store.content is not StoreContent.IMAGE:
        return {}
    items = [item for item in store.items if not item.is_shared]
    sizes = {item.source: _size(item.source) for item in items}
    times = Counter(sizes.values())
    unknown = [item.source for item in items if not item.content and (
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
        self._donors = donors_of(store, columns, adoption)
        self._made: dict[object, int] = {}
        self._there = _staged(store)

    def count(self, contents: dict[str, str], token: CancelToken) -> Job[PayloadTotals]:
        """The totals."""
        store, encodes, wanted = self._store, 0, 0
        for done, item in enumerate(store.items):
            token.check()
            if done % PROGRESS_EVERY == 0:
                yield Progress("counting", done, len(store.items), "sources")
            wanted += len(item.to_make)
            if item.payloads:
                encodes += self._encoded(item, item.content or contents.get(item.source, ""))
        folders = () if store.slots is None else store.slots.folders
        return PayloadTotals(
            stays=store.stays,
            moves=store.count(Fate.MOVES) + sum(
                payload_count(one.adoptions) for one in self._plan.readopt.stores
                if one.target.id == store.target.id),
            copies=store.count(Fate.SHARED, Fate.LINKED) + wanted - encodes, encodes=encodes,
            goes=sum(folder.goes for folder in folders) + len({
                name for item in store.items for name in item.replaced}))

    def _encoded(self, item: BuildItem, content: str) -> int:
        """How many payloads are encoded for an item."""
        linked = {number for number, _ in item.linked}
        numbers = [number for number in item.to_make if number not in linked]
        source = Source(item, content, None, 0.0, {})
        if self._is_text:
            stamps = self._stamps(source)
            return len(numbers) if stamps is None else sum(
                self._is_new_prompt(source, number, stamps[number - 1]) for number in numbers)
        if not content:
            return len(numbers)
        source.sidecars = dict(self._sidecars(item))
        if self._store.slots is not None:
            return sum(
                self._is_new(staged_name(self._context, source, number, ""))
                for number in numbers)
        identity = (item.bucket, self._context.of_source(source))
        if self._made.get(identity, 0) >= item.variations:
            return 0
        self._made[identity] = item.variations
        return len(numbers)

    def _stamps(self, source: Source) -> list[str] | None:
        """Content hash of the prompt of each variation, None where none can be drawn."""
        item = source.item
        try:
            with open(item.source, "rb") as file:  # noqa: PTH123
                caption = file.read()
        except OSError:
            caption = b""
        try:
            prompts = self._prompts.prompts(
                self._context.concept_of(source), item.use, caption, item.variations)
        except UserFacingError:
            return None
        names = frozenset(self._store.names)
        return [content_stamp(self._plan.modeltype, names, prompt) for prompt in prompts]

    def _is_new_prompt(self, source: Source, number: int, stamp: str) -> bool:
        concept, slots = self._context.concept_of(source), self._store.slots
        if slots is None:
            return self._is_new(stamp) and (
                source.item.is_redone
                or self._donors.of(WantedPayload(concept, None, stamp)) is None)
        is_doubted = source.item.is_redone or source.item.is_doubted
        return self._is_new(staged_name(self._context, source, number, stamp)) and (
            is_doubted or slots.pool.of_prompt(stamp, concept) is None)

    def _is_new(self, name: str) -> bool:
        """Whether it is asked for the first time, and nothing of that name was made before."""
        if name in self._made or name in self._there:
            return False
        self._made[name] = 1
        return True

    def _sidecars(self, item: BuildItem) -> Iterator[tuple[str, Sidecar]]:
        for ending in self._context.endings:
            path = sidecar_of(item.source, ending)
            try:
                yield ending, Sidecar(path, SidecarState(0.0, hash_file(path)), 0)
            except OSError:
                continue
