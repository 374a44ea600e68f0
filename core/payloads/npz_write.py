"""Lays out a numpy payload of ours: stamp, arrays, zip directory, seal (see `npz_stamp`).

Written by hand and not through `numpy.savez`, because nothing is copied this way (`savez` goes
through a buffer of the whole payload or twice over the file), and arrays are aligned: the header of
each member is padded by an extra field, as Android's zipalign does it (field 0xD935).

Source of the format: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16; NEP 1 for `.npy`.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import numpy as np
import xxhash

from larder.core.files.ascii_json import encode_ascii_json
from larder.core.payloads.bit_types import bits_of
from larder.core.payloads.dtypes import Array
from larder.core.payloads.npy_header import PLAIN_TYPE
from larder.core.payloads.npz_stamp import (
    ALIGNMENT,
    COMMENT_BYTES,
    LOCAL_HEADER,
    SEAL_DIGITS,
    SEAL_MARK,
    STAMP_NAME,
    STAMP_VERSION,
    EntryStamp,
    SourceNote,
    StampedArray,
    aligned,
)

Chunk = bytes | memoryview

DIRECTORY_RECORD: Final = struct.Struct("<4s6H3L5H2L")
END_RECORD: Final = struct.Struct("<4s4H2LH")
PADDING_FIELD: Final = 0xD935
VERSION_NEEDED: Final = 20
UTF8_NAME: Final = 0x800
NO_DATE: Final = 0x21
"""1980-01-01, so that equal values give equal files."""

LARGEST: Final = (1 << 32) - (1 << 20)
"""Bytes; zip needs other records beyond 4 GiB, and no value of these caches comes near."""

LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A payload ready to be written.

    Attributes:
        chunks: its bytes in order; views of the arrays, which may not change until written.
        bytes: how many.
    """

    chunks: tuple[Chunk, ...]
    bytes: int


def lay_out(
    values: Mapping[str, Array],
    *,
    kind: str,
    key: Mapping[str, Any],
    source: SourceNote | None = None,
) -> LaidOut:
    """The file of some values.

    Args:
        values: names to arrays of any shape; numbers, bools, texts, bfloat16 and 8-bit floats (see
            `bit_types`). Stored in C order.
        kind: of its store.
        key: plain JSON.
        source: what they were made from.

    Raises:
        ValueError: if there is none, a name or type cannot be stored, or they exceed 4 GiB.
    """
    if not values:
        raise ValueError("a payload holds at least one array")
    members = [_member(name, array) for name, array in values.items()]
    stated, offset = [], 0
    for member in members:
        offset = aligned(offset + member.smallest_header) + len(member.npy_header)
        stated.append(StampedArray(
            name=member.name, dtype=member.bits.dtype.str, shape=member.bits.shape,
            offset=offset, bits_of=member.bits_of))  # fmt: skip
        offset += member.bits.nbytes
    if offset > LARGEST:
        raise ValueError(f"{offset:,} bytes are more than a payload can hold")
    stamp = EntryStamp(
        version=STAMP_VERSION, kind=kind, key=dict(key), arrays=tuple(stated), source=source)
    return _join(_stamp_member(stamp), members)


class _Member:
    """One array on its way into the file."""

    __slots__ = ("bits", "bits_of", "file_name", "name", "npy_header")

    def __init__(self, name: str, bits: Array, bits_name: str) -> None:
        self.name = name
        self.file_name = f"{name}.npy".encode()
        self.bits = bits
        self.bits_of = bits_name
        self.npy_header = npy_header(bits.dtype.str, bits.shape)

    @property
    def smallest_header(self) -> int:
        """Bytes in front of the member, with an extra field that holds nothing."""
        return LOCAL_HEADER.size + len(self.file_name) + 4

    @property
    def content(self) -> memoryview:
        """The elements, C order; numpy gives no view of the bytes of an empty array."""
        if self.bits.nbytes == 0:
            return memoryview(b"")
        return self.bits.reshape(-1).view(np.uint8).data


def _member(name: str, array: Array) -> _Member:
    spelled = name.encode("utf-8", "surrogatepass")
    if name == STAMP_NAME or not 0 < len(spelled) <= LONGEST_NAME or {"\0", "/", "\\"} & set(name):
        raise ValueError(f"{name!r} is no name for an array")
    bits, bits_name = bits_of(np.asarray(array))
    if PLAIN_TYPE.fullmatch(bits.dtype.str) is None:
        raise ValueError(f"{name}: arrays of {array.dtype} cannot be stored")
    return _Member(name, np.asarray(bits, order="C"), bits_name)


def _stamp_member(stamp: EntryStamp) -> _Member:
    try:
        spelled = msgspec.json.encode(stamp, order="deterministic")
    except UnicodeEncodeError:  # the source's name is not UTF-8
        spelled = encode_ascii_json(stamp)
    return _Member(STAMP_NAME, np.frombuffer(spelled, dtype=np.uint8), "")


def npy_header(descr: str, shape: tuple[int, ...]) -> bytes:
    """The header of a `.npy` in C order, a multiple of 64 bytes, as numpy writes it."""
    text = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape!r}, }}"
    size = aligned(10 + len(text) + 1)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", size - 10) + (
        text.ljust(size - 11) + "\n").encode("latin1")


def _join(stamp: _Member, members: list[_Member]) -> LaidOut:
    chunks: list[Chunk] = []
    directory: list[bytes] = []
    position = 0
    for member in (stamp, *members):
        extra = b""
        if member is not stamp:
            begin = aligned(position + member.smallest_header)
            extra = _padding(begin - position - LOCAL_HEADER.size - len(member.file_name))
        content = member.content
        crc = zlib.crc32(content, zlib.crc32(member.npy_header))
        size = len(member.npy_header) + len(content)
        flags = 0 if member.file_name.isascii() else UTF8_NAME
        common = (VERSION_NEEDED, flags, 0, 0, NO_DATE, crc, size, size, len(member.file_name))
        head = LOCAL_HEADER.pack(b"PK\x03\x04", *common, len(extra))
        directory.append(
            DIRECTORY_RECORD.pack(
                b"PK\x01\x02", VERSION_NEEDED, *common, 0, 0, 0, 0, 0, position)
            + member.file_name)
        header = head + member.file_name + extra + member.npy_header
        chunks += [header, content]
        position += len(header) + len(content)
        if member is stamp:
            chunks.append(bytes(aligned(position) - position))
            position = aligned(position)
    chunks.append(_tail(b"".join(directory), len(directory), position))
    return _sealed(chunks)


def _padding(count: int) -> bytes:
    return struct.pack("<2H", PADDING_FIELD, count - 4) + bytes(count - 4)


def _tail(directory: bytes, count: int, position: int) -> bytes:
    end = END_RECORD.pack(
        b"PK\x05\x06", 0, 0, count, count, len(directory), position, COMMENT_BYTES)
    return directory + end + SEAL_MARK


def _sealed(chunks: list[Chunk]) -> LaidOut:
    digest = xxhash.xxh3_128()
    for chunk in chunks:
        digest.update(chunk)
    total = sum(map(len, chunks)) + SEAL_DIGITS
    return LaidOut((*chunks, digest.hexdigest().encode("ascii")), total)


assert ALIGNMENT == 64  # npy headers are multiples of it, so that elements are aligned too
