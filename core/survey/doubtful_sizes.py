"""Cached files that their size alone gives away: a full drive or a lost write cut them short.

A listing knows every size. A file of 0 bytes, or of another size than was recorded when it was
written, is in doubt, and so is a picture's that has another size than most of the same shape.
Captions differ in length, so of theirs only one that is far smaller than the others is: most hold
as many tokens as the encoder takes, whatever the prompt. Only files in doubt are
opened by a survey that opens none otherwise; most of them turn out to be sound, because longer
names and further values change sizes, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.jobs import Job
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.stores.records import NOT_RECORDED
from larder.core.survey.indexed.verdicts import JudgedRows

Int64 = npt.NDArray[np.int64]

NO_SHAPE: Final = -1
"""Of a file that is compared with no other."""

OF_ANY_SIZE: Final = -2
"""Of files that may differ in size, though none should be far smaller than the others."""

FENCE: Final = 3
"""So many times the middle half's range below it a size is far smaller: Tukey's outer fence."""

LOOKED_AT: Final = 4
"""Of many files of one shape and size this many are opened, the rest only if one is damaged."""


def doubtful_files(
    sizes: Int64, shapes: Int64 | None = None, recorded: Int64 | None = None
) -> list[list[int]]:
    """Return the positions of files in doubt, those of equal shape and size together.

    Args:
        sizes: bytes, shape (n,).
        shapes: equal numbers for files that should have one size, `OF_ANY_SIZE` or `NO_SHAPE` for
            others; shape (n,). None for files that are not compared.
        recorded: sizes as recorded, `NOT_RECORDED` where they are not; shape (n,).
    """
    if not len(sizes):
        return []
    shapes = np.full(len(sizes), NO_SHAPE, dtype=np.int64) if shapes is None else shapes
    doubtful = sizes == 0
    settled = doubtful.copy()
    if recorded is not None:
        is_recorded = recorded != NOT_RECORDED
        doubtful |= is_recorded & (recorded != sizes)
        settled |= is_recorded
    doubtful |= ~settled & (_unlike_most(sizes, shapes) | _far_smaller(sizes, shapes))
    at = np.flatnonzero(doubtful)
    groups: dict[tuple[int, int], list[int]] = {}
    for one, shape, size in zip(
            at.tolist(), shapes[at].tolist(), sizes[at].tolist(), strict=True):
        # What differs from its record differs from it alone.
        is_alone = shape == NO_SHAPE or bool(settled[one])
        groups.setdefault((-one - 2, size) if is_alone else (shape, size), []).append(one)
    return list(groups.values())


def _unlike_most(sizes: Int64, shapes: Int64) -> npt.NDArray[np.bool_]:
    """Return whether each file's size differs from that of most files of its shape.

    If no one size is the most frequent, all of them do. A shape whose files have one size, or only
    one file, is not in doubt.
    """
    unlike = np.zeros(len(sizes), dtype=np.bool_)
    compared = np.flatnonzero(shapes >= 0)
    if not len(compared):
        return unlike
    order = compared[np.lexsort((sizes[compared], shapes[compared]))]
    is_new_shape = np.diff(shapes[order], prepend=NO_SHAPE) != 0
    is_new_pair = is_new_shape | (np.diff(sizes[order], prepend=-1) != 0)
    of_pair = np.cumsum(is_new_pair) - 1
    counts, shape_of_pair = np.bincount(of_pair), (np.cumsum(is_new_shape) - 1)[is_new_pair]
    most = np.zeros(int(shape_of_pair[-1]) + 1, dtype=np.int64)
    np.maximum.at(most, shape_of_pair, counts)
    is_most = counts == most[shape_of_pair]
    is_usual = is_most & (np.bincount(shape_of_pair[is_most])[shape_of_pair] == 1)
    unlike[order] = ~is_usual[of_pair]
    return unlike


def _far_smaller(sizes: Int64, shapes: Int64) -> npt.NDArray[np.bool_]:
    """Return whether each file of any size is far smaller than the others of its kind."""
    compared = np.asarray(shapes == OF_ANY_SIZE)
    if not compared.any():
        return compared
    ordered = np.sort(sizes[compared])
    # As `np.percentile`, which takes 10 ms to load.
    low, high = np.interp(
        np.array((0.25, 0.75)) * (len(ordered) - 1), np.arange(len(ordered)), ordered)
    return np.asarray(compared & (sizes < low - FENCE * (high - low)))


def doubtful_of_index(judged: JudgedRows, *, are_alike: bool) -> list[list[str]]:
    """Return the names of payloads in doubt of a store with an index; see `doubtful_files`.

    `are_alike`: payloads of one size in pixels with the same values should have one size.
    """
    files, columns = judged.files, judged.join.columns
    shapes = np.full(len(files.listing.names), NO_SHAPE, dtype=np.int64)
    if not are_alike:
        shapes[files.pairs[:, 0]] = OF_ANY_SIZE
    else:
        shape_of = shape_codes(
            columns.variant_height.astype(np.int64), columns.variant_width.astype(np.int64),
            columns.schema.astype(np.int64))
        shapes[files.pairs[:, 0]] = shape_of[files.pairs[:, 1]]
    names = files.listing.names
    groups = doubtful_files(files.listing.sizes, shapes)
    payloads = ([names[at] for at in group if parse_indexed_name(names[at]) is not None]
                for group in groups)
    return [group for group in payloads if group]


def shape_codes(height: Int64, width: Int64, values: Int64 | int = 0) -> Int64:
    """Return numbers that only payloads of one size in pixels with the same values share."""
    return np.asarray(((height + 1) << 40) | ((width + 1) << 16) | (values + 1))


def inspect_doubtful(
    groups: Sequence[Sequence[str]], look: Callable[[Sequence[str]], Job[Collection[str]]]
) -> Job[None]:
    """Look into files in doubt: some of each group, and all of a group in which one is damaged.

    `look` opens files by name and returns the damaged ones.
    """
    damaged = yield from look([name for group in groups for name in group[:LOOKED_AT]])
    rest = [name for group in groups if not set(damaged).isdisjoint(group[:LOOKED_AT])
            for name in group[LOOKED_AT:]]
    if rest:
        yield from look(rest)
