"""Stores the refreshed dates of sources that were touched, so that the next start hashes nothing.

A trainer compares dates exactly and hashes a file whose date moved. A row gets its new date only if
the file's content is the row's at the moment of writing: each file is hashed, or remembered to
hash, to the stored hash and has the same date before and after. All else in the index stays.

A store of single values has no index. Which file a value was made of, and when that was dated,
stands in `.larder/sources.jsonl`, where a later line holds; `readopt` adds such lines, too. One is
added only if the file has the recorded content at the moment of writing, and one date before and
after.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import msgspec
import numpy as np

from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.files.folder_scan import mtime_as_float
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    payloads_detail,
)
from larder.core.jobs import CancelToken, Job
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.settings import cache_home
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.open_index import OpenIndex
from larder.core.stores.records import NOT_RECORDED, RecordedSource, note_sources, read_sources
from larder.core.survey.report import IndexCopy, StoreSurvey, SurveyReport
from larder.core.survey.sources import hash_paths
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import flavour_of
from larder.core.workspace.store_kinds import StoreKind
from larder.core.workspace.stored_paths import locate_recorded
from larder.core.writes.last_good import backup_bytes
from larder.core.writes.reports import LeftSource, TouchReport
from larder.core.writes.transaction import IndexTarget, index_transaction, write_index

PLAN_SCHEMA = "larder.touch-plan/1"


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class RenewedSource:
    """A value whose line is to be renewed.

    Attributes:
        name: the value, relative to its store.
        source: its file as the record is to spell it.
        path: where that lies on this machine.
        digest: what the file must hold, "" where the value is of a part of a text.
        payload_bytes: size of the value as recorded, `NOT_RECORDED` where it is not.
    """

    name: str
    source: str
    path: str
    digest: str
    payload_bytes: int = NOT_RECORDED


@dataclass(frozen=True, slots=True)
class RowStore(Generic[Row]):
    """Edits of one store: rows of its index, or lines of its record of sources."""

    target: IndexTarget
    rows: tuple[Row, ...] = ()
    notes: tuple[RenewedSource, ...] = ()

    @property
    def backup_growth(self) -> int:
        """Bytes that the last-good copy of its index grows by."""
        return self.target.backup_growth if self.rows else 0

    @property
    def items(self) -> tuple[Row | RenewedSource, ...]:
        """Whichever of both it has."""
        return (*self.rows, *self.notes)

    @property
    def sources(self) -> tuple[str, ...]:
        """Files of the notes, each once."""
        return tuple(dict.fromkeys(note.source for note in self.notes))


def filter_stores(
    stores: Sequence[RowStore[Row]], is_kept: Callable[[str, Row | RenewedSource], bool]
) -> tuple[RowStore[Row], ...]:
    """Of some stores the rows and notes that are to stay, by the store's id and each of them."""
    kept = (
        replace(store, rows=tuple(row for row in store.rows if is_kept(store.target.id, row)),
                notes=tuple(note for note in store.notes if is_kept(store.target.id, note)))
        for store in stores)
    return tuple(store for store in kept if store.items)


@dataclass(frozen=True, slots=True)
class TouchPlan:
    """Edits of a touch; only stores with touched rows, which are identified by their keys."""

    stores: tuple[RowStore[str], ...]

    @property
    def entries(self) -> int:
        """Rows that get a new date."""
        return sum(len(store.items) for store in self.stores)

    def document(self) -> TouchPlanDocument:
        """Return the plan's JSON document."""
        return TouchPlanDocument(entries=self.entries, stores=tuple(
            TouchedSources(store.target.id, tuple(dict.fromkeys(map(_source_of, store.items))))
            for store in self.stores),
            backup_bytes=sum(store.backup_growth for store in self.stores))

    def select(self, selection: Collection[tuple[str, str]]) -> Self:
        """Return the plan limited to some (store id, source) pairs."""
        return replace(self, stores=filter_stores(
            self.stores, lambda store, row: (store, _source_of(row)) in selection))

    def restrict(
        self, saved: Sequence[TouchedSources]
    ) -> tuple[TouchPlan, tuple[LeftSource, ...]]:
        """Return the part shared with a saved plan, and the saved sources it lacks now."""
        listed = [(store.store, source) for store in saved for source in store.sources]
        kept = self.select(frozenset(listed))
        today = {(store.target.id, _source_of(row)) for store in kept.stores for row in store.items}
        return kept, tuple(
            LeftSource(*source, "Its date is stored already, or its content has changed.")
            for source in listed if source not in today)


