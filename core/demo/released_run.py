"""The sample's second run: the same concepts, cached as every released OneTrainer caches them.

A config of its own names a cache folder of its own; pictures, captions and what happens to them are
those of the first run. Beside that, the trainer left three things there: a variation whose caching
was stopped, the group of a concept as it was set before, and a folder of years ago.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import msgspec

from larder.core.demo.sample_sources import (
    CACHE_FOLDER,
    CONCEPTS_FILE,
    PORTRAITS,
    RELEASED_CACHE,
    RELEASED_CONFIG,
    SampleTimes,
    set_time,
)
from larder.core.demo.trainer_caches import IMAGE, TEXT, build_run
from larder.core.files.journal import JOURNAL_NAME, append_journal, read_journal
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.stores.released.groups import list_legacy_folders, scan_legacy_group, slot_name
from larder.core.stores.released.matching import ConceptBlock, concept_group_keys
from larder.core.stores.released.slots import forget_slots, read_slots, write_slots
from larder.core.workspace.concepts import Concept, read_concept_file
from larder.core.workspace.trainer_layout import CacheLayout

EARLIER_SEED: Final = 7
"""The portraits' seed before they were taken out of the concept list and added again."""

EPOCH_FOLDER: Final = "epoch-0"

STOPPED_AFTER: Final = 6
"""Slots of the portraits' second variation, when they had two and the trainer was stopped."""


def build_released_caches(root: Path, times: SampleTimes, token: CancelToken) -> Job[None]:
    """Build both caches of the pictures and captions that are there, and leave things in them.

    They are those of the first run, switched to the other layout: nothing is encoded twice.

    Raises:
        JobCancelled: if `token` was cancelled.
    """
    cache = root / RELEASED_CACHE
    for content in (IMAGE, TEXT):
        shutil.copytree(root / CACHE_FOLDER / content, cache / content)
    yield from build_run(root / RELEASED_CONFIG, token, layout=CacheLayout.RELEASED)
    for content in (IMAGE, TEXT):
        for path in (cache / content).iterdir():
            if path.is_file():
                path.unlink()
        _settle(cache / content, times)
    portraits = next(concept for concept in read_concept_file(root / CONCEPTS_FILE)
                     if concept.name == PORTRAITS.name)
    group = cache / IMAGE / _group_key(portraits)
    earlier = cache / IMAGE / _group_key(msgspec.structs.replace(portraits, seed=EARLIER_SEED))
    shutil.copytree(group, earlier)
    first = group / "variation-0"
    stopped, epoch = group / "variation-1", cache / EPOCH_FOLDER
    for folder, slots in ((stopped, STOPPED_AFTER), (epoch, 2)):
        folder.mkdir()
        for slot in range(slots):
            shutil.copyfile(first / f"{slot}.pt", folder / f"{slot}.pt")
    for folder, at_ns in (
        (stopped, times.first_build), (earlier, times.before_the_build), (epoch, times.years_ago),
    ):
        for path in (*folder.rglob("*"), folder):
            set_time(path, at_ns)


def _group_key(concept: Concept) -> str:
    """Under which the present OneTrainer keeps a concept's latents."""
    return next(iter(concept_group_keys(
        concept, block=ConceptBlock.IMAGE, path=concept.path)))


def _settle(store: Path, times: SampleTimes) -> None:
    """Date a store's files as if it had been built when the first run was, and its records too."""
    groups = [scan_legacy_group(store, group) for group in list_legacy_folders(store).groups]
    records = [
        record for group in groups for variation in group.variations
        if (record := read_slots(store, group.key, variation)) is not None]
    for path in store.rglob("*"):
        set_time(path, times.index)
    for record in records:
        for position in range(len(record.slots)):
            slot = slot_name(record.group, variation=record.variation, slot=position)
            set_time(store / slot, times.payload(position, slot))
        forget_slots(store, record.group, kept=())
    for record in records:
        aggregate = store / record.group / f"variation-{record.variation}" / AGGREGATE_NAME
        write_slots(store, msgspec.structs.replace(
            record, aggregate_ns=aggregate.stat().st_mtime_ns))
    switch = read_journal(store)[-1]
    (larder_folder(store) / JOURNAL_NAME).unlink()
    append_journal(store, msgspec.structs.replace(switch, at_ns=times.index, id=""))
    for path in larder_folder(store).rglob("*"):
        set_time(path, times.index)
