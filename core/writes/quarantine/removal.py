"""How the folder of a quarantine goes: dissolved when all is back, emptied for good, or swept.

Nothing of a user's own goes with it (`own_files`). The caller holds the store's lock.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_write_errors, sync_folder
from larder.core.files.file_stamp import is_there
from larder.core.files.folder_scan import count_files
from larder.core.files.quarantine_folder import Quarantined
from larder.core.jobs import CancelToken
from larder.core.writes.quarantine.manifest import MANIFEST_NAME, QuarantineState
from larder.core.writes.quarantine.moves import delete_path
from larder.core.writes.quarantine.own_files import (
    clear_litter,
    has_only_litter,
    is_only_litter,
    set_aside_own_files,
    set_aside_strangers,
)
from larder.core.writes.quarantine.record import (
    QuarantineRecord,
    find_quarantine,
    list_planned_names,
    list_quarantines,
    names_in,
    note_progress,
    refuse_links,
    those_inside,
)


def has_planned_items(record: QuarantineRecord) -> bool:
    """Return whether a quarantine contains anything that was planned to be moved or exchanged."""
    return bool(those_inside(record.files_folder, list_planned_names(record)))


def dissolve(record: QuarantineRecord) -> None:
    """Remove a quarantine all of whose files are back in the store; what is foreign is set aside.

    Raises:
        UserFacingError: if something is still in it, or a link is in the way.
    """
    refuse_links(record)
    if has_planned_items(record):
        raise UserFacingError(
            f"The quarantine in {record.files_folder} still contains files and was kept.",
            "Undo it again once their names are free in the cache, or empty it.",
        )
    sync_folder(record.store)
    with explain_write_errors(record.files_folder):
        set_aside_strangers(record.store, record.id, record.files_folder)
    _remove_folder(record)


def empty(
    store: Path, quarantine_id: str, *, token: CancelToken | None = None,
    before_end: Callable[[Quarantined], None] | None = None,
) -> Quarantined:
    """Delete a quarantine and all files in it for good, also one whose manifest is damaged.

    The store's lock is held. A cancelled one keeps the files not yet deleted; empty it again to go
    on. `before_end` is told when the files are gone, before the last trace of the quarantine is.

    Returns:
        What that freed.

    Raises:
        UserFacingError: if there is no such quarantine, a link is in the way, or the folder may not
            be written.
        JobCancelled: if `token` was cancelled.
    """
    record = find_quarantine(store, quarantine_id)
    refuse_links(record)
    is_noted = record.manifest is None or _is_noted(record)
    files, size, kept = record.files, record.bytes, record.files_folder
    names = sorted(names_in(kept) if record.manifest is None else list_planned_names(record))
    with explain_write_errors(kept):
        size -= sum(set_aside_own_files(store, quarantine_id, kept, name) for name in names)
        if record.manifest is not None:
            size -= set_aside_strangers(store, quarantine_id, kept, known=frozenset(names))
        files -= record.files - count_files(kept)[0]
        for name in names:
            if token is not None:
                token.check()
            delete_path(kept / name)
            is_noted = is_noted or _is_noted(record)
    emptied = Quarantined(
        quarantines=1, files=files, bytes=size, record_bytes=record.record_bytes)
    if before_end is not None:
        before_end(emptied)
    _remove_folder(record)
    return emptied


def _is_noted(record: QuarantineRecord) -> bool:
    """Note that it is being emptied; on a full disk that takes what the first file frees."""
    try:
        note_progress(replace(record, state=QuarantineState.EMPTYING))
    except UserFacingError:
        return False
    return True


def sweep(store: Path) -> tuple[str, ...]:
    """Remove what crashes left of quarantines that are over: never begun, undone or emptied.

    Returns:
        Their ids. One that holds a file, or index rows nobody has put back yet, stays.

    Raises:
        UserFacingError: if a link is in the way or the store may not be written.
    """
    swept = []
    for record in list_quarantines(store, is_counted=False):
        if _is_over(record) and is_only_litter(record.files_folder):
            refuse_links(record)
            _remove_folder(record)
            swept.append(record.id)
    return tuple(swept)


def _is_over(record: QuarantineRecord) -> bool:
    if record.state is QuarantineState.UNREADABLE:
        # Without any manifest no file was moved yet; a damaged or newer one may be the only record.
        return not is_there(record.folder / MANIFEST_NAME)
    return record.state in (
        QuarantineState.RESTORED, QuarantineState.EMPTYING, QuarantineState.UNDONE)


def _remove_folder(record: QuarantineRecord) -> None:
    """Remove a quarantine's folder; `files` goes first and only if nothing is in it.

    The manifest goes next: what is left then, should that stop here, is nothing but rubbish. Where
    a drive does not give up what a system left in it, the next command that writes tries again.
    """
    clear_litter(record.files_folder)
    if has_only_litter(record.files_folder):
        note_progress(replace(record, state=QuarantineState.RESTORED))
        return
    with explain_write_errors(record.folder):
        for folder, _, _ in os.walk(record.files_folder, topdown=False):
            os.rmdir(folder)  # noqa: PTH106
        (record.folder / MANIFEST_NAME).unlink(missing_ok=True)
        shutil.rmtree(record.folder)
    sync_folder(record.folder.parent)
