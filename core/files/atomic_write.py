"""Publishes a file whole or not at all: temp file in the same folder, fsync, replace.

A reader of the target sees the old bytes or the new ones, also after `kill -9` or a power cut. A
file that only ever grows gets its lines with one `write` of O_APPEND each, so that a crash tears at
most the last one.

A trainer takes no lock and saves its index when it likes. `replace_expected` therefore exchanges
the two names, where the system can, and looks at what came out: a save that nobody has read goes
back to its place. Elsewhere the target is looked at right before it is replaced, which leaves a gap
of some ten microseconds.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import io
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from larder.core.errors import StalePlanError, UserFacingError, error_reason
from larder.core.files.durable import explain_write_errors, sync_file, sync_folder
from larder.core.files.file_copy import copy_into, date_as
from larder.core.files.file_stamp import IndexStamp, index_stamp, stamp_of
from larder.core.files.regular_file import naming_errors, open_regular
from larder.core.files.store_paths import refuse_link
from larder.core.files.temp_names import temp_name

_BUFFER_BYTES = 1 << 20
_MOST_PARTS = 1024
"""Parts that the system takes in one write (IOV_MAX of Linux and macOS)."""

_REPLACE_DELAYS_S: tuple[float, ...] = (
    (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4) if os.name == "nt" else ()
)
"""Windows refuses to replace a file that a scanner or reader has open; rarely for a second."""

_AT_FOLDER = -100
_ONLY_FREE_NAMES = 1
_EXCHANGE = 2
"""AT_FDCWD, RENAME_NOREPLACE and RENAME_EXCHANGE of Linux (rename(2))."""

NO_LINKS = frozenset({
    errno.EPERM, errno.EACCES, errno.EXDEV, errno.EMLINK, errno.ENOSYS, errno.EINVAL,
    errno.ENOTSUP, errno.EOPNOTSUPP})
"""What is answered where a file cannot get another name: FAT, another drive, a file of another
user, too many names."""

_NO_FLAGS = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP})
"""What file systems answer that know no flags of a rename: network drives, FUSE, old kernels."""


class PendingFile:
    """A file being written beside its target; `pending_file` makes one and clears it up.

    Paths are kept as texts: a build makes thousands of these a second, and every `Path` costs as
    much as a call of the system. Not to be shared between threads.
    """

    def __init__(self, target: str | os.PathLike[str]) -> None:
        self.target = os.fspath(target)
        folder, name = os.path.split(self.target)
        self._temp = f"{folder}{os.sep}{temp_name(name)}" if folder else temp_name(name)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        self._descriptor = os.open(self._temp, flags, 0o666)
        self._is_open = True
        self._published = False

    @property
    def temp(self) -> Path:
        """Where it lies until it is published."""
        return Path(self._temp)

    @cached_property
    def file(self) -> io.BufferedWriter:
        """The file, open for binary writing until `finish`."""
        raw = io.FileIO(self._descriptor, "wb")
        return io.BufferedWriter(raw, buffer_size=_BUFFER_BYTES)

    def write(self, parts: Sequence[bytes | bytearray | memoryview]) -> int:
        """Write parts one after the other past the buffer of `file`; how many bytes they are.

        Raises:
            OSError: if the drive refuses; it names the target.
        """
        with naming_errors(self.target):
            return self._write_parts(parts)

    def _write_parts(self, parts: Sequence[bytes | bytearray | memoryview]) -> int:
        if not hasattr(os, "writev"):
            self.file.writelines(parts)
            self.file.flush()
            return sum(map(len, parts))
        size = 0
        for start in range(0, len(parts), _MOST_PARTS):
            some = parts[start:start + _MOST_PARTS]
            wanted = sum(map(len, some))
            written = os.writev(self._descriptor, some)
            if written < wanted:
                self._write_rest(memoryview(b"".join(some))[written:])
            size += wanted
        return size

    def copy(self, source: str) -> int:
        """Hold what a file does and be dated as it is; how many bytes that takes, 0 for a clone.

        Raises:
            OSError: if it cannot be read, or the drive refuses.
        """
        size = copy_into(source, self.file)
        self.file.flush()
        date_as(source, self._temp)
        return size

    def finish(self, *, fsync: bool = True) -> None:
        """Flush and close; what was written can then be read back from `temp`."""
        if not self._is_open:
            return
        with naming_errors(self.target):
            if "file" in self.__dict__:
                self.file.flush()
            self._keep_mode()
            if fsync:
                sync_file(self._descriptor, self.target)
            self._close()

    def publish(self, *, fsync: bool = True) -> IndexStamp:
        """Put the file in the target's place and return its stamp there.

        Raises:
            UserFacingError: if another program keeps the target open.
        """
        self.finish(fsync=fsync)
        published = stamp_of(os.stat(self._temp)).without_ctime()  # noqa: PTH116
        self.take_name()
        if fsync:
            sync_folder(os.path.dirname(self.target) or os.curdir)  # noqa: PTH120
        return published

    def publish_over(self, expected: IndexStamp | None) -> IndexStamp:
        """As `publish`, but only in the place of the file that was read; see `replace_expected`.

        Raises:
            StalePlanError: if somebody else wrote the target meanwhile; it is left as it is.
            UserFacingError: if another program keeps the target open.
        """
        self.finish()
        published = stamp_of(os.stat(self._temp)).without_ctime()  # noqa: PTH116
        replace_expected(self._temp, self.target, expected)
        self._published = True
        sync_folder(os.path.dirname(self.target) or os.curdir)  # noqa: PTH120
        return published

    def take_name(self) -> None:
        """Put the finished file in the target's place, flushing nothing.

        Raises:
            UserFacingError: if another program keeps the target open.
        """
        replace_file(self._temp, self.target)
        self._published = True

    def discard(self) -> None:
        """Remove the temp file unless it was published; what is still buffered is not written."""
        if self._published:
            return
        if self._is_open:
            self._close()
        self.temp.unlink(missing_ok=True)

    def _close(self) -> None:
        self._is_open = False
        if "file" in self.__dict__:
            # What is left in its buffer must never be written later, to a reused descriptor.
            self.file.raw.close()
        else:
            os.close(self._descriptor)

    def _write_rest(self, rest: memoryview) -> None:
        """Write the bytes one call did not: a signal interrupted it, or the disk is nearly full."""
        while rest:
            rest = rest[os.write(self._descriptor, rest):]

    def _keep_mode(self) -> None:
        """Give the new file the permissions of the one it replaces: stores are shared by groups."""
        if os.name == "nt":
            return
        try:
            mode = os.stat(self.target).st_mode  # noqa: PTH116
        except FileNotFoundError:
            return
        if stat.S_IMODE(mode) != stat.S_IMODE(os.fstat(self._descriptor).st_mode):
            self.temp.chmod(stat.S_IMODE(mode))


def link_file(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> bool:
    """Give a file another name; False where that cannot be."""
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno in NO_LINKS:
            return False
        raise
    return True


@contextmanager
def pending_file(
    target: Path, *, needed: Callable[[], int] | None = None
) -> Iterator[PendingFile]:
    """A file to write, read back if wanted, and `publish`; unpublished, it is gone after the block.

    Args:
        target: the file to create or replace; its folder must exist. A link is replaced,
            not followed.
        needed: bytes of the whole file, asked for only to say so when the disk is full.

    Raises:
        UserFacingError: if the disk is full, the folder may not be written, or another program
            keeps the target open.
        OSError: if the folder is missing.
    """
    with explain_write_errors(target.parent, needed=needed), naming_errors(target):
        pending = PendingFile(target)
        try:
            yield pending
        finally:
            pending.discard()


def write_atomically(
    path: Path, chunks: Iterable[bytes | bytearray | memoryview], *, fsync: bool = True
) -> IndexStamp:
    """Write `chunks` one after the other as the whole new content of `path`; a link is replaced.

    Returns:
        The stamp of the file as it was published.

    Raises:
        UserFacingError: if the disk is full (naming folder, needed and free bytes), the folder may
            not be written, or another program keeps the target open.
        OSError: if the folder is missing.
    """
    counted = _Counted(chunks)
    with pending_file(path, needed=counted.total) as pending:
        pending.file.writelines(counted)
        return pending.publish(fsync=fsync)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file whole or not at all; the copy is as old as its making.

    Raises:
        UserFacingError, OSError: as `write_atomically`.
    """
    with open_regular(source) as file:
        write_atomically(target, iter(lambda: file.read(_BUFFER_BYTES), b""))


