"""Results of reading files, remembered by their stamps: hashes, digests, picture sizes.

Derived memory in the user's cache folder: sqlite files, one table each keyed (folder, name) WITHOUT
ROWID. A file whose date moved is read once and not at each survey. Rows go in by sorted batches
(1,000,000 rows take 2 s in key order, 21 s in random order). A hit needs equal size, mtime, ctime
and inode. Whatever is wrong with a file of ours, a survey goes on without it: a damaged or foreign
one is thrown away and begun anew, a locked one is left alone. What nobody asked for in two months
goes (`unused_rows`). No write-ahead log: it does not work
where homes are on a network drive.

`HashMemory` holds 64 bits per name, or a SHA-256, by which the caches of pixels, features and
samples name their payloads. `PictureMemory` holds heights and widths read from headers; only
entries whose index row stores no size, and edited pictures, are looked up.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from larder.core.errors import error_reason
from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.files.regular_file import open_regular
from larder.core.jobs import CancelToken
from larder.core.keys.content_hash import File, map_files, path_bytes
from larder.core.keys.unused_rows import DAY_NS, is_due, note_use

APPLICATION_ID = 0x4C524452
FORMAT_VERSION = 1
BUSY_TIMEOUT_S = 0.5
ROWS_PER_BATCH = 20_000
NAMES_PER_QUERY = 500
"""sqlite takes at least 999 values per statement."""

COARSE_TICK_NS = 10_000_000
COARSE_UNSETTLED_NS = 2_000_000_000
FINE_UNSETTLED_NS = 50_000_000
"""A file that changes twice within one tick of its file system's clock keeps its stamp, so one that
changed so shortly before it was read is not remembered. FAT ticks every two seconds and its times
are whole hundredths; file systems that give finer times tick at least every 16 ms."""

_SCHEMA = f"""
    CREATE TABLE folders (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE);
    CREATE TABLE hashes (
        folder INTEGER NOT NULL,
        name BLOB NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        hash INTEGER NOT NULL,
        PRIMARY KEY (folder, name)
    ) WITHOUT ROWID;
    PRAGMA application_id = {APPLICATION_ID};
    PRAGMA user_version = {FORMAT_VERSION};
