"""The jobs below the tables: no higher than what is at work, how fast it is, and who is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.jobs.job import Job, JobRequest
from larder.app.models.survey_pages import SurveyPages
from larder.core.jobs import Progress, WorkClock
from larder.core.worker_protocol import Failed
from tests.app.synthetic_survey import Recipe

Show = Callable[[Recipe], SurveyPages]
Begin = Callable[..., Job]


@pytest.fixture
def begin(opened: OpenWindow, show: Show) -> Begin:
    """Hand a made-up job to a window with a workspace; it runs."""
    show(Recipe())

    opened.window.docks.bring("jobs")

    def begin(title: str, *, fleeting: bool = False) -> Job:
        job = Job(JobRequest(kind="check", options=None, title=title, fleeting=fleeting),
                  opened.window)
        opened.services.lanes.submitted.emit(job)
        job.on_started()
        return job

    return begin


def end(job: Job) -> None:
    job.on_succeeded(None)
    job.finished.emit()


def shown_titles(opened: OpenWindow) -> list[str]:
    return [line.job.request.title for line in opened.window.jobs.lines if line.isVisible()]


def test_the_panel_is_as_high_as_what_is_at_work_and_one_line_when_idle(
    opened: OpenWindow, begin: Begin, qtbot: QtBot,
) -> None:
    panel = opened.window.jobs
    idle = panel.height()
    first, second = begin("Check"), begin("Clean")
    qtbot.waitUntil(lambda: panel.height() > idle * 3 // 2)
    assert shown_titles(opened) == ["Clean", "Check"]
    end(first)
    assert shown_titles(opened) == ["Clean"]
    end(second)
    assert shown_titles(opened) == ["Clean"]
    qtbot.waitUntil(lambda: panel.height() == idle)


def test_a_survey_that_the_window_makes_hides_no_job_and_moves_nothing(
    opened: OpenWindow, begin: Begin, qtbot: QtBot,
) -> None:
    panel = opened.window.jobs
    idle = panel.height()
    build = begin("Build")
    survey = begin("Survey", fleeting=True)
    assert shown_titles(opened) == ["Build"]
    end(survey)
    assert shown_titles(opened) == ["Build"]
    assert panel.height() == idle
    end(build)
    end(begin("Survey", fleeting=True))
    assert shown_titles(opened) == ["Build"]


def test_earlier_jobs_are_shown_on_request(
    opened: OpenWindow, begin: Begin, qtbot: QtBot,
) -> None:
    panel = opened.window.jobs
    assert not panel.earlier.isVisible()
    for title in ("Check", "Clean", "Build"):
        end(begin(title))
    assert shown_titles(opened) == ["Build"]
    idle = panel.height()
    assert panel.earlier.text() == "Show 2 earlier jobs"
    assert panel.earlier.accessibleName() == panel.earlier.text()
    panel.earlier.setFocus()
    qtbot.keyClick(panel.earlier, Qt.Key.Key_Space)
    assert shown_titles(opened) == ["Build", "Clean", "Check"]
    qtbot.waitUntil(lambda: panel.height() >= 2 * idle)
    qtbot.keyClick(panel.earlier, Qt.Key.Key_Space)
    assert shown_titles(opened) == ["Build"]
    qtbot.waitUntil(lambda: panel.height() == idle)


def test_every_job_says_how_fast_it_is_and_how_long_it_takes(
    opened: OpenWindow, begin: Begin,
) -> None:
    job, now = begin("Check"), [0.0]
    job.clock = WorkClock(lambda: now[0])
    for second in range(11):
        now[0] = float(second)
        job.on_progress(Progress("hashing sources", 6 * second, 900, "sources"))
    text = opened.window.jobs.lines[0].text.text
    assert text == "Hashing sources · 60 of 900 · 7 % · 6.0/s · about 2 min left"
    for second in range(11, 22):
        now[0] = float(second)
        job.on_progress(Progress("reading", 3_000_000 * (second - 10), 900_000_000, "bytes"))
    assert "2.86 MiB/s · about 5 min left" in opened.window.jobs.lines[0].text.text


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Messages of a tray that is there; the user looks elsewhere."""
    told: list[tuple[str, str]] = []
    look_away(monkeypatch)
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage",
                        lambda _, title, text, *__: told.append((title, text)))
    return told


def look_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QGuiApplication, "applicationState",
                        lambda: Qt.ApplicationState.ApplicationInactive)


def lasted(job: Job, seconds: float) -> Job:
    job.started_ns -= int(seconds * 1e9)
    return job


def test_the_end_of_a_long_job_is_told_to_who_looks_elsewhere(
    begin: Begin, told: list[tuple[str, str]],
) -> None:
    end(lasted(begin("Check"), 8))
    assert told == []
    end(lasted(begin("Build portraits"), 12))
    failed = lasted(begin("Clean"), 12)
    failed.on_failed(Failed(problem="The drive is gone."))
    failed.finished.emit()
    assert [title for title, _ in told] == ["Build portraits", "Clean"]
    assert told[0][1].startswith("Done · 12 s")
    assert "The drive is gone." in told[1][1]


def test_who_stopped_a_job_or_looks_at_it_is_not_told(
    begin: Begin, told: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped = lasted(begin("Check"), 12)
    stopped.on_cancelled(None)
    stopped.finished.emit()
    monkeypatch.setattr(QGuiApplication, "applicationState",
                        lambda: Qt.ApplicationState.ApplicationActive)
    end(lasted(begin("Check"), 12))
    assert told == []


def test_names_are_hidden_in_what_is_told(
    opened: OpenWindow, begin: Begin, told: list[tuple[str, str]],
) -> None:
    name = opened.services.session.pages.tree[0].name
    opened.services.look.hide_names(True)
    end(lasted(begin(f"Build {name}"), 12))
    assert name not in told[0][0]


@pytest.mark.parametrize("has_program", [True, False])
def test_without_a_tray_the_desktops_program_tells_it_and_nothing_fails_without_that(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_program: bool,
) -> None:
    program, started = str(tmp_path / "notify-send"), []
    look_away(monkeypatch)
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: False)
    monkeypatch.setattr(QStandardPaths, "findExecutable", lambda _: program * has_program)
    monkeypatch.setattr(QProcess, "startDetached",
                        lambda *command: started.append(command) or True)
    end(lasted(begin("Build portraits"), 12))
    assert [command[0] for command in started] == [program] * has_program
    assert all("Build portraits" in command[1] for command in started)
