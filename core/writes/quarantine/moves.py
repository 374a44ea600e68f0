"""Moves files of a store into `.larder/quarantine/<id>/` and back: renames only, nothing is copied.

Order of a clean: `begin` (manifest on disk), the caller writes the index, `note_index`, `move_in`,
`mark_moved`. Of an undo: `move_back`, the caller writes the index, `dissolve`. After a crash
anywhere in between `names_inside` tells what is in it; `move_in` again finishes the rest,
`move_back` takes it back. The caller holds the store's lock. What a row or a payload means is not
known here.

A payload in a shard folder keeps its place: the folder is made at the other end, and is never a
link, so that no name leads out of the store.
"""

from __future__ import annotations

import enum
import errno
import os
import shutil
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from larder.core.errors import UserFacingError, error_reason
from larder.core.files.durable import drive_error, sync_folder
from larder.core.files.file_stamp import IndexStamp, is_there, mtime_ns_of
from larder.core.files.quarantine_folder import FILES_FOLDER, INDEX_FOLDER, QUARANTINE_FOLDER
from larder.core.files.regular_file import naming_errors
from larder.core.files.store_paths import (
    check_nested_name,
    larder_folder,
    make_larder_folder,
    refuse_linked_shards,
    remove_empty_shards,
    shard_folders,
)
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress, defer_interrupts
from larder.core.keys.payload_names import CONTENT_INDEX_NAME
from larder.core.stores.indexed.content_index import payloads_by_prompt
from larder.core.stores.released.group_files import own_files_below
from larder.core.stores.released.leftovers import is_epoch_beside
from larder.core.writes.quarantine.copies import ROWS_NAME, store_rows
from larder.core.writes.quarantine.manifest import (
    FORMAT_VERSION,
    RELOCATED,
    PlannedMove,
    QuarantineManifest,
    QuarantineState,
    SwappedFolder,
    new_quarantine_id,
    store_index_files,
    write_manifest,
)
from larder.core.writes.quarantine.record import (
    QuarantineRecord,
    list_planned_names,
    note_progress,
    read_quarantine,
    refuse_links,
    those_inside,
)

MOVES_TOGETHER: Final = 1000
"""Moves between two looks at the token."""

HALF_WAY = (
    "Nothing is lost. The next `larder undo`, or the next command that writes into the cache, "
    "finishes or undoes what was started.")

INDEX_FILES = ("cache.json", "cache.json.bak")


@contextmanager
def undo_on_error(
    take_back: Callable[[], object], folder: Path, what: str, hint: str
) -> Iterator[None]:
    """Take everything back when the block fails; what cannot be, the next recovery settles.

    Args:
        take_back: does it.
        folder: where; named by a failure that names no file.
        what: what was tried, and failed.
        hint: how it goes on.

    Raises:
        UserFacingError: if that fails, too.
    """
    try:
        yield
    except BaseException as failure:
        try:
            with defer_interrupts():
                take_back()
        except (UserFacingError, OSError) as second:
            told = second if isinstance(second, UserFacingError) \
                else drive_error(second, what=str(folder))
            why = told.problem
            if isinstance(failure, Exception):
                raise UserFacingError(
                    f"{what} failed and could not be undone yet: {why}", hint) from failure
        raise


class MoveResult(enum.Enum):
    """Kind of outcome of one planned move."""

    MOVED = "moved"
    ALREADY = "already"
    """It was there: an earlier run that was cut short had moved it."""
    MISSING = "missing"
    """It is neither in the store nor in the quarantine."""
    CHANGED = "changed"
    """It is not the file that was planned or moved in, and stays where it is."""
    OCCUPIED = "occupied"
    """Another file has its name at the other end, and stays; so does this one."""
    FAILED = "failed"
    """The file system refused; `problem` says why."""


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """Outcome of one planned move.

    Attributes:
        problem: one sentence if it was not moved, else "".
    """

    move: PlannedMove
    result: MoveResult
    problem: str = ""


