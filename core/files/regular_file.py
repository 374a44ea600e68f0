"""The one way in: files are opened here, so that none of them can hold a process up or go unnamed.

Where a file is expected a folder of somebody else's may hold a named pipe, which a plain `open`
waits at for ever, a device, which answers without end, or a socket. Opening takes O_NONBLOCK, then
`fstat` tells what it is. And an error of `read` names no file: here it does.
"""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

_Read = TypeVar("_Read")

OPEN_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
"""O_NONBLOCK so that opening a named pipe returns instead of waiting for a writer."""

OTHER_KINDS: Final = (
    (stat.S_ISFIFO, "it is a named pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
    (stat.S_ISCHR, "it is a device, not a file"),
    (stat.S_ISBLK, "it is a drive, not a file"),
)

LARGEST_DOCUMENT: Final = 256 << 20
"""Bytes of the longest plan, config or content index that is read, which takes about four times as
much memory. A plan of a million files has as many."""

LARGEST_TEXT: Final = 64 << 20
"""Bytes of the longest caption or list of prompts that is read; a book has one of them."""


def open_descriptor(path: str | os.PathLike[str], *, flags: int = 0) -> tuple[int, os.stat_result]:
    """A descriptor of a regular file, and its status; `flags` are added to those of reading.

    Raises:
        OSError: if it is missing, may not be read, or is no regular file; it names the file.
        FileNotFoundError: also for a name that no file system takes (a NUL, a lone surrogate).
    """
    try:
        descriptor = os.open(path, OPEN_FLAGS | flags)
    except ValueError as error:
        raise FileNotFoundError(
            errno.ENOENT, "no file can have this name", os.fspath(path)) from error
    except OSError as error:
        if error.errno == errno.ENXIO:  # what Linux says of a socket
            raise OSError(errno.EINVAL, OTHER_KINDS[1][1], os.fspath(path)) from error
        raise
    try:
        status = os.fstat(descriptor)
        require_regular(status, path)
    except OSError as error:
        os.close(descriptor)
        raise add_file_name(error, path) from None
    return descriptor, status


def require_regular(status: os.stat_result, path: str | os.PathLike[str]) -> None:
    """Make sure that a status is that of a regular file.

    Raises:
        IsADirectoryError: if it is a folder's.
        OSError: if it is anything else's.
    """
    if stat.S_ISREG(status.st_mode):
        return
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    raise OSError(errno.EINVAL, why_no_file(status), os.fspath(path))


def why_no_file(status: os.stat_result) -> str:
    """Return the kind of something that is neither file nor folder; "" for those two."""
    if stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode):
        return ""
    return next((words for is_kind, words in OTHER_KINDS if is_kind(status.st_mode)),
                "it is not a regular file")


def read_or_default(read: Callable[[], _Read], otherwise: _Read) -> _Read:
    """Return the result of reading Larder's own records; `otherwise` if this user may not.

    For callers that only look: another user's records are no reason to see nothing of a cache.
    """
    try:
        return read()
    except PermissionError:
        return otherwise


def may_not_read(path: str | os.PathLike[str]) -> bool:
    """Return whether a file exists that this user may not read."""
    try:
        os.close(open_descriptor(path)[0])
    except PermissionError:
        return True
    except OSError:
        return False
    return False


@contextmanager
def open_regular(path: str | os.PathLike[str], *, buffered: bool = False) -> Iterator[io.FileIO]:
    """A regular file, open for reading in the block; `buffered` for many small reads.

    Raises:
        OSError: if it cannot be opened, is no regular file, or a read in the block fails; named.
    """
    descriptor, _ = open_descriptor(path)
    with io.FileIO(descriptor, "rb") as raw, naming_errors(path):
        yield io.BufferedReader(raw) if buffered else raw  # type: ignore[misc]


def read_regular(path: str | os.PathLike[str], *, at_most: int | None = None) -> bytes:
    """The bytes of a regular file.

    Raises:
        OSError: if it cannot be read, is no regular file, or has more than `at_most` bytes; named.
    """
    with open_regular(path) as file:
        if at_most is None:
            return file.readall()
        size = os.fstat(file.fileno()).st_size
        if size > at_most:
            raise too_large(path, at_most)
        # Python takes as much memory as it is told to read, however short the file is.
        step = max(size, io.DEFAULT_BUFFER_SIZE) + 1
        content = file.read(step)
        while content and len(content) <= at_most and (more := file.read(step)):
            content += more
        if len(content) > at_most:
            raise too_large(path, at_most)
        return content


def too_large(path: str | os.PathLike[str], at_most: int) -> OSError:
    """The error for a file that is not read because of its size."""
    return OSError(errno.EFBIG, f"it has more than {at_most:,} bytes", os.fspath(path))


def read_start(path: str | os.PathLike[str], size: int) -> bytes:
    """Up to `size` bytes from the beginning of a regular file; OSError as `read_regular`."""
    with open_regular(path) as file:
        return file.read(size)


@contextmanager
def naming_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Give errors of the block that name no file, as those of open descriptors, this one."""
    try:
        yield
    except OSError as error:
        raise add_file_name(error, path) from None


def add_file_name(error: OSError, path: str | os.PathLike[str]) -> OSError:
    """The error with the file's whole name.

    Those of open descriptors lack it, and those of a folder that is open give a bare name: that of
    `path`, or of something in it. What a library says keeps its words, which a name would hide.
    """
    if error.errno is None:
        return error
    whole = os.fspath(path)
    said = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    if said in ("", os.path.basename(whole)):  # noqa: PTH119 - errors are made of texts
        error.filename = whole
    elif os.sep not in said:
        error.filename = os.path.join(whole, said)  # noqa: PTH118
    return error
