"""Applies a clean plan: narrowed down to what is still true, the index written, then renames.

Per store: refuse one that the plan's workspace does not open today, lock, settle what a crash left,
refuse a plan whose index moved or a store in which a trainer seems to be at work; then make a plan
of today and do no more than that. Write the manifest of a quarantine with copies of the index
files, take dead rows out of the index, rename the files into the quarantine. Rows of
files that could not be moved, or were not when the user cancelled, are put back. Freeing the space
at once is the same, and the quarantine is emptied at the end: a crash meanwhile loses nothing else.
On a disk too full for that record, as many files as make room for it are deleted before it, and
noted: should the record fail all the same, the next command takes out what names them.

What names a removed payload goes too: `hash_index`, interned concepts, `content_index.json`.

The stamp of the new index stands in the quarantine before the new index counts, so that after a
crash it can be told whether the index is the old one, ours, or somebody else's.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.clean.plan import ROWS_GO_WITH, CleanPlan, CleanReason, PlannedStore
from larder.core.clean.recheck import RevalidatedPlan, is_whole_group, revalidate
from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_drive_errors, free_bytes
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    append_journal,
    record_nothing_done,
)
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress
from larder.core.keys.payload_names import CONTENT_INDEX_NAME, INDEX_NAME
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.open_index import read_rows
from larder.core.stores.use_log import UseLine, UseLog
from larder.core.stores.values.uses import note_moved, recall_uses
from larder.core.survey.report import IndexCopy
from larder.core.survey.values.facts import files_of
from larder.core.workspace.store_kinds import list_marked_kinds
from larder.core.workspace.store_locations import require_planned_store
from larder.core.writes.last_good import backup_bytes
from larder.core.writes.quarantine.copies import read_stored_rows
from larder.core.writes.quarantine.manifest import PlannedMove
from larder.core.writes.quarantine.moves import (
    HALF_WAY,
    INDEX_FILES,
    MoveResult,
    begin,
    delete_one,
    move_in,
    undo_on_error,
)
from larder.core.writes.quarantine.record import QuarantineRecord, may_undo
from larder.core.writes.quarantine.restore import close_clean, index_now, restore_quarantine_now
from larder.core.writes.quarantine.settle import finish_freed, is_freed_noted, note_freed
from larder.core.writes.reports import Amount, CleanReport, LeftItem
from larder.core.writes.transaction import store_transaction, write_noted

ROOM_BYTES, ROOM_PER_ITEM, ROOM_PER_WRITTEN = 1 << 16, 256, 2
"""What a clean that deletes writes: journal and state; a line per item; each index file anew, and
as much again for the rows that go."""
PROGRESS_EVERY = 64
"""Files between two progress events: a rename takes some 20 us."""


@dataclass(slots=True)
class _Counts:
    """Counts of one clean so far, over all stores.

    Attributes:
        freed: items deleted to make room.
        backup_bytes: what the last-good copies of the indexes grew by.
    """

    moved_files: int = 0
    moved_bytes: int = 0
    dropped: list[LeftItem] = field(default_factory=list)
    failed: list[LeftItem] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    clean_id: str | None = None
    freed: set[int] = field(default_factory=set)
    backup_bytes: int = 0
    done: int = 0
    total: int = 0

    @property
    def is_empty(self) -> bool:
        """True if nothing was done."""
        return self.clean_id is None and not self.freed

    def report(self, *, delete: bool, cancelled: bool) -> CleanReport:
        moved = Amount(self.moved_files, self.moved_bytes)
        return CleanReport(
            quarantined=Amount() if delete else moved, deleted=moved if delete else Amount(),
            dropped=tuple(self.dropped), failed=tuple(self.failed), index_rows_dropped=self.rows,
            undo=None if delete else self.clean_id, cancelled=cancelled,
            backup_bytes=max(self.backup_bytes, 0))


@dataclass(frozen=True, slots=True)
class _Unit:
    """One folder of a plan; an indexed and a released store may share it.

    Attributes:
        numbers: its stores' numbers in the plan.
        indexed: the one of them with an index, None if there is none.
    """

    folder: Path
    numbers: tuple[int, ...]
    indexed: PlannedStore | None


def apply_clean(
    plan: CleanPlan,
    *,
    selected: npt.NDArray[np.bool_] | None = None,
    delete: bool = False,
    even_if_busy: bool = False,
    token: CancelToken,
) -> Job[CleanReport]:
    """Do what a plan says, less what changed since.

    Args:
        plan: what to do.
        selected: which items, bool, shape (n,); None for the preselected ones. Un-ticking an item
            keeps the index rows that name it.
        delete: free the space at once; there is no undo then.
        even_if_busy: go on although a trainer seems to be at work.
        token: checked before anything is written and per file; what is done stays done.

    Raises:
        StalePlanError: if an index, the config or the concepts are not those that the plan was made
            from; nothing was done.
        StoreLockedError: if another Larder process writes into a store; nothing was done.
        StoreBusyError: if a trainer seems to be at work; nothing was done.
        UserFacingError: if nothing could be done, for a reason like a full disk.
        JobCancelled: if the token was cancelled; its report says what was done, None for nothing.
    """
    chosen = plan.selection(selected)
    tally = _Counts()
    refused: UserFacingError | None = None
    where = ", ".join(str(store.folder) for store in plan.stores)
    with explain_drive_errors(where, HALF_WAY), ExitStack() as held:
        workspace = plan.workspace.open()
        units = _units(plan, chosen)
        for unit in units:
            for at in unit.numbers:
                store = plan.stores[at]
                require_planned_store(workspace.stores, store.id, store.kind, store.folder)
        workspace.require_unchanged(plan.workspace.made_from)
        held.enter_context(store_transaction(
            {unit.folder: [plan.stores[at].kind for at in unit.numbers] for unit in units},
            stamps={unit.folder: plan.stamps[unit.indexed.id] for unit in units
                    if unit.indexed is not None},
            even_if_busy=even_if_busy))
        token.check()
        today = yield from revalidate(plan, chosen, workspace, now_ns=time.time_ns(), token=token)
        tally.dropped += today.left
        tally.total = int(np.count_nonzero(today.chosen))
        for unit in _units(today.plan, today.chosen):
            if token.is_cancelled:
                break
            backup = backup_bytes([unit.folder])
            try:
                with explain_drive_errors(f"The store {unit.folder}", HALF_WAY):
                    is_told = is_freed_noted(unit.folder)
                    yield from _clean_unit(today, unit, tally, token, delete=delete)
                    if delete:
                        finish_freed(unit.folder, is_told=is_told)
            except UserFacingError as error:
                refused = refused or error
                left = np.flatnonzero(
                    today.chosen & np.isin(today.plan.store, unit.numbers)).tolist()
                failed = [
                    LeftItem(today.plan.store_of(item).id, today.plan.payloads[item], error.problem)
                    for item in left if item not in tally.freed]
                if not failed and unit.indexed is not None:
                    failed = [LeftItem(unit.indexed.id, INDEX_NAME, error.problem)]
                tally.failed += failed
            tally.backup_bytes += backup_bytes([unit.folder]) - backup
    if refused is not None and tally.is_empty:
        raise refused
    if token.is_cancelled:
        kept = None if tally.is_empty else tally.report(delete=delete, cancelled=True)
        raise JobCancelled(kept)
    if tally.is_empty:
        with explain_drive_errors(where, HALF_WAY):
            _record_nothing_done(plan)
    return tally.report(delete=delete, cancelled=False)


def _record_nothing_done(plan: CleanPlan) -> None:
    """Have the next undo know that this clean moved nothing, where it would take an older one."""
    folder = next((store.folder for store in plan.stores if may_undo(store.folder)), None)
    if folder is not None:
        with lock_store(folder):
            record_nothing_done(folder, time.time_ns())


def _units(plan: CleanPlan, chosen: npt.NDArray[np.bool_]) -> list[_Unit]:
    """The folders in which something is to be done, in plan order."""
    numbers: dict[Path, list[int]] = {}
    for at in plan.stores_used(chosen):
        numbers.setdefault(plan.stores[at].folder, []).append(at)
    return [
        _Unit(folder, tuple(found), next(
            (plan.stores[at] for at in found
             if plan.stores[at].kind.traits.has_index), None))
        for folder, found in numbers.items()]


def _clean_unit(
    today: RevalidatedPlan, unit: _Unit, tally: _Counts, token: CancelToken, *, delete: bool
) -> Job[None]:
    yield Progress("moving files", tally.done, tally.total, "files")
    plan, chosen = today.plan, today.chosen
    items = np.flatnonzero(chosen & np.isin(plan.store, unit.numbers)).tolist()
    rows = _rows(today, unit)
    if token.is_cancelled or not (items or rows):
        return
    if delete and items:
        _make_room(plan, unit, items, rows, tally)
        items = [item for item in items if item not in tally.freed]
        if not (items or rows):
            return
    record, owners = _begin(plan, unit, items, rows, clean_id=tally.clean_id, delete=delete)
    take_back = partial(restore_quarantine_now, record)
    if unit.indexed is not None and rows:
        with undo_on_error(take_back, unit.folder, f"The clean of {unit.folder}", HALF_WAY):
            record = _drop_rows(plan, record, rows, store=unit.indexed, keeps_old=not delete)
    moved = yield from _move(plan, record, owners, tally, token)
    chosen[[item for item in items if item not in moved]] = False
    fewer = _rows(today, unit)
    if not moved and not fewer:
        restore_quarantine_now(record)
        return
    if unit.indexed is not None and len(fewer) < len(rows):
        with undo_on_error(take_back, unit.folder, f"The clean of {unit.folder}", HALF_WAY):
            if delete:
                record = _restore_rows(record, set(rows) - set(fewer))
            else:
                record = _drop_rows(plan, record, fewer, store=unit.indexed, again=True)
    close_clean(record)
    tally.clean_id = tally.clean_id or record.id
    if unit.indexed is not None and fewer:
        tally.rows[unit.indexed.id] = len(fewer)
    tally.moved_files += int(plan.files[sorted(moved)].sum())
    tally.moved_bytes += int(plan.bytes[sorted(moved)].sum())


def _make_room(
    plan: CleanPlan, unit: _Unit, items: Sequence[int], rows: Sequence[str], tally: _Counts
) -> None:
    """Delete as many items for good as a disk too full for the record of a clean needs to take it.

    Those whose files no index row names go first. What goes is noted before it does, or, where not
    even that has space, after the first file that makes some: a crash leaves nothing half done
    that the next command does not finish.
    """
    written = [unit.folder / name for name in (INDEX_NAME, CONTENT_INDEX_NAME)]
    needed = ROOM_BYTES + ROOM_PER_ITEM * len(items) + ROOM_PER_WRITTEN * sum(
        path.stat().st_size for path in written if path.is_file())
    if free_bytes(unit.folder) >= needed:
        return
    moves: dict[int, list[PlannedMove]] = {}
    for item, move in _plan_moves(plan, items):
        moves.setdefault(item, []).append(move)
    left = sorted(moves, key=lambda item: (
        plan.reason[item] in ROWS_GO_WITH, -int(plan.bytes[item])))
    dropped, freed = frozenset(rows), set()
    while left and (short := needed - free_bytes(unit.folder)) > 0:
        many = int(np.searchsorted(np.cumsum(plan.bytes_on_disk[left]), short)) + 1
        batch, left = left[:many], left[many:]
        note = partial(
            note_freed, unit.folder, [move.name for item in batch for move in moves[item]],
            [key for item in batch for key in plan.sources_of(item) if key in dropped])
        is_noted = note()
        for item in batch:
            if all(delete_one(move, unit.folder).result is MoveResult.MOVED
                   for move in moves[item]):
                freed.add(item)
            is_noted = is_noted or note()
    if not freed:
        return
    count, size = int(plan.files[sorted(freed)].sum()), int(plan.bytes[sorted(freed)].sum())
    tally.freed |= freed
    tally.moved_files += count
    tally.moved_bytes += size
    append_journal(unit.folder, JournalRecord(
        at_ns=time.time_ns(), action=JournalAction.DELETED, items=count, bytes=size,
        detail={"reasons": _reasons(plan, freed)}))
    note_moved(
        unit.folder, {plan.store_of(item).kind for item in freed},
        [move.name for item in freed for move in moves[item]], is_back=False)


def _reasons(plan: CleanPlan, items: Collection[int]) -> dict[str, int]:
    """Files of some items by reason."""
    items = sorted(items)
    reasons = plan.reason[items]
    return {reason.name_in_contract: int(plan.files[items][reasons == reason].sum())
            for reason in CleanReason if (reasons == reason).any()}


def _rows(today: RevalidatedPlan, unit: _Unit) -> list[str]:
    """Index rows that go with the items that are still chosen."""
    if unit.indexed is None:
        return []
    allowed = today.rows.get(unit.indexed.id, frozenset())
    dropped = today.plan.rows_dropped(today.chosen).get(unit.indexed.id, [])
    return [key for key in dropped if key in allowed]


def _begin(
    plan: CleanPlan,
    unit: _Unit,
    items: Sequence[int],
    rows: Sequence[str],
    *,
    clean_id: str | None,
    delete: bool,
) -> tuple[QuarantineRecord, list[int]]:
    """Write the quarantine's manifest; gives the item that each of its moves belongs to."""
    texts: dict[str, str] = {}
    concepts: dict[str, str] = {}
    if unit.indexed is not None and rows:
        texts, concepts = read_rows(unit.folder / unit.indexed.index_copy.value, rows)
    moves = _plan_moves(plan, items)
    kinds = {plan.store_of(item).kind for item in items}
    marked = list_marked_kinds(unit.folder)
    for kind in kinds:
        if kind.traits.remembers_uses and kind.value not in marked:
            UseLog(unit.folder, kind).write(UseLine())  # by which it is known when it is empty
    uses = {} if delete else recall_uses(
        unit.folder, kinds, [move.name for _, move in moves])
    record = begin(
        unit.folder,
        moves=[move for _, move in moves],
        reasons=_reasons(plan, items),
        dropped_rows=texts,
        index_before=index_now(unit.folder),
        keep=() if delete else (*INDEX_FILES, CONTENT_INDEX_NAME),
        detail={
            "clean": clean_id, "delete": delete, "concepts": concepts, "used": uses,
            "kinds": sorted(kind.value for kind in kinds)},
    )
    return record, [item for item, _ in moves]


