"""A clean plan as the `larder.clean-plan/1` document, as a file to apply later, and as columns.

The document holds all that an apply needs, so the saved plan is the document. It is ASCII: names
that are not UTF-8 travel as escaped lone surrogates.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from larder.core.clean.plan import (
    CleanPlan,
    CleanReason,
    HeldBack,
    HeldReason,
    PlannedStore,
)
from larder.core.columns import Array, TextColumn
from larder.core.errors import WorkspaceError
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.file_stamp import IndexStamp
from larder.core.survey.report import Depth, IndexCopy
from larder.core.workspace.open_workspace import NamedWorkspace
from larder.core.workspace.roots import PathMap
from larder.core.workspace.store_kinds import StoreKind

PLAN_SCHEMA = "larder.clean-plan/1"

Int64 = Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
"""What fits a column."""


class _Item(msgspec.Struct, gc=False):
    store: str
    payload: str
    bytes: Int64
    bytes_on_disk: Int64
    mtime_ns: Int64
    sources: list[str]
    age_s: Int64
    preselected: bool
    why: str | None
    files: Int64 = 1


class _Group(msgspec.Struct, gc=False):
    reason: str
    items: list[_Item]


class _Held(msgspec.Struct, gc=False):
    reason: HeldReason
    entries: int
    why: str
    store: str
    root: str


class _Store(msgspec.Struct, gc=False):
    id: str
    kind: StoreKind
    path: str
    index_copy: IndexCopy
    separator: str
    busy: list[str]
    dead_rows: list[str]
    by_choice: bool = False


class _Named(msgspec.Struct, gc=False):
    path: str
    config: str | None
    concepts: str | None


class _Document(msgspec.Struct, gc=False):
    schema: str
    made_at_ns: int
    workspace: _Named
    depth: Depth
    gone: list[str]
    root: str
    maps: list[tuple[str, str]]
    stamps: dict[str, IndexStamp | None]
    store_facts: list[_Store]
    groups: list[_Group]
    held_back: list[_Held]


def plan_document(plan: CleanPlan, *, with_items: bool = True) -> dict[str, Any]:
    """The plan as a JSON-able document.

    Args:
        plan: what to describe.
        with_items: False leaves out the items and the rows that only an apply needs.
    """
    chosen, named = plan.preselected, plan.workspace
    rows = plan.rows_dropped(chosen)
    document: dict[str, Any] = {
        "schema": PLAN_SCHEMA,
        "made_at_ns": plan.made_at_ns,
        "workspace": {
            "path": str(named.path), "config": _text(named.config),
            "concepts": _text(named.concepts)},
        "depth": plan.depth.value,
        "gone": list(plan.gone),
        "root": str(named.root),
        "maps": [[entry.old, entry.new] for entry in named.maps],
        "stores": [store.id for store in plan.stores],
        "stamps": {store.id: msgspec.to_builtins(store.stamp) for store in plan.stores},
        "store_facts": [_store_facts(store, with_rows=with_items) for store in plan.stores],
        "groups": [
            _group(plan, reason, with_items=with_items)
            for reason in CleanReason if (plan.reason == reason).any()],
        "index_rows": {store: len(keys) for store, keys in rows.items()},
        "held_back": [
            {"reason": held.reason.value, "entries": held.entries, "why": held.why,
             "store": held.store, "root": held.root} for held in plan.held_back],
        "files": int(plan.files[chosen].sum()),
        "bytes": int(plan.bytes[chosen].sum()),
        "bytes_on_disk": int(plan.bytes_on_disk[chosen].sum()),
    }
    return {**document, "index_rows_dropped": rows} if with_items else document


def plan_columns(plan: CleanPlan) -> dict[str, Array | TextColumn]:
    """The plan's items as columns, in plan order.

    Returns:
        store (int32, index into the document's `stores`), group (uint8, a `CleanReason`), payload
        and source (text, the first source), source_rank (int32, place in the order by source and
        payload), sources (int32, how many), bytes, bytes_on_disk, age_s, files (int64),
        preselected (bool), why (text, "" for what is preselected).
    """
    return {
        "store": plan.store,
        "group": plan.reason,
        "payload": TextColumn.from_strings(plan.payloads),
        "source": TextColumn.from_strings(plan.sources),
        "source_rank": _ranks(plan),
        "sources": plan.source_counts,
        "bytes": plan.bytes,
        "bytes_on_disk": plan.bytes_on_disk,
        "age_s": plan.age_s,
        "files": plan.files,
        "preselected": plan.preselected,
        "why": TextColumn.from_strings(plan.why.get(item, "") for item in range(len(plan))),
    }


def save_plan(plan: CleanPlan, path: Path) -> None:
    """Write the whole plan to a file.

    Raises:
        UserFacingError: if it cannot be written.
        OSError: if its folder is missing.
    """
    write_atomically(path, [encode_ascii_json(plan_document(plan)), b"\n"])


def load_plan(path: Path) -> CleanPlan:
    """Read a plan that `save_plan` wrote.

    Raises:
        WorkspaceError: if the file cannot be read or is no plan of this version.
    """
    hint = "Make a new plan with `larder plan clean --out`."
    try:
        document = decode_ascii_json(path.read_bytes(), _Document)
    except OSError as error:
        raise WorkspaceError(f"The plan {path} cannot be read: {error.strerror}.", hint) from error
    except UnreadableJsonError as error:
        raise WorkspaceError(f"The file {path} is no clean plan: {error}.", hint) from error
    if document.schema != PLAN_SCHEMA:
        raise WorkspaceError(f"The file {path} has the schema {document.schema!r}.", hint)
    try:
        return _plan(document)
    except KeyError as error:
        raise WorkspaceError(f"The plan {path} names an unknown {error}.", hint) from error
    except ValueError as error:
        raise WorkspaceError(f"The file {path} is no clean plan: {error}.", hint) from error


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _path(text: str) -> Path:
    """A path that this system can ask for.

    Raises:
        ValueError: if it cannot.
    """
    path = Path(text)
    if not path.is_absolute() or b"\0" in os.fsencode(text):
        raise ValueError(f"{text!r} is no absolute path")
    return path


def _store_facts(store: PlannedStore, *, with_rows: bool) -> dict[str, Any]:
    facts = {
        "id": store.id, "kind": store.kind.value, "path": str(store.folder),
        "index_copy": store.index_copy.value, "separator": store.separator,
        "busy": list(store.busy), "by_choice": store.by_choice,
    }
    return {**facts, "dead_rows": list(store.dead_rows)} if with_rows else facts


def _group(plan: CleanPlan, reason: CleanReason, *, with_items: bool) -> dict[str, Any]:
    of_group = plan.reason == reason
    chosen = of_group & plan.preselected
    group: dict[str, Any] = {
        "reason": reason.name_in_contract,
        "preselected": bool(chosen.any()),
        "files": int(plan.files[chosen].sum()),
        "bytes": int(plan.bytes[chosen].sum()),
        "bytes_on_disk": int(plan.bytes_on_disk[chosen].sum()),
        "offered": int(np.count_nonzero(of_group)),
    }
    if with_items:
        group["items"] = [_item(plan, item) for item in np.flatnonzero(of_group).tolist()]
    return group


def _item(plan: CleanPlan, item: int) -> dict[str, Any]:
    return {
        "store": plan.stores[plan.store[item]].id,
        "payload": plan.payloads[item],
        "bytes": int(plan.bytes[item]),
        "bytes_on_disk": int(plan.bytes_on_disk[item]),
        "mtime_ns": int(plan.mtimes_ns[item]),
        "sources": list(plan.sources_of(item)),
        "age_s": int(plan.age_s[item]),
        "files": int(plan.files[item]),
        "preselected": bool(plan.preselected[item]),
        "why": plan.why.get(item),
    }


def _plan(document: _Document) -> CleanPlan:
    reasons = {reason.name_in_contract: reason for reason in CleanReason}
    numbers = {store.id: at for at, store in enumerate(document.store_facts)}
    items = [item for group in document.groups for item in group.items]
    named = document.workspace
    return CleanPlan(
        workspace=NamedWorkspace(
            path=_path(named.path), root=_path(document.root),
            config=_path(named.config) if named.config else None,
            concepts=_path(named.concepts) if named.concepts else None,
            maps=tuple(PathMap(old=old, new=new) for old, new in document.maps)),
        depth=document.depth,
        gone=tuple(str(_path(folder)) for folder in document.gone),
        stores=tuple(
            PlannedStore(
                id=store.id, kind=store.kind, folder=_path(store.path),
                stamp=document.stamps[store.id], index_copy=store.index_copy,
                separator=store.separator, busy=tuple(store.busy),
                dead_rows=tuple(store.dead_rows), by_choice=store.by_choice)
            for store in document.store_facts),
        store=np.array([numbers[item.store] for item in items], dtype=np.int32),
        reason=np.array(
            [reasons[group.reason] for group in document.groups for _ in group.items],
            dtype=np.uint8),
        payloads=[item.payload for item in items],
        sources=[item.sources[0] if item.sources else "" for item in items],
        source_counts=_int64([len(item.sources) for item in items]).astype(np.int32),
        more_sources={
            at: tuple(item.sources) for at, item in enumerate(items) if len(item.sources) > 1},
        bytes=_int64([item.bytes for item in items]),
        bytes_on_disk=_int64([item.bytes_on_disk for item in items]),
        mtimes_ns=_int64([item.mtime_ns for item in items]),
        age_s=_int64([item.age_s for item in items]),
        files=_int64([item.files for item in items]),
        preselected=np.array([item.preselected for item in items], dtype=np.bool_),
        why={at: item.why for at, item in enumerate(items) if item.why},
        held_back=tuple(
            HeldBack(held.reason, held.store, held.root, held.entries, held.why)
            for held in document.held_back),
        made_at_ns=document.made_at_ns,
    )


def _ranks(plan: CleanPlan) -> Array:
    """Sorting a million names takes a second here and would freeze a window."""
    order = sorted(range(len(plan)), key=lambda item: (plan.sources[item], plan.payloads[item]))
    ranks = np.empty(len(plan), dtype=np.int32)
    ranks[order] = np.arange(len(plan), dtype=np.int32)
    return ranks


def _int64(values: Sequence[int]) -> Array:
    return np.array(values, dtype=np.int64)
