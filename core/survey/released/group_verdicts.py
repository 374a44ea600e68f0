"""The rows of a released trainer's store, and what is said of its groups.

A group is one thing: it is offered whole or not at all, because a group that lacks one slot stops
the trainer. In use is a group that a concept of the config is read from, trained or not. A group
whose pictures lie where nothing can be reached counts as in use too, and its rows say why.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from larder.core.files.file_stamp import is_passed_over, why_hidden
from larder.core.stores.released.group_files import own_files_text
from larder.core.stores.released.groups import GroupRecord, Places, place_in, slot_name
from larder.core.stores.released.matching import KEY_FORM_TEXT, KeyForm, MatchedBy, StoreMatches
from larder.core.survey import why
from larder.core.survey.document import RootFacts
from larder.core.survey.entry_rows import build_rows
from larder.core.survey.released.groups import GroupReading, Records
from larder.core.survey.report import EntryRows, PayloadFiles
from larder.core.survey.roots import RootTable
from larder.core.survey.row_notes import ToldOfRows, split_flags
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.path_folders import SplitPaths
from larder.core.workspace.roots import HERE, PathFlavour, infer_flavour, split_last
from larder.core.workspace.samples import caption_of

EVIDENCE: Final = {
    MatchedBy.PICTURES: "the pictures it lists", MatchedBy.ORDER: "its number of cached files"}
"""What a group was tied to its concept by, where its name did not tell."""


GONE: Final = (Verdict.SOURCE_MISSING, Verdict.SOURCE_UNREACHABLE)


class SlotRows(Struct, frozen=True):
    """Some rows of one store: samples, or recorded sources that are no samples; n of them.

    Columns called as in `EntryRows` are those; roots are numbered among the store's.

    Attributes:
        sources: as spelled, as folders, the number of each one's folder and its name in it.
        flags: `1 << Verdict` bits and remarks, uint32, shape (n,).
        harms: of what verdicts alone do not say.
        is_wanted: whether they count in their concepts' coverage.
        is_read: whether the trainer looks for their group by its name; else it caches them anew.
        model: number of the weights that encoded each one, -1 where that is not known, int16, shape
            (n,).
        by_weights: whether nothing but weights is not as asked, bool, shape (n,).
    """

    sources: SplitPaths
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
    made_from: Mapping[int, str] = field(default_factory=dict)
    is_wanted: bool = False
    is_read: bool = True

    @classmethod
    def of_one(
        cls, source: tuple[str, str], verdict: Verdict, sentence: str, *, concept: int, root: int,
        payloads: tuple[str, ...] = (),
    ) -> SlotRows:
        """One recorded source, its folder and its name, that is no sample."""
        folder, name = source
        return cls(
            sources=([folder], np.zeros(1, dtype=np.int32), [name]),
            flags=np.array([1 << verdict], dtype=np.uint32),
            concept=np.array([concept], dtype=np.int16), root=np.array([root], dtype=np.int32),
            has_entry=np.ones(1, dtype=np.bool_), bytes=np.zeros(1, dtype=np.int64),
            own_bytes=np.zeros(1, dtype=np.int64), why={0: sentence} if sentence else {},
            payloads={0: payloads} if payloads else {}, harms=np.zeros(1, dtype=np.uint32),
            model=np.full(1, -1, dtype=np.int16), by_weights=np.zeros(1, dtype=np.bool_))


class RowCollector:
    """The rows of one store, block by block, and the columns that they make.

    Attributes:
        flavour: how the store's sources are spelled.
    """

    def __init__(self, flavour: PathFlavour) -> None:
        """Start without any rows; `flavour` is that of paths."""
        self.flavour = flavour
        self._blocks: list[SlotRows] = []
        self._count = 0

    def add(self, rows: SlotRows) -> int:
        """Add rows and return the number of the first."""
        first = self._count
        self._blocks.append(rows)
        self._count += len(rows.flags)
        return first

    def find_wanted_rows(self, concepts: Sequence[int]) -> dict[int, npt.NDArray[np.int32]]:
        """Rows each of the concepts asks for, int32."""
        concept = np.where(self._is_wanted(), self._column("concept", np.int16), -1)
        return {
            index: np.flatnonzero(concept == index).astype(np.int32) for index in concepts}

    def models(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Number of the weights, whether it counts and whether those alone are amiss, per row."""
        return (self._column("model", np.int16), self._is_wanted(),
                self._column("by_weights", np.bool_))

    def _is_wanted(self) -> npt.NDArray[np.bool_]:
        """Return whether each row counts in its concept's coverage, shape (n,)."""
        return self._of_blocks([rows.is_wanted for rows in self._blocks])

    def _of_blocks(self, flags: Sequence[bool]) -> npt.NDArray[np.bool_]:
        """Return each block's flag for each of its rows, shape (n,)."""
        return np.repeat(
            np.array(flags, dtype=np.bool_), [len(rows.flags) for rows in self._blocks])

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
        flags = self._column("flags", np.uint32)
        return build_rows(
            sources=self._sources(),
            separator=self.flavour.separator,
            flags=flags,
            harms=self._column("harms", np.uint32),
            # A variation that is not cached yet OneTrainer caches when it gets there.
            harming=flags & ~np.uint32(1 << Verdict.MISSING_PAYLOAD),
            is_drawn=self._of_blocks([rows.is_wanted and rows.is_read for rows in self._blocks]),
            concept=self._column("concept", np.int16),
            has_entry=self._column("has_entry", np.bool_),
            sizes=self._column("bytes", np.int64),
            own_sizes=self._column("own_bytes", np.int64),
            root=self._column("root", np.int32),
            why=ToldOfRows[str].one_after_another(
                (first, block.why) for first, block in self._number_blocks()),
            payloads=ToldOfRows[tuple[str, ...]].one_after_another(
                (first, block.payloads) for first, block in self._number_blocks()),
            made_from=ToldOfRows[str].one_after_another(
                (first, block.made_from) for first, block in self._number_blocks()),
        )

    def _sources(self) -> SplitPaths:
        """The sources of all blocks; two may name one folder."""
        numbers: dict[str, int] = {}
        codes: list[npt.NDArray[np.int32]] = [np.zeros(0, dtype=np.int32)]
        every: list[str] = []
        for block in self._blocks:
            folders, folder, names = block.sources
            own = [numbers.setdefault(one, len(numbers)) for one in folders]
            codes.append(np.array(own, dtype=np.int32)[folder])
            every += names
        return list(numbers), np.concatenate(codes), every

    def _column(self, name: str, dtype: type[np.generic]) -> npt.NDArray[Any]:
        return np.concatenate([
            np.zeros(0, dtype), *(getattr(block, name) for block in self._blocks)]).astype(dtype)

    def _number_blocks(self) -> Iterator[tuple[int, SlotRows]]:
        """Yield each block with the number of its first row."""
        first = 0
        for block in self._blocks:
            yield first, block
            first += len(block.flags)


