"""Points worth a look: outliers, which are alone, and near copies, also mirrored ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.jobs import CancelToken, Job, Progress
from larder.core.picture_map.features import mirror_order
from larder.core.picture_map.neighbours import (
    CELLS_AT_ONCE,
    ROWS_AT_ONCE,
    Floats,
    Numbers,
    Places,
    Scale,
    scale_rows,
)

ALONE_PERCENTILE: Final = 99.5
ALONE_FACTOR: Final = 1.5
"""A point is alone only from so many times the usual distance on: in every set, also of pictures
that are all as far from each other, half a percent is beyond that percentile."""

LEAST_POINTS: Final = 20
"""Of fewer, nobody can say what is usual."""

COPY_DISTANCE: Final = 0.06
"""Copies are nearer than this share of their own distance from the middle of the data set.
Photographs that were compressed anew are at 0.01 to 0.05, one in 25 overlapping crops of the same
photograph is."""

MIRRORED_DISTANCE: Final = 0.12
"""The same of mirror images: an encoder turns them only nearly into each other."""

CANDIDATES: Final = 5
"""Nearest neighbours that may be copies; they share one of them where there are more."""

MIRRORING: Final = "looking for mirror images"

ROUNDING: Final = 1.001
"""Distances are squared and subtracted on the way."""

NOBODY: Final = -1
TINY: Final = 1e-12


def find_outliers(distances: Floats) -> npt.NDArray[np.bool_]:
    """Return which points are alone: their nearest neighbour is farther than nearly all others'.

    Args:
        distances: of neighbours, nearest first, shape (n, k).
    """
    if len(distances) < LEAST_POINTS or not distances.shape[1]:
        return np.zeros(len(distances), np.bool_)
    nearest = distances[:, 0]
    limit = max(np.percentile(nearest, ALONE_PERCENTILE), ALONE_FACTOR * np.median(nearest))
    return np.asarray(nearest > limit)


def find_copies(
    families: Sequence[npt.NDArray[Any]], scales: Sequence[Scale], neighbours: Places,
    distances: Floats,
) -> Places:
    """Return for each point the nearest one that is a near copy, -1 for none; int32, (n,).

    Args:
        families: features of each, shape (n, d).
        scales: of them.
        neighbours: of each, nearest first, shape (n, k).
        distances: of those, along the directions of most variance.
    """
    found = np.full(len(neighbours), NOBODY, np.int32)
    # Along some directions points are at most as far from each other as along all of them.
    limit = _measure_sizes(families, scales) * reach_of(COPY_DISTANCE)
    for rank in range(min(neighbours.shape[1], CANDIDATES)):
        close = np.flatnonzero(distances[:, rank] <= limit).astype(np.int32)
        for start in range(0, len(close), ROWS_AT_ONCE):
            rows = close[start : start + ROWS_AT_ONCE]
            near = neighbours[rows, rank]
            one, other = scale_rows(families, scales, rows), scale_rows(families, scales, near)
            is_copy = _share(one, other) <= COPY_DISTANCE
            _note(found, rows[is_copy], near[is_copy])
    return found


def find_mirrored(
    latents: npt.NDArray[Any], scale: Scale, directions: Floats, points: Floats,
    token: CancelToken, *, rows: Numbers | None = None,
) -> Job[Places]:
    """Find for each latent the nearest one that is a near copy of its mirror image, -1 for none.

    One that is as good a copy unmirrored, as of a symmetrical picture, is none. Only points that
    are near enough along the direction of most variance are compared.

    Args:
        latents: features, shape (n, d).
        scale: of them.
        directions: along which they were projected, shape (d, k).
        points: shape (n, k).
        token: checked per block.
        rows: the points that are asked about, shape (m,); None for all.

    Returns:
        Numbers of points, int32, shape (m,).

    Raises:
        JobCancelled: if the token was cancelled.
    """
    asked = np.arange(len(latents)) if rows is None else rows
    found = np.full(len(asked), NOBODY, np.int32)
    turned, sizes = _turn(latents, scale, directions, asked)
    if not points.shape[1]:
        return found
    in_order = np.argsort(points[:, 0], kind="stable")
    lined_up = points[in_order]
    squares = np.square(lined_up).sum(axis=1)
    # Those beside each other have nearly the same points to be compared with.
    asking = np.argsort(turned[:, 0], kind="stable")
    at_once = max(CELLS_AT_ONCE // len(points), 1)
    for start in range(0, len(asking), at_once):
        token.check()
        yield Progress(MIRRORING, start, len(asking), "pictures")
        at = asking[start : start + at_once]
        block, reach = turned[at], sizes[at] * (reach_of(MIRRORED_DISTANCE) * ROUNDING)
        low, high = np.searchsorted(lined_up[:, 0], (
            (block[:, 0] - reach).min(), (block[:, 0] + reach).max()))
        apart = squares[low:high] - 2 * block @ lined_up[low:high].T
        apart += np.square(block).sum(axis=1)[:, None]
        apart[in_order[low:high] == asked[at][:, None]] = np.inf  # itself
        has = np.flatnonzero((apart <= np.square(reach)[:, None]).any(axis=1))
        count = min(CANDIDATES, int(high - low))
        if len(has):
            near = np.argpartition(apart[has], count - 1, axis=1)[:, :count]
            near = np.take_along_axis(
                near, np.argsort(np.take_along_axis(apart[has], near, axis=1), axis=1), axis=1)
            found[at[has]] = _find_mirror(latents, scale, asked[at[has]], in_order[low + near])
    return found


def _turn(
    latents: npt.NDArray[Any], scale: Scale, directions: Floats, asked: Numbers
) -> tuple[Floats, Floats]:
    """Return some points as if mirrored, (m, k), and how far those are from the middle, (m,)."""
    order = mirror_order(latents.shape[1])
    turned = np.zeros((len(asked), directions.shape[1]), np.float32)
    sizes = np.zeros(len(asked), np.float32)
    for start in range(0, len(asked), ROWS_AT_ONCE):
        here = slice(start, start + ROWS_AT_ONCE)
        whole = scale.apply(latents[asked[here]][:, order])
        turned[here], sizes[here] = whole @ directions, np.linalg.norm(whole, axis=1)
    return turned, sizes


def _find_mirror(
    latents: npt.NDArray[Any], scale: Scale, rows: Numbers, candidates: Numbers
) -> Places:
    """Return which of some candidates, (m, c) nearest first, is a row's mirror image; -1: none."""
    found = np.full(len(rows), NOBODY, np.int32)
    straight = scale.apply(latents[rows])
    mirrored = scale.apply(latents[rows][:, mirror_order(latents.shape[1])])
    for near in candidates.T:
        other = scale.apply(latents[near])
        share = _share(mirrored, other)
        is_one = (share <= MIRRORED_DISTANCE) & (share < _share(straight, other) / 2)
        _note(found, np.flatnonzero(is_one), near[is_one])
    return found


def reach_of(share: float) -> float:
    """Return how far a copy is at most, as a share of the size of one of both: see `_share`."""
    return share / (1 - share / 2)


def _measure_sizes(families: Sequence[npt.NDArray[Any]], scales: Sequence[Scale]) -> Floats:
    """Return how far points are from the middle of the data set; (n,)."""
    blocks = [
        np.linalg.norm(scale_rows(families, scales, slice(start, start + ROWS_AT_ONCE)), axis=1)
        for start in range(0, len(families[0]), ROWS_AT_ONCE)]
    return np.concatenate([np.zeros(0, np.float32), *blocks])


def _share(one: Floats, other: Floats) -> Floats:
    """Return how far rows are from each other, as a share of how far they are from the middle."""
    sizes = np.linalg.norm(one, axis=1) + np.linalg.norm(other, axis=1)
    apart: Floats = np.linalg.norm(one - other, axis=1) / np.maximum(sizes / 2, TINY)
    return apart


def _note(found: Places, rows: Places | Numbers, near: Places | Numbers) -> None:
    """Write down copies of rows that have none yet."""
    is_new = found[rows] == NOBODY
    found[rows[is_new]] = near[is_new]
