"""Number types that numpy lacks, as arrays that keep their name.

An array of such a type is a record of one field whose name is the type: `[("bfloat16", "<u2")]`.
Nobody can calculate with it by mistake, `array["bfloat16"]` is its bits, and numpy alone carries
it. Where `ml_dtypes` is installed, its own types are taken and given.
"""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np

from larder.core.payloads.dtypes import ARRAY_TYPES, FLOAT8_FORMATS, Array

BIT_TYPES: Final = frozenset({"bfloat16", *FLOAT8_FORMATS})


def bits_of(array: Array) -> tuple[Array, str]:
    """An array's bits as unsigned integers and the name of its type, "" for one that numpy has."""
    name = array.dtype.name
    if array.dtype.names is not None and len(array.dtype.names) == 1:
        name = array.dtype.names[0]
        if name in BIT_TYPES and array.dtype.itemsize == ARRAY_TYPES[name].itemsize:
            return np.asarray(array[name]), name
    if name in BIT_TYPES:
        return array.view(ARRAY_TYPES[name].stored), name
    return array, ""


def with_type(bits: Array, name: str) -> Array:
    """The array whose bits and type `bits_of` gave, a view.

    Raises:
        ValueError: if the type is unknown or of another size.
    """
    if not name:
        return bits
    if name not in BIT_TYPES or bits.dtype.itemsize != ARRAY_TYPES[name].itemsize:
        raise ValueError(f"{name!r} is no type of {bits.dtype.itemsize} bytes")
    return bits.view(_dtype(name, bits.dtype.str))


@functools.cache
def _dtype(name: str, stored: str) -> np.dtype[Any]:
    try:
        import ml_dtypes  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return np.dtype([(name, stored)])
    found: np.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
    return found
