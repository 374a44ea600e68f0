"""Interface between a build and its encoders: prepare on any thread, encode on one.

A build decodes pictures on several threads while one batch is being encoded, so the two halves are
separate: `prepare` is pure, thread-safe work on the processor; `encode` runs on the device, from
one thread, with items of one size. Neither knows indexes, stores or payload files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from larder.core.workspace.concepts import Concept

PayloadValues = Mapping[str, Any]
"""What goes into one payload: names to tensors, tuples of ints and texts; no `__` names."""


class ImageItem(msgspec.Struct, frozen=True, gc=False):
    """One picture to encode.

    Attributes:
        spelled: its path as the index spells it; stored as `image_path`.
        mask: its mask file if masks are cached and there is one.
        conditioning: its conditioning picture if the config asks for one and there is one.
        bucket: (height, width) to crop to, pixels.
        concept: whose augmentations apply.
        position: its place in the trainer's whole sample list (in_index); draws depend on it.
        variation: augmentation draw, from 0.
    """

    source: Path
    spelled: str
    mask: Path | None
    conditioning: Path | None
    bucket: tuple[int, int]
    concept: Concept
    position: int
    variation: int


class PreparedImage(msgspec.Struct, frozen=True):
    """One picture, decoded, resized and cropped.

    Attributes:
        pixels: what the encoder takes, float32 or the trainer's type, shape (3, height, width);
            in [-1, 1] for a VAE.
        values: payload values that need no encoder (crop_offset, latent_mask, ...).
    """

    item: ImageItem
    pixels: Any
    values: PayloadValues


class Fingerprint(msgspec.Struct, frozen=True):
    """Identity of an encoder: equal exactly when it gives the same values.

    Attributes:
        name: what people call it: folder name, file name or hub id with revision.
        digest: 16 hex digits over weights, config, library versions and type.
        facts: what the digest is made of, for people and recipes.
    """

    name: str
    digest: str
    facts: Mapping[str, str]


class ImageEncoder(Protocol):
    """Turns pictures into payload values."""

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint that identifies the encoder."""

    def prepare(self, item: ImageItem) -> PreparedImage:
        """Decode, resize and crop; thread-safe.

        Raises:
            SourceError: if the picture or a sidecar cannot be used.
        """

    def encode(self, batch: Sequence[PreparedImage]) -> list[PayloadValues]:
        """Values per picture of one size, in order.

        Raises:
            OutOfMemoryError: if the batch is too large for the device.
        """

    def close(self) -> None:
        """Let go of the weights."""


class TextEncoder(Protocol):
    """Turns prompts into payload values."""

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint that identifies the encoder."""

    def encode(self, prompts: Sequence[str]) -> list[PayloadValues]:
        """Values per prompt, in order, independent of who shares the batch.

        Raises:
            OutOfMemoryError: if the batch is too large for the device.
        """

    def close(self) -> None:
        """Let go of the weights."""


class SourceError(Exception):
    """One source cannot be encoded; `args[0]` is one sentence. The batch goes on without it."""


class DeepPictureError(SourceError):
    """A picture has 16 bits per channel, which the trainer takes for other colours."""


class LargePictureError(SourceError):
    """A picture has more pixels than are decoded."""


class OutOfMemoryError(Exception):
    """The device has no room for this batch; a smaller one may fit."""
