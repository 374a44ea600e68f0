"""A store in released OneTrainer's layout as it is read, and what the trainer reads of it.

Its groups and what is noted of slots; whose samples in which order, which variations. Read once per
survey, and kept for the build that plans with it. A group is tied to its concept by its name, a
hash of the concept's settings; where that does not tell, by the pictures that it lists or, of
captions, by its number of slots.
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from larder.core.errors import WorkspaceError
from larder.core.files.file_stamp import is_passed_over
from larder.core.jobs import Job, Progress
from larder.core.settings import cache_home
from larder.core.stores.released.crops import NO_CROPS, Crops
from larder.core.stores.released.groups import (
    GroupRecord,
    Places,
    ReleasedVariation,
    VariationRecord,
    read_group,
    scan_released_store,
    slot_name,
)
from larder.core.stores.released.matching import (
    ConceptBlock,
    GroupMatch,
    PictureVotes,
    StoreMatches,
    match_by_key,
    match_by_order,
    match_by_pictures,
    workspace_group_keys,
)
from larder.core.stores.released.slot_origins import SlotOrigins, read_origins
from larder.core.stores.released.slots import has_later_record, has_records
from larder.core.survey import why
from larder.core.survey.context import SurveyContext
from larder.core.survey.read_lists import ReadLists
from larder.core.survey.released.read_store import ReadStore
from larder.core.survey.released.sources import GroupSamples
from larder.core.survey.report import Depth
from larder.core.survey.roots import ConceptRoot, RootTable
from larder.core.workspace.concepts import ConceptType
from larder.core.workspace.open_workspace import StoreKind, StoreLocation, Workspace
from larder.core.workspace.roots import HERE, PathFlavour, infer_flavour
from larder.core.workspace.samples import ConceptSamples, sample_extensions, unseen_in
from larder.core.workspace.store_kinds import StoreContent

Records = Mapping[str, GroupRecord]


class SlotSources(Struct, frozen=True):
    """The source of each slot of a variation.

    Attributes:
        places: where each source lies on this system.
        spelled: each source as recorded.
        from_images: known from the image group of the same concept, not from this store.
    """

    places: Sequence[str]
    spelled: Sequence[str]
    from_images: bool


class WantedVariation(Struct, frozen=True):
    """One variation that the trainer reads.

    Attributes:
        number: from 0.
        variation: its folder, None when there is none.
        count: slots it was completed with, 0 when it was not completed.
        sources: None when they are not known.
        damage: why its aggregate cannot be read, "".
        origins: what its slots were made of, None where nobody noted it.
        sizes: the crop of each slot.
    """

    number: int
    variation: ReleasedVariation | None
    count: int
    sources: SlotSources | None
    damage: str
    origins: SlotOrigins | None = None
    sizes: Crops = NO_CROPS

    @property
    def complete(self) -> bool:
        """True if the trainer accepts the variation as it is."""
        return self.variation is not None and self.variation.complete

    def has_slots_of(self, members: GroupSamples) -> bool:
        """Return whether every slot is noted, and of the very sample that has its number."""
        # As `_read_recorded_sources` gives them: their paths need not be compared once more.
        return (self.sources is not None and self.sources.places is members.places
                and self.origins is not None and self.sources.spelled is self.origins.pictures)


class GroupReading(Struct, frozen=True):
    """One group as the trainer reads it; concepts with equal settings share one.

    Attributes:
        match: the group, None when the store has none for the concept.
        concepts: whose samples it holds, in file order.
        members: the samples, slot by slot; empty for concepts that are not trained.
        count: how many variations are read.
        is_trained: False for disabled concepts, whose group is only kept.
    """

    match: GroupMatch | None
    concepts: tuple[ConceptRoot, ...]
    members: GroupSamples
    count: int
    is_trained: bool

    @property
    def key(self) -> str:
        """The group's name, "" where there is none."""
        return "" if self.match is None else self.match.group


