"""Cost of the sharded stores against the cost of the same files without them.

    python tests/benchmarks/values.py [--entries 100000] [--rounds 5] [--folder FOLDER]

Every figure is a ratio of two measurements of one run, taken in turns, since seconds on shared
machines mean little. Floors: `numpy.savez` and `numpy.load`, writing and reading the raw bytes,
removing the files, a typed decode of the same rows.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from larder.core.keys.cache_keys import TokensKey, VisionKey
from larder.core.payloads.sealed_npz import lay_out
from larder.core.stores.use_log import UseLine, UseLog
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind

SIZES = (224, 448, 672)
TOKENIZER = "7" * 64
LIMITS = {"evicting": 2.0, "opening": 1.5}
LAZY_S = 0.05


class Row(msgspec.Struct):
    """One row of an index of tokens, as a program that loads one would decode it."""

    name: str
    size: int
    used_ns: int


def best_of(rounds: int, **measured: Callable[[], object]) -> dict[str, float]:
    """Least seconds of each of some calls, made in turns."""
    best = dict.fromkeys(measured, float("inf"))
    for _ in range(rounds):
        for name, call in measured.items():
            gc.collect()
            began = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - began)
    return best


def get_and_put(folder: Path, rounds: int) -> Iterator[str]:
    for size in SIZES:
        random = np.random.default_rng(0).random((1, 3, size, size), np.float32)
        pixels = {"pixel_values": random}
        yield from one_value(folder / str(size), pixels, StoreKind.VISION, f"{size} px", rounds,
                             [VisionKey(f"{n:064x}", "c" * 64, size, size) for n in range(30)])
    ids = {"input_ids": np.arange(500), "attention_mask": np.ones(500, np.int64)}
    yield from one_value(
        folder / "tokens", ids, StoreKind.TOKENS, "500 tokens", rounds,
        [token_key(number) for number in range(300)])


def one_value(
    folder: Path, values: dict[str, np.ndarray], kind: StoreKind, what: str, rounds: int,
    keys: list[Any],
) -> Iterator[str]:
    shutil.rmtree(folder, ignore_errors=True)
    plain, raw = folder / "plain", folder / "raw"
    plain.mkdir(parents=True)
    raw.mkdir()
    content = b"".join(lay_out(values, kind=kind.value, key={}))

    def save_plain() -> None:
        for number in range(len(keys)):
            temp = plain / f"{number}.tmp.npz"
            np.savez(temp, **values)
            temp.replace(plain / f"{number}.npz")

    def save_raw() -> None:
        for number in range(len(keys)):
            temp = raw / f"{number}.tmp"
            temp.write_bytes(content)
            temp.replace(raw / f"{number}.npz")

    def load_plain() -> None:
        for number in range(len(keys)):
            with np.load(plain / f"{number}.npz") as archive:
                for name in values:
                    archive[name]

    def load_raw() -> None:
        for number in range(len(keys)):
            np.fromfile(raw / f"{number}.npz", np.uint8)

    with ValuesStore(kind, folder / "store") as store:

        def put_ours() -> None:
            for key in keys:
                store.put(key, values)

        def get_ours() -> None:
            for key in keys:
                store.get(key)

        puts = best_of(
            rounds, savez=save_plain, ours=put_ours,
            raw=save_raw)
        gets = best_of(
            rounds, load=load_plain, ours=get_ours, raw=load_raw)
    for verb, seconds, numpy_call in (("put", puts, "savez"), ("get", gets, "load")):
        yield (f"{verb} {what}: {seconds['ours'] / len(keys) * 1e3:.3f} ms, "
               f"{seconds['ours'] / seconds[numpy_call]:.2f} of numpy.{numpy_call}, "
               f"{seconds['ours'] / seconds['raw']:.2f} of raw bytes")


def token_key(number: int) -> TokensKey:
    section = f"{number * 0x9E3779B97F4A7C15 % 2**64:016x}"
    return TokensKey(section, 0, f"{number:064x}", TOKENIZER, 512, rows=1)


def fill(folder: Path, entries: int) -> None:
    """Token entries with a log of uses, without the cost of so many puts."""
    payload = b"".join(lay_out(
        {"input_ids": np.arange(40), "attention_mask": np.ones(40, np.int64)},
        kind="tokens", key={}))
    shards: set[str] = set()
    used = {}
    for number in range(entries):
        key = token_key(number)
        if key.folder() not in shards:
            (folder / key.folder()).mkdir(parents=True, exist_ok=True)
            shards.add(key.folder())
        with open(f"{folder}/{key.name()}", "wb", buffering=0) as file:
            file.write(payload)
        used[key.name()] = time.time_ns()
    UseLog(folder, StoreKind.TOKENS).write(UseLine(used=used))


def eviction(folder: Path, entries: int, rounds: int) -> Iterator[str]:
    ours, floor = [], []
    for number in range(rounds):
        for measure in (evict, delete) if number % 2 else (delete, evict):
            store = folder / "evicted"
            shutil.rmtree(store, ignore_errors=True)
            fill(store, entries)
            (ours if measure is evict else floor).append(measure(store, entries))
    ratio = min(ours) / min(floor)
    yield (f"evicting {entries // 2:,} of {entries:,} in one put: {min(ours):.2f} s, "
           f"{ratio:.2f} of deleting the same files (limit {LIMITS['evicting']})")


def evict(folder: Path, entries: int) -> float:
    with ValuesStore(StoreKind.TOKENS, folder) as store:
        size = store.total_bytes // entries
    with ValuesStore(StoreKind.TOKENS, folder, budget_bytes=size * (entries // 2)) as store:
        assert store.total_bytes > 0  # listed here; `opening` says what that costs
        began = time.perf_counter()
        put = store.put(token_key(entries), {"input_ids": np.arange(3)})
        seconds = time.perf_counter() - began
        assert abs(len(put.evicted) - entries // 2) <= 2, len(put.evicted)
    return seconds


def delete(folder: Path, entries: int) -> float:
    """The same files in the same order, with nothing to decide."""
    names = [f"{folder}/{token_key(number).name()}" for number in range(entries // 2)]
    began = time.perf_counter()
    for name in names:
        os.unlink(name)
    return time.perf_counter() - began


def opening(folder: Path, entries: int, rounds: int) -> Iterator[str]:
    store_folder = folder / "opened"
    shutil.rmtree(store_folder, ignore_errors=True)
    fill(store_folder, entries)
    rows = msgspec.json.encode([
        Row(token_key(number).name(), 1_000 + number, time.time_ns()) for number in range(entries)])
    decoder = msgspec.json.Decoder(list[Row])

    def open_and_get() -> None:
        with ValuesStore(StoreKind.TOKENS, store_folder) as store:
            store.get(token_key(5))

    def open_and_sum() -> None:
        with ValuesStore(StoreKind.TOKENS, store_folder) as store:
            assert store.total_bytes > entries

    def stat_all() -> None:
        for folder_path, _, names in os.walk(store_folder / "entries"):
            for name in names:
                os.stat(f"{folder_path}/{name}")

    seconds = best_of(
        rounds, decode=lambda: decoder.decode(rows), ours=open_and_get, listed=open_and_sum,
        walk=stat_all)
    yield (f"opening {entries:,} and the first lookup: {seconds['ours'] * 1e3:.1f} ms, "
           f"{seconds['ours'] / seconds['decode']:.2f} of decoding its rows "
           f"(limit {LIMITS['opening']} or {LAZY_S * 1e3:.0f} ms)")
    yield (f"the running total for the first time: {seconds['listed']:.2f} s, "
           f"{seconds['listed'] / seconds['walk']:.2f} of a walk with a stat per file")


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(dir=given.folder))
    try:
        for line in itertools.chain(
            get_and_put(folder, given.rounds), opening(folder, given.entries, given.rounds),
            eviction(folder, given.entries, max(2, given.rounds // 2)),
        ):
            print(line, flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
