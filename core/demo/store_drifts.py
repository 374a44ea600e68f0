"""What happened to payloads after they were written, or while."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.demo.image_cache import image_item, image_payload, mask_path, sample_encoder
from larder.core.demo.index_draft import CachedItem
from larder.core.demo.sample_report import SampleDrift
from larder.core.demo.sample_sources import (
    LANDSCAPES,
    PORTRAITS,
    STILL_LIFE,
    SampleSource,
    caption_lines,
    shipped,
    source_key,
)
from larder.core.demo.sample_times import set_time
from larder.core.demo.source_drifts import SampleStores, entry_drift, payload_drift
from larder.core.demo.store_build import StoreBuild, record_build, write_payload
from larder.core.keys.payload_names import TempName
from larder.core.survey.report import Depth
from larder.core.survey.verdicts import PayloadVerdict, Verdict

DAMAGED: Final = source_key(LANDSCAPES, "three_peaks.jpg")
WITH_BAD_VALUES: Final = source_key(PORTRAITS, "cyrus.jpg")
LOST_A_VARIATION: Final = source_key(STILL_LIFE, "three_cacti.jpg")
INTERRUPTED: Final = source_key(STILL_LIFE, "apples_and_oranges.jpg")
REBUILT: Final = source_key(LANDSCAPES, "glass_lake.jpg")
WITHOUT_ENTRY: Final = source_key(STILL_LIFE, "ice_creams.webp")

NO_PROCESS: Final = 4_194_305
"""Above the highest process number Linux gives (2**22), and no multiple of 4 as on Windows."""


def first_build(image: StoreBuild) -> Iterator[SampleDrift]:
    """Nine days ago: a picture is cached that was edited, and cached again, since."""
    source = image.items[REBUILT].source
    item = _save_earlier(image, source, image.times.first_build)
    record_build(image.folder, {item.payload_name(1): item}, image.times.first_build)
    yield payload_drift("image", item.payload_name(1), PayloadVerdict.SUPERSEDED)


def drift_payloads(stores: SampleStores) -> Iterator[SampleDrift]:
    """Let everything happen; yields what a survey must say of each item."""
    image = stores.image
    yield from _damage(image)
    yield from _leave_traces(image)


def _damage(image: StoreBuild) -> Iterator[SampleDrift]:
    flip_one_bit(image.folder / image.items[DAMAGED].payload_name(1))
    yield entry_drift("image", DAMAGED, Verdict.CORRUPT_PAYLOAD, Depth.PAYLOAD)
    _write_not_a_number(image, WITH_BAD_VALUES)
    yield entry_drift("image", WITH_BAD_VALUES, Verdict.BAD_VALUES, Depth.PAYLOAD)
    (image.folder / image.items[LOST_A_VARIATION].payload_name(2)).unlink()
    yield entry_drift("image", LOST_A_VARIATION, Verdict.MISSING_PAYLOAD)


def _leave_traces(image: StoreBuild) -> Iterator[SampleDrift]:
    source = image.items[INTERRUPTED].source
    gone = replace(source, key=WITHOUT_ENTRY, caption=caption_lines(WITHOUT_ENTRY, "earlier"),
                   has_mask=False, of=WITHOUT_ENTRY)
    unindexed = _save_earlier(image, gone, image.times.payload(0, WITHOUT_ENTRY))
    yield payload_drift("image", unindexed.payload_name(1), PayloadVerdict.UNINDEXED)
    yield payload_drift("image", _leave_temp(image), PayloadVerdict.TEMP_LEFTOVER)


def flip_one_bit(path: Path) -> None:
    """Bit rot in the middle of a payload, where its values lie; the date stays."""
    written_ns = path.stat().st_mtime_ns
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0b0100_0000
    path.write_bytes(content)
    set_time(path, written_ns)


def _write_not_a_number(image: StoreBuild, key: str) -> None:
    """A run whose encoder overflowed in one corner."""
    item = image.items[key]
    mask = mask_path(image.root, item.source)
    payload = image_payload(sample_encoder(), item, image.root / key, mask, 1)
    payload["latent_image"][0, :2, -3:] = np.nan
    path = image.folder / item.payload_name(1)
    write_payload(path, payload, path.stat().st_mtime_ns)


def _leave_temp(image: StoreBuild) -> str:
    """A write that a crash cut short, in a process that is gone."""
    payload = image.items[INTERRUPTED].payload_name(1)
    name = TempName(pid=NO_PROCESS, thread=77, payload=payload, is_augment=False).file_name
    path = image.folder / name
    path.write_bytes((image.folder / payload).read_bytes()[: 3 << 11])
    set_time(path, image.times.index)
    return name


def _save_earlier(image: StoreBuild, source: SampleSource, at_ns: int) -> CachedItem:
    """Save the payload of a picture that is not on disk (any more)."""
    picture = shipped(source.key, "earlier")
    item = image_item(source, picture)
    payload = image_payload(sample_encoder(), item, picture, None, 1)
    write_payload(image.folder / item.payload_name(1), payload, at_ns)
    return item
