"""From a picture file to the pixels an encoder gets: upright, scaled to its bucket, cropped.

Bilinear with antialiasing in float32, as the trainer scales; the crop is the middle. Height comes
first everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from core.demo.trainer_files import RESOLUTION
from core.encoders.patch_means import MODEL_TYPE
from core.workspace.bucketing import ScaleAndCrop, choose_bucket, scale_and_crop
from core.workspace.model_types import MODEL_TYPES

_STEP = MODEL_TYPES[MODEL_TYPE].quantisation

Pixels = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Crop:
    """A picture cut to its bucket.

    Attributes:
        pixels: float32 [3, H, W] in [-1, 1].
        mask: float32 [1, H, W] in [0, 1]; all ones for a picture without one.
        original: (height, width) of the upright picture.
        resolution: (H, W), the bucket.
        offset: (y, x) of the crop in the scaled picture.
    """

    pixels: Pixels
    mask: Pixels
    original: tuple[int, int]
    resolution: tuple[int, int]
    offset: tuple[int, int]

    def mirrored(self) -> Crop:
        """The crop with left and right swapped, as a random flip leaves it."""
        return Crop(
            pixels=np.ascontiguousarray(self.pixels[:, :, ::-1]),
            mask=np.ascontiguousarray(self.mask[:, :, ::-1]),
            original=self.original,
            resolution=self.resolution,
            offset=self.offset,
        )


def crop_to_bucket(picture: Path | IO[bytes], mask: Path | None) -> Crop:
    """Read a picture and its mask, and cut both alike.

    Raises:
        OSError: if a file cannot be read or is no picture.
    """
    with Image.open(picture) as file:
        upright = ImageOps.exif_transpose(file).convert("RGB")
    height, width = upright.height, upright.width
    resolution = choose_bucket(height, width, RESOLUTION, _STEP)
    cut = scale_and_crop(height, width, resolution)
    levels = np.asarray(upright, dtype=np.float32) / np.float32(255)
    pixels = np.stack([_cut(levels[:, :, band], cut, resolution) for band in range(3)])
    return Crop(
        pixels=np.clip(pixels * 2 - 1, -1, 1),
        mask=_mask(mask, cut, resolution),
        original=(height, width),
        resolution=resolution,
        offset=cut.offset,
    )


def _mask(path: Path | None, cut: ScaleAndCrop, resolution: tuple[int, int]) -> Pixels:
    if path is None:
        return np.ones((1, *resolution), dtype=np.float32)
    with Image.open(path) as file:
        levels = np.asarray(file.convert("L"), dtype=np.float32) / np.float32(255)
    return np.clip(_cut(levels, cut, resolution), 0, 1)[np.newaxis]


def _cut(levels: Pixels, cut: ScaleAndCrop, resolution: tuple[int, int]) -> Pixels:
    height, width = cut.scaled
    scaled = Image.fromarray(levels).resize((width, height), Image.Resampling.BILINEAR)
    top, left = cut.offset
    return np.asarray(scaled)[top : top + resolution[0], left : left + resolution[1]]
