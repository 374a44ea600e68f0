"""The quarantines of a store as they are found on disk, and how far each is."""

from __future__ import annotations

import calendar
import os
import time
from dataclasses import dataclass
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import UnreadableJsonError
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.larder_folder import larder_folder, refuse_link
from larder.core.files.quarantine_manifest import (
    QuarantineManifest,
    QuarantineProgress,
    QuarantineState,
    is_quarantine_id,
    read_manifest,
    read_progress,
    write_progress,
)

QUARANTINE_FOLDER = "quarantine"
FILES_FOLDER = "files"
INDEX_FOLDER = "index"


@dataclass(frozen=True, slots=True)
class QuarantineRecord:
    """One quarantine of a store.

    Attributes:
        store: the store's folder.
        id: name of the quarantine's folder.
        state: the step it has finished; UNREADABLE if its manifest cannot be read.
        created_ns: when it was begun, nanoseconds since 1970.
        files: files in it, those of legacy groups counted one by one.
        bytes: their size.
        manifest: what was planned, None if unreadable.
        index_after: the index as the clean left it, None while it was not written.
        problem: why the manifest cannot be read, one sentence, else "".
    """

    store: Path
    id: str
    state: QuarantineState
    created_ns: int
    files: int
    bytes: int
    manifest: QuarantineManifest | None
    index_after: IndexStamp | None = None
    problem: str = ""

    @property
    def folder(self) -> Path:
        """Its own folder."""
        return quarantine_root(self.store) / self.id

    @property
    def files_folder(self) -> Path:
        """Where the moved files lie."""
        return self.folder / FILES_FOLDER

    def kept_index(self, name: str) -> Path | None:
        """The copy of an index file as it was before the clean, None if there was no such file."""
        if self.manifest is None or name not in self.manifest.kept:
            return None
        return self.folder / INDEX_FOLDER / name


def quarantine_root(store: Path) -> Path:
    """The folder of all quarantines of a store, whether it exists or not."""
    return larder_folder(store) / QUARANTINE_FOLDER


def list_quarantines(store: Path) -> tuple[QuarantineRecord, ...]:
    """All quarantines of a store, oldest first, damaged ones included; empty if there are none.

    Raises:
        OSError: if the folder is there but cannot be read.
    """
    try:
        with os.scandir(quarantine_root(store)) as entries:
            names = sorted(
                entry.name
                for entry in entries
                if is_quarantine_id(entry.name) and entry.is_dir(follow_symlinks=False)
            )
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return tuple(read_quarantine(store, name) for name in names)


def find_quarantine(store: Path, quarantine_id: str) -> QuarantineRecord:
    """The quarantine with this id.

    Raises:
        UserFacingError: if the store has none.
    """
    is_there = is_quarantine_id(quarantine_id) and (quarantine_root(store) / quarantine_id).is_dir()
    if not is_there:
        raise UserFacingError(
            f"The store {store} has no quarantine {quarantine_id!r}.",
            "List the quarantines to see their ids.",
        )
    return read_quarantine(store, quarantine_id)


def read_quarantine(store: Path, quarantine_id: str) -> QuarantineRecord:
    """Read one quarantine and count what is in it."""
    folder = quarantine_root(store) / quarantine_id
    files, size = count_files(folder / FILES_FOLDER)
    try:
        manifest = read_manifest(folder)
    except UnreadableJsonError as error:
        return QuarantineRecord(
            store,
            quarantine_id,
            QuarantineState.UNREADABLE,
            created_ns=_time_in_id(quarantine_id),
            files=files,
            bytes=size,
            manifest=None,
            problem=f"The quarantine {quarantine_id} cannot be read: {error}.",
        )
    progress = read_progress(folder)
    return QuarantineRecord(
        store,
        quarantine_id,
        progress.state,
        created_ns=manifest.created_ns,
        files=files,
        bytes=size,
        manifest=manifest,
        index_after=progress.index_after,
    )


def count_files(folder: Path) -> tuple[int, int]:
    """Files below a folder and their bytes, links as themselves; (0, 0) if it is missing."""
    files = size = 0
    pending = [os.fspath(folder)]
    while pending:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                        continue
                    files += 1
                    size += entry.stat(follow_symlinks=False).st_size
        except FileNotFoundError:
            continue
    return files, size


def refuse_links(record: QuarantineRecord) -> None:
    """Make sure that no folder a quarantine lies in is a link.

    Raises:
        UserFacingError: if one is.
    """
    for folder in (
        larder_folder(record.store),
        quarantine_root(record.store),
        record.folder,
        record.files_folder,
    ):
        refuse_link(folder)


def planned_names(record: QuarantineRecord) -> tuple[str, ...]:
    """Names of the planned moves, none if the manifest cannot be read."""
    return () if record.manifest is None else tuple(move.name for move in record.manifest.moves)


def names_in(folder: Path) -> frozenset[str]:
    """What a folder holds, nothing if it is missing."""
    try:
        return frozenset(os.listdir(folder))
    except FileNotFoundError:
        return frozenset()


def note_progress(record: QuarantineRecord) -> QuarantineRecord:
    """Write down the step that a record has reached."""
    write_progress(
        record.folder, QuarantineProgress(state=record.state, index_after=record.index_after)
    )
    return record


def _time_in_id(quarantine_id: str) -> int:
    """To the second, for a quarantine whose manifest is lost; 0 if the digits are no date."""
    try:
        date = time.strptime(quarantine_id[:15], "%Y%m%dT%H%M%S")
    except ValueError:
        return 0
    return calendar.timegm(date) * 1_000_000_000
