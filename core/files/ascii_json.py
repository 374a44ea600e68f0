"""JSON that can hold every path: ASCII only, so that lone surrogates travel as escapes.

A file name that is not UTF-8 reaches Python as lone surrogates. msgspec refuses them, the standard
library writes them as escapes. So we write with the standard library and read with msgspec, which
is several times as fast, falling back where such a name turns up.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

Decoded = TypeVar("Decoded")


class UnreadableJsonError(ValueError):
    """Bytes that are not JSON, or not of the shape that was asked for."""


def encode_ascii_json(value: Any, *, sort_names: bool = False) -> bytes:
    """A Struct, dataclass or builtin as one line of ASCII JSON, without the line's end.

    Unlike msgspec it takes what a user's JSON may hold: lone surrogates and numbers of any length.
    """
    text = json.dumps(
        msgspec.to_builtins(value), ensure_ascii=True, separators=(",", ":"), sort_keys=sort_names)
    return text.encode("ascii")


def canonical_json(value: object) -> str:
    """The one text of a plain value, whatever the order of its names: ASCII, no spaces, no NaN."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def decode_ascii_json(content: bytes | str, kind: type[Decoded]) -> Decoded:
    """Decode JSON that `encode_ascii_json` wrote, checked against `kind`.

    Bytes may be UTF-16 or UTF-32, or begin with a byte order mark, as `json.loads` has it.

    Raises:
        UnreadableJsonError: if it is not JSON or lacks something `kind` needs.
    """
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        # Keys of JSON are texts; msgspec reads numbers in them only if it is told to.
        return msgspec.convert(json.loads(content), type=kind, str_keys=True)
    except RecursionError as error:
        raise UnreadableJsonError("it is nested too deeply") from error
    except (ValueError, msgspec.ValidationError) as error:
        raise UnreadableJsonError(str(error)) from error
