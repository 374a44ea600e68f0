"""The one way pip is called: the environment's own, asking nothing, into itself."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from starting.machine import Machine

VARIABLES = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_USER": "0"}
"""A user's settings may ask for installs into the home, which an environment refuses."""


def pip_install(
    machine: Machine, python: str, arguments: Sequence[str], *, constraints: Path, root: Path
) -> bool:
    """Install packages in exactly the versions of the constraints.

    Args:
        machine: this computer.
        python: the environment's interpreter.
        arguments: what to install, and from where.
        constraints: the file of exact versions.
        root: the folder that a project named "." lies in.

    Returns:
        Whether all of it is installed now; pip has said why not.
    """
    command = [python, "-m", "pip", "install", "-c", str(constraints), *arguments]
    return machine.run(command, variables=VARIABLES, folder=root).code == 0
