"""Where torch comes from: PyTorch's CPU builds, the package index, or a Python that has it already.

On Linux the package index's own build brings NVIDIA's libraries, 2.7 GB to load; without an NVIDIA
driver PyTorch's CPU build of the same version does the same work. Elsewhere the index's build is
the CPU build.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import FrozenSet, List, Optional

from starting.machine import Machine, Stopped
from starting.pip_install import pip_install

CPU_INDEX = "https://download.pytorch.org/whl/cpu"

CPU_BUILD_MB = 190
NVIDIA_BUILD_MB = 2700
INDEX_BUILD_MB = 120
"""torch 2.13.0 for Windows and macOS, measured; Linux has the two above."""

NVIDIA_DRIVER_SIGNS = (
    "/proc/driver/nvidia/version", "/dev/nvidiactl", "/usr/lib/wsl/lib/nvidia-smi",
)

OLDEST = (2, 4)

ASK_FOR_TORCH = r"""
import importlib.metadata as metadata, json, re, sys
torch = metadata.distribution("torch")
names, waiting = set(), ["torch"]
while waiting:
    name = re.sub("[-_.]+", "-", waiting.pop()).lower()
    if name in names:
        continue
    try:
        required = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        continue
    names.add(name)
    waiting += [re.match(r"[\w.-]+", line).group() for line in required if "extra ==" not in line]
found = {"version": torch.version, "folder": str(torch.locate_file("")), "names": sorted(names)}
print(json.dumps(found))
"""


@dataclass(frozen=True)
class BorrowedTorch:
    """A torch that belongs to another Python.

    Attributes:
        version: its version, local part included.
        folder: the package folder it lies in.
        names: torch and everything it needs, as that Python has them; not to be pinned again.
    """

    version: str
    folder: str
    names: FrozenSet[str]


def has_nvidia_driver(machine: Machine) -> bool:
    """Return whether an NVIDIA driver is installed, so that a CUDA build of torch is useful."""
    return bool(machine.find_program("nvidia-smi")) or any(
        machine.exists(sign) for sign in NVIDIA_DRIVER_SIGNS
    )


def wants_cpu_build(machine: Machine) -> bool:
    """Return whether to prefer PyTorch's own CPU builds over those of the package index."""
    return machine.is_linux and not has_nvidia_driver(machine)


def torch_megabytes(machine: Machine) -> int:
    """Return the download size of torch and its dependencies, in units of 10**6 bytes."""
    if not machine.is_linux:
        return INDEX_BUILD_MB
    return CPU_BUILD_MB if wants_cpu_build(machine) else NVIDIA_BUILD_MB


def load_cpu_build(
    machine: Machine, python: str, *, constraints: Path, root: Path, compiles: bool
) -> None:
    """Install torch alone from PyTorch's CPU builds; without them the index's is left to come.

    One retry and a short timeout: a computer that cannot reach that index must not wait for it.
    """
    arguments = [
        "--index-url", CPU_INDEX, "--no-deps", "--retries", "1", "--timeout", "20", "torch",
    ]
    if not pip_install(
        machine, python, arguments, constraints=constraints, root=root, compiles=compiles
    ):
        machine.say(
            "PyTorch's CPU builds cannot be reached. Taking torch from the package index instead; "
            "its build for Linux brings NVIDIA's libraries, {:.1f} GB in all.".format(
                NVIDIA_BUILD_MB / 1000
            )
        )


def find_torch(machine: Machine) -> BorrowedTorch:
    """The torch of the Python that runs this script.

    Raises:
        Stopped: if that Python has no torch or one that is too old.
    """
    answer = machine.run([machine.running_python, "-c", ASK_FOR_TORCH], capture=True)
    if answer.code:
        raise Stopped(
            f"{machine.running_python} has no torch to use: start this with the Python of your "
            "trainer, or leave out --system-torch."
        )
    torch = _read(answer.output.strip().splitlines()[-1])
    numbers = re.match(r"(\d+)\.(\d+)", torch.version)
    if numbers is None or (int(numbers.group(1)), int(numbers.group(2))) < OLDEST:
        raise Stopped(
            f"torch {torch.version} of {machine.running_python} is too old, Larder needs 2.4 or "
            "newer: leave out --system-torch."
        )
    return torch


def borrow_torch(
    machine: Machine, torch: BorrowedTorch, environment_folder: Path, python: str
) -> None:
    """Let the environment see the packages among which a torch lies, after itself and this project.

    A `.pth` file does that also when they belong to another environment (a trainer's), where
    `--system-site-packages` would show that environment's base instead. The project comes first
    because a trainer's environment may hold another `larder`. It is a line of code because the
    encoding of plain lines differs between versions and systems.
    """
    asked = machine.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture=True
    )
    packages = Path(asked.output.strip())
    searched = [str(environment_folder.parent / "packaging"), torch.folder]
    (packages / "borrowed-torch.pth").write_text(
        f"import sys; sys.path.extend({searched!a})\n", encoding="ascii"
    )
    record = {"version": torch.version, "folder": torch.folder, "names": sorted(torch.names)}
    _record(environment_folder).write_text(json.dumps(record), encoding="utf-8")


def borrowed_torch(environment_folder: Path) -> Optional[BorrowedTorch]:
    """The torch that an environment was made to borrow, None if it has its own."""
    record = _record(environment_folder)
    if not record.is_file():
        return None
    return _read(record.read_text(encoding="utf-8"))


def constraints_beside(torch: BorrowedTorch, constraints: str) -> str:
    """Constraints that keep a borrowed torch and what came with it, and pin all the rest."""
    kept: List[str] = []
    for line in constraints.splitlines():
        name = re.sub("[-_.]+", "-", line.partition("==")[0]).lower()
        if name not in torch.names:
            kept.append(line)
    return "\n".join([*kept, f"torch=={torch.version}", ""])


def _read(document: str) -> BorrowedTorch:
    found = json.loads(document)
    return BorrowedTorch(found["version"], found["folder"], frozenset(found["names"]))


def _record(environment_folder: Path) -> Path:
    return environment_folder / "borrowed-torch.json"
