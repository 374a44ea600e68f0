"""What a change of settings would cost: a row per setting and store, nothing written.

Each setting that differs is judged alone, on the workspace as it would be with only that changed,
by the same survey that judges the workspace; then all of them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from larder.core.build.plan import BuildPlan
from larder.core.build.planning import build_plan, can_be_built
from larder.core.build.rates import RatesOf, nothing_known
from larder.core.compare.judge import ChangeJudge
from larder.core.compare.rows import ChangeRow, Invalidates, row_document
from larder.core.compare.settings import SettingChange, compare_settings
from larder.core.errors import WorkspaceError
from larder.core.jobs import CancelToken, Job
from larder.core.survey.survey import survey
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
        build: what a build with the other config does, None where Larder does not build it.
        doubted: (store id, source) of payloads that look good and are made otherwise; such a build
            has to be told of them.
    """

    workspace: Workspace
    other: str
    rows: tuple[ChangeRow, ...]
    totals: tuple[ChangeRow, ...]
    build: BuildPlan | None = None
    doubted: tuple[tuple[str, str], ...] = ()

    @property
    def built_anyway(self) -> int:
        """Payloads of such a build that are missing or stale already."""
        if self.build is None:
            return 0
        return max(self.build.payloads - sum(row.payloads for row in self.totals), 0)


def plan_change(
    workspace: Workspace,
    other: TrainerConfig,
    concepts: Sequence[Concept],
    *,
    named: str,
    rates_of: RatesOf = nothing_known,
    chosen: Sequence[Path] | None = None,
    token: CancelToken,
) -> Job[ChangePlan]:
    """Compare a workspace with another config.

    Args:
        workspace: with a config.
        other: the other config.
        concepts: its concepts.
        named: the other config as the user named it.
        rates_of: what is known of the pace of each of its encoders.
        chosen: models that the user chose in place of the configs', None for none.
        token: checked by the surveys.

    Raises:
        WorkspaceError: if the workspace has no config, or a setting has no meaning.
        JobCancelled: if the token was cancelled.
    """
    if workspace.config is None:
        raise WorkspaceError(
            "Without a config there is nothing to compare with.", "Add it with --config.")
    compared = compare_settings(workspace, workspace.config, other, concepts)
    report = yield from survey(compared.before, chosen=chosen, token=token)
    judge = ChangeJudge(compared.before, report, rates_of, token)
    rows = yield from judge.rows(compared.changes)
    whole = yield from judge.whole(SettingChange(EVERYTHING, None, "", "", compared.after))
    build: BuildPlan | None = None
    if any(can_be_built(compared.after, store.location) for store in whole.report.stores):
        build = yield from build_plan(
            whole.report, doubted=whole.doubted, rates_of=rates_of, token=token)
    return ChangePlan(
        workspace=workspace, other=named,
        rows=tuple(sorted(rows, key=lambda row: row.invalidates is Invalidates.NOTHING)),
        totals=tuple(row for row in whole.rows if row.invalidates is not Invalidates.NOTHING),
        build=build, doubted=whole.doubted)


def change_document(plan: ChangePlan, *, with_doubted: bool = False) -> dict[str, Any]:
    """A plan as `larder.diff/1`.

    Args:
        plan: the comparison.
        with_doubted: list the sources that a build with the other config has to be told of.
    """
    workspace, build = plan.workspace, plan.build
    document: dict[str, Any] = {
        "schema": SCHEMA, "config": str(workspace.config_path or workspace.opened),
        "with": plan.other, "rows": [row_document(row) for row in plan.rows],
        "totals": [row_document(row) for row in plan.totals],
        "build": None if build is None else {
            "entries": build.entries, "payloads": build.payloads, "bytes": build.bytes,
            "seconds": build.seconds, "built_anyway": plan.built_anyway,
            "doubted": len(plan.doubted)}}
    return {**document, "doubted": list(plan.doubted)} if with_doubted else document
