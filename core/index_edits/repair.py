"""Makes a damaged index whole again, from what can be read of it, and keeps the damaged file.

Nothing else in Larder writes over an index that cannot be read whole. The new one holds the rows
that stand whole in the damaged file or, where a trainer would take another copy, that copy. The
damaged file lies in a quarantine of its own, from which an undo brings it back.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence

from larder.core.files.atomic_write import pending_file
from larder.core.files.file_stamp import stamp_of
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.regular_file import open_regular
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.indexed.index_file import IndexRead, make_damage_error, read_index
from larder.core.stores.indexed.open_index import EMPTY_INDEX
from larder.core.stores.indexed.salvage import salvage
from larder.core.survey.indexed.store import read_remembered_index
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.writes.quarantine.manifest import DAMAGED_INDEX
from larder.core.writes.quarantine.moves import (
    INDEX_FILES,
    begin,
    manifest_of,
    mark_moved,
    note_index,
)
from larder.core.writes.quarantine.record import QuarantineRecord
from larder.core.writes.quarantine.removal import dissolve
from larder.core.writes.quarantine.restore import index_now
from larder.core.writes.reports import RepairedIndex, RepairReport
from larder.core.writes.transaction import store_transaction


def repair_indexes(
    stores: Sequence[StoreLocation], *, even_if_busy: bool = False, token: CancelToken
) -> Job[RepairReport]:
    """Repair every damaged index; a cancelled one leaves repaired what is.

    Raises:
        WorkspaceError: if the system does not give an index's content.
        StalePlanError: if somebody writes the index meanwhile; it is left as it is.
        StoreLockedError: if another Larder process writes into a store.
        StoreBusyError: if a trainer seems to be at work in one.
        UserFacingError: if a store may not be written or the disk is full.
    """
    repaired: list[RepairedIndex] = []
    indexed = [store for store in stores
               if store.kind.traits.has_index and store.path.is_dir()]
    for done, store in enumerate(indexed):
        token.check()
        yield Progress("reading indexes", done, len(indexed), "caches")
        if not read_index(store.path).known(store.path).damage:
            continue
        with store_transaction({store.path: ()}, even_if_busy=even_if_busy):
            index = read_index(store.path).known(store.path)
            if index.damage:
                repaired.append(_repair_index(store, index))
    return RepairReport(repaired=tuple(repaired))


def describe_damage(stores: Sequence[StoreLocation]) -> Iterator[str]:
    """Yield a sentence for each index that `repair_indexes` would write anew; reads, no more."""
    for store in stores:
        if store.kind.traits.has_index and store.path.is_dir():
            damage = read_remembered_index(store).damage
            if damage:
                yield make_damage_error(store.path, damage).problem


def _repair_index(store: StoreLocation, index: IndexRead) -> RepairedIndex:
    """Write one index anew; the way back is on the drive before it is replaced."""
    before = None if index.stamp is None else index.stamp.without_ctime()
    record = begin(
        store.path, moves=(), reasons={DAMAGED_INDEX: 1}, dropped_rows={}, index_before=before,
        keep=INDEX_FILES, detail={DAMAGED_INDEX: index.damage, "kinds": [store.kind.value]})
    try:
        written = _write(record, index)
    except BaseException:
        if index_now(store.path) == before:
            dissolve(record)
        raise
    kept = record.kept_index(INDEX_NAME)
    append_journal(store.path, JournalRecord(
        at_ns=time.time_ns(), action=JournalAction.REPAIRED, items=len(index.columns),
        id=record.id, index_stamp=written.index_after,
        detail={"damage": index.damage, "kept": None if kept is None else str(
            kept.relative_to(store.path))}))
    mark_moved(written)
    entries = f"{len(index.columns):,} {'entry' if len(index.columns) == 1 else 'entries'}"
    sentence = (
        f"The index {store.path / INDEX_NAME} was damaged ({index.damage}) and has {entries} now.")
    if kept is not None:
        sentence += (f" The damaged file is kept as {kept}; `larder undo` with the id {record.id} "
                     "restores it.")
    return RepairedIndex(
        store=store.id, index=str(store.path / INDEX_NAME), damage=index.damage,
        rows=len(index.columns), kept=None if kept is None else str(kept), undo=record.id,
        sentence=sentence)


def _write(record: QuarantineRecord, index: IndexRead) -> QuarantineRecord:
    """The new index: another copy as it is, or what can be read of a damaged one."""
    source = record.store / index.copy
    needed = source.stat().st_size if index.copy else 0
    with pending_file(record.store / INDEX_NAME, needed=lambda: needed) as pending:
        if not index.copy:
            pending.file.write(EMPTY_INDEX)
        elif index.copy in index.rejected:
            with salvage(source) as found:
                pending.file.writelines(found.index())
        else:
            with open_regular(source) as file:
                shutil.copyfileobj(file, pending.file)
        pending.finish()
        noted = note_index(record, stamp_of(pending.temp.stat()).without_ctime())
        pending.publish_over(manifest_of(record).index_before)
    return noted
