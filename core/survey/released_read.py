"""What is read of a store in released OneTrainer's layout: its groups, and what is noted of slots.

Read once per survey, and kept for the build that plans with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from larder.core.errors import Finding, WorkspaceError
from larder.core.jobs import Job, Progress
from larder.core.keys.payload_names import parse_legacy_variation
from larder.core.stores.released.groups import (
    GroupRecord,
    LegacyFolders,
    LegacyGroup,
    LegacyVariation,
    VariationRecord,
    list_legacy_folders,
    read_group,
)
from larder.core.stores.released.slots import SlotRecord, read_slots
from larder.core.survey.context import SurveyContext
from larder.core.survey.released_origins import SlotOrigins
from larder.core.survey.released_sources import Members
from larder.core.survey.report import Depth
from larder.core.workspace.open_workspace import StoreKind, StoreLocation
from larder.core.workspace.samples import sample_extensions, unseen_in
from larder.core.workspace.store_kinds import StoreContent


@dataclass(slots=True)
class ReadStore:
    """One store as a survey read it, and the samples that it is read for.

    Attributes:
        groups: by key.
        origins: what is noted of the slots of variations, by group, by number.
        samples: of the concepts that the trainer loads, by index.
        unseen: why nobody knows which samples a concept has, by its index.
        away: why pictures that a concept had in a folder below its own cannot be reached, by index.
        image_groups: of a text store, the image group of each concept that has one, by index.
        damaged: names of slots that a look into them found to be of no use.
        doubted: samples, as the store's rows spell them, whose slots are known to be made
            otherwise although they look good.
    """

    groups: dict[str, GroupRecord] = field(default_factory=dict)
    origins: dict[str, dict[int, SlotOrigins]] = field(default_factory=dict)
    samples: Mapping[int, Members] = field(default_factory=dict)
    unseen: Mapping[int, str] = field(default_factory=dict)
    away: dict[int, str] = field(default_factory=dict)
    image_groups: Mapping[int, GroupRecord] = field(default_factory=dict)
    damaged: frozenset[str] = frozenset()
    doubted: frozenset[str] = frozenset()


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

        def listed(
            variation: LegacyVariation, key: str = key, noted: dict[int, SlotOrigins] = noted
        ) -> VariationRecord | None:
            record = _read_record(store, key, variation)
            if record is None:
                return None
            origins = SlotOrigins.of(record.slots)
            noted[variation.number] = origins
            # Whoever looks into payloads looks into aggregates, too.
            is_enough = origins.is_whole and context.depth is not Depth.PAYLOAD
            return origins.listed(variation, is_text=is_text) if is_enough else None

        read.groups[key] = read_group(store, key, listed)
    return read


def _read_record(store: Path, key: str, variation: LegacyVariation) -> SlotRecord | None:
    """What is noted of a variation's slots; nothing where it cannot be read, as where it is not."""
    try:
        return read_slots(store, key, variation)
    except OSError:
        return None


def list_groups(store: Path) -> LegacyFolders:
    """The groups of a store; none if it is not there.

    Raises:
        WorkspaceError: if its folder cannot be listed.
    """
    try:
        return list_legacy_folders(store)
    except (FileNotFoundError, NotADirectoryError):
        return LegacyFolders(groups=(), foreign=())
    except OSError as error:
        raise WorkspaceError.of_listing(store, error) from error


def members_of(context: SurveyContext) -> dict[int, Members]:
    """The samples of each concept that the trainer loads, by its index; made once per survey."""
    if not context.members:
        concepts = {concept.index: concept for concept in context.workspace.concepts}
        for index, samples in context.samples.items():
            folder = context.workspace.locate(concepts[index], flavour=context.flavour)
            context.members[index] = Members.of(samples, folder)
    return dict(context.members)


def unseen_of(context: SurveyContext) -> dict[int, str]:
    """Why nobody knows which samples a concept has, by its index."""
    endings = tuple(sample_extensions(context.workspace.config))
    found = {
        index: next(unseen_in(samples, endings), None)
        for index, samples in context.samples.items()}
    return {
        index: f"{unseen.path} cannot be {'listed' if unseen.is_folder else 'read'}: "
        f"{unseen.reason}." for index, unseen in found.items() if unseen is not None}


def image_store_beside(location: StoreLocation, context: SurveyContext) -> Path:
    """The image store of the same cache directory, by its place in the trainer's layout."""
    parent = location.path.parent
    known = [
        store.path for store in context.workspace.stores
        if store.kind is StoreKind.LEGACY_IMAGE and store.path.parent == parent]
    return known[0] if known else parent / StoreContent.IMAGE.value


def is_noted(group: LegacyGroup, read: ReadStore) -> bool:
    """Whether a group's youngest file lies in a variation of whose slots something is noted."""
    number = parse_legacy_variation(group.newest.partition("/")[0])
    return number in read.origins[group.key]


def unnoted_finding(
    location: StoreLocation, read: ReadStore, used: Collection[str]
) -> Iterator[Finding]:
    """What no verdict can say of groups that nothing is noted of, once for a store.

    Only those that are `used` count; where no config says which, all do.
    """
    groups = {key: group for key, group in read.groups.items() if key in used or not used}
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
        f"{whose} {verb} neither content nor dates of its {what}, so Larder cannot tell which were "
        "edited.",
        f"A build records them. Without one, have OneTrainer clear this cache after you edit "
        f"{what}.")
