"""Room for the record of a clean that deletes, on a disk that is too full to take one.

As many files as make that room are deleted before it, and noted: should the record fail all the
same, the next command takes out what names them (`writes.quarantine.settle`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from larder.core.clean.clean_counts import CleanCounts
from larder.core.clean.plan import ROWS_GO_WITH, CleanPlan
from larder.core.clean.planned_moves import plan_moves
from larder.core.files.durable import free_bytes
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.keys.payload_names import CONTENT_INDEX_NAME, INDEX_NAME
from larder.core.stores.values.uses import note_moved
from larder.core.writes.quarantine.manifest import PlannedMove
from larder.core.writes.quarantine.moves import MoveResult, delete_one
from larder.core.writes.quarantine.settle import note_freed

ROOM_BYTES, ROOM_PER_ITEM, ROOM_PER_WRITTEN = 1 << 16, 256, 2
"""What a clean that deletes writes: journal and state; a line per item; each index file anew, and
as much again for the rows that go."""


def make_room(
    plan: CleanPlan, folder: Path, items: Sequence[int], rows: Sequence[str], counts: CleanCounts
) -> None:
    """Delete as many items for good as a disk too full for the record of a clean needs to take it.

    Those whose files no index row names go first. What goes is noted before it does, or, where not
    even that has space, after the first file that makes some: a crash leaves nothing half done
    that the next command does not finish.
    """
    written = [folder / name for name in (INDEX_NAME, CONTENT_INDEX_NAME)]
    needed = ROOM_BYTES + ROOM_PER_ITEM * len(items) + ROOM_PER_WRITTEN * sum(
        path.stat().st_size for path in written if path.is_file())
    if free_bytes(folder) >= needed:
        return
    moves: dict[int, list[PlannedMove]] = {}
    for item, move in plan_moves(plan, items):
        moves.setdefault(item, []).append(move)
    left = sorted(moves, key=lambda item: (
        plan.reason[item] in ROWS_GO_WITH, -int(plan.bytes[item])))
    dropped, freed = frozenset(rows), set()
    while left and (short := needed - free_bytes(folder)) > 0:
        many = int(np.searchsorted(np.cumsum(plan.bytes_on_disk[left]), short)) + 1
        batch, left = left[:many], left[many:]
        note = partial(
            note_freed, folder, [move.name for item in batch for move in moves[item]],
            [key for item in batch for key in plan.sources_of(item) if key in dropped])
        is_noted = note()
        for item in batch:
            if all(delete_one(move, folder).result is MoveResult.MOVED
                   for move in moves[item]):
                freed.add(item)
            is_noted = is_noted or note()
    if not freed:
        return
    counts.freed |= freed
    counts.add_files(plan, freed)
    count, size = int(plan.files[sorted(freed)].sum()), int(plan.bytes[sorted(freed)].sum())
    append_journal(folder, JournalRecord(
        at_ns=time.time_ns(), action=JournalAction.DELETED, items=count, bytes=size,
        detail={"reasons": plan.files_by_reason(freed)}))
    note_moved(
        folder, {plan.store_of(item).kind for item in freed},
        [move.name for item in freed for move in moves[item]], is_back=False)
