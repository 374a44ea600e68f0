"""Applying a plan: what goes, what stays because it changed, what is refused."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.clean import clean_folder, full_disk
from larder.core.clean.clean import apply_clean
from larder.core.clean.plan_document import load_plan, plan_document, save_plan
from larder.core.clean.recheck import READOPTABLE
from larder.core.errors import (
    StalePlanError,
    StoreBusyError,
    StoreLockedError,
    UserFacingError,
    WorkspaceError,
)
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.files.journal import JournalAction, read_journal
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.settings import cache_home
from larder.core.writes.quarantine.copies import rebuild_copies
from larder.core.writes.quarantine.manifest import PlannedMove
from larder.core.writes.quarantine.moves import MoveOutcome, delete_one
from larder.core.writes.quarantine.record import list_quarantines
from tests.support.cleaning import applied, planned, undone
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state

LOOSE = "0123456789ab_128x128_1.pt"
TEMP = "0123456789ab_128x128_1.pt.4242.99.tmp"


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """Four pictures with captions; two pictures and a caption are gone, a temp file is left."""
    made = IndexedWorkspace.of_cats(tmp_path / "work", 6, variations=2)
    made.add_payload("image", TEMP)
    for name in ("0.png", "1.png", "2.txt"):
        (made.root / "data/cats" / name).unlink()
    return made


def payloads_of(workspace: IndexedWorkspace, source: str) -> list[str]:
    return [workspace.payload_of(source, number) for number in (1, 2)]


def names(workspace: IndexedWorkspace, store: str = "image") -> set[str]:
    return {path.name for path in workspace.store(store).iterdir()}


def test_what_is_selected_goes_and_nothing_else(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    selected = plan.preselected.copy()
    kept = payloads_of(workspace, "data/cats/1.png")[0]
    selected[plan.payloads.index(kept)] = False
    before = names(workspace) | names(workspace, "text")
    report = applied(plan, selected=selected)
    gone = {name for name, on in zip(plan.payloads, selected, strict=True) if on}
    assert before - (names(workspace) | names(workspace, "text")) == gone
    assert report.quarantined.files == len(gone)
    assert report.quarantined.bytes == int(plan.bytes[selected].sum())
    assert report.dropped == report.failed == ()
    rows = workspace.index()["entries"]
    assert "data/cats/0.png" not in rows
    assert "data/cats/1.png" in rows


def test_a_loaded_plan_applies_like_the_one_it_was_saved_from(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    plan = planned(workspace.root)
    save_plan(plan, tmp_path / "plan.json")
    report = applied(load_plan(tmp_path / "plan.json"))
    assert report.quarantined.files == len(plan) == 6


def test_the_index_is_written_before_the_first_file_moves(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned(workspace.root)
    seen: list[bool] = []
    real = clean_folder.move_in

    def watched(record: Any) -> Any:
        if record.store == workspace.store():
            seen.append("data/cats/0.png" in workspace.index()["entries"])
            seen.append(set(payloads_of(workspace, "data/cats/0.png")) <= names(workspace))
        return real(record)

    monkeypatch.setattr(clean_folder, "move_in", watched)
    applied(plan)
    assert seen == [False, True]


def test_the_old_index_is_in_the_backup_and_a_way_back_to_it_in_the_quarantine(
    workspace: IndexedWorkspace,
) -> None:
    old = (workspace.store() / "cache.json").read_bytes()
    report = applied(planned(workspace.root))
    assert report.backup_bytes == sum(
        path.stat().st_size for path in workspace.root.rglob("cache.json.bak")) >= len(old)
    (record,) = list_quarantines(workspace.store())
    assert (workspace.store() / "cache.json.bak").read_bytes() == old
    assert not (record.folder / "index/cache.json").exists()
    assert rebuild_copies(record.store, record.folder) == ()
    assert (record.folder / "index/cache.json").read_bytes() == old


def test_behaviour_5_the_last_good_copy_is_the_previous_index(workspace: IndexedWorkspace) -> None:
    (workspace.store() / "cache.json.bak").write_text("{}")
    back_date(workspace.store() / "cache.json.bak")
    old = (workspace.store() / "cache.json").read_bytes()
    before = tree_state(workspace.store())
    plan = planned(workspace.root)
    report = applied(plan)
    assert (workspace.store() / "cache.json.bak").read_bytes() == old
    undone(plan, report.undo)
    assert tree_state(workspace.store()) == before


def test_behaviour_7_unknown_fields_survive(workspace: IndexedWorkspace) -> None:
    workspace.rows["image"]["data/cats/3.png"]["vendor"] = {"x": [1.5, None]}
    workspace.write_index(vendor_top={"y": 1})
    applied(planned(workspace.root))
    index = workspace.index()
    assert index["vendor_top"] == {"y": 1}
    assert index["entries"]["data/cats/3.png"]["vendor"] == {"x": [1.5, None]}


def test_behaviour_12_and_13_a_dropped_row_leaves_the_hash_index(
    workspace: IndexedWorkspace,
) -> None:
    applied(planned(workspace.root))
    index = workspace.index()
    assert {path for paths in index["hash_index"].values() for path in paths} == set(
        index["entries"])


def test_deleting_frees_the_space_at_once(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    report = applied(plan, delete=True)
    assert (report.deleted.files, report.quarantined.files, report.undo) == (len(plan), 0, None)
    # A copy of an index that names what is gone would take the space again.
    assert not list(workspace.root.rglob("cache.json.bak"))
    assert report.backup_bytes == 0
    assert report.deleted.bytes == int(plan.bytes.sum())
    assert list_quarantines(workspace.store()) == ()
    assert not set(plan.payloads) & (names(workspace) | names(workspace, "text"))
    assert [record.action for record in read_journal(workspace.store())] == [
        JournalAction.DELETED]
    with pytest.raises(UserFacingError, match="no clean to undo"):
        undone(plan)


@pytest.mark.parametrize("free", [0, 40_000])
def test_deleting_makes_room_for_its_own_record_first(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    """Without any all of it goes first; what needs no row to go comes before what does."""
    deleted = []

    def free_now(_folder: Path) -> int:
        return free and free + 30_000 * len(deleted)

    def delete(move: PlannedMove, store: Path) -> MoveOutcome:
        deleted.append(move.name)
        return delete_one(move, store)

    monkeypatch.setattr(full_disk, "free_bytes", free_now)
    monkeypatch.setattr(full_disk, "delete_one", delete)
    plan = planned(workspace.root)
    report = applied(plan, delete=True)
    assert (report.deleted.files, report.failed, report.undo) == (len(plan), (), None)
    assert report.deleted.bytes == int(plan.bytes.sum())
    assert deleted[0] == TEMP
    assert (len(deleted) == len(plan)) == (free == 0)
    assert report.index_rows_dropped["image"] == 2
    assert not set(plan.payloads) & (names(workspace) | names(workspace, "text"))
    records = read_journal(workspace.store())
    assert {record.action for record in records} == {JournalAction.DELETED}
    assert sum(record.items for record in records) == int(
        plan.files[plan.store == 0].sum())
    assert list_quarantines(workspace.store()) == ()


def changed_size(path: Path) -> None:
    path.write_bytes(b"longer than before")
    back_date(path)


def changed_date(path: Path) -> None:
    os.utime(path, ns=(1, 1_700_000_000_000_000_001))


@pytest.mark.parametrize("change", [Path.unlink, changed_size, changed_date])
def test_a_file_that_changed_since_the_plan_stays_with_its_row(
    workspace: IndexedWorkspace, change: Callable[[Path], None]
) -> None:
    plan = planned(workspace.root)
    name = payloads_of(workspace, "data/cats/0.png")[0]
    change(workspace.store() / name)
    after_change = tree_state(workspace.store()).get(name)
    report = applied(plan)
    assert [(left.store, left.payload) for left in report.dropped] == [("image", name)]
    assert report.quarantined.files == len(plan) - 1
    assert tree_state(workspace.store()).get(name) == after_change
    rows = workspace.index()["entries"]
    assert "data/cats/0.png" in rows
    assert "data/cats/1.png" not in rows


def test_a_payload_whose_source_is_back_stays(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    (workspace.root / "data/cats/0.png").write_bytes(b"restored from the bin")
    report = applied(plan)
    assert {left.payload for left in report.dropped} == set(
        payloads_of(workspace, "data/cats/0.png"))
    assert set(payloads_of(workspace, "data/cats/0.png")) <= names(workspace)
    assert "data/cats/0.png" in workspace.index()["entries"]


def test_a_payload_whose_content_is_back_under_another_name_stays_and_that_is_said(
    workspace: IndexedWorkspace,
) -> None:
    content = (workspace.root / "data/cats/3.png").read_bytes()
    (workspace.root / "data/cats/3.png").unlink()
    plan = planned(workspace.root)
    (workspace.root / "data/cats/again.png").write_bytes(content)
    why = {left.payload: left.why for left in applied(plan).dropped}
    assert why == dict.fromkeys(payloads_of(workspace, "data/cats/3.png"), READOPTABLE)


def test_an_index_that_moved_makes_the_whole_plan_stale(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    back_date(workspace.store("text") / "cache.json", by_ns=9)
    before = tree_state(workspace.root)
    with pytest.raises(StalePlanError):
        applied(plan)
    assert tree_state(workspace.root) == before


def test_a_store_that_is_gone_makes_the_plan_stale(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    workspace.store().rename(workspace.root / "elsewhere")
    with pytest.raises(StalePlanError):
        applied(plan)
    assert not workspace.store().exists()


def test_a_locked_store_is_refused(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    before = tree_state(workspace.root)
    with lock_store(workspace.store("text")), pytest.raises(StoreLockedError):
        applied(plan)
    assert tree_state(workspace.root) == before


def test_a_busy_store_is_refused_unless_told_otherwise(workspace: IndexedWorkspace) -> None:
    os.utime(workspace.store() / payloads_of(workspace, "data/cats/4.png")[0])
    plan = planned(workspace.root)
    assert plan.stores[0].busy
    before = tree_state(workspace.root)
    with pytest.raises(StoreBusyError):
        applied(plan)
    assert tree_state(workspace.root) == before
    assert applied(plan, even_if_busy=True).quarantined.files == len(plan)


def test_a_clean_right_after_another_is_not_taken_for_a_trainers_work(
    workspace: IndexedWorkspace,
) -> None:
    applied(planned(workspace.root))
    (workspace.root / "data/cats/3.png").unlink()
    assert applied(planned(workspace.root)).quarantined.files == 2


def test_a_selection_of_another_length_is_refused(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    with pytest.raises(WorkspaceError):
        applied(plan, selected=np.ones(len(plan) + 1, dtype=np.bool_))


def test_nothing_selected_and_no_row_to_drop_touches_no_store(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    before = tree_state(workspace.root)
    report = applied(plan, selected=np.zeros(len(plan), dtype=np.bool_))
    assert (report.quarantined.files, report.undo) == (0, None)
    assert tree_state(workspace.root) == before
    assert not list(workspace.root.rglob(".larder"))


def test_cancelling_before_anything_is_written_changes_nothing(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    before = tree_state(workspace.root)
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled) as outcome:
        run_to_end(apply_clean(plan, token=token))
    assert outcome.value.report is None
    assert tree_state(workspace.root) == before


@pytest.mark.parametrize("moved", [1, 2, 3])
def test_cancelling_keeps_what_is_done_and_the_rows_of_the_rest(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch, moved: int
) -> None:
    plan = planned(workspace.root)
    before = tree_state(workspace.root / "workspace-cache")
    token = CancelToken()
    real = clean_folder.move_in

    def cancelling(record: Any) -> Any:
        for count, outcome in enumerate(real(record), start=1):
            if count == moved:
                token.cancel()
            yield outcome

    monkeypatch.setattr(clean_folder, "move_in", cancelling)
    with pytest.raises(JobCancelled) as outcome:
        run_to_end(apply_clean(plan, token=token))
    report = outcome.value.report
    assert report is not None
    assert (report.cancelled, report.quarantined.files) == (True, moved)
    rows = workspace.index()["entries"]
    for source in ("data/cats/0.png", "data/cats/1.png"):
        is_whole = not set(payloads_of(workspace, source)) & names(workspace)
        assert (source not in rows) is is_whole
    monkeypatch.undo()
    undone(plan, report.undo)
    assert tree_state(workspace.root / "workspace-cache") == before


def test_a_file_that_cannot_be_moved_is_reported_and_keeps_its_row(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned(workspace.root)
    stuck = payloads_of(workspace, "data/cats/0.png")[1]
    real = os.rename

    def refusing(origin: str | Path, target: str | Path) -> None:
        if Path(origin).name == stuck:
            raise PermissionError(13, "Permission denied", str(origin))
        real(origin, target)

    monkeypatch.setattr(os, "rename", refusing)
    report = applied(plan)
    assert [left.payload for left in report.failed] == [stuck]
    assert report.quarantined.files == len(plan) - 1
    rows = workspace.index()["entries"]
    assert "data/cats/0.png" in rows
    assert "data/cats/1.png" not in rows
    assert stuck in names(workspace)


def test_a_full_disk_before_the_index_is_written_changes_nothing(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned(workspace.root)
    before = tree_state(workspace.root)

    def full(*_: Any, **__: Any) -> Any:
        raise UserFacingError("The disk is full.")

    monkeypatch.setattr("larder.core.writes.transaction.rewrite_index", full)
    with pytest.raises(UserFacingError, match="full"):
        applied(plan)
    assert tree_state(workspace.root) == before
    assert list_quarantines(workspace.store()) == ()


def test_a_recovered_index_is_promoted_by_the_write_and_undo_takes_that_back(
    workspace: IndexedWorkspace,
) -> None:
    index = workspace.store() / "cache.json"
    good = index.read_text()
    (workspace.store() / "cache.json.bak").write_text(good)
    index.write_text('{"version": 3, "entr')
    for name in ("cache.json", "cache.json.bak"):
        back_date(workspace.store() / name)
    before = tree_state(workspace.store())
    plan = planned(workspace.root)
    report = applied(plan)
    assert report.index_rows_dropped["image"] == 2
    assert "data/cats/0.png" not in workspace.index()["entries"]
    assert (workspace.store() / "cache.json.bak").read_text() == good
    undone(plan, report.undo)
    assert tree_state(workspace.store()) == before


def test_rows_of_a_copy_come_back_where_there_was_no_index(
    workspace: IndexedWorkspace,
) -> None:
    index = workspace.store() / "cache.json"
    good = index.read_text()
    (workspace.store() / "cache.json.bak").write_text(good)
    index.unlink()
    back_date(workspace.store() / "cache.json.bak")
    before = tree_state(workspace.store())
    plan = planned(workspace.root)
    report = applied(plan)
    assert report.index_rows_dropped["image"] == 2
    assert "data/cats/0.png" not in workspace.index()["entries"]
    assert (workspace.store() / "cache.json.bak").read_text() == good
    undone(plan, report.undo)
    assert workspace.index()["entries"].keys() == json.loads(good)["entries"].keys()
    assert {name for name in before if name.endswith(".pt")} <= names(workspace)


def test_rows_are_not_dropped_over_an_index_that_cannot_be_read(
    workspace: IndexedWorkspace,
) -> None:
    index = workspace.store() / "cache.json"
    index.write_text(index.read_text()[:-1])
    back_date(index)
    plan = planned(workspace.root)
    image = np.isin(plan.payloads, [TEMP, *payloads_of(workspace, "data/cats/0.png")])
    assert image.sum() == 3
    assert [plan.payloads[at] for at in np.flatnonzero(plan.preselected & image)] == [TEMP]
    assert "cannot be read completely" in next(
        why for at, why in plan.why.items() if image[at] and plan.payloads[at].endswith(".pt"))
    before = index.read_bytes()
    report = applied(plan, selected=image)
    assert report.index_rows_dropped == {}
    assert index.read_bytes() == before
    assert TEMP not in names(workspace)


def test_payloads_stay_when_the_index_cannot_be_read_any_more(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned(workspace.root)
    before = tree_state(workspace.root)

    def fail(_: Path) -> Any:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("larder.core.stores.indexed.index_file._read_copy", fail)
    shutil.rmtree(cache_home() / "index")
    with contextlib.suppress(WorkspaceError):
        assert applied(plan).index_rows_dropped == {}
    after = tree_state(workspace.root)
    assert {name: after[name] for name in before if not name.endswith(TEMP)} == {
        name: held for name, held in before.items() if not name.endswith(TEMP)}


def test_rows_alone_can_be_cleaned_and_undone(workspace: IndexedWorkspace) -> None:
    for source in ("data/cats/0.png", "data/cats/1.png"):
        for name in payloads_of(workspace, source):
            (workspace.store() / name).unlink()
    (workspace.store() / TEMP).unlink()
    before = tree_state(workspace.store())
    plan = planned(workspace.root)
    report = applied(plan)
    assert report.index_rows_dropped["image"] == 2
    assert not {"data/cats/0.png", "data/cats/1.png"} & set(workspace.index()["entries"])
    undone(plan, report.undo)
    assert tree_state(workspace.store()) == before


def test_the_journal_tells_what_was_done(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    report = applied(plan)
    (record,) = read_journal(workspace.store())
    in_image = plan.store == 0
    assert (record.action, record.items, record.bytes, record.id) == (
        JournalAction.QUARANTINED, int(in_image.sum()), int(plan.bytes[in_image].sum()),
        report.undo)


def test_progress_and_the_report_document_are_plain(workspace: IndexedWorkspace) -> None:
    events: list[Any] = []
    plan = planned(workspace.root)
    report = run_to_end(apply_clean(plan, token=CancelToken()), events.append)
    assert all(isinstance(event, Progress) for event in events)
    document = json.loads(encode_ascii_json(report))
    assert document["schema"] == "larder.clean-report/1"
    assert document["quarantined"] == {"files": len(plan), "bytes": int(plan.bytes.sum())}
    assert document["undo"] == report.undo
    assert document["dropped"] == document["failed"] == []
    assert plan_document(plan)["files"] == document["quarantined"]["files"]


def test_no_torch_is_loaded_by_a_clean() -> None:
    script = ("import larder.core.clean.clean, sys; "
              "import larder.core.writes.undo; "
              "import larder.core.index_edits.readopt; "
              "import larder.core.index_edits.touch; "
              "import larder.core.writes.undo; "
              "print('torch' in sys.modules)")
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
