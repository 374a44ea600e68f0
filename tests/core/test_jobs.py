"""A job is driven to its end, and a cancel reaches it where it looks."""

from __future__ import annotations

import threading

import pytest

from core.jobs import CancelToken, ItemFailed, Job, JobCancelled, JobEvent, Progress, run_to_end


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
