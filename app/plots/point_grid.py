"""A grid in which the point nearest to the mouse is found."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

CELLS = 256
"""Of the grid, along each side."""

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


def find_bounds(points: Floats) -> tuple[Floats, Floats]:
    """Return least and greatest x and y of n points, (0, 0) and (1, 1) for none."""
    if not len(points):
        return np.zeros(2), np.ones(2)
    # Column by column: numpy is a hundred times slower along the long side of a narrow table.
    columns = points[:, 0], points[:, 1]
    return (np.array([column.min() for column in columns]),
            np.array([column.max() for column in columns]))


class PointGrid:
    """Numbers of points by the cell in which they are, n points."""

    def __init__(self, points: Floats) -> None:
        self._points = points
        self._low, high = find_bounds(points)
        self._step = np.maximum((high - self._low) / CELLS, 1e-12)
        cells = self._cells(points)
        keys = cells[:, 1] * CELLS + cells[:, 0]
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def nearest(self, place: Floats, reach: Floats) -> int:
        """Return the number of the point nearest to a place, measured in `reach`; -1 beyond it."""
        near = np.concatenate(list(self._within(place, reach)))
        if not len(near):
            return -1
        away = (((self._points[near] - place) / reach) ** 2).sum(axis=1)
        best = int(away.argmin())
        return int(near[best]) if away[best] <= 1 else -1

    def _within(self, place: Floats, reach: Floats) -> Iterator[Numbers]:
        """Numbers of the points in the cells around a place, cell row by cell row."""
        first, last = self._cells(np.array([place - reach, place + reach]))
        for row in range(int(first[1]), int(last[1]) + 1):
            start, end = np.searchsorted(
                self._keys, (row * CELLS + first[0], row * CELLS + last[0] + 1))
            yield self._order[start:end]

    def _cells(self, points: Floats) -> Numbers:
        return np.clip((points - self._low) / self._step, 0, CELLS - 1).astype(np.int64)
