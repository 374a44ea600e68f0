"""Exchanges the folders of a build with the live ones, and back, and settles it in all its stores.

Where a folder is told by its aggregate's size and date, which the manifest has of the old and of
the new one. Both are whole at any time, so that a trainer, which takes whatever folder has an
`aggregate.pt`, reads the old one or the new one and never a mixture. Where the system cannot
exchange two names there are two renames with a third name between them, and after a kill in
between the trainer finds no folder until the next write of ours.

Nor does it get new captions beside old pictures, which would be wrong pairs wherever a slot moved.
No system exchanges folders of two stores in one step, so those of captions are *barred* first: in
their place lies a folder with nothing but an `aggregate.pt` that cannot be loaded, and a trainer
that is started after a kill stops there, saying why, until the next write of ours. Where names
cannot be exchanged, or the drive is full, nothing is barred: after a kill between the two stores a
trainer does get such pairs, until the next write of ours.
"""

from __future__ import annotations

import enum
import errno
import os
import shutil
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from larder.core.errors import UserFacingError, error_reason
from larder.core.files.atomic_write import exchange_names
from larder.core.files.durable import sync_folder
from larder.core.files.file_stamp import is_there
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.quarantine_folder import FILES_FOLDER, quarantine_root
from larder.core.files.regular_file import naming_errors
from larder.core.files.store_paths import larder_folder, refuse_linked_shards, remove_empty_shards
from larder.core.keys.payload_names import (
    AGGREGATE_NAME,
    is_released_group,
    parse_released_variation,
)
from larder.core.stores.released.group_files import is_litter
from larder.core.stores.released.groups import BARRIER
from larder.core.stores.released.slots import forget_slots
from larder.core.writes.quarantine.manifest import (
    MANIFEST_NAME,
    QuarantineState,
    SwappedFolder,
    aggregate_of,
    count_built_payloads,
    read_progress,
)
from larder.core.writes.quarantine.moves import (
    MoveOutcome,
    MoveResult,
    mark_moved,
    move_back,
    move_in,
    rename_into,
)
from larder.core.writes.quarantine.own_files import (
    has_only_own_files,
    make_way,
    restore_own_files,
)
from larder.core.writes.quarantine.record import (
    QuarantineRecord,
    find_quarantine,
    is_journalled,
    list_planned_names,
    names_in,
    note_progress,
)
from larder.core.writes.quarantine.removal import dissolve, has_planned_items

ASIDE_FOLDER: Final = "aside"
"""In a quarantine: where a live folder lies for the moment between two renames."""

BARRED_FOLDER: Final = "barred"
"""In a quarantine: where a live folder lies as long as a trainer is to stop at its place."""


class Version(enum.Enum):
    """Which of the two folders of a swap lies somewhere."""

    OLD = "old"
    NEW = "new"
    BARRED = "barred"
    """Neither; a trainer stops there."""
    OTHER = "other"
    """Somebody else wrote it."""
    NONE = "none"


def version_of(folder: Path, swap: SwappedFolder) -> Version:
    """Which folder lies somewhere, by its aggregate.

    Raises:
        OSError: if it cannot be looked at.
    """
    if not is_there(folder):
        return Version.NONE
    found = aggregate_of(folder)
    if found == swap.new:
        return Version.NEW
    if found is not None and found[0] <= len(BARRIER) and _names_in(folder) == {AGGREGATE_NAME}:
        return Version.BARRED
    if found is None and not swap.was_there and has_only_own_files(folder):
        return Version.NONE
    return Version.OLD if swap.was_there and found == swap.old else Version.OTHER


def _names_in(folder: Path) -> set[str]:
    """Return the names in a folder, except the files that systems leave anywhere."""
    return {name for name in names_in(folder) if not is_litter(name)}


