"""Pictures that look alike though their bytes differ: resized, compressed anew, cropped a little.

Each picture is read once and remembered as 64 bits that change little when the picture does: the
signs of its lowest frequencies (`perceptual_hash`). Of photographs, copies that were scaled or
compressed anew differ in at most 4 bits, copies that lost 2 % at each edge in 8 of ten cases in at
most 8, and pictures that have nothing to do with each other in 16 and more (half of the bits,
mostly). The bits are parted into four bands: two pictures that differ in at most `t` bits differ in
at most `t // 4` bits of one band, so that only pictures are compared whose bands are that near, and
not every one with every other.

What one picture gave is remembered by its stamp in the user's cache folder. A plain picture has no
frequencies and looks like every other plain one; those are counted and not compared.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.compare.document import NearDuplicates, NearGroup, SharingSource
from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.protocol import SourceError
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress
from larder.core.keys.content_hash import map_files
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.workspace.samples import IMAGE_EXTENSIONS

MEMORY_NAME: Final = "alike.sqlite"
"""File in the cache folder that remembers what pictures look like."""

HASHED_SIDE: Final = 32
"""Pixels per side of the picture that is transformed."""

FREQUENCIES: Final = 8
"""Frequencies per axis whose signs are remembered."""

MOST_THRESHOLD: Final = 15
"""Bits that may differ; beyond these, pictures that have nothing to do with each other do too."""

BITS: Final = 64
BANDS: Final = 4
BAND_VALUES: Final = 1 << BITS // BANDS
PAIRS_AT_ONCE: Final = 2_000_000
LEAST_SIDE: Final = 64
"""Pixels of a side of what a JPEG is decoded to; the frequencies are those of 32."""

PLAIN_LEVELS: Final = 2.0
"""Standard deviation of a picture's grey levels below which it shows nothing."""

PROGRESS_EVERY: Final = 16

LOOKS, PLAIN, UNREADABLE = "00", "01", "02"
"""What the remembered digits begin with; 16 more follow, the look of a picture that has one."""

Looks = npt.NDArray[np.uint64]
Places = npt.NDArray[np.intp]

NOBODY: Final = int(np.iinfo(np.int64).max)

_BIT_COUNTS: Final = np.array([number.bit_count() for number in range(1 << 8)], dtype=np.uint8)


class Picture(msgspec.Struct, frozen=True, gc=False):
    """One picture that a trainer loads.

    Attributes:
        real: where it lies on this machine.
        content: digits that are the same for pictures of equal bytes, "" where none is equal.
        uses: as what it is used; two where it is trained and validated with.
    """

    real: str
    content: str
    uses: tuple[SharingSource, ...]


def is_picture(path: str) -> bool:
    """Return whether a file's extension is that of a picture."""
    return Path(path).suffix.lower() in IMAGE_EXTENSIONS


def check_threshold(threshold: int) -> int:
    """The threshold, if pictures can be compared with it.

    Raises:
        UserFacingError: if it is too high to mean anything.
    """
    if not 0 <= threshold <= MOST_THRESHOLD:
        raise UserFacingError(
            f"The threshold is a number from 0 to {MOST_THRESHOLD}, not {threshold}.",
            "The higher it is, the less alike pictures have to be.")
    return threshold


def find_near_duplicates(
    pictures: Sequence[Picture], *, threshold: int, token: CancelToken
) -> Job[NearDuplicates]:
    """Look at every picture that is not remembered, and group those that look alike.

    Pictures of equal bytes are looked at once; among themselves they are no near duplicates.

    Raises:
        UserFacingError: if the threshold means nothing.
        JobCancelled: if the token was cancelled; what was looked at is remembered, and its report
            is of those pictures, without groups if they were being compared by then.
    """
    check_threshold(threshold)
    equal: dict[str, list[Picture]] = defaultdict(list)
    for picture in pictures:
        equal[picture.content or picture.real].append(picture)
    kinds = list(equal.values())
    found: dict[int, str] = {}
    stopped: JobCancelled | None = None
    try:
        yield from _hash_pictures([same[0].real for same in kinds], found, token)
    except JobCancelled as cancelled:
        stopped = cancelled
    seen = [at for at, look in found.items() if look.startswith(LOOKS)]
    seen.sort()
    looks = np.array([int(found[at][len(LOOKS):], 16) for at in seen], dtype=np.uint64)
    groups: tuple[NearGroup, ...] = ()
    try:
        # What was asked to stop while it looked still says what it saw.
        groups = yield from _groups(
            [kinds[at] for at in seen], looks, threshold, CancelToken() if stopped else token)
    except JobCancelled as cancelled:
        stopped = cancelled
    report = NearDuplicates(
        threshold=threshold, pictures=len(seen),
        plain=sum(look.startswith(PLAIN) for look in found.values()),
        unreadable=sum(look.startswith(UNREADABLE) for look in found.values()),
        groups=groups, stopped=stopped is not None)
    if stopped is not None:
        raise JobCancelled(report) from stopped
    return report


