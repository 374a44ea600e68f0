"""Opening: what is said while it reads, and what a wrong file leaves as it is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.cache_session import SessionState
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.app.views.page import LazyPage
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.app.synthetic_survey import Recipe
from tests.support.cleaning import CONFIG

PATIENCE_MS = 60_000


class HeldWorkers:
    """Core's own jobs; those of one kind wait for the gate before they begin."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.held: str | None = None

    def make(self, kind: str, options: Any) -> Any:
        """In place of a worker process."""
        return _HeldWorker(self, kind, options)


class _HeldWorker(InProcessWorker):
    def __init__(self, workers: HeldWorkers, kind: str, options: Any) -> None:
        super().__init__(kind, options)
        self._workers = workers
        self._is_held = kind == workers.held

    def events(self) -> Iterator[object]:
        if self._is_held:
            self._workers.gate.wait(PATIENCE_MS / 1000)
        yield from super().events()


@pytest.fixture
def workers() -> Iterator[HeldWorkers]:
    workers = HeldWorkers()
    yield workers
    workers.gate.set()


@pytest.fixture
def window(
    dressed: QApplication, qtbot: QtBot, workers: HeldWorkers,
) -> Iterator[OpenWindow]:
    with shown_window(dressed, workers.make) as opened:
        yield opened
        workers.gate.set()
        wait_until_settled(qtbot, opened)


@pytest.fixture
def trained(fixture_workspace: Callable[[str], Path]) -> Path:
    return fixture_workspace("sdxl_clean") / CONFIG


def open_and_wait(qtbot: QtBot, opened: OpenWindow, workspace: Path) -> None:
    opened.services.session.open(WorkspaceOptions(workspace=str(workspace)))
    wait_until_settled(qtbot, opened)


def drop(opened: OpenWindow, file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    opened.window.dropEvent(QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier))


def notice_of(opened: OpenWindow) -> str:
    notice = opened.window.notice_bar.notice
    return "" if notice is None else f"{notice.text} {notice.hint}".strip()


def picture(folder: Path, name: str = "holiday.jpg") -> Path:
    file = folder / name
    Image.new("RGB", (8, 8), "teal").save(file, "JPEG")
    return file


def test_pages_say_that_they_read_before_they_know(
    window: OpenWindow, qtbot: QtBot, workers: HeldWorkers, trained: Path,
) -> None:
    workers.held = "survey"
    window.services.session.open(WorkspaceOptions(workspace=str(trained)))
    pages = window.window.pages
    for name, text in (("coverage", "Reading the caches…"), ("entries", "Reading the caches…"),
                       ("problems", "Looking for problems…")):
        window.window.show_page(name)
        assert pages[name].empty.isVisible()
        assert pages[name].empty.text == text
    window.window.show_page("journal")
    journal = pages["journal"]
    assert isinstance(journal, LazyPage)
    assert journal.view is not None
    assert journal.view.empty.text == "Reading the journal…"
    workers.gate.set()
    wait_until_settled(qtbot, window)
    assert journal.view.empty.text.startswith(
        "Nothing has been done to these caches yet.")
    window.window.show_page("problems")
    assert pages["problems"].model.rowCount()
    assert not pages["problems"].empty.isVisible()


def test_the_journal_says_that_it_reads_after_the_survey_too(
    window: OpenWindow, qtbot: QtBot, workers: HeldWorkers, trained: Path,
) -> None:
    open_and_wait(qtbot, window, trained)
    workers.held = "history"
    window.window.show_page("journal")
    journal = window.window.pages["journal"]
    assert isinstance(journal, LazyPage)
    assert journal.view is not None
    qtbot.wait(50)
    assert journal.view.empty.text == "Reading the journal…"
    workers.gate.set()
    wait_until_settled(qtbot, window)
    assert journal.view.empty.text.startswith(
        "Nothing has been done to these caches yet.")


@pytest.mark.parametrize("how", ["drop", "open"])
def test_a_wrong_file_leaves_the_open_workspace_open(
    window: OpenWindow, qtbot: QtBot, trained: Path, tmp_path: Path, how: str,
) -> None:
    open_and_wait(qtbot, window, trained)
    session = window.services.session
    window.services.view.filter_by("kind:image")
    window.window.show_page("entries")
    before, options = session.snapshot, session.options
    # A file that ends in .jpg cannot be dropped.
    wrong = picture(tmp_path, "holiday.json" if how == "drop" else "holiday.jpg")
    if how == "drop":
        drop(window, wrong)
    else:
        session.open(WorkspaceOptions(workspace=str(wrong)))
    assert session.is_surveying
    wait_until_settled(qtbot, window)
    assert notice_of(window).startswith(
        f"{wrong} is a picture, not a config. Open a OneTrainer config")
    assert notice_of(window).endswith(" stays open.")
    assert (session.snapshot, session.options) == (before, options)
    assert (session.state, session.is_surveying) == (SessionState.OPEN, False)
    assert window.services.view.filter_text == "kind:image"
    assert window.window.current_page() == "entries"
    assert str(wrong) not in window.services.settings.current.recent_workspaces


