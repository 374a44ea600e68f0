"""What happened to pictures, captions and masks after the caches were built."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageOps

from larder.core.demo.albums.landscapes import LANDSCAPES
from larder.core.demo.albums.portraits import PORTRAITS, ROXY
from larder.core.demo.albums.still_life import STILL_LIFE
from larder.core.demo.picture_files import SAVE_OPTIONS, caption_bytes, mask_bytes
from larder.core.demo.sample_report import SampleDrift
from larder.core.demo.sample_sources import source_key, write_picture, write_source
from larder.core.demo.sample_times import SampleTimes, set_time
from larder.core.demo.store_build import StoreBuild
from larder.core.operations.surveying.report import Depth
from larder.core.operations.verdicts import PayloadVerdict, Verdict
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
ADDED: Final = source_key(PORTRAITS, ROXY.name)


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
    edited = stores.root / EDITED
    _save_mirrored(edited, stores.times.today(EDITED))
    yield entry_drift("image", EDITED, Verdict.CONTENT_CHANGED)

    unnoticed = stores.root / EDITED_KEEPING_ITS_DATE
    _save_mirrored(unnoticed, unnoticed.stat().st_mtime_ns)
    yield entry_drift("image", EDITED_KEEPING_ITS_DATE, Verdict.CONTENT_CHANGED, Depth.HASH)

    set_time(stores.root / TOUCHED, stores.times.today(TOUCHED))
    yield entry_drift("image", TOUCHED, Verdict.TOUCHED)


def _save_mirrored(path: Path, at_ns: int) -> None:
    buffer = io.BytesIO()
    with Image.open(path) as picture:
        ImageOps.mirror(picture.convert("RGB")).save(buffer, **SAVE_OPTIONS[path.suffix])
    write_source(path, buffer.getvalue(), at_ns)


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
    lines = (
        "portrait of idris, red turban, moustache, calm look",
        "man, turban, moustache, blue halo",
    )
    write_source(stores.root / caption, caption_bytes(lines), stores.times.yesterday(caption))
    yield entry_drift("text", caption, Verdict.CONTENT_CHANGED)

    mask = stores.root / mask_of(MASK_EDITED)
    with Image.open(mask) as drawn:
        tighter = drawn.point([0] * 128 + [255] * 128)
    write_source(mask, mask_bytes(tighter), stores.times.yesterday(MASK_EDITED))
    yield entry_drift("image", MASK_EDITED, Verdict.SIDECAR_CHANGED)


def _add_sample(stores: SampleStores) -> Iterator[SampleDrift]:
    write_picture(stores.root, PORTRAITS, ROXY, stores.times.today(ADDED))
    yield entry_drift("image", ADDED, Verdict.MISSING_ENTRY)
    yield entry_drift("text", caption_of(ADDED), Verdict.MISSING_ENTRY)
