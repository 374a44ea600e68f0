"""Plans on disk: what all of them say, and when one may be carried out.

A saved plan is its document, and behind that what it was made of: the options, which name the
workspace, and its stores with the state of their indexes. It is never carried out from its own
words: the workspace is opened again, the plan is made anew with the same options, and of that only
what the file lists is kept. So nothing that stands in an old or an edited file does more than a
plan of today would.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import msgspec

from larder.core.errors import StalePlanError, WorkspaceError, error_reason
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.files.file_stamp import IndexStamp, index_stamp
from larder.core.files.regular_file import LARGEST_DOCUMENT, read_regular
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreKind
from larder.core.workspace.store_locations import StoreLocation, require_planned_store

AGAIN: Final = "Make a new plan."

NO_PLAN: Final = "Give a file that was saved with --out."

Document = TypeVar("Document", bound=msgspec.Struct)


class SavedStore(msgspec.Struct, frozen=True, gc=False):
    """A store of a plan."""

    id: str
    kind: StoreKind
    path: str


class PlanOrigin(msgspec.Struct, frozen=True, kw_only=True):
    """Origin of a saved plan: the request, the stores and the workspace it was made from.

    Attributes:
        made_at_ns: when it was made, nanoseconds since 1970.
        request: the options it was made with.
        store_facts: its stores.
        stamps: their indexes when they were surveyed, None for none.
        made_from: `Workspace.digest`, "" where there is no config.
    """

    made_at_ns: int
    request: dict[str, Any]
    store_facts: tuple[SavedStore, ...]
    stamps: dict[str, IndexStamp | None] = {}
    made_from: str

    @classmethod
    def of(
        cls, stores: Sequence[StoreLocation], stamps: Mapping[str, IndexStamp | None],
        request: Mapping[str, Any], *, made_from: str,
    ) -> Self:
        """That of a plan made now.

        Args:
            stores: of the plan.
            stamps: of their indexes, by store id.
            request: the options it was made with, as plain values.
            made_from: `Workspace.digest`.
        """
        return cls(
            made_at_ns=time.time_ns(), request=dict(request),
            store_facts=tuple(
                SavedStore(store.id, store.kind, str(store.path)) for store in stores),
            stamps={store.id: stamps.get(store.id) for store in stores}, made_from=made_from)


def encode_plan(document: msgspec.Struct, origin: PlanOrigin) -> dict[str, Any]:
    """A plan as it is saved."""
    return {**msgspec.to_builtins(document), **msgspec.to_builtins(origin)}


def read_plan(path: Path, kind: type[Document]) -> tuple[Document, PlanOrigin]:
    """Read a plan's file: its document, and what it was made of.

    Raises:
        WorkspaceError: if it cannot be read or is no such plan.
    """
    return read_saved(path, kind), read_saved(path, PlanOrigin)


def read_saved(path: Path, kind: type[Document]) -> Document:
    """Read what `kind` knows of a plan's file.

    Raises:
        WorkspaceError: if it cannot be read or is no such plan.
    """
    try:
        return decode_ascii_json(read_regular(path, at_most=LARGEST_DOCUMENT), kind)
    except OSError as error:
        raise WorkspaceError(
            f"The plan {path} cannot be read: {error_reason(error)}.", NO_PLAN) from error
    except UnreadableJsonError as error:
        raise WorkspaceError(f"{path} is not a Larder plan: {error}.", NO_PLAN) \
            from error


def require_stores(workspace: Workspace, plan: PlanOrigin) -> None:
    """Make sure that a plan's stores are stores, those of today, and as they were.

    Raises:
        StalePlanError: if one is not, or config and concepts say something else than then.
        UserFacingError: if what would be written in one is a link.
    """
    for store in plan.store_facts:
        location = require_planned_store(
            workspace.stores, store.id, store.kind, Path(store.path), may_be_new=True)
        if location.kind.traits.has_index \
                and index_stamp(location.path / INDEX_NAME) != plan.stamps.get(store.id):
            raise StalePlanError(
                f"The index of {location.path} changed after the plan was made.", AGAIN)
    workspace.require_unchanged(plan.made_from)