"""

_Place = tuple[bytes, bytes]
"""Folder and name."""

_Row = tuple[Any, ...]
"""Stamp and hash, and the name where it was read."""

Outcome = tuple[int, str | OSError]
"""Position of a file, and what it gave or why it cannot be read."""

HASH_DIGITS: Final = 16
"""Of the hashes by which trainers name payloads; SHA-256 has 64."""

BLOBS_NAME: Final = "blobs.sqlite"
"""File of the memory in the cache folder."""

BUFFER_BYTES: Final = 2 << 20
"""SHA-256 takes 1.8 GB/s, so this is a cancellation check each millisecond."""

PICTURES_NAME: Final = "pictures.sqlite"

ReadSize = Callable[[str], tuple[int, int] | None]


class _ForeignDatabaseError(Exception):
    """A sqlite file of another program or another format version."""


class HashMemory:
    """Hashes by folder and name. Opened at first use; use it from one thread at a time.

    Attributes:
        problem: why it is not used any more, one sentence; "" while it is.
    """

    def __init__(self, path: Path, *, now_ns: int | None = None) -> None:
        """Make ready to read and remember."""
        self.path = path
        self.problem = ""
        self._began_ns = time.time_ns() if now_ns is None else now_ns
        self._connection: sqlite3.Connection | None = None
        self._pending: dict[_Place, _Row] = {}
        self._asked: set[int] = set()

    def __enter__(self) -> HashMemory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def known(
        self, folder: str, names: Sequence[str], stamps: Sequence[FileStamp | None]
    ) -> list[str | None]:
        """Return the remembered hashes of files of one folder, always spelled the same way.

        Returns:
            Hex digits as they were remembered, None where the file is not known or has changed.
        """
        folder_bytes = path_bytes(folder)
        spelled = [path_bytes(name) for name in names]
        rows: dict[bytes, _Row] = {}
        if not self.problem:
            with self._going_on_without():
                rows = self._rows(folder_bytes, set(spelled))
        if self.problem:
            return [None] * len(names)
        found: list[str | None] = []
        for name, now in zip(spelled, stamps, strict=True):
            row = self._pending.get((folder_bytes, name), rows.get(name))
            is_same = row is not None and now is not None and row[:4] == _columns(now)
            found.append(_as_hex(row[4]) if row is not None and is_same else None)
        return found

    def remember(self, folder: str, rows: Iterable[tuple[str, FileStamp, str]]) -> None:
        """Remember what files of one folder hashed to, replacing what was known of them.

        Args:
            folder: the folder, spelled as for `known`.
            rows: name, the stamp taken before the file was read, and its hash. A file that had only
                just changed when this memory was made is left out.
        """
        folder_bytes = path_bytes(folder)
        self._pending.update(
            ((folder_bytes, path_bytes(name)), (*_columns(before), _as_stored(digest)))
            for name, before, digest in rows
            if is_settled(before, self._began_ns)
        )
        if len(self._pending) >= ROWS_PER_BATCH:
            self._flush()

    def recall(
        self, paths: Sequence[File], stamps: Sequence[FileStamp | None]
    ) -> list[str | None]:
        """As `known`, of files in any folders."""
        found: list[str | None] = [None] * len(paths)
        by_folder: dict[str, list[tuple[int, str]]] = {}
        for at, path in enumerate(paths):
            if stamps[at] is not None:
                folder, name = os.path.split(str(path))
                by_folder.setdefault(folder, []).append((at, name))
        for folder, files in by_folder.items():
            known = self.known(
                folder, [name for _, name in files], [stamps[at] for at, _ in files])
            for (at, _), digest in zip(files, known, strict=True):
                found[at] = digest
        return found

    def learn(self, path: File, before: FileStamp | None, digest: str) -> None:
        """Remember a file that was just read, not one that changed meanwhile: it may be a mixture.

        `before` is its stamp before that.
        """
        if before is not None and readable_stamp(path) == before:
            folder, name = os.path.split(str(path))
            self.remember(folder, [(name, before, digest)])

    def ask(
        self, paths: Sequence[File], read: Callable[[Sequence[File]], Iterator[Outcome]], *,
        trusts: bool = True, stamps: Sequence[FileStamp | None] | None = None,
    ) -> tuple[list[str | None], Iterator[Outcome]]:
        """Return files' remembered digits, and an iterator that reads and remembers the others.

        Args:
            paths: of the files.
            read: reads some of them; as `hash_files`.
            trusts: False reads every file again.
            stamps: of the files, taken before; None to take them now.

        Returns:
            Hex digits by position, and an iterator that, once exhausted, has read all that are None
            there.
        """
        before = [readable_stamp(path) for path in paths] if stamps is None else stamps
        remembered = self.recall(paths, before)
        known: list[str | None] = remembered if trusts else [None] * len(paths)
        left = [at for at, digest in enumerate(known) if digest is None]

        def reading() -> Iterator[Outcome]:
            for place, found in read([paths[at] for at in left]) if left else ():
                at = left[place]
                if not isinstance(found, OSError) and found != remembered[at]:
                    self.learn(paths[at], before[at], found)
                yield at, found

        return known, reading()

    def close(self) -> None:
        """Write what is pending and close the file."""
        self._flush()
        self._note_use()
        self._disconnect()

    def _rows(self, folder: bytes, names: set[bytes]) -> dict[bytes, _Row]:
        connection = self._connect()
        number = connection.execute("SELECT id FROM folders WHERE path = ?", (folder,)).fetchone()
        rows: dict[bytes, _Row] = {}
        if number is None:
            return rows
        self._asked.update(number)
        ordered = sorted(names)
        for start in range(0, len(ordered), NAMES_PER_QUERY):
            asked = ordered[start : start + NAMES_PER_QUERY]
            marks = ",".join("?" * len(asked))
            cursor = connection.execute(
                "SELECT size, mtime_ns, ctime_ns, inode, hash, name FROM hashes"
                f" WHERE folder = ? AND name IN ({marks})",
                (*number, *asked),
            )
            rows.update((row[-1], row) for row in cursor)
        return rows

    def _flush(self) -> None:
        pending, self._pending = self._pending, {}
        if self.problem or not pending:
            return
        with self._going_on_without(), self._transaction() as connection:
            folders = sorted({(folder,) for folder, _ in pending})
            connection.executemany("INSERT OR IGNORE INTO folders (path) VALUES (?)", folders)
            numbers = {
                folder: connection.execute(
                    "SELECT id FROM folders WHERE path = ?", (folder,)
                ).fetchone()[0]
                for (folder,) in folders
            }
            connection.executemany(
                "INSERT OR REPLACE INTO hashes VALUES (?, ?, ?, ?, ?, ?, ?)",
                sorted(
                    (numbers[folder], name, *row) for (folder, name), row in pending.items()),
            )

    def _note_use(self) -> None:
        """Note once a week which folders were asked for; where that cannot be written, not."""
        asked, self._asked = self._asked, set()
        day = self._began_ns // DAY_NS
        with self._going_on_without(), suppress(sqlite3.OperationalError):
            if asked and not self.problem and is_due(self._connect(), asked, day):
                with self._transaction() as connection:
                    note_use(connection, asked, day)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connect()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    @contextmanager
    def _going_on_without(self) -> Iterator[None]:
        """Whatever fails in the block costs the memory, never the survey."""
        try:
            yield
        except sqlite3.OperationalError as error:
            # Locked, read-only, full: the file may be good, and another process may be using it.
            self._give_up(f"The stored file hashes in {self.path} are not used: {error}.")
        except sqlite3.DatabaseError as error:
            with suppress(OSError):
                self._throw_away()
            self._give_up(f"The stored file hashes in {self.path} were damaged and are collected "
                          f"again: {error}.")
        except OSError as error:
            self._give_up(f"The stored file hashes in {self.path} are not used: "
                          f"{error_reason(error)}.")

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._connection = self._open()
            except (_ForeignDatabaseError, sqlite3.DatabaseError) as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                self._throw_away()
                self._connection = self._open()
        return self._connection

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = TRUNCATE")
            connection.execute("PRAGMA synchronous = NORMAL")
            if not _is_ours(connection):
                _create(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _throw_away(self) -> None:
        self._disconnect()
        for suffix in ("", "-journal", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _give_up(self, problem: str) -> None:
        self._disconnect()
        self.problem = problem

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _is_ours(connection: sqlite3.Connection) -> bool:
    """Return whether the tables exist; False for a new file.

    Raises:
        _ForeignDatabaseError: if another program or format version made it.
    """
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if (application, version) == (APPLICATION_ID, FORMAT_VERSION):
        return True
    if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() or version:
        raise _ForeignDatabaseError
    return False


def _create(connection: sqlite3.Connection) -> None:
    """Make the tables, unless another process made them while we waited for the lock."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _is_ours(connection):
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _columns(stamp: FileStamp) -> tuple[int, int, int, int]:
    return stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode


