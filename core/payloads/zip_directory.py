"""The members of a zip file and their bytes, for `.pt` and `.npz` payloads.

The standard library's `zipfile` raises eight different exceptions for a damaged file, some of them
only for certain bits, and spends 4 us per member on fields nobody asks for. Here every damage is
one PayloadError, and a checksum is compared before bytes are believed.

Source of the format: PKWARE APPNOTE 6.3.10, sections 4.3 (records), 4.4 (fields), 4.5.3 (zip64).
Trainers write members uncompressed and in zip64 form; numpy can deflate them. Encrypted, multi-disk
and otherwise compressed files are refused, and whatever else torch's own reader refuses.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from larder.core.errors import ChecksumError, PayloadError
from larder.core.payloads.file_bytes import FileBytes

END_RECORD = struct.Struct("<4s4H2LH")
END_LOCATOR_64 = struct.Struct("<4sLQL")
END_RECORD_64 = struct.Struct("<4sQ2H2L4Q")
DIRECTORY_RECORD = struct.Struct("<4s4x2H4x3L4H2x2L")

FULL_32 = 0xFFFF_FFFF
ZIP64_FIELD = 1
UNREADABLE = 0x2061
"""Flags: encrypted, patch data, strong encryption, masked header. torch refuses them too."""
FOLDER = 0x10
"""Attribute of a folder; torch skips a member that has it."""
STORED = 0
DEFLATED = 8

LARGEST_DIRECTORY = 16 * 1024 * 1024
"""Bytes; a payload with 100 000 arrays has less."""

LONGEST_COMMENT = 0xFFFF

MEMBER_HEADER = struct.Struct("<4s22x2H")

CHUNK = 256 * 1024
"""Bytes that are read and checked at a time; they stay in the processor's cache."""


class Member(NamedTuple):
    """One file in the zip file.

    Attributes:
        name: as stored, decoded as UTF-8; bytes that are none become lone surrogates.
        stored_bytes: bytes it takes in the file.
        bytes: bytes after decompression.
        crc: CRC-32 of the decompressed bytes.
        method: STORED or DEFLATED.
    """

    name: str
    header_offset: int
    stored_bytes: int
    bytes: int
    crc: int
    method: int


def find_directory(
    file: FileBytes, largest: int = LARGEST_DIRECTORY
) -> tuple[int, int, int]:
    """Offset, bytes and number of members of the directory, which has `largest` bytes or fewer.

    Raises:
        PayloadError: if the file has none, ends behind it, or contradicts itself; or if the
            directory is larger.
    """
    end = file.size - END_RECORD.size
    if end < 0:
        raise file.error(_what_it_is(file))
    if file.read(end, 4) != b"PK\x05\x06":
        end = _find_end_before_comment(file)
    fields = END_RECORD.unpack(file.read(end, END_RECORD.size))
    _, disk, first_disk, count_here, count, size, offset, comment = fields
    if end + END_RECORD.size + comment != file.size:
        raise file.error("is damaged: there is data after its zip directory")
    located = _find_directory_64(file, end)
    if located is not None:
        end, disk, first_disk, count_here, count, size, offset = located
    if disk or first_disk or count != count_here:
        raise file.error("is damaged: its zip directory refers to other disks")
    if offset + size != end:
        raise file.error("is damaged: its zip directory is in the wrong place")
    if size > largest:
        raise PayloadError(
            f"{file.name} lists {count:,} members in {size:,} bytes; the limit is {largest:,}.")
    return offset, size, count


def _find_end_before_comment(file: FileBytes) -> int:
    reach = min(file.size, END_RECORD.size + LONGEST_COMMENT)
    found = file.read(file.size - reach, reach).rfind(b"PK\x05\x06")
    if found < 0 or found > reach - END_RECORD.size:
        raise file.error(_what_it_is(file))
    return file.size - reach + found


def _find_directory_64(
    file: FileBytes, end: int
) -> tuple[int, int, int, int, int, int, int] | None:
    """Position of the zip64 end record and its fields, None when the file has none."""
    place = end - END_LOCATOR_64.size
    if place < 0:
        return None
    signature, disk, position, disks = END_LOCATOR_64.unpack(
        file.read(place, END_LOCATOR_64.size)
    )
    if signature != b"PK\x06\x07":
        return None
    if position + END_RECORD_64.size > place or disk or disks != 1:
        raise file.error("is damaged: its zip64 directory is in the wrong place")
    fields = END_RECORD_64.unpack(file.read(position, END_RECORD_64.size))
    if fields[0] != b"PK\x06\x06" or position + 12 + fields[1] != place:
        raise file.error("is damaged: its zip64 directory is in the wrong place")
    return (position, *fields[4:])


