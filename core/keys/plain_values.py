"""Values of any library in one plain form, which is the same in every process.

The order of names, the kind of sequence and the way an enum is spelled do not matter. A value of an
unknown type is refused: text made of one can differ between two runs, or be the same for two
settings.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np

from larder.core.errors import UserFacingError

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""A value in its one form; what JSON can say."""

DEEPEST: Final = 40
"""Levels of a value; one that is deeper holds itself."""


def canonical_json(value: object) -> str:
    """The one text of a plain value: ASCII, names sorted, no spaces."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def plain(value: object, *, where: str, depth: int = 0) -> Plain:
    """A value in its one form.

    | value | form |
    |---|---|
    | enum | its value |
    | tuple, list; numpy scalar | list; the Python number |
    | set | list in the order of its members' JSON |
    | float that is no number JSON knows | "nan", "inf", "-inf" |
    | array, tensor | dtype with byte order, shape and SHA-256 of its elements |
    | dataclass | its fields that are not None |
    | mapping | names to values; pairs in the order of the keys' JSON if a key is no text |
    | bytes | length and SHA-256 |

    Args:
        value: what to bring into form.
        where: what it belongs to, for the sentence.
        depth: levels above it.

    Raises:
        UserFacingError: if it is of another type, or holds itself.
    """
    if depth > DEEPEST:
        raise UserFacingError(f"{where} holds itself, so it cannot be compared.")
    if isinstance(value, enum.Enum):
        return plain(value.value, where=where, depth=depth + 1)
    if value is None or isinstance(value, bool | str):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, np.generic):
        return plain(_python_number(value, where), where=where, depth=depth + 1)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else repr(float(value))
    return _plain_parts(value, where, depth + 1)


def _plain_parts(value: object, where: str, depth: int) -> Plain:
    """The form of a value that has parts."""
    if isinstance(value, np.ndarray):
        return _plain_array(value, where)
    if _is_tensor(value):
        return _plain_tensor(value, where)
    if isinstance(value, bytes | bytearray):
        return {"bytes": len(value), "sha256": hashlib.sha256(value).hexdigest()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: plain(one, where=f"{where}.{field.name}", depth=depth)
            for field in dataclasses.fields(value)
            if (one := getattr(value, field.name)) is not None
        }
    if isinstance(value, Mapping):
        return _plain_mapping(value, where, depth)
    if isinstance(value, set | frozenset):
        return sorted(
            (plain(one, where=where, depth=depth) for one in value), key=canonical_json)
    if isinstance(value, list | tuple):
        return [plain(one, where=f"{where}[{at}]", depth=depth) for at, one in enumerate(value)]
    raise UserFacingError(f"{where} is a {type(value).__qualname__}, which cannot be compared.")


def _plain_mapping(value: Mapping[Any, object], where: str, depth: int) -> Plain:
    if all(isinstance(key, str) for key in value):
        return {
            str(key): plain(one, where=f"{where}.{key}", depth=depth)
            for key, one in value.items()}
    pairs: list[list[Plain]] = [
        [plain(key, where=where, depth=depth), plain(one, where=f"{where}.{key}", depth=depth)]
        for key, one in value.items()]
    return {"pairs": sorted(pairs, key=canonical_json)}


def _plain_array(value: np.ndarray[Any, Any], where: str) -> Plain:
    if value.dtype.hasobject:
        raise UserFacingError(f"{where} is an array of objects, which cannot be compared.")
    return {
        "dtype": value.dtype.str,
        "shape": list(value.shape),
        "sha256": hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest(),
    }


def _is_tensor(value: object) -> bool:
    """Whether it is one of torch's tensors, told without importing torch."""
    kind = type(value)
    return kind.__name__ == "Tensor" and kind.__module__.partition(".")[0] == "torch"


def _plain_tensor(value: Any, where: str) -> Plain:
    try:
        return _plain_array(value.detach().cpu().numpy(), where)
    except (TypeError, RuntimeError) as error:  # a number type that numpy has not, a sparse one
        raise UserFacingError(
            f"{where} is a tensor of {value.dtype}, which cannot be compared.") from error


def _python_number(value: np.generic, where: str) -> object:
    number: object = value.item()
    if isinstance(number, np.generic) or not isinstance(number, bool | int | float | str | bytes):
        raise UserFacingError(f"{where} is a {type(value).__name__}, which cannot be compared.")
    return number
