"""Manifests that cannot be read any more are made anew, so that a clean can be undone without them.

What the journal, the files in the quarantine and the kept copy of the index tell is enough: names,
sizes, and the rows that are in the copy and no longer in the index. Of folders, as released
trainers have them, what was one move follows from what is left in the store: a group of which
nothing is left went whole, and so did a group whose first variation is here with its aggregate, for
no clean takes that alone. What a build replaced is not made again but named.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import WorkspaceError
from larder.core.files.file_stamp import index_stamp, is_there, mtime_ns_of
from larder.core.files.folder_scan import count_files
from larder.core.files.journal import JournalAction, JournalRecord, search_journal
from larder.core.files.quarantine_folder import INDEX_FOLDER
from larder.core.files.regular_file import read_regular
from larder.core.files.store_lock import lock_store
from larder.core.files.store_paths import is_nested_name, larder_folder
from larder.core.files.system_files import is_system_folder
from larder.core.keys.payload_names import (
    AGGREGATE_NAME,
    CONTENT_INDEX_NAME,
    INDEX_NAME,
    is_released_group,
    parse_indexed_name,
)
from larder.core.stores.indexed.open_index import OpenIndex, read_rows
from larder.core.stores.released.group_files import is_litter
from larder.core.stores.released.leftovers import BESIDE, is_epoch_beside
from larder.core.stores.use_log import uses_name
from larder.core.workspace.store_kinds import TRAINER_CONTENTS, StoreKind
from larder.core.writes.quarantine.copies import ROWS_NAME, rebuild_copies
from larder.core.writes.quarantine.manifest import (
    FORMAT_VERSION,
    MANIFEST_NAME,
    PlannedMove,
    QuarantineManifest,
    QuarantineState,
    describe_copy,
    read_progress,
    write_manifest,
)
from larder.core.writes.quarantine.moves import INDEX_FILES
from larder.core.writes.quarantine.record import QuarantineRecord, list_quarantines, names_in
from larder.core.writes.quarantine.restore import index_now

_CACHE_FILE: Final = re.compile(rb'"cache_file"\s*:\s*"([^"\\]+)"')
_BEFORE_THE_END: Final = (
    QuarantineState.PLANNED, QuarantineState.MOVED, QuarantineState.RESTORING)


class _Version(msgspec.Struct):
    format_version: int = 0


def rebuild_manifests(store: Path) -> Iterator[str]:
    """Write those of cleans anew, as far as possible; a sentence for each says what is missing.

    Raises:
        StoreLockedError: if another Larder process is at work.
        UserFacingError: if the store may not be written.
    """
    for record in list_quarantines(store, is_counted=False):
        if record.manifest is not None or not _is_damaged(record.folder):
            continue
        line = next((line for line in search_journal(store, record.id)
                     if line.action == JournalAction.QUARANTINED and line.id == record.id), None)
        moves = _moves(record)
        if line is None or not moves or read_progress(record.folder).state not in _BEFORE_THE_END:
            continue
        with lock_store(store):
            rows = _write(record, line, moves)
        count = count_files(record.files_folder)[0]
        found = f"{count:,} of {line.items:,} files and {rows:,} of " \
            f"{line.detail.get('rows', 0):,} index rows were found again"
        yield (f"{record.problem} The list was rebuilt from the journal, the files and the kept "
               f"index: {found}.")


def _is_damaged(folder: Path) -> bool:
    """Return whether the manifest is missing or damaged; one of a newer version is neither."""
    try:
        content = read_regular(folder / MANIFEST_NAME)
    except FileNotFoundError:
        return True
    except OSError:
        return False  # it may be whole
    try:
        if msgspec.json.decode(content, type=_Version).format_version > FORMAT_VERSION:
            return False
        msgspec.json.decode(content, type=QuarantineManifest)
    except (ValueError, RecursionError):
        return True
    return False


def _moves(record: QuarantineRecord) -> list[PlannedMove]:
    """The files and folders of the quarantine; none if there is anything else."""
    try:
        return [move for name in sorted(names_in(record.files_folder))
                for move in _moves_of(record, name)]
    except _OddFileError:
        return []


class _OddFileError(Exception):
    """Neither a file nor a folder, or of a name that no clean takes."""


def _moves_of(record: QuarantineRecord, name: str) -> Iterator[PlannedMove]:
    """The moves that brought what has this name in the quarantine, and what is below it."""
    path = record.files_folder / name
    status = os.lstat(path)
    if is_litter(path.name) or is_system_folder(path.name):
        return
    if stat.S_ISREG(status.st_mode) and is_nested_name(name):
        yield PlannedMove(name, status.st_size, mtime_ns_of(status))
    elif not stat.S_ISDIR(status.st_mode):
        raise _OddFileError
    elif _was_moved_whole(record.store, path, name):
        beside = _is_alongside(record.store, name)
        size = sum(of.size for below in sorted(names_in(path))
                   for of in _moves_of(record, f"{name}/{below}"))
        yield PlannedMove(
            BESIDE + name if beside else name, size, mtime_ns_of(status), is_folder=True)
    else:
        for below in sorted(names_in(path)):
            yield from _moves_of(record, f"{name}/{below}")


def _was_moved_whole(store: Path, kept: Path, name: str) -> bool:
    """Return whether a folder was moved as a whole; those of shards never are."""
    group, _, variation = name.partition("/")
    if _is_alongside(store, name) or is_epoch_beside(BESIDE + name):
        return True
    if not is_released_group(group):
        return False
    if variation:
        return not is_there(store / name)
    return not is_there(store / name) or is_there(kept / "variation-0" / AGGREGATE_NAME)


def _is_alongside(store: Path, name: str) -> bool:
    """Return whether a folder is an epoch folder that the trainer wrote next to its stores."""
    return is_epoch_beside(BESIDE + name) and store.name in {
        content.value for content in TRAINER_CONTENTS}


def _write(record: QuarantineRecord, line: JournalRecord, moves: list[PlannedMove]) -> int:
    """Write the manifest of one; the number of its index rows."""
    copies = record.folder / INDEX_FOLDER
    rebuild_copies(record.store, record.folder)
    kept = tuple(name for name in (*INDEX_FILES, CONTENT_INDEX_NAME, ROWS_NAME)
                 if is_there(copies / name) and not (copies / name).is_symlink())
    rows, concepts = _rows(record, moves)
    write_manifest(record.folder, QuarantineManifest(
        id=record.id, created_ns=line.at_ns, reasons=line.detail.get("reasons", {}),
        moves=tuple(moves), dropped_rows=rows, index_before=index_stamp(copies / INDEX_NAME),
        kept=kept, copies={name: describe_copy(copies / name) for name in kept},
        detail={"concepts": concepts, "clean": line.detail.get("clean"), "kinds": [
            kind.value for kind in StoreKind
            if is_there(larder_folder(record.store) / uses_name(kind))]}))
    return len(rows)


def _rows(
    record: QuarantineRecord, moves: list[PlannedMove]
) -> tuple[dict[str, str], dict[str, str]]:
    """Rows and concepts of the kept index that the present one lacks.

    All of them if nobody wrote it since the clean, else those that name files in the quarantine.
    What was kept as the rows that went is nothing else.
    """
    copies, index = record.folder / INDEX_FOLDER, record.store / INDEX_NAME
    has_rows = is_there(copies / ROWS_NAME)
    copy = copies / (ROWS_NAME if has_rows else INDEX_NAME)
    try:
        old = OpenIndex.read(copy).entries
        present = OpenIndex.read(index).entries if index.is_file() else {}
    except (FileNotFoundError, WorkspaceError):
        return {}, {}
    lacking = [key for key in old if key not in present]
    if not has_rows and index_now(record.store) != read_progress(record.folder).index_after:
        stems = {name.stem.encode("ascii") for move in moves
                 if (name := parse_indexed_name(move.name)) is not None}
        lacking = [key for key in lacking
                   if not stems.isdisjoint(_CACHE_FILE.findall(bytes(old[key])))]
    return read_rows(copy, lacking)
