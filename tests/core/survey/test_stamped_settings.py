"""Settings of concepts that a newer trainer stamps into its index, and into payloads, as it caches.

The trainer itself never looks at them again: a flip that was switched on since is not trained.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace, build, plan_of
from tests.support.surveying import drifted, run_survey
from tests.support.trainers_caches import as_a_trainer_leaves_it


@pytest.fixture
def cached(tmp_path: Path) -> BuildWorkspace:
    """Two concepts with two pictures each, cached by a trainer with an index."""
    made = BuildWorkspace(tmp_path)
    for name in ("cats", "dogs"):
        made.add_concept(name, seed=len(made.concepts))
        for number in range(2):
            made.add_picture(f"data/{name}/{number}.png", caption=f"one of {number}, {name}, fog")
    build(made, layout="cache.json")
    as_a_trainer_leaves_it(made)
    return made


def change(made: BuildWorkspace, block: str, **settings: Any) -> None:
    made.concepts[0][block].update(settings)
    made.write()


@pytest.mark.parametrize("setting", [
    "enable_random_flip", "enable_fixed_flip", "enable_crop_jitter"])
def test_pictures_of_a_concept_whose_settings_changed_are_out_of_date_and_built_once(
        cached: BuildWorkspace, setting: str) -> None:
    change(cached, "image", **{setting: True})

    assert drifted(run_survey(cached.config_path), "image") == {
        f"data/cats/{number}.png": "recipe-changed" for number in range(2)}
    assert plan_of(cached).payloads == 2
    built = build(cached, even_if_busy=True)
    assert [item.source.parent.name for item in built.encoders.images] == ["cats", "cats"]
    assert drifted(run_survey(cached.config_path), "image") == {}
    assert plan_of(cached).is_empty


def test_captions_of_a_concept_whose_prompts_come_from_elsewhere_now_are_out_of_date(
        cached: BuildWorkspace) -> None:
    change(cached, "text", prompt_source="filename")

    assert set(drifted(run_survey(cached.config_path), "text").values()) == {"recipe-changed"}
    assert build(cached, even_if_busy=True).encoders.prompts == ["0", "1"]
    assert drifted(run_survey(cached.config_path), "text") == {}


def test_a_caption_whose_prompt_another_setting_leaves_alone_is_not_encoded(
        cached: BuildWorkspace) -> None:
    change(cached, "text", enable_tag_shuffling=True, keep_tags_count=3)

    assert build(cached, even_if_busy=True).encoders.prompts == []
    assert drifted(run_survey(cached.config_path), "text") == {}


@pytest.mark.parametrize("change_of_name", [{"seed": 9}, {"name": "other"}, {"loss_weight": 2.0}])
def test_what_decides_no_payload_changes_nothing(
        cached: BuildWorkspace, change_of_name: dict[str, Any]) -> None:
    cached.concepts[0].update(change_of_name)
    cached.write()

    report = run_survey(cached.config_path)
    assert (drifted(report, "image"), drifted(report, "text")) == ({}, {})


def test_a_row_that_nobody_stamped_is_taken_to_be_right(cached: BuildWorkspace) -> None:
    for store in ("image", "text"):
        index = cached.index(store)
        index["concepts"] = {}
        (cached.store(store) / "cache.json").write_text(json.dumps(index), "ascii")
    change(cached, "image", enable_random_flip=True)

    report = run_survey(cached.config_path)
    assert (drifted(report, "image"), drifted(report, "text")) == ({}, {})
