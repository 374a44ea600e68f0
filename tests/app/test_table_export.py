"""Any table of the window as a CSV or JSON file: what is in it is what the table shows."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QMenu, QVBoxLayout
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.jobs.job import JobState
from larder.app.models.survey_pages import SurveyPages
from larder.app.views import table_file
from larder.app.views.coverage_page import CoveragePage
from larder.app.views.entries_page import EntriesPage
from larder.app.views.problems_page import ProblemsPage
from larder.app.views.table_file import table_in_front, write_table
from larder.app.widgets.rows_table import LinesList, SavableTable
from larder.core.files.table_file import BYTE_ORDER_MARK
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import wait_until_settled
from tests.app.synthetic_survey import Recipe, synthetic_pages

Show = Callable[[Recipe], SurveyPages]


def exported(
    opened: OpenWindow, qtbot: QtBot, table: SavableTable, target: Path, *, selected: bool = False,
) -> list[dict[str, str]]:
    """Rows of the file that a table is exported to."""
    write_table(opened.services, table.contents(selected=selected), target)
    qtbot.waitUntil(target.exists, timeout=20_000)
    wait_until_settled(qtbot, opened)
    text = target.read_text("utf-8")
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.DictReader(text.removeprefix(BYTE_ORDER_MARK).splitlines()))


def entries_of(opened: OpenWindow) -> EntriesPage:
    opened.window.show_page("entries")
    page = opened.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    return page


def test_entries_are_exported_as_they_are_filtered_and_sorted(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    show(Recipe(rows=600, drift=0.5))
    page = entries_of(opened)
    opened.services.view.filter_by("state:content-changed")
    page.table.sortByColumn(6, Qt.SortOrder.DescendingOrder)
    wait_until_settled(qtbot, opened)
    rows = exported(opened, qtbot, page.table, tmp_path / "entries.csv")
    assert 0 < len(rows) == page.model.rowCount() < 600
    assert {row["State"] for row in rows} == {page.model.index(0, 4).data()}
    sizes = [int(row["Size (bytes)"]) for row in rows]
    assert sizes == sorted(sizes, reverse=True)
    assert [row["Source"] for row in rows] == [
        page.model.index(at, 0).data() for at in range(page.model.rowCount())]
    assert [row["Size"] for row in rows][:3] == [
        page.model.index(at, 6).data() for at in range(3)]
    assert "In index" not in rows[0], "a column that is not shown is not exported"


def test_only_the_selected_entries_are_exported_when_that_is_asked_for(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    show(Recipe(rows=600))
    page = entries_of(opened)
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for position in (7, 3, 4):
        page.table.selectionModel().select(page.model.index(position, 0), flags)
    rows = exported(opened, qtbot, page.table, tmp_path / "some.csv", selected=True)
    assert [row["Source"] for row in rows] == [
        page.model.index(at, 0).data() for at in (3, 4, 7)]


def test_what_is_exported_does_not_change_under_the_hands_of_a_later_survey(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    show(Recipe(rows=600))
    page = entries_of(opened)
    contents = page.table.contents()
    names = [page.model.index(at, 0).data() for at in range(600)]
    later = Recipe(rows=40)
    opened.services.session.adopt(
        WorkspaceOptions(workspace=f"{later.root}/w.json"), synthetic_pages(later))
    wait_until_settled(qtbot, opened)
    write_table(opened.services, contents, tmp_path / "before.json")
    wait_until_settled(qtbot, opened)
    assert [row["source"] for row in json.loads((tmp_path / "before.json").read_bytes())] == names


def test_hidden_names_are_hidden_in_the_file_too(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    show(Recipe(rows=60, drift=1.0))
    page = entries_of(opened)
    shown = str(page.model.index(0, 0).data())
    opened.services.look.hide_names(True)
    rows = exported(opened, qtbot, page.table, tmp_path / "hidden.csv")
    assert all(row["Source"].startswith("file-") for row in rows)
    assert shown not in (tmp_path / "hidden.csv").read_text("utf-8")


def test_coverage_is_exported_with_bytes_as_numbers(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    pages = show(Recipe(rows=600))
    opened.window.show_page("coverage")
    page = opened.window.pages["coverage"]
    assert isinstance(page, CoveragePage)
    rows = exported(opened, qtbot, page.table, tmp_path / "coverage.csv")
    assert sum(int(row["Bytes (bytes)"]) for row in rows) == sum(
        row.bytes for row in pages.coverage)
    assert sum(int(row["Cached"]) for row in rows) == sum(row.covered for row in pages.coverage)


def test_problems_are_exported_item_by_item_those_that_are_not_listed_too(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    pages = show(Recipe(rows=4000, drift=0.5, payload_files=50))
    opened.window.show_page("problems")
    page = opened.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    rows = exported(opened, qtbot, page.tree, tmp_path / "problems.csv")
    assert len(rows) == sum(map(len, pages.problems)) > 1000
    assert sum(int(row["Size (bytes)"] or 0) for row in rows) == sum(
        group.bytes for group in pages.problems)
    assert all(row["Problem"] and row["Item"] for row in rows)
    page.tree.selectAll()
    assert page.tree.contents(selected=True).count == len(rows), "each item once"


OTHER_VIEWS = {
    "app/views/workspace_tree.py": "the way to parts of the workspace, which Coverage lists",
    "app/views/tile_grid.py": "rows of the Entries table as pictures; the table is exported",
    "app/dialogs/help_window.py": "headings of the help", "app/dialogs/palette.py": "commands",
    "app/dialogs/preferences.py": "names of the groups; its table of locations is exported",
}
"""Lists and trees that are no tables of a user's, and what they are."""


