"""Copies that share no bytes with what they are made of, and blocks where the drive can."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from larder.core.files import file_copy
from larder.core.files.file_copy import can_clone, copy_apart

fcntl = pytest.importorskip("fcntl")


def refuse(number: int) -> Any:
    def ioctl(*_: object) -> None:
        raise OSError(number, "no")

    return ioctl


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "a.pt"
    path.write_bytes(b"latent")
    return path


@pytest.mark.parametrize("number", [errno.EOPNOTSUPP, errno.EXDEV, errno.ENOTTY])
def test_without_clones_bytes_are_copied_and_dated(
    source: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(fcntl, "ioctl", refuse(number))
    copy = source.with_name("b.pt")
    assert copy_apart(source, copy) == 6
    assert copy.stat().st_mtime_ns == source.stat().st_mtime_ns
    copy.write_bytes(b"other")
    assert source.read_bytes() == b"latent"
    assert not can_clone(source, source.parent)


def test_a_clone_takes_no_bytes(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(fcntl, "ioctl", lambda *of: asked.append(of[1]))
    assert copy_apart(source, source.with_name("b.pt")) == 0
    assert can_clone(source, source.parent)
    assert asked == [0x40049409] * 2


def test_a_full_drive_is_an_error_and_no_reason_to_copy(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fcntl, "ioctl", refuse(errno.ENOSPC))
    with pytest.raises(OSError, match="no"):
        copy_apart(source, source.with_name("b.pt"))


def test_what_is_there_is_never_written_over(source: Path) -> None:
    with pytest.raises(FileExistsError):
        file_copy.copy_apart(source, source)
    assert source.read_bytes() == b"latent"
