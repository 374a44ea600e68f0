"""An undo without an id takes what was applied last, or says why it takes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace

CONFIG = "training_presets/config.json"

Larder = Callable[..., Any]


@pytest.fixture
def cleaned(larder: Larder, fixture_workspace: Callable[[str], Path]) -> Path:
    """A config whose caches were cleaned."""
    config = fixture_workspace("sdxl_drifted") / CONFIG
    larder("readopt", config, "--apply", "--even-if-busy")
    larder("touch", config, "--apply", "--even-if-busy")
    assert larder("clean", config, "--apply", "--even-if-busy").code == 0
    return config


@pytest.mark.parametrize(("words", "operation"), [
    (("touch",), "touch"), (("readopt",), "readopt"), (("clean",), "clean")])
def test_what_was_applied_and_did_nothing_keeps_an_undo_from_an_older_clean(
    larder: Larder, cleaned: Path, words: tuple[str, ...], operation: str,
) -> None:
    ran = larder(words[0], cleaned, *words[1:], "--apply", "--even-if-busy")
    assert ran.code == 0, ran.err
    undone = larder("undo", cleaned, "--even-if-busy").out
    assert undone.startswith(f"The last {operation} "), undone
    assert "nothing" in undone
    assert "To undo the clean before it too, give its id" in undone


def test_an_undo_says_what_it_undid_and_when_that_was_done(
    larder: Larder, cleaned: Path
) -> None:
    (row, *_) = [line for line in larder("quarantine", cleaned, "list").out.splitlines()
                 if line[:1].isdigit()]
    made = row.split()[1:3]
    undone = larder("undo", cleaned, "--even-if-busy").out
    assert undone.startswith(f"Undid the clean of {made[0]} {made[1][:5]}: restored ")


def test_a_build_that_replaced_no_folder_keeps_an_undo_from_an_older_clean(
    larder: Larder, tmp_path: Path
) -> None:
    work = BuildWorkspace(tmp_path / "work")
    cats = work.add_concept()
    for number in range(3):
        work.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    config = work.write()
    assert larder("build", config, "--apply", "--even-if-busy").code == 0
    (work.root / cats / "0.png").unlink()
    assert larder("clean", config, "--apply", "--even-if-busy").code == 0
    work.add_picture(f"{cats}/new.png", caption="new")
    for operation in ("cannot be undone", "changed nothing"):
        assert larder("build", config, "--apply", "--even-if-busy").code == 0
        undone = larder("undo", config, "--even-if-busy").out
        assert undone.startswith("The last build"), undone
        assert operation in undone
        assert "give its id" in undone