def test_every_table_of_the_window_can_be_exported() -> None:
    """Whoever shows rows does it in a `RowsTable`, or says here why they are none."""
    root = Path(__file__).parents[2]
    views = re.compile(r"class \w+\(Q(?:Table|Tree|List)(?:View|Widget)\)"
                       r"|= Q(?:Table|Tree|List)(?:View|Widget)\(")
    found = {file.relative_to(root).as_posix() for file in (root / "app").rglob("*.py")
             if views.search(file.read_text("utf-8"))}
    assert found == OTHER_VIEWS.keys()


def test_entries_shown_as_pictures_are_exported_as_their_table(
    opened: OpenWindow, show: Show,
) -> None:
    show(Recipe())
    page = entries_of(opened)
    page.as_grid.click()
    assert not page.table.isVisible()
    table = table_in_front(page)
    assert table is page.table
    assert table.contents().count == page.model.rowCount()


def test_the_command_exports_the_table_in_front(
    opened: OpenWindow, show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    show(Recipe())
    asked: list[tuple[SavableTable, bool]] = []
    monkeypatch.setattr(table_file, "ask_and_save",
                        lambda _, table, *, selected: asked.append((table, selected)))
    for name in ("coverage", "entries", "problems"):
        opened.window.show_page(name)
        wait_until_settled(qtbot, opened)
        qtbot.keyClick(opened.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
        table = table_in_front(opened.window.pages[name])
        assert asked[-1] == (table, False)
    opened.services.commands.run("export-rows")
    assert asked[-1][1] is True


def test_a_table_of_a_dialog_is_exported_with_the_same_keys_and_from_its_menu(
    opened: OpenWindow, show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:
    show(Recipe())
    asked: list[bool] = []
    monkeypatch.setattr(table_file, "ask_and_save",
                        lambda _, __, *, selected: asked.append(selected))
    dialog = QDialog(opened.window)
    lines = LinesList("Folders", ("Folder",))
    lines.add_line(("a",))
    QVBoxLayout(dialog).addWidget(lines)
    dialog.open()
    qtbot.keyClick(lines, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(lines, Qt.Key.Key_E,
                   Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert asked == [False, True]
    assert list(lines.contents().rows) == [["a"]]
    dialog.close()


def test_a_table_without_a_menu_of_its_own_has_one_that_exports(
    opened: OpenWindow, show: Show, monkeypatch: pytest.MonkeyPatch,
) -> None:
    from larder.app.dialogs.match_dialog import MatchTable
    from larder.app.widgets.rows_table import RowsTable

    look = opened.services.look
    table = RowsTable("matchTable", MatchTable.columns)
    table.show_model(MatchTable(look.figures, look.icons, look.names, table),
                     opened.services.memory)
    table._show_menu(QPoint(0, 0))
    (menu,) = table.findChildren(QMenu)
    assert [action.text() for action in menu.actions()] == [
        "Export table…", "Export selected rows…"]
    assert not any(action.isEnabled() for action in menu.actions()), "it is empty"
    menu.close()


def test_the_file_is_asked_for_and_the_way_it_is_written_follows_its_ending(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    show(Recipe())
    page = entries_of(opened)
    opened.services.commands.run("export-table")
    (dialog,) = page.table.findChildren(QFileDialog)
    assert dialog.selectedFiles()[0].endswith("entries.csv")
    dialog.filterSelected.emit("List for scripts (*.json)")
    assert dialog.selectedFiles()[0].endswith("entries.json")
    dialog.fileSelected.emit(str(tmp_path / "entries.json"))
    dialog.close()
    qtbot.waitUntil((tmp_path / "entries.json").exists)
    wait_until_settled(qtbot, opened)
    assert len(json.loads((tmp_path / "entries.json").read_bytes())) == page.model.rowCount()
    notice = opened.services.notices.shown
    assert notice is not None
    assert notice.text.startswith("Exported")


def test_an_export_under_way_is_a_job_that_can_be_stopped(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    show(Recipe(rows=60_000))
    page = entries_of(opened)
    target = tmp_path / "entries.csv"
    write_table(opened.services, page.table.contents(), target)
    (job,) = opened.services.lanes.active
    qtbot.waitUntil(lambda: job.progress is not None)
    opened.services.lanes.cancel(job)
    wait_until_settled(qtbot, opened)
    assert job.state is JobState.CANCELLED
    assert list(tmp_path.glob("*.csv*")) == []


def test_a_folder_that_is_gone_is_said(
    opened: OpenWindow, show: Show, qtbot: QtBot, tmp_path: Path,
) -> None:
    show(Recipe())
    write_table(opened.services, entries_of(opened).table.contents(), tmp_path / "gone" / "a.csv")
    wait_until_settled(qtbot, opened)
    notice = opened.services.notices.shown
    assert notice is not None
    assert "gone" in f"{notice.text} {notice.hint}"
