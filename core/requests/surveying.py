"""Opening and surveying the workspace that options name; what most requests begin with."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection
from pathlib import Path

from core.columns import save_columns
from core.errors import UserFacingError
from core.jobs import CancelToken, Job
from core.operations.clean_plan import CleanPlan, clean_plan
from core.operations.clean_plan_document import plan_columns, plan_document, save_plan
from core.operations.clean_reason import CleanReason
from core.operations.readopt import plan_readopt
from core.operations.recover import recover
from core.operations.survey import survey
from core.operations.survey_report import Depth, SurveyReport
from core.queries.entry_table import save_entry_tables
from core.queries.survey_document import survey_document
from core.requests.options import (
    CleanAnswer,
    CleanOptions,
    SurveyAnswer,
    SurveyOptions,
    WorkspaceOptions,
)
from core.requests.path_maps import maps_of
from core.settings import load_settings
from core.workspace.open_workspace import Workspace, open_workspace
from core.workspace.roots import PathMap

HOUR_S = 3600.0


def opened(options: WorkspaceOptions) -> Workspace:
    """Open the workspace.

    Raises:
        WorkspaceError: if it cannot be read.
    """
    return open_workspace(
        Path(options.workspace),
        root=_path(options.root),
        config=_path(options.config),
        concepts=_path(options.concepts),
        maps=[PathMap(old, new) for old, new in maps_of(options.workspace, options.maps)])


def surveyed(options: WorkspaceOptions, depth: str, token: CancelToken) -> Job[SurveyReport]:
    """Open and survey the workspace.

    Raises:
        WorkspaceError: if it cannot be read.
        UserFacingError: if the depth is no depth.
        JobCancelled: if the token was cancelled.
    """
    return survey(
        opened(options), depth=_depth(depth), token=token,
        gone=[os.path.abspath(folder) for folder in options.gone])  # noqa: PTH100 - keeps links


def settle(workspace: Workspace) -> None:
    """Finish or take back what a crash left half done in any store of a workspace.

    Raises:
        StoreLockedError: if another Larder process is at work.
        UserFacingError: if a store may not be written.
    """
    for location in workspace.stores:
        if location.exists:
            recover(location.path)


def planned(report: SurveyReport, reasons: Collection[str] = ()) -> CleanPlan:
    """The clean plan of a survey, all reasons by default.

    Raises:
        UserFacingError: if a reason is no reason.
    """
    return clean_plan(
        report, reasons=_reasons(reasons),
        min_age_s=load_settings().min_age_hours * HOUR_S, now_ns=time.time_ns())


def answer_survey(options: SurveyOptions, token: CancelToken) -> Job[SurveyAnswer]:
    """Survey for a window: summary document and tables."""
    report = yield from surveyed(options, options.depth, token)
    if options.tables is not None:
        save_entry_tables(Path(options.tables), report)
    document = survey_document(report, planned(report), with_items=False)
    return SurveyAnswer(document=encoded(document), tables=options.tables)


def answer_clean(options: CleanOptions, token: CancelToken) -> Job[CleanAnswer]:
    """Plan a clean for a window: the plan in a file, its columns as tables.

    The document also says what a `readopt` would give back: its payloads are not offered.
    """
    settle(opened(options))
    report = yield from surveyed(options, options.depth, token)
    plan = planned(report, options.reasons)
    save_plan(plan, Path(options.plan))
    if options.tables is not None:
        save_columns(Path(options.tables) / "plan", plan_columns(plan))
    adoptions = plan_readopt(report)
    document = {
        **plan_document(plan, with_items=False),
        "readopt": {"entries": adoptions.entries, "payloads": adoptions.payloads}}
    return CleanAnswer(document=encoded(document), plan=options.plan, tables=options.tables)


def encoded(document: object) -> bytes:
    """A document as ASCII JSON: source names may hold lone surrogates, which UTF-8 cannot."""
    return json.dumps(document, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def _path(spelled: str | None) -> Path | None:
    return None if spelled is None else Path(spelled)


def _depth(name: str) -> Depth:
    try:
        return Depth(name)
    except ValueError:
        known = ", ".join(depth.value for depth in Depth)
        raise UserFacingError(f"There is no depth {name!r}.", f"Use one of {known}.") from None


def _reasons(names: Collection[str]) -> tuple[CleanReason, ...]:
    if not names:
        return tuple(CleanReason)
    by_name = {reason.name_in_contract: reason for reason in CleanReason}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise UserFacingError(
            f"There is no reason {unknown[0]!r}.", f"Use one of {', '.join(by_name)}.")
    return tuple(by_name[name] for name in names)
