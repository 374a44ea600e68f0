"""Files of a store of numbered folders: by group, variation and slot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import numpy as np

from larder.core.files.folder_scan import scan_folder, sizes_once
from larder.core.jobs import Job, Progress
from larder.core.keys.payload_names import format_resolution_key, parse_released_item
from larder.core.queries.cached_pictures import ReleasedPictures
from larder.core.queries.file_counts import CachedCrops, UsageSums, make_figures
from larder.core.stores.released.groups import (
    list_released_groups,
    read_group,
    scan_released_group,
    slot_name,
)
from larder.core.survey.document import StoreFigures
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import StoreContent


def list_slots(store: StoreLocation) -> Iterable[str]:
    """Names of the files of its slots."""
    for key in list_released_groups(store.path):
        for variation in scan_released_group(store.path, key).variations:
            for slot in variation.slots.tolist():
                yield slot_name(key, variation=variation.number, slot=slot)


def find_slot_files(workspace: Workspace, store: StoreLocation, source: str) -> tuple[Path, ...]:
    """Files of a picture's slots; a text store lists no sources."""
    if store.kind.content is not StoreContent.IMAGE:
        return ()
    return tuple(store.path / picture.name
                 for picture in ReleasedPictures(workspace, store.path).of(source))


def count_groups(store: StoreLocation) -> StoreFigures:
    """Its figures: positions are its entries, and slots its files."""
    groups = [scan_released_group(store.path, key)
              for key in list_released_groups(store.path)]
    figures = make_figures(
        store, entries=sum(group.positions for group in groups),
        sizes=[group.bytes for group in groups])
    return msgspec.structs.replace(
        figures, payload_files=sum(group.slot_files for group in groups))


def add_groups(_report: SurveyReport, store: StoreSurvey, sums: UsageSums) -> Job[None]:
    """Add numbered folders: each is a variation, its aggregate has the size of each picture."""
    counter = sums.counter
    path, identity = store.location.path, store.location.id
    is_image = store.location.kind.content is StoreContent.IMAGE
    seen: set[int] = set()
    groups = list(zip(store.payloads.names, store.payloads.verdicts.tolist(), strict=True))
    for done, (key, verdict) in enumerate(groups):
        counter.note(0)
        yield Progress("adding up cached files", done, len(groups), "groups")
        record = read_group(path, key, on_entries=counter.note)
        for number in (variation.number for variation in record.group.variations):
            listing = scan_folder(path / key / f"variation-{number}", counter.note)
            sizes, is_new = sizes_once(listing, seen)
            sums.add_ages(sizes[is_new], listing.mtimes_ns[is_new])
            part = sums.variations.setdefault((identity, number + 1), [0, 0])
            part[0] += int(is_new.sum())
            part[1] += int(sizes.sum())
            crops = record.variations[number].sizes if number in record.variations else ()
            for name, size, is_counted in zip(
                    listing.names, sizes.tolist(), is_new.tolist(), strict=True):
                slot = parse_released_item(name)
                crop = crops[slot] if slot is not None and slot < len(crops) else None
                by_size = sums.sizes.setdefault(
                    (identity, "" if crop is None else format_resolution_key(crop)), [0, 0])
                by_size[0] += is_counted
                by_size[1] += size
            if is_image and number == 0 and verdict == PayloadVerdict.REFERENCED:
                sums.buckets.update((identity, *crop) for crop in crops if crop is not None)


def list_slot_crops(_report: SurveyReport, store: StoreSurvey) -> CachedCrops:
    """Buckets of the first variation's slots, as the survey read the groups that are in use.

    A slot is of the row whose source its list names; one that is no row any more has no pair.
    """
    found = list(_pair_slots(store)) if store.location.kind.content is StoreContent.IMAGE else []
    rows, heights, widths = np.array(found, np.int32).reshape(-1, 3).T
    return CachedCrops(rows, heights, widths)


def _pair_slots(store: StoreSurvey) -> Iterator[tuple[int, int, int]]:
    if store.released is None:
        return
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for row in range(len(store.rows)):
        rows[store.rows.source(row)].append(row)
    used = {key for key, verdict in zip(
        store.payloads.names, store.payloads.verdicts.tolist(), strict=True)
        if verdict == PayloadVerdict.REFERENCED}
    for key, group in store.released.groups.items():
        record = group.variations.get(0) if key in used else None
        if record is None:
            continue
        for path, crop in zip(record.paths or (), record.sizes, strict=False):
            if path is not None and crop is not None:
                yield from ((row, *crop) for row in rows.get(path, ()))
