"""Places on a map, remembered so that pictures stay where they were when others come."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.derived import recall, remember
from larder.core.keys.content_hash import hash_text
from larder.core.picture_map.feature_memory import FOLDER
from larder.core.picture_map.layout import Floats
from larder.core.settings import cache_home

FORMAT: Final = 1


class _Places(msgspec.Struct, frozen=True, kw_only=True):
    format: int = FORMAT
    points: list[str]
    places: npt.NDArray[Any]


class PlaceMemory:
    """The places of one map, by what names a picture and the files that it was placed by."""

    def __init__(self, stores: Sequence[Path], family: str) -> None:
        named = "\0".join([family, *(str(store.absolute()) for store in stores)])
        self._path = cache_home() / FOLDER / f"{hash_text(named)}.places.msgpack"

    def known(self, points: Sequence[str]) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Return the places of points, float32 (n, 2), and which of them are known."""
        kept = recall(self._path, _Places)
        places = np.zeros((len(points), 2), np.float32)
        if kept is None or kept.format != FORMAT or len(kept.places) != 2 * len(kept.points):
            return places, np.zeros(len(points), np.bool_)
        rows = {point: row for row, point in enumerate(kept.points)}
        found = np.array([rows.get(point, -1) for point in points], np.int64)
        is_known = found >= 0
        places[is_known] = kept.places.reshape(-1, 2)[found[is_known]]
        return places, is_known

    def save(self, points: Sequence[str], places: Floats) -> None:
        """Remember where points are; those that are no longer there go."""
        remember(self._path, _Places(points=list(points), places=places.reshape(-1)))
