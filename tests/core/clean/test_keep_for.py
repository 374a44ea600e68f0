"""Other configs that share a cache: what they need stays, in both layouts, at plan and at apply."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_document import load_plan, save_plan
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.options import ClearOptions
from larder.core.requests.request import open_for
from larder.core.requests.storekeeping import plan_clear
from larder.core.requests.surveying import plan_clean, survey_others
from tests.support.cleaning import applied, ticked
from tests.support.indexed_cache import BUILT_AT_NS, IndexedWorkspace
from tests.support.released_cache import (
    CACHE,
    ReleasedConcept,
    build_concept,
    write_image_group,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import run_survey

CATS, DOGS, COWS = (ReleasedConcept(f"data/{name}") for name in ("cats", "dogs", "cows"))
ASKED = "The config dogs.json needs it."


def planned(config: Path, *others: Path, min_age_s: float | None = None) -> CleanPlan:
    report = run_survey(config)
    kept = run_to_end(survey_others(
        report.workspace, [str(other) for other in others], "stat", CancelToken()))
    return plan_clean(report, (), kept)


def make_old(root: Path) -> None:
    for folder, _, files in os.walk(root / CACHE, topdown=False):
        for path in (*(Path(folder, name) for name in files), Path(folder)):
            os.utime(path, ns=(BUILT_AT_NS, BUILT_AT_NS))


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """Three cached concepts; one config trains cats, another dogs, and none cows."""
    for concept in (CATS, DOGS, COWS):
        write_pictures(tmp_path, concept.path, ["a.png", "b.png"])
        build_concept(tmp_path, concept)
    make_old(tmp_path)
    write_workspace(tmp_path, [DOGS], name="dogs")
    return write_workspace(tmp_path, [CATS])


def dogs_of(config: Path) -> Path:
    return config.with_name("dogs.json")


def groups(*concepts: ReleasedConcept) -> list[str]:
    return sorted(key for one in concepts for key in (one.key(one.image), one.key(one.text)))


def test_groups_that_no_given_config_asks_for_are_ticked(released: Path) -> None:
    plan = planned(released, dogs_of(released))
    assert sorted(plan.payloads) == groups(DOGS, COWS)
    assert sorted(ticked(plan)) == groups(COWS)
    why = {plan.payloads[at]: why for at, why in plan.why.items()}
    assert why == dict.fromkeys(groups(DOGS), ASKED)


def test_without_other_configs_no_group_is_ticked(released: Path) -> None:
    plan = planned(released)
    assert ticked(plan) == []
    assert all(why.endswith("or name the other configs that share this cache.")
               for why in plan.why.values())


def test_what_was_written_just_now_is_not_ticked(released: Path) -> None:
    cows = released.parent.parent / CACHE / "image" / COWS.key(COWS.image) / "variation-0/0.pt"
    os.utime(cows)
    assert ticked(planned(released, dogs_of(released))) == [COWS.key(COWS.text)]


@pytest.mark.parametrize("away", ["data/cats", "data/dogs"])
def test_a_folder_that_is_away_keeps_every_group(released: Path, away: str) -> None:
    (released.parent.parent / away).rename(released.parent.parent / "elsewhere")
    plan = planned(released, dogs_of(released))
    assert ticked(plan) == []
    assert any(f"The folder {away} is missing" in why for why in plan.why.values())


def test_variations_that_another_config_reads_stay(released: Path) -> None:
    root, key = released.parent.parent, CATS.key(CATS.image)
    for variation in (1, 2):
        write_image_group(
            root, key, [f"data/cats/{name}.png" for name in "ab"], variation=variation)
    make_old(root)
    more = write_workspace(
        root, [ReleasedConcept("data/cats", image_variations=2), DOGS, COWS], name="dogs")
    plan = planned(released, more)
    assert ticked(plan) == [f"{key}/variation-2"]
    assert plan.why[plan.payloads.index(f"{key}/variation-1")] == ASKED


def test_a_config_that_asks_for_it_after_the_plan_keeps_it(released: Path, tmp_path: Path) -> None:
    plan = planned(released, dogs_of(released))
    save_plan(plan, tmp_path / "plan.json")
    write_workspace(released.parent.parent, [DOGS, COWS], name="dogs")
    report = applied(load_plan(tmp_path / "plan.json"), even_if_busy=True)
    assert report.quarantined.files == 0
    assert {left.why for left in report.dropped} == {ASKED}


def test_applying_takes_only_what_nobody_asks_for(released: Path) -> None:
    applied(planned(released, dogs_of(released)), even_if_busy=True)
    left = {path.name for path in (released.parent.parent / CACHE).glob("*/*") if path.is_dir()}
    assert left - {".larder"} == set(groups(CATS, DOGS))


def cleared(config: Path, *others: Path) -> CleanPlan:
    options = ClearOptions(workspace=str(config), keep_for=tuple(map(str, others)))
    return run_to_end(plan_clear(open_for(options), options, CancelToken()))


def test_a_clear_keeps_the_groups_of_another_config(released: Path) -> None:
    plan = cleared(released, dogs_of(released))
    assert sorted(ticked(plan)) == groups(CATS, COWS)
    applied(plan, even_if_busy=True)
    left = {path.name for path in (released.parent.parent / CACHE).glob("*/*") if path.is_dir()}
    assert left - {".larder"} == set(groups(DOGS))


def test_a_config_of_another_cache_has_no_say(released: Path) -> None:
    other = write_workspace(released.parent.parent, [DOGS], name="dogs", cache_dir="elsewhere")
    with pytest.raises(UserFacingError, match="uses none of these caches"):
        planned(released, other)


def test_a_config_whose_concepts_are_missing_stops_the_plan(released: Path) -> None:
    (released.parent.parent / "training_concepts" / "concepts of dogs.json").unlink()
    with pytest.raises(UserFacingError, match="what that config needs is not known"):
        planned(released, dogs_of(released))


# --- cache.json -------------------------------------------------------------------------------


@pytest.fixture
def indexed(tmp_path: Path) -> IndexedWorkspace:
    """Cats and a payload that only a picture of the dogs, which another config trains, has."""
    made = IndexedWorkspace(tmp_path / "ws", config={"clear_cache_before_training": False})
    made.add_concept("cats")
    for colour, name in enumerate("abcd"):
        made.add_picture(f"data/cats/{name}.png", colour=colour)
    made.add_picture("data/dogs/x.png", colour=99)
    del made.rows["image"]["data/dogs/x.png"]
    made.write()
    other = json.loads(made.config_path.read_text("utf-8"))
    other["concepts"] = [{"name": "dogs", "path": "data/dogs", "seed": 1, "image": {}, "text": {}}]
    (made.root / "training_presets" / "dogs.json").write_text(json.dumps(other), "utf-8")
    return made


def test_a_payload_that_a_picture_of_another_config_has_stays(indexed: IndexedWorkspace) -> None:
    unindexed = [
        path.name for path in indexed.store().glob("*.pt")
        if not any(path.name.startswith(row["hash"][:12])
                   for row in indexed.rows["image"].values())]
    assert len(unindexed) == 1
    assert ticked(planned(indexed.config_path)) == unindexed
    plan = planned(indexed.config_path, indexed.config_path.with_name("dogs.json"))
    assert ticked(plan) == []
    assert plan.why == {plan.payloads.index(unindexed[0]): ASKED}


def test_a_clear_keeps_the_entries_of_another_config(indexed: IndexedWorkspace) -> None:
    dogs = json.loads(indexed.config_path.with_name("dogs.json").read_text("utf-8"))
    dogs["concepts"][0]["path"] = "data/cats"
    dogs["concepts"][0]["include_subdirectories"] = True
    indexed.config_path.with_name("dogs.json").write_text(json.dumps(dogs), "utf-8")
    plan = cleared(indexed.config_path, indexed.config_path.with_name("dogs.json"))
    assert len(ticked(plan)) == 1
    report = applied(plan, even_if_busy=True)
    assert (report.quarantined.files, sum(report.index_rows_dropped.values())) == (1, 0)
    assert set(indexed.index()["entries"]) == {f"data/cats/{name}.png" for name in "abcd"}


def test_plans_name_the_configs_they_keep(indexed: IndexedWorkspace, tmp_path: Path) -> None:
    other = indexed.config_path.with_name("dogs.json")
    save_plan(planned(indexed.config_path, other), tmp_path / "plan.json")
    assert json.loads((tmp_path / "plan.json").read_text())["keep_for"] == [str(other)]
    assert load_plan(tmp_path / "plan.json").keep_for == (other,)
