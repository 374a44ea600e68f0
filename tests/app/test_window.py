"""The window in every state: nothing open, nothing cached, complete, offline, filtered, large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.cache_session import CacheSession
from larder.app.jobs.job import JobRequest
from larder.app.models.entry_rows import EntryColumn
from larder.app.models.problems_model import LineKind
from larder.app.models.survey_pages import SurveyPages
from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.view_state import ChosenKind, CurrentRow, Scope
from larder.app.views.coverage_page import CoveragePage
from larder.app.views.entries_page import MOST_COPIED, EntriesPage
from larder.app.views.filter_field import PAUSE_MS
from larder.app.views.problems_page import ProblemsPage
from larder.app.views.training_bar import TrainingBar
from larder.core.jobs import ItemFailed
from larder.core.payloads.arrays import ArraySummary, InspectedFile
from larder.core.settings import ColourScheme
from larder.core.survey.verdicts import Verdict
from larder.core.worker_protocol import Failed
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import (
    BARE_FOLDER,
    COMPLETE,
    EMPTY,
    INDEX_MISSING,
    MILLION,
    NOTHING_CACHED,
    OFFLINE,
    Recipe,
    synthetic_pages,
)

Show = Callable[[Recipe], SurveyPages]


def entries_of(opened: OpenWindow) -> EntriesPage:
    page = opened.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    return page


def problems_of(opened: OpenWindow) -> ProblemsPage:
    page = opened.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    return page


def places_of(page: ProblemsPage) -> list[QModelIndex]:
    """The lines of problems that have one verdict and one place, all in sight."""
    page.tree.expandAll()
    return [page.model.index_of(node) for node in page.model.nodes
            if node.value.kind is LineKind.GROUP]


def click_first_place(qtbot: QtBot, opened: OpenWindow) -> CurrentRow:
    """Click it; returns what is chosen thereby."""
    page, pages = problems_of(opened), opened.services.session.pages
    place = places_of(page)[0]
    page.tree.scrollTo(place)
    qtbot.mouseClick(page.tree.viewport(), Qt.MouseButton.LeftButton,
                     pos=page.tree.visualRect(place).center())
    assert pages is not None
    return CurrentRow(kind=ChosenKind.GROUP,
                  row=pages.problems.index(page.model.node(place).value.groups[0]))


def standing(opened: OpenWindow) -> str:
    notice = opened.window.workspace.standing_bar.notice
    return "" if notice is None else f"{notice.text} {notice.hint}".strip()


def filtered(qtbot: QtBot, opened: OpenWindow, text: str) -> EntriesPage:
    opened.services.view.filter_by(text)
    wait_until_settled(qtbot, opened)
    return entries_of(opened)


def test_without_a_workspace_the_start_page_is_all_there_is(opened: OpenWindow) -> None:
    window = opened.window
    assert window.start.isVisible()
    assert not window.workspace.tabs.isVisible()
    assert not any(window.dock(name).isVisible() for name in ("tree", "inspector", "jobs"))
    enabled = {command.id for command in opened.services.commands.commands
               if opened.services.commands.action(command.id).isEnabled()}
    assert {"open-config", "open-folder", "open-sample", "open-released-sample",
            "quit"} <= enabled
    assert not {"rescan", "check", "find", "copy-rows"} & enabled


def test_a_survey_fills_summary_tree_and_tables(opened: OpenWindow, show: Show) -> None:
    show(Recipe())
    window = opened.window
    assert not window.start.isVisible()
    assert "entries" in window.workspace.summary.text()
    assert "out of date" in window.workspace.summary.text()
    assert entries_of(opened).model.rowCount() == 40
    assert window.tree.tree_model.rowCount() == 1
    assert window.windowTitle() == "portraits of people and barns — Larder"
    assert window.workspace.tabs.tabText(2).startswith("Problems (")


def test_all_complete_is_said_with_the_time(opened: OpenWindow, show: Show) -> None:
    show(COMPLETE)
    assert standing(opened).startswith("Everything is cached and up to date (checked ")
    assert problems_of(opened).empty.isVisibleTo(problems_of(opened))
    assert opened.window.workspace.tabs.tabText(2) == "Problems"


def test_nothing_to_do_is_not_said_to_be_no_problem_where_training_gets_something_wrong(
    opened: OpenWindow, show: Show, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(TrainingBar, "has_findings", True)
    show(COMPLETE)
    assert problems_of(opened).empty.text == (
        "Nothing has to be built or cleaned. You have to fix the listed problems yourself.")


def test_nothing_cached_is_said_with_the_number_of_pictures(
    opened: OpenWindow, show: Show,
) -> None:
    show(NOTHING_CACHED)
    assert standing(opened).startswith("20 pictures, nothing cached yet.")


def test_the_standing_bar_offers_only_what_can_be_done_once_a_job_has_begun(
    opened: OpenWindow, show: Show, monkeypatch: pytest.MonkeyPatch,
) -> None:
    bar, lanes = opened.window.workspace.standing_bar, opened.services.lanes
    show(NOTHING_CACHED)
    assert bar.notice is not None
    assert [action.text for action in bar.notice.actions] == ["Build…"]
    monkeypatch.setattr(CacheSession, "is_surveying", True)  # as a build, it keeps others waiting
    lanes.submit(lanes.prepare(JobRequest(kind="build", options=None, title="Build")))
    assert bar.notice.actions == ()


def test_a_missing_index_offers_to_readopt(opened: OpenWindow, show: Show) -> None:
    show(INDEX_MISSING)
    assert standing(opened).startswith("Found 8,192 cached files without an index.")
    notice = opened.window.workspace.standing_bar.notice
    assert notice is not None
    assert [action.text for action in notice.actions] == ["Relink cached files…"]


def test_an_offline_root_is_said_and_its_entries_are_kept(opened: OpenWindow, show: Show) -> None:
    show(OFFLINE)
    assert "data/old barns of the north cannot be reached." in standing(opened)
    assert "entries are kept." in standing(opened)


def test_an_empty_workspace_has_empty_pages_that_say_so(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(EMPTY)
    opened.window.show_page("entries")
    page = entries_of(opened)
    assert page.empty.isVisible()
    assert "No entries yet" in page.empty.text
    assert "Nothing is selected" in opened.window.inspector.empty.text


def test_a_bare_folder_shows_its_stores(opened: OpenWindow, show: Show) -> None:
    show(BARE_FOLDER)
    page = opened.window.pages["coverage"]
    assert isinstance(page, CoveragePage)
    assert page.table.model().rowCount() == 2


def test_a_filter_that_finds_nothing_offers_to_clear_it(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.window.show_page("entries")
    page = filtered(qtbot, opened, "mask state:stale")
    assert page.empty.text == "No entry matches “mask state:stale”."
    opened.services.view.look_at(Scope(store=0, concept=1))
    wait_until_settled(qtbot, opened)
    assert page.empty.text == (
        "Nothing in old barns of the north · image matches “mask state:stale”.")
    assert page.empty.button.text() == "Clear filter"
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, opened)
    assert page.model.rowCount() == 40
    assert opened.window.filter_field.text() == ""


def test_a_filter_that_cannot_be_read_says_why_and_keeps_the_rows(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    page = filtered(qtbot, opened, "state:stale")
    shown = page.model.rowCount()
    opened.services.view.filter_by("colour:red")
    wait_until_settled(qtbot, opened)
    assert page.model.rowCount() == shown
    assert "no filter word “colour:”" in page.line.text()
    assert opened.window.filter_field.property("fault") is True
    opened.services.view.filter_by("")
    wait_until_settled(qtbot, opened)
    assert opened.window.filter_field.property("fault") is False


def test_typing_into_the_filter_field_shows_the_entries(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.window.show_page("coverage")
    opened.window.focus_filter()
    qtbot.keyClicks(opened.window.filter_field, "kind:text")
    qtbot.keyClick(opened.window.filter_field, Qt.Key.Key_Return)
    wait_until_settled(qtbot, opened)
    assert opened.window.current_page() == "entries"
    assert entries_of(opened).model.rowCount() == 20


def test_choosing_in_the_tree_narrows_the_entries(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.services.view.look_at(Scope(store=0, concept=1))
    wait_until_settled(qtbot, opened)
    page = entries_of(opened)
    survey = page.model.snapshot
    assert survey is not None
    assert (survey.entries.concept[page.model.rows] == 1).all()
    assert "old barns of the north · image" in page.line.text()
    node = opened.window.tree.tree_model.node(opened.window.tree.currentIndex())
    assert node is not None
    assert node.value.scope == Scope(store=0, concept=1)


def test_opening_a_coverage_row_shows_its_entries(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    page = opened.window.pages["coverage"]
    assert isinstance(page, CoveragePage)
    page.table.setCurrentIndex(page.table.model().index(1, 0))
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    wait_until_settled(qtbot, opened)
    assert opened.window.current_page() == "entries"
    assert opened.services.view.scope == Scope(store=1, concept=0)


def test_opening_a_problem_shows_its_entries(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    page = problems_of(opened)
    opened.window.show_page("problems")
    place, group = next(
        (place, group) for place in places_of(page) for group in page.model.node(place).value.groups
        if isinstance(group.verdict, Verdict))
    page.tree.setCurrentIndex(place)
    qtbot.mouseClick(page.show_button, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, opened)
    assert opened.window.current_page() == "entries"
    assert sorted(entries_of(opened).model.rows.tolist()) == sorted(group.rows.tolist())


def test_problems_fit_a_laptop_without_scrolling_sideways(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    opened.window.resize(1366, 768)
    show(Recipe(rows=400))
    opened.window.show_page("problems")
    opened.window.docks.bring("inspector")
    assert all(opened.window.docks.is_shown(name) for name in ("tree", "inspector"))
    bar = problems_of(opened).tree.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0)


def test_what_a_job_could_not_do_is_listed_with_the_problems(
    opened: OpenWindow, show: Show,
) -> None:
    show(COMPLETE)
    problems_of(opened).show_failures((ItemFailed(store="image", item="x.pt", problem="Busy."),))
    assert opened.window.workspace.tabs.tabText(2) == "Problems (1)"
    problems_of(opened).show_failures(())
    assert opened.window.workspace.tabs.tabText(2) == "Problems"


def test_the_inspector_follows_the_current_row(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.window.show_page("entries")
    page = entries_of(opened)
    page.table.setCurrentIndex(page.model.index(3, 0))
    row = page.model.row_at(3)
    survey = page.model.snapshot
    assert survey is not None
    assert opened.window.inspector.title.text == survey.entries.name[row]
    assert opened.window.inspector.path.text == survey.entries.source(row)
    assert opened.window.inspector.why.text() == survey.entries.why[row]
    wait_until_settled(qtbot, opened)
    assert opened.window.inspector.picture.text == "The file does not exist."


def test_the_inspector_follows_the_chosen_group_of_problems(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    pages = show(Recipe(rows=400))
    opened.window.show_page("problems")
    page, inspector = problems_of(opened), opened.window.inspector
    assert opened.services.view.chosen is None
    chosen = click_first_place(qtbot, opened)
    assert opened.services.view.chosen == chosen
    group, place = pages.problems[chosen.row], page.tree.currentIndex()
    assert inspector.state.text() == place.siblingAtColumn(0).data()
    assert inspector.title.text == place.siblingAtColumn(2).data()
    assert str(len(group)) in [label.text() for label in inspector.findChildren(QLabel)]
    assert not inspector.arrays_note.isVisible()
    last = places_of(page)[-1]
    page.tree.setCurrentIndex(last)
    assert opened.services.view.chosen == CurrentRow(
        kind=ChosenKind.GROUP, row=pages.problems.index(page.model.node(last).value.groups[0]))
    page.tree.setCurrentIndex(next(
        page.model.index_of(node) for node in page.model.nodes
        if node.value.kind is LineKind.REMEDY and node.value.group is None))
    assert opened.services.view.chosen is None  # a remedy of several kinds of trouble is no row
    above = place.siblingAtColumn(0)
    page.tree.expand(above)
    page.tree.setCurrentIndex(page.model.index(0, 0, above))
    kind = ChosenKind.ENTRY if isinstance(group.verdict, Verdict) else ChosenKind.PAYLOAD
    assert opened.services.view.chosen == CurrentRow(kind=kind, row=int(group.rows[0]))
    assert inspector.arrays_note.isVisible()


def test_each_page_brings_its_own_row_into_the_inspector(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.window.show_page("problems")
    group = click_first_place(qtbot, opened)
    assert opened.services.view.chosen == group
    opened.services.view.filter_by("kind:text")
    wait_until_settled(qtbot, opened)
    assert opened.services.view.chosen == group
    opened.window.show_page("entries")
    page = entries_of(opened)
    assert opened.services.view.chosen is None
    page.table.selectRow(2)
    chosen = CurrentRow(kind=ChosenKind.ENTRY, row=page.model.row_at(2))
    assert opened.services.view.chosen == chosen
    opened.window.show_page("problems")
    assert opened.services.view.chosen == group
    opened.window.show_page("entries")
    assert opened.services.view.chosen == chosen


@pytest.mark.parametrize("page", ["coverage", "entries", "problems"])
def test_the_inspector_shows_no_row_that_nobody_chose(
    opened: OpenWindow, show: Show, qtbot: QtBot, page: str,
) -> None:
    opened.window.show_page(page)
    show(Recipe())
    assert opened.services.view.chosen is None
    assert not opened.window.dock("inspector").isVisible()
    opened.window.docks.bring("inspector")
    assert opened.window.inspector.empty.isVisible()
    opened.services.session.survey_changed.emit()
    opened.services.view.filter_by("kind:text")
    wait_until_settled(qtbot, opened)
    assert opened.services.view.chosen is None


def test_a_row_is_chosen_with_the_keyboard_and_not_by_the_focus(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    opened.window.show_page("entries")
    show(Recipe())
    page = entries_of(opened)
    page.table.setFocus()
    assert opened.services.view.chosen is None
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    current = page.model.row_at(page.table.currentIndex().row())
    assert opened.services.view.chosen == CurrentRow(kind=ChosenKind.ENTRY, row=current)


def test_a_chosen_row_that_the_filter_leaves_out_is_chosen_no_more(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    opened.window.show_page("entries")
    show(Recipe())
    page = entries_of(opened)
    page.table.selectRow(2)
    filtered(qtbot, opened, "no-such-name")
    assert opened.services.view.chosen is None
    filtered(qtbot, opened, "")
    assert opened.services.view.chosen is None


def test_a_click_beside_the_completions_reaches_what_is_clicked(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    opened.window.show_page("entries")
    show(Recipe())
    opened.window.activateWindow()
    opened.window.focus_filter()
    qtbot.keyClicks(opened.window.filter_field, "st")
    popup = opened.window.filter_field.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.waitUntil(lambda: opened.services.view.filter_text == "st")
    bar = opened.window.workspace.tabs.tabBar()
    there = popup.mapFromGlobal(bar.mapToGlobal(bar.tabRect(2).center()))
    qtbot.mouseClick(popup, Qt.MouseButton.LeftButton, pos=there)
    qtbot.waitUntil(lambda: opened.window.current_page() == "problems")
    assert not popup.isVisible()
    qtbot.wait(2 * PAUSE_MS)
    assert opened.window.current_page() == "problems"
    assert opened.services.view.filter_text == "st"


def test_a_row_of_the_survey_before_is_not_looked_up_in_the_next(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe(rows=200))
    opened.window.show_page("entries")
    page = entries_of(opened)
    page.table.setCurrentIndex(page.model.index(150, 0))
    # Other concepts make the commands ask again before any page has seen the new survey.
    opened.services.session._show(synthetic_pages(replace(EMPTY, concepts=1)), None)
    assert opened.services.view.chosen is None


def test_what_a_job_could_not_do_is_no_row_to_inspect(opened: OpenWindow, show: Show) -> None:
    show(COMPLETE)
    problems_of(opened).show_failures((ItemFailed(store="image", item="x.pt", problem="Busy."),))
    opened.window.show_page("problems")
    assert opened.services.view.chosen is None
    assert not opened.window.docks.is_shown("inspector")
    assert not opened.services.commands.action("reveal").isEnabled()


def test_rows_of_coverage_are_copied_as_they_are_shown(opened: OpenWindow, show: Show) -> None:
    show(Recipe())
    table = opened.window.pages["coverage"].findChild(QAbstractItemView)
    table.setCurrentIndex(table.model().index(0, 0))
    opened.services.commands.run("copy-rows")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("Concept\tKind\tState")
    assert lines[1].startswith(f"{table.model().index(0, 0).data()}\t")


def test_what_a_job_could_not_do_is_copied_as_a_report(opened: OpenWindow, show: Show) -> None:
    show(COMPLETE)
    page = problems_of(opened)
    page.show_failures(tuple(
        ItemFailed(store="image", item=name, problem="Busy.") for name in ("a.pt", "b.pt")))
    opened.window.show_page("problems")
    opened.services.commands.run("copy-rows")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Problem\tWhat happened\tWhere")
    assert lines[1].startswith("Failed\t")
    assert [line.split("\t")[:3] for line in lines[2:]] == [
        ["a.pt", "Busy.", "image"], ["b.pt", "Busy.", "image"]]


def test_sorting_by_a_header_keeps_selection_and_current_row(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    page = entries_of(opened)
    opened.window.show_page("entries")
    for position in (2, 3, 9):
        page.table.selectionModel().select(
            page.model.index(position, 0),
            page.table.selectionModel().SelectionFlag.Select
            | page.table.selectionModel().SelectionFlag.Rows)
    page.table.selectionModel().setCurrentIndex(
        page.model.index(9, 0), page.table.selectionModel().SelectionFlag.NoUpdate)
    before, current = page.selected_rows(), page.model.row_at(9)
    page.table.horizontalHeader().setSortIndicator(
        EntryColumn.SIZE, Qt.SortOrder.DescendingOrder)
    wait_until_settled(qtbot, opened)
    assert (page.selected_rows() == before).all()
    assert page.model.row_at(page.table.currentIndex().row()) == current
    survey = page.model.snapshot
    assert survey is not None
    assert (np.diff(survey.entries.bytes[page.model.rows]) <= 0).all()


def test_selected_rows_are_copied_as_lines_of_cells(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    opened.window.show_page("entries")
    page = entries_of(opened)
    page.table.selectRow(0)
    opened.services.commands.run("copy-rows")
    lines = QGuiApplication.clipboard().text().splitlines()
    survey = page.model.snapshot
    assert survey is not None
    assert len(lines) == 2
    assert lines[1].startswith(f"{survey.entries.source(page.model.row_at(0))}\t")


def test_a_new_theme_reaches_icons_and_palette_at_once(opened: OpenWindow, show: Show) -> None:
    show(Recipe())
    before = opened.window.palette().window().color()
    opened.services.commands.run("scheme-dark")
    assert opened.services.look.theme.name == "dark"
    assert opened.window.palette().window().color() != before
    assert opened.services.commands.action("scheme-dark").isChecked()
    opened.services.look.choose(ColourScheme.LIGHT)
    assert opened.window.palette().window().color() == before


def test_docks_can_be_hidden_and_shown_again(opened: OpenWindow, show: Show) -> None:
    show(Recipe())
    for name in ("inspector", "jobs"):
        opened.window.docks.bring(name)
    for name in ("tree", "inspector", "jobs"):
        opened.services.commands.run(f"dock-{name}")
        assert not opened.window.dock(name).isVisible()
        assert not opened.services.commands.action(f"dock-{name}").isChecked()
        opened.services.commands.run(f"dock-{name}")
        assert opened.window.dock(name).isVisible()


def test_a_dock_that_was_hidden_stays_so_for_the_next_workspace(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe())
    opened.services.commands.run("dock-tree")
    opened.services.commands.run("dock-inspector")
    opened.services.commands.run("close-workspace")
    assert not opened.window.docks.is_shown("inspector")
    show(Recipe())
    assert not opened.window.docks.is_shown("tree")
    assert opened.window.docks.is_shown("inspector")


def test_a_message_can_be_read_acted_on_and_closed(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    pressed: list[bool] = []
    bar = opened.window.notice_bar
    opened.services.notices.post(Notice(
        tone=Tone.ERROR, text="It failed.", hint="Try again.", details="Traceback …",
        actions=(NoticeAction("Again", lambda: pressed.append(True)),)))
    assert bar.isVisible()
    button = next(b for b in bar.findChildren(QAbstractButton) if b.text() == "Again")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pressed == [True]
    copy = next(b for b in bar.findChildren(QAbstractButton) if b.text() == "Copy")
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "It failed.\nTry again.\n\nTraceback …"
    opened.services.notices.clear()
    assert not bar.isVisible()


def test_a_failed_survey_keeps_the_one_before_and_says_why(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe())
    opened.services.session.survey_failed.emit(Failed(problem="It crashed.", details="…"))
    assert opened.window.notice_bar.notice.text == "It crashed."
    assert entries_of(opened).model.rowCount() == 40
    assert opened.window.workspace.tabs.isVisible()


def test_closing_the_workspace_brings_the_start_page_back(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe())
    opened.services.commands.run("close-workspace")
    assert opened.window.start.isVisible()
    assert entries_of(opened).model.rowCount() == 0
    assert opened.window.windowTitle() == "Larder"


def test_keys_reach_what_they_are_named_for(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    window = opened.window
    window.activateWindow()
    for number, page in enumerate(window.pages, start=1):
        qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.ControlModifier)
        assert window.current_page() == page
    keys = {command.id: command.shortcut for command in opened.services.commands.commands}
    assert keys["rescan"] == "F5"
    assert keys["check"] == "Ctrl+K"
    assert keys["find"] == "Ctrl+F"


def test_everything_that_takes_input_has_an_accessible_name(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe())
    unnamed = [
        widget for widget in opened.window.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not widget.accessibleName() and not widget.objectName().startswith("qt_")
        and not (isinstance(widget, QAbstractButton) and widget.text())]
    assert unnamed == []


def test_a_context_menu_offers_what_can_be_done_with_an_entry(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe())
    page = entries_of(opened)
    page.table.menu_wanted.emit(QPoint(0, 0))
    menus = [w for w in page.children() if w.metaObject().className() == "QMenu"]
    shown = {action.objectName() for action in menus[-1].actions()}
    assert {"copy-rows", "copy-path", "reveal"} <= shown
    menus[-1].close()


def test_a_small_window_cuts_nothing_off(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    long_folder = "a_folder_whose_name_has_no_place_to_break_it_" * 3
    opened.window.resize(900, 600)
    show(Recipe(root=f"/home/{long_folder}"))
    inspector = opened.window.inspector
    inspector.why.setText(f"/home/{long_folder} cannot be reached")
    inspector.arrays.show_payloads((InspectedFile(path="a.pt", arrays=(ArraySummary(
        name="text_encoder_2_hidden_state_of_the_layer_before_the_last", dtype="bfloat16",
        shape=(77, 1280), bytes=197120, sha256="0" * 64),)),))
    area = inspector.findChild(QScrollArea)
    qtbot.waitUntil(lambda: area.widget().width() == area.viewport().width())
    assert opened.window.filter_field.isVisible()
    right = opened.window.filter_field.mapTo(opened.window, QPoint()).x()
    assert right + opened.window.filter_field.width() <= opened.window.width()


def test_columns_can_be_chosen_and_their_widths_are_kept(opened: OpenWindow, show: Show) -> None:
    show(Recipe())
    opened.window.show_page("entries")
    page = entries_of(opened)
    header = page.table.horizontalHeader()
    assert header.isSectionHidden(EntryColumn.INDEXED)
    menu = page.table.column_menu()
    next(a for a in menu.actions() if a.text() == "In index").setChecked(True)
    menu.close()
    assert not header.isSectionHidden(EntryColumn.INDEXED)
    opened.window.show_page("coverage")
    header.setSectionHidden(EntryColumn.INDEXED, True)
    page.table.lay_out_columns(opened.services.memory)
    assert not header.isSectionHidden(EntryColumn.INDEXED)


class Counted:
    """Counts calls of a method of the entries model."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, page: EntriesPage, name: str) -> None:
        self.calls = 0
        counted = getattr(type(page.model), name)

        def count(model: object, *arguments: object, **named: object) -> object:
            self.calls += 1
            return counted(model, *arguments, **named)

        monkeypatch.setattr(type(page.model), name, count)


