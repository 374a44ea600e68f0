"""Points worth a look: outliers, which are alone, and near copies, also mirrored ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.jobs import CancelToken, Job
from larder.core.picture_map.features import mirror_order
from larder.core.picture_map.neighbours import (
    ROWS_AT_ONCE,
    Floats,
    Places,
    Scale,
    find_neighbours,
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
    families: Sequence[npt.NDArray[Any]], scales: Sequence[Scale], neighbours: Places
) -> Places:
    """Return for each point the nearest one that is a near copy, -1 for none; int32, (n,)."""
    found = np.full(len(neighbours), NOBODY, np.int32)
    for rows, near in _candidates(neighbours):
        one, other = scale_rows(families, scales, rows), scale_rows(families, scales, near)
        is_copy = _share(one, other) <= COPY_DISTANCE
        _note(found, rows[is_copy], near[is_copy])
    return found


def find_mirrored(
    latents: npt.NDArray[Any], scale: Scale, directions: Floats, points: Floats, token: CancelToken
) -> Job[Places]:
    """Find for each latent the nearest one that is a near copy of its mirror image, -1 for none.

    One that is as good a copy unmirrored, as of a symmetrical picture, is none.

    Args:
        latents: features, shape (n, d).
        scale: of them.
        directions: along which they were projected, shape (d, k).
        points: shape (n, k).
        token: checked per block.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    turned = latents[:, mirror_order(latents.shape[1])]
    projected = np.concatenate([
        scale.apply(turned[start : start + ROWS_AT_ONCE]) @ directions
        for start in range(0, len(turned), ROWS_AT_ONCE)])
    neighbours, _ = yield from find_neighbours(points, token, asked=projected, count=CANDIDATES)
    found = np.full(len(neighbours), NOBODY, np.int32)
    for rows, near in _candidates(neighbours):
        other = scale.apply(latents[near])
        mirrored = _share(scale.apply(turned[rows]), other)
        straight = _share(scale.apply(latents[rows]), other)
        is_one = (mirrored <= MIRRORED_DISTANCE) & (mirrored < straight / 2)
        _note(found, rows[is_one], near[is_one])
    return found


def _candidates(neighbours: Places) -> Iterator[tuple[Places, Places]]:
    """Rows with one of their nearest neighbours each, the nearest first, some at a time."""
    for rank in range(min(neighbours.shape[1], CANDIDATES)):
        for start in range(0, len(neighbours), ROWS_AT_ONCE):
            near = neighbours[start : start + ROWS_AT_ONCE, rank]
            yield np.arange(start, start + len(near), dtype=np.int32), near


def _share(one: Floats, other: Floats) -> Floats:
    """Return how far rows are from each other, as a share of how far they are from the middle."""
    sizes = np.linalg.norm(one, axis=1) + np.linalg.norm(other, axis=1)
    apart: Floats = np.linalg.norm(one - other, axis=1) / np.maximum(sizes / 2, TINY)
    return apart


def _note(found: Places, rows: Places, near: Places) -> None:
    """Write down copies of rows that have none yet."""
    is_new = found[rows] == NOBODY
    found[rows[is_new]] = near[is_new]
