"""The two ways a quarantine can end: its files are in and the index agrees, or all is back.

Both can be run again after a crash at any point and go on where it stopped, because where each file
is, is read from the disk. The caller holds the store's lock.

The index comes back verbatim, date included, while it is still the one the clean left. Otherwise
the dropped rows are merged into the present one: a trainer has saved meanwhile, and what it knows
is newer.
"""

from __future__ import annotations

import filecmp
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from larder.core.files.atomic_write import replace_file
from larder.core.files.durable import sync_folder
from larder.core.files.file_stamp import IndexStamp, stamp
from larder.core.files.journal import JournalAction, JournalRecord, append_journal, read_journal
from larder.core.files.quarantine import (
    MoveOutcome,
    MoveResult,
    PlannedMove,
    QuarantineManifest,
    QuarantineRecord,
    QuarantineState,
    Whereabouts,
    dissolve,
    empty,
    locate,
    mark_moved,
    move_back,
    sync_moves,
)
from larder.core.files.quarantine_manifest import MANIFEST_NAME
from larder.core.files.quarantine_record import count_files
from larder.core.keys.payload_names import CONTENT_INDEX_NAME, INDEX_NAME
from larder.core.operations.values.uses import note_back, note_gone
from larder.core.stores.content_index import forget_payloads, remember_payloads
from larder.core.stores.index_rewrite import IndexEdit, rewrite_index
from larder.core.stores.open_index import open_index
from larder.core.workspace.store_kinds import StoreKind

BACKUP_NAME = f"{INDEX_NAME}.bak"


@dataclass(frozen=True, slots=True)
class PutBack:
    """What bringing a quarantine back did.

    Attributes:
        outcomes: per planned move what became of it.
        rows: index rows that are back.
        verbatim: whether the index is the very file it was before the clean.
        dissolved: whether nothing is left in the quarantine.
    """

    outcomes: tuple[MoveOutcome, ...]
    rows: int
    verbatim: bool
    dissolved: bool


def close_clean(record: QuarantineRecord) -> QuarantineRecord:
    """End a clean whose files are moved: nothing names them any more, and the journal knows.

    One that was to free the space at once is emptied now.

    Raises:
        UserFacingError: if the store may not be written.
    """
    moved = names_inside(record)
    forget_payloads(record.store, moved)
    note_gone(record.store, kinds_of(record), moved)
    record = sync_moves(record)
    manifest = manifest_of(record)
    deletes = bool(manifest.detail.get("delete"))
    if not is_journalled(record):
        append_journal(record.store, JournalRecord(
            at_ns=time.time_ns(),
            action=JournalAction.DELETED if deletes else JournalAction.QUARANTINED,
            items=record.files, bytes=record.bytes, id=record.id, index_stamp=record.index_after,
            detail={"rows": len(manifest.dropped_rows), "reasons": manifest.reasons}))
    record = mark_moved(record)
    if deletes:
        empty(record.store, record.id)
    return record


def kinds_of(record: QuarantineRecord) -> tuple[StoreKind, ...]:
    """Kinds of the stores that a clean took files from; those that this version knows."""
    kinds = {} if record.manifest is None else record.manifest.detail.get("kinds", ())
    return tuple(kind for kind in StoreKind if kind.value in kinds)


def is_journalled(record: QuarantineRecord) -> bool:
    """Whether the journal knows of a quarantine, so that the clean reached its end."""
    return any(entry.id == record.id for entry in read_journal(record.store))


def put_back(record: QuarantineRecord) -> PutBack:
    """Bring files, index rows and index copies back, and remove the quarantine if it is empty then.

    Raises:
        WorkspaceError: if rows must be merged into an index that cannot be edited; nothing was
            moved then.
        UserFacingError: if the store may not be written.
    """
    manifest = manifest_of(record)
    merges = _must_merge(record, manifest)
    index = record.store / INDEX_NAME
    if merges and index.exists():
        with open_index(index):
            pass  # files come back before the index; one that cannot be edited is refused first
    outcomes = tuple(move_back(record))
    rows = len(manifest.dropped_rows)
    if merges:
        rows = _merge_rows(record, manifest)
    elif manifest.dropped_rows:
        _restore_index(record)
    kept = record.kept_index(CONTENT_INDEX_NAME)
    if kept is not None and kept.exists():
        remember_payloads(record.store, kept)
    note_back(record.store, kinds_of(record), [
        outcome.move.name for outcome in outcomes if outcome.result is MoveResult.MOVED],
        used_ns=_kept_uses(manifest))
    if is_journalled(record):
        _journal_restored(record, outcomes)
    dissolved = not names_inside(record)
    if dissolved:
        dissolve(record)
    else:
        mark_moved(record)
    return PutBack(outcomes, rows, verbatim=not merges, dissolved=dissolved)


def _kept_uses(manifest: QuarantineManifest) -> dict[str, int]:
    """Last uses of what a clean took away; none in the record of an earlier version."""
    kept = manifest.detail.get("used")
    if not isinstance(kept, dict):
        return {}
    return {name: at for name, at in kept.items() if type(at) is int and at > 0}