def read_members(
    file: FileBytes, directory: bytes, count: int, end: int
) -> tuple[dict[str, Member], int]:
    """The members by name, and all their checksums combined by "or".

    Args:
        file: where they lie, for messages.
        directory: the bytes of the directory.
        count: how many members it states.
        end: where the directory begins, which no member may cross.

    Raises:
        PayloadError: if a record is broken or states what cannot be.
    """
    members: dict[str, Member] = {}
    position = checksums = 0
    unpack = DIRECTORY_RECORD.unpack_from
    try:
        while position < len(directory):
            (signature, flags, method, crc, stored, size, name_size, extra_size, comment_size,
             disk, attributes, offset) = unpack(directory, position)  # fmt: skip
            if signature != b"PK\x01\x02":
                raise file.error("is damaged: its zip directory has a broken record")
            start = position + DIRECTORY_RECORD.size
            spelled = directory[start : start + name_size]
            position = start + name_size + extra_size + comment_size
            if size == FULL_32 or stored == FULL_32 or offset == FULL_32:
                extra = directory[start + name_size : start + name_size + extra_size]
                size, stored, offset = _sizes_64(extra, size, stored, offset)
            name = spelled.decode("utf-8", "surrogateescape")
            if flags & UNREADABLE or (method != STORED and method != DEFLATED):
                raise file.error(f"stores {name!r} encrypted, or compressed in a way that no "
                                 "trainer uses")
            if (method == STORED and stored != size) or offset + stored > end:
                raise file.error(f"is damaged: the size of {name!r} is wrong")
            if disk or attributes & FOLDER:
                raise file.error(f"is damaged: {name!r} is not marked as a file of this archive")
            members[name] = Member(name, offset, stored, size, crc, method)
            checksums |= crc
    except struct.error as error:
        raise file.error("is damaged: its zip directory is incomplete") from error
    if position != len(directory) or len(members) != count:
        raise file.error("is damaged: its zip directory and its member count do not match")
    return members, checksums


def _sizes_64(extra: bytes, size: int, stored: int, offset: int) -> tuple[int, int, int]:
    """Replace the fields that are full by those of the zip64 extra field, in its fixed order."""
    position = 0
    while position + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, position)
        position += 4
        if kind == ZIP64_FIELD:
            wide = iter(struct.unpack_from(f"<{length // 8}Q", extra, position))
            size = next(wide, size) if size == FULL_32 else size
            stored = next(wide, stored) if stored == FULL_32 else stored
            offset = next(wide, offset) if offset == FULL_32 else offset
            break
        position += length
    return size, stored, offset


