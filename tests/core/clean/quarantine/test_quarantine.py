"""Quarantined files are restored unchanged, whatever interrupts."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.quarantine_folder import (
    count_quarantines,
    is_quarantine_id,
    quarantine_root,
)
from larder.core.jobs import CancelToken, JobCancelled
from larder.core.stores.released.groups import scan_released_group
from larder.core.writes.quarantine import moves as quarantine
from larder.core.writes.quarantine import removal
from larder.core.writes.quarantine.manifest import (
    PlannedMove,
    QuarantineManifest,
    QuarantineState,
    new_quarantine_id,
)
from larder.core.writes.quarantine.moves import MoveResult
from larder.core.writes.quarantine.record import QuarantineRecord
from tests.support.killed import killed_at_each_step, needs_fork
from tests.support.sweeps import Sweep

PAYLOADS = ["0123456789ab_64x64_1.pt", "0123456789ab_64x64_2.pt", "ba9876543210_1.pt"]
GROUP = "ab" * 32
NESTED = ["ab/ab12.npz", "ab/ab34.npz", "entries/cd/cd56.npz"]
STAYS = "entries/cd/stays.npz"
ALL = [*PAYLOADS, GROUP, *NESTED]
NOT_UTF8 = os.fsdecode(b"data/caf\xe9.png")
INDEX_BYTES = 2 * len(b'{"version": 3}')
BEFORE = IndexStamp(10, 20, 30)
AFTER = IndexStamp(11, 21, 31)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Three payloads, an index with its .bak, one released group, and payloads in shard folders."""
    folder = tmp_path / "image"
    folder.mkdir()
    for number, name in enumerate(PAYLOADS):
        (folder / name).write_bytes(name.encode() * (number + 1))
    (folder / "cache.json").write_bytes(b'{"version": 3}')
    (folder / "cache.json.bak").write_bytes(b'{"version": 2}')
    for number, name in enumerate([*NESTED, STAYS]):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode() * (number + 1))
        os.utime(folder / name, ns=(10**18 + number, 10**18 + number))
    variation = folder / GROUP / "variation-0"
    variation.mkdir(parents=True)
    (variation / "0.pt").write_bytes(b"released item")
    (variation / "aggregate.pt").write_bytes(b"aggregate")
    return folder


def planned(store: Path, name: str) -> PlannedMove:
    status = (store / name).stat()
    return PlannedMove(name, status.st_size, status.st_mtime_ns, (store / name).is_dir())


def begun(store: Path, names: list[str] = PAYLOADS) -> QuarantineRecord:
    return quarantine.begin(
        store,
        moves=[planned(store, name) for name in names],
        reasons={"orphaned": len(names)},
        dropped_rows={NOT_UTF8: '{"hash":  "0123456789abcdef"}'},
        index_before=BEFORE,
    )


