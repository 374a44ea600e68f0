"""The two ways a quarantine can end: its files are in and the index agrees, or all is back.

Both can be run again after a crash at any point and go on where it stopped, because where each file
is, is read from the disk. The caller holds the store's lock.

The index comes back verbatim, date included, while it is still the one the clean left and its kept
copy is sound. Otherwise the dropped rows, which the manifest holds too, are merged into the present
one: a trainer has saved meanwhile, and what it knows is newer.
"""

from __future__ import annotations

import enum
import errno
import filecmp
import os
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files.atomic_write import copy_file, pending_file, replace_expected, replace_file
from larder.core.files.durable import sync_folder
from larder.core.files.file_stamp import IndexStamp, index_stamp, is_there
from larder.core.files.folder_scan import count_files
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    append_journal,
    naming_index,
    search_journal,
)
from larder.core.jobs import CancelToken, Job, Progress, defer_interrupts, run_to_end
from larder.core.keys.payload_names import CONTENT_INDEX_NAME, INDEX_NAME
from larder.core.stores.indexed.content_index import (
    forget_payloads,
    register_payloads,
    remember_payloads,
    try_again,
)
from larder.core.stores.indexed.open_index import OpenIndex
from larder.core.stores.records import truncate_sources
from larder.core.stores.values.uses import note_moved
from larder.core.workspace.store_kinds import StoreKind
from larder.core.writes.last_good import BACKUP_NAME
from larder.core.writes.quarantine.copies import (
    PATCH_SUFFIX,
    read_stored_prompts,
    rebuild_copies,
    shrink_copies,
)
from larder.core.writes.quarantine.dates import (
    NOTHING_WRITTEN,
    PutAside,
    WrittenSince,
    note_live_dates,
)
from larder.core.writes.quarantine.exchange import (
    Version,
    begin_undo,
    close_build,
    finish_undo,
    prune_slots,
    siblings,
    turn_all,
)
from larder.core.writes.quarantine.manifest import (
    DAMAGED_INDEX,
    RELOCATED,
    PlannedMove,
    QuarantineManifest,
)
from larder.core.writes.quarantine.moves import (
    MoveOutcome,
    MoveResult,
    manifest_of,
    mark_moved,
    move_all_back,
    names_inside,
    sync_moves,
)
from larder.core.writes.quarantine.record import (
    QuarantineRecord,
    clean_of,
    find_index_copy,
    is_journalled,
    read_quarantine,
)
from larder.core.writes.quarantine.removal import dissolve, empty
from larder.core.writes.quarantine.rows import merge_rows, relocation_of

GO_ON = (
    "Nothing is lost: the quarantine keeps what was not restored yet, and undo can be run again.")

TURNS_TOGETHER: Final = 16
"""Folders of a build that are exchanged, each flushed, between two looks at how far it is."""

_WITHOUT_COPY = {
    INDEX_NAME: "The removed rows were added to the current index instead.",
    BACKUP_NAME: "The current backup copy of the index is kept.",
    CONTENT_INDEX_NAME: "The trainer will read the captions again.",
}
"""What is true without a kept copy, by the file's name."""


class RowsWay(enum.Enum):
    """How the rows that a clean dropped come back."""

    THERE = "there"
    """The index is the one from before: not written yet, or put back already."""
    VERBATIM = "verbatim"
    """It is the one the clean left, so the kept copy takes its place."""
    MERGED = "merged"
    """They are added to the present one."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Result of restoring a quarantine.

    Attributes:
        outcomes: outcome of each planned move.
        rows: index rows that are back, and recorded values whose path is.
        verbatim: whether the index is the very file it was before the clean.
        dissolved: whether nothing is left in the quarantine.
        problems: other parts that could not be restored, one sentence each.
        written: files that are back and were written since they were taken away.
    """

    outcomes: tuple[MoveOutcome, ...]
    rows: int
    verbatim: bool
    dissolved: bool
    problems: tuple[str, ...]
    written: WrittenSince = NOTHING_WRITTEN


