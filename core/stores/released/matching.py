"""Which concept a group of the released cache belongs to.

A group's name is a hash, so it can be recomputed but not read. Three ways, best first:

1. by key: the hash of the concept's settings, for each OneTrainer version that filled them in
   differently. This is the group the trainer looks for.
2. by pictures: most files that the group's aggregate lists lie in the concept's folder. The name
   fits no settings we know, so the concept was set otherwise when the group was built.
3. by order, text stores only, whose aggregates list nothing: as many slots as the concept's image
   group, and where several fit, built in the order of the concepts, as the trainer builds them.

A group that no way explains is unknown; another config may use it.

The trainer does not hash `concept.image` and `concept.text` as they stand in the concept file. It
reads them into its config class, which fills in every field it knows and drops the others, and
hashes what that class writes out again. So one concept has one group key per OneTrainer version
that added a field or changed a default, and a cache built before an update lies under a key that
the updated trainer no longer looks for. `BLOCK_FORMS` holds the fields and defaults of each
version, with the day they reached OneTrainer's main branch (`modules/util/config/ConceptConfig.py`
and its predecessor `modules/util/params/ConceptParams.py`).

`__version` is the block's own config version. Neither block ever had a migration, so it is 0
wherever it is written at all, which is since 2024-02-06.

Two open pull requests hash more than that: 1134 (56a38ccf) puts the config's resolution into the
key of image groups, 1403 (8c664c79) a concept's two patterns for pairs into every key, as long as
the config trains pairs. `KeyForm` is their table.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from larder.core.keys.payload_names import compute_group_key
from larder.core.workspace.concepts import Concept, ConceptFolder
from larder.core.workspace.open_workspace import Workspace

FieldValue = bool | int | float | str

_AUGMENTATIONS = {
    "rotate": "max_angle",
    "brightness": "max_strength",
    "contrast": "max_strength",
    "saturation": "max_strength",
    "hue": "max_strength",
}

_BLOCK_VERSION: dict[str, FieldValue] = {"__version": 0}

_TEXT_2023_12_17: dict[str, FieldValue] = {
    "prompt_source": "sample",
    "prompt_path": "",
    "enable_tag_shuffling": False,
    "tag_delimiter": ",",
    "keep_tags_count": 1,
}
_TEXT_2024_02_06 = _TEXT_2023_12_17 | _BLOCK_VERSION
_TEXT_2024_11_09 = _TEXT_2024_02_06 | {
    "tag_dropout_enable": False,
    "tag_dropout_mode": "NONE",
    "tag_dropout_probability": 0.0,
    "tag_dropout_special_tags_mode": "NONE",
    "tag_dropout_special_tags": "",
    "tag_dropout_special_tags_regex": False,
    "caps_randomize_enable": False,
    "caps_randomize_mode": "capslock, title, first, random",
    "caps_randomize_probability": 0.0,
    "caps_randomize_lowercase": False,
}
_TEXT_2024_12_01 = _TEXT_2024_11_09 | {"tag_dropout_mode": "FULL"}

PAIR_PATTERNS = ("dpo_chosen_pattern", "dpo_rejected_pattern")
"""Fields of a concept that pull request 1403 adds; "" where a concept has none."""


class ConceptBlock(enum.Enum):
    """Which block of a concept decides the group key of a store."""

    IMAGE = "image"
    TEXT = "text"


def _first_image_fields() -> dict[str, FieldValue]:
    fields: dict[str, FieldValue] = {"enable_crop_jitter": True, "enable_random_flip": True}
    for name, limit in _AUGMENTATIONS.items():
        fields[f"enable_random_{name}"] = False
        fields[f"random_{name}_{limit}"] = 0.0
    return fields


def _make_fixed_augmentations() -> dict[str, FieldValue]:
    return {f"enable_fixed_{name}": False for name in ("flip", *_AUGMENTATIONS)}


_IMAGE_2023_12_17 = _first_image_fields()
_IMAGE_2023_12_21 = (
    _IMAGE_2023_12_17
    | _make_fixed_augmentations()
    | {"enable_resolution_override": False, "resolution_override": "512"}
)
_IMAGE_2024_02_06 = _IMAGE_2023_12_21 | _BLOCK_VERSION
_IMAGE_2024_05_21 = _IMAGE_2024_02_06 | {
    "enable_random_circular_mask_shrink": False,
    "enable_random_mask_rotate_crop": False,
}
_IMAGE_2025_11_04 = _IMAGE_2024_05_21 | {"enable_random_flip": False}


BLOCK_FORMS: Mapping[ConceptBlock, Mapping[str, Mapping[str, FieldValue]]] = {
    ConceptBlock.IMAGE: {
        "2025-11-04": _IMAGE_2025_11_04,
        "2024-05-21": _IMAGE_2024_05_21,
        "2024-02-06": _IMAGE_2024_02_06,
        "2023-12-21": _IMAGE_2023_12_21,
        "2023-12-17": _IMAGE_2023_12_17,
    },
    ConceptBlock.TEXT: {
        "2024-12-01": _TEXT_2024_12_01,
        "2024-11-09": _TEXT_2024_11_09,
        "2024-02-06": _TEXT_2024_02_06,
        "2023-12-17": _TEXT_2023_12_17,
    },
}
"""What a range of OneTrainer versions wrote for a block, newest first: by the day it appeared, each
field with the value it takes where the concept file has none. 2023-12-17 is the first day the
trainer grouped by key."""


def fill_blocks(
    block: Mapping[str, object], *, kind: ConceptBlock
) -> dict[str, Mapping[str, object]]:
    """The block as every OneTrainer version would hash it, newest first, then as it stands.

    By the day of the version, "" for the block exactly as the concept file has it.

    A block saved by the trainer itself has every field of that version, so two forms often give
    equal values; callers hash them and keep the first of equal keys. The block as it stands comes
    last: no released version hashes it unless it is complete, but a pipeline that passes concepts
    through does.
    """
    return {
        **{since: _fill(block, defaults) for since, defaults in BLOCK_FORMS[kind].items()},
        "": block}


def _fill(
    block: Mapping[str, object], defaults: Mapping[str, FieldValue]
) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, default in defaults.items():
        is_given = name in block and name not in _BLOCK_VERSION
        values[name] = _as_field(block[name], default) if is_given else default
    return values


def _as_field(value: object, default: FieldValue) -> object:
    """Cast as the trainer's config class does; what it cannot cast keeps the default.

    The cast matters for the hash: a concept file with `0` for a float field hashes as `0.0`. Flags
    are taken uncast, whatever they are.
    """
    if isinstance(default, bool):
        return value
    if isinstance(default, str):
        return str(value)
    if not isinstance(value, (bool, int, float, str)):
        return default
    try:
        return float(value) if isinstance(default, float) else int(value)
    except (ValueError, OverflowError):
        return default


class KeyForm(enum.Enum):
    """The values a key hashes in addition to path, seed, subfolders and block."""

    RELEASED = "released"
    RESOLUTION = "resolution"
    PAIRS = "pairs"


KEY_FORM_TEXT: Mapping[KeyForm, str] = {
    KeyForm.RELEASED: "as released OneTrainer names it",
    KeyForm.RESOLUTION: "with the resolution, as OneTrainer's pull request 1134 names it",
    KeyForm.PAIRS: "with the patterns of its pairs, as OneTrainer's pull request 1403 names it",
}
"""How a group is named, after "It is named"."""


class ConceptKey(Struct, frozen=True):
    """Settings and form under which a key is the name of a concept's group.

    Attributes:
        since: day of the OneTrainer version whose settings give it, "" for the settings as the
            concept file has them.
        form: what else it hashes.
    """

    since: str = ""
    form: KeyForm = KeyForm.RELEASED


class MatchedBy(enum.Enum):
    """Evidence that matched a group to a concept."""

    KEY = "key"
    PICTURES = "pictures"
    ORDER = "order"


class GroupMatch(Struct, frozen=True):
    """The group a concept is read from.

    Attributes:
        group: its key.
        by: what tied it to the concept.
        key: what gives it that name; of no meaning when not matched by key.
    """

    group: str
    by: MatchedBy
    key: ConceptKey = ConceptKey()


class PictureVotes(Struct, frozen=True):
    """Evidence from an aggregate's list of files about the concept of one group.

    Attributes:
        group: its key.
        listed: how many files it lists.
        under: concept index -> how many of them are in that concept's folder.
        newest_ns: when the group was last written.
    """

    group: str
    listed: int
    under: Mapping[int, int]
    newest_ns: int


class StoreMatches(Struct, frozen=True):
    """Which group each concept is read from.

    Attributes:
        reads: concept -> its group.
        outdated: groups under another of a concept's keys -> that concept and key, where the
            concept is read from a better one.
        elsewhere: other groups -> the concept whose files they list.
    """

    reads: Mapping[int, GroupMatch]
    outdated: Mapping[str, tuple[int, ConceptKey]] = field(default_factory=dict)
    elsewhere: Mapping[str, int] = field(default_factory=dict)


def group_names(
    concept: Concept,
    *,
    block: ConceptBlock,
    path: str,
    resolution: str | None = None,
    trains_pairs: bool = False,
) -> Iterator[tuple[ConceptKey, list[Any]]]:
    """Yield the possible names of a concept's group, best first: values whose digest is its key.

    Args:
        concept: its seed is part of the key; without one the trainer draws it and no key is known.
        block: `IMAGE` for image stores, `TEXT` for text stores.
        path: the concept's folder as the trainer has it: as the config spells it, for a dataset
            name the snapshot folder that the trainer puts in its place.
        resolution: the config's, as spelled; None without a config.
        trains_pairs: whether the config does, so that keys with patterns come first.
    """
    if concept.seed is None:
        return
    given = concept.raw.get(block.value)
    settings = given if isinstance(given, dict) else {}
    patterns = [str(concept.raw.get(name) or "") for name in PAIR_PATTERNS]
    more: dict[KeyForm, list[str]] = {KeyForm.RELEASED: []}
    if block is ConceptBlock.IMAGE and resolution is not None:
        more[KeyForm.RESOLUTION] = [resolution]
    if trains_pairs:
        more = {KeyForm.PAIRS: patterns, **more}
    elif any(patterns):
        more[KeyForm.PAIRS] = patterns
    for form, further in more.items():
        for since, values in fill_blocks(settings, kind=block).items():
            yield ConceptKey(since, form), [
                path, concept.seed, concept.include_subdirectories, dict(values), *further]


def concept_group_keys(
    concept: Concept,
    *,
    block: ConceptBlock,
    path: str,
    resolution: str | None = None,
    trains_pairs: bool = False,
) -> dict[str, ConceptKey]:
    """Every key the concept's group can have, best first; see `group_names`."""
    return _by_key(group_names(
        concept, block=block, path=path, resolution=resolution, trains_pairs=trains_pairs))


