"""What a prune would remove: values not used for long, then the least recently used over a budget.

The same plan as a clean's, applied and undone the same way. Only stores that remember uses can be
pruned: nothing in a trainer's image and text caches tells when a payload was last read, and the
date of the file is the date it was made. A value nobody has looked up counts from when it was
written.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from larder.core.clean.chosen_stores import chosen_stores, planned_store
from larder.core.clean.offers import Offer, bytes_on_disk
from larder.core.clean.plan import CleanPlan, CleanReason, PlannedStore, plan_of
from larder.core.clean.rules import why_young
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.stores.records import RecordedSource, read_sources, sources_of
from larder.core.survey.value_stores import ListedValues, files_of, list_values, value_busy_signs
from larder.core.survey.value_uses import last_uses
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.store_kinds import VALUE_FORMATS, StoreKind

Column = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PruneRules:
    """What goes.

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


@dataclass(frozen=True, slots=True)
class PrunePlan:
    """A plan, and one sentence for each thing that it leaves out."""

    plan: CleanPlan
    notes: tuple[str, ...]


@dataclass(slots=True)
class _Values:
    """All values of the pruned stores, one after another.

    Attributes:
        store: number of the store, int64, shape (n,).
        place: number in its store's listing.
        sizes: bytes.
        used_ns: last use.
        stays: whether nothing removes it yet, bool.
    """

    store: Column
    place: Column
    sizes: Column
    used_ns: Column
    stays: npt.NDArray[np.bool_]


def prune_plan(
    workspace: Workspace,
    rules: PruneRules,
    *,
    stores: Collection[str] = (),
    now_ns: int,
    token: CancelToken,
) -> Job[PrunePlan]:
    """Plan a prune.

    Args:
        workspace: whose stores.
        rules: what goes.
        stores: ids of the stores to look at, none for all that can be pruned.
        now_ns: the time, nanoseconds since 1970.
        token: checked per store.

    Raises:
        UserFacingError: if a named store is none of the workspace's or cannot be pruned.
        WorkspaceError: if a store cannot be listed.
        JobCancelled: if the token was cancelled.
    """
    chosen = chosen_stores(workspace, stores)
    notes = [_why_not(store) for store in chosen if store.kind.format not in VALUE_FORMATS]
    if notes and stores:
        raise UserFacingError(notes[0], "Use `larder clear` to empty it, or `larder clean`.")
    pruned = [store for store in chosen if store.kind.format in VALUE_FORMATS]
    listings: list[ListedValues] = []
    for done, store in enumerate(pruned):
        token.check()
        yield Progress("listing payloads", done, len(pruned), "stores")
        listings.append(list_values(store.path, store.kind))
    used = [last_uses(store.path, store.kind, listed)
            for store, listed in zip(pruned, listings, strict=True)]
    values = _values(listings, used)
    reasons = _chosen(values, pruned, rules, now_ns)
    offers = _temporaries(pruned, listings, rules, now_ns)
    records = [read_sources(store.path) for store in pruned]
    parts = [files_of(store.path, store.kind) for store in pruned]
    for reason, picked in reasons.items():
        offers += [
            _offer(values, listings, pruned, int(at), reason, records, parts) for at in picked]
    planned = _planned(workspace, pruned, listings, now_ns)
    numbers = {store.id: at for at, store in enumerate(planned)}
    for offer in offers:
        offer.store = numbers[pruned[offer.store].id]
    offers.sort(key=lambda offer: (offer.reason.value, offer.store))
    return PrunePlan(plan_of(workspace, planned, offers, now_ns=now_ns), tuple(notes))


def _why_not(store: StoreLocation) -> str:
    return (f"The {store.id} cache records no uses, so nothing tells which of its payloads were "
            "not used for long; it is neither counted nor pruned.")