def match_image_groups(
    records: Records, workspace: Workspace, table: RootTable, places: Places
) -> StoreMatches:
    """Match by key, then the rest by the pictures their aggregates list."""
    by_key = match_by_key(records, workspace_group_keys(workspace, ConceptBlock.IMAGE))
    explained = {match.group for match in by_key.reads.values()} | by_key.outdated.keys()
    votes = [
        _votes(record, table, places)
        for key, record in records.items() if key not in explained]
    indexes = [concept.index for concept in table.concepts]
    by_pictures = match_by_pictures(
        votes, concepts=indexes,
        without_group=[index for index in indexes if index not in by_key.reads])
    return StoreMatches(
        {**by_key.reads, **by_pictures.reads}, by_key.outdated, by_pictures.elsewhere)


def match_text_groups(
    records: Records, workspace: Workspace, *, image_slots: Mapping[int, int]
) -> StoreMatches:
    """Match by key, then the rest by number of slots and order.

    Args:
        records: the text store's groups.
        workspace: whose concepts.
        image_slots: concept index -> slots of its image group, for those that have one.
    """
    by_key = match_by_key(records, workspace_group_keys(workspace, ConceptBlock.TEXT))
    explained = {match.group for match in by_key.reads.values()} | by_key.outdated.keys()
    free = {
        key: record for key, record in records.items()
        if key not in explained and record.variations}
    by_order = match_by_order(
        {key: next(iter(record.variations.values())).count for key, record in free.items()},
        {key: record.built_ns for key, record in free.items()},
        {concept.index: image_slots[concept.index] for concept in workspace.concepts
         if concept.index in image_slots and concept.index not in by_key.reads})
    return StoreMatches({**by_key.reads, **by_order}, by_key.outdated)


def _votes(record: GroupRecord, table: RootTable, places: Places) -> PictureVotes:
    sources = record.sources()
    lying_at = places.of(sources, flavour=infer_flavour(sources))
    folders = Counter(place.rpartition(os.sep)[0] for place in lying_at)
    under = {
        concept.index: sum(
            count for folder, count in folders.items() if table.holds(concept, folder))
        for concept in table.concepts}
    return PictureVotes(
        group=record.group.key, listed=len(sources), under=under,
        newest_ns=record.group.newest_ns)


def readings_of(
    concepts: Sequence[ConceptRoot],
    samples: Mapping[int, GroupSamples],
    matches: StoreMatches,
    content: StoreContent,
) -> tuple[GroupReading, ...]:
    """Every group that a concept is read from, and every concept without one, in file order.

    Args:
        concepts: every concept.
        samples: of the concepts that are trained, by concept index.
        matches: which group belongs to which concept.
        content: decides which number of variations counts.
    """
    shared: dict[tuple[object, ...], list[ConceptRoot]] = {}
    for place in concepts:
        match = matches.reads.get(place.index)
        is_trained = place.index in samples
        if match is None and not is_trained:
            continue
        # Training and validation load their concepts apart, so their samples never add up.
        is_validation = place.concept.type is ConceptType.VALIDATION
        key = (is_trained, is_validation, place.index if match is None else match.group)
        shared.setdefault(key, []).append(place)
    readings = []
    for places in shared.values():
        first = places[0].concept
        asked = first.image_variations if content is StoreContent.IMAGE else first.text_variations
        readings.append(GroupReading(
            match=matches.reads.get(first.index),
            concepts=tuple(places),
            members=GroupSamples.together([
                samples[place.index] for place in places if place.index in samples]),
            count=max(asked, 1),
            is_trained=first.index in samples))
    return tuple(readings)


