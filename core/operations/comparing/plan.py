"""What a change of settings would cost: a row per setting and store, nothing written.

Each setting that differs is judged alone, on the workspace as it would be with only that changed,
by the same survey that judges the workspace; then all of them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from larder.core.errors import WorkspaceError
from larder.core.jobs import CancelToken, Job
from larder.core.operations.comparing.judge import ChangeJudge
from larder.core.operations.comparing.rows import ChangeRow, Invalidates, row_document
from larder.core.operations.comparing.settings import SettingChange, compare_settings
from larder.core.operations.surveying.survey import survey
from larder.core.workspace.concepts import Concept
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import Workspace

SCHEMA: Final = "larder.diff/1"

EVERYTHING: Final = "everything"
"""Setting under which the totals are told."""


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """The cost of another config.

    Attributes:
        workspace: as it is.
        other: what it was compared with, as the user named it.
        rows: per setting and store, what invalidates something first.
        totals: everything at once, one row per store; a sample counts once.
    """

    workspace: Workspace
    other: str
    rows: tuple[ChangeRow, ...]
    totals: tuple[ChangeRow, ...]


def plan_change(
    workspace: Workspace,
    other: TrainerConfig,
    concepts: Sequence[Concept],
    *,
    named: str,
    token: CancelToken,
) -> Job[ChangePlan]:
    """Compare a workspace with another config.

    Args:
        workspace: with a config.
        other: the other config.
        concepts: its concepts.
        named: the other config as the user named it.
        token: checked by the surveys.

    Raises:
        WorkspaceError: if the workspace has no config, or a setting has no meaning.
        JobCancelled: if the token was cancelled.
    """
    if workspace.config is None:
        raise WorkspaceError(
            "Without a config there is nothing to compare with.", "Add it with --config.")
    compared = compare_settings(workspace, workspace.config, other, concepts)
    report = yield from survey(compared.before, token=token)
    judge = ChangeJudge(compared.before, report, token)
    rows = yield from judge.rows(compared.changes)
    whole = SettingChange(EVERYTHING, None, "", "", compared.after)
    totals = yield from judge.rows([whole])
    return ChangePlan(
        workspace=workspace, other=named,
        rows=tuple(sorted(rows, key=lambda row: row.invalidates is Invalidates.NOTHING)),
        totals=tuple(row for row in totals if row.invalidates is not Invalidates.NOTHING))


def change_document(plan: ChangePlan) -> dict[str, Any]:
    """A plan as `larder.diff/1`."""
    workspace = plan.workspace
    return {
        "schema": SCHEMA, "config": str(workspace.config_path or workspace.opened),
        "with": plan.other, "rows": [row_document(row) for row in plan.rows],
        "totals": [row_document(row) for row in plan.totals]}
