"""Numpy payloads (`.npz`): a zip file of `.npy` members, read without any pickle.

numpy's own parser of their headers is not used: it is private for version 3 of the format, raises
whatever the text in the header makes it raise, and allocates for types (objects, records) that no
cache needs.

Source of the format: NEP 1 and `numpy.lib.format`: magic, two version bytes, length of the header
(2 bytes in version 1, else 4), then a Python literal {"descr", "fortran_order", "shape"}.
"""

from __future__ import annotations

import ast
import os
import re
from typing import Any, Literal, NamedTuple

import numpy as np

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import ArrayInfo, OpenPayload, PayloadContents
from larder.core.payloads.dtypes import Array, is_possible_shape
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.zip_directory import ZipDirectory

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 4096
"""Bytes read to find a header; numpy pads a plain one to 128."""

PLAIN_TYPE = re.compile(r"[<>|=]?[biufcSU]\d{1,9}")
"""Numbers, bools and texts; objects, records and dates are refused."""

CONTAINER = "npz"
SUFFIX = ".npy"

CHECKED_WHEN_LISTED = 64 * 1024
"""Bytes of a member up to which listing compares its checksum, so that the header of a small array
cannot lie; that of a larger one still has to fit the member's length."""


class NpyHeader(NamedTuple):
    """Header of one array in the .npy format.

    Attributes:
        dtype: type of an element with its byte order.
        is_fortran: the first axis varies fastest.
        size: bytes of the header; the elements follow.
    """

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    is_fortran: bool
    size: int
    bytes: int

    @property
    def dtype_name(self) -> str:
        """As torch and numpy spell it; "text" for arrays of texts."""
        return "text" if self.dtype.kind in "SU" else self.dtype.name


def parse_header(begin: bytes, *, member: str, member_bytes: int, file: FileBytes) -> NpyHeader:
    """The header at the beginning of a member.

    Args:
        begin: the first `LONGEST_HEADER` bytes of the member, or all of a shorter one.
        member: its name, for messages.
        member_bytes: its whole length.
        file: the file it lies in.

    Raises:
        PayloadError: if it is no header, describes no plain array, or one of another length.
    """
    damaged = file.error(f"is damaged: {member!r} is not stored as a plain array")
    if len(begin) < 10 or not begin.startswith(MAGIC) or begin[6] not in (1, 2, 3):
        raise damaged
    width = 2 if begin[6] == 1 else 4
    size = 8 + width + int.from_bytes(begin[8 : 8 + width], "little")
    if size > len(begin):
        raise damaged
    try:
        stated = ast.literal_eval(begin[8 + width : size].decode("utf-8").strip())
        descr, is_fortran, shape = stated["descr"], stated["fortran_order"], stated["shape"]
        is_plain = PLAIN_TYPE.fullmatch(descr) is not None and type(is_fortran) is bool
        if not is_plain or type(shape) is not tuple:
            raise damaged
        dtype = np.dtype(descr)
        count = 1
        for axis in shape:
            if type(axis) is not int or axis < 0:
                raise damaged
            count *= axis
    except (SyntaxError, ValueError, TypeError, LookupError, MemoryError, RecursionError) as error:
        raise damaged from error
    if not is_possible_shape(shape, dtype.itemsize) \
            or size + count * dtype.itemsize != member_bytes:
        raise damaged
    return NpyHeader(dtype, shape, is_fortran, size, count * dtype.itemsize)


def elements(header: NpyHeader, content: Array) -> Array:
    """The array whose header and elements are `content`, uint8, as a view of it."""
    order: Literal["F", "C"] = "F" if header.is_fortran else "C"
    if header.bytes == 0:
        return np.ndarray(header.shape, header.dtype, order=order)
    return np.ndarray(header.shape, header.dtype, content.data, header.size, order=order)


class NpzFile(OpenPayload):
    """One open numpy payload (.npz)."""

    def __init__(self, path: str | os.PathLike[str] | FileBytes) -> None:
        """Open `path`, or take what is open.

        Raises:
            PayloadError: if it is no `.npz` file, damaged, or holds something else than plain
                arrays.
        """
        self._file = path if isinstance(path, FileBytes) else FileBytes(path)
        self.file_bytes = self._file.size
        try:
            self._directory = ZipDirectory(self._file)
            if not self._directory.members:
                raise self._file.error("is empty: it contains no array")
            self.headers = {
                self._name(member): self._header(member) for member in self._directory.members}
        except BaseException:
            self._file.close()
            raise
        self._checked: set[str] = set()

    def close(self) -> None:
        """Close the payload's file."""
        self._file.close()

    def contents(self) -> PayloadContents:
        """Its arrays; it has no other values."""
        return PayloadContents(
            tuple([
                ArrayInfo(name, header.dtype_name, header.shape, header.bytes)
                for name, header in self.headers.items()
            ]),
            {}, CONTAINER, tuple(self.headers),
        )  # fmt: skip

    def read_array(self, name: str) -> Array:
        """As everywhere; bool as its byte."""
        header = self.headers.get(name)
        if header is None:
            raise PayloadError(f"{self._file.name} contains no array {name!r}.")
        content = self._directory.read_array(name + SUFFIX)
        self._checked.add(name + SUFFIX)
        array = elements(header, content)
        return array.view(np.uint8) if array.dtype.kind == "b" else array

    def array(self, name: str) -> Array:
        """Return one array by name; see `OpenPayload.array`."""
        stored = self.read_array(name)
        if self.headers[name].dtype.kind == "b":
            return np.asarray(stored != 0)
        return stored.astype(stored.dtype.newbyteorder("="), order="K")

    def verify(self) -> None:
        """Check the bytes of every member not checked yet; see `OpenPayload.verify`."""
        for name in self._directory.members:
            if name not in self._checked:
                self._directory.check(name)

    def _name(self, member: str) -> str:
        if not member.endswith(SUFFIX):
            raise PayloadError(f"{self._file.name} is a zip file, but contains {member!r}, which "
                               "is not an array.")
        return member.removesuffix(SUFFIX)

    def _header(self, name: str) -> NpyHeader:
        member = self._directory.member(name)
        if member.bytes <= CHECKED_WHEN_LISTED:
            begin = self._directory.read(name)
        else:
            begin = self._directory.read_beginning(name, LONGEST_HEADER)
        return parse_header(begin, member=name, member_bytes=member.bytes, file=self._file)
