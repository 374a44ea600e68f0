"""How the program starts: its arguments, its start page, what it loads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from larder.app.__main__ import main
from larder.app.application import DIALOG_PAGES, PAGES, OpenWindow
from larder.app.arguments import PAGE_NAMES, read_arguments
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.app.views.start_page import recent_titles
from tests.support.fixtures import REPOSITORY


def test_arguments_are_read() -> None:
    read = read_arguments([
        "--workspace", "w.json", "--root", "r", "--map", "E:\\=/mnt/e", "--map", "/a=/b",
        "--page", "problems", "--screenshot", "out.png", "--size", "800x600", "--scheme", "dark"])
    assert (read.workspace, read.root, read.page) == ("w.json", "r", "problems")
    assert read.maps == (("E:\\", "/mnt/e"), ("/a", "/b"))
    assert read.size == (800, 600)
    assert read.screenshot == Path("out.png")
    assert read_arguments([]).workspace is None
    # A desktop that opens a file with the program passes nothing but its path.
    assert read_arguments(["w.json"]).workspace == "w.json"
    with pytest.raises(SystemExit):
        read_arguments(["w.json", "--workspace", "other.json"])


@pytest.mark.parametrize("words", [
    ["--page", "nothing"], ["--size", "800"], ["--size", "0x600"], ["--map", "E:"],
    ["--screenshot", "out.png"], ["--scheme", "pink"], ["--sources", "pictures"],
    ["--sources", "pictures", "--page", "clean", "--workspace", "w", "--screenshot", "out.png"],
])
def test_bad_usage_is_one_sentence_and_exit_code_2(
    words: list[str], capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_caching_a_folder_needs_no_workspace() -> None:
    read = read_arguments([
        "--page", "cache-folder", "--sources", "pictures", "--screenshot", "out.png"])
    assert (read.workspace, read.sources) == (None, Path("pictures"))


def test_every_page_that_can_be_asked_for_exists() -> None:
    assert set(PAGE_NAMES) == {factory.id for factory in PAGES} | set(DIALOG_PAGES)


def modules_after(statement: str) -> set[str]:
    end = "import os, sys; print(*sys.modules, flush=True); os._exit(0)"
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\n{end}"], cwd=REPOSITORY,
        capture_output=True, text=True, check=True, timeout=120,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    return set(done.stdout.split())


def loaded_after(statement: str) -> set[str]:
    return {name.split(".")[0] for name in modules_after(statement)}


def test_reading_arguments_loads_no_qt() -> None:
    assert not {"PySide6", "torch", "numpy"} & loaded_after(
        "from larder.app.arguments import read_arguments; read_arguments([])")


def test_the_window_loads_neither_torch_nor_charts_nor_the_survey() -> None:
    loaded = loaded_after("import larder.app.application")
    absent = {"torch", "pyqtgraph", "transformers", "diffusers", "PIL", "sqlite3", "numpy"}
    assert not absent & loaded
    survey = {"larder.core.survey.survey", "larder.core.stores.indexed.index_file"}
    assert not survey & modules_after("import larder.app.application")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="fonts come from fontconfig")
def test_text_can_be_read_on_a_machine_without_fonts(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text(
        f"<fontconfig><dir>{tmp_path}</dir><cachedir>{tmp_path}</cachedir></fontconfig>", "utf-8")
    script = (
        "from PySide6.QtGui import QFontMetrics\n"
        "from larder.app.application import prepare_application\n"
        "application = prepare_application(['x'])\n"
        "print(QFontMetrics(application.font()).inFont('a'), application.font().family())\n")
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=REPOSITORY, capture_output=True, text=True,
        check=True, timeout=120, env={**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"),
                                      "QT_QPA_PLATFORM": "offscreen"})
    assert done.stdout.split(maxsplit=1) == ["True", "DejaVu Sans\n"]


def test_the_start_page_is_there_before_what_shows_a_workspace() -> None:
    loaded = modules_after(
        "from larder.app.application import make_window, prepare_application\n"
        "application = prepare_application(['x'])\n"
        "opened = make_window(application, remembers=False)\n"
        "opened.window.show()\n"
        "application.processEvents()\n"
        "assert opened.window.start.isVisible()")
    assert not {"numpy", "larder.app.views.panels", "larder.app.views.entries_page",
                "larder.app.dialogs.building.runs",
                "larder.app.dialogs.building.dialog", "larder.app.dialogs.cleaning.dialog"} & loaded


def test_what_shows_a_workspace_is_loaded_beside_the_window() -> None:
    loaded = modules_after(
        "import sys, threading\n"
        "from larder.app.application import make_window, prepare_application\n"
        "application = prepare_application(['x'])\n"
        "opened = make_window(application, remembers=False)\n"
        "opened.window.show()\n"
        "waited_for = []\n"
        "class Watch:\n"
        "    def find_spec(self, name, *_):\n"
        "        if threading.current_thread() is threading.main_thread():\n"
        "            waited_for.append(name)\n"
        "sys.meta_path.insert(0, Watch())\n"
        "while 'tree' not in opened.window.docks:\n"
        "    application.processEvents()\n"
        "held_up = [name for name in waited_for if name.startswith(('numpy', 'larder.'))]\n"
        "assert not held_up, held_up")
    assert {"numpy", "larder.app.views.panels"} <= loaded


def test_a_message_on_the_start_page_outlives_the_making_of_what_shows_a_workspace(
    opened: OpenWindow,
) -> None:
    opened.services.notices.post(Notice(tone=Tone.NOTE, text="A build stopped."))
    assert opened.window.panels is not None
    assert opened.services.notices.shown is not None


def recent_buttons(opened: OpenWindow) -> list[QPushButton]:
    return [button for button in opened.window.start.findChildren(QPushButton)
            if button.toolTip().startswith("/train") and button.isVisible()]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_key_presses_the_button_that_has_the_focus(
    opened: OpenWindow, qtbot: QtBot, key: Qt.Key,
) -> None:
    opened.services.settings.keep_recent("/train/one")
    qtbot.waitUntil(lambda: len(recent_buttons(opened)) == 1)
    (recent,) = recent_buttons(opened)
    recent.setFocus()
    with qtbot.waitSignal(opened.window.start.workspace_wanted) as wanted:
        qtbot.keyClick(recent, key)
    assert wanted.args == ["/train/one"]


def test_recent_workspaces_are_listed_newest_first_and_open(
    opened: OpenWindow, qtbot: QtBot,
) -> None:
    for name in ("one", "two"):
        opened.services.settings.keep_recent(f"/train/{name}/config.json")
    qtbot.waitUntil(lambda: len(recent_buttons(opened)) == 2)
    buttons = recent_buttons(opened)
    assert [b.text() for b in buttons] == ["two", "one"]
    wanted: list[str] = []
    opened.window.workspace_wanted.connect(wanted.append)
    qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert wanted == ["/train/one/config.json"]


@pytest.mark.parametrize(("paths", "titles"), [
    (["/a/cats/training_presets/config.json", "/a/dogs/training_presets/config.json"],
     ["cats", "dogs"]),
    (["/a/run/training_presets/config.json", "/b/run/training_presets/config.json"],
     ["a/run", "b/run"]),
    (["/a/run/presets/#.json", "/a/run/presets/old.json"], ["presets", "old"]),
    (["C:\\train\\cats\\config.json", "/train/cats"], ["train/cats", "train/cats"]),
    (["/config.json", "/"], ["/config.json", "/"]),
])
def test_recent_workspaces_are_called_by_what_tells_them_apart(
    paths: list[str], titles: list[str],
) -> None:
    assert recent_titles(paths) == titles


def test_a_dropped_file_or_folder_is_opened(opened: OpenWindow, tmp_path: Path) -> None:
    wanted: list[str] = []
    opened.window.workspace_wanted.connect(wanted.append)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    opened.window.dragEnterEvent(enter)
    assert enter.isAccepted()
    opened.window.dropEvent(QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys))
    assert wanted == [str(tmp_path)]


def test_a_file_that_is_dragged_to_be_moved_is_taken_as_a_copy(
    opened: OpenWindow, tmp_path: Path,
) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    actions = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(5, 5), actions, data, buttons, keys)
    enter.setDropAction(Qt.DropAction.MoveAction)
    opened.window.dragEnterEvent(enter)
    dropped = QDropEvent(QPointF(5, 5), actions, data, buttons, keys)
    dropped.setDropAction(Qt.DropAction.MoveAction)
    opened.window.dropEvent(dropped)
    assert {enter.dropAction(), dropped.dropAction()} == {Qt.DropAction.CopyAction}


def dragged(
    opened: OpenWindow, *paths: Path, actions: Qt.DropAction = Qt.DropAction.CopyAction,
) -> tuple[str, set[Qt.DropAction]]:
    """Drag files over the window and drop them.

    Returns:
        What the window says of them meanwhile, and what it would have done with each.
    """
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
    enter = QDragEnterEvent(QPoint(5, 5), actions, data, *held)
    QApplication.sendEvent(opened.window, enter)
    move = QDragMoveEvent(QPoint(9, 9), actions, data, *held)
    move.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(opened.window, move)
    hint = opened.window.drop_hint
    assert hint.isVisible()
    assert opened.window.rect().contains(hint.geometry())
    said = hint.text()
    drop = QDropEvent(QPointF(5, 5), actions, data, *held)
    QApplication.sendEvent(opened.window, drop)
    assert not hint.isVisible()
    return said, {enter.dropAction(), move.dropAction(), drop.dropAction()}


def test_a_drag_says_what_a_drop_would_open_and_copies_only(
    opened: OpenWindow, tmp_path: Path,
) -> None:
    config, bundle = tmp_path / "cats.json", tmp_path / "cats.zip"
    opened_paths: list[str] = []
    opened.window.workspace_wanted.connect(opened_paths.append)
    opened.window.bundle_wanted.connect(opened_paths.append)
    both = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    assert dragged(opened, config, actions=both) == (
        "Drop to open cats.json. It stays where it is.", {Qt.DropAction.CopyAction})
    assert dragged(opened, bundle, actions=both) == (
        "Drop to import the exported cache cats.zip. It stays where it is.",
        {Qt.DropAction.CopyAction})
    assert opened_paths == [str(config), str(bundle)]


@pytest.mark.parametrize(("names", "actions"), [
    (("a.json", "b.json"), Qt.DropAction.CopyAction), (("cat.png",), Qt.DropAction.CopyAction),
    (("a.json",), Qt.DropAction.MoveAction)])
def test_a_drag_that_cannot_be_opened_or_not_copied_is_refused_with_what_can_be_dropped(
    opened: OpenWindow, tmp_path: Path, names: tuple[str, ...], actions: Qt.DropAction,
) -> None:
    opened_paths: list[str] = []
    opened.window.workspace_wanted.connect(opened_paths.append)
    said, done = dragged(opened, *(tmp_path / name for name in names), actions=actions)
    assert said == (
        "Only one file can be dropped here: a config (.json, .toml, .yaml), a folder with caches, "
        "or an exported cache (.zip).")
    assert done == {Qt.DropAction.IgnoreAction}
    assert opened_paths == []


def test_a_drag_that_leaves_the_window_leaves_nothing_behind(
    opened: OpenWindow, tmp_path: Path,
) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data,
                            Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(opened.window, enter)
    assert opened.window.drop_hint.isVisible()
    QApplication.sendEvent(opened.window, QDragLeaveEvent())
    assert not opened.window.drop_hint.isVisible()
