"""Writes payloads and gives them their names, many at a time.

Each payload is written to a temporary file first. When enough of them wait, all are flushed to the
drive (with one call where the system has it, else several at once, so that the file system commits
them together), the journal learns what they are, and each takes its name. A crash leaves whole
payloads, and a journal that explains them.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from larder.core.build.work import Made, WorkItem
from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import PendingFile
from larder.core.files.durable import (
    DISK_FULL,
    can_sync_file_system,
    explain_write_errors,
    sync_file_system,
    sync_folder,
)
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    payloads_detail,
)
from larder.core.keys.payload_names import SENTINEL_NAME
from larder.core.payloads.pt import pt_parts
from larder.core.stores.smart.stamps import write_sentinel

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


class Fresh(msgspec.Struct, frozen=True, gc=False):
    """A payload to be written.

    Attributes:
        work: whose.
        variation: from 1.
        values: all of it, `__` names too.
        encoded: whether it was encoded, not copied.
        recipe: id of its recipe, "" if it carries none.
        stamp: content hash of its prompt, "" for a picture.
        crcs: of arrays among the values, as far as they are known (`pt.Checksummed`).
    """

    work: WorkItem
    variation: int
    values: Mapping[str, Any]
    encoded: bool
    recipe: str
    stamp: str = ""
    crcs: Mapping[int, int] = msgspec.field(default_factory=dict)


class _Waiting(msgspec.Struct, gc=False):
    fresh: Fresh
    name: str
    pending: PendingFile
    bytes: int = 0


@dataclass(slots=True)
class _Group:
    """Payloads that get their names together."""

    began: float
    waiting: list[_Waiting] = field(default_factory=list)
    bytes: int = 0

    def names(self) -> set[str]:
        return {one.name for one in self.waiting}


class Publisher:
    """Writes the payloads of one store; used from one thread at a time, in a `with`.

    While one group is flushed, the next one is being written. Names are given by the thread that
    writes: another one would take turns with it at each.
    """

    def __init__(
        self, store: Path, *, reserve: int, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        """Make ready to write.

        Args:
            store: the store's folder; its lock is held.
            reserve: bytes of free space that are left for the index.
            clock_s: tells how long payloads have waited for their names, seconds.
        """
        self._store = store
        self._before = os.path.join(store, "")  # noqa: PTH118
        self._syncs_whole = can_sync_file_system(store)
        self._reserve = reserve + ROOM_KEPT
        self._clock_s = clock_s
        self._group = _Group(clock_s())
        self._flushed: Future[None] | None = None
        self._being_flushed: _Group | None = None
        self._flusher = ThreadPoolExecutor(1, thread_name_prefix="build-flush-group")
        self._flushers = ThreadPoolExecutor(FLUSHERS, thread_name_prefix="build-flush")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._flusher.shutdown()
        self._flushers.shutdown()
        for group in (self._being_flushed, self._group):
            if group is not None:
                _discard(group)

    def write(self, fresh: Fresh) -> list[Made]:
        """Write one payload; earlier ones that got their names meanwhile, if any did.

        Raises:
            DiskFullError: if there is no room for it.
            UserFacingError: if the store cannot be written.
        """
        group = self._group
        name = fresh.work.payload_name(fresh.variation)
        parts = pt_parts(fresh.values, fresh.crcs)
        with explain_write_errors(self._store):
            waiting = _Waiting(fresh, name, PendingFile(self._before + name))
            group.waiting.append(waiting)
            waiting.bytes = waiting.pending.write(parts)
            if self._syncs_whole:
                waiting.pending.finish(fsync=False)
        group.bytes += waiting.bytes
        is_full = len(group.waiting) >= GROUP_FILES or group.bytes >= GROUP_BYTES
        if not (is_full or self._clock_s() - group.began >= GROUP_SECONDS):
            is_flushed = self._flushed is not None and self._flushed.done()
            return self.settle() if is_flushed else []
        self._require_room()
        made = self.settle()
        self._group, self._being_flushed = _Group(self._clock_s()), group
        self._flushed = self._flusher.submit(self._flush, group)
        return made

    def write_sentinel(self, donor: Fresh, modeltype: str) -> None:
        """Write the store's stand-in.

        Raises:
            UserFacingError: if the store cannot be written or the disk is full.
        """
        self._journal({SENTINEL_NAME: donor}, 0)
        write_sentinel(self._store, donor.values, modeltype)

    def holds(self, name: str) -> bool:
        """Whether a payload is written and may not have got its name yet."""
        groups = (self._group, self._being_flushed)
        return any(group is not None and name in group.names() for group in groups)

    def settle(self) -> list[Made]:
        """Wait for the group that is being flushed, and give its payloads their names.

        Raises:
            UserFacingError: if the store cannot be written.
        """
        if self._flushed is None or self._being_flushed is None:
            return []
        flushed, self._flushed = self._flushed, None
        flushed.result()
        made = self._name(self._being_flushed)
        self._being_flushed = None
        return made

    def publish(self) -> list[Made]:
        """Give every written payload its name.

        Raises:
            DiskFullError: if there is too little room left to save the index after it.
            UserFacingError: if the store cannot be written.
        """
        if self._group.waiting:
            self._require_room()
        made = self.settle()
        if self._group.waiting:
            group, self._group = self._group, _Group(self._clock_s())
            self._being_flushed = group
            self._flush(group)
            made += self._name(group)
            self._being_flushed = None
        sync_folder(self._store)
        return made

    def _require_room(self) -> None:
        free = shutil.disk_usage(self._store).free
        if free < self._reserve:
            raise DiskFullError(
                f"The disk of {self._store} is nearly full: {free:,} bytes are free, which are "
                "left for the index.")

    def _flush(self, group: _Group) -> None:
        """Wait until what was written is on the drive, then tell the journal what it is."""
        with explain_write_errors(self._store):
            if self._syncs_whole:
                sync_file_system(self._store)
            else:
                shares = [group.waiting[start::FLUSHERS] for start in range(FLUSHERS)]
                for done in [self._flushers.submit(_finish, share) for share in shares if share]:
                    done.result()
        self._journal({one.name: one.fresh for one in group.waiting}, group.bytes)

    def _name(self, group: _Group) -> list[Made]:
        """Give a flushed group its names; they reach the drive with the next group or the index."""
        made = []
        for one in group.waiting:
            one.pending.take_name()
            fresh = one.fresh
            made.append(Made(
                fresh.work, one.name, one.bytes, fresh.encoded, fresh.recipe,
                fresh.stamp))
        return made

    def _journal(self, written: Mapping[str, Fresh], size: int) -> None:
        """Told before the payloads have their names, so that nobody takes them for a trainer's."""
        sources = {
            name: PayloadSource(fresh.work.item.key, fresh.work.hash)
            for name, fresh in written.items()}
        append_journal(self._store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.BUILT, items=len(written), bytes=size,
            detail=payloads_detail(sources)))


def _finish(share: Sequence[_Waiting]) -> None:
    for one in share:
        one.pending.finish()


def _discard(group: _Group) -> None:
    """Remove what did not get its name."""
    with ExitStack() as stack:
        for one in group.waiting:
            stack.callback(one.pending.discard)


def is_disk_full(error: BaseException) -> bool:
    """Whether an error of writing says that the disk is full."""
    cause = error.__cause__ if isinstance(error, UserFacingError) else error
    return isinstance(cause, OSError) and cause.errno in DISK_FULL
