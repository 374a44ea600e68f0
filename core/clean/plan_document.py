"""A plan of `clean.plan` as the `larder.clean-plan/1` document, as a file, and as columns.

The document holds all that an apply needs, so the saved plan is the document. It is ASCII: names
that are not UTF-8 travel as escaped lone surrogates.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec.structs import replace

from larder.core.clean.plan import (
    CleanPlan,
    CleanReason,
    EncodedAgain,
    HeldBack,
    Offer,
    PlannedStore,
    plan_of,
)
from larder.core.columns import Array, TextColumn
from larder.core.errors import WorkspaceError, error_reason
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.regular_file import LARGEST_DOCUMENT, read_regular
from larder.core.files.temp_names import sweep_temporaries
from larder.core.survey.report import Depth
from larder.core.workspace.open_workspace import NamedWorkspace
from larder.core.workspace.roots import PathMap

PLAN_SCHEMA = "larder.clean-plan/1"

Int64 = Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
"""What fits a column."""


class PlanItem(msgspec.Struct, kw_only=True, gc=False):
    """One item of a plan's document; see the columns of `CleanPlan`."""

    store: str
    payload: str
    bytes: Int64
    bytes_on_disk: Int64
    mtime_ns: Int64
    sources: list[str]
    age_s: Int64
    files: Int64 = 1
    preselected: bool
    why: str | None
    again: Int64 | msgspec.UnsetType = msgspec.UNSET


class PlanGroup(msgspec.Struct, kw_only=True, gc=False):
    """The items that are offered for one reason; files and bytes are of the preselected ones."""

    reason: str
    preselected: bool = False
    files: int = 0
    bytes: int = 0
    bytes_on_disk: int = 0
    offered: int = 0
    items: list[PlanItem] | msgspec.UnsetType = msgspec.UNSET


class PlanWorkspace(msgspec.Struct, kw_only=True):
    """Workspace of a plan: paths, or None for those that were not given; `Workspace.digest`."""

    path: str
    config: str | None
    concepts: str | None
    made_from: str


class PlanReadoptions(msgspec.Struct, kw_only=True):
    """Files that were matched again by content and are therefore not offered."""

    entries: int = 0
    payloads: int = 0


class PlanDocument(msgspec.Struct, kw_only=True):
    """A plan as `larder.clean-plan/1`: what is saved, printed, and shown in a window.

    Attributes:
        workspace: of what.
        gone: folders whose missing files were said to be deleted for good.
        keep_for: other configs whose needs were kept, left out without any.
        root: folder that relative paths refer to.
        maps: prefixes of other systems.
        stores: ids of the stores.
        stamps: their indexes.
        store_facts: the stores, in the order the items number them.
        groups: the items by reason; a summary leaves the items out.
        index_rows: how many index rows go with what is preselected, by store id.
        held_back: what is not treated as gone.
        files: of what is preselected.
        bytes: their size.
        bytes_on_disk: what they occupy.
        index_rows_dropped: keys of the rows that go; left out of a summary.
        readopt: what is left to re-adoption; a summary of a clean says so.
        notes: one sentence for each store that a prune leaves out, and for each group that stays
            because of a user's own files in it.
        encoded_again: what the trainer's next run encodes again because of what is preselected.
        record_bytes: about what a clean takes besides: for an undo, and as the last-good copy of an
            index.
        row_bytes: size of an index row, by store id; left out where no store has an index.
        backup_bytes: what the last-good copy of an index grows by when rows go, by store id; left
            out where no store has an index.
        seconds_each: what encoding one payload takes on this computer, by store id; left out where
            nothing is known.
    """

    schema: str = PLAN_SCHEMA
    made_at_ns: int
    workspace: PlanWorkspace
    depth: Depth
    gone: tuple[str, ...]
    keep_for: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    root: str
    maps: tuple[tuple[str, str], ...]
    stores: tuple[str, ...] = ()
    stamps: dict[str, IndexStamp | None]
    store_facts: tuple[PlannedStore, ...]
    groups: tuple[PlanGroup, ...]
    index_rows: dict[str, int] = {}
    held_back: tuple[HeldBack, ...]
    files: int = 0
    bytes: int = 0
    bytes_on_disk: int = 0
    index_rows_dropped: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    readopt: PlanReadoptions | msgspec.UnsetType = msgspec.UNSET
    notes: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    encoded_again: EncodedAgain = EncodedAgain()
    seconds_each: dict[str, float] | msgspec.UnsetType = msgspec.UNSET
    record_bytes: int = 0
    row_bytes: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    backup_bytes: dict[str, int] | msgspec.UnsetType = msgspec.UNSET

    @property
    def busy_signs(self) -> tuple[str, ...]:
        """Why a trainer seems to be at work, each sentence once."""
        return tuple(dict.fromkeys(sign for store in self.store_facts for sign in store.busy))

    @property
    def readoptable(self) -> int:
        """Payloads that a re-adoption gives their rows back; 0 where nothing is said of them."""
        return self.readopt.payloads if self.readopt else 0


