"""Turns the write failures a user can mend into sentences: a full disk, a folder one may not write.

Every writer of this room runs inside `explain_write_errors`, so that each failure is worded once.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from larder.core.errors import UserFacingError

DISK_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
NOT_WRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


@contextmanager
def explain_write_errors(
    folder: Path, *, needed: Callable[[], int] | None = None
) -> Iterator[None]:
    """Re-raise a full disk or a refused write in `folder` as a UserFacingError.

    Args:
        folder: where the write goes; named in the sentence.
        needed: bytes the whole write takes, asked for only when the disk is full.

    Raises:
        UserFacingError: if the disk or quota is full, or the folder may not be written.
        OSError: any other failure, as it came.
    """
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL:
            raise UserFacingError(
                _disk_full_sentence(folder, needed), "Free some space there, then try again."
            ) from error
        if error.errno in NOT_WRITABLE and _concerns(error, folder):
            raise UserFacingError(
                f"The folder {folder} cannot be written to: {error.strerror}.",
                "Check the permissions of the folder and whether its drive is read-only.",
            ) from error
        raise


def _concerns(error: OSError, folder: Path) -> bool:
    """Whether the refusal is about `folder`, not about a file that was being read elsewhere."""
    if error.filename is None:
        return True
    refused = Path(os.fsdecode(error.filename))
    return folder in (refused, refused.parent)


def _disk_full_sentence(folder: Path, needed: Callable[[], int] | None) -> str:
    free = shutil.disk_usage(folder).free
    wanted = "" if needed is None else f"{needed():,} bytes are needed and "
    return f"The disk of {folder} is full: {wanted}{free:,} bytes are free."
