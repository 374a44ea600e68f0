"""The trainer's two caches of the sample, built as any user's are, by a survey, a plan and a build.

What a build takes from the clock (dates of files, times and groups of its journal) is replaced by
what follows from the sample's own moment, so that equal samples are equal files.

The second run has the same concepts, cached as every released OneTrainer caches them, with a config
and a cache folder of its own. Beside its caches the trainer left three things there: a variation
whose caching was stopped, the group of a concept as it was set before, and a folder of years ago.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from larder.core.build.build import apply_build
from larder.core.build.pipeline.encoding import ConfigEncoders
from larder.core.build.planning import build_plan
from larder.core.demo.sample_sources import (
    CACHE_FOLDER,
    CONCEPTS_FILE,
    CONFIG_FILE,
    LANDSCAPES,
    PORTRAITS,
    RELEASED_CACHE,
    RELEASED_CONFIG,
    STILL_LIFE,
    SampleTimes,
    put,
    set_time,
    source_key,
)
from larder.core.encoders.model_files import EncoderOptions
from larder.core.errors import UserFacingError
from larder.core.files.journal import (
    JOURNAL_NAME,
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    payload_sources,
    payloads_detail,
    read_journal,
)
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job
from larder.core.keys.payload_names import AGGREGATE_NAME, INDEX_NAME
from larder.core.stores.released.groups import list_released_groups, scan_released_group, slot_name
from larder.core.stores.released.matching import ConceptBlock, concept_group_keys
from larder.core.stores.released.slots import forget_slots, read_slots, write_slots
from larder.core.survey.survey import survey
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import Concept, read_concept_file
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.trainer_layout import lay_out

IMAGE: Final = "image"
TEXT: Final = "text"

REBUILT: Final = source_key(LANDSCAPES, "glass_lake.jpg")
WITHOUT_ENTRY: Final = source_key(STILL_LIFE, "ice_creams.webp")

EARLIER_SEED: Final = 7
"""The portraits' seed before they were taken out of the concept list and added again."""

EPOCH_FOLDER: Final = "epoch-0"

STOPPED_AFTER: Final = 6
"""Slots of the portraits' second variation, when they had two and the trainer was stopped."""


@dataclass(frozen=True, slots=True)
class FilledStore:
    """A store of the sample as it was left when it was filled.

    Attributes:
        folder: where it lies; its name is the store's id.
        made: source as the store's records spell it -> its payloads, in order.
        earlier: payloads that were there before, by the source they are of.
    """

    folder: Path
    made: Mapping[str, Sequence[str]]
    earlier: Mapping[str, str]

    @property
    def payloads(self) -> list[str]:
        """Every payload that a source has, once, in order."""
        return list(dict.fromkeys(name for names in self.made.values() for name in names))


def build_trainer_caches(
    root: Path, times: SampleTimes, token: CancelToken
) -> Job[dict[str, FilledStore]]:
    """Build both caches of the pictures and captions that are there; by store id.

    Raises:
        JobCancelled: if `token` was cancelled.
    """
    folders = {store: root / CACHE_FOLDER / store for store in (IMAGE, TEXT)}
    for folder in folders.values():
        folder.mkdir(parents=True)
    earlier = yield from _cache_earlier(root, folders[IMAGE], times, token)
    yield from build_run(root / CONFIG_FILE, token)
    for name, (_, content) in earlier.items():
        (folders[IMAGE] / name).write_bytes(content)
    return {
        store: _settle(folder, times, {
            name: of for name, (of, _) in earlier.items() if store == IMAGE})
        for store, folder in folders.items()}


def build_run(
    config_path: Path, token: CancelToken, *,
    layout: CacheLayout = CacheLayout.INDEXED,
    selection: Sequence[tuple[str, str]] | None = None,
) -> Job[None]:
    """Build what a config of the sample wants, all of it or the selected sources.

    Raises:
        JobCancelled: if `token` was cancelled.
        UserFacingError: if all of it was to be built, and something was not.
    """
    workspace = lay_out(open_workspace(config_path), layout)
    config = workspace.config
    if config is None:
        raise ValueError("the sample's config is its config")
    report = yield from survey(workspace, token=token)
    plan = yield from build_plan(report, selection=selection, token=token)
    encoders = ConfigEncoders.of(workspace, config, EncoderOptions())
    yield from apply_build(plan, encoders, even_if_busy=True, token=token)
    if selection is not None:
        return
    # What a drive refused for a moment was left out, and the sample would show it as a problem.
    after = yield from survey(workspace, token=token)
    root = workspace.root
    if (yield from build_plan(after, token=token)).payloads:
        raise UserFacingError(
            f"The sample workspace {root} is incomplete: one of its files could not be read for a "
            "moment.",
            "Create it again; existing files are replaced.")


def _cache_earlier(
    root: Path, image: Path, times: SampleTimes, token: CancelToken
) -> Job[dict[str, tuple[PayloadSource, bytes]]]:
    """Build pictures as they were before, and take the sources and the cache back.

    Returns:
        By payload: what it was made from, and its bytes.
    """
    before = (root / REBUILT).stat().st_mtime_ns
    for key in (REBUILT, WITHOUT_ENTRY):
        put(root, key, times.first_build, when="earlier")
    yield from build_run(
        root / CONFIG_FILE, token, selection=[(IMAGE, REBUILT), (IMAGE, WITHOUT_ENTRY)])
    sources = payload_sources(read_journal(image))
    kept = {
        payloads[0]: (sources[payloads[0]], (image / payloads[0]).read_bytes())
        for payloads in _payloads_by_key(image).values()}
    shutil.rmtree(image)
    image.mkdir()
    put(root, REBUILT, before)
    (root / WITHOUT_ENTRY).unlink()
    return kept


def _payloads_by_key(folder: Path) -> dict[str, list[str]]:
    """The payloads of each row of an index, in its order."""
    index = json.loads((folder / INDEX_NAME).read_bytes())
    return {
        key: [
            f"{variant['cache_file']}_{number}.pt"
            for variant in row["variants"].values()
            for number in range(1, row["sourceless"]["variations"] + 1)]
        for key, row in index["entries"].items()}


def _settle(
    folder: Path, times: SampleTimes, earlier: Mapping[str, PayloadSource]
) -> FilledStore:
    """Date a store's files, and tell in its journal what was built when."""
    store = FilledStore(
        folder, _payloads_by_key(folder), {of.source: name for name, of in earlier.items()})
    sources = payload_sources(read_journal(folder))
    (larder_folder(folder) / JOURNAL_NAME).unlink()
    first = {name: of for name, of in earlier.items() if of.source == REBUILT}
    for at_ns, built in ((times.first_build, first), (times.index, sources)):
        if built:
            append_journal(folder, JournalRecord(
                at_ns=at_ns, action=JournalAction.BUILT, items=len(built),
                bytes=sum((folder / name).stat().st_size for name in built),
                detail=payloads_detail(built)))
    for path in folder.rglob("*"):
        set_time(path, times.index)
    for position, name in enumerate(store.payloads):
        set_time(folder / name, times.payload(position, name))
    for name in earlier:
        set_time(folder / name, times.first_build if name in first else times.payload(0, name))
    return store


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
        _settle_groups(cache / content, times)
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


def _settle_groups(store: Path, times: SampleTimes) -> None:
    """Date a store's files as if it had been built when the first run was, and its records too."""
    groups = [scan_released_group(store, group) for group in list_released_groups(store)]
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
