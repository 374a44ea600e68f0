"""A computer made of stubs: a folder of shell scripts that stand in for the programs on the PATH.

Every stub writes its name and arguments to one log, so a test can say what was run and what not.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Sequence
from pathlib import Path

from starting.machine import Machine, Ran

PYTHON = """
case "$*" in
  *"sys.version_info"*) echo {version};;
  *"import ensurepip"*) {ensurepip};;
  *metadata*) {torch};;
  "-m venv --clear "*)
    rm -rf "$4" && mkdir -p "$4/bin" && cp "{environment_python}" "$4/bin/python"
    echo "version = {version}" > "$4/pyvenv.cfg";;
  *) exit 64;;
esac
"""

ENVIRONMENT_PYTHON = """
case "$*" in
  *"sys.version_info"*) echo 3.12;;
  *"pip --version"*) echo pip;;
  *download.pytorch.org*) {cpu_index};;
  *"pip install"*) {pip}; cp "{programs}"/* "$(dirname "$0")";;
  *sysconfig*) dirname "$0";;
  *app.qt_libraries*) {libraries};;
  *platformdirs*) echo "{folder}/home";;
  *pytest*|*mypy*|*ruff*|*tests.faults*|*tests.soak*) {checks};;
  *) exit 64;;
esac
"""


def lend(version: str, folder: Path) -> str:
    """Shell code of a Python that has torch."""
    names = ["torch", "sympy", "mpmath", "typing-extensions"]
    found = {"version": version, "folder": str(folder), "names": names}
    return f"echo '{json.dumps(found)}'"


class StubComputer(Machine):
    """A Linux with a supported Python 3.12 on its PATH; tests change what they are about."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.programs = folder / "environment-programs"
        self.log_file = folder / "log"
        self.said: list[str] = []
        self.complained: list[str] = []
        self.platform = "linux"
        self.root_user = False
        self.variables = {"DISPLAY": ":0"}
        self.paths: set[str] = set()
        self._runs_one = threading.Lock()
        for place in (self.bin, self.programs):
            place.mkdir(parents=True)
        self.log_file.touch()
        self.add_environment_python()
        self.add_python("3.12")
        self.running_python = str(self.bin / "python3.12")
        self.add("larder", 'if [ "$1" = demo ]; then mkdir -p "$2" && touch "$2/made"; fi',
                 into=self.programs)
        self.add("larder-gui", "true", into=self.programs)
        self.add("lint-imports", "true", into=self.programs)

    def add(self, name: str, body: str, *, into: Path | None = None) -> Path:
        """Put a program on the PATH, or into a folder."""
        program = (into or self.bin) / name
        log = f'{{ printf "%s" "{name} $*" | tr "\\n" " "; echo; }} >> "{self.log_file}"'
        program.write_text(f"#!/bin/sh\n{log}\n{body}\n", encoding="utf-8")
        program.chmod(0o755)
        return program

    def add_python(
        self, version: str, *, ensurepip: str = "true", torch: str = "exit 1"
    ) -> Path:
        """Put a Python of this version on the PATH."""
        return self.add(
            f"python{version}",
            PYTHON.format(
                version=version, ensurepip=ensurepip, torch=torch,
                environment_python=self.folder / "environment-python",
            ),
        )

    def add_environment_python(
        self, *, cpu_index: str = "true", pip: str = "true", checks: str = "true",
        libraries: str = "echo {}",
    ) -> None:
        """Say how the Python of a freshly made environment behaves."""
        body = ENVIRONMENT_PYTHON.format(
            cpu_index=cpu_index, pip=pip, checks=checks, libraries=libraries, folder=self.folder,
            programs=self.programs,
        )
        made = self.add("environment-python", body, into=self.folder)
        made.write_text(made.read_text().replace('"environment-python $*"', '"venv-python $*"'))

    def commands(self, part: str = "") -> list[str]:
        """Logged program starts that contain `part`, oldest first."""
        return [line for line in self.log_file.read_text().splitlines() if part in line]

    def forget_commands(self) -> None:
        """Empty the log of commands."""
        self.log_file.write_text("")

    def variable(self, name: str) -> str:
        return self.variables.get(name, "")

    def find_program(self, name: str) -> str | None:
        return shutil.which(name, path=str(self.bin))

    def exists(self, path: str) -> bool:
        return path in self.paths

    def is_root(self) -> bool:
        return self.root_user

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def complain(self, sentence: str) -> None:
        self.complained.append(sentence)

    def run(
        self,
        command: Sequence[str],
        *,
        capture: bool = False,
        variables: dict[str, str] | None = None,
        folder: Path | None = None,
    ) -> Ran:
        with self._runs_one:
            for name, value in (variables or {}).items():
                with self.log_file.open("a") as log:
                    log.write(f"{name}={value} ")
            return super().run(command, capture=capture, variables=variables, folder=folder)
