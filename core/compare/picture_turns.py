"""The eight ways in which a copy of a picture may be turned, and how its frequencies tell.

Mirroring a picture changes the sign of its odd frequencies along one axis, and a quarter turn swaps
the axes. So the frequencies of all eight follow from those of one, and a picture is read once.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.compare.copy_facts import PictureTurn

Frequencies = npt.NDArray[np.float64]

TURNS: Final = tuple(PictureTurn)
"""By number; the number is what searches and memories hold."""

SWAPS_AXES: Final = frozenset({
    PictureTurn.ROTATED_90, PictureTurn.ROTATED_270,
    PictureTurn.MIRRORED_90, PictureTurn.MIRRORED_270})
"""Turns after which width and height have changed places."""

_ODD_ACROSS: Final = frozenset({
    PictureTurn.MIRRORED, PictureTurn.ROTATED_180, PictureTurn.ROTATED_90, PictureTurn.MIRRORED_90})
_ODD_DOWN: Final = frozenset({
    PictureTurn.FLIPPED, PictureTurn.ROTATED_180, PictureTurn.ROTATED_270, PictureTurn.MIRRORED_90})
"""Turns that change the sign of odd frequencies, after the axes were swapped."""


def turn_levels(levels: npt.NDArray[Any], turn: PictureTurn) -> npt.NDArray[Any]:
    """Return a picture's levels, (height, width, ...), turned; a view of the same memory."""
    turned = levels.swapaxes(0, 1) if turn in SWAPS_AXES else levels
    return turned[::-1 if turn in _ODD_DOWN else 1, ::-1 if turn in _ODD_ACROSS else 1]


def turn_frequencies(lowest: Frequencies, turn: PictureTurn) -> Frequencies:
    """Return the frequencies of the turned picture.

    Args:
        lowest: of a cosine transform of type II, (down, across), as many of each.
        turn: what is done to the picture.
    """
    turned = lowest.T if turn in SWAPS_AXES else lowest
    signs = np.where(np.arange(len(lowest)) % 2, -1.0, 1.0)
    if turn in _ODD_ACROSS:
        turned = turned * signs
    if turn in _ODD_DOWN:
        turned = turned * signs[:, np.newaxis]
    return turned


def add_turns(first: PictureTurn, then: PictureTurn) -> PictureTurn:
    """Return the turn that does one after the other."""
    return TURNS[int(_SUMS[TURNS.index(first), TURNS.index(then)])]


def _sums() -> npt.NDArray[np.int64]:
    corners = np.arange(4).reshape(2, 2)
    number = {turn_levels(corners, turn).tobytes(): at for at, turn in enumerate(TURNS)}
    return np.array([
        [number[turn_levels(turn_levels(corners, first), then).tobytes()] for then in TURNS]
        for first in TURNS])


_SUMS: Final = _sums()

INVERSE: Final = np.argmin(_SUMS, axis=1)
"""Number of the turn that undoes each; only quarter turns are not their own."""
