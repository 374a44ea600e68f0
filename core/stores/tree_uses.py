"""What one run of a store of trees remembers of uses, and who may write at a time."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from core.errors import UserFacingError
from core.stores.sharded.use_batch import UseBatch
from core.stores.sharded.use_log import UseLine, UseLog, split
from core.stores.sharded.uses import EntryUses, read_kind
from core.workspace.store_kinds import StoreKind


class TreeUses:
    """The uses of one run; safe for threads, other processes, and a fork.

    Attributes:
        unsaved: why uses could not be written down, "" if they could.
        own: trees this run used, the latest last.
    """

    def __init__(self, folder: Path, budget_bytes: int | None, clock: Callable[[], int]) -> None:
        """Of a store's folder, which need not exist; nothing is read or written."""
        self._folder = folder
        self._budget = budget_bytes
        self._clock = clock
        self._latest_ns = 0
        self.unsaved = ""
        self._begin()

    def _begin(self) -> None:
        """What belongs to one process."""
        self._pid = os.getpid()
        self._run = secrets.token_hex(4)
        self._lock = threading.RLock()
        self._log = UseLog(self._folder, StoreKind.TREE)
        self._batch = UseBatch(self._run, self.flush)
        self.own: dict[str, None] = {}

    @contextmanager
    def alone(self, *, among_processes: bool = False) -> Iterator[None]:
        """Alone among threads; in a forked child a run of its own, which counts from zero.

        Args:
            among_processes: wait for other processes that change the store, and keep them waiting.
        """
        if os.getpid() != self._pid:
            self._begin()
        with ExitStack() as held:
            held.enter_context(self._lock)
            if among_processes:
                held.enter_context(self._log.held())
            yield

    def looked_up(self, name: str, *, is_hit: bool) -> None:
        """A lookup found a tree, or none."""
        with self.alone():
            if is_hit:
                self._batch.hit(name, self._now())
                self._use(name)
            else:
                self._batch.miss()
            if self._batch.is_full:
                self.flush()

    def stored(self, name: str, size: int) -> None:
        """A tree was stored."""
        with self.alone():
            self._batch.put(name, size, self._now())
            self._use(name)

    def gone(self, name: str) -> None:
        """A tree was removed."""
        with self.alone():
            self.own.pop(name, None)
            self._batch.gone(name)

    def announce(self, gone: Sequence[str], *, put: Mapping[str, int] | None = None) -> None:
        """Write down what is about to be removed and stored; call it `alone` among processes."""
        self.flush()
        sizes = dict(put or {})
        self._log.append(UseLine(
            run=self._run, put=sizes, used={name: self._now() for name in sizes}, gone=list(gone),
            budget=self._budget or 0))
        for name in gone:
            self.own.pop(name, None)

    def flush(self) -> None:
        """Write down what waits; where that fails, `unsaved` says why."""
        with self.alone():
            line = self._batch.take()
            if line is None or not self._folder.is_dir():
                return
            line.budget = self._budget or 0
            try:
                with self._log.held():
                    for part in split(line):
                        self._log.append(part)
            except (UserFacingError, OSError) as error:
                self.unsaved = str(error)

    def uses(self) -> EntryUses:
        """What is written down and what waits."""
        with self.alone():
            folded, batch = read_kind(self._folder, StoreKind.TREE), self._batch
            return EntryUses(
                {**folded.used, **batch.used}, folded.hits + batch.hits,
                folded.misses + batch.misses, self._budget)

    def _use(self, name: str) -> None:
        self.own.pop(name, None)
        self.own[name] = None

    def _now(self) -> int:
        """The time, later at each call, so that no two uses of a run tie."""
        self._latest_ns = max(self._clock(), self._latest_ns + 1)
        return self._latest_ns
