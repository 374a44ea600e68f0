"""The environment in `.venv`: made once, filled from the constraints, remembered by a stamp.

The stamp names what the environment was filled from (project file, constraints, interpreter,
folder) and with which extras; while it still fits, nothing is asked of pip.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Optional, Sequence

from starting.distribution_packages import add_packages
from starting.interpreters import (
    SUPPORTED,
    Interpreter,
    find_interpreter,
    running_interpreter,
    version_of,
)
from starting.machine import Machine, Stopped
from starting.pip_install import pip_install
from starting.qt_libraries import require_qt_libraries
from starting.torch_source import (
    borrow_torch,
    borrowed_torch,
    constraints_beside,
    find_torch,
    load_cpu_build,
    torch_megabytes,
    wants_cpu_build,
)

PROGRAM_MB = 130
"""Everything but torch that the window and the survey need: Qt 80, numpy 17, and small ones."""

EXTRAS_MB = {"dev": 45, "encoders": 35, "fuzz": 35}


@dataclass(frozen=True)
class Environment:
    """An environment folder and the programs in it.

    Attributes:
        root: the repository.
        windows: whether programs lie in `Scripts` and end in `.exe`.
    """

    root: Path
    windows: bool

    @property
    def folder(self) -> Path:
        """The environment's own folder."""
        return self.root / ".venv"

    @property
    def python(self) -> str:
        """Path of the environment's interpreter."""
        return self.program("python")

    @property
    def constraints(self) -> Path:
        """Exact versions of everything that is installed."""
        return self.root / "packaging" / "constraints.txt"

    @property
    def stamp(self) -> Path:
        """File that names what the environment was last filled from; absent during filling."""
        return self.folder / "larder-stamp.json"

    def program(self, name: str) -> str:
        """A program of the environment."""
        if self.windows:
            return str(self.folder / "Scripts" / (name + ".exe"))
        return str(self.folder / "bin" / name)


def prepare(
    machine: Machine, root: Path, *, extras: Sequence[str], system_torch: bool
) -> Environment:
    """Make `.venv` ready with at least these extras, doing only what is still to be done.

    Args:
        machine: this computer.
        root: the repository.
        extras: optional dependency groups of the project.
        system_torch: use the torch of the Python that runs this script.

    Raises:
        Stopped: if something is missing that only the user can add.
    """
    environment = Environment(root=root, windows=machine.is_windows)
    lacks_torch = system_torch and borrowed_torch(environment.folder) is None
    if lacks_torch or not _works(machine, environment):
        if system_torch:
            _make_with_borrowed_torch(machine, environment)
        else:
            _make(machine, environment, find_interpreter(machine))
    filled = _read_stamp(environment)
    wanted = {
        "digest": _digest(environment),
        "extras": sorted({*extras, *filled.get("extras", [])}),
    }
    if filled != wanted:
        if environment.stamp.exists():
            environment.stamp.unlink()
        is_as_it_was = filled.get("digest") == wanted["digest"]
        _say_size(machine, environment, wanted["extras"],
                  filled.get("extras", []) if is_as_it_was else None)
        _fill(machine, environment, wanted["extras"])
        environment.stamp.write_text(json.dumps(wanted), encoding="utf-8")
    require_qt_libraries(machine, environment.python)
    return environment


def _works(machine: Machine, environment: Environment) -> bool:
    """Return whether the environment can be used, or at least be filled."""
    if version_of(machine, [environment.python]) not in SUPPORTED:
        return False
    if environment.stamp.exists():
        return True
    return machine.run([environment.python, "-m", "pip", "--version"], capture=True).code == 0


def _make_with_borrowed_torch(machine: Machine, environment: Environment) -> None:
    """Make an environment for the running Python that sees its torch."""
    interpreter = running_interpreter(machine, apart_from=environment.folder)
    torch = find_torch(machine)
    _make(machine, environment, interpreter)
    borrow_torch(machine, torch, environment.folder, environment.python)


