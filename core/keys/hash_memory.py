"""What files hashed to, so that a file whose date moved is read once and not at each survey.

Derived memory in the user's cache folder: one sqlite file, one table keyed (folder, name) WITHOUT
ROWID. Rows go in by sorted batches (1,000,000 rows take 2 s in key order, 21 s in random order). A
hit needs equal size, mtime, ctime and inode. Whatever is wrong with the file, a survey goes on
without it: a damaged or foreign one is thrown away and begun anew, a locked one is left alone.

No write-ahead log: it does not work where homes are on a network drive.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from larder.core.files.file_stamp import FileStamp
from larder.core.keys.path_bytes import path_bytes

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

_Row = tuple[bytes, bytes, FileStamp, int]


class _ForeignDatabaseError(Exception):
    """A sqlite file of another program or another format version."""


class HashMemory:
    """Hashes by folder and name. Opened at first use; use it from one thread at a time.

    Attributes:
        path: the sqlite file.
        problem: why it is not used any more, one sentence; "" while it is.
    """

    def __init__(self, path: Path, *, now_ns: int | None = None) -> None:
        """Make ready to read and remember.

        Args:
            path: the sqlite file; made with its folder if missing.
            now_ns: the time, for tests; files are read later than this.
        """
        self.path = path
        self.problem = ""
        self._began_ns = time.time_ns() if now_ns is None else now_ns
        self._connection: sqlite3.Connection | None = None
        self._pending: list[_Row] = []

    def __enter__(self) -> HashMemory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def known(
        self, folder: str, names: Sequence[str], stamps: Sequence[FileStamp]
    ) -> list[str | None]:
        """What files of one folder hash to, as far as it is known.

        Args:
            folder: the folder, always spelled the same way.
            names: names in it.
            stamps: what `stamp` says of each now, shape as `names`.

        Returns:
            16 hex digits, or None where the file is not known or not the same any more.
        """
        self._flush()
        rows: dict[bytes, tuple[int, ...]] = {}
        if not self.problem:
            with self._going_on_without():
                rows = self._rows(path_bytes(folder), {path_bytes(name) for name in names})
        found: list[str | None] = []
        for name, stamp in zip(names, stamps, strict=True):
            row = rows.get(path_bytes(name))
            is_same = row is not None and row[:4] == _columns(stamp)
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
        self._pending.extend(
            (folder_bytes, path_bytes(name), stamp, _as_signed(digest))
            for name, stamp, digest in rows
            if _is_settled(stamp, self._began_ns)
        )
        if len(self._pending) >= ROWS_PER_BATCH:
            self._flush()

    def close(self) -> None:
        """Write what is pending and close the file."""
        self._flush()
        self._disconnect()

    def _rows(self, folder: bytes, names: set[bytes]) -> dict[bytes, tuple[int, ...]]:
        connection = self._connect()
        number = connection.execute("SELECT id FROM folders WHERE path = ?", (folder,)).fetchone()
        rows: dict[bytes, tuple[int, ...]] = {}
        if number is None:
            return rows
        ordered = sorted(names)
        for start in range(0, len(ordered), NAMES_PER_QUERY):
            asked = ordered[start : start + NAMES_PER_QUERY]
            marks = ",".join("?" * len(asked))
            cursor = connection.execute(
                "SELECT name, size, mtime_ns, ctime_ns, inode, hash FROM hashes"
                f" WHERE folder = ? AND name IN ({marks})",
                (*number, *asked),
            )
            rows.update((name, tuple(values)) for name, *values in cursor)
        return rows

    def _flush(self) -> None:
        pending, self._pending = self._pending, []
        if self.problem or not pending:
            return
        with self._going_on_without(), self._transaction() as connection:
            folders = sorted({(folder,) for folder, *_ in pending})
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
                    (numbers[folder], name, *_columns(stamp), digest)
                    for folder, name, stamp, digest in pending
                ),
            )

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
            self._give_up(f"The hash memory {self.path} is not used: {error}.")
        except sqlite3.DatabaseError as error:
            self._throw_away()
            self._give_up(f"The hash memory {self.path} was damaged and is begun anew: {error}.")
        except OSError as error:
            self._give_up(f"The hash memory {self.path} is not used: {error.strerror}.")

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
    """Whether the tables are there; False for a new file.

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


def _is_settled(stamp: FileStamp, began_ns: int) -> bool:
    """Whether a change after `began_ns` would show in the stamp."""
    changed_ns = stamp.mtime_ns if os.name == "nt" else stamp.ctime_ns
    is_fine = changed_ns % COARSE_TICK_NS != 0
    return changed_ns < began_ns - (FINE_UNSETTLED_NS if is_fine else COARSE_UNSETTLED_NS)


def _as_signed(digest: str) -> int:
    """64 unsigned bits as the signed number that sqlite stores."""
    value = int(digest, 16)
    return value - (1 << 64) if value >> 63 else value


def _as_hex(value: int) -> str:
    return f"{value & (1 << 64) - 1:016x}"
