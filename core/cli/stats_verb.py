"""`larder stats`: what each store holds and how it served."""

from __future__ import annotations

from collections.abc import Iterator

from larder.core.cli.options import Json, verb
from larder.core.cli.output import counted, print_json, print_table, size_text
from larder.core.cli.running import run_on
from larder.core.queries.store_stats import (
    UNCOUNTED,
    StoreFigures,
    WorkspaceStats,
    budgeted_bytes,
    stats_document,
)
from larder.core.requests.options import StatsOptions
from larder.core.requests.storekeeping import count_stores


@verb(StatsOptions, without=("gone",))
def stats(options: StatsOptions, json: Json = False) -> None:
    """Count what every store holds: entries, bytes, hits and misses. Writes nothing."""
    found = run_on(options, count_stores)
    if json:
        print_json(stats_document(found))
        return
    print_table(
        ("store", "kind", "entries", "size", "unfinished", "hits", "misses", "hit rate", "budget"),
        (_cells(store) for store in found.stores), right=range(2, 9))
    for line in _total(found):
        print(line)


def _cells(store: StoreFigures) -> tuple[str, ...]:
    lookups = None if store.hits is None or store.misses is None else store.hits + store.misses
    return (
        store.location.id, store.location.kind.value, f"{store.entries:,}", size_text(store.bytes),
        f"{store.temporaries:,}", _count(store.hits), _count(store.misses),
        "-" if not lookups else f"{(store.hits or 0) / lookups:.1%}",
        "-" if store.budget_bytes is None else size_text(store.budget_bytes))


def _count(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _total(found: WorkspaceStats) -> Iterator[str]:
    size = sum(store.bytes for store in found.stores)
    entries = sum(store.entries for store in found.stores)
    yield f"{counted(entries, 'entry')}, {size_text(size)} in all."
    if found.total_budget_bytes is not None:
        yield (f"{size_text(budgeted_bytes(found.stores))} of "
               f"{size_text(found.total_budget_bytes)} allowed to the stores that can be pruned.")
    uncounted = [store.location.id for store in found.stores if store.note]
    if uncounted:
        yield f"{', '.join(uncounted)}: {UNCOUNTED}"
