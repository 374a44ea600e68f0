"""Points of the Map page: core's map of a cache, joined with the rows of a survey."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from larder.app.jobs.job import read_document
from larder.app.models.picture_rows import (
    NOBODY,
    comparable,
    find_picture_rows,
    list_image_stores,
)
from larder.app.models.tables import RIGHT, Cell, FactsTable, RowColumn, in_order
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import verdict_look
from larder.app.presentation.sentences import Sentences
from larder.app.presentation.shown_names import ShownNames
from larder.core.columns import TextColumn, load_columns
from larder.core.picture_map.document import MapDocument
from larder.core.requests.options import Answer
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.samples import caption_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from larder.app.models.survey_snapshot import SurveySnapshot

_tr = Sentences("MapPage")

MOST_GROUPS: Final = 6
"""Colours that can be told apart; smaller groups share the last one."""

NO_VERDICT: Final = 255

MOST_LISTED: Final = 1000
"""Odd points in the table; the export has all of them."""

ROLES: Final = ("bar_note", "bar_warning", "bar_good", "error", "text", "muted")
"""Colours of the theme for groups that are no states; each group has a shape as well."""

LENGTHS: Final = (100, 300, 1000)
"""Bytes of captions at which the next colour begins."""


class MapMark(enum.Enum):
    """Oddities of points, which give them a ring; with the words of a table."""

    ALONE = "Unlike all others"
    COPY = "Near copy"
    MIRRORED = "Mirrored copy"


class MapColour(enum.Enum):
    """Facts that the colour of a point may show, in the order of the list."""

    STATE = "State"
    CONCEPT = "Concept"
    BUCKET = "Bucket"
    LENGTH = "Caption length"


@dataclass(frozen=True, slots=True, eq=False)
class MapPoints:
    """A map, n points; arrays are columns of `core.picture_map.document`.

    Attributes:
        rows: of the survey's Entries table, -1 for none, int32, shape (n,).
        verdicts: of those rows, 255 for none, uint8, shape (n,).
        concepts: names by index.
        by_source: points by the paths of their pictures and captions, see `comparable`.
    """

    document: MapDocument
    pictures: TextColumn
    places: TextColumn
    x: npt.NDArray[np.float32]
    y: npt.NDArray[np.float32]
    concept: npt.NDArray[np.int16]
    height: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]
    caption_bytes: npt.NDArray[np.int64]
    neighbours: npt.NDArray[np.int32]
    distances: npt.NDArray[np.float32]
    outlier: npt.NDArray[np.bool_]
    copy: npt.NDArray[np.int32]
    mirrored: npt.NDArray[np.int32]
    rows: npt.NDArray[np.int32]
    verdicts: npt.NDArray[np.uint8]
    concepts: tuple[str, ...]
    by_source: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.x)

    @property
    def odd(self) -> npt.NDArray[np.bool_]:
        """Which points have a ring, shape (n,)."""
        return self.outlier | (self.copy >= 0) | (self.mirrored >= 0)

    def marks(self, point: int) -> list[tuple[MapMark, int]]:
        """Return what is odd about a point, with the other point that it is like, -1 for none."""
        found = (
            (MapMark.ALONE, NOBODY) if self.outlier[point] else None,
            (MapMark.COPY, int(self.copy[point])) if self.copy[point] >= 0 else None,
            (MapMark.MIRRORED, int(self.mirrored[point])) if self.mirrored[point] >= 0 else None)
        return [one for one in found if one is not None]

    def remark(self, point: int, names: ShownNames) -> str:
        """Return a sentence of what is odd about a point, "" for nothing."""
        return " ".join(
            _tr(_SENTENCES[mark]).replace(
                "%1", "" if other < 0 else names.file(file_name(self.pictures[other])))
            for mark, other in self.marks(point))


_SENTENCES: Final[Mapping[MapMark, str]] = {
    MapMark.ALONE: "No other cached file is like its own.",
    MapMark.COPY: "Its cached file is nearly the same as that of %1.",
    MapMark.MIRRORED: "Its cached file is nearly the mirror image of that of %1.",
}


def read_points(answer: Answer, snapshot: SurveySnapshot) -> MapPoints:
    """Read a map's answer; for a pool thread.

    Raises:
        OSError: if a table cannot be read.
        ValueError: if the answer names no tables.
    """
    import numpy as np

    if answer.tables is None:
        raise ValueError("the map wrote no tables")
    columns = load_columns(Path(answer.tables) / "map")
    document = read_document(answer, MapDocument)
    pictures = columns["picture"]
    assert isinstance(pictures, TextColumn)
    rows = find_picture_rows(pictures, list_image_stores(document.layout, snapshot), snapshot)
    verdicts = np.where(rows < 0, NO_VERDICT, snapshot.entries.verdict[rows] if len(
        snapshot.entries) else NO_VERDICT).astype(np.uint8)
    names = {column: columns[column] for column in (
        "x", "y", "concept", "height", "width", "caption_bytes", "neighbours", "distances",
        "outlier", "copy", "mirrored")}
    return MapPoints(document=document, pictures=pictures, places=columns["place"],  # type: ignore[arg-type]
                     rows=rows, verdicts=verdicts, concepts=snapshot.concept_names(),
                     by_source=_list_sources(pictures),
                     **names)  # type: ignore[arg-type]


def _list_sources(pictures: Iterable[str]) -> dict[str, int]:
    """Points by their pictures and by the captions beside those."""
    found: dict[str, int] = {}
    for point, picture in enumerate(pictures):
        found[comparable(picture)] = point
        found.setdefault(comparable(caption_of(picture)), point)
    return found


def group_points(
    points: MapPoints, colour: MapColour, figures: Figures, names: ShownNames
) -> tuple[Sequence[tuple[str, str]], npt.NDArray[np.int64]]:
    """Return names of groups with the roles of their colours, and the group of each point.

    The largest groups come first.
    """
    import numpy as np

    keys = _KEYS[colour](points)
    distinct, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    group = np.minimum(rank[place.reshape(-1)], MOST_GROUPS - 1)
    say = _WORDS[colour]
    titles = [(say(points, int(distinct[at]), figures, names), ROLES[place % len(ROLES)])
              for place, at in enumerate(order.tolist())]
    if colour is MapColour.STATE:
        titles = [(word, _state_role(int(distinct[at])))
                  for (word, _), at in zip(titles, order.tolist(), strict=True)]
    if len(titles) > MOST_GROUPS:
        titles = [*titles[: MOST_GROUPS - 1], (_tr("Others"), ROLES[-1])]
    return titles, group


def _state_role(verdict: int) -> str:
    return "muted" if verdict == NO_VERDICT else verdict_look(Verdict(verdict)).tone.value


def _size_keys(points: MapPoints) -> npt.NDArray[np.int64]:
    import numpy as np

    return points.height.astype(np.int64) * (1 << 32) + points.width


def _length_keys(points: MapPoints) -> npt.NDArray[np.int64]:
    import numpy as np

    steps = np.searchsorted(LENGTHS, points.caption_bytes, side="right")
    return np.where(points.caption_bytes < 0, NOBODY, steps).astype(np.int64)


def _state_word(_points: MapPoints, key: int, _figures: Figures, _names: ShownNames) -> str:
    return _tr("Not in the survey") if key == NO_VERDICT else verdict_look(Verdict(key)).word


def _concept_word(points: MapPoints, key: int, _figures: Figures, names: ShownNames) -> str:
    return names.concept(points.concepts[key]) if 0 <= key < len(points.concepts) else _tr("None")


def _bucket_word(_points: MapPoints, key: int, _figures: Figures, _names: ShownNames) -> str:
    height, width = key >> 32, key & 0xFFFFFFFF
    return f"{width} × {height}" if key > 0 else _tr("Not known")


def _length_word(_points: MapPoints, key: int, figures: Figures, _names: ShownNames) -> str:
    if key < 0:
        return _tr("No caption")
    if key == len(LENGTHS):
        return _tr("%1 bytes or more").replace("%1", figures.count(LENGTHS[-1]))
    return _tr("Under %1 bytes").replace("%1", figures.count(LENGTHS[key]))


_KEYS: Final[Mapping[MapColour, Callable[[MapPoints], npt.NDArray[np.int64]]]] = {
    MapColour.STATE: lambda points: points.verdicts.astype("int64"),
    MapColour.CONCEPT: lambda points: points.concept.astype("int64"),
    MapColour.BUCKET: _size_keys,
    MapColour.LENGTH: _length_keys,
}
_WORDS: Final[Mapping[MapColour, Callable[[MapPoints, int, Figures, ShownNames], str]]] = {
    MapColour.STATE: _state_word,
    MapColour.CONCEPT: _concept_word,
    MapColour.BUCKET: _bucket_word,
    MapColour.LENGTH: _length_word,
}


@dataclass(frozen=True, slots=True)
class NeighbourRow:
    """One line of the table: a point, and how far it is from the chosen one.

    Attributes:
        remark: what is odd about it, in a word or two.
        told: the same as a sentence.
    """

    point: int
    picture: str
    distance: float
    remark: str
    told: str


class NeighbourTable(FactsTable[NeighbourRow]):
    """The pictures most like the chosen one, or all that are odd where none is chosen."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Picture", 18, sort="picture", least=10,
                  cell=lambda table, row: Cell(table.names.file(file_name(row.picture))),
                  tip=lambda table, row: str(table.names.path(row.picture))),
        RowColumn("Distance", 8, align=RIGHT, sort="distance", cell=lambda table, row: Cell(
            table.figures.number(round(row.distance, 2)), raw=row.distance),
            tip=lambda *_: _tr("0 is the same picture, 1 the usual distance of two pictures.")),
        RowColumn("Remark", 15, least=8, leaves=1, cell=lambda _, row: Cell(row.remark),
                  tip=lambda _, row: row.told),
    )


