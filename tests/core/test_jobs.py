"""A job is driven to its end, and a cancel reaches it where it looks."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from larder.core.jobs import (
    CancelToken,
    ItemFailed,
    Job,
    JobCancelled,
    JobEvent,
    Progress,
    run_to_end,
)

PATIENCE_S = 30.0


def counting(token: CancelToken, saved: list[int]) -> Job[int]:
    """Save one number per step; when cancelled, report how many were saved."""
    try:
        for number in range(5):
            token.check()
            saved.append(number)
            yield Progress("saving", number + 1, 5, "files")
    except JobCancelled as cancelled:
        cancelled.report = len(saved)
        raise
    return len(saved)


def test_a_job_runs_to_its_end_and_gives_its_report() -> None:
    events: list[JobEvent] = []
    assert run_to_end(counting(CancelToken(), []), events.append) == 5
    assert events == [Progress("saving", done, 5, "files") for done in range(1, 6)]


def test_a_job_may_yield_nothing() -> None:
    def at_once() -> Job[str]:
        yield from ()
        return "done"

    assert run_to_end(at_once()) == "done"


def test_a_cancelled_job_stops_at_its_next_check_and_says_what_it_kept() -> None:
    token, saved = CancelToken(), []  # type: ignore[var-annotated]

    def stop_after_two(event: JobEvent) -> None:
        if isinstance(event, Progress) and event.done == 2:
            token.cancel()

    with pytest.raises(JobCancelled) as caught:
        run_to_end(counting(token, saved), stop_after_two)
    assert saved == [0, 1]
    assert caught.value.report == 2


def test_a_job_cancelled_after_its_last_check_is_done() -> None:
    token = CancelToken()

    def stop_at_the_end(event: JobEvent) -> None:
        if isinstance(event, Progress) and event.done == 5:
            token.cancel()

    assert run_to_end(counting(token, []), stop_at_the_end) == 5


def test_a_cancel_that_nothing_was_kept_for_has_no_report() -> None:
    assert JobCancelled().report is None


def test_what_goes_wrong_in_a_job_comes_out_of_it() -> None:
    def broken() -> Job[None]:
        yield ItemFailed(store="", item="a.png", problem="It is odd.")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_to_end(broken())


def test_a_token_is_set_by_one_thread_and_seen_by_another() -> None:
    token = CancelToken()
    token.check()
    canceller = threading.Thread(target=token.cancel)
    canceller.start()
    canceller.join()
    assert token.is_cancelled
    with pytest.raises(JobCancelled):
        token.check()


def begun(action: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=action, daemon=True)
    thread.start()
    return thread


def holding(clock_s: Callable[[], float] = lambda: 0.0) -> tuple[CancelToken, threading.Event]:
    """A token, and what is set when a job waits on it."""
    held = threading.Event()
    return CancelToken(held.set, clock_s), held


def test_a_paused_job_waits_at_its_check_until_it_is_resumed() -> None:
    (token, held), saved = holding(), []  # type: ignore[var-annotated]
    token.pause()
    assert token.is_paused
    thread = begun(lambda: run_to_end(counting(token, saved)))
    assert held.wait(PATIENCE_S)
    assert (saved, thread.is_alive()) == ([], True)
    token.resume()
    thread.join(PATIENCE_S)
    assert saved == [0, 1, 2, 3, 4]
    assert not token.is_paused


def test_a_cancel_ends_the_wait_and_holds_for_good() -> None:
    token, held = holding()
    caught: list[BaseException] = []

    def job() -> None:
        try:
            token.check()
        except JobCancelled as cancelled:
            caught.append(cancelled)

    token.pause()
    thread = begun(job)
    assert held.wait(PATIENCE_S)
    token.cancel()
    thread.join(PATIENCE_S)
    assert len(caught) == 1
    token.pause()
    assert not token.is_paused
    token.hold()


def test_every_pause_is_told_once_however_many_threads_wait() -> None:
    told = threading.Semaphore(0)
    token = CancelToken(told.release)
    for _ in range(2):
        token.pause()
        threads = [begun(token.check) for _ in range(4)]
        assert told.acquire(timeout=PATIENCE_S)
        token.resume()
        for thread in threads:
            thread.join(PATIENCE_S)
    assert not told.acquire(blocking=False)


def test_the_clock_of_a_job_stands_still_while_it_waits() -> None:
    now_s = [100.0]
    token, held = holding(lambda: now_s[0])
    began_s = token.worked_s()
    now_s[0] += 2
    token.pause()
    now_s[0] += 3  # still at work on the item in hand
    thread = begun(token.check)
    assert held.wait(PATIENCE_S)
    now_s[0] += 40
    assert token.worked_s() - began_s == 5
    token.resume()
    thread.join(PATIENCE_S)
    now_s[0] += 1
    assert token.worked_s() - began_s == 6
