"""The first thread of a build: looks at sources ahead, decides in order, hands batches on."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Final

from larder.core.build.batches import in_batches
from larder.core.build.decide import Decider
from larder.core.build.look import Looked, SourceLook, stamps_of
from larder.core.build.nearby import Nearby
from larder.core.build.plan import BuildItem
from larder.core.build.work import Begun, Spoilt, Unit, WorkItem
from larder.core.files.file_stamp import FileStamp
from larder.core.keys.hash_memory import HashMemory

SHARE: Final = 32
"""Sources looked at together: one by one, handing over takes longer than hashing a caption."""

SHARES_AHEAD: Final = 3
"""Shares that are looked at while others are decided; their files wait in the page cache."""


class Feed:
    """Goes through the items of one store."""

    def __init__(
        self,
        items: Sequence[BuildItem],
        look: SourceLook,
        decider: Decider,
        *,
        pool: Nearby,
        recall: HashMemory,
        remember: HashMemory,
        tell: Callable[[Sequence[Begun | Spoilt]], None],
        go_on: Callable[[], None],
    ) -> None:
        """Make ready.

        Args:
            items: what the plan lists, in its order.
            look: how sources are looked at.
            decider: decides what is made of them.
            pool: looks.
            recall: knows hashes of pictures; used from the calling thread only.
            remember: learns them; another one, because asking one writes what it learnt.
            tell: told what becomes of sources.
            go_on: waits while the build is paused, raises StoppedError once it is to stop.
        """
        self._items = items
        self._look = look
        self._decider = decider
        self._pool = pool
        self._known = recall
        self._learnt = remember
        self._tell = tell
        self._go_on = go_on

    def batches(self, size: int) -> Iterator[list[Unit]]:
        """What has to be made, in batches.

        Raises:
            StoppedError: if the build is to stop.
        """
        return in_batches(self._units(), size)

    def _units(self) -> Iterator[Unit]:
        for share in self._looked():
            self._go_on()
            told: list[Begun | Spoilt] = []
            units: list[Unit] = []
            for looked in share:
                if isinstance(looked, Spoilt):
                    told.append(looked)
                    continue
                outcome, of_source = self._decider.decide(looked)
                told.append(outcome)
                units += of_source
            self._tell(told)
            yield from units

    def _looked(self) -> Iterator[list[Looked]]:
        """Shares of sources in order, looked at a little ahead."""
        ahead: deque[Future[list[Looked]]] = deque()
        try:
            for start in range(0, len(self._items), SHARE):
                share = self._items[start:start + SHARE]
                ahead.append(self._pool.submit(self._look.look, share, *self._recall(share)))
                if len(ahead) > SHARES_AHEAD:
                    yield self._taken(ahead.popleft())
            while ahead:
                yield self._taken(ahead.popleft())
        finally:
            for future in ahead:
                future.cancel()

    def _taken(self, future: Future[list[Looked]]) -> list[Looked]:
        found = future.result()
        if not self._look.reads_captions:
            self._remember([one for one in found if isinstance(one, WorkItem)])
        return found

    def _recall(
        self, share: Sequence[BuildItem]
    ) -> tuple[dict[str, str], list[FileStamp | None]]:
        """Hashes that are remembered, by real path, and stamps; captions are read in any case."""
        if self._look.reads_captions:
            return {}, [None] * len(share)
        known: dict[str, str] = {}
        stamps = stamps_of(share)
        by_folder: dict[str, list[int]] = {}
        for at, item in enumerate(share):
            if stamps[at] is not None:
                by_folder.setdefault(os.path.dirname(item.source), []).append(at)  # noqa: PTH120
        for folder, places in by_folder.items():
            hashes = self._known.known(
                folder, [_name(share[at]) for at in places],
                [found for at in places if (found := stamps[at]) is not None])
            known.update(
                (share[at].source, content)
                for at, content in zip(places, hashes, strict=True) if content is not None)
        return known, stamps

    def _remember(self, works: Sequence[WorkItem]) -> None:
        by_folder: dict[str, list[WorkItem]] = {}
        for work in works:
            by_folder.setdefault(os.path.dirname(work.item.source), []).append(work)  # noqa: PTH120
        for folder, of_folder in by_folder.items():
            self._learnt.remember(
                folder, [(_name(work.item), work.stamp, work.hash) for work in of_folder])


def _name(item: BuildItem) -> str:
    return os.path.basename(item.source)  # noqa: PTH119 - once per source
