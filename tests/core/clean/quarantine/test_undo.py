"""Undo: the store as it was, or as near to it as what happened since allows."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from larder.core.clean.plan import CleanReason
from larder.core.cli.__main__ import build_command
from larder.core.errors import StoreBusyError, UserFacingError
from larder.core.files import atomic_write
from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    append_journal,
    read_journal,
)
from larder.core.index_edits.repair import repair_indexes
from larder.core.jobs import CancelToken, JobCancelled, JobEvent, Progress, run_to_end
from larder.core.requests.surveying import survey_workspace
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.emptying import empty_quarantines
from larder.core.writes.history import read_history
from larder.core.writes.quarantine import copies, removal
from larder.core.writes.quarantine import moves as quarantine_moves
from larder.core.writes.quarantine import record as record_file
from larder.core.writes.quarantine import restore as steps
from larder.core.writes.quarantine.moves import MoveOutcome
from larder.core.writes.quarantine.record import QuarantineRecord, list_quarantines
from larder.core.writes.quarantine.settle import recover
from larder.core.writes.reports import History
from larder.core.writes.undo import undo_clean
from tests.support.cleaning import applied, planned, undone
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """Six pictures with captions, of which two pictures and a caption are gone."""
    made = IndexedWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(6):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}", variations=2,
                         sourceless_rows={"0": {"concept_id": f"c{number % 2}"}})
    made.write()
    made.write_index(concepts={"c0": {"name": "even"}, "c1": {"name": "odd"}})
    (made.store("text") / "content_index.json").write_text(json.dumps(
        {"version": 1, "entries": {
            f"{number:016x}": f"{row['hash'][:12]}_1.pt"
            for number, row in enumerate(made.rows["text"].values())}},
        separators=(",", ":")))
    back_date(made.store("text") / "content_index.json")
    for name in ("0.png", "1.png", "2.txt"):
        (made.root / cats / name).unlink()
    return made


def caches(workspace: IndexedWorkspace) -> Any:
    return tree_state(workspace.root / "workspace-cache")


def trainer_saves(workspace: IndexedWorkspace, store: str = "image", **top: Any) -> dict[str, Any]:
    """Save the index as a trainer does after a clean: its own index, as a new file."""
    index = {**workspace.index(store), **top}
    path = workspace.store(store) / "cache.json"
    path.with_suffix(".tmp").write_text(json.dumps(index, indent=2))
    back_date(path.with_suffix(".tmp"), by_ns=3_600_000_000_000)
    path.with_suffix(".tmp").replace(path)
    return index


@pytest.mark.parametrize("most", [copies.LARGEST_COMPARED, 10])
def test_cleans_after_each_other_keep_what_went_and_not_the_index(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch, most: int,
) -> None:
    """But for one that is too large to make a patch of."""
    monkeypatch.setattr(copies, "LARGEST_COMPARED", most)
    states, plans, store = [], [], workspace.store()
    for name in ("", "4.png", "5.png"):
        if name:
            (workspace.root / "data/cats" / name).unlink()
        states.append(caches(workspace))
        plans.append(planned(workspace.root))
        applied(plans[-1])
    kept = {path.name for record in list_quarantines(store)
            for path in (record.folder / "index").iterdir()}
    suffix = ".patch" if most > 10 else ""
    assert kept == {"rows.json", f"cache.json{suffix}", f"cache.json.bak{suffix}"}
    while plans:
        undone(plans.pop())
        assert caches(workspace) == states.pop()
        # A trainer writes into its last-good copy, not beside it.
        assert {path.stat().st_nlink for path in workspace.root.rglob("*.json*")
                if ".larder" not in path.parts} == {1}


def test_a_clean_frees_more_than_its_record_takes(tmp_path: Path) -> None:
    workspace = IndexedWorkspace.of_cats(tmp_path / "work", 150)
    store = workspace.store()
    for name in ("a", "b", "c"):
        for number in range(3):
            (workspace.root / f"data/cats/{ord(name) % 3 * 9 + number}.png").unlink()
        rows = workspace.index()["entries"]
        applied(planned(workspace.root))
        record = list_quarantines(store)[-1]
        went = sum(len(json.dumps(rows[key], indent=2)) for key in rows
                   if key not in workspace.index()["entries"])
        assert went
        kept = bytes_below(record.folder) - sum(move.size for move in record.moves)
        assert kept < 8 * went + 3000
    assert (store / "cache.json").stat().st_size > 3 * bytes_below(store / ".larder/quarantine")


def test_emptying_a_quarantine_frees_what_it_says(workspace: IndexedWorkspace) -> None:
    applied(planned(workspace.root))
    (workspace.root / "data/cats/4.png").unlink()
    applied(planned(workspace.root))
    store = workspace.store()
    newest = read_history([store]).quarantines[0]
    before = bytes_below(store / ".larder/quarantine")
    report = run_to_end(empty_quarantines([store], [newest.id], token=CancelToken()))
    assert (report.bytes, report.record_bytes) == (newest.bytes, newest.record_bytes)
    freed = before - bytes_below(store / ".larder/quarantine")
    assert freed == report.bytes + report.record_bytes


def bytes_below(folder: Path) -> int:
    """Of each file once, however many names it has."""
    found = {path.stat().st_ino: path.stat().st_size
             for path in folder.rglob("*") if path.is_file()}
    return sum(found.values())


@pytest.mark.skipif(os.name == "nt", reason="making links needs a permission on Windows")
@pytest.mark.parametrize("which", ["", "quarantine", "quarantine/*"])
def test_a_quarantine_that_became_a_link_is_named_by_a_survey(
    workspace: IndexedWorkspace, tmp_path: Path, which: str
) -> None:
    applied(planned(workspace.root))
    larder = workspace.store() / ".larder"
    folder = next(larder.glob(which)) if which else larder
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    outside = tree_state(tmp_path / "elsewhere")
    report = run_to_end(survey_workspace(
        open_workspace(workspace.root), "stat", CancelToken()))
    (finding,) = (found for found in report.problems if "is not followed" in found.problem)
    assert finding.where == str(folder)
    assert tree_state(tmp_path / "elsewhere") == outside


def test_a_survey_goes_on_where_it_may_not_look_into_quarantines(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied(planned(workspace.root))

    def refusing(call: Callable[..., Any]) -> Callable[..., Any]:
        def refuse(path: object = ".", *arguments: object, **options: object) -> Any:
            if ".larder/quarantine" in str(path):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return call(path, *arguments, **options)

        return refuse

    for name in ("stat", "lstat", "scandir", "open"):
        monkeypatch.setattr(os, name, refusing(getattr(os, name)))
    report = run_to_end(survey_workspace(
        open_workspace(workspace.root), "stat", CancelToken()))
    assert report.quarantined.quarantines == 0


def test_the_newest_clean_is_undone_in_every_store_it_cleaned(workspace: IndexedWorkspace) -> None:
    before = caches(workspace)
    plan = planned(workspace.root)
    applied(plan)
    report = undone(plan)
    assert caches(workspace) == before
    assert report.restored.files == len(plan)
    assert {Path(path).name for path in report.index_verbatim} == {"image", "text"}
    assert all(list_quarantines(store.folder) == () for store in plan.stores)


def test_the_content_index_comes_back_with_its_date(workspace: IndexedWorkspace) -> None:
    path = workspace.store("text") / "content_index.json"
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    plan = planned(workspace.root)
    applied(plan)
    assert len(json.loads(path.read_text())["entries"]) == 5
    undone(plan)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_content_index_the_trainer_wrote_since_gets_the_captions_back(
    workspace: IndexedWorkspace,
) -> None:
    path = workspace.store("text") / "content_index.json"
    old = json.loads(path.read_text())["entries"]
    plan = planned(workspace.root)
    applied(plan)
    present = json.loads(path.read_text())
    present["entries"]["f" * 16] = "ffffffffffff_1.pt"
    path.write_text(json.dumps(present, separators=(",", ":")))
    back_date(path)
    undone(plan)
    assert json.loads(path.read_text())["entries"] == old | {"f" * 16: "ffffffffffff_1.pt"}


def test_a_second_undo_finds_nothing(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    identity = applied(plan).undo
    undone(plan)
    with pytest.raises(UserFacingError, match="no clean to undo"):
        undone(plan)
    with pytest.raises(UserFacingError, match="no quarantine"):
        undone(plan, identity)


def test_rows_are_merged_into_an_index_that_was_saved_since(workspace: IndexedWorkspace) -> None:
    old = workspace.index()
    plan = planned(workspace.root)
    applied(plan)
    saved = trainer_saves(workspace, last_validated=7.5)
    report = undone(plan)
    index = workspace.index()
    assert report.index_merged == (str(workspace.store()),)
    assert index["last_validated"] == 7.5
    assert index["entries"] == old["entries"]
    assert list(index["entries"])[:len(saved["entries"])] == list(saved["entries"])
    assert {digest: sorted(paths) for digest, paths in index["hash_index"].items()} == {
        digest: sorted(paths) for digest, paths in old["hash_index"].items()}
    assert index["concepts"] == old["concepts"]


def test_a_row_that_was_rebuilt_since_is_not_overwritten(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    applied(plan)
    rebuilt = {**workspace.rows["image"]["data/cats/0.png"], "hash": "f" * 16, "mtime": 9.5}
    index = workspace.index()
    trainer_saves(
        workspace, entries={**index["entries"], "data/cats/0.png": rebuilt},
        hash_index={**index["hash_index"], "f" * 16: ["data/cats/0.png"]})
    undone(plan)
    rows = workspace.index()["entries"]
    assert rows["data/cats/0.png"] == rebuilt
    assert rows["data/cats/1.png"] == workspace.rows["image"]["data/cats/1.png"]


def test_merging_into_a_compact_index_keeps_its_layout(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root, reasons=[CleanReason.ORPHANED])
    applied(plan)
    index = workspace.index()
    path = workspace.store() / "cache.json"
    path.write_text(json.dumps(index, separators=(",", ":")))
    back_date(path, by_ns=3)
    undone(plan)
    merged = path.read_text()
    assert "\n" not in merged
    assert json.dumps(json.loads(merged), separators=(",", ":")) == merged
    assert set(workspace.index()["entries"]) == set(workspace.rows["image"])


def test_an_index_that_is_gone_is_begun_anew_with_the_rows(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    applied(plan)
    for name in ("cache.json", "cache.json.bak"):
        (workspace.store() / name).unlink()
    undone(plan)
    assert set(workspace.index()["entries"]) == {"data/cats/0.png", "data/cats/1.png"}


def test_an_index_that_cannot_be_edited_stops_its_undo_before_the_first_file(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    (workspace.store() / "cache.json").write_text("{")
    back_date(workspace.store() / "cache.json")
    before = tree_state(workspace.store(), leave_out="lock")
    assert ["cannot be edited" in problem for problem in undone(plan).problems] == [True]
    assert tree_state(workspace.store(), leave_out="lock").keys() >= before.keys()
    assert not (workspace.store() / workspace.payload_of("data/cats/0.png")).exists()


def test_a_name_taken_by_a_newer_file_is_not_overwritten(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    applied(plan)
    name = workspace.payload_of("data/cats/0.png")
    workspace.add_payload("image", name, b"newer")
    report = undone(plan)
    assert [(left.payload, left.in_quarantine) for left in report.not_restored] == [(name, True)]
    assert (workspace.store() / name).read_bytes() == b"newer"
    (record,) = list_quarantines(workspace.store())
    assert (record.files_folder / name).read_bytes() == b"payload"
    (workspace.store() / name).unlink()
    assert undone(plan).not_restored == ()
    assert (workspace.store() / name).read_bytes() == b"payload"
    assert list_quarantines(workspace.store()) == ()


def test_a_file_lost_from_the_quarantine_is_reported_and_the_rest_comes_back(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    name = workspace.payload_of("data/cats/0.png")
    (record,) = list_quarantines(workspace.store())
    (record.files_folder / name).unlink()
    report = undone(plan)
    assert [(left.payload, left.in_quarantine) for left in report.not_restored] == [(name, False)]
    assert report.restored.files == len(plan) - 1


@pytest.mark.parametrize("newest_first", [True, False])
def test_two_cleans_can_be_undone_in_either_order(
    workspace: IndexedWorkspace, newest_first: bool
) -> None:
    before = caches(workspace)
    plan = planned(workspace.root)
    first = applied(plan).undo
    (workspace.root / "data/cats/3.png").unlink()
    second = applied(planned(workspace.root)).undo
    for identity in (second, first) if newest_first else (first, second):
        undone(plan, identity)
    after = caches(workspace)
    if newest_first:
        assert after == before
    payloads = {name for name in before if name.endswith(".pt")}
    assert {name: after[name] for name in payloads} == {name: before[name] for name in payloads}
    old, new = (json.loads(state["run/image/cache.json"][0]) for state in (before, after))
    assert old["entries"] == new["entries"]
    assert {digest: set(paths) for digest, paths in old["hash_index"].items()} == {
        digest: set(paths) for digest, paths in new["hash_index"].items()}


def test_a_busy_store_is_refused_unless_told_otherwise(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    applied(plan)
    os.utime(workspace.store() / "cache.json")
    with pytest.raises(StoreBusyError):
        undone(plan)
    assert undone(plan, even_if_busy=True).restored.files == len(plan)


def test_undo_right_after_the_clean_is_not_taken_for_a_trainers_work(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    assert undone(plan).restored.files == len(plan)


@pytest.mark.swept(6)
@pytest.mark.parametrize("left", [0, 1, 300, -1], ids=["empty", "a byte", "half", "the last byte"])
@pytest.mark.parametrize("is_written", [False, True], ids=["", "a trainer wrote since"])
@pytest.mark.parametrize("kind", ["image", "text"])
def test_a_damaged_manifest_is_made_anew_for_an_undo(
    workspace: IndexedWorkspace, kind: str, left: int, is_written: bool
) -> None:
    before = workspace.index()
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store(kind))
    manifest = record.folder / "manifest.json"
    manifest.write_bytes(manifest.read_bytes()[:left])
    if is_written:
        rewritten = workspace.store() / "cache.json"
        rewritten.write_text(json.dumps({**workspace.index(), "vendor": 1}, indent=2))
        back_date(rewritten)
    report = undone(plan)
    assert report.restored.files == len(plan)
    assert any("was rebuilt" in problem and record.id in problem for problem in report.problems)
    assert workspace.index()["entries"] == before["entries"]
    assert list_quarantines(workspace.store()) == list_quarantines(workspace.store("text")) == ()


def test_what_a_damaged_manifest_hid_is_told_where_files_are_gone_too(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    (record.folder / "manifest.json").unlink()
    shutil.rmtree(record.folder / "index")
    inside = sorted(record.files_folder.iterdir())
    inside[0].unlink()
    report = undone(plan)
    assert f"{len(inside) - 1} of {len(inside)} files and 0 of " in str(report.problems)


def test_a_manifest_of_a_newer_version_is_told_with_the_way_out(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    identity = applied(plan).undo
    (record,) = list_quarantines(workspace.store())
    (record.folder / "manifest.json").write_text('{"format_version": 99}')
    with pytest.raises(UserFacingError) as refusal:
        undone(plan, identity)
    assert str(record.files_folder) in refusal.value.hint


def test_the_journal_and_the_history_tell_of_the_clean_and_its_undo(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    identity = applied(plan).undo
    stores = [store.folder for store in plan.stores]
    history = read_history([*stores, *stores])
    document = json.loads(encode_ascii_json(history))
    assert decode_ascii_json(encode_ascii_json(history), History) == history
    assert [quarantine["clean"] for quarantine in document["quarantines"]] == [identity] * 2
    assert all(quarantine["can_undo"] for quarantine in document["quarantines"])
    assert sum(quarantine["files"] for quarantine in document["quarantines"]) == len(plan)
    assert {record["where"] for record in document["records"]} == {"quarantine"}
    undo = undone(plan)
    assert json.loads(encode_ascii_json(undo))["restored"] == {
        "files": len(plan), "bytes": int(plan.bytes.sum())}
    after = json.loads(encode_ascii_json(read_history(stores)))
    assert after["quarantines"] == []
    assert [record["action"] for record in after["records"]] == ["restored"] * 2 + [
        "quarantined"] * 2
    assert {record["where"] for record in after["records"]} == {"restored"}


def test_the_journal_knows_of_an_emptying_before_its_last_trace_is_gone(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied(planned(workspace.root))
    stores = [workspace.store()]

    def pulled(record: Any) -> None:
        raise UserFacingError("The drive is gone.", "")

    monkeypatch.setattr(removal, "_remove_folder", pulled)
    emptied = run_to_end(empty_quarantines(stores, token=CancelToken()))
    assert [left.problem for left in emptied.failed] == ["The drive is gone."]
    assert read_journal(workspace.store())[-1].action == JournalAction.EMPTIED
    monkeypatch.undo()
    run_to_end(empty_quarantines(stores, token=CancelToken()))
    assert read_history(stores).quarantines == ()
    assert {record.where for record in read_history(stores).records} == {"emptied"}


def test_emptied_quarantines_cannot_be_undone_and_the_journal_says_so(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    identity = applied(plan).undo
    stores = [store.folder for store in plan.stores]
    assert identity is not None
    copies = sum(path.stat().st_size for store in stores
                 for path in store.glob(".larder/quarantine/*/index/*"))
    emptied = run_to_end(empty_quarantines(stores, [identity], token=CancelToken()))
    assert (emptied.files, emptied.bytes, emptied.failed) == (
        len(plan), int(plan.bytes.sum()), ())
    assert emptied.record_bytes > copies
    with pytest.raises(UserFacingError):
        undone(plan, identity)
    assert [record.action for record in read_journal(workspace.store())] == [
        JournalAction.QUARANTINED, JournalAction.EMPTIED]
    assert {record.where for record in read_history(stores).records} == {"emptied"}


def test_emptying_an_unknown_id_is_refused(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    applied(plan)
    with pytest.raises(UserFacingError, match="no quarantine"):
        run_to_end(empty_quarantines([workspace.store()], ["nonsense"], token=CancelToken()))
    assert len(list_quarantines(workspace.store())) == 1


def test_nothing_to_undo_in_a_workspace_without_stores(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match="no clean to undo"):
        run_to_end(undo_clean([tmp_path / "image"], token=CancelToken()))


def forget_state(record: QuarantineRecord) -> None:
    (record.folder / "state.json").unlink()


def zero_state(record: QuarantineRecord) -> None:
    path = record.folder / "state.json"
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize("lose", [forget_state, zero_state])
@pytest.mark.parametrize("has_journal", [True, False])
def test_rows_come_back_without_the_file_that_says_how_far_the_clean_was(
    workspace: IndexedWorkspace, lose: Callable[[QuarantineRecord], None], has_journal: bool
) -> None:
    before, old = caches(workspace), workspace.index()["entries"]
    plan = planned(workspace.root)
    applied(plan)
    for store in plan.stores:
        (record,) = list_quarantines(store.folder)
        lose(record)
        if not has_journal:
            (store.folder / ".larder" / "journal.jsonl").unlink()
    if has_journal:
        report = undone(plan)
        assert (report.restored.files, report.index_rows_restored) == (len(plan), 3)
        assert caches(workspace) == before
    else:
        # Nothing tells that the clean reached its end, so it is taken back before the undo.
        with pytest.raises(UserFacingError, match="no clean to undo"):
            undone(plan)
        assert workspace.index()["entries"] == old
    payloads = {name for name in before if name.endswith(".pt")}
    assert payloads <= caches(workspace).keys()
    assert all(list_quarantines(store.folder) == () for store in plan.stores)


def zeroed(copy: Path) -> None:
    copy.write_bytes(bytes(copy.stat().st_size))


def cut(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:-7])


def linked(copy: Path) -> None:
    copy.rename(copy.with_name("elsewhere"))
    copy.symlink_to("elsewhere")


@pytest.mark.parametrize("damage", [zeroed, cut, linked, Path.unlink])
def test_a_damaged_copy_of_the_index_is_never_put_in_its_place(
    workspace: IndexedWorkspace, damage: Callable[[Path], None]
) -> None:
    old = workspace.index()["entries"]
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    kept = record.folder / "index/cache.json.patch"
    damage(kept)
    report = undone(plan)
    assert workspace.index()["entries"] == old
    assert not (workspace.store() / "cache.json").is_symlink()
    assert report.index_merged == (str(workspace.store()),)
    assert report.restored.files == len(plan)
    assert [str(kept) in problem for problem in report.problems] == (
        [] if damage is Path.unlink else [True])
    assert json.loads(encode_ascii_json(report))["problems"] == list(report.problems)


def test_a_damaged_copy_makes_the_command_say_so_and_leave_with_1(
    workspace: IndexedWorkspace,
) -> None:
    applied(planned(workspace.root))
    (record,) = list_quarantines(workspace.store())
    zeroed(record.folder / "index/cache.json.patch")
    ran = CliRunner().invoke(build_command(["undo"]), ["undo", str(workspace.config_path)])
    assert ran.exit_code == 1
    assert "is damaged and was not restored. The removed rows were added" in ran.stdout


def test_a_damaged_copy_of_the_content_index_costs_no_caption(workspace: IndexedWorkspace) -> None:
    path = workspace.store("text") / "content_index.json"
    before = json.loads(path.read_text())
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store("text"))
    zeroed(record.folder / "index/content_index.json")
    report = undone(plan)
    assert json.loads(path.read_text()) == before
    assert report.problems == ()


def test_a_damaged_last_good_copy_is_left_out(workspace: IndexedWorkspace) -> None:
    workspace.add_payload("image", "cache.json.bak", b"{}")
    before = workspace.index()
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    zeroed(record.folder / "index/cache.json.bak")
    report = undone(plan)
    assert workspace.index() == before
    assert json.loads((workspace.store() / "cache.json.bak").read_text()) == before
    assert ["cache.json.bak" in problem for problem in report.problems] == [True]


@pytest.mark.parametrize("damage", [cut, linked])
def test_what_is_not_the_file_that_went_in_stays_in_the_quarantine(
    workspace: IndexedWorkspace, damage: Callable[[Path], None]
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    name = workspace.payload_of("data/cats/0.png")
    (record,) = list_quarantines(workspace.store())
    damage(record.files_folder / name)
    report = undone(plan)
    assert [(left.payload, left.in_quarantine) for left in report.not_restored] == [(name, True)]
    assert not (workspace.store() / name).exists()
    assert report.restored.files == len(plan) - 1


def test_a_quarantine_emptied_by_hand_gives_back_its_rows_and_names_its_files(
    workspace: IndexedWorkspace,
) -> None:
    old = workspace.index()["entries"]
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    shutil.rmtree(record.files_folder)
    report = undone(plan)
    assert len(report.not_restored) == record.files
    assert not any(left.in_quarantine for left in report.not_restored)
    assert report.index_rows_restored == 3
    assert workspace.index()["entries"] == old


def test_nothing_comes_back_through_a_folder_that_is_a_link(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    (record.folder / "index").rename(tmp_path / "index")
    (record.folder / "index").symlink_to(tmp_path / "index")
    outside = tree_state(tmp_path / "index")
    assert ["is a link" in problem for problem in undone(plan).problems] == [True]
    assert tree_state(tmp_path / "index") == outside


def test_ctrl_c_while_an_undo_puts_things_back_waits_until_all_is_back(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = caches(workspace)
    plan = planned(workspace.root)
    applied(plan)
    real = quarantine_moves.move_back

    def interrupted(record: QuarantineRecord) -> Iterator[MoveOutcome]:
        for outcome in real(record):
            os.kill(os.getpid(), signal.SIGINT)
            yield outcome

    monkeypatch.setattr(quarantine_moves, "move_back", interrupted)
    for _ in plan.stores:
        with pytest.raises(KeyboardInterrupt):
            undone(plan)
    assert caches(workspace) == before
    assert all(list_quarantines(store.folder) == () for store in plan.stores)


@pytest.mark.parametrize("way", ["token", "ctrl-c"])
def test_an_undo_that_is_cancelled_leaves_the_quarantine_as_it_was(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """By the command line the first Ctrl+C cancels the token alone."""
    monkeypatch.setattr(quarantine_moves, "MOVES_TOGETHER", 1)
    plan = planned(workspace.root)
    before = caches(workspace)
    applied(plan)
    after, token, seen = caches(workspace), CancelToken(), list[int]()

    def cancel_at_the_first(event: JobEvent) -> None:
        assert isinstance(event, Progress)
        seen.append(event.done)
        if event.done and way == "token":
            token.cancel()
        elif event.done:
            os.kill(os.getpid(), signal.SIGINT)

    job = undo_clean([store.folder for store in plan.stores], token=token)
    handled = signal.signal(signal.SIGINT, lambda *_: token.cancel())
    try:
        with pytest.raises(JobCancelled):
            run_to_end(job, cancel_at_the_first)
    finally:
        signal.signal(signal.SIGINT, handled)
    assert seen == [0, 0, 1]
    assert caches(workspace) == after
    assert undone(plan).restored.files == len(plan)
    assert caches(workspace) == before


@pytest.fixture
def larder_on_another_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name can be changed between a store and its `.larder`."""
    def apart(real: Callable[..., Any]) -> Callable[..., Any]:
        def moved(one: Any, other: Any, *rest: Any, **named: Any) -> Any:
            if (".larder/" in os.fspath(one)) != (".larder/" in os.fspath(other)):
                raise OSError(
                    errno.EXDEV, os.strerror(errno.EXDEV), os.fspath(one), None, os.fspath(other))
            return real(one, other, *rest, **named)
        return moved

    for module, name in ((os, "rename"), (os, "replace"), (os, "link"), (atomic_write, "_rename")):
        monkeypatch.setattr(module, name, apart(getattr(module, name)))