@dataclass(frozen=True, slots=True)
class _Places:
    """The places of one swap."""

    record: QuarantineRecord
    swap: SwappedFolder

    @property
    def live(self) -> Path:
        return self.record.store / self.swap.move.name

    @property
    def kept(self) -> Path:
        return self.record.files_folder / self.swap.move.name

    @property
    def aside(self) -> Path:
        return self.record.folder / ASIDE_FOLDER / self.swap.move.name

    @property
    def barrier(self) -> Path:
        return self.record.folder / BARRED_FOLDER / self.swap.move.name

    @property
    def is_barred(self) -> bool:
        return version_of(self.live, self.swap) is Version.BARRED

    @property
    def lent(self) -> tuple[tuple[int, int], ...]:
        return tuple(self.record.lent.get(self.swap.move.name, ()))

    def exchange(self) -> None:
        """Exchange live and kept; what is missing at one end is missing at the other then."""
        if self.is_barred:
            self._lend(giver=self.barrier, taker=self.kept)
            if not exchange_names(self.kept, self.live):
                raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
        elif version_of(self.live, self.swap) is Version.NONE:
            if is_there(self.live):
                make_way(self.live, self.kept)
            rename_into(self.kept, self.live)
        elif not is_there(self.kept):
            rename_into(self.live, self.kept)
        elif self.lent or not exchange_names(self.kept, self.live):
            rename_into(self.live, self.aside)
            self._lend(giver=self.aside, taker=self.kept)
            self.kept.rename(self.live)
        self.settle()

    def bar(self) -> None:
        """Have a trainer stop at the live folder until it is exchanged, where that can be done."""
        found = aggregate_of(self.live)
        if found is None:
            return  # it caches such a folder anew
        self.barrier.mkdir(parents=True)
        (self.barrier / AGGREGATE_NAME).write_bytes(BARRIER)
        # A young file would look as if a trainer were at work.
        os.utime(self.barrier / AGGREGATE_NAME, ns=(found[1], found[1]))
        if not exchange_names(self.barrier, self.live):
            shutil.rmtree(self.barrier)

    def unbar(self) -> None:
        """Let a trainer have the folder again that it was barred from."""
        self._lend(giver=self.kept, taker=self.barrier)
        if exchange_names(self.barrier, self.live):
            self.settle()

    def settle(self) -> None:
        """Make good what a kill between two renames left: finished, or as if never begun."""
        if is_there(self.barrier) and not self.is_barred:
            if self._is_barrier(self.barrier):
                shutil.rmtree(self.barrier)
            else:
                if self._is_barrier(self.kept):
                    shutil.rmtree(self.kept)
                if not is_there(self.kept):  # else somebody else has removed the barrier
                    rename_into(self.barrier, self.kept)
        if not is_there(self.aside):
            return
        if is_there(self.live):
            rename_into(self.aside, self.kept)
        else:
            self._lend(giver=self.kept, taker=self.aside)
            self.aside.rename(self.live)

    def _is_barrier(self, folder: Path) -> bool:
        """Return whether a folder is a barrier that a trainer stops at, also an incomplete one."""
        return is_there(folder) and (
            version_of(folder, self.swap) is Version.BARRED or not _names_in(folder))

    def _lend(self, *, giver: Path, taker: Path) -> None:
        gives_old = version_of(taker, self.swap) is Version.NEW
        for new, old in self.lent:
            source, target = (old, new) if gives_old else (new, old)
            if is_there(giver / f"{source}.pt") and not is_there(taker / f"{target}.pt"):
                (giver / f"{source}.pt").rename(taker / f"{target}.pt")


def turn_all(
    records: Sequence[QuarantineRecord], to: Version
) -> Iterator[tuple[QuarantineRecord, Iterator[MoveOutcome]]]:
    """Turn the folders of a build in all of its stores, each as it is gone through; see `turn`.

    From before the first folder is turned until the last one is, a trainer stops at those of all
    stores but the first, or finds them gone.

    Args:
        records: of its stores, that of the first one last.
        to: which folders.

    Raises:
        OSError: if the drive fails while the names are flushed.
    """
    *others, lead = records
    for record in others:
        for swap in record.swaps:
            # What fails here fails once more when it is turned; only the bar may be missing.
            with suppress(OSError, UserFacingError):
                _prepare(_Places(record, swap), to)
    for record in (lead, *others):
        yield record, turn(record, to)


def _prepare(places: _Places, to: Version) -> None:
    """Have a trainer stop at a folder that is going to be turned; one that only goes is gone."""
    refuse_linked_shards(places.record.store, places.swap.move.name)
    places.settle()
    if to is Version.OLD and not places.swap.was_there:
        _turn_one(places, to)
    elif not places.is_barred and _prospect(places, to)[0] is MoveResult.MOVED:
        places.bar()


def turn(record: QuarantineRecord, to: Version) -> Iterator[MoveOutcome]:
    """Make all folders of a build in one store the new ones, or the old ones; durable at the end.

    Can be run again after a kill. What nobody wants any more goes and comes with them.

    Raises:
        OSError: if the drive fails while the names are flushed.
    """
    for swap in record.swaps:
        yield _turn_one(_Places(record, swap), to)
    if record.moves:
        yield from move_in(record) if to is Version.NEW else move_back(record)
    for folder in (record.store, record.files_folder):
        for group in {swap.move.name.partition("/")[0] for swap in record.swaps}:
            if (folder / group).is_dir():
                sync_folder(folder / group)
        sync_folder(folder)


