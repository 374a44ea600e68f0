"""Help: a glossary, searchable, that one can walk with the keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.help_window import HelpWindow
from larder.app.presentation.glossary import INSTEAD_OF, TERMS
from larder.app.presentation.help_topics import help_topics


@pytest.fixture
def help_window(opened: OpenWindow) -> HelpWindow:
    opened.services.commands.run("glossary")
    found = opened.window.findChild(HelpWindow)
    assert found is not None
    return found


def test_the_glossary_is_short_and_says_each_word_in_one_sentence() -> None:
    assert len(TERMS) <= 25
    assert len({term.id for term in TERMS}) == len({term.word for term in TERMS}) == len(TERMS)
    for term in TERMS:
        assert term.meaning.endswith("."), term
        assert term.meaning.replace("cache.json", "").count(".") == 1, term
        assert not any(word in f"{term.word} {term.meaning}".casefold() for word in INSTEAD_OF)


def test_help_is_in_the_window_and_lists_every_topic(help_window: HelpWindow) -> None:
    assert help_window.isVisible()
    assert list(help_window.listed) == [topic.id for topic in help_topics()]
    assert help_window.topic is not None
    assert help_window.topic.paragraphs[0] in help_window.text.toPlainText()


def test_search_finds_all_of_its_words_and_titles_first(
    help_window: HelpWindow, qtbot: QtBot,
) -> None:
    qtbot.keyClicks(help_window.search, "same CONTENT")
    assert set(help_window.listed) == {"word:date-changed", "word:renamed"}
    help_window.search.clear()
    qtbot.keyClicks(help_window.search, "caption")
    assert help_window.topic is not None
    assert help_window.topic.title == "Caption"
    qtbot.keyClick(help_window.search, Qt.Key.Key_Down)
    assert help_window.topic.title == "Cache"
    qtbot.keyClicks(help_window.search, " xyzzy")
    assert list(help_window.listed) == []
    assert not help_window.text.isVisible()


def test_a_topic_that_the_search_hides_is_shown_all_the_same(help_window: HelpWindow) -> None:
    help_window.search.setText("caption")
    help_window.show_topic("word:damaged")
    assert help_window.search.text() == ""
    assert help_window.topic is not None
    assert help_window.topic.title == "Damaged"
    assert help_window.text.toPlainText().startswith("Damaged")


def test_help_is_one_window_that_escape_closes(
    opened: OpenWindow, help_window: HelpWindow, qtbot: QtBot,
) -> None:
    qtbot.keyClick(help_window, Qt.Key.Key_Escape)
    assert help_window.isHidden()
    opened.services.commands.run("glossary")
    assert opened.window.findChildren(HelpWindow) == [help_window]
    assert help_window.isVisible()
