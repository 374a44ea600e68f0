"""Folders that cannot be reached, and the drives inside a concept's folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from larder.core.settings import cache_home
from larder.core.survey import roots as survey_roots
from larder.core.survey.roots import (
    Unreachable,
    device_of,
    load_devices,
    mostly_gone,
    root_is_unreachable,
)
from larder.core.survey.sources import SourceTree
from tests.support.building import BuildWorkspace
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.released_building import PATH, add_concept, build_released
from tests.support.surveying import drifted, loose_payloads, run_survey, why

ROOT_DEVICE, DRIVE = 7, 8


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """A concept with five pictures in its folder and two in a subfolder."""
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for number in range(5):
        made.add_picture(f"data/cats/{number}.png")
    for number in range(2):
        made.add_picture(f"data/cats/nas/{number}.png", colour=100 + number)
    made.write(stores=("image",))
    return made


def mount(monkeypatch: pytest.MonkeyPatch, *, mounted: bool) -> None:
    """Pretend that folders `nas` are drives of their own, or only what drives are mounted on."""

    def device_of(real: str) -> int | None:
        if not Path(real).is_dir():
            return None
        return DRIVE if mounted and real.endswith("nas") else ROOT_DEVICE

    monkeypatch.setattr(survey_roots, "device_of", device_of)


def empty(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def test_a_drive_inside_a_concept_that_is_gone_is_held_back(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount(monkeypatch, mounted=True)
    assert drifted(run_survey(workspace.config_path), "image") == {}
    mount(monkeypatch, mounted=False)
    empty(workspace.root / "data/cats/nas")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {
        "data/cats/nas/0.png": "source-unreachable", "data/cats/nas/1.png": "source-unreachable"}
    assert "another device" in why(report, "image", "data/cats/nas/0.png")
    assert loose_payloads(report, "image") == {}


def test_a_drive_whose_folder_vanished_with_it_is_held_back(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount(monkeypatch, mounted=True)
    run_survey(workspace.config_path)
    empty(workspace.root / "data/cats/nas")
    (workspace.root / "data/cats/nas").rmdir()
    report = run_survey(workspace.config_path)
    assert set(drifted(report, "image").values()) == {"source-unreachable"}


def test_pictures_deleted_on_a_drive_that_is_there_are_orphans(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount(monkeypatch, mounted=True)
    run_survey(workspace.config_path)
    (workspace.root / "data/cats/nas/0.png").unlink()
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"data/cats/nas/0.png": "source-missing"}


def test_a_plain_subfolder_that_was_deleted_leaves_orphans(workspace: IndexedWorkspace) -> None:
    run_survey(workspace.config_path)
    empty(workspace.root / "data/cats/nas")
    (workspace.root / "data/cats/nas").rmdir()
    report = run_survey(workspace.config_path)
    assert set(drifted(report, "image").values()) == {"source-missing"}


def test_a_folder_that_may_not_be_listed_is_held_back(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_list = SourceTree.list_folder

    def refused(self: SourceTree, real: str) -> object:
        if real.endswith("nas"):
            raise PermissionError(13, "Permission denied")
        return real_list(self, real)

    monkeypatch.setattr(SourceTree, "list_folder", refused)
    report = run_survey(workspace.config_path)
    assert set(drifted(report, "image").values()) == {"source-unreachable"}
    assert "Permission denied" in why(report, "image", "data/cats/nas/0.png")
    assert loose_payloads(report, "image") == {}


def test_a_declared_folder_inside_a_lost_drive_is_gone(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount(monkeypatch, mounted=True)
    run_survey(workspace.config_path)
    mount(monkeypatch, mounted=False)
    empty(workspace.root / "data/cats/nas")
    gone = (str(workspace.root / "data/cats/nas"),)
    nothing = str(workspace.root / "data/nothing")
    report = run_survey(workspace.config_path, gone=(*gone, nothing))
    assert set(drifted(report, "image").values()) == {"source-missing"}
    # A mistyped folder is not passed over in silence.
    said = [finding.where for finding in report.problems if "deleted for good" in finding.problem]
    assert said == [nothing]


def test_every_folder_without_a_concept_is_a_root_of_its_own(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    for number in range(300):
        made.add_picture(f"data/{number}/a.png", colour=number)
    made.write(stores=("image",))
    made.config_path.unlink()
    (made.root / "data/299/a.png").unlink()
    report = run_survey(made.store())
    assert drifted(report, "image") == {"data/299/a.png": "source-unreachable"}
    assert report.roots[-1].gone == 1


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"exists": True, "indexed": 10, "present": 10}, None),
        ({"exists": True, "indexed": 10, "present": 1}, None),
        ({"exists": True, "indexed": 0, "present": 0}, None),
        ({"exists": False, "indexed": 10, "present": 0}, Unreachable.MISSING),
        ({"exists": False, "indexed": 0, "present": 0}, Unreachable.MISSING),
        ({"exists": True, "indexed": 10, "present": 0}, Unreachable.HOLDS_NONE),
        ({"exists": True, "indexed": 9, "present": 9, "device": 1, "remembered_device": 2},
         Unreachable.OTHER_DEVICE),
        ({"exists": True, "indexed": 9, "present": 9, "device": 1, "remembered_device": 1}, None),
        ({"exists": True, "indexed": 9, "present": 9, "device": 1}, None),
        ({"exists": True, "indexed": 9, "present": 9, "remembered_device": 0}, None),
    ],
)
def test_when_a_root_cannot_be_reached(facts: dict[str, int], reason: Unreachable | None) -> None:
    assert root_is_unreachable(**facts) is reason


@pytest.mark.parametrize(
    ("indexed", "gone", "expected"),
    [(1500, 1200, True), (20, 20, True), (19, 19, False), (40, 20, False), (39, 20, True),
     (0, 0, False)],
)
def test_twenty_and_over_half_gone_is_mostly_gone(
    indexed: int, gone: int, expected: bool
) -> None:
    assert mostly_gone(indexed=indexed, gone=gone) is expected


def test_a_root_on_a_new_drive_with_pictures_missing_is_not_learnt_from(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey_roots, "device_of", lambda _: ROOT_DEVICE)
    run_survey(workspace.config_path)
    monkeypatch.setattr(survey_roots, "device_of", lambda _: DRIVE)
    (workspace.root / "data/cats/0.png").unlink()
    for _ in range(2):
        report = run_survey(workspace.config_path)
        assert drifted(report, "image")["data/cats/0.png"] == "source-unreachable"


def test_only_folders_on_another_drive_than_their_concept_are_remembered(
    workspace: IndexedWorkspace,
) -> None:
    run_survey(workspace.config_path)
    assert load_devices(cache_home()) == {
        str(workspace.root / "data/cats"): (workspace.root / "data/cats").stat().st_dev}


def test_a_drive_inside_a_concept_of_a_released_cache_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = BuildWorkspace(tmp_path / "ws")
    add_concept(made, include_subdirectories=True)
    made.add_picture(f"{PATH}/0.png", caption="a cat", size=(16, 16))
    for folder in ("nas", "plain"):
        made.add_picture(f"{PATH}/{folder}/1.png", caption="another", size=(16, 16))
    build_released(made)
    mount(monkeypatch, mounted=True)
    run_survey(made.config_path)
    assert load_devices(cache_home()) == {
        str(made.root / PATH): ROOT_DEVICE, str(made.root / PATH / "nas"): DRIVE}


@pytest.mark.skipif(os.name == "nt", reason="making links needs a permission on Windows")
def test_a_folder_deleted_behind_a_link_that_leads_somewhere_leaves_orphans(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (workspace.root / "data/cats/linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere/deep").mkdir()
    workspace.add_picture("data/cats/linked/deep/x.png", colour=200)
    workspace.write(stores=("image",))
    (tmp_path / "elsewhere/deep/x.png").unlink()
    (tmp_path / "elsewhere/deep").rmdir()
    assert drifted(run_survey(workspace.config_path), "image") == {
        "data/cats/linked/deep/x.png": "source-missing"}


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_folder_that_no_name_can_lead_to_has_no_device(tmp_path: Path, name: str) -> None:
    assert device_of(f"{tmp_path}/{name}") is None
