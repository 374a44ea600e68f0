"""Which Python runs Larder: the one that runs this script if it will do, else another one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Optional, Sequence, Tuple

from starting.machine import Machine, Stopped

SUPPORTED = ((3, 13), (3, 12), (3, 11), (3, 14))
"""Versions Larder runs on, in the order in which they are taken."""

ASK_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


@dataclass(frozen=True)
class Interpreter:
    """A Python that has answered.

    Attributes:
        command: how to start it.
        version: major and minor.
    """

    command: Tuple[str, ...]
    version: Tuple[int, int]

    @property
    def name(self) -> str:
        """As programs and packages call it: "python3.12"."""
        return "python{}.{}".format(*self.version)


def find_interpreter(machine: Machine) -> Interpreter:
    """The running Python if it is supported, else the first supported one that starts.

    Raises:
        Stopped: if there is none.
    """
    for command in _candidates(machine):
        version = version_of(machine, command)
        if version in SUPPORTED:
            return Interpreter(tuple(command), version)
    raise Stopped(
        "Larder needs Python 3.11, 3.12, 3.13 or 3.14 and finds none of them on this computer: "
        "install one (https://www.python.org/downloads/) and run this again."
    )


def running_interpreter(machine: Machine, *, apart_from: Path) -> Interpreter:
    """The Python that runs this script.

    Args:
        machine: this computer.
        apart_from: a folder it may not lie in, since that folder will be emptied.

    Raises:
        Stopped: if it is not supported, or lies there.
    """
    if apart_from in Path(machine.running_python).parents:
        raise Stopped(
            f"--system-torch uses the Python that runs this script, and that is {apart_from}'s "
            "own: start it with the Python that has torch."
        )
    command = (machine.running_python,)
    version = version_of(machine, command)
    if version not in SUPPORTED:
        raise Stopped(
            "--system-torch uses the Python that runs this script, and {} is not 3.11 to 3.14: "
            "start it with the Python that has torch.".format(machine.running_python)
        )
    return Interpreter(command, version)


def version_of(machine: Machine, command: Sequence[str]) -> Optional[Tuple[int, int]]:
    """Major and minor version that a Python answers with, None if it does not start."""
    answer = machine.run([*command, "-c", ASK_VERSION], capture=True)
    if answer.code:
        return None
    major, _, minor = answer.output.strip().partition(".")
    if not (major.isdigit() and minor.isdigit()):
        return None
    return int(major), int(minor)


def _candidates(machine: Machine) -> Iterator[Sequence[str]]:
    yield (machine.running_python,)
    for version in SUPPORTED:
        found = machine.find_program("python{}.{}".format(*version))
        if found:
            yield (found,)
    launcher = machine.find_program("py") if machine.is_windows else None
    if launcher:
        for version in SUPPORTED:
            yield launcher, "-{}.{}".format(*version)
