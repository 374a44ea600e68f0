"""Pixel tensors as pictures: patches put together, colours brought back, laid out, made small.

Sources of the orders of patches: `image_processing_qwen2_vl.py` and `image_processing_siglip2.py`
of transformers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.payloads.dtypes import Array
from larder.core.queries.preview import PixelDrawing
from larder.core.stores.values.payloads import PIXELS

GRID: Final = "image_grid_thw"
SHAPES: Final = "spatial_shapes"
COLOURS: Final = 3

MOST_SIDE: Final = 512
"""Pixels of the longer side; the window shows it at half of that."""

GAP: Final = 4
"""Pixels between tiles."""


def draw_pixels(
    arrays: Mapping[str, Array], settings: Mapping[str, Any]
) -> PixelDrawing:
    """The picture of a vision payload, made by a processor with these settings."""
    frames, is_strip = _frames(arrays, settings)
    colours = _restore_colours(frames, settings)
    is_stretched = colours is None
    if colours is None:
        colours = _stretch_levels(frames)
    height, width = frames.shape[2:]
    return PixelDrawing(
        colours=fit_levels(tile_frames(colours), MOST_SIDE), height=height, width=width,
        tiles=len(frames), is_stretched=is_stretched, is_strip=is_strip)


def _frames(
    arrays: Mapping[str, Array], settings: Mapping[str, Any]
) -> tuple[Array, bool]:
    """Pictures or parts of one, shape (n, 3, h, w), and whether they are patches in a strip."""
    pixels = arrays[PIXELS]
    if pixels.ndim >= 4 or (pixels.ndim == 3 and pixels.shape[0] != 1):
        return _in_colour(pixels.reshape(-1, *pixels.shape[-3:])), False
    patches = pixels.reshape(pixels.shape[-2:])
    found = _from_patches(patches, arrays, settings)
    return (strip(patches), True) if found is None else (found, False)


def _from_patches(
    patches: Array, arrays: Mapping[str, Array], settings: Mapping[str, Any]
) -> Array | None:
    if GRID in arrays:
        return frames_of_grid(patches, arrays[GRID], settings)
    if SHAPES in arrays:
        return frame_of_shape(patches, arrays[SHAPES])
    return None


def _in_colour(frames: Array) -> Array:
    """Three channels: the axis of three, else the first channel three times."""
    if frames.shape[1] == COLOURS:
        return frames
    if frames.shape[3] == COLOURS:
        return frames.transpose(0, 3, 1, 2)
    return np.repeat(frames[:, :1], COLOURS, axis=1)


def _restore_colours(frames: Array, settings: Mapping[str, Any]) -> npt.NDArray[np.float32] | None:
    """Colours from 0 to 1 as they were before the processor, None if its settings are not known."""
    if "do_normalize" not in settings or "do_rescale" not in settings:
        return None
    plain = np.nan_to_num(frames.astype(np.float32))
    if settings["do_normalize"]:
        mean, std = _per_channel(settings, "image_mean"), _per_channel(settings, "image_std")
        if mean is None or std is None:
            return None
        plain = (plain * std + mean).astype(np.float32)
    rescaled: npt.NDArray[np.float32] = plain if settings["do_rescale"] else plain / 255.0
    return rescaled


def _per_channel(settings: Mapping[str, Any], name: str) -> Array | None:
    value = settings.get(name)
    numbers = [value] * COLOURS if isinstance(value, int | float) else value
    if not isinstance(numbers, list | tuple) or len(numbers) != COLOURS:
        return None
    spread: Array = np.asarray(numbers, dtype=np.float32).reshape(1, COLOURS, 1, 1)
    return spread


def _stretch_levels(frames: Array) -> npt.NDArray[np.float32]:
    plain, low, high = finite_part(frames)
    stretched: npt.NDArray[np.float32] = (plain - low) / np.float32(high - low or 1.0)
    return stretched


def finite_part(values: Array) -> tuple[npt.NDArray[np.float32], float, float]:
    """Values with all that are not finite at an end of the others, and these ends; 0.0 for none."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    return np.nan_to_num(values.astype(np.float32), nan=low, posinf=high, neginf=low), low, high


def fit_levels(shares: npt.NDArray[np.float32], most: int) -> npt.NDArray[np.uint8]:
    """Shares [channels, h, w] as levels [h, w, channels] whose sides are at most so long."""
    longest = max(shares.shape[1:])
    for axis, side in enumerate(shares.shape[1:], start=1) if longest > most else ():
        shares = run_means(shares, axis=axis, most=max(1, round(side * most / longest)))
    return levels_of(shares.transpose(1, 2, 0))


def levels_of(shares: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """Shares from 0 to 1 as levels from 0 to 255."""
    levels: npt.NDArray[np.uint8] = np.clip(np.rint(shares * 255), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(levels)


def tile_frames(frames: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """All frames in one picture, shape (3, h, w), grey between them."""
    count, _, height, width = frames.shape
    if count == 1:
        only: npt.NDArray[np.float32] = frames[0]
        return only
    across = math.isqrt(count - 1) + 1
    down = -(-count // across)
    laid = np.full(
        (COLOURS, down * (height + GAP) - GAP, across * (width + GAP) - GAP), 0.5, np.float32)
    for at, frame in enumerate(frames):
        top, left = (at // across) * (height + GAP), (at % across) * (width + GAP)
        laid[:, top : top + height, left : left + width] = frame
    return laid


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


def strip(patches: Array) -> Array:
    """Patches in their order, in rows that make a square, shape (1, 3, h, w).

    Features that are no square of colours, of two moments or one, are laid as grey rows, one per
    patch.
    """
    rows, features = patches.shape
    for moments in (2, 1):
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


def run_starts(count: int, most: int) -> npt.NDArray[np.int64]:
    """Where at most `most` runs of nearly equal length begin, int64, shape (min(count, most),)."""
    runs = min(count, most)
    return (np.arange(runs, dtype=np.int64) * count) // max(runs, 1)


def run_means(values: Array, *, axis: int, most: int) -> npt.NDArray[np.float32]:
    """Means of runs along an axis, float32; the other axes stay as they are."""
    count = values.shape[axis]
    if count <= most:
        return values.astype(np.float32)
    starts = run_starts(count, most)
    shape = [1] * values.ndim
    shape[axis] = len(starts)
    lengths = np.diff(starts, append=count).reshape(shape)
    sums = np.add.reduceat(values.astype(np.float32), starts, axis=axis)
    means: npt.NDArray[np.float32] = (sums / lengths).astype(np.float32)
    return means
