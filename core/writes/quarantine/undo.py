"""Undo of cleans: files removed from stores are listed, restored, or deleted for good.

An undo restores files, index rows and index copies, in every store a clean cleaned. Files first,
the index after them, so that no row ever names a file that is not there. A name that a newer file
has taken is left to it; the older file stays in the quarantine and is reported. Cancelled
while files are moved, it takes those of that store into the quarantine again; the steps after them
run to their end, and so does the undo of a build. A crash is repaired at the next start.

The trainer's own "Clear cache" removes whole `image` and `text` folders, and `.larder` with them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import UNSET

from larder.core.errors import NothingToUndoError, UserFacingError
from larder.core.files.durable import explain_drive_errors
from larder.core.files.file_stamp import is_there
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    append_journal,
    read_newest,
    was_nothing_done,
)
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.quantities import pluralize
from larder.core.workspace.roots import is_folder
from larder.core.writes.quarantine.dates import PutAside
from larder.core.writes.quarantine.exchange import Version, lead_state, prune_slots, siblings
from larder.core.writes.quarantine.manifest import QuarantineState
from larder.core.writes.quarantine.moves import MoveResult
from larder.core.writes.quarantine.rebuild import rebuild_manifests
from larder.core.writes.quarantine.record import (
    QuarantineRecord,
    clean_of,
    find_quarantine,
    list_quarantines,
)
from larder.core.writes.quarantine.removal import Emptied, empty
from larder.core.writes.quarantine.restore import (
    GO_ON,
    PutBack,
    files_of_move,
    is_repair,
    kinds_of,
    restore_quarantine,
    undo_build,
)
from larder.core.writes.quarantine.settle import recover
from larder.core.writes.reports import (
    Amount,
    EmptiedReport,
    History,
    NotEmptied,
    NotRestored,
    PastAction,
    PastQuarantine,
    UndoReport,
)
from larder.core.writes.transaction import store_transaction


@dataclass(slots=True)
class _UndoCounts:
    files: int = 0
    bytes: int = 0
    rows: int = 0
    verbatim: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    redone: bool = False
    not_restored: list[NotRestored] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def undo_clean(
    stores: Sequence[Path],
    identity: str | None = None,
    *,
    even_if_busy: bool = False,
    token: CancelToken,
) -> Job[UndoReport]:
    """Undo a clean in every store that it cleaned.

    `identity` is what the clean's report called `undo`, or one store's quarantine; None for the
    newest clean. Stores that are gone are passed over. The token is checked until the last file of
    a store is moved back; an undo that was cancelled can be run again.

    Raises:
        NothingToUndoError: if there is nothing to undo.
        UserFacingError: if there is no such clean.
        StoreLockedError: if another Larder process writes into a store; nothing was done.
        StoreBusyError: if a trainer seems to be at work; nothing was done.
        WorkspaceError: if an index cannot be edited; that store was left alone.
        UserFacingError: if a drive fails; what is not back is still in the quarantine.
        JobCancelled: if the token was cancelled in time; its report tells of the stores before.
    """
    tally = _UndoCounts()
    yield Progress("moving files back", 0, 0, "files")
    with explain_drive_errors(", ".join(map(str, stores)), GO_ON), ExitStack() as held:
        folders = [folder for folder in dict.fromkeys(stores) if is_folder(folder)]
        settled: set[str] = set()
        for folder in folders:
            tally.problems += rebuild_manifests(folder)
            settled |= recover(folder).keys()
        # Each look at a clean of a million files takes seconds.
        listed = [record for store in folders for record in list_quarantines(store)]
        wanted = newest_clean(listed) if identity is None else identity
        records = _records_of(listed, wanted)
        if identity is None:
            _require_last_done(folders, listed, records[0], settled)
            tally.problems += _newer_unreadable(listed, records[0])
        kinds = {record.store: kinds_of(record) for record in records}
        held.enter_context(store_transaction(kinds, even_if_busy=even_if_busy))
        token.check()
        total = sum(record.files for record in records)
        yield Progress("moving files back", 0, total, "files")
        stays = tuple(_explain_done_since(folders, records[0]))
        try:
            yield from _restore_each(records, tally, total, token)
        except JobCancelled as cancelled:
            if not (tally.verbatim or tally.merged):
                raise
            raise JobCancelled(_report_of(records, tally, stays)) from cancelled
    return _report_of(records, tally, stays)


def _report_of(
    records: Sequence[QuarantineRecord], tally: _UndoCounts, stays: tuple[str, ...]
) -> UndoReport:
    return UndoReport(
        id=clean_of(records[0]), restored=Amount(tally.files, tally.bytes),
        index_rows_restored=tally.rows, index_verbatim=tuple(tally.verbatim),
        index_merged=tuple(tally.merged), redone=tally.redone,
        not_restored=tuple(tally.not_restored), problems=tuple(tally.problems), stays=stays)


def _require_last_done(
    stores: Sequence[Path], listed: Sequence[QuarantineRecord], found: QuarantineRecord,
    settled: Collection[str],
) -> None:
    """Make sure that the newest clean that can be undone is also the last thing that was begun.

    Raises:
        NothingToUndoError: if a clean after it did nothing, or what was interrupted after it is
            over.
    """
    identity = clean_of(found)
    hint = f"To undo the build before it too, name it by its id, {identity}." if found.is_build \
        else f"To undo the clean before it too, name it by its id, {identity}."
    undoable = {record.id for record in listed if record.can_undo}
    if not undoable.issuperset(settled):
        raise NothingToUndoError(
            "What was interrupted is finished or taken back now, so that nothing else was undone.",
            hint)
    if any(was_nothing_done(line) and line.at_ns > found.created_ns
           for store in stores for line in read_newest(store, _LOOKED_AT)[0]):
        raise NothingToUndoError(
            "The last clean moved nothing, so there is nothing to undo.", hint)


_LOOKED_AT = 1000
"""Of a store's journal, so many of the newest lines are looked at for what was done last."""

