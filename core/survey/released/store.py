"""The survey of one store in released OneTrainer's layout.

Such a store has no index: a slot belongs to the sample of the same number, if the samples are still
those the group was built from. So the rows are the config's samples, judged slot by slot, and the
sources that an image group lists although they are no samples any more. What a source looked like
when it was cached the trainer records nowhere. Larder notes it of what it writes or takes over;
of the groups of which it did not a finding says so, once per store.

The files of such a survey are its groups (`released_verdicts`); what no trainer reads of one that
is in use is listed apart.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import Finding
from larder.core.files.file_stamp import (
    FileStamp,
    is_passed_over,
    readable_stamp,
    why_hidden,
)
from larder.core.jobs import Job
from larder.core.keys.token_digest import TokenDigest
from larder.core.stores.released.groups import Places, slot_name
from larder.core.stores.released.leftovers import (
    Leftover,
    epochs_left_over,
    leftovers_of_group,
)
from larder.core.stores.released.matching import MatchedBy, StoreMatches
from larder.core.survey import why
from larder.core.survey.causes import name_causes
from larder.core.survey.context import SurveyContext
from larder.core.survey.document import MixedUpBy, ReadTotals
from larder.core.survey.other_sources import note_in_slots, sources_in
from larder.core.survey.payload_faults import find_known_faults, note_faults
from larder.core.survey.released.busy import group_busy_signs
from larder.core.survey.released.dates import find_edits_by_date
from larder.core.survey.released.doubts import audit_doubtful_slots, inspect_slots
from larder.core.survey.released.group_verdicts import (
    GroupJudge,
    GroupVerdict,
    RowCollector,
    SlotRows,
    any_present,
    explain_deleted,
    is_present,
    payload_files,
    unreadable,
)
from larder.core.survey.released.groups import (
    GroupReading,
    Records,
    SlotSources,
    WantedVariation,
    find_image_store,
    find_wanted_variations,
    flavour_of_groups,
    image_lists_of,
    list_groups,
    match_image_groups,
    match_text_groups,
    members_of,
    read_store,
    readings_of,
    unseen_of,
)
from larder.core.survey.released.read_store import ReadStore
from larder.core.survey.released.recovery import CHANGED, report_redated
from larder.core.survey.released.slot_verdicts import OriginJudge, SlotJudge
from larder.core.survey.released.sources import GroupSamples
from larder.core.survey.report import Depth, IndexFacts, StoreSurvey
from larder.core.survey.roots import ConceptRoot, StoreRoots, drives_of_samples
from larder.core.survey.row_notes import Faults, bit, join_faults
from larder.core.survey.training_risks import TrainingRisk
from larder.core.survey.variants import list_wanted_names, why_unwanted
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import StoreLocation, WorkspaceKind
from larder.core.workspace.path_folders import folders_of
from larder.core.workspace.roots import HERE, infer_flavour, split_last
from larder.core.workspace.samples import caption_of, captions_of
from larder.core.workspace.store_kinds import StoreContent

if TYPE_CHECKING:
    from larder.core.survey.released.prompts import PromptJudge

KEY_DIGITS: Final = 12
"""How much of a group's key a sentence shows; two keys that share them do not occur."""

IN_AGGREGATE: Final = frozenset({"image_path", "crop_resolution"})
"""Names that the trainer takes from the aggregate, not from the slot."""


