"""Undo, from an id or none to its report: what `larder undo` does, in order.

1. Every store is settled: what a crash left half done is finished or taken back, and lists that it
   lost are made again (`quarantine.settle`, `quarantine.rebuild`).
2. The clean is chosen: the newest, or the one that the id names (`undo_choice`). A build or a moved
   folder has a quarantine as well, and is undone the same way.
3. All stores that it cleaned are locked, settled and idle (`transaction`).
4. Store by store its files come back, then the index, so that no row ever names a file that is not
   there (`quarantine.restore`), and the journal has it. A name that a newer file has taken is left
   to that; the older file stays in the quarantine.
5. What came back, what did not, and what was done since and stays is reported (`reports`).

Cancelled while files are moved, it takes those of that store into the quarantine again; the steps
after them run to their end, and so does the undo of a build. A crash is repaired at the next start.
The trainer's own "Clear cache" removes whole folders of pictures and captions, `.larder` with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_drive_errors
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress
from larder.core.quantities import Amount
from larder.core.workspace.roots import is_folder
from larder.core.writes.quarantine.exchange import lead_state
from larder.core.writes.quarantine.manifest import QuarantineState
from larder.core.writes.quarantine.moves import MoveResult
from larder.core.writes.quarantine.rebuild import rebuild_manifests
from larder.core.writes.quarantine.record import (
    QuarantineRecord,
    clean_of,
    find_quarantine,
    has_half_done,
    list_quarantines,
)
from larder.core.writes.quarantine.restore import (
    GO_ON,
    PutBack,
    files_of_move,
    kinds_of,
    restore_quarantine,
    undo_build,
)
from larder.core.writes.quarantine.settle import recover
from larder.core.writes.reports import LeftItem, UndoPreview, UndoReport
from larder.core.writes.transaction import store_transaction
from larder.core.writes.undo_choice import (
    explain_done_since,
    newer_unreadable,
    newest_clean,
    operation_of,
    records_of,
    require_last_done,
)


@dataclass(slots=True)
class _UndoCounts:
    files: int = 0
    bytes: int = 0
    rows: int = 0
    verbatim: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    redone: bool = False
    not_restored: list[LeftItem] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def report(self, records: Sequence[QuarantineRecord], stays: tuple[str, ...]) -> UndoReport:
        """The report of an undo of some quarantines; `stays` are sentences."""
        return UndoReport(
            id=clean_of(records[0]), restored=Amount(self.files, self.bytes),
            index_rows_restored=self.rows, index_verbatim=tuple(self.verbatim),
            index_merged=tuple(self.merged), redone=self.redone,
            not_restored=tuple(self.not_restored), problems=tuple(dict.fromkeys(self.problems)),
            stays=stays, operation=operation_of(records[0]), made_ns=records[0].created_ns)


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
    counts = _UndoCounts()
    yield Progress("moving files back", 0, 0, "files")
    with explain_drive_errors(", ".join(map(str, stores)), GO_ON):
        folders = [folder for folder in dict.fromkeys(stores) if is_folder(folder)]
        settled = _settle(folders, counts)
        records = _choose(folders, identity, settled, counts)
        kinds = {record.store: kinds_of(record) for record in records}
        with store_transaction(kinds, even_if_busy=even_if_busy):
            token.check()
            stays = tuple(explain_done_since(folders, records[0]))
            yield from _restore_each(records, stays, counts, token)
    return counts.report(records, stays)


def preview_undo(
    stores: Sequence[Path], identity: str | None = None, *, token: CancelToken
) -> Job[UndoPreview]:
    """Return what `undo_clean` would take back, and write nothing.

    Raises:
        NothingToUndoError, UserFacingError: as `undo_clean`, where there is nothing or no such.
    """
    token.check()
    yield Progress("reading quarantines", 0, 0, "caches")
    folders = [folder for folder in dict.fromkeys(stores) if is_folder(folder)]
    if any(has_half_done(folder) for folder in folders):
        return UndoPreview()
    listed = [record for store in folders for record in list_quarantines(store)]
    records = records_of(listed, newest_clean(listed) if identity is None else identity)
    if identity is None:
        require_last_done(folders, listed, records[0], ())
    lead = records[0]
    return UndoPreview(
        id=clean_of(lead), operation=operation_of(lead), made_ns=lead.created_ns,
        restores=Amount(sum(record.files for record in records),
                        sum(record.size for record in records)),
        rows=sum(0 if record.manifest is None else len(record.manifest.dropped_rows)
                 for record in records),
        redone=lead.is_build and lead_state(lead) is QuarantineState.UNDONE,
        stays=tuple(explain_done_since(folders, lead)))


def _settle(folders: Sequence[Path], counts: _UndoCounts) -> set[str]:
    """Settle what is half done in each store; the ids of what was."""
    settled: set[str] = set()
    for folder in folders:
        counts.problems += rebuild_manifests(folder)
        settled |= recover(folder).keys()
    return settled


def _choose(
    folders: Sequence[Path], identity: str | None, settled: set[str], counts: _UndoCounts
) -> Sequence[QuarantineRecord]:
    """The quarantines that are undone.

    Raises:
        NothingToUndoError, UserFacingError: as `undo_clean`.
    """
    # Each look at a clean of a million files takes seconds.
    listed = [record for store in folders for record in list_quarantines(store)]
    if identity is not None:
        return records_of(listed, identity)
    records = records_of(listed, newest_clean(listed))
    require_last_done(folders, listed, records[0], settled)
    counts.problems += newer_unreadable(listed, records[0])
    return records


def _restore_each(
    records: Sequence[QuarantineRecord], stays: tuple[str, ...], counts: _UndoCounts,
    token: CancelToken,
) -> Job[None]:
    """Put everything back, store by store.

    Raises:
        UserFacingError: if it fails in every store.
        JobCancelled: if the token was cancelled before the last file of a store was moved.
    """
    total = sum(record.files for record in records)
    yield Progress("moving files back", 0, total, "files")
    if records[0].is_build:
        yield from _put_back_build(records[0], counts)
        yield Progress("moving files back", total, total, "files")
        return
    try:
        yield from _put_back_clean(records, total, counts, token)
    except JobCancelled as cancelled:
        if not (counts.verbatim or counts.merged):
            raise
        raise JobCancelled(counts.report(records, stays)) from cancelled


def _put_back_build(lead: QuarantineRecord, counts: _UndoCounts) -> Job[None]:
    """Put back what a build replaced, or again what it made; its stores change together."""
    counts.redone = lead_state(lead) is QuarantineState.UNDONE
    for record, back in (yield from undo_build(lead)):
        yield from _count(record, back, counts)


def _put_back_clean(
    records: Sequence[QuarantineRecord], total: int, counts: _UndoCounts, token: CancelToken
) -> Job[None]:
    """Undo in each store; one in which that fails keeps its quarantine, and is told as a problem.

    Raises:
        UserFacingError, JobCancelled: as `_restore_each`.
    """
    failures: list[UserFacingError] = []
    for record in records:
        token.check()
        try:
            back = yield from restore_quarantine(
                find_quarantine(record.store, record.id, is_counted=False), token,
                done=counts.files, total=total)
        except UserFacingError as failure:
            failures.append(failure)
        else:
            yield from _count(record, back, counts)
            yield Progress("moving files back", counts.files, total, "files")
    if len(failures) == len(records):
        raise failures[0]
    counts.problems += map(str, failures)


def _count(record: QuarantineRecord, back: PutBack, counts: _UndoCounts) -> Job[None]:
    """Count what came back into one store, and name each file that did not."""
    counts.rows += back.rows
    counts.problems += back.problems
    if record.is_build:  # a store without an index
        pass
    elif back.verbatim:
        counts.verbatim.append(str(record.store))
    else:
        counts.merged.append(str(record.store))
    if record.is_build:  # what a list of quarantines told of it
        counts.files += max(record.files - back.written.files, 0)
        counts.bytes += max(record.size - back.written.bytes, 0)
        counts.problems += back.written.problems
    for outcome in back.outcomes:
        if outcome.result is MoveResult.MOVED:
            if not record.is_build:
                counts.files += files_of_move(record.store, outcome.move)
                counts.bytes += outcome.move.size
            continue
        if outcome.result is MoveResult.ALREADY:
            continue
        counts.not_restored.append(LeftItem(
            str(record.store), outcome.move.name, outcome.problem,
            in_quarantine=outcome.result is not MoveResult.MISSING))
        yield ItemFailed(
            store=str(record.store), item=outcome.move.name, problem=outcome.problem, retry="undo")
