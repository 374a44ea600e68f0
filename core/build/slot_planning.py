"""Plans a store of the released layout: which groups, which samples in them, what each slot gets.

Read-only. The samples are listed as the trainer lists them, links followed. Of what is recorded as
it was, the content is known; everything else is hashed, unless there is nothing it could be found
to equal.

A folder of slots can only be written whole, so a build takes groups, never single samples: whoever
picks some gets their groups. What keeps one sample from being built keeps its whole group, and its
captions, from being written: pictures that moved beside captions that did not are pairs that were
never meant.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from larder.core.build.choose import wanted_buckets
from larder.core.build.decide import PromptMaker
from larder.core.build.pieces import EMPTY, sidecar_of
from larder.core.build.plan import BuildItem, SampleUse
from larder.core.build.prove import ImageProof, KnownSample, TextProof, Unproved
from larder.core.build.recipes import BuildRecipes
from larder.core.build.reports import LeftOut
from larder.core.build.scope import BuildScope, why_left
from larder.core.build.sharing import file_stem
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
from larder.core.build.switching import IndexedPayloads, groups_in
from larder.core.clean.reports import LeftSource
from larder.core.encoders.draws import ModulePositions, SampleDraws
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file, hash_text
from larder.core.keys.hash_memory import PictureMemory
from larder.core.stores.released.groups import (
    GroupRecord,
    Places,
    VariationRecord,
    place_in,
    read_group,
    slot_name,
)
from larder.core.stores.released.matching import ConceptBlock, workspace_group_keys
from larder.core.stores.released.slots import SlotRecord, read_slots
from larder.core.survey.sources import SpelledPaths, hash_paths
from larder.core.survey.variants import WantedSize, wanted_size
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import (
    Concept,
    ConceptFolder,
    PromptSource,
    enabled_concepts,
)
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import PathFlavour, joined, recorded_flavour
from larder.core.workspace.samples import (
    ConceptSamples,
    LinkRule,
    caption_of,
    companion_stems,
    content_stamp,
    enumerate_concept,
    prompt_file,
    sample_extensions,
)
from larder.core.workspace.store_kinds import StoreFormat, kind_of

if TYPE_CHECKING:
    from larder.core.encoders.config_encoders import PromptTokens

NO_SEED: Final = (
    "has no seed, so the trainer draws another one at each start and never finds its cache. Save "
    "the concept in OneTrainer once; it then has one.")
SAME_GROUP: Final = "has the folder and settings of a training concept, whose cache it would share."

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
        workspace: what was surveyed.
        location: the store.
        positions: of the modules that draw.
        pictures: sizes of pictures.
        recipes: of the store.
        endings: name endings of the sidecars that count.
        scope: everything anew, or what is needed.
        limit: at most so many samples are encoded.
        selected: only the groups of these samples, None for all.
        names: values that a slot must hold.
        tokens_of: makes token ids of prompts, or says why it cannot; asked where a trainer made
            slots.
        donors: what the other layout has; None where nothing is to be taken from it.
        token: checked per sample and while hashing.
    """

    workspace: Workspace
    location: StoreLocation
    positions: ModulePositions
    pictures: PictureMemory
    recipes: BuildRecipes
    endings: tuple[str, ...]
    scope: BuildScope
    limit: int | None
    selected: frozenset[str] | None
    names: frozenset[str]
    tokens_of: Callable[[], PromptTokens | str]
    donors: IndexedPayloads | None
    token: CancelToken

    @property
    def content(self) -> StoreContent:
        """What the store caches."""
        return self.location.kind.content

    @property
    def is_text(self) -> bool:
        """Whether captions are cached."""
        return self.content is StoreContent.TEXT

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
        workspace = choice.workspace
        self._choice = choice
        self._concepts = {concept.index: concept for concept in workspace.concepts}
        kind = kind_of(StoreFormat.SMART, choice.content)
        self._unreadable: set[tuple[int, int]] = set()
        self._wanted: dict[int, WantedSize] = {
            index: wanted_size(workspace.config, concept, kind)
            for index, concept in self._concepts.items()}
        self._pool = SlotPool(choice.recipes, choice.endings, choice.is_text)
        self._plan = SlotPlan(self._pool)
        self._prompts = PromptMaker(workspace, choice.positions)
        self._tokens: PromptTokens | str | None = None
        self._keys = workspace_group_keys(
            workspace, ConceptBlock.TEXT if choice.is_text else ConceptBlock.IMAGE)
        self._groups: dict[str, GroupRecord] = {}
        self._records: dict[tuple[str, int], SlotRecord] = {}
        self._unrecorded: list[tuple[str, VariationRecord]] = []

    def run(self) -> Job[SlotPlan]:
        """Plan the folders, then list what is to be encoded."""
        self._read_store()
        wanted = self._selected([*self._wanted_groups()])
        states = yield from self._states(wanted)
        sizes = yield from self._sizes(wanted)
        if self._unrecorded and self._choice.scope is not BuildScope.ALL:
            yield from self._prove(wanted, states, sizes)
        for group in wanted:
            if self._is_left(group):
                continue
            for number in range(group.variations):
                self._plan.folders.append(self._folder(group, number, states, sizes))
        if self._choice.scope is not BuildScope.ALL:
            self._let_stay()
            self._let_move()
            yield from self._let_link()
        for folder in self._plan.folders:
            self._settle(folder)
        self._plan.items = self._items()[:self._choice.limit]
        return self._plan

    def _read_store(self) -> None:
        """Learn what is there and what it was made of, in groups nobody asks for too."""
        choice, store = self._choice, self._choice.location.path
        for key in groups_in(store):
            group = self._groups[key] = read_group(store, key)
            for number, of_variation in group.variations.items():
                choice.token.check()
                record = read_slots(store, key, of_variation.variation)
                if record is not None:
                    self._records[key, number] = record
                    self._add_slots(record)
                elif of_variation.paths is not None:
                    self._unrecorded.append((key, of_variation))

    def _add_slots(self, record: SlotRecord) -> None:
        store = self._choice.location.path
        for slot, origin in enumerate(record.slots):
            if origin is None:
                continue
            path = store / slot_name(record.group, variation=record.variation, slot=slot)
            found = stamp(path)
            if found is not None:
                self._pool.add(HeldPayload(
                    os.fspath(path), found.size, found.mtime_ns, origin,
                    (record.group, record.variation, slot)), variation=record.variation)

    def _wanted_groups(self) -> Iterator[WantedGroup]:
        """The groups that the config's trainer looks for, in its order."""
        config, workspace = self._choice.workspace.config, self._choice.workspace
        taken: set[str] = set()
        loaders = (False, True) if config is not None and config.validation else (False,)
        for validation in loaders:
            position, found = 0, dict[str, list[Sample]]()
            variations: dict[str, int] = {}
            for concept in enabled_concepts(workspace.concepts, validation=validation):
                folder = workspace.locate(concept)
                samples = self._samples(concept, folder, position)
                position += len(samples)
                key = self._group_key(concept)
                if not samples:
                    continue
                if not key or key in taken:
                    self._leave_out(
                        samples, f"{concept.name or concept.path} "
                        f"{SAME_GROUP if key else NO_SEED}", key)
                    continue
                found.setdefault(key, []).extend(samples)
                asked = concept.text_variations if self._choice.is_text \
                    else concept.image_variations
                variations.setdefault(key, max(asked, 1))
            taken |= found.keys()
            yield from (
                WantedGroup(key, tuple(samples), variations[key])
                for key, samples in found.items())

    def _samples(
        self, concept: Concept, folder: ConceptFolder, first: int
    ) -> list[Sample]:
        """The samples of a concept in the trainer's order, from a position on."""
        config = self._choice.workspace.config
        listed = enumerate_concept(
            concept, folder.real, spelled=folder.spelled, link_rule=LinkRule.FOLLOW,
            extensions=sample_extensions(config), companions=companion_stems(config),
            flavour=folder.flavour)
        places = _places(listed)
        normal = joined(folder.spelled, "", folder.flavour) if folder.spelled else ""
        before = folder.spelled if folder.dataset else concept.path
        before = _joinable(before, folder.flavour)
        return [
            Sample(concept.index, first + at, before + path[len(normal):], places[path])
            for at, path in enumerate(listed.paths())]

    def _group_key(self, concept: Concept) -> str:
        """The newest key of a concept that is there, else the newest; "" if none can be known."""
        keys = self._keys[concept.index]
        return next((key for key in keys if key in self._groups), next(iter(keys), ""))

    def _selected(self, groups: list[WantedGroup]) -> list[WantedGroup]:
        selected = self._choice.selected
        if selected is None:
            return groups
        return [group for group in groups if any(
            self._choice.source_key(sample) in selected for sample in group.samples)]

    def _states(self, groups: Sequence[WantedGroup]) -> Job[dict[tuple[int, int], SourceState]]:
        """What decides every sample's payloads; hashed only where something may be found by it."""
        states: dict[tuple[int, int], SourceState] = {}
        unknown: dict[str, list[tuple[int, int]]] = {}
        for group in groups:
            for sample in group.samples:
                self._choice.token.check()
                state = self._state(sample)
                states[sample.concept, sample.position] = state
                if not state.content and state.path:
                    unknown.setdefault(state.path, []).append((sample.concept, sample.position))
        if not (len(self._pool) or self._unrecorded or self._choice.donors is not None):
            return states
        found = yield from hash_paths([*unknown], self._choice.token)
        for content, samples in zip(found.hashes, unknown.values(), strict=True):
            for key in samples:
                states[key] = msgspec.structs.replace(states[key], content=content or "")
        return states

    def _state(self, sample: Sample) -> SourceState:
        """As `SourceState`; the content only where a record or the sample itself tells it."""
        path, named = self._source_of(sample), self._named(sample)
        if named is not None:
            return SourceState("", hash_text(named), 0, 0)
        found = _stamp(path) if path else None
        if found is None:
            return SourceState(path, EMPTY if self._choice.is_text else "", 0, 0)
        origin = self._pool.known(sample.picture, found.size, found.mtime_ns)
        return SourceState(
            path, "" if origin is None else origin.content, found.size, found.mtime_ns,
            tuple(self._sidecars(path, origin.sidecars if origin is not None else ())))

    def _source_of(self, sample: Sample) -> str:
        """The file that decides a sample's payloads."""
        if not self._choice.is_text:
            return sample.place
        concept = self._concepts[sample.concept]
        return prompt_file(self._choice.workspace, concept, sample.place)

    def _named(self, sample: Sample) -> str | None:
        """The prompt that a sample's name gives, None where something else does."""
        concept = self._concepts[sample.concept]
        takes_name = (self._choice.is_text
                      and concept.text.prompt_source is PromptSource.FILENAME)
        return file_stem(sample.picture) if takes_name else None

    def _sidecars(
        self, path: str, known: Sequence[tuple[str, str, int]]
    ) -> Iterator[tuple[str, str, int]]:
        before = {(ending, mtime_ns): content for ending, content, mtime_ns in known}
        for ending in sorted(self._choice.endings):
            sidecar = sidecar_of(path, ending)
            found = _stamp(sidecar)
            if found is not None:
                content = before.get((ending, found.mtime_ns))
                yield ending, content or hash_file(
                    sidecar, token=self._choice.token), found.mtime_ns

    def _sizes(self, groups: Sequence[WantedGroup]) -> Job[dict[tuple[int, int], Size | None]]:
        """Upright sizes of the pictures; None where it cannot be read."""
        sizes: dict[tuple[int, int], Size | None] = {}
        if self._choice.is_text:
            return sizes
        total = sum(len(group.samples) for group in groups)
        for group in groups:
            for sample in group.samples:
                self._choice.token.check()
                if len(sizes) % PROGRESS_EVERY == 0:
                    yield Progress("planning", len(sizes), total, "sources")
                sizes[sample.concept, sample.position] = self._choice.pictures.size(
                    *os.path.split(sample.place))
        self._unreadable = {key for key, size in sizes.items() if size is None}
        return sizes

    def _prove(
        self, groups: Sequence[WantedGroup], states: Mapping[tuple[int, int], SourceState],
        sizes: Mapping[tuple[int, int], Size | None],
    ) -> Job[None]:
        """Learn what the slots that a trainer made hold, as far as that can be shown."""
        choice, unproved = self._choice, Unproved(self._choice.location.id)
        known = {
            group.key: [self._known(sample, states, sizes) for sample in group.samples]
            for group in groups}
        found: list[HeldPayload] = []
        for done, (key, record) in enumerate(self._unrecorded):
            choice.token.check()
            yield Progress("proving slots", done, len(self._unrecorded), "folders")
            if not choice.is_text:
                found += self._image_proof(known, unproved).prove(key, record)
            elif key in known:
                proof = self._text_proof(unproved)
                if isinstance(proof, str):
                    unproved.note(proof, key, record.count)
                else:
                    found += proof.prove(key, record, known[key], self._listed(known[key]))
        for held in found:
            if held.place is not None:
                self._pool.add(held, variation=held.place[1])
        self._plan.unproved = unproved.listed()

    def _known(
        self, sample: Sample, states: Mapping[tuple[int, int], SourceState],
        sizes: Mapping[tuple[int, int], Size | None],
    ) -> KnownSample:
        place = (sample.concept, sample.position)
        size = sizes.get(place)
        is_sized = size is not None and self._wanted[sample.concept].targets is not None
        return KnownSample(
            sample, states[place], self._crops(sample, 0, size) if is_sized else (), size)

    def _image_proof(
        self, known: Mapping[str, Sequence[KnownSample]], unproved: Unproved
    ) -> ImageProof:
        choice, workspace = self._choice, self._choice.workspace
        config = workspace.config
        model_type = None if config is None else find_model_type(config.model_type)
        paths = SpelledPaths(workspace.root, workspace.maps, workspace.flavour)
        return ImageProof(
            choice.location.path, choice.names,
            None if model_type is None else model_type.spatial_stride,
            Places(paths.real_path),
            {one.sample.place: one for samples in known.values() for one in samples}, unproved)

    def _text_proof(self, unproved: Unproved) -> TextProof | str:
        choice = self._choice
        if self._tokens is None:
            self._tokens = choice.tokens_of()
        if isinstance(self._tokens, str):
            return self._tokens
        return TextProof(
            choice.location.path, choice.names, self._tokens.of, self._stamp_of, self._prompt,
            unproved)

    def _stamp_of(self, prompt: str) -> str:
        config = self._choice.workspace.config
        modeltype = "" if config is None else config.model_type
        return content_stamp(modeltype, self._choice.names, prompt)

    def _prompt(self, sample: Sample, number: int, position: int) -> str:
        """A sample's prompt in a variation, drawn for a position; "" where it cannot be read."""
        concept = self._concepts[sample.concept]
        use = SampleUse(sample.concept, position, sample.picture)
        try:
            caption = Path(caption_of(sample.place)).read_bytes()
        except OSError:
            caption = b""
        try:
            return self._prompts.prompts(concept, use, caption, number + 1)[number]
        except UserFacingError:
            return ""

    def _listed(
        self, samples: Sequence[KnownSample]
    ) -> list[list[KnownSample | None]]:
        """Samples by slot, as the image groups of the same concepts list them."""
        workspace = self._choice.workspace
        images = self._choice.location.path.parent / StoreContent.IMAGE.value
        places = Places(SpelledPaths(
            workspace.root, workspace.maps, workspace.flavour).real_path)
        by_place = {one.sample.place: one for one in samples}
        keys = workspace_group_keys(workspace, ConceptBlock.IMAGE)
        lists: list[list[KnownSample | None]] = [[]]
        for index in dict.fromkeys(one.sample.concept for one in samples):
            group = next((key for key in keys[index] if (images / key).is_dir()), None)
            if group is None:
                return []
            sources = [
                [by_place.get(place) for place in places.of(
                    record.sources, flavour=recorded_flavour(record.sources))]
                for record in read_group(images, group).variations.values() if record.sources]
            lists = [[*before, *of_group] for before in lists for of_group in sources]
        return lists

    def _is_left(self, group: WantedGroup) -> bool:
        """Whether a group cannot be built, which is noted."""
        if self._choice.is_text:
            return False
        for index in dict.fromkeys(sample.concept for sample in group.samples):
            concept = self._concepts[index]
            why = why_left(self._choice.workspace.config, concept, self._wanted[index])
            if why:
                self._leave_out(group.samples, why, group.key)
                return True
        broken = [sample for sample in group.samples
                  if (sample.concept, sample.position) in self._unreadable]
        self._plan.broken += [
            LeftSource(
                self._choice.location.id, sample.picture,
                "Its header cannot be read; it may be no picture.")
            for sample in broken]
        if broken:
            self._leave_out(
                group.samples,
                f"A group is written whole, and {broken[0].picture} cannot be read.", group.key)
        return bool(broken)

    def _leave_out(self, samples: Sequence[Sample], why: str, key: str) -> None:
        if key in self._groups:
            self._plan.blocked |= {sample.concept for sample in samples}
        self._plan.left_out.append(LeftOut(
            self._choice.location.id, len(samples), why, self._choice.source_key(samples[0])))

    def _folder(
        self, group: WantedGroup, number: int,
        states: Mapping[tuple[int, int], SourceState],
        sizes: Mapping[tuple[int, int], Size | None],
    ) -> PlannedFolder:
        there = self._there(group.key, number)
        return PlannedFolder(
            group.key, number, [
                PlannedSlot(
                    sample, states[sample.concept, sample.position],
                    self._crops(sample, number, sizes.get((sample.concept, sample.position))))
                for sample in group.samples],
            replaces=there)

    def _there(self, key: str, number: int) -> tuple[int, int] | None:
        group = self._groups.get(key)
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
                prompt = self._prompt(slot.sample, folder.number, slot.sample.position)
                slot.held = None if not prompt else self._pool.of_prompt(
                    self._stamp_of(prompt), self._concepts[slot.sample.concept])
                if slot.held is not None:
                    slot.fate = Fate.LINKED

    def _settle(self, folder: PlannedFolder) -> None:
        """Say what becomes of a folder."""
        record = self._records.get((folder.group, folder.number))
        if record is None and folder.replaces is not None:
            folder.unproved = folder.count(Fate.ENCODED)
        there = 0 if folder.replaces is None else self._groups[
            folder.group].variations[folder.number].count
        stays = folder.count(Fate.STAYS)
        kept = {slot.held.place for slot in folder.slots if slot.held is not None}
        folder.goes = sum(
            (folder.group, folder.number, at) not in kept for at in range(there))
        if stays < len(folder.slots) or there != len(folder.slots):
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
                found[key] = self._item(slot, variations[folder.group], (folder.number + 1,)) \
                    if before is None else msgspec.structs.replace(
                        before, to_make=(*before.to_make, folder.number + 1))
        return sorted(
            found.values(), key=lambda item: (item.bucket or (0, 0), item.use.position, item.key))

    def _item(
        self, slot: PlannedSlot, variations: int, to_make: tuple[int, ...]
    ) -> BuildItem:
        sample, state = slot.sample, slot.state
        use = SampleUse(sample.concept, sample.position, sample.picture)
        return BuildItem(
            key=self._choice.source_key(sample), source=state.path, bucket=slot.size,
            variations=variations, use=use, uses=(use,), verdict=Verdict.MISSING_ENTRY,
            keeps_row=False, is_first=True, stem=None, is_doubted=False,
            is_redone=self._choice.scope is BuildScope.ALL, to_make=to_make, size=None,
            content=state.content)


def _places(samples: ConceptSamples) -> dict[str, str]:
    """Where each sample lies, by its spelled path."""
    places: dict[str, str] = {}
    for folder in samples.folders:
        before = joined(folder.spelled, "", samples.flavour)
        names = folder.listing.names
        places.update(
            (before + names[row], place_in(folder.real, names[row]))
            for row in folder.rows.tolist())
    return places


def _joinable(folder: str, flavour: PathFlavour) -> str:
    """A folder as the trainer's system joins names to it."""
    ends = ("/",) if flavour is PathFlavour.POSIX else ("/", "\\", ":")
    return folder if not folder or folder.endswith(ends) else folder + flavour.separator


def _stamp(path: str) -> FileStamp | None:
    try:
        return stamp(path)
    except OSError:
        return None
