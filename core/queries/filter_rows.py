"""Which rows of the `entries` columns meet a filter, as numpy masks.

A window filters in a thread beside its event loop. A Python loop over hits would hold the
interpreter lock for as long as there are hits; comparing bytes column by column does not. Letters
are compared without case in ASCII only, because folding bytes of other letters would move the
offsets.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from larder.core.columns import Array, Columns, TextColumn
from larder.core.queries.filter_language import Filter, FilterWord, Term
from larder.core.survey.document import StoreFacts
from larder.core.survey.remedies import REMEDIES, Repair

Mask = npt.NDArray[np.bool_]

_CHUNK_BYTES = 4 * 1024 * 1024
_LOWER = np.arange(256, dtype=np.uint8)
_LOWER[ord("A"): ord("Z") + 1] += 32

MENDABLE_LINES = frozenset(
    line for line, remedy in enumerate(REMEDIES) if remedy.repair is not Repair.NONE)
"""Values of the `remedy` column for which there is a command."""


def matching_rows(
    wanted: Filter, columns: Columns, *, stores: Sequence[StoreFacts], concepts: Sequence[str],
) -> Mask:
    """Which rows of the `entries` columns meet every term.

    `columns` are the `entries` table (see `core.queries.tables`), `stores` and `concepts` what its
    columns of these names count; -1 is no concept.

    Returns:
        bool, shape (rows,).
    """
    mask = np.ones(len(columns["verdict"]), dtype=np.bool_)
    for term in wanted:
        found = _rows_of(term, columns, stores=stores, concepts=concepts)
        mask &= ~found if term.negated else found
    return mask


def _rows_of(
    term: Term, columns: Columns, *, stores: Sequence[StoreFacts], concepts: Sequence[str],
) -> Mask:
    if term.word is FilterWord.STATE:
        return _state_rows(term, columns)
    if term.word is FilterWord.TRAINING:
        harmed: Mask = (_numbers(columns, "harms") & np.uint32(term.harms)) != 0
        return harmed
    if term.word is FilterWord.SIZE:
        sizes = _numbers(columns, "bytes")
        return _any([(sizes >= least) & (sizes <= most) for least, most in term.sizes],
                    len(sizes))
    if term.word is FilterWord.KIND:
        chosen = np.array([_is_kind(store, term.values) for store in stores], dtype=np.bool_)
        return _take_chosen(chosen, _numbers(columns, "store"))
    if term.word is FilterWord.CONCEPT:
        parts = [value.casefold() for value in term.values]
        named = [any(part in name.casefold() for part in parts) for name in concepts]
        # The last element is what -1 picks: rows under no concept.
        chosen = np.array([*named, "none" in parts], dtype=np.bool_)
        return _take_chosen(chosen, _numbers(columns, "concept"))
    if term.word is FilterWord.NAME:
        names = _texts(columns, "name")
        return _any([rows_with_text(names, value) for value in term.values], len(names))
    if term.word is FilterWord.FOLDER:
        folders = _texts(columns, "folders")
        found = _any([_folders_with(folders, value) for value in term.values], len(folders))
        return _take_chosen(found, _numbers(columns, "folder"))
    return _path_rows(term.values[0], columns)


def _state_rows(term: Term, columns: Columns) -> Mask:
    mask = _find_coded_rows(term.verdicts, _numbers(columns, "verdict"))
    if term.counted:
        mask = mask | _find_coded_rows(term.counted, _numbers(columns, "counted"))
    if term.mendable:
        mask = mask | _find_coded_rows(MENDABLE_LINES, _numbers(columns, "remedy"))
    if not term.remarks:
        return mask
    remarked: Mask = (_numbers(columns, "also") & np.uint32(term.remarks)) != 0
    return mask | remarked


def _find_coded_rows(wanted: Collection[int], codes: Array) -> Mask:
    """Rows whose code, uint8, is one of those."""
    chosen = np.zeros(256, dtype=np.bool_)
    chosen[[int(code) for code in wanted]] = True
    return _take_chosen(chosen, codes)


def _is_kind(store: StoreFacts, values: Sequence[str]) -> bool:
    """Return whether a value is a store's id ("image"), kind ("smart-image") or half of that."""
    spelled = {store.id.lower(), store.kind.lower(), store.kind.lower().rpartition("-")[2],
               store.kind.lower().partition("-")[0]}
    return any(value.lower() in spelled for value in values)


def _path_rows(text: str, columns: Columns) -> Mask:
    """Rows whose path, folder and name joined by a slash, contains `text`; both slashes are one."""
    names, folders = _texts(columns, "name"), _texts(columns, "folders")
    folder = _numbers(columns, "folder")
    mask = _take_chosen(_folders_with(folders, text), folder)
    head, slash, tail = text.replace("\\", "/").rpartition("/")
    if not slash:
        return mask | rows_with_text(names, text)
    before = _texts(columns, "before")
    ends = _any([rows_with_edge(before, head.replace("/", mark) + last, at_end=True)
                 for mark in ("/", "\\") for last in ("/", "\\")], len(folders))
    return mask | (_take_chosen(ends, folder) & rows_with_edge(names, tail))


def _folders_with(folders: TextColumn, text: str) -> Mask:
    spelled = text.replace("\\", "/")
    mask = rows_with_text(folders, spelled)
    return mask | rows_with_text(folders, spelled.replace("/", "\\")) if "/" in spelled else mask


def _take_chosen(chosen: Mask, numbers: Array) -> Mask:
    """`chosen[numbers]`, all False where there is nothing to choose from."""
    if not len(chosen) or not chosen.any():
        return np.zeros(len(numbers), dtype=np.bool_)
    picked: Mask = chosen[numbers]
    return picked


def _any(masks: Sequence[Mask], rows: int) -> Mask:
    result = np.zeros(rows, dtype=np.bool_)
    for mask in masks:
        result |= mask
    return result


def _numbers(columns: Columns, name: str) -> Array:
    column = columns[name]
    assert not isinstance(column, TextColumn), name
    return column


def _texts(columns: Columns, name: str) -> TextColumn:
    column = columns[name]
    assert isinstance(column, TextColumn), name
    return column


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


def rows_with_edge(texts: TextColumn, wanted: str, *, at_end: bool = False) -> Mask:
    """Which rows begin, or end, with `wanted`. bool, shape (rows,)."""
    needle = _needle(wanted)
    starts = texts.offsets[1:] - len(needle) if at_end else texts.offsets[:-1]
    rows = np.flatnonzero(np.diff(texts.offsets) >= len(needle))
    for at in range(len(needle)):
        rows = rows[_LOWER[texts.blob[starts[rows] + at]] == needle[at]]
    mask = np.zeros(len(texts), dtype=np.bool_)
    mask[rows] = True
    return mask


def _needle(wanted: str) -> npt.NDArray[np.uint8]:
    return _LOWER[np.frombuffer(wanted.encode("utf-8", "surrogatepass"), dtype=np.uint8)]


def _hits(piece: npt.NDArray[np.uint8], needle: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Where `needle` starts in `piece`: one byte compared everywhere, the rest where it fits."""
    room = len(piece) - len(needle) + 1
    hits = np.flatnonzero(piece[:room] == needle[0])
    for at in range(1, len(needle)):
        hits = hits[piece[hits + at] == needle[at]]
    return hits
