"""Pictures that look alike though their bytes differ: resized, compressed anew, cropped, turned.

Each picture is read once and remembered as 64 bits per turn that change little when the picture
does (`picture_looks`). Of photographs, copies that were scaled or compressed anew differ in at most
4 bits, copies that lost 2 % at each edge in 8 of ten cases in at most 8, and pictures that have
nothing to do with each other in 16 and more (half of the bits, mostly).

A mirrored or rotated copy is near a picture's turned bits. It is compared no less strictly than
`TURNED_THRESHOLD`, and is called turned only where it is far less like the picture as it stands: a
symmetrical picture looks the same mirrored.

What one picture gave is remembered by its stamp in the user's cache folder. A plain picture has no
frequencies and looks like every other plain one; those are counted and not compared.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.compare.copies import CopyFile
from larder.core.compare.copy_facts import CopyFacts, PictureTurn
from larder.core.compare.document import NearDuplicates, NearGroup, SharingSource
from larder.core.compare.near_pairs import BITS, Distances, PairSearch, Places
from larder.core.compare.picture_looks import (
    LOOKS,
    MEMORY_NAME,
    NO_LOOKS,
    PLAIN,
    UNREADABLE,
    Looks,
    hash_picture,
    read_looks,
    remove_former_memories,
)
from larder.core.compare.picture_turns import INVERSE, TURNS, add_turns
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress
from larder.core.keys.content_hash import map_files
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.workspace.samples import IMAGE_EXTENSIONS

MOST_THRESHOLD: Final = 15
"""Bits that may differ; beyond these, pictures that have nothing to do with each other do too."""

TURNED_THRESHOLD: Final = 6
"""Bits in which turned copies may differ at most: with seven turns, chance has seven tries."""

TURN_MARGIN: Final = 4
"""Bits by which a turned look has to be nearer than the upright one."""

PROGRESS_EVERY: Final = 16
UPRIGHT: Final = TURNS.index(PictureTurn.UPRIGHT)
MOST_DISTANCE: Final = 2 * BITS
"""More than any distance with its margin."""

RANKS: Final = MOST_DISTANCE * len(TURNS)
"""How many ranks of a pair there are: by distance, then by turn."""

NOBODY: Final = int(np.iinfo(np.int64).max)


class Picture(msgspec.Struct, frozen=True, gc=False):
    """One picture that a trainer loads.

    Attributes:
        file: where it and its caption are on this machine.
        content: digits that are the same for pictures of equal bytes, "" where none is equal.
        uses: as what it is used; two where it is trained and validated with.
    """

    file: CopyFile
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
        equal[picture.content or picture.file.real].append(picture)
    kinds = list(equal.values())
    found: dict[int, str] = {}
    stopped: JobCancelled | None = None
    try:
        yield from _hash_pictures([same[0].file.real for same in kinds], found, token)
    except JobCancelled as cancelled:
        stopped = cancelled
    seen = [at for at, look in found.items() if look.startswith(LOOKS)]
    seen.sort()
    looks = np.array(
        [read_looks(found[at]) for at in seen], dtype=np.uint64).reshape(-1, len(TURNS))
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
        groups=groups, stopped=stopped is not None, made_ns=time.time_ns())
    if stopped is not None:
        raise JobCancelled(report) from stopped
    return report


def _hash_pictures(paths: Sequence[str], found: dict[int, str], token: CancelToken) -> Job[None]:
    """Add the look of each picture to `found`, by index; unknown ones are read from disk."""
    remove_former_memories()
    with HashMemory(cache_home() / MEMORY_NAME) as memory:
        known, looking = memory.ask(
            paths, lambda left: map_files(left, lambda: hash_picture, token=token))
        found |= {at: look for at, look in enumerate(known) if look is not None}
        for count, (at, look) in enumerate(looking):
            if count % PROGRESS_EVERY == 0:
                yield Progress("looking at pictures", count, known.count(None), "pictures")
            found[at] = f"{UNREADABLE}{NO_LOOKS}" if isinstance(look, OSError) else look


def _groups(
    kinds: Sequence[Sequence[Picture]], looks: Looks, threshold: int, token: CancelToken
) -> Job[tuple[NearGroup, ...]]:
    """Pictures that look alike.

    Each that is validated with stands beside the trained one that looks most like it. Besides, each
    is in the group of the first one of its side that it looks like: what is kept of a picture is
    one number per side, however many look like it.

    Args:
        kinds: pictures of equal bytes.
        looks: of each kind, shape (kinds, turns).
        threshold: bits that may differ.
        token: checked per step.
    """
    _, begin, number = np.unique(looks[:, UPRIGHT], return_index=True, return_inverse=True)
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
    yield from _compare(distinct, threshold, nearness, token)
    groups = [
        [*((_AS_IT_IS, *use) for use in validated[at]), *((likeness, *use) for use in
                                                           trained[other])]
        for at, other, likeness in nearness.leaks()]
    for uses, leaders in ((trained, nearness.trained), (validated, nearness.validated)):
        groups += [
            [(likeness, *use) for at, likeness in members for use in uses[at]]
            for members in leaders.groups()]
    return tuple(sorted(
        (_group(members) for members in groups if len({kind for _, kind, _ in members}) > 1),
        key=lambda group: (not group.leak, -len(group.sources))))


def _compare(
    looks: Looks, threshold: int, nearness: _Nearness, token: CancelToken
) -> Job[None]:
    """Tell `nearness` every near pair, of each turn; looks have shape (n, turns)."""
    upright = np.ascontiguousarray(looks[:, UPRIGHT])
    searches = [
        PairSearch(upright, np.ascontiguousarray(looks[:, turn]),
                   threshold if turn == UPRIGHT else min(threshold, TURNED_THRESHOLD))
        for turn in range(len(TURNS))]
    total, before = sum(search.steps for search in searches), 0
    for turn, search in enumerate(searches):
        for step, pairs in search.pairs(token):
            nearness.note(*pairs, turn)
            yield Progress("comparing pictures", before + step, total, "steps")
        before += search.steps


def _group(members: Sequence[tuple[_Likeness, int, SharingSource]]) -> NearGroup:
    """Of (likeness to the first, number of the content, use) of each."""
    return NearGroup(
        sources=tuple(use for _, _, use in members),
        distances=tuple(likeness.distance for likeness, _, _ in members),
        leak=len({use.validation for _, _, use in members}) > 1,
        copies=tuple(
            CopyFacts(turn=likeness.turn, likeness=1 - likeness.distance / BITS)
            for likeness, _, _ in members))


class _Likeness(msgspec.Struct, frozen=True, gc=False):
    """How a look differs from another one: in bits, and how it is turned."""

    distance: int = 0
    turn: PictureTurn = PictureTurn.UPRIGHT


_AS_IT_IS: Final = _Likeness()


def _ranks(distance: Distances, turn: int) -> Distances:
    """Numbers below `MOST_DISTANCE * len(TURNS)`: nearer ones are smaller, and say their turn."""
    margin = 0 if turn == UPRIGHT else TURN_MARGIN
    return (distance + margin) * len(TURNS) + turn


def _likeness(rank: int) -> _Likeness:
    """The likeness that a number of `_ranks` stands for."""
    distance, turn = divmod(rank, len(TURNS))
    return _Likeness(distance if turn == UPRIGHT else distance - TURN_MARGIN, TURNS[turn])


class _Leaders:
    """By whom each of n looks was found: the first one before it that it looks like."""

    def __init__(self, is_one: npt.NDArray[np.bool_]) -> None:
        self.is_one = is_one
        self._found_by = np.full(len(is_one), NOBODY, dtype=np.int64)

    def note(self, first: Places, second: Places, ranks: Distances) -> None:
        """Pairs that look alike, the smaller number first, the second turned as its rank says."""
        both = self.is_one[first] & self.is_one[second]
        np.minimum.at(self._found_by, second[both], first[both] * RANKS + ranks[both])

    def groups(self) -> list[list[tuple[int, _Likeness]]]:
        """(look, bits that differ from its finder and turn against the first) of each group."""
        groups: list[list[tuple[int, _Likeness]]] = []
        group_of: dict[int, list[tuple[int, _Likeness]]] = {}
        turns: dict[int, PictureTurn] = {}
        found_by = self._found_by.tolist()
        for at in np.flatnonzero(self.is_one).tolist():
            if found_by[at] == NOBODY:
                group_of[at] = [(at, _AS_IT_IS)]
                groups.append(group_of[at])
                continue
            leader, rank = divmod(found_by[at], RANKS)
            group_of[at] = group_of[leader]
            found = _likeness(rank)
            turns[at] = add_turns(turns.get(leader, PictureTurn.UPRIGHT), found.turn)
            group_of[at].append((at, _Likeness(found.distance, turns[at])))
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

    def note(self, first: Places, second: Places, distance: Distances, turn: int) -> None:
        """Pairs that look alike, the smaller number first, the second turned so."""
        ranks = _ranks(distance, turn)
        for leaders in (self.trained, self.validated):
            leaders.note(first, second, ranks)
        turned_back = _ranks(distance, int(INVERSE[turn]))
        for trained, validated, of_trained in (
                (first, second, turned_back), (second, first, ranks)):
            is_leak = self.trained.is_one[trained] & self.validated.is_one[validated]
            np.minimum.at(self._nearest, validated[is_leak], (
                of_trained[is_leak] * self._count + trained[is_leak]))

    def leaks(self) -> list[tuple[int, int, _Likeness]]:
        """(what is validated, the trained one most like it, how that is turned against it)."""
        found = np.flatnonzero(self.validated.is_one & (self._nearest != NOBODY))
        return [(at, key % self._count, _likeness(key // self._count))
                for at, key in zip(found.tolist(), self._nearest[found].tolist(), strict=True)]
