"""Runs something in a forked process whose n-th file operation in a folder fails.

Every call of the system that names something in the folder, or works on a file open there, counts:
looking, listing, opening, writing, flushing, renaming, making, removing. The n-th raises; a lasting
fault also makes every later one raise, as on a drive that is full or has gone bad, until the
process ends. What lies on disk then is what the next command finds.
"""

from __future__ import annotations

import builtins
import enum
import errno
import io
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from larder.core.files import atomic_write

WRITES = ("open", "mkdir", "write", "writev", "sendfile", "fsync", "rename", "replace", "link")
"""What a full or read-only drive refuses; of these `open` only for writing."""

OTHERS = ("stat", "lstat", "scandir", "listdir", "unlink", "rmdir", "utime", "read")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Fault(enum.Enum):
    """Error that an operation fails with."""

    FULL = errno.ENOSPC
    BROKEN = errno.EIO
    CTRL_C = 0


class Outcome(enum.IntEnum):
    """How the process ended."""

    DONE = 0
    SENTENCE = 1
    INTERRUPTED = 2
    TRACEBACK = 3
    UNREACHED = 4
    """In fewer operations than the one that was to fail."""


def failed_at(
    step: int, folder: Path, fault: Fault, action: Callable[[], object], *, lasting: bool = False
) -> Outcome:
    """Run `action` in a process of its own; its operation number `step` (from 0) fails."""
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        _run_and_leave(_Saboteur(step, folder, fault, lasting=lasting), action)
    _, status = os.waitpid(child, 0)
    assert os.WIFEXITED(status), "the process did not come to its end"
    return Outcome(os.WEXITSTATUS(status))


def _run_and_leave(saboteur: _Saboteur, action: Callable[[], object]) -> None:
    from larder.core.errors import UserFacingError

    outcome = Outcome.DONE
    try:
        saboteur.begin()
        action()
    except UserFacingError:
        outcome = Outcome.SENTENCE
    except KeyboardInterrupt:
        outcome = Outcome.INTERRUPTED
    except BaseException:
        traceback.print_exc()
        outcome = Outcome.TRACEBACK
    sys.stderr.flush()
    os._exit(outcome if saboteur.was_reached else Outcome.UNREACHED)


class _Saboteur:
    """Stands before the calls of the system and counts those that concern a folder."""

    def __init__(self, step: int, folder: Path, fault: Fault, *, lasting: bool) -> None:
        self._left = step
        self._folder = os.fspath(folder)
        self._fault = fault
        self._lasting = lasting
        self.was_reached = False

    def begin(self) -> None:
        names = WRITES if self._fault is Fault.FULL else (*WRITES, *OTHERS)
        for name in names:
            setattr(os, name, self._before(name, getattr(os, name)))
        if "unlink" in names:
            os.remove = os.unlink
        atomic_write._rename = self._before(  # type: ignore[assignment]
            "renameat2", atomic_write._rename)
        io.open = builtins.open = self._opener(io.open)  # type: ignore[assignment]
        io.FileIO = self._raw_file(io.FileIO)  # type: ignore[misc]

    def _before(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def watched(target: Any = ".", *more: Any, **named: Any) -> Any:
            flags = more[0] if name == "open" and more else named.get("flags", WRITING)
            if flags & WRITING or self._fault is not Fault.FULL:
                self._count(target, named.get("dir_fd"))
            return real(target, *more, **named)

        return watched

    def _opener(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def watched(file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
            if set(mode) & set("wax+") or self._fault is not Fault.FULL:
                self._count(file, None)
            return real(file, mode, *more, **named)

        return watched

    def _raw_file(self, real: type[io.FileIO]) -> type[io.FileIO]:
        saboteur = self

        class Watched(real):  # type: ignore[misc, valid-type]
            def write(self, content: Any) -> Any:
                saboteur._count(self.fileno(), None)
                return super().write(content)

        return Watched

    def _count(self, target: Any, folder: int | None) -> None:
        place = _place(target, folder)
        if not place.startswith(self._folder):
            return
        self._left -= 1
        if self._left == -1 or (self._lasting and self._left < 0):
            self.was_reached = True
            if self._fault is Fault.CTRL_C:
                raise KeyboardInterrupt
            raise OSError(self._fault.value, os.strerror(self._fault.value), place)


def _place(target: Any, folder: int | None) -> str:
    """Where a path, a descriptor or a name in an open folder is."""
    if isinstance(target, int):
        try:
            return os.readlink(f"/proc/self/fd/{target}")
        except OSError:
            return ""
    if folder is not None:
        return os.path.join(_place(folder, None), os.fsdecode(target))
    return os.fsdecode(target)
