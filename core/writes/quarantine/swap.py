"""A build into the released trainer's layout takes effect: its new folders replace the live ones.

In this order: everything is still as it was planned; a quarantine in every store, manifest first;
all new folders are put together in these, aggregate last, and flushed; the quarantine of the first
store says that all are complete; then they are exchanged with the live ones back to back, in every
store, and the journals are told. A kill before the word in the first store takes everything back at
the next start, a kill after it goes on. What fails before the last exchange is taken back at once.

Payloads that stay are hard links to those of the old folder, which no trainer reads any more. A
payload whose other name stays live is cloned or copied instead: trainers write in place. A drive
without links gets copies, too; without space for these the payloads are *lent*: renamed into
whichever of the two folders is live, while the other one lacks them.

Such a build is not refused, because no later one could be made either: a build replaces whole
folders, so a cache that fills more than half of an exFAT drive would never take one picture more.
Nor would much code go. Quarantines that have lent payloads are there, and `exchange` must be able
to undo them; here lending is two short methods. `tests/crash/test_swap_crash.py` kills builds that
lend, and their undo, on their way.
"""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files.atomic_write import link_file, write_atomically
from larder.core.files.durable import (
    can_sync_file_system,
    explain_drive_errors,
    explain_write_errors,
    sync_file,
    sync_file_system,
    sync_folder,
)
from larder.core.files.file_copy import copy_apart
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.folder_scan import FolderListing, count_files, scan_folder
from larder.core.files.store_paths import (
    larder_folder,
    make_larder_folder,
    refuse_link,
    refuse_linked_shards,
)
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress, defer_interrupts
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.stores.released.slots import SlotRecord, has_record, write_slots
from larder.core.writes.quarantine.dates import note_dates
from larder.core.writes.quarantine.exchange import (
    Version,
    cannot_turn,
    close_build,
    discard,
    turn_all,
)
from larder.core.writes.quarantine.manifest import (
    REPLACED,
    PlannedMove,
    QuarantineState,
    StagedSlots,
    SwappedFolder,
    aggregate_of,
    new_quarantine_id,
    path_status,
)
from larder.core.writes.quarantine.moves import MoveResult, begin, undo_on_error
from larder.core.writes.quarantine.new_folders import (
    GoingPayloads,
    NewSlotFiles,
    NewStore,
    NewVariation,
    PresentFiles,
    require_space,
)
from larder.core.writes.quarantine.record import QuarantineRecord, list_planned_names, note_progress

UNCHANGED = "The caches are unchanged, and everything that was encoded is kept for the next build."
HALF_WAY = (
    "Nothing is lost. The next `larder undo`, or the next command that writes into the cache, "
    "finishes or undoes what was started.")
PROGRESS_EVERY = 256
"""Slots between two progress events: a link takes some 20 us."""

DATE_STEP_NS: Final = 2_000_000_000
"""Aggregates are dated in whole steps of what the coarsest file system keeps, FAT."""

SPACE_KEPT: Final = 64 << 20
"""Bytes that copies leave free."""

NAMES_WHILE_STAGED: Final = 2
"""Of a staged payload with a place in a new folder; the one in the staging goes with the swap."""

NO_STAMPS: Final = dict[str, tuple[int, int]]()


class SwapReport(msgspec.Struct, kw_only=True):
    """Result of putting new folders in place; counts grow while the folders are assembled.

    Attributes:
        undo: the id for `larder undo`; None where nothing was replaced.
        folders: variation folders that were replaced or added.
        made: slots that the build had staged.
        linked: slots that share their bytes with the folder that was there.
        copied: slots that were copied: their originals stay live, or the drive has no hard links. A
            clone takes no bytes.
        lent: slots that were moved, on such a drive without space for copies.
    """

    undo: str | None = None
    folders: int = 0
    made: int = 0
    made_bytes: int = 0
    linked: int = 0
    linked_bytes: int = 0
    copied: int = 0
    lent: int = 0
    copied_in: dict[Path, int] = msgspec.field(default_factory=dict)


def require_planned(store: NewStore) -> PresentFiles:
    """Make sure that folders and slots are still those that the build was planned with.

    Returns:
        What lies in the folders that are to be replaced, and what the new ones are made of. Most
        slots are taken from there, and one listing tells what else would be asked of each.

    Raises:
        OSError: if a folder cannot be listed.
        StalePlanError: if one is not.
        UserFacingError: if one is a link, or lies in one.
    """
    for new in store.variations:
        refuse_linked_shards(store.folder, new.name)
        refuse_link(store.folder / new.name)
        if aggregate_of(store.folder / new.name) != new.replaces:
            raise _stale(store.folder / new.name)
    listed = {new.name: scan_folder(store.folder / new.name) for new in store.variations
              if path_status(store.folder / new.name) is not None}
    below = f"{store.folder}{os.sep}"
    known = {
        f"{below}{name.replace('/', os.sep)}": _stamps(files) for name, files in listed.items()}
    going = GoingPayloads(store, listed)
    present = PresentFiles(listed, [NewSlotFiles.of(new.slots, going) for new in store.variations])
    for slots in present.slots:
        _require_as_planned(slots, known)
    for move in store.gone:
        status = path_status(store.folder / move.name)
        if status is None or mtime_ns_of(status) != move.mtime_ns:
            raise _stale(store.folder / move.name)
    return present


