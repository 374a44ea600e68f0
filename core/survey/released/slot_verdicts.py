"""Judging the slots of one group of a released trainer's cache, by place and by origin.

The trainer reads slot k for the k-th sample. Whether slot k was made from that sample is known only
where the list of sources of its variation is known; then one comparison per slot tells all shifts.

What lies in a folder tells which slots there are; whether their sources, sidecars, sizes and
recipes are still those of today only what was noted of them does.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.errors import Finding
from larder.core.files.file_stamp import is_there
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import Job
from larder.core.stores.released.groups import slot_name
from larder.core.stores.released.slot_origins import SlotOrigins
from larder.core.survey import why
from larder.core.survey.context import SurveyContext
from larder.core.survey.looked_slots import Looked, ToldOfSlots, are_equal, pick_texts
from larder.core.survey.released.dates import EditsShown, judge_dates
from larder.core.survey.released.groups import GroupReading, WantedVariation
from larder.core.survey.released.sizes import SizeJudge
from larder.core.survey.released.sources import (
    GroupSamples,
    PresentSources,
    find_unchanged_slots,
)
from larder.core.survey.report import RecipeFacts
from larder.core.survey.row_notes import (
    RowNotes,
    ToldOfRows,
    bit,
)
from larder.core.survey.sharing import deciding_sidecars
from larder.core.survey.training_risks import TrainingRisk
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.samples import sample_stem
from larder.core.workspace.store_kinds import StoreContent

if TYPE_CHECKING:
    from larder.core.survey.other_recipes import SlotRecipes

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

RECIPES_NAME: Final = "recipes.jsonl"
"""As `stores.records` has it, which takes some time to load."""

Models = npt.NDArray[np.int16]


class SlotJudge(RowNotes):
    """Findings about the n samples of one group.

    Attributes:
        bytes: of the slots a sample is read from, int64, shape (n,).
        own_bytes: of those that no sample before it is read from, int64, shape (n,).
        has_slot: whether there is any, bool, shape (n,).
        contents: of samples whose source had to be looked at, 16 hex digits.
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
        self.contents: dict[int, str] = {}

    def slots_of(self, samples: Bools | None = None) -> ToldOfRows[tuple[str, ...]]:
        """Return the slots that samples are read from, relative to the store's folder.

        Only those that are on disk count, and samples that have any. `samples` are those that are
        asked about, shape (n,), None for all.
        """
        count = len(self._members)
        parts: list[tuple[str, bytes]] = []
        for wanted in self._wanted:
            if wanted.variation is not None:
                there = np.zeros(count, dtype=np.bool_)
                there[wanted.variation.slots[wanted.variation.slots < count]] = True
                parts.append((
                    slot_name(self._key, variation=wanted.number, slot="{}"), there.tobytes()))
        asked = self.has_slot if samples is None else self.has_slot & samples
        found = ToldOfRows[tuple[str, ...]]()
        found.tell_later(np.flatnonzero(asked).tolist(), lambda sample: tuple(
            name.replace("{}", str(sample)) for name, there in parts if there[sample]))
        return found

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
                if variation.damage == why.OTHER_LIST:
                    self.harms |= bit(TrainingRisk.OTHER_LIST)
            else:
                self._note_absent(variation)
                self._note_shifts(variation)

    def judge_origins(
        self, wanted: WantedVariation, origins: SlotOrigins, present: PresentSources, *,
        reads_all: bool, noted: str,
    ) -> Job[Bools]:
        """Judge a variation by what its slots were made of.

        A slot is right for its sample as long as it was made of the same content, whatever that
        file was called then. A source is read only where size or date are not the noted ones, and
        one that is noted for any slot of the group is not read for another.

        Args:
            wanted: the variation.
            origins: what is noted of its slots.
            present: the samples' sources; what other variations noted is known to it already.
            reads_all: contents count, whatever the dates say.
            noted: what a text slot holds of its picture: "the caption of ", or "".

        Returns:
            Whether each of the n samples' slots holds what its source gives, as far as contents go,
            shape (n,).
        """
        unchanged = find_unchanged_slots(
            origins, self._members, present, is_in_place=wanted.has_slots_of(self._members))
        right = np.zeros(len(self._members), dtype=np.bool_)
        right[:len(unchanged)] = unchanged
        suspects = np.flatnonzero(origins.known[:len(unchanged)] & (~unchanged | reads_all))
        found = yield from present.contents(suspects.tolist())
        self.contents.update(found)
        looked = Looked.of(suspects, origins, found, self._is_of_sample(suspects, wanted, origins))
        right[suspects] = looked.is_right
        for slot in looked.where(~looked.is_same & looked.is_right):
            self.remark(slot, f"Renamed: it was {origins.pictures[slot]} when it was cached")
        touched = looked.is_same & looked.is_right & (
            origins.mtimes_ns[suspects] != present.mtimes_ns[suspects])
        for slot in looked.where(touched):
            self.note(slot, Verdict.TOUCHED, why.explain_redated(int(origins.mtimes_ns[slot])))
        edited = looked.where(looked.is_same & ~looked.is_right)
        shifted = looked.where(~looked.is_same & ~looked.is_right)
        told = ToldOfSlots(origins, found, self.name_slot("{}", wanted), noted)
        for slot in edited:
            self.note(slot, Verdict.CONTENT_CHANGED, why.with_details(
                why.explain_prompt_gone(present.path(slot)) if present.is_gone(slot)
                else why.explain_content_changed(
                    found[slot], origins.contents[slot], edited_ns=int(present.mtimes_ns[slot]),
                    cached_ns=int(origins.mtimes_ns[slot])), told.place(slot)))
        self.note_each(shifted, Verdict.SHIFTED, told.explain_mixed_up)
        self.made_from.tell_later(shifted, told.made_from)
        return right

    def _is_of_sample(
        self, slots: Ints, wanted: WantedVariation, origins: SlotOrigins
    ) -> Bools:
        """Return whether each slot was made of its sample's file, however that is spelled."""
        members, sources = self._members, wanted.sources
        is_same = are_equal(*pick_texts(origins.pictures, members.pictures, slots), slots)
        if sources is not None:
            others = slots[~is_same]
            is_same[~is_same] = are_equal(
                *pick_texts(sources.places, members.places, others), others)
        return is_same

    def judge_sidecars(
        self, origins: SlotOrigins, right: Bools, present: PresentSources, endings: Sequence[str]
    ) -> Job[None]:
        """Judge the slots that are right otherwise by their sidecars, of these name endings."""
        slots = np.flatnonzero(right).tolist()
        beside = yield from present.sidecars(slots, endings)
        for slot in slots:
            then = {ending: content for ending, content in origins.sidecars.get(slot, {}).items()
                    if ending in endings}
            now = {ending: content for ending, content, _ in beside.get(slot, ())}
            if now != then:
                name = os.path.basename(self._members.places[slot])  # noqa: PTH119 - a text
                self.note(slot, Verdict.SIDECAR_CHANGED, why.explain_sidecar_changed([
                    (sample_stem(name) + ending, "removed" if ending not in now else
                     "added" if ending not in then else "edited")
                    for ending in endings if now.get(ending) != then.get(ending)]))

    def name_slot(self, sample: int | str, wanted: WantedVariation) -> str:
        """Name the slot of a sample as a sentence does."""
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
            self.harms[sample] |= bit(TrainingRisk.GONE)
            self.note(
                sample, Verdict.MISSING_ENTRY,
                why.with_details(
                    f"Only the first {wanted.count:,} of {samples:,} are cached, and the trainer "
                    "stops when it gets past them", f"Cached file {sample} is missing"))
        counted = min(wanted.count, samples)
        if wanted.variation is None or \
                int(np.searchsorted(wanted.variation.slots, counted)) == counted:
            return
        for sample in sorted(set(range(counted)).difference(wanted.variation.slots_below(counted))):
            name = slot_name(self._key, variation=wanted.number, slot=sample)
            self.harms[sample] |= bit(TrainingRisk.GONE)
            self.note(
                sample, Verdict.MISSING_PAYLOAD,
                why.with_details(
                    "Its cached file is missing from the disk, and the trainer stops when it gets "
                    "there",
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
                    self.made_from[sample] = source
                    self.note(
                        sample, Verdict.SHIFTED,
                        why.explain_mixed_up(
                            f"the caption of {source}" if sources.from_images else source,
                            self.name_slot(sample, wanted)))
            return
        for sample in range(min(wanted.count, samples)):
            if is_noted is not None and is_noted[sample]:
                continue
            self.note(
                sample, Verdict.SHIFTED,
                why.with_details(
                    f"{wanted.count:,} are cached and the concept has {samples:,}, but it is not "
                    "recorded which belongs to which, so this cached file may be of another "
                    "picture",
                    f"Cached file {sample}"))


class OriginJudge:
    """Judges the samples of one store by what their slots were made of.

    Args:
        location: the store.
        context: the survey.
    """

    def __init__(self, location: StoreLocation, context: SurveyContext) -> None:
        workspace = context.workspace
        self._location = location
        self._context = context
        self._is_text = location.kind.content is StoreContent.TEXT
        self._concepts = {concept.index: concept for concept in workspace.concepts}
        self._endings: tuple[str, ...] = ()
        config = workspace.config
        self._decisive = () if self._is_text or config is None else deciding_sidecars(config)
        self._sizes = None if self._is_text else SizeJudge(context)
        self._recipes: SlotRecipes | None = None
        self.edits_shown: dict[str, EditsShown] = {}

    def open(self, variations: Iterable[WantedVariation]) -> Job[None]:
        """Look at all that is noted, before any of it is judged.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        noted = [wanted.origins for wanted in variations if wanted.origins is not None]
        # A mask may have been added where no slot was made with one. What does not count now waits
        # until it does again; where no config says what counts, all that was noted does.
        self._endings = tuple(sorted(self._decisive if noted else ())) \
            if self._context.workspace.config is not None else tuple(sorted({
                ending for origins in noted for sidecars in origins.sidecars.values()
                for ending in sidecars}))
        if is_there(larder_folder(self._location.path) / RECIPES_NAME):
            # What knows recipes takes 10 ms to load, and most stores note none.
            from larder.core.survey.other_recipes import open_slot_recipes

            self._recipes = yield from open_slot_recipes(self._context, self._location)

    def judge(
        self, reading: GroupReading, variations: Sequence[WantedVariation], judge: SlotJudge
    ) -> Job[tuple[Models, Bools]]:
        """Judge one group.

        Returns:
            Number of the weights that encoded each of the n samples' slots, -1 where that is not
            known, and whether nothing but those is amiss; int16 and bool, shape (n,).

        Raises:
            JobCancelled: if the token was cancelled.
        """
        members = reading.members
        model = np.full(len(members), -1, dtype=np.int16)
        by_weights = np.zeros(len(members), dtype=np.bool_)
        whole = [wanted for wanted in variations if not wanted.damage]
        noted = [(wanted, wanted.origins) for wanted in whole if wanted.origins is not None]
        if not len(members):
            return model, by_weights
        for wanted in variations:
            self._note_statements(reading, wanted, judge, by_weights)
        unnoted = {wanted.number: self._in_place(wanted, members) for wanted in whole}
        is_right = {number: found.copy() for number, found in unnoted.items()}
        is_exact = {
            wanted.number: np.zeros(len(members), dtype=np.bool_) for wanted in whole}
        # Of captions that nothing is noted of, none is looked at.
        present = self._present(members) if noted or not self._is_text else None
        if noted and present is not None:
            yield from self._judge_noted(
                present, members, noted, judge, model, by_weights, is_right, is_exact)
        if self._sizes is not None and present is not None:
            self._judge_dates(reading, whole, unnoted, present, judge)
            for wanted in whole:
                self._sizes.judge(
                    wanted, members, is_right[wanted.number], is_exact[wanted.number], judge)
        return model, by_weights

    def judge_captions(
        self, reading: GroupReading, variations: Sequence[WantedVariation], judge: SlotJudge,
        unchecked: Bools,
    ) -> None:
        """Judge captions that nothing is noted of by their dates.

        `unchecked` are those that their tokens tell nothing of, shape (n,).
        """
        members = reading.members
        whole = [wanted for wanted in variations if not wanted.damage]
        unnoted = {wanted.number: self._in_place(wanted, members) for wanted in whole}
        if not unchecked.any():
            self.edits_shown[reading.key] = EditsShown.BY_TOKENS
        elif not any(found.any() for found in unnoted.values()):
            self.edits_shown[reading.key] = EditsShown.BY_DATES  # captions are not looked at
        else:
            self._judge_dates(
                reading, whole, unnoted, self._present(members), judge, unchecked)

    def _judge_dates(
        self, reading: GroupReading, whole: Sequence[WantedVariation],
        unnoted: Mapping[int, Bools], present: PresentSources, judge: SlotJudge,
        among: Bools | None = None,
    ) -> None:
        told = [judge_dates(
            wanted, unnoted[wanted.number], present, self._decisive, judge,
            partial(judge.name_slot, wanted=wanted), among)
            for wanted in whole]
        if all(told):
            self.edits_shown[reading.key] = EditsShown.BY_DATES

    def _present(self, members: GroupSamples) -> PresentSources:
        context = self._context
        return PresentSources(
            members, context.workspace, context.tree, context.memory, is_text=self._is_text,
            trusts_notes=context.trusts_notes,
            trusts_memory=context.trusts_memory, token=context.token)

    def _judge_noted(
        self, present: PresentSources, members: GroupSamples,
        noted: Sequence[tuple[WantedVariation, SlotOrigins]],
        judge: SlotJudge, model: Models, by_weights: Bools, is_right: dict[int, Bools],
        is_exact: dict[int, Bools],
    ) -> Job[None]:
        """Judge the slots of some variations by what is noted of them.

        `is_right` and `is_exact`, by variation, are set for slots that hold what their source
        gives, and for those of them whose crop the settings of today need not have decided.
        """
        context = self._context
        for _, origins in noted:
            present.note(origins)
        for wanted, origins in noted:
            right = yield from judge.judge_origins(
                wanted, origins, present, reads_all=not context.trusts_notes,
                noted="the caption of " if self._is_text else "")
            is_right[wanted.number] |= right
            if self._endings:  # of captions there are none
                yield from judge.judge_sidecars(origins, right, present, self._endings)
            for concept in distinct(members.concept).tolist():
                rows = np.flatnonzero(right & (members.concept == concept))
                is_exact[wanted.number][self._note_recipes(
                    self._concepts[concept], rows, origins, judge, model, by_weights)] = True
        for sample, reason in present.unreadable.items():
            judge.note(sample, Verdict.SOURCE_UNREACHABLE, why.explain_source_unreadable(reason))

    def facts(self, model: Models, wanted: Bools, by_weights: Bools) -> RecipeFacts | None:
        """How the rows of the store were made, None where nothing tells.

        Args:
            model: as `judge` gives it, of every row.
            wanted: rows that are counted.
            by_weights: as `judge` gives it.
        """
        if self._recipes is None:
            return None
        return self._recipes.kinds.facts(
            model, wanted=wanted, by_weights=by_weights, unproven=self._recipes.unproven,
            changes=self._recipes.changes)

    def _note_statements(
        self, reading: GroupReading, wanted: WantedVariation, judge: SlotJudge, by_weights: Bools
    ) -> None:
        """Judge the slots of a variation that say nothing of their making by what is known of it.

        That is the user's word, or what a comparison with the model showed.
        """
        variation = wanted.variation
        if self._recipes is None or variation is None or not wanted.complete or wanted.damage:
            return
        members, origins = reading.members, wanted.origins
        there = variation.slots < len(members)
        slots, written_ns = variation.slots[there], variation.slot_ns[there]
        if origins is not None:
            is_open = ~origins.have_recipe(slots)
            slots, written_ns = slots[is_open], written_ns[is_open]
        for concept in distinct(members.concept[slots]).tolist():
            mine = members.concept[slots] == concept
            for meant, judged in self._recipes.judge_unrecorded(
                    self._concepts[concept], reading.key, written_ns[mine]):
                if not judged.why:
                    continue
                by_weights[slots[mine][meant]] = judged.by_weights
                for sample in slots[mine][meant].tolist():
                    judge.note(sample, Verdict.RECIPE_CHANGED, judged.why)

    def findings(self) -> Iterator[Finding]:
        """Yield what no verdict says of the sizes of the store, and of its records."""
        if self._recipes is not None:
            yield from self._recipes.findings
        if self._sizes is not None:
            yield from self._sizes.findings(self._location.spelled)

    def _in_place(self, wanted: WantedVariation, members: GroupSamples) -> Bools:
        """Slots that nothing is noted of, and that were made from the file of their sample."""
        found = np.zeros(len(members), dtype=np.bool_)
        if wanted.sources is None or (wanted.origins is not None and wanted.origins.is_whole):
            return found
        made_from = wanted.sources.places[:len(members)]
        found[:len(made_from)] = [
            place == made for place, made in zip(members.places, made_from, strict=False)]
        if wanted.origins is not None:
            found[:len(wanted.origins)] &= ~wanted.origins.known[:len(members)]
        return found

    def _note_recipes(
        self, concept: Concept, rows: npt.NDArray[np.int64], origins: SlotOrigins,
        judge: SlotJudge, model: Models, by_weights: Bools,
    ) -> npt.NDArray[np.int64]:
        """Judge how the right slots of one concept were made.

        Returns:
            Those of them whose size the settings of today need not have decided.
        """
        is_sized = []
        for code in distinct(origins.recipe[rows]).tolist():
            some = rows[origins.recipe[rows] == code]
            identity = origins.recipes[code]
            recipe = None if self._recipes is None else self._recipes.judge(concept, identity)
            if self._recipes is not None:
                model[some] = self._recipes.kind(identity)
            if recipe is not None and recipe.why:
                by_weights[some] = recipe.by_weights
                for sample in some.tolist():
                    judge.note(sample, Verdict.RECIPE_CHANGED, recipe.why)
            if recipe is None or not recipe.may_be_of_size:
                is_sized.append(some)
        return np.concatenate([rows[:0], *is_sized])
