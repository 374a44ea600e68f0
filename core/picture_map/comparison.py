"""Comparisons of pictures, remembered so that only new ones are compared with all others.

Comparing all with all takes the square of their number: 4 s of a processor for 30,000, 45 s for
100,000. So a comparison is kept with the scales and directions that it was made along. Pictures
that came later are measured by the same, and compared with all; those that lost a neighbour are
compared again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from larder.core.jobs import CancelToken, Job
from larder.core.picture_map.neighbours import (
    Floats,
    Places,
    Scale,
    add_neighbours,
    find_directions,
    find_neighbours,
    project,
)
from larder.core.picture_map.notable import NOBODY, find_mirrored
from larder.core.settings import cache_home
from larder.core.stores.store_memory import StoreFile, load_file, save_file

FEWEST_KEPT: Final = 2000
"""Fewer are compared anew each time, which takes less than 0.1 s."""

MOST_NEW: Final = 0.5
"""Share of points that are not known from which all are compared, and laid out, anew."""


class MapNeighbours(StoreFile, array_like=True, gc=False):
    """A file of `map-neighbours/`; `store` is the map's first store with the family below it.

    Attributes:
        points: what names a picture and the files that it was compared by; n of them.
        widths: numbers of each family's features.
        means, factors: of the scales, float32, one family after another.
        directions: float32, shape (sum of the widths, d), line by line.
        neighbours: int32, shape (n, k), line by line.
        distances: of those, float32, likewise.
        mirrored: int32, shape (n,).
    """

    subject: ClassVar[tuple[str, int]] = ("map-neighbours", 1)

    points: list[str]
    widths: list[int]
    means: npt.NDArray[Any]
    factors: npt.NDArray[Any]
    directions: npt.NDArray[Any]
    neighbours: npt.NDArray[Any]
    distances: npt.NDArray[Any]
    mirrored: npt.NDArray[Any]

    @property
    def is_whole(self) -> bool:
        """True if it is as it was written."""
        count, width = len(self.points), sum(self.widths)
        return (len(self.means) == len(self.factors) == width and len(self.mirrored) == count
                and len(self.neighbours) == len(self.distances)
                and not len(self.neighbours) % max(count, 1)
                and not len(self.directions) % max(width, 1))

    def scales(self) -> list[Scale]:
        """Return the scale of each family."""
        ends = np.cumsum(self.widths)[:-1]
        return [Scale(mean, factor) for mean, factor in zip(
            np.split(self.means, ends), np.split(self.factors, ends), strict=True)]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All points compared; n of them.

    Attributes:
        points: along the directions, float32, shape (n, d).
        neighbours: of each, nearest first, int32, shape (n, k).
        distances: of those, float32, shape (n, k).
        mirrored: the point whose mirror image it nearly is, -1 for none, int32, shape (n,).
    """

    scales: Sequence[Scale]
    points: Floats
    neighbours: Places
    distances: Floats
    mirrored: Places


class ComparisonMemory:
    """The comparison of one map's pictures; opened, asked, and saved again."""

    def __init__(self, stores: Sequence[Path], family: str) -> None:
        self._map = stores[0] / family
        self._kept = load_file(cache_home(), self._map, MapNeighbours)

    def find(self, keys: Sequence[str], widths: Sequence[int]) -> MapNeighbours | None:
        """Return what is kept if it is of most of these pictures; else None."""
        kept = self._kept
        if kept is None or len(keys) < FEWEST_KEPT or (
                kept.widths != list(widths) or not kept.is_whole):
            return None
        known = set(kept.points)
        return kept if sum(key in known for key in keys) >= (1 - MOST_NEW) * len(keys) else None

    def save(self, keys: Sequence[str], directions: Floats, compared: Comparison) -> None:
        """Remember a comparison in place of the one before."""
        if len(keys) >= FEWEST_KEPT:
            scales = compared.scales
            save_file(cache_home(), self._map, MapNeighbours(
                format=MapNeighbours.subject[1], store=str(self._map), points=list(keys),
                widths=[len(one.mean) for one in scales],
                means=np.concatenate([one.mean for one in scales]),
                factors=np.concatenate([one.factor for one in scales]),
                directions=directions.reshape(-1),
                neighbours=compared.neighbours.reshape(-1),
                distances=compared.distances.reshape(-1), mirrored=compared.mirrored))


