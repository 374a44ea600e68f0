"""Runs a window until it is closed, or until a page of it has been rendered."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QMessageLogContext,
    QSize,
    Qt,
    QtMsgType,
    qFormatLogMessage,
    qInstallMessageHandler,
)

from larder.app.application import OpenWindow, make_window, prepare_application, take_apart
from larder.app.notices import tell_mistakes
from larder.app.screenshot import Scene, Screenshot
from larder.app.views.main_window import FIRST_SIZE
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import ColourScheme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from larder.app.__main__ import Arguments


def run_window(wanted: Arguments) -> int:
    """Open the window and run Qt's event loop; returns the exit code."""
    application = prepare_application([sys.argv[0]])
    scheme = None if wanted.scheme is None else ColourScheme(wanted.scheme)
    opened = make_window(application, scheme=scheme, remembers=wanted.screenshot is None)
    tell_mistakes(opened.services.notices)
    if wanted.size is not None or wanted.screenshot is not None:
        opened.window.resize(QSize(*wanted.size) if wanted.size is not None else FIRST_SIZE)
    try:
        if wanted.screenshot is not None:
            return _render(application, opened, wanted)
        opened.window.show()
        _open_workspace(opened, wanted)
        return application.exec()
    finally:
        opened.window.close_now()
        take_apart(opened)


def _open_workspace(opened: OpenWindow, wanted: Arguments) -> None:
    if wanted.workspace is None:
        return
    options = WorkspaceOptions(
        workspace=wanted.workspace, root=wanted.root, config=wanted.config,
        concepts=wanted.concepts, maps=wanted.maps)
    opened.services.session.open(options)
    opened.window.show_page(wanted.page)


def _render(application: QApplication, opened: OpenWindow, wanted: Arguments) -> int:
    assert wanted.screenshot is not None
    problems: list[str] = []
    qInstallMessageHandler(_pass_on_but_for_remarks)

    def on_end(problem: str) -> None:
        problems.append(problem)
        application.exit()

    opened.window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    opened.window.show()
    scene = Scene(wanted.page, store=wanted.store, select=wanted.select, other=wanted.other,
                  sources=wanted.sources)
    screenshot = Screenshot(opened, scene, wanted.screenshot, on_end)
    screenshot.start()
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
