"""The blocks of commands on the pages for users, run as they are printed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.fixtures import CACHES, CONFIG, copy_workspace
from tests.support.pages import blocks

BLOCKS = [block for block in blocks("sh") if block.startswith("larder ")]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[1])
def test_every_block_of_commands_runs(
    block: str, known_workspace: Callable[[str], Path], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, larder: Callable[..., Any],
) -> None:
    """On a cache of which nothing is missing; `check` leaves with 1 because of what it finds."""
    workspace = copy_workspace(known_workspace("sdxl_clean").parents[1], tmp_path / "workspace")
    monkeypatch.chdir(tmp_path)
    if block.startswith("larder import"):
        assert larder("export", workspace / CONFIG, "travel.zip", "--apply").code == 0
        shutil.rmtree(workspace / CACHES)
    for line in block.splitlines():
        words = [workspace / CONFIG if word == "W" else word for word in line.split()[1:]]
        ran = larder(*words)
        assert ran.code == (1 if words[0] == "check" else 0), (line, ran.out, ran.err)
