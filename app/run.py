"""Runs a window until it is closed, or until a page of it has been rendered into a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QPoint,
    QSize,
    Qt,
    QTimer,
    QtMsgType,
    qFormatLogMessage,
    qInstallMessageHandler,
)
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog

from larder.app.application import (
    DIALOG_PAGES,
    OpenWindow,
    clear_away,
    end_window_session,
    make_window,
    prepare_application,
    spare_collections,
)
from larder.app.languages import fall_silent, speak
from larder.app.notices import show_uncaught_exceptions
from larder.app.view_state import Scope
from larder.app.views.main_window import FIRST_SIZE
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import ColourScheme, Language, load_settings
from larder.core.worker_protocol import Failed

if TYPE_CHECKING:
    from larder.app.arguments import Arguments

LOOK_EVERY_MS = 50
SETTLED_LOOKS = 4
"""How often in a row nothing may be on its way before the picture is taken."""
PATIENCE_S = 300.0
SHADE = QColor(0, 0, 0, 70)


class Screenshot(QObject):
    """Waits for a page and saves it; then tells how that went."""

    def __init__(
        self, opened: OpenWindow, wanted: Arguments, on_end: Callable[[str], None],
    ) -> None:
        """Make it; `start` begins."""
        super().__init__(opened.window)
        self._opened = opened
        self._wanted = wanted
        self._on_end = on_end
        self._steps = iter((self._show_store, self._select_row, self._show_page))
        self._settled = 0
        self._looks = 0
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look)
        opened.services.session.survey_failed.connect(self._on_survey_failed)

    def start(self) -> None:
        """Start polling for the page to be ready to save."""
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
        picture = self._grab()
        if not picture.save(str(self._wanted.screenshot)):
            self._end(f"The picture {self._wanted.screenshot} could not be written.")
            return
        self._end("")

    def _show_store(self) -> str:
        snapshot, wanted = self._opened.services.session.snapshot, self._wanted.store
        if wanted is None or snapshot is None:
            return ""
        for at, store in enumerate(snapshot.document.stores):
            if store.id == wanted:
                self._opened.services.view.look_at(Scope(store=at))
                return ""
        known = ", ".join(store.id for store in snapshot.document.stores)
        return f"This workspace has no cache {wanted!r}, only {known}."

    def _select_row(self) -> str:
        if self._wanted.select is None:
            return ""
        self._opened.window.show_page("entries")
        from larder.app.views.entries_page import EntriesPage

        page = self._opened.window.pages["entries"]
        assert isinstance(page, EntriesPage)
        if self._wanted.select > page.model.rowCount():
            return f"There are only {page.model.rowCount()} rows."
        page.table.selectRow(self._wanted.select - 1)
        return ""

    def _show_page(self) -> str:
        page = self._wanted.page
        command = DIALOG_PAGES.get(page, "")
        if not command and self._opened.window.show_page(page):
            return ""
        if not self._opened.services.commands.has(command):
            return f"This window has no page {page!r}."
        self._opened.services.commands.run(command)
        if self._wanted.other is not None:
            from larder.app.dialogs.what_if.dialog import WhatIfDialog

            for dialog in self._opened.window.findChildren(WhatIfDialog):
                dialog.compare_with(self._wanted.other)
        if self._wanted.sources is not None:
            from larder.app.dialogs.source_building.dialog import SourceBuildDialog

            for asked in self._opened.window.findChildren(SourceBuildDialog):
                asked.ask_for(asked.form.chosen_kind, str(self._wanted.sources))
        return ""

    def _grab(self) -> QPixmap:
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

    def _on_survey_failed(self, failure: Failed) -> None:
        self._end(f"{failure.problem} {failure.hint}".strip())

    def _end(self, problem: str) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._on_end(problem)


def run_window(wanted: Arguments) -> int:
    """Open the window and run Qt's event loop; returns the exit code."""
    application = prepare_application([sys.argv[0]])
    while True:
        spoken = speak(application, Language(wanted.language) if wanted.language is not None
                       else load_settings().language)
        code, shown = _run_one_window(application, wanted)
        if shown is None:
            return code
        fall_silent(application, spoken)
        clear_away()
        wanted = replace(shown, language=None)


def _run_one_window(
    application: QApplication, wanted: Arguments,
) -> tuple[int, Arguments | None]:
    """Its exit code, and what it showed if another window is to show that."""
    scheme = None if wanted.scheme is None else ColourScheme(wanted.scheme)
    is_shown = wanted.screenshot is None
    opened = make_window(application, scheme=scheme, remembers=is_shown, watches=is_shown)
    show_uncaught_exceptions(opened.services.notices)
    if wanted.size is not None or wanted.screenshot is not None:
        opened.window.resize(QSize(*wanted.size) if wanted.size is not None else FIRST_SIZE)
    try:
        if wanted.screenshot is not None:
            return _render(application, opened, wanted), None
        opened.window.show()
        _open_workspace(opened, wanted)
        spare_collections(opened)
        code = application.exec()
        return code, _shown(opened, wanted) if opened.language.wants_new_window else None
    finally:
        opened.window.close_now()
        end_window_session(opened)


def _shown(opened: OpenWindow, wanted: Arguments) -> Arguments:
    """The workspace and page of a window, as it would be asked for them."""
    options, page = opened.services.session.options, opened.services.view.page
    if options is None:
        return replace(wanted, workspace=None)
    return replace(
        wanted, workspace=options.workspace, root=options.root, config=options.config,
        concepts=options.concepts, maps=options.maps, page=page or wanted.page)


def _open_workspace(opened: OpenWindow, wanted: Arguments) -> None:
    if wanted.workspace is None:
        return
    options = WorkspaceOptions(
        workspace=wanted.workspace, root=wanted.root, config=wanted.config,
        concepts=wanted.concepts, maps=wanted.maps)
    opened.services.session.open(options)
    opened.window.show_page(wanted.page)


def _render(application: QApplication, opened: OpenWindow, wanted: Arguments) -> int:
    problems: list[str] = []
    qInstallMessageHandler(_pass_on_but_for_remarks)

    def on_end(problem: str) -> None:
        problems.append(problem)
        application.exit()

    opened.window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    opened.window.show()
    Screenshot(opened, wanted, on_end).start()
    _open_workspace(opened, wanted)
    application.exec()
    problem = problems[0] if problems else "The window was closed before it was drawn."
    if problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    return 0


def _pass_on_but_for_remarks(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """The platform without a screen remarks on every window that it has none."""
    if not message.startswith("This plugin does not support"):
        sys.stderr.write(f"{qFormatLogMessage(kind, context, message)}\n")