def _move(
    plan: CleanPlan,
    record: QuarantineRecord,
    owners: Sequence[int],
    tally: _Counts,
    token: CancelToken,
) -> Job[set[int]]:
    """Rename the items' files into the quarantine; gives the numbers of the items that are in it.

    An item with several files stays one: a cancel waits for its last file, and it only counts as
    moved when all of them are.
    """
    moved: set[int] = set()
    stayed: set[int] = set()
    for at, (item, outcome) in enumerate(zip(owners, move_in(record), strict=False)):
        left = LeftItem(plan.store_of(item).id, plan.payloads[item], outcome.problem)
        is_last = at + 1 == len(owners) or owners[at + 1] != item
        if outcome.result is MoveResult.MOVED:
            if is_last and item not in stayed:
                moved.add(item)
        elif item in stayed:
            pass
        elif outcome.result is MoveResult.FAILED:
            tally.failed.append(left)
            yield ItemFailed(store=left.store, item=left.payload, problem=left.why, retry="clean")
        else:
            tally.dropped.append(left)
        if outcome.result is not MoveResult.MOVED:
            stayed.add(item)
        if not is_last:
            continue
        tally.done += 1
        if tally.done % PROGRESS_EVERY == 0:
            yield Progress("moving files", tally.done, tally.total, "files")
        if token.is_cancelled:
            break
    return moved


