"""A saved plan of the released layout is built as it is listed, and undone by its folders."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.released_building import (
    PATH,
    add_concept,
    add_one,
    assert_served_right,
    build_released,
    cats,
    delete_one,
    edit_caption,
    files_of,
    let_train,
)

Larder = Callable[..., Any]


@pytest.fixture
def built(tmp_path: Path) -> BuildWorkspace:
    """Six pictures with captions, built."""
    workspace = cats(tmp_path / "work")
    build_released(workspace)
    return workspace


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    return tmp_path / "plan.json"


def save(larder: Larder, workspace: BuildWorkspace, plan: Path, *more: object) -> None:
    assert larder("plan", "build", workspace.config_path, "--out", plan, *more).code == 0


def apply(larder: Larder, plan: Path) -> Any:
    return larder("apply", plan, "--even-if-busy", "--json")


def contents_of(workspace: BuildWorkspace) -> dict[str, bytes]:
    """Everything that the trainer reads."""
    return {name: (workspace.root / name).read_bytes() for name in files_of(workspace)}


def test_a_first_build_is_done_from_its_saved_plan(
        larder: Larder, tmp_path: Path, plan: Path) -> None:
    workspace = cats(tmp_path / "work")
    save(larder, workspace, plan, "--layout", "released")

    ran = apply(larder, plan)

    assert (ran.code, ran.document["encoded"]) == (0, 12)
    assert_served_right(workspace)


def test_a_change_is_built_from_its_saved_plan_and_undone(
        larder: Larder, built: BuildWorkspace, plan: Path) -> None:
    before = contents_of(built)
    delete_one(built)
    add_one(built)
    save(larder, built, plan)
    (folder,) = json.loads(plan.read_bytes())["stores"][0]["folders"]
    assert [folder[fate] for fate in ("stays", "moves", "encodes", "goes")] == [4, 1, 1, 1]

    ran = apply(larder, plan)

    assert (ran.code, ran.document["encoded"], ran.document["changed"]) == (0, 2, [])
    assert_served_right(built)
    assert larder("undo", built.config_path, "--even-if-busy").code == 0
    assert contents_of(built) == before
    assert "Only an undo that names its id" in larder("survey", built.config_path).out
    again = larder("undo", built.config_path).out
    assert again.startswith("The build has already been undone.")
    identity = again.rsplit(maxsplit=1)[-1].rstrip(".")
    assert larder("undo", built.config_path, identity, "--even-if-busy").code == 0
    assert_served_right(built)
    assert "Undo restores" in larder("survey", built.config_path).out


def test_a_takeover_is_done_from_its_saved_plan(
        larder: Larder, tmp_path: Path, plan: Path) -> None:
    trained = let_train(cats(tmp_path / "work"))
    before = files_of(trained)
    save(larder, trained, plan)

    ran = apply(larder, plan)

    assert (ran.code, ran.document["encoded"]) == (0, 0)
    assert files_of(trained) == before
    assert larder("plan", "build", trained.config_path, "--json").document["stores"] == []


def test_a_group_that_changed_since_stays_and_another_is_built(
        larder: Larder, built: BuildWorkspace, plan: Path) -> None:
    add_concept(built, "dogs")
    built.add_picture("data/dogs/0.png", caption="a dog")
    delete_one(built)
    save(larder, built, plan)
    before = files_of(built)
    (built.root / PATH / "5.png").unlink()

    ran = apply(larder, plan)

    assert (ran.code, ran.document["encoded"]) == (1, 2)
    assert {left["why"] for left in ran.document["changed"]} == {
        "What it has to contain changed after the plan was made."}
    assert before.items() <= files_of(built).items()
    assert build_released(built).encoders.encoded == 0
    assert_served_right(built)


def test_a_caption_edited_since_leaves_the_pictures_of_its_group_too(
        larder: Larder, built: BuildWorkspace, plan: Path) -> None:
    edit_caption(built)
    delete_one(built)
    save(larder, built, plan)
    before = files_of(built)
    built.age(built.write_caption(f"{PATH}/3.txt", "edited once more"), by_ns=77)

    ran = apply(larder, plan)

    assert (ran.code, ran.document["encoded"]) == (1, 0)
    assert {left["source"]: left["why"] for left in ran.document["changed"]} == {
        f"{PATH}/3.txt": "It changed after the plan was made."}
    assert files_of(built) == before


def test_a_plan_that_was_built_already_finds_nothing_to_do(
        larder: Larder, built: BuildWorkspace, plan: Path) -> None:
    delete_one(built)
    save(larder, built, plan)
    assert apply(larder, plan).code == 0
    before = files_of(built)

    ran = apply(larder, plan)

    assert ran.document["encoded"] == 0
    assert files_of(built) == before


def test_what_stays_as_it_is_is_not_said_to_be_left_to_the_trainer(
        larder: Larder, built: BuildWorkspace) -> None:
    add_one(built)
    (built.root / PATH / "3.txt").unlink()
    (built.root / PATH / "3.txt").symlink_to("3.txt")

    ran = larder("plan", "build", built.config_path)

    assert ran.code == 0
    assert "text: 7 samples are not rebuilt. A group is written whole, and " in ran.out
    assert "image: 7 samples are not rebuilt. Pictures and captions are written " in ran.out
    assert f"{PATH}/3.txt  It cannot be read: " in ran.out
    assert "left to the trainer" not in ran.out
