"""Groups of a released trainer's cache on their way: what leaves, and what they are called there.

A group's folder is named by a digest of the concept's folder and settings, so on another computer
it is another one. Slots are numbered in the order of the whole paths, so where the separator sorts
otherwise, samples of nested folders change places, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from larder.core.bundle.export_set import CONTENTS, ExportSet, LeavingFile, LeavingStore
from larder.core.bundle.manifest import BundledGroup
from larder.core.bundle.relative import Respelling, name_folders
from larder.core.keys.payload_names import AGGREGATE_NAME, compute_group_key
from larder.core.stores.indexed.stamps import variations_of
from larder.core.stores.released.groups import GroupRecord, VariationRecord, read_group, slot_name
from larder.core.stores.released.matching import (
    ConceptBlock,
    trainer_path,
    workspace_group_names,
)
from larder.core.stores.released.slots import Origin, read_slots
from larder.core.survey.document import SourcelessGap
from larder.core.survey.released.groups import list_groups
from larder.core.training.sourceless import gap_of_each
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import Concept, select_concepts
from larder.core.workspace.open_workspace import StoreContent, StoreLocation, Workspace
from larder.core.workspace.roots import PathFlavour, infer_flavour, normalise_path
from larder.core.workspace.samples import captions_of
from larder.core.workspace.trainer_layout import lay_out

BLOCKS = {StoreContent.IMAGE: ConceptBlock.IMAGE, StoreContent.TEXT: ConceptBlock.TEXT}
BUILD = "Build them again: `larder build --apply`."

Order = Sequence[int]
"""The former slot of each new one."""


@dataclass
class _Used:
    """One group that a concept is trained from."""

    concept: Concept
    record: GroupRecord
    named_by: list[Any]
    variations: list[VariationRecord] = field(default_factory=list)


def order_of(paths: Sequence[str | None] | None, count: int) -> Order:
    """The order of samples whose paths are spelled like this; the one they have if unknown."""
    if paths is None or None in paths or len(paths) != count:
        return range(count)
    return sorted(range(count), key=[path or "" for path in paths].__getitem__)


def leave_released(workspace: Workspace, *, captions: bool) -> ExportSet:
    """The groups that the trainer reads for the concepts of a config, respelled."""
    concepts = select_concepts(workspace.concepts)
    if workspace.config is None or not concepts:
        return ExportSet(missing=(SourcelessGap(
            what="no-config", store="",
            problem="The cache of released OneTrainer does not record which concept a cached file "
                    "belongs to.",
            hint="Open the config that the cache was made with."),))
    stores = {
        store.kind.content: store for store in lay_out(workspace, CacheLayout.RELEASED).stores
        if store.kind.content in CONTENTS and store.exists}
    gaps: list[SourcelessGap] = []
    used = {content: _find_used_groups(workspace, store, concepts, gaps)
            for content, store in stores.items()}
    if StoreContent.IMAGE not in stores:
        gaps.append(SourcelessGap(
            what="no-index", store="image", problem="There is no image cache.",
            hint="Build it first: `larder build --apply`."))
    if gaps:
        return ExportSet(missing=tuple(gaps))
    paths = [path for one in used[StoreContent.IMAGE].values() for of in one.variations
             for path in of.paths or () if path is not None]
    flavour = infer_flavour(paths) if paths else workspace.flavour
    spelled = {
        concept.index: normalise_path(trainer_path(concept, workspace.locate(concept)), flavour)
        for concept in concepts}
    names = name_folders(dict.fromkeys(spelled.values()), flavour)
    folders = {**names, **{
        trainer_path(concept, workspace.locate(concept)): names[spelled[concept.index]]
        for concept in concepts}}
    respelling = Respelling(folders, flavour, prompts=captions, into=PathFlavour.POSIX)
    orders: dict[tuple[int, int], Order] = {}
    leaving = []
    for content, store in stores.items():
        of_store = [
            _leave(store, one, names[spelled[one.concept.index]], respelling, orders)
            for one in used[content].values()]
        entries = Counter[str]()
        for group, _, count in of_store:
            entries[group.concept] += count
        leaving.append(LeavingStore(
            store, workspace.config.model_type,
            tuple(file for _, files, _ in of_store for file in files), entries,
            groups=tuple(group for group, _, _ in of_store)))
    pictures = tuple(dict.fromkeys(paths))
    # A list of captions has no paths; they are those of the pictures.
    return ExportSet(tuple(leaving), respelling, sources={
        content.value: pictures if content is StoreContent.IMAGE else tuple(captions_of(pictures))
        for content in stores})


def _find_used_groups(
    workspace: Workspace, store: StoreLocation, concepts: Sequence[Concept],
    gaps: list[SourcelessGap],
) -> dict[str, _Used]:
    """The groups that are read, by key; what of them is missing is noted."""
    content = store.kind.content
    there, _ = list_groups(store.path)
    found: dict[str, _Used] = {}
    without: list[str] = []
    unbuilt: list[str] = []
    absent: list[str] = []
    damaged: list[str] = []
    for concept in concepts:
        names = ((compute_group_key(values), values) for _, values in workspace_group_names(
            workspace, concept, BLOCKS[content]))
        key, values = next(((key, values) for key, values in names if key in there), ("", []))
        if not key:
            without.append(concept.name or concept.path)
            continue
        if key in found:
            continue
        one = found[key] = _Used(concept, read_group(store.path, key), values)
        for number in range(max(variations_of(concept, content), 1)):
            record = one.record.variations.get(number)
            if record is None:
                unbuilt.append(concept.name or concept.path)
            elif record.damage or record.paths is None:
                damaged.append(f"{key}/variation-{number}/{AGGREGATE_NAME}")
            else:
                one.variations.append(record)
                absent += [
                    slot_name(key, variation=number, slot=slot) for slot in range(record.count)
                    if not record.variation.has_slot(slot)]
    for what, word, names_of, problem in (
            ("no-variant", "concept", without, "nothing is cached"),
            ("no-variant", "concept", unbuilt, "a variation is not cached"),
            ("missing-payload", "cached file", absent, "it is not on disk"),
            ("damaged", "cached file", damaged, "its list cannot be read")):
        gaps.extend(gap_of_each(what, content.value, word, names_of, problem, BUILD))
    return found


def _leave(
    store: StoreLocation, one: _Used, concept: str, respelling: Respelling,
    orders: dict[tuple[int, int], Order],
) -> tuple[BundledGroup, list[LeavingFile], int]:
    """A group as the manifest has it, its files, and how many slots its first variation has.

    `orders` gets the order that the samples of the concept's pictures get, by concept and number
    of slots; captions follow it.
    """
    named_by = tuple(respelling.value(one.named_by))
    key, old = compute_group_key(named_by), one.record.group.key
    files: list[LeavingFile] = []
    slots: dict[int, tuple[Origin | None, ...]] = {}
    for record in one.variations:
        number, place = record.variation.number, (one.concept.index, record.count)
        if record.sources is not None:
            orders[place] = order_of(
                [respelling.path(path) for path in record.sources], record.count)
        order = orders.get(place, range(record.count))
        for slot, former in enumerate(order):
            name = slot_name(old, variation=number, slot=former)
            files.append(LeavingFile(
                store.path / name,
                f"{store.kind.content.value}/{slot_name(key, variation=number, slot=slot)}",
                *(record.variation.stamp_of(former) or (0, 0))))
        files.append(LeavingFile(
            store.path / old / f"variation-{number}" / AGGREGATE_NAME,
            f"{store.kind.content.value}/{key}/variation-{number}/{AGGREGATE_NAME}",
            record.variation.aggregate_bytes or 0, record.variation.aggregate_ns, tuple(order)))
        noted = read_slots(store.path, old, record.variation)
        if noted is not None:
            slots[number] = reorder_origins(noted.slots, order, respelling)
    return (BundledGroup(key, concept, named_by, slots), files,
            one.variations[0].count if one.variations else 0)


def reorder_origins(
    origins: Sequence[Origin | None], order: Order, respelling: Respelling
) -> tuple[Origin | None, ...]:
    """Return the origins of slots in another order, with pictures respelled."""
    found = (origins[former] if former < len(origins) else None for former in order)
    return tuple(
        None if one is None else
        msgspec.structs.replace(one, picture=respelling.path(one.picture)) for one in found)


def group_there(
    group: BundledGroup, content: StoreContent, respelling: Respelling,
    workspace: Workspace | None, concept: Concept | None,
) -> tuple[str, bool]:
    """Return the group key at the import's target, and whether the trainer there looks for it.

    Seed and place of a list of prompts are those of the concept there.
    """
    there = respelling.value(list(group.named_by))
    if workspace is None or concept is None:
        return compute_group_key(there), True
    for _, values in workspace_group_names(workspace, concept, BLOCKS[content]):
        if _settings(values) == _settings(there):
            return compute_group_key(values), True
    return compute_group_key(there), False


def _settings(named_by: Sequence[Any]) -> list[Any]:
    """Return the parts of a group's name that decide what is cached in it."""
    _, _, below, block, *further = named_by
    return [below, {**block, "prompt_path": None}, *further]
