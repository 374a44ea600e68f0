"""The quarantines of a store, as they are found on disk; `manifest` says how one lies there."""

from __future__ import annotations

import calendar
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import UnreadableJsonError
from larder.core.files.file_stamp import IndexStamp, is_there
from larder.core.files.folder_scan import Links
from larder.core.files.journal import search_journal
from larder.core.files.quarantine_folder import (
    FILES_FOLDER,
    INDEX_FOLDER,
    Quarantined,
    count_quarantine,
    is_quarantine_id,
    quarantine_folders,
    quarantine_root,
)
from larder.core.files.store_paths import larder_folder, refuse_link
from larder.core.workspace.roots import is_folder
from larder.core.writes.quarantine.manifest import (
    DAMAGED_INDEX,
    MANIFEST_NAME,
    MAY_BE_UNDONE,
    SETTLED,
    PlannedMove,
    QuarantineManifest,
    QuarantineProgress,
    QuarantineState,
    SwappedFolder,
    copy_dated,
    describe_copy,
    read_manifest,
    read_progress,
    write_progress,
)

FREED_NAME = "freed.json"
"""Stands beside the quarantines while an index names files that were deleted without one."""


@dataclass(frozen=True, slots=True)
class QuarantineRecord:
    """One quarantine of a store.

    Attributes:
        state: the step it has finished; UNREADABLE if its manifest cannot be read.
        created_ns: when it was begun, nanoseconds since 1970.
        files: files in it, those of released groups counted one by one.
        bytes: their size, less those that have another name outside of it; of several quarantines
            with a payload that is nowhere else, the newest has its bytes.
        record_bytes: of all else in its folder: the manifest, and what an undo needs of the index.
        shared: of both, what stays until an earlier one is emptied, too.
        elsewhere: bytes of those files that have another name outside of it, which stay.
        manifest: what was planned, None if unreadable.
        index_after: the index as the clean left it, None while it was not written.
        lent: as in `QuarantineProgress`.
        problem: why the manifest cannot be read, one sentence, else "".
        is_refused: it is the system that does not give it, so it may be whole.
    """

    store: Path
    id: str
    state: QuarantineState
    created_ns: int
    files: int
    bytes: int
    shared: int
    manifest: QuarantineManifest | None
    record_bytes: int = 0
    elsewhere: int = 0
    index_after: IndexStamp | None = None
    problem: str = ""
    is_refused: bool = False
    lent: Mapping[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)

    @property
    def moves(self) -> tuple[PlannedMove, ...]:
        """The planned moves; like the next three properties empty if the manifest is unreadable."""
        return () if self.manifest is None else self.manifest.moves

    @property
    def swaps(self) -> tuple[SwappedFolder, ...]:
        """Folders that a build replaces."""
        return () if self.manifest is None else self.manifest.swaps

    @property
    def stores(self) -> tuple[str, ...]:
        """Names of the stores of that build."""
        return () if self.manifest is None else self.manifest.stores

    @property
    def detail(self) -> Mapping[str, Any]:
        """Further data that the operation needs to be undone."""
        return {} if self.manifest is None else self.manifest.detail

    @property
    def is_build(self) -> bool:
        """True if it was made by a build, which replaced whole folders."""
        return bool(self.swaps)

    @property
    def size(self) -> int:
        """Bytes of the files, whatever other names they have: an undo brings back all of them."""
        return self.bytes + self.elsewhere

    @property
    def can_undo(self) -> bool:
        """True if `undo` can restore its content.

        A half emptied folder is worthless, and files that a clean was to delete are deleted first.
        """
        return not self.detail.get("delete") and (
            self.state is QuarantineState.MOVED
            or (self.state is QuarantineState.EMPTYING and not self.is_build))

    @property
    def folder(self) -> Path:
        """The path of the quarantine's own folder."""
        return quarantine_root(self.store) / self.id

    @property
    def files_folder(self) -> Path:
        """Where the moved files lie."""
        return self.folder / FILES_FOLDER

    @property
    def way_out(self) -> str:
        """Advice while the manifest cannot be read."""
        if self.is_refused:
            return (f"Nothing is lost: the files are in {self.files_folder}. Check its drive and "
                    "permissions, then try again.")
        return f"The files are in {self.files_folder}; move them back by hand."

    def kept_index(self, name: str) -> Path | None:
        """The copy of an index file as it was before the clean, None if there was no such file."""
        if self.manifest is None or name not in self.manifest.kept:
            return None
        return self.folder / INDEX_FOLDER / name

    def is_sound(self, name: str) -> bool:
        """Return whether the copy of an index file is there and unchanged to the byte.

        Raises:
            OSError: if it is there and cannot be read.
        """
        copy = self.kept_index(name)
        if copy is None or self.manifest is None or not is_there(copy) or copy.is_symlink():
            return False
        kept, found = self.manifest.copies.get(name), describe_copy(copy)
        return kept is not None and (kept.size, kept.digest) == (found.size, found.digest)


def find_index_copy(record: QuarantineRecord, name: str) -> Path:
    """The kept copy of an index file, ready to go back: no other name of it, and its date.

    A trainer writes into the last-good copy of its index, not beside it.

    Raises:
        OSError: if it is shared and there is no space for one of its own.
    """
    copy = record.folder / INDEX_FOLDER / name
    if copy.stat().st_nlink > 1:
        copy_dated(copy, copy.with_name(f"{name}.own"))
        copy.with_name(f"{name}.own").replace(copy)
    kept = None if record.manifest is None else record.manifest.copies.get(name)
    if kept is not None and kept.mtime_ns is not None:
        os.utime(copy, ns=(kept.mtime_ns, kept.mtime_ns))
    return copy


