"""Which payloads of a store were used when: a log that only grows, folded up now and then.

`.larder/uses-<kind>.jsonl` holds one JSON object per line, each added by one write with O_APPEND
while `.larder/uses.lock` is held. A line that a crash tore is passed over by readers and closed by
the next writer. When the log has grown, it is folded into `.larder/uses-<kind>.json`, which names
the log it was made of and how much of it: a crash between the two steps counts nothing twice.

Nothing here is needed to find a value. Lost, it costs the order in which values are evicted.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import StoreLockedError
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import explain_write_errors
from larder.core.files.regular_file import add_file_name, naming_errors, open_descriptor
from larder.core.files.store_lock import CANNOT_LOCK
from larder.core.files.store_paths import larder_folder, make_larder_folder, refuse_link
from larder.core.workspace.store_kinds import StoreKind

if TYPE_CHECKING:
    from filelock import FileLock

LOCK_NAME: Final = "uses.lock"
LOCK_PATIENCE_S: Final = 60.0
FOLD_BYTES: Final = 4 << 20
"""Size of a log from which it is folded: reading it takes 50 ms by then."""

HEAD_BYTES: Final = 4096
"""Beginning of a log that surely holds its first line."""

LARGEST_LINE: Final = 2_000
"""Names in one line, about 200 KB."""


class UseLine(msgspec.Struct, omit_defaults=True):
    """One line of the log.

    Attributes:
        log: id of the log, in its first line.
        run: who wrote it.
        used: payloads with the time of their last use, nanoseconds since 1970.
        put: payloads with their sizes, stored or about to be.
        gone: payloads that were removed or moved away.
        back: payloads that were brought back.
        hits: lookups that found a value, since the writer's last line.
        budget: what the store may take, in bytes; 0 if the writer has no limit.
    """

    log: str = ""
    run: str = ""
    used: dict[str, int] = {}
    put: dict[str, int] = {}
    gone: list[str] = []
    back: list[str] = []
    hits: int = 0
    misses: int = 0
    budget: int = 0


class Uses(msgspec.Struct):
    """Remembered uses of a store; the folded file contains one.

    Attributes:
        folded: id of the last log that is in it.
        folded_bytes: how much of that log is; the log grows on if a crash prevented its
            replacement.
        used: payloads with the time of their last use, nanoseconds since 1970; those that were
            never looked up are missing.
        hits: lookups that found a value.
        budget: bytes the store may take as its last writer knew it; 0 without a limit.
    """

    folded: str = ""
    folded_bytes: int = 0
    used: dict[str, int] = {}
    hits: int = 0
    misses: int = 0
    budget: int = 0

    def take(self, line: UseLine) -> None:
        """Add the uses of one log line."""
        used = self.used
        for name, at in line.used.items():
            if at > used.get(name, 0):
                used[name] = at
        for name in line.gone:
            used.pop(name, None)
        self.hits += line.hits
        self.misses += line.misses
        self.budget = line.budget or self.budget

    def last_uses(
        self, names: Sequence[str], mtimes_ns: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Last use of some payloads; for one that is not remembered, when it was written.

        Args:
            names: payloads, relative to the store.
            mtimes_ns: their modification times, int64, shape (len(names),).

        Returns:
            Nanoseconds since 1970, int64, same shape.
        """
        known = self.used
        return np.fromiter(
            (known.get(name, at) for name, at in zip(names, mtimes_ns.tolist(), strict=True)),
            dtype=np.int64, count=len(names))


_LINE: Final = msgspec.json.Decoder(UseLine)
_FOLDED: Final = msgspec.json.Decoder(Uses)


def uses_name(kind: StoreKind) -> str:
    """Name of the file in `.larder/` that remembers the uses of a store of a kind."""
    return f"uses-{kind.value}.jsonl"