def close_clean(record: QuarantineRecord) -> QuarantineRecord:
    """End a clean whose files are moved: nothing names them any more, and the journal knows.

    One that was to free the space at once is emptied now.

    Raises:
        UserFacingError: if the store may not be written.
    """
    moved = names_inside(record)
    forget_payloads(record.store, moved)
    note_moved(record.store, kinds_of(record), moved, is_back=False)
    record = sync_moves(record)
    manifest = manifest_of(record)
    deletes = bool(manifest.detail.get("delete"))
    if not is_journalled(record):
        append_journal(record.store, JournalRecord(
            at_ns=time.time_ns(),
            action=JournalAction.DELETED if deletes else JournalAction.RELOCATED
            if RELOCATED in manifest.detail else JournalAction.QUARANTINED,
            items=record.files or manifest.reasons.get(RELOCATED, 0),
            bytes=sum(move.size for move in record.moves), id=record.id,
            index_stamp=record.index_after,
            detail={"rows": len(manifest.dropped_rows), "reasons": manifest.reasons,
                    "clean": clean_of(record)}))
    shrink_copies(record)
    record = mark_moved(record)
    if deletes:
        empty(record.store, record.id)
        prune_slots(record)
    return record


def kinds_of(record: QuarantineRecord) -> tuple[StoreKind, ...]:
    """Kinds of the stores that a clean took files from; those that this version knows."""
    kinds = record.detail.get("kinds", ())
    return tuple(kind for kind in StoreKind if kind.value in kinds)


def restore_quarantine_now(record: QuarantineRecord) -> PutBack:
    """Bring files, index rows and index copies back; as `restore_quarantine`, to its end."""
    return run_to_end(restore_quarantine(record, CancelToken()))


def restore_quarantine(
    record: QuarantineRecord, token: CancelToken, *, done: int = 0, total: int | None = None
) -> Job[PutBack]:
    """Bring files, index rows and index copies back, and remove the quarantine if it is empty then.

    How far the quarantine is, is read from the disk: what the caller holds may be older than its
    last step. A Ctrl+C waits until all is back. Until the last file is, cancelling takes those that
    are back into the quarantine again.

    Args:
        record: the quarantine.
        token: looked at while files are moved.
        done: files that progress counts as moved before.
        total: of all, None for those of this quarantine.

    Raises:
        JobCancelled: if the token was cancelled in time; the quarantine is as it was.
        WorkspaceError: if rows must be merged into an index that cannot be edited; nothing was
            moved then.
        StalePlanError: if a trainer keeps saving the index; the next start goes on.
        UserFacingError: if the store may not be written.
    """
    with defer_interrupts(token):
        return (yield from _restore_store(
            read_quarantine(record.store, record.id, is_counted=False), token, done, total))