def _values(listings: Sequence[ListedValues], used: Sequence[Column]) -> _Values:
    counts = [len(listed.names) for listed in listings]
    none = np.zeros(0, dtype=np.int64)
    return _Values(
        store=np.repeat(np.arange(len(counts)), counts).astype(np.int64),
        place=np.concatenate([none, *(np.arange(count) for count in counts)]).astype(np.int64),
        sizes=np.concatenate([none, *(listed.sizes for listed in listings)]),
        used_ns=np.concatenate([none, *used]),
        stays=np.ones(sum(counts), dtype=np.bool_))


def _chosen(
    values: _Values, stores: Sequence[StoreLocation], rules: PruneRules, now_ns: int
) -> dict[CleanReason, Column]:
    """Numbers of the values that go, least recently used first; each has one reason."""
    order = np.lexsort((values.place, values.store, values.used_ns)).astype(np.int64)
    aged = np.zeros(0, dtype=np.int64)
    if rules.older_than_s is not None:
        oldest_kept = now_ns - int(rules.older_than_s * 1e9)
        aged = order[values.used_ns[order] < oldest_kept]
        values.stays[aged] = False
    over: list[Column] = []
    for kind, limit in rules.kind_bytes.items():
        of_kind = np.array([store.kind is kind for store in stores], dtype=np.bool_)
        over.append(_over(values, order[of_kind[values.store[order]]], limit))
    if rules.total_bytes is not None:
        over.append(_over(values, order, rules.total_bytes))
    return {
        CleanReason.AGED: aged,
        CleanReason.OVER_BUDGET: np.concatenate([np.zeros(0, dtype=np.int64), *over])}


def _over(values: _Values, order: Column, limit: int) -> Column:
    """The first of `order` that have to go for the rest to fit; they do not stay any more."""
    left = order[values.stays[order]]
    before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(values.sizes[left])])
    goes: Column = left[before[-1] - before[:-1] > limit]
    values.stays[goes] = False
    return goes


def _offer(
    values: _Values,
    listings: Sequence[ListedValues],
    stores: Sequence[StoreLocation],
    at: int,
    reason: CleanReason,
    records: Sequence[Mapping[str, RecordedSource]],
    parts: Sequence[Mapping[str, tuple[str, ...]]],
) -> Offer:
    store, place = int(values.store[at]), int(values.place[at])
    name, size = listings[store].names[place], int(values.sizes[at])
    return Offer(
        store=store, reason=reason, payload=name, sources=sources_of(records[store], name),
        size=size,
        on_disk=bytes_on_disk(os.path.join(stores[store].path, name), size),  # noqa: PTH118
        mtime_ns=int(listings[store].mtimes_ns[place]), written_ns=int(values.used_ns[at]), why="",
        files=len(parts[store].get(name, (name,))))


def _temporaries(
    stores: Sequence[StoreLocation],
    listings: Sequence[ListedValues],
    rules: PruneRules,
    now_ns: int,
) -> list[Offer]:
    min_age_ns = int(rules.min_age_s * 1e9)
    return [
        Offer(
            store=at, reason=CleanReason.TEMP_LEFTOVER, payload=name, sources=(), size=size,
            on_disk=bytes_on_disk(str(stores[at].path / name), size), mtime_ns=mtime_ns,
            written_ns=mtime_ns, why=why_young(mtime_ns, now_ns=now_ns, min_age_ns=min_age_ns))
        for at, listed in enumerate(listings)
        for name, size, mtime_ns in zip(
            listed.temporaries, listed.temporary_sizes.tolist(),
            listed.temporary_mtimes_ns.tolist(), strict=True)]


def _planned(
    workspace: Workspace,
    pruned: Sequence[StoreLocation],
    listings: Sequence[ListedValues],
    now_ns: int,
) -> list[PlannedStore]:
    """Every store of the workspace, so that a plan's numbers are those of a survey."""
    busy = {
        store.id: value_busy_signs(store.path, listed, now_ns=now_ns)
        for store, listed in zip(pruned, listings, strict=True)}
    return [planned_store(store, busy=busy.get(store.id, ())) for store in workspace.stores]
