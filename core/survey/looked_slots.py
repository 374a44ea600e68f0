"""Slots whose sources had to be looked at, and what was found: of all slots at once.

Where one picture was deleted these are nearly all, and a line of Python for each takes most of what
a survey takes beside looking at files.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from larder.core.stores.released.slot_origins import SlotOrigins
from larder.core.survey import why

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


class Looked(Struct, frozen=True):
    """Slots whose sources had to be looked at, k of them, and what was found.

    Attributes:
        slots: their numbers, int64, shape (k,).
        is_read: whether the source could be read, bool, shape (k,).
        is_right: whether it has the content that the slot was made of, shape (k,).
        is_same: whether it is the file that the slot was made of, shape (k,).
    """

    slots: Ints
    is_read: Bools
    is_right: Bools
    is_same: Bools

    @classmethod
    def of(
        cls, slots: Ints, origins: SlotOrigins, contents: Mapping[int, str], is_same: Bools
    ) -> Looked:
        """Compare contents of today, by slot, with those that were noted."""
        now = list(map(contents.get, slots.tolist()))
        return cls(
            slots, np.array([content is not None for content in now], dtype=np.bool_),
            are_equal(now, map(origins.contents.__getitem__, slots.tolist()), slots), is_same)

    def where(self, holds: Bools) -> list[int]:
        """The slots that could be read and of which something holds, shape (k,)."""
        return list[int](self.slots[self.is_read & holds].tolist())


class ToldOfSlots(Struct, frozen=True, dict=True):
    """Sentences about slots whose sources were looked at.

    Attributes:
        origins: what is noted of the slots.
        contents: of the sources today, by slot.
        name: of a slot in a sentence, with "{}" for its number.
        noted: what a text slot holds of its picture: "the caption of ", or "".
    """

    origins: SlotOrigins
    contents: Mapping[int, str]
    name: str
    noted: str

    @cached_property
    def _slot_of(self) -> Mapping[str, int]:
        """The slot that was made of each content."""
        origins = self.origins
        return {content: slot for slot, content in enumerate(origins.contents) if content}

    def place(self, slot: int) -> str:
        """Where a slot is, and where what its source gives now."""
        own = self._slot_of.get(self.contents[slot])
        return self.name.replace("{}", str(slot)) + (
            "" if own is None else f"; the cached file of its present content is {own}")

    def made_from(self, slot: int) -> str:
        """Return the source that a slot was made from."""
        return self.origins.pictures[slot]

    def explain_mixed_up(self, slot: int) -> str:
        """It holds what was made from another file."""
        return why.explain_mixed_up(f"{self.noted}{self.origins.pictures[slot]}", self.place(slot))


def pick_texts(
    one: Sequence[str], other: Sequence[str], slots: Ints
) -> tuple[Iterator[str], Iterator[str]]:
    """The texts of some slots, of either."""
    return map(one.__getitem__, slots.tolist()), map(other.__getitem__, slots.tolist())


def are_equal(one: Iterable[object], other: Iterable[object], slots: Ints) -> Bools:
    """Return whether the texts of each slot are equal, in the shape of `slots`."""
    return np.fromiter(map(operator.eq, one, other), dtype=np.bool_, count=len(slots))
