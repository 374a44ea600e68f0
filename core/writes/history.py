"""History of some stores: their quarantines, and the lines of their journals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET

from larder.core.files.file_stamp import is_there
from larder.core.files.journal import STOPPED, JournalAction, JournalRecord, read_newest
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.writes.quarantine.dates import PutAside
from larder.core.writes.quarantine.exchange import Version
from larder.core.writes.quarantine.manifest import QuarantineState
from larder.core.writes.quarantine.record import QuarantineRecord, clean_of, list_quarantines
from larder.core.writes.quarantine.restore import is_repair
from larder.core.writes.reports import History, PastAction, PastQuarantine

MOST_RECORDS = 10_000
"""Of a store's journal, so many lines are told; a list of more is of use to nobody."""

_ENDED: dict[str, str] = {
    JournalAction.RESTORED: "restored", JournalAction.EMPTIED: "emptied",
    JournalAction.DELETED: "emptied",
}
"""How a quarantine that is no longer there came to its end."""


def read_history(stores: Sequence[Path]) -> History:
    """Quarantines and journals of some stores; the same folder twice counts once."""
    folders = list(dict.fromkeys(stores))
    records = [record for store in folders for record in list_quarantines(store)]
    inside = {(record.store, record.id) for record in records
              if record.state is not QuarantineState.UNDONE}
    newest = {store: read_newest(store, MOST_RECORDS) for store in folders}
    lines = [(store, line) for store, (found, _) in newest.items() for line in _with_ends(found)]
    ended = {(store, line.id): line.action for store, line in lines if line.action in _ENDED}
    return History(
        quarantines=tuple(
            _quarantine(record)
            for record in sorted(records, key=lambda found: found.created_ns, reverse=True)),
        records=tuple(
            PastAction(
                store=str(store), at_ns=line.at_ns, action=str(line.action), items=line.items,
                bytes=line.bytes, id=line.id, index_stamp=line.index_stamp,
                detail={name: of for name, of in line.detail.items() if name != "payloads"},
                where="quarantine" if (store, line.id) in inside
                else _ENDED.get(ended.get((store, line.id), ""), ""))
            for store, line in sorted(lines, key=lambda pair: pair[1].at_ns, reverse=True)
            # Rows that a build replaced, or that went later than their files, are noted apart;
            # what was made or deleted stands in the other line. A clean that did nothing is noted
            # only for the next undo.
            if line.items or line.id
            or line.action not in (
                JournalAction.BUILT, JournalAction.DELETED, JournalAction.QUARANTINED)),
        older=sum(older for _, older in newest.values()) or UNSET)


def _with_ends(lines: Sequence[JournalRecord]) -> Sequence[JournalRecord]:
    """Return the lines of a store, oldest first; the last one of a build says how that ended.

    Where a build writes an index, a line that tells no payloads notes with that how it ended.
    """
    told, built = list(lines), -1
    for at, line in enumerate(lines):
        if line.action != JournalAction.BUILT or line.id:
            continue
        if line.items:
            built = at
        elif STOPPED in line.detail and built >= 0:
            told[built] = msgspec.structs.replace(told[built], detail={
                **told[built].detail, STOPPED: line.detail[STOPPED]})
    return told


def _quarantine(record: QuarantineRecord) -> PastQuarantine:
    manifest = record.manifest
    kept = record.kept_index(INDEX_NAME) if is_repair(record) else None
    version = Version.NEW if record.state is QuarantineState.UNDONE else Version.OLD
    written = PutAside([record], version).written_in_quarantine(record)
    # Of a repair the damaged index is the file that it holds.
    holds = 0 if kept is None or not is_there(kept) else kept.stat().st_size
    return PastQuarantine(
        store=str(record.store), id=record.id, clean=clean_of(record), state=record.state,
        at_ns=record.created_ns, bytes=record.bytes + holds,
        record_bytes=record.record_bytes - holds, shared=record.shared, elsewhere=record.elsewhere,
        files=record.files + (kept is not None and is_there(kept)),
        rows=0 if manifest is None else len(manifest.dropped_rows),
        reasons={} if manifest is None else manifest.reasons,
        can_undo=record.can_undo or record.state is QuarantineState.UNDONE,
        folder=str(record.files_folder), problem=record.problem,
        written=written.problems or UNSET)
