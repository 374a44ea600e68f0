"""Files of a store with an index: by the names of its payloads, and by what the index says."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.files.folder_scan import scan_folder
from larder.core.jobs import Job
from larder.core.keys.payload_names import (
    IndexedName,
    classify_indexed_name,
    parse_indexed_name,
)
from larder.core.queries.cached_pictures import entry_files
from larder.core.queries.file_counts import CachedCrops, UsageSums, make_figures
from larder.core.settings import cache_home
from larder.core.stores.store_memory import present_index
from larder.core.stores.values.uses import read_uses_if_recorded
from larder.core.survey.document import StoreFigures
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.verdicts import Counted
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import StoreContent

TEMPORARY: Final = (IndexedName.TEMP, IndexedName.LARDER_TEMP)


def list_indexed_payloads(store: StoreLocation) -> Iterable[str]:
    """Names of its payload files."""
    names = scan_folder(store.path).names
    return [name for name in names if classify_indexed_name(name) is IndexedName.PAYLOAD]


def find_indexed_files(
    workspace: Workspace, store: StoreLocation, source: str
) -> tuple[Path, ...]:
    """Files that the entry of a source names, any variation."""
    del workspace
    return entry_files(store.path, source)


def count_indexed(store: StoreLocation) -> StoreFigures:
    """Its figures: entries of the index, files of the folder."""
    listing = scan_folder(store.path)
    index = present_index(cache_home(), store.path)
    kinds = [classify_indexed_name(name) for name in listing.names]
    sizes = listing.sizes.tolist()
    uses = read_uses_if_recorded(store.path, store.kind)
    return make_figures(
        store, entries=len(index.columns),
        sizes=[size for size, kind in zip(sizes, kinds, strict=True)
               if kind is IndexedName.PAYLOAD],
        temporaries=[
            size for size, kind in zip(sizes, kinds, strict=True) if kind in TEMPORARY],
        uses=uses, last_used_ns=max(uses.used.values(), default=None) if uses else None)


def add_indexed(report: SurveyReport, store: StoreSurvey, sums: UsageSums) -> Job[None]:
    """Add names of files, which tell size and variation, and how many pictures the index has."""
    yield from ()
    payloads, identity = store.payloads, store.location.id
    counted = payloads.count_mask
    sums.add_ages(payloads.sizes[counted], payloads.mtimes_ns[counted])
    # Of a million names a few hundred endings differ: only those are taken apart.
    endings: dict[str, int] = {}
    codes = np.array([endings.setdefault(name[12:], len(endings)) for name in payloads.names],
                     dtype=np.int64)[counted]
    files = np.bincount(codes, minlength=len(endings)).tolist()
    sizes = np.bincount(codes, weights=payloads.sizes[counted], minlength=len(endings))
    for ending, code in endings.items():
        parsed = parse_indexed_name(f"{'0' * 12}{ending}")
        if parsed is None or not files[code]:
            continue
        name = "" if parsed.resolution is None else parsed.resolution_key
        for part in (sums.sizes.setdefault((identity, name), [0, 0]),
                     sums.variations.setdefault((identity, parsed.variation), [0, 0])):
            part[0] += files[code]
            part[1] += int(sizes[code])
    if store.location.kind.content is StoreContent.IMAGE:
        _add_buckets(report, store, sums)


def _add_buckets(report: SurveyReport, store: StoreSurvey, sums: UsageSums) -> None:
    crops = list_indexed_crops(report, store)
    pairs, counts = np.unique(
        np.stack([crops.heights, crops.widths]), axis=1, return_counts=True)
    for height, width, count in zip(*pairs.tolist(), counts.tolist(), strict=True):
        sums.buckets[store.location.id, height, width] += count


def list_indexed_crops(report: SurveyReport, store: StoreSurvey) -> CachedCrops:
    """Buckets of the variants that the index has of rows that are cached, for now or out of date.

    None where the index is not the surveyed one any more, and of a cache of texts.
    """
    columns = store.present_columns()
    if columns is None or store.location.kind.content is not StoreContent.IMAGE:
        none = np.zeros(0, np.int32)
        return CachedCrops(none, none, none)
    rows = report.counted[report.stores.index(store)]
    is_cached = np.isin(rows[:len(columns)], (Counted.COVERED, Counted.STALE))
    chosen = is_cached[columns.variant_row] & (columns.variant_height > 0)
    return CachedCrops(
        columns.variant_row[chosen].astype(np.int32),
        columns.variant_height[chosen].astype(np.int32),
        columns.variant_width[chosen].astype(np.int32))
