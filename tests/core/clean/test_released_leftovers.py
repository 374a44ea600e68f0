"""Unread files of a released trainer's cache go into quarantine and can be restored."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from larder.core.clean.plan import CleanPlan, CleanReason
from larder.core.clean.recheck import GONE
from larder.core.survey.verdicts import Verdict
from tests.support.cleaning import applied, cut_lists, planned, ticked, undone
from tests.support.indexed_cache import tree_state
from tests.support.released_cache import (
    CACHE,
    ReleasedConcept,
    build_concept,
    write_image_group,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import run_survey

CATS = ReleasedConcept("data/cats", image_variations=2)
KEY = CATS.key(CATS.image)
PICTURES = ["data/cats/a.png", "data/cats/b.png"]
LONG_AGO = 1_700_000_000


def make_old(root: Path) -> None:
    for folder, _, files in os.walk(root / CACHE, topdown=False):
        for name in files:
            os.utime(Path(folder, name), (LONG_AGO, LONG_AGO))
        os.utime(folder, (LONG_AGO, LONG_AGO))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A cached concept, with one of everything that nothing reads."""
    write_pictures(tmp_path, CATS.path, ["a.png", "b.png"])
    build_concept(tmp_path, CATS)
    write_image_group(tmp_path, KEY, PICTURES, variation=2)
    write_image_group(tmp_path, KEY, PICTURES, variation=3, complete=False)
    (tmp_path / CACHE / "image" / KEY / "variation-0" / "7.pt").write_bytes(b"of a longer list")
    epoch = tmp_path / CACHE / "epoch-3"
    epoch.mkdir()
    for name in ("0.pt", "aggregate.pt"):
        (epoch / name).write_bytes(b"of 2023")
    write_workspace(tmp_path, [CATS])
    make_old(tmp_path)
    return tmp_path


def offered(plan: CleanPlan) -> dict[str, str]:
    assert set(plan.reason.tolist()) <= {CleanReason.LEGACY_LEFTOVER}
    return {name: plan.why.get(at, "") for at, name in enumerate(plan.payloads)}


def test_what_nothing_reads_is_offered_and_what_another_config_may_read_says_so(
    workspace: Path,
) -> None:
    assert offered(planned(workspace)) == {
        f"{KEY}/variation-0/7.pt": "",
        f"{KEY}/variation-2": (
            "No epoch reads it: its concept has fewer variations now. It is removed only if you "
            "tick it or name the other configs that share this cache."),
        f"{KEY}/variation-3": "",
        "../epoch-3": "",
    }


def test_it_goes_into_quarantine_and_comes_back_byte_for_byte(workspace: Path) -> None:
    before = tree_state(workspace / CACHE)
    plan = planned(workspace)
    report = applied(plan, even_if_busy=True)
    assert report.dropped == report.failed == ()
    assert report.quarantined.files == 5
    assert sorted(path.name for path in (workspace / CACHE).iterdir()) == ["image", "text"]
    assert sorted(path.name for path in (workspace / CACHE / "image" / KEY).iterdir()) == [
        f"variation-{number}" for number in range(3)]
    assert ticked(planned(workspace)) == []
    assert [set(store.rows.verdicts.tolist()) for store in run_survey(workspace).stores] == [
        {Verdict.VALID}] * 2
    assert undone(plan, even_if_busy=True).not_restored == ()
    assert tree_state(workspace / CACHE) == before


@pytest.mark.parametrize("order", [1, -1])
def test_of_concepts_that_are_trained_from_a_group_the_first_says_how_many_it_has(
    workspace: Path, order: int
) -> None:
    """The trainer asks the first sample that it sorts into a group."""
    write_workspace(workspace, [CATS, replace(CATS, name="again", image_variations=1)][::order])
    assert (f"{KEY}/variation-1" in offered(planned(workspace))) == (order < 0)


def test_a_folder_of_an_epoch_that_is_gone_since_the_plan_is_said_to_be_gone(
    workspace: Path,
) -> None:
    plan = planned(workspace)
    shutil.rmtree(workspace / CACHE / "epoch-3")
    report = applied(plan, even_if_busy=True)
    assert [(left.payload, left.why) for left in report.dropped] == [("../epoch-3", GONE)]


