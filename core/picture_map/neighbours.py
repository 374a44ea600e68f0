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
Numbers = npt.NDArray[np.int64]

DIRECTIONS: Final = 50
NEIGHBOURS: Final = 15

ROWS_AT_ONCE: Final = 4096
"""Of features that are made float32 together: 22 MB of the longest."""

CELLS_AT_ONCE: Final = 1 << 23
"""Distances that are held together, 32 MB."""

GROUP: Final = 64
"""Points of which only the nearest is looked at first."""

FAR: Final = np.float32(1e30)
"""Square of a distance that is beyond all others, and a number still."""

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
    points: Floats, token: CancelToken, *, rows: Numbers | None = None,
    count: int = NEIGHBOURS,
) -> Job[tuple[Places, Floats]]:
    """Find the nearest points of each, never itself, nearest first.

    Args:
        points: shape (n, d).
        token: checked per block.
        rows: the points whose neighbours are asked for, shape (m,); None for all.
        count: neighbours of each; fewer where there are fewer points.

    Returns:
        Their numbers, int32, and distances, float32, both of shape (m, count).

    Raises:
        JobCancelled: if the token was cancelled.
    """
    total = len(points)
    asked = np.arange(total) if rows is None else rows
    count = max(min(count, total - 1), 0)
    found = np.zeros((len(asked), count), np.int32)
    distances = np.zeros((len(asked), count), np.float32)
    table = _fold_squares(points)
    at_once = max(CELLS_AT_ONCE // max(table.shape[1], 1), 1)
    apart = np.empty((min(at_once, len(asked)), table.shape[1]), np.float32)
    for start in range(0, len(asked) if count else 0, at_once):
        token.check()
        yield Progress(COMPARING, start, len(asked), "pictures")
        some = asked[start : start + at_once]
        block = points[some]
        held = np.matmul(_with_ones(block), table, out=apart[: len(some)])
        held[np.arange(len(some)), some] = FAR
        nearest, away = _in_order(points, block, _nearest(held, count))
        found[start : start + at_once], distances[start : start + at_once] = nearest, away
    return found, distances


def add_neighbours(
    points: Floats, rows: Numbers, neighbours: Places, distances: Floats, new: Numbers,
    token: CancelToken,
) -> Job[tuple[Places, Floats]]:
    """Put new points among the neighbours of others where they are nearer than those known.

    Args:
        points: shape (n, d).
        rows: the points whose neighbours are known, none of them new, shape (m,).
        neighbours: of those, shape (m, k).
        distances: of those, nearest first, shape (m, k).
        new: numbers of the new points.
        token: checked per block.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    count = neighbours.shape[1]
    kept = min(len(new), count)
    if not kept:
        return neighbours, distances
    neighbours, distances = neighbours.copy(), distances.copy()
    table = _fold_squares(points[new])
    at_once = max(CELLS_AT_ONCE // table.shape[1], 1)
    for start in range(0, len(rows), at_once):
        token.check()
        yield Progress(COMPARING, start, len(rows), "pictures")
        here = slice(start, start + at_once)
        block = points[rows[here]]
        nearest = new[_nearest(_with_ones(block) @ table, kept)]
        away = np.linalg.norm(points[nearest] - block[:, None], axis=2)
        both = np.concatenate([neighbours[here], nearest.astype(np.int32)], axis=1)
        far = np.concatenate([distances[here], away], axis=1)
        order = np.argsort(far, axis=1, kind="stable")[:, :count]
        neighbours[here] = np.take_along_axis(both, order, axis=1)
        distances[here] = np.take_along_axis(far, order, axis=1)
    return neighbours, distances


def _fold_squares(points: Floats) -> Floats:
    """Return a table whose product with rows of `_with_ones` says which points are nearest.

    Each number of that is a squared distance but for the square of the row, which is the same for
    all points: one product in place of a product, a multiplication and a sum.

    Returns:
        Float32, shape (d + 1, n); n is rounded up to whole groups, with points far from all others.
    """
    total, width = points.shape
    table = np.zeros((width + 1, -(-total // GROUP) * GROUP), np.float32)
    table[:width, :total] = -2 * points.T
    table[width] = FAR
    table[width, :total] = np.square(points).sum(axis=1)
    return table


def _with_ones(block: Floats) -> Floats:
    return np.concatenate([block, np.ones((len(block), 1), np.float32)], axis=1)


def _in_order(
    points: Floats, block: Floats, nearest: npt.NDArray[np.intp]
) -> tuple[npt.NDArray[np.intp], Floats]:
    """Return the nearest points of a block's rows by their distance, and that."""
    # Again and exactly: the difference of large squares says little of copies.
    away = np.linalg.norm(points[nearest] - block[:, None], axis=2)
    order = np.argsort(away, axis=1, kind="stable")
    return np.take_along_axis(nearest, order, axis=1), np.take_along_axis(away, order, axis=1)


def _nearest(apart: Floats, count: int) -> npt.NDArray[np.intp]:
    """Return the places of the smallest numbers of each row, (rows, count), in no order.

    They lie in those groups whose smallest number is among the smallest: all others are passed
    over, which takes a twentieth of the time. A group is every n-th number, so that the smallest
    are found by comparing whole lines.
    """
    rows, width = apart.shape
    groups = width // GROUP
    if groups <= 2 * count:
        return np.argpartition(apart, count - 1, axis=1)[:, :count]
    grouped = apart.reshape(rows, GROUP, groups)
    chosen = np.argpartition(grouped.min(axis=1), count - 1, axis=1)[:, :count]
    few = np.take_along_axis(grouped, chosen[:, None, :], axis=2).reshape(rows, -1)
    best = np.argpartition(few, count - 1, axis=1)[:, :count]
    places: npt.NDArray[np.intp] = best // count * groups + np.take_along_axis(
        chosen, best % count, axis=1)
    return places
