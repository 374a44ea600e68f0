"""The survey of one store in released OneTrainer's layout.

Such a store has no index: a slot belongs to the sample of the same number, if the samples are still
those the group was built from. So the rows are the config's samples, judged slot by slot, and the
sources that an image group lists although they are no samples any more. What a source looked like
when it was cached the trainer records nowhere. Larder notes it of what it writes or takes over;
of the groups of which it did not a finding says so, once per store.

The files of such a survey are its groups. A group is one thing: it is offered whole or not at all,
because a group that lacks one slot stops the trainer; what no trainer reads of it is listed apart.
In use is a group that a concept of the config is read from, trained or not. A group whose pictures
lie where nothing can be reached counts as in use too, and its rows say why.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.errors import Finding, WorkspaceError
from larder.core.files.folder_scan import FolderListing
from larder.core.jobs import Job, Progress
from larder.core.keys.payload_names import parse_legacy_variation
from larder.core.stores.busy import busy_signs
from larder.core.stores.released.groups import (
    GroupRecord,
    LegacyFolders,
    LegacyGroup,
    LegacyVariation,
    Places,
    VariationRecord,
    list_legacy_folders,
    place_in,
    read_group,
    slot_name,
)
from larder.core.stores.released.leftovers import (
    Leftover,
    epochs_left_over,
    leftovers_of_group,
)
from larder.core.stores.released.matching import KEY_FORM_TEXT, KeyForm, MatchedBy
from larder.core.survey import why
from larder.core.survey.context import SurveyContext
from larder.core.survey.document import RootFacts
from larder.core.survey.released_drift import OriginJudge
from larder.core.survey.released_groups import (
    GroupReading,
    Members,
    Records,
    StoreMatches,
    WantedVariation,
    image_lists_of,
    match_image_groups,
    match_text_groups,
    readings_of,
    wanted_variations,
)
from larder.core.survey.released_origins import SlotOrigins, read_origins
from larder.core.survey.released_slots import RowCollector, SlotJudge, SlotRows
from larder.core.survey.report import (
    Depth,
    IndexCopy,
    IndexFacts,
    PayloadFiles,
    RecipeFacts,
    StoreSurvey,
)
from larder.core.survey.roots import ConceptRoot
from larder.core.survey.variants import wanted_names, why_unwanted
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import StoreKind, StoreLocation, WorkspaceKind
from larder.core.workspace.roots import HERE, PathFlavour, recorded_flavour, split_last
from larder.core.workspace.samples import ConceptSamples, caption_of
from larder.core.workspace.store_kinds import StoreContent, StoreFormat, kind_of

KEY_DIGITS: Final = 12
"""How much of a group's key a sentence shows; two keys that share them do not occur."""

EVIDENCE: Final = {
    MatchedBy.PICTURES: "the pictures it lists", MatchedBy.ORDER: "its number of slots"}
"""What a group was tied to its concept by, where its name did not tell."""

IN_AGGREGATE: Final = frozenset({"image_path", "crop_resolution"})
"""Names that the trainer takes from the aggregate, not from the slot."""

Faults = Mapping[Verdict, Mapping[str, str]]
"""What is wrong with slots, worst first: slot name -> sentence."""


@dataclass(frozen=True, slots=True)
class _GroupVerdict:
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


@dataclass(frozen=True, slots=True)
class _ReadStore:
    """The groups of one store, by key, and what is noted of their variations' slots, by number."""

    groups: dict[str, GroupRecord] = field(default_factory=dict)
    origins: dict[str, dict[int, SlotOrigins]] = field(default_factory=dict)


