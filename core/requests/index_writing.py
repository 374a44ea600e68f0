"""Small writes to an index: refreshed dates, rows given back to payloads, repairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from larder.core.errors import UserFacingError
from larder.core.index_edits.moved_folder import folder_of_entries, missing_folders, propose_places
from larder.core.index_edits.readopt import (
    ReadoptPlan,
    ReadoptPlanDocument,
    apply_readopt,
    plan_readopt,
)
from larder.core.index_edits.relocate import apply_relocation, list_released_stores, plan_relocation
from larder.core.index_edits.repair import repair_indexes
from larder.core.index_edits.touch import (
    TouchPlan,
    TouchPlanDocument,
    apply_touch,
    plan_touch,
)
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import (
    ApplyOptions,
    IndexWriteOptions,
    RelocateOptions,
    RepairOptions,
)
from larder.core.requests.request import Request, open_for, store_folders
from larder.core.requests.saving import options_of, origin_of
from larder.core.requests.surveying import survey_workspace
from larder.core.saved_plans import encode_plan, read_plan, require_stores
from larder.core.settings import load_settings
from larder.core.survey.report import Depth, SurveyReport
from larder.core.workspace.open_workspace import Workspace
from larder.core.writes.quarantine.settle import recover_stores
from larder.core.writes.reports import (
    LeftSource,
    ReadoptReport,
    RelocateReport,
    Relocation,
    RepairReport,
    TouchReport,
)
from larder.core.writes.transaction import require_readable
from larder.core.writes.undo_choice import note_no_undo

Plan = TypeVar("Plan", TouchPlan, ReadoptPlan)
Report = TypeVar("Report", bound=TouchReport | ReadoptReport)


def repair(
    workspace: Workspace, options: RepairOptions, token: CancelToken
) -> Job[RepairReport]:
    """Make every damaged index of a workspace whole.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
    """
    workspace = recover_stores(workspace)
    done = yield from repair_indexes(
        workspace.stores, even_if_busy=options.even_if_busy, token=token)
    if not done.repaired:
        note_no_undo(store_folders(workspace), "repair", has_changes=False)
    return done


def relocate(
    workspace: Workspace, options: RelocateOptions, token: CancelToken
) -> Job[Relocation | RelocateReport]:
    """Rename the entries of a folder that moved, or say what that would do.

    Raises:
        UserFacingError: if the new folder is not there, or is not the one that moved, or several
            may be it and one is to be taken.
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
    """
    if options.apply:
        workspace = recover_stores(workspace)
    report = yield from survey_workspace(workspace, Depth.STAT.value, token, gone=options.gone)
    require_readable(report)
    missing = missing_folders(report)
    recent = [Path(path) for path in load_settings().recent_workspaces]
    proposals: tuple[str, ...] = ()
    old = asked = folder_of_entries(report, options.old)
    for old in () if options.new else [asked] if asked else missing:
        proposals = yield from propose_places(report, old, recent, token)
        if proposals:
            break
    new = options.new or next(iter(proposals), "")
    if not ((old and new) or options.apply):
        return Relocation(
            old=asked or next(iter(missing), ""), missing=missing,
            released=list_released_stores(report))
    if options.apply and len(proposals) > 1:
        raise UserFacingError(
            f"Several folders may be {old}: {', '.join(proposals)}.",
            "Give the right one as NEW.")
    stores, plan = yield from plan_relocation(report, old, new, token)
    if options.apply:
        done = yield from apply_relocation(
            stores, plan, even_if_busy=options.even_if_busy, token=token)
        if not done.entries:
            note_no_undo(store_folders(workspace), "relocation", has_changes=False)
        return done
    return msgspec.structs.replace(plan, missing=missing, proposals=proposals)


@dataclass(frozen=True, slots=True)
class RowWriting(Generic[Plan, Report]):
    """One way of writing rows.

    Attributes:
        plan: makes the plan of a survey.
        apply: carries a plan out; of (plan, even_if_busy, token).
        saved: what a plan says of itself, and is saved as.
        word: what one is called, as in "touch".
    """

    plan: Callable[[SurveyReport], Plan]
    apply: Callable[..., Job[Report]]
    saved: type[Any]
    word: str

    def run(
        self, workspace: Workspace, options: IndexWriteOptions, token: CancelToken
    ) -> Job[Plan | Report]:
        """Plan and, if asked to, apply.

        Raises:
            WorkspaceError: if an index cannot be read.
            StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
        """
        if options.apply:
            workspace = recover_stores(workspace)
        report = yield from survey_workspace(workspace, options.depth, token, gone=options.gone)
        require_readable(report)
        plan = self.plan(report)
        if options.selection is not None:
            plan = plan.select(frozenset(options.selection))
        if not options.apply:
            return plan
        return (yield from self._carry_out(plan, workspace, options, token))

    def _carry_out(
        self, plan: Plan, workspace: Workspace, options: IndexWriteOptions | ApplyOptions,
        token: CancelToken,
    ) -> Job[Report]:
        """Apply a plan; one that changed nothing is noted for the next undo."""
        done: Report = yield from self.apply(
            plan, even_if_busy=options.even_if_busy, token=token)
        if not done.entries:
            note_no_undo(store_folders(workspace), self.word, has_changes=False)
        return done

    def apply_saved(self, options: ApplyOptions, token: CancelToken) -> Job[Report]:
        """Carry out a plan from its file.

        Raises:
            StalePlanError, StoreLockedError, StoreBusyError: if it may not be applied now.
            WorkspaceError: if the file cannot be read.
        """
        saved, origin = read_plan(Path(options.plan), self.saved)
        wanted = options_of(origin, IndexWriteOptions)
        workspace = recover_stores(open_for(wanted))
        require_stores(workspace, origin)
        report = yield from survey_workspace(workspace, wanted.depth, token, gone=wanted.gone)
        plan: Plan
        dropped: tuple[LeftSource, ...]
        plan, dropped = self.plan(report).restrict(saved.stores)
        done: Report = yield from self._carry_out(plan, workspace, options, token)
        return msgspec.structs.replace(done, dropped=(*dropped, *done.dropped))

    def make_document(
        self, workspace: Workspace, options: IndexWriteOptions, plan: Plan
    ) -> dict[str, Any]:
        """A plan as it is saved."""
        return encode_plan(plan.document(), origin_of(
            options, workspace, [store.target for store in plan.stores]))

    def request(self) -> Request:
        """Return the request of a front end; a report is its own document."""
        return Request(IndexWriteOptions, self.run, lambda _options, result: (
            result if isinstance(result, TouchReport | ReadoptReport) else result.document()))


TOUCHING: Final = RowWriting(
    plan_touch, apply_touch, TouchPlanDocument, "touch")
READOPTING: Final = RowWriting(
    plan_readopt, apply_readopt, ReadoptPlanDocument, "readopt")


TOUCH = TOUCHING.request()
READOPT = READOPTING.request()
REPAIR = Request(RepairOptions, repair)
RELOCATE = Request(RelocateOptions, relocate)
