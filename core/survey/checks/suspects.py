"""Sources that a build could not use: the next survey opens them, and says what is wrong with them.

Derived memory in the user's cache folder: one list of paths per workspace, gone once it was read.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from larder.core.files.derived import recall, remember
from larder.core.keys.content_hash import hash_text
from larder.core.settings import cache_home
from larder.core.survey.checks.opened_files import FOLDER
from larder.core.workspace.open_workspace import Workspace


def note_suspects(workspace: Workspace, paths: Collection[str]) -> None:
    """Note sources, as they are spelled, for the next survey of a workspace."""
    if paths:
        path = _place(workspace)
        path.parent.mkdir(parents=True, exist_ok=True)
        remember(path, sorted({*paths, *(recall(path, list[str]) or ())}))


def take_suspects(workspace: Workspace) -> frozenset[str]:
    """What was noted of a workspace, which is forgotten with that."""
    path = _place(workspace)
    noted = recall(path, list[str]) or []
    if noted:
        with suppress(OSError):  # then they are opened once more
            path.unlink()
    return frozenset(noted)


def _place(workspace: Workspace) -> Path:
    return cache_home() / FOLDER / f"{hash_text(str(workspace.opened))}.json"