def move_one(
    move: PlannedMove, *, store: Path, files: Path, is_back: bool, is_checked: bool
) -> MoveOutcome:
    """Rename one file or folder between a store and a folder for it; never over an existing name.

    It goes back into the store if `is_back`. Its size must be the planned one, and if `is_checked`
    its mtime too.
    """
    # Texts: a million moves in 10 s leave no time to take paths apart and put them together.
    kept_as = move.kept_as
    origin, destination = f"{store}{os.sep}{move.name}", f"{files}{os.sep}{kept_as}"
    if is_back:
        origin, destination = destination, origin
    try:
        if "/" in kept_as:
            for folder in (store, files):
                refuse_linked_shards(folder, kept_as)
        is_taken = is_there(destination)
        status = _status(origin)
        if status is None:
            return (MoveOutcome(move, MoveResult.ALREADY) if is_taken
                    else MoveOutcome(move, MoveResult.MISSING, f"{move.name} is missing."))
        fault = _fault(move, origin, status, is_checked=is_checked)
        if fault:
            return MoveOutcome(move, MoveResult.CHANGED, f"{move.name} {fault}.")
        if is_taken:
            target = store if is_back else files
            return MoveOutcome(
                move, MoveResult.OCCUPIED, f"{target} already contains another {move.name}."
            )
        rename_into(origin, destination)
    except UserFacingError as error:
        return MoveOutcome(move, MoveResult.FAILED, error.problem)
    except OSError as error:
        return MoveOutcome(move, MoveResult.FAILED, _why_not_moved(move, error))
    return MoveOutcome(move, MoveResult.MOVED)


def _status(path: str) -> os.stat_result | None:
    """Return the `os.lstat` of a file, None where `is_there` is False."""
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None


def delete_one(move: PlannedMove, store: Path) -> MoveOutcome:
    """Delete one file or folder of a store for good, if it is the planned one."""
    origin = store / move.name
    try:
        refuse_linked_shards(store, move.kept_as)
        fault = _fault(move, str(origin), os.lstat(origin), is_checked=True)
        if fault:
            return MoveOutcome(move, MoveResult.CHANGED, f"{move.name} {fault}.")
        delete_path(origin)
    except UserFacingError as error:
        return MoveOutcome(move, MoveResult.FAILED, error.problem)
    except FileNotFoundError:
        return MoveOutcome(move, MoveResult.MISSING, f"{move.name} is missing.")
    except OSError as error:
        return MoveOutcome(move, MoveResult.FAILED, _why_not_moved(move, error))
    return MoveOutcome(move, MoveResult.MOVED)


def delete_path(path: Path) -> None:
    """Delete a file, or a folder with all that is in it; one that is gone is fine."""
    if path.is_dir() and not path.is_symlink():
        with naming_errors(path):
            shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def rename_into(
    origin: str | os.PathLike[str], destination: str | os.PathLike[str]
) -> None:
    """Rename into a folder that is there for all but the first file of a shard."""
    try:
        os.rename(origin, destination)  # noqa: PTH104
    except FileNotFoundError:
        Path(destination).parent.mkdir(parents=True, exist_ok=True)
        os.rename(origin, destination)  # noqa: PTH104


def _fault(
    move: PlannedMove, origin: str, status: os.stat_result, *, is_checked: bool
) -> str:
    """Return the fault of the file to be moved, "" when there is none.

    A file that went in as planned may have got another date there, from a copy of the whole store.
    """
    if is_checked:
        fault = "changed since the plan"
    else:
        fault = "is not the file that was moved away"
    is_kind = stat.S_ISDIR if move.is_folder else stat.S_ISREG
    if not is_kind(status.st_mode) or not (move.is_folder or status.st_size == move.size):
        return fault
    if is_checked and mtime_ns_of(status) != move.mtime_ns:
        return fault
    own = next(own_files_below(Path(origin)), "") if is_checked and move.is_folder else ""
    return f"is kept, because it contains a file that no trainer wrote: {own}" if own else ""


