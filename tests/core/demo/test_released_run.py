"""The sample's run in the layout of released OneTrainer: the same pictures, a cache of its own."""

from collections import Counter
from pathlib import Path

import pytest

from larder.core.build.planning import build_plan
from larder.core.clean.plan_clean import clean_plan
from larder.core.clean.plan_document import plan_document
from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.survey import survey
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.trainer_layout import layouts_of

NOW_NS = 1_790_000_000_123_456_789


@pytest.fixture(scope="module")
def found(sample):
    return run_to_end(survey(open_workspace(Path(sample.released)), token=CancelToken()))


def test_it_is_opened_by_its_folder_and_lies_in_the_released_layout(sample):
    workspace = open_workspace(Path(sample.released).parent)

    assert workspace.config_path == Path(sample.released)
    assert layouts_of(workspace) == (CacheLayout.RELEASED,)


def test_opening_the_folder_of_the_sample_still_finds_its_first_run(sample):
    assert open_workspace(Path(sample.folder)).config_path == Path(sample.config)


def test_a_build_moves_what_is_there_and_encodes_only_what_is_new(found):
    plan = run_to_end(build_plan(found, token=CancelToken())).document()
    for store, encoded in (("image", {
        "data/landscapes/green_valley.webp", "data/still-life/record.jpg",
        "data/portraits/nora.png", "data/portraits/roxy.png",
    }), ("text", {
        "data/portraits/idris.txt", "data/portraits/roxy.txt", "data/still-life/seashell.txt",
    })):
        listed = next(one for one in plan.stores if one.id == store)
        assert {item.source.replace("\\", "/") for item in listed.items or ()} == encoded
        actions = Counter()
        for folder in listed.folders or ():
            actions.update(stays=folder.stays, moves=folder.moves, encodes=folder.encodes)
        assert actions["moves"] > actions["stays"] > 5 * actions["encodes"]


def test_a_clean_offers_what_a_trainer_left_and_the_group_of_former_settings(found):
    plan = plan_document(clean_plan(found, now_ns=NOW_NS))
    groups = {group["reason"]: group["items"] for group in plan["groups"]}

    assert {Path(item["payload"]).name for item in groups["legacy-leftover"]} == {
        "epoch-0", "variation-1"}
    assert all(item["preselected"] for item in groups["legacy-leftover"])
    assert any("made with other settings of the concept portraits" in (item["why"] or "")
               for item in groups["legacy-group"])


def test_of_a_group_that_nothing_reads_it_is_not_said_that_nothing_is_recorded(found):
    assert not [finding for finding in found.problems if "neither hashes" in finding.problem]
