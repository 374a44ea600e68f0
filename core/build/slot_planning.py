"""Plans a store of the released layout: which groups, which samples in them, what each slot gets.

Read-only. Groups, what is noted of them and the samples, in the trainer's order, are those that the
survey read. Of what is noted as it was, the content is known; everything else is hashed, unless
there is nothing it could be found to equal.

A folder of slots can only be written whole, so a build takes groups, never single samples: whoever
picks some gets their groups. What keeps one sample from being built keeps its whole group, and its
captions, from being written: pictures that moved beside captions that did not are pairs that were
never meant. So does a file or folder that is there and cannot be looked at: it is not taken for one
that was deleted.

Of what is missing and what is stale a build may be asked to make only one (`BuildScope`). What
moves is put in its place all the same, it costs nothing. A stale slot that is not asked for keeps
what was made for its sample before; a missing one that is not leaves its group as it is.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import msgspec

from larder.core.build.choose import wanted_buckets
from larder.core.build.mixture import Treatment
from larder.core.build.plan import BuildItem, SampleUse
from larder.core.build.prove import DrawnPrompts, KnownSample, Proving, prove_slots
from larder.core.build.recipes import BuildRecipes
from larder.core.build.reports import LeftOut
from larder.core.build.scope import BuildScope, OtherWeights, why_left
from larder.core.build.sharing import HASHES_NAME
from larder.core.build.slots import (
    Fate,
    FolderChange,
    HeldPayload,
    PlannedFolder,
    PlannedSlot,
    Sample,
    SlotPool,
    SourceState,
    WantedGroup,
)
from larder.core.build.switching import IndexedPayloads
from larder.core.clean.reports import LeftSource
from larder.core.encoders.draws import ModulePositions, SampleDraws
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.hash_memory import HashMemory, PictureMemory
from larder.core.settings import cache_home
from larder.core.stores.released.groups import VariationRecord, slot_name
from larder.core.stores.released.matching import ConceptBlock, workspace_group_keys
from larder.core.stores.released.slots import SlotRecord
from larder.core.survey.released_read import ReadStore
from larder.core.survey.released_sources import Companion, Members, PresentSources
from larder.core.survey.remedies import TO_BUILD
from larder.core.survey.report import Depth, StoreSurvey, SurveyReport
from larder.core.survey.sources import SourceTree
from larder.core.survey.variants import WantedSize, wanted_size
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import enabled_concepts
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.samples import caption_of
from larder.core.workspace.store_kinds import StoreFormat, kind_of

if TYPE_CHECKING:
    from larder.core.encoders.config_encoders import PromptTokens

NO_SEED: Final = (
    "has no seed, so the trainer draws another one at each start and never finds its cache. Save "
    "the concept in OneTrainer once; it then has one.")
SAME_GROUP: Final = "has the folder and settings of a training concept, whose cache it would share."
NO_HOLES: Final = (
    "A group is written whole, and {count:,} of its slots have no payload yet, which a build of "
    "what is stale does not make.")
NOT_SHOWN: Final = (
    "Nothing shows what {count:,} of the slots hold that a trainer made, so nothing tells whether "
    "they are stale or missing.")
NOT_READ: Final = "A group is written whole, and {what} cannot be read."
AWAY: Final = "A group is written whole, and a folder of its pictures {why}."

PROGRESS_EVERY: Final = 1024


@dataclass(slots=True)
class SlotPlan:
    """What is planned for one store.

    Attributes:
        folders: every wanted variation.
        items: samples of which something is encoded, in the order they are built.
        left_out: what the trainer has to build.
        broken: sources that cannot be read.
        pool: what is there to make slots of.
        unproved: slots of a trainer that nothing shows the content of.
        blocked: concepts whose folders stay as they are although they are out of date.
    """

    pool: SlotPool
    folders: list[PlannedFolder] = field(default_factory=list)
    items: list[BuildItem] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    broken: list[LeftSource] = field(default_factory=list)
    unproved: tuple[LeftOut, ...] = ()
    blocked: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class SlotChoice:
    """What is known of one store when its slots are planned.

    Attributes:
        report: the survey.
        survey: the store in it.
        positions: of the modules that draw.
        pictures: sizes of pictures.
        recipes: of the store.
        endings: name endings of the sidecars that count.
        treatment: what is done with which samples; of a group of which any is selected, with all.
        limit: at most so many samples are encoded.
        names: values that a slot must hold.
        tokens_of: makes token ids of prompts, or says why it cannot; asked where a trainer made
            slots.
        donors: what the other layout has; None where nothing is to be taken from it.
        token: checked per sample and while hashing.
    """

    report: SurveyReport
    survey: StoreSurvey
    positions: ModulePositions
    pictures: PictureMemory
    recipes: BuildRecipes
    endings: tuple[str, ...]
    treatment: Treatment
    limit: int | None
    names: frozenset[str]
    tokens_of: Callable[[], PromptTokens | str]
    donors: IndexedPayloads | None
    token: CancelToken

    @property
    def workspace(self) -> Workspace:
        """What was surveyed."""
        return self.report.workspace

    @property
    def location(self) -> StoreLocation:
        """The store."""
        return self.survey.location

    @property
    def content(self) -> StoreContent:
        """What the store caches."""
        return self.location.kind.content

    @property
    def is_text(self) -> bool:
        """Whether captions are cached."""
        return self.content is StoreContent.TEXT

    @property
    def scope(self) -> BuildScope:
        """What is made."""
        return self.treatment.scope

    def source_key(self, sample: Sample) -> str:
        """A sample as the store's rows spell it."""
        return caption_of(sample.picture) if self.is_text else sample.picture


