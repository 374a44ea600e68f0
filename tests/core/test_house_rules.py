"""Rules a linter cannot see: what a fresh interpreter has loaded after an import of `core`."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"torch", "transformers", "diffusers", "soundfile", "soxr", "safetensors"}
WINDOW = {"PySide6", "shiboken6", "pyqtgraph", "app"}


def packages_loaded_by(statement: str) -> set[str]:
    """Top-level packages in a fresh interpreter after running `statement`."""
    script = f"{statement}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split())


@pytest.mark.parametrize("statement", ["import core", "import core.operations.verdicts"])
def test_importing_core_loads_neither_torch_nor_qt(statement: str) -> None:
    assert packages_loaded_by(statement).isdisjoint(HEAVY | WINDOW)


def test_every_room_of_core_imports_without_torch_and_without_qt() -> None:
    statement = (
        "import importlib, pkgutil, core\n"
        "for found in pkgutil.walk_packages(core.__path__, 'core.'):\n"
        "    if not found.name.endswith('.__main__'):\n"
        "        importlib.import_module(found.name)"
    )
    assert packages_loaded_by(statement).isdisjoint(HEAVY | WINDOW)
