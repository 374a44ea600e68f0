"""The levels of a picture's or a mask's file: upright, eight bits, colour or grey.

Pillow gives the very levels of the trainer's own decoder for JPEG, PNG and WebP, with three things
to mind: EXIF turns no WebP; a PNG of 16 bits per channel comes out of the trainer's decoder as
numbers nobody meant, and is refused; and a colour PNG read as a mask is made grey with libpng's
weights, which round down (a PNG with a gamma of its own is made grey in linear light there, and
here without).
"""

from __future__ import annotations

import math
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import IO, Final, TypeVar

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, PngImagePlugin, UnidentifiedImageError

from larder.core.encoders.pixel_budget import DECODING
from larder.core.encoders.protocol import DeepPictureError, LargePictureError, SourceError
from larder.core.errors import error_reason
from larder.core.files.regular_file import open_regular
from larder.core.workspace.picture_size import LARGEST_PICTURE, exif_orientation

LARGEST_LOOK: Final = 16_000_000
"""Pixels of a picture that is only looked at; a larger one is made smaller first."""

STRIP_PIXELS: Final = 4_000_000
"""Of a larger picture so many are converted and scaled at once."""

Levels = npt.NDArray[np.uint8]
Read = TypeVar("Read")

UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What sets a picture upright, by EXIF orientation (Exif 2.32, 4.6.4)."""

SIDEWAYS: Final = frozenset({
    Image.Transpose.TRANSPOSE, Image.Transpose.ROTATE_270, Image.Transpose.TRANSVERSE,
    Image.Transpose.ROTATE_90})
"""Of these, what makes rows of columns."""

FROM_THE_END: Final = frozenset({
    Image.Transpose.ROTATE_180, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.TRANSVERSE,
    Image.Transpose.ROTATE_90})
"""Of these, what makes the first row of the last row or column."""

RED_SHARE: Final = 9794
GREEN_SHARE: Final = 19234
BLUE_SHARE: Final = 3740
SHARE_BITS: Final = 15
"""Weights of a colour PNG's grey in 1/32768: libpng's for 0.2989 and 0.587, the rest blue."""

_DAMAGE: Final = (SyntaxError, ValueError, EOFError, RuntimeError, struct.error)
"""What Pillow's readers let through on damaged files, beside OSError."""

Source = str | os.PathLike[str] | IO[bytes]


def read_picture(source: Source, *, least: int | None = None) -> Levels:
    """Colours of a picture, upright: uint8, shape (height, width, 3).

    Transparency is dropped, not blended.

    Args:
        source: the file.
        least: for looking at it only: a JPEG may be decoded smaller, in a fraction of the time,
            and any picture of more than `LARGEST_LOOK` pixels is made smaller, with neither side
            below this.

    Raises:
        SourceError: if it cannot be read, is no picture, or has 16 bits per channel or too many
            pixels.
    """
    return read_strips(source, least=least).whole()


def read_strips(source: Source, *, least: int | None = None) -> Strips:
    """As `read_picture`; levels are made when rows are asked for."""
    return _read(source, _colours, least)


def read_mask(source: Source) -> Levels:
    """Levels of a mask, upright: uint8, shape (height, width).

    Raises:
        SourceError: as `read_picture`.
    """
    return read_mask_strips(source).whole()


def read_mask_strips(source: Source) -> Strips:
    """As `read_mask`; levels are made when rows are asked for."""
    return _read(source, _grey)


def check_picture(source: Source) -> None:
    """Decode a picture to the end as a trainer would, and keep nothing of it.

    A JPEG is decoded at an eighth of its size: every byte is read, with a fraction of the memory.

    Raises:
        SourceError: as `read_picture`.
    """
    _read(source, lambda *_: None, 1)


def _read(
    source: Source, convert: Callable[[Image.Image, int | None], Read], least: int | None = None
) -> Read:
    try:
        with DECODING.scope(), _open_source(source) as file, Image.open(file) as picture:
            if _is_deep(picture):
                raise DeepPictureError(
                    f"{_name(source)} has 16 bits per channel, which the trainer reads "
                    "incorrectly. Save it with 8."
                )
            orientation = exif_orientation(picture)
            if picture.width * picture.height > LARGEST_PICTURE:
                raise LargePictureError(
                    f"{_name(source)} has {picture.width:,} × {picture.height:,} pixels; the limit "
                    f"is {LARGEST_PICTURE // 10**6:,} million.")
            if least is not None:
                picture.draft(None, (least, least))
            DECODING.take(picture.width * picture.height)
            picture.load()
            looked = picture if least is None else _reduce_picture(picture, least)
            return convert(looked, orientation)
    except UnidentifiedImageError as error:
        raise SourceError(f"{_name(source)} is not a readable picture.") from error
    except OSError as error:
        raise SourceError(
            f"{_name(source)} cannot be read: {error_reason(error)}.") from error
    except _DAMAGE as error:
        raise SourceError(f"{_name(source)} is damaged: {error}.") from error


