"""A build plan as the `larder.build-plan/1` document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from larder.core.operations.building.plan import BuildGroup, BuildPlan, BuildStore
from larder.core.operations.building.report import left_items

PLAN_SCHEMA: Final = "larder.build-plan/1"


def build_plan_document(
    plan: BuildPlan, *, busy: Mapping[str, Sequence[str]] | None = None, with_items: bool = True
) -> dict[str, Any]:
    """A plan as plain values.

    Args:
        plan: the plan.
        busy: signs of a trainer at work, by store id.
        with_items: list every source.
    """
    return {
        "schema": PLAN_SCHEMA, "scope": plan.scope.value,
        "stores": [_store(store, (busy or {}).get(store.target.id, ()), with_items)
                   for store in plan.stores],
        "groups": [_group(group) for group in plan.groups],
        "left_out": [
            {"store": left.store, "samples": left.samples, "why": left.why,
             "example": left.example} for left in plan.left_out],
        "broken": left_items(plan.broken),
        "readopted": plan.readopt.payloads, "readopted_entries": plan.readopt.entries,
        "entries": plan.entries, "payloads": plan.payloads, "bytes": plan.bytes,
        "seconds": plan.seconds, "start_seconds": plan.start_s, "measured": plan.measured,
        "free_bytes": plan.free_bytes}


def _store(store: BuildStore, busy: Sequence[str], with_items: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "id": store.target.id, "path": str(store.target.folder),
        "entries": len({item.key for item in store.items}),
        "reordered": len(store.reordered), "busy": list(busy)}
    if with_items:
        document["items"] = [
            {"source": item.key, "verdict": item.verdict.name_in_contract,
             "resolution": _resolution(item.bucket), "payloads": len(item.to_make)}
            for item in store.items]
    return document


def _group(group: BuildGroup) -> dict[str, Any]:
    return {
        "store": group.store, "encoder": group.encoder, "resolution": group.resolution,
        "entries": group.entries, "payloads": group.payloads, "bytes": group.bytes,
        "seconds": group.seconds}


def _resolution(bucket: tuple[int, int] | None) -> str:
    return "" if bucket is None else f"{bucket[0]}x{bucket[1]}"
