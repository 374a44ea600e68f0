"""Makes what was written survive a power cut: file contents, and the names in a folder."""

from __future__ import annotations

import errno
import os
import sys

if sys.platform == "darwin":
    import fcntl

NO_FOLDER_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES})
"""What network and FUSE file systems answer when a folder cannot be synced; the names there are as
durable as that file system makes them by itself."""


def sync_file(descriptor: int) -> None:
    """Flush an open file to the drive.

    macOS keeps `fsync`ed bytes in the drive's own cache; only F_FULLFSYNC empties that.

    Raises:
        OSError: if the drive refuses, for example because it is full.
    """
    if sys.platform == "darwin":
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in NO_FOLDER_SYNC:
                raise
        else:
            return
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
            raise
    finally:
        os.close(descriptor)
