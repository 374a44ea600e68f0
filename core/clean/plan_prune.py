"""Scope of a prune or a clear: values not used for long or over a budget, or everything.

Nothing is wrong with these values. Only stores that remember uses can be pruned: nothing in a
trainer's image and text caches records when a payload was last read, and the date of the file is
the date it was made. The age of a value that was never looked up counts from when it was written.

A clear takes the whole content of a store, with the index rows that name it, whether their sources
are there or not. Files that are not the store's stay, and so does the trainer's stand-in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.clean.keep_for import untick_read
from larder.core.clean.plan import CleanPlan, CleanReason, Offer, PlannedStore, plan_of
from larder.core.clean.plan_clean import WhyYoung, group_offer, judge_ages
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.folder_scan import scan_folder
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import IndexedName, classify_indexed_name
from larder.core.stores.busy import OpenFiles, busy_signs
from larder.core.stores.cache_store import StoreListing
from larder.core.stores.indexed.index_file import read_index
from larder.core.stores.records import RecordedSource, read_sources, sources_of
from larder.core.stores.released.group_files import own_files_text
from larder.core.stores.values.uses import read_uses
from larder.core.survey.released.busy import group_busy_signs, groups_in
from larder.core.survey.report import IndexFacts, SurveyReport
from larder.core.survey.values.facts import files_of, list_values, value_busy_signs
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import StoreFormat, StoreKind, WrittenFormats
from larder.core.workspace.store_locations import explain_only_read
from larder.core.writes.last_good import backup_growth

Column = npt.NDArray[np.int64]

CLEARED = (IndexedName.PAYLOAD, IndexedName.TEMP, IndexedName.LARDER_TEMP)
"""Names in a trainer's cache that a clear takes."""


@dataclass(frozen=True, slots=True)
class PruneRules:
    """Limits on age and size that a prune applies.

    Attributes:
        older_than_s: values not used for so many seconds, None for any age.
        total_bytes: what all pruned stores together may take, None without a limit.
        kind_bytes: what the stores of a kind together may take; kinds without a limit are missing.
        min_age_s: unfinished writes younger than this are not preselected.
    """

    older_than_s: float | None = None
    total_bytes: int | None = None
    kind_bytes: Mapping[StoreKind, int] = field(default_factory=dict)
    min_age_s: float = 24 * 3600.0


def prune_plan(
    workspace: Workspace,
    rules: PruneRules,
    *,
    stores: Collection[str] = (),
    now_ns: int,
    token: CancelToken,
) -> Job[CleanPlan]:
    """Plan a prune; the plan's notes say which stores it leaves out.

    Without named stores it looks at all that can be pruned.

    Raises:
        UserFacingError: if a named store is none of the workspace's, is only read, or cannot be
            pruned.
        WorkspaceError: if a store cannot be listed.
    """
    chosen, only_read = _select_written_stores(workspace, stores)
    untimed = tuple(
        f"The {store.id} cache does not record when its files were used, so it is neither counted "
        "nor pruned."
        for store in chosen if not store.kind.traits.remembers_uses)
    if untimed and stores:
        raise UserFacingError(untimed[0], "Use `larder clear` to empty it, or `larder clean` to "
                                          "remove what is no longer needed.")
    pruned = [store for store in chosen if store.kind.traits.remembers_uses]
    values: list[_Values] = []
    for done, store in enumerate(pruned):
        token.check()
        yield Progress("listing cached files", done, len(pruned), "caches")
        values.append(_Values.of(workspace, store))
    used = [
        read_uses(of.store.path, of.store.kind).last_uses(of.listed.names, of.listed.mtimes_ns)
        for of in values]
    offers = [
        offer for of in values for offer in of.temporaries(
            CleanReason.TEMP_LEFTOVER, judge_ages(rules.min_age_s, now_ns))]
    for reason, goes in _least_recently_used(values, used, rules, now_ns).items():
        offers += [
            values[of].offer(place, reason, used_ns=int(used[of][place])) for of, place in goes]
    offers.sort(key=lambda offer: (offer.reason.value, offer.store))
    open_files = OpenFiles()
    busy = {
        of.store.id: value_busy_signs(
            of.store.path, of.listed, now_ns=now_ns, open_files=open_files)
        for of in values}
    return plan_of(
        workspace.named,
        [_make_planned_store(store, busy=busy.get(store.id, ())) for store in workspace.stores], {},
        offers, now_ns=now_ns, notes=(*only_read, *untimed))


