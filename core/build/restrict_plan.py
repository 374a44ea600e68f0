"""Plans with less in them: without what lacks an encoder, or what a saved plan did not list.

A folder of slots is made whole or not at all, and pictures and captions of a concept are pairs: so
what keeps one slot from being written keeps its folder, and its neighbours, out of the plan.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from larder.core.build.pipeline.encoding import ConfigEncoders
from larder.core.build.plan import (
    BuildItem,
    BuildPlan,
    BuildStore,
)
from larder.core.build.released.columns import SlotAction
from larder.core.build.released.pool import PlannedFolder, find_paired_concepts
from larder.core.build.reports import (
    BuildGroup,
    BuildPlanDocument,
    LeftOut,
    ListedItem,
    ListedMixture,
    ListedStore,
)
from larder.core.errors import Finding, UserFacingError
from larder.core.files.file_stamp import why_hidden
from larder.core.workspace.open_workspace import StoreContent
from larder.core.workspace.roots import flavour_of
from larder.core.workspace.samples import caption_of
from larder.core.writes.reports import LeftSource

NOT_NEEDED: Final = "Nothing has to be built for it any more."
GONE: Final = "It no longer exists."
CHANGED: Final = "It changed after the plan was made."
LESS_THERE: Final = "The other layout has less of it than when the plan was made."
OTHER_FOLDER: Final = "What it has to contain changed after the plan was made."
MORE_MISSING: Final = "More of it is missing than when the plan was made."

BESIDE: Final = (
    "Pictures and captions are written together, and those of the other cache stay as they are.")

NOT_WHOLE: Final = (
    "A group is written whole, and some of it would have to be encoded: ")
TO_ENCODE: Final = "They would have to be encoded: "


def drop_blocked_pairs(plan: BuildPlan, blocked: Collection[int]) -> BuildPlan:
    """A plan without the folders that pictures or captions of some concepts would be written into.

    Args:
        plan: the plan.
        blocked: concepts of which some folder of slots has to stay as it is.
    """
    held = find_paired_concepts(
        (folder for store in plan.stores for folder in store.folders), blocked)
    if not held:
        return plan
    stores, left = [], list(plan.left_out)
    for store in plan.stores:
        if store.slots is None:
            stores.append(store)
            continue
        kept = replace(
            store, items=tuple(item for item in store.items if item.use.concept not in held),
            slots=replace(store.slots, folders=tuple(
                folder for folder in store.slots.folders if not folder.concepts & held)))
        stores += [] if kept.is_empty else [kept]
        left += _list_left_groups(
            store, (one for one in store.changed_folders if one.concepts & held), BESIDE)
    return replace(
        plan, stores=tuple(stores), left_out=tuple(left), groups=_scale_groups(plan, stores))


def restrict_to_concepts(plan: BuildPlan, concepts: Collection[int]) -> BuildPlan:
    """Return a plan of the folders of slots that some concepts are trained from, and of no more."""
    stores = []
    for store in plan.stores:
        if store.slots is None:
            continue
        kept = replace(
            store, items=tuple(item for item in store.items if item.use.concept in concepts),
            slots=replace(store.slots, folders=tuple(
                folder for folder in store.slots.folders if folder.concepts & set(concepts))))
        stores += [] if kept.is_empty else [kept]
    return replace(
        plan, stores=tuple(stores), groups=_scale_groups(plan, stores), readopt=replace(
            plan.readopt, stores=()))


def _scale_groups(plan: BuildPlan, stores: Sequence[BuildStore]) -> tuple[BuildGroup, ...]:
    """The numbers of what is left, in proportion."""
    entries: Counter[tuple[str, str]] = Counter()
    payloads: Counter[tuple[str, str]] = Counter()
    for store in stores:
        for item in store.items:
            entries[store.target.id, item.resolution] += 1
            payloads[store.target.id, item.resolution] += item.payloads
    groups = []
    for group in plan.groups:
        key = group.store, group.resolution
        share = payloads[key] / group.payloads if group.payloads else 0.0
        if entries[key]:
            groups.append(msgspec.structs.replace(
                group, entries=entries[key], payloads=payloads[key],
                bytes=None if group.bytes is None else round(group.bytes * share),
                seconds=None if group.seconds is None else group.seconds * share))
    return tuple(groups)


def _list_left_groups(
    store: BuildStore, folders: Iterable[PlannedFolder], why: str
) -> list[LeftOut]:
    """Groups whose folders stay as they are; of each a source that would be encoded, if any."""
    found = []
    for folder in {folder.group: folder for folder in folders}.values():
        slot = next(
            (one for one in folder.slots if one.action is SlotAction.ENCODED), folder.slots[0])
        picture = slot.sample.picture
        found.append(LeftOut(
            store.target.id, len(folder.slots), why,
            caption_of(picture) if store.content is StoreContent.TEXT else picture,
            folder.replaces is not None or msgspec.UNSET))
    return found


def leave_out_encoding(plan: BuildPlan) -> BuildPlan:
    """A plan that encodes nothing: what would need it is left as if no encoder were at hand."""
    stores, left, blocked = [], list[LeftOut](), set[int]()
    for store in plan.stores:
        encoded = {(item.content, item.bucket) for item in store.items if item.payloads}
        items: dict[bool, list[BuildItem]] = {True: [], False: []}
        for item in store.items:
            is_unmade = item.payloads > 0 or (
                item.is_shared and (item.content, item.bucket) in encoded)
            items[is_unmade].append(item)
        kept, unmade = replace(store, items=tuple(items[False])), items[True]
        by_build = f"`larder build --layout {store.layout.value}` encodes them."
        if kept.slots is not None:
            stuck = [folder for folder in kept.folders if folder.count(SlotAction.ENCODED)]
            groups = {folder.group for folder in stuck}
            blocked |= {at for folder in stuck for at in folder.concepts}
            left += _list_left_groups(store, stuck, NOT_WHOLE + by_build)
            kept = replace(kept, slots=replace(kept.slots, folders=tuple(
                folder for folder in kept.folders if folder.group not in groups)))
        elif unmade:
            left.append(LeftOut(store.target.id, len({item.key for item in unmade}),
                                TO_ENCODE + by_build, unmade[0].key))
        stores += [] if kept.is_empty else [kept]
    held = drop_blocked_pairs(replace(
        plan, stores=tuple(stores), left_out=tuple(left), groups=_scale_groups(plan, stores)),
        blocked)
    staying = [*(one for one in plan.left_out if one.stays),
               *(msgspec.structs.replace(one, stays=True) for one in held.left_out)]
    return replace(
        held, left_out=(*(one for one in plan.left_out if not one.stays), *staying),
        without_model=(*plan.without_model, *staying))


def leave_out_missing(plan: BuildPlan, encoders: ConfigEncoders) -> BuildPlan:
    """A plan without the payloads whose encoder is not at hand, as long as others are.

    Rows of an index may be put in order all the same. Where no encoder is at hand, the plan stays
    as it is: it says what there is to do once a model is chosen, and which one is lacking.
    """
    why: dict[str, str] = {}
    lacking: Finding | None = None
    building = [store for store in plan.stores if store.encodes]
    for store in building:
        try:
            encoders.check(store.content)
        except UserFacingError as missing:
            why[store.target.id] = f"{missing.problem} {missing.hint}".strip()
            lacking = lacking or Finding("", missing.problem, missing.hint)
    if len(why) == len(building):
        return replace(plan, lacks_model=lacking)
    left = tuple(
        LeftOut(store=store.target.id, samples=len({item.key for item in store.items}),
                why=why[store.target.id], example=store.items[0].key)
        for store in building if store.target.id in why)
    kept = tuple(
        replace(store, items=()) if store.target.id in why else store for store in plan.stores
        if store.target.id not in why or (store.slots is None and store.reordered))
    return replace(
        plan, stores=kept, groups=_scale_groups(plan, kept),
        mixtures=tuple(mixture for mixture in plan.mixtures if mixture.store not in why),
        left_out=(*plan.left_out, *left), without_model=left)


def restrict_build(
    plan: BuildPlan, saved: BuildPlanDocument
) -> tuple[BuildPlan, tuple[LeftSource, ...]]:
    """Restrict today's plan to what a saved plan lists, and list what only the saved one has.

    Today's plan was made with the saved one's options, for its sources.
    """
    listed = {store.id: store for store in saved.stores}
    stores: list[BuildStore] = []
    left: list[LeftSource] = []
    for store in plan.stores:
        of_store = listed.pop(store.target.id, None)
        if of_store is not None:
            kept, dropped = _restrict_store(plan, store, of_store)
            stores.append(kept)
            left += dropped
    left += [
        LeftSource(store.id, item.source, _why_not_needed(plan, item))
        for store in listed.values() for item in store.items or ()]
    readopt, unadopted = plan.readopt.restrict(saved.readopt or ())
    together = replace(
        plan, stores=tuple(store for store in stores if not store.is_empty), readopt=readopt,
        groups=_scale_groups(plan, stores),
        mixtures=_agree_to_mixtures(plan.mixtures, saved.other_weights or ()))
    blocked = {concept for store in stores for concept in store.stuck_concepts}
    return drop_blocked_pairs(together, blocked), (*left, *unadopted)


def _agree_to_mixtures(
    mixtures: Sequence[ListedMixture], saved: Sequence[ListedMixture]
) -> tuple[ListedMixture, ...]:
    """Return mixtures, agreed to if the saved plan agreed to all of their models.

    A plan of only the listed sources leaves all others as they are, including those that raised no
    question when the whole was planned.
    """
    asked = {(one.store, one.model): {other.model for other in one.others}
             for one in saved if one.agreed}
    return tuple(
        msgspec.structs.replace(one, agreed=one.agreed or (
            {other.model for other in one.others} <= asked.get((one.store, one.model), set())))
        for one in mixtures)


def _restrict_store(
    plan: BuildPlan, store: BuildStore, saved: ListedStore
) -> tuple[BuildStore, list[LeftSource]]:
    """The items and entries of today that were planned and whose sources did not change."""
    today: dict[tuple[str, str], list[BuildItem]] = {}
    # A picture of two groups is listed once for each.
    for item in reversed(store.items):
        today.setdefault((item.key, item.resolution), []).append(item)
    kept: list[BuildItem] = []
    left: list[LeftSource] = []
    blocked: set[int] = set()
    for listed in saved.items or ():
        items = today.get((listed.source, listed.resolution), [])
        found = items.pop() if items else None
        why = _why_not_needed(plan, listed) if found is None else _why_changed(found, listed)
        if why or found is None:
            left.append(LeftSource(saved.id, listed.source, why))
            blocked |= set() if found is None else {found.use.concept}
        else:
            kept.append(found)
    slots = store.slots
    if slots is not None:
        names = plan.concept_names
        agreed = {(one.group, one.variation): one.without_counts() for one in saved.folders or ()}
        changed = [folder for folder in store.changed_folders
                   if agreed.get((folder.group, folder.number))
                   != folder.describe(names).without_counts()]
        left += [LeftSource(saved.id, f"{folder.group}/variation-{folder.number}", OTHER_FOLDER)
                 for folder in changed]
        slots = replace(slots, blocked=slots.blocked | blocked | {
            concept for folder in changed for concept in folder.concepts})
    entries = set(saved.reordered_entries or ())
    return replace(
        store, items=tuple(kept), slots=slots,
        reordered=tuple(entry for entry in store.reordered if entry in entries)), left


def _why_changed(item: BuildItem, listed: ListedItem) -> str:
    """Why an item is another one than was planned, "" if it is not."""
    seen = item.look()
    # Released OneTrainer takes a sample without a caption for one with an empty prompt.
    if seen is None and listed.size is not None:
        return why_away(item.source)
    now = (None, None) if seen is None else (seen.size, seen.mtime_ns)
    if now != (listed.size, listed.mtime_ns):
        return CHANGED
    if len(item.linked) < (listed.linked or 0):
        return LESS_THERE
    planned = listed.variations or range(1, listed.payloads + 1)
    return "" if set(item.to_make) <= set(planned) else MORE_MISSING


def _why_not_needed(plan: BuildPlan, listed: ListedItem) -> str:
    workspace, key = plan.workspace, listed.source
    path = workspace.paths(flavour_of(key)).real(key)
    return why_away(path, there=NOT_NEEDED)


def why_away(path: str | os.PathLike[str], *, there: str = CHANGED) -> str:
    """Return why a file is not as planned: it is gone, unreadable, or else `there`."""
    reason = why_hidden(path)
    if reason:
        return f"It cannot be read: {reason}."
    return there if os.path.exists(path) else GONE  # noqa: PTH110 - texts