def _open_source(source: Source) -> AbstractContextManager[IO[bytes]]:
    if isinstance(source, (str, os.PathLike)):
        return open_regular(source, buffered=True)
    return nullcontext(source)


def _reduce_picture(picture: Image.Image, least: int) -> Image.Image:
    """Return a picture of about `LARGEST_LOOK` pixels or fewer, with neither side below `least`.

    A larger one is converted and averaged a strip at a time: converted whole, a PNG of 100 kB took
    1.5 GB. Transparency is dropped.
    """
    width, height = picture.size
    # A TIFF says in its own tags how it is turned; those would be lost.
    if width * height <= LARGEST_LOOK or picture.format == "TIFF":
        return picture
    factor = math.ceil(math.sqrt(width * height / LARGEST_LOOK))
    across, down = (max(1, min(factor, side // least)) for side in (width, height))
    small = Image.new("RGB", (-(-width // across), -(-height // down)))
    rows = max(1, LARGEST_LOOK // width // down) * down
    for top in range(0, height, rows):
        strip = picture.crop((0, top, width, min(top + rows, height))).convert("RGB")
        small.paste(strip.reduce((across, down)), (0, top // down))
    return small


class Strips:
    """Levels of a decoded picture, upright: as an array of its rows that makes each when asked.

    Made whole, those of 300 million pixels take 0.9 GB beside the 1.2 GB of the decoded picture,
    and turning that takes another 1.2.

    Attributes:
        shape: (height, width), and how many colours unless it is grey.
    """

    def __init__(
        self, picture: Image.Image, orientation: int | None,
        levels_of: Callable[[Image.Image], Levels],
    ) -> None:
        """Look at a picture; `levels_of` makes levels of some of its rows."""
        how = UPRIGHT.get(orientation) if orientation is not None else None
        if picture.format == "TIFF":  # which says in its own tags how it is turned
            how = None
            ImageOps.exif_transpose(picture, in_place=True)
        self._picture = picture
        self._how = how
        self._levels_of = levels_of
        width, height = picture.size
        of_pixel = levels_of(picture.crop((0, 0, 1, 1))).shape[2:]
        self.shape: tuple[int, ...] = (
            *((width, height) if how in SIDEWAYS else (height, width)), *of_pixel)

    def __getitem__(self, rows: slice) -> Levels:
        first, end, _ = rows.indices(self.shape[0])
        picture, how = self._picture, self._how
        if (first, end) != (0, self.shape[0]):
            if how in FROM_THE_END:
                first, end = self.shape[0] - end, self.shape[0] - first
            picture = picture.crop(
                (first, 0, end, picture.height) if how in SIDEWAYS
                else (0, first, picture.width, end))
        return self._levels_of(picture if how is None else picture.transpose(how))

    def whole(self) -> Levels:
        """Return all rows of the picture."""
        height, width = self.shape[:2]
        if height * width <= LARGEST_LOOK:
            return self[:]
        levels = np.empty(self.shape, np.uint8)
        for strip in strips_of(height, width):
            levels[strip] = self[strip]
        return levels


def strips_of(height: int, width: int) -> Iterator[slice]:
    """Rows of a picture, `STRIP_PIXELS` at a time."""
    rows = max(1, STRIP_PIXELS // width)
    return (slice(top, min(top + rows, height)) for top in range(0, height, rows))


def _colours(picture: Image.Image, orientation: int | None) -> Strips:
    return Strips(picture, orientation, partial(_convert_mode, "RGB"))


def _grey(picture: Image.Image, orientation: int | None) -> Strips:
    is_plain = picture.format != "PNG" or picture.mode in ("1", "L", "LA")
    return Strips(picture, orientation, partial(_convert_mode, "L") if is_plain else _weigh_colours)


def _convert_mode(mode: str, picture: Image.Image) -> Levels:
    return np.asarray(picture if picture.mode == mode else picture.convert(mode))


def _weigh_colours(picture: Image.Image) -> Levels:
    """The grey of a colour PNG."""
    colours = _convert_mode("RGB", picture)
    grey = np.empty(colours.shape[:2], dtype=np.uint8)
    for strip in strips_of(*colours.shape[:2]):
        weighted = colours[strip].astype(np.int32) @ np.array(
            [RED_SHARE, GREEN_SHARE, BLUE_SHARE], dtype=np.int32)
        grey[strip] = weighted >> SHARE_BITS
    return grey


def _is_deep(picture: Image.Image) -> bool:
    """Return whether a PNG has 16 bits per channel; Pillow silently halves those of colour PNGs."""
    if not isinstance(picture, PngImagePlugin.PngImageFile):
        return False
    return any(str(tile[3]).endswith(";16B") for tile in picture.tile)


def _name(source: Source) -> str:
    return Path(source).name if isinstance(source, str | os.PathLike) else "A picture"
