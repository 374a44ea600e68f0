"""kill -9 before every step towards the disk: what was put is there, the rest leaves no trace."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from larder.core.keys.cache_keys import TokensKey
from larder.core.stores.use_log import UseLog
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind
from tests.support.killed import killed_at_each_step
from tests.support.sweeps import Sweep

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill needs a fork")


def key(number: int) -> TokensKey:
    return TokensKey(f"{number:02x}" * 8, 0, f"{number:064x}", "7" * 64, 64, rows=1)


def ids(number: int) -> dict[str, np.ndarray]:
    return {"input_ids": np.arange(number, number + 20)}


def store_of(folder: Path, budget: int | None = None) -> ValuesStore:
    return ValuesStore(StoreKind.TOKENS, folder, budget_bytes=budget)


def filled(folder: Path) -> int:
    """Three entries, used; the bytes of one."""
    with store_of(folder) as store:
        sizes = [store.put(key(number), ids(number)).bytes for number in range(3)]
        store.get(key(0))
    return sizes[0]


def each_kill(
    tmp_path: Path, action: Callable[[Path], object], sweep: Sweep, budget: int | None = None,
) -> list[ValuesStore]:
    """The store after `action` was killed at its first, second, ... step, reopened and swept."""
    filled(tmp_path / "template")
    stores = []
    for folder in killed_at_each_step(
            action, template=tmp_path / "template", into=tmp_path / "runs", sweep=sweep):
        store = store_of(folder, budget)
        store.sweep()
        stats = store.stats()
        assert stats.temporaries == 0
        on_disk = [path.stat().st_size for path in folder.rglob("*.npz")]
        assert (stats.entries, stats.bytes) == (len(on_disk), sum(on_disk))
        assert store.total_bytes == stats.bytes
        assert not list(folder.rglob("*tmp*"))
        stores.append(store)
    assert len(stores) > 3
    return stores


def is_value(store: ValuesStore, number: int, *allowed: int) -> bool:
    got = store.get(key(number))
    return got is not None and any(
        np.array_equal(got["input_ids"], ids(value)["input_ids"]) for value in allowed)


def test_a_put_that_is_killed_is_absent_or_whole(tmp_path: Path, sweep: Sweep) -> None:
    def put(folder: Path) -> None:
        with store_of(folder) as store:
            store.put(key(9), ids(9))

    for store in each_kill(tmp_path, put, sweep):
        with store:
            assert all(is_value(store, number, number) for number in range(3))
            assert store.get(key(9)) is None or is_value(store, 9, 9)
    assert store.holds(key(9))


def test_a_replacing_put_that_is_killed_leaves_the_old_or_the_new(
    tmp_path: Path, sweep: Sweep,
) -> None:
    def put(folder: Path) -> None:
        with store_of(folder) as store:
            store.put(key(1), ids(7))

    for store in each_kill(tmp_path, put, sweep):
        with store:
            assert is_value(store, 1, 1, 7)
            assert store.stats().entries == 3


def test_a_put_at_the_cap_that_is_killed_never_exceeds_it(tmp_path: Path, sweep: Sweep) -> None:
    size = filled(tmp_path / "first")

    def put(folder: Path) -> None:
        with store_of(folder, 3 * size) as store:
            store.put(key(9), ids(9))

    for store in each_kill(tmp_path, put, sweep, 3 * size):
        with store:
            assert store.total_bytes <= 3 * size
            assert is_value(store, 0, 0)
            assert is_value(store, 2, 2)
            assert is_value(store, 9, 9) or not store.holds(key(9))
            store.put(key(8), ids(8))
            assert store.stats().bytes <= 3 * size


def test_a_fold_that_is_killed_loses_no_use_and_counts_none_twice(
    tmp_path: Path, sweep: Sweep,
) -> None:
    def fold(folder: Path) -> None:
        log = UseLog(folder, StoreKind.TOKENS)
        with log.held():
            log.fold()

    for store in each_kill(tmp_path, fold, sweep):
        with store:
            assert (store.stats().hits, store.stats().misses) == (1, 0)
            assert store.prune(budget_bytes=store.stats().bytes - 1, dry_run=True).names == (
                key(1).name(),)


def test_a_prune_that_is_killed_is_ended_by_the_next(tmp_path: Path, sweep: Sweep) -> None:
    def prune(folder: Path) -> None:
        with store_of(folder) as store:
            store.prune(older_than_s=-10.0)

    for store in each_kill(tmp_path, prune, sweep):
        with store:
            store.prune(older_than_s=-10.0)
            assert store.stats().entries == 0
            assert [path.name for path in (store.folder / "entries").iterdir()] == []
