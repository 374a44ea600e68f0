"""Which clean an undo takes: the newest that can be undone, or the one that an id names.

The newest is taken only if it is also the last thing that was begun: an undo that nobody meant is
worse than one that has to be asked for by its id.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from larder.core.errors import NothingToUndoError, StoreLockedError, UserFacingError
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    is_no_undo,
    read_newest,
    record_no_undo,
)
from larder.core.files.store_lock import lock_store
from larder.core.quantities import moment_text, pluralize
from larder.core.writes.quarantine.exchange import siblings
from larder.core.writes.quarantine.manifest import RELOCATED, QuarantineState
from larder.core.writes.quarantine.record import QuarantineRecord, clean_of, may_undo
from larder.core.writes.quarantine.restore import is_repair

_LOOKED_AT = 1000
"""Of a store's journal, so many of the newest lines are looked at for what was done last."""

_STAYS: dict[str, str] = {
    JournalAction.READOPTED: "Entries that were relinked since then are kept: {entries}.",
    JournalAction.TOUCHED: "Dates that were stored since then are kept: {entries}.",
}
"""What was done after a clean and that its undo leaves as it is, by the journal's action."""


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
                "The build has already been undone.",
                f"To restore what it made, give its id, {identity}.")
        repaired = [record for record in listed if record.can_undo]
        if repaired:
            identity = clean_of(max(repaired, key=lambda record: record.created_ns))
            raise NothingToUndoError(
                "There is no clean to undo.",
                "To restore the index from before its repair, give the id of the repair, "
                f"{identity}.")
        raise NothingToUndoError(
            "There is no clean to undo.", "Emptied or deleted files cannot be restored.")
    return clean_of(max(records, key=lambda record: record.created_ns))


def records_of(
    listed: Sequence[QuarantineRecord], identity: str
) -> list[QuarantineRecord]:
    """The quarantines of one clean, or the single one that the id names."""
    found = [record for record in listed if clean_of(record) == identity]
    found = found or [record for record in listed if record.id == identity]
    if not found:
        raise no_quarantine(identity)
    for record in found:
        _refuse_unreadable(record)
    if found[0].is_build:  # whole, also where a config of today opens one of its stores only
        return list(siblings(found[0]))
    return found


def require_last_done(
    stores: Sequence[Path], listed: Sequence[QuarantineRecord], found: QuarantineRecord,
    settled: Collection[str],
) -> None:
    """Make sure that the newest clean that can be undone is also the last thing that was begun.

    Raises:
        NothingToUndoError: if what was applied after it did nothing or cannot be undone, or what
            was interrupted after it is over.
    """
    identity = clean_of(found)
    hint = f"To undo the {operation_of(found)} before it too, give its id, {identity}."
    undoable = {record.id for record in listed if record.can_undo}
    if not undoable.issuperset(settled):
        raise NothingToUndoError(
            "An interrupted operation was finished or undone, and nothing else was undone.",
            hint)
    later = [line for store in stores for line in read_newest(store, _LOOKED_AT)[0]
             if is_no_undo(line) and line.at_ns > found.created_ns]
    if later:
        raise NothingToUndoError(
            _explain_no_undo(max(later, key=lambda line: line.at_ns)), hint)


def _explain_no_undo(line: JournalRecord) -> str:
    operation = line.detail.get("operation", "clean")
    if line.detail.get("changes"):
        return (f"The last {operation}, of {moment_text(line.at_ns / 1e9)}, cannot be undone, and "
                "nothing else was undone.")
    does = "moved" if operation == "clean" else "changed"
    return f"The last {operation} {does} nothing, so there is nothing to undo."


def note_no_undo(stores: Sequence[Path], operation: str, *, has_changes: bool) -> None:
    """Have the next undo know of what it cannot take back, where it would take an older clean.

    Args:
        stores: folders of the workspace's stores.
        operation: the word of its verb, as in "build".
        has_changes: whether it changed anything.

    Raises:
        UserFacingError: if the journal cannot be written.
    """
    folder = next((store for store in stores if may_undo(store)), None)
    if folder is not None:
        # Whoever holds the lock is at work, and then did the last thing.
        with suppress(StoreLockedError), lock_store(folder):
            record_no_undo(
                folder, time.time_ns(), operation=operation, has_changes=has_changes)


def operation_of(record: QuarantineRecord) -> str:
    """Return the word for what a quarantine was made by: a build, relocation, repair or clean."""
    if record.is_build:
        return "build"
    if RELOCATED in record.detail:
        return "relocation"
    return "repair" if is_repair(record) else "clean"


def newer_unreadable(
    listed: Sequence[QuarantineRecord], undone: QuarantineRecord
) -> list[str]:
    """Return the problems of unreadable quarantines that would otherwise have been undone first."""
    return [
        str(_unreadable(record)) for record in listed
        if record.manifest is None and record.id > undone.id]  # which sort by time


def no_quarantine(identity: str) -> UserFacingError:
    """Return the error to raise where no quarantine of a workspace has an id."""
    return UserFacingError(
        f"There is no quarantine {identity!r} in this workspace.",
        "List the quarantines to see their ids.")


def _refuse_unreadable(record: QuarantineRecord) -> None:
    if record.manifest is None:
        raise _unreadable(record)


def _unreadable(record: QuarantineRecord) -> UserFacingError:
    return UserFacingError(record.problem, record.way_out)


def explain_done_since(stores: Sequence[Path], undone: QuarantineRecord) -> Iterator[str]:
    """A sentence for each thing that was done since a clean and stays when that is undone."""
    lines = [line for store in stores for line in read_newest(store, _LOOKED_AT)[0]
             if line.at_ns > undone.created_ns]
    for action, sentence in _STAYS.items():
        items = sum(line.items for line in lines if line.action == action)
        if items:
            yield sentence.format(entries=pluralize(items, "entry"))
