"""Writes payloads and gives them their names, many at a time.

Each payload is written to a temporary file first. When enough of them wait, all are flushed to the
drive (several at once, so that the file system commits them together), the journal learns what they
are, and each takes its name. A crash leaves whole payloads, and a journal that explains them.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from core.errors import UserFacingError
from core.files.atomic_write import PendingFile
from core.files.durable import sync_folder
from core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    payloads_detail,
)
from core.files.write_errors import DISK_FULL, explain_write_errors
from core.keys.payload_names import SENTINEL_NAME
from core.operations.build_work import Made, WorkItem
from core.payloads.pt import write_pt
from core.stores.sentinel import write_sentinel

FLUSHERS: Final = 8
"""Files flushed at once: 64 small ones take 8 ms each one by one, 0.6 ms each like this."""

GROUP_FILES: Final = 128
"""Each waits with its file open, and macOS allows a process 256 of them."""

GROUP_BYTES: Final = 128 << 20
GROUP_SECONDS: Final = 2.0
"""Whatever comes first; what waits for its name is lost in a crash."""

ROOM_KEPT: Final = 32 << 20
"""Free space that stays beside what the index needs, so that it can still be saved."""


class DiskFullError(Exception):
    """There is no room for further payloads; `args[0]` is one sentence."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """A payload to be written.

    Attributes:
        work: whose.
        variation: from 1.
        values: all of it, `__` names too.
        encoded: whether it was encoded, not copied.
        recipe: id of its recipe, "" if it carries none.
        stamp: content hash of its prompt, "" for a picture.
    """

    work: WorkItem
    variation: int
    values: Mapping[str, Any]
    encoded: bool
    recipe: str
    stamp: str = ""


@dataclass(slots=True)
class _Waiting:
    fresh: Fresh
    pending: PendingFile
    bytes: int = 0


class Publisher:
    """Writes the payloads of one store; used from one thread, in a `with`."""

    def __init__(self, store: Path, *, reserve: int) -> None:
        """Make ready to write.

        Args:
            store: the store's folder; its lock is held.
            reserve: bytes of free space that are left for the index.
        """
        self._store = store
        self._reserve = reserve + ROOM_KEPT
        self._waiting: list[_Waiting] = []
        self._bytes = 0
        self._began = time.monotonic()
        self._flushers: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._discard()
        if self._flushers is not None:
            self._flushers.shutdown()

    def write(self, fresh: Fresh) -> list[Made]:
        """Write one payload; the ones that got their names by it, if any did.

        Raises:
            DiskFullError: if there is no room for it.
            UserFacingError: if the store cannot be written.
        """
        target = self._store / fresh.work.payload_name(fresh.variation)
        with explain_write_errors(self._store):
            pending = PendingFile(target)
            waiting = _Waiting(fresh, pending)
            self._waiting.append(waiting)
            write_pt(pending.file, fresh.values)
            pending.file.flush()
            waiting.bytes = pending.file.tell()
        self._bytes += waiting.bytes
        is_full = len(self._waiting) >= GROUP_FILES or self._bytes >= GROUP_BYTES
        return self.publish() if is_full or self.is_due() else []

    def write_sentinel(self, donor: Fresh, modeltype: str) -> None:
        """Write the store's stand-in.

        Raises:
            UserFacingError: if the store cannot be written or the disk is full.
        """
        self._journal({SENTINEL_NAME: donor}, 0)
        write_sentinel(self._store, donor.values, modeltype)

    def holds(self, name: str) -> bool:
        """Whether a payload is written and has not got its name yet."""
        return any(waiting.pending.target.name == name for waiting in self._waiting)

    def is_due(self) -> bool:
        """Whether something has waited long enough."""
        return bool(self._waiting) and time.monotonic() - self._began >= GROUP_SECONDS

    def publish(self) -> list[Made]:
        """Give every written payload its name.

        Raises:
            DiskFullError: if there is too little room left to save the index after it.
            UserFacingError: if the store cannot be written.
        """
        if not self._waiting:
            self._began = time.monotonic()
            return []
        self._require_room()
        with explain_write_errors(self._store):
            self._flush([waiting.pending for waiting in self._waiting])
        self._journal({
            one.pending.target.name: one.fresh for one in self._waiting}, self._bytes)
        seconds_per_byte = (time.monotonic() - self._began) / max(self._bytes, 1)
        made = []
        while self._waiting:
            waiting = self._waiting.pop(0)
            waiting.pending.publish(fsync=False)
            fresh = waiting.fresh
            made.append(Made(
                fresh.work, waiting.pending.target.name, waiting.bytes, fresh.encoded,
                fresh.recipe, fresh.stamp, seconds_per_byte * waiting.bytes))
        sync_folder(self._store)
        self._bytes = 0
        self._began = time.monotonic()
        return made

    def _require_room(self) -> None:
        free = shutil.disk_usage(self._store).free
        if free < self._reserve:
            raise DiskFullError(
                f"The disk of {self._store} is nearly full: {free:,} bytes are free, which are "
                "left for the index.")

    def _flush(self, pending: Sequence[PendingFile]) -> None:
        if self._flushers is None:
            self._flushers = ThreadPoolExecutor(FLUSHERS, thread_name_prefix="flush")
        for done in [self._flushers.submit(one.finish) for one in pending]:
            done.result()

    def _journal(self, written: Mapping[str, Fresh], size: int) -> None:
        """Told before the payloads have their names, so that nobody takes them for a trainer's."""
        sources = {
            name: PayloadSource(fresh.work.item.key, fresh.work.hash)
            for name, fresh in written.items()}
        append_journal(self._store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.BUILT, items=len(written), bytes=size,
            detail=payloads_detail(sources)))

    def _discard(self) -> None:
        with ExitStack() as stack:
            for waiting in self._waiting:
                stack.callback(waiting.pending.discard)
        self._waiting = []


def is_disk_full(error: BaseException) -> bool:
    """Whether an error of writing says that the disk is full."""
    cause = error.__cause__ if isinstance(error, UserFacingError) else error
    return isinstance(cause, OSError) and cause.errno in DISK_FULL
