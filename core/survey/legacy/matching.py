"""Ties the groups of a legacy store to the concepts of a workspace."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from larder.core.stores.released.groups import GroupRecord, Places, place_in
from larder.core.stores.released.matching import (
    ConceptBlock,
    GroupMatch,
    PictureVotes,
    concept_group_keys,
    match_by_key,
    match_by_order,
    match_by_pictures,
)
from larder.core.workspace.concepts import Concept, locate_concept
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.roots import PathFlavour, comparable, recorded_flavour


@dataclass(frozen=True, slots=True)
class ConceptPlace:
    """A concept and where its folder lies on this system; `flavour` is the store's."""

    concept: Concept
    spelled: str
    real: str
    flavour: PathFlavour

    @property
    def label(self) -> str:
        """What sentences call it."""
        return self.concept.name or self.concept.path or f"number {self.concept.index + 1}"

    def holds(self, place: str) -> bool:
        """Whether a file at `place` lies in its folder or below."""
        return is_below(place, self.real, self.flavour)


@dataclass(frozen=True, slots=True)
class StoreMatches:
    """Which group each concept is read from.

    Attributes:
        reads: concept index -> its group.
        outdated: other group -> the concept that an older OneTrainer gave this name.
        elsewhere: other group -> the concept whose files it lists.
    """

    reads: Mapping[int, GroupMatch]
    outdated: Mapping[str, int]
    elsewhere: Mapping[str, int]


def concept_places(workspace: Workspace, flavour: PathFlavour) -> tuple[ConceptPlace, ...]:
    """Every concept of the workspace with its folder, in file order.

    Args:
        workspace: whose.
        flavour: how the store's sources are spelled. What the trainer hashes of a concept is
            spelled as the concept itself is.
    """
    places = []
    for concept in workspace.concepts:
        folder = locate_concept(concept, root=workspace.root, maps=workspace.maps)
        real = workspace.locate(concept, flavour=flavour).real
        places.append(ConceptPlace(concept, folder.spelled, str(real), flavour))
    return tuple(places)


def is_below(place: str, real_folder: str, flavour: PathFlavour) -> bool:
    """Whether a file at `place` lies in a folder of this system or below it."""
    return comparable(place, flavour).startswith(
        comparable(place_in(real_folder, ""), flavour))


def match_image_groups(
    records: Mapping[str, GroupRecord], concepts: Sequence[ConceptPlace], places: Places
) -> StoreMatches:
    """Match by key, then the rest by the pictures their aggregates list."""
    by_key = match_by_key(records, _keys(concepts, ConceptBlock.IMAGE))
    explained = {match.group for match in by_key.reads.values()} | by_key.outdated.keys()
    votes = [
        _votes(record, concepts, places)
        for key, record in records.items() if key not in explained]
    indexes = [place.concept.index for place in concepts]
    by_pictures = match_by_pictures(
        [vote for vote in votes if vote.listed], concepts=indexes,
        without_group=[index for index in indexes if index not in by_key.reads])
    return StoreMatches(
        reads={**by_key.reads, **by_pictures.reads}, outdated=by_key.outdated,
        elsewhere=by_pictures.elsewhere)


def match_text_groups(
    records: Mapping[str, GroupRecord],
    concepts: Sequence[ConceptPlace],
    *,
    image_slots: Mapping[int, int],
) -> StoreMatches:
    """Match by key, then the rest by number of slots and order.

    Args:
        records: the text store's groups.
        concepts: every concept, in file order.
        image_slots: concept index -> slots of its image group, for those that have one.
    """
    by_key = match_by_key(records, _keys(concepts, ConceptBlock.TEXT))
    explained = {match.group for match in by_key.reads.values()} | by_key.outdated.keys()
    free = {
        key: record for key, record in records.items()
        if key not in explained and record.variations}
    by_order = match_by_order(
        {key: next(iter(record.variations.values())).count for key, record in free.items()},
        {key: record.built_ns for key, record in free.items()},
        {
            place.concept.index: image_slots[place.concept.index] for place in concepts
            if place.concept.index in image_slots and place.concept.index not in by_key.reads
        })
    return StoreMatches(
        reads={**by_key.reads, **by_order}, outdated=by_key.outdated, elsewhere={})


def _keys(
    concepts: Sequence[ConceptPlace], block: ConceptBlock
) -> dict[int, dict[str, str]]:
    """Keys of every concept. For a dataset the trainer hashes the snapshot folder it loaded."""
    return {
        place.concept.index: concept_group_keys(
            place.concept, block=block,
            paths=dict.fromkeys([place.concept.path, place.spelled]))
        for place in concepts
    }


def _votes(
    record: GroupRecord, concepts: Sequence[ConceptPlace], places: Places
) -> PictureVotes:
    sources = record.sources()
    lying_at = places.of(sources, flavour=recorded_flavour(sources))
    folders = Counter(place.rpartition(os.sep)[0] + os.sep for place in lying_at)
    under = {
        concept.concept.index: sum(
            count for folder, count in folders.items() if concept.holds(folder))
        for concept in concepts
    }
    return PictureVotes(
        group=record.group.key, listed=len(sources), under=under,
        newest_ns=record.group.newest_ns)
