"""Contents of stores, and plans of what can be removed: the unneeded, the old, or all.

The three are plans of one kind; they are applied and undone in `cleaning`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_document import plan_columns, plan_document, save_plan
from larder.core.clean.plan_prune import PruneRules, clear_plan, prune_plan
from larder.core.columns import save_columns
from larder.core.errors import UserFacingError
from larder.core.index_edits.readopt import plan_readopt
from larder.core.jobs import CancelToken, Job
from larder.core.quantities import parse_duration, parse_size
from larder.core.queries.picture_buckets import picture_columns
from larder.core.queries.picture_scaling import compute_scaling
from larder.core.queries.space_history import trace_space
from larder.core.queries.space_history_document import SpaceHistory
from larder.core.queries.store_stats import store_stats
from larder.core.requests.encoding_time import with_encoding_time
from larder.core.requests.options import (
    CleanOptions,
    ClearOptions,
    PruneOptions,
    RemovalOptions,
    StatsOptions,
    UsageOptions,
    WorkspaceOptions,
)
from larder.core.requests.request import Request
from larder.core.requests.surveying import (
    HOUR_S,
    plan_clean,
    survey_others,
    survey_workspace,
)
from larder.core.settings import TOTAL_BUDGET, load_settings
from larder.core.survey.document import WorkspaceStats
from larder.core.survey.report import Depth, SurveyReport
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreKind
from larder.core.writes.quarantine.settle import recover_stores

if TYPE_CHECKING:
    from larder.core.columns import Array
    from larder.core.queries.usage_document import Scaling, Usage


def count_stores(
    workspace: Workspace, options: StatsOptions, token: CancelToken
) -> Job[WorkspaceStats]:
    """Count what stores hold.

    Raises:
        WorkspaceError: if the workspace or a store cannot be read.
        UserFacingError: if a named store is none of the workspace's.
    """
    return (yield from store_stats(
        workspace, stores=options.stores, budgets=load_settings().budgets, token=token))


def add_up_usage(
    workspace: Workspace, options: WorkspaceOptions, token: CancelToken
) -> Job[Usage]:
    """Survey, then add up where the space goes.

    Raises:
        WorkspaceError: if the workspace or a cache cannot be read.
    """
    return (yield from survey_and_add_up(workspace, options, token))[1]


def survey_and_add_up(
    workspace: Workspace, options: WorkspaceOptions, token: CancelToken
) -> Job[tuple[SurveyReport, Usage]]:
    """Survey, then add up where the space goes, for plots that lead to rows of the survey.

    Raises:
        WorkspaceError: if the workspace or a cache cannot be read.
    """
    from larder.core.queries.usage import usage

    report = yield from survey_workspace(
        workspace, Depth.STAT.value, token, gone=options.gone)
    return report, (yield from usage(
        report, plan_clean(report), now_ns=time.time_ns(), token=token))


def _usage_summary(options: UsageOptions, found: tuple[SurveyReport, Usage]) -> Usage:
    """The document; which picture is in which bucket goes into the table."""
    report, usage = found
    if options.tables is not None:
        save_columns(Path(options.tables) / "pictures", picture_columns(report))
    return usage


def survey_scaling(
    workspace: Workspace, options: UsageOptions, token: CancelToken
) -> Job[tuple[Scaling, dict[str, Array]]]:
    """Survey, then compute how pictures are scaled and cropped into their buckets.

    Raises:
        WorkspaceError: if the workspace or a cache cannot be read.
    """
    report = yield from survey_workspace(
        workspace, Depth.STAT.value, token, gone=options.gone)
    return (yield from compute_scaling(report, token))


def _scaling_summary(
    options: UsageOptions, found: tuple[Scaling, dict[str, Array]]
) -> Scaling:
    """The document; each picture's figures go into the table."""
    scaling, columns = found
    if options.tables is not None:
        save_columns(Path(options.tables) / "pictures", columns)
    return scaling


def survey_space_history(
    workspace: Workspace, options: UsageOptions, token: CancelToken
) -> Job[SpaceHistory]:
    """Survey, then trace the space of the caches through their journals.

    Raises:
        WorkspaceError: if the workspace or a cache cannot be read.
        OSError: if a journal cannot be read.
    """
    report = yield from survey_workspace(
        workspace, Depth.STAT.value, token, gone=options.gone)
    return trace_space(report)


