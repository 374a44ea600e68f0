"""Searching a text column of a million rows in numpy, which leaves the interpreter free.

A window filters in a thread beside its event loop. A Python loop over hits would hold the
interpreter lock for as long as there are hits; comparing bytes column by column does not. Letters
are compared without case in ASCII only, because folding bytes of other letters would move the
offsets.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from larder.core.columns import TextColumn

Mask = npt.NDArray[np.bool_]
_CHUNK_BYTES = 4 * 1024 * 1024
_LOWER = np.arange(256, dtype=np.uint8)
_LOWER[ord("A"): ord("Z") + 1] += 32


def rows_with_text(texts: TextColumn, wanted: str) -> Mask:
    """Which rows contain `wanted`; every row does when it is empty. bool, shape (rows,)."""
    needle = _needle(wanted)
    if not len(needle):
        return np.ones(len(texts), dtype=np.bool_)
    mask = np.zeros(len(texts), dtype=np.bool_)
    blob = texts.blob
    # Chunks overlap by the needle's length less one, so that a hit over a border is found once.
    for start in range(0, max(len(blob) - len(needle) + 1, 0), _CHUNK_BYTES):
        piece = _LOWER[blob[start: start + _CHUNK_BYTES + len(needle) - 1]]
        hits = _hits(piece, needle) + start
        rows = np.searchsorted(texts.offsets, hits, side="right") - 1
        inside = hits + len(needle) <= texts.offsets[rows + 1]
        mask[rows[inside]] = True
    return mask


def rows_starting_with(texts: TextColumn, wanted: str) -> Mask:
    """Which rows begin with `wanted`. bool, shape (rows,)."""
    needle = _needle(wanted)
    return _rows_matching_at(texts, np.asarray(texts.offsets[:-1]), needle)


def rows_ending_with(texts: TextColumn, wanted: str) -> Mask:
    """Which rows end with `wanted`. bool, shape (rows,)."""
    needle = _needle(wanted)
    return _rows_matching_at(texts, np.asarray(texts.offsets[1:]) - len(needle), needle)


def _needle(wanted: str) -> npt.NDArray[np.uint8]:
    return _LOWER[np.frombuffer(wanted.encode("utf-8", "surrogatepass"), dtype=np.uint8)]


def _hits(piece: npt.NDArray[np.uint8], needle: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Where `needle` starts in `piece`: one byte compared everywhere, the rest where it fits."""
    room = len(piece) - len(needle) + 1
    hits = np.flatnonzero(piece[:room] == needle[0])
    for at in range(1, len(needle)):
        hits = hits[piece[hits + at] == needle[at]]
    return hits


def _rows_matching_at(
    texts: TextColumn, starts: npt.NDArray[np.int64], needle: npt.NDArray[np.uint8],
) -> Mask:
    lengths = np.diff(texts.offsets)
    mask = np.asarray(lengths >= len(needle))
    rows = np.flatnonzero(mask)
    for at in range(len(needle)):
        rows = rows[_LOWER[texts.blob[starts[rows] + at]] == needle[at]]
    mask = np.zeros(len(texts), dtype=np.bool_)
    mask[rows] = True
    return mask
