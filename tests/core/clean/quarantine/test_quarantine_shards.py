"""Payloads in shard folders go into quarantine and come back to their place; links lead nowhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from larder.core.clean.quarantine import moves as quarantine
from larder.core.clean.quarantine.manifest import PlannedMove, QuarantineManifest
from larder.core.clean.quarantine.moves import MoveResult, Whereabouts
from larder.core.clean.quarantine.record import QuarantineRecord
from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from tests.core.files.crash_points import killed_at_each_step, needs_fork

NAMES = ["ab/ab12.npz", "ab/ab34.npz", "entries/cd/cd56.npz", "flat.data"]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    folder = tmp_path / "vl-cache"
    for number, name in enumerate([*NAMES, "entries/cd/stays.npz"]):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode() * (number + 1))
        os.utime(folder / name, ns=(10**18 + number, 10**18 + number))
    return folder


def begun(store: Path, names: list[str] = NAMES) -> QuarantineRecord:
    moves = []
    for name in names:
        status = (store / name).lstat()
        moves.append(PlannedMove(name, status.st_size, status.st_mtime_ns))
    return quarantine.begin(
        store, moves=moves, reasons={"orphaned": len(names)}, dropped_rows={}, index_before=None)


def moved(store: Path, names: list[str] = NAMES) -> QuarantineRecord:
    record = begun(store, names)
    assert [out.result for out in quarantine.move_in(record)] == [MoveResult.MOVED] * len(names)
    return quarantine.mark_moved(record)


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and name.parts[0] != ".larder":
            found[name.as_posix()] = (path.read_bytes(), path.stat().st_mtime_ns)
    return found


def test_nested_payloads_come_back_to_the_same_place(store: Path) -> None:
    before = contents(store)
    record = moved(store)
    assert sorted(contents(store)) == ["entries/cd/stays.npz"]
    assert sorted(contents(record.files_folder)) == sorted(NAMES)
    assert record.files == 4
    assert {out.result for out in quarantine.move_back(record)} == {MoveResult.MOVED}
    quarantine.dissolve(record)
    assert contents(store) == before
    assert quarantine.list_quarantines(store) == ()


def test_a_shard_that_a_clean_emptied_goes_and_an_undo_makes_it_again(store: Path) -> None:
    record = moved(store)
    assert not (store / "ab").exists()
    assert (store / "entries" / "cd").is_dir()
    list(quarantine.move_back(record))
    assert (store / "ab" / "ab12.npz").is_file()


def test_emptying_frees_nested_payloads(store: Path) -> None:
    record = moved(store)
    assert quarantine.empty(store, record.id).files == 4
    assert quarantine.list_quarantines(store) == ()
    assert sorted(contents(store)) == ["entries/cd/stays.npz"]


def test_where_nested_payloads_are_can_be_told(store: Path) -> None:
    record = begun(store)
    next(quarantine.move_in(record))
    assert quarantine.locate(record) == {
        NAMES[0]: Whereabouts.IN_QUARANTINE, **dict.fromkeys(NAMES[1:], Whereabouts.IN_STORE)}


def test_nothing_is_moved_through_a_shard_that_is_a_link(store: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (store / "ab").rename(elsewhere)
    (store / "ab").symlink_to(elsewhere, target_is_directory=True)
    record = begun(store, ["ab/ab12.npz", "flat.data"])
    linked, plain = quarantine.move_in(record)
    assert (linked.result, plain.result) == (MoveResult.FAILED, MoveResult.MOVED)
    assert "link" in linked.problem
    assert (elsewhere / "ab12.npz").is_file()


def test_nothing_comes_back_through_a_shard_that_became_a_link(
    store: Path, tmp_path: Path
) -> None:
    record = moved(store, ["ab/ab12.npz", "ab/ab34.npz"])
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (store / "ab").symlink_to(elsewhere, target_is_directory=True)
    assert {out.result for out in quarantine.move_back(record)} == {MoveResult.FAILED}
    assert list(elsewhere.iterdir()) == []
    with pytest.raises(UserFacingError, match="still holds files"):
        quarantine.dissolve(record)


@pytest.mark.parametrize("name", ["ab/../../out.npz", "/etc/passwd", ".larder/lock", "ab/", "a\\b"])
def test_a_manifest_whose_nested_names_lead_out_is_unreadable(store: Path, name: str) -> None:
    record = begun(store, ["flat.data"])
    path = record.folder / "manifest.json"
    manifest = decode_ascii_json(path.read_bytes(), QuarantineManifest)
    odd = QuarantineManifest(**{
        **{field: getattr(manifest, field) for field in manifest.__struct_fields__},
        "moves": (PlannedMove(name, 1, 1),)})
    path.write_bytes(encode_ascii_json(odd))
    (listed,) = quarantine.list_quarantines(store)
    assert listed.manifest is None
    assert "leads out" in listed.problem


UNDO = """
from larder.core.clean.quarantine import moves as quarantine
def work(folder):
    (record,) = quarantine.list_quarantines(folder)
    list(quarantine.move_back(record))
    quarantine.dissolve(record)
"""


@needs_fork
def test_killed_at_any_step_of_an_undo_nested_payloads_come_back(
    store: Path, tmp_path: Path
) -> None:
    before = contents(store)
    moved(store)
    for run in killed_at_each_step(UNDO, template=store, into=tmp_path / "runs"):
        quarantine.sweep(run)
        for record in quarantine.list_quarantines(run):
            list(quarantine.move_back(record))
            quarantine.dissolve(record)
        assert contents(run) == before
        assert os.listdir(run / ".larder" / "quarantine") == []