def _make(machine: Machine, environment: Environment, interpreter: Interpreter) -> None:
    """Make an empty environment in place of whatever is there."""
    _require_ensurepip(machine, interpreter)
    machine.say(f"Making .venv with {interpreter.name}.")
    made = machine.run([*interpreter.command, "-m", "venv", "--clear", str(environment.folder)])
    if made.code:
        raise Stopped(f"{interpreter.name} could not make {environment.folder}; see above.")


def _require_ensurepip(machine: Machine, interpreter: Interpreter) -> None:
    asks = [*interpreter.command, "-c", "import ensurepip, venv"]
    if machine.run(asks, capture=True).code == 0:
        return
    why = f"{interpreter.name} cannot make environments, it comes without ensurepip"
    if not machine.is_linux:
        raise Stopped(f"{why}. Install Python from https://www.python.org/downloads/ instead.")
    add_packages(machine, [interpreter.name + "-venv"], why=why)
    if machine.run(asks, capture=True).code:
        raise Stopped(f"{why}, also after installing {interpreter.name}-venv.")


def _say_size(
    machine: Machine, environment: Environment, extras: Sequence[str],
    former: Optional[Sequence[str]],
) -> None:
    """Say how much will be loaded.

    Args:
        machine: this computer.
        environment: what will be filled.
        extras: with which extras.
        former: the extras it was filled with before, all else being as it was; None if not so.
    """
    if former is not None:
        added = [extra for extra in extras if extra not in former]
        megabytes = sum(EXTRAS_MB[extra] for extra in added)
        machine.say("Loading about {} MB more: {}.".format(megabytes, ", ".join(added)))
        return
    megabytes = PROGRAM_MB + sum(EXTRAS_MB[extra] for extra in extras)
    torch = borrowed_torch(environment.folder)
    if torch is None:
        machine.say(
            "Loading about {} MB, {} of them torch; what is here already is not loaded "
            "again.".format(megabytes + torch_megabytes(machine), torch_megabytes(machine))
        )
    else:
        machine.say(f"Loading about {megabytes} MB; torch {torch.version} is used where it lies.")


def _fill(machine: Machine, environment: Environment, extras: Sequence[str]) -> None:
    """Install Larder, in place, with everything it needs."""
    torch = borrowed_torch(environment.folder)
    constraints = environment.constraints
    if torch is not None:
        beside = constraints_beside(torch, constraints.read_text(encoding="utf-8"))
        constraints = environment.folder / "constraints.txt"
        constraints.write_text(beside, encoding="utf-8")
    # Checks import a quarter of it and may write bytecode; all of it takes 20 s of the 60.
    compiles = "dev" not in extras
    # The build backend is pinned too: an isolated build would load whichever is the newest.
    _require(machine, environment, ["setuptools>=77"], constraints, compiles=compiles)
    if torch is None and wants_cpu_build(machine):
        load_cpu_build(machine, environment.python, constraints=constraints,
                       root=environment.root, compiles=compiles)
    # Named from within: brackets in the folder's own name would be taken for extras.
    project = ".[{}]".format(",".join(extras)) if extras else "."
    _require(machine, environment, ["--no-build-isolation", "-e", project], constraints,
             compiles=compiles)


def _require(
    machine: Machine, environment: Environment, arguments: Sequence[str], constraints: Path, *,
    compiles: bool,
) -> None:
    if not pip_install(
        machine, environment.python, arguments, constraints=constraints, root=environment.root,
        compiles=compiles,
    ):
        raise Stopped(
            "pip could not install what Larder needs; its last lines above say why. "
            "Run the same command again to go on."
        )


def _digest(environment: Environment) -> str:
    """Of everything that decides what the environment holds."""
    hashed = hashlib.sha256(os.fsencode(environment.root))
    for path in (
        environment.root / "pyproject.toml",
        environment.constraints,
        environment.folder / "pyvenv.cfg",
    ):
        content = path.read_bytes() if path.exists() else b""
        hashed.update(hashlib.sha256(content).digest())
    return hashed.hexdigest()


def _read_stamp(environment: Environment) -> Dict[str, Any]:
    """Return what the environment was filled with; empty if it was never completely filled."""
    try:
        stamp = json.loads(environment.stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}
