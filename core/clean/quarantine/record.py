"""What quarantines say about themselves, and how they are found on disk.

`.larder/quarantine/<id>/` holds::

    manifest.json   what is to be moved, which index rows go with it; complete before the first move
    state.json      the step last finished, and the index as the clean left it
    files/          the moved payloads and legacy groups, under their own names and shard folders
    index/          the index and its .bak as they were before

The manifest never changes, so that a crash can damage only the little file beside it; without that
one the state is PLANNED. Where each file is, here or in the store, only the disk itself tells. The
copies of the index are told by size and digest, so that a damaged one never takes its place.
"""

from __future__ import annotations

import calendar
import enum
import os
import re
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import xxhash

from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import explain_write_errors, sync_file, sync_folder
from larder.core.files.file_stamp import IndexStamp, is_there
from larder.core.files.folder_scan import count_files
from larder.core.files.store_paths import (
    check_plain_name,
    is_nested_name,
    is_plain_name,
    larder_folder,
    refuse_link,
)
from larder.core.stores.released.leftovers import BESIDE, is_epoch_beside

MANIFEST_NAME = "manifest.json"
STATE_NAME = "state.json"
DAMAGED_INDEX = "damaged-index"
"""Reason, and `detail`, of a quarantine that holds an index which a repair has replaced."""

FORMAT_VERSION = 1
_PIECE_BYTES = 1 << 20
_ID = re.compile(r"[0-9]{8}T[0-9]{9}Z-[0-9a-f]{8}")


class QuarantineState(enum.Enum):
    """The step a quarantine has finished."""

    PLANNED = "planned"
    """The manifest is written; the index or some files may have been changed already."""
    MOVED = "moved"
    """The clean is done; undo or emptying comes next."""
    RESTORING = "restoring"
    """An undo began; some files may be back."""
    RESTORED = "restored"
    """The undo is done; only the folder's removal is left."""
    EMPTYING = "emptying"
    """Its files are being deleted for good."""
    UNREADABLE = "unreadable"
    """The manifest is missing or damaged; what to put where is not known."""


class PlannedMove(msgspec.Struct, frozen=True):
    """One file, or one whole folder of a released trainer's, that goes into the quarantine.

    Attributes:
        name: its name relative to the store's folder, "/" between folders; "../epoch-<n>" of a
            folder that the trainer left beside the store.
        size: bytes; of a folder, all files in it.
        mtime_ns: its modification time when the plan was made; of a folder, the folder's own.
        is_folder: whether it is a folder.
    """

    name: str
    size: int
    mtime_ns: int
    is_folder: bool = False

    @property
    def kept_as(self) -> str:
        """Its name in the quarantine."""
        return self.name.removeprefix(BESIDE) if is_epoch_beside(self.name) else self.name


class KeptCopy(msgspec.Struct, frozen=True):
    """What a copy of an index file must still be to be put back.

    Attributes:
        size: bytes.
        digest: xxh3-128 of them, 32 hex digits.
    """

    size: int
    digest: str


class QuarantineManifest(msgspec.Struct, frozen=True, kw_only=True):
    """All that an undo needs.

    Attributes:
        format_version: of this file.
        id: name of the quarantine's folder, sorts by time.
        created_ns: nanoseconds since 1970.
        reasons: files per reason, for people and the journal.
        moves: what goes in.
        dropped_rows: index key -> the row's JSON text, byte for byte, for each row the clean drops.
        index_before: the index that the rows were dropped from, None if there was none.
        kept: index files of which a copy lies in `index/`.
        copies: what each of these copies is, by name; an earlier version wrote none.
        detail: whatever else the operation wants back at an undo; JSON values.
    """

    format_version: int = FORMAT_VERSION
    id: str
    created_ns: int
    reasons: dict[str, int]
    moves: tuple[PlannedMove, ...]
    dropped_rows: dict[str, str]
    index_before: IndexStamp | None
    kept: tuple[str, ...]
    detail: dict[str, Any]
    copies: dict[str, KeptCopy] = {}


class QuarantineProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a quarantine is.

    Attributes:
        state: the step last finished.
        index_after: the index as the clean left it, None while it was not written.
    """

    state: QuarantineState = QuarantineState.PLANNED
    index_after: IndexStamp | None = None


def new_quarantine_id(now_ns: int) -> str:
    """A name that sorts by time and that no other quarantine has."""
    seconds, nanoseconds = divmod(now_ns, 1_000_000_000)
    date = time.strftime("%Y%m%dT%H%M%S", time.gmtime(seconds))
    return f"{date}{nanoseconds // 1_000_000:03d}Z-{os.urandom(4).hex()}"


def is_quarantine_id(name: str) -> bool:
    """Whether a name is one that `new_quarantine_id` gives."""
    return _ID.fullmatch(name) is not None


def write_manifest(folder: Path, manifest: QuarantineManifest) -> None:
    """Write the manifest, flushed to the drive.

    Raises:
        UserFacingError: if the disk is full.
    """
    write_atomically(folder / MANIFEST_NAME, [encode_ascii_json(manifest)])


def read_manifest(folder: Path) -> QuarantineManifest:
    """Read the manifest and check that its names stay in their folders.

    Raises:
        UnreadableJsonError: if it is missing, damaged, of a newer format, or names what it may not.
    """
    try:
        content = (folder / MANIFEST_NAME).read_bytes()
    except OSError as error:
        raise UnreadableJsonError(f"{MANIFEST_NAME}: {error.strerror}") from error
    manifest = decode_ascii_json(content, QuarantineManifest)
    if manifest.format_version > FORMAT_VERSION:
        raise UnreadableJsonError(f"format {manifest.format_version} is of a newer version")
    odd = [move.name for move in manifest.moves if not (
        is_nested_name(move.name) or is_epoch_beside(move.name))]
    odd += [name for name in manifest.kept if not is_plain_name(name)]
    if odd:
        raise UnreadableJsonError(f"the name {odd[0]!r} leads out of the folder")
    if manifest.id != folder.name:
        raise UnreadableJsonError(f"it belongs to the quarantine {manifest.id!r}")
    return manifest


def write_progress(folder: Path, progress: QuarantineProgress) -> None:
    """Write how far the quarantine is, flushed to the drive.

    Raises:
        UserFacingError: if the disk is full.
    """
    write_atomically(folder / STATE_NAME, [encode_ascii_json(progress)])


def read_progress(folder: Path) -> QuarantineProgress:
    """Read how far the quarantine is; PLANNED when the file is lost or damaged.

    Raises:
        OSError: if it is there and cannot be read.
    """
    try:
        content = (folder / STATE_NAME).read_bytes()
        return decode_ascii_json(content, QuarantineProgress)
    except (FileNotFoundError, UnreadableJsonError):
        return QuarantineProgress()


def keep_index_files(store: Path, folder: Path, *, names: Sequence[str]) -> dict[str, KeptCopy]:
    """Copy a store's index files into a new folder, flushed to the drive.

    Args:
        store: the store's folder.
        folder: made here; the copies keep names and mtimes.
        names: what to copy; those that do not exist are left out.

    Returns:
        The copies by name, as they were read back.

    Raises:
        UserFacingError: if the disk is full or a name leads out of the store.
    """
    kept = [name for name in names if (store / check_plain_name(name)).is_file()]
    needed = sum((store / name).stat().st_size for name in kept)
    with explain_write_errors(folder.parent, needed=lambda: needed):
        folder.mkdir()
        for name in kept:
            _copy(store / name, folder / name)
        sync_folder(folder)
        return {name: describe_copy(folder / name) for name in kept}


def describe_copy(path: Path) -> KeptCopy:
    """Size and digest of a file.

    Raises:
        OSError: if it cannot be read.
    """
    digest, size = xxhash.xxh3_128(), 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE_BYTES):
            digest.update(piece)
            size += len(piece)
    return KeptCopy(size, digest.hexdigest())


def _copy(source: Path, target: Path) -> None:
    """Content and mtime, without the permissions that some drives refuse to set."""
    status = source.stat()
    shutil.copyfile(source, target)
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    with target.open("rb+") as copy:
        sync_file(copy.fileno())


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

    def is_sound(self, name: str) -> bool:
        """Whether the copy of an index file is there and, to the byte, what was kept.

        Raises:
            OSError: if it is there and cannot be read.
        """
        copy = self.kept_index(name)
        if copy is None or self.manifest is None or not is_there(copy) or copy.is_symlink():
            return False
        return describe_copy(copy) == self.manifest.copies.get(name)


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


def planned_names(record: QuarantineRecord) -> tuple[str, ...]:
    """Names of the planned moves in the quarantine, none if the manifest cannot be read."""
    moves = () if record.manifest is None else record.manifest.moves
    return tuple(move.kept_as for move in moves)


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
