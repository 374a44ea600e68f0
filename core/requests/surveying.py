"""Surveys and clean plans for a window: a small document, and columns in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_document import plan_columns, plan_document, save_plan
from larder.core.clean.quarantine.restore import recover_stores
from larder.core.clean.readopt import plan_readopt
from larder.core.columns import save_columns
from larder.core.jobs import CancelToken, Job
from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.survey_document import survey_document
from larder.core.queries.tables import save_entry_tables
from larder.core.requests.opening import plan_clean, survey_with, survey_workspace
from larder.core.requests.options import (
    CleanOptions,
    SurveyOptions,
)
from larder.core.requests.request import Request
from larder.core.survey.document import SurveyDocument
from larder.core.survey.report import SurveyReport
from larder.core.workspace.open_workspace import Workspace


def _survey_summary(options: SurveyOptions, report: SurveyReport) -> SurveyDocument:
    """The document without its items, which are the columns."""
    plan = plan_clean(report)
    remedies = find_remedies(report, plan, of_good_ones=True)
    if options.tables is not None:
        save_entry_tables(Path(options.tables), report, remedies)
    return survey_document(report, plan, remedies, with_items=False)


def _plan(
    workspace: Workspace, options: CleanOptions, token: CancelToken
) -> Job[tuple[SurveyReport, CleanPlan]]:
    workspace = recover_stores(workspace)
    report = yield from survey_workspace(workspace, options.depth, token, gone=options.gone)
    return report, plan_clean(report, options.reasons)


def _plan_summary(
    options: CleanOptions, planned: tuple[SurveyReport, CleanPlan]
) -> dict[str, Any]:
    """The plan in a file, its columns as tables, and what a `readopt` would give back.

    Payloads to re-adopt are not offered.
    """
    report, plan = planned
    if options.plan is not None:
        save_plan(plan, Path(options.plan))
    if options.tables is not None:
        save_columns(Path(options.tables) / "plan", plan_columns(plan))
    adoptions = plan_readopt(report)
    # None can be made before a damaged index is repaired.
    is_ready = not any(store.target.damage for store in adoptions.stores)
    return {
        **plan_document(plan, with_items=False),
        "readopt": {"entries": adoptions.entries if is_ready else 0,
                    "payloads": adoptions.payloads if is_ready else 0}}


SURVEY = Request(SurveyOptions, survey_with, _survey_summary)
PLAN_CLEAN = Request(CleanOptions, _plan, _plan_summary)
