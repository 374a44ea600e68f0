"""Changes made while a slot folder is built are planned again, at no cost to the others."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.build import meanwhile
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.survey.report import Depth
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.trainer_layout import choose_layout
from tests.support.building import (
    BuildWorkspace,
    Built,
    CountingEncoders,
    cancel_after,
    plan_of,
    start,
)
from tests.support.released_building import (
    PATH,
    add_concept,
    add_one,
    assert_served_right,
    build_released,
    cats,
    delete_one,
    edit_caption,
    edit_mask,
    files_of,
    rename_one,
)

Change = Callable[[BuildWorkspace], None]


def edit_picture(workspace: BuildWorkspace) -> None:
    workspace.age(
        workspace.add_picture(f"{PATH}/2.png", size=(42, 48), seed=99), by_ns=5 * 10**9)


def add_a_subfolder(workspace: BuildWorkspace) -> None:
    workspace.add_picture(f"{PATH}/more/x.png", caption="one below", size=(50, 48))


def delete_first(workspace: BuildWorkspace) -> None:
    for name in ("0.png", "0.txt"):
        (workspace.root / PATH / name).unlink()


def disturbed(workspace: BuildWorkspace, change: Change, *, after: int) -> Built:
    """Build; the workspace changes when so many batches were encoded."""
    def disturb(encoders: CountingEncoders) -> None:
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            if done == after + 1:
                change(workspace)
        encoders.before_encode = step
    return build_released(workspace, disturb=disturb)


@pytest.mark.swept(8)
@pytest.mark.parametrize("after", [0, 5, 11])
@pytest.mark.parametrize(
    ("change", "more"),
    [(delete_one, 0), (delete_first, 0), (edit_picture, 1), (edit_caption, 1), (edit_mask, 1),
     (add_one, 2), (add_a_subfolder, 2), (rename_one, 2)])
def test_a_change_during_a_build_costs_no_more_than_itself(
    tmp_path: Path, change: Change, more: int, after: int
) -> None:
    workspace = cats(tmp_path)

    built = disturbed(workspace, change, after=after)

    assert built.report.is_whole
    assert built.failed == []
    assert built.encoders.encoded <= 12 + more
    assert built.report.encoded == built.encoders.encoded
    assert built.report.adopted == 0
    assert_served_right(workspace)
    assert build_released(workspace).plan.is_empty
    staging = workspace.store() / ".larder" / "building"
    assert list(staging.iterdir()) == []


def test_a_change_during_a_build_of_little_is_seen_in_all_of_its_group(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    build_released(workspace)
    edit_caption(workspace)  # nothing is to be done to pictures

    built = disturbed(workspace, delete_one, after=0)

    assert built.report.is_whole
    assert built.encoders.encoded == 1
    assert_served_right(workspace)


def test_other_concepts_take_their_places_too_and_one_undo_takes_all_back(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    add_concept(workspace, "dogs", seed=2)
    for number in range(3):
        workspace.add_picture(f"data/dogs/{number}.png", caption=f"a dog {number}", size=(40, 48))
    build_released(workspace)
    edit_caption(workspace)
    workspace.add_picture("data/dogs/3.png", caption="a new dog", size=(40, 48))

    built = disturbed(workspace, delete_one, after=1)

    assert built.report.is_whole
    assert built.encoders.encoded == 3
    assert isinstance(built.report.undo, str)
    assert_served_right(workspace)


def test_a_concept_that_keeps_changing_is_built_for_the_last_round(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    count = 0

    def add_another() -> None:
        nonlocal count
        count += 1
        workspace.add_picture(f"{PATH}/9{count}.png", caption=f"number {count}", size=(40, 48))

    def disturb(encoders: CountingEncoders) -> None:
        encoders.before_encode = add_another

    built = build_released(workspace, disturb=disturb)

    assert built.report.is_whole
    assert files_of(workspace)
    assert build_released(workspace).report.is_whole
    assert_served_right(workspace)


def test_what_does_not_come_to_rest_is_told_and_stays_staged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meanwhile, "MOST_ROUNDS", 1)
    monkeypatch.setattr("larder.core.build.build.MOST_ROUNDS", 1)
    workspace = cats(tmp_path)

    built = disturbed(workspace, edit_picture, after=11)

    assert [left.source for left in built.report.changed] == [f"{PATH}/2.png"]
    assert [failed.item for failed in built.failed] == [f"{PATH}/2.png"]
    assert build_released(workspace).encoders.encoded == 1
    assert_served_right(workspace)


def test_a_folder_that_is_gone_at_the_end_is_told_of(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    built = disturbed(
        workspace, lambda of: shutil.move(of.root / PATH, of.root / "elsewhere"), after=11)
    assert not built.report.is_whole
    assert files_of(workspace) == {}
    shutil.move(workspace.root / "elsewhere", workspace.root / PATH)
    assert build_released(workspace).encoders.encoded == 0


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_a_build_that_was_stopped_goes_on_in_its_layout(tmp_path: Path, layout: str) -> None:
    workspace, token = cats(tmp_path), CancelToken()
    plan = plan_of(workspace, layout=layout, depth=Depth.STAT)
    encoders = CountingEncoders(plan)
    cancel_after(4, token)(encoders)
    with pytest.raises(JobCancelled):
        run_to_end(start(plan, encoders, token=token))
    assert choose_layout(open_workspace(workspace.config_path), None) is CacheLayout(layout)
