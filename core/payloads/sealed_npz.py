"""Numpy payloads of ours: what they say of themselves, the seal over all their bytes, their layout.

A payload is a plain uncompressed `.npz` that any numpy opens. Its first member, `__larder__`, is
JSON as bytes: the whole key, where each array lies, and the source. The comment of the zip file is
`larder1 ` and 32 hex digits, xxh3-128 of every byte before those digits. So one pass at 29 GB/s
shows any damage, which the checksums of zip would take seven times as long for and, being per
member, would not show in the directory. A payload without a seal is another program's.

Written by hand and not through `numpy.savez`, because nothing is copied this way (`savez` goes
through a buffer of the whole payload or twice over the file), and arrays are aligned: the header of
each member is padded by an extra field, as Android's zipalign does it (field 0xD935).

Source of the format: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16; NEP 1 for `.npy`.
"""

from __future__ import annotations

import errno
import io
import os
import struct
import zlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt
import xxhash

from larder.core.errors import PayloadError
from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from larder.core.files.regular_file import (
    naming_errors,
    open_descriptor,
    open_regular,
    read_start,
)
from larder.core.payloads.dtypes import Array, bits_of, with_type
from larder.core.payloads.file_bytes import DAMAGED_HINT
from larder.core.payloads.npz import PLAIN_TYPE

STAMP_NAME: Final = "__larder__"
STAMP_MEMBER: Final = f"{STAMP_NAME}.npy"
STAMP_VERSION: Final = 1
SEAL_MARK: Final = b"larder1 "
SEAL_DIGITS: Final = 32
COMMENT_BYTES: Final = len(SEAL_MARK) + SEAL_DIGITS
TAIL_BYTES: Final = 22 + COMMENT_BYTES
"""The end record of a zip file and its comment."""

ALIGNMENT: Final = 64
"""Arrays begin at multiples of it, so that a map of the file is aligned for every type."""

LOCAL_HEADER: Final = struct.Struct("<4s5H3L2H")

NOT_FOLLOWED: Final = getattr(os, "O_NOFOLLOW", 0)

PEEKED_BYTES: Final = 16 * 1024
"""A stamp with six arrays has 1.2 KiB."""

Chunk = bytes | memoryview

DIRECTORY_RECORD: Final = struct.Struct("<4s6H3L5H2L")
END_SIGNATURE: Final = b"PK\x05\x06"
END_RECORD: Final = struct.Struct("<4s4H2LH")
PADDING_FIELD: Final = 0xD935
VERSION_NEEDED: Final = 20
UTF8_NAME: Final = 0x800
NO_DATE: Final = 0x21
"""1980-01-01, so that equal values give equal files."""

LARGEST: Final = (1 << 32) - (1 << 20)
"""Bytes; zip needs other records beyond 4 GiB, and no value of these caches comes near."""

LONGEST_NAME: Final = 200


class SourceNote(msgspec.Struct, frozen=True, kw_only=True):
    """The user's file a payload was made from.

    Attributes:
        name: its path as it was then, for people.
        mtime_ns: modification time, nanoseconds since 1970.
    """

    name: str
    size: int
    mtime_ns: int


