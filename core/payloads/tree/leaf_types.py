"""Element types of leaves: how a manifest names them, and how they lie in the bytes.

Types of numpy are named by `dtype.str` ("<f4", ">i2", "|b1", "<c16", "<M8[ns]"), which keeps the
byte order. bfloat16 and the 8-bit floats are named as torch and ml_dtypes name them and lie as
little-endian unsigned integers; in memory they are what `bit_types` makes of them.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from larder.core.payloads.bit_types import BIT_TYPES, with_type
from larder.core.payloads.bit_types import bits_of as split_bits
from larder.core.payloads.dtypes import ARRAY_TYPES, Array

_NUMPY_TYPE = re.compile(
    r"[<>|][biufcSU][1-9]\d{0,8}|[<>][mM]8(?:\[\d*[A-Za-z]{1,2}\])?|\|V[1-9]\d{0,8}")


class UnsupportedTypeError(ValueError):
    """An element type that a tree cannot hold."""


@dataclass(frozen=True, slots=True)
class LeafType:
    """One element type.

    Attributes:
        code: its name in a manifest.
        name: as torch and numpy spell it, "text" for texts, without byte order.
        stored: numpy type of the bytes on disk.
        is_bits: numpy lacks it; `stored` are its bits.
    """

    code: str
    name: str
    stored: np.dtype[Any]
    is_bits: bool = False


@functools.lru_cache(maxsize=256)
def leaf_type(code: str) -> LeafType:
    """The type a manifest names `code`.

    Raises:
        UnsupportedTypeError: if there is none, or this computer's numpy lacks it.
    """
    if code in BIT_TYPES:
        stored = np.dtype(ARRAY_TYPES[code].stored).newbyteorder("<")
        return LeafType(code, code, stored, is_bits=True)
    if _NUMPY_TYPE.fullmatch(code) is None:
        raise UnsupportedTypeError(f"type {code!r} is not one of plain values")
    try:
        stored = np.dtype(code)
    except TypeError as error:
        raise UnsupportedTypeError(f"type {code!r} is not known here: {error}") from error
    if stored.itemsize == 0:
        raise UnsupportedTypeError(f"type {code!r} has no bytes")
    return LeafType(code, "text" if stored.kind in "SU" else stored.name, stored)


def type_of(leaf: Array) -> LeafType:
    """The type of a leaf that is to be written.

    Raises:
        UnsupportedTypeError: if it is structured, of objects, or otherwise unsupported.
    """
    return _type_of(leaf.dtype)


@functools.lru_cache(maxsize=256)
def _type_of(dtype: np.dtype[Any]) -> LeafType:
    if dtype.hasobject:
        raise UnsupportedTypeError("an array of Python objects cannot be written")
    name = split_bits(np.empty(0, dtype))[1]
    if name:
        return leaf_type(name)
    if dtype.fields is not None:
        raise UnsupportedTypeError("an array of records (structured dtype) cannot be written")
    if np.dtype(dtype.str) != dtype:
        raise UnsupportedTypeError(f"arrays of type {dtype.name} cannot be written")
    return leaf_type(dtype.str)


def bits_of(leaf: Array, kind: LeafType) -> Array:
    """A leaf's elements as they lie on disk, as a view wherever numpy allows."""
    array = np.asarray(leaf)
    return split_bits(array)[0].astype(kind.stored, copy=False) if kind.is_bits else array


def values_of(bits: Array, kind: LeafType) -> Array:
    """The array whose bits these are, a view."""
    return with_type(bits, kind.code) if kind.is_bits else bits
