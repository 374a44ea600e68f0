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
from types import FrameType
from typing import Any

import pytest

from tests.support.fixtures import REPOSITORY
from tests.support.sweeps import Sweep

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked child per step")

STEPS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "os.utime"}
OURS = str(REPOSITORY / "core")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def killed_at(step: int, action: Callable[[], object]) -> bool:
    """Run `action` in a process of its own, killed at its step number `step` (from 0).

    Returns:
        Whether it was killed; False when it came to its end in fewer steps.
    """
    child = os.fork()
    if child == 0:
        _run_and_leave(_kill_after(step), action)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0, "the action failed, see its traceback"
    return False


def killed_at_each_step(
    work: Callable[[Path], object], *, template: Path, into: Path, sweep: Sweep
) -> list[Path]:
    """Do something to copies of a folder, killed at its first step, its second, and so on.

    A sweep that is not exhaustive takes one step of each kind: of each call in a line of ours.

    Args:
        work: is given the copy.
        template: the content of each copy before its run.
        into: a folder for the copies.
        sweep: how many of the steps are taken.

    Returns:
        The copies as the runs left them; the last one ran to its end.
    """
    whole = into / "whole"
    shutil.copytree(template, whole, symlinks=True)
    kinds = _kinds_of_steps(lambda: work(whole))
    for step in sweep.one_of_each(kinds):
        folder = into / f"{step:03d}"
        shutil.copytree(template, folder, symlinks=True)
        assert killed_at(step, lambda folder=folder: work(folder))  # type: ignore[misc]
    return sorted(into.iterdir())


def _kinds_of_steps(action: Callable[[], object]) -> list[str]:
    """Run `action` to its end in a process of its own, and return the kind of each step."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        kinds: list[str] = []
        _run_and_leave(lambda event: kinds.append(_kind_of(event)), action,
                       lambda: os.write(write, "\n".join(kinds).encode()))
    os.close(write)
    with open(read, encoding="utf-8") as pipe:
        said = pipe.read()
    assert os.waitpid(child, 0)[1] == 0, "the action failed, see its traceback"
    return said.splitlines()


def _kind_of(event: str) -> str:
    """Return the call, and the line of ours that it comes from."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    return event if frame is None else f"{event} {frame.f_code.co_filename}:{frame.f_lineno}"


def _kill_after(steps: int) -> Callable[[str], None]:
    left = itertools.count(steps, -1)

    def count(_: str) -> None:
        if next(left) == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return count


def _run_and_leave(
    before_step: Callable[[str], None], action: Callable[[], object],
    at_end: Callable[[], object] = lambda: None,
) -> None:
    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in STEPS or (event == "open" and int(arguments[2] or 0) & WRITING):
            before_step(event)

    try:
        sys.addaudithook(hook)
        # A kill, unlike a power cut, loses nothing that was written; flushing would only take time.
        os.fsync = lambda _: before_step("fsync")
        action()
        at_end()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
