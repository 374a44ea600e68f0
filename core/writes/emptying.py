"""Empty quarantines: what cleans and builds removed is deleted for good."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.quarantine_folder import Quarantined
from larder.core.jobs import CancelToken, ItemFailed, Job, Progress
from larder.core.writes.quarantine.exchange import prune_slots
from larder.core.writes.quarantine.record import QuarantineRecord, clean_of, list_quarantines
from larder.core.writes.quarantine.removal import empty
from larder.core.writes.reports import EmptiedReport, NotEmptied
from larder.core.writes.transaction import store_transaction
from larder.core.writes.undo_choice import no_quarantine


def empty_quarantines(
    stores: Sequence[Path], identities: Collection[str] = (), *, token: CancelToken
) -> Job[EmptiedReport]:
    """Delete quarantined files for good.

    `identities` are of cleans or quarantines, none for all. What is deleted stays deleted.

    Raises:
        UserFacingError: if one of the ids names nothing.
        StoreLockedError: if another Larder process writes into a store.
    """
    chosen = _select_records(list(dict.fromkeys(stores)), identities)
    emptied: list[str] = []
    failed: list[NotEmptied] = []
    files = size = records = 0
    for done, record in enumerate(chosen):
        yield Progress("emptying quarantines", done, len(chosen), "quarantines")
        try:
            freed = _empty_one(record, token)
        except UserFacingError as error:
            failed.append(NotEmptied(str(record.store), record.id, error.problem))
            yield ItemFailed(
                store=str(record.store), item=record.id, problem=error.problem, retry="empty")
            continue
        emptied.append(record.id)
        files, size = files + freed.files, size + freed.bytes
        records += freed.record_bytes
    return EmptiedReport(
        ids=tuple(emptied), files=files, bytes=size, record_bytes=records, failed=tuple(failed))


def _select_records(stores: Sequence[Path], identities: Collection[str]) -> list[QuarantineRecord]:
    records = [record for store in stores for record in list_quarantines(store)]
    known = {name for record in records for name in (record.id, clean_of(record))}
    unknown = next((name for name in identities if name not in known), None)
    if unknown is not None:
        raise no_quarantine(unknown)
    return [record for record in records
            if not identities or record.id in identities or clean_of(record) in identities]


def _empty_one(record: QuarantineRecord, token: CancelToken) -> Quarantined:
    """Empty one quarantine; the journal knows it before the last trace is gone."""
    def journal(emptied: Quarantined) -> None:
        append_journal(record.store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.EMPTIED, items=emptied.files,
            bytes=emptied.bytes, id=record.id))

    with store_transaction({record.store: ()}, even_if_busy=True):
        if record.id not in {
                found.id for found in list_quarantines(record.store, is_counted=False)}:
            return Quarantined()
        emptied = empty(record.store, record.id, token=token, before_end=journal)
        prune_slots(record)
        return emptied
