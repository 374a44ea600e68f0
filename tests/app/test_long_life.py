"""A window's resources do not grow with use; `start.py soak` tests this over a long run."""

from __future__ import annotations

import gc
import re
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThreadPool
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app import source_watch
from larder.app.cache_session import SessionFolder
from larder.app.jobs.call_runnable import CallPool
from larder.app.jobs.job import Job, JobRequest
from larder.app.jobs.job_lanes import JobLanes
from larder.core.worker_protocol import Succeeded
from tests.soak.window_life import DEEDS, MOST_HANDLES, QUICK_WATCH, WindowLife, grown, measure
from tests.support.fixtures import REPOSITORY, SAMPLE, copy_workspace
from tests.support.sweeps import Sweep


@pytest.fixture
def life(
    dressed: QApplication, known_workspace: Callable[[str], Path], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[WindowLife]:
    for name, value in QUICK_WATCH.items():
        monkeypatch.setattr(source_watch, name, value)
    sample = copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / "sample")
    life = WindowLife(dressed, sample)
    with life.lived():
        yield life


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what is held is read from /proc")
def test_surveys_rows_dialogs_workspaces_and_languages_leave_nothing(
    life: WindowLife, sweep: Sweep,
) -> None:
    for deed in DEEDS:
        for _ in range(sweep.times(deed.short_first, 2 * deed.short_first)):
            deed.do(life)
        before = measure(life.opened)
        for _ in range(sweep.times(deed.short, 2 * deed.short)):
            deed.do(life)
        after = measure(life.opened)
        assert not grown(before, after), deed.name
        assert after.handles < MOST_HANDLES


class _Large:
    """In place of what a function holds, such as a survey."""


def test_a_computation_lets_go_of_what_its_function_holds(qtbot: QtBot, qapp: QApplication) -> None:
    owner = QObject()
    pool = CallPool(owner)
    call = pool.latest_call(owner)
    done: list[object] = []
    call.done.connect(lambda _: done.append(1))
    held = [_Large() for _ in range(20)]
    watched = [weakref.ref(one) for one in held]
    while held:
        call.start(lambda one=held.pop(): one and None)
        qtbot.waitUntil(lambda: call.is_idle)
    pool.shut_down()
    qapp.processEvents()
    gc.collect()
    assert len(done) == len(watched)
    assert [one for one in watched if one() is not None] == []
    assert not pool.findChild(QThreadPool).children()
    owner.deleteLater()


class _Worker:
    """A worker that has its answer at once."""

    def start(self) -> None:
        """There is nothing to start."""

    def events(self) -> Iterator[object]:
        """Nothing but the outcome."""
        yield Succeeded(None)

    cancel = kill = pause = resume = start


def test_a_quiet_job_lets_go_of_its_worker_and_of_what_it_was_asked(
    qtbot: QtBot, qapp: QApplication,
) -> None:
    owner = QObject()
    made: list[weakref.ref[Any]] = []

    def make(kind: str, options: Any) -> _Worker:
        worker = _Worker()
        made.extend((weakref.ref(worker), weakref.ref(options)))
        return worker

    lanes = JobLanes(make, owner)
    for _ in range(20):
        job = lanes.prepare(JobRequest(kind="x", options=_Large(), title="Job", quiet=True))
        made.append(weakref.ref(job))
        lanes.submit(job)
        del job
        qtbot.waitUntil(lambda: lanes.is_idle)
    lanes.shut_down()
    qtbot.waitUntil(lambda: not lanes.findChildren(Job))
    gc.collect()
    assert len(made) == 60
    assert [one for one in made if one() is not None] == []
    owner.deleteLater()


def test_no_pool_is_given_a_runnable_of_pythons() -> None:
    """PySide6 keeps a reference to each for ever; functions are let go."""
    imported = re.compile(r"^(from PySide6.* import .*|\s+)\bQRunnable\b", re.MULTILINE)
    assert [str(path) for path in (REPOSITORY / "app").rglob("*.py")
            if imported.search(path.read_text("utf-8"))] == []


def test_a_saved_plan_goes_with_the_last_that_refers_to_it(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path,
) -> None:
    folder = SessionFolder(tmp_path)
    plan = folder.new_file("plan")
    plan.path.write_text("{}")
    job = Job(JobRequest(kind="x", options=None, title="Job"))
    plan.keep_until_over(job)
    path = plan.path
    del plan
    gc.collect()
    assert path.exists()
    job.deleteLater()
    del job
    qtbot.waitUntil(lambda: not path.exists())
    folder.sweep()
