"""Element types of leaves: how a manifest names them, and how they lie in the bytes.

Types of numpy are named by `dtype.str` ("<f4", ">i2", "|b1", "<c16", "<M8[ns]"), which keeps the
byte order. bfloat16 and the 8-bit floats are named as torch and ml_dtypes name them and lie as
little-endian unsigned integers. With ml_dtypes installed, such a leaf comes back as an array of
its type; without it as float32, whose values are exactly the same, or as a `StoredArray`.
"""

from __future__ import annotations

import functools
import importlib
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.payloads.dtypes import ARRAY_TYPES, Array, decode
from core.payloads.value_checks import STORED_AS_BITS

_NUMPY_TYPE = re.compile(
    r"[<>|][biufcSU][1-9]\d{0,8}|[<>][mM]8(?:\[\d*[A-Za-z]{1,2}\])?|\|V[1-9]\d{0,8}")


class UnsupportedTypeError(ValueError):
    """An element type that a tree cannot hold."""


@dataclass(frozen=True, slots=True)
class StoredArray:
    """A leaf of a type numpy lacks, as its bits.

    Attributes:
        dtype: name of the type, one of `STORED_AS_BITS`.
        bits: unsigned integers of that size, any shape.
    """

    dtype: str
    bits: Array

    def decoded(self) -> Array:
        """The values as float32, exactly."""
        return decode(self.bits, self.dtype)


@dataclass(frozen=True, slots=True)
class LeafType:
    """One element type.

    Attributes:
        code: its name in a manifest.
        name: as torch and numpy spell it, "text" for texts, without byte order.
        stored: numpy type of the bytes on disk.
        is_extended: numpy lacks it; `stored` are its bits.
    """

    code: str
    name: str
    stored: np.dtype[Any]
    is_extended: bool = False


@functools.lru_cache(maxsize=256)
def leaf_type(code: str) -> LeafType:
    """The type a manifest names `code`.

    Raises:
        UnsupportedTypeError: if there is none, or this computer's numpy lacks it.
    """
    if code in STORED_AS_BITS:
        stored = np.dtype(ARRAY_TYPES[code].stored).newbyteorder("<")
        return LeafType(code, code, stored, is_extended=True)
    if _NUMPY_TYPE.fullmatch(code) is None:
        raise UnsupportedTypeError(f"type {code!r} is not one of plain values")
    try:
        stored = np.dtype(code)
    except TypeError as error:
        raise UnsupportedTypeError(f"type {code!r} is not known here: {error}") from error
    if stored.hasobject or stored.itemsize == 0:
        raise UnsupportedTypeError(f"type {code!r} is not one of plain values")
    return LeafType(code, "text" if stored.kind in "SU" else stored.name, stored)


def type_of(leaf: Array | StoredArray) -> LeafType:
    """The type of a leaf that is to be written.

    Raises:
        UnsupportedTypeError: if it is structured, of objects, or otherwise unsupported.
    """
    if isinstance(leaf, StoredArray):
        if leaf.dtype not in STORED_AS_BITS or leaf.bits.dtype != ARRAY_TYPES[leaf.dtype].stored:
            raise UnsupportedTypeError(f"{leaf.bits.dtype} are no bits of {leaf.dtype!r}")
        return leaf_type(leaf.dtype)
    dtype = leaf.dtype
    if dtype.hasobject:
        raise UnsupportedTypeError("an array of Python objects cannot be written")
    if dtype.fields is not None or dtype.subdtype is not None:
        raise UnsupportedTypeError("an array of records (structured dtype) cannot be written")
    if dtype.name in STORED_AS_BITS and dtype.isnative:
        return leaf_type(dtype.name)
    if np.dtype(dtype.str) != dtype:
        raise UnsupportedTypeError(f"arrays of type {dtype.name} cannot be written")
    return leaf_type(dtype.str)


def bits_of(leaf: Array | StoredArray, kind: LeafType) -> Array:
    """A leaf's elements as they lie on disk, as a view wherever numpy allows."""
    if isinstance(leaf, StoredArray):
        return leaf.bits.astype(kind.stored, copy=False)
    array = np.asarray(leaf)
    if kind.is_extended:
        array = array.view(kind.stored.newbyteorder("="))
        return array.astype(kind.stored, copy=False)
    return array


def values_of(bits: Array, kind: LeafType) -> Array:
    """The values of a leaf's bits: a view, but decoded to float32 where the type is missing."""
    if not kind.is_extended:
        return bits
    extended = _extended_type(kind.code)
    if extended is None or not bits.dtype.isnative:
        values = decode(bits, kind.code)
        values.flags.writeable = bits.flags.writeable
        return values
    return bits.view(extended)


@functools.cache
def _extended_type(name: str) -> np.dtype[Any] | None:
    """The type of ml_dtypes, None where that is not installed."""
    try:
        extension = importlib.import_module("ml_dtypes")
    except ImportError:
        return None
    found = getattr(extension, name, None)
    return None if found is None else np.dtype(found)
