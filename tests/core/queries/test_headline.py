"""The headline of a survey: what was done, what training makes of it, what a build does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import UNSET
from PIL import Image

from larder.core.clean.plan_clean import clean_plan
from larder.core.jobs import CancelToken, run_to_end
from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.headline import WOULD_BE_TRAINED, make_headline
from larder.core.requests.building import plan_samples
from larder.core.requests.due_build import estimate_due_build
from larder.core.requests.options import BuildOptions
from larder.core.requests.request import open_for
from larder.core.survey.document import Headline, WrongPair
from larder.core.survey.training_risks import TrainingRisk
from tests.support.building import BuildWorkspace, build
from tests.support.fixtures import SAMPLE
from tests.support.released_building import (
    PATH,
    add_concept,
    add_one,
    build_released,
    cats,
    delete_one,
    rename_one,
)
from tests.support.released_cache import ReleasedConcept, build_concept, write_workspace
from tests.support.surveying import run_survey


def headline(workspace: Path) -> Headline | None:
    report = run_survey(workspace)
    remedies = find_remedies(report, clean_plan(report, now_ns=2**62))
    return make_headline(report, remedies, estimate_due_build(report, remedies)) or None


@pytest.fixture(params=["released", "cache.json"])
def built(tmp_path: Path, request: pytest.FixtureRequest) -> BuildWorkspace:
    workspace = cats(tmp_path)
    build(workspace, layout=request.param, even_if_busy=True)
    return workspace


def edit(path: Path, content: str) -> None:
    path.write_text(content)
    os.utime(path, ns=(2_000_000_000_000_000_000,) * 2)


def test_a_whole_cache_has_none(built: BuildWorkspace) -> None:
    assert headline(built.config_path) is None


def test_an_added_picture_and_an_edited_caption_are_named_with_what_a_build_encodes(
    built: BuildWorkspace,
) -> None:
    built.add_picture(f"{PATH}/99.png", caption="a new cat", size=(52, 48))
    edit(built.root / PATH / "3.txt", "another cat")
    found = headline(built.config_path)
    assert found is not None
    assert found.happened == "You added 99.png. You edited 3.txt."
    assert found.work.startswith("Larder encodes 3 files")


def test_a_picture_that_sorts_first_shows_which_picture_would_be_trained_in_place_of_which(
    tmp_path: Path,
) -> None:
    workspace = cats(tmp_path)
    build_released(workspace)
    add_one(workspace)
    found = headline(workspace.config_path)
    assert found is not None
    assert found.happened == "You added 00.png."
    assert "would be trained with what was made from another file." in found.effect
    assert found.pair == WrongPair(
        store="image", picture=f"{PATH}/00.png", trained_picture=f"{PATH}/1.png",
        caption=f"{PATH}/00.txt", trained_caption=f"{PATH}/1.txt")


def test_a_removed_picture_is_named_and_what_moves_is_reused(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    build_released(workspace)
    delete_one(workspace)
    found = headline(workspace.config_path)
    assert found is not None
    assert found.happened == "You removed 2.png."
    assert found.work.startswith("Larder encodes nothing and moves ")


def test_numbers_of_the_work_are_those_of_the_plan(
    known_workspace: Callable[[str], Path],
) -> None:
    workspace = known_workspace(SAMPLE)
    found = headline(workspace)
    options = BuildOptions(workspace=str(workspace))
    plan, _ = run_to_end(plan_samples(open_for(options), options, CancelToken()))
    work = plan.work
    assert found is not None
    assert found.work == (f"Larder encodes {work.encodes} files, copies {work.copies} and moves "
                          f"{work.moves}.")


def test_another_resolution_is_named(tmp_path: Path) -> None:
    concept = ReleasedConcept("data/cats")
    (tmp_path / concept.path).mkdir(parents=True)
    Image.new("RGB", (100, 100)).save(tmp_path / concept.path / "a.png")
    write_workspace(tmp_path, [concept], resolution="64")
    build_concept(tmp_path, concept)
    found = headline(write_workspace(tmp_path, [concept], resolution="128"))
    assert found is not None
    assert found.happened == "Cached at another size than your config asks for: 1 picture."
    assert found.pair is UNSET


def test_what_a_stopped_build_left_undone_is_not_called_added(
    tmp_path: Path,
) -> None:
    for layout in ("released", "cache.json"):
        workspace = cats(tmp_path / layout)
        build(workspace, layout=layout, limit=2, even_if_busy=True)
        found = headline(workspace.config_path)
        assert found is not None
        assert "You added" not in found.happened
        options = BuildOptions(workspace=str(workspace.config_path))
        plan, _ = run_to_end(plan_samples(open_for(options), options, CancelToken()))
        encodes = sum(one.encodes for one in plan.totals.values())
        assert found.work == "" or found.work.startswith(f"Larder encodes {encodes} files")


def test_a_caption_file_that_is_gone_is_removed_and_not_edited(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    build_released(workspace)
    (workspace.root / PATH / "2.txt").unlink()
    found = headline(workspace.config_path)
    assert found is not None
    assert found.happened == "You removed 2.txt."


def test_a_renamed_picture_is_named_with_both_names(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    build_released(workspace)
    rename_one(workspace)
    found = headline(workspace.config_path)
    assert found is not None
    assert found.happened == "You renamed 1.png to 9.png."


def test_of_a_picture_like_another_nothing_is_said_to_be_encoded(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    build(workspace, layout="cache.json", even_if_busy=True)
    for ending in ("png", "txt"):
        shutil.copy(workspace.root / PATH / f"0.{ending}", workspace.root / PATH / f"99.{ending}")
    found = headline(workspace.config_path)
    assert found is not None
    assert "would encode" not in found.effect


def test_a_cache_of_another_model_type_stops_training(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    build(workspace, layout="cache.json", even_if_busy=True)
    workspace.configure(model_type="STABLE_DIFFUSION_15")
    found = headline(workspace.config_path)
    assert found is not None
    assert found.effect.startswith("Training would stop at ")


def test_a_concept_that_was_never_cached_is_not_called_added(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    found = headline(workspace.config_path)
    assert found is None or found.happened == ""


def test_every_harm_has_its_sentence() -> None:
    assert set(WOULD_BE_TRAINED) == set(TrainingRisk)


@pytest.fixture(params=["released", "cache.json"])
def two(tmp_path: Path, request: pytest.FixtureRequest) -> BuildWorkspace:
    """Six cats and four dogs, cached."""
    workspace = cats(tmp_path)
    add_dogs(workspace, "dogs")
    build(workspace, layout=request.param, even_if_busy=True)
    return workspace


def add_dogs(workspace: BuildWorkspace, name: str) -> None:
    add_concept(workspace, name)
    for number in range(4):
        workspace.add_picture(
            f"data/{name}/{name[0]}{number}.png", caption=f"{name} {number}",
            size=(50 + number, 44))


def move(workspace: BuildWorkspace, *names: str) -> None:
    for name in names:
        for ending in (".png", ".txt"):
            shutil.move(workspace.root / f"{PATH}/{name}{ending}",
                        workspace.root / f"data/dogs/{name}{ending}")


def happened(workspace: BuildWorkspace) -> str:
    found = headline(workspace.config_path)
    assert found is not None
    return found.happened


def test_settings_are_named_with_what_they_were_and_are(two: BuildWorkspace) -> None:
    two.configure(resolution="256")
    two.concepts[0]["image"]["enable_crop_jitter"] = True
    two.write()
    assert happened(two) == (
        "You changed Resolution from 128 to 256. You switched Crop Jitter on for cats.")
    two.configure(base_model_name="models/other")
    found = headline(two.config_path)
    assert found is not None
    assert found.happened.startswith("You changed Resolution from 128 to 256. You ")
    assert found.happened.endswith("1 more setting differs.")
    assert found.changes
    assert [one.source for one in found.changes if one.what == "setting"] == sorted((
        "Base Model: stable-diffusion-v1-5 → other", "Crop Jitter: off → on",
        "Resolution: 128 → 256"), key=lambda text: "RCB".index(text[0]))


def test_another_base_model_is_not_another_vae_too(two: BuildWorkspace) -> None:
    two.configure(base_model_name="models/other")
    assert happened(two) == "You changed Base Model from stable-diffusion-v1-5 to other."


def test_more_variations_than_are_cached_are_no_damage(two: BuildWorkspace) -> None:
    two.concepts[0]["image_variations"] = 2
    two.write()
    assert happened(two) == "The concept cats asks for 2 variations, and fewer are cached."


def test_pictures_moved_between_concepts_are_neither_added_nor_removed(
    two: BuildWorkspace,
) -> None:
    move(two, "2")
    assert happened(two) == "You moved 2.png from cats to dogs."
    move(two, "0", "3")
    assert happened(two) == "You moved 0.png, 2.png and 1 more from cats to dogs."
    found = headline(two.config_path)
    assert found is not None
    assert found.changes
    assert {(one.what, one.source, one.now) for one in found.changes} == {
        ("moved", f"{PATH}/{name}.png", f"data/dogs/{name}.png") for name in "023"}


def test_another_picture_of_the_same_name_is_not_moved(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    add_dogs(workspace, "dogs")
    build_released(workspace)
    delete_one(workspace)
    workspace.add_picture("data/dogs/2.png", caption="another", size=(90, 44))
    assert happened(workspace) == "You added 2.png. You removed 2.png."


def test_a_new_concept_is_named(two: BuildWorkspace) -> None:
    add_dogs(two, "birds")
    assert happened(two) == "You added the concept birds."


def test_a_renamed_folder_of_a_concept_is_neither_a_new_concept_nor_many_removed_pictures(
    two: BuildWorkspace,
) -> None:
    (two.root / "data/dogs").rename(two.root / "data/hounds")
    two.concepts[1].update(path="data/hounds", name="hounds")
    two.write()
    assert happened(two) in (
        "You renamed the folder dogs to hounds.",
        "It seems that you renamed the folder dogs to hounds.")


def test_a_concept_that_was_taken_out_is_named_beside_what_is_due(two: BuildWorkspace) -> None:
    two.concepts.pop(1)
    two.write()
    assert headline(two.config_path) is None
    edit(two.root / PATH / "3.txt", "another cat")
    assert happened(two) == (
        "You edited 3.txt. No concept of this config uses the folder data/dogs any more.")


def test_a_deleted_caption_is_said_where_the_picture_is_trained_without_one(
    two: BuildWorkspace,
) -> None:
    (two.root / PATH / "3.txt").unlink()
    found = headline(two.config_path)
    assert found is not None
    assert found.happened == "You removed 3.txt."
    assert found.effect in (
        "1 caption would be trained with the old content.",
        "1 picture would be trained without a caption.")
    assert found.remedy in ("build", "clean")


def test_a_picture_that_cannot_be_read_is_said_to_hold_up_its_concept(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    add_dogs(workspace, "dogs")
    build_released(workspace)
    (workspace.root / "data/dogs/d1.png").write_text("no picture")
    edit(workspace.root / PATH / "3.txt", "another cat")
    found = headline(workspace.config_path)
    assert found is not None
    assert found.work.endswith("d1.png cannot be read, so the rest of its concept is not built.")
