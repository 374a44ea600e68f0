"""The members of a zip file and their bytes, for `.pt` and `.npz` payloads.

The standard library's `zipfile` raises eight different exceptions for a damaged file, some of them
only for certain bits, and spends 4 us per member on fields nobody asks for. Here every damage is
one PayloadError, and a checksum is compared before bytes are believed.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.zip_records import STORED, Member, find_directory, read_members

MEMBER_HEADER = struct.Struct("<4s22x2H")

CHUNK = 256 * 1024
"""Bytes that are read and checked at a time; they stay in the processor's cache."""


class ZipDirectory:
    """The members of one open file, by name, in stored order.

    Attributes:
        file: the file they lie in.
        members: by name.
        has_checksums: False when every checksum is zero, which is how torch writes with
            `set_crc32_options(False)`; damage inside a member cannot be seen then.
    """

    __slots__ = ("_end_of_members", "file", "has_checksums", "members")

    def __init__(self, file: FileBytes) -> None:
        """Read the directory.

        Raises:
            PayloadError: if the file is no zip file, is cut short, or its directory is damaged.
        """
        self.file = file
        offset, size, count = find_directory(file)
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
            raise self.file.damaged(f"has a damaged header before its member {member.name!r}")
        begin: int = member.header_offset + len(header) + extra_size
        if begin + member.stored_bytes > self._end_of_members:
            raise self.file.damaged(f"has a member {member.name!r} that reaches into its directory")
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
        """The bytes of one member as an array of its own, shape (bytes,), checksum compared.

        Raises:
            PayloadError: if there is no such member, it is damaged or larger than memory.
        """
        member = self.member(name)
        try:
            content = np.empty(member.bytes, dtype=np.uint8)
        except (MemoryError, ValueError) as error:
            raise self.file.damaged(f"needs {member.bytes:,} bytes of memory") from error
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
            raise self.file.damaged(f"lacks its member {name!r}")
        return found

    def _chunks(self, member: Member, whole: memoryview | None) -> Iterator[memoryview]:
        """Decompressed pieces of a member, in `whole` if given; raises unless all is right."""
        start = self.data_offset(member)
        if member.method == STORED:
            pieces = self._stored_chunks(member, start, whole)
        else:
            pieces = self._inflated_chunks(member, start, whole)
        crc = 0
        for piece in pieces:
            crc = zlib.crc32(piece, crc)
            yield piece
        self._compare(member, crc)

    def _compare(self, member: Member, crc: int) -> None:
        if crc != member.crc and self.has_checksums:
            raise self.file.damaged(f"is damaged: the checksum of {member.name!r} is wrong")

    def _stored_chunks(
        self, member: Member, start: int, whole: memoryview | None
    ) -> Iterator[memoryview]:
        buffer = whole if whole is not None else memoryview(bytearray(min(CHUNK, member.bytes)))
        for position in range(0, member.bytes, CHUNK):
            count = min(CHUNK, member.bytes - position)
            at = position if whole is not None else 0
            piece = buffer[at : at + count]
            self.file.read_into(start + position, piece)
            yield piece

    def _inflated_chunks(
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
            raise self.file.damaged(f"is damaged: {member.name!r} is too short")

    def _inflate(
        self, inflater: zlib._Decompress, stored: bytes, most: int, member: Member
    ) -> bytes:
        if most == 0:
            return b""
        try:
            return inflater.decompress(stored, most)
        except zlib.error as error:
            raise self.file.damaged(f"is damaged: {member.name!r} does not decompress") from error
