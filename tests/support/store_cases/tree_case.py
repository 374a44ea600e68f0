"""The store of parameter trees, damaged once in its manifests and once in its data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from larder.core.files.temp_names import host_digest
from larder.core.keys.cache_keys import TreeKey
from larder.core.payloads.tree.load import find_data
from larder.core.payloads.tree.save import save_tree
from larder.core.stores.values.trees.store import TreesStore
from tests.support.store_cases.store_case import StoreCase


def leaves(seed: int) -> dict[str, np.ndarray]:
    dice = np.random.default_rng(seed)
    return {
        "encoder/layer 0/weight": dice.normal(size=(8, 24)).astype(np.float32),
        "encoder/layer 0/'a/b'": dice.integers(0, 99, 11, dtype=np.int16),
        "encoder/3": dice.normal(size=(4, 6)).astype(">f8"),
        "steps": np.array(seed),
    }


def manifest_of(folder: Path, key: TreeKey) -> Path:
    return folder / f"{key.name()}.manifest"


def data_of(folder: Path, key: TreeKey) -> Path:
    data = find_data(manifest_of(folder, key))
    assert data is not None
    return data


def unfinished(folder: Path, key: TreeKey) -> Path:
    """Write the leftover of a killed process and return its path.

    Its process number is unused, since numbers end below 2**22 on Linux.
    """
    folder.mkdir(exist_ok=True)
    name = f"{key.name()}.manifest.{host_digest()}.{2**22 + 5}.7.0123abcd.larder-tmp"
    left = folder / name
    left.write_bytes(b"half")
    return left


def unnamed(folder: Path, key: TreeKey) -> Path:
    """Data whose save was killed before its manifest was replaced."""
    folder.mkdir(exist_ok=True)
    left = folder / f"{key.name()}.0123456789abcdef.data"
    left.write_bytes(b"half")
    return left


def remove_data(path: Path) -> None:
    path.unlink()


def another_trees_manifest(path: Path) -> None:
    """Of the same data, but with other shapes."""
    data = find_data(path)
    assert data is not None
    save_tree(path.with_name("aside.manifest"), {"encoder": np.zeros(3)})
    aside = path.with_name("aside.manifest")
    named = find_data(aside)
    assert named is not None
    content = aside.read_bytes().replace(named.name.encode(), data.name.encode())
    named.unlink()
    aside.unlink()
    path.write_bytes(content)


def case(
    name: str,
    file_of: Callable[[Path, TreeKey], Path],
    damages: dict[str, Callable[[Path], None]],
    leave_temporary: Callable[[Path, TreeKey], Path],
) -> StoreCase:
    return StoreCase(
        name=name,
        factory=lambda folder: TreesStore(folder, fsync=False),
        keys=[TreeKey(f"unet {number}") for number in range(8)],
        values=[leaves(seed) for seed in range(4)],
        file_of=file_of,
        damages=damages,
        with_budget=lambda folder, budget: TreesStore(folder, budget_bytes=budget, fsync=False),
        clocked=lambda folder, clock: TreesStore(folder, clock=clock, fsync=False),
        leave_temporary=leave_temporary,
    )


CASES = (
    case("tree-manifest", manifest_of, {"another tree's": another_trees_manifest}, unfinished),
    case("tree-data", data_of, {"missing": remove_data}, unnamed),
)
