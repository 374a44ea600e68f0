"""Quitting, closing the window and closing the workspace while something runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.dialogs.building.dialog import BuildDialog
from larder.app.dialogs.cleaning.dialog import CleanDialog
from larder.app.jobs.job import JobState
from larder.app.views.quit_dialog import LeaveDialog
from larder.core.requests.options import SurveyOptions, WorkspaceOptions
from larder.core.worker_protocol import Failed
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.synthetic_build import Builder
from tests.app.test_build_dialog import PATIENCE_MS, Stage
from tests.app.test_build_pause import PICTURES, workspace
from tests.app.test_build_resume import (
    builder,
    next_window,
    records,
    running_build,
    say,
    show_workspace,
    stage,
)
from tests.app.test_build_resume import workspace as config
from tests.app.test_opening import HeldWorkers, workers
from tests.support.building import BuildWorkspace
from tests.support.cleaning import CONFIG as CLEANED
from tests.support.indexed_cache import tree_state

__all__ = ["builder", "config", "next_window", "records", "stage", "workers", "workspace"]


@pytest.fixture
def building(stage: Stage, config: Path) -> Stage:
    """A window in which a build has made 54 of 108 payloads."""
    running_build(stage, config)
    return stage


def press_keys(stage: Stage, key: Qt.Key) -> None:
    window = stage.opened.window
    window.activateWindow()
    stage.qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE_MS)
    stage.qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)


def question(stage: Stage) -> LeaveDialog:
    dialog = next((found for found in stage.opened.window.findChildren(LeaveDialog)
                   if found.isVisible()), None)
    assert dialog is not None
    return dialog


def offered(dialog: LeaveDialog) -> list[str]:
    return [button.text() for button in dialog.findChildren(QAbstractButton)
            if button.isVisible()]


def wait_until_closed(stage: Stage) -> None:
    stage.qtbot.waitUntil(lambda: not stage.opened.window.isVisible(), timeout=PATIENCE_MS)


def test_nothing_is_asked_where_nothing_runs(stage: Stage, config: Path) -> None:
    show_workspace(stage, config)
    press_keys(stage, Qt.Key.Key_W)
    assert stage.opened.window.start.isVisible()
    press_keys(stage, Qt.Key.Key_Q)
    assert not stage.opened.window.isVisible()


def test_the_windows_own_survey_is_no_reason_to_ask(stage: Stage, config: Path) -> None:
    show_workspace(stage, config)
    stage.opened.services.session.survey()
    assert stage.opened.window.close()


@pytest.mark.parametrize("how", ["Ctrl+Q", "the window's cross"])
def test_leaving_during_a_build_asks_and_blocks_nothing(building: Stage, how: str) -> None:
    if how == "Ctrl+Q":
        press_keys(building, Qt.Key.Key_Q)
    else:
        assert not building.opened.window.close()
    dialog = question(building)
    assert building.opened.window.isVisible()
    assert dialog.windowTitle() == "Quit Larder?"
    assert dialog.head.text() == "1 job is still running."
    assert dialog.jobs.text().startswith("Build ")
    assert "54 of 108" in dialog.jobs.text()
    assert offered(dialog) == ["Finish, then quit", "Stop after this item and quit", "Keep open"]
    assert all(button.accessibleName() or button.text()
               for button in dialog.findChildren(QAbstractButton))
    assert not building.opened.window.close()
    assert building.opened.window.findChildren(LeaveDialog) == [dialog]
    dialog.keep.click()


def test_keeping_open_leaves_everything_as_it_is(building: Stage) -> None:
    press_keys(building, Qt.Key.Key_Q)
    building.qtbot.keyClick(question(building), Qt.Key.Key_Escape)
    job = building.opened.window.jobs.lines[0].job
    assert job.state is JobState.RUNNING
    building.finish()
    assert job.state is JobState.SUCCEEDED
    assert building.opened.window.isVisible()


def test_it_finishes_and_then_quits(building: Stage) -> None:
    job = building.opened.window.jobs.lines[0].job
    press_keys(building, Qt.Key.Key_Q)
    dialog = question(building)
    dialog.finish.click()
    assert dialog.head.text() == "Larder quits as soon as this is done."
    assert offered(dialog) == ["Stop after this item and quit", "Keep open"]
    building.builder.gate.set()
    wait_until_closed(building)
    assert job.state is JobState.SUCCEEDED


def test_a_paused_build_goes_on_to_finish(building: Stage) -> None:
    line = building.opened.window.jobs.lines[0]
    line.pause.click()
    building.qtbot.waitUntil(lambda: line.job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    press_keys(building, Qt.Key.Key_Q)
    question(building).finish.click()
    assert line.job.state is JobState.RUNNING
    building.builder.gate.set()
    wait_until_closed(building)


def test_what_went_wrong_meanwhile_keeps_the_window_open(building: Stage) -> None:
    building.builder.report = Failed(problem="The drive is gone.")
    press_keys(building, Qt.Key.Key_Q)
    question(building).finish.click()
    building.builder.gate.set()
    say(building, "The drive is gone.")
    wait_until_settled(building.qtbot, building.opened)
    assert building.opened.window.isVisible()
    assert not any(found.isVisible()
                   for found in building.opened.window.findChildren(LeaveDialog))


def test_it_stops_after_the_item_and_quits(building: Stage, records: object) -> None:
    press_keys(building, Qt.Key.Key_Q)
    question(building).stop.click()
    wait_until_closed(building)
    assert [record.done for record in records.list_stopped()] == [54]


def test_who_cannot_wait_for_the_item_quits_at_once(
    building: Stage, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("larder.app.views.quit_dialog.STOP_NOW_AFTER_NS", 0)
    monkeypatch.setattr(building.opened.services.lanes, "cancel",
                        lambda job: job.on_stop_asked())
    press_keys(building, Qt.Key.Key_Q)
    dialog = question(building)
    dialog.stop.click()
    assert dialog.head.text() == "Stopping after the current item…"
    building.qtbot.waitUntil(lambda: offered(dialog) == ["Quit now", "Keep open"],
                             timeout=PATIENCE_MS)
    dialog.now.click()
    assert not building.opened.window.isVisible()


def test_a_question_that_answered_itself_still_waits_for_its_answer(building: Stage) -> None:
    press_keys(building, Qt.Key.Key_Q)
    dialog = question(building)
    building.builder.gate.set()
    building.qtbot.waitUntil(lambda: dialog.head.text() == "All jobs are done.",
                             timeout=PATIENCE_MS)
    assert offered(dialog) == ["Quit now", "Keep open"]
    dialog.now.click()
    assert not building.opened.window.isVisible()


def test_a_closed_workspace_lets_its_build_finish_in_sight(building: Stage) -> None:
    window = building.opened.window
    press_keys(building, Qt.Key.Key_W)
    dialog = question(building)
    assert dialog.windowTitle() == "Close the workspace?"
    assert offered(dialog) == [
        "Close, and let it finish", "Stop after this item and close", "Keep open"]
    dialog.finish.click()
    assert window.start.isVisible()
    assert window.jobs.isVisible()
    assert window.jobs.lines[0].isVisible()
    assert window.jobs.lines[0].stop.isVisible()
    assert not window.dock("inspector").isVisible()
    building.finish()
    assert building.notice.startswith("Built 54 files")


def test_a_workspace_is_closed_and_its_build_stopped(building: Stage, records: object) -> None:
    window, job = building.opened.window, building.opened.window.jobs.lines[0].job
    press_keys(building, Qt.Key.Key_W)
    question(building).stop.click()
    assert window.start.isVisible()
    wait_until_settled(building.qtbot, building.opened)
    assert job.state is JobState.CANCELLED
    assert "54 of 108 kept" in building.notice
    building.press("Resume")
    building.finish()
    # A made-up workspace cannot be opened again, but it is what is tried.
    assert [options.workspace for kind, options in building.builder.asked if kind == "build"]


def test_a_check_cannot_go_on_without_its_workspace(stage: Stage, config: Path) -> None:
    show_workspace(stage, config)
    session, lanes = stage.opened.services.session, stage.opened.services.lanes
    job = session.request("build", session.about_this(SurveyOptions, depth="hash"), "Check")
    lanes.submit(job)
    press_keys(stage, Qt.Key.Key_W)
    assert offered(question(stage)) == ["Stop after this item and close", "Keep open"]
    question(stage).stop.click()
    stage.finish()


def test_a_clean_that_ends_without_its_workspace_can_still_be_undone(
    dressed: QApplication, qtbot: QtBot, workers: HeldWorkers,
    fixture_workspace: Callable[[str], Path],
) -> None:
    caches = fixture_workspace("sdxl_drifted")
    before = tree_state(caches / "workspace-cache" / "run")
    with shown_window(dressed, workers.make) as opened:
        stage = Stage(opened, Builder(), qtbot)
        opened.services.session.open(WorkspaceOptions(workspace=str(caches / CLEANED)))
        wait_until_settled(qtbot, opened)
        workers.held = "apply"
        opened.services.commands.run("clean")
        dialog = opened.window.findChild(CleanDialog)
        qtbot.waitUntil(lambda: dialog.plan is not None and dialog.view.isVisible(),
                        timeout=PATIENCE_MS)
        for tick in dialog.view.readopt.findChildren(QAbstractButton):
            tick.setChecked(False)
        dialog.footer.move_button.click()
        press_keys(stage, Qt.Key.Key_W)
        question(stage).finish.click()
        assert opened.window.start.isVisible()
        workers.gate.set()
        qtbot.waitUntil(lambda: stage.notice.startswith("Moved"), timeout=PATIENCE_MS)
        stage.press("Undo")
        qtbot.waitUntil(lambda: stage.notice.startswith("Restored"), timeout=PATIENCE_MS)
        wait_until_settled(qtbot, opened)
    assert tree_state(caches / "workspace-cache" / "run") == before


def test_jobs_stay_in_sight_without_a_workspace(stage: Stage, config: Path) -> None:
    window = stage.opened.window
    assert not window.jobs.isVisible()
    running_build(stage, config)
    stage.opened.services.session.close()
    assert window.jobs.isVisible()
    stage.opened.services.commands.run("dock-jobs")
    assert not window.jobs.isVisible()
    stage.opened.services.commands.run("dock-jobs")
    assert window.jobs.isVisible()
    stage.finish()
    show_workspace(stage, config)
    stage.opened.services.commands.run("close-workspace")
    assert not window.jobs.isVisible()


def test_names_are_hidden_in_the_question_too(building: Stage) -> None:
    press_keys(building, Qt.Key.Key_Q)
    dialog, name = question(building), building.opened.services.session.pages.tree[0].name
    assert name in dialog.jobs.text()
    building.opened.services.look.hide_names(True)
    assert name not in dialog.jobs.text()
    dialog.keep.click()


@pytest.fixture
def working(
    dressed: QApplication, qtbot: QtBot, records: object, workspace: BuildWorkspace,
) -> Iterator[OpenWindow]:
    with shown_window(dressed, None, remembers=True) as opened:
        opened.services.session.open(WorkspaceOptions(workspace=str(workspace.config_path)))
        wait_until_settled(qtbot, opened)
        yield opened


@pytest.mark.exhaustive
def test_a_real_build_is_quit_and_resumed_by_the_next_window(
    working: OpenWindow, dressed: QApplication, qtbot: QtBot, workspace: BuildWorkspace,
) -> None:
    working.services.commands.run("build")
    dialog = working.window.findChild(BuildDialog)
    qtbot.waitUntil(lambda: dialog.plan is not None, timeout=PATIENCE_MS)
    first_plan = dialog.plan
    dialog.view.reader.setCurrentIndex(dialog.view.reader.findData("cache.json"))
    qtbot.waitUntil(lambda: dialog.plan is not first_plan, timeout=PATIENCE_MS)
    dialog.footer.build.click()
    first = Stage(working, Builder(), qtbot)
    qtbot.waitUntil(lambda: any(workspace.store().glob("*-tmp")), timeout=PATIENCE_MS)
    press_keys(first, Qt.Key.Key_Q)
    question(first).stop.click()
    wait_until_closed(first)
    done = len(workspace.payloads())
    assert 0 < done < PICTURES
    with shown_window(dressed, None, remembers=True) as opened:
        second = Stage(opened, Builder(), qtbot)
        qtbot.waitUntil(lambda: f"stopped at {done} of {2 * PICTURES}" in second.notice,
                        timeout=PATIENCE_MS)
        second.press("Resume")
        qtbot.waitUntil(lambda: any(line.job.request.kind == "build" and line.job.progress
                                    for line in opened.window.jobs.lines), timeout=PATIENCE_MS)
        assert second.notice == ""
        qtbot.waitUntil(lambda: second.notice.startswith("Built"), timeout=PATIENCE_MS)
        wait_until_settled(qtbot, opened)
        assert second.notice.startswith(f"Built {2 * PICTURES - done} files")
        assert opened.services.session.snapshot.document.totals.missing == 0
