"""The `larder.map/1` document, and the columns in which a window reads the same.

| column | type | meaning |
|---|---|---|
| picture | text | as its concept spells it |
| place | text | where that is on this machine |
| concept | int16 | index into the workspace's concepts |
| x, y | float32 | on the map |
| height, width | int32 | of the crop that is cached, -1 where that is not known |
| caption_bytes | int64 | size of the caption's file, -1 where there is none |
| neighbours | int32, (n, k) | the most alike points, nearest first |
| distances | float32, (n, k) | how far those are; 1 is usual of two pictures |
| outlier | bool | alone: no other picture is like it |
| copy, mirrored | int32 | the point that it is a near copy of, also mirrored; -1 for none |
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import UNSET, UnsetType

from larder.core.columns import Array, TextColumn
from larder.core.quantities import Amount


class MapFamily(enum.Enum):
    """Cached content that a map is made of."""

    LATENTS = "latents"
    TEXT = "text"
    BOTH = "both"


class SkippedFile(msgspec.Struct, frozen=True):
    """A cached file that is on no map, and why."""

    store: str
    file: str
    why: str


class MapPoint(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One picture on the map; see the columns.

    Attributes:
        nearest: the pictures most like it, nearest first.
        copy_of: the picture that it is a near copy of, None for none.
        mirror_of: the picture whose mirror image it is nearly, None for none.
    """

    picture: str
    concept: str
    x: float
    y: float
    height: int
    width: int
    caption_bytes: int
    nearest: tuple[str, ...]
    distance: float | None
    outlier: bool
    copy_of: str | None
    mirror_of: str | None


class MapDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A map of a cache.

    Attributes:
        layout: of the cache, "released" or "cache.json".
        pictures: points on it.
        absent: samples of which nothing is cached, so that they are on no map.
        unread: what is left to be read; the map is of what was read by then.
        is_settled: whether places are final: all is read, and neighbours are near each other.
        neighbours_kept: share of the ten nearest neighbours that are among the fifty nearest on the
            map, over all points.
        points_kept: share of points of which at least half of those ten are.
        outliers, copies, mirrored: points that are one.
        skipped: cached files that cannot be read.
        items: the points; left out where they lie in columns.
        stopped: whether it was cancelled.
    """

    schema: str = "larder.map/1"
    layout: str
    family: MapFamily
    pictures: int
    absent: int
    unread: Amount
    is_settled: bool
    neighbours_kept: float
    points_kept: float
    outliers: int
    copies: int
    mirrored: int
    skipped: tuple[SkippedFile, ...]
    items: tuple[MapPoint, ...] | UnsetType = UNSET
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class PictureMap:
    """A map as it was made: n points. See the document and its columns for what is not here.

    Attributes:
        concept_names: by index.
        places: float32, shape (n, 2).
    """

    layout: str
    family: MapFamily
    pictures: tuple[str, ...]
    sources: tuple[str, ...]
    concept: npt.NDArray[np.int16]
    concept_names: tuple[str, ...]
    sizes: npt.NDArray[np.int32]
    caption_bytes: npt.NDArray[np.int64]
    places: npt.NDArray[np.float32]
    neighbours: npt.NDArray[np.int32]
    distances: npt.NDArray[np.float32]
    outlier: npt.NDArray[np.bool_]
    copy: npt.NDArray[np.int32]
    mirrored: npt.NDArray[np.int32]
    absent: int
    unread: Amount
    is_settled: bool
    kept: tuple[float, float]
    skipped: tuple[SkippedFile, ...]
    stopped: bool = False

    def document(self) -> MapDocument:
        """Return the document, without its points."""
        return MapDocument(
            layout=self.layout, family=self.family, pictures=len(self.pictures),
            absent=self.absent, unread=self.unread, is_settled=self.is_settled,
            neighbours_kept=round(self.kept[0], 4), points_kept=round(self.kept[1], 4),
            outliers=int(self.outlier.sum()), copies=int((self.copy >= 0).sum()),
            mirrored=int((self.mirrored >= 0).sum()), skipped=self.skipped, stopped=self.stopped)

    def columns(self) -> dict[str, Array | TextColumn]:
        """Return the columns; see the module's docstring."""
        return {
            "picture": TextColumn.from_strings(self.pictures),
            "place": TextColumn.from_strings(self.sources),
            "concept": self.concept,
            "x": self.places[:, 0].copy(), "y": self.places[:, 1].copy(),
            "height": self.sizes[:, 0].copy(), "width": self.sizes[:, 1].copy(),
            "caption_bytes": self.caption_bytes, "neighbours": self.neighbours,
            "distances": self.distances, "outlier": self.outlier, "copy": self.copy,
            "mirrored": self.mirrored}

    def points(self) -> tuple[MapPoint, ...]:
        """Return the points one by one, as the document lists them."""
        return tuple(self._point(at) for at in range(len(self.pictures)))

    def _point(self, at: int) -> MapPoint:
        def named(other: Any) -> str | None:
            return self.pictures[int(other)] if other >= 0 else None

        near = self.distances[at]
        return MapPoint(
            picture=self.pictures[at], concept=self.concept_names[int(self.concept[at])],
            x=round(float(self.places[at, 0]), 4), y=round(float(self.places[at, 1]), 4),
            height=int(self.sizes[at, 0]), width=int(self.sizes[at, 1]),
            caption_bytes=int(self.caption_bytes[at]),
            nearest=tuple(self.pictures[one] for one in self.neighbours[at].tolist()),
            distance=round(float(near[0]), 4) if len(near) else None,
            outlier=bool(self.outlier[at]), copy_of=named(self.copy[at]),
            mirror_of=named(self.mirrored[at]))
