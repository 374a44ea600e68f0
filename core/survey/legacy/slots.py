"""Judging the slots of one legacy group against the samples that are to be read from them.

The trainer reads slot k for the k-th sample. Whether slot k was made from that sample is known only
where the list of sources of its variation is known; then one comparison per slot tells all shifts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.core.stores.released.groups import LegacyVariation, slot_name
from larder.core.survey.legacy import why
from larder.core.survey.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class SlotSources:
    """The source of each slot of a variation.

    Attributes:
        places: where each source lies on this system.
        spelled: each source as recorded.
        from_images: known from the image group of the same concept, not from this store.
    """

    places: Sequence[str]
    spelled: Sequence[str]
    from_images: bool


@dataclass(frozen=True, slots=True)
class WantedVariation:
    """One variation that the trainer reads.

    Attributes:
        number: from 0.
        variation: its folder, None when there is none.
        count: slots it was completed with, 0 when it was not completed.
        sources: None when they are not known.
        damage: why its aggregate cannot be read, "".
    """

    number: int
    variation: LegacyVariation | None
    count: int
    sources: SlotSources | None
    damage: str

    @property
    def complete(self) -> bool:
        """Whether the trainer takes it as it is."""
        return self.variation is not None and self.variation.complete


@dataclass(frozen=True, slots=True)
class JudgedSlots:
    """What is said of each of n samples.

    Attributes:
        flags: `1 << Verdict` bits, uint32, shape (n,).
        bytes: of the slots the sample is read from, int64, shape (n,).
        has_slot: whether there is any, bool, shape (n,).
        why: sentence of the worst verdict, for samples that are not valid.
    """

    flags: npt.NDArray[np.uint32]
    bytes: npt.NDArray[np.int64]
    has_slot: npt.NDArray[np.bool_]
    why: Mapping[int, str]


class SlotJudge:
    """Collects the bits and sentences of one group's samples.

    Args:
        places: where each sample's picture lies, in the trainer's order.
        key: the group.
    """

    def __init__(self, places: Sequence[str], *, key: str) -> None:
        self._places = places
        self._key = key
        self._flags = np.full(len(places), 1 << Verdict.VALID, dtype=np.uint32)
        self._bytes = np.zeros(len(places), dtype=np.int64)
        self._has_slot = np.zeros(len(places), dtype=np.bool_)
        self._worst: dict[int, Verdict] = {}
        self._why: dict[int, str] = {}

    def note(self, sample: int, verdict: Verdict, sentence: str) -> None:
        """Set one bit; the sentence is kept if nothing worse was said of the sample."""
        self._flags[sample] |= np.uint32(1 << verdict)
        if verdict < self._worst.get(sample, Verdict.VALID):
            self._worst[sample] = verdict
            self._why[sample] = sentence

    def note_all(self, verdict: Verdict, sentence: str) -> None:
        """Set one bit of every sample."""
        for sample in range(len(self._places)):
            self.note(sample, verdict, sentence)

    def judge(self, wanted: Sequence[WantedVariation]) -> None:
        """Judge every variation the trainer reads."""
        several = len(wanted) > 1
        any_complete = any(variation.complete for variation in wanted)
        for variation in wanted:
            self._take_bytes(variation)
            if not variation.complete:
                self._note_unfinished(variation, any_complete)
            elif variation.damage:
                self.note_all(Verdict.CORRUPT_PAYLOAD, variation.damage)
            else:
                self._note_short(variation)
                self._note_absent(variation)
                self._note_shifts(variation, of_variation=variation.number if several else None)

    def result(self) -> JudgedSlots:
        """What was collected."""
        return JudgedSlots(
            flags=self._flags, bytes=self._bytes, has_slot=self._has_slot, why=self._why)

    def _take_bytes(self, wanted: WantedVariation) -> None:
        if wanted.variation is None:
            return
        read = wanted.variation.slots < len(self._places)
        slots = wanted.variation.slots[read]
        self._bytes[slots] += wanted.variation.slot_bytes[read]
        self._has_slot[slots] = True

    def _note_unfinished(self, wanted: WantedVariation, any_complete: bool) -> None:
        if any_complete:
            self.note_all(Verdict.MISSING_PAYLOAD, why.variation_missing(wanted.number))
        elif wanted.variation is None:
            self.note_all(Verdict.MISSING_ENTRY, why.variation_missing(wanted.number))
        else:
            self.note_all(Verdict.MISSING_ENTRY, why.variation_unfinished(wanted.number))

    def _note_short(self, wanted: WantedVariation) -> None:
        """Samples behind the last slot: the trainer stops when it reaches one."""
        for sample in range(wanted.count, len(self._places)):
            self.note(
                sample, Verdict.MISSING_ENTRY,
                why.no_slot(sample, count=wanted.count, samples=len(self._places)))

    def _note_absent(self, wanted: WantedVariation) -> None:
        if wanted.variation is None:
            return
        counted = min(wanted.count, len(self._places))
        for sample in sorted(set(range(counted)).difference(wanted.variation.slots_below(counted))):
            name = slot_name(self._key, variation=wanted.number, slot=sample)
            self.note(sample, Verdict.MISSING_PAYLOAD, why.slot_missing(name))

    def _note_shifts(self, wanted: WantedVariation, *, of_variation: int | None) -> None:
        sources = wanted.sources
        if sources is None:
            self._note_possible_shifts(wanted)
            return
        for sample, (place, made_from) in enumerate(
            zip(self._places, sources.places, strict=False)
        ):
            if place != made_from:
                self.note(sample, Verdict.SHIFTED, why.shifted(
                    sample, sources.spelled[sample], variation=of_variation,
                    from_images=sources.from_images))

    def _note_possible_shifts(self, wanted: WantedVariation) -> None:
        """Without a list, only a wrong number of slots tells that samples were added or deleted."""
        if wanted.count == len(self._places):
            return
        for sample in range(min(wanted.count, len(self._places))):
            self.note(
                sample, Verdict.SHIFTED,
                why.may_be_shifted(sample, count=wanted.count, samples=len(self._places)))
