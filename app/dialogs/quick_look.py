"""A larger look at one source or payload, gone again with Space or Esc."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from larder.app.jobs.call_runnable import CallPool
from larder.app.presentation.figures import Figures
from larder.app.presentation.preview_texts import preview_shown
from larder.app.presentation.shown_names import ShownNames
from larder.app.previews.picture_views import PictureView
from larder.app.previews.preview_panel import PreviewPanel
from larder.app.widgets.widgets import ElidedLabel, fill_column, fill_layout, link_button
from larder.core.queries.preview import PayloadPreview

SHARE = 0.85
"""Of the window's width and height; the rest of it stays in sight."""
ROOM = QSize(2560, 1600)
"""Pixels; what the dialog takes on a scaled screen, 16 MB decoded."""


class QuickLook(QDialog):
    """Without a frame. One per window, used again: a read under way outlives its closing."""

    def __init__(
        self, calls: CallPool, names: ShownNames, figures: Figures, parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._names = names
        self.setWindowTitle(self.tr("Quick look"))
        self.picture = PictureView(calls, room=ROOM, height=None)
        self.preview = PreviewPanel(figures, fills=True)
        self.preview.hide()
        self.name = ElidedLabel(muted=True)
        close = link_button(self.tr("Close (Space or Esc)"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        fill_column(self, (self.picture, 1), (self.preview, 1),
            fill_layout(QHBoxLayout(), (self.name, 1), close, spacing=12), margins=(12, 12, 12, 8),
            spacing=None)
        # A shortcut, since a text that is read takes Space to turn the page.
        space = QShortcut(QKeySequence(Qt.Key.Key_Space), self)
        space.setAutoRepeat(False)
        space.activated.connect(self.reject)
        self.finished.connect(self._let_go)

    def look_at(self, file: Path) -> None:
        """Show a source over the middle of the window."""
        self._open_as(file.name, self._names.path(str(file)), is_drawn=False)
        self.picture.show_file(file)

    def look_at_payload(
        self, name: str, found: PayloadPreview | None, undrawable: tuple[str, str] = ("", ""),
    ) -> None:
        """Show a payload, which may still be being read.

        Args:
            name: of its source.
            found: what is drawn of it, None while there is nothing.
            undrawable: why there never will be, and what to do; ("", "") while it is being read.
        """
        self._open_as(name, self._names.file(name), is_drawn=True)
        self.follow_payload(found, undrawable)

    def follow_payload(
        self, found: PayloadPreview | None, undrawable: tuple[str, str],
    ) -> None:
        """Show more of the payload that is looked at, if one is."""
        if not self.preview.isVisibleTo(self):
            return
        reason, hint = undrawable
        if found is not None:
            self.preview.show_preview(preview_shown(found, self._names))
        else:
            self.preview.show_nothing(reason or self.tr("Reading…"), hint=hint)

    def _open_as(self, name: str, shown: str, *, is_drawn: bool) -> None:
        below = self.parentWidget()
        assert below is not None
        whole = below.window()
        self.resize(whole.size() * SHARE)
        self.move(whole.geometry().center() - self.rect().center())
        self.name.set_text(shown)
        self.setAccessibleName(self._names.file(name))
        self.picture.setVisible(not is_drawn)
        self.preview.setVisible(is_drawn)
        self.open()

    def _let_go(self) -> None:
        """Give the picture's memory back; the file may be another one the next time."""
        self.picture.show_nothing("")
        self.picture.forget()
        self.preview.show_nothing("")
