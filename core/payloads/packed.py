"""Many cached files in one that is mapped into memory: a zip file, stored, every member aligned.

The members are files as they lie in a folder, so whatever unpacks zip files makes the folder again,
to the byte. Each begins at a multiple of 64 bytes; so do, within a `.pt` file, its tensors
(`pt.ALIGNED`), and therefore in the whole: they are read where they lie, without a copy. The
directory stands at the end, in zip64 form.

Why not safetensors: its data may have no gaps, so tensors are aligned only by sorting all of them
by type, which tears a sample's apart; its header, of 100 MB at most, comes first, so an export that
was interrupted could not go on; and what is no tensor (prompts, crops, lists of tensors) would need
a second encoding beside it.

A map of a file that is cut short while it is read ends the process, as maps do; so it is only for
training, and whatever checks a file reads it.

Source of the format: PKWARE APPNOTE 6.3.10; the padding is an extra field as torch writes it.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from io import RawIOBase
from pathlib import Path
from typing import Any, Final

import msgspec
import xxhash

from larder.core.errors import PayloadError
from larder.core.files.regular_file import open_descriptor
from larder.core.payloads.file_bytes import FileBytes, MappedBytes
from larder.core.payloads.pt import ALIGNED, Bytes
from larder.core.payloads.zip_directory import (
    END_LOCATOR_64,
    END_RECORD,
    END_RECORD_64,
    FULL_32,
    STORED,
    ZIP64_FIELD,
    ZipDirectory,
)

SUFFIX: Final = ".zip"
LARGEST_DIRECTORY: Final = 4 << 30
"""Bytes; of 50 million cached files."""

CHUNK: Final = 1 << 20
LONGEST_MEMBER: Final = FULL_32 - 1

_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_FIELD = struct.Struct("<2sH")
_OFFSET_64 = struct.Struct("<2HQ")
_NEEDED = 45
"""Version of the format that zip64 came with."""

_UTF8 = 0x800
_DAY = 0x21
"""1980-01-01, the first day that a zip file can name."""

_FULL_16 = 0xFFFF


class Place(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Where a member lies; `offset` is that of its header, `bytes` those of its content."""

    name: str
    offset: int
    bytes: int
    crc: int

    @property
    def begin(self) -> int:
        """Where its content begins."""
        return self.offset + len(_header(self.name, self.offset, self.bytes, self.crc))

    @property
    def end(self) -> int:
        """Where the next member begins."""
        return self.begin + self.bytes


def member_parts(
    name: str, offset: int, parts: Sequence[Bytes], crc: int | None = None
) -> tuple[Place, list[Bytes]]:
    """A member that begins at an offset, and what is written there.

    Args:
        name: of the member.
        offset: where it begins.
        parts: its content.
        crc: of the content, where it is known.

    Raises:
        PayloadError: if it is larger than a member can be.
    """
    size = sum(memoryview(part).nbytes for part in parts)
    if size > LONGEST_MEMBER:
        raise PayloadError(
            f"{name} has {size:,} bytes, which is too large for an export in one "
            "file.", "Export to a folder.")
    crc = crc_of(parts) if crc is None else crc
    return Place(name, offset, size, crc), [_header(name, offset, size, crc), *parts]


def crc_of(parts: Sequence[Bytes]) -> int:
    """The checksum that a zip file has of its members."""
    crc = 0
    for part in parts:
        crc = zlib.crc32(part, crc)
    return crc


def directory_of(places: Sequence[Place]) -> bytes:
    """Return the zip directory that ends the file, after the last member."""
    records = bytearray()
    for place in places:
        spelled = place.name.encode("utf-8")
        extra = b"" if place.offset < FULL_32 else \
            _OFFSET_64.pack(ZIP64_FIELD, 8, place.offset)
        records += _CENTRAL.pack(
            b"PK\x01\x02", _NEEDED, _NEEDED, _UTF8, STORED, 0, _DAY, place.crc, place.bytes,
            place.bytes, len(spelled), len(extra), 0, 0, 0, 0, min(place.offset, FULL_32))
        records += spelled + extra
    begin, count = places[-1].end if places else 0, len(places)
    end = begin + len(records)
    return bytes(records) + END_RECORD_64.pack(
        b"PK\x06\x06", END_RECORD_64.size - 12, _NEEDED, _NEEDED, 0, 0, count, count,
        len(records), begin) + END_LOCATOR_64.pack(b"PK\x06\x07", 0, end, 1) + END_RECORD.pack(
        b"PK\x05\x06", 0, 0, min(count, _FULL_16), min(count, _FULL_16),
        min(len(records), FULL_32), min(begin, FULL_32), 0)


