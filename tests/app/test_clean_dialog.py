"""The Clean dialog on copies of the trainer's own caches."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.cleaning.plan_snapshot import Totals
from larder.app.dialogs.cleaning.dialog import CleanDialog
from larder.app.dialogs.cleaning.plan_model import PlanColumn
from larder.app.dialogs.cleaning.plan_table import check_rect, chevron_rect
from larder.app.presentation.shown_names import ShownNames
from larder.app.views.entries_page import EntriesPage
from larder.core.clean.plan import HeldReason
from larder.core.quantities import size_text
from larder.core.requests.options import WorkspaceOptions
from larder.core.survey.remedies import Repair
from larder.core.writes.last_good import backup_growth
from tests.app.conftest import LentWindow, shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.indexed_cache import tree_state

CONFIG = Path("training_presets") / "config.json"
STORES = Path("workspace-cache") / "run"
TIMEOUT = 60_000

Open = Callable[..., Path]


@pytest.fixture
def opened(
    lent: LentWindow, dressed: QApplication, qtbot: QtBot, request: pytest.FixtureRequest,
) -> Iterator[OpenWindow]:
    """A shown window whose jobs are core's own, without a process each unless asked for."""
    asked = getattr(request, "param", InProcessWorker)
    with shown_window(dressed, None) if asked is None else lent.to(qtbot, asked) as opened:
        yield opened


@pytest.fixture
def open_copy(
    opened: OpenWindow, fixture_workspace: Callable[[str], Path], qtbot: QtBot,
) -> Open:
    """Copy one of the trainer's caches, change it, open it and wait for its survey."""

    def open_copy(name: str, change: Callable[[Path], object] | None = None) -> Path:
        workspace = fixture_workspace(name)
        if change is not None:
            change(workspace)
        opened.services.session.open(WorkspaceOptions(workspace=str(workspace / CONFIG)))
        wait_until_settled(qtbot, opened)
        return workspace

    return open_copy


@pytest.fixture
def show_plan(opened: OpenWindow, qtbot: QtBot) -> Iterator[Callable[[], CleanDialog]]:
    """Open the dialog and wait for its plan."""

    def show_plan(command: str = "clean") -> CleanDialog:
        opened.services.commands.run(command)
        dialog = dialog_of(opened)
        assert dialog is not None
        wait_for_plan(qtbot, dialog)
        return dialog

    yield show_plan
    dialog = dialog_of(opened)
    if dialog is not None:
        dialog.reject()
    wait_until_settled(qtbot, opened)


def dialog_of(opened: OpenWindow) -> CleanDialog | None:
    return next((found for found in opened.window.findChildren(CleanDialog)
                 if found.isVisible()), None)


def wait_for_plan(qtbot: QtBot, dialog: CleanDialog) -> None:
    qtbot.waitUntil(lambda: dialog.plan is not None and dialog.view.isVisible(), timeout=TIMEOUT)


def wait_until_over(qtbot: QtBot, opened: OpenWindow) -> None:
    qtbot.waitUntil(lambda: dialog_of(opened) is None, timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)


def wait_for_answer(qtbot: QtBot, opened: OpenWindow, dialog: CleanDialog) -> None:
    """Wait until an apply was refused."""
    qtbot.waitUntil(lambda: dialog.view.isVisible() and opened.services.lanes.is_idle,
                    timeout=TIMEOUT)


def lines(dialog: CleanDialog, column: PlanColumn = PlanColumn.NAME) -> list[str]:
    model = dialog.view.table.plan_model
    return [model.cell(at, column).text for at in range(model.rowCount())]


def line_of(dialog: CleanDialog, payload: str) -> int:
    return lines(dialog, PlanColumn.FILE).index(payload)


def stores_of(workspace: Path) -> dict[str, object]:
    return tree_state(workspace / STORES)


