"""One picture with its caption beside what would be trained in their place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGridLayout, QWidget

from larder.app.cache_session import CacheSession
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.pictures.thumbnails import Cached, Key
from larder.app.presentation.sentences import Sentences
from larder.app.services import WindowServices
from larder.app.widgets.plain_labels import PlainLabel
from larder.app.widgets.widgets import ElidedLabel, WrappedLabel
from larder.core.survey.document import WrongPair
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreContent, StoreKind

_tr = Sentences("WrongPair")

PICTURE = QSize(96, 72)
"""Pixels of each picture."""

PICTURE_KINDS = frozenset(
    kind.value for kind in StoreKind if kind.content is StoreContent.IMAGE)
LONGEST_TEXT = 200
"""Characters of a caption; below a picture one line of it is shown."""


def caption_pair_of(snapshot: SurveySnapshot, row: int) -> WrongPair | None:
    """Return a caption beside the one that is trained in its place; None of any other row."""
    entries = snapshot.entries
    store, made_from = snapshot.document.stores[int(entries.store[row])], entries.made_from_of(row)
    if not made_from or StoreKind(store.kind).content is not StoreContent.TEXT:
        return None
    return WrongPair(caption=entries.source(row), trained_caption=caption_of(made_from))


def find_caption(session: CacheSession, row: int) -> Path | None:
    """Return the caption file that a picture's row has or would have, None of any other row."""
    snapshot = session.snapshot
    if snapshot is None:
        return None
    store = snapshot.document.stores[int(snapshot.entries.store[row])]
    return session.locate(caption_of(snapshot.entries.source(row))) \
        if store.kind in PICTURE_KINDS else None


class WrongPairView(QWidget):
    """Two pictures with their captions: as they are, and as they would be trained."""

    def __init__(self, pair: WrongPair, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        located = services.session.locate
        # Where the other picture is gone, what is cached of it is shown as it can be drawn.
        cached = (Cached(pair.store, pair.trained_picture),) if pair.store else ()
        right, wrong = (
            [None if not name else located(name) for name in names]
            for names in ((pair.picture, pair.caption),
                          (pair.trained_picture, pair.trained_caption)))
        self._sides = (
            _Side(_tr("Your file"), right, (), services),
            _Side(_tr("Trained instead"), wrong, cached, services))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        for at, side in enumerate(self._sides):
            parts = (side.title, side.picture, side.name, side.caption)
            for row, widget in enumerate(parts):
                # Captions without pictures need the width of both.
                grid.addWidget(
                    widget, *((row, at) if pair.picture else (row + at * len(parts), 0)))
        self.setAccessibleName(_tr("%1 would be trained as %2").replace(
            "%1", self._sides[0].name.text).replace("%2", self._sides[1].name.text))
        if pair.picture:
            self.setFixedWidth(2 * PICTURE.width() + 12)
        services.thumbnails.loaded.connect(self._show)
        # No number of an object: another may have it before this one's end is told.
        asker = object()
        services.thumbnails.want(asker, [key for side in self._sides for key in side.keys])
        self.destroyed.connect(partial(services.thumbnails.want, asker, ()))
        self._show()

    @property
    def is_settled(self) -> bool:
        """True if everything was read, or could not be."""
        return all(side.is_read for side in self._sides)

    def _show(self, _: Key | None = None) -> None:
        for side in self._sides:
            side.show_what_is_read()


class _Side:
    """The labels of one of the two."""

    def __init__(
        self, title: str, files: Sequence[Path | None], cached: Sequence[Key],
        services: WindowServices,
    ) -> None:
        """Show picture and caption, `files`; `cached` is drawn where the picture is gone."""
        picture, caption = files
        named = picture or caption
        self._services = services
        self._pictures = [*([] if picture is None else [picture]), *cached]
        self._caption = caption
        names = services.look.names
        self.title = ElidedLabel(title, muted=True, elide=Qt.TextElideMode.ElideRight)
        self.picture = PlainLabel()
        self.picture.setObjectName("picture")
        self.picture.setFixedSize(PICTURE)
        self.name = ElidedLabel("" if named is None else names.file(named.name))
        self.picture.setVisible(picture is not None)
        self.caption = WrappedLabel() if picture is None else ElidedLabel(
            muted=True, elide=Qt.TextElideMode.ElideRight)

    @property
    def keys(self) -> list[Key]:
        """Return the files and payloads to read, the best first."""
        return [*self._pictures, *([] if self._caption is None else [self._caption])]

    @property
    def is_read(self) -> bool:
        """True if the best of its pictures and the caption were read, or could not be."""
        return all(self._services.thumbnails.get(key) is not None for key in self.keys)

    def show_what_is_read(self) -> None:
        """Show the picture and the beginning of the caption as far as they are read."""
        thumbnails = self._services.thumbnails
        read = (thumbnails.get(key) for key in self._pictures)
        image = next((one.image for one in read if one is not None and one.image is not None), None)
        caption = None if self._caption is None else thumbnails.get(self._caption)
        if image is not None:
            ratio = self.picture.devicePixelRatioF()
            shown = QPixmap.fromImage(image.scaled(
                PICTURE * ratio, Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation))
            shown.setDevicePixelRatio(ratio)
            self.picture.setPixmap(shown)
        if caption is not None and caption.text:
            said = " ".join(caption.text[:LONGEST_TEXT].split())
            if isinstance(self.caption, ElidedLabel):
                self.caption.set_text(said)
            else:
                self.caption.setText(said)
