"""Pixel tensors as pictures: parts laid out, colours brought back, made small."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.payloads.dtypes import Array
from larder.core.queries.previews.drawn import PixelDrawing
from larder.core.queries.previews.patches import (
    COLOURS,
    GRID,
    SHAPES,
    frame_of_shape,
    frames_of_grid,
    strip,
)
from larder.core.queries.previews.payload_values import PayloadValues
from larder.core.queries.previews.shrinking import run_means
from larder.core.stores.sharded.payloads import PIXELS

MOST_SIDE: Final = 512
"""Pixels of the longer side; the window shows it at half of that."""

GAP: Final = 4
"""Pixels between tiles."""


def draw_pixels(values: PayloadValues) -> PixelDrawing:
    """The picture of a vision payload."""
    frames, is_strip = _frames(values)
    colours = _known_colours(frames, values.settings)
    is_stretched = colours is None
    if colours is None:
        colours = _stretched(frames)
    laid = _beside_each_other(colours)
    height, width = frames.shape[2:]
    longest = max(laid.shape[1:])
    small = run_means(laid, axis=1, most=_scaled(laid.shape[1], longest))
    small = run_means(small, axis=2, most=_scaled(laid.shape[2], longest))
    shown = np.clip(np.rint(small * 255.0), 0, 255).astype(np.uint8)
    return PixelDrawing(
        colours=np.ascontiguousarray(shown.transpose(1, 2, 0)), height=height, width=width,
        tiles=len(frames), is_stretched=is_stretched, is_strip=is_strip)


def _frames(values: PayloadValues) -> tuple[Array, bool]:
    """Pictures or parts of one, shape (n, 3, h, w), and whether they are patches in a strip."""
    pixels = values.arrays[PIXELS]
    if pixels.ndim >= 4 or (pixels.ndim == 3 and pixels.shape[0] != 1):
        return _in_colour(pixels.reshape(-1, *pixels.shape[-3:])), False
    patches = pixels.reshape(pixels.shape[-2:])
    found = _from_patches(patches, values)
    return (strip(patches), True) if found is None else (found, False)


def _from_patches(patches: Array, values: PayloadValues) -> Array | None:
    if GRID in values.arrays:
        return frames_of_grid(patches, values.arrays[GRID], values.settings)
    if SHAPES in values.arrays:
        return frame_of_shape(patches, values.arrays[SHAPES])
    return None


def _in_colour(frames: Array) -> Array:
    """Three channels: the axis of three, else the first channel three times."""
    if frames.shape[1] == COLOURS:
        return frames
    if frames.shape[3] == COLOURS:
        return frames.transpose(0, 3, 1, 2)
    return np.repeat(frames[:, :1], COLOURS, axis=1)


def _known_colours(frames: Array, settings: Mapping[str, Any]) -> npt.NDArray[np.float32] | None:
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


def _stretched(frames: Array) -> npt.NDArray[np.float32]:
    finite = frames[np.isfinite(frames)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    plain = np.nan_to_num(frames.astype(np.float32), nan=low, posinf=high, neginf=low)
    stretched: npt.NDArray[np.float32] = (plain - low) / np.float32(high - low or 1.0)
    return stretched


def _beside_each_other(frames: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
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


def _scaled(side: int, longest: int) -> int:
    return side if longest <= MOST_SIDE else max(1, round(side * MOST_SIDE / longest))
