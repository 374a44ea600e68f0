"""A window on made-up or real surveys, taken apart after each test."""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QLocale, Qt
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow, dress_application, end_window_session, make_window
from larder.app.cache_session import SessionState
from larder.app.languages import speak
from larder.app.models.survey_pages import SurveyPages
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.window_look import IconCache
from larder.core.demo.sample_workspace import SampleReport
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import ColourScheme, Language
from larder.core.worker_protocol import Failed
from tests.app.in_process_worker import InProcessWorker
from tests.app.synthetic_survey import Recipe, synthetic_pages
from tests.support.fixtures import REPOSITORY

DESKTOP = Path(__file__).with_name("desktop_screen.json")
"""Qt's own screen without a screen is 800x800, on which no window has its first size."""
if sys.platform == "linux" and os.environ.get("QT_QPA_PLATFORM") == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={DESKTOP}"

OFFSCREEN_REMARK = "This plugin does not support"
"""What the platform without a screen says of windows that are raised, limited, or grab keys."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN_REMARK, extend=True))


PAUSES = ("dialogs.building.commands.LOOK_BACK_MS", "dialogs.what_if.dialog.PAUSE_MS",
          "plots.loading.QUIET_MS", "plots.loading.STEP_MS",
          "views.dock_visibility.APPEAR_MS", "views.dock_visibility.DESELECT_MS",
          "views.dock_visibility.LINGER_MS",
          "views.filter_field.PAUSE_MS", "views.inspector.SETTLE_MS",
          "views.main_window.STATUS_PAUSE_MS")
"""How long the window waits whether its user does more; waiting them out took most of the time."""


@pytest.fixture(scope="session", autouse=True)
def short_pauses() -> Iterator[None]:
    """Users of tests are done at once; pauses are still pauses, and end in their order.

    """
    wait = patient_wait(QtBot.wait)
    with pytest.MonkeyPatch.context() as patch:
        for name in PAUSES:
            module, constant = name.rsplit(".", 1)
            loaded = importlib.import_module(f"larder.app.{module}")
            patch.setattr(loaded, constant, getattr(loaded, constant) // 50)
        patch.setattr(QtBot, "wait", wait)
        yield


def patient_wait(wait: Callable[[QtBot, int], None]) -> Callable[[QtBot, int], None]:
    """Return `wait` with pauses that grow from look to look of one `waitUntil`.

    It looks every 10 ms: of what takes one, nine were waited for nothing. Looking each time takes a
    tenth of that from the thread that is waited for.
    """
    ended, pause = 0.0, 1.0

    def wait_longer(bot: QtBot, ms: int) -> None:
        nonlocal ended, pause
        if ms != 10:
            wait(bot, ms)
            return
        pause = min(1.4 * pause, 10) if time.monotonic() - ended < 0.001 else 1.0
        wait(bot, round(pause))
        ended = time.monotonic()

    return wait_longer


@pytest.fixture(scope="session", autouse=True)
def icons_painted_once() -> Iterator[None]:
    """Each window paints its icons itself; of 270 windows in one process, the first does."""
    kept: dict[tuple[str, str, str], list[QPixmap]] = {}
    paint = IconCache._pixmaps

    def painted(shelf: IconCache, name: str, colour: str) -> list[QPixmap]:
        look = name, colour, shelf._theme.colour("base").name()
        if look not in kept:
            kept[look] = paint(shelf, name, colour)
        return kept[look]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IconCache, "_pixmaps", painted)
        yield
    kept.clear()


@pytest.fixture(scope="session", autouse=True)
def english() -> None:
    """Digits and dates are one language's whatever the machine's is, and whoever asks first."""
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


@pytest.fixture(scope="session")
def dressed(qapp: QApplication) -> QApplication:
    """Qt's application as the program dresses it, speaking English."""
    dress_application(qapp)
    speak(qapp, Language.ENGLISH)
    return qapp


