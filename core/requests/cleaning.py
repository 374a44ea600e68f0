"""Applying a saved plan, undoing it, and what lies in quarantine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from larder.core.clean.apply import apply_clean
from larder.core.clean.plan_document import load_plan, save_plan
from larder.core.clean.quarantine.undo import (
    UndoReport,
    empty_quarantines,
    history_document,
    undo_clean,
    undo_document,
)
from larder.core.clean.report import CleanReport
from larder.core.jobs import CancelToken, Job
from larder.core.requests.opening import opened
from larder.core.requests.options import (
    ApplyOptions,
    DocumentAnswer,
    EmptyOptions,
    ExportPlanOptions,
    HistoryOptions,
    UndoOptions,
    WorkspaceOptions,
)
from larder.core.requests.surveying import encoded


def apply_plan(options: ApplyOptions, token: CancelToken) -> Job[CleanReport]:
    """Apply a plan from its file.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if the plan may not be applied now.
        WorkspaceError: if the plan cannot be read or the selection is not of this plan.
    """
    return (yield from apply_clean(
        load_plan(Path(options.plan)), selected=_selection(options.selected),
        delete=options.delete, even_if_busy=options.even_if_busy, token=token))


def answer_export_plan(options: ExportPlanOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """Write a plan with other ticks, for a window.

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
    return DocumentAnswer(document=encoded({"plan": options.to, "files": chosen}))


def undone(options: UndoOptions, token: CancelToken) -> Job[UndoReport]:
    """Undo a clean in every store of the workspace that it cleaned.

    Raises:
        UserFacingError: if there is nothing to undo.
    """
    return (yield from undo_clean(
        store_folders(options), options.id, even_if_busy=options.even_if_busy, token=token))


def answer_undo(options: UndoOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """Undo for a window."""
    report = yield from undone(options, token)
    return DocumentAnswer(document=encoded(undo_document(report)))


def history(options: WorkspaceOptions) -> dict[str, Any]:
    """Quarantines and journal of every store, as a document."""
    return history_document(store_folders(options))


def answer_history(options: HistoryOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """History for a window."""
    token.check()
    yield from ()
    return DocumentAnswer(document=encoded(history(options)))


def answer_empty(options: EmptyOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """Empty quarantines for a window."""
    report = yield from empty_quarantines(store_folders(options), options.ids, token=token)
    return DocumentAnswer(document=encoded(report))


def _selection(file: str | None) -> npt.NDArray[np.bool_] | None:
    """The ticks a window saved, None for the plan's own."""
    if file is None:
        return None
    return np.asarray(np.load(file, allow_pickle=False), dtype=np.bool_)


def store_folders(options: WorkspaceOptions) -> list[Path]:
    """Folders of the workspace's stores that are there."""
    return [location.path for location in opened(options).stores if location.exists]
