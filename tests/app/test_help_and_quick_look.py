"""The list of keys, and the larger look at a source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.command_table import Command, Menu
from larder.app.dialogs.help_window import HelpWindow, keys_topic
from larder.app.dialogs.quick_look import QuickLook
from larder.app.models.survey_pages import SurveyPages
from larder.app.pictures.picture_files import read_preview
from larder.app.view_state import ChosenKind, CurrentRow
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe


def native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def command(identity: str, menu: Menu, shortcut: str) -> Command:
    return Command(id=identity, text=f"&{identity}…", menu=menu, run=lambda: None,
                   shortcut=shortcut)


@pytest.fixture
def looked(
    show: Callable[[Recipe], SurveyPages], opened: OpenWindow, qtbot: QtBot,
) -> Iterator[QuickLook]:
    """A quick look opened with Space in the Entries table, on a source that is not there."""
    show(Recipe(rows=20))
    press_space_in_table(opened, qtbot)
    dialog = opened.window.findChild(QuickLook)
    assert dialog is not None
    wait_until_settled(qtbot, opened)
    yield dialog
    dialog.reject()


def press_space_in_table(opened: OpenWindow, qtbot: QtBot) -> None:
    opened.window.activateWindow()
    opened.window.show_page("entries")
    table = opened.window.pages["entries"].table
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_Space)


def test_keys_stand_in_the_order_of_the_menus_and_tabs_follow(qapp: object) -> None:
    topic = keys_topic(
        "keys", [command("help", Menu.HELP, "F1"), command("open", Menu.FILE, "Ctrl+O"),
                 command("mute", Menu.FILE, "")], ["Coverage"])
    assert topic.points == [f"{native('Ctrl+O')} · open", f"{native('F1')} · help",
                            f"{native('Ctrl+1')} · Go to the tab Coverage"]


def test_help_lists_the_keys_of_every_command_and_what_is_safe(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages],
) -> None:
    opened.services.commands.run("shortcuts")
    show(Recipe(rows=20))
    opened.services.commands.run("shortcuts")
    shown = opened.window.findChild(HelpWindow)
    assert shown is not None
    lines = [line for line in shown.text.toPlainText().splitlines() if " · " in line]
    keys = [c.shortcut for c in opened.services.commands.commands if c.shortcut]
    listed = [line.split(" · ")[0] for line in lines]
    assert {native(key) for key in keys} <= set(listed)
    assert len(listed) == len(set(listed)) == len(keys) + len(opened.window.pages)
    tabs = [page.title.split(" (")[0] for page in opened.window.pages.values()]
    assert [line.split(" · ")[1] for line in lines[-len(tabs):]] == [
        f"Go to the tab {tab}" for tab in tabs]
    said = shown.text.toPlainText()
    assert "Your pictures and captions are never changed, moved or deleted." in said
    assert "Undo restores them." in said
    shown.reject()


def test_help_is_there_before_anything_is_open(opened: OpenWindow, qtbot: QtBot) -> None:
    opened.window.activateWindow()
    qtbot.keyClick(opened.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    shown = opened.window.findChild(HelpWindow)
    assert shown is not None
    assert shown.topic is not None
    assert shown.topic.title == "Keyboard shortcuts"
    qtbot.keyClick(shown, Qt.Key.Key_Escape)
    assert shown.isHidden()


def test_a_quick_look_says_why_there_is_no_picture(looked: QuickLook) -> None:
    assert looked.isVisible()
    assert looked.picture.text == "The file does not exist."


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Escape])
def test_space_and_escape_end_a_quick_look(
    looked: QuickLook, opened: OpenWindow, qtbot: QtBot, key: Qt.Key,
) -> None:
    qtbot.keyClick(looked, key)
    assert looked.isHidden()
    press_space_in_table(opened, qtbot)
    assert looked.isVisible()
    assert opened.window.findChildren(QuickLook) == [looked]


def test_a_picture_is_shown_larger_than_in_the_inspector(
    looked: QuickLook, opened: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    Image.new("RGB", (4000, 2000), (40, 90, 160)).save(tmp_path / "a.png")
    looked.look_at(tmp_path / "a.png")
    wait_until_settled(qtbot, opened)
    assert looked.picture.image is not None
    assert looked.picture.image.size() == QSize(2560, 1280)
    assert looked.picture.height() > opened.window.inspector.picture.height()
    assert looked.name.text == str(tmp_path / "a.png")
    looked.reject()
    assert looked.picture.image is None


def test_space_ends_a_quick_look_at_a_text_that_has_the_focus(
    looked: QuickLook, opened: OpenWindow, qtbot: QtBot, tmp_path: Path,
) -> None:
    (tmp_path / "a.txt").write_text("a barn at dusk", encoding="utf-8")
    looked.look_at(tmp_path / "a.txt")
    wait_until_settled(qtbot, opened)
    assert looked.picture.text == "a barn at dusk"
    text = looked.findChild(QPlainTextEdit)
    assert text is not None
    text.setFocus()
    assert text.hasFocus()
    qtbot.keyClick(text, Qt.Key.Key_Space)
    assert looked.isHidden()


def test_space_outside_the_table_opens_nothing(
    show: Callable[[Recipe], SurveyPages], opened: OpenWindow, qtbot: QtBot,
) -> None:
    show(Recipe(rows=20))
    opened.window.activateWindow()
    opened.window.tree.setFocus()
    qtbot.keyClick(opened.window.tree, Qt.Key.Key_Space)
    assert opened.window.findChild(QuickLook) is None


def test_there_is_no_quick_look_without_a_chosen_entry(
    show: Callable[[Recipe], SurveyPages], opened: OpenWindow,
) -> None:
    action = opened.services.commands.action("quick-look")
    assert action is not None
    assert not action.isEnabled()
    show(Recipe(rows=20))
    assert not action.isEnabled()
    opened.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=3))
    assert action.isEnabled()
    opened.services.view.choose(None)
    assert not action.isEnabled()


def test_previews_are_scaled_into_the_room_that_is_asked_for(
    qapp: object, tmp_path: Path,
) -> None:
    Image.new("RGB", (400, 200)).save(tmp_path / "a.png")
    preview = read_preview(tmp_path / "a.png", room=QSize(100, 100))
    assert preview.image is not None
    assert preview.image.size() == QSize(100, 50)