def _require_as_planned(
    slots: NewSlotFiles, known: Mapping[str, Mapping[str, tuple[int, int]]]
) -> None:
    """Look at the payloads of a folder's slots that are there; `known` has folders as listed.

    Raises:
        StalePlanError: if one is not as it was planned.
    """
    of_folders = [known.get(folder, NO_STAMPS) for folder in slots.folders]
    planned = zip(slots.bytes.tolist(), slots.mtimes_ns.tolist(), strict=True)
    for at, (folder, name, stamp, is_kept) in enumerate(zip(
            slots.folder.tolist(), slots.names, planned, slots.is_kept.tolist(), strict=True)):
        if is_kept and of_folders[folder].get(name) != stamp and _stamp(slots.path(at)) != stamp:
            raise _stale(slots.path(at))


def _stamps(files: FolderListing) -> dict[str, tuple[int, int]]:
    """Size and modification time of the files of a listing, links apart."""
    found = files.stamps()
    for link in files.links:
        found.pop(link, None)
    return found


def _stamp(path: str | Path) -> tuple[int, int] | None:
    """Those of one file, None where there is none, or a link."""
    status = path_status(path)
    return None if status is None or not stat.S_ISREG(status.st_mode) else (
        status.st_size, mtime_ns_of(status))


def _stale(path: str | Path) -> StalePlanError:
    return StalePlanError(f"{path} changed after the plan was made.", "Plan the build again.")


def record_swap(
    store: Path, new: NewVariation, slots: NewSlotFiles, files: FolderListing | None
) -> SwappedFolder:
    """Return the manifest's record of a folder to be replaced, which contains these `files`.

    The new aggregate's date is chosen here, and none that this folder had under any build of ours.
    """
    live, larder = store / new.name, larder_folder(store)
    date = time.time_ns() // DATE_STEP_NS * DATE_STEP_NS
    while (len(new.aggregate), date) == new.replaces or has_record(
            store, new.group, new.variation, (len(new.aggregate), date)):
        date += DATE_STEP_NS
    status = path_status(live)
    move = PlannedMove(new.name, 0, 0, is_folder=True)
    if status is not None:
        size = 0 if files is None else int(files.sizes.sum())
        move = PlannedMove(new.name, size, mtime_ns_of(status), is_folder=True)
    below = f"{larder}{os.sep}"
    is_below = np.array(
        [f"{folder}{os.sep}".startswith(below) for folder in slots.folders], dtype=np.bool_)
    is_staged = ~slots.is_kept | is_below[slots.folder]
    made, shared = (StagedSlots.of(
        (at, Path(slots.path(at)).relative_to(larder).as_posix())
        for at in np.flatnonzero(is_staged & (slots.is_kept == is_kept)).tolist())
        for is_kept in (False, True))
    return SwappedFolder(
        move=move, old=new.replaces, new=(len(new.aggregate), date), was_there=status is not None,
        staged=made, shared=shared)


