"""Where the space of a workspace's caches goes: by cache, concept, size, variation, age, folder.

Bytes by cache and by concept are the survey's own. A file that has two names, as builds of the
released layout make them, counts once. A folder of the tree lists its largest files and sums the
rest, so that a million files are a few hundred nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.background import FileCounter, in_background
from larder.core.build.rates import read_build_times
from larder.core.clean.plan import CleanPlan
from larder.core.files.folder_scan import scan_folder, sizes_once
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import (
    format_resolution_key,
    parse_indexed_name,
    parse_released_item,
)
from larder.core.queries.survey_document import NOT_COUNTED
from larder.core.queries.usage_document import AgeSpan, Bucket, Usage, UsageNode, UsagePart
from larder.core.settings import cache_home
from larder.core.stores.released.groups import read_group
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.survey.verdicts import Counted, PayloadVerdict
from larder.core.workspace.store_kinds import StoreContent, StoreFormat

Int64 = npt.NDArray[np.int64]

DAY_NS: Final = 24 * 3600 * 10**9
AGES_DAYS: Final = (1, 7, 30, 90, 365)
"""Where one span of ages ends and the next begins."""

LARGEST: Final = 200
"""Files of one folder that are nodes of their own."""

@dataclass(slots=True)
class _Found:
    """Sums gathered while stores are read; (files, bytes) by the subject they are counted under.

    Attributes:
        now_ns: the time ages are counted from, nanoseconds since 1970.
        counter: notified of files that are looked at.
    """

    now_ns: int
    counter: FileCounter
    sizes: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    variations: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    buckets: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    ages: list[list[int]] = field(
        default_factory=lambda: [[0, 0] for _ in range(len(AGES_DAYS) + 1)])

    def add_ages(self, sizes: Int64, mtimes_ns: Int64) -> None:
        """Count files by age; a future date is young."""
        spans = np.searchsorted(
            np.array(AGES_DAYS), np.maximum(self.now_ns - mtimes_ns, 0) // DAY_NS, side="right")
        files = np.bincount(spans, minlength=len(self.ages)).tolist()
        for at, span in enumerate(self.ages):
            span[0] += files[at]
            span[1] += int(sizes[spans == at].sum())


def usage(
    report: SurveyReport, plan: CleanPlan, *, now_ns: int, token: CancelToken
) -> Job[Usage]:
    """Add up what the caches of a survey hold; opens no payload and writes nothing.

    Nobody needs what the plan preselects.

    Raises:
        OSError: if a cache folder cannot be listed any more.
    """
    counter = FileCounter(token)
    return in_background(_usage(report, plan, now_ns, token, counter), token, counter)


def _usage(
    report: SurveyReport, plan: CleanPlan, now_ns: int, token: CancelToken, counter: FileCounter
) -> Job[Usage]:
    found, tree, seen = _Found(now_ns, counter), _Tree(), set[int]()
    stores = [store for store in report.stores if store.location.path.is_dir()]
    for done, store in enumerate(stores):
        token.check()
        yield Progress("adding up cached files", done, len(stores), "caches")
        yield from _ADDS[store.location.kind.format](report, store, found)
    for path in dict.fromkeys(store.location.path for store in stores):
        yield from tree.add(path, seen, counter)
    caches = tuple(_of_cache(store, found) for store in report.stores)
    config = report.workspace.config
    return Usage(
        files=sum(part.files for part in caches), bytes=sum(part.bytes for part in caches),
        needless=UsagePart("", "", int(plan.files[plan.preselected].sum()),
                           int(plan.bytes[plan.preselected].sum())),
        caches=caches, concepts=tuple(_of_concepts(report, caches)),
        shared=sum(int((store.rows.bytes - store.rows.own_bytes).sum())
                   for store in report.stores),
        sizes=tuple(UsagePart(name, store, *sums)
                    for (store, name), sums in sorted(found.sizes.items())),
        variations=tuple(UsagePart(str(number), store, *sums)
                         for (store, number), sums in sorted(found.variations.items())),
        buckets=tuple(Bucket(store, height, width, pictures) for (store, height, width), pictures
                      in sorted(found.buckets.items())),
        batch_size=None if config is None else _batch_size(config.raw.get("batch_size")),
        ages=tuple(AgeSpan(least, most, *sums) for least, most, sums in zip(
            (0, *AGES_DAYS), (*AGES_DAYS, None), found.ages, strict=True)),
        builds=read_build_times(cache_home()), tree=tuple(tree.ordered()))


def _batch_size(raw: object) -> int:
    """As the trainer, 1 where the config says nothing."""
    return raw if isinstance(raw, int) and raw > 0 else 1


def _find_kept(store: StoreSurvey) -> npt.NDArray[np.bool_]:
    return ~np.isin(store.payloads.verdicts, NOT_COUNTED)


def _of_cache(store: StoreSurvey, found: _Found) -> UsagePart:
    """The survey's bytes; of numbered folders, which it counts as wholes, the files in them."""
    kept, identity = _find_kept(store), store.location.id
    files = int(kept.sum())
    if store.location.kind.traits.whole_groups:
        files = sum(sums[0] for (of, _), sums in found.variations.items() if of == identity)
    return UsagePart(identity, identity, files, int(store.payloads.sizes[kept].sum()))