def is_settled(stamp: FileStamp, began_ns: int) -> bool:
    """Return whether a change after `began_ns` would show in the stamp."""
    changed_ns = stamp.mtime_ns if os.name == "nt" else stamp.ctime_ns
    is_fine = changed_ns % COARSE_TICK_NS != 0
    return changed_ns < began_ns - (FINE_UNSETTLED_NS if is_fine else COARSE_UNSETTLED_NS)


def _as_stored(digest: str) -> int | bytes:
    """64 bits as the signed number that sqlite stores, more of them as bytes."""
    if len(digest) > HASH_DIGITS:
        return bytes.fromhex(digest)
    value = int(digest, 16)
    return value - (1 << 64) if value >> 63 else value


def _as_hex(stored: int | bytes) -> str:
    return stored.hex() if isinstance(stored, bytes) else f"{stored & (1 << 64) - 1:016x}"


def blob_memory(cache_folder: Path, *, now_ns: int | None = None) -> HashMemory:
    """Return the memory of files' digests; use it as a context manager, from one thread."""
    return HashMemory(cache_folder / BLOBS_NAME, now_ns=now_ns)


def blob_digest(path: Path, *, token: CancelToken | None = None) -> str:
    """64 hex digits of a file's bytes, read in full.

    Raises:
        OSError: if the file cannot be read.
        JobCancelled: if `token` was cancelled.
    """
    digest = hashlib.sha256()
    buffer = memoryview(bytearray(BUFFER_BYTES))
    with open_regular(path) as file:
        while count := file.readinto(buffer):
            digest.update(buffer[:count])
            if token is not None:
                token.check()
    return digest.hexdigest()


def blob_digests(
    paths: Iterable[Path], memory: HashMemory, *, token: CancelToken | None = None
) -> Iterator[tuple[Path, str | OSError]]:
    """64 hex digits per file, or why it cannot be read; those first that are known.

    A file whose stamp the memory knows is not opened.

    Raises:
        JobCancelled: if `token` was cancelled.
    """
    files = list(paths)
    known, reading = memory.ask(
        [path.absolute() for path in files],
        lambda left: map_files(left, lambda: partial(blob_digest, token=token), token=token))
    there = ((at, digest) for at, digest in enumerate(known) if digest is not None)
    for at, digest in itertools.chain(there, reading):
        if token is not None:
            token.check()
        yield files[at], digest


class PictureMemory:
    """Sizes of pictures by folder and name; use it as a context manager.

    Args:
        cache_folder: where the memory lies; made if missing.
        read_size: reads (height, width) from a picture's header, None when it cannot.
    """

    def __init__(
        self, cache_folder: Path, read_size: ReadSize, *, now_ns: int | None = None
    ) -> None:
        self._read_size = read_size
        self._memory = HashMemory(cache_folder / PICTURES_NAME, now_ns=now_ns)
        self._asked: dict[str, tuple[FileStamp, str | None]] = {}

    def __enter__(self) -> PictureMemory:
        return self

    def __exit__(self, *_: object) -> None:
        self._memory.close()

    def ask(self, paths: Sequence[str]) -> None:
        """Look up pictures whose `size` is asked for next; one by one takes ten times as long."""
        stamps = [readable_stamp(path) for path in paths]
        known = self._memory.recall(paths, stamps)
        self._asked = {
            path: (now, size) for path, now, size in zip(paths, stamps, known, strict=True)
            if now is not None}

    def size(self, path: str) -> tuple[int, int] | None:
        """Height and width of a picture, None when its header cannot be read."""
        asked = self._asked.pop(path, None)
        now = readable_stamp(path) if asked is None else asked[0]
        if now is None:
            return None
        (known,) = self._memory.recall([path], [now]) if asked is None else (asked[1],)
        if known is not None:
            return int(known[:8], 16), int(known[8:], 16)
        size = self._read_size(path)
        if size is not None:
            self._memory.learn(path, now, f"{size[0]:08x}{size[1]:08x}")
        return size