def clear_plan(
    workspace: Workspace,
    *,
    stores: Collection[str] = (),
    kept: Sequence[SurveyReport] = (),
    now_ns: int,
    token: CancelToken,
) -> Job[CleanPlan]:
    """Plan a clear.

    Without named stores all are cleared. What the `keep_for` configs need stays.

    Raises:
        UserFacingError: if a named store is none of the workspace's, or is only read.
        WorkspaceError: if a store cannot be listed.
    """
    written, only_read = _select_written_stores(workspace, stores)
    chosen = {store.id for store in written}
    planned: list[PlannedStore] = []
    stamps: dict[str, IndexStamp | None] = {}
    offers: list[Offer] = []
    notes = [*only_read]
    for at, store in enumerate(workspace.stores):
        token.check()
        yield Progress("listing cached files", at, len(workspace.stores), "caches")
        if store.id not in chosen:
            planned.append(_make_planned_store(store))
            continue
        try:
            cleared = _CLEARS[store.kind.format](workspace, at, now_ns)
        except OSError as error:
            raise WorkspaceError.of_listing(store.path, error) from error
        planned.append(cleared.store)
        offers += cleared.offers
        notes += cleared.notes
        stamps.update(cleared.stamps)
    for config in kept:
        untick_read(offers, [(store.path, store.kind) for store in workspace.stores], config)
    return plan_of(
        workspace.named, planned, stamps, offers, now_ns=now_ns, notes=tuple(notes) or None,
        keep_for=[config.workspace.opened for config in kept], row_bytes={
            store.id: stamp.size // max(len(store.dead_rows), 1) for store in planned
            if (stamp := stamps.get(store.id)) is not None},
        backup_bytes={
            store.id: backup_growth(store.folder, stamp.size) for store in planned
            if (stamp := stamps.get(store.id)) is not None})


def select_stores(workspace: Workspace, identities: Collection[str]) -> tuple[StoreLocation, ...]:
    """The stores with these ids that are there, all of them without any.

    Raises:
        UserFacingError: if an id is none of this workspace's.
    """
    known = {store.id for store in workspace.stores}
    unknown = next((identity for identity in identities if identity not in known), None)
    if unknown is not None:
        raise UserFacingError(
            f"There is no cache {unknown!r}.", f"This workspace has {', '.join(sorted(known))}.")
    return tuple(
        store for store in workspace.stores
        if store.exists and (not identities or store.id in identities))


def _select_written_stores(
    workspace: Workspace, identities: Collection[str]
) -> tuple[tuple[StoreLocation, ...], tuple[str, ...]]:
    """As `select_stores`, without those that are only read, and a sentence about these.

    Raises:
        UserFacingError: if an id is none of this workspace's, or names one that is only read.
    """
    chosen = select_stores(workspace, identities)
    only_read = [store.id for store in chosen if not store.kind.traits.may_write]
    if only_read and identities:
        raise UserFacingError(explain_only_read(only_read[:1]), "Leave it out.")
    return (tuple(store for store in chosen if store.kind.traits.may_write),
            (explain_only_read(only_read),) if only_read else ())


def _make_planned_store(store: StoreLocation, *, busy: Sequence[str] = ()) -> PlannedStore:
    """A store without an index, or that nothing is taken from."""
    return PlannedStore(
        id=store.id, kind=store.kind, path=str(store.path), busy=tuple(busy), by_choice=True)


@dataclass(frozen=True, slots=True)
class _Values:
    """A store of single values.

    Attributes:
        number: of the store in the workspace.
        record: what is known of their sources, by name.
        parts: files of the values that have several.
    """

    number: int
    store: StoreLocation
    listed: StoreListing
    record: Mapping[str, RecordedSource]
    parts: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, workspace: Workspace, store: StoreLocation) -> _Values:
        """Return the values of one store."""
        return cls(
            workspace.stores.index(store), store, list_values(store.path, store.kind),
            read_sources(store.path), files_of(store.path, store.kind))

    def offer(self, place: int, reason: CleanReason, *, used_ns: int | None = None) -> Offer:
        """The value at a place of the listing."""
        name, mtime_ns = self.listed.names[place], int(self.listed.mtimes_ns[place])
        return Offer(
            store=self.number, reason=reason, payload=name, sources=sources_of(self.record, name),
            size=int(self.listed.sizes[place]), mtime_ns=mtime_ns,
            written_ns=mtime_ns if used_ns is None else used_ns,
            again=1, files=len(self.parts.get(name, (name,))))

    def temporaries(
        self, reason: CleanReason, why_young: WhyYoung = lambda _: ""
    ) -> Iterator[Offer]:
        """Unfinished writes; those that are too young, if age counts, are not preselected."""
        found = self.listed.temporaries
        for name, size, mtime_ns in zip(
                found.names, found.sizes.tolist(), found.mtimes_ns.tolist(), strict=True):
            yield Offer(
                store=self.number, reason=reason, payload=name, sources=(), size=size,
                mtime_ns=mtime_ns, written_ns=mtime_ns,
                why=why_young(mtime_ns))


