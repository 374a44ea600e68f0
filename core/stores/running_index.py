"""Sizes and last uses of a store's payloads in memory: the running total, and who goes first.

Payloads that this run has used go last. The others are sorted once by last use and name, and what
other processes use later lies in a heap; a payload that was used or removed since is passed over
when it comes up. So a use costs a logarithm at most, and evicting k of n costs k steps. The run's
own are a mapping in order of use.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterable


class RunningIndex:
    """What a store holds, as one run knows it. Not to be shared between threads.

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