def plan_document(plan: CleanPlan, *, with_items: bool = True) -> dict[str, Any]:
    """The plan's document as plain values.

    Without items it also lacks the rows that only an apply needs.
    """
    chosen, named = plan.preselected, plan.workspace
    rows = plan.rows_dropped(chosen)
    document: dict[str, Any] = msgspec.to_builtins(PlanDocument(
        made_at_ns=plan.made_at_ns,
        workspace=PlanWorkspace(
            path=str(named.path), config=_text(named.config),
            concepts=_text(named.concepts), made_from=named.made_from),
        depth=plan.depth,
        gone=plan.gone,
        keep_for=tuple(map(str, plan.keep_for)) or msgspec.UNSET,
        root=str(named.root),
        maps=tuple((entry.old, entry.new) for entry in named.maps),
        stores=tuple(store.id for store in plan.stores),
        stamps=dict(plan.stamps),
        store_facts=plan.stores,
        groups=tuple(
            _group(plan, reason, with_items=with_items)
            for reason in CleanReason if (plan.reason == reason).any()),
        index_rows={store: len(keys) for store, keys in rows.items()},
        held_back=plan.held_back,
        files=int(plan.files[chosen].sum()),
        bytes=int(plan.bytes[chosen].sum()),
        bytes_on_disk=int(plan.bytes_on_disk[chosen].sum()),
        index_rows_dropped=rows if with_items else msgspec.UNSET,
        notes=msgspec.UNSET if plan.notes is None else plan.notes,
        encoded_again=plan.find_encoded_again(chosen),
        seconds_each=dict(plan.seconds_each) or msgspec.UNSET,
        record_bytes=plan.record_bytes(chosen), row_bytes=dict(plan.row_bytes) or msgspec.UNSET,
        backup_bytes=dict(plan.backup_bytes) or msgspec.UNSET))
    if not with_items:
        for store in document["store_facts"]:
            del store["dead_rows"]
    return document


def _group(plan: CleanPlan, reason: CleanReason, *, with_items: bool) -> PlanGroup:
    of_group = plan.reason == reason
    chosen = of_group & plan.preselected
    items = msgspec.UNSET if not with_items else [
        PlanItem(
            store=plan.store_of(item).id, payload=plan.payloads[item], bytes=size,
            bytes_on_disk=on_disk, mtime_ns=mtime_ns, sources=list(plan.sources_of(item)),
            age_s=age_s, files=files, preselected=is_on, why=plan.why.get(item),
            again=again or msgspec.UNSET)
        for item, size, on_disk, mtime_ns, age_s, files, is_on, again in zip(
            np.flatnonzero(of_group).tolist(), *(column[of_group].tolist() for column in (
                plan.bytes, plan.bytes_on_disk, plan.mtimes_ns, plan.age_s, plan.files,
                plan.preselected, plan.again)), strict=True)]
    return PlanGroup(
        reason=reason.name_in_contract, preselected=bool(chosen.any()),
        files=int(plan.files[chosen].sum()), bytes=int(plan.bytes[chosen].sum()),
        bytes_on_disk=int(plan.bytes_on_disk[chosen].sum()),
        offered=int(np.count_nonzero(of_group)), items=items)


