"""Sizes and recorded lookups of every store of a workspace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from larder.core.clean.plan_prune import select_stores
from larder.core.errors import WorkspaceError
from larder.core.files.folder_scan import bytes_named_below
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.queries.file_counts import compute_hit_rate
from larder.core.queries.store_files import FILES_OF
from larder.core.settings import TOTAL_BUDGET
from larder.core.survey.document import (
    CountedWorkspace,
    FiguresOfAll,
    StoreFigures,
    WorkspaceStats,
)
from larder.core.workspace.open_workspace import StoreLocation, Workspace


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
        hits=hits, misses=misses, hit_rate=compute_hit_rate(hits, misses),
        budget_bytes=budget,
        budgeted_bytes=sum(store.bytes for store in stores if store.can_prune))


def _sum_known(counts: Iterable[int | None]) -> int | None:
    """The sum of what was counted, None where nothing was."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _figures(store: StoreLocation, budget: int | None) -> StoreFigures:
    figures = FILES_OF[store.kind.format].count(store)
    if not figures.can_prune:
        return figures
    kept = figures.budget_bytes if budget is None else budget
    return msgspec.structs.replace(figures, budget_bytes=kept)
