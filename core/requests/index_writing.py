"""Small writes to an index: refreshed dates, rows given back to payloads, repairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from larder.core.clean.quarantine.restore import recover_stores
from larder.core.clean.readopt import (
    ReadoptPlan,
    ReadoptPlanDocument,
    apply_readopt,
    plan_readopt,
    readopt_document,
    restricted_readopt,
)
from larder.core.clean.repair import repair_indexes
from larder.core.clean.reports import ReadoptReport, RepairReport, TouchReport
from larder.core.clean.touch import (
    TouchPlan,
    TouchPlanDocument,
    apply_touch,
    plan_touch,
    restricted_touch,
    touch_document,
)
from larder.core.clean.transaction import require_readable
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import (
    ApplyOptions,
    IndexWriteOptions,
    RepairOptions,
)
from larder.core.requests.request import Request, open_for
from larder.core.requests.saving import options_of, origin_of
from larder.core.requests.surveying import survey_workspace
from larder.core.saved_plans import PlanOrigin, read_plan, require_stores, saved_document
from larder.core.survey.report import SurveyReport
from larder.core.workspace.open_workspace import Workspace


def repair(
    workspace: Workspace, options: RepairOptions, token: CancelToken
) -> Job[RepairReport]:
    """Make every damaged index of a workspace whole.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
    """
    return (yield from repair_indexes(
        recover_stores(workspace).stores, even_if_busy=options.even_if_busy, token=token))


def touch(
    workspace: Workspace, options: IndexWriteOptions, token: CancelToken
) -> Job[TouchPlan | TouchReport]:
    """Plan a touch and, if asked to, apply it.

    Raises:
        WorkspaceError: if an index cannot be read.
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
    """
    report = yield from _survey(workspace, options, token)
    plan = plan_touch(report)
    if not options.apply:
        return plan
    return (yield from apply_touch(plan, even_if_busy=options.even_if_busy, token=token))


def readopt(
    workspace: Workspace, options: IndexWriteOptions, token: CancelToken
) -> Job[ReadoptPlan | ReadoptReport]:
    """Plan a re-adoption and, if asked to, apply it.

    Raises:
        WorkspaceError: if an index cannot be read.
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
    """
    report = yield from _survey(workspace, options, token)
    plan = plan_readopt(report)
    if not options.apply:
        return plan
    return (yield from apply_readopt(plan, even_if_busy=options.even_if_busy, token=token))



def apply_saved_touch(options: ApplyOptions, token: CancelToken) -> Job[TouchReport]:
    """Carry out a touch from its file.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
        WorkspaceError: if the file cannot be read.
    """
    saved, origin = read_plan(Path(options.plan), TouchPlanDocument)
    report = yield from _survey_again(origin, token)
    plan, dropped = restricted_touch(plan_touch(report), saved)
    done = yield from apply_touch(plan, even_if_busy=options.even_if_busy, token=token)
    return msgspec.structs.replace(done, dropped=(*dropped, *done.dropped))


def apply_saved_readopt(options: ApplyOptions, token: CancelToken) -> Job[ReadoptReport]:
    """Carry out a re-adoption from its file.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
        WorkspaceError: if the file cannot be read.
    """
    saved, origin = read_plan(Path(options.plan), ReadoptPlanDocument)
    report = yield from _survey_again(origin, token)
    plan, dropped = restricted_readopt(plan_readopt(report), saved.stores)
    done = yield from apply_readopt(plan, even_if_busy=options.even_if_busy, token=token)
    return msgspec.structs.replace(done, dropped=(*dropped, *done.dropped))


def index_plan_document(
    workspace: Workspace, options: IndexWriteOptions, plan: TouchPlan | ReadoptPlan
) -> dict[str, Any]:
    """A plan as it is saved."""
    targets = [*(store.target for store in plan.stores), *(store.target for store in plan.values)]
    return saved_document(_document(plan), origin_of(options, workspace, targets))


def _document(result: TouchPlan | ReadoptPlan | TouchReport | ReadoptReport) -> Any:
    """A plan's document; a report is its own."""
    if isinstance(result, TouchPlan):
        return touch_document(result)
    return readopt_document(result) if isinstance(result, ReadoptPlan) else result


def _survey(
    workspace: Workspace, options: IndexWriteOptions, token: CancelToken
) -> Job[SurveyReport]:
    """Survey, in stores in which nothing is half done if it is to be written."""
    if options.apply:
        workspace = recover_stores(workspace)
    report = yield from survey_workspace(workspace, options.depth, token, gone=options.gone)
    require_readable(report)
    return report


def _survey_again(origin: PlanOrigin, token: CancelToken) -> Job[SurveyReport]:
    options = options_of(origin, IndexWriteOptions)
    workspace = recover_stores(open_for(options))
    require_stores(workspace, origin)
    return (yield from survey_workspace(workspace, options.depth, token, gone=options.gone))


TOUCH = Request(IndexWriteOptions, touch, lambda _options, result: _document(result))
READOPT = Request(IndexWriteOptions, readopt, lambda _options, result: _document(result))
REPAIR = Request(RepairOptions, repair)
