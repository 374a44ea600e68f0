"""The palette: everything by a few letters, with the keys alone, and why it cannot be used."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.help_window import HelpWindow
from larder.app.dialogs.palette import Palette, closeness, offers
from larder.app.models.survey_pages import SurveyPages
from tests.app.synthetic_survey import Recipe


def opened_palette(opened: OpenWindow, qtbot: QtBot) -> Palette:
    opened.window.activateWindow()
    qtbot.keyClick(opened.window, Qt.Key.Key_P,
                   Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    found = opened.window.findChildren(Palette)
    assert found
    return found[-1]


@pytest.mark.parametrize(("asked", "better", "worse"), [
    ("cle", "Clean…", "Nucleus"), ("cc", "Clear cache…", "Accelerate"), ("und", "Undo", "Found")])
def test_the_start_of_a_word_is_closer_than_its_middle(
    asked: str, better: str, worse: str,
) -> None:
    first, second = closeness(asked, better), closeness(asked, worse)
    assert first is not None
    assert second is None or first > second


def test_letters_in_their_order_are_enough_and_missing_ones_are_not() -> None:
    assert closeness("chlo", "Change location…") is not None
    assert closeness("xq", "Change location…") is None
    assert closeness("", "Anything") is not None


def test_every_command_page_and_topic_is_offered(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages],
) -> None:
    show(Recipe(rows=20))
    opened.services.settings.keep_recent("/train/portraits/config.json")
    offered = {offer.text for offer in offers(opened.services, opened.window, lambda _: None)}
    for command in opened.services.commands.commands:
        assert command.id == "palette" or command.text.replace("&", "") in offered
    for page in opened.window.pages.values():
        assert f"Go to {page.title}" in offered
    assert "Open /train/portraits/config.json" in offered
    assert {"Help: Caption", "Help: Edited", "Help: Rebuild"} <= offered


def test_a_saved_filter_is_used_by_a_few_letters_of_its_name(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages], qtbot: QtBot,
) -> None:
    show(Recipe(rows=20))
    opened.services.settings.keep_filter("Old barns", "state:edited barn")
    palette = opened_palette(opened, qtbot)
    qtbot.keyClicks(palette.search, "old barns")
    assert (palette.shown[0].text, palette.shown[0].detail) == (
        "Filter: Old barns", "state:edited barn")
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert opened.services.view.filter_text == "state:edited barn"
    assert opened.window.current_page() == "entries"
    opened.services.settings.keep_filter("Old barns", "")
    opened.services.view.filter_by("")


def test_what_is_disabled_says_why_and_keeps_its_place(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages],
) -> None:
    closed = {offer.text: offer for offer in offers(
        opened.services, opened.window, lambda _: None)}
    assert closed["Build…"].run is None
    assert closed["Build…"].detail == "Open a workspace first."
    assert closed["Close workspace"].detail == "No workspace is open."
    show(Recipe(rows=20))
    here = {offer.text: offer for offer in offers(opened.services, opened.window, lambda _: None)}
    assert here["Build…"].run is not None
    assert here["Quick look"].detail == "No picture or caption is selected."
    for command in opened.services.commands.commands:
        offer = here.get(command.text.replace("&", ""))
        assert offer is None or offer.run is not None or command.lacks, command.id


def test_a_command_is_run_with_the_keys_alone(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages], qtbot: QtBot,
) -> None:
    show(Recipe(rows=20))
    palette = opened_palette(opened, qtbot)
    palette.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is palette.search)
    qtbot.keyClicks(palette.search, "gloss")
    assert palette.shown[0].text == "Glossary"
    assert "Glossary" in palette.search.accessibleDescription()
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert palette.isHidden()
    shown = opened.window.findChild(HelpWindow)
    assert shown is not None
    assert shown.isVisible()


def test_a_disabled_command_stays_where_it_is_and_down_goes_on(
    opened: OpenWindow, qtbot: QtBot,
) -> None:
    palette = opened_palette(opened, qtbot)
    qtbot.keyClicks(palette.search, "undo the")
    assert palette.shown[0].run is None
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette.search.clear()
    first = palette.list.currentItem()
    qtbot.keyClick(palette.search, Qt.Key.Key_Down)
    assert palette.list.currentItem() is not first
    qtbot.keyClick(palette, Qt.Key.Key_Escape)
    assert palette.isHidden()
