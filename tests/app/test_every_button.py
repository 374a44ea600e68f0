"""Every button of every page leads somewhere, on the samples and on caches of the trainer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QDialog, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import wait_until_settled
from tests.support.fixtures import RELEASED_SAMPLE, SAMPLE
from tests.support.sweeps import Sweep

MISTAKE = "because of a mistake in the program"
"""Of every message that says that the fault is ours."""

WORKSPACES = (SAMPLE, RELEASED_SAMPLE, "sdxl_drifted", "sd15_legacy_diskcache without a config")
"""One of each kind; any of `KNOWN_WORKSPACES` can be put here, each takes some 8 s."""

PAGES = ("coverage", "entries", "problems", "duplicates", "charts", "map", "journal")


@dataclass
class Presser:
    """Presses the buttons of one window and sees what comes of it."""

    opened: OpenWindow
    qtbot: QtBot
    visited: list[str] = field(default_factory=list)

    def go_to(self, page: str) -> QWidget:
        """Bring a page to the front, with its first row selected where rows are listed."""
        shown = self.opened.window.pages[page]
        self.opened.window.show_page(page)
        wait_until_settled(self.qtbot, self.opened)
        for view in shown.findChildren(QAbstractItemView):
            model = view.model()
            if view.isVisible() and model is not None and model.rowCount():
                view.setCurrentIndex(model.index(0, 0))
                if isinstance(view, QTreeView):
                    view.expand(model.index(0, 0))
        wait_until_settled(self.qtbot, self.opened)
        return shown

    def buttons(self, within: QWidget) -> list[QAbstractButton]:
        return [button for button in within.findChildren(QAbstractButton)
                if button.isVisible() and button.isEnabled() and not is_part_of_a_view(button)]

    def press(self, button: QAbstractButton) -> None:
        """Press it; whatever there was before, something is other now."""
        name = name_of(button)
        button.setFocus()
        QGuiApplication.clipboard().clear()
        was_chosen, before = button.isCheckable() and button.isChecked(), self.look(button)
        button.click()
        wait_until_settled(self.qtbot, self.opened)
        dialogs = self.dialogs()
        notice = self.opened.window.notice_bar.notice
        said = "" if notice is None else f"{notice.text} {notice.hint}"
        assert MISTAKE not in said, f"{name}: {said}"
        for line in self.opened.window.jobs.lines:
            failure = line.job.failure
            assert failure is None or failure.user_facing, f"{name}: {failure}"
        stays_chosen = was_chosen and button.isChecked()
        is_other = bool(dialogs or self.visited or stays_chosen) or self.look(button) != before
        assert is_other, f"“{name}” leads nowhere"
        for dialog in dialogs:
            dialog.reject()
        self.visited.clear()
        self.opened.services.notices.clear()
        wait_until_settled(self.qtbot, self.opened)

    def dialogs(self) -> list[QDialog]:
        return [dialog for dialog in self.opened.window.findChildren(QDialog)
                if dialog.isVisible()]

    def look(self, button: QAbstractButton) -> object:
        """Return what a user sees and can paste."""
        window = self.opened.window
        picture = window.grab().toImage()
        return (window.current_page(), bytes(picture.constBits()),
                QGuiApplication.clipboard().text(), button.isChecked())


def name_of(button: QAbstractButton) -> str:
    return button.accessibleName() or button.text()


def is_part_of_a_view(button: QAbstractButton) -> bool:
    """Corners of tables and arrows of tab bars are Qt's own."""
    return not name_of(button)


@pytest.fixture
def presser(
    working: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Presser]:
    presser = Presser(working, qtbot)

    def visit(url: QUrl) -> bool:
        presser.visited.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", visit)
    yield presser
    for dialog in presser.dialogs():
        dialog.reject()
    wait_until_settled(qtbot, working)


def pages_on(workspace: str, sweep: Sweep) -> Sequence[str]:
    """Every third page, others on the next workspace; all of them where a sweep is exhaustive."""
    if sweep.is_exhaustive:
        return PAGES
    return PAGES[WORKSPACES.index(workspace) % 3::3]


@pytest.mark.parametrize("name", WORKSPACES)
def test_every_button_of_every_page_leads_somewhere(
    presser: Presser, known_workspace: Callable[[str], Path], name: str, sweep: Sweep,
) -> None:
    presser.opened.services.session.open(WorkspaceOptions(workspace=str(known_workspace(name))))
    wait_until_settled(presser.qtbot, presser.opened)
    for page in pages_on(name, sweep):
        known: set[str] = set()
        shown = presser.go_to(page)
        while new := [button for button in presser.buttons(shown) if name_of(button) not in known]:
            known.add(name_of(new[0]))
            presser.press(new[0])
            if presser.opened.window.current_page() != page:
                presser.go_to(page)
