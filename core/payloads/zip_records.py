"""The directory of a zip file: which members a `.pt` or `.npz` payload has, and where.

Source of the format: PKWARE APPNOTE 6.3.10, sections 4.3 (records), 4.4 (fields), 4.5.3 (zip64).
Trainers write members uncompressed and in zip64 form; numpy can deflate them. Encrypted, multi-disk
and otherwise compressed files are refused, and whatever else torch's own reader refuses.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

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


class Member(NamedTuple):
    """One file in the zip file.

    Attributes:
        name: as stored, decoded as UTF-8; bytes that are none become lone surrogates.
        header_offset: where its own header lies.
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


def find_directory(file: FileBytes) -> tuple[int, int, int]:
    """Offset, bytes and number of members of the directory.

    Raises:
        PayloadError: if the file has none, ends behind it, or contradicts itself.
    """
    end = file.size - END_RECORD.size
    if end < 0:
        raise file.damaged(_what_it_is(file))
    if file.read(end, 4) != b"PK\x05\x06":
        end = _find_end_before_comment(file)
    fields = END_RECORD.unpack(file.read(end, END_RECORD.size))
    _, disk, first_disk, count_here, count, size, offset, comment = fields
    if end + END_RECORD.size + comment != file.size:
        raise file.damaged("is damaged: something follows its zip directory")
    located = _find_directory_64(file, end)
    if located is not None:
        end, disk, first_disk, count_here, count, size, offset = located
    if disk or first_disk or count != count_here:
        raise file.damaged("is damaged: its zip directory names other disks")
    if offset + size != end or size > LARGEST_DIRECTORY:
        raise file.damaged("is damaged: its zip directory is not where it should be")
    return offset, size, count


def _find_end_before_comment(file: FileBytes) -> int:
    reach = min(file.size, END_RECORD.size + LONGEST_COMMENT)
    found = file.read(file.size - reach, reach).rfind(b"PK\x05\x06")
    if found < 0 or found > reach - END_RECORD.size:
        raise file.damaged(_what_it_is(file))
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
        raise file.damaged("is damaged: its zip64 directory is not where it should be")
    fields = END_RECORD_64.unpack(file.read(position, END_RECORD_64.size))
    if fields[0] != b"PK\x06\x06" or position + 12 + fields[1] != place:
        raise file.damaged("is damaged: its zip64 directory is not where it should be")
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
                raise file.damaged("is damaged: its zip directory has a broken record")
            start = position + DIRECTORY_RECORD.size
            spelled = directory[start : start + name_size]
            position = start + name_size + extra_size + comment_size
            if size == FULL_32 or stored == FULL_32 or offset == FULL_32:
                extra = directory[start + name_size : start + name_size + extra_size]
                size, stored, offset = _sizes_64(extra, size, stored, offset)
            name = spelled.decode("utf-8", "surrogateescape")
            if flags & UNREADABLE or (method != STORED and method != DEFLATED):
                raise file.damaged(f"keeps {name!r} encrypted or packed in a way no trainer uses")
            if (method == STORED and stored != size) or offset + stored > end:
                raise file.damaged(f"is damaged: the size of {name!r} is wrong")
            if disk or attributes & FOLDER:
                raise file.damaged(f"is damaged: {name!r} is marked as no file of this archive")
            members[name] = Member(name, offset, stored, size, crc, method)
            checksums |= crc
    except struct.error as error:
        raise file.damaged("is damaged: its zip directory is cut short") from error
    if position != len(directory) or len(members) != count:
        raise file.damaged("is damaged: its zip directory lists other members than it counts")
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
    """What a file without a zip directory most likely is."""
    begin = file.read(0, min(16, file.size))
    if begin.startswith(b"PK\x03\x04"):
        return "is cut short: its zip directory is missing"
    if begin.startswith(b"\x93NUMPY"):
        return "is a single .npy array, not an .npz file"
    if begin.startswith(b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19"):
        return "is a torch file of the form used before torch 1.6, which no trainer cache uses"
    return "is no zip file"
