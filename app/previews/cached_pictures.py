"""Draws small pictures of what is cached: the latent of an entry, coloured without its VAE."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from larder.app.cache_session import CacheSession
from larder.app.jobs.job import JobFailure
from larder.app.jobs.job_lanes import AwaitedJob, JobLanes
from larder.app.presentation.plurals import Sentences
from larder.app.previews.latent_view import image_of
from larder.app.previews.picture_files import Preview
from larder.app.previews.preview_panel import picture_job
from larder.app.previews.thumbnails import ROOM, Cached
from larder.core.queries.preview import ColourState, LatentDrawing, PayloadPreview

_tr = Sentences("Preview")


class CachedPictures:
    """One job at a time; what an encoder's latents look like is learnt once per survey and store.

    Stores whose latents are no pictures, or of which there are too few to learn from, are not asked
    to learn again for every row.
    """

    def __init__(self, session: CacheSession, lanes: JobLanes) -> None:
        self._session = session
        self._waiting: Callable[[Preview], None] = lambda _: None
        self._of = ""
        self._job = AwaitedJob(lanes, self._on_drawn, self._on_failed)
        self._dull: set[str] = set()
        session.survey_changed.connect(self._dull.clear)

    def draw(self, cached: Cached, done: Callable[[Preview], None]) -> Callable[[], None]:
        """Begin; `done` is called once, unless the returned function was called before."""
        self._waiting, self._of = done, cached.store
        if self._session.snapshot is None:
            done(Preview())
            return lambda: None
        job = picture_job(
            self._session, cached.store, cached.source, _tr("Look at a cached picture"), shown="",
            learns=cached.store not in self._dull)
        job.cancelled.connect(lambda _: self._finish(done, Preview()))
        self._job.start(job)
        return self._job.drop

    def _finish(self, done: Callable[[Preview], None], preview: Preview) -> None:
        if self._waiting is done:
            self._waiting = lambda _: None
            done(preview)

    def _on_drawn(self, found: PayloadPreview) -> None:
        drawing = found.drawing
        if not isinstance(drawing, LatentDrawing) or not drawing.latent.size:
            if isinstance(drawing, LatentDrawing) and drawing.state != ColourState.LEARNT:
                self._dull.add(self._of)
            self._finish(self._waiting, Preview(problem=found.problem))
            return
        image = image_of(drawing.latent)
        if image.width() > ROOM.width() or image.height() > ROOM.height():
            image = image.scaled(ROOM, Qt.AspectRatioMode.KeepAspectRatio,
                                 Qt.TransformationMode.SmoothTransformation)
        self._finish(self._waiting, Preview(image=image))

    def _on_failed(self, failure: JobFailure) -> None:
        self._finish(self._waiting, Preview(problem=failure.problem))
