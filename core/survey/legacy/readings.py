"""What the trainer reads from each legacy group: whose samples in which order, which variations."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from larder.core.stores.released.groups import GroupRecord, Places, VariationRecord, place_in
from larder.core.stores.released.matching import GroupMatch
from larder.core.survey.legacy.matching import ConceptPlace, StoreMatches
from larder.core.survey.legacy.slots import SlotSources, WantedVariation
from larder.core.workspace.concepts import ConceptType
from larder.core.workspace.roots import PathFlavour, joined, recorded_flavour
from larder.core.workspace.samples import ConceptSamples
from larder.core.workspace.store_kinds import StoreContent


@dataclass(frozen=True, slots=True)
class Member:
    """One sample of a group.

    Attributes:
        concept: index of its concept.
        picture: its picture as the trainer spells it.
        place: where the picture lies on this system.
    """

    concept: int
    picture: str
    place: str


@dataclass(frozen=True, slots=True)
class GroupReading:
    """One group as the trainer reads it; concepts with equal settings share one.

    Attributes:
        match: the group, None when the store has none for the concept.
        concepts: whose samples it holds, in file order.
        members: the samples, slot by slot; empty for concepts that are not trained.
        variations: how many are read.
        is_trained: False for disabled concepts, whose group is only kept.
    """

    match: GroupMatch | None
    concepts: tuple[ConceptPlace, ...]
    members: tuple[Member, ...]
    variations: int
    is_trained: bool


def readings_of(
    concepts: Sequence[ConceptPlace],
    samples: Mapping[int, ConceptSamples],
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
    shared: dict[tuple[object, ...], list[ConceptPlace]] = {}
    for place in concepts:
        index = place.concept.index
        match = matches.reads.get(index)
        is_trained = index in samples
        if match is None and not is_trained:
            continue
        # Training and validation load their concepts apart, so their samples never add up.
        is_validation = place.concept.type is ConceptType.VALIDATION
        key = (is_trained, is_validation, index if match is None else match.group)
        shared.setdefault(key, []).append(place)
    return tuple(_reading(places, samples, matches, content) for places in shared.values())


def wanted_variations(
    reading: GroupReading,
    record: GroupRecord | None,
    *,
    places: Places,
    image_lists: Sequence[SlotSources] | None,
) -> list[WantedVariation]:
    """The variations of a reading, with what is known of their slots' sources.

    Args:
        reading: what is read.
        record: the group, None when there is none.
        places: resolves recorded paths.
        image_lists: for a text store, the lists of the same concepts' image groups; None for an
            image store, which has its own.
    """
    return [
        _wanted(number, reading, record, places, image_lists)
        for number in range(reading.variations)
    ]


def lists_of(record: GroupRecord, places: Places) -> list[SlotSources]:
    """The list of every variation of an image group that records one, first variation first."""
    return [
        sources for variation in record.variations.values()
        if (sources := _own_sources(variation, places)) is not None
    ]


def joined_lists(lists: Sequence[Sequence[SlotSources]]) -> list[SlotSources]:
    """Lists of several groups put behind one another, as a text group that concepts share has them.

    The n-th list of each; a group with fewer gives its last. Nothing if a group gives none.
    """
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


def members_of(samples: ConceptSamples) -> Iterator[Member]:
    """The samples of one concept in the trainer's order."""
    place_of: dict[str, str] = {}
    for folder in samples.folders:
        before = joined(folder.spelled, "", samples.flavour)
        names = folder.listing.names
        place_of.update(
            (before + names[row], place_in(folder.real, names[row]))
            for row in folder.rows.tolist())
    # On Windows the trainer leaves a concept's folder spelled as its user did.
    normal = samples.folders[0].spelled if samples.folders else ""
    spelled = normal if samples.flavour is PathFlavour.POSIX else \
        samples.concept.path.rstrip("\\/")
    for picture in samples.paths():
        yield Member(
            samples.concept.index, spelled + picture[len(normal):], place_of[picture])


def _reading(
    places: Sequence[ConceptPlace],
    samples: Mapping[int, ConceptSamples],
    matches: StoreMatches,
    content: StoreContent,
) -> GroupReading:
    first = places[0].concept
    asked = first.image_variations if content is StoreContent.IMAGE else first.text_variations
    return GroupReading(
        match=matches.reads.get(first.index),
        concepts=tuple(places),
        members=tuple(
            member for place in places if place.concept.index in samples
            for member in members_of(samples[place.concept.index])),
        variations=max(asked, 1),
        is_trained=first.index in samples,
    )


def _wanted(
    number: int,
    reading: GroupReading,
    record: GroupRecord | None,
    places: Places,
    image_lists: Sequence[SlotSources] | None,
) -> WantedVariation:
    variation = None if record is None else record.group.variation(number)
    known = None if record is None else record.variations.get(number)
    if known is None:
        return WantedVariation(number, variation, count=0, sources=None, damage="")
    sources = (
        _own_sources(known, places) if image_lists is None
        else _sources_by_count(known.count, reading, image_lists))
    return WantedVariation(
        number, variation, count=known.count, sources=sources, damage=known.damage)


def _own_sources(record: VariationRecord, places: Places) -> SlotSources | None:
    spelled = record.sources
    if spelled is None:
        return None
    return SlotSources(
        places=places.of(spelled, flavour=recorded_flavour(spelled)), spelled=spelled,
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
            places=[member.place for member in reading.members],
            spelled=[member.picture for member in reading.members], from_images=False)
    return None
