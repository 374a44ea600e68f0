"""A job runs in a worker process, its news come to the window, it always has one outcome."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread, QThreadPool, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.jobs.call_runnable import CallPool
from larder.app.jobs.job import Job, JobRequest, JobState
from larder.app.jobs.job_lanes import READERS, JobLanes, JobRunnable
from larder.core.errors import StoreLockedError
from larder.core.jobs import ItemFailed, Progress
from larder.core.worker_process import WorkerProcess
from larder.core.worker_protocol import Cancelled, Failed, Succeeded
from tests.core.worker_jobs import Options
from tests.support.fixtures import REPOSITORY

PATIENCE_MS = 60_000
BYTES_OVER_32_BITS = 5 * 1024**3


class ScriptedWorker:
    """Says what a script says; an exception in it is raised, a callable is called."""

    def __init__(self, script: list[Any]) -> None:
        self.script = script
        self.told: list[str] = []

    def start(self) -> None:
        self.told.append("start")

    def events(self) -> Iterator[object]:
        for event in self.script:
            if isinstance(event, Exception):
                raise event
            if callable(event):
                event()
            else:
                yield event

    def cancel(self) -> None:
        self.told.append("cancel")

    def kill(self) -> None:
        self.told.append("kill")


class Record(QObject):
    """Everything a job announced, in order, and in which thread it arrived."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.news: list[tuple[str, Any]] = []
        self.threads: set[QThread] = set()
        job.succeeded.connect(lambda result: self.note("succeeded", result))
        job.cancelled.connect(lambda kept: self.note("cancelled", kept))
        job.failed.connect(lambda failure: self.note("failed", failure))
        job.finished.connect(lambda: self.note("finished", None))

    def note(self, what: str, value: Any) -> None:
        self.news.append((what, value))
        self.threads.add(QThread.currentThread())

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.news]


@pytest.fixture
def owner(qapp: QApplication) -> Iterator[QObject]:
    owner = QObject()
    yield owner
    owner.deleteLater()
    qapp.processEvents()


@pytest.fixture(autouse=True)
def tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))


def real_lanes(owner: QObject) -> JobLanes:
    return JobLanes(functools.partial(WorkerProcess, table="tests.core.worker_jobs"), owner)


def scripted_lanes(owner: QObject, *scripts: list[Any]) -> JobLanes:
    left = [ScriptedWorker(script) for script in scripts]
    return JobLanes(lambda kind, options: left.pop(0), owner)


def submitted(lanes: JobLanes, kind: str = "echo", **more: Any) -> tuple[Job, Record]:
    options = more.pop("options", Options())
    job = lanes.prepare(JobRequest(kind=kind, options=options, title="Job", **more))
    record = Record(job)
    lanes.submit(job)
    return job, record


def wait_until_over(qtbot: QtBot, *jobs: Job) -> None:
    qtbot.waitUntil(lambda: all(job.state.is_over for job in jobs), timeout=PATIENCE_MS)


def wait_until_idle(qtbot: QtBot, lanes: JobLanes) -> None:
    qtbot.waitUntil(lambda: lanes.is_idle, timeout=PATIENCE_MS)


def test_a_real_job_succeeds_once_and_then_is_finished(qtbot: QtBot, owner: QObject) -> None:
    lanes = real_lanes(owner)
    job, record = submitted(lanes, options=Options(text="caf\udce9", count=3))
    wait_until_idle(qtbot, lanes)
    assert record.names == ["succeeded", "finished"]
    assert job.state is JobState.SUCCEEDED
    assert record.news[0][1].text == "caf\udce9"
    assert [problem.item for problem in job.problems] == ["caf\udce9"]
    assert record.threads == {owner.thread()}