class ReleasedSurvey:
    """One store of the released layout while it is surveyed.

    HASH reads every source of which something is noted; PAYLOAD opens every slot, too. The samples
    of the context are enumerated with links followed, as released OneTrainer does.
    """

    def __init__(self, location: StoreLocation, context: SurveyContext) -> None:
        self.location = location
        self._context = context

    def look(self) -> Job[None]:
        """Leave the roots to `judge`: what a group was made of is known once it is read."""
        yield from ()

    def judge(
        self, roots: Mapping[StoreLocation, StoreRoots]
    ) -> Job[tuple[StoreSurvey, StoreRoots]]:
        """Judge every sample and group.

        Raises:
            JobCancelled: if the token was cancelled.
            WorkspaceError: if the store's folder cannot be listed.
        """
        del roots
        location, context = self.location, self._context
        groups, foreign = list_groups(location.path)
        is_text = location.kind.content is StoreContent.TEXT
        read = yield from read_store(location.path, groups, context, is_text=is_text)
        records, images = read.groups, ReadStore()
        if is_text:
            beside = find_image_store(location, context)
            of_images, _ = list_groups(beside)
            images = yield from read_store(beside, of_images, context, is_text=False)
        store = _GroupJoin(location, context, read, images.groups)
        verdicts = yield from store.judge()
        programs = yield from store.programs()
        if store.prompts is not None:
            store.prompts.remember()
        rows = store.collector.columns()
        return StoreSurvey(
            location=location,
            index=IndexFacts(),
            rows=rows,
            payloads=payload_files(records, verdicts, foreign=foreign),
            busy=group_busy_signs(
                location.path, [record.group for record in records.values()], now_ns=context.now_ns,
                open_files=context.open_files),
            sources_hashed=True,
            wanted=store.collector.find_wanted_rows(sorted(store.samples)),
            recipes=store.origins.facts(*store.collector.models()),
            leftovers=store.leftovers(verdicts),
            released=read,
            looked_into=store.looked_into,
            findings=(
                *programs,
                *find_edits_by_date(location, read, [
                    key for key, verdict in verdicts.items()
                    if verdict.verdict is PayloadVerdict.REFERENCED], store.origins.edits_shown),
                *([report_redated(location, read.redate_count)] if read.redate_count else []),
                *store.origins.findings(),
                *(() if store.prompts is None else store.prompts.findings())),
            mixed_up_by=store.mixed_up_by,
        ), StoreRoots(
            facts=store.collector.root_facts(store.table), of_row=rows.root,
            concept_of_row=rows.concept, reals=store.table.reals,
            drives=drives_of_samples(context.samples.values(), store.table),
        )


