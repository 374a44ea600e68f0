"""Shared libraries of the system that Qt needs on Linux and a bare image lacks.

Which ones is asked of the program itself (`app/qt_libraries.py`), which asks the loader for the
very files in the environment, so that only what is missing is named.
"""

from __future__ import annotations

import json
from typing import Dict

from starting.distribution_packages import add_packages
from starting.machine import Machine, Stopped


def has_display(machine: Machine) -> bool:
    """Return whether a window can be shown."""
    if not machine.is_linux:
        return True
    return bool(machine.variable("DISPLAY") or machine.variable("WAYLAND_DISPLAY"))


def require_qt_libraries(machine: Machine, python: str) -> None:
    """Add the libraries Qt lacks, if this is Linux and there are any.

    Raises:
        Stopped: if they cannot be added from here; names them and the line to run.
    """
    if not machine.is_linux:
        return
    missing = missing_libraries(machine, python)
    if not missing:
        return
    packages = sorted({package for package in missing.values() if package})
    why = "Qt needs {}, which this system lacks".format(", ".join(missing))
    if not packages:
        raise Stopped(f"{why}. Install what brings them, and run this again.")
    add_packages(machine, packages, why=why)
    left = missing_libraries(machine, python)
    if left:
        raise Stopped(
            "Qt still lacks {} after installing {}. Install what brings them, "
            "and run this again.".format(", ".join(left), " ".join(packages))
        )


def missing_libraries(machine: Machine, python: str) -> Dict[str, str]:
    """Each missing library with the Debian package that brings it, "" where none is known."""
    asked = machine.run([python, "-m", "larder.app.qt_libraries"], capture=True)
    if asked.code:
        return {}
    found: Dict[str, str] = json.loads(asked.output.splitlines()[-1])
    return found
