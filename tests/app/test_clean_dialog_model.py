"""The Clean dialog's list as an outline over columns: right, and as cheap at a million items."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.cleaning.plan_snapshot import (
    PlanSnapshot,
    PlanTicks,
    TickState,
    Totals,
    read_plan,
    rows_equal_to,
)
from larder.app.dialogs.cleaning.plan_model import PlanColumn, PlanModel, sort_items
from larder.app.dialogs.cleaning.plan_table import EXPAND_UP_TO, PlanTable
from larder.app.presentation.figures import Figures
from larder.app.window_look import IconCache, load_theme
from larder.core.clean.plan import CleanReason
from larder.core.columns import TextColumn
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_plan import MILLION, WHY, PlanRecipe, synthetic_plan

MANY = 1000
"""Cells of a window full of lines, 160, painted once or a few times over; never of all lines."""


@pytest.fixture
def plan(tmp_path: Path) -> Callable[..., PlanSnapshot]:
    def make(recipe: PlanRecipe, sources: frozenset[str] | None = None) -> PlanSnapshot:
        return read_plan(synthetic_plan(tmp_path / "tables", recipe), sources)

    return make


@pytest.fixture
def model(dressed: object) -> PlanModel:
    return PlanModel(Figures(), IconCache(load_theme("light")))


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> PlanSnapshot:
    return read_plan(synthetic_plan(tmp_path_factory.mktemp("million"), MILLION))


def texts(model: PlanModel, column: PlanColumn) -> list[str]:
    return [model.cell(at, column).text for at in range(model.rowCount())]


def added_up(plan: PlanSnapshot, ticks: PlanTicks) -> Totals:
    columns, mask = plan.columns, ticks.mask
    return Totals(items=int(mask.sum()), files=int(mask.sum()),
                  bytes=int(columns.bytes[mask].sum()),
                  bytes_on_disk=int(columns.bytes_on_disk[mask].sum()))


def test_groups_stand_surest_first_with_their_items_by_source_below(
    model: PlanModel, plan: Callable[..., PlanSnapshot],
) -> None:
    made = plan(PlanRecipe(items=6))
    model.show_plan(made, PlanTicks(made), expanded=True)
    assert texts(model, PlanColumn.NAME) == [
        "Unfinished files", "made from an unknown file", "made from an unknown file",
        "File deleted", "data/portraits/IMG_0000005.jpg", "data/portraits/IMG_0000006.jpg",
        "Not in the index", "made from an unknown file", "made from an unknown file"]
    assert model.cell(4, PlanColumn.FILE).text == "000000000001_128x128_1.pt"


def test_the_outline_is_a_well_behaved_model(
    model: PlanModel, plan: Callable[..., PlanSnapshot], qtbot: QtBot,
) -> None:
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made = plan(PlanRecipe())
    model.show_plan(made, PlanTicks(made), expanded=False)
    for group in (2, 0, 1):
        model.expand(group, on=True)
    model.tick(0, 5, on=False)
    model.expand(0, on=False)
    model.show_items(sort_items(made, PlanColumn.SIZE, descending=True))
    assert model.rowCount() == 3 + len(made.groups[1]) + len(made.groups[2])
    del tester


def test_an_item_says_why_it_is_not_ticked(
    model: PlanModel, plan: Callable[..., PlanSnapshot],
) -> None:
    made = plan(PlanRecipe(items=5, reasons=(CleanReason.ORPHANED,)))
    model.show_plan(made, PlanTicks(made), expanded=True)
    unticked = [at for at in range(1, model.rowCount()) if not model.is_ticked(at)]
    assert len(unticked) == 1
    assert model.cell(unticked[0], PlanColumn.REMARK).text == WHY
    assert model.cell(0, PlanColumn.FILE).text == "4 of 5 ticked"
    assert model.data(model.index(0, 0), Qt.ItemDataRole.CheckStateRole) == (
        Qt.CheckState.PartiallyChecked)


def test_a_group_is_said_with_its_ticks_and_whether_it_is_open(
    model: PlanModel, plan: Callable[..., PlanSnapshot],
) -> None:
    made = plan(PlanRecipe(items=5, reasons=(CleanReason.ORPHANED,)))
    model.show_plan(made, PlanTicks(made), expanded=True)
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.data(model.index(0, 0), role) == "File deleted, partly ticked, expanded"
    assert model.data(model.index(1, PlanColumn.SIZE), role) == "Size: 1,004 B"
    model.expand(0, on=False)
    model.tick(0, 0, on=True)
    assert model.data(model.index(0, 0), role) == "File deleted, ticked, collapsed"


def test_a_tooltip_has_source_and_payload_in_full(
    model: PlanModel, plan: Callable[..., PlanSnapshot],
) -> None:
    made = plan(PlanRecipe(items=1, reasons=(CleanReason.ORPHANED,), folder="/a/very/long/path"))
    model.show_plan(made, PlanTicks(made), expanded=True)
    assert model.data(model.index(1, 0), Qt.ItemDataRole.ToolTipRole) == (
        "data/portraits/IMG_0000001.jpg\n/a/very/long/path/image/000000000000_128x128_1.pt")


def test_ticking_a_stretch_of_lines_takes_groups_whole(
    model: PlanModel, plan: Callable[..., PlanSnapshot],
) -> None:
    made = plan(PlanRecipe(items=9, unticked=100))
    ticks = PlanTicks(made)
    model.show_plan(made, ticks, expanded=True)
    model.tick(3, 5, on=False)  # the last item of the first group, the second group and one item
    assert [ticks.of_group(group).items for group in range(3)] == [2, 0, 3]
    model.tick(6, 8, on=True)  # items two and three of the second group, and the third group
    assert [ticks.of_group(group).items for group in range(3)] == [2, 2, 3]


@given(st.lists(st.tuples(
    st.sampled_from(["tick", "expand", "sort"]), st.integers(0, 40), st.integers(0, 40),
    st.booleans()), max_size=25))
def test_totals_are_what_the_ticks_add_up_to(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, int, bool]],
) -> None:
    made = read_plan(synthetic_plan(
        tmp_path_factory.getbasetemp() / "totals", PlanRecipe(items=30)))
    ticks = PlanTicks(made)
    outline = PlanModel(Figures(), IconCache(load_theme("light")))
    outline.show_plan(made, ticks, expanded=False)
    for kind, first, last, on in steps:
        if kind == "tick":
            lines = outline.rowCount() - 1
            outline.tick(min(first, last, lines), min(max(first, last), lines), on=on)
        elif kind == "expand":
            outline.expand(first % 3, on=on)
        else:
            column = PlanColumn(first % len(PlanColumn))
            outline.show_items(sort_items(made, column, descending=on))
    assert ticks.total == added_up(made, ticks)
    for group in range(3):
        of_group = ticks.mask[made.groups[group].items]
        assert ticks.of_group(group).items == of_group.sum()
        assert (ticks.state(group) is TickState.ALL) == bool(of_group.all())
        assert (ticks.state(group) is TickState.NONE) == (not of_group.any())


def test_only_items_of_the_wanted_sources_are_shown_and_ticked(
    plan: Callable[..., PlanSnapshot],
) -> None:
    wanted = frozenset({"data/portraits/IMG_0000019.jpg", "data/portraits/IMG_0000099.jpg"})
    made = plan(PlanRecipe(), wanted)
    ticks = PlanTicks(made)
    assert not made.all_sources
    assert [made.columns.source[item] for group in made.groups for item in group.items] == [
        "data/portraits/IMG_0000019.jpg"]
    assert ticks.total.items == ticks.mask.sum() == 1
    assert not ticks.are_preselected


@given(st.lists(st.text(max_size=6), max_size=30), st.sets(st.text(max_size=6), max_size=6))
def test_texts_are_matched_as_a_whole(column: list[str], wanted: set[str]) -> None:
    found = rows_equal_to(TextColumn.from_strings(column), wanted)
    assert found.tolist() == [text in wanted for text in column]


def test_names_that_are_not_utf8_are_matched_too() -> None:
    odd = os.fsdecode(b"data/caf\xe9.jpg")
    assert rows_equal_to(TextColumn.from_strings([odd, "x"]), {odd}).tolist() == [True, False]


def test_a_million_items_are_right_wherever_one_looks(
    model: PlanModel, million: PlanSnapshot,
) -> None:
    ticks = PlanTicks(million)
    model.show_plan(million, ticks, expanded=False)
    assert model.rowCount() == 3
    for group in range(3):
        model.expand(group, on=True)
    assert model.rowCount() == 1_000_003
    first, second, third = (len(group) for group in million.groups)
    assert model.line(first).item == int(million.groups[0].items[-1])
    assert model.line(first + 1).item is None
    assert model.line(first + second + 2 + third).item == int(million.groups[2].items[-1])
    with pytest.raises(IndexError):
        model.line(1_000_003)
    assert ticks.total == added_up(million, ticks)
    model.toggle(model.top_of(1))
    assert ticks.state(1) is TickState.ALL
    assert ticks.total == added_up(million, ticks)


def test_a_million_items_cost_what_is_visible(
    opened: OpenWindow, qtbot: QtBot, million: PlanSnapshot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    cell = PlanModel.cell
    monkeypatch.setattr(
        PlanModel, "cell",
        lambda self, position, column: asked.append(position) or cell(self, position, column))

    def cost_of(step: Callable[[], object]) -> int:
        asked.clear()
        step()
        qtbot.wait(20)
        return len(asked)

    table = PlanTable(opened.services)
    qtbot.addWidget(table)
    table.resize(QSize(900, 500))
    table.show()
    model, ticks = table.plan_model, PlanTicks(million)
    assert cost_of(lambda: table.show_plan(million, ticks)) < MANY
    assert million.shown > EXPAND_UP_TO
    assert not model.is_expanded(0)
    assert cost_of(lambda: model.expand(0, on=True)) < MANY
    assert cost_of(table.scrollToBottom) < MANY
    assert cost_of(lambda: model.toggle(0)) < MANY
    assert cost_of(lambda: model.tick(10, 200_000, on=False)) < MANY
    assert cost_of(lambda: model.expand(0, on=False)) < MANY


def test_sorting_a_million_items_happens_beside_the_window(
    opened: OpenWindow, qtbot: QtBot, million: PlanSnapshot,
) -> None:
    table = PlanTable(opened.services)
    qtbot.addWidget(table)
    table.show_plan(million, PlanTicks(million))
    table.plan_model.expand(0, on=True)
    table.sort_wanted.emit(int(PlanColumn.SIZE), Qt.SortOrder.DescendingOrder)
    wait_until_settled(qtbot, opened)
    group = million.groups[0]
    sizes = [table.plan_model.cell(at, PlanColumn.SIZE).text for at in range(1, 200)]
    largest = np.sort(million.columns.bytes[group.items])[::-1][:199]
    assert sizes == [opened.services.look.figures.bytes(int(size)) for size in largest]
