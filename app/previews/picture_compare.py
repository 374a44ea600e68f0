"""Pictures of a group beside each other at equal scale; two of them over each other, or subtracted.

Many are shown small, from the thumbnails that all views share; two are read as large as the room
asks for. Both happens off the window's thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent, QImage
from PySide6.QtWidgets import QFrame, QHBoxLayout

from larder.app.pictures.picture_files import Preview, read_preview
from larder.app.presentation.sentences import Sentences
from larder.app.previews.latent_view import (
    GAP,
    CompareTools,
    Pane,
    image_of,
    tool_button,
)
from larder.app.previews.loupe import LoupeCanvas, read_whole, turned_image
from larder.app.services import WindowServices
from larder.app.widgets.widgets import ContentStack, fill_column, fill_layout, make_muted_label
from larder.core.compare.copy_facts import PictureTurn

_tr = Sentences("PictureCompare")

MOST_PANES = 12
"""More of them could not be told apart."""

PAIR = 2
"""Pictures that can be compared pixel by pixel."""

AMPLIFIED = 4
"""What differs by a few levels is hardly seen in a picture of differences."""

VISIBLE_LEVELS = 8
"""By which two pixels differ that one can tell apart."""


@dataclass(frozen=True, slots=True)
class ShownFile:
    """A picture and what is written below it.

    Attributes:
        turn: what is done to it so that it stands as the others do.
    """

    title: str
    file: Path
    turn: PictureTurn = PictureTurn.UPRIGHT


@dataclass(frozen=True, slots=True)
class PictureDifference:
    """Of two pictures, the second in the size of the first.

    Attributes:
        image: how far each pixel differs, `AMPLIFIED`; black where it does not.
        largest: levels by which a pixel differs at most, 0 to 255.
        share: of the pixels that differ visibly.
    """

    image: QImage
    largest: int
    share: float


def picture_difference(first: QImage, second: QImage) -> PictureDifference:
    """Subtract two pictures; safe in any thread."""
    second = second.scaled(
        first.size(), Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation)
    one, other = (_levels(image).astype(np.int16) for image in (first, second))
    differing = np.abs(one - other).max(axis=2)
    shown = np.minimum(differing * AMPLIFIED, 255).astype(np.uint8)
    return PictureDifference(
        image_of(shown), int(differing.max(initial=0)),
        float((differing > VISIBLE_LEVELS).mean()) if differing.size else 0.0)


def _levels(image: QImage) -> npt.NDArray[np.uint8]:
    """RGB, shape (h, w, 3); lines of an image end at a multiple of four bytes."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(
        image.height(), image.bytesPerLine())
    # Without a copy the array would go on reading bytes that are freed here.
    return lines[:, :3 * image.width()].reshape(image.height(), image.width(), 3).copy()


@dataclass(frozen=True, slots=True)
class _ReadPair:
    """Two pictures as they were read, and what differs; None where one cannot be read."""

    files: tuple[ShownFile, ...]
    previews: tuple[Preview, ...]
    difference: PictureDifference | None


def _read_pair(files: tuple[ShownFile, ...]) -> _ReadPair:
    previews = tuple(_turned(read_preview(shown.file), shown.turn) for shown in files)
    images = [preview.image for preview in previews if preview.image is not None]
    return _ReadPair(
        files, previews, picture_difference(*images) if len(images) == len(files) == 2 else None)


def _turned(preview: Preview, turn: PictureTurn) -> Preview:
    return preview if preview.image is None else replace(
        preview, image=turned_image(preview.image, turn))


@dataclass(frozen=True, slots=True)
class _WholePair:
    """Two pictures as large as they are; none where one cannot be shown so."""

    files: tuple[ShownFile, ...]
    images: tuple[QImage, ...]


def _read_whole_pair(files: tuple[ShownFile, ...]) -> _WholePair:
    images = [read_whole(shown.file, shown.turn) for shown in files]
    return _WholePair(files, tuple(image for image in images if image is not None)
                      if None not in images else ())


