"""Places on a map, remembered so that pictures stay where they were when others come."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from larder.core.picture_map.layout import Floats
from larder.core.settings import cache_home
from larder.core.stores.store_memory import StoreFile, load_file, save_file


class MapPlaces(StoreFile, array_like=True, gc=False):
    """A file of `map-places/`; `store` is the map's first store with the family below it.

    Attributes:
        points: what names a picture and the files that it was placed by.
        places: x and y of each, one after another, float32.
    """

    subject: ClassVar[tuple[str, int]] = ("map-places", 1)

    points: list[str]
    places: npt.NDArray[Any]


class PlaceMemory:
    """The places of one map."""

    def __init__(self, stores: Sequence[Path], family: str) -> None:
        self._map = stores[0] / family

    def known(self, points: Sequence[str]) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Return the places of points, float32 (n, 2), and which of them are known."""
        kept = load_file(cache_home(), self._map, MapPlaces)
        places = np.zeros((len(points), 2), np.float32)
        if kept is None or len(kept.places) != 2 * len(kept.points):
            return places, np.zeros(len(points), np.bool_)
        rows = {point: row for row, point in enumerate(kept.points)}
        found = np.array([rows.get(point, -1) for point in points], np.int64)
        is_known = found >= 0
        places[is_known] = kept.places.reshape(-1, 2)[found[is_known]]
        return places, is_known

    def save(self, points: Sequence[str], places: Floats) -> None:
        """Remember where points are; those that are no longer there go."""
        save_file(cache_home(), self._map, MapPlaces(
            format=MapPlaces.subject[1], store=str(self._map), points=list(points),
            places=places.reshape(-1)))
