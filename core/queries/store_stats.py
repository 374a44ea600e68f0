"""What every store of a workspace holds and how it served, as far as it remembers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from larder.core.clean.prune_scope import chosen_stores
from larder.core.errors import WorkspaceError
from larder.core.files.folder_scan import scan_folder
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import SmartName, classify_smart_name
from larder.core.settings import cache_home
from larder.core.stores.released.groups import list_legacy_folders, scan_legacy_group
from larder.core.stores.store_memory import present_index
from larder.core.survey.value_stores import list_values
from larder.core.survey.value_uses import last_uses, lookup_counts
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import VALUE_FORMATS, StoreFormat

STATS_SCHEMA = "larder.stats/1"
TOTAL_BUDGET = "total"
"""Name in the settings of the budget of all stores that record uses."""

TEMPORARY = (SmartName.TEMP, SmartName.LARDER_TEMP)

UNCOUNTED: Final = "A trainer writes down no lookups, so hits and misses are not known."
"""Said of a store whose lookups nobody recorded, in place of numbers."""


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """One store.

    Attributes:
        location: which.
        entries: values, index rows or groups.
        payload_files: finished payloads on disk.
        bytes: of those together.
        temporaries: unfinished writes.
        temporary_bytes: of those together.
        hits: lookups that found a value, None where none are recorded.
        misses: lookups that did not, None where none are recorded.
        last_used_ns: the latest use or write of a value, of a trainer's store the latest use that a
            training loop recorded; nanoseconds since 1970, None without one.
        budget_bytes: what the settings allow it, else what its last writer was given.
    """

    location: StoreLocation
    entries: int
    payload_files: int
    bytes: int
    temporaries: int
    temporary_bytes: int
    hits: int | None = None
    misses: int | None = None
    last_used_ns: int | None = None
    budget_bytes: int | None = None

    @property
    def note(self) -> str:
        """Why it has no count of lookups, "" where it has."""
        return UNCOUNTED if self.hits is None else ""


@dataclass(frozen=True, slots=True)
class WorkspaceStats:
    """Every store of a workspace, and what all together may take."""

    workspace: Workspace
    stores: tuple[StoreFigures, ...]
    total_budget_bytes: int | None


def store_stats(
    workspace: Workspace,
    *,
    stores: Collection[str] = (),
    budgets: Mapping[str, int],
    token: CancelToken,
) -> Job[WorkspaceStats]:
    """Count what stores hold; opens no payload and writes nothing.

    Args:
        workspace: whose stores.
        stores: ids of the stores to look at, none for all.
        budgets: bytes by kind of store, and "total".
        token: checked per store.

    Raises:
        UserFacingError: if a named store is none of the workspace's.
        WorkspaceError: if a store cannot be listed.
        JobCancelled: if the token was cancelled.
    """
    chosen = chosen_stores(workspace, stores)
    found: list[StoreFigures] = []
    for done, store in enumerate(chosen):
        token.check()
        yield Progress("counting payloads", done, len(chosen), "stores")
        try:
            found.append(_figures(store, budgets.get(store.kind.value)))
        except OSError as error:
            raise WorkspaceError(
                f"The cache folder {store.path} cannot be listed: {error.strerror or error}.",
                "Check that you may read it.") from error
    return WorkspaceStats(workspace, tuple(found), budgets.get(TOTAL_BUDGET))


def stats_document(stats: WorkspaceStats) -> dict[str, Any]:
    """The figures as a JSON-able `larder.stats/1` document."""
    stores = stats.stores
    return {
        "schema": STATS_SCHEMA,
        "workspace": {"root": str(stats.workspace.root), "opened": str(stats.workspace.opened)},
        "stores": [_store(store) for store in stores],
        "total": {
            "entries": sum(store.entries for store in stores),
            "payload_files": sum(store.payload_files for store in stores),
            "bytes": sum(store.bytes for store in stores),
            "temporaries": sum(store.temporaries for store in stores),
            "temporary_bytes": sum(store.temporary_bytes for store in stores),
            **_lookups(
                _sum_known(store.hits for store in stores),
                _sum_known(store.misses for store in stores)),
            "budget_bytes": stats.total_budget_bytes,
            "budgeted_bytes": budgeted_bytes(stores),
        },
    }


def budgeted_bytes(stores: Iterable[StoreFigures]) -> int:
    """Bytes of the stores that a budget holds for, those that can be pruned."""
    return sum(
        store.bytes for store in stores if store.location.kind.format in VALUE_FORMATS)


def _store(store: StoreFigures) -> dict[str, Any]:
    return {
        "id": store.location.id,
        "kind": store.location.kind.value,
        "path": store.location.spelled,
        "entries": store.entries,
        "payload_files": store.payload_files,
        "bytes": store.bytes,
        "temporaries": store.temporaries,
        "temporary_bytes": store.temporary_bytes,
        **_lookups(store.hits, store.misses),
        "note": store.note or None,
        "last_used_ns": store.last_used_ns,
        "budget_bytes": store.budget_bytes,
        "can_prune": store.location.kind.format in VALUE_FORMATS,
    }


def _sum_known(counts: Iterable[int | None]) -> int | None:
    """The sum of what was counted, None where nothing was."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _lookups(hits: int | None, misses: int | None) -> dict[str, Any]:
    if hits is None or misses is None:
        return {"hits": None, "misses": None, "hit_rate": None}
    lookups = hits + misses
    return {"hits": hits, "misses": misses, "hit_rate": hits / lookups if lookups else 0.0}


def _figures(store: StoreLocation, budget: int | None) -> StoreFigures:
    if store.kind.format in VALUE_FORMATS:
        return _of_values(store, budget)
    return _of_groups(store) if store.kind.format is StoreFormat.LEGACY else _of_index(store)


def _of_values(store: StoreLocation, budget: int | None) -> StoreFigures:
    listed = list_values(store.path, store.kind)
    lookups = lookup_counts(store.path, store.kind)
    used_ns = last_uses(store.path, store.kind, listed)
    if budget is None and lookups is not None:
        budget = lookups.budget_bytes
    return StoreFigures(
        store, len(listed.names), len(listed.names), int(listed.sizes.sum()),
        len(listed.temporaries), int(listed.temporary_sizes.sum()),
        hits=lookups.hits if lookups else None, misses=lookups.misses if lookups else None,
        last_used_ns=int(used_ns.max()) if len(used_ns) else None, budget_bytes=budget)


def _of_index(store: StoreLocation) -> StoreFigures:
    listing = scan_folder(store.path)
    index = present_index(cache_home(), store.path)
    kinds = [classify_smart_name(name) for name in listing.names]
    sizes = listing.sizes.tolist()
    payloads = [size for size, kind in zip(sizes, kinds, strict=True) if kind is SmartName.PAYLOAD]
    temps = [size for size, kind in zip(sizes, kinds, strict=True) if kind in TEMPORARY]
    lookups = lookup_counts(store.path, store.kind)
    return StoreFigures(
        store, len(index.columns), len(payloads), sum(payloads), len(temps), sum(temps),
        hits=lookups.hits if lookups else None, misses=lookups.misses if lookups else None,
        last_used_ns=lookups.last_used_ns if lookups else None)


def _of_groups(store: StoreLocation) -> StoreFigures:
    groups = [scan_legacy_group(store.path, key) for key in list_legacy_folders(store.path).groups]
    return StoreFigures(
        store, len(groups), len(groups), sum(group.bytes for group in groups), 0, 0)
