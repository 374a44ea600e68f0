"""Changes to the sample after its caches were filled, and the survey results required.

Pictures, captions, masks, sounds and texts were edited, renamed and deleted; payloads were
corrupted, lost or left half written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import xxhash

from larder.core.demo.sample_marker import SampleDrift
from larder.core.demo.sample_sources import (
    LANDSCAPES,
    PORTRAITS,
    STILL_LIFE,
    SampleTimes,
    put,
    put_picture,
    set_time,
    source_key,
)
from larder.core.demo.trainer_caches import IMAGE, REBUILT, TEXT, WITHOUT_ENTRY, FilledStore
from larder.core.demo.value_caches import NETWORK, PARAMETERS_FOLDER, TRAINED
from larder.core.keys.payload_names import TempName
from larder.core.payloads.pt import write_pt
from larder.core.payloads.tensors import read_pt_with_torch
from larder.core.payloads.tree.load import DATA_SUFFIX
from larder.core.stores.values.trees.listing import list_trees
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
WITH_BAD_VALUES: Final = source_key(PORTRAITS, "cyrus.jpg")
DAMAGED: Final = source_key(LANDSCAPES, "three_peaks.jpg")
LOST_A_VARIATION: Final = source_key(STILL_LIFE, "three_cacti.jpg")
INTERRUPTED: Final = source_key(STILL_LIFE, "apples_and_oranges.jpg")

CLICKS: Final = "sounds/clicks.wav"
MELODY: Final = "sounds/melody.wav"
BREAD: Final = "corpus/rye_bread.md"
FERRY: Final = "corpus/old_ferry_times.txt"
DAMAGED_PIXELS: Final = "data/landscapes/waterfall.jpg"

SEEN_IN_PIXELS: Final = (
    (EDITED, Verdict.CONTENT_CHANGED),
    (EDITED_KEEPING_ITS_DATE, Verdict.CONTENT_CHANGED),
    (TOUCHED, Verdict.TOUCHED),
)
"""What happens to pictures anyway, as the cache of their pixels sees it: it knows their sizes, so
that it notices the edit that kept a date."""

NO_PROCESS: Final = 4_194_305
"""Above the highest process number Linux gives (2**22), and no multiple of 4 as on Windows."""


@dataclass(frozen=True, slots=True)
class Drifting:
    """The filled workspace that drifts happen to; its stores by id."""

    root: Path
    times: SampleTimes
    stores: Mapping[str, FilledStore]

    def happen(self) -> Iterator[SampleDrift]:
        """Let everything happen; yields what a survey must say of each item."""
        for happening in (
            self._damage_payloads, self._leave_payloads, self._edit_pictures, self._delete_sources,
            self._rename_sample, self._edit_sidecars, self._add_sample, self._edit_sounds_and_texts,
            self._see_pictures, self._leave_writes,
        ):
            yield from happening()

    def _damage_payloads(self) -> Iterator[SampleDrift]:
        image = self.stores[IMAGE]
        flip_one_bit(image.folder / image.made[DAMAGED][0])
        yield entry_drift(IMAGE, DAMAGED, Verdict.CORRUPT_PAYLOAD, Depth.PAYLOAD)
        overflow(image.folder / image.made[WITH_BAD_VALUES][0])
        yield entry_drift(IMAGE, WITH_BAD_VALUES, Verdict.BAD_VALUES, Depth.PAYLOAD)
        (image.folder / image.made[LOST_A_VARIATION][1]).unlink()
        yield entry_drift(IMAGE, LOST_A_VARIATION, Verdict.MISSING_PAYLOAD)

    def _leave_payloads(self) -> Iterator[SampleDrift]:
        """Payloads of pictures as they were, and a write that a crash cut short."""
        image = self.stores[IMAGE]
        yield payload_drift(IMAGE, image.earlier[REBUILT], PayloadVerdict.SUPERSEDED)
        yield payload_drift(IMAGE, image.earlier[WITHOUT_ENTRY], PayloadVerdict.UNINDEXED)
        payload = image.made[INTERRUPTED][0]
        name = TempName(pid=NO_PROCESS, thread=77, payload=payload, is_augment=False).file_name
        content = (image.folder / payload).read_bytes()
        yield self._left(IMAGE, name, content[: 3 << 11])

    def _edit_pictures(self) -> Iterator[SampleDrift]:
        put(self.root, EDITED, self.times.today(EDITED), when="later")
        yield entry_drift(IMAGE, EDITED, Verdict.CONTENT_CHANGED)

        kept_ns = (self.root / EDITED_KEEPING_ITS_DATE).stat().st_mtime_ns
        put(self.root, EDITED_KEEPING_ITS_DATE, kept_ns, when="later")
        yield entry_drift(IMAGE, EDITED_KEEPING_ITS_DATE, Verdict.CONTENT_CHANGED, Depth.HASH)

        set_time(self.root / TOUCHED, self.times.today(TOUCHED))
        yield entry_drift(IMAGE, TOUCHED, Verdict.TOUCHED)

    def _delete_sources(self) -> Iterator[SampleDrift]:
        (self.root / DELETED).unlink()
        yield from self._lost(IMAGE, DELETED)
        yield entry_drift(TEXT, caption_of(DELETED), Verdict.UNUSED)
        (self.root / caption_of(WITHOUT_CAPTION)).unlink()
        yield from self._lost(TEXT, caption_of(WITHOUT_CAPTION))

    def _rename_sample(self) -> Iterator[SampleDrift]:
        for store, old, new in (
            (IMAGE, RENAMED, RENAMED_TO), (TEXT, caption_of(RENAMED), caption_of(RENAMED_TO)),
        ):
            (self.root / old).rename(self.root / new)
            yield from self._lost(store, old, PayloadVerdict.READOPTABLE)
            yield entry_drift(store, new, Verdict.MISSING_ENTRY)

    def _edit_sidecars(self) -> Iterator[SampleDrift]:
        caption = caption_of(REWORDED)
        put(self.root, caption, self.times.yesterday(caption), when="later")
        yield entry_drift(TEXT, caption, Verdict.CONTENT_CHANGED)

        put(self.root, mask_of(MASK_EDITED), self.times.yesterday(MASK_EDITED), when="later")
        yield entry_drift(IMAGE, MASK_EDITED, Verdict.SIDECAR_CHANGED)

    def _add_sample(self) -> Iterator[SampleDrift]:
        put_picture(self.root, ADDED, self.times.today(ADDED), when="later")
        yield entry_drift(IMAGE, ADDED, Verdict.MISSING_ENTRY)
        yield entry_drift(TEXT, caption_of(ADDED), Verdict.MISSING_ENTRY)

    def _edit_sounds_and_texts(self) -> Iterator[SampleDrift]:
        put(self.root, CLICKS, self.times.today(CLICKS), when="later")
        for store in ("audio", "waveform"):
            yield entry_drift(store, CLICKS, Verdict.CONTENT_CHANGED)
        put(self.root, BREAD, self.times.yesterday(BREAD), when="later")
        yield entry_drift("tokens", BREAD, Verdict.CONTENT_CHANGED)
        (self.root / FERRY).unlink()
        yield from self._lost("tokens", FERRY)

    def _see_pictures(self) -> Iterator[SampleDrift]:
        vision = self.stores["vision"]
        for key, verdict in SEEN_IN_PIXELS:
            yield entry_drift("vision", key.replace("\\", "/"), verdict)
        yield from self._lost("vision", DELETED.replace("\\", "/"))
        payload, = vision.made[DAMAGED_PIXELS]
        flip_one_bit(vision.folder / payload)
        yield entry_drift("vision", DAMAGED_PIXELS, Verdict.CORRUPT_PAYLOAD, Depth.PAYLOAD)

    def _leave_writes(self) -> Iterator[SampleDrift]:
        """Writes that were cut short, one between a tree's two files; and what overflowed."""
        audio, trees = self.stores["audio"], self.stores[PARAMETERS_FOLDER].folder
        payload, = audio.made[MELODY]
        content = (audio.folder / payload).read_bytes()[: 3 << 12]
        yield self._left("audio", f"{payload}.tmp.{NO_PROCESS}.{'0' * 8}", content)
        yield entry_drift(PARAMETERS_FOLDER, TRAINED, Verdict.BAD_VALUES, Depth.PAYLOAD)
        saved = next(
            name for name in list_trees(trees).files[NETWORK] if name.endswith(DATA_SUFFIX))
        content = (trees / saved).read_bytes()[: 3 << 12]
        yield self._left(
            PARAMETERS_FOLDER,
            f"{NETWORK}.{xxhash.xxh3_64_hexdigest(content)}{DATA_SUFFIX}", content)

    def _left(self, store: str, name: str, content: bytes) -> SampleDrift:
        path = self.stores[store].folder / name
        path.write_bytes(content)
        set_time(path, self.times.index)
        return payload_drift(store, name, PayloadVerdict.TEMP_LEFTOVER)

    def _lost(
        self, store: str, source: str, verdict: PayloadVerdict = PayloadVerdict.ORPHANED
    ) -> Iterator[SampleDrift]:
        yield entry_drift(store, source, Verdict.SOURCE_MISSING)
        for payload in self.stores[store].made[source]:
            yield payload_drift(store, payload, verdict)


def entry_drift(
    store: str, item: str, verdict: Verdict, depth: Depth = Depth.STAT
) -> SampleDrift:
    """Return the required survey result for an entry or sample."""
    return SampleDrift(store=store, item=item, is_payload=False,
                       verdict=verdict.name_in_contract, depth=depth.value)


def payload_drift(store: str, item: str, verdict: PayloadVerdict) -> SampleDrift:
    """Return the required survey result for a file in a store."""
    return SampleDrift(store=store, item=item, is_payload=True,
                       verdict=verdict.name_in_contract, depth=Depth.STAT.value)


def flip_one_bit(path: Path) -> None:
    """Bit rot in the middle of a payload, where its values lie; the date stays."""
    written_ns = path.stat().st_mtime_ns
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0b0100_0000
    path.write_bytes(content)
    set_time(path, written_ns)


def overflow(path: Path) -> None:
    """Write what a trainer leaves whose encoder overflowed in one corner; the date is unchanged."""
    written_ns = path.stat().st_mtime_ns
    payload = read_pt_with_torch(path)
    payload["latent_image"][0, :2, -3:] = np.nan
    with path.open("wb") as file:
        write_pt(file, payload)
    set_time(path, written_ns)
