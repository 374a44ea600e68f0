"""Files are opened in one place, which neither waits nor leaves an error without a name."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.files.regular_file import open_regular, read_regular, read_start


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are a POSIX thing")
@pytest.mark.parametrize(
    ("make", "word"), [(make_pipe, "a named pipe"), (make_socket, "a socket")])
def test_what_is_no_file_is_refused_at_once_and_named(
    make: Callable[[Path], None], word: str, tmp_path: Path
) -> None:
    make(tmp_path / "a")
    with pytest.raises(OSError, match=word) as refused:
        read_regular(tmp_path / "a")
    assert refused.value.filename == str(tmp_path / "a")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_a_device_that_never_ends_is_refused() -> None:
    with pytest.raises(OSError, match="a device"):
        read_start("/dev/zero", 10)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises((IsADirectoryError, PermissionError)):
        read_regular(tmp_path)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileNotFoundError):
        read_regular(f"{tmp_path}/{name}")


@pytest.mark.parametrize("size", [0, 1, 9, 10])
def test_a_file_is_read_whole_up_to_its_limit(tmp_path: Path, size: int) -> None:
    (tmp_path / "a").write_bytes(b"x" * size)
    assert read_regular(tmp_path / "a", at_most=10) == b"x" * size
    assert read_regular(tmp_path / "a") == b"x" * size
    assert read_start(tmp_path / "a", 5) == b"x" * min(size, 5)


def test_more_than_the_limit_is_refused_and_never_held(tmp_path: Path) -> None:
    with (tmp_path / "a").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OSError, match="more than 10 bytes"):
        read_regular(tmp_path / "a", at_most=10)


def test_memory_is_taken_for_the_file_not_for_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    assert read_regular(tmp_path / "a", at_most=1 << 46) == b"x"


def test_an_error_while_reading_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    with pytest.raises(OSError, match="Input/output") as failed, open_regular(tmp_path / "a"):
        raise OSError(errno.EIO, "Input/output error")
    assert failed.value.filename == str(tmp_path / "a")


def test_many_small_reads_are_buffered(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\ntwo\n")
    with open_regular(tmp_path / "a", buffered=True) as file:
        assert list(file) == [b"one\n", b"two\n"]