def _what_it_is(file: FileBytes) -> str:
    """Return the most likely description of a file without a zip directory."""
    begin = file.read(0, min(16, file.size))
    if begin.startswith(b"PK\x03\x04"):
        return "is incomplete: its zip directory is missing"
    if begin.startswith(b"\x93NUMPY"):
        return "is a single .npy array, not an .npz file"
    if begin.startswith(b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19"):
        return "is a torch file in the format from before torch 1.6, which no trainer cache uses"
    return "is not a zip file"


class ZipDirectory:
    """The members of one open file, by name, in stored order.

    Attributes:
        has_checksums: False when every checksum is zero, which is how torch writes with
            `set_crc32_options(False)`; damage inside a member cannot be seen then.
    """

    __slots__ = ("_end_of_members", "file", "has_checksums", "members")

    def __init__(self, file: FileBytes, largest: int = LARGEST_DIRECTORY) -> None:
        """Read the directory, which has `largest` bytes or fewer.

        Raises:
            PayloadError: if the file is no zip file, is cut short, or its directory is damaged.
        """
        self.file = file
        offset, size, count = find_directory(file, largest)
        self._end_of_members = offset
        self.members, checksums = read_members(file, file.read(offset, size), count, offset)
        self.has_checksums = checksums != 0

    def data_offset(self, member: Member) -> int:
        """Where the bytes of a member begin.

        Raises:
            PayloadError: if its own header contradicts the directory, or its bytes lie outside.
        """
        spelled = member.name.encode("utf-8", "surrogateescape")
        header = self.file.read(member.header_offset, MEMBER_HEADER.size + len(spelled))
        signature, name_size, extra_size = MEMBER_HEADER.unpack_from(header)
        if (
            signature != b"PK\x03\x04"
            or name_size != len(spelled)
            or not header.endswith(spelled)
        ):
            raise self.file.error(f"has a damaged header before its member {member.name!r}")
        begin: int = member.header_offset + len(header) + extra_size
        if begin + member.stored_bytes > self._end_of_members:
            raise self.file.error(f"has a member {member.name!r} that overlaps its directory")
        return begin

    def read(self, name: str) -> bytes:
        """The bytes of one member, its checksum compared.

        Raises:
            PayloadError: if there is no such member or it is damaged.
        """
        member = self.member(name)
        if member.method != STORED:
            return self.read_array(name).tobytes()
        content = self.file.read(self.data_offset(member), member.bytes)
        self._compare(member, zlib.crc32(content))
        return content

    def read_array(self, name: str) -> npt.NDArray[np.uint8]:
        """The bytes of one member as an array, shape (bytes,), checksum compared.

        It is one of its own, but where the file is mapped: there it is a view of the map.

        Raises:
            PayloadError: if there is no such member, it is damaged or larger than memory.
        """
        member = self.member(name)
        if self.file.view is not None and member.method == STORED:
            start = self.data_offset(member)
            mapped = np.frombuffer(self.file.view[start:start + member.bytes], dtype=np.uint8)
            self._compare(member, zlib.crc32(mapped.data))
            return mapped
        try:
            content = np.empty(member.bytes, dtype=np.uint8)
        except (MemoryError, ValueError) as error:
            raise self.file.error(f"needs {member.bytes:,} bytes of memory") from error
        filled = 0
        for chunk in self._chunks(member, content.data):
            filled += len(chunk)
        return content

    def check(self, name: str) -> None:
        """Compare the checksum of one member, 256 KiB at a time.

        Raises:
            PayloadError: if there is no such member or it is damaged.
        """
        for _ in self._chunks(self.member(name), None):
            pass

    def pieces(self, name: str) -> Iterator[memoryview]:
        """The bytes of one member, 256 KiB at a time; each piece is gone when the next is taken.

        Raises:
            PayloadError: if there is no such member or it is damaged, which is known at its end.
        """
        return self._chunks(self.member(name), None)

    def read_beginning(self, name: str, count: int) -> bytes:
        """The first `count` bytes of a member, or all if it has fewer, without its checksum.

        Raises:
            PayloadError: if there is no such member or it cannot be decompressed.
        """
        member = self.member(name)
        start = self.data_offset(member)
        if member.method == STORED:
            return self.file.read(start, min(count, member.bytes))
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        stored = self.file.read(start, min(member.stored_bytes, count + 1024))
        return self._inflate(inflater, stored, min(count, member.bytes), member)

    def member(self, name: str) -> Member:
        """One member by name.

        Raises:
            PayloadError: if there is none of this name.
        """
        found = self.members.get(name)
        if found is None:
            raise self.file.error(f"lacks the member {name!r}")
        return found

    def _chunks(self, member: Member, whole: memoryview | None) -> Iterator[memoryview]:
        """Decompressed pieces of a member, in `whole` if given; raises unless all is right."""
        start = self.data_offset(member)
        if member.method == STORED:
            pieces = self._read_chunks(member, start, whole)
        else:
            pieces = self._inflate_chunks(member, start, whole)
        crc = 0
        for piece in pieces:
            crc = zlib.crc32(piece, crc)
            yield piece
        self._compare(member, crc)

    def _compare(self, member: Member, crc: int) -> None:
        if crc != member.crc and self.has_checksums:
            wrong = self.file.error(f"is damaged: the checksum of {member.name!r} is wrong")
            raise ChecksumError(wrong.problem, wrong.hint)

    def _read_chunks(
        self, member: Member, start: int, whole: memoryview | None
    ) -> Iterator[memoryview]:
        buffer = whole if whole is not None else memoryview(bytearray(min(CHUNK, member.bytes)))
        for position in range(0, member.bytes, CHUNK):
            count = min(CHUNK, member.bytes - position)
            at = position if whole is not None else 0
            piece = buffer[at : at + count]
            self.file.read_into(start + position, piece)
            yield piece

    def _inflate_chunks(
        self, member: Member, start: int, whole: memoryview | None
    ) -> Iterator[memoryview]:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        filled, position, waiting = 0, 0, b""
        while filled < member.bytes and not inflater.eof:
            if not waiting:
                count = min(CHUNK, member.stored_bytes - position)
                waiting = self.file.read(start + position, count)
                position += count
            inflated = self._inflate(inflater, waiting, min(CHUNK, member.bytes - filled), member)
            if not inflated and not inflater.unconsumed_tail and position >= member.stored_bytes:
                break
            waiting = inflater.unconsumed_tail
            piece = memoryview(inflated)
            if whole is not None:
                whole[filled : filled + len(piece)] = piece
            filled += len(piece)
            yield piece
        if filled != member.bytes:
            raise self.file.error(f"is damaged: {member.name!r} is too short")

    def _inflate(
        self, inflater: zlib._Decompress, stored: bytes, most: int, member: Member
    ) -> bytes:
        if most == 0:
            return b""
        try:
            return inflater.decompress(stored, most)
        except zlib.error as error:
            raise self.file.error(f"is damaged: {member.name!r} cannot be decompressed") from error
