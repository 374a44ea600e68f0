"""Opening, surveying and planning a clean of the workspace that options name.

What most requests begin with. Nothing here writes into a store, and nothing that does is loaded.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from larder.core.clean.plan import CleanPlan, clean_plan
from larder.core.clean.reason import OF_A_CLEAN, CleanReason
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import WorkspaceOptions
from larder.core.requests.path_maps import maps_of
from larder.core.settings import load_settings
from larder.core.survey.report import Depth, SurveyReport
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import Workspace, open_workspace
from larder.core.workspace.roots import PathMap

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


def surveyed(
    options: WorkspaceOptions, depth: str, token: CancelToken, *,
    chosen: Sequence[Path] | None = None,
) -> Job[SurveyReport]:
    """Open and survey the workspace; `chosen` are the models of a build that is to come.

    Raises:
        WorkspaceError: if it cannot be read.
        UserFacingError: if the depth is no depth.
        JobCancelled: if the token was cancelled.
    """
    return survey(
        opened(options), depth=_depth(depth), token=token, chosen=chosen,
        gone=[os.path.abspath(folder) for folder in options.gone])  # noqa: PTH100 - keeps links


def planned(report: SurveyReport, reasons: Collection[str] = ()) -> CleanPlan:
    """The clean plan of a survey, all reasons by default.

    Raises:
        UserFacingError: if a reason is no reason.
    """
    return clean_plan(
        report, reasons=_reasons(reasons),
        min_age_s=load_settings().min_age_hours * HOUR_S, now_ns=time.time_ns())


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
        return OF_A_CLEAN
    by_name = {reason.name_in_contract: reason for reason in OF_A_CLEAN}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise UserFacingError(
            f"There is no reason {unknown[0]!r}.", f"Use one of {', '.join(by_name)}.")
    return tuple(by_name[name] for name in names)