def _turn_one(places: _Places, to: Version) -> MoveOutcome:
    move = places.swap.move
    try:
        for folder in (places.record.store, places.record.files_folder):
            refuse_linked_shards(folder, move.name)
        places.settle()
        if places.is_barred and version_of(places.barrier, places.swap) is to:
            places.unbar()
        result, problem = _prospect(places, to)
        if result is MoveResult.MOVED:
            places.exchange()
        if result in (MoveResult.MOVED, MoveResult.ALREADY):
            restore_own_files(places.kept, places.live)
    except UserFacingError as error:
        return MoveOutcome(move, MoveResult.FAILED, error.problem)
    except OSError as error:
        return MoveOutcome(
            move, MoveResult.FAILED, f"{move.name} cannot be moved: {error_reason(error)}.")
    return MoveOutcome(move, result, problem)


def _prospect(places: _Places, to: Version) -> tuple[MoveResult, str]:
    """Return the result that exchanging one folder would have, and the reason if it fails."""
    live, kept = version_of(places.live, places.swap), version_of(places.kept, places.swap)
    name, none = places.swap.move.name, Version.NONE
    wanted = to if to is Version.NEW or places.swap.was_there else none
    if live is wanted and kept is not wanted:
        return MoveResult.ALREADY, ""
    if live is none and wanted is none:
        return MoveResult.ALREADY, ""
    if live is Version.OTHER or live is wanted:
        return MoveResult.OCCUPIED, (
            f"Another program has written {places.live}, which is kept.")
    if kept is not wanted or (live is none and places.lent):
        return MoveResult.MISSING, f"{name} is missing."
    return MoveResult.MOVED, ""


def cannot_turn(record: QuarantineRecord, to: Version) -> str:
    """Why a store's folders cannot all be turned, one sentence; "" when they can."""
    for swap in record.swaps:
        places = _Places(record, swap)
        if is_there(places.aside) or is_there(places.barrier):
            continue
        result, problem = _prospect(places, to)
        if result not in (MoveResult.MOVED, MoveResult.ALREADY):
            return problem
    return ""


def siblings(record: QuarantineRecord) -> tuple[QuarantineRecord, ...]:
    """The quarantines of a build in all its stores, that of its first store last.

    What that one says of the progress holds for all of them, so it is written before the others
    are turned and ended after them. A store that is gone, or whose quarantine was emptied, is
    missing.

    Raises:
        UserFacingError: if one is there and cannot be read.
    """
    found = []
    for name in reversed(record.stores):
        store = record.store.with_name(name)
        if (quarantine_root(store) / record.id).is_dir():
            other = find_quarantine(store, record.id)
            if other.manifest is None and is_there(other.folder / MANIFEST_NAME):
                raise UserFacingError(
                    other.problem,
                    f"Try again. If that does not help, move {other.folder} to another place; it "
                    "contains what its build replaced.")
            if other.stores == record.stores:
                found.append(other)
    return tuple(found)


def lead_state(record: QuarantineRecord) -> QuarantineState:
    """How far a build is, as the quarantine of its first store has it; else as its own has."""
    folder = quarantine_root(record.store.with_name(record.stores[0])) / record.id
    return read_progress(folder).state if is_there(folder / MANIFEST_NAME) else record.state


def direction(records: Sequence[QuarantineRecord]) -> Version | None:
    """Which folders the stores of a build are to have, after a kill: the new, the old ones.

    None where nothing was exchanged yet, so that what was made is to be taken back.
    """
    lead = records[-1]
    match lead.state:
        case QuarantineState.PLANNED:
            # Also what a lead whose progress is lost says.
            is_in = any(
                version_of(record.store / swap.move.name, swap) in (Version.NEW, Version.BARRED)
                for record in records for swap in record.swaps)
            if is_in:
                return Version.NEW
            return Version.OLD if is_journalled(lead) else None
        case QuarantineState.RESTORING | QuarantineState.RESTORED | QuarantineState.UNDONE:
            return Version.OLD
        case _:
            return Version.NEW


