"""Adding packages of a Linux distribution: done as root with apt, else said in one exact line."""

from __future__ import annotations

from typing import Sequence

from starting.machine import Machine, Stopped


def add_packages(machine: Machine, names: Sequence[str], *, why: str) -> None:
    """Install packages with apt-get.

    Args:
        machine: this computer.
        names: Debian package names.
        why: what they are missing for, a sentence without its full stop.

    Raises:
        Stopped: if this is not root, there is no apt-get, or it failed; names the line to run.
    """
    line = "apt-get install -y " + " ".join(names)
    apt = machine.find_program("apt-get")
    if apt is None:
        raise Stopped(
            f"{why}. Install what this system calls {', '.join(names)} on Debian, "
            "and run this again."
        )
    if not machine.is_root():
        raise Stopped(f"{why}. Run this line, then run this again:\n    sudo {line}")
    machine.say(f"{why}; installing {' '.join(names)} with apt-get.")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    machine.run([apt, "update", "-q"], variables=quiet)
    install = [apt, "install", "-y", "-q", "--no-install-recommends", *names]
    if machine.run(install, variables=quiet).code:
        raise Stopped(f"{why}, and apt-get failed. Mend it, run `{line}`, then run this again.")