def plan_prune(
    workspace: Workspace, options: PruneOptions, token: CancelToken
) -> Job[CleanPlan]:
    """Plan a prune.

    Raises:
        WorkspaceError: if the workspace or a store cannot be read.
        UserFacingError: if age or budget cannot be read, none is given or set, or a named store
            cannot be pruned.
    """
    rules = _rules(options)
    return with_encoding_time((yield from prune_plan(
        workspace, rules, stores=options.stores, now_ns=time.time_ns(), token=token)))


def plan_clear(
    workspace: Workspace, options: ClearOptions, token: CancelToken
) -> Job[CleanPlan]:
    """Plan to remove everything of some stores.

    Raises:
        WorkspaceError: if the workspace or a store cannot be read.
        UserFacingError: if a named store is none of the workspace's.
    """
    kept = yield from survey_others(
        workspace, options.keep_for, Depth.STAT.value, token, gone=options.gone)
    return with_encoding_time((yield from clear_plan(
        workspace, stores=options.stores, kept=kept, now_ns=time.time_ns(), token=token)))


def survey_and_plan(
    workspace: Workspace, options: CleanOptions, token: CancelToken
) -> Job[tuple[SurveyReport, CleanPlan]]:
    """Survey and plan a clean.

    Raises:
        WorkspaceError: if a store cannot be listed.
        UserFacingError: if a reason is no reason, or nothing tells what another config needs.
    """
    report = yield from survey_workspace(workspace, options.depth, token, gone=options.gone)
    kept = yield from survey_others(
        workspace, options.keep_for, options.depth, token, gone=options.gone)
    return report, with_encoding_time(plan_clean(report, options.reasons, kept))


def _clean_summary(
    options: CleanOptions, planned: tuple[SurveyReport, CleanPlan]
) -> dict[str, Any]:
    """As of the others, with what a `readopt` would give back: its payloads are not offered."""
    report, plan = planned
    adoptions = plan_readopt(report)
    # None can be made before a damaged index is repaired.
    is_ready = not any(store.target.damage for store in adoptions.stores)
    return {
        **_summary(options, plan),
        "readopt": {"entries": adoptions.entries if is_ready else 0,
                    "payloads": adoptions.payloads if is_ready else 0}}


def _require_settled(
    plan: Callable[[Workspace, Any, CancelToken], Job[Any]]
) -> Callable[[Workspace, Any, CancelToken], Job[Any]]:
    """A plan that a window means to carry out: made of stores in which nothing is half done."""
    return lambda workspace, options, token: plan(recover_stores(workspace), options, token)


def _summary(options: RemovalOptions, plan: CleanPlan) -> dict[str, Any]:
    """The plan in a file, its columns as tables, and its document without items."""
    if options.plan is not None:
        save_plan(plan, Path(options.plan))
    if options.tables is not None:
        save_columns(Path(options.tables) / "plan", plan_columns(plan))
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
            "No age and no size is set for pruning.",
            "Give --older-than or --budget, or set budgets in the settings.")
    return PruneRules(total_bytes=total, kind_bytes=by_kind, min_age_s=min_age_s)


def _by_kind(budgets: Mapping[str, int]) -> dict[StoreKind, int]:
    """Budgets of the kinds that this version knows; another version may know others."""
    return {kind: budgets[kind.value] for kind in StoreKind if kind.value in budgets}


STATS = Request(StatsOptions, count_stores)
USAGE = Request(UsageOptions, survey_and_add_up, _usage_summary)
SCALING = Request(UsageOptions, survey_scaling, _scaling_summary)
SPACE_HISTORY = Request(UsageOptions, survey_space_history)
PLAN_CLEAN = Request(CleanOptions, _require_settled(survey_and_plan), _clean_summary)
PLAN_PRUNE = Request(PruneOptions, _require_settled(plan_prune), _summary)
PLAN_CLEAR = Request(ClearOptions, _require_settled(plan_clear), _summary)