def survey_released_store(
    location: StoreLocation, context: SurveyContext, *, first_root: int
) -> Job[tuple[StoreSurvey, tuple[RootFacts, ...], tuple[Finding, ...]]]:
    """Judge every sample and group of one store.

    HASH reads every source of which something is noted; PAYLOAD opens every slot, too.

    Args:
        location: a store of a released layout.
        context: its samples are enumerated with links followed, as released OneTrainer does.
        first_root: what to add to the numbers of the store's roots.

    Returns:
        The survey, the store's roots, and what no verdict can say.

    Raises:
        JobCancelled: if the token was cancelled.
        WorkspaceError: if the store's folder cannot be listed.
    """
    folders = _folders(location.path)
    is_text = location.kind.content is StoreContent.TEXT
    read = yield from _read_store(location.path, folders.groups, context, is_text=is_text)
    records, images = read.groups, _ReadStore()
    if is_text:
        beside = _image_store_beside(location, context)
        images = yield from _read_store(beside, _folders(beside).groups, context, is_text=False)
    store = _ReleasedStore(location, context, read, images.groups)
    verdicts = yield from store.judge()
    # The youngest file of each group shows a trainer at work, unless a build of ours wrote it.
    groups = [
        record.group for record in records.values()
        if record.group.newest and not _is_noted(record.group, read)]
    newest = FolderListing(
        path=str(location.path),
        names=[f"{group.key}/{group.newest}" for group in groups],
        sizes=np.zeros(len(groups), dtype=np.int64),
        mtimes_ns=np.array([group.newest_ns for group in groups], dtype=np.int64),
        subfolders=[], links=frozenset(), vanished=())
    return StoreSurvey(
        location=location,
        index=IndexFacts(copy=IndexCopy.NONE, version=None, stamp=None, unreadable_rows={}),
        rows=store.collector.columns(first_root=first_root),
        payloads=_payload_files(records, verdicts, foreign=folders.foreign),
        busy=busy_signs(
            location.path, listing=newest, now_ns=context.now_ns, open_files=context.open_files),
        sources_hashed=True,
        wanted=store.collector.wanted(sorted(store.samples)),
        recipes=store.recipes(),
        leftovers=store.leftovers(verdicts),
    ), store.collector.root_facts(store.table), tuple(_unnoted_finding(location, read))


def _is_noted(group: LegacyGroup, read: _ReadStore) -> bool:
    """Whether a group's youngest file lies in a variation of whose slots something is noted."""
    number = parse_legacy_variation(group.newest.partition("/")[0])
    return number in read.origins[group.key]


def _unnoted_finding(location: StoreLocation, read: _ReadStore) -> Iterator[Finding]:
    """What no verdict can say of groups that nothing is noted of, once for a store."""
    groups = read.groups
    unnoted = [key for key, group in groups.items() if not group.variations
               or any(number not in read.origins[key] for number in group.variations)]
    if not unnoted:
        return
    what = "captions" if location.kind.content is StoreContent.TEXT else "pictures"
    verb = "records" if len(unnoted) in (1, len(groups)) else "record"
    whose = "This cache" if len(unnoted) == len(groups) else \
        f"{len(unnoted):,} of {len(groups):,} groups of this cache"
    yield Finding(
        location.spelled,
        f"{whose} {verb} neither hashes nor dates of its {what}, so an edited one looks like an "
        "unchanged one.",
        f"A build notes what each slot is made of. Without one, after editing {what}, have "
        "OneTrainer clear this cache before it trains.")


def _read_store(
    store: Path, keys: Sequence[str], context: SurveyContext, *, is_text: bool
) -> Job[_ReadStore]:
    """Read groups and what is noted of them; a store that was read already is not read again."""
    known = context.released.get(store)
    if isinstance(known, _ReadStore):
        return known
    read = context.released[store] = _ReadStore()
    for done, key in enumerate(keys):
        context.token.check()
        yield Progress("reading groups", done, len(keys), "groups")
        noted = read.origins[key] = {}

        def listed(
            variation: LegacyVariation, key: str = key, noted: dict[int, SlotOrigins] = noted
        ) -> VariationRecord | None:
            origins = read_origins(store, key, variation)
            if origins is None:
                return None
            noted[variation.number] = origins
            # Whoever looks into payloads looks into aggregates, too.
            is_enough = origins.is_whole and context.depth is not Depth.PAYLOAD
            return origins.listed(variation, is_text=is_text) if is_enough else None

        read.groups[key] = read_group(store, key, listed)
    return read


def _folders(store: Path) -> LegacyFolders:
    try:
        return list_legacy_folders(store)
    except (FileNotFoundError, NotADirectoryError):
        return LegacyFolders(groups=(), foreign=())
    except OSError as error:
        raise WorkspaceError.of_listing(store, error) from error


def _image_store_beside(location: StoreLocation, context: SurveyContext) -> Path:
    """The image store of the same cache directory, by its place in the trainer's layout."""
    parent = location.path.parent
    known = [
        store.path for store in context.workspace.stores
        if store.kind is StoreKind.LEGACY_IMAGE and store.path.parent == parent]
    return known[0] if known else parent / StoreContent.IMAGE.value


