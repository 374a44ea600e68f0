"""What lies in quarantine, what was done to each store, and emptying for good.

The trainer's own "Clear cache" removes whole `image` and `text` folders, and `.larder` with them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec

from larder.core.clean.quarantine.recover import recover_locked
from larder.core.clean.quarantine.steps import is_repair
from larder.core.clean.quarantine.undo import CAN_UNDO, clean_of
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import stamp
from larder.core.files.journal import JournalAction, JournalRecord, append_journal, read_journal
from larder.core.files.quarantine import QuarantineRecord, empty, list_quarantines
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, ItemFailed, Job, Progress
from larder.core.keys.payload_names import INDEX_NAME

HISTORY_SCHEMA = "larder.history/1"
EMPTIED_SCHEMA = "larder.emptied/1"


def history_document(stores: Sequence[Path]) -> dict[str, Any]:
    """Quarantines and journals of some stores as a `larder.history/1` document.

    Args:
        stores: their folders; the same folder twice counts once.

    Returns:
        `quarantines` newest first: store, id, clean (what all quarantines of one clean share and an
        undo takes), state, at_ns, files, bytes, rows, reasons, can_undo, folder, problem. `records`
        newest first: the journals' lines with their store, without lists of payloads, and where
        the quarantine is now: "quarantine", "restored", "emptied" or "".
    """
    folders = list(dict.fromkeys(stores))
    records = [record for store in folders for record in list_quarantines(store)]
    inside = {(record.store, record.id) for record in records}
    lines = [(store, line) for store in folders for line in read_journal(store)]
    ended = {(store, line.id): line.action for store, line in lines if line.action in _ENDED}
    return {
        "schema": HISTORY_SCHEMA,
        "quarantines": [
            _quarantine(record)
            for record in sorted(records, key=lambda found: found.created_ns, reverse=True)],
        "records": [
            {"store": str(store), **_line(line),
             "where": "quarantine" if (store, line.id) in inside
             else _ENDED.get(ended.get((store, line.id), ""), "")}
            for store, line in sorted(lines, key=lambda pair: pair[1].at_ns, reverse=True)],
    }


_ENDED: dict[str, str] = {
    JournalAction.RESTORED: "restored", JournalAction.EMPTIED: "emptied",
    JournalAction.DELETED: "emptied",
}
"""How a quarantine that is no longer there came to its end."""


def empty_quarantines(
    stores: Sequence[Path], identities: Collection[str] = (), *, token: CancelToken
) -> Job[dict[str, Any]]:
    """Delete quarantined files for good.

    Args:
        stores: folders of stores.
        identities: which cleans or quarantines; none for all.
        token: checked per file; what is deleted stays deleted.

    Returns:
        A `larder.emptied/1` document: ids, files, bytes, failed.

    Raises:
        UserFacingError: if one of the ids names nothing.
        StoreLockedError: if another Larder process writes into a store.
        JobCancelled: if the token was cancelled.
    """
    chosen = _chosen(list(dict.fromkeys(stores)), identities)
    emptied: list[str] = []
    failed: list[dict[str, str]] = []
    files = size = 0
    for done, record in enumerate(chosen):
        yield Progress("emptying quarantines", done, len(chosen), "quarantines")
        try:
            found = _empty_one(record, token)
        except UserFacingError as error:
            failed.append({"store": str(record.store), "id": record.id, "problem": error.problem})
            yield ItemFailed(
                store=str(record.store), item=record.id, problem=error.problem, retry="empty")
            continue
        emptied.append(record.id)
        files, size = files + found[0], size + found[1]
    return {
        "schema": EMPTIED_SCHEMA, "ids": emptied, "files": files, "bytes": size, "failed": failed}


def _chosen(stores: Sequence[Path], identities: Collection[str]) -> list[QuarantineRecord]:
    records = [record for store in stores for record in list_quarantines(store)]
    known = {name for record in records for name in (record.id, clean_of(record))}
    unknown = next((name for name in identities if name not in known), None)
    if unknown is not None:
        raise UserFacingError(
            f"There is no quarantine {unknown!r} in this workspace.",
            "List the quarantines to see their ids.")
    return [record for record in records
            if not identities or record.id in identities or clean_of(record) in identities]


def _empty_one(record: QuarantineRecord, token: CancelToken) -> tuple[int, int]:
    """Empty one quarantine; the journal knows it before the last trace is gone."""
    with lock_store(record.store):
        recover_locked(record.store)
        if record.id not in {found.id for found in list_quarantines(record.store)}:
            return 0, 0
        emptied = empty(record.store, record.id, token=token)
        append_journal(record.store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.EMPTIED, items=emptied.files,
            bytes=emptied.bytes, id=record.id))
    return emptied.files, emptied.bytes


def _quarantine(record: QuarantineRecord) -> dict[str, Any]:
    manifest = record.manifest
    kept = record.kept_index(INDEX_NAME) if is_repair(record) else None
    damaged = None if kept is None else stamp(kept)
    return {
        "store": str(record.store),
        "id": record.id,
        "clean": clean_of(record),
        "state": record.state.value,
        "at_ns": record.created_ns,
        "files": record.files + (damaged is not None),
        "bytes": record.bytes + (0 if damaged is None else damaged.size),
        "rows": 0 if manifest is None else len(manifest.dropped_rows),
        "reasons": {} if manifest is None else manifest.reasons,
        "can_undo": record.state in CAN_UNDO,
        "folder": str(record.files_folder),
        "problem": record.problem,
    }


def _line(line: JournalRecord) -> dict[str, Any]:
    return {
        "at_ns": line.at_ns,
        "action": str(line.action),
        "items": line.items,
        "bytes": line.bytes,
        "id": line.id,
        "index_stamp": msgspec.to_builtins(line.index_stamp),
        "detail": {name: value for name, value in line.detail.items() if name != "payloads"},
    }