def _header(name: str, offset: int, size: int, crc: int) -> bytes:
    spelled = name.encode("utf-8")
    fixed = offset + _LOCAL.size + len(spelled) + _FIELD.size
    padding = -fixed % ALIGNED
    return _LOCAL.pack(
        b"PK\x03\x04", _NEEDED, _UTF8, STORED, 0, _DAY, crc, size, size, len(spelled),
        _FIELD.size + padding) + spelled + _FIELD.pack(b"FB", padding) + b"Z" * padding


class _Member(RawIOBase):
    """A member of the file, as a file of its own; that file stays open when it is closed."""

    def __init__(self, file: FileBytes, begin: int, size: int) -> None:
        super().__init__()
        self._file, self._begin, self._size, self._at = file, begin, size, 0

    def readable(self) -> bool:
        """Return True, for all that can be done with it is to read."""
        return True

    def seekable(self) -> bool:
        """Return True: it is read from wherever somebody wants."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Read from another place on, told from the beginning, and return it."""
        assert whence == os.SEEK_SET
        self._at = offset
        return offset

    def readinto(self, buffer: Any, /) -> int:
        """Read as much as there is room for, and return how many bytes that were."""
        with memoryview(buffer) as view:
            count = max(min(view.nbytes, self._size - self._at), 0)
            if count:
                view[:count] = self._file.read(self._begin + self._at, count)
        self._at += count
        return count


class PackedFile:
    """One such file, read.

    Attributes:
        path: where it lies.
        names: of its members, in their order.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Read its directory.

        Raises:
            PayloadError: if it is no zip file, cut short, its directory is damaged, or a member is
                compressed.
        """
        self.path = Path(path)
        self._file = FileBytes(path)
        self._directory = ZipDirectory(self._file, LARGEST_DIRECTORY)
        # Members are mapped as they lie. And one that is compressed can be a thousand times as
        # large as the file: a manifest of 420 MB in 1.5 MB.
        compressed = next((member.name for member in self._directory.members.values()
                           if member.method != STORED), None)
        if compressed is not None:
            self._file.close()
            raise self._file.error(
                f"contains {compressed!r} in compressed form, but a file that Larder exports is "
                "never compressed")
        self._map: memoryview | None = None
        self._is_mapped = False

    def __reduce__(self) -> tuple[type[PackedFile], tuple[Path]]:
        """Another process opens it for itself."""
        return PackedFile, (self.path,)

    @property
    def names(self) -> Sequence[str]:
        """Names of the members."""
        return list(self._directory.members)

    def size(self, name: str) -> int:
        """Bytes of a member.

        Raises:
            PayloadError: if there is none of this name, as everywhere below.
        """
        return self._directory.member(name).bytes

    def read(self, name: str) -> bytes:
        """A member's bytes, their checksum compared."""
        return self._directory.read(name)

    def digest(self, name: str) -> str:
        """The xxh64 of a member's bytes, 16 hex digits."""
        digest = xxhash.xxh64()
        for chunk in self._chunks(name):
            digest.update(chunk)
        return str(digest.hexdigest())

    def opened(self, name: str) -> RawIOBase:
        """A member to be read in pieces; no checksum is compared.

        Reading raises a PayloadError where the file cannot be read.
        """
        member = self._directory.member(name)
        return _Member(self._file, self._directory.data_offset(member), member.bytes)

    def part(self, name: str) -> FileBytes:
        """A member as a file of its own, of the map if the system gives one.

        It may be written into: that changes the process's own memory, and never the file.
        """
        if not self._is_mapped:
            self._is_mapped = True
            descriptor, _ = open_descriptor(self.path)
            try:
                self._map = memoryview(mmap.mmap(descriptor, 0, access=mmap.ACCESS_COPY))
            except (OSError, ValueError, OverflowError):
                self._map = None  # more than memory and swap together, where the system minds
            finally:
                os.close(descriptor)
        if self._map is None:
            return MappedBytes(name, memoryview(bytearray(self.read(name))))
        member = self._directory.member(name)
        begin = self._directory.data_offset(member)
        return MappedBytes(name, self._map[begin:begin + member.bytes])

    def close(self) -> None:
        """Close the file; what lies in the map stays until nobody looks at it any more."""
        self._file.close()

    def _chunks(self, name: str) -> Iterator[bytes]:
        member = self._directory.member(name)
        begin = self._directory.data_offset(member)
        for at in range(begin, begin + member.bytes, CHUNK):
            yield self._file.read(at, min(CHUNK, begin + member.bytes - at))
