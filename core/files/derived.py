"""Derived memory of one file each, in the user's cache folder: what only saves time.

In msgpack an array of numpy is its type and its bytes; it comes back as a view that is read-only.
What cannot be read is as if nothing were remembered, and what cannot be written is found out again.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_derived
from larder.core.files.regular_file import read_regular
from larder.core.files.temp_names import remove_stale_temps

Kept = TypeVar("Kept")


def recall(path: Path, kind: type[Kept]) -> Kept | None:
    """Return the content of a file of this kind: msgpack if its name says so, else JSON."""
    try:
        content = read_regular(path)
        if path.suffix == ".msgpack":
            return msgspec.msgpack.decode(content, type=kind, dec_hook=_array)
        return decode_ascii_json(content, kind)
    except (OSError, msgspec.DecodeError, UnreadableJsonError):
        return None


def remember_members(path: Path, members: Iterable[tuple[str, object]]) -> bool:
    """As `remember`, of a JSON object that nobody has to hold whole; the last of a name counts."""
    text = bytearray(b"{")
    for name, value in members:
        text += (b"," if len(text) > 1 else b"") + encode_ascii_json(name) + b":"
        text += encode_ascii_json(value)
    return _write(path, bytes(text + b"}"))


def remember(path: Path, found: object) -> bool:
    """Write a file that `recall` reads; False where that cannot be done."""
    try:
        content = encode_ascii_json(found) if path.suffix != ".msgpack" \
            else msgspec.msgpack.encode(found, enc_hook=_type_and_bytes)
    # Of names that are not UTF-8 and of very long numbers, which only JSON can hold.
    except (UnicodeEncodeError, OverflowError):
        return False
    return _write(path, content)


def _write(path: Path, content: bytes) -> bool:
    with suppress(OSError):  # it is not there yet, or cannot be listed
        remove_stale_temps(path.parent)
    return write_derived(path, content)


def _type_and_bytes(array: object) -> tuple[str, bytes]:
    if not isinstance(array, np.ndarray):
        raise NotImplementedError
    return array.dtype.str, array.tobytes()


def _array(_kind: type, stored: Any) -> npt.NDArray[Any]:
    kind, content = stored
    return np.frombuffer(content, np.dtype(kind))