def _by_key(names: Iterable[tuple[ConceptKey, list[Any]]]) -> dict[str, ConceptKey]:
    keys: dict[str, ConceptKey] = {}
    for made_of, values in names:
        keys.setdefault(compute_group_key(values), made_of)
    return keys


def workspace_group_names(
    workspace: Workspace, concept: Concept, block: ConceptBlock
) -> Iterator[tuple[ConceptKey, list[Any]]]:
    """Yield the possible names of the group of a workspace's concept, best first."""
    config = workspace.config
    return group_names(
        concept, block=block, path=trainer_path(concept, workspace.locate(concept)),
        resolution=None if config is None else config.resolution,
        trains_pairs=config is not None and config.rlhf_enabled)


def workspace_group_keys(
    workspace: Workspace, block: ConceptBlock
) -> dict[int, dict[str, ConceptKey]]:
    """Every key that a group of each concept can have, best first, by the concept's index."""
    return {
        concept.index: _by_key(workspace_group_names(workspace, concept, block))
        for concept in workspace.concepts}


def makes_group(
    workspace: Workspace, concept: Concept, block: ConceptBlock, key: str,
    sources: Iterable[str],
) -> bool:
    """Return whether a concept's present settings, for another folder, give a group its name.

    Another folder, another spelling of it and another choice of subfolders change nothing in a
    value; the block does. The seed is the concept's: a group with another seed proves nothing.
    `sources` are files that the group was made of, as spelled; its folder is above them.
    """
    config = workspace.config
    above = {folder for source in sources for folder in _folders_above(source)}
    return any(
        compute_group_key(values) == key
        for path in sorted(above) for takes_subfolders in (True, False)
        for _, values in group_names(
            msgspec.structs.replace(concept, include_subdirectories=takes_subfolders),
            block=block, path=path, resolution=None if config is None else config.resolution,
            trains_pairs=config is not None and config.rlhf_enabled))