def plan_touch(report: SurveyReport) -> TouchPlan:
    """Collect the rows whose file has another date than the index, and the same bytes."""
    stores = []
    for survey in report.stores:
        rows = survey.rows
        # What has to be made again gets its date with its payload.
        touched = rows.has_entry & (rows.verdicts == Verdict.TOUCHED)
        keys = tuple(rows.source(row) for row in np.flatnonzero(touched).tolist())
        if keys and survey.index.copy is not IndexCopy.NONE:
            stores.append(RowStore(IndexTarget.of(report, survey), keys))
    return TouchPlan((*stores, *_find_touched_values(report)))


def apply_touch(
    plan: TouchPlan, *, even_if_busy: bool = False, token: CancelToken
) -> Job[TouchReport]:
    """Write the new dates.

    Raises:
        StalePlanError: if an index is not the one the plan was made from; nothing was written.
        StoreLockedError: if another Larder process writes into a store; nothing was written.
        StoreBusyError: if a trainer seems to be at work; nothing was written.
        UserFacingError: if an index cannot be written.
        JobCancelled: if the token was cancelled; stores already written stay so.
    """
    entries = 0
    dropped: list[LeftSource] = []
    with index_transaction([store.target for store in plan.stores], even_if_busy=even_if_busy):
        backup = backup_bytes(store.target.folder for store in plan.stores)
        for store in plan.stores:
            if store.notes:
                left = write_notes(store, action=JournalAction.TOUCHED, token=token)
                dropped += left
                entries += len(store.notes) - len(left)
                continue
            token.check()
            mtimes = yield from _confirm_contents(store, token)
            dropped += [
                LeftSource(store.target.id, key, "Its file changed after the plan was made.")
                for key in store.rows if key not in mtimes]
            if mtimes:
                write_index(
                    store.target, IndexEdit(mtimes=mtimes), action=JournalAction.TOUCHED,
                    items=len(mtimes))
            entries += len(mtimes)
        grown = backup_bytes(store.target.folder for store in plan.stores) - backup
    return TouchReport(
        entries=entries, dropped=tuple(dropped), backup_bytes=max(grown, 0))


class TouchedSources(msgspec.Struct, frozen=True):
    """Sources of one store whose date is stored."""

    store: str
    sources: tuple[str, ...]


class TouchPlanDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A plan as `larder.touch-plan/1`."""

    schema: str = PLAN_SCHEMA
    entries: int = 0
    stores: tuple[TouchedSources, ...]
    backup_bytes: int = 0


def _source_of(row: str | RenewedSource) -> str:
    return row if isinstance(row, str) else row.source


def _confirm_contents(store: RowStore[str], token: CancelToken) -> Job[dict[str, float]]:
    """The dates of those files whose content is the row's, as the trainer computes them."""
    paths = [store.target.source_path(key) for key in store.rows]
    before = [stamp(Path(path)) for path in paths]
    contents = yield from hash_paths(paths, token)
    stored = read_stored_hashes(store.target, store.rows)
    mtimes: dict[str, float] = {}
    for key, path, seen, content in zip(store.rows, paths, before, contents, strict=True):
        unmoved = seen is not None and stamp(Path(path)) == seen
        if seen is not None and unmoved and content == stored.get(key):
            mtimes[key] = mtime_as_float(seen.mtime_ns)
    return mtimes