def _hash_pictures(paths: Sequence[str], found: dict[int, str], token: CancelToken) -> Job[None]:
    """Add the look of each picture to `found`, by index; unknown ones are read from disk."""
    with HashMemory(cache_home() / MEMORY_NAME) as memory:
        known, looking = memory.ask(
            paths, lambda left: map_files(left, lambda: hash_picture, token=token))
        found |= {at: look for at, look in enumerate(known) if look is not None}
        for count, (at, look) in enumerate(looking):
            if count % PROGRESS_EVERY == 0:
                yield Progress("looking at pictures", count, known.count(None), "pictures")
            found[at] = f"{UNREADABLE}{0:016x}" if isinstance(look, OSError) else look


def hash_picture(path: str) -> str:
    """18 hex digits for a picture: `LOOKS` and 64 bits, or `PLAIN` or `UNREADABLE` and zeros.

    Raises:
        OSError: if the file is not there.
    """
    from PIL import Image

    try:
        levels = read_picture(path, least=LEAST_SIDE)
    except SourceError as unreadable:
        if isinstance(unreadable.__cause__, FileNotFoundError):
            raise unreadable.__cause__ from None
        return f"{UNREADABLE}{0:016x}"
    picture = Image.fromarray(levels)
    if float(np.asarray(picture.convert("L"), dtype=np.float32).std()) < PLAIN_LEVELS:
        return f"{PLAIN}{0:016x}"
    reduced = picture.convert("L").resize((HASHED_SIDE, HASHED_SIDE), Image.Resampling.LANCZOS)
    return f"{LOOKS}{perceptual_hash(np.asarray(reduced)):016x}"


def perceptual_hash(levels: npt.NDArray[np.uint8]) -> int:
    """Return 64 bits for a grey picture: which of its lowest frequencies exceed their median.

    The bits are those of the `phash` of ImageHash 4.3, the first frequency in the highest bit.

    Args:
        levels: shape (32, 32).
    """
    # A cosine transform of type II, along both axes; its scale leaves the comparison as it is.
    places = np.arange(HASHED_SIDE)
    basis = np.cos(np.pi * np.outer(np.arange(FREQUENCIES), 2 * places + 1) / (2 * HASHED_SIDE))
    lowest = basis @ levels.astype(np.float64) @ basis.T
    bits = lowest > np.median(lowest)
    return int.from_bytes(np.packbits(bits).tobytes(), "big")


def _groups(
    kinds: Sequence[Sequence[Picture]], looks: Looks, threshold: int, token: CancelToken
) -> Job[tuple[NearGroup, ...]]:
    """Pictures that look alike.

    Each that is validated with stands beside the trained one that looks most like it. Besides, each
    is in the group of the first one of its side that it looks like: what is kept of a picture is
    one number per side, however many look like it.
    """
    _, begin, number = np.unique(looks, return_index=True, return_inverse=True)
    order = np.argsort(begin)
    place = np.argsort(order)[number]
    distinct = looks[begin[order]]
    alike: list[list[int]] = [[] for _ in distinct]
    for at, where in enumerate(place.tolist()):
        alike[where].append(at)
    trained, validated = (
        [[(at, use) for at in members for same in kinds[at] for use in same.uses
          if use.validation is side] for members in alike] for side in (False, True))
    nearness = _Nearness(
        np.array([bool(uses) for uses in trained], dtype=np.bool_),
        np.array([bool(uses) for uses in validated], dtype=np.bool_))
    for step, pairs in _near_pairs(distinct, threshold, token):
        nearness.note(*pairs)
        yield Progress("comparing pictures", step, _steps(threshold), "steps")
    groups = [
        [*((0, *use) for use in validated[at]), *((distance, *use) for use in trained[other])]
        for at, other, distance in nearness.leaks()]
    for uses, leaders in ((trained, nearness.trained), (validated, nearness.validated)):
        groups += [
            [(distance, *use) for at, distance in members for use in uses[at]]
            for members in leaders.groups()]
    return tuple(sorted(
        (_group(members) for members in groups if len({kind for _, kind, _ in members}) > 1),
        key=lambda group: (not group.leak, -len(group.sources))))


def _group(members: Sequence[tuple[int, int, SharingSource]]) -> NearGroup:
    """Of (bits that differ, number of the content, use) of each."""
    return NearGroup(
        sources=tuple(use for _, _, use in members),
        distances=tuple(distance for distance, _, _ in members),
        leak=len({use.validation for _, _, use in members}) > 1)


