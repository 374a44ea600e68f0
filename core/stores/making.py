"""Values that are missing: made by one process at a time, and stored where that pays.

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
from larder.core.files.regular_file import naming_errors
from larder.core.files.store_paths import make_larder_folder, refuse_link

if TYPE_CHECKING:
    from filelock import FileLock

MAKING: Final = "making"
LOCKS: Final = 256
PATIENCE_S: Final = 300.0
"""Seconds until somebody who waits makes the value too; no value but a large tree takes as long."""

OPENING_S: Final = 50e-6
"""What opening a file costs before anything is known: the slower end of local drives."""

BYTES_PER_S: Final = 1e9
"""Reading and checking, before anything is known: an npz of 0.6 to 28 MB came at 0.5 to 1 GB/s."""

LEAST_GAIN: Final = 1.5
"""A value must cost this many times as much to make as to read; below that it only takes space."""

WEIGHT: Final = 0.1
"""Of each new measurement against all before it."""

SMALL_BYTES: Final = 64 * 1024
"""Payloads up to it tell what opening costs, larger ones what bytes cost."""


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
        until_made.callback(_release, lock, path)


def _release(lock: FileLock, path: Path) -> None:
    with naming_errors(path):
        lock.release()


class AdmissionPolicy:
    """Policy that decides if a value is worth storing: cost of making it against reading it.

    Reading back an uncompressed waveform takes as long as decoding the same WAV file did, and twice
    its bytes (30 s at 16 kHz: 1.95 ms each), while decoding a 48 kHz stereo FLAC takes 44 ms. So
    nothing is assumed; both costs are measured, on this computer and drive. Not to be shared
    between threads.
    """

    def __init__(self, *, least_gain: float = LEAST_GAIN) -> None:
        self._least_gain = least_gain
        self._opening_s = OPENING_S
        self._s_per_byte = 1 / BYTES_PER_S
        self.admitted = 0
        self.refused = 0

    def note_read(self, size: int, seconds: float) -> None:
        """A value was read."""
        if size <= SMALL_BYTES:
            spent = max(seconds - size * self._s_per_byte, 0.0)
            self._opening_s += WEIGHT * (spent - self._opening_s)
        else:
            spent = max(seconds - self._opening_s, 0.0) / size
            self._s_per_byte += WEIGHT * (spent - self._s_per_byte)

    def reading_s(self, size: int) -> float:
        """Seconds that reading a payload of so many bytes is expected to take."""
        return self._opening_s + size * self._s_per_byte

    def admits(self, size: int, making_s: float) -> bool:
        """Return whether a value of `size` bytes, made in `making_s` seconds, is worth storing."""
        is_worth_it = making_s >= self._least_gain * self.reading_s(size)
        self.admitted += is_worth_it
        self.refused += not is_worth_it
        return is_worth_it
