"""Cached pictures beside their sources: how far each looks like it, and which look least like it.

What was compared is remembered (`likeness_memory`): a pair of unchanged files is opened once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from larder.core.columns import Array, TextColumn
from larder.core.encoders.protocol import SourceError
from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress
from larder.core.quantities import Amount
from larder.core.queries.cached_pictures import CachedPicture, CachedPictures, open_cached_pictures
from larder.core.queries.colour_book import ColourBook
from larder.core.queries.latent_colours import ODD_SHARE, read_latent
from larder.core.queries.likeness_document import LikenessFigures
from larder.core.queries.likeness_memory import (
    ComparedPicture,
    LikenessMemory,
    Stamps,
    Uncompared,
    read_stamps,
)
from larder.core.queries.preview import ColourState, PictureRanking, RankedPicture
from larder.core.workspace.open_workspace import StoreLocation, Workspace

COMPARING: Final = "comparing pictures"
PROGRESS_EVERY: Final = 64

Note = Callable[[StoreLocation, CachedPicture, ComparedPicture], None]
Found = tuple[LikenessFigures, dict[str, Array | TextColumn]]


def rank_pictures(
    workspace: Workspace, locations: Sequence[StoreLocation], *, most: int, token: CancelToken
) -> Job[PictureRanking]:
    """Compare every cached picture with its source; opens those that nobody compared yet.

    Args:
        workspace: whose.
        locations: stores to look at; those without pictures are passed over.
        most: pictures to name.
        token: checked per payload.

    Raises:
        WorkspaceError: if an index cannot be read.
        JobCancelled: if the token was cancelled; its report is what was compared by then.
    """
    ranking = _Ranking(most)
    try:
        for location in locations:
            yield from _compare_store(
                workspace, location, most_bytes=None, token=token, note=ranking.note)
    except JobCancelled as cancelled:
        raise JobCancelled(ranking.report(stopped=True)) from cancelled
    return ranking.report()


def measure_likeness(
    workspace: Workspace, *, most_bytes: int | None, token: CancelToken
) -> Job[Found]:
    """Say how far every cached picture looks like its source, and what is left to be read.

    Args:
        workspace: whose.
        most_bytes: compare so many bytes at most, None for all; 0 gives what is remembered.
        token: checked per payload.

    Raises:
        WorkspaceError: if an index cannot be read.
        JobCancelled: if the token was cancelled; its report is what was compared by then.
    """
    rows = _Rows()
    try:
        for location in workspace.stores:
            left = yield from _compare_store(
                workspace, location, most_bytes=most_bytes, token=token, note=rows.note)
            rows.unread = Amount(
                rows.unread.files + left.files, rows.unread.bytes + left.bytes)
    except JobCancelled as cancelled:
        raise JobCancelled(rows.report(stopped=True)) from cancelled
    return rows.report()


class _Ranking:
    """Counts and the worst so far, of all stores."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._worst: list[RankedPicture] = []
        self._counts: Counter[Uncompared | None] = Counter()

    def note(
        self, location: StoreLocation, picture: CachedPicture, compared: ComparedPicture
    ) -> None:
        """Take one up; the list is cut when it is twice as long as it may be."""
        self._counts[compared.why] += 1
        if compared.likeness is None:
            return
        self._worst.append(RankedPicture(
            store=location.id, source=picture.spelled, payload=picture.name,
            likeness=round(compared.likeness, 4)))
        if len(self._worst) >= 2 * self._most:
            self._cut()

    def report(self, *, stopped: bool = False) -> PictureRanking:
        """Return the ranking of the pictures compared so far."""
        self._cut()
        return PictureRanking(
            pictures=tuple(self._worst), stopped=stopped, compared=self._counts[None],
            without_source=self._counts[Uncompared.WITHOUT_SOURCE],
            without_preview=self._counts[Uncompared.WITHOUT_PREVIEW],
            unreadable=self._counts[Uncompared.UNREADABLE])

    def _cut(self) -> None:
        self._worst = sorted(
            self._worst, key=lambda one: (one.likeness, one.store, one.source, one.payload)
        )[: self._most]


