"""A sharded store behaves as a dict, whatever the order of steps and however often it is opened."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from larder.core.stores.cache_store import PutResult
from larder.core.stores.use_log import UseLog
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind
from tests.support.store_cases.store_case import assert_same_values
from tests.support.store_cases.value_cases import (
    audio_key,
    features,
    pixels,
    tokens,
    tokens_key,
    vision_key,
    waveform,
    waveform_key,
)

KEYS = st.integers(0, 5)
KINDS = {
    StoreKind.VISION: (vision_key, lambda seed, length: pixels(seed, 2 + length // 8)),
    StoreKind.AUDIO: (audio_key, features),
    StoreKind.WAVEFORM: (waveform_key, waveform),
    StoreKind.TOKENS: (tokens_key, tokens),
}
START_NS = 2_000_000_000 * 10**9
"""In the year 2033, later than any file's own time."""


class StoreAgainstDict(RuleBasedStateMachine):
    """Values in a dict in order of their last use, least recent first."""

    kind: StoreKind

    @initialize(
        budget=st.sampled_from([None, 4_000, 9_000]), exact_int16=st.booleans())
    def open_first(self, budget: int | None, exact_int16: bool) -> None:
        self.folder = Path(tempfile.mkdtemp()) / "store"
        self.budget, self.exact_int16 = budget, exact_int16
        self.now = START_NS
        self.key, self.value = KINDS[self.kind]
        self.values: dict[int, dict[str, np.ndarray]] = {}
        self.used: dict[int, int] = {}
        self.own: set[int] = set()
        self.sizes: dict[int, int] = {}
        self.hits = self.misses = 0
        self.open()

    def open(self) -> None:
        self.own = set()
        self.store = ValuesStore(
            self.kind, self.folder, budget_bytes=self.budget, exact_int16=self.exact_int16,
            clock=lambda: self.now)

    def used_now(self, key: int) -> None:
        self.used[key] = self.now
        self.own.add(key)

    def forget(self, key: int) -> None:
        for remembered in (self.values, self.used, self.sizes):
            remembered.pop(key, None)
        self.own.discard(key)

    def oldest(self, *, protected: bool, keep: int | None = None) -> list[int]:
        keys = [key for key in self.values if key != keep]
        return sorted(
            keys, key=lambda key: (protected and key in self.own, self.used[key], self.name(key)))

    def name(self, key: int) -> str:
        return self.key(key).name()

    @rule(key=KEYS, seed=st.integers(0, 3), length=st.sampled_from([0, 1, 30, 60]))
    def put(self, key: int, seed: int, length: int) -> None:
        self.now += 1_000
        value = self.value(seed, max(length, 8 if self.kind is StoreKind.VISION else 1))
        put = self.store.put(self.key(key), value)
        if put.result is PutResult.OVER_BUDGET:
            assert self.budget is not None
            assert put.bytes > self.budget
            return
        expected = []
        left = {other: size for other, size in self.sizes.items() if other != key}
        for other in self.oldest(protected=True, keep=key):
            if self.budget is None or sum(left.values()) + put.bytes <= self.budget:
                break
            expected.append(self.name(other))
            del left[other]
            self.forget(other)
        assert list(put.evicted) == expected
        self.values[key], self.sizes[key] = value, put.bytes
        self.used_now(key)

    @rule(key=KEYS)
    def get(self, key: int) -> None:
        self.now += 1_000
        got = self.store.get(self.key(key))
        if key in self.values:
            assert_same_values(got, self.values[key])
            self.used_now(key)
            self.hits += 1
        else:
            assert got is None
            self.misses += 1

    @rule(key=KEYS)
    def remove(self, key: int) -> None:
        assert self.store.remove(self.key(key)) == (key in self.values)
        self.forget(key)

    @rule(key=KEYS)
    def damage(self, key: int) -> None:
        if key in self.values:
            path = self.folder / self.name(key)
            path.write_bytes(path.read_bytes()[:-1] + b"\0")
            assert self.store.get(self.key(key)) is None
            self.misses += 1
            self.remove(key)

    @rule(age=st.integers(0, 20))
    def prune_by_age(self, age: int) -> None:
        old = [key for key in self.oldest(protected=False)
               if self.used[key] < self.now - age * 1_000]
        announced = self.store.prune(older_than_s=age * 1e-6, dry_run=True)
        assert announced.names == tuple(self.name(key) for key in old)
        assert self.store.prune(older_than_s=age * 1e-6) == announced
        for key in old:
            self.forget(key)

    @rule(budget=st.integers(0, 10_000))
    def prune_to_budget(self, budget: int) -> None:
        removed = self.store.prune(budget_bytes=budget)
        expected = []
        for key in self.oldest(protected=False):
            if sum(self.sizes.values()) <= budget:
                break
            expected.append(self.name(key))
            self.forget(key)
        assert removed.names == tuple(expected)

    @rule()
    def clear(self) -> None:
        assert set(self.store.clear().names) == {self.name(key) for key in self.values}
        for key in list(self.values):
            self.forget(key)

    @rule(fold=st.booleans())
    def reopen(self, fold: bool) -> None:
        self.store.close()
        if not self.folder.is_dir():  # a lookup makes no store, so nothing remembers it
            self.hits = self.misses = 0
        if fold and self.folder.is_dir():
            log = UseLog(self.folder, self.kind)
            with log.held():
                log.fold()
        self.open()

    @invariant()
    def the_total_is_that_of_the_files(self) -> None:
        if not hasattr(self, "store"):
            return
        on_disk = {
            path.relative_to(self.folder).as_posix(): path.stat().st_size
            for path in self.folder.rglob("*.npz")}
        assert on_disk == {self.name(key): size for key, size in self.sizes.items()}
        assert self.store.total_bytes == sum(on_disk.values())
        if self.budget is not None:
            assert self.store.total_bytes <= self.budget
        stats = self.store.stats()
        assert (stats.entries, stats.bytes) == (len(on_disk), sum(on_disk.values()))
        assert (stats.hits, stats.misses) == (self.hits, self.misses)
        assert stats.temporaries == 0

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            shutil.rmtree(self.folder.parent)


@pytest.mark.parametrize("kind", KINDS)
def test_a_store_is_a_dict_that_outlives_its_process(kind: StoreKind) -> None:
    machine: Any = type(f"{kind.name.title()}Machine", (StoreAgainstDict,), {"kind": kind})
    machine.TestCase.settings = settings(
        max_examples=25, stateful_step_count=30, deadline=None)
    machine.TestCase().runTest()
