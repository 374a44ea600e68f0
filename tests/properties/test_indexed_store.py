"""A trainer's store behaves as a dict, whatever the order of steps and however often it is opened.

With an index beside the payloads, rows never name what is gone.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from larder.core.stores.indexed.store import IndexedStore
from larder.core.workspace.store_kinds import StoreKind
from tests.support.store_cases.indexed_cases import embeddings, image_key, latents, text_key
from tests.support.store_cases.store_case import assert_same_values

KEYS = st.integers(0, 5)
SEEDS = st.integers(0, 3)
KINDS = {
    StoreKind.INDEXED_IMAGE: (image_key, latents), StoreKind.INDEXED_TEXT: (text_key, embeddings)}
LONG_AGO_S = 1_600_000_000.0


class StoreAgainstDict(RuleBasedStateMachine):
    kind: StoreKind

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp()) / "store"
        self.key, self.value = KINDS[self.kind]
        self.values: dict[int, dict[str, np.ndarray]] = {}
        self.named: set[int] = set()
        self.open()

    def open(self) -> None:
        self.store = IndexedStore(self.kind, self.folder)

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder.parent)

    @rule(key=KEYS, seed=SEEDS)
    def put(self, key: int, seed: int) -> None:
        put = self.store.put(self.key(key), self.value(seed))
        self.values[key] = self.value(seed)
        assert put.bytes == (self.folder / put.name).stat().st_size

    @rule(key=KEYS)
    def get(self, key: int) -> None:
        found = self.store.get(self.key(key))
        if key in self.values:
            assert_same_values(found, self.values[key])
        else:
            assert found is None

    @rule(key=KEYS)
    def remove(self, key: int) -> None:
        self.age()
        assert self.store.remove(self.key(key)) == (key in self.values)
        if self.values.pop(key, None) is not None:
            self.named.discard(key)

    @rule(keys=st.sets(KEYS))
    def index_some(self, keys: set[int]) -> None:
        """As a trainer's last save would: a row for each, and an old date."""
        if not self.folder.is_dir():
            return
        self.named = {key for key in keys if key in self.values}
        rows = {f"data/{key}.png": self.row(key) for key in self.named}
        index = self.folder / "cache.json"
        index.write_text(json.dumps(
            {"version": 3, "entries": rows, "hash_index": {}}, indent=2), "ascii")
        self.age()

    def row(self, key: int) -> dict[str, Any]:
        name = self.key(key)
        return {
            "filename": f"{key}.png", "hash": name.hash12 + "0000", "mtime": 1.5,
            "modeltype": "FLUX_DEV_1",
            "variants": {name.resolution_key: {"cache_file": name.stem}}}

    def age(self) -> None:
        """So that nothing looks as if a trainer were writing."""
        if not self.folder.is_dir():
            return
        for path in self.folder.iterdir():
            if path.is_file():
                os.utime(path, (LONG_AGO_S, LONG_AGO_S))

    @rule()
    def clear(self) -> None:
        self.age()
        announced = self.store.clear(dry_run=True)
        assert self.store.clear() == announced
        assert len(announced.names) == len(self.values)
        self.values.clear()
        self.named.clear()

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.open()

    @invariant()
    def holds_what_the_dict_holds(self) -> None:
        if not hasattr(self, "store"):
            return
        for key in range(6):
            assert self.store.holds(self.key(key)) == (key in self.values)
        stats = self.store.stats()
        files = list(self.folder.glob("*.pt")) if self.folder.is_dir() else []
        assert stats.entries == len(self.values) == len(files)
        assert stats.bytes == sum(path.stat().st_size for path in files)
        assert stats.temporaries == 0

    @invariant()
    def rows_name_what_is_there(self) -> None:
        index = getattr(self, "folder", Path("nowhere")) / "cache.json"
        if index.exists():
            rows = json.loads(index.read_bytes())["entries"]
            assert set(rows) == {f"data/{key}.png" for key in self.named}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
def test_a_trainers_store_does_what_a_dict_does(kind: StoreKind) -> None:
    machine = type("Machine", (StoreAgainstDict,), {"kind": kind})
    test = machine.TestCase
    test.settings = settings(deadline=None, max_examples=20, stateful_step_count=20)
    test("runTest").runTest()