def _restore_store(
    record: QuarantineRecord, token: CancelToken, done: int, total: int | None
) -> Job[PutBack]:
    manifest = manifest_of(record)
    damaged = rebuild_copies(record.store, record.folder)
    way = _way_of_rows(record, manifest)
    index = record.store / INDEX_NAME
    if way is RowsWay.MERGED and is_there(index):
        # Files come back before the index; one that cannot be edited is refused first.
        with OpenIndex.open(index):
            pass
    outcomes = yield from move_all_back(record, token, done=done, total=total)
    rows, lost = 0, tuple[str, ...]()
    if way is not RowsWay.MERGED and manifest.dropped_rows:
        way = _restore_index(record, way)
        rows = len(manifest.dropped_rows) if way is RowsWay.VERBATIM else 0
    if way is RowsWay.MERGED:
        rows, lost = try_again(partial(merge_rows, record))
    is_back = not is_repair(record) or try_again(
        partial(_restore_damaged_index, record, manifest))
    relocated = relocation_of(record)
    if relocated is not None and relocated.recorded is not None:
        truncate_sources(record.store, relocated.recorded, relocated.move)
        rows += sum(manifest.reasons.values())
    problems = tuple(map(_lost_row, lost)) + _find_damaged_copies(
        record, way, damaged) + (() if is_back else (
        f"The repaired index is kept in {record.folder}: it has changed since the repair, or it is "
        "not known who wrote the current one.",))
    kept = record.kept_index(CONTENT_INDEX_NAME)
    if kept is not None and record.is_sound(CONTENT_INDEX_NAME):
        remember_payloads(record.store, find_index_copy(record, CONTENT_INDEX_NAME))
    elif prompts := read_stored_prompts(record):
        register_payloads(record.store, {
            digest: name for digest, name in prompts.items() if is_there(record.store / name)})
    note_moved(record.store, kinds_of(record), [
        outcome.move.name for outcome in outcomes if outcome.result is MoveResult.MOVED],
        is_back=True, used_ns=_read_removed_uses(manifest))
    if is_back and is_journalled(record):
        _journal_restored(record, outcomes, rows)
    dissolved = is_back and not names_inside(record)
    if dissolved:
        dissolve(record)
    else:
        mark_moved(record)
    return PutBack(
        outcomes, rows, verbatim=way is not RowsWay.MERGED, dissolved=dissolved,
        problems=problems)


def _lost_row(key: str) -> str:
    return (f"The kept entry of {key} is damaged and could not be restored; its cached files were. "
            "`larder readopt` adds them to the index again if the file they were made from still "
            "exists.")


def turning_build(
    records: Sequence[QuarantineRecord], to: Version
) -> Job[tuple[tuple[MoveOutcome, ...], ...]]:
    """Give the stores of a build its new folders, or those it replaced, and end it.

    `records` are its `siblings`, whose locks are held; which folders was decided for all of them.

    Returns:
        What became of each folder, store by store.

    Raises:
        UserFacingError: if a drive refuses; the next recovery goes on.
    """
    became: dict[Path, tuple[MoveOutcome, ...]] = {}
    total, done = sum(record.files for record in records), 0
    for record, turning in turn_all(records, to):
        gone_through: list[MoveOutcome] = []
        for outcome in turning:
            gone_through.append(outcome)
            if len(gone_through) % TURNS_TOGETHER == 0:
                # Folders count as if each held as many files as the others.
                folders = len(record.swaps) + len(record.moves)
                files = record.files * len(gone_through) // folders
                yield Progress("moving files back", done + files, total, "files")
        became[record.store] = tuple(gone_through)
        done += record.files
    turned = tuple(became[record.store] for record in records)
    failed = next((outcome for outcomes in turned for outcome in outcomes
                   if outcome.result is MoveResult.FAILED), None)
    if failed is not None:
        raise UserFacingError(failed.problem, GO_ON)
    if to is Version.NEW:
        close_build(records)
        return turned
    for record, outcomes in zip(records, turned, strict=True):
        if is_journalled(record):
            _journal_restored(record, outcomes)
        finish_undo(record, outcomes)
    return turned


def undo_build(
    record: QuarantineRecord,
) -> Job[tuple[tuple[QuarantineRecord, PutBack], ...]]:
    """Undo a build in all of its stores, or do an undone one again; a Ctrl+C waits.

    Raises:
        UserFacingError: if that cannot be done in every store; nothing was changed. Or if a drive
            refuses; the next recovery goes on.
    """
    records = siblings(record)
    with defer_interrupts():
        to = begin_undo(records)
        aside = PutAside(records, to)
        note_live_dates(records, Version.OLD if to is Version.NEW else Version.NEW)
        turned = yield from turning_build(records, to)
        if to is Version.NEW:
            for of in records:
                append_journal(of.store, JournalRecord(
                    at_ns=time.time_ns(), action=JournalAction.BUILT, items=of.files,
                    bytes=of.size, id=of.id))
    return tuple(
        (of, PutBack(outcomes, 0, verbatim=True, dissolved=not is_there(of.folder), problems=(),
                     written=aside.written_since(of.store, outcomes)))
        for of, outcomes in zip(records, turned, strict=True))


