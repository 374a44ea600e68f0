"""Pictures and masks as the trainer reads them: upright, eight bits, colour or grey.

Pillow gives the very levels of the trainer's own decoder for JPEG, PNG and WebP, with three things
to mind: EXIF turns no WebP; a PNG of 16 bits per channel comes out of the trainer's decoder as
numbers nobody meant, and is refused; and a colour PNG read as a mask is made grey with libpng's
weights, which round down (a PNG with a gamma of its own is made grey in linear light there, and
here without).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, PngImagePlugin, UnidentifiedImageError

from larder.core.encoders.protocol import SourceError
from larder.core.workspace.picture_size import exif_orientation

Levels = npt.NDArray[np.uint8]

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

RED_SHARE: Final = 9794
GREEN_SHARE: Final = 19234
BLUE_SHARE: Final = 3740
SHARE_BITS: Final = 15
"""Weights of a colour PNG's grey in 1/32768: libpng's for 0.2989 and 0.587, the rest blue."""

_DAMAGE: Final = (SyntaxError, ValueError, EOFError, RuntimeError, struct.error)
"""What Pillow's readers let through on damaged files, beside OSError."""

Source = str | os.PathLike[str] | IO[bytes]


def read_picture(source: Source) -> Levels:
    """Colours of a picture, upright: uint8, shape (height, width, 3).

    Transparency is dropped, not blended.

    Raises:
        SourceError: if it cannot be read, is no picture or has 16 bits per channel.
    """
    return _read(source, lambda picture: _levels(picture, "RGB"))


def read_mask(source: Source) -> Levels:
    """Levels of a mask, upright: uint8, shape (height, width).

    Raises:
        SourceError: as `read_picture`.
    """
    return _read(source, _grey)


def _read(source: Source, convert: Callable[[Image.Image], Levels]) -> Levels:
    try:
        with Image.open(source) as picture:
            if _is_deep(picture):
                raise SourceError(
                    f"{_name(source)} has 16 bits per channel, which the trainer reads wrongly: "
                    "save it with 8."
                )
            orientation = exif_orientation(picture)
            picture.load()
            return convert(_turned(picture, orientation))
    except UnidentifiedImageError as error:
        raise SourceError(f"{_name(source)} is not a picture that can be read.") from error
    except Image.DecompressionBombError as error:
        raise SourceError(f"{_name(source)} has too many pixels.") from error
    except OSError as error:
        raise SourceError(
            f"{_name(source)} cannot be read: {error.strerror or error}.") from error
    except _DAMAGE as error:
        raise SourceError(f"{_name(source)} is damaged: {error}.") from error


def _turned(picture: Image.Image, orientation: int | None) -> Image.Image:
    if picture.format == "TIFF":
        return ImageOps.exif_transpose(picture)
    how = UPRIGHT.get(orientation) if orientation is not None else None
    return picture if how is None else picture.transpose(how)


def _grey(picture: Image.Image) -> Levels:
    if picture.format != "PNG" or picture.mode in ("1", "L", "LA"):
        return _levels(picture, "L")
    colours = _levels(picture, "RGB").astype(np.int32)
    weighted = colours @ np.array([RED_SHARE, GREEN_SHARE, BLUE_SHARE], dtype=np.int32)
    return (weighted >> SHARE_BITS).astype(np.uint8)


def _levels(picture: Image.Image, mode: str) -> Levels:
    return np.asarray(picture if picture.mode == mode else picture.convert(mode))


def _is_deep(picture: Image.Image) -> bool:
    """Whether a PNG has 16 bits per channel; Pillow halves those of colour PNGs without a word."""
    if not isinstance(picture, PngImagePlugin.PngImageFile):
        return False
    return any(str(tile[3]).endswith(";16B") for tile in picture.tile)


def _name(source: Source) -> str:
    return Path(source).name if isinstance(source, str | os.PathLike) else "A picture"