def _folders_above(source: str) -> Iterator[str]:
    """Every folder above a file as a concept can spell it, with its separator at the end too."""
    for at, letter in enumerate(source):
        if letter in "/\\":
            yield source[:at]
            yield source[:at + 1]


def equal_blocks(one: Concept, other: Concept, block: ConceptBlock) -> bool:
    """Return whether the newest OneTrainer fills a block of two concepts with equal settings."""
    return are_equal_settings(settings_of(one, block), settings_of(other, block), block)


def are_equal_settings(
    one: Mapping[str, object], other: Mapping[str, object], block: ConceptBlock
) -> bool:
    """Return whether the newest OneTrainer fills two blocks of one kind with equal settings."""
    filled = [next(iter(fill_blocks(given, kind=block).values())) for given in (one, other)]
    return filled[0] == filled[1]


def settings_of(concept: Concept, block: ConceptBlock) -> dict[str, Any]:
    """Return a block as the concept file has it, empty where it has none."""
    given = concept.raw.get(block.value)
    return given if isinstance(given, dict) else {}


def trainer_path(concept: Concept, folder: ConceptFolder) -> str:
    """A concept's folder as the trainer has it, which puts a dataset's snapshot in its place."""
    return folder.spelled if folder.dataset else concept.path


def match_by_key(
    groups: Iterable[str], keys: Mapping[int, Mapping[str, ConceptKey]]
) -> StoreMatches:
    """Give each concept the first of its keys that is there; two concepts may share a group."""
    there = frozenset(groups)
    reads: dict[int, GroupMatch] = {}
    others: dict[str, tuple[int, ConceptKey]] = {}
    for concept, candidates in keys.items():
        for key, made_of in candidates.items():
            if key not in there:
                continue
            if concept in reads:
                others.setdefault(key, (concept, made_of))
            else:
                reads[concept] = GroupMatch(key, MatchedBy.KEY, made_of)
    taken = {match.group for match in reads.values()}
    outdated = {group: found for group, found in others.items() if group not in taken}
    return StoreMatches(reads, outdated)