def _of_concepts(report: SurveyReport, caches: Sequence[UsagePart]) -> Iterator[UsagePart]:
    """A part per concept and cache, and what lies under none of them, so that all is in one."""
    rest = {cache.name: cache.bytes for cache in caches}
    for at, concept in enumerate(report.concepts):
        for store, covered in concept.stores.items():
            rest[store] -= covered.bytes
            yield UsagePart(concept.name or concept.path, store,
                            covered.covered + covered.stale, covered.bytes, at)
    entries = {other.store: other.entries for other in report.others}
    for store, size in rest.items():
        if size > 0 or entries.get(store):
            yield UsagePart("", store, entries.get(store, 0), size)


def _add_values(_report: SurveyReport, store: StoreSurvey, found: _Found) -> Job[None]:
    """Files whose names tell nothing that is charted."""
    yield from ()
    kept = _find_kept(store)
    found.add_ages(store.payloads.sizes[kept], store.payloads.mtimes_ns[kept])


def _add_indexed(report: SurveyReport, store: StoreSurvey, found: _Found) -> Job[None]:
    """A cache.json store: names of files tell size and variation, the index how many pictures."""
    yield from ()
    payloads, identity, kept = store.payloads, store.location.id, _find_kept(store)
    found.add_ages(payloads.sizes[kept], payloads.mtimes_ns[kept])
    # Of a million names a few hundred endings differ: only those are taken apart.
    endings: dict[str, int] = {}
    codes = np.array([endings.setdefault(name[12:], len(endings)) for name in payloads.names],
                     dtype=np.int64)[kept]
    files = np.bincount(codes, minlength=len(endings)).tolist()
    sizes = np.bincount(codes, weights=payloads.sizes[kept], minlength=len(endings))
    for ending, code in endings.items():
        parsed = parse_indexed_name(f"{'0' * 12}{ending}")
        if parsed is None or not files[code]:
            continue
        name = "" if parsed.resolution is None else parsed.resolution_key
        for part in (found.sizes.setdefault((identity, name), [0, 0]),
                     found.variations.setdefault((identity, parsed.variation), [0, 0])):
            part[0] += files[code]
            part[1] += int(sizes[code])
    if store.location.kind.content is not StoreContent.IMAGE:
        return
    columns = store.present_columns()
    if columns is None:
        return
    counted = report.counted[report.stores.index(store)]
    is_cached = np.isin(counted[:len(columns)], (Counted.COVERED, Counted.STALE))
    chosen = is_cached[columns.variant_row] & (columns.variant_height > 0)
    pairs, counts = np.unique(
        np.stack([columns.variant_height[chosen], columns.variant_width[chosen]]), axis=1,
        return_counts=True)
    for height, width, count in zip(*pairs.tolist(), counts.tolist(), strict=True):
        found.buckets[identity, height, width] += count


