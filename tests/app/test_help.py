"""Help: a glossary, searchable, that one can walk with the keys alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import DIALOG_PAGES, PAGES, OpenWindow
from larder.app.dialogs.help_window import HelpWindow
from larder.app.models.survey_pages import SurveyPages
from larder.app.presentation.glossary import INSTEAD_OF, TERMS
from larder.app.presentation.help_topics import (
    DIALOGS,
    help_topics,
    place_topic,
    remedy_topic,
    state_topic,
)
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.window_look import ICONS_FOLDER
from larder.core.survey.remedies import REMEDIES, Repair
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from tests.app.synthetic_survey import Recipe
from tests.support.fixtures import REPOSITORY
from tests.support.pages import TEXT


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


INSTEAD = re.compile(r"\b(" + "|".join(INSTEAD_OF) + r")\w*(?! up)", re.IGNORECASE)
CODE = re.compile(r"`[^`]*`|\{\w+\}|\blarder [a-z]+|larder-bundle|--depth payload|--[a-z-]+")
"""Verbs, options, codes and names of files stay as they are."""
CODES = {
    "stat, hash or payload.",
    "stat: look at dates, read what changed. hash: read every source file. payload: read every "
    "cached file, too.",
    "How closely to look first: stat, hash or payload (finds damaged files).",
    "Only this group: orphaned, superseded, unindexed, temp-leftover, corrupt, legacy-group, "
    "legacy-leftover, stale, suspect, unlisted",
    "missing (not cached yet), stale (needs rebuilding) or all; without it, both of the first. In "
    "the layout of a released OneTrainer, cached files are put in order in any case."}
"""Texts that list codes of filters and options."""


def avoided_words(texts: Iterable[str]) -> list[str]:
    return [text for text in texts
            if text not in CODES and INSTEAD.search(CODE.sub("", text))]


def test_no_text_of_the_window_has_a_word_that_only_we_use(texts: set[tuple[str, str]]) -> None:
    assert avoided_words(source for _, source in texts) == []


def texts_in(path: Path) -> Iterator[str]:
    """Literals that may be read, and what a verb's help says of it: not of what is ours alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    ours = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            yield (ast.get_docstring(node) or "").partition("Args:")[0]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and (
                " " in node.value.strip() and id(node) not in ours):
            yield node.value


def test_no_text_of_the_command_line_has_a_word_that_only_we_use() -> None:
    files = [REPOSITORY / "core/requests/options.py", *(REPOSITORY / "core/cli").glob("*.py")]
    assert avoided_words(text for path in files for text in texts_in(path)) == []


def test_the_pages_for_users_have_no_word_that_only_we_use() -> None:
    text = re.sub(r"```.*?```", "", TEXT, flags=re.S)
    assert avoided_words(re.split(r"(?<=[.:|])\s", text)) == []


def test_help_is_in_the_window_and_lists_every_topic(help_window: HelpWindow) -> None:
    assert help_window.isVisible()
    assert help_window.topics_in_list == ["place:shortcuts", *(topic.id for topic in help_topics())]
    assert help_window.topic is not None
    assert help_window.topic.id == "word:workspace"
    assert help_window.topic.paragraphs[0] in help_window.text.toPlainText()


def test_search_finds_all_of_its_words_and_titles_first(
    help_window: HelpWindow, qtbot: QtBot,
) -> None:
    qtbot.keyClicks(help_window.search, "same CONTENT")
    assert {"word:date-changed", "word:renamed"} <= set(help_window.topics_in_list)
    assert "word:mask" not in help_window.topics_in_list
    help_window.search.clear()
    qtbot.keyClicks(help_window.search, "caption")
    assert help_window.topic is not None
    assert help_window.topic.title == "Caption"
    before = help_window.topic.id
    qtbot.keyClick(help_window.search, Qt.Key.Key_Down)
    listed = list(help_window.topics_in_list)
    assert help_window.topic.id == listed[listed.index(before) + 1]
    qtbot.keyClicks(help_window.search, " xyzzy")
    assert list(help_window.topics_in_list) == []
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


def test_every_state_every_remedy_every_page_and_dialog_has_a_topic(opened: OpenWindow) -> None:
    topics = {topic.id: topic for topic in help_topics()}
    for verdict in (*Verdict, *PayloadVerdict):
        topic = topics[state_topic(verdict)]
        remedies = [remedy for remedy in REMEDIES if verdict in remedy.verdicts]
        assert bool(topic.points) is bool(remedies)
        for remedy in remedies:
            if remedy.repair is not Repair.NONE:
                assert remedy_topic(remedy.repair) in topic.see_also
    for repair in Repair:
        assert remedy_topic(repair) in topics
    for place in (*(page.id for page in PAGES), *DIALOG_PAGES, "start"):
        assert place_topic(place) in topics
    for place in DIALOGS.values():
        assert place_topic(place) in topics
    for topic in topics.values():
        assert set(topic.see_also) <= set(topics)
        assert all(text.endswith((".", ":")) for text in (*topic.paragraphs, *topic.points))
        assert topic.icon == "" or (ICONS_FOLDER / f"{topic.icon}.svg").is_file()


def test_links_lead_from_a_state_to_its_remedy_and_back(help_window: HelpWindow) -> None:
    help_window.show_topic("state:content-changed")
    assert "Rebuild" in help_window.text.toPlainText()
    help_window.text.anchorClicked.emit(QUrl("larder-help:remedy:build"))
    assert help_window.topic is not None
    assert help_window.topic.title == "Rebuild"
    assert "state:content-changed" in help_window.topic.see_also


def help_topic(opened: OpenWindow) -> str:
    found = opened.window.findChild(HelpWindow)
    assert found is not None
    assert found.topic is not None
    return found.topic.id


def test_f1_explains_the_selected_row_and_else_the_page(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages], qtbot: QtBot,
) -> None:
    opened.window.activateWindow()
    qtbot.keyClick(opened.window, Qt.Key.Key_F1)
    assert help_topic(opened) == "place:start"
    pages = show(Recipe(rows=200))
    opened.window.show_page("problems")
    opened.services.commands.run("help")
    assert help_topic(opened) == "place:problems"
    opened.window.show_page("entries")
    verdicts = pages.snapshot.entries.verdict
    for row in (0, int(np.flatnonzero(verdicts == Verdict.CONTENT_CHANGED)[0])):
        opened.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=row))
        opened.services.commands.run("help")
        assert help_topic(opened) == state_topic(Verdict(int(verdicts[row])))
    group = next(at for at, one in enumerate(pages.problems) if one.verdict is not None)
    opened.services.view.choose(CurrentRow(kind=ChosenKind.GROUP, row=group))
    opened.services.commands.run("help")
    assert help_topic(opened) == state_topic(pages.problems[group].verdict)


@pytest.mark.parametrize(("command", "place"), [("preferences", "preferences"), ("check", "check")])
def test_f1_in_a_dialog_explains_the_dialog(
    opened: OpenWindow, show: Callable[[Recipe], SurveyPages], qtbot: QtBot, command: str,
    place: str,
) -> None:
    show(Recipe(rows=20))
    opened.services.commands.run(command)
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    dialog = QApplication.activeModalWidget()
    assert opened.services.commands.action("help") in dialog.actions()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_F1)
    assert help_topic(opened) == f"place:{place}"
    found = dialog.findChild(HelpWindow)
    # What is not the dialog's own would lie behind it and take no keys.
    qtbot.waitUntil(found.isActiveWindow)
    qtbot.keyClick(found, Qt.Key.Key_Escape)
    assert found.isHidden()
    assert dialog.isVisible()
    dialog.close()
