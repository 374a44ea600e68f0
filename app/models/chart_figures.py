"""Figures that charts are drawn of, read from core's answers in a pool thread.

They come from core (`larder usage`), added up in the worker; nothing is counted here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from larder.app.jobs.job import read_document
from larder.app.models.picture_rows import NOBODY, find_picture_rows, list_image_stores
from larder.core.columns import TextColumn, load_columns
from larder.core.picture_map.latent_document import FAR, LatentFigures
from larder.core.queries.likeness_document import LikenessFigures
from larder.core.queries.space_history_document import SpaceHistory
from larder.core.queries.usage_document import Bucket, Scaling, Usage, UsageNode
from larder.core.requests.options import Answer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from larder.app.models.survey_snapshot import SurveySnapshot


@dataclass(frozen=True, slots=True, eq=False)
class BucketPictures:
    """The `pictures` table of `core.queries.picture_buckets`, n rows.

    Attributes:
        digest: that of the surveys whose rows they are.
    """

    entry: npt.NDArray[np.int32]
    store: npt.NDArray[np.int32]
    height: npt.NDArray[np.int32]
    width: npt.NDArray[np.int32]
    digest: int


@dataclass(frozen=True, slots=True, eq=False)
class PictureScales:
    """The document and table of `core.queries.picture_scaling`, n rows of which k are known.

    Attributes:
        points: scale as its binary logarithm, and the share that is cropped, float64, shape (k, 2).
        known: rows of the table that are points, shape (k,).
        digest: that of the surveys whose rows `entry` are.
    """

    scaling: Scaling
    entry: npt.NDArray[np.int32]
    span: npt.NDArray[np.int8]
    points: npt.NDArray[np.float64]
    known: npt.NDArray[np.int64]
    digest: int

    def rows_of(self, span: int) -> npt.NDArray[np.int32]:
        """Return the rows of the survey in a span, -1 for those of unknown scale, shape (k,)."""
        rows: npt.NDArray[np.int32] = self.entry[self.span == span]
        return rows

    @property
    def rows(self) -> npt.NDArray[np.int32]:
        """Rows of the survey that are points, shape (k,)."""
        rows: npt.NDArray[np.int32] = self.entry[self.known]
        return rows


@dataclass(frozen=True, slots=True, eq=False)
class LatentPoints:
    """The document and table of `core.picture_map.latent_figures`, n pictures.

    Attributes:
        points: mean and sigma, float64, shape (n, 2).
        far: shape (n,).
        rows: of the survey's Entries table, -1 for none, shape (n,).
        digest: that of the surveys whose rows those are.
    """

    document: LatentFigures
    pictures: TextColumn
    points: npt.NDArray[np.float64]
    far: npt.NDArray[np.float32]
    rows: npt.NDArray[np.int32]
    digest: int

    @property
    def is_far(self) -> npt.NDArray[np.bool_]:
        """Which pictures are far from the others, shape (n,)."""
        far: npt.NDArray[np.bool_] = self.far >= FAR
        return far

    @property
    def listed(self) -> npt.NDArray[np.int64]:
        """Numbers of the pictures that are far from the others, the farthest first."""
        far = self.is_far.nonzero()[0]
        numbers: npt.NDArray[np.int64] = far[(-self.far[far]).argsort(kind="stable")]
        return numbers


@dataclass(frozen=True, slots=True, eq=False)
class LikenessPoints:
    """The document and table of `core.queries.likeness_document`, n pictures, least alike first.

    Attributes:
        likeness: ascending, float64, shape (n,).
        rows: of the survey's Entries table, -1 for none, shape (n,).
        digest: that of the surveys whose rows those are.
        line: the likeness below which a picture is listed.
    """

    document: LikenessFigures
    sources: TextColumn
    payloads: TextColumn
    likeness: npt.NDArray[np.float64]
    rows: npt.NDArray[np.int32]
    digest: int
    line: float

    @property
    def listed(self) -> npt.NDArray[np.int64]:
        """Numbers of the pictures that look less alike than the line, the least alike first."""
        import numpy as np  # not at the window's start

        return np.arange(int(self.likeness.searchsorted(self.line)))


PicturePoints = PictureScales | LatentPoints | LikenessPoints
"""Pictures of a plot, each with its row of the survey."""


@dataclass(frozen=True, slots=True)
class UsageCharts:
    """Usage with what drawing asks for again and again.

    Attributes:
        children: nodes by the folder they are in, the largest first; -1 for the caches.
        pictures: which rows of the survey are in which bucket, None where nobody asked.
        scales: how they came to its size, None where nobody asked.
        latents: mean and sigma of what is cached, None where nobody asked.
        likeness: how far it looks like its sources, None where nobody asked.
        history: how much it took after each deed, None where nobody asked.
    """

    usage: Usage = field(default_factory=Usage)
    children: Mapping[int, Sequence[int]] = field(default_factory=dict)
    pictures: BucketPictures | None = None
    scales: PictureScales | None = None
    latents: LatentPoints | None = None
    likeness: LikenessPoints | None = None
    history: SpaceHistory | None = None

    def rows_of(self, bucket: Bucket) -> npt.NDArray[np.int32]:
        """Return the survey's rows of a bucket's pictures; there are `pictures`. Shape (k,)."""
        pictures = self.pictures
        assert pictures is not None
        store = [cache.store for cache in self.usage.caches].index(bucket.store)
        rows: npt.NDArray[np.int32] = pictures.entry[
            (pictures.store == store) & (pictures.height == bucket.height)
            & (pictures.width == bucket.width)]
        return rows

    def node(self, at: int) -> UsageNode:
        """A folder or file; -1 is all caches together."""
        if at >= 0:
            return self.usage.tree[at]
        top = [self.usage.tree[child] for child in self.children.get(-1, ())]
        return UsageNode(-1, "", sum(node.files for node in top),
                         sum(node.bytes for node in top), is_folder=True)

    def way_to(self, at: int) -> Sequence[int]:
        """The folder and those above it, all caches first."""
        way = [at]
        while way[0] >= 0:
            way.insert(0, self.usage.tree[way[0]].parent)
        return way


def read_usage(answer: Answer) -> UsageCharts:
    """Read an answer; meant for a pool thread.

    Raises:
        ValueError: if it is no such document.
    """
    usage = read_document(answer, Usage)
    children: dict[int, list[int]] = {}
    for at, node in enumerate(usage.tree):
        children.setdefault(node.parent, []).append(at)
    for found in children.values():
        found.sort(key=lambda at: -usage.tree[at].bytes)
    return UsageCharts(usage, children, _read_pictures(answer))


def _read_pictures(answer: Answer) -> BucketPictures | None:
    """Read the table into memory, for its folder goes once it is read."""
    if answer.tables is None:
        return None
    import numpy as np  # not at the window's start

    columns = load_columns(Path(answer.tables) / "pictures")
    return BucketPictures(**{
        name: np.array(columns[name]) for name in ("entry", "store", "height", "width")},
        digest=int(np.asarray(columns["survey"])[0]))


def read_latents(answer: Answer, snapshot: SurveySnapshot) -> LatentPoints:
    """Read an answer and its table into memory; meant for a pool thread.

    Raises:
        ValueError: if it is no such document, or has no table.
    """
    import numpy as np  # not at the window's start

    if answer.tables is None:
        raise ValueError("the answer has no table")
    document = read_document(answer, LatentFigures)
    columns = load_columns(Path(answer.tables) / "latents")
    pictures = TextColumn.from_strings(columns["picture"])
    return LatentPoints(
        document, pictures,
        np.stack([np.array(columns[name], np.float64) for name in ("mean", "sigma")], axis=1),
        np.array(columns["far"], np.float32),
        find_picture_rows(pictures, list_image_stores(document.layout, snapshot), snapshot),
        snapshot.digest)


def read_likeness(answer: Answer, snapshot: SurveySnapshot) -> LikenessPoints:
    """Read an answer and its table into memory; meant for a pool thread.

    Raises:
        ValueError: if it is no such document, or has no table.
    """
    import numpy as np  # not at the window's start

    if answer.tables is None:
        raise ValueError("the answer has no table")
    document = read_document(answer, LikenessFigures)
    columns = load_columns(Path(answer.tables) / "likeness")
    likeness = np.array(columns["likeness"], np.float64)
    order = np.argsort(likeness, kind="stable")
    sources, payloads = list(columns["source"]), list(columns["payload"])
    store = np.array(columns["store"])
    rows = np.full(len(order), NOBODY, np.int32)
    known = [one.id for one in snapshot.document.stores]
    for at, identity in enumerate(document.stores):
        of = np.flatnonzero(store == at)
        if identity in known:
            rows[of] = find_picture_rows(
                [sources[row] for row in of.tolist()], [known.index(identity)], snapshot)
    return LikenessPoints(
        document, TextColumn.from_strings(sources[at] for at in order.tolist()),
        TextColumn.from_strings(payloads[at] for at in order.tolist()), likeness[order],
        rows[order], snapshot.digest, document.odd)


def read_space_history(answer: Answer) -> SpaceHistory:
    """Read an answer; meant for a pool thread.

    Raises:
        ValueError: if it is no such document.
    """
    return read_document(answer, SpaceHistory)


def read_scales(answer: Answer) -> PictureScales:
    """Read an answer and its table into memory; meant for a pool thread.

    Raises:
        ValueError: if it is no such document, or has no table.
    """
    import numpy as np  # not at the window's start

    if answer.tables is None:
        raise ValueError("the answer has no table")
    columns = load_columns(Path(answer.tables) / "pictures")
    entry, span, scale, cropped = (
        np.array(columns[name]) for name in ("entry", "span", "scale", "cropped"))
    known = np.flatnonzero(span >= 0)
    return PictureScales(
        read_document(answer, Scaling), entry, span,
        np.stack([np.log2(scale[known].astype(np.float64)), cropped[known]], axis=1), known,
        int(np.asarray(columns["survey"])[0]))
