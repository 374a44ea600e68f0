"""Clean, from a plan to its report: the way of `larder clean --apply`, and of prune and clear.

The plan is made before, and can be saved and looked at: `survey.survey` judges every payload, then
`plan_clean.clean_plan` offers what nobody needs (`plan_prune` what is old, or everything) as a
`plan.CleanPlan`, which `plan_document` shows and saves. `apply_clean` then goes this way:

1. The workspace that the plan names is opened anew, and must open the plan's stores (here).
2. All folders are locked, settled after a crash, unchanged and idle (`writes.transaction`).
3. A plan of today is made, and the given one decides what of it goes (`recheck`).
4. Folder by folder (`clean_folder`): on a disk too full for a record some files go first
   (`full_disk`); the record is written, rows leave the index, files move into the quarantine
   (`writes.quarantine.moves`), rows of files that stayed come back, and the journal has it
   (`writes.quarantine.restore.close_clean`).
5. Where the space is to be free at once, the quarantine is emptied (`writes.quarantine.settle`): a
   crash meanwhile loses nothing else.
6. What was moved, dropped and failed is reported (`writes.reports`); `writes.undo` goes back.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager

import numpy as np
import numpy.typing as npt

from larder.core.clean.clean_counts import CleanCounts
from larder.core.clean.clean_folder import PlanPart, clean_folder, parts_of_plan
from larder.core.clean.plan import CleanPlan, Mask
from larder.core.clean.recheck import RevalidatedPlan, revalidate
from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_drive_errors
from larder.core.jobs import CancelToken, Job, JobCancelled
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_locations import require_planned_store
from larder.core.writes.last_good import backup_bytes
from larder.core.writes.quarantine.moves import HALF_WAY
from larder.core.writes.quarantine.settle import finish_freed, is_freed_noted
from larder.core.writes.reports import CleanReport, LeftItem
from larder.core.writes.transaction import store_transaction
from larder.core.writes.undo_choice import note_no_undo


def apply_clean(
    plan: CleanPlan,
    *,
    selected: npt.NDArray[np.bool_] | None = None,
    delete: bool = False,
    even_if_busy: bool = False,
    token: CancelToken,
) -> Job[CleanReport]:
    """Do what a plan says, less what changed since.

    Args:
        plan: what to do.
        selected: which items, bool, shape (n,); None for the preselected ones. Un-ticking an item
            keeps the index rows that name it.
        delete: free the space at once; there is no undo then.
        even_if_busy: go on although a trainer seems to be at work.
        token: checked before anything is written and per file; what is done stays done.

    Raises:
        StalePlanError: if an index, the config or the concepts are not those that the plan was made
            from; nothing was done.
        StoreLockedError: if another Larder process writes into a store; nothing was done.
        StoreBusyError: if a trainer seems to be at work; nothing was done.
        UserFacingError: if nothing could be done, for a reason like a full disk.
        JobCancelled: if the token was cancelled; its report says what was done, None for nothing.
    """
    chosen = plan.selection(selected)
    counts = CleanCounts()
    with _explain_drive_errors(plan):
        workspace = _open_planned(plan, chosen)
        with _lock_folders(plan, chosen, even_if_busy=even_if_busy):
            token.check()
            today = yield from revalidate(
                plan, chosen, workspace, now_ns=time.time_ns(), token=token)
            yield from _clean_folders(today, counts, token, delete=delete)
    return _report_of(plan, counts, token, delete=delete)


def _explain_drive_errors(plan: CleanPlan) -> AbstractContextManager[None]:
    return explain_drive_errors(", ".join(str(store.folder) for store in plan.stores), HALF_WAY)


def _open_planned(plan: CleanPlan, chosen: Mask) -> Workspace:
    """Open the plan's workspace as it is now.

    Raises:
        StalePlanError: if it has other stores, another config or other concepts by now.
    """
    workspace = plan.workspace.open()
    for part in parts_of_plan(plan, chosen):
        for at in part.numbers:
            store = plan.stores[at]
            require_planned_store(workspace.stores, store.id, store.kind, store.folder)
    workspace.require_unchanged(plan.workspace.made_from)
    return workspace


def _lock_folders(
    plan: CleanPlan, chosen: Mask, *, even_if_busy: bool
) -> AbstractContextManager[None]:
    """Hold every folder in which something is to be done, with the index that was planned for."""
    parts = parts_of_plan(plan, chosen)
    return store_transaction(
        {part.folder: [plan.stores[at].kind for at in part.numbers] for part in parts},
        stamps={part.folder: plan.stamps[part.indexed.id] for part in parts
                if part.indexed is not None},
        even_if_busy=even_if_busy)


def _clean_folders(
    today: RevalidatedPlan, counts: CleanCounts, token: CancelToken, *, delete: bool
) -> Job[None]:
    """Clean each folder; one in which that fails does not keep the others from it."""
    counts.dropped += today.left
    counts.total = int(np.count_nonzero(today.chosen))
    for part in parts_of_plan(today.plan, today.chosen):
        if token.is_cancelled:
            return
        backup = backup_bytes([part.folder])
        try:
            with explain_drive_errors(f"The cache {part.folder}", HALF_WAY):
                is_told = is_freed_noted(part.folder)
                yield from clean_folder(today, part, counts, token, delete=delete)
                if delete:
                    finish_freed(part.folder, is_told=is_told)
        except UserFacingError as error:
            counts.refused = counts.refused or error
            counts.failed += _left_by(error, today, part, counts)
        counts.backup_bytes += backup_bytes([part.folder]) - backup


def _left_by(
    error: UserFacingError, today: RevalidatedPlan, part: PlanPart, counts: CleanCounts
) -> list[LeftItem]:
    """The items that a failure kept in their folder; its index where there is none."""
    plan = today.plan
    left = [
        LeftItem(plan.store_of(item).id, plan.payloads[item], error.problem)
        for item in part.items(today) if item not in counts.freed]
    if not left and part.indexed is not None:
        return [LeftItem(part.indexed.id, INDEX_NAME, error.problem)]
    return left


def _report_of(
    plan: CleanPlan, counts: CleanCounts, token: CancelToken, *, delete: bool
) -> CleanReport:
    """Report what was done.

    Raises:
        UserFacingError: if nothing was, because it failed.
        JobCancelled: if the token was cancelled; with the report of what was.
    """
    if counts.refused is not None and counts.is_empty:
        raise counts.refused
    if token.is_cancelled:
        raise JobCancelled(
            None if counts.is_empty else counts.report(delete=delete, cancelled=True))
    if counts.is_empty:
        with _explain_drive_errors(plan):
            note_no_undo(
                [store.folder for store in plan.stores], "clean", has_changes=False)
    return counts.report(delete=delete, cancelled=False)
