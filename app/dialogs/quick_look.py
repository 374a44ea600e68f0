"""A larger look at one source beside what is cached of it, gone again with Space or Esc.

Arrows go on to the next row and back; a picture that is being read shows its source until then.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QWidget

from larder.app.presentation.plain_text import plain_tip
from larder.app.presentation.preview_texts import preview_shown
from larder.app.previews.picture_views import PictureView
from larder.app.previews.preview_panel import PreviewPanel
from larder.app.services import WindowServices
from larder.app.widgets.widgets import (
    ElidedLabel,
    WrappedLabel,
    fill_column,
    fill_layout,
    link_button,
)
from larder.core.queries.preview import PayloadPreview

SHARE = 0.85
"""Of the window's width and height; the rest of it stays in sight."""
ROOM = QSize(2560, 1600)
"""Pixels; what the dialog takes on a scaled screen, 16 MB decoded."""


STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""Keys that go on wherever the focus is; a picture that is swiped takes them for itself."""
STEPS_BESIDE_TEXTS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
"""Keys that go on where no text or table scrolls by them."""
CAPTION_LINES = 3


class QuickLook(QDialog):
    """Without a frame. One per window, used again: a read under way outlives its closing.

    Signals:
        step_wanted: the next row is to be looked at, 1, or the one before, -1.
    """

    step_wanted = Signal(int)

    def __init__(self, services: WindowServices, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._names = services.look.names
        self.setWindowTitle(self.tr("Quick look"))
        self.picture = PictureView(services.calls, room=ROOM, height=None)
        self.preview = PreviewPanel(services.look.figures, fills=True, services=services)
        self.preview.hide()
        self.caption = WrappedLabel()
        self.caption.setMaximumHeight(CAPTION_LINES * self.fontMetrics().lineSpacing())
        self.name = ElidedLabel(muted=True)
        self.back, self.forth = (
            self._step_button(text, tip, by) for text, tip, by in (
                ("‹", self.tr("Previous (left arrow)"), -1),
                ("›", self.tr("Next (right arrow)"), 1)))
        close = link_button(self.tr("Close (Space or Esc)"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        below = fill_layout(
            QHBoxLayout(), self.back, self.forth, (self.name, 1), close, spacing=8)
        fill_column(self, (self.picture, 1), (self.preview, 1), self.caption, below,
                    margins=(12, 12, 12, 8), spacing=None)
        close.setFocus()  # Enter closes, and leads nowhere else
        # A shortcut, since a text that is read takes Space to turn the page.
        space = QShortcut(QKeySequence(Qt.Key.Key_Space), self)
        space.setAutoRepeat(False)
        space.activated.connect(self.reject)
        for key, by in STEPS.items():
            QShortcut(QKeySequence(key), self).activated.connect(
                lambda by=by: self.step_wanted.emit(by))
        self.finished.connect(self._let_go)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows that no view inside takes for itself go on."""
        by = STEPS_BESIDE_TEXTS.get(Qt.Key(event.key()))
        if by is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            self.step_wanted.emit(by)

    def look_at(self, file: Path) -> None:
        """Show a source over the middle of the window; what is cached of it may follow."""
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
        """Show more of the payload that is looked at; a source stays until there is a drawing."""
        reason, hint = undrawable
        if found is not None:
            self.preview.show_preview(preview_shown(found, self._names))
            self.picture.hide()
            self.preview.show()
        elif self.preview.isVisibleTo(self):
            self.preview.show_nothing(reason or self.tr("Reading…"), hint=hint)

    def show_caption(self, text: str) -> None:
        """Say the caption of a picture below it, "" for none."""
        self.caption.setText(text)
        self.caption.setVisible(bool(text))

    def _step_button(self, text: str, tip: str, by: int) -> QPushButton:
        button = link_button(text)
        button.setAutoDefault(False)
        button.setToolTip(plain_tip(tip))
        button.setAccessibleName(tip)
        button.clicked.connect(lambda: self.step_wanted.emit(by))
        return button

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
        self.show_caption("")
        self.open()

    def _let_go(self) -> None:
        """Give the picture's memory back; the file may be another one the next time."""
        self.picture.show_nothing("")
        self.picture.forget()
        self.preview.show_nothing("")
