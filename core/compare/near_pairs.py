"""Pairs of looks that differ in few of 64 bits, without comparing every one with every other.

The bits are parted into bands: two looks that differ in at most `t` bits differ in at most
`t // bands` bits of one band, so that only looks are compared whose bands are that near. Few bands
leave fewer candidates and more ways for a band to differ; the number of looks decides.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.compare.picture_looks import Looks
from larder.core.jobs import CancelToken

BITS: Final = 64
BAND_COUNTS: Final = (4, 5, 6)
PAIRS_AT_ONCE: Final = 1 << 17
"""So many stay in the processor's cache."""
LOOKUP_COST: Final = 3.0
PAIR_COST: Final = 1.0
"""Of looking up a band, and of comparing a pair; only their ratio matters, which was measured."""

Places = npt.NDArray[np.intp]
Distances = npt.NDArray[np.int64]

_BIT_COUNTS: Final = np.array([number.bit_count() for number in range(1 << 8)], dtype=np.uint8)


class PairSearch:
    """Finds near pairs among looks; the steps are said first.

    Args:
        looks: distinct, shape (n,).
        turned: the same pictures turned, shape (n,); `looks` itself to compare them as they are.
        threshold: bits that may differ.
    """

    def __init__(self, looks: Looks, turned: Looks, threshold: int) -> None:
        self._looks, self._turned, self._threshold = looks, turned, threshold
        self._count = min(BAND_COUNTS, key=lambda count: _cost(count, threshold, len(looks)))

    @property
    def steps(self) -> int:
        """How many ways there are for a band to differ, over all bands."""
        return sum(_ways(width, self._threshold // self._count) for width in _widths(self._count))

    def pairs(self, token: CancelToken) -> Iterator[tuple[int, tuple[Places, Places, Distances]]]:
        """Yield the step, and (first, second, bits that differ) of pairs within the threshold.

        Each pair at least once; the first, the turned one, is the smaller number.
        """
        step = 0
        bands = zip(_bands(self._looks, self._count), _bands(self._turned, self._count),
                    _widths(self._count), strict=True)
        for band, turned, width in bands:
            order = np.argsort(band, kind="stable")
            starts = np.searchsorted(band[order], np.arange((1 << width) + 1))
            ordered = self._looks[order]
            for mask in _masks(width, self._threshold // self._count):
                token.check()
                step += 1
                other = turned ^ mask
                for first, at, distance in self._near(starts[other], starts[other + 1], ordered):
                    second = order[at]
                    is_once = first < second
                    yield step, (first[is_once], second[is_once], distance[is_once])

    def _near(
        self, begins: Places, ends: Places, ordered: Looks
    ) -> Iterator[tuple[Places, Places, Distances]]:
        """Compare each turned look with a stretch of `ordered`, some at a time.

        Yields:
            (look, position in `ordered`, bits that differ) of those within the threshold.
        """
        counts = ends - begins
        totals = np.cumsum(counts)
        begin = 0
        while begin < len(counts):
            before = int(totals[begin - 1]) if begin else 0
            end = max(
                int(np.searchsorted(totals, before + PAIRS_AT_ONCE, side="right")), begin + 1)
            few = counts[begin:end]
            # Where each stretch begins less how many pairs there are before it.
            shift = begins[begin:end] - (totals[begin:end] - few - before)
            at = np.repeat(shift, few)
            at += np.arange(len(at))
            distance = count_bits(np.repeat(self._turned[begin:end], few) ^ ordered[at])
            near = np.flatnonzero(distance <= self._threshold)
            first = begin + np.searchsorted(totals[begin:end] - before, near, side="right")
            yield first, at[near], distance[near].astype(np.int64)
            begin = end


def _cost(count: int, threshold: int, looks: int) -> float:
    """Cost per look of a search with so many bands."""
    return sum(
        _ways(width, threshold // count) * (LOOKUP_COST + PAIR_COST * looks / (1 << width))
        for width in _widths(count))


def _widths(count: int) -> list[int]:
    """Bits per band; the first ones have one more where they do not come out even."""
    return [len(range(number, BITS, count)) for number in range(count)]


def _ways(width: int, differing: int) -> int:
    return sum(math.comb(width, count) for count in range(differing + 1))


def _masks(width: int, differing: int) -> Iterator[int]:
    return (sum(1 << bit for bit in bits) for count in range(differing + 1)
            for bits in itertools.combinations(range(width), count))


def _bands(looks: Looks, count: int) -> list[npt.NDArray[np.int64]]:
    """Parts of the bits; low and high frequencies in each of them."""
    bands = []
    for number in range(count):
        band = np.zeros(len(looks), dtype=np.int64)
        for place, bit in enumerate(range(number, BITS, count)):
            of_place = (looks >> np.uint64(bit)) & np.uint64(1)
            band |= of_place.astype(np.int64) << place
        bands.append(band)
    return bands


def _count_bits_by_table(looks: Looks) -> npt.NDArray[np.uint8]:
    counts: npt.NDArray[np.uint8] = _BIT_COUNTS[looks.view(np.uint8)].reshape(-1, 8).sum(
        axis=1, dtype=np.uint8)
    return counts


count_bits: Callable[[Looks], npt.NDArray[np.uint8]] = getattr(
    np, "bitwise_count", _count_bits_by_table)
"""Bits that are set in each; numpy counts them itself only since version 2."""
