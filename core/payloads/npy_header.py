"""The header in front of each array of an `.npz` file.

numpy's own parser is not used: it is private for version 3 of the format, raises whatever the text
in the header makes it raise, and allocates for types (objects, records) that no cache needs.

Source of the format: NEP 1 and `numpy.lib.format`: magic, two version bytes, length of the header
(2 bytes in version 1, else 4), then a Python literal {"descr", "fortran_order", "shape"}.
"""

from __future__ import annotations

import ast
import re
from typing import Any, Literal, NamedTuple

import numpy as np

from larder.core.payloads.dtypes import Array
from larder.core.payloads.file_bytes import FileBytes

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 4096
"""Bytes read to find a header; numpy pads a plain one to 128."""

MOST_AXES = 32
PLAIN_TYPE = re.compile(r"[<>|=]?[biufcSU]\d{1,9}")
"""Numbers, bools and texts; objects, records and dates are refused."""


class NpyHeader(NamedTuple):
    """What a header says.

    Attributes:
        dtype: type of an element with its byte order.
        shape: elements along each axis.
        is_fortran: the first axis varies fastest.
        size: bytes of the header; the elements follow.
        bytes: bytes of the elements.
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
    damaged = file.damaged(f"is damaged: {member!r} is not stored as a plain array")
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
        if not is_plain or type(shape) is not tuple or len(shape) > MOST_AXES:
            raise damaged
        dtype = np.dtype(descr)
        count = 1
        for axis in shape:
            if type(axis) is not int or axis < 0:
                raise damaged
            count *= axis
    except (SyntaxError, ValueError, TypeError, LookupError, MemoryError, RecursionError) as error:
        raise damaged from error
    if size + count * dtype.itemsize != member_bytes:
        raise damaged
    return NpyHeader(dtype, shape, is_fortran, size, count * dtype.itemsize)


def elements(header: NpyHeader, content: Array) -> Array:
    """The array whose header and elements are `content`, uint8, as a view of it."""
    order: Literal["F", "C"] = "F" if header.is_fortran else "C"
    if header.bytes == 0:
        return np.ndarray(header.shape, header.dtype, order=order)
    return np.ndarray(header.shape, header.dtype, content.data, header.size, order=order)
