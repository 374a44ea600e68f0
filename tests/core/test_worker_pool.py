"""Workers that stay: the next job finds one that has started already."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from larder.core import worker
from larder.core.worker_process import SpareWorkers, WorkerProcess, worker_command
from larder.core.worker_protocol import Cancelled, Failed, Outcome, Succeeded
from tests.core.worker_jobs import Answer, Options
from tests.support.fixtures import REPOSITORY

TABLE = "tests.core.worker_jobs"
LAST = {"count"}


@pytest.fixture(autouse=True)
def tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [str(REPOSITORY), str(REPOSITORY / "packaging")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))


@pytest.fixture
def pool() -> Iterator[SpareWorkers]:
    made = SpareWorkers(table=TABLE, last=LAST)
    yield made
    made.close()


def outcome_of(job: WorkerProcess) -> tuple[Outcome, int]:
    """How a job ended, and the process it ran in."""
    job.start()
    *_, outcome = job.events()
    assert isinstance(outcome, Succeeded | Cancelled | Failed)
    assert job._pipes is not None
    return outcome, job._pipes.pid


def test_jobs_share_a_process_one_after_another(pool: SpareWorkers) -> None:
    ends = [outcome_of(pool("echo", Options(text=text))) for text in ("one", "two", "three")]
    assert [end.answer.text for end, _ in ends] == ["one", "two", "three"]
    assert len({process for _, process in ends}) == 1


def test_a_job_that_loads_models_takes_a_waiting_worker_and_ends_it(pool: SpareWorkers) -> None:
    _, waiting = outcome_of(pool("echo", Options()))
    job = pool("count", Options(count=3))
    end, process = outcome_of(job)
    assert end == Succeeded(Answer(count=3))
    assert process == waiting
    assert job._pipes is not None
    assert job._pipes.has_ended
    assert outcome_of(pool("echo", Options()))[1] != process


def test_jobs_at_the_same_time_have_a_process_each(pool: SpareWorkers) -> None:
    jobs = [pool("echo", Options(text=str(number))) for number in range(3)]
    for job in jobs:
        job.start()
    assert len({job._pipes.pid for job in jobs if job._pipes}) == 3
    for job in jobs:
        assert isinstance([*job.events()][-1], Succeeded)


def test_a_cancelled_job_leaves_its_worker_to_the_next(pool: SpareWorkers) -> None:
    job = pool("until_cancelled", Options())
    job.start()
    events = job.events()
    next(events)
    job.cancel()
    *_, outcome = events
    assert isinstance(outcome, Cancelled)
    assert job._pipes is not None
    job.cancel()
    assert outcome_of(pool("echo", Options(text="after")))[0] == Succeeded(
        Answer(text="after", content=b"\x00\xff"))


def test_a_word_that_comes_after_the_outcome_does_not_reach_the_next_job(
    pool: SpareWorkers,
) -> None:
    first = pool("echo", Options())
    outcome_of(first)
    second = pool("until_cancelled", Options())
    second.start()
    events = second.events()
    next(events)
    first.cancel()
    first.kill()
    for _ in range(3):
        next(events)
    second.cancel()
    assert isinstance([*events][-1], Cancelled)


def test_a_mistake_in_a_job_does_not_end_its_worker(pool: SpareWorkers) -> None:
    failed, process = outcome_of(pool("broken", Options(text="by zero")))
    assert isinstance(failed, Failed)
    assert outcome_of(pool("echo", Options()))[1] == process


@pytest.mark.parametrize("how", ["exit", "kill"])
def test_a_worker_that_dies_is_a_failed_job_and_is_replaced(pool: SpareWorkers, how: str) -> None:
    _, process = outcome_of(pool("echo", Options()))
    failed, died = outcome_of(pool("dies", Options(text=how)))
    assert isinstance(failed, Failed)
    assert died == process
    end, replacement = outcome_of(pool("echo", Options()))
    assert isinstance(end, Succeeded)
    assert replacement != process


@pytest.mark.skipif(os.name != "posix", reason="needs a signal nobody can refuse")
def test_a_worker_that_was_killed_while_it_waited_is_replaced(pool: SpareWorkers) -> None:
    _, process = outcome_of(pool("echo", Options()))
    os.kill(process, signal.SIGKILL)
    end, replacement = outcome_of(pool("echo", Options(text="again")))
    assert isinstance(end, Succeeded)
    assert replacement != process


def test_a_killed_job_is_cancelled_and_its_worker_replaced(pool: SpareWorkers) -> None:
    job = pool("deaf", Options())
    job.start()
    events = job.events()
    next(events)
    job.kill()
    assert isinstance([*events][-1], Cancelled)
    assert isinstance(outcome_of(pool("echo", Options()))[0], Succeeded)


def test_a_worker_that_waited_long_ends_and_the_next_job_starts_another() -> None:
    impatient = list(worker_command())
    impatient[3] = impatient[3].replace(
        "from larder.core.worker import main", "import larder.core.worker as worker\n"
        "worker.IDLE_S = 0.05\nfrom larder.core.worker import main")
    pool = SpareWorkers(table=TABLE, last=LAST, command=impatient)
    try:
        _, process = outcome_of(pool("echo", Options()))
        resting = pool._resting[0]
        give_up_s = time.monotonic() + 30
        while not resting.has_ended and time.monotonic() < give_up_s:
            time.sleep(0.01)
        assert resting.has_ended
        end, replacement = outcome_of(pool("echo", Options(text="late")))
        assert isinstance(end, Succeeded)
        assert replacement != process
    finally:
        pool.close()


def test_closing_ends_the_workers_that_wait_and_those_that_come_back() -> None:
    pool = SpareWorkers(table=TABLE, last=LAST)
    outcome_of(pool("echo", Options()))
    waiting = pool._resting[0]
    late = pool("until_cancelled", Options())
    late.start()
    pool.close()
    late.cancel()
    assert isinstance([*late.events()][-1], Cancelled)
    assert late._pipes is not None
    assert waiting.has_ended
    assert late._pipes.has_ended


def test_a_worker_waits_a_minute_for_more() -> None:
    assert worker.IDLE_S == 60
