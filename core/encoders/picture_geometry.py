"""Levels to pixels as the trainer makes them: scaled, cropped, mirrored, in the trainer's order.

Levels become the training type first and are divided by 255 in it; scaling is bilinear with
antialiasing, in float32 whatever the type, and rounded back; then the crop, then the flip. That is
bit for bit what torchvision's `Resize` and `crop` give, which are not needed here. Sizes are
(height, width).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from larder.core.encoders.draws import SampleDraws
from larder.core.encoders.picture_files import Levels
from larder.core.workspace.bucketing import Size, scale_and_crop
from larder.core.workspace.concepts import ImageSettings

Tensor = Any
"""A torch tensor; torch is imported inside functions only."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How a picture and everything that lies on it is brought to its bucket.

    Attributes:
        scaled: size it is scaled to.
        offset: (y, x) of the crop in the scaled picture.
        bucket: size of the crop.
        flipped: whether left and right are swapped afterwards.
    """

    scaled: Size
    offset: Size
    bucket: Size
    flipped: bool


def draw_cut(size: Size, bucket: Size, settings: ImageSettings, draws: SampleDraws) -> Cut:
    """The cut of a picture of `size` pixels for one variation.

    Args:
        size: of the upright picture.
        bucket: the size it is cached at.
        settings: the concept's picture settings.
        draws: of this variation of this sample.
    """
    scaled = scale_and_crop(*size, bucket).scaled
    return Cut(
        scaled=scaled,
        offset=draws.crop_offset(scaled, bucket, jitter=settings.enable_crop_jitter),
        bucket=bucket,
        flipped=draws.is_flipped(settings),
    )


def as_pixels(levels: Levels, dtype: str) -> Tensor:
    """Levels as shares of full: [channels, height, width] in [0, 1].

    Args:
        levels: uint8, shape (height, width, channels) or (height, width).
        dtype: name of a torch type.
    """
    import torch

    planes = np.moveaxis(levels[:, :, None] if levels.ndim == 2 else levels, -1, 0)
    # Whole numbers up to 255 are exact in every type, so the way through float32 changes nothing.
    return torch.from_numpy(planes.astype(np.float32)).to(getattr(torch, dtype)).div_(255)


def cut_out(pixels: Tensor, cut: Cut) -> Tensor:
    """A picture scaled, cropped and mirrored: [channels, *cut.bucket], same type.

    Args:
        pixels: [channels, height, width] of any size.
        cut: how.
    """
    scaled = resized(pixels, cut.scaled)
    (top, left), (height, width) = cut.offset, cut.bucket
    cropped = scaled[:, top : top + height, left : left + width]
    return cropped.flip(-1) if cut.flipped else cropped


def resized(pixels: Tensor, size: Size) -> Tensor:
    """A picture of another size, bilinear with antialiasing; the same object if it has that size.

    Args:
        pixels: [channels, height, width].
        size: wanted.
    """
    import torch
    from torch.nn.functional import interpolate

    if tuple(pixels.shape[-2:]) == size:
        return pixels
    wide = interpolate(
        pixels.to(torch.float32)[None], size=size, mode="bilinear", antialias=True,
        align_corners=False,
    )
    return wide[0].to(pixels.dtype)


def as_signed(pixels: Tensor) -> Tensor:
    """Pixels in [0, 1] as a VAE wants them, in [-1, 1]."""
    return pixels * 2 - 1
