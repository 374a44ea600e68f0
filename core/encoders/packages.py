"""Python packages that encoding needs, and the command that adds one where it is missing.

The command names the very interpreter that runs this, so that it works from any folder and cannot
fill another one. Larder itself is never named as a package: it is in no package index, and what is
called so there belongs to others.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Final

REQUIREMENTS: Final = {
    "torch": ">=2.4",
    "transformers": ">=4.51",
    "diffusers": ">=0.33",
    "safetensors": ">=0.4.3",
    "tokenizers": ">=0.21",
    "soundfile": ">=0.12",
    "soxr": ">=0.3.7",
    "accelerate": ">=0.30",
    "sentencepiece": ">=0.2",
    "protobuf": ">=4.25",
}
"""Package -> versions that will do, as `pyproject.toml` has them (a test compares the two)."""

_TORCHVISION: Final = re.compile(r"torchvision", re.IGNORECASE)


def mend_hint(package: str, error: BaseException) -> str:
    """What to do when the import of a package failed."""
    # A torchvision built for another torch makes the import of those that use it fail.
    seen: BaseException | None = error
    while seen is not None:
        if _TORCHVISION.search(str(seen)):
            return "torchvision does not fit this torch: uninstall it, or install one that does."
        seen = seen.__cause__ or seen.__context__
    return install_hint(package)


def install_hint(*packages: str) -> str:
    """How these packages, and all others that are missing, come into the Python that runs this."""
    named = {*packages, *(name for name in REQUIREMENTS if not _is_installed(name))}
    wanted = " ".join(f'"{name}{versions}"' for name, versions in REQUIREMENTS.items()
                      if name in named)
    if not _is_installed("pip"):
        return f"Add to the Python in {sys.prefix}: {wanted}"
    # Without --upgrade a version that is there and too old would stay.
    return f"To mend this, run: {_interpreter()} -m pip install --upgrade {wanted}"


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _interpreter() -> str:
    """This interpreter as a shell takes it; the one with a console where there are two."""
    python = Path(sys.executable)
    if os.name != "nt":
        return shlex.quote(str(python))
    if python.name.lower() == "pythonw.exe":
        python = python.with_name("python.exe")
    return f'"{python}"' if " " in str(python) else str(python)