class _GroupJoin:
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
        read: ReadStore,
        image_records: Records,
    ) -> None:
        self._location = location
        self._context = context
        self._read = read
        self._records: Records = read.groups
        self._image_records = image_records
        self._content = location.kind.content
        self._is_text = self._content is StoreContent.TEXT
        config = context.workspace.config
        self._needed = list_wanted_names(config, self._content)
        self._why_unused = why_unwanted(config, self._content) or why.UNUSED
        # Texts are not cached at all while every text encoder is trained.
        self.samples = {} if self._needed == frozenset() else members_of(context)
        flavour = flavour_of_groups(read.groups, context.samples)
        self.table = context.root_table(context.paths(flavour), flavour=flavour)
        self._places = Places(context.paths(context.flavour).real_path)
        self.collector = RowCollector(flavour)
        self.origins = OriginJudge(location, context)
        self.prompts: PromptJudge | None = None
        self._tokens: dict[str, tuple[TokenDigest, ...]] = {}
        self._sources: dict[str, str] = {}
        self._asked: dict[str, int] = {}
        self.looked_into: ReadTotals | None = None
        self._audited: frozenset[str] = frozenset()
        self.mixed_up_by: tuple[MixedUpBy, ...] = ()

    @property
    def _names_in_slots(self) -> frozenset[str] | None:
        """Names that a slot must have, None where that is not known."""
        return None if self._needed is None else self._needed - IN_AGGREGATE

    def judge(self) -> Job[dict[str, GroupVerdict]]:
        """Collect every row and judge every group.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        matches, image_matches = self._match()
        self._read.samples, self._read.unseen = self.samples, unseen_of(self._context)
        readings = readings_of(self.table.concepts, self.samples, matches, self._content)
        wanted = [self._find_wanted_variations(reading, image_matches) for reading in readings]
        yield from self.origins.open(
            variation for variations in wanted for variation in variations)
        for reading in readings:
            self._asked[reading.key] = max(reading.count, self._asked.get(reading.key, 0))
        if self._context.depth is Depth.PAYLOAD:
            faults = yield from self._audit(readings, wanted)
        else:
            faults = yield from audit_doubtful_slots(
                self._location, self._read, self._names_in_slots, self._context)
            faults = join_faults(faults, (yield from inspect_slots(
                self._location, self._read, zip(readings, wanted, strict=True), self._context)))
            if not self._is_text and (known := find_known_faults(self._location.path)):
                faults = join_faults(faults, (yield from self._judge_masks(
                    known, readings, wanted)))
        if self._read.changed:
            self._read.damaged |= self._read.changed
            self._read.incomplete -= self._read.changed
            faults = join_faults(
                faults, {TrainingRisk.FLIPPED_BITS: dict.fromkeys(self._read.changed, CHANGED)})
        shifted: dict[str, int] = {}
        for reading, variations in zip(readings, wanted, strict=True):
            self._context.token.check()
            roots = self._roots(reading, variations)
            count = yield from self._add_samples(reading, variations, faults, roots)
            shifted[reading.key] = shifted.get(reading.key, 0) + count
            self._add_former_sources(reading, variations, roots)
        # Pictures that are there are evidence that their folders can be reached.
        present = GroupSamples.together(list(self.samples.values())).places
        return GroupJudge(self._records, self.table, self._places, self.collector).verdicts(
            readings, matches, shifted, present)

    def leftovers(self, verdicts: Mapping[str, GroupVerdict]) -> tuple[Leftover, ...]:
        """Return unread files in used groups, and what older releases left next to the groups.

        Folders next to the groups are listed for one store, and only where its cache folder was
        opened.
        """
        location, workspace = self._location, self._context.workspace
        found: list[Leftover] = []
        for key, record in self._records.items():
            if verdicts[key].verdict is PayloadVerdict.REFERENCED:
                with suppress(OSError):  # of what cannot be listed now nothing is waste
                    found += leftovers_of_group(
                        location.path, record, asked=self._asked.get(key))
        told_by = next((
            store for store in workspace.stores
            if store.kind.traits.whole_groups and store.exists
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
        self._read.image_groups = {
            concept: self._image_records[match.group]
            for concept, match in of_images.reads.items()}
        return match_text_groups(self._records, workspace, image_slots=slots), of_images

    def _find_wanted_variations(
        self, reading: GroupReading, image_matches: StoreMatches | None
    ) -> list[WantedVariation]:
        def image_lists() -> Sequence[SlotSources]:
            # Two concepts may share one group.
            groups = dict.fromkeys(
                image_matches.reads.get(place.index) for place in reading.concepts
            ) if image_matches is not None else {}
            return image_lists_of(
                [None if match is None else self._image_records[match.group] for match in groups],
                self._places)

        return find_wanted_variations(
            reading, self._records.get(reading.key), self._places,
            None if image_matches is None else cache(image_lists),
            self._read.origins.get(reading.key, {}))

    def _audit(
        self, readings: Sequence[GroupReading], wanted: Sequence[Sequence[WantedVariation]]
    ) -> Job[Faults]:
        """Look into every slot that a sample is read from, each once."""
        from larder.core.recipes.forms import find_requested_forms
        from larder.core.survey.audit import (
            audit_payloads,
            find_masked,
            incomplete_in,
            tokens_in,
            unusable,
        )
        from larder.core.survey.removed_masks import find_removed_from_slots

        sizes: dict[str, tuple[int, int] | None] = {}
        stamps: dict[str, FileStamp | None] = {}
        for reading, variations in zip(readings, wanted, strict=True):
            record = self._records.get(reading.key)
            for of_variation in variations:
                known = None if record is None else record.variations.get(of_variation.number)
                if known is None or of_variation.variation is None:
                    continue
                crops = [*known.sizes]
                before, after = slot_name(
                    reading.key, variation=of_variation.number, slot="{}").split("{}")
                slots = of_variation.variation.slots_below(len(reading.members))
                names = [f"{before}{slot}{after}" for slot in slots]
                sizes.update(zip(
                    names, (crops[slot] if slot < len(crops) else None for slot in slots),
                    strict=True))
                # Those of the listing, if it has them: a look at each takes as long again.
                stamps.update(zip(names, of_variation.variation.file_stamps() or (
                    readable_stamp(f"{self._location.path}/{name}") for name in names),
                    strict=False))
        faults, read, self.looked_into = yield from audit_payloads(
            self._location.path, sizes, self._names_in_slots, self._context.token,
            config=self._context.workspace.config, forms=find_requested_forms(
                self._context.workspace, self._content, self._context.chosen), stamps=stamps)
        faults = join_faults(faults, {TrainingRisk.OLD_MASK: find_removed_from_slots(
            zip(readings, wanted, strict=True), self._context.workspace, find_masked(read))})
        note_faults(self._location.path, stamps, faults)
        if self._is_text:
            self._tokens = tokens_in(read)
        else:
            self._sources = sources_in(read)
        self._read.damaged, self._read.faults = unusable(faults), faults
        self._read.incomplete = incomplete_in(faults)
        self._audited = frozenset(sizes)
        return faults

    def _judge_masks(
        self, known: Iterable[str], readings: Sequence[GroupReading],
        wanted: Sequence[Sequence[WantedVariation]],
    ) -> Job[Faults]:
        """Find which of the slots that a reading found wrong hold a mask that is gone."""
        from larder.core.survey.audit import audit_payloads, find_masked
        from larder.core.survey.removed_masks import find_removed_from_slots

        _, read, _ = yield from audit_payloads(
            self._location.path, dict.fromkeys(known), None, self._context.token)
        found = find_removed_from_slots(
            zip(readings, wanted, strict=True), self._context.workspace, find_masked(read))
        self._read.damaged |= found.keys()
        return {TrainingRisk.OLD_MASK: found}

    def programs(self) -> Job[tuple[Finding, ...]]:
        """Report what a trainer would run among the files that no sample is read from."""
        if self._context.depth is not Depth.PAYLOAD:
            return ()
        from larder.core.survey.programs import files_of_groups, find_programs

        return (yield from find_programs(
            self._location, [name for name in files_of_groups(self._records)
                             if name not in self._audited], self._context.token))

    def _roots(
        self, reading: GroupReading, variations: Sequence[WantedVariation]
    ) -> dict[int, tuple[int, str]]:
        """Number of each concept's root, and why it cannot be reached.

        A folder that holds none of the pictures recorded for it, nor a caption of one, is taken for
        an empty mount point, as it would be for any other store.
        """
        members = reading.members
        lists = [variation.sources.places for variation in variations
                 if variation.sources is not None]
        # As long as nothing came or went, all of them are the very list of the samples.
        is_unchanged = all(places is members.places for places in lists)
        recorded: Sequence[str] = members.places if lists and is_unchanged else list(
            itertools.chain.from_iterable(lists))
        folders, folder = (members.folders, members.folder) if lists and is_unchanged \
            else folders_of(recorded, HERE)[:2]
        roots = {}
        for concept in reading.concepts:
            held = np.array([self.table.holds(concept, above) for above in folders], np.bool_)
            listed = recorded if held.all() else [
                recorded[at] for at in np.flatnonzero(held[folder]).tolist()]
            number = self.table.add(concept.spelled, concept.real, concept)
            roots[concept.index] = (number, self.table.judge(
                number, indexed=len(listed), present=int(any_present(listed))))
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
        model, by_weights = yield from self.origins.judge(reading, variations, judge)
        if any(faults.values()):
            for at, names in judge.slots_of().items():
                for harm, found in faults.items():
                    for name in filter(found.__contains__, names):
                        judge.note_harm(at, harm, found[name])
        if not self._is_text and self._sources:
            self._read.damaged |= frozenset(note_in_slots(
                reading, variations, self._sources, judge))
        if self._is_text:
            unchecked = np.ones(len(members), dtype=np.bool_)
            if self._context.depth is Depth.PAYLOAD:
                unchecked = yield from self._judge_prompts(reading, variations, judge)
            self.origins.judge_captions(reading, variations, judge, unchecked)
        edited = (judge.flags & np.uint32(1 << Verdict.CONTENT_CHANGED)) != 0
        judge.harms[edited] |= bit(TrainingRisk.OLD_CONTENT)
        root_of = np.zeros(max(roots, default=0) + 1, dtype=np.int32)
        root_of[list(roots)] = [number for number, _ in roots.values()]
        self.collector.add(SlotRows(
            sources=members.sources(self.collector.flavour, is_text=self._is_text),
            flags=judge.flags, concept=members.concept, root=root_of[members.concept],
            has_entry=judge.has_slot, bytes=judge.bytes, own_bytes=judge.own_bytes,
            why=judge.why, made_from=judge.made_from,
            payloads=judge.slots_of(judge.flags != np.uint32(1 << Verdict.VALID)),
            is_wanted=True, is_read=reading.match is None or reading.match.by is MatchedBy.KEY,
            harms=judge.harms, model=model, by_weights=by_weights))
        shifted = int(np.count_nonzero(judge.flags & np.uint32(1 << Verdict.SHIFTED)))
        self.mixed_up_by += name_causes(
            variations, members, judge.contents, shifted=shifted, is_text=self._is_text)
        return shifted

    def _judge_prompts(
        self, reading: GroupReading, variations: Sequence[WantedVariation], judge: SlotJudge
    ) -> Job[npt.NDArray[np.bool_]]:
        """Judge slots by the tokens in them; what is noted of a wrong one is no use to a build.

        Returns:
            Samples of which their tokens tell nothing, shape (n,).
        """
        # Tokenizers take seconds to load, which only this depth shall pay.
        from larder.core.survey.released.prompts import PromptJudge, note_missing_captions

        note_missing_captions(self._context, reading.members, judge, judge.contents)
        if self.prompts is None:
            self.prompts = PromptJudge(self._context, self._location, self._tokens)
        wrong = yield from self.prompts.judge(
            reading, variations, judge, judge.contents)
        self._read.damaged |= frozenset(wrong)
        return self.prompts.find_unchecked(judge)

    def _judge_group(
        self, judge: SlotJudge, reading: GroupReading, variations: Sequence[WantedVariation]
    ) -> None:
        first, record = reading.concepts[0], self._records.get(reading.key)
        if reading.match is None or record is None:
            judge.note_all(
                Verdict.MISSING_ENTRY, f"Nothing is cached for the concept {first.label} yet")
            return
        if record.problem:
            judge.note_all(Verdict.CORRUPT_PAYLOAD, unreadable(record))
            return
        judge.judge(variations)
        # Without a seed the trainer draws one at each start, so no name can be called wrong.
        if reading.match.by is not MatchedBy.KEY and first.concept.seed is not None:
            judge.note_all(
                Verdict.RECIPE_CHANGED,
                why.with_details(
                    f"Made with other settings of the concept {first.label}; the trainer will "
                    "cache it again", f"Group {reading.key[:KEY_DIGITS]}"))

    def _add_former_sources(
        self,
        reading: GroupReading,
        wanted: Sequence[WantedVariation],
        roots: Mapping[int, tuple[int, str]],
    ) -> None:
        """A row per source that slots were made from and that is no sample any more.

        A caption that a sample still has is that sample's.
        """
        samples: set[str] = set()
        slots: dict[str, list[str]] = {}
        first: dict[str, tuple[str, int]] = {}
        for variation in wanted if reading.match is not None else ():
            if variation.sources is None or variation.sources.places == reading.members.places:
                continue
            places, spelled = variation.sources.places, variation.sources.spelled
            former = {*places} - (samples := samples or {*reading.members.places})
            for slot in [at for at, place in enumerate(places) if place in former]:
                place, picture = places[slot], spelled[slot]
                slots.setdefault(place, []).append(
                    slot_name(reading.key, variation=variation.number, slot=slot))
                first[place] = (picture, first[place][1] if place in first else slot)
        captions = set(captions_of(samples)) if self._is_text and first else set()
        for place, (picture, slot) in first.items():
            if self._is_text and caption_of(place) in captions:
                continue
            concept = reading.concepts[0]  # those that share a group share its folder, too
            root, unreachable = self._root_of(place, picture, concept, roots)
            verdict, sentence = self._judge_former(
                place, picture, slot, concept, (root, unreachable),
                is_trained=reading.is_trained)
            source = caption_of(picture) if self._is_text else picture
            self.collector.add(SlotRows.of_one(
                split_last(source, self.collector.flavour), verdict, sentence,
                concept=concept.index, root=root, payloads=tuple(slots[place])))

    def _root_of(
        self, place: str, picture: str, concept: ConceptRoot,
        roots: Mapping[int, tuple[int, str]],
    ) -> tuple[int, str]:
        """Number of a former source's root, and why it cannot be reached.

        A folder below the concept's is a root of its own where it cannot be listed, or was on a
        drive that is away; then nobody knows which samples the concept has.
        """
        folder = place.rpartition(os.sep)[0]
        if not self.table.holds(concept, folder):
            return roots[concept.index]
        number = self.table.add(
            split_last(picture, infer_flavour([picture]))[0], folder, concept,
            refusal=self._context.tree.refusal(folder))
        if number == roots[concept.index][0]:
            return roots[concept.index]
        unreachable = self.table.judge(number, indexed=1, present=0)
        if unreachable:
            self._read.away[concept.index] = unreachable
        return number, unreachable

    def _judge_former(
        self,
        place: str,
        picture: str,
        slot: int,
        concept: ConceptRoot,
        root: tuple[int, str],
        *,
        is_trained: bool,
    ) -> tuple[Verdict, str]:
        holds = f"Cached file {slot}"
        if is_present(place):
            return Verdict.UNUSED, (
                why.with_details(
                    f"The concept {concept.label} does not use it any more", holds) if is_trained
                else self._why_unused)
        number, unreachable = root
        if unreachable:
            return Verdict.SOURCE_UNREACHABLE, why.explain_source_unreachable(
                self.table.spell(number), unreachable)
        if (hidden := why_hidden(place)) and not is_passed_over(place):
            return Verdict.SOURCE_UNREACHABLE, why.explain_source_unreadable(hidden)
        if self._is_text and is_present(caption_of(place)):
            return Verdict.UNUSED, why.with_details(f"Its picture {picture} is gone", holds)
        return Verdict.SOURCE_MISSING, explain_deleted(concept.spelled, slot, hidden)
