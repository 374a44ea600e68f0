"""The header of a `.safetensors` file: which tensors it holds and where their bytes lie.

On disk: 8 bytes with the length of a JSON object, that object (name -> dtype, shape and byte range
after the header), then the tensors (safetensors, "Format"). Nothing is loaded and no package is
needed to read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import UserFacingError

SUFFIX: Final = ".safetensors"

HEADER_LIMIT: Final = 100_000_000
"""Bytes of a header at most, as the format's own reader has it."""

_LENGTH_BYTES: Final = 8

_FETCH_HINT: Final = "Fetch the file again, whole."


@dataclass(frozen=True, slots=True)
class TensorSpan:
    """One tensor of a file.

    Attributes:
        dtype: as the format spells it ("F32").
        shape: elements per axis.
        start: first byte in the file.
        size: bytes.
    """

    dtype: str
    shape: tuple[int, ...]
    start: int
    size: int


class _Entry(msgspec.Struct):
    dtype: str
    shape: list[int]
    data_offsets: tuple[int, int]


def read_weights_header(path: Path) -> Mapping[str, TensorSpan]:
    """Every tensor of a file by name, in the order of the header.

    Raises:
        UserFacingError: if it cannot be read, is no safetensors file, or is cut off.
    """
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
            if length > HEADER_LIMIT:
                raise UserFacingError(f"{path} is no safetensors file.", _FETCH_HINT)
            header = msgspec.json.decode(file.read(length), type=dict[str, msgspec.Raw])
            header.pop("__metadata__", None)
            spans = {
                name: _span(msgspec.json.decode(raw, type=_Entry), _LENGTH_BYTES + length)
                for name, raw in header.items()
            }
            end = max((span.start + span.size for span in spans.values()), default=0)
            if file.seek(0, 2) < end:
                raise UserFacingError(f"{path} is cut off.", _FETCH_HINT)
    except OSError as error:
        raise UserFacingError(f"{path} cannot be read: {error.strerror or error}.") from error
    except msgspec.MsgspecError as error:
        raise UserFacingError(f"{path} is no safetensors file.", _FETCH_HINT) from error
    return spans


def _span(entry: _Entry, data_at: int) -> TensorSpan:
    start, end = entry.data_offsets
    return TensorSpan(entry.dtype, tuple(entry.shape), data_at + start, end - start)
