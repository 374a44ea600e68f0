from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.files import durable
from larder.core.files.atomic_write import append_line, write_atomically
from larder.core.files.store_lock import lock_store

needs_syncfs = pytest.mark.skipif(
    durable._c_library() is None, reason="this system flushes file by file")


class StubLibrary:
    """A C library whose file system is of some type and whose drive may fail."""

    def __init__(self, file_system: int, *, fails: bool = False) -> None:
        self._type = file_system
        self._fails = fails
        self.flushed = 0

    def statfs(self, path: bytes, answer: Any) -> int:
        answer.raw = self._type.to_bytes(8, "little") + bytes(len(answer) - 8)
        return 0

    def syncfs(self, descriptor: int) -> int:
        os.fstat(descriptor)
        self.flushed += 1
        return -1 if self._fails else 0


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Callable[[StubLibrary | None], None]:
    def use(stub: StubLibrary | None) -> None:
        monkeypatch.setattr(durable, "_c_library", lambda: stub)

    return use


@needs_syncfs
def test_a_file_system_of_linux_is_flushed_with_one_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(durable, "_c_library", durable._c_library.__wrapped__)
    (tmp_path / "a").write_bytes(b"content")
    if not durable.can_sync_file_system(tmp_path):
        pytest.skip("the temporary folder lies on another file system")
    durable.sync_file_system(tmp_path)


@pytest.mark.parametrize(("file_system", "is_known"), [
    (0xEF53, True), (0x58465342, True), (0x6969, False), (0x65735546, False)])
def test_only_file_systems_that_wait_for_the_drive_are_flushed_whole(
    tmp_path: Path, library: Callable[[StubLibrary | None], None], file_system: int,
    is_known: bool,
) -> None:
    library(StubLibrary(file_system))
    assert durable.can_sync_file_system(tmp_path) is is_known


def test_a_drive_that_refused_a_write_is_told(
    tmp_path: Path, library: Callable[[StubLibrary | None], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    library(StubLibrary(0xEF53, fails=True))
    monkeypatch.setattr(durable.ctypes, "get_errno", lambda: errno.ENOSPC)
    with pytest.raises(OSError, match="No space left") as raised:
        durable.sync_file_system(tmp_path)
    assert raised.value.errno == errno.ENOSPC


def test_a_system_without_the_call_says_so(
    tmp_path: Path, library: Callable[[StubLibrary | None], None]
) -> None:
    library(None)
    assert not durable.can_sync_file_system(tmp_path)
    with pytest.raises(OSError, match="not implemented"):
        durable.sync_file_system(tmp_path)


@pytest.mark.parametrize("release", ["5.7.9-generic", "4.18.0-553.el8", "unknown"])
def test_old_kernels_that_hide_failed_writes_are_not_trusted(
    release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable.sys, "platform", "linux")
    monkeypatch.setattr(durable.platform, "release", lambda: release)
    durable._c_library.cache_clear()
    try:
        assert durable._c_library() is None
    finally:
        durable._c_library.cache_clear()


@pytest.mark.parametrize("refused", ["fsync", "write"])
def test_a_write_that_the_drive_refuses_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    """Calls on an open file say no name; whoever reads the sentence needs one."""
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"{}\n")
    monkeypatch.setattr(os, refused, fail)
    with pytest.raises(OSError, match=re.escape(str(path))):
        append_line(path, b"{}")
    if refused == "fsync":
        with pytest.raises(OSError, match=re.escape(str(path))):
            write_atomically(path, [b"[]"])
        with pytest.raises(OSError, match=re.escape(str(tmp_path))):
            durable.sync_folder(tmp_path)
    monkeypatch.undo()
    assert path.read_bytes().startswith(b"{}\n")
    assert os.listdir(tmp_path) == [path.name]


def test_a_refused_lock_names_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def fail(*_: object) -> None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(OSError, match=re.escape(str(tmp_path / ".larder/lock"))), \
            lock_store(tmp_path):
        pass