class Assembly:
    """Puts the new folders of one store together in its quarantine; nothing live is touched."""

    def __init__(self, record: QuarantineRecord, tally: SwapReport) -> None:
        self._record = record
        self._store = record.store
        self._tally = tally
        self._lent: dict[str, list[tuple[int, int]]] = {}
        self._taken: dict[Path, Path] = {}
        """Where the only name of a staged payload is now, by where it was."""
        self._flushes_all = can_sync_file_system(self._store)
        self._to_flush: list[str] = []
        """Files, where each has to be flushed by itself."""
        self._lends: dict[str, bool] = {}

    def put_together(
        self, new: NewVariation, swap: SwappedFolder, slots: NewSlotFiles
    ) -> Iterator[None]:
        """Make one folder, aggregate last; yields after each slot.

        Raises:
            UserFacingError: if the drive is full or may not be written.
            OSError: if it fails.
        """
        folder, live = self._record.files_folder / new.name, self._store / new.name
        make_larder_folder(
            self._store, *self._record.files_folder.relative_to(
                larder_folder(self._store)).parts, new.group)
        with explain_write_errors(self._store):
            folder.mkdir()
            if swap.was_there and os.name != "nt":
                folder.chmod(live.stat().st_mode & 0o7777)
            sizes, dates = slots.bytes.tolist(), slots.mtimes_ns.tolist()
            inside = f"{folder}{os.sep}"
            for at, (path, is_kept, is_free) in enumerate(zip(
                    slots.paths(), slots.is_kept.tolist(), slots.is_free.tolist(), strict=True)):
                target = f"{inside}{at}.pt"
                if not is_kept:
                    sizes[at], dates[at] = self._take(Path(path), Path(target))
                elif is_free and link_file(path, target):
                    self._tally.linked += 1
                    self._tally.linked_bytes += sizes[at]
                elif is_free and self._lend(Path(path), new, slots, at):
                    self._tally.lent += 1
                else:
                    self._copy(path, target)
                yield
            write_atomically(folder / AGGREGATE_NAME, [new.aggregate], fsync=False)
            date = swap.new[1]
            os.utime(folder / AGGREGATE_NAME, ns=(date, date))
            self._flush_later(f"{inside}{AGGREGATE_NAME}")
        if aggregate_of(folder) != swap.new:
            raise UserFacingError(
                f"The drive of {self._store} does not store file dates.",
                "Move the cache to a local drive to build it.")
        write_slots(self._store, SlotRecord(
            group=new.group, variation=new.variation, aggregate_bytes=swap.new[0],
            aggregate_ns=swap.new[1], slots=(), payload_bytes=tuple(sizes),
            payload_ns=tuple(dates), settings=new.settings), new.origins)

    def finish(self) -> QuarantineRecord:
        """Flush everything; the record with the slots that are lent.

        Raises:
            UserFacingError: if the drive is full.
            OSError: if the drive fails.
        """
        with explain_write_errors(self._store):
            if self._flushes_all:
                sync_file_system(self._store)
            for path in map(Path, self._to_flush):
                with path.open("rb+") as file:
                    sync_file(file.fileno(), path)
            folders = {self._record.files_folder / name
                       for name in list_planned_names(self._record)}
            folders = {folder for folder in folders if folder.is_dir()}
            for folder in (*folders, *{folder.parent for folder in folders}):
                sync_folder(folder)
            sync_folder(self._record.files_folder)
        lent = {name: tuple(pairs) for name, pairs in self._lent.items()}
        return note_progress(replace(self._record, lent=lent)) if lent else self._record

    def _take(self, staged: Path, target: Path) -> tuple[int, int]:
        """Give a staged payload a name in the folder; where it can have only one, that.

        Returns:
            Its size in bytes and its modification time in nanoseconds.
        """
        source = self._taken.get(staged, staged)
        if source is not staged:
            copy_apart(source, target)
        elif not link_file(source, target):
            staged.rename(target)
            self._taken[staged] = target
        self._flush_later(str(target))
        self._tally.made += 1
        status = target.stat()
        if status.st_nlink > NAMES_WHILE_STAGED:  # another slot has it, too
            target.unlink()
            copy_apart(source, target)
            status = target.stat()
        self._tally.made_bytes += status.st_size
        return status.st_size, mtime_ns_of(status)

    def _flush_later(self, path: str) -> None:
        if not self._flushes_all:
            self._to_flush.append(path)

    def _copy(self, path: str, target: str) -> None:
        copied = self._tally.copied_in
        copied[self._store] = copied.get(self._store, 0) + copy_apart(path, target)
        self._tally.copied += 1
        self._flush_later(target)

    def _lend(self, path: Path, new: NewVariation, slots: NewSlotFiles, at: int) -> bool:
        """Return whether a payload is to be renamed into the live folder, and note that it is."""
        if path.parent != self._store / new.name or not self._has_no_space(new, slots):
            return False
        self._lent.setdefault(new.name, []).append((at, int(path.name.removesuffix(".pt"))))
        return True

    def _has_no_space(self, new: NewVariation, slots: NewSlotFiles) -> bool:
        """Return whether a folder's payloads cannot be copied; decided at the first of them."""
        if new.name not in self._lends:
            free = shutil.disk_usage(self._store).free
            self._lends[new.name] = free < int(slots.bytes.sum()) + SPACE_KEPT
        return self._lends[new.name]


