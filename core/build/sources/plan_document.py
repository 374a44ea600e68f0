"""A build over a folder as the `larder.build-plan/1` document, with fields of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import msgspec
import numpy as np

from larder.core.build.plan_document import PLAN_SCHEMA
from larder.core.build.report import left_items
from larder.core.build.sources.plan import SourceBuildPlan, UnrecordedPieces
from larder.core.clean.report import LeftItem
from larder.core.errors import StalePlanError
from larder.core.saved_plans import AGAIN, SavedLeft, SavedPlan
from larder.core.survey.verdicts import Verdict

CHANGED: Final = "It changed or went after the plan was made, or needs nothing any more."


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
        store["items"] = [_item(plan, row) for row in plan.to_make.tolist()]
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


def _item(plan: SourceBuildPlan, row: int) -> dict[str, Any]:
    return {
        "source": plan.sources.spelled(row), "verdict":
        Verdict(plan.verdicts[row]).name_in_contract,
        "resolution": "" if plan.encoder is None else plan.encoder.resolution,
        "payloads": int(plan.missing[row]), "size": int(plan.sources.sizes[row]),
        "mtime_ns": int(plan.sources.mtimes_ns[row])}


class SavedSource(msgspec.Struct, gc=False):
    """A source of a saved plan, its path with "/" between folders."""

    source: str
    payloads: int
    size: int
    mtime_ns: int


class SavedSources(msgspec.Struct):
    """What is made in the store; `unrecorded_items` are payloads whose source is noted."""

    id: str
    items: list[SavedSource]
    unrecorded_items: list[str] = []


class SavedEncoder(msgspec.Struct):
    """What a saved plan was made with."""

    name: str
    fingerprint: str


class SavedSourcePlan(SavedPlan, kw_only=True):
    """A saved build over a folder."""

    stores: list[SavedSources]
    encoder: SavedEncoder | None = None
    broken: list[SavedLeft] = msgspec.field(default_factory=list)


def restricted_source_build(
    plan: SourceBuildPlan, saved: SavedSourcePlan
) -> tuple[SourceBuildPlan, tuple[LeftItem, ...]]:
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
        item = listed.get(sources.spelled(row))
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
        broken=tuple(left for left in plan.broken if left.payload in broken),
        unrecorded=UnrecordedPieces(
            [plan.unrecorded.names[at] for at in unrecorded], plan.unrecorded.rows[unrecorded]),
    ), tuple(LeftItem(store.id, source, CHANGED) for source in listed)