def read_stored_hashes(target: IndexTarget, keys: Sequence[str]) -> Mapping[str, str]:
    """Hash of the content that each row was made from, 16 hex digits."""
    with OpenIndex.open(target.folder / target.copy.value) as index:
        rows = index.entries
        return {key: str(json.loads(bytes(rows[key])).get("hash")) for key in keys if key in rows}


def _find_touched_values(report: SurveyReport) -> list[RowStore[str]]:
    """Values whose file has another date than the record, and the same bytes."""
    found: list[RowStore[str]] = []
    real = locate_recorded(report.workspace.paths(flavour_of("")))
    for survey in _of_values(report):
        touched = np.flatnonzero(survey.rows.verdicts == Verdict.TOUCHED)
        names = [survey.payloads.names[row] for row in touched.tolist()
                 if row < survey.values_on_disk]
        if not names:
            continue
        record = read_sources(survey.location.path)
        notes = tuple(
            RenewedSource(
                name, known.source, real(known.source), known.digest, known.payload_bytes)
            for name in names if (known := record.get(name)) is not None)
        if notes:
            found.append(RowStore(IndexTarget.of(report, survey), notes=notes))
    return found


def find_moved_values(report: SurveyReport) -> list[RowStore[Any]]:
    """Values whose file is gone, and whose content lies elsewhere."""
    found: list[RowStore[Any]] = []
    for survey in _of_values(report):
        if not survey.moved:
            continue
        record, names = read_sources(survey.location.path), survey.payloads.names
        # A row of text may have been found in a file that holds others too.
        is_of_file = survey.location.kind is not StoreKind.TOKENS
        found.append(RowStore(IndexTarget.of(report, survey), notes=tuple(
            RenewedSource(
                names[row], Path(path).as_posix(), path,
                record[names[row]].digest if is_of_file and names[row] in record else "")
            for row, path in survey.moved.items())))
    return found


def write_notes(
    store: RowStore[Any], *, action: JournalAction, token: CancelToken
) -> tuple[LeftSource, ...]:
    """Renew the lines of one store; the caller holds its lock.

    Returns:
        Values that were left as they were, because their file is not what it was.

    Raises:
        UserFacingError: if the store cannot be written.
        JobCancelled: if the token was cancelled; nothing was written.
    """
    target = store.target
    paths = {Path(note.path): None for note in store.notes}
    before = {path: stamp(path) for path in paths}
    with blob_memory(cache_home()) as memory:
        digests = dict(blob_digests(paths, memory, token=token))
    renewed, left = [], []
    for note in store.notes:
        path = Path(note.path)
        line = _line(note, before[path], digests.get(path))
        if line is None or stamp(path) != before[path]:
            left.append(
                LeftSource(target.id, note.name, "Its file changed after the plan was made."))
        else:
            renewed.append(line)
    note_sources(target.folder, renewed)
    if renewed:
        append_journal(target.folder, JournalRecord(
            at_ns=time.time_ns(), action=action, items=len(renewed),
            detail=payloads_detail({
                line.name: PayloadSource(line.source, line.digest) for line in renewed}
            ) if action is JournalAction.READOPTED else {}))
    return tuple(left)


def _line(
    note: RenewedSource, seen: FileStamp | None, digest: str | OSError | None
) -> RecordedSource | None:
    """The new line, None if the file is not what the value was made of."""
    if seen is None or not isinstance(digest, str) or note.digest not in ("", digest):
        return None
    return RecordedSource(
        name=note.name, source=note.source, size=seen.size, mtime_ns=seen.mtime_ns, digest=digest,
        payload_bytes=note.payload_bytes)


def _of_values(report: SurveyReport) -> Sequence[StoreSurvey]:
    return [survey for survey in report.stores
            if survey.location.kind.traits.records_sources]