_STAYS: dict[str, str] = {
    JournalAction.READOPTED: "What was taken back since then stays: {entries}.",
    JournalAction.TOUCHED: "Dates that were stored since then stay: {entries}.",
}
"""What was done after a clean and that its undo leaves as it is, by the journal's action."""


def _explain_done_since(stores: Sequence[Path], undone: QuarantineRecord) -> Iterator[str]:
    """A sentence for each thing that was done since a clean and stays when that is undone."""
    lines = [line for store in stores for line in read_newest(store, _LOOKED_AT)[0]
             if line.at_ns > undone.created_ns]
    for action, sentence in _STAYS.items():
        items = sum(line.items for line in lines if line.action == action)
        if items:
            yield sentence.format(entries=pluralize(items, "entry"))


def newest_clean(listed: Sequence[QuarantineRecord]) -> str:
    """The id of the newest clean that can be undone; a repair is undone by its id only.

    Raises:
        NothingToUndoError: if there is none.
        UserFacingError: if there is none that can be read.
    """
    records = [record for record in listed if record.can_undo and not is_repair(record)]
    if not records:
        for record in listed:
            _refuse_unreadable(record)
        redoable = [record for record in listed if record.state is QuarantineState.UNDONE]
        if redoable:
            identity = clean_of(max(redoable, key=lambda record: record.created_ns))
            raise NothingToUndoError(
                "The build was undone already.",
                f"To put what it had made in place again, name it by its id, {identity}.")
        raise NothingToUndoError(
            "There is no clean to undo.", "What was emptied or deleted cannot be brought back.")
    return clean_of(max(records, key=lambda record: record.created_ns))


def _records_of(
    listed: Sequence[QuarantineRecord], identity: str
) -> list[QuarantineRecord]:
    """The quarantines of one clean, or the single one that the id names."""
    found = [record for record in listed if clean_of(record) == identity]
    found = found or [record for record in listed if record.id == identity]
    if not found:
        raise _no_quarantine(identity)
    for record in found:
        _refuse_unreadable(record)
    if found[0].is_build:  # whole, also where a config of today opens one of its stores only
        return list(siblings(found[0]))
    return found


def _no_quarantine(identity: str) -> UserFacingError:
    return UserFacingError(
        f"There is no quarantine {identity!r} in this workspace.",
        "List the quarantines to see their ids.")


def _refuse_unreadable(record: QuarantineRecord) -> None:
    if record.manifest is None:
        raise _unreadable(record)