def moved(store: Path, names: list[str] = PAYLOADS) -> QuarantineRecord:
    record = begun(store, names)
    assert [outcome.result for outcome in quarantine.move_in(record)] == [
        MoveResult.MOVED for _ in names
    ]
    return quarantine.mark_moved(record)


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file of a folder outside its `.larder`: bytes and mtime; empty if it is missing."""
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return {
        str(path): ((folder / path).read_bytes(), (folder / path).stat().st_mtime_ns)
        for path in sorted(files)
        if path.parts[0] != ".larder"
    }


def test_a_clean_and_its_undo_leave_the_store_as_it_was(store: Path) -> None:
    before = contents(store)
    record = moved(store, ALL)
    assert sorted(contents(store)) == ["cache.json", "cache.json.bak", STAYS]
    assert not (store / "ab").exists()  # the shard that was emptied went, too
    assert {outcome.result for outcome in quarantine.move_back(record)} == {MoveResult.MOVED}
    removal.dissolve(record)
    assert contents(store) == before
    assert removal.list_quarantines(store) == ()


def test_the_listing_counts_what_is_in_it(store: Path) -> None:
    record = moved(store, [PAYLOADS[0], GROUP])
    (listed,) = removal.list_quarantines(store)
    assert listed == record
    assert listed.state is QuarantineState.MOVED
    assert listed.files == 3
    assert listed.bytes == (
        len(PAYLOADS[0]) + len(b"released item") + len(b"aggregate"))
    assert listed.record_bytes == INDEX_BYTES + sum(
        (record.folder / name).stat().st_size
        for name in ("index/rows.json", "manifest.json", "state.json"))


def test_files_that_have_another_name_elsewhere_are_told_apart(store: Path) -> None:
    kept = store.parent / "kept"
    kept.hardlink_to(store / PAYLOADS[0])
    moved(store, [PAYLOADS[0], GROUP])
    (listed,) = removal.list_quarantines(store)
    assert (listed.files, listed.bytes, listed.elsewhere) == (
        3, len(b"released item") + len(b"aggregate"), kept.stat().st_size)


@pytest.mark.skipif(os.name == "nt", reason="a listing tells no file numbers there")
@pytest.mark.parametrize("copies", [1, 3])
def test_files_with_a_name_outside_of_quarantines_count_as_if_each_was_looked_at(
    store: Path, copies: int
) -> None:
    folder = store / GROUP / "variation-0"
    for number in range(1, 6):
        (folder / f"{number}.pt").write_bytes(b"x" * number)
    for copy in range(copies):
        kept = quarantine_root(store) / f"20260101T00000000{copy}Z-0123456{copy}" / "files"
        kept.mkdir(parents=True)
        for number in range(1, 6):
            (kept / f"{number}.pt").hardlink_to(folder / f"{number}.pt")
        (kept / "own.pt").write_bytes(b"own")
        (kept / "twice.pt").hardlink_to(kept / "own.pt")
    (folder / "1.pt").unlink()  # the names in quarantines are all that is left of it
    ((device, numbers),) = scan_released_group(store, GROUP).linked
    assert (device, len(numbers)) == (folder.stat().st_dev, 4)
    living = {device: {*numbers.tolist()}}
    found = count_quarantines([store], living)
    assert found == count_quarantines([store])
    assert (found.files, found.bytes) == (copies * 7, copies * len(b"own") + 1)


def test_listings_are_in_the_order_of_time(store: Path) -> None:
    seconds = 10**9
    ids = [
        quarantine.begin(
            store, moves=[], reasons={}, dropped_rows={}, index_before=None, now_ns=now_ns
        ).id
        for now_ns in (3 * seconds, 1 * seconds, 2 * seconds)
    ]
    listed = removal.list_quarantines(store)
    assert [record.id for record in listed] == [ids[1], ids[2], ids[0]]
    assert [record.created_ns for record in listed] == [seconds, 2 * seconds, 3 * seconds]


def test_the_manifest_and_the_old_index_are_there_before_anything_moves(store: Path) -> None:
    before = contents(store)
    record = begun(store)
    assert record.state is QuarantineState.PLANNED
    assert record.manifest is not None
    assert record.manifest.dropped_rows == {NOT_UTF8: '{"hash":  "0123456789abcdef"}'}
    assert record.manifest.index_before == BEFORE
    for name in ("cache.json", "cache.json.bak"):
        kept = record.kept_index(name)
        assert kept is not None
        assert (kept.read_bytes(), kept.stat().st_mtime_ns) == before[name]
    assert contents(store) == before


def test_an_index_that_does_not_exist_is_not_kept(store: Path) -> None:
    (store / "cache.json.bak").unlink()
    record = begun(store)
    assert record.kept_index("cache.json") is not None
    assert record.kept_index("cache.json.bak") is None


def test_the_index_after_the_clean_is_remembered(store: Path) -> None:
    record = quarantine.note_index(begun(store), AFTER)
    assert quarantine.mark_moved(record).index_after == AFTER
    (listed,) = removal.list_quarantines(store)
    assert (listed.index_after, listed.state) == (AFTER, QuarantineState.MOVED)


def test_a_file_that_changed_since_the_plan_stays(store: Path) -> None:
    record = begun(store)
    (store / PAYLOADS[0]).write_bytes(b"rebuilt meanwhile")
    os.utime(store / PAYLOADS[1], ns=(1, 1))
    (store / PAYLOADS[2]).unlink()
    outcomes = list(quarantine.move_in(record))
    assert [outcome.result for outcome in outcomes] == [
        MoveResult.CHANGED,
        MoveResult.CHANGED,
        MoveResult.MISSING,
    ]
    assert all(outcome.problem.endswith(".") for outcome in outcomes)
    assert (store / PAYLOADS[0]).read_bytes() == b"rebuilt meanwhile"
    assert quarantine.mark_moved(record).files == 0


def test_a_link_in_place_of_a_payload_stays(store: Path, tmp_path: Path) -> None:
    record = begun(store, [PAYLOADS[0]])
    (store / PAYLOADS[0]).rename(tmp_path / "elsewhere.pt")
    (store / PAYLOADS[0]).symlink_to(tmp_path / "elsewhere.pt")
    assert [outcome.result for outcome in quarantine.move_in(record)] == [MoveResult.CHANGED]


def test_nothing_is_moved_through_a_shard_that_is_a_link(store: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (store / "ab").rename(elsewhere)
    (store / "ab").symlink_to(elsewhere, target_is_directory=True)
    record = begun(store, [NESTED[0], PAYLOADS[0]])
    linked, plain = quarantine.move_in(record)
    assert (linked.result, plain.result) == (MoveResult.FAILED, MoveResult.MOVED)
    assert "link" in linked.problem
    assert (elsewhere / "ab12.npz").is_file()


def test_nothing_comes_back_through_a_shard_that_became_a_link(
    store: Path, tmp_path: Path
) -> None:
    record = moved(store, NESTED[:2])
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (store / "ab").symlink_to(elsewhere, target_is_directory=True)
    assert {outcome.result for outcome in quarantine.move_back(record)} == {MoveResult.FAILED}
    assert list(elsewhere.iterdir()) == []
    with pytest.raises(UserFacingError, match="still contains files"):
        removal.dissolve(record)


def test_an_undo_never_overwrites_a_file_that_was_built_again(store: Path) -> None:
    record = moved(store)
    (store / PAYLOADS[0]).write_bytes(b"built again")
    results = [outcome.result for outcome in quarantine.move_back(record)]
    assert results == [MoveResult.OCCUPIED, MoveResult.MOVED, MoveResult.MOVED]
    assert (store / PAYLOADS[0]).read_bytes() == b"built again"
    assert quarantine.sync_moves(record).files == 1
    with pytest.raises(UserFacingError, match="still contains files"):
        removal.dissolve(record)


def test_a_stopped_clean_can_be_undone(store: Path) -> None:
    before = contents(store)
    record = begun(store)
    moves = quarantine.move_in(record)
    next(moves)
    moves.close()
    record = quarantine.mark_moved(record)
    assert record.files == 1
    results = [outcome.result for outcome in quarantine.move_back(record)]
    assert results == [MoveResult.MOVED, MoveResult.ALREADY, MoveResult.ALREADY]
    removal.dissolve(record)
    assert contents(store) == before


def test_what_is_in_the_quarantine_can_be_told(store: Path) -> None:
    record = begun(store, [NESTED[0], *PAYLOADS, GROUP, *NESTED[1:]])
    moves = quarantine.move_in(record)
    for _ in range(3):
        next(moves)
    (store / PAYLOADS[1]).write_bytes(b"built again")
    (store / PAYLOADS[2]).unlink()
    assert quarantine.names_inside(record) == {NESTED[0], *PAYLOADS[:2]}


@pytest.mark.parametrize("name", [
    "../escape.pt", "/etc/passwd", "ab/../x.npz", "ab//x.npz", ".larder/journal.jsonl",
    "a/b/c/d/e/f/g/h/i", "..", "", "a\\b", "c:x"])
def test_names_that_lead_out_of_the_store_are_refused(store: Path, name: str) -> None:
    with pytest.raises(UserFacingError, match="out of its folder"):
        quarantine.begin(
            store,
            moves=[PlannedMove(name, 1, 1)],
            reasons={},
            dropped_rows={},
            index_before=None,
        )
    assert removal.list_quarantines(store) == ()


@pytest.mark.parametrize("name", [
    "../../../evil", "ab/../../out.npz", "/etc/passwd", ".larder/lock", "ab/", "a\\\\b"])
def test_a_manifest_with_a_name_that_leads_out_is_a_finding(store: Path, name: str) -> None:
    record = moved(store)
    manifest = record.folder / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(PAYLOADS[0].encode(), name.encode()))
    (listed,) = removal.list_quarantines(store)
    assert listed.state is QuarantineState.UNREADABLE
    assert "leads out of the folder" in listed.problem
    with pytest.raises(UserFacingError, match="leads out of the folder"):
        next(quarantine.move_back(listed))


def test_a_name_listed_twice_is_a_mistake_of_the_caller(store: Path) -> None:
    with pytest.raises(ValueError, match="twice"):
        begun(store, [PAYLOADS[0], PAYLOADS[0]])


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b'{"format_version":99,"id":"?","created_ns":0,"reasons":{},"moves":[],'
        b'"dropped_rows":{},"index_before":null,"kept":[],"detail":{}}',
    ],
)
def test_a_damaged_manifest_is_listed_and_can_be_emptied(store: Path, damage: bytes) -> None:
    record = moved(store)
    (record.folder / "manifest.json").write_bytes(damage)
    (listed,) = removal.list_quarantines(store)
    assert listed.state is QuarantineState.UNREADABLE
    assert listed.id in listed.problem
    assert (listed.files, listed.bytes) == (record.files, record.bytes)
    assert listed.created_ns // 10**9 == record.created_ns // 10**9
    assert removal.sweep(store) == ()
    assert removal.empty(store, listed.id).files == 3
    assert removal.list_quarantines(store) == ()


def test_emptying_frees_files_groups_and_the_kept_index(store: Path) -> None:
    record = moved(store, [PAYLOADS[0], GROUP, *NESTED])
    emptied = removal.empty(store, record.id)
    assert (emptied.files, emptied.bytes) == (record.files, record.bytes)
    assert os.listdir(store / ".larder" / "quarantine") == []


def test_a_cancelled_emptying_can_be_gone_on_with(store: Path) -> None:
    record = moved(store)
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled):
        removal.empty(store, record.id, token=token)
    (listed,) = removal.list_quarantines(store)
    assert (listed.state, listed.files) == (QuarantineState.EMPTYING, 3)
    removal.empty(store, record.id)
    assert removal.list_quarantines(store) == ()


def test_emptying_a_link_deletes_nothing_behind_it(store: Path, tmp_path: Path) -> None:
    record = moved(store)
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "precious").write_bytes(b"!")
    for path in record.files_folder.iterdir():
        path.unlink()
    record.files_folder.rmdir()
    record.files_folder.symlink_to(victim)
    with pytest.raises(UserFacingError, match="is a link"):
        removal.empty(store, record.id)
    assert os.listdir(victim) == ["precious"]


@pytest.mark.parametrize("wrong", ["..", "../..", "", "20260102T030405678Z-01234567"])
def test_an_id_that_no_quarantine_has_is_refused(store: Path, wrong: str) -> None:
    moved(store)
    with pytest.raises(UserFacingError, match="has no quarantine"):
        removal.empty(store, wrong)


def test_a_folder_on_another_drive_is_an_error_of_the_item(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = begun(store, [PAYLOADS[0]])

    def refuse(origin: str, target: str) -> None:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    monkeypatch.setattr(os, "rename", refuse)
    (outcome,) = quarantine.move_in(record)
    assert outcome.result is MoveResult.FAILED
    assert "another drive" in outcome.problem


def test_a_full_disk_while_the_index_is_copied_leaves_nothing(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(quarantine.shutil, "copyfile", full)
    with pytest.raises(UserFacingError, match="28 bytes are needed"):
        begun(store)
    assert removal.list_quarantines(store) == ()


def test_sweeping_keeps_what_may_still_be_wanted(store: Path) -> None:
    planned_only = begun(store, [])
    undone_without_rows = moved(store, [PAYLOADS[0]])
    list(quarantine.move_back(undone_without_rows))
    never_begun = store / ".larder" / "quarantine" / new_quarantine_id(0)
    (never_begun / "files").mkdir(parents=True)
    assert removal.sweep(store) == (never_begun.name,)
    assert {record.id for record in removal.list_quarantines(store)} == {
        planned_only.id,
        undone_without_rows.id,
    }


@needs_fork
def test_killed_at_any_step_of_a_clean_it_can_be_taken_back(
    store: Path, tmp_path: Path, sweep: Sweep,
) -> None:
    before = contents(store)
    runs = killed_at_each_step(clean, template=store, into=tmp_path / "runs", sweep=sweep)
    assert len(runs) > 10
    for run in runs:
        assert_nothing_is_lost(run, before)
        removal.sweep(run)
        take_back(run)
        assert contents(run) == before
        assert removal.list_quarantines(run) == ()


@needs_fork
def test_killed_at_any_step_of_a_clean_it_can_be_finished(
    store: Path, tmp_path: Path, sweep: Sweep,
) -> None:
    runs = killed_at_each_step(clean, template=store, into=tmp_path / "runs", sweep=sweep)
    finished = 0
    for run in runs:
        removal.sweep(run)
        for record in removal.list_quarantines(run):
            results = {outcome.result for outcome in quarantine.move_in(record)}
            assert results <= {MoveResult.MOVED, MoveResult.ALREADY}
            assert quarantine.mark_moved(record).files == 8
            finished += 1
    assert finished > 5


@needs_fork
def test_killed_at_any_step_of_an_undo_it_can_be_finished(
    store: Path, tmp_path: Path, sweep: Sweep,
) -> None:
    before = contents(store)
    moved(store, ALL)
    runs = killed_at_each_step(take_back, template=store, into=tmp_path / "runs", sweep=sweep)
    for run in runs:
        assert_nothing_is_lost(run, before)
        removal.sweep(run)
        take_back(run)
        assert contents(run) == before
        assert os.listdir(run / ".larder" / "quarantine") == []


@needs_fork
def test_killed_at_any_step_of_emptying_it_can_be_finished(
    store: Path, tmp_path: Path, sweep: Sweep,
) -> None:
    moved(store, ALL)
    for run in killed_at_each_step(empty_all, template=store, into=tmp_path / "runs", sweep=sweep):
        empty_all(run)
        assert os.listdir(run / ".larder" / "quarantine") == []


def clean(folder: Path) -> None:
    moved(folder, ALL)


def take_back(folder: Path) -> None:
    for record in removal.list_quarantines(folder):
        list(quarantine.move_back(record))
        removal.dissolve(record)


def empty_all(folder: Path) -> None:
    for record in removal.list_quarantines(folder):
        removal.empty(folder, record.id)


def assert_nothing_is_lost(store: Path, before: dict[str, tuple[bytes, int]]) -> None:
    """Each file is in the store or in a quarantine, once."""
    inside = contents(store)
    for record in removal.list_quarantines(store):
        moved_files = contents(record.files_folder)
        assert not set(inside) & set(moved_files)
        inside |= moved_files
    assert inside == before


@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=[]), max_size=20), st.text(max_size=40), max_size=4
    )
)
def test_dropped_rows_survive_being_written_down(rows: dict[str, str]) -> None:
    manifest = QuarantineManifest(
        id=new_quarantine_id(0),
        created_ns=0,
        reasons={},
        moves=(),
        dropped_rows=rows,
        index_before=None,
        kept=(),
        detail={},
    )
    assert decode_ascii_json(encode_ascii_json(manifest), QuarantineManifest) == manifest


@given(st.integers(min_value=0, max_value=250_000_000_000 * 10**6))
def test_ids_are_safe_names_and_sort_by_time(now_ns: int) -> None:
    made = new_quarantine_id(now_ns)
    assert is_quarantine_id(made)
    assert made < new_quarantine_id(now_ns + 10**6)
