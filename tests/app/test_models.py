from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from larder.app.models.entries_model import EntriesModel
from larder.app.models.entry_rows import Arrangement, EntryColumn, sort_rows
from larder.app.models.problem_texts import ProblemTexts
from larder.app.models.problems_model import ITEMS_SHOWN, LineKind, ProblemColumn, ProblemsModel
from larder.app.models.survey_pages import coverage_rows, problem_groups, workspace_tree
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.app.presentation.figures import Figures
from larder.app.view_state import Scope
from larder.app.views.coverage_page import CoverageModel
from larder.app.views.workspace_tree import STATE_ROLE, WorkspaceTreeModel
from larder.app.window_look import IconCache, load_theme
from larder.core.jobs import ItemFailed
from larder.core.survey.verdicts import Verdict
from tests.app.synthetic_survey import OFFLINE, WITH_FOUND_CACHE, Recipe

Snapshots = Callable[[Recipe], SurveySnapshot]
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def shelf(dressed: QApplication) -> IconCache:
    return IconCache(load_theme("light"))


@pytest.fixture
def entries(shelf: IconCache, snapshot: Snapshots) -> EntriesModel:
    model = EntriesModel(Figures(), shelf)
    survey = snapshot(Recipe())
    model.show_rows(survey, sort_rows(survey, Arrangement()))
    return model


@pytest.fixture
def problems(shelf: IconCache, snapshot: Snapshots) -> ProblemsModel:
    model = ProblemsModel(ProblemTexts(Figures()), shelf)
    survey = snapshot(Recipe(rows=3000, drift=0.9, verdicts=(Verdict.CONTENT_CHANGED,)))
    model.show_problems(survey, problem_groups(survey),
                        [ItemFailed(store="image", item="a.pt", problem="Busy.")])
    return model


def test_entries_model_keeps_qts_rules(entries: EntriesModel, snapshot: Snapshots) -> None:
    tester = QAbstractItemModelTester(entries, FATAL)
    survey = entries.snapshot
    entries.show_rows(survey, entries.rows[::-1])
    entries.show_rows(survey, entries.rows[:0])
    entries.show_rows(None, np.zeros(0, dtype=np.int32))
    tester.deleteLater()


def test_an_entry_says_everything_in_words(entries: EntriesModel) -> None:
    survey = entries.snapshot
    assert survey is not None
    for position in range(entries.rowCount()):
        row = entries.row_at(position)
        index = entries.index(position, EntryColumn.STATE)
        word = entries.data(index)
        assert word
        assert word in entries.data(index, Qt.ItemDataRole.AccessibleTextRole)
        assert entries.data(index, Qt.ItemDataRole.DecorationRole) is not None
        source = entries.index(position, EntryColumn.SOURCE)
        assert entries.data(source) == survey.entries.name[row]
        assert entries.data(source, Qt.ItemDataRole.ToolTipRole) == survey.entries.source(row)


def test_sizes_stand_right_and_their_tooltip_has_every_byte(entries: EntriesModel) -> None:
    index = entries.index(entries.rowCount() - 1, EntryColumn.SIZE)
    align = entries.data(index, Qt.ItemDataRole.TextAlignmentRole)
    assert align & Qt.AlignmentFlag.AlignRight
    header = entries.headerData(EntryColumn.SIZE, Qt.Orientation.Horizontal,
                                Qt.ItemDataRole.TextAlignmentRole)
    assert header & Qt.AlignmentFlag.AlignRight
    assert "bytes" in entries.data(index, Qt.ItemDataRole.ToolTipRole)


def test_every_cell_of_every_column_can_be_shown(entries: EntriesModel) -> None:
    for position in range(entries.rowCount()):
        for column in EntryColumn:
            cell = entries.cell(position, column)
            assert cell.text == entries.data(entries.index(position, column))