def _why_not_moved(move: PlannedMove, error: OSError) -> str:
    if error.errno == errno.EXDEV:
        return f"{move.name} is on another drive than the cache's .larder folder."
    return f"{move.name} cannot be moved: {error_reason(error)}."


def begin(
    store: Path,
    *,
    moves: Sequence[PlannedMove],
    reasons: Mapping[str, int],
    dropped_rows: Mapping[str, str],
    index_before: IndexStamp | None,
    keep: Sequence[str] = INDEX_FILES,
    detail: Mapping[str, Any] | None = None,
    now_ns: int | None = None,
    quarantine_id: str | None = None,
    swaps: Sequence[SwappedFolder] = (),
    stores: Sequence[str] = (),
) -> QuarantineRecord:
    """Put the manifest and copies of the index on the drive; move nothing yet.

    The store's lock is held. Each name in `moves` stands there once, `reasons` counts files,
    `detail` is what else an undo will want back (JSON values). Of the index files in `keep` those
    that exist are copied. `quarantine_id` is given where several `stores` have one together.

    Raises:
        UserFacingError: if a name leads out of the store, the disk is full, the store may not be
            written, or `.larder` is a link. Nothing is left behind.
        ValueError: if a name is listed twice.
    """
    every = (*moves, *(swap.move for swap in swaps))
    names = [check_nested_name(move.kept_as) for move in every]
    if len(set(names)) != len(names):
        raise ValueError("a name is listed twice")
    created_ns = time.time_ns() if now_ns is None else now_ns
    quarantine_id = quarantine_id or new_quarantine_id(created_ns)
    folder = make_larder_folder(store, QUARANTINE_FOLDER, quarantine_id)
    try:
        make_larder_folder(store, QUARANTINE_FOLDER, quarantine_id, FILES_FOLDER)
        prompts = _prompts_of(store, set(names)) if CONTENT_INDEX_NAME in keep else {}
        copies = store_index_files(store, folder / INDEX_FOLDER, names=[
            name for name in keep if prompts or name != CONTENT_INDEX_NAME])
        # A relocation's are most of the index, of which it keeps a copy; a clean that deletes has
        # no undo.
        if (dropped_rows and keep and RELOCATED not in (detail or {})) or prompts:
            copies[ROWS_NAME] = store_rows(
                folder / INDEX_FOLDER, dropped_rows,
                concepts=(detail or {}).get("concepts", {}), prompts=prompts)
        manifest = QuarantineManifest(
            format_version=FORMAT_VERSION if swaps else 1,
            id=quarantine_id,
            created_ns=created_ns,
            reasons=dict(reasons),
            moves=tuple(moves),
            dropped_rows=dict(dropped_rows),
            index_before=index_before,
            kept=tuple(copies),
            detail=dict(detail or {}),
            copies=copies,
            swaps=tuple(swaps),
            stores=tuple(stores),
        )
        write_manifest(folder, manifest)
        for parent in (folder.parent, larder_folder(store), store):
            sync_folder(parent)
    except BaseException:
        # What cannot be removed now holds no file yet, and the next recovery takes it back.
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return read_quarantine(store, quarantine_id)


def _prompts_of(store: Path, names: Collection[str]) -> dict[str, str]:
    """Return the entries for payloads in the text cache's list of prompts: digest -> name."""
    return {digest: name for digest, name in payloads_by_prompt(store).items() if name in names}


def note_index(record: QuarantineRecord, index_after: IndexStamp) -> QuarantineRecord:
    """Record the index as the clean has just written it: the one that an undo may overwrite."""
    return note_progress(replace(record, index_after=index_after))


def move_in(record: QuarantineRecord) -> Iterator[MoveOutcome]:
    """Move the planned files in, one outcome per file; may be stopped in between.

    A file whose size or mtime is not the planned one stays. Call `mark_moved` afterwards, also when
    stopped.

    Raises:
        UserFacingError: if the manifest is unreadable or a link is in the way.
    """
    files = record.files_folder
    for move in manifest_of(record).moves:
        yield move_one(
            move, store=record.store, files=files, is_back=False, is_checked=True)


