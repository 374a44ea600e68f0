"""Pictures: of sources, small, read off the window's thread; of pixels for a vision model."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QPlainTextEdit,
    QSizePolicy,
    QStackedLayout,
)

from larder.app.jobs.call_runnable import CallPool
from larder.app.pictures.picture_files import ROOM, Preview, PreviewShelf, read_preview
from larder.app.presentation.figures import Figures
from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.preview_texts import pixels_text
from larder.app.previews.latent_view import image_of
from larder.app.widgets.widgets import EmptyState, PaintedView, fill_column
from larder.core.queries.preview import PixelDrawing

PIXEL_HEIGHT = 236
PIXEL_MARGIN = 6

HEIGHT = 220
MARGIN = 8


class PictureCanvas(PaintedView):
    """An image as large as fits, never larger than it is."""

    def __init__(self) -> None:
        super().__init__()
        self.image: QImage | None = None

    def show_image(self, image: QImage, description: str) -> None:
        """Paint another one; `description` is for those who do not see it."""
        self.image = image
        self.setToolTip(plain_tip(description))
        self.tell(self.tr("Picture"), description, f"{image.width()} × {image.height()}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is one picture
        """In the middle of its room."""
        if self.image is None:
            return
        ratio = self.devicePixelRatio()
        natural = self.image.size() / ratio
        size = natural.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        size = size if size.width() < natural.width() else QSize(natural)
        place = QRect((self.width() - size.width()) // 2, (self.height() - size.height()) // 2,
                      size.width(), size.height())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self.image)
        painter.end()


class PixelView(QFrame):
    """A picture in a frame of fixed height."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self.setObjectName("pictureFrame")
        self._figures = figures
        self.canvas = PictureCanvas()
        fill_column(self, self.canvas, margins=(PIXEL_MARGIN,) * 4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_drawing(self, drawing: PixelDrawing) -> str:
        """Draw other pixels; returns what is said of them."""
        text = pixels_text(drawing, self._figures)
        self.canvas.show_image(image_of(drawing.colours), text)
        return text

    def sizeHint(self) -> QSize:
        """Any width, and room for 224 pixels."""
        return QSize(280, PIXEL_HEIGHT)


class PictureView(QFrame):
    """Reads pictures in a pool thread; what was shown stays until the next one is there."""

    def __init__(
        self, calls: CallPool, *, room: QSize = ROOM, height: int | None = HEIGHT,
    ) -> None:
        """Make it, empty; pictures are scaled down into `room`, in pixels."""
        super().__init__()
        self.setObjectName("pictureFrame")
        if height is not None:
            self.setFixedHeight(height)
        self._room = room
        self._shelf: PreviewShelf[Path] = PreviewShelf()
        self._wanted: Path | None = None
        self._reading = calls.latest_call(self)
        self._picture = PictureCanvas()
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setFrameShape(QFrame.Shape.NoFrame)
        self._text.setAccessibleName(self.tr("Beginning of the text"))
        self._nothing = EmptyState()
        self._stack = QStackedLayout(self)
        self.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        for widget in (self._nothing, self._picture, self._text):
            self._stack.addWidget(widget)
        self._reading.done.connect(self._on_read)
        self._reading.failed.connect(self._on_failed)
        self.show_nothing("")

    @property
    def is_settled(self) -> bool:
        """True if the requested source is shown."""
        return self._reading.is_idle

    @property
    def image(self) -> QImage | None:
        """The picture shown, None for a text or nothing."""
        return self._picture.image if self._stack.currentWidget() is self._picture else None

    @property
    def text(self) -> str:
        """The text shown in place of a picture, or why there is neither."""
        if self._stack.currentWidget() is self._text:
            return self._text.toPlainText()
        return self._nothing.text if self._stack.currentWidget() is self._nothing else ""

    def forget(self) -> None:
        """Sources may have changed: read them again when asked for."""
        self._shelf.clear()

    def show_file(self, file: Path) -> None:
        """Show the source in a file, from the shelf if it is there."""
        self._wanted = file
        kept = self._shelf.get(file)
        if kept is not None:
            self._reading.drop()
            self._show(kept)
            return
        room = self._room
        self._reading.start(lambda: (file, read_preview(file, room=room)))

    def show_nothing(self, reason: str) -> None:
        """Say why there is nothing to show."""
        self._wanted = None
        self._reading.drop()
        self._show(Preview(problem=reason))

    def _on_read(self, read: tuple[Path, Preview]) -> None:
        file, preview = read
        self._shelf.keep(file, preview)
        if file == self._wanted:
            self._show(preview)

    def _on_failed(self, error: Exception, _: str) -> None:
        self._show(Preview(problem=str(error)))

    def _show(self, preview: Preview) -> None:
        if preview.image is not None:
            width, height = preview.full_size or (0, 0)
            size = self.tr("%1 × %2 pixels")
            self._picture.show_image(
                preview.image, size.replace("%1", str(width)).replace("%2", str(height)))
            self._stack.setCurrentWidget(self._picture)
        elif preview.text:
            self._text.setPlainText(preview.text)
            self._stack.setCurrentWidget(self._text)
        else:
            self._nothing.show_text("", hint=preview.problem or self.tr("The text is empty."))
            self._stack.setCurrentWidget(self._nothing)
