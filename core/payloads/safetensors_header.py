"""The header of a safetensors file alone: metadata, names and shapes, as caches are looked through.

Nothing behind the header is read. That the file is as long as its tensors need tells a cut one.
Source of the format: safetensors, "Format" (see `safetensors`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from larder.core.errors import PayloadError, error_reason
from larder.core.files.regular_file import open_regular
from larder.core.payloads.dtypes import ARRAY_TYPES, is_possible_shape
from larder.core.payloads.safetensors import TYPES

LENGTH_BYTES: Final = 8
LONGEST_HEADER: Final = 16 * 1024 * 1024
"""Bytes; a cached file with a thousand tensors has 100 kB."""
FIRST_READ: Final = 4096
"""Bytes that are read at once: most headers are shorter."""
METADATA: Final = "__metadata__"


class SafetensorsHeader(msgspec.Struct, frozen=True):
    """The header of one file.

    Attributes:
        metadata: texts by name.
        shapes: of every tensor, by name.
        dtypes: of every tensor, as torch spells them.
    """

    metadata: Mapping[str, str]
    shapes: Mapping[str, tuple[int, ...]]
    dtypes: Mapping[str, str]


def read_safetensors_header(path: str | os.PathLike[str]) -> SafetensorsHeader:
    """Read the header of a file.

    Raises:
        PayloadError: if it is no such file, is cut off, or its header contradicts itself.
    """
    name = os.path.basename(os.fspath(path))  # noqa: PTH119 - one of many thousands
    try:
        with open_regular(path) as file:
            size = os.fstat(file.fileno()).st_size
            begin = file.read(FIRST_READ)
            if not begin:
                raise PayloadError(f"{name} is empty.")
            length = int.from_bytes(begin[:LENGTH_BYTES], "little")
            if len(begin) < LENGTH_BYTES or length > min(LONGEST_HEADER, size - LENGTH_BYTES):
                raise PayloadError(f"{name} is incomplete: its header is cut off.")
            text = begin[LENGTH_BYTES:LENGTH_BYTES + length]
            text += file.read(length - len(text)) if len(text) < length else b""
    except OSError as error:
        raise PayloadError(f"{name} cannot be read: {error_reason(error)}.") from error
    return _parse(name, text, size - LENGTH_BYTES - length)


def _parse(name: str, text: bytes, data_bytes: int) -> SafetensorsHeader:
    damaged = PayloadError(f"{name} is damaged: its header is not that of a safetensors file.")
    try:
        header = msgspec.json.decode(text, type=dict[str, dict[str, Any]])
        metadata = msgspec.convert(header.pop(METADATA, {}), dict[str, str])
        entries = msgspec.convert(header, dict[str, _Entry])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise damaged from error
    end = 0
    for entry in entries.values():
        kind = ARRAY_TYPES.get(TYPES.get(entry.dtype, ""))
        start, stop = entry.data_offsets
        if kind is None or not is_possible_shape(entry.shape, kind.itemsize) or not (
                0 <= start <= stop):
            raise damaged
        end = max(end, stop)
    if end > data_bytes:
        raise PayloadError(f"{name} is incomplete: {end - data_bytes:,} bytes are missing.")
    return SafetensorsHeader(
        metadata, {tensor: entry.shape for tensor, entry in entries.items()},
        {tensor: TYPES[entry.dtype] for tensor, entry in entries.items()})


class _Entry(msgspec.Struct, frozen=True):
    dtype: str
    shape: tuple[int, ...]
    data_offsets: tuple[int, int]
