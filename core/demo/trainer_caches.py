"""The trainer's two caches of the sample, built as any user's are, by a survey, a plan and a build.

What a build takes from the clock (dates of files, times and groups of its journal) is replaced by
what follows from the sample's own moment, so that equal samples are equal files.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.build.apply import apply_build
from larder.core.build.pipeline.encoding import ConfigEncoders
from larder.core.build.planning import build_plan
from larder.core.demo.sample_sources import (
    CACHE_FOLDER,
    CONFIG_FILE,
    LANDSCAPES,
    STILL_LIFE,
    SampleTimes,
    put,
    set_time,
    source_key,
)
from larder.core.encoders.model_files import EncoderOptions
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
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.trainer_layout import CacheLayout, lay_out

IMAGE: Final = "image"
TEXT: Final = "text"

REBUILT: Final = source_key(LANDSCAPES, "glass_lake.jpg")
WITHOUT_ENTRY: Final = source_key(STILL_LIFE, "ice_creams.webp")


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
    """
    workspace = lay_out(open_workspace(config_path), layout)
    config = workspace.config
    if config is None:
        raise ValueError("the sample's config is its config")
    report = yield from survey(workspace, token=token)
    plan = yield from build_plan(report, selection=selection, token=token)
    encoders = ConfigEncoders.of(workspace, config, EncoderOptions())
    yield from apply_build(plan, encoders, even_if_busy=True, token=token)


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
