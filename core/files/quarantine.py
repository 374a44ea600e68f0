"""Moves files of a store into `.larder/quarantine/<id>/` and back: renames only, nothing is copied.

Order of a clean: `begin` (manifest on disk), the caller writes the index, `note_index`, `move_in`,
`mark_moved`. Of an undo: `move_back`, the caller writes the index, `dissolve`. After a crash
anywhere in between `locate` tells what is where; `move_in` again finishes the rest, `move_back`
takes it back. The caller holds the store's lock. What a row or a payload means is not known here.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from larder.core.errors import UserFacingError
from larder.core.files.durable import sync_folder
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.larder_folder import larder_folder, make_larder_folder
from larder.core.files.quarantine_manifest import (
    PlannedMove,
    QuarantineManifest,
    QuarantineState,
    keep_index_files,
    new_quarantine_id,
    write_manifest,
)
from larder.core.files.quarantine_moves import MoveOutcome, MoveResult, Whereabouts, move_one
from larder.core.files.quarantine_record import (
    FILES_FOLDER,
    INDEX_FOLDER,
    QUARANTINE_FOLDER,
    QuarantineRecord,
    find_quarantine,
    list_quarantines,
    names_in,
    note_progress,
    planned_names,
    read_quarantine,
    refuse_links,
)
from larder.core.files.quarantine_removal import Emptied, dissolve, empty, sweep
from larder.core.files.safe_names import check_nested_name
from larder.core.files.shard_folders import remove_empty_shards, shard_folders

__all__ = [
    "Emptied",
    "MoveOutcome",
    "MoveResult",
    "PlannedMove",
    "QuarantineManifest",
    "QuarantineRecord",
    "QuarantineState",
    "Whereabouts",
    "begin",
    "dissolve",
    "empty",
    "find_quarantine",
    "list_quarantines",
    "locate",
    "mark_moved",
    "move_back",
    "move_in",
    "note_index",
    "sweep",
    "sync_moves",
]

INDEX_FILES = ("cache.json", "cache.json.bak")


def begin(
    store: Path,
    *,
    moves: Sequence[PlannedMove],
    reasons: Mapping[str, int],
    dropped_rows: Mapping[str, str],
    index_before: IndexStamp | None,
    keep: Sequence[str] = INDEX_FILES,
    detail: Mapping[str, Any] | None = None,
    now_ns: int | None = None,
) -> QuarantineRecord:
    """Put the manifest and copies of the index on the drive; move nothing yet.

    Args:
        store: the store's folder; its lock is held.
        moves: what will go in; each name once.
        reasons: files per reason.
        dropped_rows: index key -> JSON text of each row that will be dropped.
        index_before: the index the plan was made from.
        keep: index files to copy, those of them that exist.
        detail: what else an undo will want back; JSON values.
        now_ns: the time, for tests.

    Raises:
        UserFacingError: if a name leads out of the store, the disk is full, the store may not be
            written, or `.larder` is a link. Nothing is left behind.
        ValueError: if a name is listed twice.
    """
    names = [check_nested_name(move.name) for move in moves]
    if len(set(names)) != len(names):
        raise ValueError("a name is listed twice")
    created_ns = time.time_ns() if now_ns is None else now_ns
    quarantine_id = new_quarantine_id(created_ns)
    folder = make_larder_folder(store, QUARANTINE_FOLDER, quarantine_id)
    try:
        make_larder_folder(store, QUARANTINE_FOLDER, quarantine_id, FILES_FOLDER)
        manifest = QuarantineManifest(
            id=quarantine_id,
            created_ns=created_ns,
            reasons=dict(reasons),
            moves=tuple(moves),
            dropped_rows=dict(dropped_rows),
            index_before=index_before,
            kept=keep_index_files(store, folder / INDEX_FOLDER, names=keep),
            detail=dict(detail or {}),
        )
        write_manifest(folder, manifest)
        for parent in (folder.parent, larder_folder(store), store):
            sync_folder(parent)
    except BaseException:
        shutil.rmtree(folder)
        raise
    return read_quarantine(store, quarantine_id)


def note_index(record: QuarantineRecord, index_after: IndexStamp) -> QuarantineRecord:
    """Record the index as the clean has just written it: the one that an undo may overwrite."""
    return note_progress(replace(record, index_after=index_after))


def move_in(record: QuarantineRecord) -> Iterator[MoveOutcome]:
    """Move the planned files in, one outcome per file; may be stopped in between.

    A file whose size or mtime is not the planned one stays. Call `mark_moved` afterwards, also when
    stopped.

    Raises:
        UserFacingError: if the manifest is unreadable or a link is in the way.
    """
    manifest = _checked(record)
    for move in manifest.moves:
        yield move_one(move, source=record.store, target=record.files_folder, is_checked=True)


def mark_moved(record: QuarantineRecord) -> QuarantineRecord:
    """Make the moves durable and the quarantine ready for an undo; counts what is in it."""
    record = sync_moves(note_progress(replace(record, state=QuarantineState.MOVED)))
    remove_empty_shards(record.store, planned_names(record), levels=1)
    return record


def move_back(record: QuarantineRecord) -> Iterator[MoveOutcome]:
    """Move everything back into the store, one outcome per file; may be stopped in between.

    A file whose name is taken in the store again stays in the quarantine. Call `dissolve` once all
    are back, `sync_moves` if some are not.

    Raises:
        UserFacingError: if the manifest is unreadable or a link is in the way.
    """
    manifest = _checked(record)
    note_progress(replace(record, state=QuarantineState.RESTORING))
    for move in manifest.moves:
        yield move_one(move, source=record.files_folder, target=record.store, is_checked=False)


def sync_moves(record: QuarantineRecord) -> QuarantineRecord:
    """Make moves durable; the record as it is on disk now."""
    shards = shard_folders(planned_names(record))
    for folder in (record.files_folder, record.store):
        for shard in shards:
            if (folder / shard).is_dir():
                sync_folder(folder / shard)
        sync_folder(folder)
    return read_quarantine(record.store, record.id)


def locate(record: QuarantineRecord) -> dict[str, Whereabouts]:
    """Where the file of each planned move is now, by name.

    Raises:
        UserFacingError: if the manifest is unreadable.
    """
    here = names_in(record.files_folder)
    places = {
        (True, False): Whereabouts.IN_STORE,
        (False, True): Whereabouts.IN_QUARANTINE,
        (True, True): Whereabouts.IN_BOTH,
        (False, False): Whereabouts.NOWHERE,
    }
    return {
        move.name: places[
            os.path.lexists(record.store / move.name),
            os.path.lexists(record.files_folder / move.name) if "/" in move.name
            else move.name in here]
        for move in _checked(record).moves
    }


def _checked(record: QuarantineRecord) -> QuarantineManifest:
    refuse_links(record)
    if record.manifest is None:
        raise UserFacingError(
            record.problem, f"The files are in {record.files_folder}; move them back by hand."
        )
    return record.manifest
