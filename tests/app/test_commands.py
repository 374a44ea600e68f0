"""One list of commands feeds menus, toolbar and context menus; what they do on real workspaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QIcon, QKeySequence
from PySide6.QtWidgets import QMenuBar, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.command_table import Command, CommandTable, Context, Menu
from larder.app.dialogs.moved_dialog import MovedDialog
from larder.app.views.problems_page import ProblemsPage
from larder.app.window_look import IconCache, load_theme
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import read_maps
from larder.core.survey.remedies import Repair
from larder.core.survey.verdicts import Verdict
from larder.core.writes.reports import Relocation
from tests.app.conftest import wait_until_settled
from tests.support.indexed_cache import back_date

PATIENCE_MS = 60_000


def open_and_wait(qtbot: QtBot, opened: OpenWindow, options: WorkspaceOptions) -> None:
    opened.services.session.open(options)
    wait_until_surveyed(qtbot, opened)


def wait_until_surveyed(qtbot: QtBot, opened: OpenWindow) -> None:
    wait_until_settled(qtbot, opened)
    qtbot.waitUntil(lambda: not opened.services.session.is_surveying, timeout=PATIENCE_MS)
    wait_until_settled(qtbot, opened)


@pytest.fixture
def table(dressed: object) -> CommandTable:
    return CommandTable(IconCache(load_theme("light")))


def command(identity: str, **more: object) -> Command:
    return Command(**{"id": identity, "text": "&Do it…", "menu": Menu.CACHE,
                      "run": lambda: None, **more})


def test_a_command_appears_wherever_its_row_says(table: CommandTable, qtbot: QtBot) -> None:
    bar, parent = QMenuBar(), QWidget()
    qtbot.addWidget(bar)
    qtbot.addWidget(parent)
    table.add([command("one", contexts=frozenset({Context.TREE})), command("two")])
    menus = table.fill_menu_bar(bar)
    assert set(menus) == {Menu.CACHE}
    assert [action.objectName() for action in menus[Menu.CACHE].actions()] == ["one", "two"]
    menu = table.context_menu(Context.TREE, parent)
    assert [action.objectName() for action in menu.actions()] == ["one"]


def test_a_command_runs_only_while_it_is_enabled(table: CommandTable) -> None:
    done: list[str] = []
    allowed = [False]
    table.add([command("one", run=lambda: done.append("one"), enabled_when=lambda: allowed[0])])
    table.refresh()
    table.run("one")
    allowed[0] = True
    table.refresh()
    table.run("one")
    table.run("no such command")
    assert done == ["one"]


@pytest.mark.parametrize("second", [command("one"), command("two", shortcut="F5")])
def test_ids_and_shortcuts_are_given_once(table: CommandTable, second: Command) -> None:
    table.add([command("one", shortcut="F5")])
    with pytest.raises(ValueError, match="one"):
        table.add([second])


def test_every_command_of_the_window_has_text_and_a_key_that_exists(opened: OpenWindow) -> None:
    opened.services.commands.show_icons()
    for found in opened.services.commands.commands:
        assert found.text.strip()
        action = opened.services.commands.action(found.id)
        assert action is not None
        if found.shortcut:
            assert QKeySequence(found.shortcut).toString()
        if found.icon:
            assert not action.icon().isNull()
        if found.toolbar:
            assert found.tip


def test_no_menu_gives_a_letter_to_two_commands(opened: OpenWindow) -> None:
    for menu in (action.menu() for action in opened.window.menuBar().actions()):
        letters = Counter(
            QKeySequence.mnemonic(action.text()).toString()
            for action in menu.actions() if not action.isSeparator())
        assert "" not in letters, [a.text() for a in menu.actions() if "&" not in a.text()]
        assert max(letters.values()) == 1, (menu.title(), letters)


def test_icons_of_commands_follow_the_theme(opened: OpenWindow) -> None:
    action = opened.services.commands.action("rescan")
    assert action is not None
    assert action.icon().isNull()
    opened.window.menuBar().actions()[0].menu().aboutToShow.emit()
    before = action.icon().cacheKey()
    opened.services.commands.run("scheme-dark")
    assert action.icon().cacheKey() != before
    assert isinstance(action.icon(), QIcon)


def consent(qtbot: QtBot, opened: OpenWindow, agree: str) -> None:
    box = opened.window.findChild(QMessageBox)
    assert box is not None
    button = next(b for b in box.findChildren(QPushButton) if b.text().replace("&", "") == agree)
    button.click()


def test_new_dates_are_stored_after_consent_and_the_survey_follows(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    survey = working.services.session.snapshot
    assert survey is not None
    touched = survey.count(Verdict.TOUCHED)
    assert touched
    working.services.commands.run("touch")
    consent(qtbot, working, "Store dates")
    wait_until_surveyed(qtbot, working)
    after = working.services.session.snapshot
    assert after is not None
    assert after is not survey
    assert after.count(Verdict.TOUCHED) == 0
    notice = working.window.notice_bar.notice
    assert notice is not None
    assert notice.text == (
        f"Stored {touched} new dates." if touched > 1
        else "Stored 1 new date.")
    assert not working.services.commands.action("touch").isEnabled()


def test_files_are_readopted_after_consent(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    survey = working.services.session.snapshot
    assert survey is not None
    missing, files = survey.count(Verdict.MISSING_ENTRY), survey.mended[Repair.READOPT]
    working.services.commands.run("readopt")
    consent(qtbot, working, "Relink")
    wait_until_surveyed(qtbot, working)
    after = working.services.session.snapshot
    assert after is not None
    assert after.count(Verdict.MISSING_ENTRY) < missing
    notice = working.window.notice_bar.notice
    assert notice is not None
    assert notice.text == f"Relinked {files} cached files."


def test_a_damaged_index_is_a_problem_with_its_remedy(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_clean")
    index = workspace / "workspace-cache/run/image/cache.json"
    (index.parent / "cache.json.bak").unlink()
    damaged = index.read_bytes()[:-1]
    index.write_bytes(damaged)
    back_date(index)
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    notice = working.window.workspace.standing_bar.notice
    assert notice is not None
    assert notice.text.startswith("image: The index cannot be read completely: it is not JSON")
    assert [action.text for action in notice.actions] == ["Repair index…"]
    working.window.show_page("problems")
    page = working.window.pages["problems"]
    assert isinstance(page, ProblemsPage)
    qtbot.waitUntil(lambda: bool(page.mend_buttons))
    (button,) = page.mend_buttons
    assert button.text() == "Repair index…"
    button.click()
    consent(qtbot, working, "Repair")
    wait_until_surveyed(qtbot, working)
    told = working.window.notice_bar.notice
    assert told is not None
    assert told.text == "Repaired 1 index."
    kept = next(index.parent.glob(".larder/quarantine/*/index/cache.json"))
    assert kept.read_bytes() == damaged
    assert str(kept) in told.details
    survey = working.services.session.snapshot
    assert survey is not None
    assert survey.document.problems == ()
    assert survey.count(Verdict.VALID) == survey.document.totals.entries
    assert not working.services.commands.action("repair-index").isEnabled()


def test_a_write_refused_for_a_damaged_index_leads_to_its_repair(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    index = workspace / "workspace-cache/run/image/cache.json"
    damaged = index.read_bytes()[:-1]
    for copy in index.parent.glob("cache.json.bak"):
        copy.unlink()
    index.write_bytes(damaged)
    back_date(index)
    working.services.commands.run("readopt")
    consent(qtbot, working, "Relink")
    wait_until_surveyed(qtbot, working)
    notice = working.window.notice_bar.notice
    assert notice is not None
    assert "is damaged" in notice.text
    assert notice.hint == ""
    assert [action.text for action in notice.actions] == ["Repair index…"]
    assert index.read_bytes() == damaged


@pytest.mark.parametrize(
    ("command", "agree"), [("touch", "Store dates"), ("readopt", "Relink")])
def test_what_the_copy_of_an_index_grows_by_is_told_before_it_is_written_and_after(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path], command: str,
    agree: str,
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    for copy in workspace.rglob("cache.json.bak"):
        copy.unlink()
    indexes = list(workspace.glob("workspace-cache/run/*/cache.json"))
    sizes = {index: index.stat().st_size for index in indexes}
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    working.services.commands.run(command)
    box = working.window.findChild(QMessageBox)
    assert box is not None
    asked = box.informativeText()
    consent(qtbot, working, agree)
    wait_until_surveyed(qtbot, working)
    written = sum(size for index, size in sizes.items()
                  if index.with_name("cache.json.bak").exists())
    told = f"The backup copy of the index grows by {working.services.look.figures.bytes(written)}."
    assert written
    assert asked.endswith(told)
    notice = working.window.notice_bar.notice
    assert notice is not None
    assert notice.hint == told
    snapshot = working.services.session.snapshot
    assert snapshot is not None
    assert {store.id: store.backup_bytes or 0 for store in snapshot.document.stores} == {
        index.parent.name: index.stat().st_size - _size_of(index.with_name("cache.json.bak"))
        for index in indexes}, "an older copy is of about the same size"


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def test_without_consent_nothing_is_written(
    working: OpenWindow, qtbot: QtBot, fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    index = workspace / "workspace-cache/run/image/cache.json"
    before = index.read_bytes()
    working.services.commands.run("touch")
    consent(qtbot, working, "Cancel")
    wait_until_settled(qtbot, working)
    assert index.read_bytes() == before


def test_the_command_line_of_the_survey_is_copied(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    working.services.commands.run("copy-command")
    assert QGuiApplication.clipboard().text() == f"larder survey {workspace}"


def test_a_folder_that_moved_is_read_at_its_new_place_now_and_later(
    working: OpenWindow, qtbot: QtBot, unpacked_fixture: Callable[[str], Path],
) -> None:
    workspace = unpacked_fixture("sdxl_clean")
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    session = working.services.session
    for new in ("/mnt/e", "/mnt/f"):
        session.relocate("E:", new)
        wait_until_surveyed(qtbot, working)
    assert session.options is not None
    assert session.options.maps == (("E:", "/mnt/f"),)
    assert read_maps(str(workspace)) == (("E:", "/mnt/f"),)
    open_and_wait(qtbot, working, WorkspaceOptions(workspace=str(workspace)))
    assert session.options.maps == (("E:", "/mnt/f"),)


def test_the_new_place_of_an_unreachable_folder_is_asked_for(
    opened: OpenWindow, qtbot: QtBot,
) -> None:
    opened.services.session.open(WorkspaceOptions(workspace="/w/w.json"))
    dialog = MovedDialog(opened.services, opened.window)
    chosen: list[tuple[str, str]] = []
    dialog.reading_wanted.connect(lambda old, new: chosen.append((old, new)))
    agree = dialog.only_read
    dialog._page_of_plan()
    dialog._be_wide_enough()
    dialog._on_planned(dialog._job, Relocation(
        old="E:\\barns", missing=("E:\\barns", "/mnt/old")))
    assert not agree.isEnabled()
    dialog.old.setCurrentIndex(dialog.old.findData("/mnt/old"))
    dialog.new.clear()
    qtbot.keyClicks(dialog.new, " /mnt/new ")
    assert agree.isEnabled()
    agree.click()
    assert chosen == [("/mnt/old", "/mnt/new")]
