"""Use of a store by one process: lookups counted, uses noted and written at intervals.

Every store of values by key has one. It is where threads wait for each other, and where a fork
becomes a run of its own that counts from zero: uses its parent had not written are the parent's to
write. Pending uses are written by a timer within a bounded delay, and when a process ends, whether
or not the store was closed: a loop and its loading processes often end within the delay.
"""

from __future__ import annotations

import heapq
import os
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterable, Iterator
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
        """Return the recorded uses, as `written` reads them, together with the pending ones."""
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


class RunningIndex:
    """Sizes and last uses of a store's payloads as one run knows them, and who goes first.

    Payloads that this run has used go last. The others are sorted once by last use and name, and
    what other processes use later lies in a heap; a payload that was used or removed since is
    passed over when it comes up. So a use costs a logarithm at most, and evicting k of n costs k
    steps. The run's own are a mapping in order of use. Not to be shared between threads.

    Attributes:
        is_loaded: whether it knows the payloads; until then it only remembers the run's own uses.
        total_bytes: of all payloads.
    """

    def __init__(self) -> None:
        self.is_loaded = False
        self.total_bytes = 0
        self._sizes: dict[str, int] = {}
        self._others: dict[str, int] = {}
        """Last use of payloads that this run has not used."""
        self._own: dict[str, None] = {}
        self._sorted: list[tuple[int, str]] = []
        """Others by last use and name, the oldest at the end."""
        self._heap: list[tuple[int, str]] = []
        """Others that were used since."""

    def load(self, payloads: Iterable[tuple[str, int, int]]) -> None:
        """Begin anew with payloads: name, size, last use; what this run used stays its own."""
        self._sizes = {}
        self._others = {}
        for name, size, used_ns in payloads:
            self._sizes[name] = size
            if name not in self._own:
                self._others[name] = used_ns
        self.total_bytes = sum(self._sizes.values())
        self._own = {name: None for name in self._own if name in self._sizes}
        self._sorted = [(used_ns, name) for name, used_ns in self._others.items()]
        self._sorted.sort(reverse=True)
        self._heap = []
        self.is_loaded = True

    def forget(self) -> None:
        """Know no payloads any more, for example after a failure on the way."""
        self.is_loaded = False
        self._sizes, self._others, self._sorted, self._heap = {}, {}, [], []
        self.total_bytes = 0

    def use(self, name: str) -> None:
        """This run used a payload."""
        if self.is_loaded and name not in self._sizes:
            return
        self._own.pop(name, None)
        self._own[name] = None
        self._others.pop(name, None)

    def put(self, name: str, size: int) -> None:
        """This run stored a payload."""
        if self.is_loaded:
            self.total_bytes += size - self._sizes.get(name, 0)
            self._sizes[name] = size
        self.use(name)

    def put_by_another(self, name: str, size: int, used_ns: int) -> None:
        """Another process stored a payload."""
        self.total_bytes += size - self._sizes.get(name, 0)
        self._sizes[name] = size
        self.use_by_another(name, used_ns)

    def use_by_another(self, name: str, used_ns: int) -> None:
        """Another process used a payload; one that this run used too stays its own."""
        if name in self._sizes and name not in self._own and used_ns > self._others.get(name, 0):
            self._others[name] = used_ns
            heapq.heappush(self._heap, (used_ns, name))

    def remove(self, name: str) -> None:
        """A payload is gone."""
        self.total_bytes -= self._sizes.pop(name, 0)
        self._others.pop(name, None)
        self._own.pop(name, None)

    def evict(
        self, most_bytes: int, *, keep: str, spared_since_ns: int | None = None
    ) -> list[str] | None:
        """Take out payloads until the rest fits, others before the run's own, oldest first.

        Args:
            most_bytes: what the payloads left may take together.
            keep: a payload that stays and does not count.
            spared_since_ns: payloads used since, and the run's own, stay; None to spare none.

        Returns:
            None, and nothing changed, if the rest does not fit with all that may go gone.
        """
        kept = self._sizes.get(keep, 0)
        evicted: list[tuple[str, int, int]] = []
        oldest = self._oldest(keep)
        fits = True
        while self.total_bytes - kept > most_bytes:
            name = next(oldest, None)
            if name is None:
                break
            used_ns = self._others.get(name)
            if spared_since_ns is not None and (used_ns is None or used_ns >= spared_since_ns):
                fits = False
                if used_ns is not None:
                    heapq.heappush(self._heap, (used_ns, name))
                break
            evicted.append((name, self._sizes[name], used_ns or 0))
            self.remove(name)
        oldest.close()
        if fits:
            return [name for name, _, _ in evicted]
        for name, size, used_ns in evicted:
            self.total_bytes += size
            self._sizes[name], self._others[name] = size, used_ns
            heapq.heappush(self._heap, (used_ns, name))
        return None

    def _oldest(self, keep: str) -> Generator[str, None, None]:
        kept: tuple[int, str] | None = None
        try:
            while self._sorted or self._heap:
                used_ns, name = self._pop()
                if self._others.get(name) != used_ns:
                    continue
                if name == keep:
                    kept = (used_ns, name)
                    continue
                yield name
        finally:
            if kept is not None:
                heapq.heappush(self._heap, kept)
        while True:
            own = next((name for name in self._own if name != keep), None)
            if own is None:
                return
            yield own

    def _pop(self) -> tuple[int, str]:
        if not self._heap or (self._sorted and self._sorted[-1] < self._heap[0]):
            return self._sorted.pop()
        return heapq.heappop(self._heap)
