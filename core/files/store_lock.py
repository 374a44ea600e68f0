"""One Larder process at a time writes into a store.

The lock is the operating system's, on `.larder/lock`, so it ends with its process however that
ends. Who holds it is written into `.larder/lock.holder`: on Windows a locked file cannot be read,
and some versions of the lock library empty the file they try to lock. Trainers take no lock; signs
of one at work are looked for elsewhere.

Some network and FUSE drives lock nothing. There `.larder/lock.file` is the lock: made by whoever
writes, removed afterwards, and taken over from a process of this computer that is gone. It keeps
two computers apart only as far as the drive makes a file but once, which a survey says.

On a full disk there may be no space for `.larder` itself, and what is about to run may be what
frees some: then the lock is on the store's own folder.
"""

from __future__ import annotations

import errno
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import msgspec

from larder.core.errors import StoreLockedError, UserFacingError
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.durable import DISK_FULL, explain_write_errors
from larder.core.files.regular_file import add_file_name, naming_errors, read_regular
from larder.core.files.store_paths import (
    UNLOCKABLE_NAME,
    larder_folder,
    make_larder_folder,
    refuse_link,
)
from larder.core.files.temp_names import is_process_alive, remove_stale_temps

LOCK_NAME = "lock"
HOLDER_NAME = "lock.holder"
FILE_LOCK_NAME = "lock.file"
CANNOT_LOCK = frozenset({errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})


class LockHolder(msgspec.Struct, frozen=True):
    """Who holds a store's lock.

    Attributes:
        since_ns: when it took the lock, nanoseconds since 1970.
    """

    pid: int
    host: str
    since_ns: int


@contextmanager
def lock_store(store: Path) -> Iterator[None]:
    """Hold a store's lock for the block; does not wait for it.

    Not reentrant: a second lock of the same store is refused, also in the same thread.

    Raises:
        StoreLockedError: if another holds it, naming process and host where they are known.
        UserFacingError: if the store may not be written.
    """
    from filelock import FileLock, Timeout  # 15 ms that who only reads is spared

    try:
        folder = make_larder_folder(store)
    except UserFacingError as error:
        cause = error.__cause__
        if not (isinstance(cause, OSError) and cause.errno in DISK_FULL) or os.name == "nt":
            raise
        with _lock_itself(store):
            yield
        return
    refuse_link(folder / LOCK_NAME)
    lock = FileLock(folder / LOCK_NAME, thread_local=False)
    with explain_write_errors(folder):
        try:
            lock.acquire(timeout=0)
        except Timeout as error:
            raise _make_lock_error(store, read_holder(store)) from error
        except OSError as error:
            if error.errno not in CANNOT_LOCK:
                raise add_file_name(error, folder / LOCK_NAME) from None
            release = _lock_by_file(store, folder)
        else:
            release = lock.release
    try:
        _write_holder(folder)
        yield
    finally:
        try:
            _forget_holder(folder)
        finally:
            with naming_errors(folder / LOCK_NAME):
                release()


@contextmanager
def _lock_itself(store: Path) -> Iterator[None]:
    """Hold a store by its own folder, in which nothing can be made.

    Raises:
        StoreLockedError: if another process holds it so.
        OSError: if its drive locks nothing.
    """
    import fcntl  # of POSIX only

    descriptor = os.open(store, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise _make_lock_error(store, None) from error
        except OSError as error:
            raise add_file_name(error, store) from None
        yield
    finally:
        os.close(descriptor)


def _lock_by_file(store: Path, folder: Path) -> Callable[[], None]:
    """Hold a store by a file that only one can make; gives what removes it.

    Raises:
        StoreLockedError: if somebody else's is there, unless he is a process of this computer that
            is gone.
        OSError: if it cannot be made.
    """
    (folder / UNLOCKABLE_NAME).touch()
    path, holder = folder / FILE_LOCK_NAME, LockHolder(os.getpid(), platform.node(), time.time_ns())
    for is_last in (False, True):
        try:
            with naming_errors(path), path.open("xb") as file:
                file.write(encode_ascii_json(holder))
            return partial(path.unlink, missing_ok=True)
        except FileExistsError as error:
            other = _holder_in(path)
            if is_last or other is None or _may_run(other):
                raise _make_lock_error(
                    store, other, f"If no Larder is running anywhere, delete {path}.") from error
            path.unlink(missing_ok=True)
    raise AssertionError("the second try made it or raised")


def _may_run(holder: LockHolder) -> bool:
    """Return whether a process may still exist; True on another computer, where it is unknown."""
    return holder.host != platform.node() or is_process_alive(holder.pid)


def read_holder(store: Path) -> LockHolder | None:
    """Who holds or last held the lock without releasing it, None if that is not written down."""
    return _holder_in(larder_folder(store) / HOLDER_NAME)


def _holder_in(path: Path) -> LockHolder | None:
    try:
        return decode_ascii_json(read_regular(path), LockHolder)
    except (OSError, UnreadableJsonError):
        return None


def _make_lock_error(store: Path, holder: LockHolder | None, more: str = "") -> StoreLockedError:
    who = (
        "another Larder process"
        if holder is None
        else f"process {holder.pid} on {holder.host}"
    )
    return StoreLockedError(
        f"The cache {store} is locked by {who}.",
        f"Wait until it has finished, then try again. {more}".strip())


def _write_holder(folder: Path) -> None:
    with suppress(OSError):
        remove_stale_temps(folder)
    holder = LockHolder(os.getpid(), platform.node(), time.time_ns())
    try:
        write_atomically(folder / HOLDER_NAME, [encode_ascii_json(holder)], fsync=False)
    except (UserFacingError, OSError):
        # The holder only makes a sentence clearer, and what is about to run may be what frees the
        # full disk.
        _forget_holder(folder)


def _forget_holder(folder: Path) -> None:
    with suppress(OSError):  # one that stays names a holder only while somebody holds the lock
        (folder / HOLDER_NAME).unlink(missing_ok=True)
