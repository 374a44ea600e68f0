"""What happened to the sample's sounds, texts and other caches after they were filled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import xxhash

from larder.core.demo.sample_report import SampleDrift
from larder.core.demo.sample_sources import put
from larder.core.demo.sample_times import set_time
from larder.core.demo.source_drifts import (
    DELETED,
    EDITED,
    EDITED_KEEPING_ITS_DATE,
    TOUCHED,
    entry_drift,
    payload_drift,
)
from larder.core.demo.store_drifts import NO_PROCESS, flip_one_bit
from larder.core.demo.values.trees import NETWORK, TRAINED
from larder.core.demo.values.value_build import ValueBuild
from larder.core.demo.values.value_stores import ValueStores
from larder.core.payloads.tree.load import DATA_SUFFIX
from larder.core.stores.tree.listing import list_trees
from larder.core.survey.report import Depth
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.store_kinds import StoreKind

CLICKS: Final = "sounds/clicks.wav"
MELODY: Final = "sounds/melody.wav"
BREAD: Final = "corpus/rye_bread.md"
FERRY: Final = "corpus/old_ferry_times.txt"
DAMAGED: Final = "data/landscapes/waterfall.jpg"

PICTURES: Final = (
    (EDITED, Verdict.CONTENT_CHANGED),
    (EDITED_KEEPING_ITS_DATE, Verdict.CONTENT_CHANGED),
    (TOUCHED, Verdict.TOUCHED),
    (DELETED, Verdict.SOURCE_MISSING),
)
"""What happens to pictures anyway, as the cache of their pixels sees it: it knows their sizes, so
that it notices the edit that kept a date."""


def drift_values(stores: ValueStores) -> Iterator[SampleDrift]:
    """Let everything happen; yields what a survey must say of each item."""
    yield from _edit_clip(stores)
    yield from _edit_texts(stores)
    yield from _see_pictures(stores.builds[StoreKind.VISION])
    yield from _leave_write(stores.builds[StoreKind.AUDIO])
    yield from _leave_trees(stores.builds[StoreKind.TREE])


def _edit_clip(stores: ValueStores) -> Iterator[SampleDrift]:
    put(stores.root, CLICKS, stores.times.today(CLICKS), when="later")
    for kind in (StoreKind.AUDIO, StoreKind.WAVEFORM):
        yield entry_drift(_id(stores.builds[kind]), CLICKS, Verdict.CONTENT_CHANGED)


def _edit_texts(stores: ValueStores) -> Iterator[SampleDrift]:
    tokens, name = stores.builds[StoreKind.TOKENS], BREAD
    put(stores.root, name, stores.times.yesterday(name), when="later")
    yield entry_drift(_id(tokens), name, Verdict.CONTENT_CHANGED)
    (stores.root / FERRY).unlink()
    yield from _lost(tokens, FERRY)


def _see_pictures(vision: ValueBuild) -> Iterator[SampleDrift]:
    for key, verdict in PICTURES:
        name = key.replace("\\", "/")
        if verdict is Verdict.SOURCE_MISSING:
            yield from _lost(vision, name)
        else:
            yield entry_drift(_id(vision), name, verdict)
    payload, = vision.made[DAMAGED]
    flip_one_bit(vision.folder / payload)
    yield entry_drift(_id(vision), DAMAGED, Verdict.CORRUPT_PAYLOAD, Depth.PAYLOAD)


def _leave_write(audio: ValueBuild) -> Iterator[SampleDrift]:
    """A write that a crash cut short, in a process that is gone."""
    payload, = audio.made[MELODY]
    name = f"{payload}.tmp.{NO_PROCESS}.{'0' * 8}"
    (audio.folder / name).write_bytes((audio.folder / payload).read_bytes()[: 3 << 12])
    set_time(audio.folder / name, audio.times.index)
    yield payload_drift(_id(audio), name, PayloadVerdict.TEMP_LEFTOVER)


def _leave_trees(trees: ValueBuild) -> Iterator[SampleDrift]:
    """A save that was killed between its two files; and what training made of one bias."""
    yield entry_drift(_id(trees), TRAINED, Verdict.BAD_VALUES, Depth.PAYLOAD)
    data = next(
        name for name in list_trees(trees.folder).files[NETWORK] if name.endswith(DATA_SUFFIX))
    content = (trees.folder / data).read_bytes()[: 3 << 12]
    name = f"{NETWORK}.{xxhash.xxh3_64_hexdigest(content)}{DATA_SUFFIX}"
    (trees.folder / name).write_bytes(content)
    set_time(trees.folder / name, trees.times.index)
    yield payload_drift(_id(trees), name, PayloadVerdict.TEMP_LEFTOVER)


def _lost(build: ValueBuild, source: str) -> Iterator[SampleDrift]:
    yield entry_drift(_id(build), source, Verdict.SOURCE_MISSING)
    for payload in build.made[source]:
        yield payload_drift(_id(build), payload, PayloadVerdict.ORPHANED)


def _id(build: ValueBuild) -> str:
    return build.folder.name
