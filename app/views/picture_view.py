"""The inspector's picture of a source: a thumbnail, or the beginning of a caption."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QStackedLayout

from app.jobs.call_runnable import CallPool
from app.models.thumbnails import Preview, PreviewShelf, read_preview

HEIGHT = 220
MARGIN = 8


class PictureView(QFrame):
    """Reads pictures in a pool thread; shows nothing until the one asked for last is there."""

    def __init__(self, calls: CallPool) -> None:
        super().__init__()
        self.setObjectName("pictureFrame")
        self.setFixedHeight(HEIGHT)
        self._shelf = PreviewShelf()
        self._wanted: Path | None = None
        self._reading = calls.latest_call(self)
        self._picture = QLabel()
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._picture.setWordWrap(True)
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setFrameShape(QFrame.Shape.NoFrame)
        self._text.setAccessibleName(self.tr("Beginning of the text"))
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self._stack.addWidget(self._picture)
        self._stack.addWidget(self._text)
        self._reading.done.connect(self._on_read)
        self._reading.failed.connect(self._on_failed)

    @property
    def is_settled(self) -> bool:
        """Whether what was asked for is shown."""
        return self._reading.is_idle

    @property
    def pixmap(self) -> QPixmap:
        """The picture shown; null for a text or nothing."""
        return self._picture.pixmap()

    @property
    def text(self) -> str:
        """The text shown in place of a picture."""
        return (self._text.toPlainText() if self._stack.currentWidget() is self._text
                else self._picture.text())

    def forget(self) -> None:
        """Sources may have changed: read them again when asked for."""
        self._shelf.clear()

    def show_file(self, file: Path) -> None:
        """Show a source."""
        self._wanted = file
        room = self._room()
        kept = self._shelf.get(file, room)
        if kept is not None:
            self._reading.drop()
            self._show(kept)
            return
        self._reading.start(lambda: (file, room, read_preview(file, room)))

    def show_nothing(self, reason: str) -> None:
        """Say why there is nothing to show."""
        self._wanted = None
        self._reading.drop()
        self._show(Preview(problem=reason))

    def _room(self) -> QSize:
        """Pixels of the screen, which are smaller than the window's units on a scaled one."""
        inner = QSize(max(self.width() - 2 * MARGIN, 64), HEIGHT - 2 * MARGIN)
        return inner * self.devicePixelRatio()

    def _on_read(self, read: tuple[Path, QSize, Preview]) -> None:
        file, room, preview = read
        self._shelf.keep(file, room, preview)
        if file == self._wanted:
            self._show(preview)

    def _on_failed(self, error: Exception, _: str) -> None:
        self._show(Preview(problem=str(error)))

    def _show(self, preview: Preview) -> None:
        if preview.image is not None:
            pixmap = QPixmap.fromImage(preview.image)
            pixmap.setDevicePixelRatio(self.devicePixelRatio())
            self._picture.setPixmap(pixmap)
            self._picture.setProperty("role", "")
            width, height = preview.full_size or (0, 0)
            size = self.tr("%1 × %2 pixels")
            self._picture.setAccessibleName(
                size.replace("%1", str(width)).replace("%2", str(height)))
            self._picture.setToolTip(self._picture.accessibleName())
            self._stack.setCurrentWidget(self._picture)
        elif preview.problem or not preview.text:
            self._picture.setPixmap(QPixmap())
            self._picture.setText(preview.problem or self.tr("The text is empty."))
            self._picture.setProperty("role", "muted")
            self._picture.setToolTip("")
            self._stack.setCurrentWidget(self._picture)
        else:
            self._text.setPlainText(preview.text)
            self._stack.setCurrentWidget(self._text)
        self._picture.style().unpolish(self._picture)
        self._picture.style().polish(self._picture)
