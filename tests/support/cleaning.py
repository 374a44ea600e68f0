"""A workspace planned, cleaned and undone in one line each, as the command line does it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec

from larder.core.clean.clean import apply_clean
from larder.core.clean.plan import CleanPlan, CleanReason
from larder.core.clean.plan_clean import clean_plan
from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.report import Depth
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.reports import CleanReport, UndoReport
from larder.core.writes.undo import undo_clean
from tests.support.surveying import run_survey

CONFIG = Path("training_presets") / "config.json"


def planned(
    workspace: Path,
    *,
    reasons: Collection[CleanReason] = tuple(CleanReason),
    depth: Depth = Depth.STAT,
    gone: Sequence[Path] = (),
    min_age_s: float = 24 * 3600.0,
    **more: Any,
) -> CleanPlan:
    """Plan a clean of a workspace, by its config or by the path itself if it holds none."""
    config = workspace / CONFIG
    report = run_survey(
        config if config.exists() else workspace, depth=depth,
        gone=tuple(str(folder) for folder in gone), **more)
    return clean_plan(report, reasons=reasons, min_age_s=min_age_s, now_ns=time.time_ns())


def applied(plan: CleanPlan, **options: Any) -> CleanReport:
    """Apply a plan to its end."""
    return run_to_end(apply_clean(plan, token=CancelToken(), **options))


def undone(plan: CleanPlan, identity: str | None = None, **options: Any) -> UndoReport:
    """Undo a clean in the stores of the plan it came from."""
    stores = [store.folder for store in plan.stores]
    return run_to_end(undo_clean(stores, identity, token=CancelToken(), **options))


def cut_lists(plan: CleanPlan) -> int:
    """Cut the lists of all quarantines of a plan's stores; how many there are."""
    records = [record for store in dict.fromkeys(store.folder for store in plan.stores)
               for record in list_quarantines(store)]
    for record in records:
        os.truncate(record.folder / "manifest.json", 90)
    return len(records)


def as_json(document: msgspec.Struct) -> Any:
    """A document as a reader of its JSON gets it."""
    return json.loads(msgspec.json.encode(document))


def ticked(plan: CleanPlan) -> list[str]:
    """Payload names of what is preselected, in plan order."""
    return [name for name, on in zip(plan.payloads, plan.preselected, strict=True) if on]
