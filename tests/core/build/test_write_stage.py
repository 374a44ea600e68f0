"""What the thread that writes does while others go on, and when its drive fails."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.pipeline import writing as build_writing
from larder.core.build.pipeline.writing import Publisher
from larder.core.files import atomic_write
from tests.support.building import BuildWorkspace, build


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


def test_the_encoder_goes_on_while_another_thread_writes(
    tmp_path: Path, writers: set[str]
) -> None:
    assert build(workspace_in(tmp_path)).report.encoded == 10
    assert writers == {"build-write"}


def test_a_disk_that_is_full_stops_a_build_with_all_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_writing, "GROUP_FILES", 1)
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


def test_a_drive_that_is_gone_ends_the_build_and_leaves_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing fails, and so does flushing what was written before."""
    monkeypatch.setattr(build_writing, "GROUP_FILES", 1)
    monkeypatch.setattr(build_writing, "can_sync_file_system", lambda path: True)
    write_really = atomic_write.PendingFile.write
    written: list[str] = []

    def gone(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    def write_once(pending: atomic_write.PendingFile, parts: Any) -> int:
        if written:
            gone()
        written.append(Path(pending.target).name)
        return write_really(pending, parts)

    monkeypatch.setattr(build_writing, "sync_file_system", gone)
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
