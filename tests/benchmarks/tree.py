"""Cost of trees against safetensors, the original's steps and a plain write, in one run.

    python tests/benchmarks/tree.py [--leaves 20000] [--megabytes 210] [--rounds 5] [--folder DIR]

Each round measures everything once, in turns; medians are compared. Everything is read from the
page cache. Floors: writing the same bytes with one `write`, reading them with `np.fromfile`, and
`ast.literal_eval` of the original's manifest, which is what the original's loading consists of.
"""

from __future__ import annotations

import argparse
import ast
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

from larder.core.payloads.tree.load import load_tree  # noqa: E402
from larder.core.payloads.tree.save import SaveOptions, export_tree, save_tree  # noqa: E402

Step = tuple[str, Callable[[], object]]


def flat_tree(leaves: int) -> dict[str, np.ndarray]:
    return {f"layer_{n // 10}.w{n % 10}": np.full((4, 4), n, "f4") for n in range(leaves)}


def nested(flat: dict[str, np.ndarray]) -> dict[str, dict[str, np.ndarray]]:
    tree: dict[str, dict[str, np.ndarray]] = {}
    for name, array in flat.items():
        layer, _, leaf = name.partition(".")
        tree.setdefault(layer, {})[leaf] = array
    return tree


def medians(steps: list[Step], rounds: int) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name, _ in steps}
    for _ in range(rounds):
        for name, step in steps:
            began = time.perf_counter()
            kept = step()
            times[name].append(time.perf_counter() - began)
            del kept
    return {name: statistics.median(taken) for name, taken in times.items()}


def many_leaves(folder: Path, leaves: int, rounds: int) -> dict[str, float]:
    from safetensors import safe_open
    from safetensors.numpy import load_file, save_file

    flat = flat_tree(leaves)
    tree, own, pair = nested(flat), folder / "many.manifest", folder / "pair"
    other = folder / "many.safetensors"
    save_tree(own, tree, options=SaveOptions(fsync=False))
    export_tree(pair, tree, options=SaveOptions(align=8, fsync=False))
    save_file(flat, other)
    text = pair.with_name("pair.manifest").read_text()
    spoilt = folder / "spoilt.manifest"
    spoilt.write_text(text.replace("'offset': 0,", "'offset': np.int64(0),"))
    (folder / "spoilt.data").write_bytes((folder / "pair.data").read_bytes())

    def all_slices() -> dict[str, Any]:
        with safe_open(other, "np") as file:
            return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118

    return medians([
        ("safetensors.load_file", lambda: load_file(other)),
        ("safe_open, get_tensor", all_slices),
        ("tree, mapped, every digest", lambda: load_tree(own)),
        ("tree, mapped, unchecked", lambda: load_tree(own, check=False)),
        ("ast.literal_eval of the original's", lambda: ast.literal_eval(text)),
        ("the original's pair, mapped", lambda: load_tree(pair.with_name("pair.manifest"))),
        ("a pair spoilt by numpy 2", lambda: load_tree(spoilt)),
        ("safetensors.save_file", lambda: save_file(flat, other)),
        ("tree saved, unflushed",
         lambda: save_tree(own, tree, options=SaveOptions(fsync=False))),
    ], rounds)


def large_leaves(folder: Path, megabytes: int, rounds: int) -> dict[str, float]:
    from safetensors.numpy import load_file, save_file

    dice = np.random.default_rng(1)
    count = max(1, megabytes // 7)
    flat = {f"block.{n}": dice.random((7_000_000 // 4,), "f4") for n in range(count)}
    tree, own, other = {"block": dict(flat)}, folder / "large.manifest", folder / "l.safetensors"
    plain = folder / "plain"
    save_tree(own, tree)
    save_file(flat, other)
    whole = np.concatenate(list(flat.values()))

    def plain_write(*, fsync: bool) -> None:
        with (folder / "plain.tmp").open("wb", buffering=0) as file:
            for array in flat.values():
                file.write(array.data.cast("B"))
            if fsync:
                os.fsync(file.fileno())
        (folder / "plain.tmp").replace(plain)

    plain_write(fsync=False)
    del whole
    return medians([
        ("plain write", lambda: plain_write(fsync=False)),
        ("safetensors.save_file", lambda: save_file(flat, other)),
        ("tree saved, unflushed",
         lambda: save_tree(own, tree, options=SaveOptions(fsync=False))),
        ("plain write, flushed", lambda: plain_write(fsync=True)),
        ("tree saved, flushed", lambda: save_tree(own, tree)),
        ("np.fromfile", lambda: np.fromfile(plain, "f4")),
        ("safetensors.load_file", lambda: load_file(other)),
        ("tree in memory, every digest",
         lambda: load_tree(own, mapped=False)),
        ("tree, mapped, every digest", lambda: load_tree(own)),
        ("tree, mapped, unchecked", lambda: load_tree(own, check=False)),
    ], rounds)


def report(title: str, taken: dict[str, float], ratios: list[tuple[str, str]]) -> None:
    print(f"\n{title}")
    for name, seconds in taken.items():
        print(f"  {name:38} {1000 * seconds:9.1f} ms")
    for name, floor in ratios:
        print(f"  {name} : {floor} = {taken[name] / taken[floor]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leaves", type=int, default=20_000)
    parser.add_argument("--megabytes", type=int, default=210)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(dir=options.folder))
    print(f"{platform.platform()}, Python {platform.python_version()}, numpy {np.__version__}")
    try:
        report(
            f"{options.leaves:,} leaves", many_leaves(folder, options.leaves, options.rounds), [
                ("tree, mapped, every digest", "safetensors.load_file"),
                ("tree, mapped, unchecked", "safetensors.load_file"),
                ("the original's pair, mapped", "ast.literal_eval of the original's"),
                ("a pair spoilt by numpy 2", "ast.literal_eval of the original's"),
                ("tree saved, unflushed", "safetensors.save_file"),
            ])
        report(
            f"{options.megabytes:,} MB", large_leaves(folder, options.megabytes, options.rounds), [
                ("tree saved, unflushed", "plain write"),
                ("tree saved, unflushed", "safetensors.save_file"),
                ("tree saved, flushed", "plain write, flushed"),
                ("tree in memory, every digest", "safetensors.load_file"),
                ("tree, mapped, every digest", "safetensors.load_file"),
                ("tree, mapped, unchecked", "safetensors.load_file"),
            ])
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