def let_go_of_keys() -> None:
    """Let go of Ctrl, Shift and Alt.

    `keyClick(…, ControlModifier)` sends one key and never the release of Ctrl: Qt takes Ctrl to be
    held until its next key or click, and `selectRow` adds to a selection or takes from it.
    """
    if QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyRelease(QWidget(), Qt.Key.Key_Control, Qt.KeyboardModifier.NoModifier)


@pytest.fixture(autouse=True)
def no_key_is_held() -> Iterator[None]:
    """No test begins with a key that another one held."""
    yield
    if QGuiApplication.instance() is not None:
        let_go_of_keys()


@pytest.fixture(scope="session")
def texts() -> set[tuple[str, str]]:
    """Context and source of every text of the sources, which takes seconds to read."""
    from starting.translations import collect

    return {(text.context, text.source) for text in collect(REPOSITORY)}


@pytest.fixture(autouse=True)
def nothing_left_on_the_screen() -> Iterator[None]:
    """A widget that is nobody's is styled again for each later window: 500 of them take 0.1 s.

    A window that tests share may still hold parts of pages that it makes while idle.
    """
    before = top_widgets()
    yield
    if any(isinstance(widget, QMainWindow) for widget in before):
        return
    left = [widget for widget in top_widgets() - before if widget.parent() is None]
    for widget in left:
        widget.deleteLater()
    if left:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def top_widgets() -> set[QWidget]:
    """Widgets of the application that are in no other one."""
    return set(QApplication.topLevelWidgets()) if QApplication.instance() is not None else set()


class AbsentWorker:
    """In place of a worker process where the workspace is made up and nothing can be read of it."""

    def __init__(self, kind: str, options: object) -> None:
        self.asked = (kind, options)

    def start(self) -> None:
        """There is nothing to start."""

    def events(self) -> Iterator[object]:
        """The one thing a worker could say."""
        yield Failed(problem="There is no such workspace.")

    def cancel(self) -> None:
        """It is over before it can be cancelled."""

    def kill(self) -> None:
        """It is over before it can be ended."""


@contextmanager
def shown_window(
    application: QApplication, make_worker: Callable[..., Any] | None, *, remembers: bool = False,
    watches: bool = False,
) -> Iterator[OpenWindow]:
    """A window that is taken apart at the end; None has its jobs run in worker processes."""
    opened = make_window(application, scheme=ColourScheme.LIGHT, remembers=remembers,
                         watches=watches, make_worker=make_worker)
    opened.window.show()
    try:
        yield opened
    finally:
        opened.window.close_now()
        end_window_session(opened)
        application.processEvents()
        # A window that is still there is styled again for the next one, which takes Qt 0.2 s.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


class LentWindow:
    """One window for the tests of a module, each of which gives it back as it was made.

    Half of what a test of a dialog takes is making the window that the dialog belongs to.
    """

    def __init__(self) -> None:
        self.opened: OpenWindow
        self._make_worker: Callable[..., Any] = AbsentWorker

    def make_worker(self, kind: str, options: object) -> Any:
        """A worker as the test that has the window makes them."""
        return self._make_worker(kind, options)

    @contextmanager
    def to(self, qtbot: QtBot, make_worker: Callable[..., Any]) -> Iterator[OpenWindow]:
        """Lend it: nothing is open, and jobs are done by what `make_worker` gives."""
        opened, window = self.opened, self.opened.window
        self._make_worker = make_worker
        size, settings = window.size(), opened.services.settings.current
        yield opened
        for dialog in window.findChildren(QDialog):
            dialog.reject()
        wait_until_settled(qtbot, opened)
        opened.services.session.close()
        opened.services.settings.change(lambda _: settings)
        opened.services.look.hide_names(False)
        opened.services.notices.clear()
        window.resize(size)
        wait_until_settled(qtbot, opened)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        self._make_worker = AbsentWorker
        assert opened.services.session.state is SessionState.CLOSED
        assert window.notice_bar.notice is None
        assert not [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]