def test_coverage_sorts_by_raw_value_and_speaks_its_bars(
    shelf: IconCache, snapshot: Snapshots,
) -> None:
    survey = snapshot(OFFLINE)
    model = CoverageModel(Figures(), shelf)
    tester = QAbstractItemModelTester(model, FATAL)
    model.show_rows(coverage_rows(survey.document))
    titles = [spec.title for spec in model.columns.values()]
    for column in model.columns:
        for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
            model.sort(column, order)
    model.sort(titles.index("Bytes"), Qt.SortOrder.DescendingOrder)
    sizes = [model.row_at(position).bytes for position in range(model.rowCount())]
    assert sizes == sorted(sizes, reverse=True)
    model.sort(titles.index("Covered"), Qt.SortOrder.DescendingOrder)
    best = model.row_at(0)
    said = model.data(model.index(0, titles.index("Covered")), Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"{best.covered} of {best.wanted}, {int(best.share * 100)} percent"
    tester.deleteLater()


def test_problems_list_items_when_opened_and_no_more_than_fit(problems: ProblemsModel) -> None:
    groups = [node for node in problems.nodes if node.value.kind is LineKind.GROUP]
    assert all(not node.children for node in groups)
    assert all(problems.canFetchMore(problems.index_of(node)) for node in groups)
    tester = QAbstractItemModelTester(problems, FATAL)
    for node in list(problems.nodes):
        index = problems.index_of(node)
        assert problems.hasChildren(index) is (node.value.kind not in (
            LineKind.ITEM, LineKind.MORE, LineKind.FAILURE))
        problems.fetchMore(index)
        assert not problems.canFetchMore(index)
    large = next(node for node in groups if len(node.value.group) > ITEMS_SHOWN)
    assert len(large.children) == ITEMS_SHOWN + 1
    last = problems.data(problems.index_of(large.children[-1]))
    assert last == f"and {len(large.value.group) - ITEMS_SHOWN} more"
    tester.deleteLater()


def test_what_jobs_could_not_do_stands_first(problems: ProblemsModel) -> None:
    first = problems.index(0, ProblemColumn.ITEM)
    problems.fetchMore(first)
    assert problems.data(first) == "Failed"
    item = problems.index(0, ProblemColumn.ITEM, first)
    assert problems.data(item) == "a.pt"
    assert problems.data(item.siblingAtColumn(ProblemColumn.WHAT)) == "Busy."


def test_every_problem_line_has_text_in_every_column(problems: ProblemsModel) -> None:
    for node in list(problems.nodes):
        problems.fetchMore(problems.index_of(node))
    for node in problems.nodes[:600]:
        for column in ProblemColumn:
            index = problems.index_of(node, column)
            assert isinstance(problems.data(index), str)
            assert isinstance(problems.data(index, Qt.ItemDataRole.ToolTipRole), str)
            assert problems.data(index, Qt.ItemDataRole.AccessibleTextRole)


def test_an_index_that_outlived_its_node_finds_nothing(problems: ProblemsModel) -> None:
    index = problems.index(0, 0)
    problems.show_problems(None, (), ())
    assert problems.node(index) is None
    assert problems.data(index) is None


def test_tree_says_state_in_words_and_locks_what_is_not_ours(
    shelf: IconCache, snapshot: Snapshots,
) -> None:
    survey = snapshot(WITH_FOUND_CACHE)
    owner = QObject()
    model = WorkspaceTreeModel(shelf, owner)
    tester = QAbstractItemModelTester(model, FATAL)
    model.show_workspace(workspace_tree(survey, coverage_rows(survey.document)))
    found = model.index(1, 0, QModelIndex())
    assert model.data(found) == "Found caches"
    old = model.index(0, 0, found)
    assert model.data(old, STATE_ROLE)
    assert model.data(old, STATE_ROLE) in model.data(old, Qt.ItemDataRole.AccessibleTextRole)
    node = model.find(Scope(store=1, concept=0))
    assert node is not None
    assert node.value.name == "text"
    assert model.find(Scope(store=9)) is None
    tester.deleteLater()
    owner.deleteLater()
