"""The `larder.latents/1` document: what was found of cached latents.

Apart from what reads them: a window that only draws it loads none of that.
"""

from __future__ import annotations

from typing import Final

import msgspec

from larder.core.picture_map.document import SkippedFile
from larder.core.quantities import Amount

FAR: Final = 5.0
"""Robust standard deviations from the median from which a picture is far from the others."""


class LatentFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.latents/1` document.

    Attributes:
        layout: of the cache, "released" or "cache.json".
        pictures: whose latents were read.
        absent: samples of which no latent is cached.
        unread: what is left to be read.
        far: pictures that are far from the others.
        skipped: cached files that cannot be read.
        stopped: whether it was cancelled.
    """

    schema: str = "larder.latents/1"
    layout: str
    pictures: int
    absent: int
    unread: Amount
    far: int
    skipped: tuple[SkippedFile, ...]
    stopped: bool = False
