"""What masks become in a payload: the latent mask, and the picture with its masked part greyed.

Masks are [1, height, width] in [0, 1]; 1 is what is trained. They are scaled, cropped and mirrored
with their picture before they come here. Source: OneTrainer's data loaders
(`ScaleImage(factor=1/stride)`, `ShuffleFluxFillMaskChannels`) and mgds
`GenerateMaskedConditioningImage`, re-derived.
"""

from __future__ import annotations

from typing import Final

from larder.core.encoders.catalogue import MaskForm
from larder.core.encoders.picture_geometry import Tensor, resized
from larder.core.encoders.protocol import SourceError
from larder.core.workspace.bucketing import Size

SQUARE: Final = 8
"""Side of the squares whose pixels become channels."""

GREY: Final = 0.5
"""What a masked pixel is in the picture a model inpaints from: the middle of [0, 1]."""


def white_mask(size: Size, dtype: str) -> Tensor:
    """The mask of a picture without one: all of it is trained."""
    import torch

    return torch.ones((1, *size), dtype=getattr(torch, dtype))


def latent_mask(mask: Tensor, form: MaskForm, stride: int) -> Tensor:
    """A mask beside its latent: [1, height / stride, width / stride], or 64 channels of squares.

    Raises:
        SourceError: if squares do not fit into the picture.
    """
    if form is MaskForm.SHUFFLED:
        return _shuffled(mask)
    height, width = mask.shape[-2:]
    return resized(mask, (round(height / stride), round(width / stride)))


def masked_out(pixels: Tensor, mask: Tensor) -> Tensor:
    """The picture with its masked part greyed, in [0, 1], same shape."""
    return pixels * (1 - mask) + mask * GREY


def _shuffled(mask: Tensor) -> Tensor:
    """[1, H, W] as [64, H/8, W/8]: channel 8y + x is pixel (y, x) of every 8x8 square."""
    height, width = mask.shape[-2:]
    if height % SQUARE or width % SQUARE:
        raise SourceError(
            f"A mask of {width}x{height} pixels cannot be parted into squares of {SQUARE}.")
    rows, columns = height // SQUARE, width // SQUARE
    squares = mask.reshape(rows, SQUARE, columns, SQUARE).permute(1, 3, 0, 2)
    return squares.reshape(SQUARE * SQUARE, rows, columns)
