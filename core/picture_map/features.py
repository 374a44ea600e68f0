"""Features: a few hundred numbers for a cached file, near for files that are alike.

Of a latent: the mean of each channel in each field of a 4 x 4 grid, then the standard deviation of
each channel. Of a text: its pooled vector, else the mean of its embedding over the tokens that
count. Files are read by the inert reader; no torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import PayloadError
from larder.core.payloads.dtypes import Array
from larder.core.payloads.pt_file import PtFile
from larder.core.queries.latent_colours import LATENTS, latent_frames

Floats = npt.NDArray[np.float32]

GRID: Final = 4
"""Fields along each side of a latent."""

FIELDS: Final = GRID * GRID

LONGEST_TEXT: Final = 1280
"""Numbers of the longest pooled vector of today's encoders; what is longer is folded to as many."""

POOLED: Final = "pooled"
HIDDEN: Final = "hidden_state"
MASK: Final = "tokens_mask"
ENCODER: Final = "text_encoder"


def read_latent_feature(path: Path) -> Floats:
    """Return the feature of an image store's payload, float32 (17 x channels,).

    Raises:
        PayloadError: if it is damaged, refused, or holds no latent of numbers.
    """
    with PtFile(path) as payload:
        names = payload.members.arrays
        name = next((name for name in LATENTS if name in names), None)
        if name is None:
            raise PayloadError(f"{path.name} contains no latent of a picture.")
        frames = latent_frames(payload.array(name))
    if frames is None:
        raise PayloadError(f"The latent in {path.name} does not have the shape of a picture.")
    return _check_numbers(compute_latent_feature(frames[0]), path)


def compute_latent_feature(latent: Floats) -> Floats:
    """Return the feature of a latent: grid means, channel by channel and row by row, then sigmas.

    Args:
        latent: float32 [channels, h, w].
    """
    means = _reduce_axis(_reduce_axis(latent, 1), 2)
    sigmas = latent.reshape(len(latent), -1).std(axis=1)
    feature: Floats = np.concatenate([means.reshape(-1), sigmas]).astype(np.float32)
    return feature


def _reduce_axis(latent: Floats, axis: int) -> Floats:
    """Means of four equal parts along an axis; sides that four does not divide differ by one."""
    if latent.shape[axis] < GRID:
        latent = np.repeat(latent, GRID, axis=axis)
    side = latent.shape[axis]
    starts = np.arange(GRID) * side // GRID
    lengths = np.diff([*starts.tolist(), side]).astype(np.float32)
    shape = [1, 1, 1]
    shape[axis] = GRID
    sums: Floats = np.add.reduceat(latent, starts, axis=axis)
    return sums / lengths.reshape(shape)


def mirror_order(width: int) -> npt.NDArray[np.intp]:
    """Return the places from which the feature of a mirrored latent takes its numbers.

    Args:
        width: numbers of a feature of a latent.
    """
    order = np.arange(width)
    grids = order[: width * FIELDS // (FIELDS + 1)].reshape(-1, GRID, GRID)
    order[: grids.size] = grids[:, :, ::-1].reshape(-1)
    return order


def read_text_feature(path: Path) -> Floats:
    """Return the feature of a text store's payload, float32, at most 1,280 numbers.

    Raises:
        PayloadError: if it is damaged, refused, or holds no embedding of numbers.
    """
    with PtFile(path) as payload:
        names = list(payload.members.arrays)
        pooled = [payload.array(name) for name in names if POOLED in name]
        parts = [_flat(one) for one in pooled] or [
            _mean_of_tokens(payload.array(name), _mask_of(payload, name, names))
            for name in names if HIDDEN in name]
    if not parts:
        raise PayloadError(f"{path.name} contains no embedding of a text.")
    return _check_numbers(fold(np.concatenate(parts)), path)


def _mask_of(payload: PtFile, name: str, names: Sequence[str]) -> Array | None:
    """Return the mask of an encoder's tokens: `text_encoder_2_…` has `tokens_mask_2`."""
    number = name.removeprefix(ENCODER).partition(f"_{HIDDEN}")[0]
    return payload.array(MASK + number) if MASK + number in names else None


def _flat(array: Array) -> Floats:
    flat: Floats = array.reshape(-1).astype(np.float32)
    return flat


def _mean_of_tokens(embedding: Array, mask: Array | None) -> Floats:
    """Return the mean over the tokens that count, all of them where no mask fits; (width,)."""
    if embedding.ndim < 2 or embedding.size == 0:
        return _flat(embedding)
    tokens = embedding.reshape(-1, embedding.shape[-1]).astype(np.float32)
    counts = None if mask is None else mask.reshape(-1).astype(np.bool_)
    if counts is not None and len(counts) == len(tokens) and counts.any():
        tokens = tokens[counts]
    mean: Floats = tokens.mean(axis=0)
    return mean


def fold(vector: Floats) -> Floats:
    """Return a vector of at most 1,280 numbers whose distances are about those of longer ones.

    Each number of a longer one is added to, or taken from, one of 1,280, always the same.
    """
    if len(vector) <= LONGEST_TEXT:
        return vector
    dice = np.random.default_rng(len(vector))
    places = dice.integers(0, LONGEST_TEXT, len(vector))
    signs = dice.choice(np.array([-1.0, 1.0]), len(vector))
    folded: Floats = np.bincount(
        places, weights=vector * signs, minlength=LONGEST_TEXT).astype(np.float32)
    return folded


def _check_numbers(feature: Floats, path: Path) -> Floats:
    if not len(feature) or not np.isfinite(feature).all():
        raise PayloadError(f"{path.name} contains values that are not numbers.")
    return feature