def file_name(picture: str) -> str:
    """Return the last part of a path, however it is spelled."""
    return picture.replace("\\", "/").rpartition("/")[2]


def rows_beside(points: MapPoints, chosen: int, names: ShownNames) -> list[NeighbourRow]:
    """Return the chosen point and its neighbours, nearest first; all odd points for none."""
    import numpy as np

    if chosen < 0:
        odd = np.flatnonzero(points.odd)
        near = points.distances[:, 0] if points.distances.shape[1] else np.zeros(len(points))
        # Those that are alone first, the farthest ahead; then copies, the nearest ahead.
        order = np.lexsort((np.where(points.outlier, -near, near)[odd], ~points.outlier[odd]))
        return [_row(points, at, float(near[at]), names)
                for at in odd[order][:MOST_LISTED].tolist()]
    return [_row(points, chosen, 0.0, names), *(
        _row(points, other, float(distance), names) for other, distance in zip(
            points.neighbours[chosen].tolist(), points.distances[chosen].tolist(), strict=True))]


def _row(points: MapPoints, at: int, distance: float, names: ShownNames) -> NeighbourRow:
    return NeighbourRow(
        at, points.pictures[at], distance,
        ", ".join(_tr(mark.value) for mark, _ in points.marks(at)), points.remark(at, names))
