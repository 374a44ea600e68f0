"""What a clear would remove: everything that a store holds, with the index rows that name it.

The same plan as a clean's, applied and undone the same way. Files that are not the store's stay,
and so does the trainer's stand-in. An index loses the rows whose payloads go, whether their sources
are there or not.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence

from larder.core.clean.chosen_stores import chosen_stores, planned_store
from larder.core.clean.offers import Offer, bytes_below, bytes_on_disk
from larder.core.clean.plan import CleanPlan, CleanReason, PlannedStore, plan_of
from larder.core.clean.quarantine.record import count_files
from larder.core.errors import WorkspaceError
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import SmartName, classify_smart_name
from larder.core.stores.busy import busy_signs
from larder.core.stores.records import read_sources, sources_of
from larder.core.stores.released.groups import list_legacy_folders, scan_legacy_group
from larder.core.stores.smart.columns import IndexColumns
from larder.core.stores.smart.index_file import read_index
from larder.core.survey.report import IndexFacts
from larder.core.survey.value_stores import files_of, list_values, value_busy_signs
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import VALUE_FORMATS, StoreFormat

CLEARED = (SmartName.PAYLOAD, SmartName.TEMP, SmartName.LARDER_TEMP)
"""Names in a trainer's cache that a clear takes."""


def clear_plan(
    workspace: Workspace, *, stores: Collection[str] = (), now_ns: int, token: CancelToken
) -> Job[CleanPlan]:
    """Plan a clear.

    Args:
        workspace: whose stores.
        stores: ids of the stores to clear, none for all.
        now_ns: the time, nanoseconds since 1970.
        token: checked per store.

    Raises:
        UserFacingError: if a named store is none of the workspace's.
        WorkspaceError: if a store cannot be listed.
        JobCancelled: if the token was cancelled.
    """
    chosen = {store.id for store in chosen_stores(workspace, stores)}
    planned: list[PlannedStore] = []
    offers: list[Offer] = []
    for at, store in enumerate(workspace.stores):
        token.check()
        yield Progress("listing payloads", at, len(workspace.stores), "stores")
        if store.id not in chosen:
            planned.append(planned_store(store, busy=()))
            continue
        try:
            one, found = _store(at, store, now_ns)
        except OSError as error:
            raise WorkspaceError(
                f"The cache folder {store.path} cannot be listed: {error.strerror or error}.",
                "Check that you may read it.") from error
        planned.append(one)
        offers += found
    return plan_of(workspace, planned, offers, now_ns=now_ns)


def _store(at: int, store: StoreLocation, now_ns: int) -> tuple[PlannedStore, list[Offer]]:
    if store.kind.format in VALUE_FORMATS:
        return _values(at, store, now_ns)
    listing = scan_folder(store.path)
    busy = busy_signs(store.path, listing=listing, now_ns=now_ns)
    if store.kind.format is StoreFormat.LEGACY:
        return planned_store(store, busy=busy), list(_groups(at, store))
    return _smart(at, store, listing, busy)


def _values(at: int, store: StoreLocation, now_ns: int) -> tuple[PlannedStore, list[Offer]]:
    listed, record = list_values(store.path, store.kind), read_sources(store.path)
    parts = files_of(store.path, store.kind)
    columns = (
        (listed.names, listed.sizes, listed.mtimes_ns),
        (listed.temporaries, listed.temporary_sizes, listed.temporary_mtimes_ns))
    offers = [
        _offer(at, store, name, size, mtime_ns, sources=sources_of(record, name),
               files=len(parts.get(name, (name,))))
        for names, sizes, mtimes_ns in columns
        for name, size, mtime_ns in zip(names, sizes.tolist(), mtimes_ns.tolist(), strict=True)]
    busy = value_busy_signs(store.path, listed, now_ns=now_ns)
    return planned_store(store, busy=busy), offers


def _groups(at: int, store: StoreLocation) -> list[Offer]:
    """Whole groups; one with a file that the trainer did not put there stays."""
    groups = [scan_legacy_group(store.path, key) for key in list_legacy_folders(store.path).groups]
    return [
        Offer(
            store=at, reason=CleanReason.CLEARED, payload=group.key, sources=(), size=group.bytes,
            on_disk=bytes_below(store.path / group.key), mtime_ns=group.folder_ns,
            written_ns=group.newest_ns or group.folder_ns, why="",
            files=count_files(store.path / group.key)[0])
        for group in groups if not group.strays]


def _smart(
    at: int, store: StoreLocation, listing: FolderListing, busy: Sequence[str]
) -> tuple[PlannedStore, list[Offer]]:
    index = read_index(store.path)
    keys = _keys_by_stem(index.columns)
    facts = IndexFacts.of(index)
    missing = facts.why_rows_are_missing
    why = f"{missing} A row of it may name this file." if missing else ""
    rows = zip(listing.names, listing.sizes.tolist(), listing.mtimes_ns.tolist(), strict=True)
    offers = [
        _offer(
            at, store, name, size, mtime_ns,
            sources=keys.get(name.rpartition("_")[0], ()) if name.endswith(".pt") else (),
            why=why if name.endswith(".pt") else "")
        for name, size, mtime_ns in sorted(rows)
        if name not in listing.links and classify_smart_name(name) in CLEARED]
    stamp = facts.stamp
    planned = planned_store(
        store, busy=busy, stamp=None if stamp is None else stamp.without_ctime(),
        index_copy=facts.copy, separator=index.columns.separator,
        rows=() if facts.damage and not facts.recovered else index.columns.keys())
    return planned, offers


def _offer(
    at: int,
    store: StoreLocation,
    name: str,
    size: int,
    mtime_ns: int,
    *,
    sources: tuple[str, ...] = (),
    why: str = "",
    files: int = 1,
) -> Offer:
    path = os.path.join(store.path, name)  # noqa: PTH118 - one of many thousands
    return Offer(
        store=at, reason=CleanReason.CLEARED, payload=name, sources=sources, size=size,
        on_disk=bytes_on_disk(path, size), mtime_ns=mtime_ns, written_ns=mtime_ns, why=why,
        files=files)


def _keys_by_stem(columns: IndexColumns) -> Mapping[str, tuple[str, ...]]:
    """Payload name without variation -> the rows that name it."""
    keys = columns.keys()
    found: dict[str, tuple[str, ...]] = {}
    for stem, row in zip(columns.stems, columns.variant_row.tolist(), strict=True):
        known = found.get(stem, ())
        if keys[row] not in known:
            found[stem] = (*known, keys[row])
    return found