def _least_recently_used(
    values: Sequence[_Values], used: Sequence[Column], rules: PruneRules, now_ns: int
) -> dict[CleanReason, list[tuple[int, int]]]:
    """Return the values to remove, least recently used first.

    Each is (number in `values`, place in its listing). `used` has the last use of each store's
    values, nanoseconds since 1970, int64, shape (values,).
    """
    none = np.zeros(0, dtype=np.int64)
    counts = [len(of.listed.names) for of in values]
    owner = np.repeat(np.arange(len(counts)), counts)
    place = np.concatenate([none, *map(np.arange, counts)])
    sizes = np.concatenate([none, *(of.listed.sizes for of in values)])
    used_ns = np.concatenate([none, *used])
    stays = np.ones(len(place), dtype=np.bool_)
    order = np.lexsort((place, owner, used_ns))

    def over(limit: int, among: Column) -> Column:
        """The first of some that have to go for the rest to fit."""
        left = among[stays[among]]
        before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes[left])])
        goes: Column = left[before[-1] - before[:-1] > limit]
        stays[goes] = False
        return goes

    aged = none
    if rules.older_than_s is not None:
        aged = order[used_ns[order] < now_ns - int(rules.older_than_s * 1e9)]
        stays[aged] = False
    too_much = [
        over(limit, order[np.array([of.store.kind is kind for of in values], np.bool_)[
            owner[order]]])
        for kind, limit in rules.kind_bytes.items()]
    if rules.total_bytes is not None:
        too_much.append(over(rules.total_bytes, order))
    chosen = {
        CleanReason.AGED: aged, CleanReason.OVER_BUDGET: np.concatenate([none, *too_much])}
    return {
        reason: list(zip(owner[goes].tolist(), place[goes].tolist(), strict=True))
        for reason, goes in chosen.items()}


class _ClearedStore(msgspec.Struct, frozen=True):
    """Content that a clear takes of one store; `stamps` and `notes` are those of the plan."""

    store: PlannedStore
    offers: Sequence[Offer]
    stamps: Mapping[str, IndexStamp | None] = {}
    notes: Sequence[str] = ()


def _clear_values(workspace: Workspace, at: int, now_ns: int) -> _ClearedStore:
    store = workspace.stores[at]
    of = _Values.of(workspace, store)
    return _ClearedStore(
        _make_planned_store(store, busy=value_busy_signs(store.path, of.listed, now_ns=now_ns)),
        [*(of.offer(place, CleanReason.CLEARED) for place in range(len(of.listed.names))),
         *of.temporaries(CleanReason.CLEARED)])


def _clear_groups(workspace: Workspace, at: int, now_ns: int) -> _ClearedStore:
    store = workspace.stores[at]
    groups = groups_in(store.path)
    return _ClearedStore(
        _make_planned_store(store, busy=group_busy_signs(store.path, groups, now_ns=now_ns)),
        [group_offer(at, store.path, group, CleanReason.CLEARED, is_read=True)
         for group in groups if not group.strays],
        notes=[f"{store.id}/{group.key}: {own_files_text(group.strays)}"
               for group in groups if group.strays])


def _clear_indexed(workspace: Workspace, at: int, now_ns: int) -> _ClearedStore:
    store = workspace.stores[at]
    listing, index = scan_folder(store.path), read_index(store.path)
    sources = index.columns.keys()
    keys = {stem: tuple(dict.fromkeys(sources[row] for row in rows))
            for stem, rows in index.columns.rows_by_stem().items()}
    facts = IndexFacts.of(index)
    why = facts.why_a_row_may_name_it
    rows = zip(listing.names, listing.sizes.tolist(), listing.mtimes_ns.tolist(), strict=True)
    offers = [
        Offer(
            store=at, reason=CleanReason.CLEARED, payload=name,
            sources=keys.get(name.rpartition("_")[0], ()) if name.endswith(".pt") else (),
            size=size, mtime_ns=mtime_ns, written_ns=mtime_ns,
            why=why if name.endswith(".pt") else "",
            again=int(name.rpartition("_")[0] in keys))
        for name, size, mtime_ns in sorted(rows)
        if name not in listing.links and classify_indexed_name(name) in CLEARED]
    planned = PlannedStore(
        id=store.id, kind=store.kind, path=str(store.path), index_copy=facts.copy,
        separator=index.columns.separator, by_choice=True,
        busy=tuple(busy_signs(store.path, listing=listing, now_ns=now_ns)),
        dead_rows=() if facts.damage and not facts.recovered else tuple(sources))
    stamp = None if facts.stamp is None else facts.stamp.without_ctime()
    return _ClearedStore(planned, offers, {store.id: stamp})


_CLEARS: Final[WrittenFormats[Callable[[Workspace, int, int], _ClearedStore]]] = {
    StoreFormat.INDEXED: _clear_indexed,
    StoreFormat.RELEASED: _clear_groups,
    StoreFormat.VALUES: _clear_values,
    StoreFormat.TREES: _clear_values,
}
"""Clears a store, by its number in the workspace, at a time in nanoseconds."""
