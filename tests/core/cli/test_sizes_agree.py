"""One size for what a build put aside: in the list, in the undo's report and in the journal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.quantities import size_text
from tests.support.building import BuildWorkspace

Larder = Callable[..., Any]


@pytest.fixture
def rebuilt(larder: Larder, tmp_path: Path) -> BuildWorkspace:
    """A released cache that a build put together again after a picture was deleted."""
    work = BuildWorkspace(tmp_path / "work")
    cats = work.add_concept()
    for number in range(5):
        work.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    work.write()
    assert larder("build", work.config_path, "--layout", "released", "--apply").code == 0
    for ending in (".png", ".txt"):
        (work.root / cats / f"3{ending}").unlink()
    assert larder("build", work.config_path, "--apply", "--even-if-busy").code == 0
    return work


def in_quarantine(work: BuildWorkspace) -> int:
    return sum(path.stat().st_size for store in ("image", "text")
               for path in (work.store(store) / ".larder" / "quarantine").glob("*/files/**/*")
               if path.is_file())


def test_what_a_build_put_aside_has_one_size_everywhere(
    larder: Larder, rebuilt: BuildWorkspace
) -> None:
    size = in_quarantine(rebuilt)
    assert size > 20_000  # most of it is the same bytes as in the present cache
    listed = larder("quarantine", rebuilt.config_path, "list", "--csv").out.splitlines()
    at = listed[0].split(",").index("size_bytes")
    assert sum(int(row.split(",")[at]) for row in listed[1:]) == size
    undone = larder("undo", rebuilt.config_path, "--even-if-busy")
    assert f"({size_text(size)})" in undone.out
    noted = [json.loads(line) for store in ("image", "text")
             for line in (rebuilt.store(store) / ".larder" / "journal.jsonl").read_text(
                 "utf-8").splitlines()]
    assert sum(line["bytes"] for line in noted if line["action"] == "restored") == size
    back = in_quarantine(rebuilt)
    listed = larder("quarantine", rebuilt.config_path, "list", "--csv").out.splitlines()
    assert sum(int(row.split(",")[at]) for row in listed[1:]) == back > 20_000


def test_the_list_says_what_of_it_emptying_frees(
    larder: Larder, rebuilt: BuildWorkspace
) -> None:
    told = larder("quarantine", rebuilt.config_path, "list").out
    assert "of these files are linked elsewhere" in told
    survey = larder("survey", rebuilt.config_path).out
    assert "emptying deletes it for good and frees that much." in survey