def swap_in(stores: Sequence[NewStore], *, token: CancelToken) -> Job[SwapReport]:
    """Put the new folders of a build in the place of the live ones, in all of its stores.

    The stores are folders of one parent, all held by one `store_transaction`. The token is checked
    while folders are put together; from the first exchange on a build goes on.

    Raises:
        StalePlanError: if a folder or slot is not the planned one; nothing was changed.
        UserFacingError: if a drive has no space for the copies, is full or fails; nothing was
            changed, or the sentence says how it goes on.
        JobCancelled: if the token was cancelled; nothing was changed.
        ValueError: if stores do not lie in one folder, or one has other than one origin per slot.
    """
    stores = [store for store in stores if store.variations or store.gone]
    if len({store.folder.parent for store in stores}) > 1:
        raise ValueError("the stores of a build lie in one folder")
    if any(len(new.origins) != len(new.slots) for store in stores for new in store.variations):
        raise ValueError("every slot has an origin, known or not")
    if not stores:
        return SwapReport()
    present = [require_planned(store) for store in stores]
    require_space(stores, present)
    report = SwapReport(folders=sum(len(store.variations) for store in stores))
    records: list[QuarantineRecord] = []
    cache = stores[0].folder.parent
    with explain_drive_errors(str(cache), UNCHANGED), undo_on_error(
            lambda: _revert_swaps(records), cache, "The build", HALF_WAY):
        _begin(stores, present, records)
        yield from _assemble(stores, present, records, report, token)
        with defer_interrupts():
            _exchange(records)
    with explain_drive_errors(str(cache), HALF_WAY), defer_interrupts():
        report.undo = close_build(records)
    return report


def _begin(
    stores: Sequence[NewStore], present: Sequence[PresentFiles], records: list[QuarantineRecord]
) -> None:
    """Write the manifests, that of the first store first; it stands last in `records`."""
    now_ns = time.time_ns()
    quarantine_id = new_quarantine_id(now_ns)
    for store, of_store in zip(stores, present, strict=True):
        files = of_store.listed
        swaps = [record_swap(store.folder, new, slots, files.get(new.name))
                 for new, slots in zip(store.variations, of_store.slots, strict=True)]
        moves = (*(swap.move for swap in swaps), *store.gone)
        replaced = sum(_count(store.folder, move.name, files.get(move.name)) for move in moves)
        records.insert(0, begin(
            store.folder, moves=store.gone, reasons={REPLACED: replaced} if replaced else {},
            dropped_rows={}, index_before=None, keep=(), detail=store.detail, now_ns=now_ns,
            quarantine_id=quarantine_id, swaps=swaps, stores=[of.folder.name for of in stores]))
        if records[0].manifest is None:  # it was written, and cannot be read back
            raise UserFacingError(records[0].problem, UNCHANGED)
        for name, found in files.items():
            note_dates(records[0], name, Version.OLD, found)


def _count(store: Path, name: str, files: FolderListing | None) -> int:
    """Files below a folder, whose listing may be known."""
    if files is not None and not files.subfolders:
        return len(files.names) + len(files.vanished)
    return count_files(store / name, lambda _: 0)[0]


def _assemble(
    stores: Sequence[NewStore], present: Sequence[PresentFiles], records: list[QuarantineRecord],
    report: SwapReport, token: CancelToken,
) -> Job[None]:
    """Put all folders together; `records` has what is lent after it."""
    total = sum(len(new.slots) for store in stores for new in store.variations)
    done = 0
    for at, (store, files) in enumerate(reversed(tuple(zip(stores, present, strict=True)))):
        record = records[at]
        assembly = Assembly(record, report)
        for new, swap, slots in zip(store.variations, record.swaps, files.slots, strict=True):
            for _ in assembly.put_together(new, swap, slots):
                if done % PROGRESS_EVERY == 0:
                    yield Progress("assembling folders", done, total, "files")
                    if token.is_cancelled:
                        raise JobCancelled
                done += 1
        records[at] = assembly.finish()
    token.check()


def _exchange(records: list[QuarantineRecord]) -> None:
    """Decide for all stores, and exchange.

    Raises:
        StalePlanError: if a folder is not the planned one any more.
        UserFacingError: if one cannot be renamed.
    """
    moved = next(filter(None, (cannot_turn(record, Version.NEW) for record in records)), "")
    if moved:
        raise StalePlanError(moved, f"{UNCHANGED} Plan the build again.")
    # In `records` first: it may be on the drive although writing it fails.
    records[-1] = replace(records[-1], state=QuarantineState.SWAPPING)
    note_progress(records[-1])
    for _, turning in turn_all(records, Version.NEW):
        for outcome in tuple(turning):
            if outcome.result is MoveResult.FAILED:
                raise UserFacingError(outcome.problem, UNCHANGED)
            if outcome.result is not MoveResult.MOVED:
                raise StalePlanError(outcome.problem, f"{UNCHANGED} Plan the build again.")


def _revert_swaps(records: list[QuarantineRecord]) -> None:
    """As if the build had never begun: the old folders live, the staged payloads staged."""
    if records and records[-1].state is QuarantineState.SWAPPING:
        records[-1] = note_progress(replace(records[-1], state=QuarantineState.RESTORING))
        for _, turning in turn_all(records, Version.OLD):
            for outcome in tuple(turning):
                if outcome.result is MoveResult.FAILED:
                    raise UserFacingError(outcome.problem, HALF_WAY)
        records[-1] = note_progress(replace(records[-1], state=QuarantineState.PLANNED))
    discard(records)
