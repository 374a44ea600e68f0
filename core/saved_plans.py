"""Plans on disk: what all of them say, and when one may be carried out.

A saved plan names its workspace, the options it was made with, its stores with the state of their
indexes, and its items. It is never carried out from its own words: the workspace is opened again,
the plan is made anew with the same options, and of that only what the file lists is kept. So
nothing that stands in an old or an edited file does more than a plan of today would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from larder.core.errors import StalePlanError, WorkspaceError
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.files.file_stamp import IndexStamp, index_stamp
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreFormat, StoreKind
from larder.core.workspace.store_locations import StoreLocation, require_planned_store

AGAIN: Final = "Plan again."

NO_PLAN: Final = "Give a file that --out saved."

Saved = TypeVar("Saved", bound=msgspec.Struct)


class SavedStore(msgspec.Struct, frozen=True, gc=False):
    """A store of a plan.

    Attributes:
        id: its id in the workspace.
        kind: format and content.
        path: its folder.
    """

    id: str
    kind: StoreKind
    path: str


class SavedLeft(msgspec.Struct, frozen=True, gc=False):
    """A source that could not be read when a plan was made."""

    store: str
    source: str


class SavedPlan(msgspec.Struct, kw_only=True):
    """What every saved plan says.

    Attributes:
        schema: what it is a plan of.
        made_at_ns: when it was made, nanoseconds since 1970.
        request: the options it was made with.
        store_facts: its stores.
        stamps: their indexes when they were surveyed, None for none.
    """

    schema: str
    made_at_ns: int
    request: dict[str, Any]
    store_facts: list[SavedStore]
    stamps: dict[str, IndexStamp | None] = {}


def plan_head(
    stores: Sequence[StoreLocation], stamps: Mapping[str, IndexStamp | None], *,
    request: Mapping[str, Any], made_at_ns: int,
) -> dict[str, Any]:
    """The part of a plan's document that `SavedPlan` reads, but for its schema.

    Args:
        stores: of the plan.
        stamps: of their indexes, by store id.
        request: the options it was made with, as plain values.
        made_at_ns: when it was made.
    """
    return {
        "made_at_ns": made_at_ns, "request": dict(request),
        "store_facts": [
            {"id": store.id, "kind": store.kind.value, "path": str(store.path)}
            for store in stores],
        "stamps": {store.id: msgspec.to_builtins(stamps.get(store.id)) for store in stores}}


def read_saved(path: Path, kind: type[Saved]) -> Saved:
    """Read a plan's file.

    Raises:
        WorkspaceError: if it cannot be read or is no such plan.
    """
    try:
        return decode_ascii_json(path.read_bytes(), kind)
    except OSError as error:
        raise WorkspaceError(
            f"The plan {path} cannot be read: {error.strerror}.", NO_PLAN) from error
    except UnreadableJsonError as error:
        raise WorkspaceError(f"The file {path} is no plan of Larder's: {error}.", NO_PLAN) \
            from error


def require_stores(workspace: Workspace, plan: SavedPlan) -> None:
    """Make sure that a plan's stores are stores, those of today, and as they were.

    Raises:
        StalePlanError: if one is not.
        UserFacingError: if what would be written in one is a link.
    """
    for store in plan.store_facts:
        location = require_planned_store(
            workspace.stores, store.id, store.kind, Path(store.path), may_be_new=True)
        is_smart = location.kind.format is StoreFormat.SMART
        if is_smart and index_stamp(location.path / INDEX_NAME) != plan.stamps.get(store.id):
            raise StalePlanError(
                f"The index of {location.path} changed after the plan was made.", AGAIN)