def test_a_list_that_was_cut_is_made_anew_from_what_is_left_in_the_store(workspace: Path) -> None:
    """A slot, a variation, a folder from beside the store: each goes back to its own place."""
    before = tree_state(workspace / CACHE)
    plan = planned(workspace)
    report = applied(plan, even_if_busy=True)
    assert cut_lists(plan) == 1
    undo = undone(plan, report.undo, even_if_busy=True)
    assert (undo.not_restored, undo.restored.files) == ((), 5)
    (problem,) = undo.problems
    assert problem.endswith(": 5 of 5 files and 0 of 0 index rows were found again.")
    assert tree_state(workspace / CACHE) == before


def test_variations_that_any_concept_of_the_group_has_stay(workspace: Path) -> None:
    write_workspace(workspace, [
        CATS, replace(CATS, name="again", enabled=False, image_variations=1)])
    assert f"{KEY}/variation-1" not in offered(planned(workspace))


def test_nothing_is_taken_out_of_a_group_that_no_concept_reads(workspace: Path) -> None:
    other = ReleasedConcept("data/dogs")
    write_pictures(workspace, other.path, ["x.png"])
    for variation, is_complete in ((0, True), (1, False)):
        write_image_group(workspace, other.key(other.image), ["data/dogs/x.png"],
                          variation=variation, complete=is_complete)
    found = {one.name for store in run_survey(workspace).stores for one in store.leftovers}
    assert found
    assert not any(other.key(other.image) in name for name in found)


def test_folders_of_epochs_are_told_by_a_store_that_is_there(workspace: Path) -> None:
    shutil.rmtree(workspace / CACHE / "image")
    assert "../epoch-3" in {
        one.name for store in run_survey(workspace).stores for one in store.leftovers}


def test_a_deleted_leftover_is_gone_for_good(workspace: Path) -> None:
    report = applied(planned(workspace), delete=True, even_if_busy=True)
    assert (report.deleted.files, report.undo) == (5, None)
    assert not (workspace / CACHE / "epoch-3").exists()


def test_what_was_written_just_now_may_be_at_work(workspace: Path) -> None:
    (workspace / CACHE / "image" / KEY / "variation-3" / "0.pt").write_bytes(b"at work")
    (workspace / CACHE / "epoch-3" / "1.pt").write_bytes(b"at work")
    plan = planned(workspace)
    assert ticked(plan) == [f"{KEY}/variation-0/7.pt"]
    assert "it may still be in use" in offered(plan)["../epoch-3"]


def test_a_variation_that_was_finished_after_the_plan_stays(workspace: Path) -> None:
    plan = planned(workspace)
    write_image_group(workspace, KEY, PICTURES, variation=3)
    report = applied(plan, even_if_busy=True)
    assert [left.payload for left in report.dropped] == [f"{KEY}/variation-3"]
    assert (workspace / CACHE / "image" / KEY / "variation-3" / "aggregate.pt").exists()


@pytest.mark.parametrize("odd", ["notes.txt", "lora.safetensors"])
def test_a_folder_with_a_file_of_somebody_else_is_left_alone(workspace: Path, odd: str) -> None:
    (workspace / CACHE / "epoch-3" / odd).write_bytes(b"mine")
    (workspace / CACHE / "image" / KEY / "variation-3" / odd).write_bytes(b"mine")
    assert offered(planned(workspace)) == {}


def test_a_linked_epoch_folder_is_left_alone(workspace: Path) -> None:
    (workspace / CACHE / "epoch-3").rename(workspace / "epochs")
    (workspace / CACHE / "epoch-3").symlink_to(workspace / "epochs")
    assert "../epoch-3" not in offered(planned(workspace))


def test_an_epoch_folder_that_came_back_keeps_its_place(workspace: Path) -> None:
    plan = planned(workspace)
    applied(plan, even_if_busy=True)
    (workspace / CACHE / "epoch-3").mkdir()
    left = undone(plan, even_if_busy=True).not_restored
    assert [one.payload for one in left] == ["../epoch-3"]
    assert list((workspace / CACHE / "epoch-3").iterdir()) == []


def test_a_store_that_is_opened_alone_says_nothing_of_what_lies_beside_it(workspace: Path) -> None:
    assert "../epoch-3" not in planned(workspace / CACHE / "image").payloads


def test_nothing_is_left_over_of_a_group_whose_length_nobody_can_read(workspace: Path) -> None:
    (workspace / CACHE / "image" / KEY / "variation-0" / "aggregate.pt").write_bytes(b"damaged")
    plan = planned(workspace, reasons=[CleanReason.LEGACY_LEFTOVER])
    assert f"{KEY}/variation-0/7.pt" not in plan.payloads
