"""Adding one line to a file that only ever grows, so that a crash tears at most that line.

One `write` with O_APPEND and one flush to the drive. A line that an earlier crash left unfinished
gets its end first, so that the new one stands on a line of its own; readers report the torn one.
"""

from __future__ import annotations

import os
from pathlib import Path

from larder.core.files.durable import sync_file, sync_folder
from larder.core.files.larder_folder import refuse_link
from larder.core.files.write_errors import explain_write_errors


def append_line(path: Path, line: bytes) -> None:
    """Add `line`, which has no line feed in it, and flush it to the drive.

    Raises:
        UserFacingError: if the file may not be written, the disk is full, or a link is in the way.
    """
    refuse_link(path)
    ended = line + b"\n"
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    with explain_write_errors(path.parent, needed=lambda: len(ended)):
        descriptor = os.open(path, flags, 0o666)
        try:
            is_new = os.fstat(descriptor).st_size == 0
            _write_whole(descriptor, ended if _ends_a_line(descriptor) else b"\n" + ended)
            sync_file(descriptor)
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
