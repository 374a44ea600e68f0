"""Stamps that show, without reading a file, whether it is unchanged.

Two stamps, because a rename moves the change time of the renamed file: a `FileStamp` has it and is
used where a hash is remembered, an `IndexStamp` lacks it and survives the replace that publishes.

They are separate from `folder_scan`, so that writing a settings file loads no numpy.
"""

from __future__ import annotations

import errno
import os

import msgspec

from larder.core.errors import error_reason
from larder.core.files.regular_file import why_no_file

INODE_BITS = 63
"""sqlite holds signed 64-bit numbers; ReFS gives 128-bit file ids, some FUSE drives 64."""

INODE_MASK = (1 << INODE_BITS) - 1

LAST_NS = 9_200_000_000_000_000_000
"""The last moment that is told from later ones, in 2261: sqlite and numpy hold 64 bits with a sign.
A damaged drive or a wrong clock dates files up to 2446 (ext4), and one of them is no reason to fail
for all others."""


class IndexStamp(msgspec.Struct, frozen=True, order=True, gc=False):
    """Identity of a published file: equal before and after the rename that put it there.

    Attributes:
        mtime_ns: modification time, nanoseconds since 1970.
        inode: file number of the file system, folded to `INODE_BITS` bits.
    """

    size: int
    mtime_ns: int
    inode: int


class FileStamp(msgspec.Struct, frozen=True, order=True, gc=False):
    """Identity of a file's content, as far as the file system tells.

    Attributes:
        mtime_ns: modification time, nanoseconds since 1970.
        ctime_ns: change time on POSIX, creation time on Windows, nanoseconds since 1970.
        inode: file number of the file system, folded to `INODE_BITS` bits.
    """

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int

    def without_ctime(self) -> IndexStamp:
        """The part that a rename leaves as it is."""
        return IndexStamp(self.size, self.mtime_ns, self.inode)


def mtime_ns_of(status: os.stat_result) -> int:
    """When a file was last modified, nanoseconds since 1970, at most `LAST_NS`."""
    return min(status.st_mtime_ns, LAST_NS)


def stamp_of(status: os.stat_result) -> FileStamp:
    """The stamp in a stat result that is already there."""
    mtime_ns, ctime_ns = status.st_mtime_ns, status.st_ctime_ns
    return FileStamp(  # of hundreds of thousands of files: a call of `min` takes as long as this
        status.st_size,
        mtime_ns if mtime_ns < LAST_NS else LAST_NS,
        ctime_ns if ctime_ns < LAST_NS else LAST_NS,
        status.st_ino & INODE_MASK,
    )


def stamp(path: str | os.PathLike[str]) -> FileStamp | None:
    """The stamp of a file, links followed; None when nothing is there.

    Nothing is where no file can be: a name of an index may have a NUL or half of a surrogate pair.

    Raises:
        OSError: if the file may be there but cannot be looked at.
    """
    try:
        return stamp_of(os.stat(path))  # noqa: PTH116 - a Path costs as much as the stat
    except (FileNotFoundError, NotADirectoryError, ValueError):  # or no file has such a name
        return None


def readable_stamp(path: str | os.PathLike[str]) -> FileStamp | None:
    """The stamp of a file, None also for one that cannot be looked at."""
    try:
        return stamp(path)
    except OSError:
        return None


def read_modified_ns(path: str | os.PathLike[str]) -> int:
    """When a file was last modified, nanoseconds since 1970; 0 if nobody can tell."""
    found = readable_stamp(path)
    return 0 if found is None else found.mtime_ns


def is_there(path: str | os.PathLike[str]) -> bool:
    """Return whether there is something at a path; links are not followed.

    Raises:
        OSError: if it is unknown, for which `os.path.lexists` returns False.
    """
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # or no file has such a name
        return False
    return True


def may_be_there(path: str | os.PathLike[str]) -> bool:
    """As `is_there`, True also where nobody can tell: what cannot be looked at is not missing."""
    try:
        return is_there(path)
    except OSError:
        return True


def is_dangling(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a link to nothing, which trainers treat as a missing file."""
    try:
        os.stat(path)  # noqa: PTH116 - texts mostly
    except (FileNotFoundError, NotADirectoryError):
        return os.path.islink(path)  # noqa: PTH114
    except OSError as error:
        return error.errno == errno.ELOOP and os.path.islink(path)  # noqa: PTH114
    except ValueError:  # no file has such a name
        return False
    return False


def is_passed_over(path: str | os.PathLike[str]) -> bool:
    """Return whether a listed path is no file to a trainer: a dangling link, a pipe or the like."""
    try:
        return bool(why_no_file(os.stat(path)))  # noqa: PTH116 - texts mostly
    except (OSError, ValueError):
        return is_dangling(path)


def why_hidden(path: str | os.PathLike[str], *, there: str = "") -> str:
    """Why nobody can tell whether a file is there: "" where it is not, `there` where it is.

    A named pipe or the like is there and can no more be read.
    """
    try:
        status = os.stat(path)  # noqa: PTH116 - texts mostly, thousands of them
    except (FileNotFoundError, NotADirectoryError, ValueError):  # or no file has such a name
        return ""
    except OSError as error:
        return error_reason(error)
    return why_no_file(status) or there


def index_stamp(path: str | os.PathLike[str]) -> IndexStamp | None:
    """The stamp of a file that is there before and after a rename; None when nothing is.

    Raises:
        OSError: if the file may be there but cannot be looked at.
    """
    found = stamp(path)
    return None if found is None else found.without_ctime()
