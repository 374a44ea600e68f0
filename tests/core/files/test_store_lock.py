"""One process at a time writes into a store, and its end frees the lock."""

from __future__ import annotations

import errno
import os
import platform
import subprocess
import sys
from pathlib import Path

import filelock
import pytest

from larder.core.errors import StoreLockedError
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.files.store_lock import LockHolder, lock_store, read_holder
from larder.core.files.store_paths import may_not_lock

HOLD = """
import sys
from pathlib import Path
from larder.core.files.store_lock import lock_store
with lock_store(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def hold_elsewhere(store: Path) -> subprocess.Popen[bytes]:
    """A process that holds the lock until its stdin is closed."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    return holder


def end(holder: subprocess.Popen[bytes]) -> None:
    holder.communicate()


def test_a_second_process_is_refused_and_told_who_holds_the_store(tmp_path: Path) -> None:
    holder = hold_elsewhere(tmp_path)
    try:
        with pytest.raises(StoreLockedError) as caught, lock_store(tmp_path):
            pass
        assert f"process {holder.pid} on {platform.node()}" in caught.value.problem
        assert caught.value.exit_code == 3
    finally:
        end(holder)


def test_a_released_lock_can_be_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        with lock_store(tmp_path):
            holder = read_holder(tmp_path)
            assert holder is not None
            assert holder.pid == os.getpid()
        assert read_holder(tmp_path) is None


def test_a_lock_is_released_when_the_block_fails(tmp_path: Path) -> None:
    with pytest.raises(KeyError), lock_store(tmp_path):
        raise KeyError
    with lock_store(tmp_path):
        pass


def test_the_lock_is_not_reentrant(tmp_path: Path) -> None:
    with (
        lock_store(tmp_path),
        pytest.raises(StoreLockedError, match="locked by process"),
        lock_store(tmp_path),
    ):
        pass


def test_stores_are_locked_apart(tmp_path: Path) -> None:
    for name in ("image", "text"):
        (tmp_path / name).mkdir()
    with lock_store(tmp_path / "image"), lock_store(tmp_path / "text"):
        pass


def test_a_killed_holder_frees_the_lock(tmp_path: Path) -> None:
    holder = hold_elsewhere(tmp_path)
    holder.kill()
    end(holder)
    with lock_store(tmp_path):
        assert read_holder(tmp_path) is not None


def test_an_unreadable_holder_is_another_process(tmp_path: Path) -> None:
    with lock_store(tmp_path):
        (tmp_path / ".larder" / "lock.holder").write_bytes(b"\xff")
        with pytest.raises(StoreLockedError, match="another Larder process"), lock_store(tmp_path):
            pass


@pytest.fixture
def lockless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drive that locks nothing, as some network and FUSE drives."""
    def refuse(self: filelock.FileLock, timeout: float) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)


@pytest.mark.usefixtures("lockless")
def test_on_a_drive_without_locks_a_file_is_the_lock(tmp_path: Path) -> None:
    assert not may_not_lock(tmp_path)
    with lock_store(tmp_path), pytest.raises(
            StoreLockedError, match=f"process {os.getpid()}") as refused, lock_store(tmp_path):
        pass
    assert "lock.file" in refused.value.hint
    with lock_store(tmp_path):
        assert may_not_lock(tmp_path)


@pytest.mark.usefixtures("lockless")
@pytest.mark.skipif(os.name == "nt", reason="nobody there can ask after a process safely")
def test_the_file_of_a_process_that_is_gone_is_taken_over(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with lock_store(tmp_path):
        pass
    left = LockHolder(gone.pid, platform.node(), 1)
    (tmp_path / ".larder" / "lock.file").write_bytes(encode_ascii_json(left))
    with lock_store(tmp_path):
        pass
    assert not (tmp_path / ".larder" / "lock.file").exists()


@pytest.mark.usefixtures("lockless")
def test_the_file_of_another_computer_is_respected(tmp_path: Path) -> None:
    (tmp_path / ".larder").mkdir()
    elsewhere = LockHolder(os.getpid(), "elsewhere", 1)
    (tmp_path / ".larder" / "lock.file").write_bytes(encode_ascii_json(elsewhere))
    with pytest.raises(StoreLockedError, match="on elsewhere"), lock_store(tmp_path):
        pass


@pytest.mark.skipif(os.name == "nt", reason="Windows locks no folders")
def test_where_a_full_disk_takes_no_folder_the_store_itself_is_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, **_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(Path, "mkdir", full)
    with lock_store(tmp_path):
        assert list(tmp_path.iterdir()) == []
        with pytest.raises(StoreLockedError), lock_store(tmp_path):
            pass
    with lock_store(tmp_path):
        pass


def test_a_store_that_is_gone_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), lock_store(tmp_path / "missing"):
        pass
