"""The layout: a place on the screen for each point, neighbours near each other.

Points that are neighbours attract each other, all others repel each other, as in t-SNE (van der
Maaten and Hinton 2008), with forces of a Student distribution. Repulsion is a convolution: points
are spread over a grid, and one Fourier transform gives the force of all of them at once, as
Linderman and others described in 2019. So an iteration of a hundred thousand points takes the time
of a few sums over their neighbours. There is no chance in it: it begins with the two directions of
most variance, and the same points give the same map.

Points that came later take the mean place of their neighbours; none that has a place is moved.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.jobs import CancelToken, Job, Progress

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Places = npt.NDArray[np.int32]

ROUNDS: Final = 300
GATHERING: Final = 50
"""Rounds at the beginning in which attraction counts for more, so that groups find together."""

GATHERING_FACTOR: Final = 4.0
FIRST_SPREAD: Final = 1.0
STEP: Final = 0.25
"""Times the number of points, over the factor of attraction: so one round never carries a point
past the neighbours that attract it, however few or many there are."""

MOMENTUM: Final = (0.5, 0.8)
GAINS: Final = (0.01, 2.0)
"""Of a step, per number: it grows while the force keeps its direction. With more than double,
sparse points are thrown past each other in ever longer steps."""

CELL: Final = 0.5
"""Side of a cell; the force of a point changes over a length of one."""

MOST_CELLS: Final = 512
LEAST_CELLS: Final = 32
MARGIN: Final = 2
TINY: Final = 1e-9

SPARSE: Final = 10
"""Of a few points, neighbours are a tenth: if nearly all attracted each other, they would all end
in one place."""

LEAST_NEIGHBOURS: Final = 3

FEWEST: Final = 20
"""Fewer points keep the two directions of most variance, which show all that there is to see."""

FEW_SPREAD: Final = 5.0
MOST_MOVED: Final = 2.0

LAYING_OUT: Final = "laying out the map"
PROGRESS_EVERY: Final = 5

BESIDE: Final = 0.3
"""How far from the mean of its neighbours a new point is put, so that copies do not hide it."""


def lay_out(points: Floats, neighbours: Places, token: CancelToken) -> Job[Floats]:
    """Return a place for each point, float32, shape (n, 2), about zero.

    Args:
        points: along the directions of most variance, those first, shape (n, d).
        neighbours: of each, int32, shape (n, k).
        token: checked per round.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    places = first_places(points).astype(np.float64) * FIRST_SPREAD
    count = len(places)
    neighbours = neighbours[:, : max(count // SPARSE, LEAST_NEIGHBOURS)]
    if count < FEWEST:
        return first_places(points) * np.float32(FEW_SPREAD)
    moved, gains = np.zeros_like(places), np.ones_like(places)
    repulsion = _Repulsion()
    for number in range(ROUNDS):
        token.check()
        if number % PROGRESS_EVERY == 0:
            yield Progress(LAYING_OUT, number, ROUNDS, "rounds")
        gathers = number < GATHERING
        factor = GATHERING_FACTOR if gathers else 1.0
        force = factor * _attract(places, neighbours) + repulsion.of(places)
        is_against = np.sign(force) != np.sign(moved)
        gains = np.clip(np.where(is_against, gains * 0.8, gains + 0.2), *GAINS)
        moved = MOMENTUM[not gathers] * moved + (STEP * count / factor) * gains * force
        # Of few points one step could carry a point away from all others, for ever.
        np.clip(moved, -MOST_MOVED, MOST_MOVED, out=moved)
        places += moved
        places -= places.mean(axis=0)
    return places.astype(np.float32)


def first_places(points: Floats) -> Floats:
    """Return points along the two directions of most variance, the first as long as one."""
    flat = np.zeros((len(points), 2), np.float32)
    shown = min(points.shape[1], 2)
    flat[:, :shown] = points[:, :shown]
    # A tiny turn by number, so that points of one feature are not in one place for ever.
    angles = np.arange(len(points)) * 2.399963
    flat += np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32) * np.float32(
        1e-3 * max(float(flat.std()), 1e-9))
    spread = float(flat[:, 0].std())
    return flat / np.float32(spread) if spread > 0 else flat


def _attract(places: Doubles, neighbours: Places) -> Doubles:
    """Return the force towards neighbours, and towards those one is a neighbour of; (n, 2)."""
    count, each = neighbours.shape
    apart = places[neighbours] - places[:, None]
    apart /= (1 + np.square(apart).sum(axis=2))[:, :, None]
    force: Doubles = apart.sum(axis=1)
    others = neighbours.reshape(-1)
    for axis in range(2):
        force[:, axis] -= np.bincount(others, apart[:, :, axis].reshape(-1), minlength=count)
    force *= 4 / (2 * count * each)
    return force


class _Repulsion:
    """The force of all points upon each, by convolution on a grid; its kernels are kept."""

    def __init__(self) -> None:
        self._shape = (0, 0.0)
        self._kernels: npt.NDArray[np.complex128] = np.zeros(0, np.complex128)

    def of(self, places: Doubles) -> Doubles:
        """Return the force, shape (n, 2)."""
        low = places.min(axis=0)
        span = float((places.max(axis=0) - low).max())
        cells = int(np.clip(span / CELL + 2 * MARGIN, LEAST_CELLS, MOST_CELLS))
        # In steps, so that kernels are not made anew in every round.
        cells = min(1 << (cells - 1).bit_length(), MOST_CELLS)
        cell = max(span / (cells - 2 * MARGIN), CELL)
        if (cells, cell) != self._shape:
            self._shape, self._kernels = (cells, cell), _make_kernels(cells, cell)
        grid = (places - low) / cell + (cells - span / cell) / 2
        corners = grid.astype(np.int64)
        above = grid - corners
        below = 1 - above
        weights = np.stack([
            below[:, 0] * below[:, 1], below[:, 0] * above[:, 1],
            above[:, 0] * below[:, 1], above[:, 0] * above[:, 1]])
        start = corners[:, 0] * cells + corners[:, 1]
        where = np.stack([start, start + 1, start + cells, start + cells + 1])
        charges = np.bincount(
            where.reshape(-1), weights.reshape(-1), minlength=cells * cells).reshape(cells, cells)
        spectrum = np.fft.rfft2(charges, (2 * cells, 2 * cells))
        fields = np.fft.irfft2(self._kernels * spectrum, (2 * cells, 2 * cells))[
            :, :cells, :cells].reshape(3, -1)
        at = (fields[:, where] * weights).sum(axis=1)
        # Each of the points also meets itself, spread over its four corners.
        total = max(float(at[0].sum() - _meet_self(weights, cell).sum()), len(places) * TINY)
        force: Doubles = 4 * at[1:].T / total
        return force


def _meet_self(weights: Doubles, cell: float) -> Doubles:
    """Return how alike each point is to itself on the grid; of weights of corners, shape (4, n)."""
    beside, across = 1 / (1 + cell**2), 1 / (1 + 2 * cell**2)
    alike = np.array([
        [1, beside, beside, across], [beside, 1, across, beside],
        [beside, across, 1, beside], [across, beside, beside, 1]])
    met: Doubles = (weights * (alike @ weights)).sum(axis=0)
    return met


def _make_kernels(cells: int, cell: float) -> npt.NDArray[np.complex128]:
    """Spectra of likeness and of both parts of the force, for circular convolution."""
    steps = np.fft.fftfreq(2 * cells, 1 / (2 * cells)) * cell
    across, down = steps[:, None], steps[None, :]
    alike = 1 / (1 + across**2 + down**2)
    return np.fft.rfft2(np.stack([alike, across * alike**2, down * alike**2]))


def place_new(places: Floats, is_placed: npt.NDArray[np.bool_], neighbours: Places) -> Floats:
    """Return places in which those without one have the mean of their neighbours'.

    Those whose neighbours have none yet follow those that have; one that nobody leads to is put in
    the middle.

    Args:
        places: shape (n, 2); rows that are not placed mean nothing.
        is_placed: shape (n,).
        neighbours: of each, nearest first, shape (n, k).
    """
    places, known = places.copy(), is_placed.copy()
    middle = places[known].mean(axis=0) if known.any() else np.zeros(2, np.float32)
    while not known.all():
        has = known[neighbours] & ~known[:, None]
        ready = np.flatnonzero(has.any(axis=1))
        if not len(ready):
            places[~known] = middle
            break
        weights = has[ready].astype(np.float32)
        near = (places[neighbours[ready]] * weights[:, :, None]).sum(axis=1)
        angles = ready * 2.399963
        places[ready] = near / weights.sum(axis=1)[:, None] + BESIDE * np.stack(
            [np.cos(angles), np.sin(angles)], axis=1)
        known[ready] = True
    return places


def measure_layout(
    places: Floats, neighbours: Places, *, most: int = 500, near: int = 10, around: int = 50
) -> tuple[float, float]:
    """Measure how well a layout keeps neighbours.

    Args:
        places: shape (n, 2).
        neighbours: of each, nearest first, shape (n, k).
        most: points that are looked at, evenly spread.
        near: nearest neighbours of each that count.
        around: points around it on the screen among which they should be.

    Returns:
        The share of neighbours that are, and the share of points of which at least half are.
    """
    count = len(places)
    near = min(near, neighbours.shape[1])
    if not near:
        return 1.0, 1.0
    kept = []
    for point in (np.arange(min(count, most)) * count // min(count, most)).tolist():
        apart = np.square(places - places[point]).sum(axis=1)
        apart[point] = np.inf
        limit = np.partition(apart, min(around, count - 1) - 1)[min(around, count - 1) - 1]
        kept.append(float((apart[neighbours[point, :near]] <= limit).mean()))
    return float(np.mean(kept)), float(np.mean(np.array(kept) >= 0.5))
