"""A build over a folder as the `larder.build-plan/1` document, with fields of its own."""

from __future__ import annotations

from typing import Any

from larder.core.operations.building.plan_document import PLAN_SCHEMA
from larder.core.operations.building.report import left_items
from larder.core.operations.source_building.plan import SourceBuildPlan
from larder.core.operations.verdicts import Verdict


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
        "seconds": plan.seconds, "measured": plan.measured, "free_bytes": plan.free_bytes,
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
        "payloads": int(plan.missing[row])}