def _unreadable(record: QuarantineRecord) -> UserFacingError:
    return UserFacingError(record.problem, record.way_out)


def _newer_unreadable(
    listed: Sequence[QuarantineRecord], undone: QuarantineRecord
) -> list[str]:
    """Return the problems of unreadable quarantines that would otherwise have been undone first."""
    return [
        str(_unreadable(record)) for record in listed
        if record.manifest is None and record.id > undone.id]  # which sort by time


def _restore_each(
    records: Sequence[QuarantineRecord], tally: _UndoCounts, total: int, token: CancelToken
) -> Job[None]:
    """Undo in each store; one in which that fails keeps its quarantine, and is told as a problem.

    Raises:
        UserFacingError: if it fails in every store.
        JobCancelled: if the token was cancelled before the last file of a store was moved.
    """
    if records[0].is_build:
        tally.redone = lead_state(records[0]) is QuarantineState.UNDONE
        for record, back in (yield from undo_build(records[0])):
            yield from _count(record, back, tally)
        yield Progress("moving files back", total, total, "files")
        return
    failures: list[UserFacingError] = []
    for record in records:
        token.check()
        try:
            back = yield from restore_quarantine(
                find_quarantine(record.store, record.id, is_counted=False), token,
                done=tally.files, total=total)
        except UserFacingError as failure:
            failures.append(failure)
        else:
            yield from _count(record, back, tally)
            yield Progress("moving files back", tally.files, total, "files")
    if len(failures) == len(records):
        raise failures[0]
    tally.problems += map(str, failures)


def _count(record: QuarantineRecord, back: PutBack, tally: _UndoCounts) -> Job[None]:
    tally.rows += back.rows
    tally.problems += back.problems
    if record.is_build:  # a store without an index
        pass
    elif back.verbatim:
        tally.verbatim.append(str(record.store))
    else:
        tally.merged.append(str(record.store))
    if record.is_build:  # what a list of quarantines told of it
        tally.files += max(record.files - back.written.files, 0)
        tally.bytes += max(record.bytes - back.written.bytes, 0)
        tally.problems += back.written.problems
    for outcome in back.outcomes:
        if outcome.result is MoveResult.MOVED:
            if not record.is_build:
                tally.files += files_of_move(record.store, outcome.move)
                tally.bytes += outcome.move.size
            continue
        if outcome.result is MoveResult.ALREADY:
            continue
        tally.not_restored.append(NotRestored(
            str(record.store), outcome.move.name, outcome.problem,
            in_quarantine=outcome.result is not MoveResult.MISSING))
        yield ItemFailed(
            store=str(record.store), item=outcome.move.name, problem=outcome.problem, retry="undo")


MOST_RECORDS = 10_000
"""Of a store's journal, so many lines are told; a list of more is of use to nobody."""


def read_history(stores: Sequence[Path]) -> History:
    """Quarantines and journals of some stores; the same folder twice counts once."""
    folders = list(dict.fromkeys(stores))
    records = [record for store in folders for record in list_quarantines(store)]
    inside = {(record.store, record.id) for record in records
              if record.state is not QuarantineState.UNDONE}
    newest = {store: read_newest(store, MOST_RECORDS) for store in folders}
    lines = [(store, line) for store, (found, _) in newest.items() for line in found]
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


_ENDED: dict[str, str] = {
    JournalAction.RESTORED: "restored", JournalAction.EMPTIED: "emptied",
    JournalAction.DELETED: "emptied",
}
"""How a quarantine that is no longer there came to its end."""


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
        raise _no_quarantine(unknown)
    return [record for record in records
            if not identities or record.id in identities or clean_of(record) in identities]


def _empty_one(record: QuarantineRecord, token: CancelToken) -> Emptied:
    """Empty one quarantine; the journal knows it before the last trace is gone."""
    def journal(emptied: Emptied) -> None:
        append_journal(record.store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.EMPTIED, items=emptied.files,
            bytes=emptied.bytes, id=record.id))

    with store_transaction({record.store: ()}, even_if_busy=True):
        if record.id not in {
                found.id for found in list_quarantines(record.store, is_counted=False)}:
            return Emptied(0, 0)
        emptied = empty(record.store, record.id, token=token, before_end=journal)
        prune_slots(record)
        return emptied


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
