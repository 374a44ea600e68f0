"""A build plan and a build's report as documents, and a saved plan held against one of today.

The document of a plan with its items is what is saved (`larder.build-plan/1`). An item tells its
source by size and date, so that one that changed since is left out.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec
import numpy as np

from larder.core.build.mixture import Mixture, mixture_document
from larder.core.build.plan import BuildItem, BuildPlan, BuildStore
from larder.core.build.reports import BuildGroup, ListedMixture
from larder.core.build.source_plan import SourceBuildPlan, UnrecordedPieces
from larder.core.clean.readopt import SavedAdoptions, readopt_stores, restricted_readopt
from larder.core.clean.reports import LeftSource
from larder.core.errors import StalePlanError
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.saved_plans import AGAIN, SavedLeft, SavedPlan
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import flavour_of, resolve


def left_items(items: Sequence[LeftSource]) -> list[dict[str, str]]:
    """Sources that something is told of."""
    return [{"store": left.store, "source": left.source, "why": left.why} for left in items]


PLAN_SCHEMA: Final = "larder.build-plan/1"

NOT_NEEDED: Final = "It needs nothing any more."
GONE: Final = "It is gone."
CHANGED: Final = "It changed after the plan was made."
MORE_MISSING: Final = "More of it is missing than when the plan was made."


def build_plan_document(
    plan: BuildPlan, *, busy: Mapping[str, Sequence[str]] | None = None, with_items: bool = True
) -> dict[str, Any]:
    """A plan as plain values.

    Args:
        plan: the plan.
        busy: signs of a trainer at work, by store id.
        with_items: list every source.
    """
    document: dict[str, Any] = {
        "schema": PLAN_SCHEMA, "scope": plan.scope.value,
        "stores": [_store(store, (busy or {}).get(store.target.id, ()), with_items)
                   for store in plan.stores],
        "groups": msgspec.to_builtins(plan.groups),
        "left_out": msgspec.to_builtins(plan.left_out),
        "broken": left_items(plan.broken),
        "other_weights": [msgspec.to_builtins(mixture_document(mixture))
                          for mixture in plan.mixtures],
        "readopted": plan.readopt.payloads, "readopted_entries": plan.readopt.entries,
        "entries": plan.entries, "payloads": plan.payloads, "bytes": plan.bytes,
        "seconds": plan.seconds, "start_seconds": plan.start_s, "measured": plan.measured,
        "free_bytes": plan.free_bytes}
    return {**document, "readopt": readopt_stores(plan.readopt)} if with_items else document


def _store(store: BuildStore, busy: Sequence[str], with_items: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "id": store.target.id, "path": str(store.target.folder),
        "entries": len({item.key for item in store.items}),
        "reordered": len(store.reordered), "busy": list(busy)}
    if with_items:
        document["items"] = [_item(item) for item in store.items]
        document["reordered_entries"] = [list(entry) for entry in store.reordered]
    return document


def _item(item: BuildItem) -> dict[str, Any]:
    seen = _seen(item)
    document: dict[str, Any] = {
        "source": item.key, "verdict": item.verdict.name_in_contract,
        "resolution": _resolution(item.bucket), "payloads": item.payloads,
        "size": None if seen is None else seen.size,
        "mtime_ns": None if seen is None else seen.mtime_ns}
    if item.to_make != tuple(range(1, item.payloads + 1)):
        document["variations"] = list(item.to_make)
    return document


def _seen(item: BuildItem) -> FileStamp | None:
    try:
        return stamp(item.source)
    except OSError:
        return None


def _resolution(bucket: tuple[int, int] | None) -> str:
    return "" if bucket is None else f"{bucket[0]}x{bucket[1]}"


class SavedItem(msgspec.Struct, gc=False):
    """A source of a saved plan.

    Attributes:
        source: as the index or the folder's record spells it.
        payloads: files to be made.
        resolution: "832x1280" (height first), "" where there is none.
        size: of the source, None where it could not be looked at.
        mtime_ns: of the source.
        variations: what is made, from 1; None for the first `payloads`.
    """

    source: str
    payloads: int
    resolution: str = ""
    size: int | None = None
    mtime_ns: int | None = None
    variations: list[int] | None = None

    def lists(self, item: BuildItem) -> bool:
        """Whether all that an item of today makes was planned."""
        planned = self.variations or range(1, self.payloads + 1)
        return set(item.to_make) <= set(planned)


class SavedItems(msgspec.Struct):
    """What is made in one store.

    Attributes:
        id: of the store.
        items: sources.
        reordered_entries: (key, variant) of entries that are only put in order.
        unrecorded_items: payloads whose source is only noted.
    """

    id: str
    items: list[SavedItem]
    reordered_entries: list[tuple[str, str]] = []
    unrecorded_items: list[str] = []


class SavedEncoder(msgspec.Struct):
    """With what the values of a folder of files were to be made."""

    name: str
    fingerprint: str


class SavedBuildPlan(SavedPlan, kw_only=True):
    """A saved build plan; `sources` tells one over a folder of files, and `encoder` is of those."""

    stores: list[SavedItems]
    other_weights: list[ListedMixture] = msgspec.field(default_factory=list)
    readopt: list[SavedAdoptions] = msgspec.field(default_factory=list)
    broken: list[SavedLeft] = msgspec.field(default_factory=list)
    sources: dict[str, Any] | None = None
    encoder: SavedEncoder | None = None

    def listed(self) -> tuple[tuple[str, str], ...]:
        """(store id, source) of everything that it lists."""
        return (
            *((store.id, item.source) for store in self.stores for item in store.items),
            *((store.id, key) for store in self.stores for key, _ in store.reordered_entries),
            *((store.store, one.source) for store in self.readopt for one in store.items),
            *((left.store, left.source) for left in self.broken))


def restricted_build(
    plan: BuildPlan, saved: SavedBuildPlan
) -> tuple[BuildPlan, tuple[LeftSource, ...]]:
    """What a plan of today and a saved one have in common, and what the saved one has beyond it.

    Args:
        plan: made with the saved one's options, of its sources.
        saved: what was agreed to.
    """
    listed = {store.id: store for store in saved.stores}
    stores: list[BuildStore] = []
    left: list[LeftSource] = []
    for store in plan.stores:
        of_store = listed.pop(store.target.id, None)
        if of_store is not None:
            kept, dropped = _restricted(plan, store, of_store)
            stores += [kept] if kept.items or kept.reordered else []
            left += dropped
    left += [
        LeftSource(store.id, item.source, _why_not_needed(plan, item))
        for store in listed.values() for item in store.items]
    readopt, unadopted = restricted_readopt(plan.readopt, saved.readopt)
    return (
        replace(
            plan, stores=tuple(stores), readopt=readopt, groups=_regrouped(plan, stores),
            mixtures=_agreed(plan.mixtures, saved.other_weights)),
        (*left, *unadopted))


def _agreed(
    mixtures: Sequence[Mixture], saved: Sequence[ListedMixture]
) -> tuple[Mixture, ...]:
    """What other models encoded; agreed to where it was agreed to of these very models.

    A plan of only the listed sources leaves all others as they are, those too of which there was
    nothing to ask when the whole was planned.
    """
    asked = {(one.store, one.model): {other.model for other in one.others}
             for one in saved if one.agreed}
    return tuple(
        replace(one, is_agreed=one.is_agreed or (
            {other.name for other in one.others} <= asked.get((one.store, one.model), set())))
        for one in mixtures)


def _restricted(
    plan: BuildPlan, store: BuildStore, saved: SavedItems
) -> tuple[BuildStore, list[LeftSource]]:
    """The items and entries of today that were planned and whose sources did not change."""
    today = {(item.key, _resolution(item.bucket)): item for item in store.items}
    kept: list[BuildItem] = []
    left: list[LeftSource] = []
    for listed in saved.items:
        item = today.get((listed.source, listed.resolution))
        why = _why_not_needed(plan, listed) if item is None else _why_changed(item, listed)
        if why or item is None:
            left.append(LeftSource(saved.id, listed.source, why))
        else:
            kept.append(item)
    entries = set(saved.reordered_entries)
    return replace(
        store, items=tuple(kept),
        reordered=tuple(entry for entry in store.reordered if entry in entries)), left


def _why_changed(item: BuildItem, listed: SavedItem) -> str:
    """Why an item is another one than was planned, "" if it is not."""
    seen = _seen(item)
    if seen is None:
        return GONE
    if (seen.size, seen.mtime_ns) != (listed.size, listed.mtime_ns):
        return CHANGED
    return "" if listed.lists(item) else MORE_MISSING


def _why_not_needed(plan: BuildPlan, listed: SavedItem) -> str:
    workspace, key = plan.workspace, listed.source
    path = resolve(key, workspace.root, workspace.maps, flavour_of(key))
    return NOT_NEEDED if os.path.lexists(path) else GONE


def _regrouped(plan: BuildPlan, stores: Sequence[BuildStore]) -> tuple[BuildGroup, ...]:
    """The numbers of what is left, in proportion."""
    entries: Counter[tuple[str, str]] = Counter()
    payloads: Counter[tuple[str, str]] = Counter()
    for store in stores:
        for item in store.items:
            entries[store.target.id, _resolution(item.bucket)] += 1
            payloads[store.target.id, _resolution(item.bucket)] += item.payloads
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


CHANGED_OR_GONE: Final = "It changed or went after the plan was made, or needs nothing any more."


def source_plan_document(plan: SourceBuildPlan, *, with_items: bool = True) -> dict[str, Any]:
    """A plan as plain values.

    Args:
        plan: the plan.
        with_items: list every source that is built.
    """
    entries, encoder = len(plan.to_make), plan.encoder
    store: dict[str, Any] = {
        "id": plan.store.id, "kind": plan.store.kind.value, "path": str(plan.store.folder),
        "exists": plan.store.folder.is_dir(), "entries": entries, "reordered": 0, "busy": []}
    if with_items:
        store["items"] = [_source_item(plan, row) for row in plan.to_make.tolist()]
        store["unrecorded_items"] = list(plan.unrecorded.names)
    groups = [] if not entries or encoder is None else [{
        "store": plan.store.id, "encoder": encoder.name, "resolution": encoder.resolution,
        "settings": encoder.settings, "entries": entries, "payloads": plan.payloads,
        "bytes": plan.bytes, "seconds": plan.seconds}]
    return {
        "schema": PLAN_SCHEMA, "scope": "needed", "stores": [store], "groups": groups,
        "left_out": [
            {"store": plan.store.id, "samples": one.count, "why": one.why,
             "example": one.example} for one in plan.sources.passed_over],
        "broken": left_items(plan.broken), "readopted": 0, "readopted_entries": 0,
        "entries": entries, "payloads": plan.payloads, "bytes": plan.bytes,
        "seconds": plan.seconds, "start_seconds": plan.start_s, "measured": plan.measured,
        "free_bytes": plan.free_bytes,
        "sources": {
            "folder": plan.sources.root, "files": len(plan.sources),
            "bytes": int(plan.sources.sizes.sum()), "changed": plan.changed},
        "encoder": None if encoder is None else {
            "name": encoder.name, "fingerprint": encoder.digest},
        "present": plan.present, "missing": int(plan.missing.sum()), "shared": plan.shared,
        "unrecorded": len(plan.unrecorded.names), "held_bytes": plan.held_bytes,
        "store_bytes": plan.store_bytes, "budget_bytes": plan.store.budget_bytes,
        "over_budget_bytes": plan.over_budget_bytes}


def _source_item(plan: SourceBuildPlan, row: int) -> dict[str, Any]:
    return {
        "source": plan.sources.path_as_stored(row), "verdict":
        Verdict(plan.verdicts[row]).name_in_contract,
        "resolution": "" if plan.encoder is None else plan.encoder.resolution,
        "payloads": int(plan.missing[row]), "size": int(plan.sources.sizes[row]),
        "mtime_ns": int(plan.sources.mtimes_ns[row])}


def restricted_source_build(
    plan: SourceBuildPlan, saved: SavedBuildPlan
) -> tuple[SourceBuildPlan, tuple[LeftSource, ...]]:
    """What a plan of today and a saved one have in common, and what the saved one has beyond it.

    Raises:
        StalePlanError: if the store or the encoder is another one.
    """
    store = plan.store
    here = [(store.id, store.kind, str(store.folder))]
    if [(one.id, one.kind, one.path) for one in saved.store_facts] != here:
        raise StalePlanError(
            f"The plan is for another cache than {store.folder}, which is used today.", AGAIN)
    if plan.encoder is not None and (
            saved.encoder is None or saved.encoder.fingerprint != plan.encoder.digest):
        raise StalePlanError(
            f"The encoder {plan.encoder.name} is not as it was when the plan was made.", AGAIN)
    listed = {item.source: item for of_store in saved.stores for item in of_store.items}
    sources, kept = plan.sources, []
    for row in plan.to_make.tolist():
        item = listed.get(sources.path_as_stored(row))
        if item is not None and int(plan.missing[row]) <= item.payloads and (
                int(sources.sizes[row]), int(sources.mtimes_ns[row])) == (
                    item.size, item.mtime_ns):
            kept.append(row)
            del listed[item.source]
    broken = {left.source for left in saved.broken}
    names = {name for of_store in saved.stores for name in of_store.unrecorded_items}
    unrecorded = [at for at, name in enumerate(plan.unrecorded.names) if name in names]
    return replace(
        plan, to_make=np.array(kept, dtype=np.int32),
        broken=tuple(left for left in plan.broken if left.source in broken),
        unrecorded=UnrecordedPieces(
            [plan.unrecorded.names[at] for at in unrecorded], plan.unrecorded.rows[unrecorded]),
    ), tuple(LeftSource(store.id, source, CHANGED_OR_GONE) for source in listed)