def mark_moved(record: QuarantineRecord, *, is_counted: bool = True) -> QuarantineRecord:
    """Make the moves durable and the quarantine ready for an undo; count what is in it, or not."""
    record = sync_moves(
        note_progress(replace(record, state=QuarantineState.MOVED)), is_counted=is_counted)
    remove_empty_shards(record.store, list_planned_names(record), levels=1)
    return record


def move_back(record: QuarantineRecord) -> Iterator[MoveOutcome]:
    """Move everything back into the store, one outcome per file; may be stopped in between.

    A file whose name is taken in the store again stays in the quarantine, and so does one that is
    not what was moved in. Call `dissolve` once all are back, `sync_moves` if some are not.

    Raises:
        UserFacingError: if the manifest is unreadable or a link is in the way.
    """
    manifest = manifest_of(record)
    with suppress(UserFacingError):  # on a full disk: renames take no space, the rest is found out
        note_progress(replace(record, state=QuarantineState.RESTORING))
    files = record.files_folder
    for move in manifest.moves:
        yield move_one(
            move, store=record.store, files=files, is_back=True, is_checked=False)


def move_all_back(
    record: QuarantineRecord, token: CancelToken, *, done: int = 0, total: int | None = None
) -> Job[tuple[MoveOutcome, ...]]:
    """As `move_back`, of all; once the token is cancelled they go into the quarantine again.

    Args:
        record: the quarantine.
        token: looked at now and then.
        done: files that progress counts as moved before.
        total: of all, None for those of this quarantine.

    Raises:
        UserFacingError: as `move_back`.
        JobCancelled: if the token was cancelled; the quarantine is as it was.
    """
    total = len(manifest_of(record).moves) if total is None else total
    outcomes: list[MoveOutcome] = []
    for outcome in move_back(record):
        outcomes.append(outcome)
        if len(outcomes) % MOVES_TOGETHER == 0:
            yield Progress("moving files back", min(done + len(outcomes), total), total, "files")
            if token.is_cancelled:
                _move_in_again(record, outcomes)
                raise JobCancelled
    return tuple(outcomes)


def _move_in_again(record: QuarantineRecord, outcomes: Iterable[MoveOutcome]) -> None:
    """Move what was moved back in again, and be in the state before that."""
    for outcome in outcomes:
        if outcome.result is MoveResult.MOVED:
            move_one(outcome.move, store=record.store, files=record.files_folder, is_back=False,
                     is_checked=False)
    note_progress(record)
    remove_empty_shards(record.store, list_planned_names(record), levels=1)


def sync_moves(record: QuarantineRecord, *, is_counted: bool = True) -> QuarantineRecord:
    """Make moves durable; the record as it is on disk now."""
    shards = shard_folders(list_planned_names(record))
    for folder in (record.files_folder, record.store):
        for shard in shards:
            if (folder / shard).is_dir():
                sync_folder(folder / shard)
        sync_folder(folder)
    if any(is_epoch_beside(move.name) for move in record.moves):
        sync_folder(record.store.parent)
    return read_quarantine(record.store, record.id, is_counted=is_counted)


def names_inside(record: QuarantineRecord) -> frozenset[str]:
    """Planned names whose file is in the quarantine now, whatever is in the store.

    Raises:
        UserFacingError: if the manifest is unreadable, or a link is in the way.
    """
    moves = manifest_of(record).moves
    inside = those_inside(record.files_folder, [move.kept_as for move in moves])
    return frozenset(move.name for move in moves if move.kept_as in inside)


def manifest_of(record: QuarantineRecord) -> QuarantineManifest:
    """A record's manifest, with no link in the way.

    Raises:
        UserFacingError: if it cannot be read, or a link is in the way.
    """
    refuse_links(record)
    if record.manifest is None:
        raise UserFacingError(record.problem, record.way_out)
    return record.manifest
