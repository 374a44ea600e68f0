"""Pixels of the sample's pictures as a vision model takes them, with Pillow and numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, blob_of
from larder.core.encoders.vision_pixels import READING
from larder.core.keys.cache_keys import VisionKey
from larder.core.keys.strict_fingerprint import StrictFingerprint, strict_fingerprint
from larder.core.payloads.arrays import Values
from larder.core.workspace.store_kinds import StoreKind


@dataclass(frozen=True, slots=True)
class SquarePixels:
    """The middle square of a picture, resized, each channel brought around zero.

    Attributes:
        side: of the square, pixels.
        filter: Pillow's name of what resizes.
        mean: what is taken from levels between 0 and 1.
        std: what they are divided by then.
    """

    side: int = 112
    filter: str = "BICUBIC"
    mean: float = 0.5
    std: float = 0.5

    def pixels(self, path: Path) -> npt.NDArray[np.float32]:
        """Pixels of a picture: float32, shape (1, 3, side, side).

        Raises:
            SourceError: if it cannot be read.
        """
        picture = Image.fromarray(read_picture(path))
        short = min(picture.size)
        left, top = ((length - short) // 2 for length in picture.size)
        square = picture.resize(
            (self.side, self.side), Image.Resampling[self.filter],
            box=(left, top, left + short, top + short))
        levels = np.asarray(square, dtype=np.float32) / 255
        centred = (levels - self.mean) / self.std
        return np.ascontiguousarray(centred.transpose(2, 0, 1)[np.newaxis], dtype=np.float32)


class SamplePixels:
    """`ValueEncoder` of such pixels."""

    def __init__(self, settings: SquarePixels | None = None) -> None:
        self._settings = settings or SquarePixels()
        self._fingerprint = strict_fingerprint(
            self._settings, name="sample-pixels", libraries=("pillow", "numpy"),
            extra={"reading": READING})

    @property
    def kind(self) -> StoreKind:
        """See `ValueEncoder`."""
        return StoreKind.VISION

    @property
    def fingerprint(self) -> StrictFingerprint:
        """See `ValueEncoder`."""
        return self._fingerprint

    def pieces(self, source: SourceFile) -> Sequence[Piece]:
        """One; see `ValueEncoder`."""
        side = self._settings.side
        key = VisionKey(blob_of(source), self._fingerprint.digest, side, side)
        return (Piece(key, source.path),)

    def encode(self, pieces: Sequence[Piece]) -> list[Values | SourceError]:
        """See `ValueEncoder`: `pixel_values`, float32 [1, 3, side, side]."""
        return [{"pixel_values": self._settings.pixels(piece.source)} for piece in pieces]

    def close(self) -> None:
        """See `ValueEncoder`; there is nothing to let go of."""