@pytest.mark.usefixtures("larder_on_another_drive")
def test_a_clean_whose_quarantine_is_on_another_drive_leaves_everything(
    workspace: IndexedWorkspace
) -> None:
    before = caches(workspace)
    done = applied(planned(workspace.root))
    assert done.quarantined.files == 0
    assert all("another drive" in failure.why for failure in done.failed)
    assert caches(workspace) == before
    assert [found for store in ("image", "text")
            for found in list_quarantines(workspace.store(store))] == []


def test_an_undo_after_a_clean_that_did_nothing_undoes_no_older_one(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    older = applied(plan).undo
    assert older is not None
    after = caches(workspace)
    assert applied(planned(workspace.root)).undo is None
    with pytest.raises(UserFacingError, match="moved nothing") as refused:
        undone(plan)
    assert older in refused.value.hint
    assert caches(workspace) == after
    assert all(record.items for record in read_history([workspace.store()]).records)
    assert undone(plan, older).restored.files == len(plan)


def test_an_undo_after_a_clean_whose_files_all_changed_undoes_no_older_one(
    workspace: IndexedWorkspace,
) -> None:
    first = planned(workspace.root)
    applied(first)
    (workspace.root / "data/cats/4.png").unlink()
    plan = planned(workspace.root)
    for number in (1, 2):
        back_date(workspace.store() / workspace.payload_of("data/cats/4.png", number), by_ns=77)
    assert applied(plan).undo is None
    with pytest.raises(UserFacingError, match="moved nothing"):
        undone(plan)
    (workspace.root / "data/cats/5.png").unlink()
    applied(planned(workspace.root))
    assert undone(plan).restored.files  # the newest did something again


def test_an_undo_that_only_takes_back_what_was_interrupted_undoes_no_older_clean(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    (workspace.root / "data/cats/4.png").unlink()
    second = applied(planned(workspace.root)).undo
    record = next(one for one in list_quarantines(workspace.store()) if one.id == second)
    progress = json.loads((record.folder / "state.json").read_text())
    (record.folder / "state.json").write_text(json.dumps({**progress, "state": "restoring"}))
    with pytest.raises(UserFacingError, match="nothing else was undone"):
        undone(plan)
    assert "data/cats/4.png" in workspace.index()["entries"]
    assert "data/cats/0.png" not in workspace.index()["entries"]


def test_an_undo_says_what_was_taken_back_since_and_stays(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    applied(plan)
    append_journal(workspace.store(), JournalRecord(
        at_ns=time.time_ns(), action=JournalAction.READOPTED, items=4))
    assert undone(plan).stays == ("Entries that were relinked since then are kept: 4 entries.",)


def test_an_index_that_cannot_be_edited_keeps_no_other_cache_from_its_undo(
    workspace: IndexedWorkspace,
) -> None:
    plan = planned(workspace.root)
    applied(plan)
    (workspace.store() / "cache.json").write_text("{")
    back_date(workspace.store() / "cache.json")
    report = undone(plan)
    assert ["cannot be edited" in problem for problem in report.problems] == [True]
    assert len(workspace.index("text")["entries"]) == 6
    assert len(list_quarantines(workspace.store())) == 1


def test_a_half_done_undo_keeps_nobody_from_mending_the_index(workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    applied(plan)
    (record,) = list_quarantines(workspace.store())
    progress = json.loads((record.folder / "state.json").read_text())
    (record.folder / "state.json").write_text(json.dumps({**progress, "state": "restoring"}))
    for name in ("cache.json", "cache.json.bak"):
        (workspace.store() / name).write_text("{")
        back_date(workspace.store() / name)
    repaired = run_to_end(repair_indexes(
        open_workspace(workspace.config_path).stores, token=CancelToken()))
    assert len(repaired.repaired) == 1
    recover(workspace.store())
    assert {"data/cats/0.png", "data/cats/1.png"} <= workspace.index()["entries"].keys()


def test_a_clean_that_deletes_keeps_no_copy_of_an_index(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[set[str]] = []
    real = removal.empty

    def watched(store: Path, identity: str, **options: Any) -> Any:
        folder = store / ".larder/quarantine" / identity / "index"
        seen.append({path.name for path in folder.iterdir()})
        return real(store, identity, **options)

    monkeypatch.setattr(steps, "empty", watched)
    applied(planned(workspace.root), delete=True)
    assert seen == [set(), set()]


def test_an_undo_counts_what_is_in_a_quarantine_once_and_its_names_are_as_before(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each count is a look at every file: eleven took 60 s of an undo of a million."""
    plan = planned(workspace.root)
    applied(plan)
    counted: list[Path] = []
    count = record_file.count_quarantine
    monkeypatch.setattr(record_file, "count_quarantine", lambda folder, links=None: (
        counted.append(folder) or count(folder, links)))
    undone(plan)
    assert len(counted) == len(set(counted)) == 2
