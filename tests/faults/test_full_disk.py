"""A disk that is full to the last byte, a real one: what frees space goes through on it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from larder.core.errors import UserFacingError
from larder.core.files.durable import free_bytes
from larder.core.files.journal import JournalAction, read_journal
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.surveying import survey_workspace
from larder.core.workspace.open_workspace import open_workspace
from larder.core.writes.emptying import empty_quarantines
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.quarantine.settle import recover
from tests.support.cleaning import applied, planned
from tests.support.indexed_cache import IndexedWorkspace, back_date

DISK_KIB = 1500
LOOSE = "0123456789ab_128x128_{}.pt"
LOOSE_BYTES = 200_000


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small drive of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_KIB}k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(
            mount, check=False, capture_output=True).returncode:
        pytest.skip("a drive can be made by root only, on Linux")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def workspace(disk: Path) -> IndexedWorkspace:
    """Two pictures are gone; two more payloads are nobody's."""
    made = IndexedWorkspace(disk / "work")
    cats = made.add_concept()
    for number in range(6):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    made.write()
    for number in (1, 2):
        loose = made.store() / LOOSE.format(number)
        loose.write_bytes(bytes(LOOSE_BYTES))
        back_date(loose)
    for name in ("0.png", "1.png"):
        (made.root / cats / name).unlink()
    return made


def fill(disk: Path) -> None:
    """Leave not one byte."""
    with (disk / "film.mkv").open("ab", buffering=0) as film:
        for size in (1 << 16, 1 << 10, 1):
            try:
                while film.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
    assert free_bytes(disk) == 0


def test_deleting_on_a_full_disk_frees_its_space(disk: Path, workspace: IndexedWorkspace) -> None:
    plan = planned(workspace.root)
    fill(disk)
    with pytest.raises(UserFacingError, match="full"):
        applied(plan)
    report = applied(plan, delete=True)
    assert (report.deleted.files, report.failed) == (len(plan), ())
    assert report.index_rows_dropped == {"image": 2}
    assert free_bytes(disk) > 1.8 * LOOSE_BYTES
    assert not any((workspace.store() / name).exists() for name in plan.payloads)
    assert list_quarantines(workspace.store()) == ()
    records = read_journal(workspace.store())
    assert {record.action for record in records} == {JournalAction.DELETED}
    assert sum(record.items for record in records) == len(plan)
    assert len(planned(workspace.root)) == 0


def test_a_quarantine_is_emptied_on_a_full_disk(disk: Path, workspace: IndexedWorkspace) -> None:
    applied(planned(workspace.root))
    fill(disk)
    report = run_to_end(empty_quarantines([workspace.store()], token=CancelToken()))
    assert report.failed == ()
    assert free_bytes(disk) > 1.8 * LOOSE_BYTES
    assert list_quarantines(workspace.store()) == ()
    assert read_journal(workspace.store())[-1].action == JournalAction.EMPTIED


@pytest.fixture
def starved(disk: Path, workspace: IndexedWorkspace) -> IndexedWorkspace:
    """Return a workspace on a full disk. Cleaning it frees less than a rewritten index needs."""
    for loose in workspace.store().glob("0123456789ab_*"):
        loose.unlink()
    workspace.write_index(notes="x" * 400_000)
    fill(disk)
    return workspace


def give_space(disk: Path) -> None:
    (disk / "film.mkv").unlink()


def dead_rows(workspace: IndexedWorkspace) -> list[str]:
    return [key for key in workspace.index()["entries"] if key.endswith(("0.png", "1.png"))]


def interrupted(workspace: IndexedWorkspace) -> list[str]:
    found = run_to_end(
        survey_workspace(open_workspace(workspace.config_path), "stat", CancelToken()))
    return [finding.problem for finding in found.workspace.problems
            if "interrupted" in finding.problem]


def test_rows_that_a_full_disk_keeps_are_taken_out_by_the_next_command(
        disk: Path, starved: IndexedWorkspace, caplog: pytest.LogCaptureFixture) -> None:
    plan = planned(starved.root)
    with suppress(UserFacingError):
        report = applied(plan, delete=True)
        assert report.failed
    assert not any((starved.store() / name).exists() for name in plan.payloads)
    assert dead_rows(starved)
    assert interrupted(starved)
    caplog.clear()

    recover(starved.store())
    assert dead_rows(starved), "there is still no space"
    assert "full" in caplog.text
    assert interrupted(starved)
    caplog.clear()

    give_space(disk)
    assert recover(starved.store())
    assert "(clean --delete) was finished" in caplog.text
    assert dead_rows(starved) == []
    assert interrupted(starved) == []
    assert len(planned(starved.root)) == 0
    assert recover(starved.store()) == {}


def test_a_command_says_once_what_still_waits_for_space(
        starved: IndexedWorkspace, caplog: pytest.LogCaptureFixture) -> None:
    with suppress(UserFacingError):
        applied(planned(starved.root), delete=True)
    caplog.clear()
    recover(starved.store())  # what a verb begins with
    with suppress(UserFacingError):
        applied(planned(starved.root), delete=True)
    assert caplog.text.count("the index still lists") == 1


def test_a_row_whose_file_was_cached_again_stays(disk: Path, starved: IndexedWorkspace) -> None:
    plan = planned(starved.root)
    with suppress(UserFacingError):
        applied(plan, delete=True)
    give_space(disk)
    (starved.store() / plan.payloads[0]).write_bytes(b"cached again")
    recover(starved.store())
    assert len(dead_rows(starved)) == 1
