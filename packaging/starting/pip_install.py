"""The one way pip is called: the environment's own, asking nothing, into itself."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from starting.machine import Machine

VARIABLES = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_USER": "0"}
"""A user's settings may ask for installs into the home, which an environment refuses."""


def pip_install(
    machine: Machine, python: str, arguments: Sequence[str], *, constraints: Path, root: Path,
    compiles: bool = True,
) -> bool:
    """Install packages in exactly the versions of the constraints.

    Args:
        machine: this computer.
        python: the environment's interpreter.
        arguments: what to install, and from where.
        constraints: the file of exact versions.
        root: the folder that a project named "." lies in.
        compiles: write the bytecode of every module now, not of each that is imported when it is.

    Returns:
        Whether all of it is installed now; pip has said why not.
    """
    bytecode = [] if compiles else ["--no-compile"]
    command = [python, "-m", "pip", "install", *bytecode, "-c", str(constraints), *arguments]
    return machine.run(command, variables=VARIABLES, folder=root).code == 0
