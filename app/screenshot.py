"""Renders one page into a picture file: waits until it shows everything, then grabs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog

from larder.app.application import OpenWindow
from larder.app.jobs.job import JobFailure
from larder.app.models.scope import Scope
from larder.app.parts import DIALOG_PAGES

LOOK_EVERY_MS = 50
SETTLED_LOOKS = 4
"""How often in a row nothing may be on its way before the picture is taken."""
PATIENCE_S = 300.0
SHADE = QColor(0, 0, 0, 70)


class ScreenshotError(Exception):
    """Why there is no picture, one sentence."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the picture is to show.

    Attributes:
        page: the page, or a dialog's name.
        store: id of the store that is looked at, None for all.
        select: row of the Entries table to select, from 1; None leaves what is selected.
        other: config that the What-if dialog compares with.
        sources: folder of files that the dialog for one plans for.
    """

    page: str
    store: str | None = None
    select: int | None = None
    other: Path | None = None
    sources: Path | None = None


class Screenshot(QObject):
    """Waits for a page and saves it; then tells how that went."""

    def __init__(
        self, opened: OpenWindow, scene: Scene, file: Path, on_end: Callable[[str], None],
    ) -> None:
        """Make it; `start` begins.

        Args:
            opened: the window.
            scene: what it is to show.
            file: picture to write.
            on_end: called once, with what went wrong or "".
        """
        super().__init__(opened.window)
        self._opened = opened
        self._scene = scene
        self._file = file
        self._on_end = on_end
        self._steps = iter((self._show_store, self._select_row, self._show_page))
        self._settled = 0
        self._looks = 0
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
        """One step whenever nothing is on its way, once the survey is there; then the picture."""
        step = next(self._steps, None)
        if step is not None:
            self._settled = 0
            problem = step()
            if problem:
                self._end(problem)
            return
        picture = self._grabbed()
        if not picture.save(str(self._file)):
            self._end(f"The picture {self._file} could not be written.")
            return
        self._end("")

    def _show_store(self) -> str:
        snapshot, wanted = self._opened.services.session.snapshot, self._scene.store
        if wanted is None or snapshot is None:
            return ""
        for at, store in enumerate(snapshot.document.stores):
            if store.id == wanted:
                self._opened.services.view.look_at(Scope(store=at))
                return ""
        known = ", ".join(store.id for store in snapshot.document.stores)
        return f"This workspace has no store {wanted!r}, only {known}."

    def _select_row(self) -> str:
        if self._scene.select is None:
            return ""
        self._opened.window.show_page("entries")
        from larder.app.views.entries_page import EntriesPage

        page = self._opened.window.pages["entries"]
        assert isinstance(page, EntriesPage)
        if self._scene.select > page.model.rowCount():
            return f"There are only {page.model.rowCount()} rows."
        page.table.selectRow(self._scene.select - 1)
        return ""

    def _show_page(self) -> str:
        page = self._scene.page
        command = DIALOG_PAGES.get(page, "")
        if not command and self._opened.window.show_page(page):
            return ""
        if not self._opened.services.commands.has(command):
            return f"This window has no page {page!r}."
        self._opened.services.commands.run(command)
        if self._scene.other is not None:
            from larder.app.dialogs.what_if.dialog import WhatIfDialog

            for dialog in self._opened.window.findChildren(WhatIfDialog):
                dialog.compare_with(self._scene.other)
        if self._scene.sources is not None:
            from larder.app.dialogs.source_building.dialog import SourceBuildDialog

            for asked in self._opened.window.findChildren(SourceBuildDialog):
                asked.ask_for(asked.form.chosen_kind, str(self._scene.sources))
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
