"""Findings of a build about sources, for the next survey of its workspace.

Derived memory in the user's cache folder, deleted once it was read: paths of sources that it could
not use, or whose masks seem to hide everything, which the survey opens; and of pictures, masks and
captions that it read whole, which count as opened while they are unchanged.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from larder.core.files.derived import recall, remember, remember_members
from larder.core.keys.content_hash import hash_text
from larder.core.settings import cache_home
from larder.core.survey.checks.opened_files import FOLDER
from larder.core.workspace.open_workspace import Workspace

Noted = TypeVar("Noted")

ReadSources = Mapping[str, tuple[int, int, int]]
"""Source as it is spelled -> its size, its mtime_ns, and when the build that read it began, ns."""


def note_suspects(workspace: Workspace, paths: Collection[str]) -> None:
    """Note sources, as they are spelled, for the next survey of a workspace."""
    if paths:
        path = _place(workspace)
        _write(path, sorted({*paths, *(recall(path, list[str]) or ())}))


def take_suspects(workspace: Workspace) -> frozenset[str]:
    """Return the sources that builds of a workspace could not use, and forget them."""
    return frozenset(_take(_place(workspace), list[str]) or ())


def note_read(
    workspace: Workspace, sources: Iterator[tuple[str, tuple[int, int, int]]]
) -> None:
    """Note sources that a build read whole and found nothing wrong with; see `ReadSources`."""
    first = next(sources, None)
    if first is not None:
        path = _place(workspace, "-read")
        before = recall(path, dict[str, tuple[int, int, int]]) or {}
        with suppress(OSError):  # as in `_write`
            path.parent.mkdir(parents=True, exist_ok=True)
            remember_members(path, itertools.chain(before.items(), [first], sources))


def take_read(workspace: Workspace) -> ReadSources:
    """Return the sources that builds of a workspace read whole, and forget them."""
    return _take(_place(workspace, "-read"), dict[str, tuple[int, int, int]]) or {}


def _write(path: Path, noted: object) -> None:
    with suppress(OSError):  # derived: what cannot be kept is found out again
        path.parent.mkdir(parents=True, exist_ok=True)
        remember(path, noted)


def _take(path: Path, kind: type[Noted]) -> Noted | None:
    noted = recall(path, kind)
    if noted is not None:
        with suppress(OSError):  # then it is looked at once more
            path.unlink()
    return noted


def _place(workspace: Workspace, ending: str = "") -> Path:
    return cache_home() / FOLDER / f"{hash_text(str(workspace.opened))}{ending}.json"
