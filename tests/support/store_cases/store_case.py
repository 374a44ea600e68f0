"""One implementation of a store as the contract suite needs it, and how the suite finds them all.

A module of this folder that has `CASES`, a tuple of `StoreCase`s, takes part.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

Store = Any
"""A `CacheStore` of whatever key."""

Damage = Callable[[Path], None]
"""Spoils the file of an entry."""


@dataclass(frozen=True)
class StoreCase:
    """One implementation.

    Attributes:
        name: in the tests' names.
        factory: opens the store of a folder, which may not exist; again for the same folder it is
            opened again.
        keys: at least six distinct keys.
        values: at least three distinct values that any of the keys may have.
        file_of: the file that damages are done to, of a store's folder and a key.
        damages: damages that only this format knows, by name; each must make a miss.
        with_budget: opens the store with a budget in bytes; None if it has none.
        clocked: opens the store with a clock in nanoseconds; None if it has none.
        leave_temporary: writes what a killed writer would leave for a key, and returns it.
    """

    name: str
    factory: Callable[[Path], Store]
    keys: Sequence[Any]
    values: Sequence[Mapping[str, Any]]
    file_of: Callable[[Path, Any], Path]
    damages: Mapping[str, Damage] = field(default_factory=dict)
    with_budget: Callable[[Path, int], Store] | None = None
    clocked: Callable[[Path, Callable[[], int]], Store] | None = None
    leave_temporary: Callable[[Path, Any], Path] | None = None

    def __str__(self) -> str:
        return self.name


def all_cases() -> list[StoreCase]:
    """The cases of every module beside this one, in order of the modules' names."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    modules = [importlib.import_module(f"tests.support.store_cases.{name}") for name in names]
    return [case for module in modules for case in getattr(module, "CASES", ())]


def assert_same_values(found: Mapping[str, Any] | None, expected: Mapping[str, Any]) -> None:
    """Names, types, shapes and every bit."""
    assert found is not None, "a miss"
    assert list(found) == list(expected)
    for name, array in expected.items():
        got = np.asarray(found[name])
        assert got.dtype == array.dtype, name
        assert got.shape == array.shape, name
        assert got.tobytes() == np.asarray(array).tobytes(), name


def is_same(found: Mapping[str, Any] | None, expected: Mapping[str, Any]) -> bool:
    """Return whether `assert_same_values` would pass: same names, types and bytes."""
    return found is not None and found.keys() == expected.keys() and all(
        np.asarray(found[name]).dtype == array.dtype
        and np.asarray(found[name]).tobytes() == np.asarray(array).tobytes()
        for name, array in expected.items())
