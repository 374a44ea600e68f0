"""The directory of a zip file, as two other writers lay it out."""

from __future__ import annotations

import os
import struct
import zipfile
from pathlib import Path

import pytest

from larder.core.errors import PayloadError
from larder.core.payloads import file_bytes, zip_directory
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.zip_directory import ZipDirectory


def members(path: Path) -> dict[str, bytes]:
    with FileBytes(path) as file:
        directory = ZipDirectory(file)
        for name in directory.members:
            directory.check(name)
        return {name: directory.read(name) for name in directory.members}


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("whole_below", [0, 1 << 20])
def test_members_of_any_size_are_read(
    compression: int, whole_below: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_bytes, "WHOLE_BELOW", whole_below)
    chunk = zip_directory.CHUNK
    sizes = (0, 1, chunk - 1, chunk, chunk + 1)
    written = {f"größe {size}": os.urandom(16) * (size // 16) + bytes(size % 16) for size in sizes}
    with zipfile.ZipFile(tmp_path / "a.zip", "w", compression) as archive:
        for name, content in written.items():
            archive.writestr(name, content)
        archive.comment = b"a comment with PK\x05 in it"
    assert members(tmp_path / "a.zip") == written


def test_members_written_to_a_pipe_are_read(tmp_path: Path) -> None:
    class Pipe:
        """A file that cannot seek: sizes follow each member in a data descriptor."""

        def __init__(self, path: Path) -> None:
            self.file = path.open("wb")
            self.write, self.flush = self.file.write, self.file.flush

    pipe = Pipe(tmp_path / "a.zip")
    with zipfile.ZipFile(pipe, "w") as archive:
        archive.writestr("a", b"hello")
        archive.writestr("b", b"")
    pipe.file.close()
    assert members(tmp_path / "a.zip") == {"a": b"hello", "b": b""}


def test_sizes_beyond_32_bits_are_read_from_the_zip64_field(tmp_path: Path) -> None:
    header = b"PK\x03\x04" + bytes(22) + struct.pack("<2H", 1, 0) + b"x" + b"hello"
    wide = struct.pack("<2H3Q", 1, 24, 5, 5, 0)
    full = b"\xff" * 4
    record = (
        b"PK\x01\x02" + bytes(12) + struct.pack("<L", 0x3610A686) + full + full
        + struct.pack("<3H", 1, len(wide) + 6, 0) + bytes(8) + full + b"x"
        + struct.pack("<2H", 0x4242, 2) + b"--" + wide
    )  # fmt: skip
    end_64 = b"PK\x06\x06" + struct.pack("<Q2H2L4Q", 44, 45, 45, 0, 0, 1, 1, len(record), 36)
    locator = b"PK\x06\x07" + struct.pack("<LQL", 0, 36 + len(record), 1)
    end = b"PK\x05\x06" + b"\xff" * 16 + bytes(2)
    (tmp_path / "a.zip").write_bytes(header + record + end_64 + locator + end)
    assert members(tmp_path / "a.zip") == {"x": b"hello"}


def test_a_folder_in_the_archive_is_refused_as_torch_refuses_it(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.mkdir("folder")
    with pytest.raises(PayloadError, match="not marked as a file"):
        members(tmp_path / "a.zip")


def test_two_members_of_one_name_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a", b"1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a", b"2")
    with pytest.raises(PayloadError, match="member count do not match"):
        members(tmp_path / "a.zip")


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packing_no_trainer_uses_is_refused(compression: int, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", compression) as archive:
        archive.writestr("a", b"1" * 100)
    with pytest.raises(PayloadError, match="compressed in a way"):
        members(tmp_path / "a.zip")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are a POSIX thing")
def test_a_named_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pt")
    with pytest.raises(PayloadError, match="a named pipe"):
        FileBytes(tmp_path / "a.pt")


def test_a_file_cut_short_while_it_is_read_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_bytes, "WHOLE_BELOW", 0)
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a", bytes(10_000))
    with FileBytes(path) as file:
        directory = ZipDirectory(file)
        os.truncate(path, 5000)
        with pytest.raises(PayloadError, match="truncated while it was being read"):
            directory.check("a")


def test_a_name_with_a_null_byte_is_a_payload_error() -> None:
    with pytest.raises(PayloadError, match="no file can have this name"):
        FileBytes("a\x00b.pt")
