"""Only a caption file that was there can have been deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace

Larder = Callable[..., Any]


def built(larder: Larder, folder: Path, layout: str) -> BuildWorkspace:
    """Four pictures are cached; `never.png` has no caption file, and never had one."""
    work = BuildWorkspace(folder)
    cats = work.add_concept()
    for number in range(3):
        work.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    work.add_picture(f"{cats}/never.png", caption=None)
    work.write()
    ran = larder("build", work.config_path, "--layout", layout, "--apply")
    assert ran.code == 0, ran.err
    return work


@pytest.mark.parametrize("layout", ["cache.json", "released"])
def test_a_picture_that_never_had_a_caption_is_not_said_to_have_lost_one(
    larder: Larder, tmp_path: Path, layout: str
) -> None:
    work = built(larder, tmp_path / "work", layout)
    told = larder("survey", work.config_path).out
    assert "No caption file" in told
    assert "File deleted" not in told
    assert "gone;" not in told


@pytest.mark.parametrize(("layout", "said"), [
    ("cache.json", "File deleted (source-missing): 1\n    data/cats/1.txt  The file no longer "),
    ("released", "data/cats/1.txt  1.txt is gone; what was in it is still cached")])
def test_a_caption_that_was_cached_and_is_gone_is_said_to_be(
    larder: Larder, tmp_path: Path, layout: str, said: str
) -> None:
    work = built(larder, tmp_path / "work", layout)
    (work.root / "data/cats/1.txt").unlink()
    told = larder("survey", work.config_path, "--all").out
    assert said in told, told
    assert "Edited after it was cached" not in told


def test_the_entry_of_a_renamed_file_is_not_said_to_be_of_a_deleted_one(
    larder: Larder, tmp_path: Path
) -> None:
    work = built(larder, tmp_path / "work", "cache.json")
    (work.root / "data/cats/1.png").rename(work.root / "data/cats/one.png")
    told = larder("survey", work.config_path).out
    assert "Renamed (source-missing): 1\n    data/cats/1.png  Renamed or moved: " in told, told
