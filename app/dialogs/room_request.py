"""What a prune or a clear is asked for; its plan is shown and applied as one of a clean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from larder.app.cache_session import CacheSession
from larder.app.models.plan_document import PlanDocument
from larder.app.models.survey_document import StoreFacts
from larder.core.requests.options import ClearOptions, PruneOptions
from larder.core.workspace.store_kinds import StoreFormat, StoreKind


@dataclass(frozen=True, slots=True)
class RoomRequest:
    """Makes room in some stores.

    Attributes:
        stores: ids, none for all that can be.
    """

    stores: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PruneRequest(RoomRequest):
    """By age and size; without either by the budgets of the preferences.

    Attributes:
        older_than: as "90d", "" for any age.
        budget: as "10GB", "" for no limit.
    """

    older_than: str = ""
    budget: str = ""


@dataclass(frozen=True, slots=True)
class ClearRequest(RoomRequest):
    """Everything of them."""


@dataclass(frozen=True, slots=True)
class RoomJob:
    """What a worker is asked for the plan: the request's kind and its options."""

    kind: str
    options: Any = field(repr=False)


def room_job(session: CacheSession, request: RoomRequest, plan: Path, tables: Path) -> RoomJob:
    """The request that plans it."""
    more = {"stores": request.stores, "plan": str(plan), "tables": str(tables)}
    if isinstance(request, PruneRequest):
        return RoomJob("plan-prune", session.about_this(
            PruneOptions, older_than=request.older_than or None, budget=request.budget or None,
            **more))
    return RoomJob("plan-clear", session.about_this(ClearOptions, **more))


def stores_of(document: PlanDocument, request: RoomRequest | None) -> Sequence[str]:
    """Ids of the stores that a plan is about, none for all that it names."""
    if isinstance(request, PruneRequest) and not request.stores:
        return [store.id for store in document.store_facts if can_prune(store.kind)]
    return () if request is None else request.stores


def prunable_stores(session: CacheSession) -> Sequence[StoreFacts]:
    """Stores of the latest survey that remember when a value was used."""
    return [store for store in clearable_stores(session) if can_prune(store.kind)]


def clearable_stores(session: CacheSession) -> Sequence[StoreFacts]:
    """Stores of the latest survey."""
    snapshot = session.snapshot
    return () if snapshot is None else snapshot.document.stores


def can_prune(kind: str) -> bool:
    """Whether a store of a kind, by its name in documents, can be pruned."""
    return any(kind == known.value for known in StoreKind
               if known.format in (StoreFormat.SHARDED, StoreFormat.TREE))
