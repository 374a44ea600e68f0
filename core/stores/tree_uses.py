"""What one run of a store of trees used, and who may change the store at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from larder.core.stores.sharded.use_log import UseLine
from larder.core.stores.store_run import StoreRun
from larder.core.workspace.store_kinds import StoreKind


class TreeUses(StoreRun):
    """The uses of one run; safe for threads, other processes, and a fork.

    Attributes:
        own: trees this run used, the latest last.
    """

    def __init__(
        self,
        folder: Path,
        *,
        budget_bytes: int | None = None,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        """Of a store's folder, which need not exist; nothing is read or written."""
        self.own: dict[str, None] = {}
        super().__init__(
            folder, StoreKind.TREE, budget_bytes=budget_bytes, clock=clock, begin=self.own.clear)

    @contextmanager
    def alone_everywhere(self) -> Iterator[None]:
        """`alone`, and other processes that change the store wait meanwhile."""
        with ExitStack() as held:
            held.enter_context(self.alone())
            held.enter_context(self.log.held())
            yield

    def hit(self, name: str) -> None:
        """A lookup found a tree."""
        with self.alone():
            self._use(name)
            super().hit(name)

    def stored(self, name: str, size: int) -> None:
        """A tree was stored."""
        with self.alone():
            self.batch.put(name, size, self.now())
            self._use(name)

    def gone(self, name: str) -> None:
        """A tree was removed."""
        with self.alone():
            self.own.pop(name, None)
            self.batch.gone(name)

    def announce(self, gone: Sequence[str], *, put: Mapping[str, int] | None = None) -> None:
        """Write down what is about to be removed and stored; call it `alone_everywhere`."""
        self.flush()
        sizes = dict(put or {})
        self.log.append(UseLine(
            run=self.id, put=sizes, used={name: self.now() for name in sizes}, gone=list(gone),
            budget=self.budget_bytes or 0))
        for name in gone:
            self.own.pop(name, None)

    def _use(self, name: str) -> None:
        self.own.pop(name, None)
        self.own[name] = None
