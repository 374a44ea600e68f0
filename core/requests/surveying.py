"""Surveying a workspace and planning its clean: what most requests begin with.

Nothing here writes into a store, and nothing that does is loaded.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from larder.core.clean.keep_for import survey_other_configs
from larder.core.clean.plan import OF_A_CLEAN, CleanPlan, CleanReason
from larder.core.clean.plan_clean import clean_plan
from larder.core.errors import Finding, UserFacingError
from larder.core.files.quarantine_folder import find_linked_folders, quarantine_root
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.requests.options import SurveyOptions, WorkspaceOptions
from larder.core.requests.request import Request, require_onetrainers
from larder.core.settings import load_settings
from larder.core.survey.document import SourcelessFacts
from larder.core.survey.report import Depth, SourceLook, SurveyReport
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import Workspace

HOUR_S = 3600.0


def survey_workspace(
    workspace: Workspace, depth: str, token: CancelToken, *,
    gone: Collection[str] = (), chosen: Sequence[Path] | None = None,
    sources: SourceLook = SourceLook.NONE,
) -> Job[SurveyReport]:
    """Survey a workspace.

    `gone` are folders whose missing pictures were deleted for good, `chosen` the models of a build
    that is to come, `sources` says how closely to look at what training reads.

    Raises:
        UserFacingError: if the depth is no depth.
    """
    return survey(
        _with_interrupted(workspace), depth=_depth(depth), token=token, chosen=chosen,
        sources=sources,
        gone=[os.path.abspath(folder) for folder in gone])  # noqa: PTH100 - keeps links


def _with_interrupted(workspace: Workspace) -> Workspace:
    """The workspace, with a finding for each store whose quarantine waits to be settled."""
    found = [*_find_linked_quarantines(workspace)]
    if any(os.path.isdir(quarantine_root(store.path)) for store in workspace.stores):  # noqa: PTH112
        from larder.core.writes.quarantine.record import has_half_done

        found += (
            Finding(
                store.spelled, "A clean, an undo or a build was interrupted in this cache.",
                "Nothing is lost. The next operation that writes here finishes or undoes it, and "
                "reports that.")
            for store in workspace.stores if has_half_done(store.path))
    return msgspec.structs.replace(workspace, problems=(*workspace.problems, *found))


def _find_linked_quarantines(workspace: Workspace) -> Iterator[Finding]:
    for store in dict.fromkeys(store.path for store in workspace.stores):
        for link in find_linked_folders(store):
            yield Finding(
                str(link), "A link is in the place of a quarantine and is not followed.",
                "Its target is neither counted nor restored. Put the folder itself there.")


def survey_with(
    workspace: Workspace, options: SurveyOptions, token: CancelToken
) -> Job[SurveyReport]:
    """Survey a workspace as options say; as `survey_workspace`."""
    return survey_workspace(
        workspace, options.depth, token, gone=options.gone,
        sources=SourceLook.OPENED if options.opens else SourceLook.LISTED)


def sourceless_facts(workspace: Workspace, options: SurveyOptions) -> SourcelessFacts | UnsetType:
    """Return whether a workspace can be trained without its sources, if options request it."""
    if options.sourceless:
        require_onetrainers(workspace)
    return _facts(workspace) if options.sourceless else UNSET


def check_without_sources(
    workspace: Workspace, _options: WorkspaceOptions, token: CancelToken
) -> Job[SourcelessFacts]:
    """Say whether a workspace can be trained from without its sources.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    yield Progress("reading the index", 0, 0, "entries")
    token.check()
    return _facts(workspace)


def _facts(workspace: Workspace) -> SourcelessFacts:
    # What knows how samples are trained on takes 20 ms to load.
    from larder.core.training import sourceless

    facts, _ = sourceless.inspect_without_sources(workspace)
    return facts


def survey_others(
    workspace: Workspace, keep_for: Collection[str], depth: str, token: CancelToken, *,
    gone: Collection[str] = (),
) -> Job[tuple[SurveyReport, ...]]:
    """Survey the other configs that share a workspace's caches; arguments as of `survey_workspace`.

    Raises:
        WorkspaceError: if one cannot be read.
        UserFacingError: if one uses none of these caches, or nothing tells what it needs.
    """
    return survey_other_configs(
        workspace, [Path(os.path.abspath(path)) for path in keep_for],  # noqa: PTH100 - keeps links
        depth=_depth(depth), token=token,
        gone=[os.path.abspath(folder) for folder in gone])  # noqa: PTH100 - keeps links


def plan_clean(
    report: SurveyReport, reasons: Collection[str] = (), kept: Sequence[SurveyReport] = ()
) -> CleanPlan:
    """The clean plan of a survey, all reasons by default.

    Raises:
        UserFacingError: if a reason is no reason.
    """
    return clean_plan(
        report, reasons=_reasons(reasons),
        min_age_s=load_settings().min_age_hours * HOUR_S, kept=kept, now_ns=time.time_ns())


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


SOURCELESS = Request(WorkspaceOptions, check_without_sources)
