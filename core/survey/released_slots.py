"""Judging the slots of one group of a released trainer's cache, and the rows that come of it.

The trainer reads slot k for the k-th sample. Whether slot k was made from that sample is known only
where the list of sources of its variation is known; then one comparison per slot tells all shifts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.stores.released.groups import slot_name
from larder.core.survey import why
from larder.core.survey.document import RootFacts
from larder.core.survey.harms import Harm
from larder.core.survey.released_groups import GroupReading, WantedVariation
from larder.core.survey.released_origins import OriginFindings
from larder.core.survey.report import EntryRows, folders_of
from larder.core.survey.roots import RootTable
from larder.core.survey.row_notes import (
    RowNotes,
    bit,
    split_flags,
    with_those_of_verdicts,
)
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import PathFlavour

GONE: Final = (Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE)


class SlotJudge(RowNotes):
    """What is found of the n samples of one group.

    Attributes:
        bytes: of the slots a sample is read from, int64, shape (n,).
        own_bytes: of those that no sample before it is read from, int64, shape (n,).
        has_slot: whether there is any, bool, shape (n,).
    """

    def __init__(self, reading: GroupReading) -> None:
        count = len(reading.members)
        super().__init__(count)
        self._members = reading.members
        self._key = reading.key
        self._wanted: Sequence[WantedVariation] = ()
        self.bytes = np.zeros(count, dtype=np.int64)
        self.own_bytes = np.zeros(count, dtype=np.int64)
        self.has_slot = np.zeros(count, dtype=np.bool_)

    def slots_of(self, sample: int) -> tuple[str, ...]:
        """The slots a sample is read from that are on disk, relative to the store's folder."""
        return tuple(
            slot_name(self._key, variation=wanted.number, slot=sample) for wanted in self._wanted
            if wanted.variation is not None and wanted.variation.has_slot(sample))

    def judge(self, wanted: Sequence[WantedVariation]) -> None:
        """Judge every variation the trainer reads by what lies in its folder."""
        self._wanted = wanted
        any_complete = any(variation.complete for variation in wanted)
        for variation in wanted:
            if variation.variation is not None:
                read = variation.variation.slots < len(self._members)
                slots = variation.variation.slots[read]
                self.bytes[slots] += variation.variation.slot_bytes[read]
                self.own_bytes[slots] += variation.variation.own_bytes[read]
                self.has_slot[slots] = True
            if not variation.complete:
                self._note_unfinished(variation, any_complete)
            elif variation.damage:
                self.note_all(Verdict.CORRUPT_PAYLOAD, variation.damage)
            else:
                self._note_absent(variation)
                self._note_shifts(variation)

    def note_origins(self, wanted: WantedVariation, found: OriginFindings, noted: str) -> None:
        """Judge a variation by what its slots were made of.

        Args:
            wanted: the variation.
            found: what comparing it with the samples gave.
            noted: what a text slot holds of its picture: "the caption of ", or "".
        """
        origins = wanted.origins
        if origins is None:
            return

        def places(sample: int) -> str:
            own = found.own_slot.get(sample)
            return self._cached_file(sample, wanted) + (
                "" if own is None else f"; what was made from its content now is in file {own}")

        for sample in found.foreign:
            self.note(sample, Verdict.SHIFTED, why.mixed_up(
                f"{noted}{origins.pictures[sample]}", places(sample)))
        for sample, now in found.edited.items():
            self.note(sample, Verdict.CONTENT_CHANGED, why.with_details(
                why.content_changed(
                    now, origins.contents[sample], edited_ns=found.edited_ns[sample],
                    cached_ns=int(origins.mtimes_ns[sample])), places(sample)))
        for sample, changed in found.sidecars.items():
            self.note(sample, Verdict.SIDECAR_CHANGED, why.sidecar_changed(changed))
        for sample, then in found.touched.items():
            self.note(sample, Verdict.TOUCHED, why.noted_date(then))
        for sample in found.renamed:
            self.remark(
                sample, f"Renamed: it was {origins.pictures[sample]} when it was cached")

    def _cached_file(self, sample: int, wanted: WantedVariation) -> str:
        if len(self._wanted) > 1:
            return f"Cached file {sample} of variation {wanted.number}"
        return f"Cached file {sample}"

    def _note_unfinished(self, wanted: WantedVariation, any_complete: bool) -> None:
        """The trainer builds a variation in the first epoch that needs it."""
        is_begun = wanted.variation is not None and not any_complete
        self.note_all(
            Verdict.MISSING_PAYLOAD if any_complete else Verdict.MISSING_ENTRY,
            f"Caching of variation {wanted.number} was interrupted; the trainer starts it again "
            "from the beginning" if is_begun else f"Variation {wanted.number} is not cached yet")

    def _note_absent(self, wanted: WantedVariation) -> None:
        """Samples behind the last slot, and slots that are counted and not on disk."""
        samples = len(self._members)
        for sample in range(wanted.count, samples):
            self.harms[sample] |= bit(Harm.GONE)
            self.note(
                sample, Verdict.MISSING_ENTRY,
                why.with_details(
                    f"Only the first {wanted.count:,} of {samples:,} are cached, and the trainer "
                    "stops when it gets past them", f"Cached file {sample} is not there"))
        counted = min(wanted.count, samples)
        if wanted.variation is None or \
                int(np.searchsorted(wanted.variation.slots, counted)) == counted:
            return
        for sample in sorted(set(range(counted)).difference(wanted.variation.slots_below(counted))):
            name = slot_name(self._key, variation=wanted.number, slot=sample)
            self.harms[sample] |= bit(Harm.GONE)
            self.note(
                sample, Verdict.MISSING_PAYLOAD,
                why.with_details(
                    "Its cached file is not on the disk, and the trainer stops when it gets there",
                    name))

    def _note_shifts(self, wanted: WantedVariation) -> None:
        """Without a list, only a wrong number of slots tells that samples came or went.

        What the origin of a slot is noted of is judged by that, not by a list.
        """
        sources, samples = wanted.sources, len(self._members)
        is_noted = None if wanted.origins is None else wanted.origins.known
        if is_noted is not None and is_noted.all():
            return
        if sources is not None:
            for sample, (place, made_from) in enumerate(
                    zip(self._members.places, sources.places, strict=False)):
                if place != made_from and (is_noted is None or not is_noted[sample]):
                    source = sources.spelled[sample]
                    self.note(
                        sample, Verdict.SHIFTED,
                        why.mixed_up(
                            f"the caption of {source}" if sources.from_images else source,
                            self._cached_file(sample, wanted)))
            return
        for sample in range(min(wanted.count, samples) if wanted.count != samples else 0):
            if is_noted is not None and is_noted[sample]:
                continue
            self.note(
                sample, Verdict.SHIFTED,
                why.with_details(
                    f"{wanted.count:,} are cached and the concept has {samples:,}, and it is not "
                    "recorded which belongs to which, so this may be another's",
                    f"Cached file {sample}"))