def test_a_million_rows_cost_what_is_visible(
    opened: OpenWindow, show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened.window.show_page("entries")
    show(MILLION)
    page = entries_of(opened)
    assert page.model.rowCount() == 1_000_000
    visible = (page.table.viewport().height() // page.table.rowHeight(0) + 2) * len(EntryColumn)
    data, spelled = (Counted(monkeypatch, page, name) for name in ("data", "row_at"))
    page.table.horizontalHeader().setSortIndicator(EntryColumn.SIZE, Qt.SortOrder.AscendingOrder)
    wait_until_settled(qtbot, opened)
    page.table.scrollToBottom()
    page.table.selectAll()
    wait_until_settled(qtbot, opened)
    assert int(page.selected_rows().sum()) == 1_000_000
    assert data.calls < 10 * visible
    assert spelled.calls < 100


def test_selection_of_a_million_rows_survives_sorting_as_one_stretch(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(MILLION)
    page = entries_of(opened)
    page.table.selectAll()
    page.table.horizontalHeader().setSortIndicator(EntryColumn.SOURCE,
                                                   Qt.SortOrder.DescendingOrder)
    wait_until_settled(qtbot, opened)
    assert page.table.selectionModel().selection().count() == 1
    assert page.selection_text().startswith("1,000,000 entries selected · ")
    page.copy_selection()
    wait_until_settled(qtbot, opened)
    assert len(QGuiApplication.clipboard().text().splitlines()) == MOST_COPIED + 1
    notice = opened.window.notice_bar.notice
    assert notice is not None
    assert notice.text == "Copied the first 10,000 of 1,000,000 rows."


class Untouchable:
    """Columns that may be counted but not read."""

    def __init__(self, rows: int) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return self._rows


@pytest.mark.parametrize("recipe", [Recipe(), COMPLETE, NOTHING_CACHED, INDEX_MISSING, OFFLINE])
def test_what_is_asked_after_every_change_reads_no_row(
    opened: OpenWindow, show: Show, recipe: Recipe,
) -> None:
    pages = show(recipe)
    snapshot = replace(pages.snapshot, entries=Untouchable(len(pages.snapshot.entries)),
                       payloads=Untouchable(len(pages.snapshot.payloads)))
    opened.services.view.choose(None)
    said = opened.window.workspace.summary.text(), standing(opened)
    opened.services.session._pages = replace(pages, snapshot=snapshot)
    opened.services.commands.refresh()
    opened.services.session.surveying_changed.emit()
    opened.services.look.hide_names(True)
    opened.services.look.hide_names(False)
    assert (opened.window.workspace.summary.text(), standing(opened)) == said
    opened.services.session._pages = pages


def test_the_status_of_a_million_selected_rows_reads_none_of_them(
    opened: OpenWindow, show: Show, monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = show(replace(MILLION, rows=200_000))
    page = entries_of(opened)
    page.table.selectAll()
    whole = int(pages.snapshot.entries.bytes.sum())
    monkeypatch.setattr(page, "selected_rows", None)
    size = opened.services.look.figures.bytes(whole)
    assert page.selection_text() == f"200,000 entries selected · {size}"


def test_rows_selected_while_a_sort_runs_stay_selected(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    show(Recipe())
    page = entries_of(opened)
    page.table.horizontalHeader().setSortIndicator(EntryColumn.SIZE, Qt.SortOrder.AscendingOrder)
    page.table.selectRow(7)
    wanted = page.selected_rows()
    wait_until_settled(qtbot, opened)
    assert wanted.any()
    assert (page.selected_rows() == wanted).all()


def test_filtering_a_million_rows_happens_beside_the_window(
    opened: OpenWindow, show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    import threading

    from larder.app.views import entries_page

    show(MILLION)
    threads: list[threading.Thread] = []
    arrange = entries_page.arrange

    def noted(*arguments: object) -> object:
        threads.append(threading.current_thread())
        return arrange(*arguments)

    monkeypatch.setattr(entries_page, "arrange", noted)
    page = filtered(qtbot, opened, "state:content-changed kind:image")
    survey = page.model.snapshot
    assert survey is not None
    assert (survey.entries.verdict[page.model.rows] == Verdict.CONTENT_CHANGED).all()
    assert threads
    assert threading.main_thread() not in threads


def test_the_filter_completes_states_kinds_and_concepts(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe())
    field: QLineEdit = opened.window.filter_field
    field.setText("img state:out")
    completer = field.completer()
    completer.setCompletionPrefix(completer.splitPath(field.text())[-1])
    offered = {completer.pathFromIndex(completer.completionModel().index(row, 0))
               for row in range(completer.completionCount())}
    assert offered == {"img state:out-of-date"}
    words = completer.model().stringList()
    assert 'concept:"old barns of the north"' in words
    assert "kind:text" in words