def _read_removed_uses(manifest: QuarantineManifest) -> dict[str, int]:
    """Last uses of what a clean took away; none in the record of an earlier version."""
    kept = manifest.detail.get("used")
    if not isinstance(kept, dict):
        return {}
    return {name: at for name, at in kept.items() if type(at) is int and at > 0}


def _journal_restored(
    record: QuarantineRecord, outcomes: Collection[MoveOutcome], rows: int = 0
) -> None:
    """Tell what came back: files, or rows where no file was moved; and the index.

    A copy of an index has an inode that no record knows yet.
    """
    moves = [outcome.move for outcome in outcomes if outcome.result is MoveResult.MOVED]
    append_journal(record.store, JournalRecord(
        at_ns=time.time_ns(), action=JournalAction.RESTORED,
        items=sum(files_of_move(record.store, move) for move in moves) if outcomes else rows,
        # Of folders, what lists of quarantines tell.
        bytes=record.size if record.is_build else sum(move.size for move in moves), id=record.id,
        index_stamp=index_now(record.store) if manifest_of(record).dropped_rows else None))


def files_of_move(store: Path, move: PlannedMove) -> int:
    """Files that one planned move stands for, once it is back in the store."""
    return count_files(store / move.name)[0] if move.is_folder else 1


def index_is_unwritten(record: QuarantineRecord) -> bool:
    """Return whether the index is still, or again, the one that the clean was made for."""
    return record.index_after is None or _is_from_before(record, manifest_of(record))


def index_now(store: Path) -> IndexStamp | None:
    """The stamp of a store's index, None without one."""
    return index_stamp(store / INDEX_NAME)


def _way_of_rows(record: QuarantineRecord, manifest: QuarantineManifest) -> RowsWay:
    if not manifest.dropped_rows or _is_from_before(record, manifest):
        return RowsWay.THERE
    is_ours = record.is_sound(INDEX_NAME) and _is_as_left(record, index_now(record.store))
    return RowsWay.VERBATIM if is_ours else RowsWay.MERGED


def _is_from_before(record: QuarantineRecord, manifest: QuarantineManifest) -> bool:
    """Return whether the index is still the one from before, or its copy that replaced it."""
    now = index_now(record.store)
    if now == manifest.index_before:
        return True
    is_gone = record.kept_index(INDEX_NAME) is not None and not record.is_sound(INDEX_NAME)
    return is_gone and _is_copy(now, manifest.index_before)


def _is_as_left(record: QuarantineRecord, now: IndexStamp | None) -> bool:
    """Return whether the index is the one the clean left, or a copy that a later undo restored."""
    left = _read_left_stamp(record)
    if now is None or left is None:
        return False
    return now == left or (
        _is_copy(now, left) and bool(search_journal(record.store, naming_index(now))))


def _read_left_stamp(record: QuarantineRecord) -> IndexStamp | None:
    """The index as a clean or a repair left it; None if nothing tells, or it was not written yet.

    The journal knows it too, should the file that says how far it was be lost.
    """
    if record.index_after is not None:
        return record.index_after
    wrote = (JournalAction.QUARANTINED, JournalAction.REPAIRED, JournalAction.RELOCATED)
    return next((line.index_stamp for line in reversed(search_journal(record.store, record.id))
                 if line.id == record.id and line.action in wrote), None)


def _is_copy(one: IndexStamp | None, other: IndexStamp | None) -> bool:
    """Return whether two stamps differ only in the inode, as a file's and its dated copy's do."""
    if one is None or other is None:
        return False
    return (one.size, one.mtime_ns) == (other.size, other.mtime_ns)


