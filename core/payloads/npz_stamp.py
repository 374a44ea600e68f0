"""Numpy payloads of ours: what they say of themselves, and the seal over all their bytes.

A payload is a plain uncompressed `.npz` that any numpy opens. Its first member, `__larder__`, is
JSON as bytes: the whole key, where each array lies, and the source. The comment of the zip file is
`larder1 ` and 32 hex digits, xxh3-128 of every byte before those digits. So one pass at 29 GB/s
shows any damage, which the checksums of zip would take seven times as long for and, being per
member, would not show in the directory. A payload without a seal is another program's.
"""

from __future__ import annotations

import io
import os
import stat
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt
import xxhash

from larder.core.errors import PayloadError
from larder.core.files.ascii_json import decode_ascii_json
from larder.core.payloads.bit_types import with_type
from larder.core.payloads.dtypes import Array
from larder.core.payloads.file_bytes import DAMAGED_HINT, OPEN_FLAGS
from larder.core.payloads.npy_header import PLAIN_TYPE

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

NOT_FOLLOWED: Final = OPEN_FLAGS | getattr(os, "O_NOFOLLOW", 0)


class SourceNote(msgspec.Struct, frozen=True, kw_only=True):
    """The user's file a payload was made from.

    Attributes:
        name: its path as it was then, for people.
        size: bytes.
        mtime_ns: modification time, nanoseconds since 1970.
    """

    name: str
    size: int
    mtime_ns: int


class StampedArray(msgspec.Struct, frozen=True, kw_only=True):
    """One array of a payload.

    Attributes:
        name: in the payload.
        dtype: numpy's spelling with byte order, "<f4"; that of the bits for a type numpy lacks.
        shape: elements along each axis.
        offset: where its elements begin, bytes after the aligned end of the stamp.
        bits_of: the type numpy lacks, else "".
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int
    bits_of: str = ""


class EntryStamp(msgspec.Struct, frozen=True, kw_only=True):
    """What a payload of ours says of itself.

    Attributes:
        version: of this form.
        kind: kind of its store, "vision" for one.
        key: the whole key.
        arrays: in stored order.
        source: what it was made from, if that was told.
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
            raise PayloadError("The payload describes other arrays than it holds.") from error

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
        descriptor = os.open(path, NOT_FOLLOWED)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError:
        if os.path.islink(path) or os.path.isdir(path):  # noqa: PTH112, PTH114 - as it was given
            return None
        raise
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        return None
    with io.FileIO(descriptor, "rb") as file:
        content = np.empty(status.st_size, dtype=np.uint8)
        view, filled = memoryview(content.data), 0
        while filled < len(view) and (count := file.readinto(view[filled:])):
            filled += count
    return content[:filled]


def open_sealed(content: npt.NDArray[np.uint8], *, name: str) -> SealedPayload | None:
    """The payload whose file's bytes these are, None if it has no seal of ours.

    Args:
        content: uint8, shape (bytes,).
        name: the file's, for messages.

    Raises:
        PayloadError: if it has a seal that is not over these bytes, or is of a later version.
    """
    tail = content[-TAIL_BYTES:].tobytes()
    if len(tail) < TAIL_BYTES or not tail.startswith(b"PK\x05\x06"):
        return None
    if tail[22 : 22 + len(SEAL_MARK)] != SEAL_MARK:
        return None
    if xxhash.xxh3_128_hexdigest(content[:-SEAL_DIGITS].data).encode() != tail[-SEAL_DIGITS:]:
        raise PayloadError(f"{name} is damaged: its bytes are not those written.", DAMAGED_HINT)
    try:
        return _parse(content)
    except (ValueError, struct.error, msgspec.DecodeError, RecursionError) as error:
        raise PayloadError(f"{name} has a stamp that cannot be read.", DAMAGED_HINT) from error


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
    return SealedPayload(stamp, content, aligned(begin + size))


def read_stamp(path: str | os.PathLike[str]) -> EntryStamp | None:
    """What a payload says of itself, None for one of another program or that is gone.

    Raises:
        PayloadError: if it is damaged.
        OSError: if the drive fails.
    """
    content = read_payload_bytes(path)
    sealed = None if content is None else open_sealed(content, name=Path(path).name)
    return None if sealed is None else sealed.stamp


def peek_stamp(path: str | os.PathLike[str]) -> EntryStamp | None:
    """The stamp without reading the arrays or comparing the seal: for lists, not for trust.

    None also for a file that is gone, damaged where the stamp lies, or another program's.

    Raises:
        OSError: if the drive fails.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - one per row of a table
            begin = np.frombuffer(file.read(PEEKED_BYTES), dtype=np.uint8)
        return _parse(begin).stamp
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None
    except (ValueError, struct.error, msgspec.DecodeError, RecursionError):
        return None


PEEKED_BYTES: Final = 16 * 1024
"""A stamp with six arrays has 1.2 KiB."""


def aligned(offset: int) -> int:
    """The next multiple of `ALIGNMENT`."""
    return -(-offset // ALIGNMENT) * ALIGNMENT


def key_matches(stamp: EntryStamp, kind: str, document: Mapping[str, Any]) -> bool:
    """Whether a payload is that of a key."""
    return stamp.kind == kind and stamp.key == document