class _Rows:
    """Every picture that was compared, of all stores."""

    def __init__(self) -> None:
        self.unread = Amount()
        self._counts: Counter[Uncompared | None] = Counter()
        self._stores: dict[str, int] = {}
        self._rows: list[tuple[str, str, int, float]] = []

    def note(
        self, location: StoreLocation, picture: CachedPicture, compared: ComparedPicture
    ) -> None:
        """Take up one cached picture."""
        self._counts[compared.why] += 1
        if compared.likeness is not None:
            store = self._stores.setdefault(location.id, len(self._stores))
            self._rows.append((picture.spelled, picture.name, store, compared.likeness))

    def report(self, *, stopped: bool = False) -> Found:
        """Return the document and the table."""
        likeness = np.array([row[3] for row in self._rows], np.float32)
        usual = float(np.median(likeness)) if len(likeness) else 0.0
        return LikenessFigures(
            stores=tuple(self._stores), unread=self.unread, usual=usual, odd=usual * ODD_SHARE,
            stopped=stopped, compared=self._counts[None],
            without_source=self._counts[Uncompared.WITHOUT_SOURCE],
            without_preview=self._counts[Uncompared.WITHOUT_PREVIEW],
            unreadable=self._counts[Uncompared.UNREADABLE],
        ), {
            "source": TextColumn.from_strings(row[0] for row in self._rows),
            "payload": TextColumn.from_strings(row[1] for row in self._rows),
            "store": np.array([row[2] for row in self._rows], np.int32), "likeness": likeness}


@dataclass(frozen=True, slots=True)
class _Pair:
    """A cached picture that was not compared yet, with both stamps."""

    picture: CachedPicture
    stamps: Stamps

    @property
    def bytes(self) -> int:
        """Return the size of both files."""
        return self.stamps[0] + max(self.stamps[2], 0)


def _compare_store(
    workspace: Workspace, location: StoreLocation, *, most_bytes: int | None, token: CancelToken,
    note: Note,
) -> Job[Amount]:
    """Compare a store's pictures, those that are known first, and return what is left."""
    pictures = open_cached_pictures(workspace, location)
    if pictures is None:
        return Amount()
    memory = LikenessMemory(location.path)
    asked: set[str] = set()
    left: list[_Pair] = []
    for place in range(len(pictures)):
        if place % PROGRESS_EVERY == 0:
            token.check()
            yield Progress(COMPARING, place, len(pictures), "pictures")
        for picture in pictures.at(place):
            stamps = read_stamps(location.path / picture.name, picture.source)
            if stamps is None:
                continue
            asked.add(picture.name)
            known = memory.known(picture.name, stamps)
            if known is None:
                left.append(_Pair(picture, stamps))
            else:
                note(location, picture, known)
    done = yield from _compare_pairs(
        ColourBook(workspace, location), pictures, location, left, memory, asked,
        most_bytes=most_bytes, token=token, note=note)
    rest = left[done:]
    return Amount(len(rest), sum(pair.bytes for pair in rest))


def _compare_pairs(
    book: ColourBook, pictures: CachedPictures, location: StoreLocation, pairs: Sequence[_Pair],
    memory: LikenessMemory, asked: set[str], *, most_bytes: int | None, token: CancelToken,
    note: Note,
) -> Job[int]:
    """Compare pairs until so many bytes were read, and return how many that were."""
    read = done = 0
    try:
        for pair in pairs:
            if most_bytes is not None and read >= most_bytes:
                break
            yield Progress(COMPARING, done, len(pairs), "pictures")
            token.check()
            compared = yield from _compare(book, pictures, location, pair.picture, token)
            memory.note(pair.picture.name, pair.stamps, compared)
            note(location, pair.picture, compared)
            read += pair.bytes
            done += 1
    finally:  # also of what was cancelled
        if done:
            memory.save(asked)
    return done


def _compare(
    book: ColourBook, pictures: CachedPictures, location: StoreLocation, picture: CachedPicture,
    token: CancelToken,
) -> Job[ComparedPicture]:
    """Open a cached picture and its source, and say how far they look alike."""
    path = location.path / picture.name
    try:
        latent = read_latent(path)
        written_ns = path.stat().st_mtime_ns
    except (PayloadError, OSError):
        return ComparedPicture(why=Uncompared.UNREADABLE)
    colours = book.known(picture, latent, written_ns=written_ns)
    if colours is None:
        colours = yield from book.learn(pictures, picture, latent, token)
    why: Uncompared | None = None
    alike: tuple[float, bool] | None = None
    if colours.state is not ColourState.LEARNT:
        why = Uncompared.WITHOUT_PREVIEW
    else:
        try:
            alike = book.likeness(colours, picture, latent)
        except (SourceError, UserFacingError):
            why = Uncompared.WITHOUT_SOURCE
        else:
            why = Uncompared.UNREADABLE if alike is None else None
    return ComparedPicture(
        None if alike is None else alike[0], why, book.encoder(picture, latent),
        len(latent.latent), colours.pairs)
