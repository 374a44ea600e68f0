"""Renders one page into a picture file: waits until it shows everything, then grabs it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog

from app.application import OpenWindow
from app.jobs.job import JobFailure
from app.parts import DIALOG_PAGES

LOOK_EVERY_MS = 50
SETTLED_LOOKS = 4
"""How often in a row nothing may be on its way before the picture is taken."""
PATIENCE_S = 300.0
SHADE = QColor(0, 0, 0, 70)


class ScreenshotError(Exception):
    """Why there is no picture, one sentence."""


class Screenshot(QObject):
    """Waits for a page and saves it; then tells how that went."""

    def __init__(
        self, opened: OpenWindow, page: str, file: Path, on_end: Callable[[str], None], *,
        other: Path | None = None,
    ) -> None:
        """Make it; `start` begins.

        Args:
            opened: the window.
            page: the page, or a dialog's name.
            file: picture to write.
            on_end: called once, with what went wrong or "".
            other: config that the What-if dialog compares with.
        """
        super().__init__(opened.window)
        self._opened = opened
        self._page = page
        self._file = file
        self._on_end = on_end
        self._other = other
        self._settled = 0
        self._looks = 0
        self._is_page_shown = False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look)
        opened.services.session.survey_failed.connect(self._on_survey_failed)

    def start(self) -> None:
        """Begin to wait."""
        self._timer.start()

    def _look(self) -> None:
        self._looks += 1
        if self._looks * LOOK_EVERY_MS > PATIENCE_S * 1000:
            self._end("The window did not come to rest in time.")
        elif not self._opened.window.is_settled:
            self._settled = 0
        else:
            self._settled += 1
            if self._settled >= SETTLED_LOOKS:
                self._go_on()

    def _go_on(self) -> None:
        """Show the page once the survey is there; take the picture once the page is."""
        if not self._is_page_shown:
            self._is_page_shown = True
            self._settled = 0
            problem = self._show_page()
            if problem:
                self._end(problem)
            return
        picture = self._grabbed()
        if not picture.save(str(self._file)):
            self._end(f"The picture {self._file} could not be written.")
            return
        self._end("")

    def _show_page(self) -> str:
        if self._opened.window.show_page(self._page):
            return ""
        command = DIALOG_PAGES.get(self._page, "")
        if not self._opened.services.commands.has(command):
            return f"This window has no page {self._page!r}."
        self._opened.services.commands.run(command)
        if self._other is not None:
            from app.dialogs.what_if_dialog import WhatIfDialog

            for dialog in self._opened.window.findChildren(WhatIfDialog):
                dialog.compare_with(self._other)
        return ""

    def _grabbed(self) -> QPixmap:
        """The window, and over it the dialog that is open, as a screen would show them."""
        window = self._opened.window
        picture = window.grab()
        dialogs = [widget for widget in QApplication.topLevelWidgets()
                   if isinstance(widget, QDialog) and widget.isVisible()]
        for dialog in dialogs:
            painter = QPainter(picture)
            painter.fillRect(picture.rect(), SHADE)
            free = window.size() - dialog.size()
            painter.drawPixmap(QPoint(free.width() // 2, free.height() // 2), dialog.grab())
            painter.end()
        return picture

    def _on_survey_failed(self, failure: JobFailure) -> None:
        self._end(f"{failure.problem} {failure.hint}".strip())

    def _end(self, problem: str) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._on_end(problem)
