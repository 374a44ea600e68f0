"""Files that cannot be inspected do not count as deleted: their group stays, reported."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.survey import roots as survey_roots
from tests.support.building import BuildWorkspace, Built, plan_of
from tests.support.released_building import (
    PATH,
    add_one,
    assert_served_right,
    build_released,
    cats,
    delete_one,
    files_of,
    let_train,
)
from tests.support.surveying import run_survey, verdicts, why


@pytest.fixture
def built(tmp_path: Path) -> BuildWorkspace:
    """Six pictures beside two in a subfolder, built."""
    workspace = cats(tmp_path)
    for number in range(2):
        workspace.add_picture(f"{PATH}/nas/{number}.png", caption=f"on a drive, {number}")
    build_released(workspace)
    return workspace


def loop(path: Path) -> None:
    """Put a link to itself where a file or folder was; nothing can look at what it means."""
    path.rename(path.with_name(f".{path.name}"))
    path.symlink_to(path.name)


def unloop(path: Path) -> None:
    path.unlink()
    path.with_name(f".{path.name}").rename(path)


def assert_left(workspace: BuildWorkspace, before: object) -> Built:
    """Nothing of the cache was touched, nor was anything encoded."""
    after = build_released(workspace)
    assert files_of(workspace) == before
    assert after.encoders.encoded == 0
    assert after.plan.payloads == 0
    assert [left for left in after.plan.left_out if "written whole" in left.why]
    assert all(left.stays for left in after.plan.left_out)
    return after


def test_a_picture_that_is_a_link_to_itself_is_left_out_as_the_trainer_leaves_it(
        built: BuildWorkspace) -> None:
    picture = built.root / PATH / "3.png"
    picture.unlink()
    picture.symlink_to(picture.name)
    said = run_survey(built.config_path)
    assert verdicts(said, "image")[f"{PATH}/3.png"] == "source-missing"
    assert "OneTrainer treats it as a missing file: Too many levels" in why(
        said, "image", f"{PATH}/3.png")

    after = build_released(built)

    assert after.encoders.encoded == 0
    assert after.plan.left_out == ()
    assert not after.report.failed
    groups = built.root / "workspace-cache/run/image"
    slots = {path.stem for path in groups.glob("*/variation-0/[0-9]*.pt")}
    assert slots == {str(at) for at in range(7)}  # 8 pictures before


@pytest.mark.parametrize("name", ["3.txt", "4-masklabel.png"])
def test_a_file_that_cannot_be_looked_at_leaves_its_group_as_it_is(
        built: BuildWorkspace, name: str) -> None:
    before = files_of(built)
    delete_one(built)
    loop(built.root / PATH / name)

    left = assert_left(built, before)

    assert any("Too many levels of symbolic links" in one.why for one in left.report.failed)
    unloop(built.root / PATH / name)
    assert build_released(built).encoders.encoded == 0
    assert_served_right(built)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_in_the_place_of_a_caption_leaves_its_group_as_it_is(
        built: BuildWorkspace, make: Callable[[Path], None]) -> None:
    before = files_of(built)
    (built.root / PATH / "3.txt").unlink()
    make(built.root / PATH / "3.txt")

    assert verdicts(run_survey(built.config_path), "text")[f"{PATH}/3.txt"] == "source-unreachable"
    left = assert_left(built, before)
    assert any("not a file" in one.why for one in left.report.failed)


def test_a_caption_of_a_trainers_cache_that_cannot_be_looked_at_is_not_taken_for_empty(
        tmp_path: Path) -> None:
    workspace = let_train(cats(tmp_path))
    before = files_of(workspace)
    loop(workspace.root / PATH / "3.txt")

    assert_left(workspace, before)


def test_a_caption_that_cannot_be_looked_at_once_it_is_to_be_written_keeps_its_folder(
        built: BuildWorkspace) -> None:
    (built.root / PATH / "5.txt").unlink()
    build_released(built)
    before = files_of(built)
    delete_one(built)
    caption = built.root / PATH / "5.txt"

    failed = build_released(built, disturb=lambda _: caption.symlink_to("5.txt"))

    assert files_of(built) == before
    assert any("cannot be read" in left.why for left in failed.report.changed)


def lead_nowhere(folder: Path) -> None:
    folder.rename(folder.with_name(".away"))
    folder.symlink_to("/nonexistent/drive")


def unmount(folder: Path) -> None:
    folder.rename(folder.with_name(".away"))
    folder.mkdir()


@pytest.mark.parametrize("vanish", [loop, lead_nowhere, unmount])
def test_a_subfolder_that_is_away_does_not_shrink_its_group(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vanish: Callable[[Path], None]) -> None:
    nas = tmp_path / PATH / "nas"
    mounted = True

    def device_of(real: str) -> int | None:
        if not Path(real).is_dir():
            return None
        return 8 if mounted and real.endswith("nas") else 7

    monkeypatch.setattr(survey_roots, "device_of", device_of)
    workspace = cats(tmp_path)
    workspace.add_picture(f"{PATH}/nas/0.png", caption="on a drive")
    build_released(workspace)
    plan_of(workspace)  # the survey learns where the folder is mounted
    before = files_of(workspace)
    add_one(workspace)
    mounted = False
    vanish(nas)

    assert_left(workspace, before)


def test_a_subfolder_that_was_deleted_goes(built: BuildWorkspace) -> None:
    for name in ("0.png", "0.txt", "1.png", "1.txt"):
        (built.root / PATH / "nas" / name).unlink()
    (built.root / PATH / "nas").rmdir()

    assert build_released(built).encoders.encoded == 0
    assert_served_right(built)
