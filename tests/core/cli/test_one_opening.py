"""A verb opens its workspace once, and reads an index no oftener than its checks need.

Calls are counted, not time: of the workspace, and of the system's `open` for an index's file.
"""

from __future__ import annotations

import builtins
import io
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from larder.core.workspace import open_workspace as opening
from tests.core.cli.conftest import Ran
from tests.support.fixtures import CONFIG


@pytest.fixture
def index_reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One path for each time an image store's index is opened for reading.

    No audit hook: no interpreter takes it off again, and all tests after it would call it.
    """
    heard: list[str] = []

    def hear(module: ModuleType) -> None:
        opens = module.open

        def open_and_note(path: Any, mode: Any = "r", *rest: Any, **named: Any) -> Any:
            if isinstance(path, str | os.PathLike):
                opened = os.fspath(path)
                if opened.endswith(os.path.join("image", "cache.json")) and (
                        isinstance(mode, int) or "r" in mode):
                    heard.append(opened)
            return opens(path, mode, *rest, **named)

        monkeypatch.setattr(module, "open", open_and_note)

    for module in (os, io, builtins):
        hear(module)
    return heard


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """One path for each time a workspace is opened."""
    opened: list[Path] = []
    given = opening._Given

    def noting(**fields: Any) -> Any:
        opened.append(fields["root"])
        return given(**fields)

    monkeypatch.setattr(opening, "_Given", noting)
    return opened


BUSY = "--even-if-busy"


@pytest.mark.parametrize(("words", "most_openings", "most_reads"), [
    # Opening looks at the head of the index to know how its paths are spelled; a survey decodes it.
    # Where something is out of date, it plans the build that is due once.
    (["survey"], 1, 3),
    (["clean"], 1, 2),
    (["plan", "clean"], 1, 2),
    (["plan", "build"], 1, 3),
    (["dups"], 1, 2),
    (["stats"], 1, 2),
    (["clear"], 1, 2),
    # The other config.
    (["diff", "--with", CONFIG], 2, 4),
    # A write reads the rows it drops or dates, and compares what it wrote.
    (["touch", "--apply", BUSY], 1, 4),
    (["readopt", "--apply", BUSY], 1, 4),
    # A plan is carried out in the workspace as it is then, which is opened again.
    # What an undo needs is a patch against the index that the clean left, so that is read, too.
    (["clean", "--apply", BUSY], 2, 7),
])
def test_a_verb_opens_its_workspace_once(
    fixture_workspace: Callable[[str], Path], larder: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch, openings: list[Path], index_reads: list[str],
    words: list[str], most_openings: int, most_reads: int,
) -> None:
    monkeypatch.chdir(fixture_workspace("sdxl_drifted"))
    index_reads.clear()  # those of copying
    verb = words[:2] if words[0] == "plan" else words[:1]
    ran = larder(*verb, CONFIG, *words[len(verb):])
    assert ran.code in (0, 1), ran
    assert len(openings) <= most_openings
    assert 0 < len(index_reads) <= most_reads