def files_of(workspace: Path) -> set[str]:
    folder = workspace / STORES
    return {str(path.relative_to(folder)) for path in folder.rglob("*")
            if path.is_file() and ".larder" not in path.parts}


def message(opened: OpenWindow) -> str:
    notice = opened.window.notice_bar.notice
    return "" if notice is None else f"{notice.text} {notice.hint}".strip()


def press_in_bar(opened: OpenWindow, text: str, qtbot: QtBot) -> None:
    button = next(found for found in opened.window.notice_bar.findChildren(QPushButton)
                  if found.text() == text and found.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def confirm_box(opened: OpenWindow) -> QMessageBox:
    return next(found for found in opened.window.findChildren(QMessageBox) if found.isVisible())


def take_no_adoption(dialog: CleanDialog) -> None:
    dialog.view.readopt.wanted.setChecked(False)


def make_busy(workspace: Path) -> None:
    os.utime(workspace / STORES / "image" / "cache.json")


def test_it_preselects_what_the_trainer_left_behind_and_nothing_else(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog],
) -> None:
    workspace = open_copy("sdxl_drifted")
    before = stores_of(workspace)
    dialog = show_plan()
    assert dialog.view.ticks.total == Totals(
        items=5, files=5, bytes=30_971, bytes_on_disk=45_056)
    assert dialog.footer.total.text() == (
        "Move 5 files to quarantine · 30.2 KiB · 44.0 KiB of space used")
    assert dialog.view.where.text == f"This plan covers 2 caches in {workspace / STORES}."
    assert lines(dialog) == [
        "Unfinished files", "made from an unknown file",
        "File deleted", "data/objects/img_018.txt", "data/objects/img_018.txt",
        "data/portraits/sub/img_009.jpg",
        "Not in the index", "made from an unknown file"]
    said = dialog.footer.again.text()
    copies = sum(backup_growth(path.parent, path.stat().st_size)
                 for path in (workspace / STORES).glob("*/cache.json"))
    assert said == ("The trainer does not have to encode any file again. The backup "
                    f"copy of the index grows by {size_text(copies)}."), "as the report says"
    assert dialog.view.readopt.text.text() == (
        "4 cached files of renamed files are kept and can be relinked.")
    assert stores_of(workspace) == before


@pytest.mark.parametrize(
    "opened", [InProcessWorker, pytest.param(None, marks=pytest.mark.exhaustive)], indirect=True)
