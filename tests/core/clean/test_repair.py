"""A damaged index is never written over unasked; a repair keeps it, and an undo brings it back."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.errors import DamagedIndexError, StalePlanError, UserFacingError, WorkspaceError
from larder.core.files.journal import JournalAction, read_journal
from larder.core.index_edits import repair
from larder.core.index_edits.readopt import apply_readopt, plan_readopt
from larder.core.index_edits.repair import repair_indexes
from larder.core.index_edits.touch import apply_touch, plan_touch
from larder.core.jobs import CancelToken, run_to_end
from larder.core.stores.indexed import index_file
from larder.core.stores.indexed.salvage import salvage
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.history import read_history
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.quarantine.settle import Recovery, recover
from larder.core.writes.reports import RepairedIndex
from larder.core.writes.undo import undo_clean
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state
from tests.support.surveying import run_survey, store_of, verdicts

PICTURES = 6


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """Pictures with entries, one of them touched, and one whose payload no row names."""
    made = IndexedWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(PICTURES):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    lost = made.add_picture(f"{cats}/lost.png", cached=False)
    made.add_payload("image", f"{lost[:12]}_128x128_1.pt")
    made.write()
    back_date(made.root / cats / "0.png", by_ns=10**9)
    return made


def damage(workspace: IndexedWorkspace, change: Callable[[bytes], bytes]) -> bytes:
    """Change the image index and give it an old date; its new content."""
    index = workspace.store() / "cache.json"
    content = change(index.read_bytes())
    index.write_bytes(content)
    back_date(index)
    return content


def repaired(workspace: IndexedWorkspace, **options: Any) -> tuple[RepairedIndex, ...]:
    stores = open_workspace(workspace.config_path).stores
    return run_to_end(repair_indexes(stores, token=CancelToken(), **options)).repaired


def touched(workspace: IndexedWorkspace) -> int:
    plan = plan_touch(run_survey(workspace.config_path))
    return run_to_end(apply_touch(plan, token=CancelToken())).entries


def undone(workspace: IndexedWorkspace, identity: str | None = None) -> None:
    run_to_end(undo_clean([workspace.store()], identity, token=CancelToken()))


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "last byte": lambda content: content[:-1],
    "byte order mark": lambda content: b"\xef\xbb\xbf" + content,
    "text version": lambda content: content.replace(b'"version": 3', b'"version": "3"'),
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
}


@pytest.mark.parametrize("change", DAMAGES.values(), ids=DAMAGES.keys())
def test_nothing_is_written_over_a_damaged_index(
    workspace: IndexedWorkspace, change: Callable[[bytes], bytes]
) -> None:
    damage(workspace, change)
    before = tree_state(workspace.root)
    report = run_survey(workspace.config_path)
    writes = [apply_readopt(plan_readopt(report), token=CancelToken())]
    if plan_touch(report).stores:
        writes.append(apply_touch(plan_touch(report), token=CancelToken()))
    for write in writes:
        with pytest.raises(DamagedIndexError, match="is damaged") as refused:
            run_to_end(write)
        assert all(way in refused.value.hint
                   for way in ("with --even-if-damaged", "`larder readopt --even-if-damaged"))
        assert refused.value.exit_code == 2
    assert tree_state(workspace.root) == before


@pytest.mark.parametrize("change", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_repair_keeps_the_damaged_index_for_an_undo(
    workspace: IndexedWorkspace, change: Callable[[bytes], bytes]
) -> None:
    whole = workspace.index()
    content = damage(workspace, change)
    before = tree_state(workspace.store())
    (made,) = repaired(workspace)
    entries = workspace.index()["entries"]
    assert made.rows == len(entries)
    assert entries.items() <= whole["entries"].items()
    assert made.kept is not None
    assert Path(made.kept).read_bytes() == content
    assert made.kept in made.sentence
    assert made.undo in made.sentence
    assert made.index == str(workspace.store() / "cache.json")
    (record,) = read_journal(workspace.store())
    assert (record.action, record.id) == (JournalAction.REPAIRED, made.undo)
    assert workspace.store() / record.detail["kept"] == Path(made.kept)
    (listed,) = read_history([workspace.store()]).quarantines
    assert (listed.files, listed.bytes, listed.can_undo) == (1, len(content), True)
    report = run_survey(workspace.config_path)
    assert not report.problems
    assert store_of(report, "image").busy == ()
    assert repaired(workspace) == ()
    undone(workspace, made.undo)
    assert tree_state(workspace.store()) == before
    assert list_quarantines(workspace.store()) == ()


def test_a_damaged_index_that_cannot_be_brought_back_is_not_called_restored(
    workspace: IndexedWorkspace,
) -> None:
    damage(workspace, DAMAGES["last byte"])
    (made,) = repaired(workspace)
    assert made.kept is not None
    Path(made.kept).write_bytes(b"something else")
    present = (workspace.store() / "cache.json").read_bytes()
    undone(workspace, made.undo)
    assert (workspace.store() / "cache.json").read_bytes() == present
    assert [line.action for line in read_journal(workspace.store())] == [JournalAction.REPAIRED]
    assert [record.id for record in list_quarantines(workspace.store())] == [made.undo]


def test_an_undo_without_an_id_leaves_a_repair_alone_and_names_it(
    workspace: IndexedWorkspace,
) -> None:
    damage(workspace, DAMAGES["last byte"])
    (made,) = repaired(workspace)
    with pytest.raises(UserFacingError, match="no clean to undo") as refused:
        undone(workspace)
    assert made.undo in refused.value.hint
    assert len(workspace.index()["entries"]) == PICTURES


def test_what_was_written_since_a_repair_stays_as_the_copy_a_trainer_takes(
    workspace: IndexedWorkspace,
) -> None:
    content = damage(workspace, DAMAGES["last byte"])
    (made,) = repaired(workspace)
    assert touched(workspace) == 1
    newer = (workspace.store() / "cache.json").read_bytes()
    undone(workspace, made.undo)
    assert (workspace.store() / "cache.json").read_bytes() == content
    assert (workspace.store() / "cache.json.bak").read_bytes() == newer
    assert store_of(run_survey(workspace.config_path), "image").index.copy.value == "cache.json.bak"


def test_a_whole_copy_takes_the_place_of_a_damaged_index(workspace: IndexedWorkspace) -> None:
    good = (workspace.store() / "cache.json").read_bytes()
    (workspace.store() / "cache.json.bak").write_bytes(good)
    damage(workspace, DAMAGES["half"])
    (made,) = repaired(workspace)
    assert made.rows == PICTURES
    assert (workspace.store() / "cache.json").read_bytes() == good
    assert (workspace.store() / "cache.json.bak").read_bytes() == good


def test_rows_of_an_unfinished_first_save_are_taken_over(workspace: IndexedWorkspace) -> None:
    index = workspace.store() / "cache.json"
    content = index.read_bytes()[:-1]
    index.unlink()
    (workspace.store() / "cache.json.tmp").write_bytes(content)
    back_date(workspace.store() / "cache.json.tmp")
    (made,) = repaired(workspace)
    assert (made.rows, made.kept) == (PICTURES, None)
    assert (workspace.store() / "cache.json.tmp").read_bytes() == content
    assert set(verdicts(run_survey(workspace.config_path), "image").values()) <= {
        "valid", "touched", "missing-entry"}


def test_an_index_that_python_alone_can_parse_is_written_as_any_other(
    workspace: IndexedWorkspace,
) -> None:
    damage(workspace, lambda content: content.replace(
        b'"schema_method"', b'"last_validated": NaN, "schema_method"'))
    before = workspace.index()["entries"]
    assert repaired(workspace) == ()
    assert touched(workspace) == 1
    after = workspace.index()
    assert after["entries"].keys() == before.keys()
    assert after["last_validated"] != after["last_validated"]


def test_a_failed_read_of_a_good_index_refuses_everything(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree_state(workspace.root)
    read, failures = index_file._read_copy, ["image"]

    def fail_once(path: Path) -> Any:
        if path.parent.name in failures:
            failures.clear()
            raise OSError(errno.EIO, "Input/output error")
        return read(path)

    monkeypatch.setattr(index_file, "_read_copy", fail_once)
    report = run_survey(workspace.config_path)
    (finding,) = report.problems
    assert finding.problem == "cache.json cannot be read: Input/output error."
    assert "nothing is written or cleaned" in finding.hint
    assert store_of(report, "image").index.problem == (
        "The index cannot be read: Input/output error.")
    assert plan_readopt(report).stores == ()
    failures.append("image")
    with pytest.raises(WorkspaceError, match="cannot be read: Input/output error"):
        repaired(workspace)
    assert tree_state(workspace.root) == before


def test_a_trainer_that_saves_during_a_repair_keeps_its_save(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = workspace.store() / "cache.json"
    saved = index.read_bytes()
    damage(workspace, DAMAGES["half"])

    def save_meanwhile(*arguments: Any) -> Any:
        (workspace.store() / "cache.json.tmp").write_bytes(saved)
        (workspace.store() / "cache.json.tmp").replace(index)
        return salvage(*arguments)

    monkeypatch.setattr(repair, "salvage", save_meanwhile)
    with pytest.raises(StalePlanError):
        repaired(workspace)
    assert index.read_bytes() == saved


def test_a_crash_after_the_index_was_replaced_leaves_the_way_back(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = damage(workspace, DAMAGES["last byte"])

    def crash(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as crashing:
        crashing.setattr(repair, "append_journal", crash)
        with pytest.raises(KeyboardInterrupt):
            repaired(workspace)
    (record,) = list_quarantines(workspace.store())
    assert recover(workspace.store()) == {record.id: Recovery.FINISHED}
    assert len(workspace.index()["entries"]) == PICTURES
    undone(workspace, record.id)
    assert (workspace.store() / "cache.json").read_bytes() == content
