"""Windows and dialogs fit the screens that people have, the first time and after a larger one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QToolBar, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow, end_window_session, make_window, prepare_application
from larder.app.widgets.window_layout import DOCKS_LAYOUT, SIDES, fitting
from tests.app.conftest import AbsentWorker
from tests.app.synthetic_survey import Recipe, synthetic_answer

REPOSITORY = Path(__file__).parents[2]
LAPTOP = QRect(0, 0, 1366, 768)
DIALOGS = ("build", "clean", "what-if", "check", "clear", "cache-folder", "preferences",
           "shortcuts", "quick-look", "about")


@pytest.mark.parametrize(("wanted", "expected"), [
    (QRect(100, 100, 900, 500), QRect(100, 100, 900, 500)),
    (QRect(0, 0, 1360, 860), QRect(4, 36, 1358, 728)),
    (QRect(1800, 900, 900, 500), QRect(462, 264, 900, 500)),
    (QRect(-400, -50, 900, 500), QRect(4, 36, 900, 500)),
])
def test_a_geometry_is_moved_and_made_smaller_as_far_as_the_screen_demands(
    wanted: QRect, expected: QRect,
) -> None:
    assert fitting(wanted, LAPTOP) == expected


def test_docks_that_were_wide_on_a_larger_screen_leave_the_middle_its_half(
    opened: OpenWindow, show: Callable[[Recipe], Any], qtbot: QtBot,
) -> None:
    window, memory = opened.window, opened.services.memory
    show(Recipe(rows=20))
    sides = [window.dock(name) for name in SIDES]
    window.docks.bring("inspector")
    for width, wide, kept in ((1900, (400, 500), True), (1000, (400, 500), False),
                              (1000, (150, 300), True)):
        window.resize(1900 if width > 1000 else 1000, 640)
        qtbot.wait(10)
        window.resizeDocks(sides, wide, Qt.Orientation.Horizontal)
        qtbot.wait(10)
        memory.keep_layout(DOCKS_LAYOUT, window.saveState())
        window.docks.restore(memory)
        qtbot.wait(10)
        assert ([dock.width() for dock in sides] == list(wide)) is kept
        assert sum(dock.width() for dock in sides) <= window.width() / 2


def report_fit(folder: str, remembered: str) -> None:
    """In a process of its own: print how the window and its dialogs lie on the screen.

    Args:
        folder: for the tables of a made-up survey.
        remembered: "larger" for a layout kept on a larger screen, "" for a first start.
    """
    from larder.app.models.survey_pages import read_pages
    from larder.core.requests.options import WorkspaceOptions

    application = prepare_application(["larder"])
    opened = make_window(application, make_worker=AbsentWorker)
    if remembered:
        for window, size in ((opened.window, QSize(1900, 1000)), (QDialog(), QSize(1800, 950))):
            window.setGeometry(QRect(QPoint(1000, 700), size))
            names = ("geometry",) if window is opened.window else ("buildDialog", "cleanDialog")
            for name in names:
                opened.services.memory.keep_layout(name, window.saveGeometry())
        opened.services.memory.write()
        end_window_session(opened)
        opened = make_window(application, make_worker=AbsentWorker)
    opened.window.show()
    opened.services.session.adopt(
        WorkspaceOptions(workspace=f"{folder}/w.json"),
        read_pages(synthetic_answer(Path(folder) / "tables", Recipe(rows=20))))
    found = {"window": _fit_of(opened.window)}
    for page in opened.window.pages:
        opened.window.show_page(page)
        _settle(application, opened)
        found["window"]["cut"] += [f"{page}: {cut}" for cut in _fit_of(opened.window)["cut"]]
    opened.window.show_page("entries")
    _settle(application, opened)
    opened.window.pages["entries"].table.selectRow(0)
    for command in DIALOGS:
        opened.services.commands.run(command)
        _settle(application, opened)
        for dialog in application.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                found[command] = _fit_of(dialog)
                dialog.reject()
    screen = application.primaryScreen().availableGeometry()
    sys.stdout.write(json.dumps({"screen": screen.getRect(), "found": found}))
    opened.window.close()
    end_window_session(opened)


def _fit_of(window: QWidget) -> dict[str, Any]:
    """Frame, the least size its content works with, the size it has, and what is cut sideways."""
    return {"frame": window.frameGeometry().getRect(),
            "least": window.minimumSizeHint().toTuple(), "size": window.size().toTuple(),
            "cut": [f"{area.widget()} by {area.horizontalScrollBar().maximum()} pixels"
                    for area in window.findChildren(QScrollArea)
                    if area.isVisible() and area.horizontalScrollBar().maximum()]}


def _settle(application: QApplication, opened: OpenWindow) -> None:
    for _ in range(2000):
        application.processEvents()
        if opened.window.is_settled:
            break
    for _ in range(20):
        application.processEvents()


@pytest.mark.swept(1)
@pytest.mark.skipif(sys.platform != "linux", reason="the screen is made up on Linux only")
@pytest.mark.parametrize(("screen", "scale", "remembered"), [
    ((1024, 700), "1", ""), ((1366, 768), "1", ""), ((1366, 768), "1.5", "larger"),
    ((1920, 1080), "2", ""), ((1366, 768), "2", ""), ((2732, 1536), "2", "")])
def test_everything_fits_a_small_screen(
    tmp_path: Path, screen: tuple[int, int], scale: str, remembered: str,
) -> None:
    laptop = tmp_path / "screen.json"
    laptop.write_text(json.dumps({"screens": [
        {"name": "laptop", "x": 0, "y": 0, "width": screen[0], "height": screen[1],
         "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from tests.app.test_screen_fit import report_fit; "
         f"report_fit({str(tmp_path)!r}, {remembered!r})"],
        cwd=REPOSITORY, capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={laptop}",
             "QT_SCALE_FACTOR": scale, "LARDER_CONFIG_HOME": str(tmp_path / "config"),
             "LARDER_CACHE_HOME": str(tmp_path / "cache")})
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    whole = QRect(*told["screen"])
    assert whole.width() == round(screen[0] / float(scale))
    assert set(told["found"]) == {"window", *DIALOGS}
    for name, fit in told["found"].items():
        assert whole.contains(QRect(*fit["frame"])), (name, fit)
        assert fit["cut"] == [], name
        if name != "quick-look":
            least, size = QSize(*fit["least"]), QSize(*fit["size"])
            assert least.expandedTo(size) == size, (name, fit)


def test_the_filter_is_in_sight_at_twice_the_size_on_a_laptop(
    opened: OpenWindow, show: Callable[[Recipe], object], qtbot: QtBot,
) -> None:
    window, field = opened.window, opened.window.filter_field
    toolbar = window.findChild(QToolBar)
    show(Recipe(rows=20))
    for width, words in ((1366, Qt.ToolButtonStyle.ToolButtonTextBesideIcon),
                         (720, Qt.ToolButtonStyle.ToolButtonIconOnly),
                         (1366, Qt.ToolButtonStyle.ToolButtonTextBesideIcon)):
        window.resize(width, 400)
        qtbot.waitUntil(lambda words=words: toolbar.toolButtonStyle() == words)
        qtbot.waitUntil(field.isVisible)
        place = QRect(field.mapTo(window, QPoint()), field.size())
        assert window.rect().contains(place), width


def test_every_tab_can_be_seen_in_a_small_window(
    opened: OpenWindow, show: Callable[[Recipe], object], qtbot: QtBot,
) -> None:
    opened.window.resize(1024, 700)
    show(Recipe(rows=2000))
    opened.window.docks.bring("inspector")
    tabs, icon = opened.window.workspace.tabs, QSize(16, 16)
    bar = tabs.tabBar()

    def all_fit() -> bool:
        return bar.tabRect(bar.count() - 1).right() <= opened.window.workspace.width()

    qtbot.waitUntil(lambda: tabs.iconSize() != icon and all_fit())
    opened.window.resize(1366, 768)
    qtbot.waitUntil(lambda: tabs.iconSize() == icon and all_fit())