def find_wanted_variations(
    reading: GroupReading,
    record: GroupRecord | None,
    places: Places,
    image_lists: Callable[[], Sequence[SlotSources]] | None,
    origins: Mapping[int, SlotOrigins],
) -> list[WantedVariation]:
    """The variations of a reading, with what is known of their slots' sources.

    Args:
        reading: what is read.
        record: the group, None when there is none.
        places: resolves recorded paths.
        image_lists: for a text store, what gives the lists of the same concepts' image groups; None
            for an image store, which has its own.
        origins: what is noted of its variations, by number.
    """
    found = []
    for number in range(reading.count):
        variation = None if record is None else record.group.variation(number)
        known = None if record is None else record.variations.get(number)
        if known is None:
            found.append(WantedVariation(number, variation, count=0, sources=None, damage=""))
            continue
        sources = _read_recorded_sources(origins.get(number), reading.members, places)
        if sources is None:
            sources = _read_sources(known, places) if image_lists is None \
                else _sources_by_count(known.count, reading, image_lists())
        found.append(WantedVariation(
            number, variation, known.count, sources, known.damage, origins.get(number),
            known.sizes))
    return found


def image_lists_of(records: Sequence[GroupRecord | None], places: Places) -> list[SlotSources]:
    """Lists of several image groups put behind one another, as a text group of all has them.

    The n-th list of each; a group with fewer gives its last. Nothing if a group gives none.
    """
    lists = [
        [] if record is None else [
            sources for variation in record.variations.values()
            if (sources := _read_sources(variation, places)) is not None]
        for record in records]
    if not lists or not all(lists):
        return []
    result = []
    for number in range(max(len(of_group) for of_group in lists)):
        parts = [of_group[min(number, len(of_group) - 1)] for of_group in lists]
        result.append(SlotSources(
            places=list(itertools.chain.from_iterable(part.places for part in parts)),
            spelled=list(itertools.chain.from_iterable(part.spelled for part in parts)),
            from_images=True))
    return result


def _read_recorded_sources(
    origins: SlotOrigins | None, members: GroupSamples, places: Places
) -> SlotSources | None:
    """The source of every slot as it was noted, None unless all of them were."""
    if origins is None or not origins.is_whole:
        return None
    spelled = origins.pictures
    return SlotSources(
        places=members.places if spelled == members.pictures
        else places.of(spelled, flavour=infer_flavour(spelled)),
        spelled=spelled, from_images=False)


def _read_sources(record: VariationRecord, places: Places) -> SlotSources | None:
    spelled = record.sources
    if spelled is None:
        return None
    return SlotSources(
        places=places.of(spelled, flavour=infer_flavour(spelled)), spelled=spelled,
        from_images=False)


def _sources_by_count(
    count: int, reading: GroupReading, image_lists: Sequence[SlotSources]
) -> SlotSources | None:
    """A text variation was built with the image list of the same length, else with today's samples.

    A list of another length was made before or after a sample came or went, so it tells nothing.
    """
    for candidate in image_lists:
        if len(candidate.places) == count:
            return candidate
    if count == len(reading.members):
        return SlotSources(
            places=reading.members.places, spelled=reading.members.pictures, from_images=False)
    return None


