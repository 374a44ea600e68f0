"""Causes of mixed-up files in a released cache are named, not only the mix-up itself."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from larder.core.survey.report import Depth, StoreSurvey
from tests.support.building import BuildWorkspace
from tests.support.released_building import (
    PATH,
    add_one,
    build_released,
    cats,
    delete_one,
    let_train,
    rename_one,
)
from tests.support.surveying import run_survey, store_of


def survey(workspace: BuildWorkspace, store: str = "image", **options: Depth) -> StoreSurvey:
    return store_of(run_survey(workspace.config_path, **options), store)


@pytest.fixture
def built(tmp_path: Path) -> BuildWorkspace:
    workspace = cats(tmp_path)
    build_released(workspace)
    return workspace


@pytest.fixture
def trained(tmp_path: Path) -> BuildWorkspace:
    return let_train(cats(tmp_path))


@pytest.mark.parametrize("name", ["built", "trained"])
@pytest.mark.parametrize(("store", "what"), [("image", "picture"), ("text", "caption")])
def test_an_added_picture_is_named(
    name: str, store: str, what: str, request: pytest.FixtureRequest
) -> None:
    workspace: BuildWorkspace = request.getfixturevalue(name)
    assert survey(workspace, store).mixed_up_by == ()
    add_one(workspace)
    (cause,) = survey(workspace, store).mixed_up_by
    assert (cause.added, cause.removed, cause.renamed) == ((f"{PATH}/00.png",), (), ())
    assert cause.text == (
        f"You added 00.png: {cause.entries} pictures after it would be trained with the wrong "
        f"{what}.")
    assert cause.entries >= 5


def test_a_removed_and_a_renamed_picture_are_named(built: BuildWorkspace) -> None:
    rename_one(built)
    (cause,) = survey(built).mixed_up_by
    assert cause.renamed == ((f"{PATH}/1.png", f"{PATH}/9.png"),)
    assert cause.text.startswith("You renamed 1.png to 9.png: ")
    build_released(built)
    assert survey(built).mixed_up_by == ()
    delete_one(built)
    (cause,) = survey(built).mixed_up_by
    assert cause.removed == (f"{PATH}/2.png",)
    assert cause.text.startswith("You removed 2.png: ")


def test_a_caption_renamed_with_its_picture_is_named_so(built: BuildWorkspace) -> None:
    rename_one(built)
    (cause,) = survey(built, "text").mixed_up_by
    assert cause.renamed == ((f"{PATH}/1.png", f"{PATH}/9.png"),)
    assert cause.text.startswith("You renamed 1.png to 9.png: ")


@pytest.mark.parametrize(("name", "said"), [
    ("9", "9.png: 5 pictures after it would be trained with the wrong {what}."),
    ("1x", "1x.png. If so, its cached file is right, but no record proves it.")])
def test_a_picture_renamed_in_a_trainers_own_cache_is_named_as_far_as_dates_tell(
    trained: BuildWorkspace, name: str, said: str
) -> None:
    folder = trained.root / PATH
    for ending in (".png", ".txt", "-masklabel.png"):
        if (folder / f"1{ending}").exists():
            (folder / f"1{ending}").rename(folder / f"{name}{ending}")
    for store, what in (("image", "picture"), ("text", "caption")):
        (cause,) = survey(trained, store).mixed_up_by
        assert cause.renamed == ((f"{PATH}/1.png", f"{PATH}/{name}.png"),)
        assert cause.text == f"It seems that you renamed 1.png to {said.format(what=what)}"
    now_ns = time.time_ns()
    os.utime(folder / f"{name}.png", ns=(now_ns, now_ns))
    (cause,) = survey(trained).mixed_up_by
    assert (cause.renamed, cause.added) == ((), (f"{PATH}/{name}.png",))


def test_a_file_of_another_type_and_one_of_two_are_no_renamed_picture(
    trained: BuildWorkspace,
) -> None:
    folder = trained.root / PATH
    (folder / "1.png").rename(folder / "1x.jpg")
    (cause,) = survey(trained).mixed_up_by
    assert (cause.renamed, cause.added) == ((), (f"{PATH}/1x.jpg",))
    (folder / "1x.jpg").rename(folder / "1x.png")
    shutil.copy2(folder / "1x.png", folder / "1y.png")
    (cause,) = survey(trained).mixed_up_by
    assert (cause.renamed, len(cause.added), len(cause.removed)) == ((), 2, 1)


def test_two_changes_are_two_sentences(built: BuildWorkspace) -> None:
    add_one(built)
    delete_one(built)
    for store in ("image", "text"):
        (cause,) = survey(built, store).mixed_up_by
        assert cause.text.startswith("You added 00.png. You removed 2.png: ")


def test_many_pictures_are_counted(built: BuildWorkspace) -> None:
    for number in range(4):
        built.add_picture(f"{PATH}/0{number}.png", caption=f"new {number}", size=(50, 48))
    (cause,) = survey(built).mixed_up_by
    assert cause.text.startswith("You added 00.png, 01.png and 2 more: ")


@pytest.mark.parametrize("change", [{"seed": 99}, {"image": {"enable_random_flip": True}}])
def test_a_group_that_the_trainer_makes_anew_is_not_trained_wrong(
    built: BuildWorkspace, change: dict[str, object]
) -> None:
    concept = built.concepts[0]
    concept.update(change if "seed" in change else {
        "image": {**concept["image"], "enable_random_flip": True}})
    built.write()
    found = survey(built, depth=Depth.PAYLOAD)
    assert not found.rows.harms.any()
