"""Sizes and recorded lookups of every store of a workspace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from larder.core.clean.plan_prune import select_stores
from larder.core.errors import WorkspaceError
from larder.core.files.folder_scan import bytes_named_below, scan_folder
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import IndexedName, classify_indexed_name
from larder.core.settings import TOTAL_BUDGET, cache_home
from larder.core.stores.released.groups import list_released_folders, scan_released_group
from larder.core.stores.store_memory import present_index
from larder.core.stores.use_log import Uses
from larder.core.stores.values.uses import read_uses_if_recorded
from larder.core.survey.document import (
    CountedWorkspace,
    FiguresOfAll,
    StoreFigures,
    WorkspaceStats,
)
from larder.core.survey.values.facts import list_values
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import StoreFormat

TEMPORARY = (IndexedName.TEMP, IndexedName.LARDER_TEMP)

UNCOUNTED: Final = "A trainer writes down no lookups, so hits and misses are not known."
"""Said of a store whose lookups nobody recorded, in place of numbers."""


def store_stats(
    workspace: Workspace,
    *,
    stores: Collection[str] = (),
    budgets: Mapping[str, int],
    token: CancelToken,
) -> Job[WorkspaceStats]:
    """Count what stores hold; opens no payload and writes nothing.

    Without named stores all are counted. `budgets` are bytes by kind of store, and "total".

    Raises:
        UserFacingError: if a named store is none of the workspace's.
        WorkspaceError: if a store cannot be listed.
    """
    chosen = select_stores(workspace, stores)
    found: list[StoreFigures] = []
    for done, store in enumerate(chosen):
        token.check()
        yield Progress("counting cached files", done, len(chosen), "caches")
        try:
            found.append(_figures(store, budgets.get(store.kind.value)))
        except OSError as error:
            raise WorkspaceError.of_listing(store.path, error) from error
    return WorkspaceStats(
        workspace=CountedWorkspace(root=str(workspace.root), opened=str(workspace.opened)),
        stores=tuple(found),
        total=_total(found, budgets.get(TOTAL_BUDGET), _measure_shared(chosen)))


def _measure_shared(stores: Sequence[StoreLocation]) -> int:
    """Bytes that two stores in one folder share."""
    times = Counter(store.path for store in stores)
    return sum(bytes_named_below(path) for path, count in times.items() if count > 1)


def _total(
    stores: Sequence[StoreFigures], budget: int | None, shared: int
) -> FiguresOfAll:
    hits = _sum_known(store.hits for store in stores)
    misses = _sum_known(store.misses for store in stores)
    return FiguresOfAll(
        entries=sum(store.entries for store in stores),
        payload_files=sum(store.payload_files for store in stores),
        bytes=sum(store.bytes for store in stores) - shared,
        temporaries=sum(store.temporaries for store in stores),
        temporary_bytes=sum(store.temporary_bytes for store in stores),
        hits=hits, misses=misses, hit_rate=_hit_rate(hits, misses),
        budget_bytes=budget,
        budgeted_bytes=sum(store.bytes for store in stores if store.can_prune))


def _sum_known(counts: Iterable[int | None]) -> int | None:
    """The sum of what was counted, None where nothing was."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _hit_rate(hits: int | None, misses: int | None) -> float | None:
    if hits is None or misses is None:
        return None
    return hits / (hits + misses) if hits + misses else 0.0


def _figures(store: StoreLocation, budget: int | None) -> StoreFigures:
    figures = _FIGURES[store.kind.format](store)
    if not figures.can_prune:
        return figures
    kept = figures.budget_bytes if budget is None else budget
    return msgspec.structs.replace(figures, budget_bytes=kept)


def _of_values(store: StoreLocation) -> StoreFigures:
    listed = list_values(store.path, store.kind)
    uses = read_uses_if_recorded(store.path, store.kind) or Uses()
    used_ns = uses.last_uses(listed.names, listed.mtimes_ns)
    return _figures_of(
        store, entries=len(listed.names), sizes=listed.sizes.tolist(),
        temporaries=listed.temporaries.sizes.tolist(), uses=uses,
        last_used_ns=int(used_ns.max()) if len(used_ns) else None,
        budget_bytes=uses.budget or None)


def _of_index(store: StoreLocation) -> StoreFigures:
    listing = scan_folder(store.path)
    index = present_index(cache_home(), store.path)
    kinds = [classify_indexed_name(name) for name in listing.names]
    sizes = listing.sizes.tolist()
    uses = read_uses_if_recorded(store.path, store.kind)
    return _figures_of(
        store, entries=len(index.columns),
        sizes=[size for size, kind in zip(sizes, kinds, strict=True)
               if kind is IndexedName.PAYLOAD],
        temporaries=[
            size for size, kind in zip(sizes, kinds, strict=True) if kind in TEMPORARY],
        uses=uses, last_used_ns=max(uses.used.values(), default=None) if uses else None)


def _of_groups(store: StoreLocation) -> StoreFigures:
    groups = [scan_released_group(store.path, key)
              for key in list_released_folders(store.path).groups]
    figures = _figures_of(
        store, entries=sum(group.positions for group in groups),
        sizes=[group.bytes for group in groups])
    return msgspec.structs.replace(
        figures, payload_files=sum(group.slot_files for group in groups))


_FIGURES: Final[Mapping[StoreFormat, Callable[[StoreLocation], StoreFigures]]] = {
    StoreFormat.INDEXED: _of_index,
    StoreFormat.RELEASED: _of_groups,
    StoreFormat.VALUES: _of_values,
    StoreFormat.TREES: _of_values,
}


def _figures_of(
    store: StoreLocation, *, entries: int, sizes: Sequence[int], temporaries: Sequence[int] = (),
    uses: Uses | None = None, last_used_ns: int | None = None,
    budget_bytes: int | None = None,
) -> StoreFigures:
    hits, misses = (None, None) if uses is None else (uses.hits, uses.misses)
    return StoreFigures(
        id=store.id, kind=store.kind.value, path=store.spelled, entries=entries,
        payload_files=len(sizes), bytes=sum(sizes), temporaries=len(temporaries),
        temporary_bytes=sum(temporaries), hits=hits, misses=misses,
        hit_rate=_hit_rate(hits, misses), note=UNCOUNTED if hits is None else None,
        last_used_ns=last_used_ns, budget_bytes=budget_bytes,
        can_prune=store.kind.traits.remembers_uses)
