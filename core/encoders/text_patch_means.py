"""The embedded encoder's texts behind the interface that a build uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from larder.core.encoders.patch_means import HIDDEN_WIDTH, PatchMeans
from larder.core.encoders.patch_means_images import NAME
from larder.core.encoders.protocol import Fingerprint, PayloadValues
from larder.core.keys.fingerprint import canonical_digest

TEXT_NAMES: Final = ("tokens", "text_encoder_hidden_state")
"""Names of a text payload's arrays, in the order they are written."""

_FACTS: Final = {
    "encoder": NAME,
    "tokens": "UTF-8 bytes between two marks",
    "width": str(HIDDEN_WIDTH),
    "version": "1",
}


class PatchMeansTexts:
    """Byte tokens and a fixed projection, as a `TextEncoder`; it holds no weights."""

    def __init__(self, model_type: str) -> None:
        """Make the encoder for a config's model type.

        Raises:
            UserFacingError: if it is any model type but `LARDER_PATCH_MEANS`.
        """
        self._encoder = PatchMeans(model_type)

    @property
    def fingerprint(self) -> Fingerprint:
        """Its identity: the same everywhere."""
        return Fingerprint(name=NAME, digest=canonical_digest(_FACTS), facts=dict(_FACTS))

    def encode(self, prompts: Sequence[str]) -> list[PayloadValues]:
        """int64 [n] and float32 [n, 32] per prompt, n = bytes + 2, as numpy arrays."""
        return [
            dict(zip(TEXT_NAMES, self._encoder.encode_text(prompt), strict=True))
            for prompt in prompts
        ]

    def close(self) -> None:
        """Nothing to let go of."""
