"""Copies of files that trainers write in place: two live files never share their bytes.

`torch.save` and `np.savez` open the file that is there and write into it, so what is written under
one of two hard links changes under the other one too. A clone shares the blocks on the drive only
until one of the two is written: Btrfs, XFS and bcachefs give it, through FICLONE (ioctl_ficlone(2)
of Linux). Everywhere else, and between two drives, the bytes are copied.
"""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import BinaryIO, Final

from larder.core.files.regular_file import open_regular

_FICLONE: Final = 0x40049409
"""`_IOW(0x94, 9, int)` of linux/fs.h; the architectures that spell it otherwise refuse it."""

_NO_CLONES: Final = frozenset({
    errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOTTY, errno.EINVAL, errno.EXDEV, errno.ENOSYS,
    errno.EPERM, errno.EACCES, errno.ETXTBSY, errno.EISDIR, errno.EBADF})
"""What is answered where two files cannot share blocks; a full disk is no such answer."""

_PIECE_BYTES: Final = 1 << 20


def clone_file(source: int, target: int) -> bool:
    """Let a new, empty file share the blocks of another until one of them is written.

    Args:
        source: descriptor open for reading.
        target: descriptor open for writing.

    Returns:
        False where the file system does not give that; nothing was written then.

    Raises:
        OSError: if the drive fails or is full.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return False
    try:
        fcntl.ioctl(target, _FICLONE, source)
    except OSError as error:
        if error.errno in _NO_CLONES:
            return False
        raise
    return True


def can_clone(source: Path, folder: Path) -> bool:
    """Return whether clones of a file can be made in a folder; tried, as there is no other way.

    Raises:
        OSError: if the source cannot be read, or no file can be made there.
    """
    import tempfile  # loads `random`; a survey imports this module and clones nothing

    with open_regular(source) as file, tempfile.TemporaryFile(dir=folder) as trial:
        return clone_file(file.fileno(), trial.fileno())


def copy_into(source: str | os.PathLike[str], target: BinaryIO) -> int:
    """Give a new, empty file what another one holds; how many bytes that takes, 0 for a clone.

    Raises:
        OSError: if the source cannot be read, or the drive fails or is full.
    """
    with open_regular(Path(source)) as file:
        if clone_file(file.fileno(), target.fileno()):
            return 0
        shutil.copyfileobj(file, target, _PIECE_BYTES)
    return target.tell()


def copy_apart(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> int:
    """Make a file that holds what another one does and is dated as it is; not flushed.

    Returns:
        How many bytes that takes, 0 for a clone.

    Raises:
        OSError: if the source cannot be read, the target is there, or the drive fails or is full.
    """
    with Path(target).open("xb") as copy:
        size = copy_into(source, copy)
    date_as(source, target)
    return size


def date_as(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """Give a file the dates of another one."""
    status = os.stat(source)  # noqa: PTH116 - one of many thousands
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