def _journal_restored(record: QuarantineRecord, outcomes: Collection[MoveOutcome]) -> None:
    """Tell what came back, and the index: a copy has an inode that no record knows yet."""
    moves = [outcome.move for outcome in outcomes if outcome.result is MoveResult.MOVED]
    append_journal(record.store, JournalRecord(
        at_ns=time.time_ns(), action=JournalAction.RESTORED,
        items=sum(files_of_move(record.store, move) for move in moves),
        bytes=sum(move.size for move in moves), id=record.id,
        index_stamp=index_now(record.store) if manifest_of(record).dropped_rows else None))


def files_of_move(store: Path, move: PlannedMove) -> int:
    """Files that one planned move stands for, once it is back in the store."""
    return count_files(store / move.name)[0] if move.is_folder else 1


def names_inside(record: QuarantineRecord) -> frozenset[str]:
    """Planned names whose file is in the quarantine now."""
    inside = (Whereabouts.IN_QUARANTINE, Whereabouts.IN_BOTH)
    return frozenset(name for name, where in locate(record).items() if where in inside)


def manifest_of(record: QuarantineRecord) -> QuarantineManifest:
    """A record's manifest.

    Raises:
        UserFacingError: if it cannot be read.
    """
    locate(record)
    if record.manifest is None:
        raise AssertionError("locate refuses a quarantine without a manifest")
    return record.manifest


def index_is_unwritten(record: QuarantineRecord) -> bool:
    """Whether the index is still the one that the clean was made for."""
    manifest = manifest_of(record)
    return record.index_after is None or index_now(record.store) == manifest.index_before


def index_now(store: Path) -> IndexStamp | None:
    """The stamp of a store's index, None without one."""
    found = stamp(store / INDEX_NAME)
    return None if found is None else found.without_ctime()


def _must_merge(record: QuarantineRecord, manifest: QuarantineManifest) -> bool:
    """Whether somebody else wrote the index after the clean did."""
    now = index_now(record.store)
    if not manifest.dropped_rows or record.index_after is None:
        return False
    if now == manifest.index_before or _is_as_left(record):
        return False
    kept = record.kept_index(INDEX_NAME)
    is_back = kept is not None and not kept.exists()
    return not (is_back and _is_copy(now, manifest.index_before))


def _is_as_left(record: QuarantineRecord) -> bool:
    """Whether the index is the one the clean left, or a copy of it that a later undo put back."""
    now = index_now(record.store)
    if now == record.index_after:
        return True
    return _is_copy(now, record.index_after) and any(
        line.index_stamp == now for line in read_journal(record.store))


def _is_copy(one: IndexStamp | None, other: IndexStamp | None) -> bool:
    """Whether two stamps differ in nothing but the inode, as a file's and its dated copy's do."""
    if one is None or other is None:
        return False
    return (one.size, one.mtime_ns) == (other.size, other.mtime_ns)


def _restore_index(record: QuarantineRecord) -> None:
    """Put the index and its last-good copy back as they were; each step may be done already.

    The copy goes first: until the index itself is replaced, its stamp still tells that it is ours.
    """
    index, backup = record.store / INDEX_NAME, record.store / BACKUP_NAME
    kept, kept_backup = record.kept_index(INDEX_NAME), record.kept_index(BACKUP_NAME)
    made_from = kept if kept is not None and kept.exists() else index
    if backup.exists() and made_from.exists() and filecmp.cmp(backup, made_from, shallow=False):
        if kept_backup is not None and kept_backup.exists():
            replace_file(kept_backup, backup)
        elif kept_backup is None:
            backup.unlink()
    if kept is not None and kept.exists() and _is_as_left(record):
        replace_file(kept, index)
    sync_folder(record.store)


def _merge_rows(record: QuarantineRecord, manifest: QuarantineManifest) -> int:
    """Add the dropped rows that the present index lacks; its own rows are newer and stay."""
    index = record.store / INDEX_NAME
    present: Collection[str] = ()
    if index.exists():
        with open_index(index) as found:
            present = frozenset(found.entries)
    missing = {key: text.encode("utf-8", "surrogatepass")
               for key, text in manifest.dropped_rows.items() if key not in present}
    if not missing:
        return 0
    concepts = manifest.detail.get("concepts", {})
    rewrite_index(
        record.store,
        IndexEdit(
            add=missing,
            add_concepts={name: text.encode("utf-8", "surrogatepass")
                          for name, text in concepts.items()}),
        expected=index_now(record.store), backup=record.store / BACKUP_NAME)
    return len(missing)


def is_being_removed(record: QuarantineRecord) -> bool:
    """Whether a crash stopped the removal of a quarantine that is over.

    The folder of its files is made before the manifest and removed, empty, before it; what state
    the rest tells then means nothing.
    """
    return record.manifest is not None and not record.files_folder.is_dir()


def is_settled(record: QuarantineRecord) -> bool:
    """Whether a quarantine waits for nothing but the user; one that was never begun does not."""
    if record.manifest is None:
        return (record.folder / MANIFEST_NAME).exists()
    if is_being_removed(record):
        return False
    if record.manifest.detail.get("delete"):
        return False
    return record.state in (QuarantineState.MOVED, QuarantineState.EMPTYING)
