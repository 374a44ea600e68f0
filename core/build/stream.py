"""Queues between the threads of a build: bounded, and ended by one mark.

A thread that stops early goes on taking what comes until the mark, so that nobody before it waits
for ever; what it takes then is dropped.
"""

from __future__ import annotations

import queue
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

One = TypeVar("One")

TICK_S: Final = 0.1
"""How soon a waiting thread notices that the build is to stop."""


class StoppedError(Exception):
    """The build is to stop; nothing further is handed on."""


class _End:
    """The mark."""


class Stream(Generic[One]):
    """Hands things from one thread to the next, in order."""

    def __init__(self, size: int) -> None:
        """Make ready.

        Args:
            size: how many may wait, 0 for any number.
        """
        self._waiting: queue.Queue[One | _End] = queue.Queue(size)

    def put(self, one: One) -> None:
        """Hand on, waiting for room; the next thread takes it even if the build is to stop."""
        self._waiting.put(one)

    def end(self) -> None:
        """Say that nothing follows."""
        self._waiting.put(_End())

    def __iter__(self) -> Iterator[One]:
        """Everything up to the mark; to be gone through to its end once."""
        while not isinstance(one := self._waiting.get(), _End):
            yield one
            self._waiting.task_done()

    def settle(self) -> None:
        """Wait until whoever goes through it asks for more than was handed on."""
        self._waiting.join()

    def ticking(self, seconds: float) -> Iterator[One | None]:
        """As going through it, with None whenever nothing came for so long."""
        while True:
            try:
                one = self._waiting.get(timeout=seconds)
            except queue.Empty:
                yield None
                continue
            if isinstance(one, _End):
                return
            yield one
