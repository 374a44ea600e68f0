"""Alt+Left and Alt+Right go through page, part of the workspace and filter."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.survey_pages import SurveyPages
from larder.app.view_state import Scope
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import BARE_FOLDER, Recipe

Show = Callable[[Recipe], SurveyPages]
IMAGES, BARNS = Scope(store=0), Scope(concept=1)


def place(opened: OpenWindow) -> tuple[str, Scope, str]:
    view = opened.services.view
    return opened.window.current_page(), view.scope, view.filter_text


def step(opened: OpenWindow, qtbot: QtBot) -> None:
    """Let the event loop end the turn that one step of the user is."""
    wait_until_settled(qtbot, opened)
    qtbot.wait(1)


def press(opened: OpenWindow, qtbot: QtBot, key: Qt.Key) -> None:
    opened.window.activateWindow()
    qtbot.keyClick(opened.window, key, Qt.KeyboardModifier.AltModifier)
    step(opened, qtbot)


def test_back_and_forward_walk_through_what_was_looked_at(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    step(opened, qtbot)
    assert not opened.services.commands.action("back").isEnabled()
    opened.window.show_page("entries")
    step(opened, qtbot)
    opened.services.view.look_at(BARNS)
    step(opened, qtbot)
    opened.services.view.filter_by("state:stale")
    step(opened, qtbot)
    walked = [("coverage", Scope(), ""), ("entries", Scope(), ""), ("entries", BARNS, ""),
              ("entries", BARNS, "state:stale")]
    assert place(opened) == walked[3]
    for expected in reversed(walked[:3]):
        press(opened, qtbot, Qt.Key.Key_Left)
        assert place(opened) == expected
    assert not opened.services.commands.action("back").isEnabled()
    for expected in walked[1:]:
        press(opened, qtbot, Qt.Key.Key_Right)
        assert place(opened) == expected
    assert not opened.services.commands.action("forward").isEnabled()
    assert opened.window.filter_field.text() == "state:stale"


def test_what_changes_at_once_is_one_step(opened: OpenWindow, show: Show, qtbot: QtBot) -> None:
    show(Recipe())
    step(opened, qtbot)
    view = opened.services.view
    view.look_at(IMAGES)
    view.filter_by("state:stale")
    view.show_page("entries")
    step(opened, qtbot)
    opened.services.history.back()
    assert place(opened) == ("coverage", Scope(), "")


def test_a_filter_that_is_typed_letter_by_letter_is_one_step(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.window.show_page("entries")
    step(opened, qtbot)
    for text in ("b", "ba", "barn", "bar"):
        opened.services.view.filter_by(text)
        step(opened, qtbot)
    opened.services.history.back()
    assert place(opened) == ("entries", Scope(), "")
    opened.services.history.forward()
    assert place(opened) == ("entries", Scope(), "bar")


def test_a_new_way_replaces_the_one_that_was_left(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    step(opened, qtbot)
    for page in ("entries", "problems"):
        opened.window.show_page(page)
        step(opened, qtbot)
    opened.services.history.back()
    opened.window.show_page("journal")
    step(opened, qtbot)
    assert not opened.services.history.can_go_forward
    opened.services.history.back()
    assert place(opened)[0] == "entries"


def test_places_of_other_stores_and_concepts_are_forgotten(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.window.show_page("entries")
    opened.services.view.look_at(Scope(store=1, concept=2))
    step(opened, qtbot)
    pages = opened.services.session.pages
    assert pages is not None
    opened.services.session._show(pages, None)
    step(opened, qtbot)
    assert opened.services.view.scope == Scope(store=1, concept=2)
    show(BARE_FOLDER)
    step(opened, qtbot)
    assert opened.services.view.scope == Scope()
    assert not opened.services.history.can_go_back