def _drop_rows(
    plan: CleanPlan, record: QuarantineRecord, rows: Sequence[str], *, store: PlannedStore,
    again: bool = False, keeps_old: bool = True,
) -> QuarantineRecord:
    """Write the index without the rows; the old one becomes the last-good copy if `keeps_old`.

    A clean that deletes makes space, and takes none for a copy that names what is gone.

    An index that was recovered from another copy is written from that copy, which stays. `again`:
    it was written by this clean already, with more rows gone; it is written anew from what it was
    before.

    Raises:
        StalePlanError: if the index is not the expected one.
        UserFacingError: if it cannot be written.
    """
    name = store.index_copy.value
    return write_noted(
        record, IndexEdit(drop=frozenset(rows), prune_concepts=True), copy=store.index_copy,
        expected=record.index_after if again else plan.stamps[store.id],
        source=record.kept_index(name) or store.folder / name if again else None,
        keeps_old=keeps_old)


def _restore_rows(record: QuarantineRecord, keys: Collection[str]) -> QuarantineRecord:
    """Add rows that were dropped to the index again, of a clean that keeps no copy of it.

    Raises:
        StalePlanError: if the index is not the expected one.
        UserFacingError: if it cannot be written.
    """
    kept = read_stored_rows(record)
    return write_noted(
        record, IndexEdit(add={key: kept.rows[key] for key in kept.rows if key in keys},
                          add_concepts=kept.concepts),
        copy=IndexCopy.MAIN, expected=record.index_after, source=record.store / INDEX_NAME)


def _plan_moves(plan: CleanPlan, items: Sequence[int]) -> list[tuple[int, PlannedMove]]:
    """Each move with its item, all of one folder; the moves of one item stand together."""
    files: dict[int, Mapping[str, tuple[str, ...]]] = {}
    for number in {int(plan.store[item]) for item in items}:
        store = plan.stores[number]
        if store.kind.traits.many_files:
            files[number] = files_of(store.folder, store.kind)
    return [
        (item, move)
        for item in items
        for move in _moves(plan, item, files.get(int(plan.store[item]), {}))]


def _moves(
    plan: CleanPlan, item: int, files: Mapping[str, tuple[str, ...]]
) -> Iterator[PlannedMove]:
    name = plan.payloads[item]
    if name not in files:
        yield PlannedMove(
            name, int(plan.bytes[item]), int(plan.mtimes_ns[item]),
            is_folder=is_whole_group(plan, item))
        return
    store = plan.store_of(item).folder
    for file in files[name]:
        status = os.lstat(store / file)
        yield PlannedMove(file, status.st_size, mtime_ns_of(status))
