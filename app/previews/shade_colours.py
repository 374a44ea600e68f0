"""Shades of features as colours: from near black over violet and orange to light yellow.

Lightness grows steadily from stop to stop, so that the order of shades is seen by those too who
tell few hues apart, and on light and dark windows alike.
"""

from __future__ import annotations

import functools

import numpy as np
from PySide6.QtGui import qRgb

STOPS = (
    (0.00, 10, 9, 24), (0.20, 52, 24, 92), (0.40, 122, 36, 118), (0.60, 196, 62, 92),
    (0.80, 242, 134, 62), (1.00, 252, 240, 180))
"""Place of a shade between 0 and 1, with its red, green and blue."""


@functools.cache
def shade_colours() -> tuple[int, ...]:
    """The colour of each of 256 shades, for an indexed picture."""
    places = np.linspace(0.0, 1.0, 256)
    stops = np.array(STOPS)
    red, green, blue = (
        np.rint(np.interp(places, stops[:, 0], stops[:, channel])).astype(int)
        for channel in (1, 2, 3))
    return tuple(qRgb(int(r), int(g), int(b)) for r, g, b in zip(red, green, blue, strict=True))
