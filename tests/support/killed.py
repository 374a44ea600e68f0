"""Runs something in a forked process that is killed at its n-th step towards the disk.

A step is whatever can leave a trace: a rename, a removal, a folder made or removed, a file opened
for writing, a flush to the drive. The kill comes right before it, as `kill -9` and power cuts do.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked child per step")

STEPS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "os.utime"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def killed_at(step: int, action: Callable[[], object]) -> bool:
    """Run `action` in a process of its own, killed at its step number `step` (from 0).

    Returns:
        Whether it was killed; False when it came to its end in fewer steps.
    """
    child = os.fork()
    if child == 0:
        _run_and_leave(step, action)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0, "the action failed, see its traceback"
    return False


def killed_at_each_step(
    work: Callable[[Path], object], *, template: Path, into: Path
) -> list[Path]:
    """Do something to copies of a folder, killed at its first step, its second, and so on.

    Args:
        work: is given the copy.
        template: what each run finds.
        into: a folder for the copies.

    Returns:
        The copies as the runs left them; the last one ran to its end.
    """
    for step in itertools.count():
        folder = into / f"{step:03d}"
        shutil.copytree(template, folder, symlinks=True)
        if not killed_at(step, lambda folder=folder: work(folder)):  # type: ignore[misc]
            return sorted(into.iterdir())
    raise AssertionError("it never came to its end")


def _run_and_leave(step: int, action: Callable[[], object]) -> None:
    left = step

    def count() -> None:
        nonlocal left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in STEPS or (event == "open" and int(arguments[2] or 0) & WRITING):
            count()

    try:
        sys.addaudithook(hook)
        # A kill, unlike a power cut, loses nothing that was written; flushing would only take time.
        os.fsync = lambda _: count()
        action()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