class PictureCompare(QFrame):
    """The pictures, and what can be done with two of them."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._services = services
        self._files: tuple[ShownFile, ...] = ()
        self._pair: _ReadPair | None = None
        self._cached: QImage | None = None
        self._reading = services.calls.latest_call(self)
        self._reading.done.connect(self._on_read)
        services.thumbnails.loaded.connect(self._on_loaded)
        self._reading_whole = services.calls.latest_call(self)
        self._reading_whole.done.connect(self._on_whole_read)
        self._reading_whole.failed.connect(self._on_whole_failed)
        self.canvas = LoupeCanvas()
        self._stack = ContentStack(self.canvas)
        self._reading.failed.connect(lambda error, _: self._stack.say(str(error)))
        self.tools = CompareTools(self.canvas, _tr(
            "Lays one picture over the other; drag the edge between them."))
        self.difference = tool_button(_tr("Difference"), _tr(
            "Shows where two pictures differ, brighter where they differ more."))
        self.difference.setCheckable(True)
        self.difference.toggled.connect(self._show)
        self.tools.put_first(self.difference)
        self.loupe = tool_button(_tr("Loupe"), _tr(
            "Shows the same spot of both pictures pixel by pixel: point at it, or move it with the "
            "arrow keys. Key: L."))
        self.loupe.setCheckable(True)
        self.loupe.toggled.connect(self._on_loupe_toggled)
        self.canvas.loupe_wanted.connect(self._want_loupe)
        self.tools.put_first(self.loupe)
        self.note = make_muted_label()
        frame = QFrame()
        frame.setObjectName("pictureFrame")
        fill_column(frame, self._stack, margins=(GAP,) * 4)
        tools = fill_layout(QHBoxLayout(), None, self.tools, spacing=None)
        fill_column(self, frame, self.note, tools, stretched=frame, spacing=4)

    @property
    def is_settled(self) -> bool:
        """True if every wanted picture is shown or cannot be read."""
        return self._reading.is_idle and self._reading_whole.is_idle and (
            len(self._files) <= PAIR or all(
                self._services.thumbnails.get(shown.file) is not None for shown in self._files))

    def show_files(self, files: Sequence[ShownFile], more: int = 0) -> None:
        """Show other pictures, `MOST_PANES` at most; `more` there are besides."""
        self._files, self._pair, self._cached = tuple(files), None, None
        # What is known of them at once is shown until they are read larger.
        self._services.thumbnails.want(self, [shown.file for shown in self._files])
        if len(self._files) <= 2:
            wanted = self._files
            self._reading.start(lambda: _read_pair(wanted))
        else:
            self._reading.drop()
        self.note.setText(_tr("%Ln more are not shown.", more) if more else "")
        self._show()
        self._magnify(self.loupe.isChecked())

    def show_cached(self, image: QImage) -> None:
        """Show what was cached of them beside them."""
        self._cached = image
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of pictures that were read whole."""
        super().hideEvent(event)
        self.loupe.setChecked(False)

    def _want_loupe(self, is_on: bool) -> None:
        if self.loupe.isEnabled():
            self.loupe.setChecked(is_on)

    def _on_whole_failed(self) -> None:
        self.loupe.setChecked(False)

    def _on_loupe_toggled(self, is_on: bool) -> None:
        self._magnify(is_on)
        if is_on:
            self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def _magnify(self, is_on: bool) -> None:
        """Read both pictures whole, or show them as they were."""
        self.canvas.show_whole(())
        if is_on and len(self._files) == PAIR:
            wanted = self._files
            self._reading_whole.start(lambda: _read_whole_pair(wanted))
            self.note.setText(_tr("Reading both pictures in full…"))
        else:
            self._reading_whole.drop()
            self._show()

    def _on_whole_read(self, pair: _WholePair) -> None:
        if pair.files != self._files:
            return
        self.canvas.show_whole(pair.images)
        self._show()
        if not pair.images:
            self.note.setText(_tr("One of the pictures is too large for the loupe."))

    def _on_read(self, pair: _ReadPair) -> None:
        if pair.files == self._files:
            self._pair = pair
            self._show()

    def _on_loaded(self, file: Path) -> None:
        if self._pair is None and any(shown.file == file for shown in self._files):
            self._show()

    def _show(self) -> None:
        previews = (self._pair.previews if self._pair is not None else tuple(
            None if (known := self._services.thumbnails.get(shown.file)) is None
            else _turned(known, shown.turn) for shown in self._files))
        panes = [Pane(shown.title, preview.image)
                 for shown, preview in zip(self._files, previews, strict=True)
                 if preview is not None and preview.image is not None]
        difference = None if self._pair is None else self._pair.difference
        for button in (self.loupe, self.difference, self.tools.swipe):
            button.setEnabled(difference is not None)
        if difference is not None:
            self.note.setText(self._difference_text(difference))
            if self.difference.isChecked():
                panes.append(Pane(_tr("Difference, amplified"), difference.image))
        if self._cached is not None:
            panes.append(Pane(_tr("Cached file"), self._cached))
        if not panes:
            problems = {preview.problem for preview in previews if preview is not None}
            self._stack.say("", hint=" ".join(sorted(problems)))
            return
        first = panes[0].image
        self.canvas.show_panes(
            panes, first.width() / max(first.height(), 1), self.note.text())
        self.canvas.set_swipes(self.tools.swipe.isChecked() and difference is not None)
        self._stack.show_content()

    def _difference_text(self, difference: PictureDifference) -> str:
        if not difference.largest:
            return _tr("No pixel differs.")
        text = _tr("%1 of the pixels differ visibly.")
        return text.replace("%1", self._services.look.figures.percent(difference.share))

    def sizeHint(self) -> QSize:
        """Room for two pictures."""
        return QSize(480, 260)