def begin_undo(records: Sequence[QuarantineRecord]) -> Version:
    """Decide that a build is undone, or an undone one done again, in all of its stores.

    Returns:
        Which folders they are to have.

    Raises:
        UserFacingError: if that cannot be done in every one of them; nothing was changed.
    """
    lead = records[-1]
    to = Version.NEW if lead.state is QuarantineState.UNDONE else Version.OLD
    is_whole = len(records) == len(lead.stores) and all(
        record.state is not QuarantineState.EMPTYING for record in records)
    if not is_whole:
        raise UserFacingError(
            f"The build {lead.id} cannot be undone: a part of what it replaced in its "
            f"{len(lead.stores)} caches was deleted when a quarantine was emptied.",
            "The rest can be emptied too; a new build makes what today's files need.")
    problem = next(filter(None, (cannot_turn(record, to) for record in records)), "")
    if problem:
        raise UserFacingError(
            f"The build {lead.id} cannot be undone: {problem}",
            "Nothing was changed. If a newer build replaced the same folders, undo that one first.")
    state = QuarantineState.SWAPPING if to is Version.NEW else QuarantineState.RESTORING
    note_progress(replace(lead, state=state))
    return to


def close_build(records: Sequence[QuarantineRecord]) -> str | None:
    """End a build whose new folders are live: journalled, and what was staged gone.

    Returns:
        What an undo takes; None, and no quarantine left, where nothing was replaced.

    Raises:
        UserFacingError: if a store may not be written; the next recovery goes on.
    """
    has_old = any(
        record.moves or any(swap.was_there for swap in record.swaps)
        for record in records)
    for record in records:
        if not is_journalled(record):
            made, size = count_built_payloads(record.store, record.swaps)
            append_journal(record.store, JournalRecord(
                at_ns=time.time_ns(), action=JournalAction.BUILT, items=made, bytes=size,
                id=record.id, detail=dict(record.detail)))
        for swap in record.swaps:
            for _, name in swap.staged:
                refuse_linked_shards(larder_folder(record.store), name)
                (larder_folder(record.store) / name).unlink(missing_ok=True)
        prune_slots(record)
    for record in records:
        if has_old:
            mark_moved(record, is_counted=False)
        else:
            dissolve(record)
    return records[-1].id if has_old else None


def finish_undo(record: QuarantineRecord, outcomes: Sequence[MoveOutcome]) -> bool:
    """End an undo in one store.

    Returns:
        Whether nothing is left in the quarantine, which is gone then. Else the folders that the
        build made lie in it, until it is emptied or undone itself.
    """
    is_back = all(
        outcome.result in (MoveResult.MOVED, MoveResult.ALREADY) for outcome in outcomes)
    remove_empty_shards(record.store, list_planned_names(record), levels=1)
    if is_back and not has_planned_items(record):
        dissolve(record)
        return True
    state = QuarantineState.UNDONE if is_back else QuarantineState.MOVED
    note_progress(replace(record, state=state))
    return False


def discard(records: Sequence[QuarantineRecord]) -> None:
    """Take back builds none of whose folders is live; staged payloads are where they were.

    Raises:
        UserFacingError: if a store may not be written; the next recovery goes on.
        OSError: if a drive fails.
    """
    for record in records:
        for swap in record.swaps:
            places, folder = _Places(record, swap), record.files_folder / swap.move.name
            if places.is_barred:
                places.unbar()
            refuse_linked_shards(record.files_folder, swap.move.name)
            for at, name in swap.staged:
                staged = larder_folder(record.store) / name
                if not is_there(staged) and is_there(folder / f"{at}.pt"):
                    refuse_linked_shards(larder_folder(record.store), name)
                    rename_into(folder / f"{at}.pt", staged)
            is_replaced = swap.old is not None and version_of(folder, swap) is Version.OLD
            if is_there(folder) and not is_replaced:
                with naming_errors(folder):
                    shutil.rmtree(folder)
        prune_slots(record)
        dissolve(record)


def prune_slots(record: QuarantineRecord) -> None:
    """Forget the origins of folders that are neither live nor in any quarantine of the store."""
    groups = {name.partition("/")[0] for name in list_planned_names(record)}
    groups = {group for group in groups if is_released_group(group)}
    if not groups:
        return
    roots = [record.store, *(
        root / place
        for root in quarantine_root(record.store).glob("*")
        for place in (FILES_FOLDER, ASIDE_FOLDER, BARRED_FOLDER))]
    for group in groups:
        forget_slots(record.store, group, kept=set(_aggregates(roots, group)))


def _aggregates(roots: Collection[Path], group: str) -> Iterator[tuple[int, int, int]]:
    for root in roots:
        for name in names_in(root / group):
            number, found = parse_released_variation(name), aggregate_of(root / group / name)
            if number is not None and found is not None:
                yield number, *found