def test_a_wrong_file_on_the_start_page_says_what_is_wrong(
    window: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    drop(window, picture(tmp_path, "holiday.json"))
    wait_until_settled(qtbot, window)
    assert "is a picture, not a config." in notice_of(window)
    assert window.window.start.isVisible()


def test_another_workspace_takes_the_place_of_the_open_one_once_it_was_read(
    window: OpenWindow, qtbot: QtBot, workers: HeldWorkers, trained: Path,
    fixture_workspace: Callable[[str], Path],
) -> None:
    open_and_wait(qtbot, window, trained)
    other = fixture_workspace("sdxl_drifted") / CONFIG
    session = window.services.session
    workers.held = "survey"
    drop(window, other)
    qtbot.wait(50)
    assert session.options is not None
    assert session.options.workspace == str(trained)
    assert window.window.workspace.tabs.isVisible()
    assert not window.services.commands.action("build").isEnabled()
    workers.gate.set()
    wait_until_settled(qtbot, window)
    assert session.options.workspace == str(other)
    assert session.state is SessionState.OPEN
    assert window.window.pages["problems"].model.rowCount()


def test_closing_while_another_workspace_is_read_opens_nothing(
    window: OpenWindow, qtbot: QtBot, workers: HeldWorkers, trained: Path,
    fixture_workspace: Callable[[str], Path],
) -> None:
    open_and_wait(qtbot, window, trained)
    workers.held = "survey"
    drop(window, fixture_workspace("sdxl_drifted") / CONFIG)
    window.services.session.close()
    workers.gate.set()
    wait_until_settled(qtbot, window)
    assert window.services.session.state is SessionState.CLOSED
    assert window.window.start.isVisible()
    assert notice_of(window) == ""


def test_an_opening_that_is_cancelled_ends_at_the_start_page(
    window: OpenWindow, qtbot: QtBot, workers: HeldWorkers, trained: Path,
) -> None:
    workers.held = "survey"
    window.services.session.open(WorkspaceOptions(workspace=str(trained)))
    window.window.jobs.lines[0].stop.click()
    workers.gate.set()
    wait_until_settled(qtbot, window)
    assert window.services.session.state is SessionState.CLOSED
    assert window.window.start.isVisible()


def test_the_sample_is_made_in_sight_and_only_once(
    window: OpenWindow, qtbot: QtBot, workers: HeldWorkers, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path)
    workers.held = "demo"
    (button,) = [button for button in window.window.start.findChildren(QPushButton)
                 if button.text() == "Open the sample workspace"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    jobs = window.window.dock("jobs")
    assert jobs.isVisible()
    assert window.window.jobs.lines[0].job.request.title == "Sample workspace"
    screen = window.window.screen().availableGeometry()
    assert screen.contains(QRect(jobs.mapToGlobal(QPoint()), jobs.size()))
    assert not button.isEnabled()
    window.window.jobs.lines[0].stop.click()
    workers.gate.set()
    wait_until_settled(qtbot, window)
    assert button.isEnabled()
    assert window.window.start.isVisible()
    assert not list(tmp_path.rglob("*.pt"))


def test_no_message_squeezes_the_docks(
    opened: OpenWindow, show: Callable[[Recipe], Any], qtbot: QtBot,
) -> None:
    opened.window.resize(1000, 640)
    show(Recipe())
    opened.window.show_page("entries")
    docks = [opened.window.dock(name) for name in ("tree", "inspector")]
    qtbot.wait(50)
    before, middle = [dock.width() for dock in docks], opened.window.workspace.width()
    endless = "foo:" + "bar_without_a_place_to_break_it_" * 12
    opened.services.view.filter_by(endless)
    for at in range(2):
        opened.services.notices.post(Notice(
            tone=Tone.ERROR, text=f"/{endless}/{at} cannot be read.", details=endless))
        wait_until_settled(qtbot, opened)
        qtbot.wait(50)
        assert [dock.width() for dock in docks] == before
        assert opened.window.workspace.width() == middle
    assert opened.window.pages["entries"].line.minimumSizeHint().width() < middle
    opened.services.view.filter_by("")
    wait_until_settled(qtbot, opened)
    assert [dock.width() for dock in docks] == before
