"""Recovery: operations interrupted by a crash are settled before any other write to a store.

A clean whose index was written goes on: the rows are gone, so the files follow, unless the index
was written since; then the files in quarantine stay there for an undo. A clean whose index was not
written is taken back. An undo that began goes on. A build that exchanges folders goes on, in all of
its stores at once, once all its folders were complete; before that it is taken back.

On a full disk a clean deletes files before it has a quarantine, and notes them next to the
quarantines; the rows that name them are dropped as soon as there is space for an index without
them.
"""

from __future__ import annotations

import enum
import os
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import UserFacingError, WorkspaceError, remark
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.file_stamp import IndexStamp, is_there
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    append_journal,
    search_journal,
)
from larder.core.files.quarantine_folder import (
    QUARANTINE_FOLDER,
    quarantine_folders,
    quarantine_root,
)
from larder.core.files.regular_file import read_regular
from larder.core.files.store_lock import lock_store
from larder.core.files.store_paths import is_nested_name, larder_folder, make_larder_folder
from larder.core.files.temp_names import remove_stale_temps
from larder.core.jobs import run_to_end
from larder.core.keys.payload_names import INDEX_NAME, parse_indexed_name
from larder.core.stores.indexed.content_index import forget_payloads
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_file import read_index
from larder.core.stores.indexed.index_rewrite import rewrite_index
from larder.core.stores.released.slots import SLOTS_FOLDER
from larder.core.workspace.open_workspace import Workspace
from larder.core.writes.quarantine.dates import PutAside
from larder.core.writes.quarantine.exchange import (
    direction,
    discard,
    lead_state,
    siblings,
)
from larder.core.writes.quarantine.manifest import (
    MANIFEST_NAME,
    SETTLED,
    QuarantineState,
    Relocated,
)
from larder.core.writes.quarantine.moves import MoveResult, move_in
from larder.core.writes.quarantine.record import (
    FREED_NAME,
    QuarantineRecord,
    clean_of,
    is_journalled,
    list_quarantines,
)
from larder.core.writes.quarantine.removal import sweep
from larder.core.writes.quarantine.restore import (
    close_clean,
    index_is_unwritten,
    index_now,
    restore_quarantine_now,
    turning_build,
)
from larder.core.writes.quarantine.rows import relocation_of

_BACK: Final = (MoveResult.MOVED, MoveResult.ALREADY)


def _is_half_relocated(record: QuarantineRecord, said: Relocated) -> bool:
    """Return whether a relocation ended before all its stores were written.

    Then it closes the first.
    """
    owner = clean_of(record)
    return all(line.id != owner for line in search_journal(Path(said.lead), owner))


def is_settled(record: QuarantineRecord) -> bool:
    """Return whether a quarantine waits only for the user; False for one that was never begun."""
    if record.manifest is None:
        return is_there(record.folder / MANIFEST_NAME)
    if record.detail.get("delete"):
        return False
    states = [record.state]
    if record.is_build:
        states.append(lead_state(record))
    return all(state in SETTLED for state in states)


class Recovery(enum.Enum):
    """Outcome of the recovery of an interrupted operation."""

    FINISHED = "finished"
    TAKEN_BACK = "undone"


def recover_stores(workspace: Workspace) -> Workspace:
    """`recover` in every store of a workspace, which is opened again if there was anything to do.

    Raises:
        StoreLockedError: if another Larder process is at work.
        UserFacingError: if a store may not be written.
    """
    settled = [recover(store.path) for store in workspace.stores if store.exists]
    return workspace.named.open() if any(settled) else workspace


def recover(store: Path) -> dict[str, Recovery]:
    """Settle what a crash left half done; safe to call at any time, writes nothing otherwise.

    Returns:
        Quarantine id, or the command of what has none, -> what became of it.

    Raises:
        StoreLockedError: if another Larder process is at work, half-way for good reason.
        UserFacingError: if the store may not be written.
    """
    if not is_freed_noted(store) and all(
            is_settled(record) for record in list_quarantines(store, is_counted=False)):
        return {}
    with lock_store(store):
        return recover_locked(store)


def recover_locked(store: Path, *, is_told: bool = False) -> dict[str, Recovery]:
    """As `recover`, for a caller that holds the store's lock.

    Args:
        store: the cache folder.
        is_told: whether its command has called `recover` before, which said what still waits.
    """
    for folder in _folders_written(store):
        remove_stale_temps(folder)
    swept = sweep(store)
    settled = {}
    for record in list_quarantines(store, is_counted=False):
        if record.manifest is None or is_settled(record):
            continue
        try:
            settled[record.id] = _settle(record)
        except WorkspaceError as error:
            # Its files are in the quarantine or back, and stay so; whoever mends the index must be
            # able to begin.
            remark(f"{store}: an interrupted operation ({record.id}) could not be finished yet: "
                   f"{error}")
    sweep(store)
    if is_freed_noted(store) and finish_freed(store, is_told=is_told):
        settled["clean --delete"] = Recovery.FINISHED
    # Without a handler each is a line on stderr.
    for quarantine_id in swept:
        remark(f"{store}: an interrupted operation ({quarantine_id}) had moved nothing or was "
               "complete; its leftovers were removed.")
    for quarantine_id, recovery in settled.items():
        remark(f"{store}: an interrupted operation ({quarantine_id}) was finished."
               if recovery is Recovery.FINISHED else
               f"{store}: an interrupted operation ({quarantine_id}) was undone.")
    return settled


