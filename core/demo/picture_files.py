"""Saving drawn pictures, masks and captions as the files a user would have."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

from PIL import Image

from larder.core.demo.albums.album import SamplePicture

EXIF_ORIENTATION: Final = 0x0112
LYING_ON_ITS_SIDE: Final = 6
"""Orientation of a camera held upright: the file's first row is the right side of the scene."""

SAVE_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    ".jpg": {"format": "JPEG", "quality": 90},
    ".png": {"format": "PNG", "compress_level": 6},
    ".webp": {"format": "WEBP", "quality": 88, "method": 2},
}


def picture_bytes(picture: SamplePicture, image: Image.Image) -> bytes:
    """The file of a picture, in the format its suffix names."""
    options = SAVE_OPTIONS[Path(picture.name).suffix]
    buffer = io.BytesIO()
    if picture.stored_turned:
        exif = Image.Exif()
        exif[EXIF_ORIENTATION] = LYING_ON_ITS_SIDE
        image.transpose(Image.Transpose.ROTATE_90).save(buffer, exif=exif, **options)
    else:
        image.save(buffer, **options)
    return buffer.getvalue()


def mask_bytes(mask: Image.Image) -> bytes:
    """The file of a mask: PNG, one channel."""
    buffer = io.BytesIO()
    mask.save(buffer, **SAVE_OPTIONS[".png"])
    return buffer.getvalue()


def caption_bytes(lines: tuple[str, ...]) -> bytes:
    """The file of a caption, one prompt per line."""
    return "".join(f"{line}\n" for line in lines).encode()