class StampedArray(msgspec.Struct, frozen=True, kw_only=True):
    """One array of a payload.

    Attributes:
        dtype: numpy's spelling with byte order, "<f4"; that of the bits for a type numpy lacks.
        offset: where its elements begin, bytes after the aligned end of the stamp.
        bits_of: the type numpy lacks, else "".
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    bits_of: str = ""


class EntryStamp(msgspec.Struct, frozen=True, kw_only=True):
    """Stamp inside a payload of ours that describes it.

    Attributes:
        kind: kind of its store, "vision" for one.
        source: what it was made from, if that was given.
    """

    version: int
    kind: str
    key: dict[str, Any]
    arrays: tuple[StampedArray, ...]
    source: SourceNote | None = None


_DECODER: Final = msgspec.json.Decoder(EntryStamp)


class SealedPayload:
    """A payload of ours in memory, its seal compared."""

    __slots__ = ("_base", "_content", "stamp")

    def __init__(self, stamp: EntryStamp, content: npt.NDArray[np.uint8], base: int) -> None:
        self.stamp = stamp
        self._content = content
        self._base = base

    def values(self) -> dict[str, Array]:
        """Its arrays by name, views of the bytes that were read.

        Raises:
            PayloadError: if the stamp describes what the file cannot hold.
        """
        try:
            return {array.name: self._array(array) for array in self.stamp.arrays}
        except (ValueError, TypeError, OverflowError) as error:
            raise PayloadError("The cached file describes other arrays than it "
                               "contains.") from error

    def _array(self, stated: StampedArray) -> Array:
        if PLAIN_TYPE.fullmatch(stated.dtype) is None or stated.offset < 0:
            raise ValueError(f"{stated.name!r} is no plain array")
        bits: Array = np.ndarray(
            stated.shape, np.dtype(stated.dtype), self._content.data, self._base + stated.offset)
        return with_type(bits, stated.bits_of)


def read_payload_bytes(path: str | os.PathLike[str]) -> npt.NDArray[np.uint8] | None:
    """All bytes of a regular file, uint8, shape (bytes,); None if there is none at this path.

    Raises:
        OSError: if the drive fails.
    """
    try:
        descriptor, status = open_descriptor(path, flags=NOT_FOLLOWED)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        # A link, or (EINVAL) no regular file.
        if error.errno in (errno.ELOOP, errno.EINVAL) or os.path.isdir(path):  # noqa: PTH112
            return None
        raise
    with naming_errors(path), io.FileIO(descriptor, "rb") as file:
        content = np.empty(status.st_size, dtype=np.uint8)
        view, filled = memoryview(content.data), 0
        while filled < len(view) and (count := file.readinto(view[filled:])):
            filled += count
    return content[:filled]


def open_sealed(content: npt.NDArray[np.uint8], *, name: str) -> SealedPayload | None:
    """The payload whose file's bytes these are, None if it has no seal of ours.

    Raises:
        PayloadError: if it has a seal that is not over these bytes, or is of a later version.
    """
    tail = content[-TAIL_BYTES:].tobytes()
    if len(tail) < TAIL_BYTES or not tail.startswith(END_SIGNATURE):
        return None
    if tail[22 : 22 + len(SEAL_MARK)] != SEAL_MARK:
        return None
    if xxhash.xxh3_128_hexdigest(content[:-SEAL_DIGITS].data).encode() != tail[-SEAL_DIGITS:]:
        raise PayloadError(f"{name} is damaged: its content is not what was written.", DAMAGED_HINT)
    try:
        return _parse(content)
    except (ValueError, struct.error, msgspec.DecodeError, RecursionError) as error:
        raise PayloadError(f"{name} has a checksum that cannot be read.", DAMAGED_HINT) from error


def _parse(content: npt.NDArray[np.uint8]) -> SealedPayload:
    """The stamp is the first member; its own npy header says where the JSON begins."""
    view = content.data
    fields = LOCAL_HEADER.unpack_from(view)
    size, name_size, extra_size = fields[7], fields[9], fields[10]
    begin = LOCAL_HEADER.size + name_size + extra_size
    member = bytes(view[LOCAL_HEADER.size : LOCAL_HEADER.size + name_size])
    if fields[0] != b"PK\x03\x04" or member != STAMP_MEMBER.encode():
        raise ValueError("the first member is no stamp")
    (header_size,) = struct.unpack_from("<H", view, begin + 8)
    spelled = view[begin + 10 + header_size : begin + size]
    try:
        stamp = _DECODER.decode(spelled)
    except msgspec.DecodeError:
        stamp = decode_ascii_json(bytes(spelled), EntryStamp)
    if stamp.version != STAMP_VERSION:
        raise ValueError(f"version {stamp.version} is not known")
    return SealedPayload(stamp, content, align(begin + size))


def peek_stamp(path: str | os.PathLike[str]) -> EntryStamp | None:
    """The stamp without reading the arrays or comparing the seal: for lists, not for trust.

    None also for a file that is gone, damaged where the stamp lies, or another program's.

    Raises:
        OSError: if the drive fails.
    """
    try:
        begin = np.frombuffer(read_start(path, PEEKED_BYTES), dtype=np.uint8)
        return _parse(begin).stamp
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None
    except (ValueError, struct.error, msgspec.DecodeError, RecursionError):
        return None


def ends_with_seal(path: str | os.PathLike[str]) -> bool:
    """Return whether a payload of ours ends where it says: one that was cut short does not.

    Raises:
        OSError: if it cannot be read.
    """
    with open_regular(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - TAIL_BYTES, 0))
        tail = file.read(TAIL_BYTES)
    if len(tail) < TAIL_BYTES or not tail[END_RECORD.size:].startswith(SEAL_MARK):
        return False
    signature, *_, directory_bytes, directory_at, _ = END_RECORD.unpack_from(tail)
    return bool(
        signature == END_SIGNATURE and directory_at + directory_bytes + TAIL_BYTES == size)


def align(offset: int) -> int:
    """The next multiple of `ALIGNMENT`."""
    return -(-offset // ALIGNMENT) * ALIGNMENT


def key_matches(stamp: EntryStamp, kind: str, document: Mapping[str, Any]) -> bool:
    """Return whether a payload's stamp is that of a key."""
    return stamp.kind == kind and stamp.key == document


