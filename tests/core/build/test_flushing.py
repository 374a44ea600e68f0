"""Payloads are on the drive before they get their names; they are written beside the encoder."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.indexed import row_writer
from larder.core.build.pipeline import writing as build_writing
from larder.core.build.pipeline.writing import Publisher
from larder.core.files.atomic_write import PendingFile
from larder.core.stores.indexed.content_index import payloads_by_prompt
from larder.core.writes.transaction import IndexTarget
from tests.support.building import BuildWorkspace, build


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    workspace = BuildWorkspace(tmp_path)
    folder = workspace.add_concept()
    for number in range(4):
        workspace.add_picture(f"{folder}/{number}.png", caption=f"picture {number}")
    return workspace


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record which files are flushed and named, in order, over all threads."""
    found: list[str] = []
    finish, take_name = PendingFile.finish, PendingFile.take_name
    finished: set[PendingFile] = set()

    def finish_once(pending: PendingFile, *, fsync: bool = True) -> None:
        finish(pending, fsync=fsync)
        if pending not in finished and pending.target.endswith(".pt"):
            finished.add(pending)
            found.append(f"{'flush' if fsync else 'write'} {Path(pending.target).name}")

    def take_name_then(pending: PendingFile) -> None:
        take_name(pending)
        if pending.target.endswith(".pt"):
            found.append(f"name {Path(pending.target).name}")

    def flushed(path: Path) -> None:
        os.stat(path)
        found.append("flush all")

    monkeypatch.setattr(PendingFile, "finish", finish_once)
    monkeypatch.setattr(PendingFile, "take_name", take_name_then)
    monkeypatch.setattr(build_writing, "sync_file_system", flushed)
    return found


def test_a_build_killed_right_after_its_index_was_written_has_told_the_content_index(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = row_writer.write_index

    def killed(target: IndexTarget, *rest: Any, **more: Any) -> IndexTarget:
        written = write(target, *rest, **more)
        if target.folder.name == "text":
            raise KeyboardInterrupt
        return written

    monkeypatch.setattr(row_writer, "write_index", killed)
    with pytest.raises(KeyboardInterrupt):
        build(workspace)
    named = {f"{variant['cache_file']}_1.pt"
             for row in workspace.index("text")["entries"].values()
             for variant in row["variants"].values()}
    assert named
    assert named <= set(payloads_by_prompt(workspace.store("text")).values())


def of_payloads(steps: list[str]) -> list[str]:
    return [step for step in steps if not step.endswith("blank_sentinel.pt")]


def test_a_group_is_flushed_with_one_call_between_writing_and_naming(
    workspace: BuildWorkspace, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_writing, "can_sync_file_system", lambda path: True)
    assert build(workspace).report.encoded == 8
    names = [step.removeprefix("name ") for step in of_payloads(steps) if step[:4] == "name"]
    assert len(names) == 8
    for name in names:
        between = steps[steps.index(f"write {name}"):steps.index(f"name {name}")]
        assert "flush all" in between
    assert not any(step.startswith("flush ") and step != "flush all" for step in of_payloads(steps))


def test_elsewhere_each_payload_is_flushed_before_it_is_named(
    workspace: BuildWorkspace, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_writing, "can_sync_file_system", lambda path: False)
    assert build(workspace).report.encoded == 8
    assert "flush all" not in steps
    for name in (step.removeprefix("name ") for step in steps if step.startswith("name ")):
        assert steps.index(f"flush {name}") < steps.index(f"name {name}")


def test_a_drive_that_fails_names_nothing(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(build_writing, "can_sync_file_system", lambda path: True)
    monkeypatch.setattr(build_writing, "sync_file_system", refuse)
    with pytest.raises(Exception, match="Input/output error"):
        build(workspace)
    assert workspace.payloads("image") == {}
    assert not list(workspace.store("image").glob("*.larder-tmp"))


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
    workspace: BuildWorkspace, writers: set[str]
) -> None:
    assert build(workspace).report.encoded == 8
    assert writers == {"build-write"}


def test_a_disk_that_is_full_stops_a_build_with_all_that_was_named(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_writing, "GROUP_FILES", 1)
    write_really = PendingFile.write
    written: list[str] = []

    def full(pending: PendingFile, parts: Any) -> int:
        if len(written) >= 3:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(Path(pending.target).name)
        return write_really(pending, parts)

    monkeypatch.setattr(PendingFile, "write", full)
    report = build(workspace).report
    assert "is full" in report.stopped
    named = {path.name for path in workspace.store().glob("*_1.pt")}
    assert named == set(written)
    assert len(workspace.index()["entries"]) == 3
    assert not list(workspace.store().glob("*.larder-tmp"))


def test_a_drive_that_is_gone_ends_the_build_and_leaves_nobody_waiting(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing fails, and so does flushing what was written before."""
    monkeypatch.setattr(build_writing, "GROUP_FILES", 1)
    monkeypatch.setattr(build_writing, "can_sync_file_system", lambda path: True)
    write_really = PendingFile.write
    written: list[str] = []

    def gone(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    def write_once(pending: PendingFile, parts: Any) -> int:
        if written:
            gone()
        written.append(Path(pending.target).name)
        return write_really(pending, parts)

    monkeypatch.setattr(build_writing, "sync_file_system", gone)
    monkeypatch.setattr(PendingFile, "write", write_once)
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