@dataclass(frozen=True, slots=True)
class SlotRows:
    """Some rows of one store: samples, or recorded sources that are no samples; n of them.

    Attributes:
        sources: as spelled.
        flags: `1 << Verdict` bits and remarks, uint32, shape (n,).
        concept: index of each one's concept, -1 for none, int16, shape (n,).
        root: number of each one's root among the store's, int32, shape (n,).
        harms: of what verdicts alone do not say, uint32, shape (n,).
        has_entry: whether a slot exists for it, bool, shape (n,).
        bytes: of the slots it is read from, int64, shape (n,).
        own_bytes: of those that none before it is read from, int64, shape (n,).
        why: sentence of those that are not valid, and of some that are (sparse).
        payloads: slots, relative to the store's folder, of those that are not valid (sparse).
        is_wanted: whether they count in their concepts' coverage.
        model: number of the weights that encoded each one, -1 where that is not known, int16, shape
            (n,).
        by_weights: whether nothing but weights is not as asked, bool, shape (n,).
    """

    sources: Sequence[str]
    flags: npt.NDArray[np.uint32]
    concept: npt.NDArray[np.int16]
    root: npt.NDArray[np.int32]
    has_entry: npt.NDArray[np.bool_]
    bytes: npt.NDArray[np.int64]
    own_bytes: npt.NDArray[np.int64]
    why: Mapping[int, str]
    payloads: Mapping[int, tuple[str, ...]]
    harms: npt.NDArray[np.uint32]
    model: npt.NDArray[np.int16]
    by_weights: npt.NDArray[np.bool_]
    is_wanted: bool = False

    @classmethod
    def of_one(
        cls, source: str, verdict: Verdict, sentence: str, *, concept: int, root: int,
        payloads: tuple[str, ...] = (),
    ) -> SlotRows:
        """One recorded source that is no sample."""
        return cls(
            sources=[source], flags=np.array([1 << verdict], dtype=np.uint32),
            concept=np.array([concept], dtype=np.int16), root=np.array([root], dtype=np.int32),
            has_entry=np.ones(1, dtype=np.bool_), bytes=np.zeros(1, dtype=np.int64),
            own_bytes=np.zeros(1, dtype=np.int64), why={0: sentence} if sentence else {},
            payloads={0: payloads} if payloads else {}, harms=np.zeros(1, dtype=np.uint32),
            model=np.full(1, -1, dtype=np.int16), by_weights=np.zeros(1, dtype=np.bool_))


