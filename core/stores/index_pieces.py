"""An index as trainers lay it out, read a few megabytes at a time.

Trainers write with an indent of two. So a row of `entries` ends with a line of four spaces and a
brace, the last of them is followed by a line of two spaces and a brace, and as no JSON text holds a
line break these lines stand nowhere else at that depth. Pieces between them are decoded straight
into records: one pass over the bytes in place of two, and memory for one piece in place of all. An
index that is laid out otherwise, or odd in any way, is `NotLaidOut` and read as a whole instead.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
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
    """One mapped index; iterate `rows`, then ask for the `rest`."""

    def __init__(self, mapped: mmap.mmap) -> None:
        """Look at the head.

        Raises:
            NotLaidOut: if `entries` does not begin there.
        """
        self._mapped = mapped
        head = mapped[:HEAD_BYTES]
        at = head.find(START)
        if at < 0:
            raise NotLaidOut
        self.head = head[:at + len(START)]
        """Everything before the first row."""
        self._next = len(self.head)
        self._released = 0

    def rows(self, take: Callable[[bytes], None]) -> Iterator[None]:
        """Hand out piece after piece, each a JSON object of whole rows.

        Args:
            take: decodes a piece; raises `msgspec.DecodeError` if it is no whole object, and must
                have kept nothing of it then.

        Raises:
            NotLaidOut: if no end of `entries` is found.
        """
        is_last = False
        while not is_last:
            is_last = self._take_piece(take, PIECE_BYTES)
            self._release()
            yield

    def rest(self) -> bytes:
        """The whole document without its rows.

        Raises:
            NotLaidOut: if `entries` stands there twice, of which the last would count.
        """
        tail = self._mapped[self._next:]
        if ENTRIES in tail:
            raise NotLaidOut
        return self.head + tail

    def _take_piece(self, take: Callable[[bytes], None], length: int) -> bool:
        """Take the next piece; whether it was the last."""
        piece = self._mapped[self._next:self._next + length]
        cut = piece.rfind(NEXT_ROW)
        if cut >= 0 and self._is_taken(take, piece[:cut + len(ROW_END)]):
            self._next += cut + len(NEXT_ROW) - 1
            return False
        end = piece.find(LAST_ROW)
        if end >= 0 and self._is_taken(take, piece[:end + len(ROW_END)]):
            self._next += end + len(ROW_END)
            return True
        if len(piece) < length or length >= LONGEST_PIECE:
            raise NotLaidOut
        return self._take_piece(take, length * 4)

    def _is_taken(self, take: Callable[[bytes], None], rows: bytes) -> bool:
        try:
            take(b"".join((b"{", rows, b"}")))
        except msgspec.DecodeError:
            return False
        return True

    def _release(self) -> None:
        """Let go of pages that were read; they would count as memory of ours until the end."""
        up_to = self._next // mmap.PAGESIZE * mmap.PAGESIZE
        if hasattr(mmap, "MADV_DONTNEED") and up_to > self._released:
            self._mapped.madvise(mmap.MADV_DONTNEED, self._released, up_to - self._released)
            self._released = up_to
