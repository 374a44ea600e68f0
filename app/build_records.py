"""Small files about builds that have not come to their end, for whoever opens the window next.

One lies in Larder's cache folder from the start of a build until it is done, and outlives the
window: a build that was cancelled, or whose window was closed, killed or lost its power, can be
taken up again. While a build runs its window holds the operating system's lock beside the record,
which ends with the process however that ends, so that no other window offers what still runs.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec

from larder.core.compare.document import ChangeRow
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.requests.options import (
    BuildOptions,
    SourceBuildOptions,
    WorkspaceOptions,
    workspace_fields,
)

SUFFIX, LOCK_SUFFIX = ".json", ".lock"


class BuildRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A build as far as it got.

    Attributes:
        name: what the workspace, or the folder of files, is called.
        build: what was asked for of a workspace, None for a build over a folder of files.
        changed_config: text of the config it is built for where that is not the trainer's own.
        changes: what differs from that.
        sources: what was asked for over a folder of files.
        folder: that build's cache.
        done, total: payloads.
    """

    name: str
    build: BuildOptions | None = None
    changed_config: str = ""
    changes: tuple[ChangeRow, ...] = ()
    sources: SourceBuildOptions | None = None
    folder: str = ""
    done: int = 0
    total: int = 0

    @property
    def about(self) -> WorkspaceOptions:
        """The workspace, or what holds the cache."""
        if self.build is not None:
            return WorkspaceOptions(**workspace_fields(self.build))
        return WorkspaceOptions(workspace=self.sources.workspace if self.sources else "")

    @property
    def key(self) -> str:
        """Equal for builds of the same things; how far they are, and with what, is left out."""
        what = (self.about.workspace, self.build and self.build.selection,
                self.sources and self.sources.sources, self.sources and self.sources.store,
                self.folder)
        return hashlib.blake2b(encode_ascii_json(what), digest_size=12).hexdigest()


class BuildRecords:
    """The records of one user; every method may be called from any thread.

    A record that cannot be written costs an offer, no more: the build goes on. How a build ended is
    written whoever has its lock: that is a window which looks, or one at the same build, which
    writes the record again when it gets on.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guard = threading.Lock()
        self._running: set[str] = set()
        self._locks: dict[str, contextlib.ExitStack] = {}

    def begin(self, record: BuildRecord) -> None:
        """A build starts; its record is written the next time it is renewed."""
        with self._guard:
            self._running.add(record.key)

    def renew(self, record: BuildRecord) -> None:
        """Write how far a running build is; one that ended meanwhile stays as it ended."""
        with self._guard:
            if record.key in self._running and self._hold(record.key):
                self._write(record)

    def stop(self, record: BuildRecord) -> None:
        """A build ended before it was done."""
        with self._guard:
            self._running.discard(record.key)
            self._hold(record.key)
            self._write(record)
            self._let_go(record.key)

    def drop(self, record: BuildRecord) -> None:
        """A build is done, or not to be offered again."""
        with self._guard:
            self._running.discard(record.key)
            self._hold(record.key)
            with contextlib.suppress(OSError):
                self._file(record.key).unlink(missing_ok=True)
            self._let_go(record.key)

    def list_stopped(self) -> Sequence[BuildRecord]:
        """Builds that no window is at any more, the latest first."""
        found: list[tuple[float, BuildRecord]] = []
        with self._guard:
            for file in self._folder.glob(f"*{SUFFIX}"):
                # Removed meanwhile, or of another version: then there is nothing to offer.
                with contextlib.suppress(OSError, UnreadableJsonError):
                    record = decode_ascii_json(file.read_bytes(), BuildRecord)
                    if self._is_stopped(record):
                        found.append((file.stat().st_mtime, record))
        found.sort(key=lambda one: one[0], reverse=True)
        return [record for _, record in found]

    def let_go(self) -> None:
        """The window closes: what still runs ends with it, as far as it is written down."""
        with self._guard:
            self._running.clear()
            for key in tuple(self._locks):
                self._let_go(key)

    def _is_stopped(self, record: BuildRecord) -> bool:
        begun_with = record.about.workspace if record.sources is None else record.sources.sources
        if record.key in self._running or not Path(begun_with).exists():
            return False
        is_free = self._hold(record.key)
        if is_free:
            self._let_go(record.key)
        return is_free

    def _write(self, record: BuildRecord) -> None:
        fresh = self._file(record.key).with_suffix(f".{os.getpid()}.new")
        with contextlib.suppress(OSError):
            fresh.write_bytes(encode_ascii_json(record))
            fresh.replace(self._file(record.key))

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}{SUFFIX}"

    def _hold(self, key: str) -> bool:
        """Take the lock of a record, or have it already; False while another window has it."""
        from filelock import FileLock, Timeout

        if key in self._locks:
            return True
        with contextlib.ExitStack() as stack:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                stack.enter_context(FileLock(
                    self._folder / f"{key}{LOCK_SUFFIX}", timeout=0, thread_local=False))
            except Timeout:
                return False
            except OSError:
                # A drive that cannot lock: offered too often does less harm than never.
                return True
            self._locks[key] = stack.pop_all()
        return True

    def _let_go(self, key: str) -> None:
        """Give the lock back, and leave no file of it."""
        lock = self._locks.pop(key, None)
        if lock is None:
            return
        if not self._file(key).exists():
            # While it is held: who waits for it then sees that the file is gone.
            with contextlib.suppress(OSError):
                self._file(key).with_suffix(LOCK_SUFFIX).unlink(missing_ok=True)
        lock.close()
