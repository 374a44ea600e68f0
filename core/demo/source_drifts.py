"""What happened to pictures, captions and masks after the caches were built."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.demo.sample_report import SampleDrift
from larder.core.demo.sample_sources import (
    LANDSCAPES,
    PORTRAITS,
    STILL_LIFE,
    put,
    put_picture,
    source_key,
)
from larder.core.demo.sample_times import SampleTimes, set_time
from larder.core.demo.store_build import StoreBuild
from larder.core.survey.report import Depth
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.samples import caption_of, mask_of

EDITED: Final = source_key(LANDSCAPES, "green_valley.webp")
EDITED_KEEPING_ITS_DATE: Final = source_key(STILL_LIFE, "record.jpg")
TOUCHED: Final = source_key(PORTRAITS, "hugo.jpg")
DELETED: Final = source_key(LANDSCAPES, "canyon_dusk.jpg")
RENAMED: Final = source_key(STILL_LIFE, "teapot.png")
RENAMED_TO: Final = source_key(STILL_LIFE, "blue_teapot.png")
REWORDED: Final = source_key(PORTRAITS, "idris.webp")
WITHOUT_CAPTION: Final = source_key(STILL_LIFE, "seashell.jpg")
MASK_EDITED: Final = source_key(PORTRAITS, "nora.png")
ADDED: Final = source_key(PORTRAITS, "roxy.png")


@dataclass(frozen=True, slots=True)
class SampleStores:
    """The built workspace that drifts happen to."""

    root: Path
    times: SampleTimes
    image: StoreBuild
    text: StoreBuild


def drift_sources(stores: SampleStores) -> Iterator[SampleDrift]:
    """Let everything happen; yields what a survey must say of each item."""
    yield from _edit_pictures(stores)
    yield from _delete_sources(stores)
    yield from _rename_sample(stores)
    yield from _edit_sidecars(stores)
    yield from _add_sample(stores)


def entry_drift(
    store: str, item: str, verdict: Verdict, depth: Depth = Depth.STAT
) -> SampleDrift:
    """What a survey must say of an entry or sample."""
    return SampleDrift(store=store, item=item, is_payload=False,
                       verdict=verdict.name_in_contract, depth=depth.value)


def payload_drift(store: str, item: str, verdict: PayloadVerdict) -> SampleDrift:
    """What a survey must say of a file in a store."""
    return SampleDrift(store=store, item=item, is_payload=True,
                       verdict=verdict.name_in_contract, depth=Depth.STAT.value)


def _edit_pictures(stores: SampleStores) -> Iterator[SampleDrift]:
    put(stores.root, EDITED, stores.times.today(EDITED), when="later")
    yield entry_drift("image", EDITED, Verdict.CONTENT_CHANGED)

    kept_ns = (stores.root / EDITED_KEEPING_ITS_DATE).stat().st_mtime_ns
    put(stores.root, EDITED_KEEPING_ITS_DATE, kept_ns, when="later")
    yield entry_drift("image", EDITED_KEEPING_ITS_DATE, Verdict.CONTENT_CHANGED, Depth.HASH)

    set_time(stores.root / TOUCHED, stores.times.today(TOUCHED))
    yield entry_drift("image", TOUCHED, Verdict.TOUCHED)


def _delete_sources(stores: SampleStores) -> Iterator[SampleDrift]:
    (stores.root / DELETED).unlink()
    yield entry_drift("image", DELETED, Verdict.SOURCE_MISSING)
    yield entry_drift("text", caption_of(DELETED), Verdict.UNUSED)
    yield from _lost_payloads(stores.image, DELETED, PayloadVerdict.ORPHANED)

    caption = caption_of(WITHOUT_CAPTION)
    (stores.root / caption).unlink()
    yield entry_drift("text", caption, Verdict.SOURCE_MISSING)
    yield from _lost_payloads(stores.text, caption, PayloadVerdict.ORPHANED)


def _rename_sample(stores: SampleStores) -> Iterator[SampleDrift]:
    for build, old, new in (
        (stores.image, RENAMED, RENAMED_TO),
        (stores.text, caption_of(RENAMED), caption_of(RENAMED_TO)),
    ):
        store = build.folder.name
        (stores.root / old).rename(stores.root / new)
        yield entry_drift(store, old, Verdict.SOURCE_MISSING)
        yield entry_drift(store, new, Verdict.MISSING_ENTRY)
        yield from _lost_payloads(build, old, PayloadVerdict.READOPTABLE)


def _lost_payloads(
    build: StoreBuild, key: str, verdict: PayloadVerdict
) -> Iterator[SampleDrift]:
    item = build.items[key]
    for variation in range(1, item.source.album.variations + 1):
        yield payload_drift(build.folder.name, item.payload_name(variation), verdict)


def _edit_sidecars(stores: SampleStores) -> Iterator[SampleDrift]:
    caption = caption_of(REWORDED)
    put(stores.root, caption, stores.times.yesterday(caption), when="later")
    yield entry_drift("text", caption, Verdict.CONTENT_CHANGED)

    put(stores.root, mask_of(MASK_EDITED), stores.times.yesterday(MASK_EDITED), when="later")
    yield entry_drift("image", MASK_EDITED, Verdict.SIDECAR_CHANGED)


def _add_sample(stores: SampleStores) -> Iterator[SampleDrift]:
    put_picture(stores.root, ADDED, stores.times.today(ADDED), when="later")
    yield entry_drift("image", ADDED, Verdict.MISSING_ENTRY)
    yield entry_drift("text", caption_of(ADDED), Verdict.MISSING_ENTRY)
