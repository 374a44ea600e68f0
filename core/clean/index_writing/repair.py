"""Makes a damaged index whole again, from what can be read of it, and keeps the damaged file.

Nothing else in Larder writes over an index that cannot be read whole. The new one holds the rows
that stand whole in the damaged file or, where a trainer would take another copy, that copy. The
damaged file lies in a quarantine of its own, from which an undo brings it back.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from larder.core.clean.idle_store import require_idle
from larder.core.clean.quarantine.moves import INDEX_FILES, begin, dissolve, mark_moved, note_index
from larder.core.clean.quarantine.record import DAMAGED_INDEX, QuarantineRecord
from larder.core.clean.quarantine.restore import index_now, recover_locked
from larder.core.files.atomic_write import pending_file
from larder.core.files.file_stamp import stamp_of
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.smart.index_file import IndexRead, read_index
from larder.core.stores.smart.salvage import salvaged_index
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.store_kinds import StoreFormat

REPORT_SCHEMA = "larder.repair-report/1"


@dataclass(frozen=True, slots=True)
class RepairedIndex:
    """One index that is whole again.

    Attributes:
        store: id of its store.
        index: the file.
        damage: what was wrong with it.
        rows: entries that it has now.
        kept: the damaged file; None where there was none, only a damaged copy.
        undo: what an undo takes to bring the damaged file back.
    """

    store: str
    index: Path
    damage: str
    rows: int
    kept: Path | None
    undo: str

    @property
    def sentence(self) -> str:
        """What was done and where the damaged file is."""
        entries = f"{self.rows:,} {'entry' if self.rows == 1 else 'entries'}"
        kept = "" if self.kept is None else (
            f" The damaged file is kept as {self.kept}; `larder undo` with the id {self.undo} "
            "brings it back.")
        return f"The index {self.index} was damaged ({self.damage}) and has {entries} now.{kept}"


def repair_indexes(
    stores: Sequence[StoreLocation], *, even_if_busy: bool = False, token: CancelToken
) -> Job[tuple[RepairedIndex, ...]]:
    """Repair every damaged index; those that are whole stay as they are.

    Args:
        stores: the workspace's stores.
        even_if_busy: go on although a trainer seems to be at work.
        token: checked per store; what is repaired stays repaired.

    Raises:
        WorkspaceError: if the system does not give an index's content.
        StalePlanError: if somebody writes the index meanwhile; it is left as it is.
        StoreLockedError: if another Larder process writes into a store.
        StoreBusyError: if a trainer seems to be at work in one.
        UserFacingError: if a store may not be written or the disk is full.
        JobCancelled: if the token was cancelled.
    """
    repaired: list[RepairedIndex] = []
    indexed = [store for store in stores
               if store.kind.format is StoreFormat.SMART and store.path.is_dir()]
    for done, store in enumerate(indexed):
        token.check()
        yield Progress("reading indexes", done, len(indexed), "stores")
        if not read_index(store.path).known(store.path).damage:
            continue
        with lock_store(store.path):
            recover_locked(store.path)
            index = read_index(store.path).known(store.path)
            if not index.damage:
                continue
            if not even_if_busy:
                require_idle(store.path)
            repaired.append(_repaired(store, index))
    return tuple(repaired)


def repair_document(repaired: Sequence[RepairedIndex]) -> dict[str, Any]:
    """The report as `larder.repair-report/1`."""
    return {
        "schema": REPORT_SCHEMA,
        "repaired": [
            {"store": one.store, "index": str(one.index), "damage": one.damage, "rows": one.rows,
             "kept": None if one.kept is None else str(one.kept), "undo": one.undo,
             "sentence": one.sentence} for one in repaired]}


def _repaired(store: StoreLocation, index: IndexRead) -> RepairedIndex:
    """Write one index anew; the way back is on the drive before it is replaced."""
    before = None if index.stamp is None else index.stamp.without_ctime()
    record = begin(
        store.path, moves=(), reasons={DAMAGED_INDEX: 1}, dropped_rows={}, index_before=before,
        keep=INDEX_FILES, detail={DAMAGED_INDEX: index.damage, "kinds": [store.kind.value]})
    try:
        written = _write(record, _content(store.path, index))
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
    return RepairedIndex(
        store=store.id, index=store.path / INDEX_NAME, damage=index.damage,
        rows=len(index.columns), kept=kept, undo=record.id)


def _content(folder: Path, index: IndexRead) -> bytes:
    """The new index: another copy as it is, or what can be read of a damaged one."""
    if not index.copy:
        return salvaged_index(b"")
    content = (folder / index.copy).read_bytes()
    return salvaged_index(content) if index.copy in index.rejected else content


def _write(record: QuarantineRecord, content: bytes) -> QuarantineRecord:
    manifest = record.manifest
    if manifest is None:
        raise AssertionError("a quarantine that was just begun has a manifest")
    with pending_file(record.store / INDEX_NAME, needed=lambda: len(content)) as pending:
        pending.file.write(content)
        pending.finish()
        noted = note_index(record, stamp_of(pending.temp.stat()).without_ctime())
        pending.publish_over(manifest.index_before)
    return noted