def write_derived(path: Path, content: bytes) -> bool:
    """Write a file that only saves time, its folder too.

    Returns:
        False where that cannot be done, which costs nothing but the time.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [content], fsync=False)
    except (OSError, UserFacingError):
        return False
    return True


def replace_file(temp: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """`os.replace`, tried again for about a second where Windows refuses.

    Raises:
        UserFacingError: if another program keeps the target open.
        OSError: any other failure.
    """
    for delay in _REPLACE_DELAYS_S:
        try:
            os.replace(temp, target)  # noqa: PTH105
        except PermissionError:
            time.sleep(delay)
        else:
            return
    try:
        os.replace(temp, target)  # noqa: PTH105
    except PermissionError as error:
        raise UserFacingError(
            f"{target} cannot be replaced: {error_reason(error)}.",
            "Close the programs that may have it open, then try again.",
        ) from error


def replace_expected(
    new: str | os.PathLike[str], target: str | os.PathLike[str], expected: IndexStamp | None
) -> None:
    """Put a finished file in a target's place, if that is still the very file that was read.

    `expected` is the target as it was read, None if there was none; `new` lies in the same folder,
    and lies there still when this is refused.

    Raises:
        StalePlanError: if somebody else wrote the target meanwhile; what was written stands.
        UserFacingError: if another program keeps the target open.
        OSError: any other failure.
    """
    ours = index_stamp(new)
    if index_stamp(target) != expected:
        raise _overtaken(target)
    if expected is None:
        try:
            is_done = _rename(new, target, _ONLY_FREE_NAMES)
        except FileExistsError as taken:
            raise _overtaken(target) from taken
        if not is_done:
            replace_file(new, target)
        return
    try:
        is_done = _rename(new, target, _EXCHANGE)
        is_ours = is_done and _settle(new, target, ours=ours, expected=expected)
    except BaseException:
        # Where an interrupt came in between, the stamps tell what lies where.
        _settle(new, target, ours=ours, expected=expected)
        raise
    if not is_done:
        replace_file(new, target)
    elif is_ours:
        os.unlink(new)  # noqa: PTH108
    else:
        raise _overtaken(target)


def exchange_names(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Give each of two files or folders the other's name in one step.

    Returns:
        False, and nothing done, where the system cannot.

    Raises:
        OSError: if it failed for another reason.
    """
    return _rename(one, other, _EXCHANGE)


