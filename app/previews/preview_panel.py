"""The panel that draws one payload: which payload it is, the job that reads it, its view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from larder.app.cache_session import CacheSession
from larder.app.jobs.awaited_job import AwaitedJob
from larder.app.jobs.job import Job
from larder.app.jobs.job_lanes import JobLanes
from larder.app.models.entry_rows import has_preview
from larder.app.pictures.picture_files import Preview
from larder.app.pictures.thumbnails import ROOM, Cached
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import Sentences, breakable
from larder.app.previews.latent_view import LatentView, image_of
from larder.app.previews.picture_views import PixelView
from larder.app.previews.plot_panels import ChannelPanel, PlotPanel, SpectrumPanel, WavePanel
from larder.app.previews.sound_views import SpectrogramView, WaveformView
from larder.app.previews.table_views import CaptionView, DrawnTable, LeafView, TokenView
from larder.app.services import WindowServices
from larder.app.widgets.widgets import EmptyState, fill_layout, make_muted_label
from larder.core.queries.preview import (
    CaptionTable,
    ColourState,
    Drawing,
    LatentDrawing,
    LeafTable,
    PayloadPreview,
    PixelDrawing,
    SoundDrawing,
    TokenTable,
    WaveformDrawing,
    read_preview,
)
from larder.core.requests.options import Answer, PreviewEntryOptions, PreviewOptions
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.worker_protocol import Failed
from larder.core.workspace.store_kinds import StoreKind

_tr = Sentences("Preview")

MANIFEST_SUFFIX = ".manifest"
"""What is opened of a tree, whose name in a listing is its stem."""

EMPTY_HEIGHT = 150

VIEWS: Mapping[type[Drawing], Callable[[Figures], QWidget]] = MappingProxyType({
    WaveformDrawing: WaveformView,
    SoundDrawing: SpectrogramView,
    PixelDrawing: PixelView,
    LatentDrawing: LatentView,
    CaptionTable: CaptionView,
    TokenTable: TokenView,
    LeafTable: LeafView,
})
"""The widget of each way of drawing."""


def _make_latent_view(services: WindowServices) -> LatentView:
    return LatentView(services.look.figures, partial(ChannelPanel, services))


PLOTTED_VIEWS: Mapping[type[Drawing], Callable[[WindowServices], QWidget]] = MappingProxyType({
    WaveformDrawing: WavePanel,
    SoundDrawing: SpectrumPanel,
    LatentDrawing: _make_latent_view,
})
"""The widget of each way of drawing that has a plot."""


@dataclass(frozen=True, slots=True)
class DrawnPayload:
    """One payload that is drawn itself.

    Attributes:
        file: the payload, the manifest of a tree.
        kind: of its store, as in documents.
        store: the store's folder.
    """

    file: Path
    kind: str
    store: Path


def drawn_entry(session: CacheSession, row: int) -> DrawnPayload | None:
    """The payload of a row of the Entries table, None if its source is shown instead.

    One that is not on disk is none either.
    """
    snapshot = session.snapshot
    if snapshot is None:
        return None
    at = int(snapshot.entries.store[row])
    place = snapshot.values.place(row)
    name = "" if place is None else snapshot.values.payload[place]
    if not name:
        return None
    store = session.store_folder(at)
    return DrawnPayload(store / name, snapshot.document.stores[at].kind, store)


def drawn_loose(session: CacheSession, row: int) -> DrawnPayload | None:
    """The payload of a row of the `payloads` table, None if it is not drawn.

    What an unfinished write left is not: it is no payload yet.
    """
    snapshot = session.snapshot
    if snapshot is None:
        return None
    payloads = snapshot.payloads
    kind = snapshot.document.stores[int(payloads.store[row])].kind
    if not has_preview(kind) or payloads.verdict[row] == PayloadVerdict.TEMP_LEFTOVER:
        return None
    file = session.loose_file(row)
    if kind == StoreKind.TREE.value:
        file = file.with_name(file.name + MANIFEST_SUFFIX)
    return DrawnPayload(file, kind, session.store_folder(int(payloads.store[row])))


def preview_job(
    session: CacheSession, payload: DrawnPayload, title: str, *, thorough: bool = False,
) -> Job:
    """The job that gives a `PayloadPreview`; a `thorough` one reads what takes long too."""
    tables = session.folder.fresh("preview")
    options = PreviewOptions(
        file=str(payload.file), kind=payload.kind, store=str(payload.store), tables=str(tables),
        thorough=thorough)
    return _request(session, "preview", options, title, tables)


def picture_job(
    session: CacheSession, store: str, source: str, title: str, *, shown: str, learns: bool,
    renamed_to: str = "", decodes: bool = False, compares: bool = False,
) -> Job:
    """The job that gives a `PayloadPreview` of a cached picture.

    Args:
        session: the open workspace.
        store: id of its store.
        source: as its entry spells it, "" for a payload that no entry needs.
        title: of the job.
        shown: which payload, relative to the store, "" for the first.
        renamed_to: where the source is now, "" where it has its name still.
        learns: whether to learn the encoder's colours where nobody has.
        decodes: whether the config's VAE is to draw it.
        compares: whether to read other pictures of its concept for their medians.
    """
    tables = session.folder.fresh("preview")
    options = session.about_this(
        PreviewEntryOptions, store=store, source=source, shown=shown, learns=learns,
        compares=compares, renamed_to=renamed_to, tables=str(tables))
    kind = "decode-entry" if decodes else "preview-entry"
    return _request(session, kind, options, title, tables)


def _request(
    session: CacheSession, kind: str, options: msgspec.Struct, title: str, tables: Path
) -> Job:
    def read(answer: Answer) -> PayloadPreview:
        try:
            return read_preview(answer.document, tables)
        finally:
            session.folder.drop(tables)

    return session.request(kind, options, title, quiet=True, digest=read)


class DrawingView(Protocol):
    """A widget that shows one way of drawing."""

    def show_drawing(self, drawing: Any, /) -> str:
        """Show another one; returns what is said of it."""


class PreviewPanel(QWidget):
    """Shows one payload, why it cannot be read, or that nothing is there yet.

    Signals:
        all_wanted: the user wants what was left out because it takes long to read.
        shown_wanted: another payload of the same entry; its name relative to the store.
        decoding_wanted: what a VAE makes of the latent that is shown.
        play_wanted: the sound that the payload was made from is to be heard.
    """

    all_wanted = Signal()
    shown_wanted = Signal(str)
    decoding_wanted = Signal()
    play_wanted = Signal()

    def __init__(
        self, figures: Figures, *, fills: bool = False, services: WindowServices | None = None,
    ) -> None:
        """Make it, empty; where it `fills`, drawings take all the room there is.

        With `services` it has plots that one can touch.
        """
        super().__init__()
        self._services = services
        self._figures = figures
        self._fills = fills
        self._views: dict[type[Drawing], QWidget] = {}
        self._shown: QWidget | None = None
        self.empty = EmptyState()
        self.empty.setFixedHeight(EMPTY_HEIGHT)
        self.caption = make_muted_label()
        self._layout = fill_layout(QVBoxLayout(self), self.empty, self.caption, spacing=4)
        if not fills:
            # A caption of two lines asks for more than it takes; the rest goes below it.
            self._layout.addStretch(1)
        self.setSizePolicy(
            QSizePolicy.Policy.Preferred,
            QSizePolicy.Policy.Expanding if fills else QSizePolicy.Policy.Minimum)
        self.show_nothing("")

    @property
    def view(self) -> QWidget | None:
        """The view that is shown, None for a sentence."""
        return self._shown

    def show_preview(self, preview: PayloadPreview) -> None:
        """Show a payload, or why it cannot be read."""
        if preview.drawing is None:
            self.show_nothing(preview.problem, hint=preview.hint)
            return
        view = self._view_of(type(preview.drawing))
        self._bring(view)
        self.caption.setText(view.show_drawing(preview.drawing))
        self.caption.setVisible(True)

    def say(self, text: str) -> None:
        """Say something of what is shown in place of what was said."""
        self.caption.setText(text)

    def show_nothing(self, reason: str, *, hint: str = "") -> None:
        """Show a sentence in place of a payload."""
        self._bring(None)
        self.empty.show_text(breakable(reason), hint=hint)
        self.caption.setVisible(False)

    def _view_of(self, drawing: type[Drawing]) -> Any:
        if drawing not in self._views:
            view = VIEWS[drawing](self._figures) if self._services is None \
                or drawing not in PLOTTED_VIEWS else PLOTTED_VIEWS[drawing](self._services)
            if isinstance(view, WavePanel):
                view.play_wanted.connect(self.play_wanted)
            if isinstance(view, LeafView):
                view.all_wanted.connect(self.all_wanted)
            if isinstance(view, LatentView):
                view.shown_wanted.connect(self.shown_wanted)
                view.decoding_wanted.connect(self.decoding_wanted)
            view.hide()
            if self._fills and isinstance(view, PlotPanel):
                view.fill_room()
            elif self._fills:
                for widget in (view, *view.findChildren(DrawnTable)):
                    widget.setSizePolicy(
                        QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
            self._layout.insertWidget(0, view, 1 if self._fills else 0)
            self._views[drawing] = view
        return self._views[drawing]

    def _bring(self, view: QWidget | None) -> None:
        wanted = view or self.empty
        for other in (*self._views.values(), self.empty):
            if other is not wanted:
                # First: a window grows to hold both, and stays as large.
                other.hide()
        wanted.show()
        self._shown = view


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
            self._session, cached.store, cached.source, _tr("Show a cached picture"), shown="",
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

    def _on_failed(self, failure: Failed) -> None:
        self._finish(self._waiting, Preview(problem=failure.problem))
