"""Clean one folder: the record, the index, the files, and the way back for what could not go.

The manifest of a quarantine with copies of the index files is written first. The stamp of the new
index stands in it before the new index counts, so that after a crash it can be told whether the
index is the old one, ours, or somebody else's. Rows of files that could not be moved, or were not
when the user cancelled, are put back. What names a removed payload goes too: `hash_index`, interned
concepts, `content_index.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from larder.core.clean.clean_counts import CleanCounts
from larder.core.clean.full_disk import make_room
from larder.core.clean.plan import CleanPlan, Mask, PlannedStore
from larder.core.clean.planned_moves import plan_moves
from larder.core.clean.recheck import RevalidatedPlan
from larder.core.jobs import CancelToken, ItemFailed, Job, Progress
from larder.core.keys.payload_names import CONTENT_INDEX_NAME, INDEX_NAME
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.open_index import read_rows
from larder.core.stores.use_log import UseLine, UseLog
from larder.core.stores.values.uses import recall_uses
from larder.core.survey.report import IndexCopy
from larder.core.workspace.store_kinds import list_marked_kinds
from larder.core.writes.quarantine.copies import read_stored_rows
from larder.core.writes.quarantine.moves import (
    HALF_WAY,
    INDEX_FILES,
    MoveResult,
    begin,
    move_in,
    undo_on_error,
)
from larder.core.writes.quarantine.record import QuarantineRecord
from larder.core.writes.quarantine.restore import close_clean, index_now, restore_quarantine_now
from larder.core.writes.reports import LeftItem
from larder.core.writes.transaction import write_noted

PROGRESS_EVERY = 64
"""Files between two progress events: a rename takes some 20 us."""


@dataclass(frozen=True, slots=True)
class PlanPart:
    """The part of a plan that is done in one folder; an indexed and a released store may share it.

    Attributes:
        numbers: its stores' numbers in the plan.
        indexed: the one of them with an index, None if there is none.
    """

    folder: Path
    numbers: tuple[int, ...]
    indexed: PlannedStore | None

    def items(self, today: RevalidatedPlan) -> list[int]:
        """The items that are still chosen."""
        return np.flatnonzero(
            today.chosen & np.isin(today.plan.store, self.numbers)).tolist()

    def rows(self, today: RevalidatedPlan) -> list[str]:
        """Index rows that go with the items that are still chosen."""
        if self.indexed is None:
            return []
        allowed = today.rows.get(self.indexed.id, frozenset())
        dropped = today.plan.rows_dropped(today.chosen).get(self.indexed.id, [])
        return [key for key in dropped if key in allowed]


def parts_of_plan(plan: CleanPlan, chosen: Mask) -> list[PlanPart]:
    """The folders in which something is to be done, in plan order."""
    numbers: dict[Path, list[int]] = {}
    for at in plan.stores_used(chosen):
        numbers.setdefault(plan.stores[at].folder, []).append(at)
    return [
        PlanPart(folder, tuple(found), next(
            (plan.stores[at] for at in found
             if plan.stores[at].kind.traits.has_index), None))
        for folder, found in numbers.items()]


def clean_folder(
    today: RevalidatedPlan, part: PlanPart, counts: CleanCounts, token: CancelToken, *,
    delete: bool,
) -> Job[None]:
    """Do what a plan of today says of one folder, whose lock is held.

    Items whose files stayed are no longer `chosen` afterwards.

    Raises:
        StalePlanError: if the index is not the planned one.
        UserFacingError: if the record or the index cannot be written; all is as it was before.
    """
    plan, chosen = today.plan, today.chosen
    yield Progress("moving files", counts.done, counts.total, "files")
    items, rows = part.items(today), part.rows(today)
    if token.is_cancelled or not (items or rows):
        return
    if delete and items:
        make_room(plan, part.folder, items, rows, counts)
        items = [item for item in items if item not in counts.freed]
        if not (items or rows):
            return
    begun, owners = _write_record(
        plan, part, items, rows, clean_id=counts.clean_id, delete=delete)
    record = _drop_rows(plan, part, begun, rows, keeps_old=not delete)
    moved = yield from _move_files(plan, record, owners, counts, token)
    chosen[[item for item in items if item not in moved]] = False
    gone = part.rows(today)
    if not moved and not gone:
        restore_quarantine_now(record)
        return
    record = _restore_rows(part, begun, record, rows, gone, delete=delete)
    close_clean(record)
    counts.clean_id = counts.clean_id or record.id
    if part.indexed is not None and gone:
        counts.rows[part.indexed.id] = len(gone)
    counts.add_files(plan, moved)


def _write_record(
    plan: CleanPlan,
    part: PlanPart,
    items: Sequence[int],
    rows: Sequence[str],
    *,
    clean_id: str | None,
    delete: bool,
) -> tuple[QuarantineRecord, list[int]]:
    """Write the quarantine's manifest; gives the item that each of its moves belongs to."""
    texts: dict[str, str] = {}
    concepts: dict[str, str] = {}
    if part.indexed is not None and rows:
        texts, concepts = read_rows(part.folder / part.indexed.index_copy.value, rows)
    moves = plan_moves(plan, items)
    kinds = {plan.store_of(item).kind for item in items}
    marked = list_marked_kinds(part.folder)
    for kind in kinds:
        if kind.traits.remembers_uses and kind.value not in marked:
            UseLog(part.folder, kind).write(UseLine())  # by which it is known when it is empty
    uses = {} if delete else recall_uses(
        part.folder, kinds, [move.name for _, move in moves])
    record = begin(
        part.folder,
        moves=[move for _, move in moves],
        reasons=plan.files_by_reason(items),
        dropped_rows=texts,
        index_before=index_now(part.folder),
        keep=() if delete else (*INDEX_FILES, CONTENT_INDEX_NAME),
        detail={
            "clean": clean_id, "delete": delete, "concepts": concepts, "used": uses,
            "kinds": sorted(kind.value for kind in kinds)},
    )
    return record, [item for item, _ in moves]


