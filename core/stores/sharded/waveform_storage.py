"""Waveforms as 16-bit numbers, half the bytes, where that loses nothing.

A sound file of 16 bits decodes to whole multiples of 1/32768. Such a waveform is stored under a
name of its own as those multiples, so that a program that expects floats finds none rather than
numbers 32768 times too large. A mean over channels or a resampling leaves the multiples, and then
nothing is saved this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.payloads.dtypes import Array
from larder.core.stores.sharded.shapes import WAVEFORM

EXACT_INT16: Final = "waveform_int16"
SCALE: Final = np.float32(32768.0)


def as_exact_int16(waveform: npt.NDArray[np.float32]) -> npt.NDArray[np.int16]:
    """The multiples of 1/32768, int16, shape (samples,).

    Raises:
        ValueError: if the waveform is not exactly these, to the last bit.
    """
    scaled = waveform * SCALE
    if not np.isfinite(scaled).all() or (np.abs(scaled) > SCALE).any():
        raise ValueError("samples outside the range of 16 bits cannot be stored as such")
    whole: npt.NDArray[np.int16] = np.clip(np.rint(scaled), -32768, 32767).astype(np.int16)
    if from_int16(whole).tobytes() != waveform.tobytes():
        raise ValueError("samples that are no 16-bit numbers cannot be stored as such")
    return whole


def from_int16(stored: npt.NDArray[np.int16]) -> npt.NDArray[np.float32]:
    """The waveform, float32, shape (samples,)."""
    return stored.astype(np.float32) / SCALE


def to_smaller_waveform(values: Mapping[str, Array]) -> Mapping[str, Array]:
    """The same values, the waveform as 16-bit numbers if that is exact."""
    try:
        smaller = as_exact_int16(values[WAVEFORM])
    except ValueError:
        return values
    return {EXACT_INT16 if name == WAVEFORM else name: smaller if name == WAVEFORM else array
            for name, array in values.items()}  # fmt: skip


def as_stored_waveform(values: Mapping[str, Array]) -> Mapping[str, Array]:
    """The values of a payload as they were put."""
    if EXACT_INT16 not in values or values[EXACT_INT16].dtype != np.int16:
        return values
    return {WAVEFORM if name == EXACT_INT16 else name:
            from_int16(array) if name == EXACT_INT16 else array
            for name, array in values.items()}  # fmt: skip
