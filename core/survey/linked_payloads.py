"""Payloads of an index that a trainer of the released layout wrote into through their other name.

Earlier versions of Larder gave one file a name in both layouts. A trainer that caches its group
anew writes its numbered files in place, and so into what the index names too. A payload that is
shared with a slot is believed as long as it has a date that was recorded for that slot, or says of
itself what it was made from, which nothing that a trainer writes there does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np

from larder.core.errors import PayloadError
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.keys.payload_names import parse_released_variation
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.indexed.stamps import CONTENT_KEY, SOURCE_KEY
from larder.core.stores.released.group_files import slot_number
from larder.core.stores.released.groups import list_released_groups
from larder.core.stores.released.slot_origins import are_alike_dates
from larder.core.stores.released.slots import read_other_slots
from larder.core.survey.indexed.payloads import IndexedPayloads
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.training_risks import TrainingRisk

WRITTEN = ("A trainer wrote into it through a numbered file that is the same file on the drive, so "
           "it may contain values of another picture, caption or model.")


def note_written_through_links(store: Path, judged: JudgedRows) -> dict[int, str]:
    """Set the bits of rows whose payloads were written so; their sentences, by row."""
    written = frozenset(_written(store, judged.files.listing))
    if not written:
        return {}
    faults = {TrainingRisk.OLD_SETTINGS: dict.fromkeys(written, WRITTEN)}
    why, _ = IndexedPayloads(judged, written).note(faults)
    return why


def _written(store: Path, listing: FolderListing) -> Iterator[str]:
    """Names of payloads that a trainer wrote into; what cannot be read now is passed over."""
    names = {number: name for name, number in listing.hard_linked.items()}
    with suppress(OSError):
        for group in list_released_groups(store):
            with os.scandir(store / group) as entries:
                folders = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
            for folder in folders:
                number = parse_released_variation(folder)
                if number is not None:
                    yield from _written_in(store, group, number, names)


def _written_in(
    store: Path, group: str, number: int, names: dict[int, str]
) -> Iterator[str]:
    """Those that share their file with slots of one folder."""
    slots = scan_folder(store / group / f"variation-{number}")
    shared = {slot: names[inode] for file, inode in slots.hard_linked.items()
              if inode in names and (slot := slot_number(file)) is not None}
    if not shared:
        return
    records = [record for record in read_other_slots(store, group, number) if record.payload_ns]
    dates = slots.stamps()
    for slot, name in shared.items():
        recorded = [record.payload_ns[slot] for record in records if slot < len(record.payload_ns)]
        found = np.array([dates[f"{slot}.pt"][1]], dtype=np.int64)
        if recorded and not are_alike_dates(np.array(recorded, dtype=np.int64), found).any() \
                and not _has_stamp(store / name):
            yield name


def _has_stamp(path: Path) -> bool:
    """Return whether a payload records what it was made from.

    A damaged one counts as if it did; it is reported elsewhere.
    """
    try:
        values = list_pt(path).values
    except PayloadError:
        return True
    return any(values.get(key) for key in (SOURCE_KEY, CONTENT_KEY, RECIPE_KEY))
