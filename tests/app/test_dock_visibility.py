"""The inspector shows beside a selected row, the jobs while one is at work or has failed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.jobs.job import Job, JobRequest
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.views import dock_visibility
from larder.app.widgets.window_layout import Docks, WindowMemory
from larder.core.worker_protocol import Failed
from tests.app.synthetic_survey import Recipe

Begin = Callable[..., Job]


@pytest.fixture
def begin(opened: OpenWindow, show: Callable[[Recipe], Any]) -> Begin:
    """Begins a job of a window that shows a workspace."""
    show(Recipe(rows=20))

    def begin(title: str, *, fleeting: bool = False) -> Job:
        job = Job(JobRequest(kind="check", options=None, title=title, fleeting=fleeting),
                  opened.window)
        opened.services.lanes.submitted.emit(job)
        job.on_started()
        return job

    return begin


def succeed(job: Job) -> None:
    job.on_succeeded(None)
    job.finished.emit()


def fail(job: Job) -> None:
    job.on_failed(Failed(problem="The drive is full.", hint=""))
    job.finished.emit()


@pytest.fixture
def docks(opened: OpenWindow) -> Docks:
    return opened.window.docks


def test_the_inspector_comes_with_a_selected_row_and_goes_with_it(
    opened: OpenWindow, begin: Begin, docks: Docks, qtbot: QtBot,
) -> None:
    view = opened.services.view
    assert not docks.is_shown("inspector")
    view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=1))
    assert docks["inspector"].isVisible()
    view.choose(None)
    assert docks["inspector"].isVisible()  # a survey selects the row again
    qtbot.waitUntil(lambda: not docks["inspector"].isVisible())


def test_jobs_show_at_once_and_go_a_while_after_their_end(
    begin: Begin, docks: Docks, qtbot: QtBot,
) -> None:
    assert not docks.is_shown("jobs")
    job = begin("Clean")
    assert docks["jobs"].isVisible()
    succeed(job)
    assert docks["jobs"].isVisible()
    qtbot.waitUntil(lambda: not docks["jobs"].isVisible())


def test_a_survey_that_the_window_makes_shows_only_if_it_takes_long(
    begin: Begin, docks: Docks, qtbot: QtBot,
) -> None:
    succeed(begin("Survey", fleeting=True))
    assert not docks.is_shown("jobs")
    qtbot.wait(dock_visibility.APPEAR_MS * 3)
    assert not docks.is_shown("jobs")
    slow = begin("Survey", fleeting=True)
    qtbot.waitUntil(lambda: docks.is_shown("jobs"))
    succeed(slow)
    assert not docks.is_shown("jobs")


def test_what_failed_stays_until_the_next_job(
    begin: Begin, docks: Docks, qtbot: QtBot,
) -> None:
    fail(begin("Build"))
    qtbot.wait(dock_visibility.LINGER_MS * 2)
    assert docks.is_shown("jobs")
    succeed(begin("Survey", fleeting=True))
    assert docks.is_shown("jobs")
    succeed(begin("Build"))
    qtbot.waitUntil(lambda: not docks.is_shown("jobs"))


@pytest.mark.parametrize("name", ["jobs", "inspector"])
def test_the_view_menu_shows_and_hides_what_has_nothing_to_show(
    opened: OpenWindow, begin: Begin, docks: Docks, name: str,
) -> None:
    action = opened.services.commands.action(f"dock-{name}")
    assert action is not None
    assert action.isEnabled()
    assert not action.isChecked()
    action.trigger()
    assert docks[name].isVisible()
    action.trigger()
    assert not docks[name].isVisible()
    begin("Build")
    opened.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=1))
    assert not docks[name].isVisible()


def test_a_dock_that_was_empty_when_the_window_closed_is_not_taken_for_a_hidden_one(
    opened: OpenWindow, begin: Begin, docks: Docks,
) -> None:
    memory = WindowMemory(None)
    docks.switch("tree")
    docks.remember(memory)
    docks.switch("tree")
    docks.restore(memory)
    assert not docks.is_shown("tree")
    opened.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=1))
    assert docks.is_shown("inspector")
