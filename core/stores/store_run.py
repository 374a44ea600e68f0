"""What one process does with a store: lookups counted, uses noted, written down now and then.

Every store of values by key has one. It is where threads wait for each other, and where a fork
becomes a run of its own that counts from zero: what its parent had not written down is the parent's
to write. What waits is written by a timer within a bounded delay, and when a process ends, whether
anybody closed the store or not: a loop and its loading processes end all the time within the delay.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from larder.core.errors import UserFacingError
from larder.core.stores.use_log import UseLine, UseLog, Uses
from larder.core.workspace.store_kinds import StoreKind

DELAY_S: Final = 5.0
"""Seconds within which a use is written down; what a crash can cost."""

MOST_USES: Final = 20_000
"""Uses that are written down at once, whatever the time."""


class StoreRun:
    """The run of one process; making it touches no disk.

    Attributes:
        id: tells its lines in the log from those of others.
        budget_bytes: what the store may take, None without a limit.
        damaged: lookups that met a payload that is not what its name says; part of the misses.
        unsaved: why uses could not be written down, "" if they could.
    """

    def __init__(
        self,
        folder: Path,
        kind: StoreKind,
        *,
        budget_bytes: int | None = None,
        clock: Callable[[], int] = time.time_ns,
        begin: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin; a store hands on what it was made with (see `CacheStore`)."""
        self._folder = folder
        self._kind = kind
        self.budget_bytes = budget_bytes
        self._clock = clock
        self._begin = begin
        self._latest_ns = 0
        self.damaged = 0
        self.unsaved = ""
        self._begin_run()

    def _begin_run(self) -> None:
        self._pid = os.getpid()
        _LAST_WORDS.expect_of(self)
        self.id = os.urandom(4).hex()
        self._lock = threading.RLock()
        self.log = UseLog(self._folder, self._kind)
        self._waiting = UseLine(run=self.id)
        self._timer: threading.Timer | None = None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Alone among the threads of this process; may be entered again inside."""
        if os.getpid() != self._pid:
            self._begin_run()
            self._begin()
        with self._lock:
            yield

    def now(self) -> int:
        """The time, nanoseconds since 1970, later at each call: no two uses of a run tie."""
        self._latest_ns = max(self._clock(), self._latest_ns + 1)
        return self._latest_ns

    def hit(self, name: str) -> None:
        """A lookup found the value of a payload."""
        with self.alone():
            self._waiting.hits += 1
            self._waiting.used[name] = self.now()
            self._wait()
            self._flush_if_full()

    def miss(self, *, is_damaged: bool) -> None:
        """A lookup found none, or one that is not served."""
        with self.alone():
            self.damaged += is_damaged
            self._waiting.misses += 1
            self._wait()
            self._flush_if_full()

    def put(self, name: str, size: int, used_ns: int) -> None:
        """A payload was stored; call it `alone`."""
        self._waiting.put[name] = size
        self._waiting.used[name] = used_ns
        self._wait()

    def gone(self, name: str) -> None:
        """A payload was removed; call it `alone`."""
        self._waiting.used.pop(name, None)
        self._waiting.put.pop(name, None)
        self._waiting.gone.append(name)
        self._wait()

    def flush(self) -> None:
        """Write down what waits; where that fails, `unsaved` says why."""
        with self.alone():
            if self._timer is None:
                return
            self._timer.cancel()
            self._timer = None
            line, self._waiting = self._waiting, UseLine(run=self.id)
            if not self._folder.is_dir():
                return
            line.budget = self.budget_bytes or 0
            try:
                self.log.write(line)
            except (UserFacingError, OSError) as error:
                self.unsaved = str(error)

    def uses(self, written: Callable[[], Uses]) -> Uses:
        """What is written down, as `written` reads it, and what waits."""
        with self.alone():
            found, waiting = written(), self._waiting
            return Uses(
                used={**found.used, **waiting.used}, hits=found.hits + waiting.hits,
                misses=found.misses + waiting.misses, budget=self.budget_bytes or 0)

    def _wait(self) -> None:
        """Have what waits written down by a timer, which runs as long as something does."""
        if self._timer is None:
            self._timer = threading.Timer(DELAY_S, self.flush)
            self._timer.daemon = True
            self._timer.start()

    def _flush_if_full(self) -> None:
        line = self._waiting
        if len(line.used) + len(line.put) + len(line.gone) >= MOST_USES:
            self.flush()


class _LastWords:
    """Writes down what waits in any run when its process ends."""

    def __init__(self) -> None:
        self._runs: weakref.WeakSet[StoreRun] = weakref.WeakSet()
        self._pid = 0

    def expect_of(self, run: StoreRun) -> None:
        """Flush this run at the end of this process, if it is still there."""
        self._runs.add(run)
        if self._pid != os.getpid():
            # `atexit` is not heard in the processes that a training loop starts; this is.
            from multiprocessing.util import Finalize

            self._pid = os.getpid()
            Finalize(None, self._flush_all, exitpriority=0)

    def _flush_all(self) -> None:
        for run in list(self._runs):
            run.flush()


_LAST_WORDS: Final = _LastWords()
