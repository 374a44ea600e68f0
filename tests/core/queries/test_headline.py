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
    assert found.happened == "You changed the resolution."
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
