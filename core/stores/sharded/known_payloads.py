"""What one run knows of a store's payloads, kept up with what other processes put and remove."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from larder.core.stores.sharded.listing import list_sharded
from larder.core.stores.sharded.running_index import RunningIndex
from larder.core.stores.sharded.use_log import UseLine, UseLog
from larder.core.stores.sharded.uses import EntryUses
from larder.core.workspace.store_kinds import StoreKind

LIST_AGAIN_S: Final = 60.0
"""Seconds after which the folder is listed again if other processes were putting meanwhile."""


class KnownPayloads:
    """Sizes and last uses, listed once and heard of since. Not to be shared between threads.

    Attributes:
        index: the payloads; loaded by the first `hear`.
    """

    def __init__(
        self, folder: Path, kind: StoreKind, log: UseLog, run: str, uses: Callable[[], EntryUses]
    ) -> None:
        """Know nothing yet; reads nothing.

        Args:
            folder: the store.
            kind: of the store.
            log: of the store; what others write into it is heard.
            run: id of this run, whose own lines are no news.
            uses: what is remembered of the store's uses.
        """
        self._folder = folder
        self._kind = kind
        self._log = log
        self._run = run
        self._uses = uses
        self._listed_at = 0.0
        self.index = RunningIndex()

    def hear(self) -> None:
        """List the folder, or take in what other processes did since.

        Raises:
            OSError: if the folder cannot be listed.
        """
        news = self._log.news() if self.index.is_loaded else None
        others = [line for line in news or () if line.run != self._run]
        is_old = bool(others) and time.monotonic() - self._listed_at > LIST_AGAIN_S
        if news is None or is_old or any(line.back for line in others):
            self._list()
            return
        for line in others:
            self._take(line)

    def _list(self) -> None:
        self._log.begin_news()
        listing = list_sharded(self._folder, self._kind)
        used = self._uses().last_uses(listing.names, listing.mtimes_ns).tolist()
        self.index.load(zip(listing.names, listing.sizes.tolist(), used, strict=True))
        self._listed_at = time.monotonic()

    def _take(self, line: UseLine) -> None:
        for name in line.gone:
            self.index.remove(name)
        for name, size in line.put.items():
            self.index.put_by_another(name, size, line.used.get(name, 0))
        for name, used_ns in line.used.items():
            self.index.use_by_another(name, used_ns)
