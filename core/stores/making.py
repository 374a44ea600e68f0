"""One process at a time makes a value that is missing; the others wait and are given it.

`.larder/making/` has a fixed number of lock files, and a key's is found by its digest, so that a
loop over a million keys leaves no million files. Two keys of one lock wait for each other at times.
Nothing rests on these locks but work: where a drive cannot lock, or a maker takes longer than
anybody waits, a value is made twice and stored whole both times.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import xxhash

from larder.core.errors import UserFacingError
from larder.core.files.store_paths import make_larder_folder, refuse_link

if TYPE_CHECKING:
    from filelock import FileLock

MAKING: Final = "making"
LOCKS: Final = 256
PATIENCE_S: Final = 300.0
"""Seconds until somebody who waits makes the value too; no value but a large tree takes as long."""


class MakingLocks:
    """The locks of one store as one process has them."""

    def __init__(self, store: Path) -> None:
        """Nothing is written before the first lock."""
        self._store = store
        self._forget()

    def _forget(self) -> None:
        self._pid = os.getpid()
        self._threads = [threading.RLock() for _ in range(LOCKS)]
        self._files: dict[int, FileLock] = {}

    @contextmanager
    def alone(self, key: object) -> Iterator[None]:
        """Alone among threads and processes with the value of a key, as far as locks can do."""
        if os.getpid() != self._pid:
            self._forget()  # a fork: a thread that held one of them is not here
        number = xxhash.xxh3_64_intdigest(repr(key).encode()) % LOCKS
        with ExitStack() as until_made:
            if self._threads[number].acquire(timeout=PATIENCE_S):
                until_made.callback(self._threads[number].release)
                self._enter(number, until_made)
            yield

    def _enter(self, number: int, until_made: ExitStack) -> None:
        from filelock import FileLock, Timeout  # 15 ms that who only reads is spared

        try:
            self._store.mkdir(parents=True, exist_ok=True)
            path = make_larder_folder(self._store, MAKING) / f"{number:02x}.lock"
            refuse_link(path)
            # Kept, for a maker may ask for another value: its thread enters this lock again.
            lock = self._files.setdefault(number, FileLock(path, thread_local=False))
            lock.acquire(timeout=PATIENCE_S)
        except (Timeout, OSError, UserFacingError):
            return
        until_made.callback(lock.release)
