"""Publishes a file whole or not at all: temp file in the same folder, fsync, replace.

Temp files are called `<name>.<host>.<pid>.<thread>.<nonce>.larder-tmp`: no trainer takes that
ending for one of its own, two writers never share one, and a later start can tell whose it was. A
reader of the target sees the old bytes or the new ones, also after `kill -9` or a power cut.
"""

from __future__ import annotations

import io
import itertools
import os
import re
import secrets
import stat
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.durable import sync_file, sync_folder
from larder.core.files.file_stamp import IndexStamp, stamp_of
from larder.core.files.live_process import host_digest, is_process_alive
from larder.core.files.write_errors import explain_write_errors

TEMP_SUFFIX = ".larder-tmp"
_TEMP_NAME = re.compile(
    r"(?P<name>.+)\.(?P<host>[0-9a-f]{8})\.(?P<pid>[0-9]+)\.[0-9]+\.[0-9a-f]{8}\.larder-tmp",
    re.DOTALL,
)
_NAME_KEPT = 40
"""Characters of the target's name in its temp name, so that long names still fit 255 bytes."""

_NONCES = itertools.count(secrets.randbits(32))
"""Told one after the other from a start that no earlier process of the same number had; asking the
system for each takes longer than the rest of the name."""

_BUFFER_BYTES = 1 << 20
_MOST_PARTS = 1024
"""Parts that the system takes in one write (IOV_MAX of Linux and macOS)."""
ABANDONED_AFTER_S = 7 * 24 * 3600.0
"""Age at which a temp of another host, whose processes cannot be asked, counts as left behind."""

_REPLACE_DELAYS_S: tuple[float, ...] = (
    (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4) if os.name == "nt" else ()
)
"""Windows refuses to replace a file that a scanner or reader has open; rarely for a second."""


class PendingFile:
    """A file being written beside its target; `pending_file` makes one and clears it up.

    Paths are kept as texts: a build makes thousands of these a second, and every `Path` costs as
    much as a call of the system. Not to be shared between threads.

    Attributes:
        target: where `publish` puts it.
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
        """Write parts one after the other past the buffer of `file`; how many bytes they are."""
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

    def finish(self, *, fsync: bool = True) -> None:
        """Flush and close; what was written can then be read back from `temp`."""
        if not self._is_open:
            return
        if "file" in self.__dict__:
            self.file.flush()
        self._keep_mode()
        if fsync:
            sync_file(self._descriptor)
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
        """What one call did not take: a signal came in between, or the disk is about to be full."""
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
    with explain_write_errors(target.parent, needed=needed):
        pending = PendingFile(target)
        try:
            yield pending
        finally:
            pending.discard()


def write_atomically(
    path: Path, chunks: Iterable[bytes | memoryview], *, fsync: bool = True
) -> IndexStamp:
    """Write `chunks` one after the other as the whole new content of `path`.

    Args:
        path: the file to create or replace; its folder must exist. A link is replaced,
            not followed.
        chunks: the content; taken lazily.
        fsync: whether file and folder are flushed to the drive before returning.

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
            f"{target} cannot be replaced: {error.strerror}.",
            "Close the programs that may have it open, then try again.",
        ) from error


def temp_name(name: str) -> str:
    """A name for a temp file of `name` that no other writer has."""
    return (
        f"{name[:_NAME_KEPT]}.{host_digest()}.{os.getpid()}.{threading.get_native_id()}"
        f".{next(_NONCES) & 0xFFFFFFFF:08x}{TEMP_SUFFIX}"
    )


def is_own_temp(name: str) -> bool:
    """Whether a name is one that `temp_name` gives."""
    return name.endswith(TEMP_SUFFIX) and _TEMP_NAME.fullmatch(name) is not None


def stale_temps(
    folder: Path, *, abandoned_after_s: float = ABANDONED_AFTER_S, now_s: float | None = None
) -> tuple[str, ...]:
    """Names of temp files of ours whose writer is gone, sorted; those of trainers are left alone.

    A writer is gone if its process is not alive on this host. One of another host cannot be asked:
    its file goes once it is older than `abandoned_after_s`.

    Raises:
        OSError: if the folder cannot be listed.
    """
    now = time.time() if now_s is None else now_s
    return tuple(sorted(
        entry.name
        for entry in _own_temps(folder)
        if _is_left_behind(entry, abandoned_before_s=now - abandoned_after_s)
    ))


def remove_stale_temps(
    folder: Path, *, abandoned_after_s: float = ABANDONED_AFTER_S, now_s: float | None = None
) -> tuple[str, ...]:
    """Remove the files that `stale_temps` names; returns their names.

    Raises:
        OSError: if the folder cannot be listed.
    """
    stale = stale_temps(folder, abandoned_after_s=abandoned_after_s, now_s=now_s)
    for name in stale:
        (folder / name).unlink(missing_ok=True)
    return stale


def _own_temps(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return [entry for entry in entries if is_own_temp(entry.name)]


def _is_left_behind(entry: os.DirEntry[str], *, abandoned_before_s: float) -> bool:
    parts = _TEMP_NAME.fullmatch(entry.name)
    if parts is None:
        return False
    if parts["host"] == host_digest():
        return not is_process_alive(int(parts["pid"]))
    try:
        return entry.stat(follow_symlinks=False).st_mtime < abandoned_before_s
    except FileNotFoundError:
        return False


class _Counted:
    """Chunks that can say how many bytes they are, also after a full disk stopped the writing."""

    def __init__(self, chunks: Iterable[bytes | memoryview]) -> None:
        self._chunks = iter(chunks)
        self._bytes = 0

    def __iter__(self) -> Iterator[bytes | memoryview]:
        for chunk in self._chunks:
            self._bytes += chunk.nbytes if isinstance(chunk, memoryview) else len(chunk)
            yield chunk

    def total(self) -> int:
        """Bytes of all chunks; takes those that were not written yet."""
        for _ in self:
            pass
        return self._bytes