def _add_released(_report: SurveyReport, store: StoreSurvey, found: _Found) -> Job[None]:
    """Numbered folders: a folder is a variation, its aggregate has the size of each picture."""
    counter = found.counter
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
            found.add_ages(sizes[is_new], listing.mtimes_ns[is_new])
            part = found.variations.setdefault((identity, number + 1), [0, 0])
            part[0] += int(is_new.sum())
            part[1] += int(sizes.sum())
            crops = record.variations[number].sizes if number in record.variations else ()
            for name, size, is_counted in zip(
                    listing.names, sizes.tolist(), is_new.tolist(), strict=True):
                slot = parse_released_item(name)
                crop = crops[slot] if slot is not None and slot < len(crops) else None
                by_size = found.sizes.setdefault(
                    (identity, "" if crop is None else format_resolution_key(crop)), [0, 0])
                by_size[0] += is_counted
                by_size[1] += size
            if is_image and number == 0 and verdict == PayloadVerdict.REFERENCED:
                found.buckets.update((identity, *crop) for crop in crops if crop is not None)


_ADDS: Final[Mapping[StoreFormat, Callable[
    [SurveyReport, StoreSurvey, _Found], Job[None]]]] = {
    StoreFormat.INDEXED: _add_indexed,
    StoreFormat.RELEASED: _add_released,
    StoreFormat.VALUES: _add_values,
    StoreFormat.TREES: _add_values,
}
"""Adds one store of a report to what was found."""


class _Tree:
    """Folders, their largest files, and the sum of the others."""

    def __init__(self) -> None:
        self._parents: list[int] = []
        self._names: list[str] = []
        self._sums: list[list[int]] = []
        self._children: list[list[int] | None] = []
        self._top: list[int] = []

    def add(self, path: Path, seen: set[int], counter: FileCounter) -> Job[None]:
        """Add a cache folder and what is below it; links are not followed."""
        waiting = [(path, -1)]
        while waiting:
            counter.note(0)
            folder, above = waiting.pop()
            yield Progress("adding up folders", len(self._names), 0, "folders")
            listing = scan_folder(folder, counter.note)
            at = self._node(above, folder.name, is_folder=True)
            sizes, _ = sizes_once(listing, seen)
            order = np.argsort(-sizes, kind="stable")
            for place in order[:LARGEST].tolist():
                self._add_up(self._node(at, listing.names[place]), 1, int(sizes[place]))
            rest = order[LARGEST:]
            if len(rest):
                self._add_up(self._node(at, ""), len(rest), int(sizes[rest].sum()))
            waiting += [(folder / below, at) for below in listing.subfolders
                        if below not in listing.links]

    def _node(self, parent: int, name: str, *, is_folder: bool = False) -> int:
        at = len(self._names)
        self._parents.append(parent)
        self._names.append(name)
        self._sums.append([0, 0])
        self._children.append([] if is_folder else None)
        siblings = self._top if parent < 0 else self._children[parent]
        assert siblings is not None
        siblings.append(at)
        return at

    def _add_up(self, node: int, files: int, size: int) -> None:
        while node >= 0:
            self._sums[node][0] += files
            self._sums[node][1] += size
            node = self._parents[node]

    def ordered(self) -> Iterator[UsageNode]:
        """Parents first, in a folder the largest first."""
        places: dict[int, int] = {-1: -1}
        waiting = self._by_size(self._top)
        while waiting:
            node = waiting.pop()
            places[node] = len(places) - 1
            children = self._children[node]
            files, size = self._sums[node]
            yield UsageNode(places[self._parents[node]], self._names[node], files, size,
                            is_folder=children is not None)
            waiting += self._by_size(children or [])

    def _by_size(self, nodes: Sequence[int]) -> list[int]:
        """The smallest first: what is last is taken first."""
        return sorted(nodes, key=lambda node: self._sums[node][1])
