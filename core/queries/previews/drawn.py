"""What can be drawn of a payload: one class per way of drawing, arrays beside plain facts.

Arrays and texts travel as columns, everything else as JSON, see `core.queries.payload_preview`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from larder.core.columns import TextColumn


@dataclass(frozen=True, slots=True)
class WaveformDrawing:
    """Samples as the span that they go through, column by column.

    Attributes:
        minima: lowest sample of each column, float32, shape (c,), c at most 2,000.
        maxima: highest sample of each column, same shape.
        samples: how many there are.
        sample_rate: Hz, 0 if that is not known.
    """

    minima: npt.NDArray[np.float32]
    maxima: npt.NDArray[np.float32]
    samples: int
    sample_rate: int


@dataclass(frozen=True, slots=True)
class SoundDrawing:
    """Features over time, bands from high to low, as shades.

    Attributes:
        shades: uint8, shape (at most 200, at most 1,000), the first row the highest band.
        bands: how many there are.
        frames: how many there are.
        low: the feature that is shade 0.
        high: the feature that is shade 255.
        frame_s: seconds from frame to frame, 0.0 if that is not known.
    """

    shades: npt.NDArray[np.uint8]
    bands: int
    frames: int
    low: float
    high: float
    frame_s: float


@dataclass(frozen=True, slots=True)
class PixelDrawing:
    """Pixels as colours.

    Attributes:
        colours: RGB, uint8, shape (h, w, 3), the longer side at most 512.
        height: of the whole picture, pixels.
        width: the same.
        tiles: parts of a picture, or frames, that are laid beside each other; 1 for one.
        is_stretched: darkest and lightest were made black and white, because nothing says how
            colours were normalised.
        is_strip: patches are laid in their order, because nothing says where they belong.
    """

    colours: npt.NDArray[np.uint8]
    height: int
    width: int
    tiles: int
    is_stretched: bool
    is_strip: bool


@dataclass(frozen=True, slots=True)
class TokenTable:
    """Ids of a row of text, at most 4,096 of them listed.

    Attributes:
        ids: int64, shape (n,).
        mask: 1 where a token counts, uint8, shape (n,).
        pieces: the text of each token; empty where it adds none.
        count: how many ids there are.
        text: the row they were made from, "" if its file is gone or another.
        why_no_pieces: why pieces are empty, one sentence; "" if they are not.
    """

    ids: npt.NDArray[np.int64]
    mask: npt.NDArray[np.uint8]
    pieces: TextColumn
    count: int
    text: str
    why_no_pieces: str


@dataclass(frozen=True, slots=True)
class LeafTable:
    """The leaves of a tree, n of them in stored order.

    Attributes:
        path: text of the path.
        dtype: name of the type.
        shape: lengths of the axes with commas between, "" for a single value.
        bytes: int64, shape (n,).
        minimum, maximum, mean, std: of the finite values, float64, shape (n,); NaN for none.
        first: the first five values with commas between.
        sha256: of the elements as stored; "" for a leaf that was not read.
        fault: why a leaf cannot be read, "" if it can.
        unread: leaves that were not read, for they are many bytes.
    """

    path: TextColumn
    dtype: TextColumn
    shape: TextColumn
    bytes: npt.NDArray[np.int64]
    minimum: npt.NDArray[np.float64]
    maximum: npt.NDArray[np.float64]
    mean: npt.NDArray[np.float64]
    std: npt.NDArray[np.float64]
    first: TextColumn
    sha256: TextColumn
    fault: TextColumn
    unread: int


Drawing: TypeAlias = WaveformDrawing | SoundDrawing | PixelDrawing | TokenTable | LeafTable
