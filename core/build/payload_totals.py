"""Tells what a build makes of payloads, as exactly as can be known before one is encoded.

While a plan is made, it marks the items that need no payload of their own: by contents that the
index has, contents that are remembered, and those of a few new sources, which are hashed. What it
does not know counts as different, so the plan never promises too little space.

Counting is more exact. What stays, moves and goes is what the plan has. Of its items, which are
upper bounds, those are counted once here that a build encodes once: files of equal size are hashed,
captions are read and their prompts drawn. In an index names decide what is shared, so there the
build's own decider is asked.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

import xxhash

from larder.core.build.choice import IndexChoice
from larder.core.build.indexed.decide import Decider, format_staged_name
from larder.core.build.indexed.items import IndexItems
from larder.core.build.payload_identity import name_of_prompt
from larder.core.build.pipeline.pieces import (
    PicturePiece,
    PromptPiece,
    Source,
    plain_stem,
    sidecar_of,
    sidecars_there,
)
from larder.core.build.plan import (
    BuildItem,
    BuildPlan,
    BuildStore,
)
from larder.core.build.released.columns import Making, SlotAction
from larder.core.build.totals import PayloadTotals
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import may_be_there
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.files.store_paths import larder_folder
from larder.core.index_edits.readopt import payload_count
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.survey.report import StoreSurvey
from larder.core.survey.sources import hash_paths
from larder.core.survey.verdicts import VERDICTS, Counted, Verdict
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.trainer_layout import BUILDING_FOLDER

HASHED_AT_ONCE: Final = 1_000
"""New sources that are hashed in any case: a few seconds from a slow drive."""

GOOD: Final = frozenset(
    verdict for verdict in Verdict
    if VERDICTS[verdict].counts_as is Counted.COVERED or verdict is Verdict.UNUSED)
"""Verdicts of rows whose payloads another source can take."""


ASKED_AT_ONCE: Final = 4_096
"""Sources whose remembered hashes are asked for together; what is asked takes memory."""

PROGRESS_EVERY = 256


def mark_shared(choice: IndexChoice, items: IndexItems) -> Job[None]:
    """Mark items whose payloads are there or are made for another one."""
    unknown, sources = list[int](), set[str]()
    for at, item in enumerate(items):
        if not item.content:
            unknown.append(at)
            sources.add(item.key)
    only_known = not is_worth_hashing(choice.survey, len(sources))
    del sources
    at_once = ASKED_AT_ONCE if only_known else max(len(unknown), 1)
    for first in range(0, len(unknown), at_once):
        part = unknown[first:first + at_once]
        paths = [items[at].source for at in part]
        each = [*dict.fromkeys(paths)]
        hashes = yield from hash_paths(each, choice.asked.token, only_known=only_known)
        contents = dict(zip(each, hashes, strict=True))
        for at, path in zip(part, paths, strict=True):
            content = contents[path]
            if content:
                items.know(at, content)
    if items.has_contents:
        _Sharing(choice).mark(items)


def is_worth_hashing(survey: StoreSurvey, count: int) -> bool:
    """Return whether `count` new sources are hashed to see if cached payloads serve them.

    Many sources are hashed only if entries fell out of use, as after a move.
    """
    if not (survey.rows.bytes > 0).any():
        return False
    if count <= HASHED_AT_ONCE:
        return True
    return bool((~survey.request_mask & (survey.rows.bytes > 0)).any())


class _Sharing:
    """Tells of one store which items need no payload of their own."""

    def __init__(self, choice: IndexChoice) -> None:
        self._choice = choice

    def mark(self, items: IndexItems) -> None:
        """Mark what another item or a good row of an equal source serves."""
        times = Counter((item.content, item.bucket) for item in items)
        claimed: dict[tuple[object, ...], int] = {}
        for at, item in enumerate(items):
            may_share = times[item.content, item.bucket] > 1 or not item.keeps_row
            if not item.content or not may_share or self._has_sidecar(item):
                continue
            identity = self._identity(item)
            if claimed.get(identity, 0) >= item.variations or self._is_served(item):
                items.share(at)
            else:
                claimed[identity] = item.variations

    def _identity(self, item: BuildItem) -> tuple[object, ...]:
        concept = self._choice.concepts[item.use.concept]
        return (item.content, item.bucket, self._choice.recipes.identity(concept),
                name_of_prompt(concept, item.use.picture, self._choice.content))

    def _has_sidecar(self, item: BuildItem) -> bool:
        """Return whether a sidecar such as a mask also decides the payloads of an item.

        Equal pictures may differ in their sidecars.
        """
        return any(
            may_be_there(sidecar_of(item.source, ending)) for ending in self._choice.endings)

    def _is_served(self, item: BuildItem) -> bool:
        """Return whether a good row of an equal source names payloads that suit this one."""
        if item.is_redone or item.keeps_row:
            return False
        size = item.bucket
        if size is not None and self._choice.asked.model_type.frame_axis:
            size = 1, size[0]
        stem = plain_stem(item.content[:12], size)
        if any(f"{stem}_{number}.pt" not in self._files for number in item.to_make):
            return False
        return any(self._serves(row, item) for row in self._rows_of.get(stem, ()))

    def _serves(self, row: int, item: BuildItem) -> bool:
        choice, rows = self._choice, self._choice.survey.rows
        if bytes(choice.columns.hashes[row]).decode("ascii") != item.content \
                or Verdict(int(rows.verdicts[row])) not in GOOD or self._had_sidecar(row):
            return False
        concept = self._choice.concepts.get(int(rows.concept[row]))
        recipes = choice.recipes
        return concept is None or recipes.identity(concept) == recipes.identity(
            self._choice.concepts[item.use.concept])

    def _had_sidecar(self, row: int) -> bool:
        """Return whether a sidecar such as a mask decided what a row's payloads hold."""
        target, recorded = self._choice.target, self._choice.columns.sidecars.get(row)
        if recorded is not None:
            return any(path.endswith(self._choice.endings) for path in recorded)
        key = self._choice.survey.rows.source(row)
        return any(may_be_there(target.source_path(sidecar_of(key, ending)))
                   for ending in self._choice.endings)

    @cached_property
    def _files(self) -> frozenset[str]:
        return frozenset(self._choice.survey.payloads.names)

    @cached_property
    def _rows_of(self) -> Mapping[str, Sequence[int]]:
        return self._choice.columns.rows_by_stem()