def _restore_index(record: QuarantineRecord, way: RowsWay) -> RowsWay:
    """Put the index and its last-good copy back as they were; each step may be done already.

    The copy goes first: until the index itself is replaced, its stamp still tells that it is ours.

    Returns:
        How the rows come back: merged after all, if somebody wrote the index just now.
    """
    index, backup = record.store / INDEX_NAME, record.store / BACKUP_NAME
    kept, kept_backup = record.kept_index(INDEX_NAME), record.kept_index(BACKUP_NAME)
    goes = kept is not None and way is RowsWay.VERBATIM
    made_from = kept if kept is not None and goes else index
    if is_there(backup) and is_there(made_from) and filecmp.cmp(backup, made_from, shallow=False):
        if kept_backup is None:
            backup.unlink()
        elif record.is_sound(BACKUP_NAME):
            _restore_copy(record, BACKUP_NAME, replace_file)
    now = index_now(record.store)
    if kept is not None and goes:
        if not _is_as_left(record, now):
            return RowsWay.MERGED
        try:
            _restore_copy(record, INDEX_NAME, partial(replace_expected, expected=now))
        except StalePlanError:
            return RowsWay.MERGED
    sync_folder(record.store)
    return way


def is_repair(record: QuarantineRecord) -> bool:
    """Return whether a quarantine contains no files, but an index that a repair has replaced."""
    return DAMAGED_INDEX in record.detail


def _restore_damaged_index(record: QuarantineRecord, manifest: QuarantineManifest) -> bool:
    """Put the damaged index in the place of the repaired one; that may be done already.

    What was written since the repair becomes the copy that a trainer takes when it cannot read the
    index itself.

    Returns:
        Whether it is there; not if nothing tells whether the repair wrote the present one, or the
        kept copy is not what was kept.

    Raises:
        StalePlanError: if somebody saved the index meanwhile.
    """
    index, kept = record.store / INDEX_NAME, record.kept_index(INDEX_NAME)
    left = _read_left_stamp(record)
    if kept is not None and is_there(kept):
        now = index_now(record.store)
        if now == manifest.index_before:
            return True
        if left is None or not record.is_sound(INDEX_NAME):
            return False
        if now not in (None, left):
            copy_file(index, record.store / BACKUP_NAME)
        _restore_copy(record, INDEX_NAME, partial(replace_expected, expected=now))
    sync_folder(record.store)
    return True


def _restore_copy(
    record: QuarantineRecord, name: str, put: Callable[[Path, Path], None]
) -> None:
    """Give a kept copy of an index file its name in the store.

    Where `.larder` lies on another drive, as a pooled drive may have it, a copy of it gets that
    name: else what was begun could be neither finished nor taken back there.

    Raises:
        StalePlanError, UserFacingError, OSError: as `put`, which renames.
    """
    kept, target = find_index_copy(record, name), record.store / name
    try:
        put(kept, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        with pending_file(target) as beside:
            beside.copy(os.fspath(kept))
            beside.finish()
            put(beside.temp, target)


def _find_damaged_copies(
    record: QuarantineRecord, way: RowsWay, patches: Collection[Path]
) -> tuple[str, ...]:
    """A sentence for each kept copy that is not what was kept, and so was not put in its place.

    `patches` are those that no copy could be made of.
    """
    found = []
    for name, rest in _WITHOUT_COPY.items():
        kept = record.kept_index(name)
        is_known = record.manifest is not None and name in record.manifest.copies
        if kept is None or not is_known:
            continue
        patch = kept.with_name(name + PATCH_SUFFIX)
        if patch in patches:
            kept = patch
        elif not is_there(kept) or record.is_sound(name):
            continue
        is_back_otherwise = (
            way is not RowsWay.MERGED if name == INDEX_NAME
            else name == CONTENT_INDEX_NAME and bool(read_stored_prompts(record)))
        if not is_back_otherwise:
            found.append(f"The kept copy {kept} is damaged and was not restored. {rest}")
    return tuple(found)
