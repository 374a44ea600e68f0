"""Folders whose dates or lists were lost: what is recorded of them is found again, not guessed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.build.scope import OtherWeights
from larder.core.clean.assume import apply_assume, plan_assume
from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.training_risks import TrainingRisk, harms_in
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.undo import undo_clean
from tests.support.building import BuildWorkspace, plan_of
from tests.support.released_building import (
    PATH,
    add_one,
    assert_served_right,
    build_released,
    cats,
    delete_one,
    edit_caption,
    let_train,
    rename_one,
)
from tests.support.surveying import run_survey, verdicts

STORES = ("image", "text")


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    """Six pictures with captions and two masks, cached by a build."""
    made = cats(tmp_path)
    build_released(made)
    return made


def copy_without_dates(workspace: BuildWorkspace) -> None:
    cache = workspace.store().parent
    moved = cache.with_name("moved")
    cache.rename(moved)
    shutil.copytree(moved, cache, copy_function=shutil.copyfile)
    shutil.rmtree(moved)


def aggregates(workspace: BuildWorkspace) -> list[Path]:
    return [path for store in STORES for path in workspace.store(store).rglob("aggregate.pt")
            if ".larder" not in path.parts]


def lose_lists(workspace: BuildWorkspace) -> None:
    for path in aggregates(workspace):
        path.unlink()


def damage_lists(workspace: BuildWorkspace) -> None:
    for path in aggregates(workspace):
        path.write_bytes(path.read_bytes()[:-30])


def test_a_copy_without_dates_is_known_again_and_says_so(workspace: BuildWorkspace) -> None:
    copy_without_dates(workspace)

    report = run_survey(workspace.config_path)

    assert {verdict for store in STORES for verdict in verdicts(report, store).values()} == {
        "valid"}
    assert sum("differ from the recorded ones" in one.problem for one in report.problems) == 2
    assert build_released(workspace).encoders.encoded == 0
    again = run_survey(workspace.config_path)
    assert not any("differ from the recorded ones" in one.problem for one in again.problems)
    assert plan_of(workspace).is_empty


def test_other_settings_are_noticed_in_a_copy_without_dates(workspace: BuildWorkspace) -> None:
    copy_without_dates(workspace)
    workspace.configure(resolution="256")

    assert set(verdicts(run_survey(workspace.config_path), "image").values()) == {
        "missing-variant"}


def test_what_was_edited_is_built_again_in_a_copy_without_dates(
        workspace: BuildWorkspace) -> None:
    copy_without_dates(workspace)
    edit_caption(workspace)
    rename_one(workspace)

    assert build_released(workspace).encoders.encoded == 1
    assert_served_right(workspace)


def test_what_a_trainer_made_since_is_not_taken_for_ours(workspace: BuildWorkspace) -> None:
    kept = {store: workspace.store(store) / ".larder" for store in STORES}
    for store in STORES:
        for group in workspace.store(store).iterdir():
            if group.name != ".larder":
                shutil.rmtree(group)
    workspace.age(workspace.add_picture(f"{PATH}/2.png", size=(42, 48), seed=99), by_ns=5)
    let_train(workspace)
    assert all(path.is_dir() for path in kept.values())

    report = run_survey(workspace.config_path)

    assert not any("differ from the recorded ones" in one.problem for one in report.problems)
    assert "content-changed" not in verdicts(report, "image").values()


@pytest.mark.parametrize("lose", [lose_lists, damage_lists])
def test_a_lost_list_is_written_again_and_nothing_encoded(
        workspace: BuildWorkspace, lose: Callable[[BuildWorkspace], None]) -> None:
    lose(workspace)

    built = build_released(workspace)

    assert built.encoders.encoded == 0
    assert built.report.is_whole
    assert_served_right(workspace)


def test_lists_of_another_time_are_said_to_be_that_and_written_again(
        workspace: BuildWorkspace) -> None:
    before = {path: path.read_bytes() for path in aggregates(workspace)}
    workspace.add_picture(f"{PATH}/1b.png", size=(42, 48), seed=98, caption="new")
    build_released(workspace)
    for path, content in before.items():
        path.write_bytes(content)

    for store in run_survey(workspace.config_path).stores:
        assert {harms_in(bits) for bits in store.rows.harms.tolist()} == {
            (TrainingRisk.OTHER_LIST,)}
    assert build_released(workspace).encoders.encoded == 0
    assert_served_right(workspace)


@pytest.mark.parametrize("lose", [lose_lists, damage_lists])
def test_captions_of_a_trainer_without_a_list_are_known_by_their_tokens(
        tmp_path: Path, lose: Callable[[BuildWorkspace], None]) -> None:
    made = let_train(cats(tmp_path))
    lose(made)

    built = build_released(made)

    # Nothing tells which picture a trainer's slot holds; a caption's holds its tokens.
    assert built.encoders.prompts == []
    assert len(built.encoders.images) == 6
    assert_served_right(made)


@pytest.mark.parametrize("lose", [lose_lists, damage_lists])
def test_a_lost_list_of_a_trainer_whose_cache_was_taken_over_is_written_again(
        tmp_path: Path, lose: Callable[[BuildWorkspace], None]) -> None:
    made = let_train(cats(tmp_path))
    build_released(made)
    lose(made)

    assert build_released(made).encoders.encoded == 0
    assert_served_right(made)


def test_a_lost_list_of_slots_that_are_younger_than_the_record_is_not_written_again(
        tmp_path: Path) -> None:
    made = let_train(cats(tmp_path))
    build_released(made)
    lose_lists(made)
    for path in made.store().rglob("*.pt"):
        path.touch()

    assert len(build_released(made).encoders.images) == 6
    assert_served_right(made)


def with_an_older_list(workspace: BuildWorkspace, *, has_record: bool) -> list[Path]:
    """Put the lists of an earlier build back beside the files of a later one."""
    earlier = {path: (path.read_bytes(), path.stat().st_mtime_ns)
               for path in aggregates(workspace)}
    noted = [path for store in STORES
             for path in (workspace.store(store) / ".larder/slots").rglob("*.json")]
    add_one(workspace)
    delete_one(workspace)
    build_released(workspace)
    for path, (content, mtime_ns) in earlier.items():
        path.write_bytes(content)
        os.utime(path, ns=(mtime_ns, mtime_ns))
    for path in noted if not has_record else ():
        path.unlink()
    return list(earlier)


@pytest.mark.parametrize("has_record", [True, False])
def test_a_list_of_an_earlier_build_is_made_anew_and_no_file_moved(
        workspace: BuildWorkspace, has_record: bool) -> None:
    lists = with_an_older_list(workspace, has_record=has_record)
    files = {path: path.stat().st_ino for one in lists for path in one.parent.glob("[0-9]*.pt")}

    assert set(verdicts(run_survey(workspace.config_path), "image").values()) == {
        "corrupt-payload"}
    assert build_released(workspace).encoders.encoded == 0
    assert {path: path.stat().st_ino for path in files} == files
    assert_served_right(workspace)
    assert plan_of(workspace).is_empty


@pytest.mark.parametrize("lacks_mask", [False, True])
def test_a_file_of_an_earlier_build_is_not_called_right(
    tmp_path: Path, lacks_mask: bool
) -> None:
    made = cats(tmp_path)
    made.add_picture(f"{PATH}/1.png", caption="as large as the first", size=(40, 48))
    made.add_mask(f"{PATH}/1.png", 100, size=(40, 48))
    made.configure(masked_training=not lacks_mask)
    build_released(let_train(made))  # whose files say nothing of their making
    if lacks_mask:  # no mask is to be put beside what it holds
        opened = open_workspace(made.config_path)
        apply_assume(opened, plan_assume(opened, "image"), even_if_busy=True)
        made.configure(masked_training=True)
    first, second = sorted(
        path for path in made.store().rglob("[01].pt") if ".larder" not in path.parts)
    before_ns = second.stat().st_mtime_ns - 10**9  # of the time that was spoken of
    second.write_bytes(first.read_bytes())
    os.utime(second, ns=(before_ns, before_ns))

    assert list(verdicts(run_survey(made.config_path), "image").values()).count(
        "corrupt-payload") == 1
    assert len(build_released(made).encoders.images) == 1
    assert_served_right(made)


def slot_of(workspace: BuildWorkspace, slot: int) -> Path:
    (path,) = (path for path in workspace.store().rglob(f"{slot}.pt")
               if ".larder" not in path.parts)
    return path


def test_a_file_that_was_moved_to_another_drive_and_linked_is_taken(
        workspace: BuildWorkspace) -> None:
    slot, elsewhere = slot_of(workspace, 0), workspace.root / "elsewhere.pt"
    slot.rename(elsewhere)
    slot.symlink_to(elsewhere)
    add_one(workspace)

    assert len(build_released(workspace).encoders.images) == 1
    assert_served_right(workspace)


@pytest.mark.parametrize("of_trainer", [False, True])
def test_a_link_to_the_file_of_another_picture_is_not_called_right(
        tmp_path: Path, of_trainer: bool) -> None:
    made = cats(tmp_path)
    build_released(let_train(made) if of_trainer else made)
    slot = slot_of(made, 0)
    slot.unlink()
    slot.symlink_to("1.pt")

    assert list(verdicts(run_survey(made.config_path), "image").values()).count(
        "corrupt-payload" if of_trainer else "shifted") == 1
    assert len(build_released(made).encoders.images) == 1
    assert_served_right(made)


def test_captions_that_changed_places_in_a_copy_are_no_wrong_pairs(
        workspace: BuildWorkspace) -> None:
    (text,) = (path for path in aggregates(workspace) if path.is_relative_to(
        workspace.store("text")))
    first, second = text.parent / "0.pt", text.parent / "1.pt"
    copy_without_dates(workspace)
    held = text.parent / "held"
    first.rename(held)
    second.rename(first)
    os.replace(held, second)

    build_released(workspace)

    assert_served_right(workspace)


def undo_build(workspace: BuildWorkspace) -> None:
    report = run_to_end(undo_clean(
        [workspace.store(store) for store in STORES], None, even_if_busy=True,
        token=CancelToken()))
    assert report.restored


def test_after_an_undone_build_of_a_copy_without_dates_other_settings_are_noticed_still(
        workspace: BuildWorkspace) -> None:
    """Records about the folders that an undo restores remain known."""
    copy_without_dates(workspace)
    other = {"vae": {"model_name": "models/another"}}
    workspace.configure(**other)
    assert len(build_released(workspace, others=OtherWeights.REPLACE).encoders.images) == 6
    undo_build(workspace)

    assert set(verdicts(run_survey(workspace.config_path), "image").values()) == {
        "recipe-changed"}


def test_slots_of_one_size_and_date_are_not_told_apart_by_these(tmp_path: Path) -> None:
    """As in an archive that keeps dates in whole seconds, once a build of it was undone."""
    made = let_train(cats(tmp_path))
    for store in STORES:
        for path in made.store(store).rglob("*.pt"):
            made.age(path, by_ns=86_400 * 10**9)
    rename_one(made)
    build_released(made)
    undo_build(made)

    build_released(made)

    assert_served_right(made)
