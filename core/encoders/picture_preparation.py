"""From a picture's files to what its encoder gets, and to the payload values that need no encoder.

Everything that lies on a picture (mask, conditioning picture) is scaled, cropped and mirrored with
it. Source: the order of modules in OneTrainer's data loaders, re-derived.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from larder.core.encoders.augmentations import caches_masks
from larder.core.encoders.draws import ModulePositions, SampleDraws, onetrainer_positions
from larder.core.encoders.masks import masked_out, white_mask
from larder.core.encoders.picture_files import read_mask, read_picture
from larder.core.encoders.picture_geometry import (
    Cut,
    Tensor,
    as_pixels,
    as_signed,
    cut_out,
    draw_cut,
)
from larder.core.encoders.protocol import ImageItem, PreparedImage
from larder.core.workspace.bucketing import Size
from larder.core.workspace.model_types import find_model_type, image_payload_names
from larder.core.workspace.onetrainer_config import TrainerConfig

LATENT: Final = "latent_image"
CONDITIONING: Final = "latent_conditioning_image"

PAYLOAD_ORDER: Final = (
    LATENT, "original_resolution", "crop_offset", "latent_mask", CONDITIONING, "crop_resolution",
    "image_path",
)
"""The order in which the trainer writes the values of an image payload."""


@dataclass(frozen=True, slots=True)
class PreparedPair(PreparedImage):
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
        positions: ModulePositions | None = None,
    ) -> None:
        """Settle what depends on the config only.

        Args:
            config: the trainer's config, of a known model type.
            dtype: torch type pictures are prepared in.
            latent_mask: makes the payload's value of a mask [1, height, width] in [0, 1].
            positions: places of the modules that draw, None for OneTrainer's.
        """
        model_type = find_model_type(config.model_type)
        self._names = image_payload_names(config) or frozenset()
        self._frames = model_type is not None and model_type.frame_axis
        self._dtype = dtype
        self._latent_mask = latent_mask
        self._positions = positions or onetrainer_positions(config)
        self._masked = caches_masks(config)
        self._reads_masks = config.masked_training
        self._reads_conditioning = config.custom_conditioning_image

    @property
    def has_frames(self) -> bool:
        """Whether values have a frame axis."""
        return self._frames

    def prepare(self, item: ImageItem) -> PreparedImage:
        """Decode, scale, crop and mirror one picture and what lies on it.

        Raises:
            SourceError: if the picture or a sidecar cannot be used.
        """
        picture = as_pixels(read_picture(item.source), self._dtype)
        size = (int(picture.shape[-2]), int(picture.shape[-1]))
        draws = SampleDraws(self._positions, item.variation, item.position)
        cut = draw_cut(size, item.bucket, item.concept.image, draws)
        pixels = cut_out(picture, cut)
        mask = cut_out(self._mask(item, size), cut) if self._masked else None
        values = self._values(item, size, cut, mask)
        signed = as_signed(pixels)
        if CONDITIONING not in self._names:
            return PreparedImage(item, signed, values)
        conditioning = self._conditioning(item, cut, pixels, mask)
        return PreparedPair(item, signed, values, as_signed(conditioning))

    def payload(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """What a payload of this config holds of some values, in the trainer's order."""
        return {name: values[name] for name in PAYLOAD_ORDER if name in self._names}

    def _mask(self, item: ImageItem, size: Size) -> Tensor:
        if item.mask is None or not self._reads_masks:
            return white_mask(size, self._dtype)
        return as_pixels(read_mask(item.mask), self._dtype)

    def _conditioning(self, item: ImageItem, cut: Cut, pixels: Tensor, mask: Tensor) -> Tensor:
        if item.conditioning is None or not self._reads_conditioning:
            return masked_out(pixels, mask)
        return cut_out(as_pixels(read_picture(item.conditioning), self._dtype), cut)

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