def count_payloads(plan: BuildPlan, token: CancelToken) -> Job[BuildPlan]:
    """A plan that knows its totals."""
    totals, makings = {}, {}
    for store in plan.stores:
        contents = yield from contents_there(store, token)
        count = StoreCount(plan, store, token)
        totals[store.target.id] = yield from count.count(contents)
        makings[store.target.id] = count.makings
        count.tell_folders()
    return replace(plan, totals=totals, makings=makings)


def contents_there(store: BuildStore, token: CancelToken) -> Job[dict[str, str]]:
    """Content of pictures that could be equal to others, by path; captions are read anyway."""
    if store.content is not StoreContent.IMAGE:
        return {}
    sizes = {item.source: _size(item.source) for item in store.items}
    times = Counter(sizes.values())
    unknown = [item.source for item in store.items if not item.content and (
        times[sizes[item.source]] > 1 or _list_staged(store))]
    unknown = list(dict.fromkeys(unknown))
    del sizes, times
    hashes = yield from hash_paths(unknown, token, only_known=len(unknown) > HASHED_AT_ONCE)
    return {path: content for path, content in zip(unknown, hashes, strict=True) if content}


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size  # noqa: PTH116
    except (OSError, ValueError):  # or no file has such a name
        return None


def _list_staged(store: BuildStore) -> frozenset[str]:
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


