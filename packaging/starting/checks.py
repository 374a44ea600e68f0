"""The second command's second half: every check, all of them, then one table."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

from starting.environment import Environment
from starting.machine import Machine, Ran

CHECKED_VARIABLES = {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": ""}
"""Container images forbid bytecode: then every worker process of a test compiles all it imports,
which takes half of the checks' time."""

MEMORY = "/dev/shm"
"""Where Linux keeps files in memory. Tests make and remove some 400,000 small ones: on ext4 that is
half of the time of those of clean and crash, in which it looks for inodes that are free again."""

MEMORY_NEEDED = 4 << 30
"""Bytes free there; the tests keep up to half a gigabyte, and memory is for more than files."""

SOURCES = ".mypy_sources"
"""Where mypy and the import contracts find `larder` as it is installed."""

PYTEST = ("pytest", "-q", "--hypothesis-profile=ci", "-n", "logical", "--maxprocesses", "4",
          "--dist", "worksteal")
"""A process per processor; the idle take over from the busy, and over four fight for the drive."""

EXHAUSTIVE = ("--exhaustive", "--hypothesis-profile=exhaustive")


@dataclass(frozen=True)
class Check:
    """One kind of check.

    Attributes:
        name: what it is called in the table.
        command: the program that checks, run in the repository.
        reads_sources: whether it finds `larder` where `lay_out_sources` put it.
    """

    name: str
    command: Tuple[str, ...]
    reads_sources: bool = False


def all_checks(environment: Environment, *, exhaustive: bool = False) -> List[Check]:
    """The checks in the order they run: quick ones first.

    Exhaustive tests take every point of what they sweep over, the others a spread.
    """
    python = environment.python
    tests = (*PYTEST, *EXHAUSTIVE) if exhaustive else PYTEST
    return [
        Check("ruff", (python, "-m", "ruff", "check", ".")),
        Check("import contracts", (environment.program("lint-imports"),), reads_sources=True),
        Check("mypy", (python, "-m", "mypy")),
        Check("pytest", (python, "-m", *tests)),
    ]


def run_checks(machine: Machine, environment: Environment, *, exhaustive: bool = False) -> int:
    """Run every check, also after one has failed, and say how each went.

    mypy runs on one processor and the tests now and then wait: they run beside each other, and what
    mypy says is said when both are done.

    Returns:
        0 if all passed, else 1.
    """
    lay_out_sources(environment.root)
    *quick, types, tests = all_checks(environment, exhaustive=exhaustive)
    ran = []
    for check in quick:
        machine.say(f"\n== {check.name}")
        ran.append(_run(machine, environment, check))
    with ThreadPoolExecutor() as beside:
        typed = beside.submit(_run, machine, environment, types, capture=True)
        machine.say(f"\n== {tests.name}")
        with scratch_variables() as variables:
            tested = _run(machine, environment, tests, variables=variables)
        ran += [typed.result(), tested]
        machine.say(f"\n== {types.name}\n{ran[-2][1].output.rstrip()}")
    rows = []
    for check, outcome, seconds in ran:
        result = f"FAILED ({outcome.code})" if outcome.code else "passed"
        rows.append(f"{check.name:18}{result:14}{seconds:6.0f} s")
    machine.say("\n" + "\n".join(rows))
    return 1 if any(outcome.code for _, outcome, _ in ran) else 0


def run_faults(machine: Machine, environment: Environment, arguments: List[str]) -> int:
    """Let every n-th file operation of every verb fail; prints the table.

    Returns:
        0 if nothing was lost, ended in a traceback or could not be finished afterwards, else 1.
    """
    return machine.run(
        (environment.python, "-m", "tests.faults", *arguments), variables=dict(CHECKED_VARIABLES),
        folder=environment.root).code


def run_soak(machine: Machine, environment: Environment, arguments: List[str]) -> int:
    """Use the window for hours in minutes; prints what it holds before and after each deed.

    Returns:
        0 if it held no more afterwards than before, else 1.
    """
    return machine.run(
        (environment.python, "-m", "tests.soak", *arguments), variables=dict(CHECKED_VARIABLES),
        folder=environment.root).code


def _run(
    machine: Machine, environment: Environment, check: Check, *, capture: bool = False,
    variables: Optional[Dict[str, str]] = None,
) -> Tuple[Check, Ran, float]:
    """A check, how it ended, and its seconds."""
    began = time.monotonic()
    variables = {**CHECKED_VARIABLES, **(variables or {})}
    if check.reads_sources:
        variables["PYTHONPATH"] = str(environment.root / SOURCES)
    outcome = machine.run(
        check.command, capture=capture, variables=variables, folder=environment.root)
    return check, outcome, time.monotonic() - began


@contextlib.contextmanager
def scratch_variables() -> Iterator[Dict[str, str]]:
    """Send temporary files into memory where it has room and lets programs run from it.

    The folder is removed afterwards, what failed tests left with it: run alone, a test writes where
    it always did.
    """
    room = os.statvfs(MEMORY) if os.path.ismount(MEMORY) else None
    if (room is None or room.f_flag & os.ST_NOEXEC
            or room.f_bavail * room.f_frsize < MEMORY_NEEDED or not os.access(MEMORY, os.W_OK)):
        yield {}
        return
    folder = tempfile.mkdtemp(prefix="larder-", dir=MEMORY)
    try:
        yield {"TMPDIR": folder}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def lay_out_sources(root: Path) -> None:
    """Show tools that follow no `__path__` the folders as they are imported: under `larder`."""
    package = root / SOURCES / "larder"
    package.mkdir(parents=True, exist_ok=True)
    for name in ("core", "app", "packaging/larder/__init__.py"):
        link = package / Path(name).name
        if not os.path.lexists(str(link)):
            link.symlink_to(root / name)
