"""Checkpoints of the safetensors format, read and written without its package.

A file is 8 bytes with the length of a JSON object, little-endian, that object (name -> dtype, shape
and byte range after the header), then the tensors' little-endian elements in C order
(safetensors, "Format").
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Final

import numpy as np

from larder.core.errors import PayloadError, UserFacingError
from larder.core.keys.fingerprint import HEADER_LIMIT, MOST_TENSORS, read_weights_header
from larder.core.payloads.arrays import ArrayInfo, OpenPayload, PayloadContents
from larder.core.payloads.dtypes import ARRAY_TYPES, Array, decode, is_possible_shape
from larder.core.payloads.file_bytes import FileBytes

CONTAINER: Final = "safetensors"
HEADER_ALIGN: Final = 8
"""The writer of the format's package pads its header with spaces to a multiple of it."""

TYPES: Final = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16",
    "F8_E4M3": "float8_e4m3fn", "F8_E4M3FNUZ": "float8_e4m3fnuz", "F8_E5M2": "float8_e5m2",
    "F8_E5M2FNUZ": "float8_e5m2fnuz", "F8_E8M0": "float8_e8m0fnu", "I8": "int8", "I16": "int16",
    "I32": "int32", "I64": "int64", "U8": "uint8", "U16": "uint16", "U32": "uint32",
    "U64": "uint64", "BOOL": "bool", "C64": "complex64",
}
"""Element types by the format's names."""

AS_A_PAIR: Final = "Export it as a pair of files instead, with a name without an extension."

CODES: Final = {name: code for code, name in TYPES.items()}


class SafetensorsFile(OpenPayload):
    """One open checkpoint in the safetensors format."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open `path`.

        Raises:
            PayloadError: if it is no such file, cut off, or its header contradicts itself.
        """
        self._file = FileBytes(path)
        self.file_bytes = self._file.size
        try:
            self._spans = read_weights_header(Path(path))
            for name, span in self._spans.items():
                if span.dtype not in TYPES:
                    raise PayloadError(
                        f"{self._file.name}: {name!r} has the unknown type {span.dtype}.")
                known = ARRAY_TYPES[TYPES[span.dtype]]
                if not is_possible_shape(span.shape, known.itemsize):
                    raise self._file.error(f"gives {name!r} a shape that no array can have")
                if (span.start < HEADER_ALIGN
                        or span.size != math.prod(span.shape) * known.itemsize):
                    raise self._file.error(
                        f"is damaged: the length of {name!r} does not match its shape")
        except PayloadError:
            self._file.close()
            raise
        except UserFacingError as error:
            self._file.close()
            raise PayloadError(error.problem, error.hint) from error

    def close(self) -> None:
        """Close the checkpoint's file."""
        self._file.close()

    def contents(self) -> PayloadContents:
        """Return the tensors of the checkpoint; see `OpenPayload.contents`."""
        return PayloadContents(tuple([
            ArrayInfo(name, TYPES[span.dtype], span.shape, span.size)
            for name, span in self._spans.items()
        ]), {}, CONTAINER, tuple(self._spans))

    def read_array(self, name: str) -> Array:
        """One tensor, in memory of its own; the format has no checksums."""
        if name not in self._spans:
            raise PayloadError(f"{self._file.name} contains no array {name!r}.")
        span = self._spans[name]
        content = np.empty(span.size, np.uint8)
        self._file.read_into(span.start, content.data)
        stored = np.dtype(ARRAY_TYPES[TYPES[span.dtype]].stored).newbyteorder("<")
        return content.view(stored).reshape(span.shape)

    def array(self, name: str) -> Array:
        """Return one tensor by name; see `OpenPayload.array`."""
        stored = self.read_array(name)
        return decode(stored, TYPES[self._spans[name].dtype])

    def verify(self) -> None:
        """Nothing tells more than opening it did."""


def write_safetensors(
    file: IO[bytes], arrays: Iterable[ArrayInfo], stored: Callable[[str], Array]
) -> None:
    """Write a checkpoint, one tensor in memory at a time.

    Args:
        file: open for binary writing.
        arrays: what is written, types and shapes as `stored` gives them.
        stored: the elements of one by its name, as `OpenPayload.stored_array`.

    Raises:
        PayloadError: naming an array whose type the format lacks, or if they are more than are
            read back; before anything is written.
    """
    # The largest elements first, as the format's package has it, so that each begins aligned.
    order = sorted(arrays, key=lambda info: -(info.bytes // max(math.prod(info.shape), 1)))
    header, end = {}, 0
    for info in order:
        if info.dtype not in CODES:
            raise PayloadError(
                f"{info.name} has the type {info.dtype}, which a safetensors file cannot store.",
                AS_A_PAIR)
        header[info.name] = {
            "dtype": CODES[info.dtype], "shape": list(info.shape),
            "data_offsets": [end, end + info.bytes]}
        end += info.bytes
    text = json.dumps(header, separators=(",", ":")).encode("ascii")
    text += b" " * (-len(text) % HEADER_ALIGN)
    if len(order) > MOST_TENSORS or len(text) > HEADER_LIMIT:
        raise PayloadError(
            f"{len(order):,} arrays are too many for a safetensors file: the limit is "
            f"{MOST_TENSORS:,} arrays and {HEADER_LIMIT // 10**6:,} MB of names.", AS_A_PAIR)
    file.write(len(text).to_bytes(8, "little") + text)
    for info in order:
        bits = np.ascontiguousarray(stored(info.name))
        if (bits.dtype.byteorder == ">") or (
                sys.byteorder == "big" and bits.dtype.byteorder == "="):
            bits = bits.astype(bits.dtype.newbyteorder("<"))
        file.write(bits.reshape(-1).view(np.uint8).data)