def test_a_worker_killed_from_outside_is_a_failed_job(qtbot: QtBot, owner: QObject) -> None:
    lanes = real_lanes(owner)
    job, record = submitted(lanes, "deaf")
    qtbot.waitUntil(lambda: job.progress is not None, timeout=PATIENCE_MS)
    worker = lanes._running[job].worker
    os.kill(worker._pipes.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    wait_until_idle(qtbot, lanes)
    assert record.names == ["failed", "finished"]
    assert "ended without a result" in record.news[0][1].problem
    again, after = submitted(lanes)
    wait_until_idle(qtbot, lanes)
    assert after.names == ["succeeded", "finished"]
    assert again.state is JobState.SUCCEEDED


def test_a_cancelled_job_says_what_was_kept(qtbot: QtBot, owner: QObject) -> None:
    lanes = real_lanes(owner)
    job, record = submitted(lanes, "until_cancelled")
    qtbot.waitUntil(lambda: job.progress is not None, timeout=PATIENCE_MS)
    lanes.cancel(job)
    assert job.state is JobState.STOPPING
    wait_until_idle(qtbot, lanes)
    assert record.names == ["cancelled", "finished"]
    assert record.news[0][1].text == "kept"


def test_a_paused_job_waits_resumes_and_leaves_the_window_alone(
    qtbot: QtBot, owner: QObject,
) -> None:
    lanes = real_lanes(owner)
    job, record = submitted(lanes, "until_cancelled")
    qtbot.waitUntil(lambda: job.progress is not None, timeout=PATIENCE_MS)
    lanes.pause(job)
    assert job.state is JobState.PAUSING
    qtbot.waitUntil(lambda: job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    done, stood_s, ticks = job.progress.done, job.clock.now_s(), []
    timer = QTimer(owner)
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(10)
    qtbot.waitUntil(lambda: len(ticks) >= 20, timeout=PATIENCE_MS)
    assert (job.progress.done, job.clock.now_s()) == (done, stood_s)
    lanes.resume(job)
    assert job.state is JobState.RUNNING
    qtbot.waitUntil(lambda: job.progress.done > done, timeout=PATIENCE_MS)
    lanes.pause(job)
    qtbot.waitUntil(lambda: job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    lanes.cancel(job)
    wait_until_idle(qtbot, lanes)
    assert record.names == ["cancelled", "finished"]
    assert record.news[0][1].text == "kept"


def test_a_pause_that_is_over_when_it_is_told_means_nothing(owner: QObject) -> None:
    job = Job(JobRequest(kind="x", options=None, title="Job"), owner)
    job.on_started()
    job.on_pause_asked()
    job.on_resume_asked()
    job.on_paused()
    assert job.state is JobState.RUNNING


def test_shutting_down_ends_a_worker_that_waits(qtbot: QtBot, owner: QObject) -> None:
    lanes = real_lanes(owner)
    job, _ = submitted(lanes, "until_cancelled")
    lanes.pause(job)
    qtbot.waitUntil(lambda: job.state is JobState.PAUSED, timeout=PATIENCE_MS)
    process = lanes._running[job].worker._pipes
    lanes.shut_down()
    assert process.has_ended


def test_a_job_that_does_not_listen_can_be_ended_at_once(qtbot: QtBot, owner: QObject) -> None:
    lanes = real_lanes(owner)
    job, record = submitted(lanes, "deaf")
    qtbot.waitUntil(lambda: job.progress is not None, timeout=PATIENCE_MS)
    lanes.kill(job)
    wait_until_idle(qtbot, lanes)
    assert record.names == ["cancelled", "finished"]


def test_what_a_user_can_mend_keeps_its_hint_and_kind(qtbot: QtBot, owner: QObject) -> None:
    lanes = real_lanes(owner)
    _, record = submitted(lanes, "mendable")
    wait_until_idle(qtbot, lanes)
    assert record.news[0] == ("failed", Failed(
        problem="A trainer is at work.", hint="Wait for it.", error="StoreBusyError",
        user_facing=True))


def test_progress_comes_at_most_every_50_ms_and_once_per_phase(qapp: QApplication) -> None:
    clock = iter(range(10**6))
    script = [Progress("one", at, 100_000, "files") for at in range(1000)]
    script += [Progress("two", at, 100_000, "files") for at in range(1000)]
    runnable = JobRunnable(
        JobRequest(kind="x", options=None, title="Job"),
        lambda kind, options: ScriptedWorker([*script, Succeeded(None)]),
        # A millisecond passes with every look at the clock.
        clock_s=lambda: next(clock) / 1000)
    seen: list[Progress] = []
    runnable.signals.progressed.connect(seen.append)
    runnable.run()
    assert {progress.phase for progress in seen} == {"one", "two"}
    assert len(seen) <= 2000 / 50 + 4
    assert seen[-1] == script[-1]


def test_failed_items_are_passed_on_in_bunches_and_none_is_lost(qapp: QApplication) -> None:
    clock = iter(range(10**6))
    script = [ItemFailed(store="image", item=str(at), problem="No.") for at in range(1000)]
    runnable = JobRunnable(
        JobRequest(kind="x", options=None, title="Job"),
        lambda kind, options: ScriptedWorker([*script, Succeeded(None)]),
        clock_s=lambda: next(clock) / 1000)
    bunches: list[tuple[ItemFailed, ...]] = []
    runnable.signals.items_failed.connect(bunches.append)
    runnable.run()
    assert [item for bunch in bunches for item in bunch] == script
    assert len(bunches) < 50


@pytest.mark.parametrize(("script", "outcome"), [
    ([Succeeded("answer")], "succeeded"),
    ([Cancelled("kept")], "cancelled"),
    ([Failed(problem="No.")], "failed"),
    ([OSError("no process")], "failed"),
    ([StoreLockedError("Locked.")], "failed"),
    ([Progress("a", 1, 2, "files"), RuntimeError("bug")], "failed"),
    ([], "failed"),
])
def test_there_is_exactly_one_outcome_whatever_happens(
    qtbot: QtBot, owner: QObject, script: list[Any], outcome: str,
) -> None:
    lanes = scripted_lanes(owner, script)
    _, record = submitted(lanes)
    wait_until_idle(qtbot, lanes)
    assert record.names == [outcome, "finished"]


def test_an_answer_that_cannot_be_digested_is_a_failure(qtbot: QtBot, owner: QObject) -> None:
    lanes = scripted_lanes(owner, [Succeeded("answer")])
    _, record = submitted(lanes, digest=lambda answer: answer.nothing)
    wait_until_idle(qtbot, lanes)
    failure = record.news[0][1]
    assert record.names == ["failed", "finished"]
    assert "AttributeError" in failure.details
    assert failure.error == "AttributeError"


def test_digesting_happens_beside_the_window(qtbot: QtBot, owner: QObject) -> None:
    lanes = scripted_lanes(owner, [Succeeded("answer")])
    _, record = submitted(lanes, digest=lambda answer: threading.current_thread())
    wait_until_idle(qtbot, lanes)
    assert record.news[0][1] is not threading.main_thread()


def test_byte_counts_over_32_bits_arrive_whole(qtbot: QtBot, owner: QObject) -> None:
    progress = Progress("copying", BYTES_OVER_32_BITS, 2 * BYTES_OVER_32_BITS, "bytes")
    lanes = scripted_lanes(owner, [progress, Succeeded(None)])
    job, _ = submitted(lanes)
    wait_until_idle(qtbot, lanes)
    assert job.progress is not None
    assert job.progress.done == BYTES_OVER_32_BITS


def test_writers_of_one_store_follow_each_other_and_others_do_not_wait(
    qtbot: QtBot, owner: QObject,
) -> None:
    gate = threading.Event()
    order: list[str] = []
    lanes = scripted_lanes(
        owner, [gate.wait, lambda: order.append("first"), Succeeded(None)],
        [lambda: order.append("elsewhere"), Succeeded(None)],
        [lambda: order.append("second"), Succeeded(None)])
    first, _ = submitted(lanes, writes=frozenset({"image", "text"}))
    second = lanes.prepare(JobRequest(kind="x", options=None, title="second",
                                      writes=frozenset({"text"})))
    lanes.submit(second)
    elsewhere, _ = submitted(lanes, writes=frozenset({"audio"}))
    wait_until_over(qtbot, elsewhere)
    assert (first.state, second.state) == (JobState.RUNNING, JobState.QUEUED)
    gate.set()
    wait_until_idle(qtbot, lanes)
    assert order == ["elsewhere", "first", "second"]


def test_a_waiting_writer_is_not_overtaken_for_good(qtbot: QtBot, owner: QObject) -> None:
    gate = threading.Event()
    order: list[str] = []
    lanes = scripted_lanes(
        owner, [gate.wait, Succeeded(None)], [lambda: order.append("both"), Succeeded(None)],
        [lambda: order.append("text"), Succeeded(None)])
    submitted(lanes, writes=frozenset({"image"}))
    submitted(lanes, writes=frozenset({"image", "text"}))
    submitted(lanes, writes=frozenset({"text"}))
    gate.set()
    wait_until_idle(qtbot, lanes)
    assert order == ["both", "text"]


def test_no_more_readers_than_allowed_run_at_once(qtbot: QtBot, owner: QObject) -> None:
    gate = threading.Event()
    lanes = scripted_lanes(owner, *[[gate.wait, Succeeded(None)] for _ in range(5)])
    jobs = [submitted(lanes)[0] for _ in range(5)]
    states = [job.state for job in jobs]
    gate.set()
    wait_until_idle(qtbot, lanes)
    assert states.count(JobState.RUNNING) == READERS
    assert {job.state for job in jobs} == {JobState.SUCCEEDED}


def test_a_job_that_still_waits_is_cancelled_without_a_worker(
    qtbot: QtBot, owner: QObject,
) -> None:
    gate = threading.Event()
    lanes = scripted_lanes(owner, [gate.wait, Succeeded(None)])
    submitted(lanes, writes=frozenset({"image"}))
    waiting, record = submitted(lanes, writes=frozenset({"image"}))
    lanes.cancel(waiting)
    assert record.names == ["cancelled", "finished"]
    gate.set()
    wait_until_idle(qtbot, lanes)


def test_shutting_down_ends_workers_and_waits_for_their_threads(
    qtbot: QtBot, owner: QObject,
) -> None:
    lanes = real_lanes(owner)
    job, _ = submitted(lanes, "deaf")
    qtbot.waitUntil(lambda: job.progress is not None, timeout=PATIENCE_MS)
    process = lanes._running[job].worker._pipes
    lanes.shut_down()
    assert process.has_ended


def test_only_the_newest_computation_is_delivered(qtbot: QtBot, owner: QObject) -> None:
    calls = CallPool(owner)
    call = calls.latest_call(owner)
    gate, results = threading.Event(), []
    call.done.connect(results.append)
    call.start(lambda: gate.wait() and "first")
    call.start(lambda: "second")
    call.start(lambda: "third")
    gate.set()
    qtbot.waitUntil(lambda: calls.is_idle, timeout=PATIENCE_MS)
    assert results == ["third"]


def test_a_computation_that_raises_is_told(qtbot: QtBot, owner: QObject) -> None:
    calls = CallPool(owner)
    call = calls.latest_call(owner)
    told: list[tuple[object, str]] = []
    call.failed.connect(lambda error, trace: told.append((error, trace)))
    call.start(lambda: 1 / 0)
    qtbot.waitUntil(lambda: calls.is_idle, timeout=PATIENCE_MS)
    assert isinstance(told[0][0], ZeroDivisionError)
    assert "ZeroDivisionError" in told[0][1]


def test_a_dropped_computation_is_not_delivered(qtbot: QtBot, owner: QObject) -> None:
    calls = CallPool(owner)
    call = calls.latest_call(owner)
    gate, results = threading.Event(), []
    call.done.connect(results.append)
    call.start(gate.wait)
    call.drop()
    gate.set()
    qtbot.waitUntil(lambda: calls.is_idle, timeout=PATIENCE_MS)
    assert results == []


def test_computations_run_in_the_pool_and_are_delivered_in_the_owners_thread(
    qtbot: QtBot, owner: QObject,
) -> None:
    calls = CallPool(owner)
    call = calls.latest_call(owner)
    threads: list[Any] = []
    call.done.connect(lambda ran_in: threads.extend([ran_in, threading.current_thread()]))
    call.start(threading.current_thread)
    qtbot.waitUntil(lambda: calls.is_idle, timeout=PATIENCE_MS)
    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()
    assert QThreadPool.globalInstance().activeThreadCount() == 0


CLASSES_BEFORE_A_LOAD = """
import sys
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QCoreApplication, QObject
from larder.app.jobs.call_runnable import CallPool

application = QCoreApplication([])
pool, parent = CallPool(), QObject()
unmade = []

def look():
    unmade.extend(name for module in (QtCore, QtGui, QtWidgets)
                  for name in set(dir(module)) - vars(module).keys())

class Loading:
    def find_spec(self, name, path=None, target=None):
        if name == "json.tool":
            look()

sys.meta_path.insert(0, Loading())
pool.load(("json.tool",), parent, application.quit)
application.exec()
print(unmade)
"""


def test_no_thread_that_loads_modules_is_the_first_to_ask_for_a_class_of_qt() -> None:
    """Two that ask at once for a class nobody asked for before crash the window (PySide 6.11.3)."""
    ran = subprocess.run([sys.executable, "-c", CLASSES_BEFORE_A_LOAD], capture_output=True,
                         text=True, timeout=60, cwd=REPOSITORY, check=False)
    assert (ran.returncode, ran.stdout) == (0, "[]\n"), ran.stderr
