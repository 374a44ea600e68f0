"""The window's sums: its summary line, its two coverage tables, its tabs and the filter agree."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QLabel
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.building.view import slot_rows
from larder.app.models.problems_model import ProblemColumn
from larder.app.views.coverage_page import CoveragePage
from larder.app.views.entries_page import EntriesPage
from larder.app.views.problems_page import ProblemsPage
from larder.core.cli.__main__ import main
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.remedies import Repair
from tests.app.conftest import wait_until_settled
from tests.support.fixtures import KNOWN_WORKSPACES, RELEASED_CONFIG, SAMPLE

WORDS = {"stale": "out of date", "missing": "not cached yet",
         "gone": "whose file was deleted", "renamed": "renamed",
         "offline": "out of reach"}


def number_in(text: str, pattern: str) -> int:
    found = re.search(pattern, text)
    return 0 if found is None else int(found[1].replace(",", ""))


def listed(window: OpenWindow, column: str) -> int:
    """A column of both tables of the Coverage page, added up."""
    page = window.window.pages["coverage"]
    assert isinstance(page, CoveragePage)
    return sum(
        getattr(model.row_at(row), column, 0)
        for model in (page.table.model(), page.values.table.model())
        for row in range(model.rowCount()))


def labels_of(dialog: QDialog) -> str:
    return " ".join(
        label.text() for label in dialog.findChildren(QLabel) if label.isVisibleTo(dialog))


def is_planned(dialog: QDialog) -> bool:
    """Return whether a dialog shows its plan. The plan's job may begin after the page has settled.
    """
    return "Looking for what is missing…" not in labels_of(dialog)


@pytest.mark.swept(3)
@pytest.mark.parametrize("name", KNOWN_WORKSPACES)
def test_summary_tables_tabs_and_filter_tell_the_same_counts(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path], name: str,
) -> None:
    session = window.services.session
    session.open(WorkspaceOptions(workspace=str(known_workspace(name))))
    qtbot.waitUntil(lambda: not session.is_surveying, timeout=60_000)
    wait_until_settled(qtbot, window)
    qtbot.waitUntil(lambda: window.window.pages["coverage"].is_settled, timeout=60_000)
    assert session.snapshot is not None
    totals = session.snapshot.document.totals
    summary = window.window.workspace.summary.text().replace("\u00a0", " ")
    for column, words in WORDS.items():
        assert number_in(summary, rf"([\d,]+) {words}") == getattr(totals, column), column
        if column != "offline":
            assert listed(window, column) == getattr(totals, column), column
            window.services.view.filter_by(f"state:{column}")
            wait_until_settled(qtbot, window)
            entries = window.window.pages["entries"]
            assert isinstance(entries, EntriesPage)
            assert len(entries.model.rows) == getattr(totals, column), column
    window.services.view.filter_by("")
    wait_until_settled(qtbot, window)
    assert number_in(summary, r"([\d,]+) entr") == totals.rows
    entries = window.window.pages["entries"]
    assert isinstance(entries, EntriesPage)
    assert number_in(entries.line.text(), r"([\d,]+) entr") == totals.rows
    tab = window.window.workspace.tabs.tabText(2)
    page = window.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    shown = {
        (line.repair.value or None, line.is_choice): int(
            page.model.index(row, ProblemColumn.COUNT).data().replace(",", ""))
        for row, node in enumerate(page.model.top) for line in [node.value]}
    assert number_in(tab, r"Problems \(([\d,]+)\)") == sum(shown.values())
    told: dict[tuple[str | None, bool], int] = {}
    for step in session.snapshot.document.next_steps:
        if step.count and not step.shows:
            key = step.remedy, step.is_choice
            told[key] = told.get(key, 0) + step.count
            assert str(step.count) in step.text.replace(",", "")
    assert shown == told


@pytest.mark.swept(3)
@pytest.mark.parametrize("name", KNOWN_WORKSPACES)
def test_a_line_of_problems_is_the_sum_of_what_is_below_it_and_its_button_says_the_same(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path], name: str,
) -> None:
    session = window.services.session
    session.open(WorkspaceOptions(workspace=str(known_workspace(name))))
    qtbot.waitUntil(lambda: not session.is_surveying, timeout=60_000)
    wait_until_settled(qtbot, window)
    assert session.snapshot is not None
    page = window.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    window.services.view.show_page("problems")
    for at, node in enumerate(page.model.top):
        index = page.model.index(at, ProblemColumn.ITEM)
        assert node.value.count == sum(child.value.count for child in node.children)
        page.tree.setCurrentIndex(index)
        for button in page.mend_buttons:
            assert number_in(button.text(), r"(\d+)") in (node.value.count, 0), button.text()


def test_everything_that_is_chosen_can_be_mended_remedy_by_remedy(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path],
) -> None:
    session = window.services.session
    session.open(WorkspaceOptions(workspace=str(known_workspace(SAMPLE))))
    qtbot.waitUntil(lambda: not session.is_surveying, timeout=60_000)
    wait_until_settled(qtbot, window)
    window.services.view.show_page("problems")
    page = window.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    offered: dict[str, Callable[[], object]] = {}
    page.tree.selectAll()
    for button in page.mend_buttons:
        menu = button.menu()
        offered |= {button.text(): button.click} if menu is None else {
            action.text(): action.trigger for action in menu.actions()}
    assert [*offered] == [
        "Relink 4…", "Rebuild 6…", "Cache 5 again…", "Store 2 new dates…", "Clean 12…"]
    said: dict[str, str] = {}
    for text, mend in offered.items():
        mend()
        wait_until_settled(qtbot, window)
        dialog = next(one for one in window.window.findChildren(QDialog) if one.isVisible())
        qtbot.waitUntil(partial(is_planned, dialog), timeout=60_000)
        said[text] = labels_of(dialog)
        dialog.reject()
        QApplication.processEvents()
    assert "Relink 4 cached files" in said["Relink 4…"]
    assert "6 pictures and captions" in said["Rebuild 6…"]
    assert "Store 2 new dates?" in said["Store 2 new dates…"]
    assert "Move 12 files" in said["Clean 12…"]


@pytest.mark.parametrize("config", [SAMPLE, RELEASED_CONFIG])
def test_headline_dialog_table_problems_and_command_line_count_a_build_alike(
    window: OpenWindow, qtbot: QtBot, known_workspace: Callable[[str], Path], config: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    path = known_workspace(SAMPLE)
    if config == RELEASED_CONFIG:
        path = path.parents[1] / RELEASED_CONFIG
    window.services.session.open(WorkspaceOptions(workspace=str(path)))
    wait_until_settled(qtbot, window)
    snapshot = window.services.session.snapshot
    assert snapshot is not None
    window.services.commands.run("build")
    dialog = window.window.findChildren(BuildDialog)[-1]
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=60_000)
    plan = dialog.plan
    assert plan is not None
    work = plan.work
    encodes, copies, moves = work.encodes, work.copies, work.moves
    assert encodes * copies * moves > 0
    assert snapshot.document.headline
    assert snapshot.document.headline.work == (
        f"Larder encodes {encodes} files, copies {copies} and moves {moves}.")
    assert dialog.footer.total.text().startswith(
        f"Encode {encodes} files · copy {copies} · move {moves} · ")
    assert dialog.footer.note.text().startswith(f"{plan.mended} pictures and captions are up to")
    assert plan.mended == snapshot.mended[Repair.BUILD]
    if rows := slot_rows(plan):
        assert (encodes, copies, moves) == tuple(map(sum, zip(*(
            (row.encodes, row.copies, row.moves) for row in rows), strict=True)))
    else:
        assert sum(group.payloads for group in plan.groups) == encodes + copies
    dialog.reject()
    monkeypatch.setattr(sys, "argv", ["larder", "plan", "build", str(path)])
    with contextlib.suppress(SystemExit):
        main()
    assert (f"{plan.mended} pictures and captions: encode {encodes} files, copy {copies}, "
            f"move {moves}, ") in capsys.readouterr().out
