"""Neighbours: features made comparable, and for each the nearest others, exactly.

Numbers are standardised over the data set, then the fifty directions along which they vary most are
kept. Every point is compared with every other one, some rows at a time, so that memory stays a
block's whatever their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.jobs import CancelToken, Job, Progress

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int32]

DIRECTIONS: Final = 50
NEIGHBOURS: Final = 15

ROWS_AT_ONCE: Final = 4096
"""Of features that are made float32 together: 22 MB of the longest."""

CELLS_AT_ONCE: Final = 1 << 24
"""Distances that are held together, 64 MB."""

GROUP: Final = 64
"""Points of which only the nearest is looked at first."""

FLAT: Final = 1e-6
"""A number that varies less says nothing, and is not blown up to vary as all others do."""

COMPARING: Final = "comparing pictures"


@dataclass(frozen=True, slots=True)
class Scale:
    """How the numbers of one family's features are standardised; d numbers each.

    Attributes:
        mean: float32, shape (d,).
        factor: what each is multiplied by, float32, shape (d,): one over its standard deviation,
            and over the root of d, so that a family counts the same whatever its width.
    """

    mean: Floats
    factor: Floats

    @classmethod
    def of(cls, features: npt.NDArray[Any]) -> Scale:
        """The scale of a data set.

        Args:
            features: shape (n, d), any float type.
        """
        count, width = features.shape
        total, squares = np.zeros(width), np.zeros(width)
        for block in _blocks(features):
            total += block.sum(axis=0, dtype=np.float64)
        mean = total / max(count, 1)
        for block in _blocks(features):
            squares += np.square(block - mean).sum(axis=0)
        deviation = np.sqrt(squares / max(count, 1))
        factor = np.where(deviation > FLAT, 1 / np.maximum(deviation, FLAT), 0.0)
        return cls(mean.astype(np.float32), (factor / np.sqrt(width)).astype(np.float32))

    def apply(self, features: npt.NDArray[Any]) -> Floats:
        """Return features standardised, float32."""
        scaled: Floats = (features.astype(np.float32) - self.mean) * self.factor
        return scaled


def _blocks(features: npt.NDArray[Any]) -> Iterator[Floats]:
    for start in range(0, len(features), ROWS_AT_ONCE):
        yield features[start : start + ROWS_AT_ONCE].astype(np.float32)


def scale_rows(
    families: Sequence[npt.NDArray[Any]], scales: Sequence[Scale], rows: slice | Places
) -> Floats:
    """Return some rows of all families beside each other, standardised."""
    return np.concatenate(
        [scale.apply(one[rows]) for one, scale in zip(families, scales, strict=True)], axis=1)


def find_directions(
    families: Sequence[npt.NDArray[Any]], scales: Sequence[Scale]
) -> Floats:
    """Return the directions of most variance, float32, shape (d, at most 50).

    The sign of each is such that its largest number is positive: the same data give the same map.
    """
    width = sum(one.shape[1] for one in families)
    products = np.zeros((width, width))
    for start in range(0, len(families[0]), ROWS_AT_ONCE):
        block = scale_rows(families, scales, slice(start, start + ROWS_AT_ONCE))
        products += block.T @ block
    if not width:
        return np.zeros((0, 0), np.float32)
    _, vectors = np.linalg.eigh(products)
    kept = vectors[:, ::-1][:, :DIRECTIONS]
    largest = kept[np.abs(kept).argmax(axis=0), np.arange(kept.shape[1])]
    signed: Floats = (kept * np.sign(largest)).astype(np.float32)
    return signed


def project(
    families: Sequence[npt.NDArray[Any]], scales: Sequence[Scale], directions: Floats
) -> Floats:
    """Return all points along the directions, float32, shape (n, at most 50)."""
    blocks = [
        scale_rows(families, scales, slice(start, start + ROWS_AT_ONCE)) @ directions
        for start in range(0, len(families[0]), ROWS_AT_ONCE)]
    return np.concatenate([np.zeros((0, directions.shape[1]), np.float32), *blocks])


def find_neighbours(
    points: Floats, token: CancelToken, *, asked: Floats | None = None, count: int = NEIGHBOURS
) -> Job[tuple[Places, Floats]]:
    """Find the nearest points of each, never itself, nearest first.

    Args:
        points: shape (n, d).
        token: checked per block.
        asked: shape (n, d), where the neighbours of others are asked for: of row i all points but
            the i-th are compared.
        count: neighbours of each; fewer where there are fewer points.

    Returns:
        Their numbers, int32, and distances, float32, both of shape (n, count).

    Raises:
        JobCancelled: if the token was cancelled.
    """
    of = points if asked is None else asked
    total = len(points)
    count = max(min(count, total - 1), 0)
    found = np.zeros((total, count), np.int32)
    distances = np.zeros((total, count), np.float32)
    # Whole groups: those behind the last point are as far as can be.
    padded = -(-total // GROUP) * GROUP
    squares = np.full(padded, np.float32(np.inf))
    squares[:total] = np.square(points).sum(axis=1)
    turned = np.zeros((points.shape[1], padded), np.float32)
    turned[:, :total] = points.T
    rows = max(CELLS_AT_ONCE // max(padded, 1), 1)
    for start in range(0, total if count else 0, rows):
        token.check()
        yield Progress(COMPARING, start, total, "pictures")
        block = of[start : start + rows]
        apart = squares - 2 * (block @ turned)
        here = np.arange(len(block))
        apart[here, start + here] = np.inf
        nearest = _nearest(apart, count)
        found[start : start + rows] = nearest
        # Again and exactly: the difference of large squares says little of copies.
        for at, others in enumerate(nearest):
            distances[start + at] = np.linalg.norm(points[others] - block[at], axis=1)
    order = np.argsort(distances, axis=1, kind="stable")
    return np.take_along_axis(found, order, axis=1), np.take_along_axis(distances, order, axis=1)


def _nearest(apart: Floats, count: int) -> npt.NDArray[np.intp]:
    """Return the places of the smallest numbers of each row, (rows, count), in no order.

    They lie in those groups whose smallest number is among the smallest: all others are passed
    over, which takes a twentieth of the time.
    """
    rows, width = apart.shape
    groups = width // GROUP
    if groups <= 2 * count:
        return np.argpartition(apart, count - 1, axis=1)[:, :count]
    grouped = apart.reshape(rows, groups, GROUP)
    chosen = np.argpartition(grouped.min(axis=2), count - 1, axis=1)[:, :count]
    few = np.take_along_axis(grouped, chosen[:, :, None], axis=1).reshape(rows, -1)
    best = np.argpartition(few, count - 1, axis=1)[:, :count]
    return np.take_along_axis(chosen, best // GROUP, axis=1) * GROUP + best % GROUP