def _folders_written(store: Path) -> Iterator[Path]:
    """The folders of a store in which a killed process may have left a file half written."""
    yield store
    if is_there(quarantine_root(store)):
        yield quarantine_root(store)
        yield from quarantine_folders(store)
    slots = larder_folder(store) / SLOTS_FOLDER
    if slots.is_dir() and not slots.is_symlink():
        yield from (folder for folder in slots.iterdir()
                    if folder.is_dir() and not folder.is_symlink())


class _Freed(msgspec.Struct, frozen=True):
    """Files that were deleted for good, and keys of the index rows that were to go with them."""

    names: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


def note_freed(store: Path, names: Collection[str], rows: Collection[str]) -> bool:
    """Note what is about to be deleted for good, with what an earlier clean noted.

    Returns:
        False where there is no space for it.
    """
    before = _read_freed(store)
    freed = _Freed(tuple(dict.fromkeys([*before.names, *names])),
                   tuple(dict.fromkeys([*before.rows, *rows])))
    try:
        folder = make_larder_folder(store, QUARANTINE_FOLDER)
        write_atomically(folder / FREED_NAME, [encode_ascii_json(freed)])
    except UserFacingError:
        return False
    return True


def is_freed_noted(store: Path) -> bool:
    """Return whether noted rows wait for space to be dropped, as the last write here reported."""
    return is_there(quarantine_root(store) / FREED_NAME)


def finish_freed(store: Path, *, is_told: bool = False) -> bool:
    """Take out what names files that were deleted for good: a row when none of its files is left.

    Returns:
        False, and a warning, where that cannot be done now.
    """
    freed = _read_freed(store)
    try:
        forget_payloads(store, [name for name in freed.names if not is_there(store / name)])
        if freed.rows:
            _drop_freed(store, frozenset(freed.rows))
    except UserFacingError as error:
        if not is_told:
            remark(
                f"{store}: the index still lists files that were deleted; the next command that "
                f"writes here removes those rows. {error.problem} {error.hint}")
        return False
    (quarantine_root(store) / FREED_NAME).unlink(missing_ok=True)
    return True


def _drop_freed(store: Path, rows: frozenset[str]) -> None:
    index = read_index(store).known(store)
    here = {name.stem for name in map(parse_indexed_name, os.listdir(store)) if name is not None}
    alive = {row for stem, named in index.columns.rows_by_stem().items() if stem in here
             for row in named}
    dead = frozenset(
        key for row, key in enumerate(index.columns.keys()) if key in rows and row not in alive)

    def journal(written: IndexStamp) -> None:
        append_journal(store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.DELETED, index_stamp=written,
            detail={"rows": len(dead)}))

    if dead:
        rewrite_index(
            store, IndexEdit(drop=dead, prune_concepts=True), backup=None, announce=journal,
            expected=None if index.stamp is None else index.stamp.without_ctime(),
            source=None if index.copy == INDEX_NAME else store / index.copy)


def _read_freed(store: Path) -> _Freed:
    """Return the noted files; none if unreadable, for then the next clean drops the rows."""
    try:
        freed = decode_ascii_json(read_regular(quarantine_root(store) / FREED_NAME), _Freed)
    except (FileNotFoundError, UnreadableJsonError):
        return _Freed()
    return freed if all(map(is_nested_name, freed.names)) else _Freed()


def _settle_build(record: QuarantineRecord) -> Recovery:
    """Settle a build in all of its stores, so that pictures and captions stay of one build."""
    with ExitStack() as locks:
        for other in siblings(record):
            if other.store != record.store:
                locks.enter_context(lock_store(other.store))
        records = siblings(record) or (record,)
        to = direction(records)
        if to is None:
            discard(records)
            return Recovery.TAKEN_BACK
        aside = PutAside(records, to)
        turned = run_to_end(turning_build(records, to))
        for of, outcomes in zip(records, turned, strict=True):
            # Before it was killed an undo had not looked at what it had put in place.
            for problem in aside.written_since(of.store, outcomes, _BACK).problems:
                remark(problem)
        return Recovery.FINISHED


def _settle(record: QuarantineRecord) -> Recovery:
    if record.is_build:
        return _settle_build(record)
    if record.state is QuarantineState.RESTORING:
        restore_quarantine_now(record)
        return Recovery.FINISHED
    if record.state is QuarantineState.PLANNED and not is_journalled(record):
        relocated = relocation_of(record)
        if index_is_unwritten(record) if relocated is None \
                else _is_half_relocated(record, relocated):
            restore_quarantine_now(record)
            return Recovery.TAKEN_BACK
        if index_now(record.store) == record.index_after:
            for _ in move_in(record):
                pass
    close_clean(record)
    return Recovery.FINISHED
