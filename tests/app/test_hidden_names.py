"""Hidden names are nowhere to be read, and come back with the switch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.survey_pages import SurveyPages
from larder.app.notices import Notice
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone
from larder.app.presentation.preview_texts import preview_shown
from larder.app.presentation.shown_names import ShownNames
from larder.app.widgets.widgets import ElidedLabel
from larder.core.columns import TextColumn
from larder.core.queries.preview import PayloadPreview, TokenTable
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import OFFLINE, Recipe
from tests.support.widget_texts import telling_texts

Show = Callable[[Recipe], SurveyPages]
TELLING = ("IMG_", "portraits", "barns", "textures", "anna")


def told(root: QWidget) -> set[str]:
    """Texts that still say a name; the filter's words are what the user types."""
    return telling_texts(root, TELLING)


@pytest.mark.parametrize("recipe", [Recipe(), OFFLINE])
def test_no_page_says_a_name_while_names_are_hidden(
    opened: OpenWindow, show: Show, qtbot: QtBot, recipe: Recipe,
) -> None:
    show(recipe)
    assert told(opened.window)
    opened.services.commands.run("hide-names")
    for page in opened.window.pages:
        opened.window.show_page(page)
        wait_until_settled(qtbot, opened)
        assert told(opened.window.pages[page]) == set()
    assert told(opened.window) == set()
    assert opened.services.settings.current.hide_names
    assert opened.services.commands.action("hide-names").isChecked()
    opened.services.commands.run("hide-names")
    assert told(opened.window)
    assert not opened.services.settings.current.hide_names


def test_copied_rows_and_reports_hide_names_too(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.services.look.hide_names(True)
    opened.window.show_page("entries")
    page = opened.window.pages["entries"]
    page.table.selectAll()
    opened.services.commands.run("copy-rows")
    copied = QGuiApplication.clipboard().text()
    assert len(copied.splitlines()) == 41
    assert not any(name in copied for name in TELLING)
    opened.services.notices.post(Notice(
        tone=Tone.ERROR, text="Cannot read /home/anna/x.", details="at E:\\barns\\IMG_1.jpg: gone"))
    copy = next(b for b in opened.window.notice_bar.findChildren(QAbstractButton)
                if b.text() == "Copy")
    copy.click()
    report = QGuiApplication.clipboard().text()
    assert "Cannot read name-" in report
    assert ": gone" in report
    assert not any(name in report for name in TELLING)


def test_recent_workspaces_hide_their_paths(opened: OpenWindow, qtbot: QtBot) -> None:
    opened.services.settings.keep_recent("/home/anna/portraits/config.json")
    assert told(opened.window.start)
    opened.services.look.hide_names(True)
    qtbot.waitUntil(lambda: not told_visible(opened.window.start))


def told_visible(root: QWidget) -> set[str]:
    return {label.text for label in root.findChildren(ElidedLabel)
            if label.isVisible() and any(name in label.text for name in TELLING)}


def test_a_mark_is_the_windows_own_and_keeps_the_ending() -> None:
    one, other = ShownNames(hidden=True), ShownNames(hidden=True)
    assert one.file("a.jpg") == one.file("a.jpg") != one.file("b.jpg")
    assert one.file("a.jpg") != other.file("a.jpg")
    assert one.file("a.jpg").endswith(".jpg")
    assert one.path("E:\\barns\\a.jpg").endswith(one.file("a.jpg"))
    assert one.path("a.jpg") == one.file("a.jpg")
    assert [one.file(""), one.folder(""), one.path(""), one.sentence("")] == [""] * 4


@given(st.text(max_size=40))
def test_shown_names_are_as_they_are(text: str) -> None:
    names = ShownNames()
    assert {names.file(text), names.folder(text), names.concept(text), names.path(text),
            names.sentence(text, (text,))} == {text}


@pytest.mark.parametrize(("text", "left"), [
    ("E:\\barns cannot be reached", "cannot be reached"),
    ("the picture /train/anna/a.jpg is gone", "is gone"),
    ("“portraits.png” changed", "changed"),
    ("已重命名或移动：train/anna/a.jpg 内容相同", "已重命名或移动："),
    ("file hash 3f81c09a77d2 is not the stored 9a02cc41b0ee", "3f81c09a77d2"),
])
def test_sentences_keep_what_tells_nothing(text: str, left: str) -> None:
    shown = ShownNames(hidden=True).sentence(text)
    assert left in shown
    assert not any(name in shown for name in TELLING)


def test_the_date_of_an_edit_is_no_name() -> None:
    american = Figures(locale=QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    said = ShownNames(hidden=True).sentence("Edited on 2026-11-20 14:03, after it was cached")
    assert american.write_dates(said).startswith("Edited on 11/20/26")


def test_sentences_of_a_preview_say_no_folders() -> None:
    drawing = TokenTable(
        ids=np.array([1]), mask=np.array([1], np.uint8), pieces=TextColumn.from_strings([""]),
        count=1, text="",
        why_no_pieces="The tokenizer /home/anna/tok is gone.")
    preview = PayloadPreview(drawing, problem="/home/anna/a.npz is damaged.")
    shown = preview_shown(preview, ShownNames(hidden=True))
    assert isinstance(shown.drawing, TokenTable)
    for text in (shown.drawing.why_no_pieces, shown.problem):
        assert "anna" not in text
        assert text.endswith(".")
    assert preview_shown(preview, ShownNames()).problem == preview.problem
