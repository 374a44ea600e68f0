"""Applying a saved plan, undoing it, and what lies in quarantine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from larder.core.clean.clean import apply_clean
from larder.core.clean.plan_document import load_plan, save_plan
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import (
    ApplyOptions,
    EmptyOptions,
    ExportPlanOptions,
    UndoOptions,
    WorkspaceOptions,
)
from larder.core.requests.request import Request, store_folders
from larder.core.workspace.open_workspace import Workspace
from larder.core.writes.emptying import empty_quarantines
from larder.core.writes.history import read_history
from larder.core.writes.reports import (
    CleanReport,
    EmptiedReport,
    History,
    UndoPreview,
    UndoReport,
)
from larder.core.writes.undo import preview_undo, undo_clean


def apply_plan(options: ApplyOptions, token: CancelToken) -> Job[CleanReport]:
    """Apply a plan from its file.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if the plan may not be applied now.
        WorkspaceError: if the plan cannot be read or the selection is not of this plan.
    """
    return (yield from apply_clean(
        load_plan(Path(options.plan)), selected=_selection(options.selected),
        delete=options.delete, even_if_busy=options.even_if_busy, token=token))


def export_plan(options: ExportPlanOptions, token: CancelToken) -> Job[dict[str, Any]]:
    """Write a plan with other ticks; where it lies, and how many files it takes.

    Raises:
        WorkspaceError: if the plan cannot be read or the selection is not of this plan.
        UserFacingError: if the file cannot be written.
    """
    plan = load_plan(Path(options.plan))
    token.check()
    yield from ()
    selected = _selection(options.selected)
    if selected is not None:
        plan = plan.with_preselected(selected)
    save_plan(plan, Path(options.to))
    chosen = int(plan.files[plan.preselected].sum())
    return {"plan": options.to, "files": chosen}


def undo(workspace: Workspace, options: UndoOptions, token: CancelToken) -> Job[UndoReport]:
    """Undo a clean in every store of the workspace that it cleaned.

    Raises:
        UserFacingError: if there is nothing to undo.
    """
    return (yield from undo_clean(
        store_folders(workspace), options.id, even_if_busy=options.even_if_busy, token=token))


def show_undo(
    workspace: Workspace, options: UndoOptions, token: CancelToken
) -> Job[UndoPreview]:
    """Return what an undo with these options would take back; nothing is written.

    Raises:
        UserFacingError: if there is nothing to undo.
    """
    return (yield from preview_undo(store_folders(workspace), options.id, token=token))


def list_history(
    workspace: Workspace, _options: WorkspaceOptions, token: CancelToken
) -> Job[History]:
    """Quarantines and journal of every store, as a document."""
    token.check()
    yield from ()
    return read_history(store_folders(workspace))


def empty(
    workspace: Workspace, options: EmptyOptions, token: CancelToken
) -> Job[EmptiedReport]:
    """Delete what lies in quarantine for good."""
    return empty_quarantines(store_folders(workspace), options.ids, token=token)


def _selection(file: str | None) -> npt.NDArray[np.bool_] | None:
    """The ticks a window saved, None for the plan's own."""
    if file is None:
        return None
    return np.asarray(np.load(file, allow_pickle=False), dtype=np.bool_)


EXPORT_PLAN = Request(ExportPlanOptions, export_plan)
UNDO = Request(UndoOptions, undo)
SHOW_UNDO = Request(UndoOptions, show_undo)
HISTORY = Request(WorkspaceOptions, list_history)
EMPTY = Request(EmptyOptions, empty)