class UseLog:
    """The log of one store; making it touches no disk. Not to be shared between threads."""

    def __init__(self, folder: Path, kind: StoreKind) -> None:
        self._store = folder
        self._folder = larder_folder(folder)
        self._path = self._folder / uses_name(kind)
        self._folded_path = self._path.with_suffix(".json")
        self._lock: FileLock | None = None
        self._seen = (0, 0)
        """Inode of the log and how far `news` has read it."""

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep every other process from writing; waits for it. May be entered again inside.

        Raises:
            StoreLockedError: if another process has held it for a minute.
            UserFacingError: if the store may not be written.
        """
        with explain_write_errors(self._store.parent):
            self._store.mkdir(parents=True, exist_ok=True)
        make_larder_folder(self._store)
        lock = self._acquire()
        try:
            yield
        finally:
            if lock is not None:
                with naming_errors(self._folder / LOCK_NAME):
                    lock.release()

    def _acquire(self) -> FileLock | None:
        """None on a drive that cannot lock: a lost line costs the order of evictions, no more."""
        from filelock import FileLock, Timeout  # 15 ms that who only reads is spared

        if self._lock is None:
            self._lock = FileLock(self._folder / LOCK_NAME, thread_local=False)
        refuse_link(self._folder / LOCK_NAME)
        with explain_write_errors(self._folder):
            try:
                self._lock.acquire(timeout=LOCK_PATIENCE_S)
            except Timeout as error:
                raise StoreLockedError(
                    f"Another process has been writing into {self._store} for a minute.",
                    "Wait until it has finished, then try again.") from error
            except OSError as error:
                if error.errno not in CANNOT_LOCK:
                    raise add_file_name(error, self._folder / LOCK_NAME) from None
                return None
        return self._lock

    def write(self, line: UseLine) -> None:
        """Add a line however long it is, as `held` and `append` do.

        Raises:
            StoreLockedError, UserFacingError: as they do.
        """
        with self.held():
            for part in _split(line):
                self.append(part)

    def append(self, line: UseLine) -> None:
        """Add a line; call it while `held`.

        Raises:
            UserFacingError: if the store may not be written or the drive is full.
        """
        refuse_link(self._path)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
        flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
        with explain_write_errors(self._folder), naming_errors(self._path):
            descriptor = os.open(self._path, flags, 0o666)
            try:
                status = os.fstat(descriptor)
                size = status.st_size
                head = b"" if _ends_a_line(descriptor, size) else b"\n"
                if size == 0:
                    head = _encode_line(UseLine(log=os.urandom(8).hex()))
                written = head + _encode_line(line)
                _write_whole(descriptor, written)
            finally:
                os.close(descriptor)
        if self._seen == (status.st_ino, size):
            self._seen = (status.st_ino, size + len(written))
        if size > FOLD_BYTES:
            self.fold()

    def fold(self) -> None:
        """Write what the log says into the folded file and begin a new log; call it while `held`.

        Raises:
            UserFacingError: if the store may not be written or the drive is full.
        """
        folded = self.read()
        folded.folded, folded.folded_bytes = self._id(), self._end()[1]
        write_atomically(self._folded_path, [encode_ascii_json(folded)], fsync=True)
        head = _encode_line(UseLine(log=os.urandom(8).hex()))
        was_seen = self._seen == self._end()
        write_atomically(self._path, [head], fsync=False)
        if was_seen:
            self._seen = self._end()

    def read(self) -> Uses:
        """Everything that is remembered.

        Raises:
            OSError: if a file is there and cannot be read.
        """
        folded = self._read_folded()
        content = _content(self._path)
        head = next(_lines(content[:HEAD_BYTES]), None)
        is_folded = head is not None and head.log != "" and head.log == folded.folded
        start = folded.folded_bytes if is_folded else 0
        folded.folded, folded.folded_bytes = "", 0
        for line in _lines(content[start:]):
            folded.take(line)
        return folded

    def begin_news(self) -> None:
        """Take what the log says up to now as known."""
        self._seen = self._end()

    def news(self) -> list[UseLine] | None:
        """Return the lines others added since the last `append`, `news` or `begin_news`.

        None if the log was started anew in between, so that something may have been missed.
        """
        inode, read = self._seen
        end = self._end()
        if end == self._seen:
            return []
        self._seen = end
        if end[0] != inode or end[1] < read:
            return None
        return list(_lines(_content(self._path, read, end[1])))

    def _end(self) -> tuple[int, int]:
        try:
            status = os.stat(self._path)  # noqa: PTH116 - once per put
        except FileNotFoundError:
            return (0, 0)
        return (status.st_ino, status.st_size)

    def _id(self) -> str:
        return next((line.log for line in _lines(_content(self._path, 0, HEAD_BYTES))), "")

    def _read_folded(self) -> Uses:
        try:
            return _FOLDED.decode(_content(self._folded_path) or b"{}")
        except msgspec.DecodeError:
            return Uses()


def _split(line: UseLine) -> Iterator[UseLine]:
    """A line as several that are not too long, counts in the first."""
    used = list(line.used.items())
    rest = UseLine(
        run=line.run, put=line.put, gone=line.gone, back=line.back, hits=line.hits,
        misses=line.misses, budget=line.budget)
    for start in range(0, max(len(used), 1), LARGEST_LINE):
        rest.used = dict(used[start : start + LARGEST_LINE])
        yield rest
        rest = UseLine(run=line.run)


def _encode_line(line: UseLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _lines(content: bytes) -> Iterator[UseLine]:
    """Whole lines; one that a crash or a stranger spoilt says nothing."""
    for line in content.split(b"\n"):
        if line:
            try:
                yield _LINE.decode(line)
            except (msgspec.DecodeError, RecursionError):
                continue


def _content(path: Path, start: int = 0, end: int | None = None) -> bytes:
    try:
        descriptor, _ = open_descriptor(path, flags=getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return b""
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            return b""
        raise
    with naming_errors(path), os.fdopen(descriptor, "rb") as file:
        file.seek(start)
        return file.read() if end is None else file.read(end - start)


def _ends_a_line(descriptor: int, size: int) -> bool:
    if size == 0:
        return True
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) == b"\n"


def _write_whole(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
