"""How a quarantine ends: all its files are back, or it is emptied for good."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.durable import sync_folder
from larder.core.files.quarantine_manifest import MANIFEST_NAME, QuarantineState
from larder.core.files.quarantine_record import (
    QuarantineRecord,
    find_quarantine,
    list_quarantines,
    names_in,
    note_progress,
    planned_names,
    refuse_links,
)
from larder.core.files.shard_folders import remove_empty_shards
from larder.core.files.write_errors import explain_write_errors
from larder.core.jobs import CancelToken


@dataclass(frozen=True, slots=True)
class Emptied:
    """What emptying a quarantine freed.

    Attributes:
        files: files deleted.
        bytes: their size.
    """

    files: int
    bytes: int


def dissolve(record: QuarantineRecord) -> None:
    """Remove a quarantine all of whose files are back in the store.

    Raises:
        UserFacingError: if something is still in it, or a link is in the way.
    """
    refuse_links(record)
    remove_empty_shards(record.files_folder, planned_names(record))
    if names_in(record.files_folder):
        raise UserFacingError(
            f"The quarantine {record.id} still holds files and was kept.",
            "Undo it again once their names are free in the store, or empty it.",
        )
    sync_folder(record.store)
    note_progress(replace(record, state=QuarantineState.RESTORED))
    _remove_folder(record)


def empty(store: Path, quarantine_id: str, *, token: CancelToken | None = None) -> Emptied:
    """Delete a quarantine and all files in it for good, also one whose manifest is damaged.

    Args:
        store: the store's folder; its lock is held.
        quarantine_id: which one.
        token: checked per file. A cancelled one keeps the files not yet deleted; empty it again to
            go on.

    Raises:
        UserFacingError: if there is no such quarantine, a link is in the way, or the folder may not
            be written.
        JobCancelled: if `token` was cancelled.
    """
    record = find_quarantine(store, quarantine_id)
    refuse_links(record)
    if record.manifest is not None:
        note_progress(replace(record, state=QuarantineState.EMPTYING))
    files, size = record.files, record.bytes
    with explain_write_errors(record.files_folder):
        for name in sorted(names_in(record.files_folder)):
            if token is not None:
                token.check()
            _delete(record.files_folder / name)
    _remove_folder(record)
    return Emptied(files, size)


def sweep(store: Path) -> tuple[str, ...]:
    """Remove what crashes left of quarantines that are over: never begun, undone or emptied.

    Returns:
        Their ids. One that holds a file, or index rows nobody has put back yet, stays.

    Raises:
        UserFacingError: if a link is in the way or the store may not be written.
    """
    swept = []
    for record in list_quarantines(store):
        if record.files == 0 and _is_over(record):
            refuse_links(record)
            _remove_folder(record)
            swept.append(record.id)
    return tuple(swept)


def _is_over(record: QuarantineRecord) -> bool:
    if record.state is QuarantineState.UNREADABLE:
        # Without any manifest no file was moved yet; a damaged or newer one may be the only record.
        return not os.path.lexists(record.folder / MANIFEST_NAME)
    return record.state in (QuarantineState.RESTORED, QuarantineState.EMPTYING)


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def _remove_folder(record: QuarantineRecord) -> None:
    """Remove a quarantine's folder; `files` goes first and only if nothing is in it."""
    with explain_write_errors(record.folder):
        if record.files_folder.is_dir():
            remove_empty_shards(record.files_folder, planned_names(record))
            record.files_folder.rmdir()
        shutil.rmtree(record.folder)
    sync_folder(record.folder.parent)
