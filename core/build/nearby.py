"""Runs small tasks where they are asked for, and leaves larger ones to other threads.

Handing a task over and getting its result back costs two changes of threads, and each thread that
runs meanwhile takes turns with the others for the interpreter. That is worth it for decoding a
picture of three megapixels (30 ms), not for one that is hashed already (20 µs).
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

NEAR_S: Final = 0.001
"""A task of a kind whose last one took less is run at once."""


class Nearby:
    """Runs tasks of one kind."""

    def __init__(self, pool: Executor) -> None:
        """Make ready.

        Args:
            pool: runs what is not run at once; the first one in any case.
        """
        self._pool = pool
        self._last_s = NEAR_S

    def submit(self, task: Callable[P, T], *args: P.args, **named: P.kwargs) -> Future[T]:
        """Run a task, or have it run; a failure is its result's."""
        whole = functools.partial(task, *args, **named)
        if self._last_s >= NEAR_S:
            return self._pool.submit(self._timed, whole)
        done: Future[T] = Future()
        try:
            done.set_result(self._timed(whole))
        except BaseException as error:  # noqa: BLE001 - raised again by whoever asks
            done.set_exception(error)
        return done

    def _timed(self, task: Callable[[], T]) -> T:
        began = time.perf_counter()
        try:
            return task()
        finally:
            self._last_s = time.perf_counter() - began
