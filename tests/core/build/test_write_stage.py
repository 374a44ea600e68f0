"""Payloads are the same whichever thread writes them."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from larder.core.build import publish as build_publish
from larder.core.build.publish import Publisher
from larder.core.files import atomic_write
from tests.support.building import BuildWorkspace, Pace, build


def workspace_in(folder: Path) -> BuildWorkspace:
    workspace = BuildWorkspace(folder)
    concept = workspace.add_concept()
    for number in range(6):
        workspace.add_picture(f"{concept}/{number}.png", caption=f"picture {number % 4}")
    return workspace


@pytest.fixture
def writers(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of the threads that wrote payloads."""
    found: set[str] = set()
    write = Publisher.write

    def noted(publisher: Publisher, *args: Any) -> Any:
        found.add(threading.current_thread().name)
        return write(publisher, *args)

    monkeypatch.setattr(Publisher, "write", noted)
    return found


def test_a_slow_encoder_goes_on_while_another_thread_writes(
    tmp_path: Path, writers: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Pace.SLOW.set(monkeypatch)
    assert build(workspace_in(tmp_path)).report.encoded == 10
    assert writers == {"build-write"}


def test_a_quick_encoders_values_are_written_by_its_thread_and_copies_by_the_other(
    tmp_path: Path, writers: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Pace.QUICK.set(monkeypatch)
    report = build(workspace_in(tmp_path)).report
    assert (report.encoded, report.done) == (10, 12)
    assert "build-encode" in writers


def test_the_stores_are_equal_whoever_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores: list[dict[str, bytes]] = []
    for pace in Pace:
        pace.set(monkeypatch)
        workspace = workspace_in(tmp_path / pace.name)
        build(workspace)
        stores.append({
            f"{store}/{path.name}": path.read_bytes()
            for store in ("image", "text") for path in workspace.store(store).glob("*.pt")})
    assert stores[0] == stores[1]
    assert len(stores[0]) >= 12


def test_a_disk_that_is_full_stops_a_quick_build_with_all_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Pace.QUICK.set(monkeypatch)
    monkeypatch.setattr(build_publish, "GROUP_FILES", 1)
    workspace = workspace_in(tmp_path)
    write_really = atomic_write.PendingFile.write
    written: list[str] = []

    def full(pending: atomic_write.PendingFile, parts: Any) -> int:
        if len(written) >= 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(Path(pending.target).name)
        return write_really(pending, parts)

    monkeypatch.setattr(atomic_write.PendingFile, "write", full)
    report = build(workspace).report
    assert "is full" in report.stopped
    named = {path.name for path in workspace.store().glob("*_1.pt")}
    assert named == set(written)
    assert len(workspace.index()["entries"]) == 3
    assert not list(workspace.store().glob("*.larder-tmp"))


@pytest.mark.parametrize("pace", Pace)
def test_a_drive_that_is_gone_ends_the_build_and_leaves_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pace: Pace
) -> None:
    """Writing fails, and so does flushing what was written before."""
    pace.set(monkeypatch)
    monkeypatch.setattr(build_publish, "GROUP_FILES", 1)
    monkeypatch.setattr(build_publish, "can_sync_file_system", lambda path: True)
    write_really = atomic_write.PendingFile.write
    written: list[str] = []

    def gone(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    def write_once(pending: atomic_write.PendingFile, parts: Any) -> int:
        if written:
            gone()
        written.append(Path(pending.target).name)
        return write_really(pending, parts)

    monkeypatch.setattr(build_publish, "sync_file_system", gone)
    monkeypatch.setattr(atomic_write.PendingFile, "write", write_once)
    workspace = workspace_in(tmp_path)
    ended: list[BaseException] = []

    def run() -> None:
        try:
            build(workspace)
        except OSError as error:
            ended.append(error)

    building = threading.Thread(target=run, daemon=True)
    building.start()
    building.join(timeout=60)
    assert not building.is_alive()
    assert [error.errno for error in ended if isinstance(error, OSError)] == [errno.EIO]
    assert workspace.payloads("image") == {}
    assert not list(workspace.store().glob("*.larder-tmp"))
