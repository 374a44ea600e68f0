"""An index as trainers lay it out, read a few megabytes at a time.

Trainers write with an indent of two. So a row of `entries` ends with a line of four spaces and a
brace, the last of them is followed by a line of two spaces and a brace, and as no JSON text holds a
line break these lines stand nowhere else at that depth. Pieces between them are decoded straight
into records: one pass over the bytes in place of two, and memory for one piece in place of all. An
index that is laid out otherwise, or odd in any way, is `NotLaidOut` and read as a whole instead.
"""

from __future__ import annotations

from collections.abc import Callable
from io import RawIOBase
from typing import Final

import msgspec

ENTRIES: Final = b'"entries"'
START: Final = b"\n  " + ENTRIES + b": {"
ROW_END: Final = b"\n    }"
NEXT_ROW: Final = ROW_END + b",\n"
LAST_ROW: Final = ROW_END + b"\n  }"

HEAD_BYTES: Final = 4096
"""Where `entries` begins; only the version stands before it."""

PIECE_BYTES: Final = 2 << 20
"""About 500 rows, whose records stay in the cache of a processor."""

LONGEST_PIECE: Final = 64 << 20
"""Rows longer than this are not looked for."""


class NotLaidOut(Exception):  # noqa: N818 - not a fault of the index
    """The index is not laid out as trainers do it, or something in it is out of the ordinary."""


class IndexPieces:
    """One index, opened unbuffered; take its rows, then ask for the `rest`.

    One buffer holds an opening brace and the bytes of a piece behind it, and a closing brace is put
    where the piece ends, so that nothing is copied but what the system reads.
    """

    def __init__(self, file: RawIOBase) -> None:
        """Read up to the first row.

        Raises:
            NotLaidOut: if `entries` does not begin soon.
        """
        self._file = file
        self._buffer = bytearray(1 + PIECE_BYTES)
        self._buffer[:1] = b"{"
        self._end = 1
        self._fill()
        at = self._buffer.find(START, 1, min(self._end, HEAD_BYTES))
        if at < 0:
            raise NotLaidOut
        self.head = bytes(self._buffer[1:at + len(START)])
        """Everything before the first row."""
        self._drop(at + len(START))

    def take_rows(self, take: Callable[[memoryview], None]) -> None:
        """Hand out piece after piece, each a JSON object of whole rows.

        Args:
            take: decodes a piece; raises `msgspec.DecodeError` if it is no whole object, and must
                have kept nothing of it then. The bytes are overwritten afterwards.

        Raises:
            NotLaidOut: if no end of `entries` is found.
        """
        while True:
            self._fill()
            cut = self._buffer.rfind(NEXT_ROW, 1, self._end)
            if cut >= 0 and self._is_taken(take, cut + len(ROW_END)):
                self._drop(cut + len(NEXT_ROW) - 1)
                continue
            cut = self._buffer.find(LAST_ROW, 1, self._end)
            if cut >= 0 and self._is_taken(take, cut + len(ROW_END)):
                self._drop(cut + len(ROW_END))
                return
            if self._end < len(self._buffer) or len(self._buffer) > LONGEST_PIECE:
                raise NotLaidOut
            self._buffer += bytes(3 * len(self._buffer))

    def rest(self) -> bytes:
        """The whole document without its rows, read to its end.

        Raises:
            NotLaidOut: if `entries` stands there twice, of which the last would count.
        """
        tail = bytes(self._buffer[1:self._end]) + (self._file.read() or b"")
        if ENTRIES in tail:
            raise NotLaidOut
        return self.head + tail

    def _fill(self) -> None:
        """Read until the buffer is full or the file has ended."""
        with memoryview(self._buffer) as view:
            while self._end < len(view):
                count = self._file.readinto(view[self._end:])
                if not count:
                    return
                self._end += count

    def _drop(self, start: int) -> None:
        """Move what follows `start` to the front."""
        left = self._end - start
        self._buffer[1:1 + left] = self._buffer[start:self._end]
        self._end = 1 + left

    def _is_taken(self, take: Callable[[memoryview], None], end: int) -> bool:
        """Whether the rows up to `end` were decoded."""
        covered = self._buffer[end:end + 1]
        self._buffer[end:end + 1] = b"}"
        try:
            with memoryview(self._buffer) as view, view[:end + 1] as piece:
                take(piece)
        except msgspec.DecodeError:
            return False
        finally:
            self._buffer[end:end + 1] = covered
        return True