class _Leaders:
    """By whom each of n looks was found: the first one before it that it looks like."""

    def __init__(self, is_one: npt.NDArray[np.bool_]) -> None:
        self.is_one = is_one
        self._found_by = np.full(len(is_one), NOBODY, dtype=np.int64)

    def note(self, first: Places, second: Places, distance: npt.NDArray[np.int64]) -> None:
        """Pairs that look alike, the smaller number first."""
        both = self.is_one[first] & self.is_one[second]
        np.minimum.at(self._found_by, second[both], first[both] * BITS + distance[both])

    def groups(self) -> list[list[tuple[int, int]]]:
        """(look, bits in which it differs from the one that it was found by) of each group."""
        groups: list[list[tuple[int, int]]] = []
        group_of: dict[int, list[tuple[int, int]]] = {}
        found_by = self._found_by.tolist()
        for at in np.flatnonzero(self.is_one).tolist():
            if found_by[at] == NOBODY:
                group_of[at] = [(at, 0)]
                groups.append(group_of[at])
                continue
            leader, distance = divmod(found_by[at], BITS)
            group_of[at] = group_of[leader]
            group_of[at].append((at, distance))
        return groups


class _Nearness:
    """Summary of all near pairs: one number per look and side, however many look alike."""

    def __init__(
        self, is_trained: npt.NDArray[np.bool_], is_validated: npt.NDArray[np.bool_]
    ) -> None:
        self.trained, self.validated = _Leaders(is_trained), _Leaders(is_validated)
        self._count = len(is_trained)
        self._nearest = np.where(
            is_trained, np.arange(self._count, dtype=np.int64), np.int64(NOBODY))

    def note(self, first: Places, second: Places, distance: npt.NDArray[np.int64]) -> None:
        """Pairs that look alike, the smaller number first."""
        for leaders in (self.trained, self.validated):
            leaders.note(first, second, distance)
        for trained, validated in ((first, second), (second, first)):
            is_leak = self.trained.is_one[trained] & self.validated.is_one[validated]
            np.minimum.at(self._nearest, validated[is_leak], (
                distance[is_leak] * self._count + trained[is_leak]))

    def leaks(self) -> list[tuple[int, int, int]]:
        """(what is validated, the trained one most like it, bits that differ)."""
        found = np.flatnonzero(self.validated.is_one & (self._nearest != NOBODY))
        return [(at, key % self._count, key // self._count)
                for at, key in zip(found.tolist(), self._nearest[found].tolist(), strict=True)]


def _near_pairs(
    looks: Looks, threshold: int, token: CancelToken
) -> Iterator[tuple[int, tuple[Places, Places, npt.NDArray[np.int64]]]]:
    """(first, second, bits that differ) of every pair within the threshold, at least once each.

    `looks` are distinct; the first is the smaller number. Each time with the step of `_steps`.
    """
    masks = [sum(1 << bit for bit in bits) for count in range(threshold // BANDS + 1)
             for bits in itertools.combinations(range(BITS // BANDS), count)]
    step = 0
    for band in _bands(looks):
        order = np.argsort(band, kind="stable")
        starts = np.searchsorted(band[order], np.arange(BAND_VALUES + 1))
        for mask in masks:
            token.check()
            step += 1
            for first, second in _candidates(band, mask, order, starts):
                distance = _differing(looks[first] ^ looks[second])
                is_near = distance <= threshold
                yield step, (first[is_near], second[is_near], distance[is_near])


def _steps(threshold: int) -> int:
    """How many ways there are for a band to differ, over all bands."""
    return BANDS * sum(
        math.comb(BITS // BANDS, count) for count in range(threshold // BANDS + 1))


def _bands(looks: Looks) -> list[npt.NDArray[np.int64]]:
    """Four parts of 16 bits each; low and high frequencies in each of them."""
    bands = []
    for number in range(BANDS):
        band = np.zeros(len(looks), dtype=np.int64)
        for place, bit in enumerate(range(number, BITS, BANDS)):
            of_place = (looks >> np.uint64(bit)) & np.uint64(1)
            band |= of_place.astype(np.int64) << place
        bands.append(band)
    return bands


def _candidates(
    band: npt.NDArray[np.int64], mask: int, order: Places, starts: Places
) -> Iterator[tuple[Places, Places]]:
    """Pairs whose bands differ in just these bits, the smaller number first, some at a time."""
    other = band ^ mask
    counts = starts[other + 1] - starts[other]
    totals = np.cumsum(counts)
    begin = 0
    while begin < len(band):
        before = int(totals[begin - 1]) if begin else 0
        end = max(int(np.searchsorted(totals, before + PAIRS_AT_ONCE, side="right")), begin + 1)
        few = counts[begin:end]
        first = np.repeat(np.arange(begin, end), few)
        within = np.arange(len(first)) - np.repeat(np.cumsum(few) - few, few)
        second = order[np.repeat(starts[other[begin:end]], few) + within]
        is_once = first < second
        yield first[is_once], second[is_once]
        begin = end


def _differing(looks: Looks) -> npt.NDArray[np.int64]:
    """How many bits are set in each; numpy counts them itself only since version 2."""
    counts: npt.NDArray[np.int64] = _BIT_COUNTS[looks.view(np.uint8)].reshape(-1, 8).sum(
        axis=1, dtype=np.int64)
    return counts
