"""Values in an array that no encoder gives, on disk and in tensors that were just made.

A float's magnitude without its sign, read as an unsigned integer, orders floats by size, with
infinity and NaN on top. One maximum over those integers therefore answers both questions, whether
all values are finite and whether any is not zero, without a conversion, for bfloat16 and float16
too. Counting happens only when something was found.

Tensors are asked where they are, in one pass that copies nothing. torch itself is not imported
here: tensors bring their questions along.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from larder.core.payloads.dtypes import (
    BIT_TYPES,
    FLOAT8_FORMATS,
    Array,
    Values,
    bits_of,
    float8_values,
)

NEVER_ALL_ZERO = re.compile(r"latent_image|.*_hidden_state|.*_pooled_state")
"""Arrays whose values an encoder never leaves all zero; tokens, masks and offsets may be."""

MASK_NAME = "latent_mask"
WHITE = 1 - 1e-5
"""A mask that was made up, all white, may lose the last bits where it is made smaller."""

CHUNK_ELEMENTS = 64 * 1024
"""Elements looked at together; 64 Ki float64 are 512 KiB, within a processor's second cache."""


class FloatBits(NamedTuple):
    """How a float type lies in an unsigned integer: without its sign, and infinity's pattern."""

    unsigned: str
    magnitude: int
    infinity: int


FLOAT_BITS: dict[str, FloatBits] = {
    "float16": FloatBits("u2", 0x7FFF, 0x7C00),
    "bfloat16": FloatBits("u2", 0x7FFF, 0x7F80),
    "float32": FloatBits("u4", 0x7FFF_FFFF, 0x7F80_0000),
    "float64": FloatBits("u8", 0x7FFF_FFFF_FFFF_FFFF, 0x7FF0_0000_0000_0000),
    "complex64": FloatBits("u4", 0x7FFF_FFFF, 0x7F80_0000),
    "complex128": FloatBits("u8", 0x7FFF_FFFF_FFFF_FFFF, 0x7FF0_0000_0000_0000),
}
"""IEEE 754 binary16, 32 and 64; bfloat16 is the upper half of binary32."""



class BlankValues(str):
    """A clause about an array of nothing but zeros: it is whole, and teaches nothing."""

    __slots__ = ()


def bad_values(name: str, array: Array, *, dtype_name: str | None = None) -> str | None:
    """Why an array holds values no encoder gives, as one clause; None when it does not.

    A `BlankValues` tells those that are nothing but zeros from those that are no numbers.

    NaN or infinity in a float array of any name; nothing but zeros in a non-empty `latent_image`,
    `*_hidden_state` or `*_pooled_state`, also as one of a list of such arrays.

    Args:
        name: the array's name as listed ("text_encoder_4_hidden_state[3]").
        array: any shape, as stored or decoded (see `dtypes`).
        dtype_name: its type where it is stored as bits (bfloat16, 8-bit floats); by default the
            array's own.
    """
    if array.size == 0:
        return None
    is_stored_as_bits = dtype_name in BIT_TYPES and array.dtype.kind == "u"
    type_name = dtype_name if dtype_name and is_stored_as_bits else array.dtype.name
    is_all_zero, not_a_number, infinite = _count_bad_values(array, type_name)
    if not_a_number or infinite:
        counts = [f"{not_a_number:,} NaN"] if not_a_number else []
        counts += [f"{infinite:,} infinite"] if infinite else []
        return f"{name} contains {' and '.join(counts)} of {array.size:,} values"
    if is_all_zero and NEVER_ALL_ZERO.fullmatch(_member_name(name)):
        return BlankValues(f"{name} contains only zeros ({array.size:,} values)")
    return None


def find_bad_values(values: Values) -> str | None:
    """Return `bad_values` of the first array of a payload that holds any, None without one."""
    typed = ((member, *bits_of(array)) for member, array in values.items())
    return next(filter(None, (
        bad_values(member, bits, dtype_name=dtype) for member, bits, dtype in typed)), None)


