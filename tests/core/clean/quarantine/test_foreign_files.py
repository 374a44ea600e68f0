"""Files in a quarantine or a group that no cache has: known by name, or set aside and told.

And a user's own files: they never go with a folder that is moved, exchanged or emptied.
"""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_clean import clean_plan
from larder.core.clean.plan_prune import clear_plan
from larder.core.jobs import CancelToken, run_to_end
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.emptying import empty_quarantines
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.quarantine.settle import recover
from tests.support.building import BuildWorkspace
from tests.support.cleaning import applied, planned, undone
from tests.support.indexed_cache import IndexedWorkspace, tree_state
from tests.support.released_building import PATH, add_concept, build_released, delete_one
from tests.support.surveying import run_survey

LITTER = [".DS_Store", "._x.pt", "Thumbs.db", "desktop.ini", ".nfs000000000a", ".directory"]
OWN = "my notes.txt"
NOW = 2 * 10**18


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """Four pictures, two of them gone since they were cached."""
    made = IndexedWorkspace.of_cats(tmp_path / "work", 4)
    for name in ("0.png", "1.png"):
        (made.root / "data/cats" / name).unlink()
    return made


@pytest.fixture
def released(tmp_path: Path) -> BuildWorkspace:
    """Three pictures with captions, built into the released layout."""
    made = BuildWorkspace(tmp_path / "work")
    add_concept(made)
    for number in range(3):
        made.add_picture(f"{PATH}/{number}.png", caption=f"cat {number}", size=(16, 16))
    build_released(made)
    return made


def group_of(workspace: BuildWorkspace, store: str = "image") -> Path:
    (found,) = (path for path in workspace.store(store).iterdir() if len(path.name) == 64)
    return found


def emptied(*stores: Path) -> Any:
    return run_to_end(empty_quarantines(stores, token=CancelToken()))


def cleared(workspace: BuildWorkspace) -> CleanPlan:
    return run_to_end(clear_plan(
        open_workspace(workspace.config_path), now_ns=NOW, token=CancelToken()))


@pytest.mark.parametrize("name", LITTER)
def test_what_systems_leave_in_a_quarantine_blocks_no_undo(
    workspace: IndexedWorkspace, name: str
) -> None:
    before = tree_state(workspace.root / "workspace-cache")
    plan = planned(workspace.root)
    applied(plan)
    for store in ("image", "text"):
        for record in list_quarantines(workspace.store(store)):
            (record.files_folder / name).write_bytes(b"x")
    assert undone(plan).not_restored == ()
    assert tree_state(workspace.root / "workspace-cache") == before
    assert list_quarantines(workspace.store()) == ()
    assert recover(workspace.store()) == {}


