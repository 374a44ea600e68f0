"""Judging the slots of one group of a released trainer's cache, and the rows that come of it.

The trainer reads slot k for the k-th sample. Whether slot k was made from that sample is known only
where the list of sources of its variation is known; then one comparison per slot tells all shifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.stores.released.groups import slot_name
from larder.core.survey.document import RootFacts
from larder.core.survey.released_groups import GroupReading, WantedVariation
from larder.core.survey.report import EntryRows, split_flags
from larder.core.survey.roots import RootTable
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import PathFlavour, split_last

GONE: Final = (Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE)


class SlotJudge:
    """Collects the bits and sentences of the n samples of one group.

    Attributes:
        flags: `1 << Verdict` bits, uint32, shape (n,).
        bytes: of the slots a sample is read from, int64, shape (n,).
        has_slot: whether there is any, bool, shape (n,).
        why: sentence of the worst verdict, for samples that are not valid.
    """

    def __init__(self, reading: GroupReading) -> None:
        self._members = reading.members
        self._key = reading.key
        self.flags = np.full(len(self._members), 1 << Verdict.VALID, dtype=np.uint32)
        self.bytes = np.zeros(len(self._members), dtype=np.int64)
        self.has_slot = np.zeros(len(self._members), dtype=np.bool_)
        self._worst: dict[int, Verdict] = {}
        self.why: dict[int, str] = {}

    def note(self, sample: int, verdict: Verdict, sentence: str) -> None:
        """Set one bit; the sentence is kept if nothing worse was said of the sample."""
        self.flags[sample] |= np.uint32(1 << verdict)
        if verdict < self._worst.get(sample, Verdict.VALID):
            self._worst[sample] = verdict
            self.why[sample] = sentence

    def note_all(self, verdict: Verdict, sentence: str) -> None:
        """Set one bit of every sample."""
        for sample in range(len(self._members)):
            self.note(sample, verdict, sentence)

    def judge(self, wanted: Sequence[WantedVariation]) -> None:
        """Judge every variation the trainer reads."""
        any_complete = any(variation.complete for variation in wanted)
        for variation in wanted:
            if variation.variation is not None:
                read = variation.variation.slots < len(self._members)
                slots = variation.variation.slots[read]
                self.bytes[slots] += variation.variation.slot_bytes[read]
                self.has_slot[slots] = True
            if not variation.complete:
                self._note_unfinished(variation, any_complete)
            elif variation.damage:
                self.note_all(Verdict.CORRUPT_PAYLOAD, variation.damage)
            else:
                self._note_absent(variation)
                of_variation = f" of variation {variation.number}" if len(wanted) > 1 else ""
                self._note_shifts(variation, of_variation)

    def _note_unfinished(self, wanted: WantedVariation, any_complete: bool) -> None:
        """The trainer builds a variation in the first epoch that needs it."""
        is_begun = wanted.variation is not None and not any_complete
        self.note_all(
            Verdict.MISSING_PAYLOAD if any_complete else Verdict.MISSING_ENTRY,
            f"variation {wanted.number} was never finished; the trainer builds it again from its "
            "first slot" if is_begun else f"variation {wanted.number} is not cached yet")

    def _note_absent(self, wanted: WantedVariation) -> None:
        """Samples behind the last slot, and slots that are counted and not on disk."""
        samples = len(self._members)
        for sample in range(wanted.count, samples):
            self.note(
                sample, Verdict.MISSING_ENTRY,
                f"the group has {wanted.count:,} slots and the concept {samples:,} samples; "
                f"the trainer stops when it asks for slot {sample}")
        if wanted.variation is None:
            return
        counted = min(wanted.count, samples)
        for sample in sorted(set(range(counted)).difference(wanted.variation.slots_below(counted))):
            name = slot_name(self._key, variation=wanted.number, slot=sample)
            self.note(
                sample, Verdict.MISSING_PAYLOAD,
                f"{name} is not on disk; the trainer stops when it asks for it")

    def _note_shifts(self, wanted: WantedVariation, of_variation: str) -> None:
        """Without a list, only a wrong number of slots tells that samples came or went."""
        sources, samples = wanted.sources, len(self._members)
        if sources is not None:
            for sample, (member, made_from) in enumerate(
                    zip(self._members, sources.places, strict=False)):
                if member.place != made_from:
                    source = sources.spelled[sample]
                    self.note(
                        sample, Verdict.SHIFTED,
                        f"slot {sample}{of_variation} holds the caption of {source}, as the image "
                        "group of its concept lists it" if sources.from_images
                        else f"slot {sample}{of_variation} holds {source}")
            return
        for sample in range(min(wanted.count, samples) if wanted.count != samples else 0):
            self.note(
                sample, Verdict.SHIFTED,
                f"the group has {wanted.count:,} slots for {samples:,} samples and nothing lists "
                f"whose they are, so slot {sample} may hold another sample's payload")


@dataclass(frozen=True, slots=True)
class SlotRow:
    """One sample, or one recorded source that is no sample.

    Attributes:
        source: as spelled.
        flags: `1 << Verdict` bits and remarks.
        concept: its concept's index, -1 for none.
        root: number of its root among the store's.
        why: sentence, "" for a valid row.
        has_entry: whether a slot exists for it.
        bytes: of the slots it is read from.
        payloads: slots, relative to the store's folder; only for rows that are not valid.
    """

    source: str
    flags: int
    concept: int
    root: int
    why: str
    has_entry: bool = True
    bytes: int = 0
    payloads: tuple[str, ...] = ()


class RowCollector:
    """The rows of one store, one after the other, and the columns that they make.

    Args:
        flavour: how the store's sources are spelled.
    """

    def __init__(self, flavour: PathFlavour) -> None:
        self._flavour = flavour
        self._rows: list[SlotRow] = []
        self._wanted: dict[int, list[int]] = {}

    def add(self, row: SlotRow, *, is_wanted: bool = False) -> int:
        """Add a row and return its number; a wanted one counts in its concept's coverage."""
        number = len(self._rows)
        self._rows.append(row)
        if is_wanted:
            self._wanted.setdefault(row.concept, []).append(number)
        return number

    def wanted(self, concepts: Sequence[int]) -> dict[int, npt.NDArray[np.int32]]:
        """Rows each of the concepts asks for, int32."""
        return {
            concept: np.array(self._wanted.get(concept, []), dtype=np.int32)
            for concept in concepts}

    def root_facts(self, table: RootTable) -> tuple[RootFacts, ...]:
        """The roots with how many recorded sources each has, and how many of them are gone."""
        rows = [row for row in self._rows if row.has_entry]
        roots = np.array([row.root for row in rows], dtype=np.int64)
        verdicts, _ = split_flags(np.array([row.flags for row in rows], dtype=np.uint32))
        count = len(table.places)
        return table.facts(
            np.bincount(roots, minlength=count).tolist(),
            np.bincount(roots[np.isin(verdicts, GONE)], minlength=count).tolist())

    def columns(self, *, first_root: int) -> EntryRows:
        """The rows as the survey's report has them.

        Args:
            first_root: the survey's number of this store's first root.
        """
        rows = self._rows
        folders: dict[str, int] = {}
        split = [split_last(row.source, self._flavour) for row in rows]
        folder = [folders.setdefault(above, len(folders)) for above, _ in split]
        verdicts, also = split_flags(np.array([row.flags for row in rows], dtype=np.uint32))
        return EntryRows(
            folders=list(folders),
            separator=self._flavour.separator,
            folder=np.array(folder, dtype=np.int32),
            names=[name for _, name in split],
            verdicts=verdicts,
            also=also,
            concept=np.array([row.concept for row in rows], dtype=np.int16),
            has_entry=np.array([row.has_entry for row in rows], dtype=np.bool_),
            bytes=np.array([row.bytes for row in rows], dtype=np.int64),
            root=np.array([first_root + row.root for row in rows], dtype=np.int32),
            why={number: row.why for number, row in enumerate(rows) if row.why},
            payloads={number: row.payloads for number, row in enumerate(rows) if row.payloads},
        )