class StoreCount:
    """Goes through the items of one store once, in the order they are built.

    Attributes:
        makings: how the payloads of each item are made, in that order.
    """

    def __init__(self, plan: BuildPlan, store: BuildStore, token: CancelToken) -> None:
        self._plan, self._store, self._token = plan, store, token
        self._decider = Decider(plan, store)
        self._context = self._decider.context
        # As a build probes them: what a payload says of its companions names all of these.
        self._endings = tuple(dict.fromkeys((*self._context.endings, *store.watched)))
        self._made: set[str] = set()
        self._there = _list_staged(store)
        self._making: Counter[tuple[int, int, Making]] = Counter()
        self.makings: list[Sequence[Making]] = []
        self._alike: dict[tuple[Making, ...], tuple[Making, ...]] = {}

    def count(self, contents: dict[str, str]) -> Job[PayloadTotals]:
        """Count the payloads of the store and return the totals."""
        store, encodes, copies = self._store, 0, 0
        self._making.clear()
        self.makings.clear()
        for done, item in enumerate(store.items):
            self._token.check()
            if done % PROGRESS_EVERY == 0:
                yield Progress("counting", done, len(store.items), "files")
            making = self._makings(item, item.content or contents.get(item.source, ""))
            self.makings.append(self._alike.setdefault(tuple(making), tuple(making)))
            of_item = sum(one is Making.ENCODED for one in making)
            encodes += of_item
            copies += max(len(item.to_make) - of_item, 0)
            if store.slots is not None:
                self._making.update(
                    (item.use.concept, number - 1, one)
                    for number, one in zip(item.to_make, making, strict=True))
        return PayloadTotals(
            stays=store.stays,
            moves=store.count(SlotAction.MOVES) + sum(
                payload_count(one.rows) for one in self._plan.readopt.stores
                if one.target.id == store.target.id),
            copies=copies + store.count(SlotAction.SHARED, SlotAction.LINKED), encodes=encodes,
            goes=sum(folder.goes for folder in store.folders) + len({
                name for item in store.items for name in item.replaced}))

    def is_encoded(self, item: BuildItem, contents: dict[str, str]) -> bool:
        """Return whether anything is encoded for an item; call it for the items in their order."""
        return Making.ENCODED in self._makings(item, item.content or contents.get(item.source, ""))

    def tell_folders(self) -> None:
        """Let the folders of slots know how those are made that nothing there fills."""
        for folder in self._store.folders:
            folder.making = Counter({
                one: sum(self._making[concept, folder.number, one] for concept in folder.concepts)
                for one in Making if one is not Making.ENCODED})

    def _makings(self, item: BuildItem, content: str) -> Sequence[Making]:
        """How payloads of an item are made; in slots one for each of `to_make`."""
        source = Source(item, content, None, 0.0, {})
        if self._context.is_text:
            source.caption = _caption(item.source)
            source.hash = str(xxhash.xxh64_hexdigest(source.caption))
        unknown = [Making.ENCODED] * item.payloads
        if not source.hash:
            return unknown
        try:
            source.sidecars = sidecars_there(
                item.key, item.source, self._endings, self._token)
        except OSError:
            return unknown
        if self._store.slots is None:
            _, pieces = self._decider.decide(source)
            # As if it were made at once, so that no more is kept of it than a build keeps.
            source.is_finished = True
            for piece in pieces:
                if isinstance(piece, PromptPiece):
                    piece.is_under_way = True
            return [
                Making.COMPLETED if isinstance(piece, PicturePiece) and piece.completes
                else Making.ENCODED if isinstance(piece, PicturePiece | PromptPiece)
                else Making.EQUAL for piece in pieces]
        try:
            self._decider.draw_prompts(source)
        except UserFacingError:
            return unknown
        return [self._making_of(source, number) for number in item.to_make]

    def _making_of(self, source: Source, number: int) -> Making:
        """How a slot's payload is made: for it, or for another one or before."""
        slots, item = self._store.slots, source.item
        stamp = self._decider.stamp(source, number)
        name = format_staged_name(self._context, source, number, stamp)
        if slots is None or name in self._made or (name in self._there and not item.is_redone):
            return Making.EQUAL
        is_fresh = item.is_redone or item.is_doubted or not stamp
        if not is_fresh and slots.pool.of_prompt(stamp, self._context.concept_of(source)):
            return Making.EQUAL
        self._made.add(name)
        return Making.ENCODED if stamp or not self._decider.completes(source, number) \
            else Making.COMPLETED