def clean_of(record: QuarantineRecord) -> str:
    """The id that all quarantines of one clean share: that of the first."""
    shared = record.detail.get("clean")
    return shared if isinstance(shared, str) else record.id


def is_journalled(record: QuarantineRecord) -> bool:
    """Return whether the journal records a quarantine, so that its operation was completed."""
    return any(entry.id == record.id for entry in search_journal(record.store, record.id))


def list_quarantines(store: Path, *, is_counted: bool = True) -> tuple[QuarantineRecord, ...]:
    """All quarantines of a store, oldest first, damaged ones included; empty if there are none.

    Their figures are 0 unless what is in them `is_counted`, which looks at every file.

    Raises:
        OSError: if the folder is there but cannot be read.
    """
    links = Links()
    return tuple(read_quarantine(store, folder.name, links, is_counted=is_counted)
                 for folder in quarantine_folders(store))


def may_undo(store: Path) -> bool:
    """Return whether there may be a clean to undo here, without counting any files.

    An interrupted clean may be undone: an undo settles it first.
    """
    root = quarantine_root(store)
    try:
        return any(_may_undo(root / name) for name in sorted(names_in(root), reverse=True)
                   if is_quarantine_id(name))
    except OSError:
        return False  # What cannot be read is not undone either; the list of quarantines says why.


def _may_undo(folder: Path) -> bool:
    progress = read_progress(folder)
    state = progress.state
    if state not in MAY_BE_UNDONE or progress.deletes:
        return False
    try:
        manifest = read_manifest(folder)
    except UnreadableJsonError:
        return True  # an undo makes it anew, or says why it cannot
    if DAMAGED_INDEX in manifest.detail:  # a repair is undone by its id only
        return False
    return state is not QuarantineState.EMPTYING or not manifest.swaps


def has_half_done(store: Path) -> bool:
    """Return whether a clean, an undo or a build was interrupted here and is not settled yet.

    This changes nothing and counts no files: a recovery looks closer.
    """
    try:
        return is_there(quarantine_root(store) / FREED_NAME) or any(
            _is_half_done(folder) for folder in quarantine_folders(store))
    except OSError:
        return False  # Nobody knows; the next command that writes says why.


def _is_half_done(folder: Path) -> bool:
    progress = read_progress(folder)
    if progress.state in SETTLED:
        return progress.deletes
    return is_there(folder / MANIFEST_NAME)  # without one nothing had been moved


def find_quarantine(
    store: Path, quarantine_id: str, *, is_counted: bool = True
) -> QuarantineRecord:
    """The quarantine with this id.

    Raises:
        UserFacingError: if the store has none.
    """
    if not is_quarantine_id(quarantine_id) \
            or not is_folder(quarantine_root(store) / quarantine_id):
        raise UserFacingError(
            f"The cache {store} has no quarantine {quarantine_id!r}.",
            "List the quarantines to see their ids.",
        )
    return read_quarantine(store, quarantine_id, is_counted=is_counted)


def read_quarantine(
    store: Path, quarantine_id: str, links: Links | None = None, *, is_counted: bool = True
) -> QuarantineRecord:
    """Read one quarantine and, unless told otherwise, count what is in it.

    `links` is what was seen of those that are counted together with it, oldest first.
    """
    folder = quarantine_root(store) / quarantine_id
    links = Links() if links is None else links
    counted = count_quarantine(folder, links) if is_counted else Quarantined()
    is_refused = False
    try:
        manifest, problem = read_manifest(folder), ""
        progress = read_progress(folder)
    except UnreadableJsonError as error:
        is_refused = isinstance(error.__cause__, OSError) and not isinstance(
            error.__cause__, FileNotFoundError)
        manifest, problem = None, f"The quarantine {quarantine_id} cannot be read: {error}."
        progress = QuarantineProgress(state=QuarantineState.UNREADABLE)
    return QuarantineRecord(
        store, quarantine_id, progress.state,
        created_ns=_time_in_id(quarantine_id) if manifest is None else manifest.created_ns,
        files=counted.files, bytes=counted.bytes, record_bytes=counted.record_bytes,
        elsewhere=counted.elsewhere, shared=links.shared, manifest=manifest,
        index_after=progress.index_after, problem=problem, is_refused=is_refused,
        lent=progress.lent)


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
        record.folder / INDEX_FOLDER,
    ):
        refuse_link(folder)


def list_planned_names(record: QuarantineRecord) -> tuple[str, ...]:
    """Names in the quarantine of planned moves and swaps, none if the manifest is unreadable."""
    moves = (*record.moves, *(swap.move for swap in record.swaps))
    return tuple(move.kept_as for move in moves)


def those_inside(folder: Path, names: Iterable[str]) -> frozenset[str]:
    """Those of the names, some of them in folders, that are in a folder; one look for all."""
    here = names_in(folder)
    return frozenset(
        name for name in names if (is_there(folder / name) if "/" in name else name in here))


def names_in(folder: Path) -> frozenset[str]:
    """Return the names in a folder, none if it is missing."""
    try:
        return frozenset(os.listdir(folder))
    except FileNotFoundError:
        return frozenset()


def note_progress(record: QuarantineRecord) -> QuarantineRecord:
    """Write down the step that a record has reached."""
    write_progress(record.folder, QuarantineProgress(
        state=record.state, index_after=record.index_after, lent=dict(record.lent),
        deletes=bool(record.detail.get("delete"))))
    return record


def _time_in_id(quarantine_id: str) -> int:
    """To the second, for a quarantine whose manifest is lost; 0 if the digits are no date."""
    try:
        date = time.strptime(quarantine_id[:15], "%Y%m%dT%H%M%S")
    except ValueError:
        return 0
    return calendar.timegm(date) * 1_000_000_000