def _settle(
    new: str | os.PathLike[str], target: str | os.PathLike[str], *, ours: IndexStamp | None,
    expected: IndexStamp,
) -> bool:
    """Look at what an exchange brought out; a save that nobody has read goes back.

    Whoever saves once more before it is back has its newer save come out then, and that goes back
    in turn.

    Returns:
        Whether our file has taken the place of the expected one, which is called `new` now.
    """
    came_out = index_stamp(new)
    if came_out is None or came_out == ours:
        return False
    # Some layered file systems give a file another number when it is renamed.
    if (came_out.size, came_out.mtime_ns) == (expected.size, expected.mtime_ns):
        return True
    put_there = ours
    while True:
        saved = index_stamp(new)
        try:
            is_done = _rename(new, target, _EXCHANGE)
        except FileNotFoundError:
            is_done = False
        if not is_done:
            replace_file(new, target)
        came_out = index_stamp(new)
        if came_out is None or came_out == put_there:
            return False
        put_there = saved


def _rename(old: str | os.PathLike[str], new: str | os.PathLike[str], flag: int) -> bool:
    """Rename with a flag of Linux; False, and nothing done, where that cannot be.

    Raises:
        OSError: if it failed for another reason.
    """
    rename = _renameat2()
    if rename is None:
        return False
    sys.audit("os.rename", old, new, -1, -1)  # as Python's own rename tells it
    if rename(_AT_FOLDER, os.fsencode(old), _AT_FOLDER, os.fsencode(new), flag) == 0:
        return True
    number = ctypes.get_errno()
    if number in _NO_FLAGS:
        return False
    raise OSError(number, os.strerror(number), os.fspath(old), None, os.fspath(new))


@functools.cache
def _renameat2() -> Callable[[int, bytes, int, bytes, int], int] | None:
    """The C library's `renameat2`, None where there is none."""
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)


def _overtaken(target: str | os.PathLike[str]) -> StalePlanError:
    return StalePlanError(
        f"Another program saved {os.fspath(target)} while Larder was writing it.",
        "The other program's version was kept, and Larder wrote nothing. Survey again, then try "
        "again.")


class _Counted:
    """Chunks that can say how many bytes they are, also after a full disk stopped the writing."""

    def __init__(self, chunks: Iterable[bytes | bytearray | memoryview]) -> None:
        self._chunks = iter(chunks)
        self._bytes = 0

    def __iter__(self) -> Iterator[bytes | bytearray | memoryview]:
        for chunk in self._chunks:
            self._bytes += chunk.nbytes if isinstance(chunk, memoryview) else len(chunk)
            yield chunk

    def total(self) -> int:
        """Bytes of all chunks; takes those that were not written yet."""
        for _ in self:
            pass
        return self._bytes


def append_line(path: Path, line: bytes) -> None:
    """Add `line`, which has no line feed in it, and flush it to the drive.

    Raises:
        UserFacingError: if the file may not be written, the disk is full, or a link is in the way.
    """
    refuse_link(path)
    ended = line + b"\n"
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    with explain_write_errors(path.parent, needed=lambda: len(ended)), naming_errors(path):
        descriptor = os.open(path, flags, 0o666)
        try:
            is_new = os.fstat(descriptor).st_size == 0
            _write_whole(descriptor, ended if _ends_a_line(descriptor) else b"\n" + ended)
            sync_file(descriptor, path)
        finally:
            os.close(descriptor)
        if is_new:
            sync_folder(path.parent)


def _ends_a_line(descriptor: int) -> bool:
    if os.lseek(descriptor, 0, os.SEEK_END) == 0:
        return True
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1) == b"\n"


def _write_whole(descriptor: int, line: bytes) -> None:
    """One `write` takes all of it, unless a signal or a full disk cuts it short."""
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
