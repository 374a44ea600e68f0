"""Uses that are not written down yet; a timer writes them within a bounded delay."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from larder.core.stores.sharded.use_log import UseLine

DELAY_S: Final = 5.0
"""Seconds within which a use is written down; what a crash can cost."""

MOST_USES: Final = 20_000
"""Uses that are written down at once, whatever the time."""


class UseBatch:
    """What happened since the last line of the log. Not to be shared between threads.

    The timer runs while something waits, and ends with `take`.
    """

    def __init__(self, run: str, flush: Callable[[], None]) -> None:
        self._run = run
        self._flush = flush
        self._line = UseLine(run=run)
        self._timer: threading.Timer | None = None

    @property
    def is_full(self) -> bool:
        """Whether so much waits that it should be written down now."""
        line = self._line
        return len(line.used) + len(line.put) + len(line.gone) >= MOST_USES

    @property
    def hits(self) -> int:
        """Lookups that found a value and are not written down."""
        return self._line.hits

    @property
    def misses(self) -> int:
        """Lookups that did not."""
        return self._line.misses

    @property
    def used(self) -> dict[str, int]:
        """Payloads with their last use, where it is not written down."""
        return self._line.used

    def hit(self, name: str, used_ns: int) -> None:
        """A lookup found a value."""
        self._line.hits += 1
        self._line.used[name] = used_ns
        self._wait()

    def miss(self) -> None:
        """A lookup found none."""
        self._line.misses += 1
        self._wait()

    def put(self, name: str, size: int, used_ns: int) -> None:
        """A payload was stored."""
        self._line.put[name] = size
        self._line.used[name] = used_ns
        self._wait()

    def gone(self, name: str) -> None:
        """A payload was removed."""
        self._line.used.pop(name, None)
        self._line.put.pop(name, None)
        self._line.gone.append(name)
        self._wait()

    def take(self) -> UseLine | None:
        """What waits, None if nothing does; nothing waits any more."""
        if self._timer is None:
            return None
        self._timer.cancel()
        self._timer = None
        line, self._line = self._line, UseLine(run=self._run)
        return line

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(DELAY_S, self._flush)
            self._timer.daemon = True
            self._timer.start()
