"""Pictures for encoders, and what a build says of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from larder.core.encoders.protocol import ImageItem
from larder.core.workspace.concepts import Concept, read_concepts


def write_picture(path: Path, *, height: int = 90, width: int = 130, seed: int = 0) -> Path:
    """A smooth random picture, so that scaling it wrongly shows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), dtype=np.uint8)
    Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC).save(path)
    return path


def write_mask(path: Path, *, height: int = 90, width: int = 130) -> Path:
    """A mask whose left half counts."""
    levels = np.zeros((height, width), dtype=np.uint8)
    levels[:, : width // 2] = 255
    Image.fromarray(levels).save(path)
    return path


def concept_with(**image: Any) -> Concept:
    """A concept with these picture settings, crops in the middle unless they say otherwise."""
    concept, = read_concepts([{"path": "data", "image": {"enable_crop_jitter": False, **image}}])
    return concept


def item_of(source: Path, **changes: Any) -> ImageItem:
    """A picture to encode, at 64x96 in its first variation."""
    values: dict[str, Any] = {
        "source": source, "spelled": f"data/{source.name}", "mask": None, "conditioning": None,
        "bucket": (64, 96), "concept": concept_with(), "position": 0, "variation": 0,
    }
    return ImageItem(**{**values, **changes})