@pytest.fixture(scope="module")
def lent(dressed: QApplication) -> Iterator[LentWindow]:
    """A window that the tests of a module have one after the other."""
    lent = LentWindow()
    with shown_window(dressed, lent.make_worker) as lent.opened:
        yield lent


@pytest.fixture
def opened(dressed: QApplication, qtbot: QtBot) -> Iterator[OpenWindow]:
    """A shown window with nothing open, for made-up surveys."""
    with shown_window(dressed, AbsentWorker) as opened:
        yield opened


@pytest.fixture
def working(dressed: QApplication, qtbot: QtBot) -> Iterator[OpenWindow]:
    """A shown window with nothing open, whose jobs are core's own."""
    with shown_window(dressed, InProcessWorker) as opened:
        yield opened


@pytest.fixture(scope="module")
def window(dressed: QApplication) -> Iterator[OpenWindow]:
    """One that the tests of a module share, each of which opens what it needs."""
    with shown_window(dressed, InProcessWorker) as opened:
        yield opened


@pytest.fixture(scope="module")
def sample_window(dressed: QApplication, known_sample: SampleReport) -> Iterator[OpenWindow]:
    """A window on the sample in the released layout, for the tests of a module; none writes."""
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.session.open(WorkspaceOptions(workspace=known_sample.released))
        yield opened


@pytest.fixture
def surveyed(sample_window: OpenWindow, qtbot: QtBot) -> Iterator[OpenWindow]:
    """The window on the sample as it is after the survey; it is given back so.

    Making it and surveying takes most of what a test of a page does.
    """
    services, window = sample_window.services, sample_window.window
    qtbot.waitUntil(lambda: services.session.snapshot is not None, timeout=60_000)
    wait_until_settled(qtbot, sample_window)
    yield sample_window
    for dialog in window.findChildren(QDialog):
        dialog.reject()
    services.view.start_over()
    window.show_page("coverage")
    services.look.choose(ColourScheme.LIGHT)
    services.look.hide_names(False)
    services.notices.clear()
    wait_until_settled(qtbot, sample_window)


@pytest.fixture
def employing(dressed: QApplication, qtbot: QtBot) -> Iterator[OpenWindow]:
    """A shown window with nothing open, whose jobs run in worker processes."""
    with shown_window(dressed, None) as opened:
        yield opened


@pytest.fixture
def snapshot() -> Callable[[Recipe], SurveySnapshot]:
    """Make up a survey."""
    return lambda recipe: synthetic_pages(recipe).snapshot


@pytest.fixture
def show(opened: OpenWindow, qtbot: QtBot) -> Callable[[Recipe], SurveyPages]:
    """Show a made-up survey in the window and wait until it stands."""

    def show(recipe: Recipe) -> SurveyPages:
        pages = synthetic_pages(recipe)
        opened.services.session.adopt(WorkspaceOptions(workspace=f"{recipe.root}/w.json"), pages)
        wait_until_settled(qtbot, opened)
        return pages

    return show


def wait_until_settled(qtbot: QtBot, opened: OpenWindow) -> None:
    """Wait until nothing is on its way to the screen."""
    qtbot.waitUntil(lambda: opened.window.is_settled, timeout=60_000)


def agree_to_undo(qtbot: QtBot, opened: OpenWindow) -> str:
    """Wait for the question before an undo and agree; the question."""
    def boxes() -> list[QMessageBox]:
        return [box for box in opened.window.findChildren(QMessageBox) if box.isVisible()]

    qtbot.waitUntil(lambda: bool(boxes()), timeout=60_000)
    (box,) = boxes()
    question = f"{box.text()} {box.informativeText()}"
    box.defaultButton().click()
    return question


def column_of(model: QAbstractItemModel, title: str) -> int:
    """The column that is headed so."""
    titles = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    return titles.index(title)
