"""Array types that payloads use, how they lie on disk, and how numpy sees them.

numpy has no bfloat16 and no 8-bit float. An array of such a type is read as unsigned integers with
its bits ("as stored"), and `decode` gives the values. A bool is read as its byte too, because a
byte that is neither 0 nor 1 is no valid numpy bool. To be handed on, such an array is a record of
one field whose name is the type: `[("bfloat16", "<u2")]`. Nobody can calculate with it by mistake,
`array["bfloat16"]` is its bits, and numpy alone carries it. Where `ml_dtypes` is installed, its own
types are taken and given.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

Values = Mapping[str, Array]
"""What one key of a store stands for: names to arrays."""


MOST_AXES: Final = 32
"""Axes numpy 1.26 can hold; torch tensors of a cache have at most 5."""

MOST_BYTES: Final = (1 << 63) - 1
"""Of an array, counted as numpy does: an axis without elements counts as one."""


def is_possible_shape(shape: Sequence[int], itemsize: int, most_axes: int = MOST_AXES) -> bool:
    """Return whether numpy can have an array of a shape, however few bytes that takes.

    An axis of no elements makes the bytes of any shape none, and numpy refuses it all the same if
    the others multiply beyond what it counts with.
    """
    return len(shape) <= most_axes and all(axis >= 0 for axis in shape) \
        and math.prod(max(axis, 1) for axis in shape) * max(itemsize, 1) <= MOST_BYTES


class ArrayType(msgspec.Struct, frozen=True):
    """One type of array element.

    Attributes:
        name: as torch spells it without "torch.".
        stored: numpy type of the bits on disk, without a byte order.
        decoded: numpy type of the values.
    """

    name: str
    stored: str
    decoded: str
    itemsize: int


def _type(name: str, stored: str, decoded: str) -> ArrayType:
    return ArrayType(name, stored, decoded, np.dtype(stored).itemsize)


ARRAY_TYPES: dict[str, ArrayType] = {
    row.name: row
    for row in (
        _type("float64", "f8", "f8"),
        _type("float32", "f4", "f4"),
        _type("float16", "f2", "f2"),
        _type("bfloat16", "u2", "f4"),
        _type("float8_e4m3fn", "u1", "f4"),
        _type("float8_e4m3fnuz", "u1", "f4"),
        _type("float8_e5m2", "u1", "f4"),
        _type("float8_e5m2fnuz", "u1", "f4"),
        _type("float8_e8m0fnu", "u1", "f4"),
        _type("int8", "i1", "i1"),
        _type("int16", "i2", "i2"),
        _type("int32", "i4", "i4"),
        _type("int64", "i8", "i8"),
        _type("uint8", "u1", "u1"),
        _type("uint16", "u2", "u2"),
        _type("uint32", "u4", "u4"),
        _type("uint64", "u8", "u8"),
        _type("bool", "u1", "?"),
        _type("complex64", "c8", "c8"),
        _type("complex128", "c16", "c16"),
    )
}
"""Every type a payload may hold, by name."""


class Float8Format(msgspec.Struct, frozen=True):
    """Layout of an 8-bit float: one sign bit (unless `mantissa_bits` is 0), exponent, mantissa.

    Attributes:
        mantissa_bits: bits of the fraction.
        bias: subtracted from the stored exponent.
        has_infinity: the largest exponent means infinity and NaN, as in IEEE 754.
        nan_codes: codes that mean NaN where the largest exponent is an ordinary one.
    """

    mantissa_bits: int
    bias: int
    has_infinity: bool
    nan_codes: tuple[int, ...]


FLOAT8_FORMATS: dict[str, Float8Format] = {
    "float8_e4m3fn": Float8Format(3, 7, False, (0x7F, 0xFF)),
    "float8_e4m3fnuz": Float8Format(3, 8, False, (0x80,)),
    "float8_e5m2": Float8Format(2, 15, True, ()),
    "float8_e5m2fnuz": Float8Format(2, 16, False, (0x80,)),
    "float8_e8m0fnu": Float8Format(0, 127, False, (0xFF,)),
}
"""OCP 8-bit floating point specification 1.0 (fn, e8m0) and the "uz" variants of AMD and Graphcore:
no negative zero, its code means NaN."""


@functools.cache
def float8_values(name: str) -> npt.NDArray[np.float32]:
    """The 256 values of an 8-bit float type, float32, shape (256,), indexed by code."""
    form = FLOAT8_FORMATS[name]
    codes = np.arange(256, dtype=np.int64)
    if form.mantissa_bits == 0:
        values = np.exp2((codes - form.bias).astype(np.float64))
    else:
        sign = np.where(codes & 0x80, -1.0, 1.0)
        exponent = (codes & 0x7F) >> form.mantissa_bits
        fraction = (codes & ((1 << form.mantissa_bits) - 1)) / (1 << form.mantissa_bits)
        normal = (1.0 + fraction) * np.exp2((exponent - form.bias).astype(np.float64))
        subnormal = fraction * 2.0 ** (1 - form.bias)
        values = sign * np.where(exponent == 0, subnormal, normal)
        if form.has_infinity:
            largest = exponent == exponent.max()
            values = np.where(largest, np.where(fraction == 0, sign * np.inf, np.nan), values)
    values[list(form.nan_codes)] = np.nan
    return values.astype(np.float32)


def decode(stored: Array, dtype_name: str) -> Array:
    """The values of an array as stored, native byte order.

    bfloat16 and 8-bit floats become float32, bool bytes become bool; both are exact and copies.
    Other types come back as they are, copied only when their byte order is foreign.

    Args:
        stored: any shape, of the numpy type `ARRAY_TYPES[dtype_name].stored` in any byte order.
        dtype_name: a name of `ARRAY_TYPES`, or any other name for an array that needs no decoding.
    """
    native = stored if stored.dtype.isnative else stored.astype(stored.dtype.newbyteorder("="))
    if dtype_name == "bfloat16":
        return (native.astype(np.uint32) << np.uint32(16)).view(np.float32)
    if dtype_name in FLOAT8_FORMATS:
        return np.asarray(float8_values(dtype_name)[native])
    if dtype_name == "bool":
        return np.asarray(native != 0)
    return native


BIT_TYPES: Final = frozenset({"bfloat16", *FLOAT8_FORMATS})
"""Types numpy lacks, whose arrays are unsigned integers until they are decoded."""


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
