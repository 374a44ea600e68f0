"""Batches come in order and once, whoever makes them, and nobody is left waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from larder.core.build.ahead import Ahead
from larder.core.build.stream import StoppedError

PATIENCE_S = 30.0
A_TICK_S = 0.01
NUMBERS = 200

Mood = Callable[[int], bool]
"""Whether the thread that takes takes over after a number."""

MOODS: dict[str, Mood] = {
    "never": lambda _: False, "always": lambda _: True, "in turns": lambda one: one % 3 == 0,
    "late": lambda one: one > NUMBERS // 2, "early": lambda one: one < NUMBERS // 2}


class Made:
    """Numbers, and which thread made each."""

    def __init__(self, ahead: Ahead[int], *, fails_at: int | None = None) -> None:
        self.by: dict[int, str] = {}
        self.said: set[tuple[str, bool]] = set()
        self._ahead = ahead
        self._fails_at = fails_at
        self._lock = threading.Lock()

    def numbers(self) -> Iterator[int]:
        for number in range(NUMBERS):
            assert self._lock.acquire(blocking=False), "two are made at once"
            name = threading.current_thread().name
            self.said.add((name, self._ahead.is_taker_making))
            if number == self._fails_at:
                raise ValueError("broken")
            self.by[number] = name
            self._lock.release()
            yield number


class Maker:
    """A thread that makes ahead and keeps what that raised."""

    def __init__(self, ahead: Ahead[int], things: Iterator[int]) -> None:
        self.failure: BaseException | None = None
        self.told_before_the_end = threading.Event()
        self._ahead = ahead
        self._things = things
        self.thread = threading.Thread(target=self._run, name="maker", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self._ahead.make(self._things)
        except (ValueError, StoppedError) as error:
            self.failure = error
        finally:
            self.told_before_the_end.set()
            self._ahead.end()


def taken(ahead: Ahead[int], mood: Mood) -> list[int]:
    found: list[int] = []
    for one in ahead.ticking(A_TICK_S):
        if one is not None:
            found.append(one)
            ahead.take_over(mood(one))
    return found


@pytest.fixture
def stop() -> threading.Event:
    return threading.Event()


@pytest.fixture
def ahead(stop: threading.Event) -> Ahead[int]:
    return Ahead(2, stop)


@pytest.mark.parametrize("mood", MOODS)
def test_everything_comes_once_and_in_order(ahead: Ahead[int], mood: str) -> None:
    made = Made(ahead)
    maker = Maker(ahead, made.numbers())
    assert taken(ahead, MOODS[mood]) == list(range(NUMBERS))
    maker.thread.join(PATIENCE_S)
    assert not maker.thread.is_alive()
    assert made.said <= {("maker", False), (threading.current_thread().name, True)}


def test_whoever_takes_over_makes_all_that_was_not_made_ahead(ahead: Ahead[int]) -> None:
    made = Made(ahead)
    Maker(ahead, made.numbers())
    taken(ahead, MOODS["always"])
    own = threading.current_thread().name
    by = [made.by[number] for number in range(NUMBERS)]
    assert by[-1] == own
    assert by == sorted(by, key=lambda name: name == own)
    assert by.count("maker") <= 4  # those that wait, and the one that was being made


def test_no_more_than_may_wait_is_made_ahead(ahead: Ahead[int], stop: threading.Event) -> None:
    made = Made(ahead)
    maker = Maker(ahead, made.numbers())
    coming = ahead.ticking(A_TICK_S)
    while next(coming) is None:
        pass
    for _ in range(5):  # whoever takes waits here for nothing, and the maker has its time
        threading.Event().wait(A_TICK_S)
    assert len(made.by) <= 3
    stop.set()
    maker.thread.join(PATIENCE_S)


@pytest.mark.parametrize("mood", ["never", "always"])
@pytest.mark.parametrize("fails_at", [0, 1, 50])
def test_a_failure_is_raised_by_the_thread_that_makes_before_the_end_is_said(
    ahead: Ahead[int], mood: str, fails_at: int
) -> None:
    maker = Maker(ahead, Made(ahead, fails_at=fails_at).numbers())
    assert taken(ahead, MOODS[mood]) == list(range(fails_at))
    assert maker.told_before_the_end.is_set()
    assert isinstance(maker.failure, ValueError)


@pytest.mark.parametrize("mood", ["never", "always"])
def test_after_a_stop_nothing_more_is_made_and_nobody_waits(
    ahead: Ahead[int], stop: threading.Event, mood: str
) -> None:
    made = Made(ahead)
    maker = Maker(ahead, made.numbers())

    def stops_at_ten(one: int) -> bool:
        if one == 10:
            stop.set()
        return MOODS[mood](one)

    found = taken(ahead, stops_at_ten)
    maker.thread.join(PATIENCE_S)
    assert not maker.thread.is_alive()
    assert found == list(range(len(found)))
    assert 11 <= len(found) <= 15
