"""The embedded encoder: 8x8 patch means as a latent, byte tokens with a fixed projection as text.

It needs no weights and no torch, so the sample workspace and the tests can build real caches
within seconds. What it makes can be checked by eye: the first three latent channels are the
picture at an eighth of its size. No model trains on it; a config asks for it with the model type
`LARDER_PATCH_MEANS`, and it refuses every other one, so that its payloads never end up in the
cache of a real model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.encoders.draws import ModulePositions
from larder.core.encoders.model_files import PATCH_MEANS, PATCH_MEANS_TYPE
from larder.core.encoders.pictures import LATENT, PicturePreparation, check_batch
from larder.core.encoders.protocol import Fingerprint, ImageItem, PayloadValues, PreparedImage
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import canonical_digest
from larder.core.workspace.onetrainer_config import TrainerConfig

PATCH: Final = 8
"""Side of one patch in pixels: the stride of a latent."""

HIDDEN_WIDTH: Final = 32
"""Numbers per token in the text embedding."""

BEGIN_TOKEN: Final = 256
END_TOKEN: Final = 257
VOCABULARY: Final = 258
"""256 byte values and two marks, so that even an empty caption has tokens."""

_LUMA_WEIGHTS: Final = np.array([0.299, 0.587, 0.114], dtype=np.float64)
"""Weights of R, G, B in luma (ITU-R BT.601, 2.5.1)."""

_PROJECTION_SEED: Final = 8_258_032

VERSION: Final = "1"
"""Raised whenever the same picture gives other values."""

TEXT_NAMES: Final = ("tokens", "text_encoder_hidden_state")
"""Names of a text payload's arrays, in the order they are written."""

_FACTS: Final = {
    "encoder": PATCH_MEANS,
    "tokens": "UTF-8 bytes between two marks",
    "width": str(HIDDEN_WIDTH),
    "version": "1",
}


class PatchMeans:
    """Encodes pictures and captions without a model, to the same bytes on every machine."""

    def __init__(self, model_type: str) -> None:
        """Make the encoder for a config.

        Raises:
            UserFacingError: if the config is for any model type but `LARDER_PATCH_MEANS`.
        """
        if model_type != PATCH_MEANS_TYPE:
            raise UserFacingError(
                f"The built-in encoder cannot build for {model_type}.",
                f"It is only for workspaces whose model_type is {PATCH_MEANS_TYPE}.",
            )
        self._projection = _make_projection()

    def encode_image(self, pixels: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Area means of R, G and B, and the local contrast, of each 8x8 patch.

        Of float32 [3, H, W] in [-1, 1]; H and W are multiples of 8.

        Returns:
            float32 [4, H/8, W/8]: means in [-1, 1], then the standard deviation of luma in [0, 1].

        Raises:
            ValueError: if the shape is another one.
        """
        patches = _patches(pixels, channels=3)
        means = patches.mean(axis=(2, 4))
        luma = np.tensordot(_LUMA_WEIGHTS, patches, axes=1)
        contrast = luma.std(axis=(1, 3))
        return np.concatenate([means, contrast[np.newaxis]]).astype(np.float32)

    def encode_mask(self, mask: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Area means of a mask: float32 [1, H, W] in [0, 1] as [1, H/8, W/8].

        Raises:
            ValueError: if the shape is another one.
        """
        means: npt.NDArray[np.float64] = _patches(mask, channels=1).mean(axis=(2, 4))
        return means.astype(np.float32)

    def encode_text(self, text: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """UTF-8 bytes between two marks, and one fixed random vector per token.

        Nothing is padded or cut, so the length tells the caption's. A lone surrogate (from a file
        name that is not UTF-8) is encoded as the byte it stands for.

        Returns:
            tokens int64 [n] and hidden float32 [n, 32], n = bytes of the caption + 2.
        """
        encoded = text.encode("utf-8", errors="surrogateescape")
        tokens = np.array([BEGIN_TOKEN, *encoded, END_TOKEN], dtype=np.int64)
        return tokens, self._projection[tokens]


def _patches(array: npt.NDArray[np.float32], *, channels: int) -> npt.NDArray[np.float64]:
    """[C, H, W] as [C, H/8, 8, W/8, 8], in float64 so that the order of a sum cannot matter."""
    if array.ndim != 3 or array.shape[0] != channels:
        raise ValueError(f"expected [{channels}, H, W], got {array.shape}")
    height, width = array.shape[1:]
    if height % PATCH or width % PATCH or not height or not width:
        raise ValueError(f"height and width must be multiples of {PATCH}, got {height}x{width}")
    split = (channels, height // PATCH, PATCH, width // PATCH, PATCH)
    return array.astype(np.float64).reshape(split)


def _make_projection() -> npt.NDArray[np.float32]:
    """float32 [258, 32], uniform in [-1, 1).

    Drawn from the raw bits of PCG64: numpy promises that the stream of a bit generator never
    changes, but not that its distributions keep theirs. 24 bits fit a float32 exactly.
    """
    bits = np.random.PCG64(_PROJECTION_SEED).random_raw(VOCABULARY * HIDDEN_WIDTH)
    unit = (bits >> np.uint64(40)).astype(np.float64) / 2.0**23 - 1.0
    return unit.astype(np.float32).reshape(VOCABULARY, HIDDEN_WIDTH)


class PatchMeansImages(PatchMeans):
    """As an `ImageEncoder`; it holds no weights."""

    def __init__(
        self, config: TrainerConfig, *, positions: ModulePositions | None = None
    ) -> None:
        super().__init__(config.model_type)
        self._preparation = PicturePreparation(
            config, dtype="float32", positions=positions,
            latent_mask=lambda mask: self.encode_mask(mask.numpy()))
        facts = {"encoder": PATCH_MEANS, "version": VERSION}
        self._fingerprint = Fingerprint(PATCH_MEANS, canonical_digest(facts), facts)

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint that identifies the encoder."""
        return self._fingerprint

    def prepare(self, item: ImageItem) -> PreparedImage:
        """Prepare one picture for encoding; see `ImageEncoder.prepare`."""
        return self._preparation.prepare(item)

    def encode(self, batch: Sequence[PreparedImage]) -> list[PayloadValues]:
        """Values per picture of one size, in order, as numpy arrays."""
        if not batch:
            return []
        check_batch(batch)
        return [
            self._preparation.payload(
                {**prepared.values, LATENT: self.encode_image(prepared.pixels.numpy())})
            for prepared in batch
        ]

    def close(self) -> None:
        """Do nothing, for there is nothing to release."""


class PatchMeansTexts(PatchMeans):
    """As a `TextEncoder`; it holds no weights."""

    @property
    def fingerprint(self) -> Fingerprint:
        """Its identity: the same everywhere."""
        return Fingerprint(name=PATCH_MEANS, digest=canonical_digest(_FACTS), facts=dict(_FACTS))

    def encode(self, prompts: Sequence[str]) -> list[PayloadValues]:
        """int64 [n] and float32 [n, 32] per prompt, n = bytes + 2, as numpy arrays."""
        return [
            dict(zip(TEXT_NAMES, self.encode_text(prompt), strict=True))
            for prompt in prompts
        ]

    def close(self) -> None:
        """Nothing to let go of."""
