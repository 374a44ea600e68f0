"""Which variant of an entry the config asks for, and whether it is there, whole.

One target edge, or a fixed WxH, asks for exactly one size; with several targets one of their sizes
is enough and the others are remarked. The size follows from the picture's stored size, never from a
random draw. Where it cannot be known (video frames, rotated crops, an unknown model type, latent
caching off, no config) every variant counts as the wanted one and the row is remarked as not
checked.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.core.stores.smart.columns import IndexColumns
from larder.core.survey.verdicts import Also, Verdict
from larder.core.workspace.bucketing import Targets, choose_buckets, fixed_bucket, square_bucket

Flags = npt.NDArray[np.uint32]
Int32 = npt.NDArray[np.int32]

ROWS_AT_ONCE = 100_000
"""Choosing the buckets of a million rows in one go would take 90 MB for a moment."""

NO_SIZE = -1
"""Height and width of a variant without a resolution, as in `IndexColumns`."""


@dataclass(frozen=True, slots=True)
class WantedSize:
    """What one concept asks of each of its entries in one store.

    Attributes:
        targets: None when the size cannot be judged.
        has_size: False for a store whose variants have no resolution.
        quantisation: of the model type's buckets.
        bucketing: False crops to the target edge itself.
        variations: how many payloads a variant must have.
        frame_axis: payload keys are frames x height, so only a stored crop tells a variant's size.
        reason: why the size cannot be judged, "" when it can.
    """

    targets: Targets | None
    has_size: bool
    quantisation: int
    bucketing: bool
    variations: int
    frame_axis: bool = False
    reason: str = ""


@dataclass(slots=True)
class PayloadPositions:
    """Where each variant's payloads stand in the store's listing; v variants.

    Attributes:
        first: position of variation 1, -1 when not there, int32, shape (v,).
        names: of the listing.
    """

    first: Int32
    names: Sequence[str]
    _there: frozenset[str] | None = None

    @property
    def there(self) -> frozenset[str]:
        """The names as a set, made when further variations or absent payloads first ask for it."""
        if self._there is None:
            self._there = frozenset(self.names)
        return self._there


def locate_payloads(columns: IndexColumns, names: Sequence[str]) -> PayloadPositions:
    """Find variation 1 of every variant in the store's listing."""
    position = dict(zip(names, range(len(names)), strict=True))
    first = np.fromiter(
        map(position.get, (f"{stem}_1.pt" for stem in columns.stems), itertools.repeat(-1)),
        dtype=np.int32, count=len(columns.stems))
    return PayloadPositions(first, names)


def judge_variants(
    columns: IndexColumns,
    rows: Int32,
    sizes: tuple[Int32, Int32],
    wanted: WantedSize,
    payloads: PayloadPositions,
    schema_is_complete: npt.NDArray[np.bool_],
    flags: Flags,
) -> Int32:
    """Set missing-variant, missing-payload, incomplete-schema and remarks of a concept's rows.

    Args:
        columns: the index.
        rows: index rows of the concept whose source is there, shape (k,).
        sizes: upright heights and widths of all n rows, -1 where unknown.
        wanted: what the concept asks for.
        payloads: where payloads are.
        schema_is_complete: per variant, whether it has every name the config needs, shape (v,).
        flags: verdict bits of all rows, changed in place.

    Returns:
        The wanted heights and widths of the first target for all n rows, int32, shape (2, n); -1
        where there is none. Sentences are made from them.
    """
    first_wanted = np.full((2, len(columns)), NO_SIZE, dtype=np.int32)
    of_concept = np.zeros(len(columns), dtype=np.bool_)
    of_concept[rows] = True
    variants = np.flatnonzero(of_concept[columns.variant_row])
    row_of = columns.variant_row[variants]
    complete = _complete(columns, variants, wanted.variations, payloads)
    matches = np.ones(len(variants), dtype=np.bool_)
    judged = np.zeros(len(columns), dtype=np.bool_)
    if wanted.has_size and wanted.targets is None:
        flags[rows] |= np.uint32(Also.VARIANT_NOT_CHECKED)
    elif wanted.has_size and wanted.targets is not None:
        is_known = _judgeable(columns, sizes, wanted)[rows]
        known = rows[is_known]
        flags[rows[~is_known]] |= np.uint32(Also.VARIANT_NOT_CHECKED)
        judged[known] = True
        hit = _hits(columns, variants, known, sizes, wanted, first_wanted)
        matches = np.where(judged[row_of], hit.any(axis=0), True)
        _remark_targets(hit, row_of, known, flags)
    elif not wanted.has_size:
        judged[rows] = True
        matches = columns.variant_height[variants] == NO_SIZE
    any_match = _any_per_row(matches, row_of, len(columns))
    any_complete = _any_per_row(matches & complete, row_of, len(columns))
    whole_schema = _any_per_row(
        matches & schema_is_complete[variants], row_of, len(columns))
    has_variant = _any_per_row(np.ones_like(matches), row_of, len(columns))
    absent = np.where(judged, ~any_match, ~has_variant)
    for verdict, applies in (
        (Verdict.MISSING_VARIANT, absent),
        (Verdict.MISSING_PAYLOAD, ~absent & ~any_complete),
        (Verdict.INCOMPLETE_SCHEMA, ~absent & ~whole_schema),
    ):
        flags[rows[applies[rows]]] |= np.uint32(1 << verdict)
    return first_wanted


