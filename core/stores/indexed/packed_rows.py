"""Texts that wait to be written, packed: a build of many pictures holds all of its rows.

A row takes a kilobyte and more, most of which it shares with the rows around it: settings of its
concept, names of values. So rows are packed together, and the few blocks that were looked into last
stay unpacked. Going through all of them, or again and again in one order, unpacks each block once.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, overload

import msgspec

ROWS_PER_BLOCK: Final = 64
BLOCKS_AT_HAND: Final = 8
PART_BYTES: Final = 1 << 20
LEVEL: Final = 1
"""Of compression; a higher one makes rows a fifth smaller and takes three times as long."""

_BLOCK = msgspec.msgpack.Decoder(list[bytes])


class PackedText(Sequence[bytes]):
    """A long text, packed; in parts of about a megabyte."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._blocks: list[bytes] = []
        self.size = 0
        waiting, left = list[bytes](), PART_BYTES
        for part in parts:
            waiting.append(bytes(part))
            self.size += len(part)
            left -= len(part)
            if left <= 0:
                self._blocks.append(zlib.compress(b"".join(waiting), LEVEL))
                waiting, left = [], PART_BYTES
        if waiting:
            self._blocks.append(zlib.compress(b"".join(waiting), LEVEL))

    @overload
    def __getitem__(self, at: int) -> bytes: ...

    @overload
    def __getitem__(self, at: slice) -> list[bytes]: ...

    def __getitem__(self, at: int | slice) -> bytes | list[bytes]:
        if isinstance(at, slice):
            return [zlib.decompress(block) for block in self._blocks[at]]
        return zlib.decompress(self._blocks[at])

    def __len__(self) -> int:
        return len(self._blocks)


class PlacedRows(Mapping[str, bytes]):
    """Rows that lie elsewhere, by key; what has them knows the place of each."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class PackedRows(PlacedRows):
    """Rows by key, in the order in which their keys came; a row that is set again replaces one."""

    def __init__(self) -> None:
        super().__init__()
        self._blocks: list[bytes] = []
        self._open: list[bytes] = []
        self._at_hand: dict[int, list[bytes]] = {}

    def copy(self) -> PackedRows:
        """The same rows, of which others can be set without a change here."""
        other = PackedRows()
        other._places, other._blocks = self._places.copy(), self._blocks.copy()
        other._open = self._open.copy()
        return other

    def __setitem__(self, key: str, row: bytes) -> None:
        self._places[key] = len(self._blocks) * ROWS_PER_BLOCK + len(self._open)
        self._open.append(row)
        if len(self._open) == ROWS_PER_BLOCK:
            self._blocks.append(zlib.compress(msgspec.msgpack.encode(self._open), LEVEL))
            self._open = []

    def __getitem__(self, key: str) -> bytes:
        block, at = divmod(self._places[key], ROWS_PER_BLOCK)
        if block == len(self._blocks):
            return self._open[at]
        rows = self._at_hand.get(block)
        if rows is None:
            if len(self._at_hand) == BLOCKS_AT_HAND:
                del self._at_hand[next(iter(self._at_hand))]
            rows = self._at_hand[block] = _BLOCK.decode(zlib.decompress(self._blocks[block]))
        return rows[at]