def lay_out(
    values: Mapping[str, Array],
    *,
    kind: str,
    key: Mapping[str, Any],
    source: SourceNote | None = None,
) -> tuple[Chunk, ...]:
    """The file of some values: its bytes in order.

    Chunks are views of the arrays, which may not change until they are written.

    Args:
        values: names to arrays of any shape; numbers, bools, texts, bfloat16 and 8-bit floats (see
            `arrays`). Stored in C order.
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
        offset = align(offset + member.smallest_header) + len(member.npy_header)
        stated.append(StampedArray(
            name=member.name, dtype=member.bits.dtype.str, shape=member.bits.shape,
            offset=offset, bits_of=member.bits_of))  # fmt: skip
        offset += member.bits.nbytes
    if offset > LARGEST:
        raise ValueError(f"{offset:,} bytes are more than a payload can hold")
    stamp = EntryStamp(
        version=STAMP_VERSION, kind=kind, key=dict(key), arrays=tuple(stated), source=source)
    return _join(_stamp_member(stamp), members)


class _SealedMember:
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


def _member(name: str, array: Array) -> _SealedMember:
    spelled = name.encode("utf-8", "surrogatepass")
    if name == STAMP_NAME or not 0 < len(spelled) <= LONGEST_NAME or {"\0", "/", "\\"} & set(name):
        raise ValueError(f"{name!r} is no name for an array")
    bits, bits_name = bits_of(np.asarray(array))
    if PLAIN_TYPE.fullmatch(bits.dtype.str) is None:
        raise ValueError(f"{name}: arrays of {array.dtype} cannot be stored")
    return _SealedMember(name, np.asarray(bits, order="C"), bits_name)


def _stamp_member(stamp: EntryStamp) -> _SealedMember:
    try:
        spelled = msgspec.json.encode(stamp, order="deterministic")
    except UnicodeEncodeError:  # the source's name is not UTF-8
        spelled = encode_ascii_json(stamp)
    return _SealedMember(STAMP_NAME, np.frombuffer(spelled, dtype=np.uint8), "")


def npy_header(descr: str, shape: tuple[int, ...]) -> bytes:
    """The header of a `.npy` in C order, a multiple of 64 bytes, as numpy writes it."""
    text = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape!r}, }}"
    size = align(10 + len(text) + 1)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", size - 10) + (
        text.ljust(size - 11) + "\n").encode("latin1")


def _join(stamp: _SealedMember, members: list[_SealedMember]) -> tuple[Chunk, ...]:
    chunks: list[Chunk] = []
    directory: list[bytes] = []
    position = 0
    for member in (stamp, *members):
        extra = b""
        if member is not stamp:
            begin = align(position + member.smallest_header)
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
            chunks.append(bytes(align(position) - position))
            position = align(position)
    chunks.append(_tail(b"".join(directory), len(directory), position))
    return _seal_chunks(chunks)


def _padding(count: int) -> bytes:
    return struct.pack("<2H", PADDING_FIELD, count - 4) + bytes(count - 4)


def _tail(directory: bytes, count: int, position: int) -> bytes:
    end = END_RECORD.pack(
        END_SIGNATURE, 0, 0, count, count, len(directory), position, COMMENT_BYTES)
    return directory + end + SEAL_MARK


def _seal_chunks(chunks: list[Chunk]) -> tuple[Chunk, ...]:
    digest = xxhash.xxh3_128()
    for chunk in chunks:
        digest.update(chunk)
    return *chunks, digest.hexdigest().encode("ascii")


assert ALIGNMENT == 64  # npy headers are multiples of it, so that elements are aligned too