class GroupVerdict(Struct, frozen=True):
    """Verdict on one group, with its reasons.

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
        slots=np.array([group.slot_files for group in groups], dtype=np.int64),
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
        unread = [record for key, record in self._records.items() if key not in read]
        there = set(present if unread else ())
        for record in unread:
            sources = record.sources()
            places = self._places.of(sources, flavour=infer_flavour(sources))
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
                PayloadVerdict.FOREIGN, own_files_text(record.group.strays))
        if key in matches.outdated:
            concept, named = matches.outdated[key]
            return GroupVerdict(PayloadVerdict.UNKNOWN, (
                "It has the name that an older OneTrainer gave the concept "
                f"{labels[concept]}, of which there is a newer group here."
                if named.form is KeyForm.RELEASED else
                f"It is named {KEY_FORM_TEXT[named.form]}; the concept {labels[concept]} is read "
                "from another group that is here."))
        sources = record.sources()
        places = self._places.of(sources, flavour=infer_flavour(sources))
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
            "It belongs to no concept of this config; another config may use it." if labels
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
        folder = split_last(sources[0], infer_flavour(sources))[0]
        number = self._table.add(folder, split_last(places[0], HERE)[0], None)
        prefix = place_in(self._table.reals[number], "")
        unreachable = self._table.judge(
            number, indexed=len(sources), present=int(
                any_present(places) or any(place.startswith(prefix) for place in present)))
        # One that is there and cannot be looked at keeps the group, too.
        unreachable = unreachable or next((
            hidden for place in places
            if (hidden := why_hidden(place)) and not is_passed_over(place)), "")
        spelled = self._table.spell(number)
        rows = []
        for slot, (source, place) in enumerate(zip(sources, places, strict=True)):
            verdict, sentence = Verdict.SOURCE_MISSING, explain_deleted(spelled, slot)
            if is_present(place):
                verdict, sentence = Verdict.VALID, ""
            elif hidden := why_hidden(place):
                verdict, sentence = Verdict.SOURCE_UNREACHABLE, why.explain_source_unreadable(
                    hidden)
                if is_passed_over(place):
                    verdict, sentence = Verdict.SOURCE_MISSING, explain_deleted(
                        spelled, slot, hidden)
            elif unreachable:
                verdict = Verdict.SOURCE_UNREACHABLE
                sentence = why.explain_source_unreachable(spelled, unreachable)
            name = slot_name(
                record.group.key, variation=next(iter(record.variations)), slot=slot)
            rows.append(self._collector.add(SlotRows.of_one(
                split_last(source, self._collector.flavour), verdict, sentence, concept=-1,
                root=number, payloads=() if verdict is Verdict.VALID else (name,))))
        return spelled, unreachable, tuple(rows)


def unreadable(record: GroupRecord) -> str:
    """A group's folder cannot be listed."""
    return f"Its folder cannot be read: {record.problem}."


def explain_deleted(root: str, slot: int, passed_over: str = "") -> str:
    """A picture that a slot was made of is gone, or is no file that a trainer takes."""
    sentence = f"OneTrainer treats it as a missing file: {passed_over}" \
        if passed_over else f"The file no longer exists; its folder {root} does"
    return why.with_details(sentence, f"Cached file {slot}")


def any_present(places: Iterable[str]) -> bool:
    """Return whether any of these pictures or its caption exists; either proves the folder."""
    return any(is_present(place) or is_present(caption_of(place)) for place in places)


def is_present(place: str) -> bool:
    """Return whether a file certainly exists."""
    return os.path.isfile(place)  # noqa: PTH113 - places are texts, a Path each costs more
