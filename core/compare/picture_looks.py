"""The look of a picture in 64 bits per turn, remembered by the stamp of its file.

The bits are the signs of its lowest frequencies, which change little when the picture is scaled,
compressed or touched up. Each picture is read once: its eight turns follow from the frequencies
(`picture_turns`). A plain picture has no frequencies and looks like every other plain one.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.compare.picture_turns import TURNS, Frequencies, turn_frequencies
from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.protocol import SourceError
from larder.core.settings import cache_home

MEMORY_NAME: Final = "looks.sqlite"
"""File in the cache folder that remembers what pictures look like; named anew with their bits."""

FORMER_NAMES: Final = ("alike.sqlite",)
"""Files of earlier bits, which nobody reads any more."""

HASHED_SIDE: Final = 32
"""Pixels per side of the picture that is transformed."""

FREQUENCIES: Final = 8
"""Frequencies per axis whose signs are remembered."""

DIGITS: Final = 16
"""Hex digits of one look."""

LEAST_SIDE: Final = 64
"""Pixels of a side of what a JPEG is decoded to; the frequencies are those of 32."""

PLAIN_LEVELS: Final = 2.0
"""Standard deviation of a picture's grey levels below which it shows nothing."""

LOOKS, PLAIN, UNREADABLE = "00", "01", "02"
"""What the remembered digits begin with; the looks of a picture follow, one per turn."""

NO_LOOKS: Final = "0" * (DIGITS * len(TURNS))

Looks = npt.NDArray[np.uint64]


def remove_former_memories() -> None:
    """Remove what earlier releases remembered: nobody else would."""
    for name in FORMER_NAMES:
        with suppress(OSError):
            (cache_home() / name).unlink(missing_ok=True)


def hash_picture(path: str) -> str:
    """Return the digits that are remembered of a picture: a mark of two, and a look per turn.

    Raises:
        OSError: if the file is not there.
    """
    from PIL import Image

    try:
        levels = read_picture(path, least=LEAST_SIDE)
    except SourceError as unreadable:
        if isinstance(unreadable.__cause__, FileNotFoundError):
            raise unreadable.__cause__ from None
        return f"{UNREADABLE}{NO_LOOKS}"
    picture = Image.fromarray(levels)
    if float(np.asarray(picture.convert("L"), dtype=np.float32).std()) < PLAIN_LEVELS:
        return f"{PLAIN}{NO_LOOKS}"
    reduced = picture.convert("L").resize((HASHED_SIDE, HASHED_SIDE), Image.Resampling.LANCZOS)
    return LOOKS + turned_looks(lowest_frequencies(np.asarray(reduced)))


def read_looks(digits: str) -> list[int]:
    """Return the look per turn from digits that begin with `LOOKS`."""
    return [int(digits[at:at + DIGITS], 16) for at in range(len(LOOKS), len(digits), DIGITS)]


def lowest_frequencies(levels: npt.NDArray[np.uint8]) -> Frequencies:
    """Return the lowest `FREQUENCIES` of each axis, (down, across), of grey levels (32, 32)."""
    # A cosine transform of type II, along both axes; its scale leaves the comparison as it is.
    places = np.arange(HASHED_SIDE)
    basis = np.cos(np.pi * np.outer(np.arange(FREQUENCIES), 2 * places + 1) / (2 * HASHED_SIDE))
    lowest: Frequencies = basis @ levels.astype(np.float64) @ basis.T
    return lowest


def turned_looks(lowest: Frequencies) -> str:
    """Return the look of each turn, one after another: `DIGITS` hex digits for each.

    64 bits say which of a picture's lowest frequencies exceed their median. Those of the upright
    picture are those of the `phash` of ImageHash 4.3, the first frequency in the highest bit.
    """
    # All turns at once: one after the other they take as long as a third of reading a picture.
    turned = lowest.reshape(-1)[_ORDERS] * _SIGNS
    bits = turned > np.median(turned, axis=1, keepdims=True)
    return np.packbits(bits, axis=1).tobytes().hex()


def _turned_places() -> Frequencies:
    """Number of each frequency from 1 where a turn puts it, negative where its sign changes."""
    numbers = np.arange(1, FREQUENCIES ** 2 + 1, dtype=np.float64).reshape(FREQUENCIES, -1)
    return np.stack([turn_frequencies(numbers, turn).reshape(-1) for turn in TURNS])


_PLACES: Final = _turned_places()
_ORDERS: Final = np.abs(_PLACES).astype(np.intp) - 1
_SIGNS: Final = np.sign(_PLACES)
