"""What a quarantine says about itself: `manifest.json`, written once, and `state.json`, how far.

`.larder/quarantine/<id>/` holds::

    manifest.json   what is to be moved, which index rows go with it; complete before the first move
    state.json      the step last finished, and the index as the clean left it
    files/          the moved payloads and legacy groups, under their own names and shard folders
    index/          the index and its .bak as they were before

The manifest never changes, so that a crash can damage only the little file beside it; without that
one the state is PLANNED. Where each file is, here or in the store, only the disk itself tells.
"""

from __future__ import annotations

import enum
import os
import re
import secrets
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import sync_file, sync_folder
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.safe_names import check_plain_name, is_nested_name, is_plain_name
from larder.core.files.write_errors import explain_write_errors

MANIFEST_NAME = "manifest.json"
STATE_NAME = "state.json"
FORMAT_VERSION = 1
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
    """One file, or one whole legacy group, that goes into the quarantine.

    Attributes:
        name: its name relative to the store's folder, "/" between folders.
        size: bytes; of a folder, all files in it.
        mtime_ns: its modification time when the plan was made; of a folder, the folder's own.
        is_folder: whether it is a legacy group.
    """

    name: str
    size: int
    mtime_ns: int
    is_folder: bool = False


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
    return f"{date}{nanoseconds // 1_000_000:03d}Z-{secrets.token_hex(4)}"


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
    odd = [move.name for move in manifest.moves if not is_nested_name(move.name)]
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
    """Read how far the quarantine is; PLANNED when that is not known."""
    try:
        content = (folder / STATE_NAME).read_bytes()
        return decode_ascii_json(content, QuarantineProgress)
    except (FileNotFoundError, UnreadableJsonError):
        return QuarantineProgress()


def keep_index_files(store: Path, folder: Path, *, names: Sequence[str]) -> tuple[str, ...]:
    """Copy a store's index files into a new folder, flushed to the drive.

    Args:
        store: the store's folder.
        folder: made here; the copies keep names and mtimes.
        names: what to copy; those that do not exist are left out.

    Returns:
        The names of the copies.

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
    return tuple(kept)


def _copy(source: Path, target: Path) -> None:
    """Content and mtime, without the permissions that some drives refuse to set."""
    status = source.stat()
    shutil.copyfile(source, target)
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    with target.open("rb+") as copy:
        sync_file(copy.fileno())
