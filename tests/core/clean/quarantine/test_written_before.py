"""Quarantines that Larder wrote at 7bc0cda9 are still listed, read and undone.

The archive holds an indexed workspace after two cleans, a released one after a build that replaced
its folders, and in `expected` the caches as they were before each of these.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from larder.core.files.file_stamp import index_stamp
from larder.core.jobs import CancelToken, run_to_end
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.reports import UndoReport
from larder.core.writes.undo import undo_clean
from larder.core.writes.undo_choice import newest_clean
from tests.support.fixtures import unpack_archive

ARCHIVE = Path(__file__).parent / "written_by_7bc0cda9" / "quarantines.tar.xz"
CACHES = Path("workspace-cache") / "run"


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    return unpack_archive(ARCHIVE, tmp_path / "written")


def stores_of(workspace: Path) -> list[Path]:
    return [workspace / CACHES / name for name in ("image", "text")]


def undo(workspace: Path) -> UndoReport:
    """Undo the newest clean of a workspace."""
    return run_to_end(undo_clean(
        stores_of(workspace), even_if_busy=True, token=CancelToken()))


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file but Larder's own, by its path."""
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
        if path.is_file() and ".larder" not in path.parts}


def keep_inodes_of_indexes(workspace: Path) -> None:
    """Have the records say that the present indexes, whose inodes are new, are those they left."""
    for store in stores_of(workspace):
        newest = list_quarantines(store)[-1]
        state = json.loads((newest.folder / "state.json").read_text())
        stamp = index_stamp(store / "cache.json")
        assert stamp is not None
        assert state["index_after"]["mtime_ns"] == stamp.mtime_ns
        state["index_after"]["inode"] = stamp.inode
        (newest.folder / "state.json").write_text(json.dumps(state))


@pytest.mark.parametrize("workspace", ["indexed", "released"])
def test_a_quarantine_of_7bc0cda9_is_read(unpacked: Path, workspace: str) -> None:
    stores = stores_of(unpacked / workspace)
    records = [record for store in stores for record in list_quarantines(store)]
    assert len(records) == (3 if workspace == "indexed" else 2)
    assert all(record.can_undo and not record.problem for record in records)
    assert newest_clean(records) in {record.id for record in records}


def test_cleans_of_7bc0cda9_are_undone_to_the_byte(unpacked: Path) -> None:
    workspace = unpacked / "indexed"
    keep_inodes_of_indexes(workspace)
    for number in ("1", "0"):
        report = undo(workspace)
        assert report.not_restored == report.problems == ()
        assert report.index_merged == ()
        assert files_below(workspace / CACHES) == files_below(
            unpacked / "expected" / "indexed" / number)


def test_cleans_of_7bc0cda9_are_merged_into_an_index_that_somebody_wrote(unpacked: Path) -> None:
    workspace = unpacked / "indexed"
    wanted = json.loads((unpacked / "expected/indexed/0/image/cache.json").read_text())
    for _ in range(2):
        report = undo(workspace)
        assert report.not_restored == report.problems == ()
    index = json.loads((workspace / CACHES / "image" / "cache.json").read_text())
    assert index["entries"] == wanted["entries"]
    assert index["concepts"] == wanted["concepts"]


def test_a_build_of_7bc0cda9_is_undone(unpacked: Path) -> None:
    workspace = unpacked / "released"
    report = undo(workspace)
    assert report.not_restored == report.problems == ()
    assert files_below(workspace / CACHES) == files_below(unpacked / "expected" / "released" / "0")
