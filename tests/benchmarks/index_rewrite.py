"""How long dropping one row from a large index takes, and how much memory, against its bars.

    python tests/benchmarks/index_rewrite.py [--megabytes 155] [--rounds 5] [--folder DIR]

The floor is reading the same bytes and writing them to a new file with a flush, in a process of its
own right before each measurement. "checking" is reading the written index back and comparing it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.measured_process import run_timed  # noqa: E402
from tests.benchmarks.survey_workspace import (  # noqa: E402
    IMAGE_SETTINGS,
    MODEL_TYPE,
    PAYLOAD_NAMES,
)

MB = 1_000_000
DROP_BAR_S = 1.0
"""Of 155 MB, without checking."""

MEMORY_BAR = 2.6
"""Times the index's bytes."""


def row(number: int) -> dict[str, object]:
    """A row as a trainer stamps it, with the concept's full settings twice."""
    digest = f"{number * 0x9E3779B97F4A7C15 % 2**64:016x}"
    metadata = {
        "source_path_in_name": "image_path", "source_index": number, "variations": 1,
        "balancing": 1.0, "balancing_strategy": "REPEATS",
        "group_values": ["data/photos", 7, True, IMAGE_SETTINGS], "group_enabled": True,
        "linked_paths": {"image_path": key(number),
                         "sample_prompt_path": key(number).replace(".jpg", ".txt")}}
    return {
        "filename": key(number).rpartition("/")[2], "hash": digest,
        "mtime": 1_700_000_000 + number / 7, "modeltype": MODEL_TYPE,
        "variants": {"832x1280": {
            "cache_file": f"{digest[:12]}_832x1280", "schema_keys": PAYLOAD_NAMES,
            "crop_resolution": [832, 1280]}},
        "cache_version": 3, "sidecar_mtimes": {}, "sidecar_hashes": {},
        "original_resolution": [2000, 3000], "sourceless": metadata,
        "sourceless_rows": {str(number): {
            "metadata": metadata, "runtime_values": {"0": {}},
            "concept_id": "57d01524e7979ed6"}}}


def key(number: int) -> str:
    """The source of a row."""
    return f"data/photos/f{number // 1000:04d}/img_{number:07d}.jpg"


def make_index(store: Path, megabytes: int) -> dict[str, float]:
    """Write an index of about so many megabytes, and tell how many rows it has.

    In a process of its own: what a parent holds counts for the peak of its children.
    """
    rows = max(3, megabytes * MB // len(json.dumps({"": {"": row(1_000_000)}}, indent=2)))
    entries = {key(number): row(number) for number in range(rows)}
    store.mkdir(parents=True, exist_ok=True)
    (store / "cache.json").write_text(json.dumps({
        "version": 3, "entries": entries,
        "hash_index": {str(entry["hash"]): [name] for name, entry in entries.items()},
        "concepts": {"57d01524e7979ed6": {"name": "photos"}}, "schema": PAYLOAD_NAMES,
        "schema_method": "shape_v1"}, indent=2), "ascii")
    return {"rows": rows}


def floor(store: Path) -> dict[str, float]:
    """Read the index and write it somewhere else, flushed."""
    began = time.perf_counter()
    content = (store / "cache.json").read_bytes()
    with (store / "copy").open("wb") as copy:
        copy.write(content)
        copy.flush()
        os.fsync(copy.fileno())
    return {"seconds": time.perf_counter() - began}


def drop(store: Path, name: str) -> dict[str, float]:
    """Drop one row, and tell how long checking took of it."""
    from larder.core.files.file_stamp import stamp
    from larder.core.stores.indexed import index_rewrite

    check, checking = index_rewrite.check_rewritten, [0.0]

    def timed(*arguments: object, **more: object) -> None:
        began = time.perf_counter()
        check(*arguments, **more)  # type: ignore[arg-type]
        checking[0] = time.perf_counter() - began

    index_rewrite.check_rewritten = timed  # type: ignore[assignment]
    before = stamp(store / "cache.json")
    began = time.perf_counter()
    index_rewrite.rewrite_index(
        store, index_rewrite.IndexEdit(drop=frozenset({name}), prune_concepts=True),
        expected=None if before is None else before.without_ctime(), backup=None)
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "checking": checking[0]}


def measured(*arguments: str) -> dict[str, float]:
    """One measurement in a process of its own, with the most memory it held."""
    ran = run_timed(
        [sys.executable, str(Path(__file__)), *arguments],
        {**os.environ, "PYTHONPATH": os.pathsep.join([
            str(REPOSITORY / "packaging"), str(REPOSITORY)])})
    return {**json.loads(ran.output), "peak": ran.peak_bytes}


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=155)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        store = Path(scratch) / "image"
        rows = int(measured("make", str(store), str(options.megabytes))["rows"])
        size = (store / "cache.json").stat().st_size
        print(f"{platform.system()}, Python {platform.python_version()}, {os.cpu_count()} cores; "
              f"{size / MB:.0f} MB, {rows:,} rows")
        floors, drops = [], []
        for number in range(options.rounds):
            floors.append(measured("floor", str(store))["seconds"])
            drops.append(measured("drop", str(store), key(rows // 2 + number)))
    copying = statistics.median(floors)
    writing = statistics.median(made["seconds"] - made["checking"] for made in drops)
    whole = statistics.median(made["seconds"] for made in drops)
    peak = max(made["peak"] for made in drops)
    bar = DROP_BAR_S * size / (155 * MB)
    print(f"floor: read + write + flush   {copying:.2f} s")
    print(f"drop a row, without checking  {writing:.2f} s = {writing / copying:.2f} x floor; "
          f"bar {bar:.2f} s: {'met' if writing <= bar else 'MISSED'}")
    print(f"drop a row, checked           {whole:.2f} s = {whole / copying:.2f} x floor")
    print(f"memory                        {peak / MB:.0f} MB = {peak / size:.2f} x the index; "
          f"bar {MEMORY_BAR} x: {'met' if peak <= MEMORY_BAR * size else 'MISSED'}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", folder, megabytes]:
            print(json.dumps(make_index(Path(folder), int(megabytes))))
        case ["floor", folder]:
            print(json.dumps(floor(Path(folder))))
        case ["drop", folder, name]:
            print(json.dumps(drop(Path(folder), name)))
        case _:
            main()
