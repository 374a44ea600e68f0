"""The second command's second half: every check, all of them, then one table."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import List, Tuple

from starting.environment import Environment
from starting.machine import Machine

CHECKED_VARIABLES = {"QT_QPA_PLATFORM": "offscreen"}

PYTEST = ("pytest", "-q", "--hypothesis-profile=ci", "-n", "logical", "--maxprocesses", "4",
          "--dist", "loadfile")
"""A process per processor, each with whole files of tests; more than four fight for the drive."""


@dataclass(frozen=True)
class Check:
    """One kind of check.

    Attributes:
        name: what it is called in the table.
        command: the program that checks, run in the repository.
    """

    name: str
    command: Tuple[str, ...]


def all_checks(environment: Environment) -> List[Check]:
    """The checks in the order they run: quick ones first."""
    python = environment.python
    return [
        Check("ruff", (python, "-m", "ruff", "check", ".")),
        Check("import contracts", (environment.program("lint-imports"),)),
        Check("mypy", (python, "-m", "mypy")),
        Check("pytest", (python, "-m", *PYTEST)),
    ]


def run_checks(machine: Machine, environment: Environment) -> int:
    """Run every check, also after one has failed, and say how each went.

    Returns:
        0 if all passed, else 1.
    """
    lay_out_sources(environment.root)
    rows = []
    failed = False
    for check in all_checks(environment):
        machine.say(f"\n== {check.name}")
        began = time.monotonic()
        code = machine.run(
            check.command, variables=CHECKED_VARIABLES, folder=environment.root
        ).code
        failed = failed or code != 0
        result = "passed" if code == 0 else f"FAILED ({code})"
        rows.append(f"{check.name:18}{result:14}{time.monotonic() - began:6.0f} s")
    machine.say("\n" + "\n".join(rows))
    return 1 if failed else 0


def lay_out_sources(root: Path) -> None:
    """Show mypy, which follows no `__path__`, the folders as they are imported: under `larder`."""
    package = root / ".mypy_sources" / "larder"
    package.mkdir(parents=True, exist_ok=True)
    for name in ("core", "app", "packaging/larder/__init__.py"):
        link = package / Path(name).name
        if not os.path.lexists(str(link)):
            link.symlink_to(root / name)
