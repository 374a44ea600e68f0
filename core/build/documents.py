"""Build plans as their documents, and a saved plan held against one of today.

The document of a plan with its items is what is saved (`larder.build-plan/1`). An item tells its
source by size and date, so that one that changed since is left out.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec
import numpy as np

from larder.core.build.plan import (
    BuildItem,
    BuildPlan,
    BuildStore,
    hold_together,
    regrouped,
    resolution_of,
)
from larder.core.build.rates import last_told_time
from larder.core.build.reports import (
    BuildGroup,
    BuildPlanDocument,
    ListedEncoder,
    ListedFolder,
    ListedItem,
    ListedMixture,
    ListedStore,
    PayloadTotals,
    SourceBuildPlanDocument,
    SourceFolder,
    ToldTime,
)
from larder.core.build.slots import Fate, FolderChange, PlannedFolder, PlannedSlots
from larder.core.build.source_plan import SourceBuildPlan
from larder.core.clean.readopt import adoptions_of, payload_count, restricted_readopt
from larder.core.clean.reports import LeftSource
from larder.core.errors import StalePlanError
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.saved_plans import AGAIN, SavedStore
from larder.core.settings import cache_home
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import flavour_of
from larder.core.workspace.trainer_layout import clearing_finding

NOT_NEEDED: Final = "It needs nothing any more."
GONE: Final = "It is gone."
CHANGED: Final = "It changed after the plan was made."
LESS_THERE: Final = "The other layout has less of it than when the plan was made."
OTHER_FOLDER: Final = "It is to hold something else than when the plan was made."
MORE_MISSING: Final = "More of it is missing than when the plan was made."


def build_plan_document(
    plan: BuildPlan, *, busy: Mapping[str, Sequence[str]] | None = None, with_items: bool = True
) -> BuildPlanDocument:
    """What a plan says of itself.

    `busy` has signs of a trainer at work, by store id.
    """
    return BuildPlanDocument(
        scope=plan.scope.value,
        stores=tuple(
            _listed_store(plan, store, (busy or {}).get(store.target.id, ()), with_items)
            for store in plan.stores),
        groups=plan.groups, left_out=plan.left_out, broken=plan.broken,
        emptied_at_start=clearing_finding(
            plan.workspace, {store.layout for store in plan.stores}) or msgspec.UNSET,
        lacks_model=plan.lacks_model or msgspec.UNSET, other_weights=plan.mixtures,
        readopted=plan.readopt.payloads, readopted_entries=plan.readopt.entries,
        linked=plan.linked or msgspec.UNSET,
        switches_from=plan.switches_from or msgspec.UNSET,
        entries=plan.entries, mended=plan.mended, payloads=plan.payloads, bytes=plan.bytes,
        seconds=plan.seconds,
        start_seconds=plan.start_s, measured=plan.measured,
        told_before=told_before(plan.seconds, plan.groups), free_bytes=plan.free_bytes,
        readopt=adoptions_of(plan.readopt) if with_items else msgspec.UNSET,
        layout=plan.layout, totals=_totals_in_all(plan))


def told_before(
    seconds: float | None, groups: Sequence[BuildGroup]
) -> ToldTime | msgspec.UnsetType:
    """What the last such build was said to take and took, where something is said of this one."""
    encoders = {group.encoder for group in groups if group.payloads}
    if not (seconds and encoders):
        return msgspec.UNSET
    return last_told_time(cache_home(), encoders) or msgspec.UNSET


def _totals_in_all(plan: BuildPlan) -> PayloadTotals | msgspec.UnsetType:
    """Those of all stores, left out of the document of a plan that was not counted."""
    if plan.totals.keys() != {store.target.id for store in plan.stores}:
        return msgspec.UNSET
    beside = PayloadTotals(stays=plan.stays, moves=sum(
        payload_count(store.rows) for store in plan.readopt.stores
        if store.target.id not in plan.totals))
    return sum(plan.totals.values(), beside)


def _listed_store(
    plan: BuildPlan, store: BuildStore, busy: Sequence[str], with_items: bool
) -> ListedStore:
    names = _names_of(plan)
    return ListedStore(
        id=store.target.id, path=str(store.target.folder),
        entries=len({item.key for item in store.items}), reordered=len(store.reordered),
        busy=tuple(busy),
        items=tuple(map(_listed_item, store.items)) if with_items else msgspec.UNSET,
        reordered_entries=store.reordered if with_items else msgspec.UNSET,
        folders=msgspec.UNSET if store.slots is None else tuple(
            _listed_folder(folder, names) for folder in store.slots.folders
            if folder.change is not FolderChange.NOTHING),
        unproved=msgspec.UNSET if store.slots is None and not store.unproved
        else store.unproved,
        layout=store.layout, totals=plan.totals.get(store.target.id, msgspec.UNSET),
        seconds=plan.seconds_by_store().get(store.target.id, msgspec.UNSET))


def _listed_folder(folder: PlannedFolder, names: Mapping[int, str]) -> ListedFolder:
    return ListedFolder(
        group=folder.group, concepts=tuple(names[at] for at in sorted(folder.concepts)),
        variation=folder.number, change=folder.change.value,
        stays=folder.count(Fate.STAYS), moves=folder.count(Fate.MOVES),
        shared=folder.count(Fate.SHARED), linked=folder.count(Fate.LINKED),
        left=folder.count(Fate.LEFT) or msgspec.UNSET,
        encodes=folder.count(Fate.ENCODED), goes=folder.goes, unproved=folder.unproved)


def _listed_item(item: BuildItem) -> ListedItem:
    seen = _seen(item)
    are_first = item.to_make == tuple(range(1, item.payloads + 1))
    return ListedItem(
        source=item.key, verdict=item.verdict.name_in_contract,
        resolution=resolution_of(item.bucket), payloads=item.payloads,
        size=None if seen is None else seen.size,
        mtime_ns=None if seen is None else seen.mtime_ns,
        variations=msgspec.UNSET if are_first else item.to_make,
        linked=len(item.linked) or msgspec.UNSET)


def _seen(item: BuildItem) -> FileStamp | None:
    try:
        return stamp(item.source)
    except OSError:
        return None


def restricted_build(
    plan: BuildPlan, saved: BuildPlanDocument
) -> tuple[BuildPlan, tuple[LeftSource, ...]]:
    """What a plan of today and a saved one have in common, and what the saved one has beyond it.

    The plan of today was made with the saved one's options, of its sources.
    """
    listed = {store.id: store for store in saved.stores}
    stores: list[BuildStore] = []
    left: list[LeftSource] = []
    for store in plan.stores:
        of_store = listed.pop(store.target.id, None)
        if of_store is not None:
            kept, dropped = _restricted(plan, store, of_store)
            stores.append(kept)
            left += dropped
    left += [
        LeftSource(store.id, item.source, _why_not_needed(plan, item))
        for store in listed.values() for item in store.items or ()]
    readopt, unadopted = restricted_readopt(plan.readopt, saved.readopt or ())
    together = replace(
        plan, stores=tuple(store for store in stores if not store.is_empty), readopt=readopt,
        groups=regrouped(plan, stores),
        mixtures=_agreed(plan.mixtures, saved.other_weights or ()))
    blocked = {concept for store in stores for concept in store.blocked}
    return hold_together(together, blocked), (*left, *unadopted)


def _agreed(
    mixtures: Sequence[ListedMixture], saved: Sequence[ListedMixture]
) -> tuple[ListedMixture, ...]:
    """What other models encoded; agreed to where it was agreed to of these very models.

    A plan of only the listed sources leaves all others as they are, those too of which there was
    nothing to ask when the whole was planned.
    """
    asked = {(one.store, one.model): {other.model for other in one.others}
             for one in saved if one.agreed}
    return tuple(
        msgspec.structs.replace(one, agreed=one.agreed or (
            {other.model for other in one.others} <= asked.get((one.store, one.model), set())))
        for one in mixtures)


def _restricted(
    plan: BuildPlan, store: BuildStore, saved: ListedStore
) -> tuple[BuildStore, list[LeftSource]]:
    """The items and entries of today that were planned and whose sources did not change."""
    today: dict[tuple[str, str], list[BuildItem]] = {}
    # A picture of two groups is listed once for each.
    for item in reversed(store.items):
        today.setdefault((item.key, resolution_of(item.bucket)), []).append(item)
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
        changed = _changed_folders(plan, slots, saved)
        left += [LeftSource(saved.id, f"{folder.group}/variation-{folder.number}", OTHER_FOLDER)
                 for folder in changed]
        slots = replace(slots, blocked=slots.blocked | blocked | {
            concept for folder in changed for concept in folder.concepts})
    entries = set(saved.reordered_entries or ())
    return replace(
        store, items=tuple(kept), slots=slots,
        reordered=tuple(entry for entry in store.reordered if entry in entries)), left


def _changed_folders(
    plan: BuildPlan, slots: PlannedSlots, saved: ListedStore
) -> list[PlannedFolder]:
    """Folders that are to hold something else than was planned."""
    names = _names_of(plan)
    agreed = {(one.group, one.variation): one for one in saved.folders or ()}
    return [
        folder for folder in slots.folders if folder.change is not FolderChange.NOTHING
        and agreed.get((folder.group, folder.number)) != _listed_folder(folder, names)]


def _names_of(plan: BuildPlan) -> dict[int, str]:
    """What concepts are called, by index."""
    return {concept.index: concept.name or concept.path for concept in plan.workspace.concepts}


def _why_changed(item: BuildItem, listed: ListedItem) -> str:
    """Why an item is another one than was planned, "" if it is not."""
    seen = _seen(item)
    # Released OneTrainer takes a sample without a caption for one with an empty prompt.
    if seen is None and listed.size is not None:
        return GONE
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
    return NOT_NEEDED if os.path.lexists(path) else GONE


CHANGED_OR_GONE: Final = "It changed or went after the plan was made, or needs nothing any more."


def source_plan_document(
    plan: SourceBuildPlan, *, with_items: bool = True
) -> SourceBuildPlanDocument:
    """What a plan says of itself."""
    entries, encoder, sources = len(plan.to_make), plan.encoder, plan.sources
    groups = () if not entries or encoder is None else (BuildGroup(
        store=plan.store.id, encoder=encoder.name, resolution=encoder.resolution,
        settings=encoder.settings, entries=entries, payloads=plan.payloads, bytes=plan.bytes,
        seconds=plan.seconds),)
    store = ListedStore(
        id=plan.store.id, kind=plan.store.kind.value, path=str(plan.store.folder),
        exists=plan.store.folder.is_dir(), entries=entries,
        items=tuple(_listed_source(plan, row) for row in plan.to_make.tolist())
        if with_items else msgspec.UNSET,
        unrecorded_items=tuple(plan.unrecorded) if with_items else msgspec.UNSET)
    return SourceBuildPlanDocument(
        stores=(store,),
        groups=groups,
        left_out=tuple(
            msgspec.structs.replace(one, store=plan.store.id) for one in sources.passed_over),
        broken=plan.broken, entries=entries, payloads=plan.payloads, bytes=plan.bytes,
        seconds=plan.seconds, start_seconds=plan.start_s, measured=plan.measured,
        told_before=told_before(plan.seconds, groups), free_bytes=plan.free_bytes,
        sources=SourceFolder(
            folder=sources.root, files=len(sources), bytes=int(sources.sizes.sum()),
            changed=plan.changed),
        encoder=None if encoder is None else ListedEncoder(
            name=encoder.name, fingerprint=encoder.digest),
        present=plan.present, missing=int(plan.missing.sum()), shared=plan.shared,
        unrecorded=len(plan.unrecorded), held_bytes=plan.held_bytes,
        store_bytes=plan.store_bytes, budget_bytes=plan.store.budget_bytes,
        over_budget_bytes=plan.over_budget_bytes)


def _listed_source(plan: SourceBuildPlan, row: int) -> ListedItem:
    return ListedItem(
        source=plan.sources.path_as_stored(row),
        verdict=Verdict(plan.verdicts[row]).name_in_contract,
        resolution="" if plan.encoder is None else plan.encoder.resolution,
        payloads=int(plan.missing[row]), size=int(plan.sources.sizes[row]),
        mtime_ns=int(plan.sources.mtimes_ns[row]))


def restricted_source_build(
    plan: SourceBuildPlan, saved: SourceBuildPlanDocument, stores: Sequence[SavedStore]
) -> tuple[SourceBuildPlan, tuple[LeftSource, ...]]:
    """What a plan of today and a saved one have in common, and what the saved one has beyond it.

    The plan of today was made with the saved one's options, into one of `stores`.

    Raises:
        StalePlanError: if the store or the encoder is another one.
    """
    store = plan.store
    if list(stores) != [SavedStore(store.id, store.kind, str(store.folder))]:
        raise StalePlanError(
            f"The plan is for another cache than {store.folder}, which is used today.", AGAIN)
    if plan.encoder is not None and (
            saved.encoder is None or saved.encoder.fingerprint != plan.encoder.digest):
        raise StalePlanError(
            f"The encoder {plan.encoder.name} is not as it was when the plan was made.", AGAIN)
    listed = {item.source: item for of_store in saved.stores for item in of_store.items or ()}
    sources, kept = plan.sources, []
    for row in plan.to_make.tolist():
        item = listed.get(sources.path_as_stored(row))
        if item is not None and int(plan.missing[row]) <= item.payloads and (
                int(sources.sizes[row]), int(sources.mtimes_ns[row])) == (
                    item.size, item.mtime_ns):
            kept.append(row)
            del listed[item.source]
    broken = {left.source for left in saved.broken}
    names = {name for of_store in saved.stores for name in of_store.unrecorded_items or ()}
    return replace(
        plan, to_make=np.array(kept, dtype=np.int32),
        broken=tuple(left for left in plan.broken if left.source in broken),
        unrecorded={name: row for name, row in plan.unrecorded.items() if name in names},
    ), tuple(LeftSource(store.id, source, CHANGED_OR_GONE) for source in listed)
