"""The embedded encoder behind the protocol of picture encoders: no weights, no device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.encoders.draws import ModulePositions
from larder.core.encoders.patch_means import PatchMeans
from larder.core.encoders.picture_geometry import Tensor
from larder.core.encoders.picture_preparation import LATENT, PicturePreparation, check_batch
from larder.core.encoders.protocol import Fingerprint, ImageItem, PayloadValues, PreparedImage
from larder.core.keys.fingerprint import canonical_digest
from larder.core.workspace.onetrainer_config import TrainerConfig

NAME: Final = "patch-means"

VERSION: Final = "1"
"""Raised whenever the same picture gives other values."""


class PatchMeansImages:
    """Encodes the pictures of a workspace of the model type `LARDER_PATCH_MEANS`."""

    def __init__(
        self, config: TrainerConfig, *, positions: ModulePositions | None = None
    ) -> None:
        """Make the encoder for a config.

        Args:
            config: the trainer's config.
            positions: places of the modules that draw, None for OneTrainer's.

        Raises:
            UserFacingError: if the config is for any other model type.
        """
        self._means = PatchMeans(config.model_type)
        self._preparation = PicturePreparation(
            config, dtype="float32", latent_mask=self._latent_mask, positions=positions)
        facts = {"encoder": NAME, "version": VERSION}
        self._fingerprint = Fingerprint(NAME, canonical_digest(facts), facts)

    @property
    def fingerprint(self) -> Fingerprint:
        """Its identity."""
        return self._fingerprint

    def prepare(self, item: ImageItem) -> PreparedImage:
        """Decode, scale and crop; thread-safe.

        Raises:
            SourceError: if the picture or its mask cannot be used.
        """
        return self._preparation.prepare(item)

    def encode(self, batch: Sequence[PreparedImage]) -> list[PayloadValues]:
        """Values per picture of one size, in order, as numpy arrays."""
        if not batch:
            return []
        check_batch(batch)
        return [
            self._preparation.payload({**prepared.values, LATENT: self._latent(prepared.pixels)})
            for prepared in batch
        ]

    def close(self) -> None:
        """Nothing is held."""

    def _latent(self, pixels: Tensor) -> npt.NDArray[np.float32]:
        return self._means.encode_image(pixels.numpy())

    def _latent_mask(self, mask: Tensor) -> npt.NDArray[np.float32]:
        return self._means.encode_mask(mask.numpy())
