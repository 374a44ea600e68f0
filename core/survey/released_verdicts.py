"""What is said of the groups of a released trainer's store, those that nobody reads above all.

A group is one thing: it is offered whole or not at all, because a group that lacks one slot stops
the trainer. In use is a group that a concept of the config is read from, trained or not. A group
whose pictures lie where nothing can be reached counts as in use too, and its rows say why.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from larder.core.stores.released.groups import GroupRecord, Places, place_in, slot_name
from larder.core.stores.released.matching import KEY_FORM_TEXT, KeyForm, MatchedBy, StoreMatches
from larder.core.survey import why
from larder.core.survey.released_groups import GroupReading, Records
from larder.core.survey.released_slots import RowCollector, SlotRows
from larder.core.survey.report import PayloadFiles
from larder.core.survey.roots import RootTable
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.roots import HERE, recorded_flavour, split_last
from larder.core.workspace.samples import caption_of

EVIDENCE: Final = {
    MatchedBy.PICTURES: "the pictures it lists", MatchedBy.ORDER: "its number of cached files"}
"""What a group was tied to its concept by, where its name did not tell."""


@dataclass(frozen=True, slots=True)
class GroupVerdict:
    """What is said of one group.

    Attributes:
        verdict: of the whole group.
        why: one sentence, "" where the verdict says it all.
        named_by: rows of its deleted sources, for a group that is not in use.
        damage: what keeps the trainer from reading it rightly, "".
    """

    verdict: PayloadVerdict
    why: str = ""
    named_by: tuple[int, ...] = ()
    damage: str = ""


def payload_files(
    records: Records, verdicts: Mapping[str, GroupVerdict], *, foreign: tuple[str, ...]
) -> PayloadFiles:
    """One row per group, by key."""
    keys = sorted(records)
    groups = [records[key].group for key in keys]
    judged = [verdicts[key] for key in keys]
    return PayloadFiles(
        names=keys,
        sizes=np.array([group.bytes for group in groups], dtype=np.int64),
        mtimes_ns=np.array([group.folder_ns for group in groups], dtype=np.int64),
        verdicts=np.array([verdict.verdict for verdict in judged], dtype=np.uint8),
        named_by={at: v.named_by for at, v in enumerate(judged) if v.named_by},
        damaged={at: v.damage for at, v in enumerate(judged) if v.damage},
        why={at: v.why for at, v in enumerate(judged) if v.why},
        foreign=foreign,
    )


class GroupJudge:
    """Judges the groups of one store.

    Args:
        records: the groups, by key.
        table: roots of the store's sources.
        places: where recorded pictures lie.
        collector: takes a row per picture of a group that is held back or orphaned.
    """

    def __init__(
        self, records: Records, table: RootTable, places: Places, collector: RowCollector
    ) -> None:
        self._records = records
        self._table = table
        self._places = places
        self._collector = collector

    def verdicts(
        self,
        readings: Sequence[GroupReading],
        matches: StoreMatches,
        shifted: Mapping[str, int],
        present: Iterable[str],
    ) -> dict[str, GroupVerdict]:
        """A verdict for each group, by key.

        Of a group that a trained and a disabled concept share, the trained one speaks.

        Args:
            readings: whose samples are read from which group.
            matches: what tied groups to concepts.
            shifted: samples of each group that is read whose slot is another's.
            present: places of samples.
        """
        read = {
            reading.key: reading
            for reading in sorted(readings, key=lambda reading: reading.is_trained)
            if reading.match is not None}
        there = set(present)
        for key, record in self._records.items():
            if key not in read:
                sources = record.sources()
                places = self._places.of(sources, flavour=recorded_flavour(sources))
                there.update(filter(is_present, places))
        return {
            key: self._in_use(record, read[key], shifted[key]) if key in read
            else self._not_read(record, matches, there)
            for key, record in self._records.items()}

    def _in_use(self, record: GroupRecord, reading: GroupReading, shifted: int) -> GroupVerdict:
        """A group that a concept is read from."""
        label = reading.concepts[0].label
        damage = next((v.damage for v in record.variations.values() if v.damage), "")
        sentence = ""
        if record.problem:
            sentence = unreadable(record)
        elif damage:
            sentence = damage
        elif shifted:
            sentence = damage = (
                f"{shifted:,} of {len(reading.members):,} are trained with what was made from "
                "another file; without this group, the trainer caches all of them again.")
        elif not reading.is_trained:
            sentence = f"It belongs to the concept {label}, which this config does not train."
        elif reading.match is not None and reading.match.key.form is not KeyForm.RELEASED:
            sentence = f"It is named {KEY_FORM_TEXT[reading.match.key.form]}."
        elif reading.match is not None and reading.match.by is not MatchedBy.KEY:
            sentence = (f"Its name fits no settings of the concept {label}; "
                        f"it was matched by {EVIDENCE[reading.match.by]}.")
        return GroupVerdict(PayloadVerdict.REFERENCED, sentence, damage=damage)

    def _not_read(
        self, record: GroupRecord, matches: StoreMatches, present: Iterable[str]
    ) -> GroupVerdict:
        """A group that no concept is read from."""
        key, labels = record.group.key, {c.index: c.label for c in self._table.concepts}
        if record.problem:
            return GroupVerdict(PayloadVerdict.FOREIGN, unreadable(record))
        if record.group.strays:
            return GroupVerdict(
                PayloadVerdict.FOREIGN, "It holds files that the trainer did not write, "
                f"{record.group.strays[0]} for one, so it stays.")
        if key in matches.outdated:
            concept, named = matches.outdated[key]
            return GroupVerdict(PayloadVerdict.UNKNOWN, (
                "It is named as an older OneTrainer named the concept "
                f"{labels[concept]}, of which a newer group is here."
                if named.form is KeyForm.RELEASED else
                f"It is named {KEY_FORM_TEXT[named.form]}; the concept {labels[concept]} is read "
                "from another group that is here."))
        sources = record.sources()
        places = self._places.of(sources, flavour=recorded_flavour(sources))
        if sources and not any(map(is_present, places)):
            folder, unreachable, rows = self._add_recorded(record, sources, places, present)
            if unreachable:
                return GroupVerdict(
                    PayloadVerdict.REFERENCED,
                    f"The folder {folder} of its files cannot be reached, so it is kept.")
            gone = "The file it was made from is gone." if len(sources) == 1 \
                else f"All {len(sources):,} files it was made from are gone."
            return GroupVerdict(PayloadVerdict.ORPHANED, gone, named_by=rows)
        if sources and not labels:
            self._add_recorded(record, sources, places, present)
            return GroupVerdict(
                PayloadVerdict.REFERENCED, "There is no concept list to match it with.")
        if key in matches.elsewhere:
            return GroupVerdict(
                PayloadVerdict.UNKNOWN, "It was made with other settings of the concept "
                f"{labels[matches.elsewhere[key]]}; another config may use it.")
        return GroupVerdict(
            PayloadVerdict.UNKNOWN,
            "No concept of this config explains it; another config may use it." if labels
            else "There is no concept list to match it with.")

    def _add_recorded(
        self,
        record: GroupRecord,
        sources: Sequence[str],
        places: Sequence[str],
        present: Iterable[str],
    ) -> tuple[str, str, tuple[int, ...]]:
        """A row per listed picture, under no concept.

        They hang on the first folder above them that is there. What of other groups lies below it
        proves that it can be reached.

        Returns:
            The root as it is spelled, why it cannot be reached, and the rows.
        """
        folder = split_last(sources[0], recorded_flavour(sources))[0]
        number = self._table.add(folder, split_last(places[0], HERE)[0], None)
        prefix = place_in(self._table.reals[number], "")
        unreachable = self._table.judge(
            number, indexed=len(sources), present=int(
                any_present(places) or any(place.startswith(prefix) for place in present)))
        spelled = self._table.spelled(number)
        rows = []
        for slot, (source, place) in enumerate(zip(sources, places, strict=True)):
            verdict, sentence = Verdict.SOURCE_MISSING, deleted(spelled, slot)
            if is_present(place):
                verdict, sentence = Verdict.VALID, ""
            elif unreachable:
                verdict = Verdict.SOURCE_UNREACHABLE
                sentence = why.source_unreachable(spelled, unreachable)
            name = slot_name(
                record.group.key, variation=next(iter(record.variations)), slot=slot)
            rows.append(self._collector.add(SlotRows.of_one(
                source, verdict, sentence, concept=-1, root=number,
                payloads=() if verdict is Verdict.VALID else (name,))))
        return spelled, unreachable, tuple(rows)


def unreadable(record: GroupRecord) -> str:
    """A group's folder cannot be listed."""
    return f"Its folder cannot be read: {record.problem}."


def deleted(root: str, slot: int) -> str:
    """A picture that a slot was made of is gone."""
    return why.with_details(
        f"The file is gone; its folder {root} is still there", f"Cached file {slot}")


def any_present(places: Iterable[str]) -> bool:
    """Whether any of these pictures is there, or the caption of one: either proves the folder."""
    return any(is_present(place) or is_present(caption_of(place)) for place in places)


def is_present(place: str) -> bool:
    """Whether a file is there."""
    return os.path.isfile(place)  # noqa: PTH113 - places are texts, a Path each costs more
