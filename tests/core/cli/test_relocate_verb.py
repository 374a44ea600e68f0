"""`larder relocate`: a moved folder's entries get its new path."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.indexed_cache import IndexedWorkspace

Larder = Callable[..., Any]


@pytest.fixture
def moved(tmp_path: Path) -> IndexedWorkspace:
    made = IndexedWorkspace(tmp_path / "ws")
    cats = made.add_concept()
    for number in range(2):
        made.add_picture(f"{cats}/{number}.png", caption="a cat")
    made.write()
    (made.root / cats).rename(made.root / "data/kittens")
    (made.root / "data/kittens/1.png").write_bytes(b"edited")
    return made


def last_good_copy(said: str) -> str:
    """The sentence about a first `cache.json.bak`, of whatever size it is."""
    return re.search(r"The backup copy of the index grows by [\d.]+ KiB\.", said)[0]


def test_it_says_where_the_folder_is_what_matches_and_what_would_be_renamed(
    larder: Larder, moved: IndexedWorkspace,
) -> None:
    ran = larder("relocate", moved.config_path, "data/cats")
    new = moved.root / "data/kittens"
    assert (ran.code, ran.out.splitlines()) == (0, [
        f"It may now be {new}.",
        "image: data/kittens/1.png  different content",
        "data/cats -> data/kittens: 3 of 4 compared files are the same.",
        "The concept data/cats still names the old folder; change it in OneTrainer.",
        f"4 entries would get the new path (--apply does it). {last_good_copy(ran.out)}"])
    assert larder("relocate", moved.config_path, "data/cats", "--json").document["matching"] == 3


@pytest.mark.parametrize("named", [("data/cats", "data/kittens"), ("data/cats",), ()])
def test_applied_it_is_undone_by_undo(
    larder: Larder, moved: IndexedWorkspace, named: tuple[str, ...]
) -> None:
    """An applied relocation is undone by `undo`.

    Where no folder is named, it applies what a plan shows.

    Where no folder is named, it applies what a plan shows.
    """
    before = (moved.store() / "cache.json").read_bytes()
    places = [named[0], moved.root / named[1]] if len(named) > 1 else [*named]
    ran = larder("relocate", moved.config_path, *places, "--apply")
    assert ran.out == (
        f"Updated the paths of 4 entries. `larder undo` restores the old ones. "
        f"{last_good_copy(ran.out)}\n")
    assert set(moved.index()["entries"]) == {"data/kittens/0.png", "data/kittens/1.png"}
    assert larder("undo", moved.config_path).code == 0
    assert (moved.store() / "cache.json").read_bytes() == before


def test_of_several_folders_that_may_be_it_none_is_taken(
    larder: Larder, moved: IndexedWorkspace
) -> None:
    shutil.copytree(moved.root / "data/kittens", moved.root / "data/lions")
    before = moved.index()
    ran = larder("relocate", moved.config_path, "--apply")
    assert ran.code == 2
    assert ran.err.startswith("Several folders may be data/cats: ")
    assert moved.index() == before


def test_a_folder_that_nothing_lies_in_and_one_that_is_not_there_are_said_so(
    larder: Larder, moved: IndexedWorkspace,
) -> None:
    for form in ((), ("--apply",), ("--json",), ("--apply", "--json")):
        ran = larder(
            "relocate", moved.config_path, "data/dogs", moved.root / "data/kittens", *form)
        assert (ran.code, ran.out) == (2, ""), form
        assert ran.err.startswith("No entry is in data/dogs.")
    nowhere = larder("relocate", moved.config_path, "data/cats", moved.root / "data/none")
    assert (nowhere.code, "does not exist" in nowhere.err) == (2, True)


@pytest.mark.parametrize("detour", ["", "/../cats/"])
def test_an_absolute_folder_is_the_one_that_relative_entries_lie_in(
    larder: Larder, moved: IndexedWorkspace, detour: str
) -> None:
    old = f"{moved.root}/data/cats{detour}"
    planned = larder("relocate", moved.config_path, old)
    assert f"It may now be {moved.root}/data/kittens." in planned.out
    assert "4 entries would get the new path" in planned.out
    ran = larder("relocate", moved.config_path, old, moved.root / "data/kittens", "--apply")
    assert ran.out == (
        f"Updated the paths of 4 entries. `larder undo` restores the old ones. "
        f"{last_good_copy(ran.out)}\n")
    assert set(moved.index()["entries"]) == {"data/kittens/0.png", "data/kittens/1.png"}


def test_a_relative_folder_is_the_one_that_absolute_entries_lie_in(
    larder: Larder, tmp_path: Path
) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    cats = made.add_concept(path=str(tmp_path / "ws/data/cats"))
    made.add_picture(f"{cats}/0.png", caption="a cat")
    made.write()
    (tmp_path / "ws/data/cats").rename(tmp_path / "ws/data/kittens")
    ran = larder("relocate", made.config_path, "data/cats", tmp_path / "ws/data/kittens", "--apply")
    assert ran.out == (
        f"Updated the paths of 2 entries. `larder undo` restores the old ones. "
        f"{last_good_copy(ran.out)}\n")
    assert set(made.index()["entries"]) == {str(tmp_path / "ws/data/kittens/0.png")}


def test_a_survey_of_a_folder_renamed_in_the_concept_too_says_what_is_so_and_offers_relocate(
    larder: Larder, moved: IndexedWorkspace
) -> None:
    lions = moved.add_concept("lions")
    moved.add_picture(f"{lions}/0.png", caption="a lion")
    moved.concepts[0]["path"] = "data/kittens"
    moved.write()
    said = larder("survey", moved.config_path).out
    assert "The folder data no longer contains the folder of these files" in said
    assert "holds none of its indexed files" not in said
    assert "larder relocate: find the new place of its folder" in said
