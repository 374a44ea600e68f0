"""Messages go when what they tell of is over, and figures in tables are never cut in the middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.view import GroupTable
from larder.app.dialogs.cleaning.plan_model import PLAN_COLUMNS
from larder.app.dialogs.what_if.results import ChangeTable
from larder.app.models.entries_model import ENTRY_COLUMNS
from larder.app.models.journal import JournalModel, PartsModel
from larder.app.models.problems_model import PROBLEM_COLUMNS
from larder.app.models.survey_pages import SurveyPages
from larder.app.models.tables import RIGHT, ColumnSpec
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.view_state import ChosenKind, CurrentRow, Scope
from larder.app.views.coverage_page import CoverageModel
from larder.app.views.value_stores import StoreFiguresModel
from larder.app.widgets.column_fit import PADDING, first_widths
from larder.app.widgets.widgets import WrappedLabel
from larder.core.requests.options import WorkspaceOptions
from larder.core.worker_protocol import Failed
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe
from tests.support.cleaning import CONFIG

Show = Callable[[Recipe], SurveyPages]
SAID = Notice(tone=Tone.ERROR, text="It failed.")
OF_A_ROW = Notice(tone=Tone.NOTE, text="Nothing of this can be built.", is_passing=True)


@pytest.mark.parametrize("command", ["rescan", "touch"])
def test_a_message_goes_when_something_else_is_begun(
    working: OpenWindow, fixture_workspace: Callable[[str], Path], qtbot: QtBot, command: str,
) -> None:
    services = working.services
    services.session.open(WorkspaceOptions(workspace=str(
        fixture_workspace("sdxl_drifted") / CONFIG)))
    wait_until_settled(qtbot, working)
    services.notices.post(SAID)
    services.session.survey()
    wait_until_settled(qtbot, working)
    assert working.window.notice_bar.notice is SAID  # nobody asked for that survey
    services.commands.run(command)
    if command == "touch":
        from tests.app.test_commands import consent

        consent(qtbot, working, "Store dates")
    wait_until_settled(qtbot, working)
    assert working.window.notice_bar.notice is not SAID


def test_the_button_of_a_message_that_goes_gives_its_focus_to_the_page(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe(rows=20))
    window, notices = opened.window, opened.services.notices
    for number, table in ((2, window.pages["entries"].table), (3, window.pages["problems"].tree)):
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.ControlModifier)
        assert window.focusWidget() is table
        notices.post(replace(SAID, actions=(NoticeAction("Undo", lambda: notices.clear()),)))
        (undo,) = (button for button in window.notice_bar.findChildren(QPushButton)
                   if button.text() == "Undo" and button.isVisible())
        undo.setFocus()
        qtbot.keyClick(undo, Qt.Key.Key_Return)
        assert window.notice_bar.notice is None
        assert window.focusWidget() is table


def test_why_a_survey_failed_is_said_until_one_comes_in(opened: OpenWindow, show: Show) -> None:
    show(Recipe())
    opened.services.session.survey_failed.emit(Failed(problem="The drive is gone."))
    assert opened.window.notice_bar.notice is not None
    opened.services.session.survey_changed.emit()
    assert opened.window.notice_bar.notice is None
    opened.services.notices.post(SAID)
    opened.services.session.survey_changed.emit()
    assert opened.window.notice_bar.notice is SAID


def shown_by(opened: OpenWindow) -> str:
    notice = opened.window.notice_bar.notice
    return "" if notice is None else f"{notice.text} {notice.hint}".strip()


def test_what_a_job_settled_is_said_at_once_and_beside_how_the_job_ended(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe())
    board = opened.services.notices
    for store in "ab":
        opened.services.lanes.remarked.emit(f"{store}: it was finished.")
    assert shown_by(opened) == "a: it was finished. b: it was finished."
    board.clear()  # the plan is applied
    board.post(SAID)
    assert shown_by(opened) == "It failed. a: it was finished. b: it was finished."
    board.post(SAID)
    assert shown_by(opened) == "It failed."


@pytest.mark.parametrize(("text", "hint", "said"), [
    ("It failed.", "Try again.", "It failed. Try again."), ("It failed.", "", "It failed."),
    ("出错了。", "请重试。", "出错了。请重试。")])
def test_a_hint_follows_as_sentences_do_in_that_language(
    opened: OpenWindow, text: str, hint: str, said: str,
) -> None:
    opened.services.notices.post(Notice(tone=Tone.ERROR, text=text, hint=hint))
    assert [label.text() for label in opened.window.notice_bar.findChildren(WrappedLabel)] == [said]


@pytest.mark.parametrize("is_closed", [True, False])
def test_what_was_settled_is_not_said_again_once_it_was_closed(
    opened: OpenWindow, show: Show, *, is_closed: bool,
) -> None:
    show(Recipe())
    opened.services.lanes.remarked.emit("a: it was finished.")
    if is_closed:
        opened.window.notice_bar.closed.emit()
    else:
        opened.services.session.close()
    opened.services.notices.post(SAID)
    assert shown_by(opened) == "It failed."


@pytest.mark.parametrize("elsewhere", [
    lambda view: view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=1)),
    lambda view: view.look_at(Scope(store=1)), lambda view: view.filter_by("mask"),
    lambda view: view.show_page("journal")])
def test_what_is_said_of_a_row_goes_when_the_user_looks_elsewhere(
    opened: OpenWindow, show: Show, elsewhere: Callable[[object], None],
) -> None:
    show(Recipe())
    opened.services.notices.post(OF_A_ROW)
    elsewhere(opened.services.view)
    assert opened.window.notice_bar.notice is None
    opened.services.notices.post(SAID)
    elsewhere(opened.services.view)
    assert opened.window.notice_bar.notice is SAID


@pytest.mark.parametrize("columns", [
    GroupTable.columns, ChangeTable.columns, CoverageModel.columns, ENTRY_COLUMNS, PLAN_COLUMNS,
    PROBLEM_COLUMNS, JournalModel.columns, PartsModel.columns, StoreFiguresModel.columns])
def test_a_count_is_never_cut_in_the_middle(
    dressed: QApplication, columns: Mapping[int, ColumnSpec],
) -> None:
    metrics = QFontMetrics(dressed.font())
    for column, width in first_widths(columns, metrics).items():
        if columns[column].align == RIGHT:
            shown = metrics.elidedText(
                "1,000,000", Qt.TextElideMode.ElideMiddle, width - 2 * PADDING)
            assert shown == "1,000,000", columns[column].title
