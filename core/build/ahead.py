"""Batches that one thread makes ahead for the one that encodes, or that this one makes itself.

Making ahead is worth a thread while encoding takes its time. Where encoding takes next to none, two
threads only take turns for the interpreter, so the encoder's thread makes each batch when it needs
it. Whoever makes one, only one is made at a time, and they come in order.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

from larder.core.build.stream import TICK_S

One = TypeVar("One")


class Ahead(Generic[One]):
    """Hands things from the thread that makes them to the one that takes them, in order."""

    def __init__(self, size: int, stop: threading.Event) -> None:
        """Make ready.

        Args:
            size: how many may be made before they are asked for.
            stop: set when nothing further is to be made.
        """
        self._size = size
        self._stop = stop
        self._change = threading.Condition()
        self._ready: deque[One] = deque()
        self._things: Iterator[One] = iter(())
        self._is_making = False
        self._is_taker_making = False
        self._takes_over = False
        self._is_over = False
        self._has_ended = False
        self._failure: BaseException | None = None

    @property
    def is_taker_making(self) -> bool:
        """Whether the thread that takes is making the next one; to be asked by what makes it."""
        return self._is_taker_making

    def make(self, things: Iterator[One]) -> None:
        """Make ahead until everything is made, by whichever thread, or nothing further is to be.

        Raises:
            BaseException: what `things` raised, in whichever thread.
        """
        self._things = things
        while self._begins():
            self._make_next()
        if self._failure is not None:
            raise self._failure

    def end(self) -> None:
        """Say that nothing follows, whatever happened; whoever takes goes on until then."""
        with self._change:
            self._has_ended = True
            self._change.notify_all()

    def ticking(self, seconds: float) -> Iterator[One | None]:
        """Everything in order, with None whenever nothing came for so long."""
        while True:
            with self._change:
                if not (self._ready or self._has_ended or self._may_take_over()):
                    self._change.wait(seconds)
                one = self._ready.popleft() if self._ready else None
                if one is None and self._has_ended:
                    return
                self._is_taker_making = one is None and self._may_take_over()
                self._is_making |= self._is_taker_making
                if not self._takes_over:
                    self._change.notify_all()
            if self._is_taker_making:
                self._make_next()
            else:
                yield one

    def take_over(self, takes_over: bool) -> None:
        """Say whether the thread that takes is to make what it lacks itself; it says so."""
        if takes_over == self._takes_over:
            return
        with self._change:
            self._takes_over = takes_over
            self._change.notify_all()

    def _may_take_over(self) -> bool:
        return self._takes_over and not (
            self._is_making or self._is_over or self._stop.is_set())

    def _begins(self) -> bool:
        """Wait until the thread that makes has something to do; False if that is over."""
        with self._change:
            while self._is_making or not (self._is_over or self._stop.is_set()):
                if not self._is_making and not self._takes_over \
                        and len(self._ready) < self._size:
                    self._is_making = True
                    return True
                self._change.wait(TICK_S)
            return False

    def _make_next(self) -> None:
        """Make one; `_is_making` was set for it."""
        made: list[One] = []
        is_over = False
        try:
            made += [next(self._things)]
        except StopIteration:
            is_over = True
        except BaseException as error:  # noqa: BLE001 - raised again by `make`
            self._failure, is_over = error, True
        with self._change:
            self._ready += made
            self._is_over = is_over
            self._is_making = self._is_taker_making = False
            # The thread that makes sleeps while the other one takes over.
            if is_over or not self._takes_over:
                self._change.notify_all()
