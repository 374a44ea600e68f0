"""Where the space of a workspace's caches goes: by cache, concept, size, variation, age, folder.

Bytes by cache and by concept are the survey's own. A file that has two names, as builds of the
released layout make them, counts once. A folder of the tree lists its largest files and sums the
rest, so that a million files are a few hundred nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.background import FileCounter, in_background
from larder.core.build.rates import read_build_times
from larder.core.clean.plan import CleanPlan
from larder.core.files.folder_scan import scan_folder, sizes_once
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.queries.epoch_turns import count_turns
from larder.core.queries.file_counts import AGES_DAYS, UsageSums
from larder.core.queries.store_files import FILES_OF
from larder.core.queries.usage_document import AgeSpan, Bucket, Usage, UsageNode, UsagePart
from larder.core.settings import cache_home
from larder.core.survey.report import StoreSurvey, SurveyReport

LARGEST: Final = 200
"""Files of one folder that are nodes of their own."""


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
    sums, tree, seen = UsageSums(now_ns, counter), _Tree(), set[int]()
    stores = [store for store in report.stores if store.location.path.is_dir()]
    for done, store in enumerate(stores):
        token.check()
        yield Progress("adding up cached files", done, len(stores), "caches")
        yield from FILES_OF[store.location.kind.format].add_usage(report, store, sums)
    for path in dict.fromkeys(store.location.path for store in stores):
        yield from tree.add(path, seen, counter)
    caches = tuple(_of_cache(store, sums) for store in report.stores)
    config = report.workspace.config
    return Usage(
        files=sum(part.files for part in caches), bytes=sum(part.bytes for part in caches),
        needless=UsagePart("", "", int(plan.files[plan.preselected].sum()),
                           int(plan.bytes[plan.preselected].sum())),
        caches=caches, concepts=tuple(_of_concepts(report, caches)),
        shared=sum(int((store.rows.bytes - store.rows.own_bytes).sum())
                   for store in report.stores),
        sizes=tuple(UsagePart(name, store, *added)
                    for (store, name), added in sorted(sums.sizes.items())),
        variations=tuple(UsagePart(str(number), store, *added)
                         for (store, number), added in sorted(sums.variations.items())),
        buckets=_with_turns(report, sums),
        batch_size=None if config is None else _batch_size(config.raw.get("batch_size")),
        ages=tuple(AgeSpan(least, most, *added) for least, most, added in zip(
            (0, *AGES_DAYS), (*AGES_DAYS, None), sums.ages, strict=True)),
        builds=read_build_times(cache_home()), tree=tuple(tree.sort_nodes()))


def _with_turns(report: SurveyReport, sums: UsageSums) -> tuple[Bucket, ...]:
    """Buckets with their turns in an epoch, where a config says how often pictures are trained."""
    turns: dict[str, Counter[tuple[int, int]]] = {}
    if report.workspace.config is not None:
        turns = {store.location.id: count_turns(
            report, store, FILES_OF[store.location.kind.format].list_crops(report, store))
            for store in report.stores}
    return tuple(
        Bucket(store, height, width, pictures,
               turns[store][height, width] if store in turns else None)
        for (store, height, width), pictures in sorted(sums.buckets.items()))


def _batch_size(raw: object) -> int:
    """As the trainer, 1 where the config says nothing."""
    return raw if isinstance(raw, int) and raw > 0 else 1


def _of_cache(store: StoreSurvey, sums: UsageSums) -> UsagePart:
    """The survey's bytes; of numbered folders, which it counts as wholes, the files in them."""
    counted, identity = store.payloads.count_mask, store.location.id
    files = int(counted.sum())
    if store.location.kind.traits.whole_groups:
        files = sum(added[0] for (of, _), added in sums.variations.items() if of == identity)
    return UsagePart(identity, identity, files, int(store.payloads.sizes[counted].sum()))


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

    def sort_nodes(self) -> Iterator[UsageNode]:
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