class RowCollector:
    """The rows of one store, block by block, and the columns that they make.

    Args:
        flavour: how the store's sources are spelled.
    """

    def __init__(self, flavour: PathFlavour) -> None:
        self._flavour = flavour
        self._blocks: list[SlotRows] = []
        self._count = 0

    def add(self, rows: SlotRows) -> int:
        """Add rows and return the number of the first."""
        first = self._count
        self._blocks.append(rows)
        self._count += len(rows.sources)
        return first

    def wanted(self, concepts: Sequence[int]) -> dict[int, npt.NDArray[np.int32]]:
        """Rows each of the concepts asks for, int32."""
        concept = np.where(self._is_wanted(), self._column("concept", np.int16), -1)
        return {
            index: np.flatnonzero(concept == index).astype(np.int32) for index in concepts}

    def models(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Number of the weights, whether it counts and whether those alone are amiss, per row."""
        return (self._column("model", np.int16), self._is_wanted(),
                self._column("by_weights", np.bool_))

    def _is_wanted(self) -> npt.NDArray[np.bool_]:
        """Whether each row counts in its concept's coverage, shape (n,)."""
        return np.repeat(
            np.array([rows.is_wanted for rows in self._blocks], dtype=np.bool_),
            [len(rows.sources) for rows in self._blocks])

    def root_facts(self, table: RootTable) -> tuple[RootFacts, ...]:
        """The roots with how many recorded sources each has, and how many of them are gone."""
        has_entry = self._column("has_entry", np.bool_)
        roots = self._column("root", np.int64)[has_entry]
        verdicts, _ = split_flags(self._column("flags", np.uint32)[has_entry])
        count = len(table.places)
        return table.facts(
            np.bincount(roots, minlength=count).tolist(),
            np.bincount(roots[np.isin(verdicts, GONE)], minlength=count).tolist())

    def columns(self) -> EntryRows:
        """The rows as the survey's report has them."""
        folders, folder, names = folders_of(
            [source for block in self._blocks for source in block.sources], self._flavour)
        flags = self._column("flags", np.uint32)
        verdicts, also = split_flags(flags)
        return EntryRows(
            folders=folders,
            separator=self._flavour.separator,
            folder=folder,
            names=names,
            verdicts=verdicts,
            also=also,
            harms=with_those_of_verdicts(
                self._column("harms", np.uint32),
                # A variation that is not cached yet OneTrainer caches when it gets there.
                flags & ~np.uint32(1 << Verdict.MISSING_PAYLOAD), is_drawn=self._is_wanted()),
            concept=self._column("concept", np.int16),
            has_entry=self._column("has_entry", np.bool_),
            bytes=self._column("bytes", np.int64),
            own_bytes=self._column("own_bytes", np.int64),
            root=self._column("root", np.int32),
            why=self._sparse("why"),
            payloads=self._sparse("payloads"),
        )

    def _column(self, name: str, dtype: type[np.generic]) -> npt.NDArray[Any]:
        return np.concatenate([
            np.zeros(0, dtype), *(getattr(block, name) for block in self._blocks)]).astype(dtype)

    def _sparse(self, name: str) -> dict[int, Any]:
        found, first = dict[int, Any](), 0
        for block in self._blocks:
            found.update((first + row, value) for row, value in getattr(block, name).items())
            first += len(block.sources)
        return found
