"""When each folder of a memory of hashes was last asked for, and the end of what nobody asks for.

A workspace that is gone is never asked for again, and one on a drive that is not plugged in comes
back: so nobody looks whether a folder is there. The days stand in a table of their own, which
memories of earlier versions get at the first note; their folders count as asked for that day. Pages
that become free are filled again, the file does not shrink.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from typing import Final

DAY_NS: Final = 86_400 * 1_000_000_000
NOTED_EVERY_DAYS: Final = 7
"""A survey that finds all as it was writes nothing into a memory for so long."""
UNUSED_AT_MOST_DAYS: Final = 60
ROWS_AT_A_TIME: Final = 200_000
"""About so many rows go at a time, in half a second; the rest goes the next week."""

_TABLE: Final = "CREATE TABLE IF NOT EXISTS used (folder INTEGER PRIMARY KEY, day INTEGER NOT NULL)"


def is_due(connection: sqlite3.Connection, folders: Collection[int], day: int) -> bool:
    """Return whether the use of one of the folders is due to be noted again."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'used'").fetchone() is None:
        return True
    noted = dict(connection.execute("SELECT folder, day FROM used"))
    return any(
        folder not in noted or abs(day - noted[folder]) >= NOTED_EVERY_DAYS for folder in folders)


def note_use(connection: sqlite3.Connection, folders: Collection[int], day: int) -> None:
    """Note that folders were asked for on a day, and take out what was not for long.

    The caller has begun a transaction.
    """
    connection.execute(_TABLE)
    connection.executemany(
        "INSERT OR REPLACE INTO used VALUES (?, ?)", [(folder, day) for folder in folders])
    connection.execute("INSERT OR IGNORE INTO used SELECT id, ? FROM folders", (day,))
    gone = 0
    for (folder,) in connection.execute(
            "SELECT folder FROM used WHERE day < ? ORDER BY day", (day - UNUSED_AT_MOST_DAYS,)
            ).fetchall():
        gone += connection.execute("DELETE FROM hashes WHERE folder = ?", (folder,)).rowcount
        connection.execute("DELETE FROM folders WHERE id = ?", (folder,))
        connection.execute("DELETE FROM used WHERE folder = ?", (folder,))
        if gone >= ROWS_AT_A_TIME:
            break
