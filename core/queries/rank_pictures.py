"""Ranks cached pictures by how little they look like their sources."""

from __future__ import annotations

from collections.abc import Sequence

from larder.core.encoders.protocol import SourceError
from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress
from larder.core.queries.cached_pictures import CachedPictures, cached_pictures
from larder.core.queries.colour_book import ColourBook
from larder.core.queries.latent_colours import (
    PictureRanking,
    RankedPicture,
)
from larder.core.queries.latent_payload import read_latent
from larder.core.queries.preview import ColourState
from larder.core.workspace.open_workspace import StoreLocation, Workspace


class _Ranking:
    """Counts and the worst so far, of all stores."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._worst: list[RankedPicture] = []
        self.compared = self.without_source = self.without_preview = self.unreadable = 0

    def add(self, picture: RankedPicture) -> None:
        """Take one up; the list is cut when it is twice as long as it may be."""
        self.compared += 1
        self._worst.append(picture)
        if len(self._worst) >= 2 * self._most:
            self._cut()

    def report(self, *, stopped: bool = False) -> PictureRanking:
        """What was found so far."""
        self._cut()
        return PictureRanking(
            pictures=tuple(self._worst), compared=self.compared,
            without_source=self.without_source, without_preview=self.without_preview,
            unreadable=self.unreadable, stopped=stopped)

    def _cut(self) -> None:
        self._worst = sorted(
            self._worst, key=lambda one: (one.likeness, one.store, one.source, one.payload)
        )[: self._most]


def rank_pictures(
    workspace: Workspace, locations: Sequence[StoreLocation], *, most: int, token: CancelToken
) -> Job[PictureRanking]:
    """Compare every cached picture with its source; opens each of both once.

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
            pictures = cached_pictures(workspace, location)
            if pictures is not None:
                yield from _rank_store(workspace, location, pictures, ranking, token)
    except JobCancelled as cancelled:
        raise JobCancelled(ranking.report(stopped=True)) from cancelled
    return ranking.report()


def _rank_store(
    workspace: Workspace, location: StoreLocation, pictures: CachedPictures, ranking: _Ranking,
    token: CancelToken,
) -> Job[None]:
    book = ColourBook(workspace, location)
    for place in range(len(pictures)):
        yield Progress("comparing pictures", place, len(pictures), "pictures")
        for picture in pictures.at(place):
            token.check()
            try:
                path = location.path / picture.name
                latent = read_latent(path)
                written_ns = path.stat().st_mtime_ns
            except (PayloadError, OSError):
                ranking.unreadable += 1
                continue
            colours = book.known(picture, latent, written_ns=written_ns)
            if colours is None:
                colours = yield from book.learn(pictures, picture, latent, token)
            if colours.state is not ColourState.LEARNT:
                ranking.without_preview += 1
                continue
            try:
                alike = book.likeness(colours, picture, latent)
            except (SourceError, UserFacingError):
                ranking.without_source += 1
                continue
            if alike is None:
                ranking.unreadable += 1
                continue
            ranking.add(RankedPicture(
                store=location.id, source=picture.spelled, payload=picture.name,
                likeness=round(alike[0], 4)))
