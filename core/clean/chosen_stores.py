"""Which stores of a workspace a verb is about, and what a plan says of each of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from larder.core.clean.plan import PlannedStore
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import IndexStamp
from larder.core.survey.report import IndexCopy
from larder.core.workspace.open_workspace import StoreLocation, Workspace


def chosen_stores(workspace: Workspace, identities: Collection[str]) -> tuple[StoreLocation, ...]:
    """The stores with these ids that are there, all of them without any.

    Raises:
        UserFacingError: if an id is none of this workspace's.
    """
    known = {store.id for store in workspace.stores}
    unknown = next((identity for identity in identities if identity not in known), None)
    if unknown is not None:
        raise UserFacingError(
            f"There is no store {unknown!r}.", f"This workspace has {', '.join(sorted(known))}.")
    return tuple(
        store for store in workspace.stores
        if store.exists and (not identities or store.id in identities))


def planned_store(
    location: StoreLocation,
    *,
    busy: Sequence[str],
    stamp: IndexStamp | None = None,
    index_copy: IndexCopy = IndexCopy.NONE,
    separator: str = "/",
    rows: Sequence[str] = (),
) -> PlannedStore:
    """A store of a plan that removes what the user chose.

    Args:
        location: which.
        busy: signs of a program at work in it.
        stamp: its index when it was read.
        index_copy: the copy that was read.
        separator: what joins folders in its keys.
        rows: index rows that go, whether their sources are there or not.
    """
    return PlannedStore(
        id=location.id, kind=location.kind, folder=location.path, stamp=stamp,
        index_copy=index_copy, separator=separator, busy=tuple(busy), dead_rows=tuple(rows),
        by_choice=True)