def test_one_is_unticked_the_rest_goes_and_comes_back_from_the_result_bar(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    workspace = open_copy("sdxl_drifted")
    before, names = stores_of(workspace), files_of(workspace)
    dialog = show_plan()
    take_no_adoption(dialog)
    kept = "0123456789ab_128x128_1.pt"
    dialog.view.table.plan_model.toggle(line_of(dialog, kept))
    assert dialog.footer.total.text().startswith("Move 4 files to quarantine · 23.4 KiB")
    qtbot.mouseClick(dialog.footer.move_button, Qt.MouseButton.LeftButton)
    wait_until_over(qtbot, opened)
    assert message(opened) == (
        "Moved 4 files to quarantine, 23.4 KiB. 2 entries were removed from the index. "
        "The backup copy of the index grows by 82 B.")
    gone = names - files_of(workspace)
    assert len(gone - {"image/cache.json.bak", "text/cache.json.bak"}) == 4
    assert f"image/{kept}" not in gone
    press_in_bar(opened, "Undo", qtbot)
    qtbot.waitUntil(lambda: message(opened).startswith("Restored"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert message(opened).startswith(
        "Restored 4 files, 23.4 KiB. Restored 2 entries in the index. This undid the clean of ")
    assert stores_of(workspace) == before


def test_cleaning_and_readopting_are_one_step(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    open_copy("sdxl_drifted")
    dialog = show_plan()
    assert dialog.view.readopt.is_wanted
    qtbot.mouseClick(dialog.footer.move_button, Qt.MouseButton.LeftButton)
    wait_until_over(qtbot, opened)
    qtbot.waitUntil(lambda: "Relinked " in message(opened), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    notice = opened.window.notice_bar.notice
    assert notice is not None
    assert notice.text == "Moved 5 files to quarantine, 30.2 KiB."
    assert [action.text for action in notice.actions] == ["Undo"]
    dialog = show_plan()
    assert not dialog.view.readopt.isVisible()
    assert dialog.view.empty.text.startswith("Nothing to clean.")
    dialog.reject()
    press_in_bar(opened, "Undo", qtbot)
    qtbot.waitUntil(lambda: message(opened).startswith("Restored"), timeout=TIMEOUT)
    wait_until_settled(qtbot, opened)
    assert message(opened).endswith("Entries that were relinked since then are kept: 2 entries.")


def test_relinking_alone_tells_what_the_copy_of_the_index_grows_by(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog],
) -> None:
    open_copy("sdxl_drifted")
    snapshot = opened.services.session.snapshot
    assert snapshot is not None
    grows = snapshot.backup_growth(Repair.READOPT)
    dialog = show_plan()
    ticks = dialog.view.ticks.backup_growth
    assert f"grows by {size_text(sum({**grows, **ticks}.values()))}" in dialog.footer.again.text()
    model = dialog.view.table.plan_model
    for group in range(model.rowCount()):
        model.setData(model.index(group, 0), Qt.CheckState.Unchecked.value,
                      Qt.ItemDataRole.CheckStateRole)
    assert not dialog.view.ticks.total.items
    assert dialog.footer.again.text() == (
        f"The backup copy of the index grows by {size_text(sum(grows.values()))}.")
    take_no_adoption(dialog)
    assert dialog.footer.again.text() == ""


def test_where_the_sources_cannot_be_reached_no_payload_is_ticked(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
    tmp_path: Path,
) -> None:
    open_copy("sdxl_clean", lambda workspace: (workspace / "data").rename(tmp_path / "elsewhere"))
    dialog = show_plan()
    assert dialog.plan is not None
    assert not dialog.view.ticks.mask.any()
    assert not dialog.footer.move_button.isEnabled()
    held = dialog.plan.document.held_back
    snapshot = opened.services.session.snapshot
    assert snapshot is not None
    assert sum(fact.entries for fact in held) == int(snapshot.entries.has_entry.sum()) > 0
    assert {fact.reason for fact in held} == {HeldReason.SOURCE_UNREACHABLE}
    buttons = [found.text() for found in dialog.view.held.findChildren(QPushButton)]
    assert buttons == ["These pictures were deleted for good"] * 2
    assert dialog.view.empty.text.startswith("Nothing to clean.")


def test_a_folder_declared_gone_is_planned_again_and_can_be_taken_back(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
    tmp_path: Path,
) -> None:
    workspace = open_copy(
        "sdxl_clean", lambda workspace: (workspace / "data/objects").rename(tmp_path / "away"))
    before = stores_of(workspace)
    dialog = show_plan()
    first = dialog.plan
    gone = next(button for button in dialog.view.held.buttons
                if button.accessibleDescription() == "data/objects")
    qtbot.mouseClick(gone, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.plan not in (None, first), timeout=TIMEOUT)
    wait_for_plan(qtbot, dialog)
    assert lines(dialog)[0] == "File deleted"
    assert dialog.view.ticks.total.items > 0
    assert dialog.plan is not None
    assert dialog.plan.document.held_back == ()
    second = dialog.plan
    back = dialog.view.held.findChild(QPushButton)
    assert back.text() == "Keep them after all"
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.plan not in (None, second), timeout=TIMEOUT)
    wait_for_plan(qtbot, dialog)
    assert not dialog.view.ticks.mask.any()
    assert stores_of(workspace) == before


def test_what_other_configs_need_stays_and_the_rest_is_ticked(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    def add_groups_and_another_config(workspace: Path) -> None:
        images = workspace / STORES / "image"
        group = next(path for path in sorted(images.iterdir()) if len(path.name) == 64)
        shutil.copytree(group, images / ("f" * 64))
        presets = workspace / "training_presets"
        shutil.copy2(presets / "config.json", presets / "other.json")
        config = json.loads((presets / "config.json").read_text())
        (presets / "elsewhere.json").write_text(json.dumps({**config, "cache_dir": "elsewhere"}))

    workspace = open_copy("sd15_legacy_diskcache", add_groups_and_another_config)
    dialog = show_plan()
    assert dialog.plan is not None
    assert dialog.view.kept.isHidden()
    unticked, first = dialog.view.ticks.total.items, dialog.plan
    other = str(workspace / "training_presets" / "other.json")
    dialog.view.keep_for([other])
    qtbot.waitUntil(lambda: dialog.plan not in (None, first), timeout=TIMEOUT)
    wait_for_plan(qtbot, dialog)
    assert dialog.view.ticks.total.items == unticked + 1
    assert "--keep-for" in dialog.view.command.command.toPlainText()
    dialog.view.keep_for([str(workspace / "training_presets" / "elsewhere.json")])
    qtbot.waitUntil(lambda: dialog.view.notice_bar.notice is not None, timeout=TIMEOUT)
    notice = dialog.view.notice_bar.notice
    assert notice is not None
    assert "uses none of these caches" in notice.text
    second = dialog.plan
    leave_out = dialog.view.kept.findChild(QPushButton)
    assert leave_out.text() == "Remove config"
    qtbot.mouseClick(leave_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.plan not in (None, second), timeout=TIMEOUT)
    wait_for_plan(qtbot, dialog)
    assert dialog.view.ticks.total.items == unticked
    assert dialog.view.kept.isHidden()


def test_a_plan_that_is_out_of_date_says_so_and_plans_again(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    workspace = open_copy("sdxl_drifted")
    dialog = show_plan()
    names = files_of(workspace)
    index = workspace / STORES / "image" / "cache.json"
    written = index.stat().st_mtime_ns
    os.utime(index, ns=(written + 10**9, written + 10**9))
    qtbot.mouseClick(dialog.footer.move_button, Qt.MouseButton.LeftButton)
    wait_for_answer(qtbot, opened, dialog)
    notice = dialog.view.notice_bar.notice
    assert notice is not None
    assert "changed after the plan was made" in notice.text
    assert not dialog.footer.move_button.isEnabled()
    assert files_of(workspace) == names
    first = dialog.plan
    notice.actions[0].run()
    qtbot.waitUntil(lambda: dialog.plan not in (None, first), timeout=TIMEOUT)
    wait_for_plan(qtbot, dialog)
    assert dialog.footer.move_button.isEnabled()
    assert dialog.view.notice_bar.notice is None


def test_what_changed_since_the_preview_stays_and_is_listed(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    workspace = open_copy("sdxl_drifted")
    dialog = show_plan()
    take_no_adoption(dialog)
    changed = workspace / STORES / "image" / "0123456789ab_128x128_1.pt"
    changed.write_bytes(changed.read_bytes() + b"more")
    os.utime(changed, ns=(time.time_ns() - 10**15,) * 2)
    qtbot.mouseClick(dialog.footer.move_button, Qt.MouseButton.LeftButton)
    wait_until_over(qtbot, opened)
    assert message(opened).startswith("Moved 4 files to quarantine, 23.4 KiB.")
    assert "1 item changed after the preview and was kept." in message(opened)
    notice = opened.window.notice_bar.notice
    assert notice is not None
    assert notice.expert_text(ShownNames()) == (
        f"image/{changed.name}: It changed after the plan was made.")
    assert changed.exists()


def test_a_trainer_at_work_asks_for_a_tick_first(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    workspace = open_copy("sdxl_drifted", make_busy)
    dialog = show_plan()
    assert dialog.view.busy.isVisible()
    assert not dialog.footer.move_button.isEnabled()
    dialog.view.busy.agree.click()
    assert dialog.footer.move_button.isEnabled()
    take_no_adoption(dialog)
    names = files_of(workspace)
    qtbot.mouseClick(dialog.footer.move_button, Qt.MouseButton.LeftButton)
    wait_until_over(qtbot, opened)
    assert message(opened).startswith("Moved 5 files to quarantine")
    assert files_of(workspace) < names | {"image/cache.json.bak", "text/cache.json.bak"}


def test_a_trainer_that_starts_after_the_preview_is_asked_about_then(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    workspace = open_copy("sdxl_drifted")
    dialog = show_plan()
    assert not dialog.view.busy.isVisible()
    names = files_of(workspace)
    live = next(path for path in (workspace / STORES / "image").glob("*.pt"))
    os.utime(live)
    qtbot.mouseClick(dialog.footer.move_button, Qt.MouseButton.LeftButton)
    wait_for_answer(qtbot, opened, dialog)
    assert dialog.view.busy.isVisible()
    assert not dialog.footer.move_button.isEnabled()
    assert files_of(workspace) == names
    dialog.view.busy.agree.click()
    take_no_adoption(dialog)
    qtbot.mouseClick(dialog.footer.move_button, Qt.MouseButton.LeftButton)
    wait_until_over(qtbot, opened)
    assert message(opened).startswith("Moved 5 files to quarantine")


def test_closing_the_dialog_leaves_the_clean_running(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    open_copy("sdxl_drifted")
    dialog = show_plan()
    take_no_adoption(dialog)
    dialog.footer.move_button.click()
    assert dialog.progress.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    wait_until_over(qtbot, opened)
    assert message(opened).startswith("Moved 5 files to quarantine")


def test_everything_that_takes_input_has_an_accessible_name(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog],
) -> None:
    open_copy("sdxl_drifted")
    dialog = show_plan()
    nameless = [
        widget for widget in dialog.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not widget.accessibleName() and not widget.objectName().startswith("qt_")
        and not (isinstance(widget, QAbstractButton) and widget.text())]
    assert nameless == []


def test_nothing_to_clean_is_said_and_nothing_can_be_pressed(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog],
) -> None:
    open_copy("sdxl_clean")
    dialog = show_plan()
    assert dialog.view.empty.isVisible()
    assert dialog.view.empty.text.startswith("Nothing to clean.")
    assert not dialog.footer.move_button.isEnabled()
    assert dialog.footer.total.text() == "Nothing is ticked."


def test_deleting_at_once_asks_a_second_time_with_the_figures(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    workspace = open_copy("sdxl_drifted")
    dialog = show_plan()
    take_no_adoption(dialog)
    assert not dialog.footer.delete_button.isVisible()
    qtbot.mouseClick(dialog.footer.disclose, Qt.MouseButton.LeftButton)
    assert dialog.footer.delete_button.text() == "Delete 5 files now…"
    names = files_of(workspace)
    qtbot.mouseClick(dialog.footer.delete_button, Qt.MouseButton.LeftButton)
    box = confirm_box(opened)
    assert box.text() == "Delete 5 files for good and free 44.0 KiB? Their size is 30.2 KiB."
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    box.reject()
    assert files_of(workspace) == names
    qtbot.mouseClick(dialog.footer.delete_button, Qt.MouseButton.LeftButton)
    box = confirm_box(opened)
    agree = next(found for found in box.buttons() if found.text() == "Delete for good")
    qtbot.mouseClick(agree, Qt.MouseButton.LeftButton)
    wait_until_over(qtbot, opened)
    assert message(opened).startswith("Deleted 5 files, 30.2 KiB.")
    notice = opened.window.notice_bar.notice
    assert notice is not None
    assert notice.actions == ()
    assert len(names - files_of(workspace)) == 5


def test_the_command_does_what_the_dialog_would_do(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
    tmp_path: Path,
) -> None:
    workspace = open_copy("sdxl_drifted")
    dialog = show_plan()
    shown = dialog.view.command.command
    assert shown.toPlainText() == (
        f"larder clean {workspace / CONFIG} --apply\n"
        f"larder readopt {workspace / CONFIG} --apply")
    take_no_adoption(dialog)
    dialog.setMinimumHeight(300)
    dialog.resize(dialog.width(), 300)
    qtbot.mouseClick(dialog.view.show_command, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown.visibleRegion().boundingRect() == shown.rect(), timeout=TIMEOUT)
    assert shown.toPlainText() == f"larder clean {workspace / CONFIG} --apply"
    qtbot.mouseClick(dialog.footer.disclose, Qt.MouseButton.LeftButton)
    assert "--delete" not in shown.toPlainText(), "deleting is offered, and not chosen"
    qtbot.mouseClick(dialog.footer.disclose, Qt.MouseButton.LeftButton)
    dialog.view.table.plan_model.toggle(0)
    assert shown.toPlainText() == "larder apply plan.json"
    exported = tmp_path / "my plan.json"
    assert dialog.plan is not None
    dialog.export.write(dialog.plan, dialog.view.ticks, exported)
    qtbot.waitUntil(lambda: shown.toPlainText() == f"larder apply '{exported}'", timeout=TIMEOUT)
    document = json.loads(exported.read_text("ascii"))
    assert document["files"] == 4
    assert not any(item["preselected"] for group in document["groups"]
                   if group["reason"] == "temp-leftover" for item in group["items"])
    dialog.view.table.plan_model.toggle(0)
    assert shown.toPlainText().startswith("larder clean ")


def test_delete_on_selected_entries_shows_what_belongs_to_them(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[..., CleanDialog], qtbot: QtBot,
) -> None:
    open_copy("sdxl_drifted")
    opened.window.show_page("entries")
    page = opened.window.pages["entries"]
    assert isinstance(page, EntriesPage)
    snapshot = opened.services.session.snapshot
    assert snapshot is not None
    sources = [snapshot.entries.source(row) for row in page.model.rows.tolist()]
    page.table.selectRow(sources.index("data/portraits/sub/img_009.jpg"))
    dialog = show_plan("clean-selected")
    assert lines(dialog) == ["File deleted", "data/portraits/sub/img_009.jpg"]
    assert dialog.view.ticks.total.items == 1
    assert dialog.view.only.text() == "Only files of the selected entry."
    first = dialog.plan
    qtbot.mouseClick(dialog.view.show_all, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.plan not in (None, first), timeout=TIMEOUT)
    wait_for_plan(qtbot, dialog)
    assert dialog.view.ticks.total.items == 5
    assert not dialog.view.only.isVisible()


def test_damage_is_looked_for_on_demand(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    open_copy("sdxl_drifted")
    dialog = show_plan()
    first = dialog.plan
    qtbot.mouseClick(dialog.view.look_inside, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.plan not in (None, first), timeout=TIMEOUT)
    wait_for_plan(qtbot, dialog)
    assert "Damaged" in lines(dialog)
    assert not dialog.view.look_inside.isVisible()
    assert dialog.view.ticks.total.items == 5


def test_cancelling_the_first_plan_closes_the_dialog(
    opened: OpenWindow, open_copy: Open, qtbot: QtBot,
) -> None:
    open_copy("sdxl_drifted")
    opened.services.commands.run("clean")
    dialog = dialog_of(opened)
    assert dialog is not None
    assert dialog.progress.isVisible()
    qtbot.mouseClick(dialog.progress.stop, Qt.MouseButton.LeftButton)
    wait_until_over(qtbot, opened)


def test_escape_closes_the_dialog_and_another_workspace_too(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    open_copy("sdxl_drifted")
    dialog = show_plan()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    wait_until_over(qtbot, opened)
    show_plan()
    opened.services.session.close()
    wait_until_over(qtbot, opened)


def test_a_plan_that_cannot_be_made_says_why_and_can_be_tried_again(
    opened: OpenWindow, open_copy: Open, qtbot: QtBot,
) -> None:
    workspace = open_copy("sdxl_drifted")
    config = (workspace / CONFIG).read_bytes()
    (workspace / CONFIG).write_text("{ this is no config")
    opened.services.commands.run("clean")
    dialog = dialog_of(opened)
    assert dialog is not None
    qtbot.waitUntil(dialog.refused.isVisible, timeout=TIMEOUT)
    assert str(workspace / CONFIG) in dialog.refused.state.text
    (workspace / CONFIG).write_bytes(config)
    qtbot.mouseClick(dialog.refused.state.button, Qt.MouseButton.LeftButton)
    wait_for_plan(qtbot, dialog)
    dialog.reject()
    wait_until_over(qtbot, opened)


def test_boxes_and_chevrons_answer_mouse_and_keys(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
) -> None:
    open_copy("sdxl_drifted")
    dialog = show_plan()
    table = dialog.view.table
    model = table.plan_model

    def click(place: QPoint) -> None:
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)

    cell = table.visualRect(model.index(2, 0))
    click(check_rect(cell).center())
    assert dialog.view.ticks.total.items == 2
    click(chevron_rect(cell).center())
    assert not model.is_expanded(1)
    qtbot.keyClick(table, Qt.Key.Key_Right)
    assert model.is_expanded(1)
    table.selectAll()
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert dialog.view.ticks.total.items == 5
    table.setCurrentIndex(model.index(4, 0))
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert dialog.view.ticks.total.items == 4
    qtbot.keyClick(table, Qt.Key.Key_Left)
    assert table.currentIndex().row() == 2
    assert not model.is_expanded(1)


def test_the_dialog_is_one_and_comes_to_the_front(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog],
) -> None:
    open_copy("sdxl_drifted")
    first = show_plan()
    assert show_plan() is first


def test_ticks_reach_the_worker_as_they_are(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
    tmp_path: Path,
) -> None:
    workspace = open_copy("sdxl_drifted")
    dialog = show_plan()
    take_no_adoption(dialog)
    model = dialog.view.table.plan_model
    model.tick(0, model.rowCount() - 1, on=False)
    assert not dialog.footer.move_button.isEnabled()
    wanted = "c55c04a0bf75_2.pt"
    model.toggle(line_of(dialog, wanted))
    assert np.count_nonzero(dialog.view.ticks.mask) == 1
    names = files_of(workspace)
    qtbot.mouseClick(dialog.footer.move_button, Qt.MouseButton.LeftButton)
    wait_until_over(qtbot, opened)
    assert names - files_of(workspace) == {f"text/{wanted}"}
    assert message(opened) == "Moved 1 file to quarantine, 8.31 KiB."


def test_how_narrow_it_may_be_does_not_hang_on_when_its_plan_comes(
    opened: OpenWindow, open_copy: Open, show_plan: Callable[[], CleanDialog], qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The dialog's minimum width does not depend on when its plan arrives.

    A plan may show content that is wider than the dialog must be.

    A plan may show content that is wider than the dialog must be.
    """
    open_copy("sdxl_drifted")
    make_page, seen = CleanDialog._page_of_plan, []

    def make_page_slowly(dialog: CleanDialog) -> QWidget:
        page = make_page(dialog)
        qtbot.waitUntil(lambda: opened.services.lanes.is_idle, timeout=TIMEOUT)
        qtbot.wait(50)
        return page

    monkeypatch.setattr(CleanDialog, "_page_of_plan", make_page_slowly)
    be_wide = CleanDialog._be_wide_enough
    monkeypatch.setattr(CleanDialog, "_be_wide_enough", lambda dialog: (
        seen.append(dialog.plan), be_wide(dialog)))
    show_plan()
    assert seen == [None]
