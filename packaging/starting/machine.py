"""Access to the computer the steps run on: programs, paths, platform, output to the user."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Optional, Sequence

STOPPED = 2
CANCELLED = 130


class Stopped(Exception):  # noqa: N818 - a sentence for the user, not an error of ours
    """Going on is impossible until the user does what the sentence says."""


@dataclass(frozen=True)
class Ran:
    """How a program ended.

    Attributes:
        code: its exit code; 127 when it could not be started.
        output: its stdout and stderr if they were captured, else "".
    """

    code: int
    output: str = ""


class Machine:
    """The computer that the steps run on."""

    platform = sys.platform
    running_python = sys.executable

    @property
    def is_linux(self) -> bool:
        """True if distribution packages may have to be added."""
        return self.platform.startswith("linux")

    @property
    def is_windows(self) -> bool:
        """True if environments have their programs in `Scripts`."""
        return self.platform == "win32"

    def variable(self, name: str) -> str:
        """An environment variable, "" when it is not set."""
        return os.environ.get(name, "")

    def find_program(self, name: str) -> Optional[str]:
        """Where a program is on the PATH."""
        return shutil.which(name)

    def exists(self, path: str) -> bool:
        """Return whether a file or folder exists."""
        return Path(path).exists()

    def is_root(self) -> bool:
        """Return whether packages can be installed without a password prompt."""
        return hasattr(os, "geteuid") and os.geteuid() == 0

    def run(
        self,
        command: Sequence[str],
        *,
        capture: bool = False,
        variables: Optional[Dict[str, str]] = None,
        folder: Optional[Path] = None,
    ) -> Ran:
        """Run a program to its end, with nothing on its stdin.

        Args:
            command: the program and its arguments.
            capture: keep its output instead of showing it.
            variables: environment variables to set for it.
            folder: where it runs, this process's folder by default.
        """
        environment = dict(os.environ)
        # A package path of another Python would be searched before the environment's own.
        for foreign in ("PYTHONPATH", "PYTHONHOME", "__PYVENV_LAUNCHER__"):
            environment.pop(foreign, None)
        environment.update(variables or {})
        if capture:
            # A piped Python on Windows writes paths in the code page unless it is told otherwise.
            environment["PYTHONIOENCODING"] = "utf-8"
        sys.stdout.flush()
        try:
            ended = subprocess.run(
                list(command), check=False, env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if capture else None,
                stderr=subprocess.STDOUT if capture else None,
                encoding="utf-8", errors="replace",
            )
        except OSError as error:
            return Ran(127, str(error))
        return Ran(ended.returncode, ended.stdout or "")

    def say(self, sentence: str) -> None:
        """Tell the user what is being done."""
        print(sentence, flush=True)

    def complain(self, sentence: str) -> None:
        """Tell the user what is in the way."""
        print(sentence, file=sys.stderr, flush=True)
