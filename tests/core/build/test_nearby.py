"""Small tasks run where they are asked for, larger ones elsewhere, and both tell the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from larder.core.build.nearby import NEAR_S, Nearby


@pytest.fixture
def nearby() -> Iterator[Nearby]:
    with ThreadPoolExecutor(1, thread_name_prefix="pool") as pool:
        yield Nearby(pool)


def here() -> str:
    return threading.current_thread().name


def slowly() -> str:
    time.sleep(2 * NEAR_S)
    return here()


def fails() -> str:
    raise ValueError("broken")


def quick_by_now(nearby: Nearby) -> None:
    """Have tasks run until one took as little as it should; a busy machine may need several."""
    while nearby.submit(here).result() != here():
        pass


def test_the_first_task_is_left_to_the_pool(nearby: Nearby) -> None:
    assert nearby.submit(here).result().startswith("pool")


def test_after_a_small_task_the_next_one_runs_at_once(nearby: Nearby) -> None:
    quick_by_now(nearby)
    done = nearby.submit(here)
    assert done.done()
    assert done.result() == here()


def test_after_a_large_task_the_next_one_is_left_to_the_pool_again(nearby: Nearby) -> None:
    quick_by_now(nearby)
    assert nearby.submit(slowly).result() == here()
    assert nearby.submit(here).result().startswith("pool")


def test_a_failure_is_raised_where_the_result_is_asked_for(nearby: Nearby) -> None:
    elsewhere = nearby.submit(fails)
    quick_by_now(nearby)
    at_once = nearby.submit(fails)
    for done in (elsewhere, at_once):
        with pytest.raises(ValueError, match="broken"):
            done.result()


def test_what_is_given_along_arrives(nearby: Nearby) -> None:
    assert nearby.submit(sorted, [2, 3, 1], reverse=True).result() == [3, 2, 1]