def read_store(
    store: Path, keys: Sequence[str], context: SurveyContext, *, is_text: bool
) -> Job[ReadStore]:
    """Read groups and what is noted of them; a store that was read already is not read again.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    if store in context.released:
        return context.released[store]
    read = context.released[store] = ReadStore()
    for done, key in enumerate(keys):
        context.token.check()
        yield Progress("reading groups", done, len(keys), "groups")
        noted = read.origins[key] = {}
        lists = ReadLists(store, key) if context.depth is Depth.PAYLOAD else None

        def listed(
            variation: ReleasedVariation, key: str = key, noted: dict[int, SlotOrigins] = noted,
            lists: ReadLists | None = lists,
        ) -> VariationRecord | None:
            origins = None
            with suppress(OSError):  # what cannot be read is as if nothing were noted
                origins = read_origins(cache_home(), store, key, variation)
            if origins is None:
                return None
            noted[variation.number] = origins
            # Whoever looks into payloads looks into aggregates, too, once.
            is_enough = origins.is_whole and (lists is None or lists.is_as_recorded(variation))
            return origins.make_variation(variation, is_text=is_text) if is_enough else None

        read.groups[key] = group = read_group(
            store, key, listed, context.counter.note, is_stamped=lists is not None)
        if lists is not None:
            lists.note(group.variations, noted, is_text=is_text)
        doubtful = [variation for variation in group.group.variations
                    if variation.number not in noted
                    or variation.links or has_later_record(store, key, variation)
                    or not noted[variation.number].has_dates_of(variation)]
        if doubtful and has_records(store, key):
            read.groups[key] = _recover(store, group, doubtful, read)
    return read


def _recover(
    store: Path, group: GroupRecord, doubtful: Sequence[ReleasedVariation], read: ReadStore
) -> GroupRecord:
    """Find out what is recorded of folders whose dates or lists were lost, or that changed.

    Returns:
        The group, whose lists are damaged where they are not those of the files beside them.
    """
    # What reads payloads takes a while to load, and few stores need it.
    from larder.core.survey.released.recovery import (
        contradict_list,
        find_doubts,
        recover_origins,
    )

    key, variations = group.group.key, dict(group.variations)
    noted, recovered = read.origins[key], read.recovered.setdefault(key, {})
    for variation in doubtful:
        number, listed = variation.number, variations.get(variation.number)
        if number in noted:
            doubts = find_doubts(store, key, variation, noted[number])
            read.changed |= {
                slot_name(key, variation=number, slot=slot) for slot in doubts.changed}
            noted[number] = doubts.exchanged or noted[number]
            truth = doubts.origins
        else:
            is_read = listed is not None and not listed.damage
            found = recover_origins(store, key, variation, listed)
            if found is not None:
                (noted if is_read else recovered)[number] = found
            truth = None if listed is None or not is_read or (found and found.is_whole) \
                else contradict_list(store, key, variation, listed)
        if truth is not None:
            noted.pop(number, None)
            recovered[number] = truth
            variations[number] = VariationRecord(
                variation, paths=None, sizes=NO_CROPS, damage=why.OTHER_LIST)
    return replace(group, variations=variations)


def list_groups(store: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The groups of a store and its other folders, as `scan_released_store`; none if there is none.

    Raises:
        WorkspaceError: if its folder cannot be listed.
    """
    try:
        return scan_released_store(store)
    except (FileNotFoundError, NotADirectoryError):
        return (), ()
    except OSError as error:
        raise WorkspaceError.of_listing(store, error) from error


def members_of(context: SurveyContext) -> dict[int, GroupSamples]:
    """The samples of each concept that the trainer loads, by its index; made once per survey."""
    if not context.members:
        concepts = {concept.index: concept for concept in context.workspace.concepts}
        for index, samples in context.samples.items():
            folder = context.workspace.locate(concepts[index], flavour=context.flavour)
            context.members[index] = GroupSamples.of(samples, folder)
    return dict(context.members)


def unseen_of(context: SurveyContext) -> dict[int, str]:
    """Why nobody knows which samples a concept has, by its index; what is passed over is none."""
    endings = tuple(sample_extensions(context.workspace.config))
    found = {
        index: next((f"{path} cannot be {'listed' if is_folder else 'read'}: {reason}."
                     for path, is_folder, reason in unseen_in(samples, endings)
                     if is_folder or not is_passed_over(path)), "")
        for index, samples in context.samples.items()}
    return {index: sentence for index, sentence in found.items() if sentence}


def find_image_store(location: StoreLocation, context: SurveyContext) -> Path:
    """The image store of the same cache directory, by its place in the trainer's layout."""
    parent = location.path.parent
    known = [
        store.path for store in context.workspace.stores
        if store.kind is StoreKind.RELEASED_IMAGE and store.path.parent == parent]
    return known[0] if known else parent / StoreContent.IMAGE.value


def flavour_of_groups(records: Records, samples: Mapping[int, ConceptSamples]) -> PathFlavour:
    """How the store's sources are spelled: as recorded, else as the samples are."""
    for record in records.values():
        for variation in record.variations.values():
            if sources := variation.sources:
                return infer_flavour(sources)
    return next((of_concept.flavour for of_concept in samples.values()), HERE)
