"""Counts of the files of a store: its figures, and the sums that charts are drawn of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from larder.core.background import FileCounter
from larder.core.stores.use_log import Uses
from larder.core.survey.document import StoreFigures
from larder.core.workspace.open_workspace import StoreLocation

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]

DAY_NS: Final = 24 * 3600 * 10**9
AGES_DAYS: Final = (1, 7, 30, 90, 365)
"""Where one span of ages ends and the next begins."""

UNCOUNTED: Final = "A trainer does not record lookups, so hits and misses are not known."
"""Said of a store whose lookups nobody recorded, in place of numbers."""


class CachedCrops(NamedTuple):
    """Buckets in which rows of a store are cached, n pairs of a row and a bucket.

    Attributes:
        rows: of the store's `EntryRows`, int32, shape (n,).
        heights, widths: of the bucket, pixels, int32, shape (n,).
    """

    rows: Int32
    heights: Int32
    widths: Int32


@dataclass(slots=True)
class UsageSums:
    """Sums gathered while stores are read; (files, bytes) by the subject they are counted under.

    Attributes:
        now_ns: the time ages are counted from, nanoseconds since 1970.
        counter: notified of files that are looked at.
    """

    now_ns: int
    counter: FileCounter
    sizes: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    variations: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    buckets: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    ages: list[list[int]] = field(
        default_factory=lambda: [[0, 0] for _ in range(len(AGES_DAYS) + 1)])

    def add_ages(self, sizes: Int64, mtimes_ns: Int64) -> None:
        """Count files by age; a future date is young."""
        spans = np.searchsorted(
            np.array(AGES_DAYS), np.maximum(self.now_ns - mtimes_ns, 0) // DAY_NS, side="right")
        files = np.bincount(spans, minlength=len(self.ages)).tolist()
        for at, span in enumerate(self.ages):
            span[0] += files[at]
            span[1] += int(sizes[spans == at].sum())


def make_figures(
    store: StoreLocation, *, entries: int, sizes: Sequence[int], temporaries: Sequence[int] = (),
    uses: Uses | None = None, last_used_ns: int | None = None,
    budget_bytes: int | None = None,
) -> StoreFigures:
    """The figures of one store; `sizes` are bytes of its payload files, `uses` None if unknown."""
    hits, misses = (None, None) if uses is None else (uses.hits, uses.misses)
    return StoreFigures(
        id=store.id, kind=store.kind.value, path=store.spelled, entries=entries,
        payload_files=len(sizes), bytes=sum(sizes), temporaries=len(temporaries),
        temporary_bytes=sum(temporaries), hits=hits, misses=misses,
        hit_rate=compute_hit_rate(hits, misses), note=UNCOUNTED if hits is None else None,
        last_used_ns=last_used_ns, budget_bytes=budget_bytes,
        can_prune=store.kind.traits.remembers_uses)


def compute_hit_rate(hits: int | None, misses: int | None) -> float | None:
    """Share of lookups that found a value, 0.0 without any, None where nobody counted."""
    if hits is None or misses is None:
        return None
    return hits / (hits + misses) if hits + misses else 0.0
