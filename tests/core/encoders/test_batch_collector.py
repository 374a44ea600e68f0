"""One leader per batch, failures that stay with their own item, one run per request."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from larder.core.encoders.batch_collector import BatchCollector, run_each


class Recorder:
    """Encodes texts as their lengths, remembers the batches, fails where it is told to."""

    def __init__(self, bad: frozenset[str] = frozenset()) -> None:
        self.batches: list[tuple[str, ...]] = []
        self.threads: set[int] = set()
        self._bad = bad
        self._running = threading.Lock()

    def __call__(self, texts: Sequence[str]) -> list[int]:
        assert self._running.acquire(blocking=False), "two batches at once"
        try:
            self.batches.append(tuple(texts))
            self.threads.add(threading.get_ident())
            for text in texts:
                if text in self._bad:
                    raise ValueError(text)
            return [len(text) for text in texts]
        finally:
            self._running.release()


def submit_all(collector: BatchCollector[str, int], texts: Sequence[str]) -> list[int | Exception]:
    """Every text from a thread of its own, all of them waiting at once."""

    def outcome(text: str) -> int | Exception:
        try:
            return collector.submit(text)
        except ValueError as error:
            return error

    with ThreadPoolExecutor(max_workers=len(texts)) as threads:
        return list(threads.map(outcome, texts))


def test_run_each_gives_results_in_order() -> None:
    assert run_each(Recorder(), ["a", "bbb", "cc"]) == [1, 3, 2]
    assert run_each(Recorder(), []) == []


def test_behaviour_50_a_failing_item_does_not_fail_its_batch_mates() -> None:
    run = Recorder(bad=frozenset({"bad"}))
    first, failed, last = run_each(run, ["a", "bad", "ccc"])
    assert (first, last) == (1, 3)
    assert isinstance(failed, ValueError)
    assert run.batches == [("a", "bad", "ccc"), ("a",), ("bad",), ("ccc",)]


def test_a_single_failing_item_is_run_once() -> None:
    run = Recorder(bad=frozenset({"bad"}))
    assert isinstance(run_each(run, ["bad"])[0], ValueError)
    assert run.batches == [("bad",)]


def test_results_that_do_not_match_their_requests_are_an_error() -> None:
    with pytest.raises(ValueError, match="2 requests gave 1 results"):
        run_each(lambda texts: [1], ["a", "b"])


def test_an_interrupt_is_no_items_failure() -> None:
    def interrupted(texts: Sequence[str]) -> list[int]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_each(interrupted, ["a", "b"])


def test_requests_of_several_threads_share_batches_and_get_their_own_results() -> None:
    run = Recorder()
    texts = ["x" * number for number in range(1, 25)]
    collector = BatchCollector(run, limit=8, wait_s=5.0)
    assert submit_all(collector, texts) == list(range(1, 25))
    assert sorted(text for batch in run.batches for text in batch) == sorted(texts)
    assert max(len(batch) for batch in run.batches) == 8
    assert len(run.batches) == 3


def test_a_failing_request_reaches_only_its_own_thread() -> None:
    run = Recorder(bad=frozenset({"bad"}))
    outcomes = submit_all(BatchCollector(run, limit=4, wait_s=5.0), ["a", "bb", "bad", "dddd"])
    assert [outcome for outcome in outcomes if isinstance(outcome, int)] == [1, 2, 4]
    assert isinstance(outcomes[2], ValueError)


def test_a_leader_alone_does_not_wait_for_company_for_good() -> None:
    run = Recorder()
    collector = BatchCollector(run, limit=8, wait_s=0.0)
    assert [collector.submit("a"), collector.submit("bb")] == [1, 2]
    assert run.batches == [("a",), ("bb",)]


def test_two_threads_with_the_same_request_cost_one_run() -> None:
    run = Recorder()
    collector = BatchCollector(run, limit=2, wait_s=5.0)
    assert submit_all(collector, ["same", "same", "same", "other"]) == [4, 4, 4, 5]
    assert sorted(text for batch in run.batches for text in batch) == ["other", "same"]


def test_a_request_that_has_run_is_run_again_when_it_comes_again() -> None:
    run = Recorder()
    collector = BatchCollector(run, limit=1)
    assert [collector.submit("a"), collector.submit("a")] == [1, 1]
    assert run.batches == [("a",), ("a",)]


@pytest.mark.parametrize("limit", [1, 3, 16])
def test_many_threads_all_get_their_own_results(limit: int) -> None:
    run = Recorder(bad=frozenset({"7" * 7}))
    texts = [str(number % 10) * number for number in range(1, 60)]
    outcomes = submit_all(BatchCollector(run, limit=limit, wait_s=0.001), texts)
    for text, outcome in zip(texts, outcomes, strict=True):
        assert isinstance(outcome, ValueError) if text == "7" * 7 else outcome == len(text)


def test_an_interrupt_wakes_those_who_wait_and_the_next_batch_runs() -> None:
    interrupts = [KeyboardInterrupt()]

    def run(texts: Sequence[str]) -> list[int]:
        if interrupts:
            raise interrupts.pop()
        return [len(text) for text in texts]

    collector = BatchCollector(run, limit=2, wait_s=5.0)

    def outcome(text: str) -> str:
        try:
            return str(collector.submit(text))
        except KeyboardInterrupt:
            return "interrupted"

    with ThreadPoolExecutor(max_workers=2) as threads:
        assert list(threads.map(outcome, ["a", "bb"])) == ["interrupted", "interrupted"]
        assert list(threads.map(outcome, ["ccc", "dddd"])) == ["3", "4"]


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        BatchCollector(Recorder(), limit=0)