def match_by_pictures(
    votes: Sequence[PictureVotes], *, concepts: Sequence[int], without_group: Iterable[int]
) -> StoreMatches:
    """Give concepts without a group the one that lists most of their files.

    A concept claims a group when more than half of the listed files lie in its folder; of several,
    the one with most of them, then the youngest.
    """
    waiting = frozenset(without_group)
    reads: dict[int, GroupMatch] = {}
    elsewhere: dict[str, int] = {}
    for concept in concepts:
        claimed = [vote for vote in votes if 2 * vote.under.get(concept, 0) > vote.listed]
        free = [vote for vote in claimed if vote.group not in {m.group for m in reads.values()}]
        if concept in waiting and free:
            best = max(free, key=lambda v: (v.under[concept], v.newest_ns, v.group))
            reads[concept] = GroupMatch(best.group, MatchedBy.PICTURES)
        for vote in claimed:
            elsewhere.setdefault(vote.group, concept)
    taken = {match.group for match in reads.values()}
    return StoreMatches(
        reads, elsewhere={group: c for group, c in elsewhere.items() if group not in taken})


def match_by_order(
    slot_counts: Mapping[str, int], built_ns: Mapping[str, int], wanted: Mapping[int, int]
) -> dict[int, GroupMatch]:
    """Give concepts a text group with as many slots as their image group.

    Where several groups have that count they are dealt out in the order they were built, if there
    are as many as concepts and the order is told by their dates; else nobody gets one.

    Args:
        slot_counts: free group -> slots.
        built_ns: group -> when it was completed.
        wanted: concept without a group, in config order -> slots of its image group.
    """
    matches: dict[int, GroupMatch] = {}
    for count in sorted(set(wanted.values())):
        concepts = [concept for concept, slots in wanted.items() if slots == count]
        groups = sorted(
            (group for group, slots in slot_counts.items() if slots == count),
            key=lambda group: built_ns[group])
        told_apart = len({built_ns[group] for group in groups}) == len(groups)
        if len(groups) != len(concepts) or not told_apart:
            continue
        for concept, group in zip(concepts, groups, strict=True):
            matches[concept] = GroupMatch(group, MatchedBy.ORDER)
    return matches
