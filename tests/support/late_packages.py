"""Packages that a test module needs, loaded by its first test and not when it is collected.

Tests that fork run first. A process that holds torch and diffusers by then has 600 MB instead of
270, and each of a thousand forks takes it half as long again.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import sys
from typing import Any

import pytest


class LatePackage:
    """A package that is imported when something of it is asked for.

    To put something else in it, name it ("torch.save"): this one takes no attributes.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        # pytest asks whatever a module names whether it is a test, a mock or a wrapper.
        if name.startswith("_") and name != "__version__":
            raise AttributeError(name)
        if self._name not in sys.modules:
            importlib.import_module(self._name)
            gc.freeze()  # it stays, and the collector need not look through it again and again
        return getattr(sys.modules[self._name], name)


def late_package(name: str) -> Any:
    """Skip the test module that asks unless the package is installed; return it, not yet loaded."""
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed", allow_module_level=True)
    return LatePackage(name)
