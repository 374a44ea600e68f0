"""Pictures from the patches that some processors cut them into.

Sources of the orders: `image_processing_qwen2_vl.py` and `image_processing_siglip2.py` of
transformers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from larder.core.payloads.dtypes import Array

GRID: Final = "image_grid_thw"
SHAPES: Final = "spatial_shapes"
COLOURS: Final = 3


def frames_of_grid(patches: Array, grid: Array, settings: Mapping[str, Any]) -> Array | None:
    """Pictures from rows in merged order, shape (frames, 3, h, w); None if they do not fit.

    Args:
        patches: (rows, 3 * temporal * patch * patch).
        grid: (1, 3): frames, patches down, patches across.
        settings: `patch_size`, `merge_size` and `temporal_patch_size` of the processor; as in the
            first of these models where they are not known.
    """
    temporal = _count(settings, "temporal_patch_size", 2)
    merge = _count(settings, "merge_size", 2)
    side = math.isqrt(patches.shape[1] // (COLOURS * temporal))
    frames, down, across = (int(count) for count in np.asarray(grid).reshape(-1)[:3])
    fits = (
        patches.shape == (frames * down * across, COLOURS * temporal * side * side)
        and down % merge == 0 and across % merge == 0 and side > 0 and patches.size > 0)
    if not fits:
        return None
    blocks = patches.reshape(
        frames, down // merge, across // merge, merge, merge, COLOURS, temporal, side, side)
    # A still picture is there once per moment of its patches; the first one will do.
    return (
        blocks[:, :, :, :, :, :, 0].transpose(0, 5, 1, 3, 6, 2, 4, 7)
        .reshape(frames, COLOURS, down * side, across * side))


def frame_of_shape(patches: Array, shape: Array) -> Array | None:
    """One picture from rows whose colours come last, shape (1, 3, h, w); None if they do not fit.

    Args:
        patches: (rows, patch * patch * 3), rows beyond the picture are padding.
        shape: (1, 2): patches down, patches across.
    """
    down, across = (int(count) for count in np.asarray(shape).reshape(-1)[:2])
    side = math.isqrt(patches.shape[1] // COLOURS)
    if side * side * COLOURS != patches.shape[1] or not 0 < down * across <= len(patches):
        return None
    blocks = patches[: down * across].reshape(down, across, side, side, COLOURS)
    return blocks.transpose(4, 0, 2, 1, 3).reshape(1, COLOURS, down * side, across * side)


def strip(patches: Array, *, temporal: int = 2) -> Array:
    """Patches in their order, in rows that make a square, shape (1, 3, h, w).

    Features that are no square of colours are laid as grey rows, one per patch.
    """
    rows, features = patches.shape
    for moments in (temporal, 1):
        side = math.isqrt(features // (COLOURS * moments))
        if side and COLOURS * moments * side * side == features:
            across = math.isqrt(rows - 1) + 1
            down = -(-rows // across)
            padded = np.zeros((down * across, COLOURS, side, side), patches.dtype)
            padded[:rows] = patches.reshape(rows, COLOURS, moments, side, side)[:, :, 0]
            laid = padded.reshape(down, across, COLOURS, side, side).transpose(2, 0, 3, 1, 4)
            return laid.reshape(1, COLOURS, down * side, across * side)
    return np.broadcast_to(patches, (1, COLOURS, rows, features))


def _count(settings: Mapping[str, Any], name: str, otherwise: int) -> int:
    value = settings.get(name)
    return value if isinstance(value, int) and value > 0 else otherwise