def plan_columns(plan: CleanPlan) -> dict[str, Array | TextColumn]:
    """The plan's items as columns, in plan order.

    Returns:
        store (int32, index into the document's `stores`), group (uint8, a `CleanReason`), payload
        and source (text, the first source), source_rank (int32, place in the order by source and
        payload), sources (int32, how many), bytes, bytes_on_disk, age_s, files (int64),
        again (int64, payloads that are encoded again), preselected (bool), why (text, "" for what
        is preselected).
    """
    # Sorting a million names takes a second here and would freeze a window.
    order = sorted(range(len(plan)), key=lambda item: (plan.sources[item], plan.payloads[item]))
    ranks = np.empty(len(plan), dtype=np.int32)
    ranks[order] = np.arange(len(plan), dtype=np.int32)
    return {
        "store": plan.store,
        "group": plan.reason,
        "payload": TextColumn.from_strings(plan.payloads),
        "source": TextColumn.from_strings(plan.sources),
        "source_rank": ranks,
        "sources": plan.source_counts,
        "bytes": plan.bytes,
        "bytes_on_disk": plan.bytes_on_disk,
        "age_s": plan.age_s,
        "files": plan.files,
        "again": plan.again,
        "preselected": plan.preselected,
        "why": TextColumn.from_strings(plan.why.get(item, "") for item in range(len(plan))),
    }


def save_plan(plan: CleanPlan, path: Path) -> None:
    """Write the whole plan to a file.

    Raises:
        UserFacingError: if it cannot be written.
        OSError: if its folder is missing.
    """
    sweep_temporaries(path)
    write_atomically(path, [encode_ascii_json(plan_document(plan)), b"\n"])


def load_plan(path: Path) -> CleanPlan:
    """Read a plan that `save_plan` wrote.

    Raises:
        WorkspaceError: if the file cannot be read or is no plan of this version.
    """
    hint = "Make a new plan with `larder plan clean --out`."
    try:
        document = decode_ascii_json(
            read_regular(path, at_most=LARGEST_DOCUMENT), PlanDocument)
    except OSError as error:
        raise WorkspaceError(
            f"The plan {path} cannot be read: {error_reason(error)}.", hint) from error
    except UnreadableJsonError as error:
        raise WorkspaceError(f"The file {path} is not a clean plan: {error}.", hint) from error
    if document.schema != PLAN_SCHEMA:
        raise WorkspaceError(f"The file {path} has the schema {document.schema!r}.", hint)
    try:
        return _plan_in(document)
    except KeyError as error:
        raise WorkspaceError(f"The plan {path} names an unknown {error}.", hint) from error
    except ValueError as error:
        raise WorkspaceError(f"The file {path} is not a clean plan: {error}.", hint) from error


def _plan_in(document: PlanDocument) -> CleanPlan:
    reasons = {reason.name_in_contract: reason for reason in CleanReason}
    numbers = {store.id: at for at, store in enumerate(document.store_facts)}
    offers: list[Offer] = []
    ages: list[int] = []
    ticked: list[bool] = []
    for group in document.groups:
        if isinstance(group.items, msgspec.UnsetType):
            raise ValueError("it is a summary without items")
        ages += [item.age_s for item in group.items]
        ticked += [item.preselected for item in group.items]
        offers += [
            Offer(
                store=numbers[item.store], reason=reasons[group.reason], payload=item.payload,
                sources=tuple(item.sources), size=item.bytes, mtime_ns=item.mtime_ns,
                written_ns=0, why=item.why or "", files=item.files, on_disk=item.bytes_on_disk,
                again=item.again or 0)
            for item in group.items]
    for store in document.store_facts:
        _path(store.path)
    named = document.workspace
    plan = plan_of(
        NamedWorkspace(
            path=_path(named.path), root=_path(document.root),
            config=_path(named.config) if named.config else None,
            concepts=_path(named.concepts) if named.concepts else None,
            maps=tuple(PathMap(old=old, new=new) for old, new in document.maps),
            made_from=named.made_from),
        document.store_facts,
        {store.id: document.stamps[store.id] for store in document.store_facts}, offers,
        now_ns=0, held=document.held_back, depth=document.depth,
        gone=tuple(str(_path(folder)) for folder in document.gone),
        keep_for=tuple(map(_path, document.keep_for or ())))
    return replace(
        plan, made_at_ns=document.made_at_ns, seconds_each=document.seconds_each or {},
        row_bytes=document.row_bytes or {},
        backup_bytes=document.backup_bytes or {},
        preselected=np.array(ticked, dtype=np.bool_),
        age_s=np.array(ages, dtype=np.int64))


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
