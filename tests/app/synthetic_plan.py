"""Clean plans of any size that no disk holds, as a worker would hand them over."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from larder.core.clean.plan import CleanReason
from larder.core.columns import Array, TextColumn, save_columns
from larder.core.requests.options import Answer

STORES = ("image", "text")
WHY = "It is 2 hours old, less than the minimum age of 24 hours; it may still be in use."


@dataclass(frozen=True, slots=True)
class PlanRecipe:
    """Recipe for a synthetic clean plan.

    Attributes:
        items: number of items.
        reasons: reasons of the items, in equal parts, in the order of the reasons.
        unticked: every n-th item is not preselected.
        busy: signs of a running trainer.
        held_back: (root, store, entries) of what is withheld.
        readopt: number of payloads that were matched again.
        index_rows: number of rows to drop, by store.
        folder: folder that contains the stores.
    """

    items: int = 20
    reasons: tuple[CleanReason, ...] = (
        CleanReason.ORPHANED, CleanReason.UNINDEXED, CleanReason.TEMP_LEFTOVER)
    unticked: int = 5
    busy: tuple[str, ...] = ()
    held_back: tuple[tuple[str, str, int], ...] = ()
    readopt: int = 0
    index_rows: tuple[tuple[str, int], ...] = ()
    folder: str = "/train/cache/run"


NOTHING = PlanRecipe(items=0)
MILLION = PlanRecipe(items=1_000_000)


def synthetic_plan(folder: Path, recipe: PlanRecipe) -> Answer:
    """Write a plan's columns below `folder`; the same recipe gives the same plan."""
    save_columns(folder / "plan", _columns(recipe))
    document = json.dumps(_document(recipe)).encode("ascii")
    return Answer(document=document, plan=str(folder / "plan.json"), tables=str(folder))


def _columns(recipe: PlanRecipe) -> dict[str, Array | TextColumn]:
    n = recipe.items
    at = np.arange(n)
    reasons = np.array(sorted(recipe.reasons), dtype=np.uint8)
    group = np.sort(reasons[at % len(reasons)]) if n else np.zeros(0, dtype=np.uint8)
    has_source = np.isin(group, [CleanReason.ORPHANED, CleanReason.CORRUPT])
    ticked = at % recipe.unticked != recipe.unticked - 1
    return {
        "store": (at % len(STORES)).astype(np.int32),
        "group": group,
        "payload": TextColumn.from_strings(f"{number:012x}_128x128_1.pt" for number in range(n)),
        # Sources descend while the plan ascends, so that sorting by source shows.
        "source": TextColumn.from_strings(
            f"data/portraits/IMG_{n - number:07d}.jpg" if known else ""
            for number, known in enumerate(has_source.tolist())),
        "source_rank": (n - 1 - at).astype(np.int32),
        "sources": has_source.astype(np.int32),
        "bytes": (1000 + at % 7).astype(np.int64),
        "bytes_on_disk": np.full(n, 4096, dtype=np.int64),
        "age_s": (3600 * (1 + at % 100)).astype(np.int64),
        "files": np.ones(n, dtype=np.int64),
        "again": np.zeros(n, dtype=np.int64),
        "preselected": ticked,
        "why": TextColumn.from_strings("" if on else WHY for on in ticked.tolist()),
    }


def _document(recipe: PlanRecipe) -> dict[str, Any]:
    return {
        "schema": "larder.clean-plan/1", "made_at_ns": 1_714_500_000_000_000_000,
        "workspace": {
            "path": "/train", "config": None, "concepts": None, "made_from": ""}, "depth": "stat",
        "gone": [], "root": "/train", "maps": [], "stores": list(STORES), "stamps": {},
        "store_facts": [
            {"id": store, "kind": f"smart-{store}", "path": f"{recipe.folder}/{store}",
             "index_copy": "cache.json", "separator": "/", "busy": list(recipe.busy)}
            for store in STORES],
        "groups": [], "index_rows": dict(recipe.index_rows),
        "held_back": [
            {"reason": "source-unreachable", "store": store, "root": root, "entries": entries,
             "why": f"The folder {root} is missing."}
            for root, store, entries in recipe.held_back],
        "readopt": {"entries": recipe.readopt, "payloads": recipe.readopt},
        "files": 0, "bytes": 0, "bytes_on_disk": 0,
    }
