"""When the files of the sample workspace were written, as the sample tells it.

Everything is counted back from one moment, so that the same clock gives the same tree::

    9 days before      a picture was cached for the first time, and edited since
    2 days 9 h before  pictures and captions, sounds and texts
    2 days 3 h before  payloads, then the index
    22 to 26 h before  drifts of "yesterday"
    3 to 1 h before    drifts of "today"

Nothing is younger than an hour: a store whose files changed within minutes looks as if a trainer
were at work in it. Each time has nanoseconds of its own, because real ones do and rounded ones
would hide mistakes in comparing them.
"""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from pathlib import Path

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class SampleTimes:
    """Moments in nanoseconds since 1970, counted back from `now_ns`."""

    now_ns: int

    def source(self, position: int, name: str) -> int:
        """When the source at that position was saved."""
        return self._at(2 * DAY + 9 * HOUR, position * 83 * SECOND, name)

    def payload(self, position: int, name: str) -> int:
        """When the payload at that position was written."""
        return self._at(2 * DAY + 3 * HOUR, position * 2 * SECOND, name)

    @property
    def index(self) -> int:
        """When the build ended."""
        return self._at(2 * DAY + 2 * HOUR, 0, "index")

    @property
    def first_build(self) -> int:
        """When a picture was cached that was edited before the present build."""
        return self._at(9 * DAY, 0, "first build")

    def yesterday(self, name: str) -> int:
        """A moment of yesterday."""
        return self._at(26 * HOUR, zlib.crc32(name.encode()) % (4 * 60) * MINUTE, name)

    def today(self, name: str) -> int:
        """A moment of today, more than an hour ago."""
        return self._at(3 * HOUR, zlib.crc32(name.encode()) % 110 * MINUTE, name)

    def _at(self, before: int, after: int, name: str) -> int:
        """The moment, moved by up to a second that depends on the name."""
        return self.now_ns - before + after + zlib.adler32(name.encode()) * 7919 % SECOND


def set_time(path: Path, at_ns: int) -> None:
    """Give a file its modification (and access) time; the file system may keep less of it."""
    os.utime(path, ns=(at_ns, at_ns))
