"""Durable writes: flushes to the drive, and sentences for failures that a user can fix.

Every writer of this package runs inside `explain_write_errors`, so that each failure is worded
once. A whole job that reads and writes a store runs inside `explain_drive_errors`, which leaves no
such error unexplained.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from larder.core.errors import UserFacingError, error_reason
from larder.core.files.regular_file import add_file_name, naming_errors

if sys.platform == "darwin":
    import fcntl

NO_FOLDER_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES})
"""What network and FUSE file systems answer when a folder cannot be synced; the names there are as
durable as that file system makes them by itself."""

SYNCED_WHOLE: Final = frozenset({0xEF53, 0x58465342, 0x9123683E, 0xF2F52010, 0x01021994})
"""`f_type` (linux/magic.h) of ext, XFS, Btrfs, F2FS and tmpfs, where `syncfs` waits for the drive;
what a network or FUSE file system does there is its own affair."""

SYNCFS_TELLS_ERRORS: Final = (5, 8)
"""Linux version from which `syncfs` reports writes that failed (man 2 syncfs)."""

DISK_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
NOT_WRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})

REFUSALS: Final = {
    errno.ENOENT: "it does not exist",
    errno.EISDIR: "it is not a regular file",
    errno.EIO: "its drive reports an error",
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "its drive is read-only",
    errno.EPERM: "the system does not allow it",
    errno.EACCES: "you do not have permission",
    errno.ENOTDIR: "a part of its path is not a folder",
    errno.ELOOP: "the links in its path form a loop",
    errno.ENAMETOOLONG: "its name is too long for the drive",
    errno.EMFILE: "this program has too many open files",
    errno.ENFILE: "too many files are open on this computer",
    errno.ENOMEM: "there is not enough memory",
    getattr(errno, "ESTALE", -1): "the network drive no longer has it",
    getattr(errno, "EDQUOT", -2): "your disk quota is used up",
}
"""What the system says in a word or two that help nobody, in words."""

STAYS: Final = (
    "Your pictures and captions are unchanged, and finished work is kept. Repeat this once the "
    "problem is solved.")


def sync_file(descriptor: int, path: str | os.PathLike[str]) -> None:
    """Flush an open file to the drive; `path` is what is told where that fails.

    macOS keeps `fsync`ed bytes in the drive's own cache; only F_FULLFSYNC empties that.

    Raises:
        OSError: if the drive refuses, for example because it is full; it names the file.
    """
    if sys.platform == "darwin":
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in NO_FOLDER_SYNC:
                raise
        else:
            return
    with naming_errors(path):
        os.fsync(descriptor)


def sync_folder(path: str | os.PathLike[str]) -> None:
    """Flush a folder's names (creations, renames, removals) to the drive; nothing to do on Windows.

    Raises:
        OSError: if the folder is gone or the drive fails.
    """
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in NO_FOLDER_SYNC:
            raise add_file_name(error, path) from None
    finally:
        os.close(descriptor)


def can_sync_file_system(path: str | os.PathLike[str]) -> bool:
    """Return whether `sync_file_system` works for the folder: on Linux, on its own file systems."""
    library = _c_library()
    if library is None:
        return False
    answer = ctypes.create_string_buffer(512)
    if library.statfs(os.fsencode(path), answer):
        return False
    return ctypes.c_long.from_buffer(answer).value in SYNCED_WHOLE


def sync_file_system(path: str | os.PathLike[str]) -> None:
    """Flush all that was written to the file system of a folder, names and contents, to the drive.

    For many small files this takes a tenth of flushing each: 128 of 5 KB on a busy disk 0.2 ms
    each, against 2 ms each, eight at once.

    Raises:
        OSError: if the drive fails, or refused a write since the last time.
    """
    library = _c_library()
    if library is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        if library.syncfs(descriptor):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), os.fspath(path))
    finally:
        os.close(descriptor)


@functools.cache
def _c_library() -> ctypes.CDLL | None:
    """The C library, None where it has no `syncfs` that can be relied upon."""
    if not sys.platform.startswith("linux"):
        return None
    version = re.match(r"(\d+)\.(\d+)", platform.release())
    if version is None or (int(version[1]), int(version[2])) < SYNCFS_TELLS_ERRORS:
        return None
    library = ctypes.CDLL(None, use_errno=True)
    return library if hasattr(library, "syncfs") and hasattr(library, "statfs") else None


@contextmanager
def explain_write_errors(
    folder: Path, *, needed: Callable[[], int] | None = None
) -> Iterator[None]:
    """Re-raise a full disk or a refused write in `folder` as a UserFacingError.

    Raises:
        UserFacingError: if the disk or quota is full, or the folder may not be written.
        OSError: any other failure; one that names no file names the folder.
    """
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL:
            raise UserFacingError(
                _disk_full_sentence(folder, needed),
                "No file was damaged. Free some space there, then try again.",
            ) from error
        if error.errno in NOT_WRITABLE and _concerns(error, folder):
            raise UserFacingError(
                f"The folder {folder} cannot be written to: {error_reason(error)}.",
                "No file was damaged. Check the permissions of the folder, and whether its drive "
                "is read-only.",
            ) from error
        raise add_file_name(error, folder) from None


def drive_error(
    error: OSError | MemoryError, *, what: str = "A file", way_out: str = STAYS
) -> UserFacingError:
    """Return the error for a refusal by the system: file, reason, what is unharmed, what to do.

    Args:
        error: the refusal.
        what: the subject of the work; named where the error names no file.
        way_out: what is unharmed and what to do, one or two sentences.
    """
    refused = error if isinstance(error, OSError) else OSError(
        errno.ENOMEM, os.strerror(errno.ENOMEM))
    where = what if refused.filename is None else os.fsdecode(refused.filename)
    why = reason_of(refused)
    return UserFacingError(f"{where} cannot be read or written: {why}.", way_out)


def reason_of(error: Exception) -> str:
    """Why something failed, without its number and its file; no full stop."""
    if not isinstance(error, OSError):
        return str(error)
    strerror = error_reason(error)
    reason = REFUSALS.get(error.errno or 0)
    return strerror if reason is None else f"{strerror}, {reason}"


@contextmanager
def explain_drive_errors(what: str, way_out: str) -> Iterator[None]:
    """Re-raise whatever a drive refuses in the course of a job as a UserFacingError.

    Args:
        what: what the job works on; named where the failure names no file.
        way_out: what is unharmed and what to do, one or two sentences.

    Raises:
        UserFacingError: for every OSError.
    """
    try:
        yield
    except OSError as error:
        raise drive_error(error, what=what, way_out=way_out) from error


def _concerns(error: OSError, folder: Path) -> bool:
    """Return whether an error is about `folder`, not about a file that was read elsewhere."""
    if error.filename is None:
        return True
    refused = Path(os.fsdecode(error.filename))
    return folder in (refused, refused.parent)


def free_bytes(folder: Path) -> int:
    """Bytes free where a folder is, or would be made.

    Raises:
        OSError: if not even the root of its drive can be asked.
    """
    place = folder.absolute()
    while True:
        try:
            return shutil.disk_usage(place).free
        except OSError:
            if place == place.parent:
                raise
            place = place.parent


def _disk_full_sentence(folder: Path, needed: Callable[[], int] | None) -> str:
    free = shutil.disk_usage(folder).free
    wanted = "" if needed is None else f"{needed():,} bytes are needed, and "
    return f"The disk of {folder} is full: {wanted}{free:,} bytes are free."