def _drop_rows(
    plan: CleanPlan, part: PlanPart, record: QuarantineRecord, rows: Sequence[str], *,
    keeps_old: bool,
) -> QuarantineRecord:
    """Write the index without the rows; the old one becomes the last-good copy if `keeps_old`.

    A clean that deletes makes space, and takes none for a copy that names what is gone. An index
    that was recovered from another copy is written from that copy, which stays.

    Raises:
        StalePlanError: if the index is not the expected one.
        UserFacingError: if it cannot be written.
    """
    if part.indexed is None or not rows:
        return record
    with _or_put_back(part, record):
        return write_noted(
            record, IndexEdit(drop=frozenset(rows), prune_concepts=True),
            copy=part.indexed.index_copy, expected=plan.stamps[part.indexed.id],
            keeps_old=keeps_old)


def _move_files(
    plan: CleanPlan,
    record: QuarantineRecord,
    owners: Sequence[int],
    counts: CleanCounts,
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
            counts.failed.append(left)
            yield ItemFailed(store=left.store, item=left.payload, problem=left.why, retry="clean")
        else:
            counts.dropped.append(left)
        if outcome.result is not MoveResult.MOVED:
            stayed.add(item)
        if not is_last:
            continue
        counts.done += 1
        if counts.done % PROGRESS_EVERY == 0:
            yield Progress("moving files", counts.done, counts.total, "files")
        if token.is_cancelled:
            break
    return moved


def _restore_rows(
    part: PlanPart, begun: QuarantineRecord, record: QuarantineRecord,
    dropped: Sequence[str], gone: Sequence[str], *, delete: bool,
) -> QuarantineRecord:
    """Write the index anew where files stayed: of the rows that were dropped only `gone` go.

    It is made of what it was before, or, where a clean that deletes keeps no copy of that, by
    adding the rows again. `begun` is the record as it was before the index was first written.

    Raises:
        StalePlanError: if the index is not the expected one.
        UserFacingError: if it cannot be written.
    """
    if part.indexed is None or len(gone) == len(dropped):
        return record
    with _or_put_back(part, begun):
        if delete:
            (rows, concepts, _), stays = read_stored_rows(record), set(dropped) - set(gone)
            return write_noted(
                record, IndexEdit(add={key: rows[key] for key in rows if key in stays},
                                  add_concepts=concepts),
                copy=IndexCopy.MAIN, expected=record.index_after,
                source=record.store / INDEX_NAME)
        name = part.indexed.index_copy.value
        return write_noted(
            record, IndexEdit(drop=frozenset(gone), prune_concepts=True),
            copy=part.indexed.index_copy, expected=record.index_after,
            source=record.kept_index(name) or part.folder / name)


def _or_put_back(part: PlanPart, record: QuarantineRecord) -> AbstractContextManager[None]:
    """Put the folder back as it was before if the block fails."""
    return undo_on_error(
        partial(restore_quarantine_now, record), part.folder,
        f"The clean of {part.folder}", HALF_WAY)
