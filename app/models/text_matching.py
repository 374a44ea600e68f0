"""Which rows of a text column equal one of some texts, without making a string per row.

Rows are compared by a 64-bit hash worked out for many rows at once; a chunk at a time, because the
hash needs 8 bytes per byte of text.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from larder.core.columns import TextColumn

CHUNK_ROWS = 50_000
LONGEST = 1 << 16
"""Bytes of the longest path that is told apart; longer ones than any system allows."""


def rows_equal_to(column: TextColumn, texts: Collection[str]) -> npt.NDArray[np.bool_]:
    """Which rows are one of `texts`; bool, shape (rows,)."""
    wanted = _hashes(TextColumn.from_strings(texts))
    parts = [
        np.isin(_hashes(_part(column, start)), wanted)
        for start in range(0, len(column), CHUNK_ROWS)]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)


def _part(column: TextColumn, start: int) -> TextColumn:
    offsets = column.offsets[start: start + CHUNK_ROWS + 1]
    return TextColumn(blob=column.blob[int(offsets[0]): int(offsets[-1])],
                      offsets=offsets - offsets[0])


def _hashes(column: TextColumn) -> npt.NDArray[np.uint64]:
    """A sum over each row's bytes, every place weighted by a random odd number, modulo 2**64."""
    lengths = np.diff(column.offsets)
    longest = min(int(lengths.max(initial=0)), LONGEST)
    weights = np.random.default_rng(0x1a4de4).integers(
        0, 1 << 63, longest + 1, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    place = np.arange(len(column.blob)) - np.repeat(column.offsets[:-1], lengths)
    terms = (column.blob.astype(np.uint64) + np.uint64(1)) * weights[np.minimum(place, longest)]
    # Prefix sums wrap around like the sums themselves, and know what an empty row is.
    prefix = np.zeros(len(terms) + 1, dtype=np.uint64)
    np.cumsum(terms, out=prefix[1:])
    return np.asarray(prefix[column.offsets[1:]] - prefix[column.offsets[:-1]])
