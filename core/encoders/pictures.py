"""From a picture's files to what its encoder gets, and to the payload values that need no encoder.

Geometry: scaled, cropped, mirrored, in the trainer's order. Levels become the training type first
and are divided by 255 in it; scaling is bilinear with antialiasing, in float32 whatever the type,
and rounded back; then the crop, then the flip. That is bit for bit what torchvision's `Resize` and
`crop` give, which are not needed here. Sizes are (height, width). Everything that lies on a picture
(mask, conditioning picture) goes through the same.

Masks are [1, height, width] in [0, 1]; 1 is what is trained. They become the latent mask, and the
picture with its masked part greyed.

Source: OneTrainer's data loaders (their order of modules, `ScaleImage(factor=1/stride)`,
`ShuffleFluxFillMaskChannels`) and mgds `GenerateMaskedConditioningImage`, re-derived.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from larder.core.encoders.catalogue import MaskForm
from larder.core.encoders.draws import ModulePositions, SampleDraws, onetrainer_positions
from larder.core.encoders.picture_files import (
    LARGEST_LOOK,
    Levels,
    Strips,
    read_mask_strips,
    read_strips,
    strips_of,
)
from larder.core.encoders.pixel_budget import DECODING
from larder.core.encoders.protocol import ImageItem, PreparedImage, SourceError
from larder.core.workspace.bucketing import Size, scale_and_crop
from larder.core.workspace.concepts import ImageSettings
from larder.core.workspace.model_types import caches_masks, find_model_type, image_payload_names
from larder.core.workspace.onetrainer_config import TrainerConfig

Tensor = Any
"""A torch tensor; torch is imported inside functions only."""

SQUARE: Final = 8
"""Side of the squares whose pixels become channels."""

GREY: Final = 0.5
"""What a masked pixel is in the picture a model inpaints from: the middle of [0, 1]."""

EFFICIENT_NET_SHARE: Final = 0.75
"""Size of what an EfficientNet sees of a picture, as a share of what is cached."""

EFFICIENT_NET_STRIDE: Final = 32 / EFFICIENT_NET_SHARE
"""Picture pixels per element of its latents; no whole number."""

CHANNEL_MEANS: Final = (0.485, 0.456, 0.406)
CHANNEL_SPREADS: Final = (0.229, 0.224, 0.225)
"""Of the colours of ImageNet, in [0, 1]."""

LATENT: Final = "latent_image"
CONDITIONING: Final = "latent_conditioning_image"

PAYLOAD_ORDER: Final = (
    LATENT, "original_resolution", "crop_offset", "latent_mask", CONDITIONING, "crop_resolution",
    "image_path",
)
"""The order in which the trainer writes the values of an image payload."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How a picture and everything that lies on it is brought to its bucket.

    Attributes:
        offset: (y, x) of the crop in the scaled picture.
        flipped: whether left and right are swapped afterwards.
    """

    scaled: Size
    offset: Size
    bucket: Size
    flipped: bool


def draw_cut(size: Size, bucket: Size, settings: ImageSettings, draws: SampleDraws) -> Cut:
    """The cut of a picture of `size` pixels for one variation."""
    scaled, _ = scale_and_crop(*size, bucket)
    return Cut(
        scaled=scaled,
        offset=draws.crop_offset(scaled, bucket, jitter=settings.enable_crop_jitter),
        bucket=bucket,
        flipped=draws.is_flipped(settings),
    )


def as_pixels(levels: Levels, dtype: str) -> Tensor:
    """Levels, uint8 [height, width(, channels)], as [channels, height, width] in [0, 1]."""
    import torch

    planes = np.moveaxis(levels[:, :, None] if levels.ndim == 2 else levels, -1, 0)
    # Whole numbers up to 255 are exact in every type, so the way through float32 changes nothing.
    return torch.from_numpy(planes.astype(np.float32)).to(getattr(torch, dtype)).div_(255)


def cut_out(pixels: Tensor, cut: Cut) -> Tensor:
    """A picture scaled, cropped and mirrored: [channels, *cut.bucket], same type."""
    scaled = resize_pixels(pixels, cut.scaled)
    (top, left), (height, width) = cut.offset, cut.bucket
    cropped = scaled[:, top : top + height, left : left + width]
    return cropped.flip(-1) if cut.flipped else cropped


def cut_levels(levels: Levels | Strips, dtype: str, cut: Cut) -> Tensor:
    """Levels as `as_pixels`, scaled, cropped and mirrored as `cut_out`, to the last bit.

    A large picture is made narrow some rows at a time, and then as high as it is to be: a row's
    width takes nothing of other rows, and pixels take four times the memory of levels.
    """
    import torch

    height, width = levels.shape[:2]
    if height * width <= LARGEST_LOOK:
        return cut_out(as_pixels(levels[:], dtype), cut)
    channels = levels.shape[2] if len(levels.shape) == 3 else 1
    narrow = torch.empty((channels, height, cut.scaled[1]))
    for strip in strips_of(height, width):
        rows = as_pixels(levels[strip], dtype).to(torch.float32)
        narrow[:, strip] = resize_pixels(rows, (strip.stop - strip.start, cut.scaled[1]))
    high = resize_pixels(narrow, cut.scaled).to(getattr(torch, dtype))
    return cut_out(high, cut)


def resize_pixels(pixels: Tensor, size: Size) -> Tensor:
    """[channels, height, width] at another size, bilinear with antialiasing; itself if it fits."""
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


def as_normalised(pixels: Tensor) -> Tensor:
    """Pixels in [0, 1] as an EfficientNet wants them: at 3/4 of their size, around 0."""
    import torch

    height, width = pixels.shape[-2:]
    small = resize_pixels(
        pixels, (round(height * EFFICIENT_NET_SHARE), round(width * EFFICIENT_NET_SHARE)))
    mean, spread = (
        torch.tensor(of_channels, dtype=pixels.dtype)[:, None, None]
        for of_channels in (CHANNEL_MEANS, CHANNEL_SPREADS))
    return (small - mean) / spread


def latent_mask(mask: Tensor, form: MaskForm, stride: float) -> Tensor:
    """A mask beside its latent: [1, height / stride, width / stride], or 64 channels of squares.

    Raises:
        SourceError: if squares do not fit into the picture.
    """
    if form is MaskForm.SHUFFLED:
        return _unshuffle_mask(mask)
    height, width = mask.shape[-2:]
    return resize_pixels(mask, (round(height / stride), round(width / stride)))


def apply_mask(pixels: Tensor, mask: Tensor) -> Tensor:
    """The picture with its masked part greyed, in [0, 1], same shape."""
    return pixels * (1 - mask) + mask * GREY


def _unshuffle_mask(mask: Tensor) -> Tensor:
    """[1, H, W] as [64, H/8, W/8]: channel 8y + x is pixel (y, x) of every 8x8 square."""
    height, width = mask.shape[-2:]
    if height % SQUARE or width % SQUARE:
        raise SourceError(
            f"A mask of {width}x{height} pixels cannot be divided into squares of {SQUARE}.")
    rows, columns = height // SQUARE, width // SQUARE
    squares = mask.reshape(rows, SQUARE, columns, SQUARE).permute(1, 3, 0, 2)
    return squares.reshape(SQUARE * SQUARE, rows, columns)


class PreparedPair(PreparedImage, frozen=True):
    """A picture with the one its model inpaints from.

    Attributes:
        conditioning: as `pixels`.
    """

    conditioning: Any


class PicturePreparation:
    """Prepares pictures for one config; thread-safe."""

    def __init__(
        self,
        config: TrainerConfig,
        *,
        dtype: str,
        latent_mask: Callable[[Tensor], Any],
        as_input: Callable[[Tensor], Tensor] = as_signed,
        positions: ModulePositions | None = None,
    ) -> None:
        """Settle what depends on the config only.

        Args:
            config: the trainer's config, of a known model type.
            dtype: torch type pictures are prepared in.
            latent_mask: makes the payload's value of a mask [1, height, width] in [0, 1].
            as_input: makes what the encoder gets of a picture [3, height, width] in [0, 1].
            positions: places of the modules that draw, None for OneTrainer's.
        """
        model_type = find_model_type(config.model_type)
        self._names = image_payload_names(config) or frozenset()
        self._frames = model_type is not None and model_type.frame_axis
        self._dtype = dtype
        self._latent_mask = latent_mask
        self._as_input = as_input
        self._positions = positions or onetrainer_positions(config)
        self._masked = caches_masks(config)
        self._reads_masks = config.masked_training
        self._reads_conditioning = config.custom_conditioning_image

    @property
    def has_frames(self) -> bool:
        """True if values have a frame axis."""
        return self._frames

    def prepare(self, item: ImageItem) -> PreparedImage:
        """Decode, scale, crop and mirror one picture and what lies on it.

        Raises:
            SourceError: if the picture or a sidecar cannot be used.
        """
        with DECODING.scope():  # until all of them are small
            return self._prepare(item)

    def _prepare(self, item: ImageItem) -> PreparedImage:
        levels = read_strips(item.source)
        size = (levels.shape[0], levels.shape[1])
        draws = SampleDraws(self._positions, item.variation, item.position)
        cut = draw_cut(size, item.bucket, item.concept.image, draws)
        pixels = cut_levels(levels, self._dtype, cut)
        del levels  # before the next one is read
        mask = cut_levels(self._mask(item, size), self._dtype, cut) if self._masked else None
        values = self._values(item, size, cut, mask)
        if CONDITIONING not in self._names:
            return PreparedImage(item, self._as_input(pixels), values)
        conditioning = self._conditioning(item, cut, pixels, mask)
        return PreparedPair(
            item, self._as_input(pixels), values, self._as_input(conditioning))

    def payload(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values that a payload of this config contains, in the trainer's order."""
        return {name: values[name] for name in PAYLOAD_ORDER if name in self._names}

    def _mask(self, item: ImageItem, size: Size) -> Levels | Strips:
        """Its mask; of a picture without one all is trained."""
        if item.mask is None or not self._reads_masks:
            return np.broadcast_to(np.uint8(255), size)
        return read_mask_strips(item.mask)

    def _conditioning(self, item: ImageItem, cut: Cut, pixels: Tensor, mask: Tensor) -> Tensor:
        if item.conditioning is None or not self._reads_conditioning:
            return apply_mask(pixels, mask)
        return cut_levels(read_strips(item.conditioning), self._dtype, cut)

    def _values(
        self, item: ImageItem, size: Size, cut: Cut, mask: Tensor | None
    ) -> dict[str, Any]:
        values: dict[str, Any] = {
            "original_resolution": self._resolution(size),
            "crop_offset": cut.offset,
            "crop_resolution": self._resolution(cut.bucket),
            "image_path": item.spelled,
        }
        if mask is not None:
            latent_mask = self._latent_mask(mask)
            values["latent_mask"] = latent_mask[:, None] if self._frames else latent_mask
        return {name: value for name, value in values.items() if name in self._names}

    def _resolution(self, size: Size) -> tuple[int, ...]:
        return (1, *size) if self._frames else size


def check_batch(batch: Sequence[PreparedImage]) -> Size:
    """(height, width) that all pictures of a batch share.

    Raises:
        ValueError: if they differ.
    """
    sizes = {prepared.item.bucket for prepared in batch}
    if len(sizes) != 1:
        raise ValueError(f"a batch has pictures of one size, not of {sorted(sizes)}")
    return sizes.pop()
