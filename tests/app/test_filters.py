"""The filter field: what it offers, and filters that were saved."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMenu
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.survey_pages import SurveyPages
from larder.app.views.filter_field import FilterField
from larder.core.survey.verdicts import Verdict
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe

Show = Callable[[Recipe], SurveyPages]


@pytest.fixture
def field(opened: OpenWindow, show: Show) -> FilterField:
    show(Recipe())
    return opened.window.filter_field


def offered(field: FilterField, text: str) -> list[str]:
    field.setText(text)
    completer = field.completer()
    completer.setCompletionPrefix(completer.splitPath(text)[-1])
    return [completer.pathFromIndex(completer.completionModel().index(row, 0))
            for row in range(completer.completionCount())]


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_every_word_of_the_filter_is_offered_before_its_values(field: FilterField) -> None:
    assert offered(field, "s")[:2] == ["state:", "size:"]
    assert offered(field, "fo") == ["folder:"]
    assert offered(field, "img na") == ["img name:"]


def test_only_states_that_find_something_are_offered(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe(verdicts=(Verdict.TOUCHED,)))
    field = opened.window.filter_field
    words = offered(field, "state:")
    assert "state:date-changed-only" in words
    assert "state:damaged" not in words
    page = opened.window.pages["entries"]
    for word in words[1:]:
        opened.services.view.filter_by(word)
        wait_until_settled(qtbot, opened)
        assert page.model.rowCount() > 0, word  # type: ignore[attr-defined]


def test_values_after_a_comma_and_in_quotes_are_completed_too(field: FilterField) -> None:
    assert offered(field, "img -state:edited,not-c")[0] == "img -state:edited,not-cached"
    assert offered(field, 'state:stale concept:"old b') == [
        'state:stale concept:"old barns of the north"']


def test_a_saved_filter_is_used_again_and_removed(
    opened: OpenWindow, field: FilterField, qtbot: QtBot,
) -> None:
    field.use("state:stale kind:text")
    menu = field.make_saved_menu()
    next(action for action in menu.actions() if action.text().startswith("Save")).trigger()
    dialog = opened.window.findChild(QInputDialog)
    assert dialog is not None
    assert dialog.textValue() == "state:stale kind:text"
    dialog.setTextValue("captions & co")
    dialog.accept()
    assert opened.services.settings.current.saved_filters == {
        "captions & co": "state:stale kind:text"}
    field.use("")
    menu = field.make_saved_menu()
    assert texts(menu) == ["captions && co", "Save this filter…", "Remove"]
    menu.actions()[0].trigger()
    assert opened.services.view.filter_text == "state:stale kind:text"
    assert opened.window.current_page() == "entries"
    remove = next(action.menu() for action in menu.actions() if action.text() == "Remove")
    assert isinstance(remove, QMenu)
    remove.actions()[0].trigger()
    assert not opened.services.settings.current.saved_filters
    assert texts(field.make_saved_menu()) == ["Save this filter…"]


def test_what_cannot_be_read_and_nothing_at_all_are_not_saved(field: FilterField) -> None:
    for text in ("", "foo:bar"):
        field.use(text)
        save = next(action for action in field.make_saved_menu().actions()
                    if action.text().startswith("Save"))
        assert not save.isEnabled()


def test_hidden_names_hide_saved_filters(opened: OpenWindow, field: FilterField) -> None:
    opened.services.settings.keep_filter("anna", 'concept:"old barns of the north"')
    opened.services.look.hide_names(True)
    shown = field.make_saved_menu().actions()[0]
    assert "anna" not in shown.text()
    assert "barns" not in shown.toolTip()
    shown.trigger()
    assert opened.services.view.filter_text == 'concept:"old barns of the north"'


def test_the_menu_opens_by_keys(opened: OpenWindow, field: FilterField, qtbot: QtBot) -> None:
    opened.services.settings.keep_filter("stale", "state:stale")
    opened.services.commands.run("saved-filters")
    menu = field.findChild(QMenu)
    assert menu is not None
    qtbot.waitUntil(menu.isVisible)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert opened.services.view.filter_text == "state:stale"


def test_pictures_are_switched_on_from_the_menu(opened: OpenWindow, show: Show) -> None:
    show(Recipe())
    page = opened.window.pages["entries"]
    for is_grid in (True, False):
        opened.services.commands.run("entries-grid")
        assert (page.view is page.grid) is is_grid  # type: ignore[attr-defined]