def plan_slots(choice: SlotChoice) -> Job[SlotPlan]:
    """Plan.

    Raises:
        WorkspaceError: if a resolution text cannot be read.
        JobCancelled: if the token was cancelled.
    """
    return (yield from _SlotPlanner(choice).run())


class _SlotPlanner:
    """Goes through the groups of one store once."""

    def __init__(self, choice: SlotChoice) -> None:
        workspace, survey = choice.workspace, choice.survey
        self._choice = choice
        self._read = survey.released or ReadStore()
        self._concepts = {concept.index: concept for concept in workspace.concepts}
        kind = kind_of(StoreFormat.SMART, choice.content)
        self._wanted: dict[int, WantedSize] = {
            index: wanted_size(workspace.config, concept, kind)
            for index, concept in self._concepts.items()}
        self._pool = SlotPool(
            choice.recipes, choice.endings, choice.is_text,
            keeps_weights=choice.treatment.others is OtherWeights.KEEP)
        self._plan = SlotPlan(self._pool)
        self._prompts = DrawnPrompts(workspace, choice.positions, choice.names)
        self._keys = workspace_group_keys(
            workspace, ConceptBlock.TEXT if choice.is_text else ConceptBlock.IMAGE)
        self._unrecorded: list[tuple[str, VariationRecord]] = []
        self._states: dict[tuple[int, int], SourceState] = {}
        self._sizes: dict[tuple[int, int], Size | None] = {}
        self._broken: dict[tuple[int, int], str] = {}

    def run(self) -> Job[SlotPlan]:
        """Plan the folders, then list what is to be encoded."""
        choice = self._choice
        self._learn()
        wanted = self._selected([*self._wanted_groups()])
        yield from self._look_at_sources(wanted)
        yield from self._look_at_sizes(wanted)
        if self._unrecorded and choice.scope is not BuildScope.ALL:
            yield from self._prove(wanted)
        for group in wanted:
            if self._is_left(group):
                continue
            for number in range(group.variations):
                self._plan.folders.append(self._folder(group, number))
        if choice.scope is not BuildScope.ALL:
            self._let_stay()
            self._let_move()
            yield from self._let_link()
            self._keep_to_scope(wanted)
        for folder in self._plan.folders:
            self._settle(folder)
        self._plan.items = self._items()[:choice.limit]
        return self._plan

    def _learn(self) -> None:
        """Learn what is there and what it was made of, in groups nobody asks for too."""
        for key, group in self._read.groups.items():
            for number, of_variation in group.variations.items():
                record = self._read.records.get((key, number))
                if record is not None:
                    self._add_slots(record, of_variation)
                elif of_variation.paths is not None:
                    self._unrecorded.append((key, of_variation))

    def _add_slots(self, record: SlotRecord, of_variation: VariationRecord) -> None:
        store = self._choice.location.path
        for slot, origin in enumerate(record.slots):
            found = of_variation.variation.stamp_of(slot)
            name = slot_name(record.group, variation=record.variation, slot=slot)
            if origin is not None and found is not None and name not in self._read.damaged:
                self._pool.add(HeldPayload(
                    os.fspath(store / name), *found, origin,
                    (record.group, record.variation, slot)), variation=record.variation)

    def _wanted_groups(self) -> Iterator[WantedGroup]:
        """The groups that the config's trainer looks for, in its order."""
        config, workspace = self._choice.workspace.config, self._choice.workspace
        taken: set[str] = set()
        loaders = (False, True) if config is not None and config.validation else (False,)
        for validation in loaders:
            position, found = 0, dict[str, WantedGroup]()
            for concept in enabled_concepts(workspace.concepts, validation=validation):
                samples = self._samples(concept.index, position)
                position += len(samples)
                key = self._group_key(concept.index)
                if not samples:
                    self._note_unseen(concept.index)
                    continue
                if not key or key in taken:
                    self._leave_out(
                        samples, f"{concept.name or concept.path} "
                        f"{SAME_GROUP if key else NO_SEED}", key)
                    continue
                asked = concept.text_variations if self._choice.is_text \
                    else concept.image_variations
                before = found.get(key)
                found[key] = WantedGroup(key, samples, max(asked, 1)) if before is None \
                    else WantedGroup(key, (*before.samples, *samples), before.variations)
            taken |= found.keys()
            yield from found.values()

    def _samples(self, concept: int, first: int) -> tuple[Sample, ...]:
        """The samples of a concept, from a position of the loader's list on."""
        members = self._read.samples.get(concept, Members())
        return tuple(
            Sample(concept, first + at, picture, place, at) for at, (picture, place) in enumerate(
                zip(members.pictures, members.places, strict=True)))

    def _group_key(self, concept: int) -> str:
        """The newest key of a concept that is there, else the newest; "" if none can be known."""
        keys = self._keys[concept]
        return next((key for key in keys if key in self._read.groups), next(iter(keys), ""))

    def _selected(self, groups: list[WantedGroup]) -> list[WantedGroup]:
        selected = self._choice.treatment.selected
        if selected is None:
            return groups
        return [group for group in groups if any(
            self._choice.source_key(sample) in selected for sample in group.samples)]

    def _look_at_sources(self, groups: Sequence[WantedGroup]) -> Job[None]:
        """Learn what decides every sample's payloads; hashed where something may equal it."""
        choice = self._choice
        samples = [sample for group in groups for sample in group.samples]
        members = Members.together([
            self._read.samples[concept] for group in groups for concept in group.concepts])
        every = range(len(samples))
        with HashMemory(cache_home() / HASHES_NAME) as memory:
            # A deeper survey than by dates has read every file, and remembers that.
            present = PresentSources(
                members, choice.workspace, SourceTree(), memory, is_text=choice.is_text,
                trusts_notes=choice.report.depth is Depth.STAT, trusts_memory=True,
                token=choice.token)
            for record in self._read.records.values():
                present.note(record.slots)
            contents: Mapping[int, str] = {}
            sidecars: Mapping[int, Mapping[str, Companion]] = {}
            if len(self._pool) or self._unrecorded or choice.donors is not None:
                contents = yield from present.contents(every)
                sidecars = yield from present.sidecars(every, choice.endings)
        for at, sample in enumerate(samples):
            place = (sample.concept, sample.position)
            self._states[place] = SourceState(
                present.path(at), contents.get(at, ""), max(int(present.bytes[at]), 0),
                int(present.mtimes_ns[at]), tuple(
                    (ending, one.content, one.mtime_ns)
                    for ending, one in sorted(sidecars.get(at, {}).items())))
            if at in present.unreadable:
                self._broken[place] = f"It cannot be read: {present.unreadable[at]}."

    def _look_at_sizes(self, groups: Sequence[WantedGroup]) -> Job[None]:
        """Learn the upright sizes of the pictures."""
        if self._choice.is_text:
            return
        sizes, total = self._sizes, sum(len(group.samples) for group in groups)
        for group in groups:
            for sample in group.samples:
                self._choice.token.check()
                if len(sizes) % PROGRESS_EVERY == 0:
                    yield Progress("planning", len(sizes), total, "sources")
                place = (sample.concept, sample.position)
                sizes[place] = self._choice.pictures.size(*os.path.split(sample.place))
                if sizes[place] is None:
                    self._broken.setdefault(
                        place, "Its header cannot be read; it may be no picture.")

    def _prove(self, groups: Sequence[WantedGroup]) -> Job[None]:
        """Learn what the slots that a trainer made hold, as far as that can be shown."""
        choice = self._choice
        proved = yield from prove_slots(
            Proving(
                choice.workspace, choice.location, choice.names, choice.tokens_of, self._prompts,
                self._read.image_groups, self._read.damaged, choice.token),
            self._unrecorded,
            {group.key: [self._known(sample) for sample in group.samples] for group in groups})
        for held in proved.held:
            if held.place is not None:
                self._pool.add(held, variation=held.place[1])
        self._plan.unproved = proved.unproved

    def _known(self, sample: Sample) -> KnownSample:
        place = (sample.concept, sample.position)
        size = self._sizes.get(place)
        is_sized = size is not None and self._wanted[sample.concept].targets is not None
        return KnownSample(
            sample, self._states[place], self._crops(sample, 0, size) if is_sized else (), size)

    def _note_unseen(self, concept: int) -> str:
        """Why the samples of a concept are not all known, "" if they are; told where it is."""
        why = self._read.unseen.get(concept, "")
        if why:
            self._plan.broken.append(
                LeftSource(self._choice.location.id, self._concepts[concept].path, why))
        return why

    def _is_left(self, group: WantedGroup) -> bool:
        """Whether a group cannot be built, which is noted."""
        why = next(filter(None, (self._why_left(group, concept) for concept in group.concepts)), "")
        broken = [sample for sample in group.samples
                  if (sample.concept, sample.position) in self._broken]
        self._plan.broken += [
            LeftSource(self._choice.location.id, self._choice.source_key(sample),
                       self._broken[sample.concept, sample.position])
            for sample in broken]
        if broken and not why:
            why = NOT_READ.format(what=self._choice.source_key(broken[0]))
        if why:
            self._leave_out(group.samples, why, group.key)
        return bool(why)

    def _why_left(self, group: WantedGroup, concept: int) -> str:
        """Why a group stays as it is because of one of its concepts, "" if it need not."""
        read = self._read.groups.get(group.key)
        if read is not None and read.problem:
            return f"The folder of its group cannot be read: {read.problem}."
        if self._note_unseen(concept):
            return NOT_READ.format(what="one of its files or folders")
        if concept in self._read.away:
            return AWAY.format(why=self._read.away[concept])
        return "" if self._choice.is_text else why_left(
            self._choice.workspace.config, self._concepts[concept], self._wanted[concept])

    def _leave_out(self, samples: Sequence[Sample], why: str, key: str) -> None:
        if key in self._read.groups:
            self._plan.blocked |= {sample.concept for sample in samples}
        self._plan.left_out.append(LeftOut(
            self._choice.location.id, len(samples), why, self._choice.source_key(samples[0])))

    def _folder(self, group: WantedGroup, number: int) -> PlannedFolder:
        return PlannedFolder(
            group.key, number, [
                PlannedSlot(
                    sample, self._states[sample.concept, sample.position], self._crops(
                        sample, number, self._sizes.get((sample.concept, sample.position))))
                for sample in group.samples],
            replaces=self._there(group.key, number))

    def _there(self, key: str, number: int) -> tuple[int, int] | None:
        group = self._read.groups.get(key)
        variation = None if group is None else group.group.variation(number)
        if variation is None or variation.aggregate_bytes is None:
            return None
        return variation.aggregate_bytes, variation.aggregate_ns

    def _crops(self, sample: Sample, number: int, size: Size | None) -> tuple[Size, ...]:
        """The crops of a sample; of several targets the one that the trainer draws comes first."""
        if self._choice.is_text:
            return ()
        wanted = self._wanted[sample.concept]
        edges = () if wanted.targets is None else wanted.targets.edges
        every = wanted_buckets(wanted, size)
        if len(set(edges)) < 2:
            return every
        drawn = SampleDraws(self._choice.positions, number, sample.position).target(edges)
        return tuple(dict.fromkeys((*wanted_buckets(wanted, size, [drawn]), *every)))

    def _let_stay(self) -> None:
        for folder in self._plan.folders:
            for at, slot in enumerate(folder.slots):
                slot.held = self._pool.staying(
                    (folder.group, folder.number, at), slot.state, slot.sizes,
                    self._concepts[slot.sample.concept])
                if slot.held is not None:
                    slot.fate = Fate.STAYS

    def _let_move(self) -> None:
        used = {
            slot.held.path for folder in self._plan.folders for slot in folder.slots
            if slot.held is not None}
        for folder in self._plan.folders:
            for slot in folder.slots:
                if slot.held is not None:
                    continue
                slot.held = self._pool.moving(
                    slot.state, slot.sizes, folder.number, self._concepts[slot.sample.concept])
                if slot.held is None:
                    continue
                own = Fate.LINKED if slot.held.place is None else Fate.MOVES
                slot.fate = Fate.SHARED if slot.held.path in used else own
                used.add(slot.held.path)

    def _let_link(self) -> Job[None]:
        """Take what nothing here holds from the other layout."""
        choice = self._choice
        missing = [slot for folder in self._plan.folders for slot in folder.slots
                   if slot.held is None]
        if not missing or choice.donors is None:
            return
        # A caption's row knows the caption's content, whatever the prompt is made of.
        found = yield from choice.donors.made_of(
            None if choice.is_text else {slot.state.content for slot in missing}, choice.token)
        for number, held in found:
            self._pool.add(held, variation=number)
        self._let_move()
        if choice.is_text:
            self._let_take_prompts()

    def _let_take_prompts(self) -> None:
        """Give slots a payload that holds their very prompt."""
        for folder in self._plan.folders:
            for slot in folder.slots:
                if slot.held is not None:
                    continue
                prompt = self._prompts.of(slot.sample, folder.number, slot.sample.position)
                slot.held = None if prompt is None else self._pool.of_prompt(
                    self._prompts.stamp_of(prompt), self._concepts[slot.sample.concept])
                if slot.held is not None:
                    slot.fate = Fate.LINKED

    def _keep_to_scope(self, wanted: Sequence[WantedGroup]) -> None:
        """Leave what is stale, or the groups that lack something, where only the other is asked."""
        scope = self._choice.scope
        if scope is BuildScope.NEEDED:
            return
        groups = {group.key: group for group in wanted}
        left: dict[str, str] = {}
        for folder in self._plan.folders:
            to_make = [slot for slot in folder.slots if slot.held is None]
            if self._is_unrecorded(folder):
                surplus = max(len(folder.slots) - self._count_there(folder), 0)
                if scope is BuildScope.MISSING and to_make:
                    left[folder.group] = NOT_SHOWN.format(count=len(to_make))
                elif scope is BuildScope.STALE and surplus:
                    left[folder.group] = NO_HOLES.format(count=surplus)
                continue
            former = [self._former(slot, folder.number) for slot in to_make]
            if scope is BuildScope.STALE and None in former:
                left[folder.group] = NO_HOLES.format(count=former.count(None))
            elif scope is BuildScope.MISSING:
                for slot, held in zip(to_make, former, strict=True):
                    if held is not None and not self._is_replaced(slot.sample):
                        slot.held, slot.fate = held, Fate.LEFT
        for key, why in left.items():
            self._leave_out(groups[key].samples, why, key)
        self._plan.folders = [
            folder for folder in self._plan.folders if folder.group not in left]

    def _former(self, slot: PlannedSlot, number: int) -> HeldPayload | None:
        """What was made for a sample before, None if it had nothing of a size it may have."""
        return self._pool.former(slot.sample, slot.state, slot.sizes, number)

    def _is_replaced(self, sample: Sample) -> bool:
        """Whether a sample's payload is made anew for its weights, whatever else is left."""
        row = self._row(sample)
        return (self._choice.treatment.others is OtherWeights.REPLACE and row is not None
                and self._choice.treatment.is_by_weights(row))

    def _is_unrecorded(self, folder: PlannedFolder) -> bool:
        return folder.replaces is not None \
            and (folder.group, folder.number) not in self._read.records

    def _count_there(self, folder: PlannedFolder) -> int:
        return 0 if folder.replaces is None else self._read.groups[
            folder.group].variations[folder.number].count

    def _settle(self, folder: PlannedFolder) -> None:
        """Say what becomes of a folder."""
        record = self._read.records.get((folder.group, folder.number))
        if self._is_unrecorded(folder):
            folder.unproved = folder.count(Fate.ENCODED)
        there = self._count_there(folder)
        place = (folder.group, folder.number)
        in_place = sum(
            slot.held is not None and slot.held.place == (*place, at)
            for at, slot in enumerate(folder.slots))
        kept = {slot.held.place for slot in folder.slots if slot.held is not None}
        folder.goes = sum((*place, at) not in kept for at in range(there))
        if in_place < len(folder.slots) or there != len(folder.slots):
            return
        if record is None:
            folder.change = FolderChange.RECORD
            return
        now = [slot.origin for slot in folder.slots]
        if list(record.slots) == now:
            folder.change = FolderChange.NOTHING
        elif self._choice.is_text or all(
                before is not None and slot is not None and before.picture == slot.picture
                for before, slot in zip(record.slots, now, strict=True)):
            folder.change = FolderChange.RECORD

    def _items(self) -> list[BuildItem]:
        """A sample per size, with the variations that have no payload yet."""
        found: dict[tuple[int, int, Size | None], BuildItem] = {}
        variations = Counter(folder.group for folder in self._plan.folders)
        for folder in self._plan.folders:
            for slot in folder.slots:
                if slot.held is not None:
                    continue
                key = (slot.sample.concept, slot.sample.position, slot.size)
                before = found.get(key)
                found[key] = self._item(slot, folder, variations[folder.group]) \
                    if before is None else msgspec.structs.replace(
                        before, to_make=(*before.to_make, folder.number + 1))
        return sorted(
            found.values(), key=lambda item: (item.bucket or (0, 0), item.use.position, item.key))

    def _item(self, slot: PlannedSlot, folder: PlannedFolder, variations: int) -> BuildItem:
        sample, state = slot.sample, slot.state
        use = SampleUse(sample.concept, sample.position, sample.picture)
        return BuildItem(
            key=self._choice.source_key(sample), source=state.path, bucket=slot.size,
            variations=variations, use=use, uses=(use,), verdict=self._verdict(slot, folder),
            keeps_row=False, is_first=True, stem=None, is_doubted=False,
            is_redone=self._choice.scope is BuildScope.ALL, to_make=(folder.number + 1,),
            size=None, content=state.content)

    def _verdict(self, slot: PlannedSlot, folder: PlannedFolder) -> Verdict:
        """What the survey says of a sample; of one that it sees nothing of, what the plan does."""
        row = self._row(slot.sample)
        found = Verdict.MISSING_ENTRY if row is None else Verdict(
            int(self._choice.survey.rows.verdicts[row]))
        if found in TO_BUILD or self._choice.scope is BuildScope.ALL:
            return found
        return Verdict.CONTENT_CHANGED if self._is_unrecorded(folder) else Verdict.MISSING_PAYLOAD

    def _row(self, sample: Sample) -> int | None:
        """A sample's row in the survey."""
        rows = self._choice.survey.wanted.get(sample.concept)
        return None if rows is None else int(rows[sample.at])
