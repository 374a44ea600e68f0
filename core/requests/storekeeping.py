"""What stores hold, and plans that make room in them by age, by budget, or altogether.

A saved plan is applied, undone and shown as one of a clean; see `cleaning`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from larder.core.clean.clear_plan import clear_plan
from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_document import plan_columns, plan_document, save_plan
from larder.core.clean.prune_plan import PrunePlan, PruneRules, prune_plan
from larder.core.clean.quarantine.restore import recover_stores
from larder.core.columns import save_columns
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job
from larder.core.quantities import parse_duration, parse_size
from larder.core.queries.store_stats import (
    TOTAL_BUDGET,
    WorkspaceStats,
    stats_document,
    store_stats,
)
from larder.core.requests.opening import HOUR_S
from larder.core.requests.options import (
    ClearOptions,
    PruneOptions,
    StatsOptions,
)
from larder.core.requests.request import Request
from larder.core.settings import load_settings
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreKind


def count_stores(
    workspace: Workspace, options: StatsOptions, token: CancelToken
) -> Job[WorkspaceStats]:
    """Count what stores hold.

    Raises:
        WorkspaceError: if the workspace or a store cannot be read.
        UserFacingError: if a named store is none of the workspace's.
        JobCancelled: if the token was cancelled.
    """
    return (yield from store_stats(
        workspace, stores=options.stores, budgets=load_settings().budgets, token=token))


def plan_prune(
    workspace: Workspace, options: PruneOptions, token: CancelToken
) -> Job[PrunePlan]:
    """Plan a prune.

    Raises:
        WorkspaceError: if the workspace or a store cannot be read.
        UserFacingError: if age or budget cannot be read, none is given or set, or a named store
            cannot be pruned.
        JobCancelled: if the token was cancelled.
    """
    rules = _rules(options)
    return (yield from prune_plan(
        workspace, rules, stores=options.stores, now_ns=time.time_ns(), token=token))


def plan_clear(
    workspace: Workspace, options: ClearOptions, token: CancelToken
) -> Job[CleanPlan]:
    """Plan to remove everything of some stores.

    Raises:
        WorkspaceError: if the workspace or a store cannot be read.
        UserFacingError: if a named store is none of the workspace's.
        JobCancelled: if the token was cancelled.
    """
    return (yield from clear_plan(
        workspace, stores=options.stores, now_ns=time.time_ns(), token=token))


def prune_document(planned: PrunePlan, *, with_items: bool = True) -> dict[str, Any]:
    """The plan's document, with one sentence for each store that it leaves out."""
    return {
        **plan_document(planned.plan, with_items=with_items), "notes": list(planned.notes)}





def _settled(
    plan: Callable[[Workspace, Any, CancelToken], Job[Any]]
) -> Callable[[Workspace, Any, CancelToken], Job[Any]]:
    """A plan that a window means to carry out: made of stores in which nothing is half done."""
    return lambda workspace, options, token: plan(recover_stores(workspace), options, token)


def _keep(options: PruneOptions | ClearOptions, plan: CleanPlan) -> None:
    if options.plan is not None:
        save_plan(plan, Path(options.plan))
    if options.tables is not None:
        save_columns(Path(options.tables) / "plan", plan_columns(plan))


def _prune_summary(options: PruneOptions, planned: PrunePlan) -> dict[str, Any]:
    _keep(options, planned.plan)
    return prune_document(planned, with_items=False)


def _clear_summary(options: ClearOptions, plan: CleanPlan) -> dict[str, Any]:
    _keep(options, plan)
    return plan_document(plan, with_items=False)


def _rules(options: PruneOptions) -> PruneRules:
    settings = load_settings()
    min_age_s = settings.min_age_hours * HOUR_S
    if options.older_than is not None or options.budget is not None:
        return PruneRules(
            older_than_s=None if options.older_than is None else parse_duration(options.older_than),
            total_bytes=None if options.budget is None else parse_size(options.budget),
            min_age_s=min_age_s)
    by_kind = _by_kind(settings.budgets)
    total = None if options.stores else settings.budgets.get(TOTAL_BUDGET)
    if not by_kind and total is None:
        raise UserFacingError(
            "Nothing says what to prune.",
            "Give --older-than or --budget, or set budgets in the settings.")
    return PruneRules(total_bytes=total, kind_bytes=by_kind, min_age_s=min_age_s)


def _by_kind(budgets: Mapping[str, int]) -> dict[StoreKind, int]:
    """Budgets of the kinds that this version knows; another version may know others."""
    return {kind: budgets[kind.value] for kind in StoreKind if kind.value in budgets}


STATS = Request(StatsOptions, count_stores, lambda _options, stats: stats_document(stats))
PLAN_PRUNE = Request(PruneOptions, _settled(plan_prune), _prune_summary)
PLAN_CLEAR = Request(ClearOptions, _settled(plan_clear), _clear_summary)
