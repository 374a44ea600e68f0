"""Runs a piece of work again and again, killing it at each of its steps on the file system.

Python announces every open, rename, removal and folder it makes (PEP 578). A child process counts
those that concern its own folder and sends itself SIGKILL at the n-th: nothing is flushed, no
`finally` runs. What lies on disk then is what a user finds after `kill -9`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked child per step")

_DRIVER = """
import os, shutil, signal, sys
from pathlib import Path

template, into = Path(sys.argv[1]), Path(sys.argv[2])

{work}

def die_at(step, folder):
    seen = 0
    def count(event, arguments):
        nonlocal seen
        if not event.startswith(("open", "os.", "shutil.")):
            return
        if not any(isinstance(a, (str, os.PathLike)) and os.fspath(a).startswith(folder)
                   for a in arguments):
            return
        seen += 1
        if seen == step:
            os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(count)

# What it imports on its way, no child has to import.
warm = into.with_name("warm")
shutil.copytree(template, warm)
work(warm)

step = 0
while True:
    step += 1
    folder = into / f"{{step:03d}}"
    shutil.copytree(template, folder)
    child = os.fork()
    if child == 0:
        die_at(step, str(folder))
        try:
            work(folder)
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(2)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        sys.exit(os.WEXITSTATUS(status))
"""


def killed_at_each_step(work: str, *, template: Path, into: Path) -> list[Path]:
    """Run `work` on copies of `template`, killed at its 1st, 2nd, ... step on the file system.

    Args:
        work: source text that defines `work(folder: Path)`.
        template: what each run finds.
        into: an empty folder for the copies.

    Returns:
        The copies as the runs left them; the last one ran to its end.
    """
    into.mkdir()
    driver = _DRIVER.format(work=textwrap.dedent(work))
    subprocess.run([sys.executable, "-c", driver, str(template), str(into)], check=True)
    return sorted(into.iterdir())
