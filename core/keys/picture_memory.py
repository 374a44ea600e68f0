"""Picture sizes read from headers, remembered as long as the file keeps its stamp.

Derived memory in the user's cache folder, beside the hash memory and as deletable. Only entries
whose index row stores no size, and edited pictures, are ever looked up.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.keys.path_bytes import path_bytes

FORMAT = 1
FILE_NAME = "pictures.sqlite"
BUSY_SECONDS = 2.0

ReadSize = Callable[[str], tuple[int, int] | None]


class PictureMemory:
    """Sizes by folder and name; use it as a context manager.

    Args:
        cache_folder: where the memory lies; made if missing.
        read_size: reads (height, width) from a picture's header, None when it cannot.
    """

    def __init__(self, cache_folder: Path, read_size: ReadSize) -> None:
        self._read_size = read_size
        self._path = cache_folder / FILE_NAME
        self._database: sqlite3.Connection | None = None

    def __enter__(self) -> PictureMemory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._database is not None:
            self._database.commit()
            self._database.close()
            self._database = None

    def size(self, folder: str, name: str) -> tuple[int, int] | None:
        """Height and width of a picture, None when its header cannot be read."""
        path = Path(folder, name)
        try:
            now = stamp(path)
        except OSError:
            return None
        if now is None:
            return None
        database = self._opened()
        key = (path_bytes(folder), path_bytes(name))
        known = _recall(database, key, now)
        if known is not None:
            return known
        size = self._read_size(str(path))
        if size is not None:
            _remember(database, key, now, size)
        return size

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = _open(self._path)
        return self._database


def _open(path: Path) -> sqlite3.Connection:
    """The database on disk, in memory where that cannot be; a damaged one is begun anew."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _prepared(path)
    except (sqlite3.OperationalError, OSError):
        return _prepared(":memory:")
    except sqlite3.DatabaseError:
        path.unlink(missing_ok=True)
    try:
        return _prepared(path)
    except (sqlite3.DatabaseError, OSError):
        return _prepared(":memory:")


def _prepared(path: Path | str) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=BUSY_SECONDS)
    if database.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
        database.execute("DROP TABLE IF EXISTS pictures")
        database.execute(f"PRAGMA user_version = {FORMAT}")
    database.execute(
        "CREATE TABLE IF NOT EXISTS pictures (folder BLOB, name BLOB, size INTEGER,"
        " mtime_ns INTEGER, ctime_ns INTEGER, inode INTEGER, height INTEGER, width INTEGER,"
        " PRIMARY KEY (folder, name)) WITHOUT ROWID")
    return database


def _recall(
    database: sqlite3.Connection, key: tuple[bytes, bytes], now: FileStamp
) -> tuple[int, int] | None:
    row = database.execute(
        "SELECT height, width FROM pictures WHERE folder = ? AND name = ? AND size = ?"
        " AND mtime_ns = ? AND ctime_ns = ? AND inode = ?",
        (*key, now.size, now.mtime_ns, now.ctime_ns, now.inode)).fetchone()
    return None if row is None else (int(row[0]), int(row[1]))


def _remember(
    database: sqlite3.Connection, key: tuple[bytes, bytes], now: FileStamp, size: tuple[int, int]
) -> None:
    database.execute(
        "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*key, now.size, now.mtime_ns, now.ctime_ns, now.inode, *size))
