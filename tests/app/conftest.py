"""A window on made-up surveys, or on real ones through real workers; taken apart after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import OpenWindow, dress_application, make_window, take_apart
from app.models.survey_pages import SurveyPages, read_pages
from app.models.survey_snapshot import SurveySnapshot
from core.requests.options import WorkspaceOptions
from core.settings import ColourScheme
from tests.app.synthetic_survey import Recipe, synthetic_answer, synthetic_snapshot

OFFSCREEN_REMARK = "This plugin does not support propagateSizeHints"
"""What the platform without a screen says of every window that has a least size."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN_REMARK, extend=True))


@pytest.fixture(scope="session")
def dressed(qapp: QApplication) -> QApplication:
    """Qt's application as the program dresses it."""
    dress_application(qapp)
    return qapp


@pytest.fixture
def opened(dressed: QApplication, qtbot: QtBot) -> Iterator[OpenWindow]:
    """A shown window with nothing open."""
    opened = make_window(dressed, scheme=ColourScheme.LIGHT, remembers=False)
    # One that pytest-qt closes before the window would be taken apart while it is shown.
    opened.window.show()
    yield opened
    opened.window.close()
    take_apart(opened)
    opened.window.deleteLater()
    dressed.processEvents()


@pytest.fixture
def snapshot(tmp_path: Path) -> Callable[[Recipe], SurveySnapshot]:
    """Make up a survey."""
    return lambda recipe: synthetic_snapshot(tmp_path / "tables", recipe)


@pytest.fixture
def show(opened: OpenWindow, qtbot: QtBot, tmp_path: Path) -> Callable[[Recipe], SurveyPages]:
    """Show a made-up survey in the window and wait until it stands."""

    def show(recipe: Recipe) -> SurveyPages:
        pages = read_pages(synthetic_answer(tmp_path / "tables", recipe))
        opened.services.session.adopt(WorkspaceOptions(workspace=f"{recipe.root}/w.json"), pages)
        wait_until_settled(qtbot, opened)
        return pages

    return show


def wait_until_settled(qtbot: QtBot, opened: OpenWindow) -> None:
    """Wait until nothing is on its way to the screen."""
    qtbot.waitUntil(lambda: opened.window.is_settled, timeout=60_000)
