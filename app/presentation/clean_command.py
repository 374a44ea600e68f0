"""The `larder` command that does what the Clean dialog would do."""

from __future__ import annotations

from collections.abc import Sequence

from larder.app.presentation.shell_text import AS_IT_RUNS, joined, workspace_words
from larder.app.presentation.shown_names import ShownNames
from larder.core.requests.options import WorkspaceOptions

EXPORTED_NAME = "plan.json"
"""Stands for the exported plan until there is one."""


def clean_command(
    options: WorkspaceOptions, *, depth: str, delete: bool, even_if_busy: bool,
    names: ShownNames = AS_IT_RUNS,
) -> str:
    """Plans anew and applies what the plan preselects.

    Args:
        options: the workspace, with the folders that were declared gone.
        depth: how closely the plan looked.
        delete: whether the space is freed at once.
        even_if_busy: whether it goes on although a trainer seems to be at work.
        names: how names are written.
    """
    words = ["larder", "clean", *workspace_words(options, names)]
    for folder in options.gone:
        words += ["--gone", names.folder(folder)]
    if depth != "stat":
        words += ["--depth", depth]
    switches = _switches(delete=delete, even_if_busy=even_if_busy)
    return joined([*words, *switches, "--apply"])


def apply_command(
    plan: str, *, delete: bool, even_if_busy: bool, names: ShownNames = AS_IT_RUNS,
) -> str:
    """Applies an exported plan: exactly its ticks."""
    switches = _switches(delete=delete, even_if_busy=even_if_busy)
    shown = plan if plan == EXPORTED_NAME else names.path(plan)
    return joined(["larder", "apply", shown, *switches])


def readopt_command(
    options: WorkspaceOptions, *, even_if_busy: bool, names: ShownNames = AS_IT_RUNS,
) -> str:
    """Gives payloads that were matched again by content their entries back."""
    switches = _switches(delete=False, even_if_busy=even_if_busy)
    return joined(["larder", "readopt", *workspace_words(options, names), *switches, "--apply"])


def _switches(*, delete: bool, even_if_busy: bool) -> Sequence[str]:
    return [flag for flag, on in (("--delete", delete), ("--even-if-busy", even_if_busy)) if on]