def test_a_foreign_file_in_a_quarantine_is_set_aside_and_told(
    workspace: IndexedWorkspace, caplog: pytest.LogCaptureFixture
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    (record.files_folder / "deep").mkdir()
    (record.files_folder / "deep" / OWN).write_text("mine")
    assert undone(plan).not_restored == ()
    aside = workspace.store() / ".larder/set-aside" / record.id / "deep" / OWN
    assert aside.read_text() == "mine"
    assert str(aside) in caplog.text
    assert list_quarantines(workspace.store()) == ()


def test_emptying_deletes_what_was_moved_and_sets_the_rest_aside(
    workspace: IndexedWorkspace,
) -> None:
    applied(planned(workspace.root))
    store = workspace.store()
    (record,) = list_quarantines(store)
    (record.files_folder / OWN).write_text("mine")
    report = emptied(store)
    assert (report.files, report.failed) == (len(record.moves), ())
    assert list_quarantines(store) == ()
    assert (store / ".larder/set-aside" / record.id / OWN).read_text() == "mine"


def test_a_file_that_the_drive_does_not_give_up_blocks_nothing(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an open file does that was deleted on a network drive."""
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    (record.files_folder / ".nfs01").write_bytes(b"x")
    real = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path.name == ".nfs01":
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))
        real(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    assert undone(plan).not_restored == ()
    assert recover(workspace.store()) == {}
    assert applied(planned(workspace.root)).undo
    monkeypatch.undo()
    (workspace.root / "data/cats/2.png").unlink()
    applied(planned(workspace.root))
    assert record.id not in {left.id for left in list_quarantines(workspace.store())}


@pytest.mark.parametrize("damaged", ["row", "concept"])
def test_a_damaged_row_of_a_record_costs_that_row_and_blocks_nothing(
    workspace: IndexedWorkspace, damaged: str
) -> None:
    """Also where nothing else in the quarantine has it, as in one of an earlier version."""
    rows = workspace.index()["entries"]
    plan = planned(workspace.root)
    applied(plan)
    store = workspace.store()
    (record,) = list_quarantines(store)
    for name in ("rows.json", "cache.json", "cache.json.patch"):
        (record.folder / "index" / name).unlink(missing_ok=True)
    manifest = json.loads((record.folder / "manifest.json").read_text())
    if damaged == "row":
        text = manifest["dropped_rows"]["data/cats/0.png"]
        manifest["dropped_rows"]["data/cats/0.png"] = text.replace(":", "\x1a", 1)
    else:
        manifest["detail"]["concepts"] = {"c": '{"name"'}
    (record.folder / "manifest.json").write_text(json.dumps(manifest))
    report = undone(plan)
    assert recover(store) == {}
    assert list_quarantines(store) == ()
    present = workspace.index()["entries"]
    lost = {"data/cats/0.png"} if damaged == "row" else set()
    assert present.keys() == rows.keys() - lost
    assert report.restored.files == len(plan)
    if damaged == "row":
        assert any("data/cats/0.png" in problem for problem in report.problems)


def test_a_damaged_row_is_taken_from_the_second_record(workspace: IndexedWorkspace) -> None:
    rows = workspace.index()["entries"]
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    for kept in (record.folder / "index").glob("cache.json*"):
        kept.unlink()
    content = (record.folder / "manifest.json").read_bytes()
    at = content.index(b"dropped_rows") + content[content.index(b"dropped_rows"):].index(b"hash")
    (record.folder / "manifest.json").write_bytes(content[:at] + b"\x7f" + content[at + 1:])
    assert undone(plan).problems == ()
    assert workspace.index()["entries"] == rows


@pytest.mark.parametrize("where", ["", "variation-0/"])
@pytest.mark.parametrize("name", [".DS_Store", "desktop.ini"])
def test_what_systems_leave_in_a_group_goes_with_it(
    released: BuildWorkspace, where: str, name: str
) -> None:
    (group_of(released) / f"{where}{name}").write_bytes(b"x")
    before = tree_state(released.store())
    plan = cleared(released)
    assert plan.notes is None
    applied(plan, even_if_busy=True)
    assert tree_state(released.store()) == {}
    undone(plan, even_if_busy=True)
    assert tree_state(released.store()) == before


def test_a_group_with_a_users_file_stays_and_the_plans_say_so(released: BuildWorkspace) -> None:
    group = group_of(released)
    (group / "variation-0" / OWN).write_text("mine")
    plan = cleared(released)
    assert group.name not in plan.payloads
    assert plan.notes is not None
    assert [group.name in note and OWN in note for note in plan.notes] == [True]
    released.concepts[0]["path"] = "data/elsewhere"
    released.write()
    clean = clean_plan(run_survey(released.config_path), now_ns=NOW)
    assert group.name not in clean.payloads
    assert clean.notes is not None
    assert [group.name in note and OWN in note for note in clean.notes] == [True]


def test_a_users_file_that_came_after_the_plan_keeps_its_group(released: BuildWorkspace) -> None:
    plan = cleared(released)
    group = group_of(released)
    variation = group / "variation-0"
    date = (group.stat().st_atime_ns, group.stat().st_mtime_ns)
    (variation / OWN).write_text("mine")
    os.utime(group, ns=date)
    report = applied(plan, even_if_busy=True)
    assert (variation / OWN).read_text() == "mine"
    assert group.name in {left.payload for left in report.dropped}
    emptied(released.store(), released.store("text"))
    assert (variation / OWN).read_text() == "mine"


def test_a_build_that_replaces_a_folder_leaves_a_users_file_where_it_is(
    released: BuildWorkspace,
) -> None:
    notes = group_of(released) / "variation-0" / OWN
    notes.write_text("mine")
    delete_one(released)
    built = build_released(released)
    assert built.report.undo is not None
    assert notes.read_text() == "mine"
    plan = planned(released.root)
    undone(plan, even_if_busy=True)
    assert notes.read_text() == "mine"
    undone(plan, built.report.undo, even_if_busy=True)  # once more
    assert notes.read_text() == "mine"
    emptied(released.store(), released.store("text"))
    assert notes.read_text() == "mine"


def test_a_users_file_in_a_folder_that_a_build_added_stays_when_that_is_undone(
    released: BuildWorkspace,
) -> None:
    delete_one(released)
    released.concepts[0]["image_variations"] = 2
    released.write()
    built = build_released(released)
    added = group_of(released) / "variation-1"
    (added / OWN).write_text("mine")
    plan = planned(released.root)
    undone(plan, even_if_busy=True)
    assert os.listdir(added) == [OWN]
    undone(plan, built.report.undo, even_if_busy=True)  # once more
    assert {"aggregate.pt", "1.pt", OWN} <= {*os.listdir(added)}
    undone(plan, built.report.undo, even_if_busy=True)
    emptied(released.store(), released.store("text"))
    assert (added / OWN).read_text() == "mine"
    assert build_released(released).report.failed == ()
    assert {"aggregate.pt", "1.pt", OWN} <= {*os.listdir(added)}


def test_a_users_file_in_a_group_that_an_earlier_version_moved_is_set_aside_when_emptied(
    released: BuildWorkspace,
) -> None:
    plan = cleared(released)
    applied(plan, even_if_busy=True)
    (record,) = list_quarantines(released.store())
    (group,) = (path for path in record.files_folder.iterdir() if path.is_dir())
    (group / "variation-0" / OWN).write_text("mine")
    report = emptied(released.store())
    assert report.files == record.files
    aside = released.store() / ".larder/set-aside" / record.id / group.name / "variation-0" / OWN
    assert aside.read_text() == "mine"


def test_a_users_file_where_a_build_stages_its_payloads_stays(released: BuildWorkspace) -> None:
    staging = released.store() / ".larder/building"
    staging.mkdir(exist_ok=True)
    (staging / OWN).write_text("mine")
    (staging / "deep").mkdir()
    (staging / ".DS_Store").write_bytes(b"x")
    delete_one(released)
    assert build_released(released).report.undo is not None
    assert {path.name for path in staging.iterdir()} == {OWN, "deep"}
