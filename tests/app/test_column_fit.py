"""Tables and trees keep to their width: nothing scrolls sideways, nothing that matters is cut."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView, QTreeView
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.entries_model import ENTRY_COLUMNS
from larder.app.models.entry_rows import STORE_ROWS, EntryColumn, first_columns
from larder.app.models.problems_model import PROBLEM_COLUMNS, ProblemColumn
from larder.app.models.survey_pages import SurveyPages
from larder.app.views.coverage_page import KIND, STATE, CoveragePage
from larder.app.views.entries_page import EntriesPage
from larder.app.views.problems_page import ProblemsPage
from larder.app.widgets.column_fit import first_widths, fit_widths, least_widths
from larder.app.widgets.painted_cells import measure_wrapped
from larder.core.workspace.store_kinds import StoreKind
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe

Show = Callable[[Recipe], SurveyPages]
SIZES = [QSize(1366, 768), QSize(1024, 700), QSize(911, 475)]


def view_of(opened: OpenWindow, name: str) -> QTableView | QTreeView:
    page = opened.window.pages[name]
    assert isinstance(page, CoveragePage | EntriesPage | ProblemsPage)
    return page.tree if isinstance(page, ProblemsPage) else page.table


def header_of(view: QTableView | QTreeView) -> QHeaderView:
    return view.horizontalHeader() if isinstance(view, QTableView) else view.header()


@pytest.mark.swept(4)
@pytest.mark.parametrize("name", ["coverage", "entries", "problems"])
@pytest.mark.parametrize("size", SIZES, ids=["1366x768", "1024x700", "911x475"])
def test_no_table_scrolls_sideways(
    opened: OpenWindow, show: Show, qtbot: QtBot, name: str, size: QSize,
) -> None:
    opened.window.resize(size)
    show(Recipe(released=True))
    opened.window.show_page(name)
    wait_until_settled(qtbot, opened)
    view = view_of(opened, name)
    assert view.horizontalScrollBar().maximum() == 0
    assert header_of(view).length() <= view.viewport().width()


@pytest.mark.parametrize("kind", [kind for kind, row in STORE_ROWS.items() if row.own])
def test_what_a_store_adds_to_its_entries_leaves_before_their_reason_is_behind_a_bar(
    dressed: QApplication, kind: StoreKind,
) -> None:
    """The page of a window of 911 pixels."""
    metrics, room = QFontMetrics(dressed.font()), 496
    columns = {column: ENTRY_COLUMNS[column] for column in first_columns([kind.value])}
    columns |= {column: ENTRY_COLUMNS[column] for column in STORE_ROWS[kind].own}
    widths = fit_widths(
        first_widths(columns, metrics), least_widths(columns, metrics),
        {column: spec.leaves for column, spec in columns.items() if spec.leaves}, room,
        EntryColumn.REASON)
    assert EntryColumn.REASON in widths
    assert sum(widths.values()) <= room


def test_what_training_would_get_wrong_has_room_on_a_small_screen(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    """Its list shows neither time nor size; the columns that stay are no wider than the page."""
    opened.window.resize(SIZES[-1])
    show(Recipe(released=True))
    opened.window.show_page("problems")
    wait_until_settled(qtbot, opened)
    tree = view_of(opened, "problems")
    least = least_widths(PROBLEM_COLUMNS, tree.fontMetrics())
    count = header_of(tree).sectionSize(ProblemColumn.COUNT)
    assert (least[ProblemColumn.ITEM] + least[ProblemColumn.WHAT] + count
            <= tree.viewport().width())


def test_the_inspector_leaves_a_very_narrow_window_to_the_page_until_it_is_wanted(
    opened: OpenWindow, show: Show,
) -> None:
    """1366x768 pixels at 200 percent."""
    opened.window.setMinimumSize(0, 0)
    opened.window.resize(683, 384)
    show(Recipe())
    assert not opened.window.docks.is_shown("inspector")
    assert opened.window.docks.is_shown("tree")
    opened.services.commands.run("inspector")
    assert opened.window.docks.is_shown("inspector")


@pytest.mark.parametrize("size", SIZES, ids=["1366x768", "1024x700", "911x475"])
def test_state_and_kind_of_every_cache_can_be_read(
    opened: OpenWindow, show: Show, qtbot: QtBot, size: QSize,
) -> None:
    opened.window.resize(size)
    show(Recipe(released=True))
    page = opened.window.pages["coverage"]
    assert isinstance(page, CoveragePage)
    for column in (KIND, STATE):
        assert page.table.columnWidth(column) >= page.table.sizeHintForColumn(column)


@pytest.mark.parametrize("size", SIZES, ids=["1366x768", "1024x700", "911x475"])
def test_every_sentence_about_a_problem_can_be_read_where_it_stands(
    opened: OpenWindow, show: Show, qtbot: QtBot, size: QSize,
) -> None:
    opened.window.resize(size)
    show(Recipe(released=True))
    opened.window.show_page("problems")
    page = opened.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    page.tree.expandAll()
    wait_until_settled(qtbot, opened)
    width = page.tree.columnWidth(ProblemColumn.WHAT)
    told = {page.model.index_of(node, ProblemColumn.WHAT) for node in page.model.nodes}
    assert len({index.data() for index in told}) > 10
    for index in told:
        needed = measure_wrapped(index.data(), page.tree.fontMetrics(), width)
        assert page.tree.visualRect(index).height() >= needed, index.data()


def test_columns_that_left_come_back_with_the_room(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    opened.window.resize(SIZES[1])
    show(Recipe())
    opened.window.show_page("entries")
    header = header_of(view_of(opened, "entries"))
    assert header.isSectionHidden(EntryColumn.ALSO)
    assert not header.isSectionHidden(EntryColumn.STATE)
    opened.window.resize(1900, 900)
    qtbot.waitUntil(lambda: not header.isSectionHidden(EntryColumn.FOLDER))


def test_what_the_user_chose_stays_and_what_left_is_remembered_as_shown(
    opened: OpenWindow, show: Show, qtbot: QtBot,
) -> None:
    opened.window.resize(SIZES[1])
    show(Recipe())
    opened.window.show_page("entries")
    page = opened.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    menu = page.table.column_menu()
    shown = {action.text() for action in menu.actions() if action.isChecked()}
    assert {"Remarks", "Folder", "Size"} <= shown
    next(action for action in menu.actions() if action.text() == "In index").setChecked(True)
    menu.close()
    header = page.table.horizontalHeader()
    assert not header.isSectionHidden(EntryColumn.INDEXED)
    opened.window.show_page("coverage")
    assert not header.isSectionHidden(EntryColumn.INDEXED)
    header.restoreState(opened.services.memory.layout("entriesTable"))
    assert not header.isSectionHidden(EntryColumn.ALSO)
    assert header.sectionSize(EntryColumn.ALSO) > 0


@given(
    st.lists(st.tuples(st.integers(20, 400), st.integers(10, 400), st.integers(0, 9)),
             min_size=1, max_size=8),
    st.integers(0, 2000))
def test_widths_fill_the_room_and_never_exceed_it_where_that_can_be(
    columns: list[tuple[int, int, int]], room: int,
) -> None:
    wanted = {at: width for at, (width, _, _) in enumerate(columns)}
    least = {at: min(width, narrow) for at, (width, narrow, _) in enumerate(columns)}
    leaving = {at: place for at, (_, _, place) in enumerate(columns) if at and place}
    widths = fit_widths(wanted, least, leaving, room, 0)
    assert all(width >= least[at] for at, width in widths.items())
    stays = sum(least[at] for at in wanted if at not in leaving)
    assert 0 in widths
    if stays <= room:
        assert sum(widths.values()) == room
    else:
        assert widths == {at: least[at] for at in wanted if at not in leaving}
