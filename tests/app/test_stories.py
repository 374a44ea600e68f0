"""Six stories of a user in clicks of a real mouse, on the samples of both layouts."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.command_table import without_key
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.widgets.rows_table import RowsTable
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.verdicts import Verdict
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.cleaning import CONFIG
from tests.support.fixtures import RELEASED_CONFIG, SAMPLE, copy_workspace

PATIENCE_MS = 60_000
NOT_EVERY_DAY = pytest.mark.exhaustive
INDEXED_FIRST = pytest.mark.parametrize(
    "config", [str(CONFIG), pytest.param(RELEASED_CONFIG, marks=NOT_EVERY_DAY)])
RELEASED_FIRST = pytest.mark.parametrize(
    "config", [pytest.param(str(CONFIG), marks=NOT_EVERY_DAY), RELEASED_CONFIG])
"""Each story is on one layout every day, every other one on the released one."""


class User:
    """Clicks what can be seen, and counts the clicks."""

    def __init__(self, opened: OpenWindow, qtbot: QtBot) -> None:
        self.opened = opened
        self.qtbot = qtbot
        self.clicks = 0

    @property
    def front(self) -> QWidget:
        """The window that takes the mouse: the open dialog, or the main window."""
        dialogs = [one for one in self.opened.window.findChildren(QDialog) if one.isVisible()]
        return dialogs[-1] if dialogs else self.opened.window

    def press(self, text: str) -> None:
        """Click the button of this text, once there is one that can be clicked."""
        def found() -> QAbstractButton | None:
            return next((button for button in self.front.findChildren(QAbstractButton)
                         if without_key(button.text()) == text and button.isVisible()
                         and button.isEnabled()), None)

        self.qtbot.waitUntil(lambda: found() is not None, timeout=PATIENCE_MS)
        button = found()
        assert button is not None
        self.click(button, button.rect().center())

    def open_tab(self, title: str) -> None:
        """Click the tab whose title begins so."""
        bar = self.opened.window.workspace.tabs.tabBar()
        at = next(at for at in range(bar.count()) if bar.tabText(at).startswith(title))
        self.click(bar, bar.tabRect(at).center())

    def click(self, widget: QWidget, at: QPoint) -> None:
        """Click a place of a widget as the mouse does: whatever is on top there gets it."""
        window = widget.window()
        place = widget.mapTo(window, at)
        there = window.childAt(place)
        assert there is widget or (there is not None and widget.isAncestorOf(there)), (
            f"{widget} is covered by {there}")
        self.clicks += 1
        QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=place)
        self.settle()

    def settle(self) -> None:
        wait_until_settled(self.qtbot, self.opened)

    def texts(self) -> str:
        """Everything that labels of the front window say."""
        return "\n".join(label.text() for label in self.front.findChildren(QLabel)
                         if label.isVisible())

    @property
    def snapshot(self) -> SurveySnapshot:
        snapshot = self.opened.services.session.snapshot
        assert snapshot is not None
        return snapshot


@pytest.fixture
def sample(known_workspace: Callable[[str], Path], tmp_path: Path) -> Path:
    return copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / "sample")


@pytest.fixture
def user(
    dressed: QApplication, qtbot: QtBot, sample: Path, request: pytest.FixtureRequest,
) -> Iterator[User]:
    """Someone before a laptop's window that shows the sample."""
    with shown_window(dressed, InProcessWorker, watches=True) as opened:
        opened.window.resize(1366, 740)
        user = User(opened, qtbot)
        config = request.node.callspec.params["config"]
        opened.services.session.open(WorkspaceOptions(workspace=str(sample / config)))
        user.settle()
        yield user
        for dialog in opened.window.findChildren(QDialog):
            dialog.reject()
        user.settle()


def files_of(sample: Path) -> dict[str, bytes]:
    """Cached files by their path, without the indexes: a clean relinks what was renamed."""
    cache = sample / "workspace-cache"
    return {path.relative_to(cache).as_posix(): path.read_bytes()
            for path in cache.rglob("*")
            if path.is_file() and path.name != "cache.json" and ".larder" not in path.parts}


@INDEXED_FIRST
def test_a_clean_takes_two_clicks_and_its_undo_one(user: User, sample: Path, config: str) -> None:
    before = files_of(sample)
    user.press("Clean…")
    user.press("Move to quarantine")
    user.qtbot.waitUntil(lambda: before.keys() - files_of(sample).keys() != set(),
                         timeout=PATIENCE_MS)
    user.settle()
    assert user.clicks == 2
    user.clicks = 0
    user.press("Undo")
    user.settle()
    now = files_of(sample)
    assert [name for name, content in before.items() if now.get(name) != content] == []
    assert user.clicks == 1


@RELEASED_FIRST
def test_why_an_entry_is_out_of_date_is_one_click_away(user: User, config: str) -> None:
    user.opened.window.show_page("entries")
    user.settle()
    entries = user.snapshot.entries
    edited = next(row for row in range(len(entries))
                  if entries.verdict[row] == Verdict.CONTENT_CHANGED)
    page = user.opened.window.pages["entries"]
    table = page.findChild(RowsTable)
    model = table.model()
    at = next(row for row in range(model.rowCount())
              if model.index(row, 0).data() == Path(entries.source(edited)).name)
    table.scrollTo(model.index(at, 0))
    cell = table.visualRect(model.index(at, 0)).center()
    user.click(table.viewport(), cell)
    assert user.clicks == 1
    assert user.opened.window.inspector.isVisible()
    assert "Edited" in user.texts()


@INDEXED_FIRST
def test_duplicates_are_one_click_away(user: User, config: str) -> None:
    user.open_tab("Duplicates")
    assert user.clicks == 1
    assert "These pictures are the same file, byte for byte." in user.texts()


@RELEASED_FIRST
def test_a_rebuild_takes_two_clicks(user: User, config: str) -> None:
    def edited() -> int:
        stores = user.snapshot.document.stores
        entries = user.snapshot.entries
        return sum(int(entries.verdict[row]) == Verdict.CONTENT_CHANGED
                   for row in range(len(entries))
                   if stores[int(entries.store[row])].id.split("-")[0] in ("image", "text"))

    assert edited()
    user.press("Build…")
    user.press("Build")
    user.qtbot.waitUntil(lambda: edited() == 0, timeout=PATIENCE_MS)
    assert user.clicks == 2


@INDEXED_FIRST
def test_a_picture_that_was_added_is_seen_and_takes_two_clicks(
    user: User, sample: Path, config: str,
) -> None:
    known = next((sample / "data/landscapes").glob("*.jpg"))
    added = known.with_name("just_added.jpg")
    shutil.copyfile(known, added)
    shutil.copyfile(known.with_suffix(".txt"), added.with_suffix(".txt"))

    def verdict() -> Verdict | None:
        entries = user.snapshot.entries
        return next((Verdict(int(entries.verdict[row])) for row in range(len(entries))
                     if entries.source(row).endswith("just_added.jpg")), None)

    user.qtbot.waitUntil(lambda: verdict() is not None, timeout=PATIENCE_MS)
    user.settle()
    assert user.clicks == 0
    user.press("Build…")
    user.press("Build")
    user.qtbot.waitUntil(lambda: verdict() == Verdict.VALID, timeout=PATIENCE_MS)
    assert user.clicks == 2