def _flavour(records: Records, samples: Mapping[int, ConceptSamples]) -> PathFlavour:
    """How the store's sources are spelled: as recorded, else as the samples are."""
    for record in records.values():
        sources = record.sources()
        if sources:
            return recorded_flavour(sources)
    return next((of_concept.flavour for of_concept in samples.values()), HERE)


def _payload_files(
    records: Records, verdicts: Mapping[str, _GroupVerdict], *, foreign: tuple[str, ...]
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


class _ReleasedStore:
    """Joins the samples of a workspace with one store: rows of samples, verdicts of groups.

    Args:
        location: the store.
        context: the survey.
        read: what the store holds.
        image_records: for a text store, the groups of the image store beside it.
    """

    def __init__(
        self,
        location: StoreLocation,
        context: SurveyContext,
        read: _ReadStore,
        image_records: Records,
    ) -> None:
        self._location = location
        self._context = context
        self._read = read
        self._records: Records = read.groups
        self._image_records = image_records
        self._content = location.kind.content
        self._is_text = self._content is StoreContent.TEXT
        config, kind = context.workspace.config, kind_of(StoreFormat.SMART, self._content)
        self._needed = wanted_names(config, kind)
        self._why_unused = why_unwanted(config, kind) or why.UNUSED
        # Texts are not cached at all while every text encoder is trained.
        self.samples = {} if self._needed == frozenset() else context.samples
        flavour = _flavour(read.groups, context.samples)
        self.table = context.root_table(context.paths(flavour), flavour=flavour)
        self._places = Places(context.paths(context.flavour).real_path)
        self.collector = RowCollector(flavour)
        self._origins = OriginJudge(location, context)
        self._asked: dict[str, int] = {}

    def judge(self) -> Job[dict[str, _GroupVerdict]]:
        """Collect every row and judge every group.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        matches, image_matches = self._match()
        readings = readings_of(self.table.concepts, self.samples, matches, self._content)
        wanted = [self._wanted(reading, image_matches) for reading in readings]
        yield from self._origins.open(
            variation for variations in wanted for variation in variations)
        for reading in readings:
            self._asked[reading.key] = max(reading.count, self._asked.get(reading.key, 0))
        faults: Faults = {}
        if self._context.depth is Depth.PAYLOAD:
            faults = yield from self._audit(readings, wanted)
        shifted: dict[str, int] = {}
        for reading, variations in zip(readings, wanted, strict=True):
            self._context.token.check()
            roots = self._roots(reading, variations)
            count = yield from self._add_samples(reading, variations, faults, roots)
            shifted[reading.key] = shifted.get(reading.key, 0) + count
            self._add_former_sources(reading, variations, roots)
        return self._group_verdicts(readings, matches, shifted)

    def recipes(self) -> RecipeFacts | None:
        """How its rows were made, None where nothing tells."""
        return self._origins.facts(*self.collector.models())

    def leftovers(self, verdicts: Mapping[str, _GroupVerdict]) -> tuple[Leftover, ...]:
        """What nothing reads in groups that are in use, and what older releases left beside them.

        The folders beside are told of one store, and only where their cache folder was opened.
        """
        location, workspace = self._location, self._context.workspace
        found: list[Leftover] = []
        for key, record in self._records.items():
            if verdicts[key].verdict is PayloadVerdict.REFERENCED and not record.problem:
                with suppress(OSError):  # of what cannot be listed now nothing is waste
                    found += leftovers_of_group(
                        location.path, record, asked=self._asked.get(key))
        told_by = next((
            store for store in workspace.stores
            if store.kind.format is StoreFormat.LEGACY and store.exists
            and store.path.parent == location.path.parent), location)
        if told_by == location and workspace.kind is not WorkspaceKind.STORE:
            with suppress(OSError):
                found += epochs_left_over(location.path)
        return tuple(found)

    def _match(self) -> tuple[StoreMatches, StoreMatches | None]:
        """Matches of the store and, for a text store, of the image store beside it."""
        workspace = self._context.workspace
        if not self._is_text:
            return match_image_groups(self._records, workspace, self.table, self._places), None
        of_images = match_image_groups(self._image_records, workspace, self.table, self._places)
        slots = {
            concept: next(iter(self._image_records[match.group].variations.values())).count
            for concept, match in of_images.reads.items()
            if self._image_records[match.group].variations}
        return match_text_groups(self._records, workspace, image_slots=slots), of_images

    def _wanted(
        self, reading: GroupReading, image_matches: StoreMatches | None
    ) -> list[WantedVariation]:
        lists = None
        if image_matches is not None:
            # Two concepts may share one group.
            groups = dict.fromkeys(
                image_matches.reads.get(place.index) for place in reading.concepts)
            lists = image_lists_of(
                [None if match is None else self._image_records[match.group] for match in groups],
                self._places)
        return wanted_variations(
            reading, self._records.get(reading.key), self._places, lists,
            self._read.origins.get(reading.key, {}))

    def _audit(
        self, readings: Sequence[GroupReading], wanted: Sequence[Sequence[WantedVariation]]
    ) -> Job[Faults]:
        """Look into every slot that a sample is read from, each once."""
        from larder.core.survey.audit import audit_payloads

        sizes: dict[str, tuple[int, int] | None] = {}
        for reading, variations in zip(readings, wanted, strict=True):
            record = self._records.get(reading.key)
            for of_variation in variations:
                known = None if record is None else record.variations.get(of_variation.number)
                if known is None or of_variation.variation is None:
                    continue
                for slot in of_variation.variation.slots_below(len(reading.members)):
                    name = slot_name(reading.key, variation=of_variation.number, slot=slot)
                    sizes[name] = known.sizes[slot] if slot < len(known.sizes) else None
        needed = None if self._needed is None else self._needed - IN_AGGREGATE
        faults, _ = yield from audit_payloads(
            self._location.path, sizes, needed, self._context.token)
        return faults

    def _roots(
        self, reading: GroupReading, variations: Sequence[WantedVariation]
    ) -> dict[int, tuple[int, str]]:
        """Number of each concept's root, and why it cannot be reached.

        A folder that holds none of the pictures recorded for it, nor a caption of one, is taken for
        an empty mount point, as it would be for any other store.
        """
        recorded = [
            place for variation in variations if variation.sources is not None
            for place in variation.sources.places]
        roots = {}
        for concept in reading.concepts:
            listed = [place for place in recorded if self.table.holds(concept, place)]
            number = self.table.add(concept.spelled, concept.real, concept)
            roots[concept.index] = (number, self.table.judge(
                number, indexed=len(listed), present=int(_any_present(listed))))
        return roots

    def _add_samples(
        self,
        reading: GroupReading,
        variations: Sequence[WantedVariation],
        faults: Faults,
        roots: Mapping[int, tuple[int, str]],
    ) -> Job[int]:
        """Add a row per sample; how many of them are shifted."""
        judge, members = SlotJudge(reading), reading.members
        self._judge_group(judge, reading, variations)
        model, by_weights = yield from self._origins.judge(reading, variations, judge)
        if any(faults.values()):
            for at in range(len(members)):
                for verdict, found in faults.items():
                    for name in filter(found.__contains__, judge.slots_of(at)):
                        judge.note(at, verdict, found[name])
        root_of = np.zeros(max(roots, default=0) + 1, dtype=np.int32)
        root_of[list(roots)] = [number for number, _ in roots.values()]
        invalid = np.flatnonzero(judge.flags != np.uint32(1 << Verdict.VALID)).tolist()
        self.collector.add(SlotRows(
            sources=list(map(caption_of, members.pictures)) if self._is_text else members.pictures,
            flags=judge.flags, concept=members.concept, root=root_of[members.concept],
            has_entry=judge.has_slot, bytes=judge.bytes, why=judge.why,
            payloads={at: names for at in invalid if (names := judge.slots_of(at))},
            is_wanted=True, model=model, by_weights=by_weights))
        return int(np.count_nonzero(judge.flags & np.uint32(1 << Verdict.SHIFTED)))

    def _judge_group(
        self, judge: SlotJudge, reading: GroupReading, variations: Sequence[WantedVariation]
    ) -> None:
        first, record = reading.concepts[0], self._records.get(reading.key)
        if reading.match is None or record is None:
            judge.note_all(
                Verdict.MISSING_ENTRY, f"the store has no group of the concept {first.label}")
            return
        if record.problem:
            judge.note_all(Verdict.CORRUPT_PAYLOAD, _unreadable(record))
            return
        judge.judge(variations)
        # Without a seed the trainer draws one at each start, so no name can be called wrong.
        if reading.match.by is not MatchedBy.KEY and first.concept.seed is not None:
            judge.note_all(
                Verdict.RECIPE_CHANGED,
                f"the group {reading.key[:KEY_DIGITS]} was made with other settings of the concept "
                f"{first.label}; the trainer looks for another name and will cache it again")

    def _add_former_sources(
        self,
        reading: GroupReading,
        wanted: Sequence[WantedVariation],
        roots: Mapping[int, tuple[int, str]],
    ) -> None:
        """A row per source that slots were made from and that is no sample any more.

        A caption that a sample still has is that sample's.
        """
        samples = set(reading.members.places)
        captions = {caption_of(place) for place in samples} if self._is_text else set()
        slots: dict[str, list[str]] = {}
        first: dict[str, tuple[str, int]] = {}
        for variation in wanted if reading.match is not None else ():
            if variation.sources is None:
                continue
            pairs = zip(variation.sources.places, variation.sources.spelled, strict=True)
            for slot, (place, picture) in enumerate(pairs):
                if place in samples:
                    continue
                slots.setdefault(place, []).append(
                    slot_name(reading.key, variation=variation.number, slot=slot))
                first[place] = (picture, first[place][1] if place in first else slot)
        for place, (picture, slot) in first.items():
            if self._is_text and caption_of(place) in captions:
                continue
            # Of concepts that share a group, the one whose folder holds the picture.
            concept = next(
                (c for c in reading.concepts if self.table.holds(c, place)), reading.concepts[0])
            root, unreachable = roots[concept.index]
            verdict, sentence = self._judge_former(
                place, picture, slot, concept, unreachable, is_trained=reading.is_trained)
            self.collector.add(SlotRows.of_one(
                caption_of(picture) if self._is_text else picture, verdict, sentence,
                concept=concept.index, root=root, payloads=tuple(slots[place])))

    def _judge_former(
        self,
        place: str,
        picture: str,
        slot: int,
        concept: ConceptRoot,
        unreachable: str,
        *,
        is_trained: bool,
    ) -> tuple[Verdict, str]:
        holds = f"slot {slot} still holds its payload"
        if _is_present(place):
            return Verdict.UNUSED, (
                f"no sample of the concept {concept.label} any more; {holds}" if is_trained
                else self._why_unused)
        if unreachable:
            return Verdict.SOURCE_UNREACHABLE, why.source_unreachable(concept.spelled, unreachable)
        if self._is_text and _is_present(caption_of(place)):
            return Verdict.UNUSED, f"its picture {picture} is gone; {holds}"
        return Verdict.SOURCE_MISSING, _deleted(concept.spelled, slot)

    def _group_verdicts(
        self,
        readings: Sequence[GroupReading],
        matches: StoreMatches,
        shifted: Mapping[str, int],
    ) -> dict[str, _GroupVerdict]:
        """Of a group that a trained and a disabled concept share, the trained one speaks."""
        read = {
            reading.key: reading
            for reading in sorted(readings, key=lambda reading: reading.is_trained)
            if reading.match is not None}
        # Pictures that are there are evidence that their folders can be reached.
        present = set(Members.of(list(self.samples.values())).places)
        for key, record in self._records.items():
            if key not in read:
                sources = record.sources()
                places = self._places.of(sources, flavour=recorded_flavour(sources))
                present.update(filter(_is_present, places))
        return {
            key: self._in_use(record, read[key], shifted[key]) if key in read
            else self._not_read(record, matches, present)
            for key, record in self._records.items()}

    def _in_use(self, record: GroupRecord, reading: GroupReading, shifted: int) -> _GroupVerdict:
        """A group that a concept is read from."""
        label = reading.concepts[0].label
        damage = next((v.damage for v in record.variations.values() if v.damage), "")
        sentence = ""
        if record.problem:
            sentence = _unreadable(record)
        elif damage:
            sentence = damage
        elif shifted:
            sentence = damage = (
                f"{shifted:,} of {len(reading.members):,} samples get another file's payload, and "
                "the trainer goes on with these wrong pairs; without this group it caches them "
                "again.")
        elif not reading.is_trained:
            sentence = f"It belongs to the concept {label}, which this config does not train."
        elif reading.match is not None and reading.match.key.form is not KeyForm.RELEASED:
            sentence = f"It is named {KEY_FORM_TEXT[reading.match.key.form]}."
        elif reading.match is not None and reading.match.by is not MatchedBy.KEY:
            sentence = (f"Its name fits no settings of the concept {label}; "
                        f"it was matched by {EVIDENCE[reading.match.by]}.")
        return _GroupVerdict(PayloadVerdict.REFERENCED, sentence, damage=damage)

    def _not_read(
        self, record: GroupRecord, matches: StoreMatches, present: Iterable[str]
    ) -> _GroupVerdict:
        """A group that no concept is read from."""
        key, labels = record.group.key, {c.index: c.label for c in self.table.concepts}
        if record.problem:
            return _GroupVerdict(PayloadVerdict.FOREIGN, _unreadable(record))
        if record.group.strays:
            return _GroupVerdict(
                PayloadVerdict.FOREIGN, "It holds files that the trainer did not write, "
                f"{record.group.strays[0]} for one, so it stays.")
        if key in matches.outdated:
            concept, named = matches.outdated[key]
            return _GroupVerdict(PayloadVerdict.UNKNOWN, (
                "It is named as an older OneTrainer named the concept "
                f"{labels[concept]}, of which a newer group is here."
                if named.form is KeyForm.RELEASED else
                f"It is named {KEY_FORM_TEXT[named.form]}; the concept {labels[concept]} is read "
                "from another group that is here."))
        sources = record.sources()
        places = self._places.of(sources, flavour=recorded_flavour(sources))
        if sources and not any(map(_is_present, places)):
            folder, unreachable, rows = self._add_recorded(record, sources, places, present)
            if unreachable:
                return _GroupVerdict(
                    PayloadVerdict.REFERENCED,
                    f"The folder {folder} of its files cannot be reached, so it is held back.")
            gone = "The file it was made from does not exist any more." if len(sources) == 1 \
                else f"None of the {len(sources):,} files it was made from exists any more."
            return _GroupVerdict(PayloadVerdict.ORPHANED, gone, named_by=rows)
        if sources and not labels:
            self._add_recorded(record, sources, places, present)
            return _GroupVerdict(
                PayloadVerdict.REFERENCED, "There is no concept list to match it with.")
        if key in matches.elsewhere:
            return _GroupVerdict(
                PayloadVerdict.UNKNOWN, "It was made with other settings of the concept "
                f"{labels[matches.elsewhere[key]]}; another config may use it.")
        return _GroupVerdict(
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
        number = self.table.add(folder, split_last(places[0], HERE)[0], None)
        prefix = place_in(self.table.reals[number], "")
        unreachable = self.table.judge(
            number, indexed=len(sources), present=int(
                _any_present(places) or any(place.startswith(prefix) for place in present)))
        spelled = self.table.spelled(number)
        rows = []
        for slot, (source, place) in enumerate(zip(sources, places, strict=True)):
            verdict, sentence = Verdict.SOURCE_MISSING, _deleted(spelled, slot)
            if _is_present(place):
                verdict, sentence = Verdict.VALID, ""
            elif unreachable:
                verdict = Verdict.SOURCE_UNREACHABLE
                sentence = why.source_unreachable(spelled, unreachable)
            name = slot_name(
                record.group.key, variation=next(iter(record.variations)), slot=slot)
            rows.append(self.collector.add(SlotRows.of_one(
                source, verdict, sentence, concept=-1, root=number,
                payloads=() if verdict is Verdict.VALID else (name,))))
        return spelled, unreachable, tuple(rows)


def _unreadable(record: GroupRecord) -> str:
    return f"Its folder cannot be read: {record.problem}."


def _deleted(root: str, slot: int) -> str:
    return f"the file is gone; its folder {root} is there, and slot {slot} still holds its payload"


def _any_present(places: Iterable[str]) -> bool:
    """Whether any of these pictures is there, or the caption of one: either proves the folder."""
    return any(_is_present(place) or _is_present(caption_of(place)) for place in places)


def _is_present(place: str) -> bool:
    return os.path.isfile(place)  # noqa: PTH113 - places are texts, a Path each costs more