def _judgeable(
    columns: IndexColumns, sizes: tuple[Int32, Int32], wanted: WantedSize
) -> npt.NDArray[np.bool_]:
    """Per index row, whether its wanted size and its variants' sizes are known."""
    known = np.ones(len(columns), dtype=np.bool_)
    if wanted.targets is not None and not wanted.targets.fixed:
        known &= (sizes[0] > 0) & (sizes[1] > 0)
    if wanted.frame_axis:
        known[columns.variant_row[~columns.variant_has_crop]] = False
    return known


def _complete(
    columns: IndexColumns, variants: npt.NDArray[np.int64], variations: int,
    payloads: PayloadPositions,
) -> npt.NDArray[np.bool_]:
    """Whether variations 1..V of each of `variants` are on disk."""
    complete = payloads.first[variants] >= 0
    for number in range(2, variations + 1):
        suffix = f"_{number}.pt"
        stems = columns.stems
        complete &= np.fromiter(
            (stems[at] + suffix in payloads.there for at in variants.tolist()),
            dtype=np.bool_, count=len(variants))
    return complete


def _hits(
    columns: IndexColumns, variants: npt.NDArray[np.int64], rows: Int32,
    sizes: tuple[Int32, Int32], wanted: WantedSize, first_wanted: Int32,
) -> npt.NDArray[np.bool_]:
    """Per target and variant, whether it has the size the target asks for; shape (t, k)."""
    if wanted.targets is None:
        raise ValueError("without targets there is nothing to hit")
    row_of = columns.variant_row[variants]
    hits: list[npt.NDArray[np.bool_]] = []
    fixed = wanted.targets.fixed
    for edge in wanted.targets.edges or (0,):
        asked = np.full((2, len(columns)), NO_SIZE, dtype=np.int32)
        if fixed is not None:
            asked[0, rows], asked[1, rows] = fixed_bucket(fixed, wanted.quantisation)
        elif not wanted.bucketing:
            asked[0, rows], asked[1, rows] = square_bucket(edge)
        else:
            for at in range(0, len(rows), ROWS_AT_ONCE):
                some = rows[at:at + ROWS_AT_ONCE]
                asked[:, some] = choose_buckets(
                    sizes[0][some], sizes[1][some], edge, wanted.quantisation).T
        if not hits:
            first_wanted[:, rows] = asked[:, rows]
        hits.append(
            (columns.variant_height[variants] == asked[0, row_of])
            & (columns.variant_width[variants] == asked[1, row_of])
            & (asked[0, row_of] != NO_SIZE))
    return np.array(hits)


def _remark_targets(
    hit: npt.NDArray[np.bool_], row_of: Int32, rows: Int32, flags: Flags
) -> None:
    """Remark rows that have some, but not all, of several targets."""
    if len(hit) < 2:
        return
    per_target = np.array([_any_per_row(one, row_of, len(flags)) for one in hit])
    some = np.asarray(per_target.any(axis=0) & ~per_target.all(axis=0))
    flags[rows[some[rows]]] |= np.uint32(Also.TARGET_NOT_CACHED)


def _any_per_row(
    mask: npt.NDArray[np.bool_], row_of: Int32, rows: int
) -> npt.NDArray[np.bool_]:
    found = np.zeros(rows, dtype=np.bool_)
    found[row_of[mask]] = True
    return found