def is_masked(mask: Array) -> bool:
    """Return whether a mask, decoded, hides anything."""
    return bool(mask.size) and float(mask.min()) < WHITE


def chunks(array: Array) -> Iterator[Array]:
    """The elements of an array in C order, one-dimensional, at most `CHUNK_ELEMENTS` at a time.

    A chunk of a contiguous array is a view; others share one buffer, which the next overwrites.
    """
    if array.flags.c_contiguous:
        flat = array.reshape(-1)
        for start in range(0, flat.size, CHUNK_ELEMENTS):
            yield flat[start : start + CHUNK_ELEMENTS]
        return
    pieces = np.nditer(
        array, ["external_loop", "buffered", "zerosize_ok"], order="C", buffersize=CHUNK_ELEMENTS
    )
    for piece in pieces:
        yield np.ascontiguousarray(piece)


def _member_name(name: str) -> str:
    """"[2].latent_image" and "latent_image[2]" are both about "latent_image"."""
    return name.rpartition(".")[2].partition("[")[0]


def _count_bad_values(array: Array, dtype_name: str) -> tuple[bool, int, int]:
    """Return whether all values are zero, and how many are no number or infinite."""
    if dtype_name in FLOAT8_FORMATS:
        return _count_bad_float8(array, dtype_name)
    bits = FLOAT_BITS.get(dtype_name)
    if bits is None:
        return not any(bool(chunk.any()) for chunk in chunks(array)), 0, 0
    unsigned = np.dtype(bits.unsigned).newbyteorder(array.dtype.byteorder)
    magnitude = unsigned.type(bits.magnitude)
    largest = not_a_number = infinite = 0
    for chunk in chunks(array):
        magnitudes = chunk.view(unsigned) & magnitude
        chunk_largest = int(magnitudes.max())
        largest = max(largest, chunk_largest)
        if chunk_largest >= bits.infinity:
            not_a_number += int(np.count_nonzero(magnitudes > bits.infinity))
            infinite += int(np.count_nonzero(magnitudes == bits.infinity))
    return largest == 0, not_a_number, infinite


def _count_bad_float8(array: Array, dtype_name: str) -> tuple[bool, int, int]:
    counts = np.zeros(256, dtype=np.int64)
    for chunk in chunks(array):
        counts += np.bincount(chunk, minlength=256)
    values = float8_values(dtype_name)
    return (
        not counts[values != 0].any(), int(counts[np.isnan(values)].sum()),
        int(counts[np.isinf(values)].sum()))


def first_bad_value(values: Mapping[str, Any]) -> str | None:
    """Why the first array or tensor that is no good is not, as one clause; None when all are.

    Lists of such are looked into; anything else passes.
    """
    for name, value in values.items():
        for part in value if isinstance(value, list) else [value]:
            found = _bad(name, part)
            if found is not None:
                return found
    return None


def _bad(name: str, value: Any) -> str | None:
    if isinstance(value, np.ndarray):
        return bad_values(name, value)
    if not hasattr(value, "is_floating_point") or value.numel() == 0:
        return None
    if value.is_floating_point():
        smallest, largest = _range(value)
        if not (math.isfinite(smallest) and math.isfinite(largest)):
            return f"{name} contains NaN or infinite values"
        is_blank = smallest == largest == 0.0
    else:
        is_blank = not bool(value.any())
    if is_blank and NEVER_ALL_ZERO.fullmatch(name):
        return f"{name} contains only zeros ({value.numel():,} values)"
    return None


def _range(tensor: Any) -> tuple[float, float]:
    """Smallest and largest value of a tensor of floats; both NaN if one is."""
    try:
        smallest, largest = tensor.aminmax()
    except (RuntimeError, NotImplementedError):  # not every device has it for every type
        values = tensor.float()
        smallest, largest = values.min(), values.max()
    return float(smallest), float(largest)