def compare_pictures(
    features: Sequence[npt.NDArray[Any]], keys: Sequence[str], memory: ComparisonMemory, *,
    looks_mirrored: bool, from_scratch: bool, is_sketch: bool, token: CancelToken,
) -> Job[Comparison]:
    """Compare all pictures, those that are known with the new ones alone.

    Args:
        features: of each family, shape (n, its width).
        keys: of each picture, another one as soon as it is cached anew.
        memory: of this map.
        looks_mirrored: whether features are those of latents, which can be mirrored.
        from_scratch: compare all anew where any is not known, along directions of all of them.
        is_sketch: compare nothing where all would have to be compared.
        token: checked per block.

    Raises:
        JobCancelled: if the token was cancelled; nothing of it is remembered.
    """
    kept = memory.find(keys, [one.shape[1] for one in features])
    if kept is not None and from_scratch and not set(kept.points) >= set(keys):
        kept = None
    if kept is not None:
        return (yield from _compare_new(features, keys, kept, memory, looks_mirrored, token))
    scales = [Scale.of(one) for one in features]
    directions = find_directions(features, scales)
    points = project(features, scales, directions)
    count = len(points)
    nobody = np.full(count, NOBODY, np.int32)
    if is_sketch:
        none = np.zeros((count, 0), np.int32)
        return Comparison(scales, points, none, none.astype(np.float32), nobody)
    neighbours, distances = yield from find_neighbours(points, token)
    mirrored = nobody if not (looks_mirrored and count) else (
        yield from find_mirrored(features[0], scales[0], directions, points, token))
    compared = Comparison(scales, points, neighbours, distances, mirrored)
    memory.save(keys, directions, compared)
    return compared


def _compare_new(
    features: Sequence[npt.NDArray[Any]], keys: Sequence[str], kept: MapNeighbours,
    memory: ComparisonMemory, looks_mirrored: bool, token: CancelToken,
) -> Job[Comparison]:
    """Take what is kept, and compare what it does not know."""
    count = len(kept.points)
    scales = kept.scales()
    directions = kept.directions.reshape(sum(kept.widths), -1)
    points = project(features, scales, directions)
    rows = {key: row for row, key in enumerate(kept.points)}
    row = np.array([rows.get(key, NOBODY) for key in keys], np.int64)
    is_new = row < 0
    now = np.full(count + 1, NOBODY, np.int32)  # the last is nobody's
    now[row[~is_new]] = np.flatnonzero(~is_new)
    neighbours = now[kept.neighbours.reshape(count, -1)[row]]
    distances = kept.distances.reshape(count, -1)[row]
    mirrored = now[kept.mirrored[row]]
    # A row that lost one does not know who comes next.
    has_lost = (neighbours < 0).any(axis=1) | ((mirrored < 0) & (kept.mirrored[row] >= 0))
    again, others = np.flatnonzero(is_new | has_lost), np.flatnonzero(~is_new & ~has_lost)
    if len(again):
        neighbours[others], distances[others] = yield from add_neighbours(
            points, others, neighbours[others], distances[others], np.flatnonzero(is_new), token)
        neighbours[again], distances[again] = yield from find_neighbours(points, token, rows=again)
    mirrored[again] = NOBODY
    if looks_mirrored and len(again):
        found = yield from find_mirrored(
            features[0], scales[0], directions, points, token, rows=again)
        mirrored[again] = found
        # Who is the mirror image of a new one is so the other way round.
        has = found >= 0
        is_first = mirrored[found[has]] < 0
        mirrored[found[has][is_first]] = again[has][is_first]
    compared = Comparison(scales, points, neighbours, distances, mirrored)
    if len(again) or len(keys) != count:
        memory.save(keys, directions, compared)
    return compared
