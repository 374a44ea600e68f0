"""A store of trees does what a dict does, whatever is done and however often it is reopened."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule

from larder.core.keys.cache_keys import TreeKey
from larder.core.payloads.tree.load import find_data
from larder.core.payloads.tree.save import export_tree
from larder.core.stores.values.trees.listing import check_tree, list_trees
from larder.core.stores.values.trees.store import TreesStore
from tests.support.trees import assert_same_tree, trees

KEYS = [TreeKey(name) for name in ("unet", "unet.0123456789abcdef", "a b", "é", "x.data")]
keys = st.sampled_from(KEYS)
some_trees = trees(st.text("ab/", max_size=2) | st.integers(0, 3))


class TreeStoreMachine(RuleBasedStateMachine):
    loaded = Bundle("loaded")

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.model: dict[TreeKey, Any] = {}
        self.foreign = {"notes.txt": b"mine", "lonely.data": b"mine too", "app.manifest": b"<xml/>"}
        for name, content in self.foreign.items():
            (self.folder / name).write_bytes(content)
        self.store = TreesStore(self.folder, fsync=False)

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    @rule(key=keys, tree=some_trees)
    def put(self, key: TreeKey, tree: Any) -> None:
        put = self.store.put_tree(key, tree)
        assert put.name == key.name()
        self.model[key] = tree

    @rule(key=keys, tree=some_trees)
    def export_as_the_original(self, key: TreeKey, tree: Any) -> None:
        self.store.remove(key)
        (self.folder / f"{key.name()}.data").unlink(missing_ok=True)
        pair = export_tree(self.folder / key.name(), tree)
        if pair.left_out or pair.widened:
            self.store.remove(key)
            self.model.pop(key, None)
        else:
            self.model[key] = self.store.get_tree(key)

    @rule(key=keys, target=loaded)
    def get(self, key: TreeKey) -> Any:
        found = self.store.get_tree(key)
        if key not in self.model:
            assert found is None
            return multiple()
        assert_same_tree(found, self.model[key])
        return (found, self.model[key])

    @rule(held=loaded)
    def what_was_got_stays_what_it_was(self, held: Any) -> None:
        assert_same_tree(*held)

    @rule(key=keys)
    def remove(self, key: TreeKey) -> None:
        assert self.store.remove(key) == (key in self.model)
        self.model.pop(key, None)

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = TreesStore(self.folder, fsync=False)

    @rule()
    def sweep(self) -> None:
        assert self.store.sweep().names == ()

    @rule()
    def clear(self) -> None:
        announced = self.store.clear(dry_run=True)
        assert self.store.clear() == announced
        assert sorted(announced.names) == sorted(key.name() for key in self.model)
        self.model.clear()

    @rule(budget=st.integers(0, 2000))
    def prune(self, budget: int) -> None:
        removed = self.store.prune(budget_bytes=budget)
        for name in removed.names:
            del self.model[TreeKey(name)]
        assert self.store.stats().bytes <= budget

    @rule(key=keys)
    def damage(self, key: TreeKey) -> None:
        data = find_data(self.folder / f"{key.name()}.manifest")
        if key not in self.model or data is None:
            return
        data.write_bytes(data.read_bytes()[:-1])
        if self.store.get_tree(key) is None:
            assert check_tree(self.folder / key.name())
            self.store.remove(key)
            del self.model[key]
        else:  # an original's data may be longer than its leaves need
            self.model[key] = self.store.get_tree(key)

    @invariant()
    def the_disk_holds_what_the_dict_does(self) -> None:
        if not hasattr(self, "store"):
            return
        listing = list_trees(self.folder)
        assert listing.names == sorted(key.name() for key in self.model)
        assert listing.temporaries.names == []
        files = {entry.name: entry for entry in self.folder.iterdir() if entry.is_file()}
        assert set(listing.foreign) == set(self.foreign)
        for name, content in self.foreign.items():
            assert files[name].read_bytes() == content
        stats = self.store.stats()
        assert stats.entries == len(self.model)
        assert stats.bytes == sum(
            entry.stat().st_size for name, entry in files.items() if name not in self.foreign)
        assert all(self.store.holds(key) == (key in self.model) for key in KEYS)


TestTreeStore = TreeStoreMachine.TestCase
TestTreeStore.settings = hypothesis.settings(max_examples=20, stateful_step_count=15, deadline=None)


def test_values_by_path_are_those_of_a_dict(tmp_path: Path) -> None:
    with TreesStore(tmp_path, fsync=False) as store:
        values = {"a/b": np.arange(3), "a/'c/d'": np.arange(4), "e": np.array(1)}
        store.put(TreeKey("x"), values)
        found = store.get(TreeKey("x"))
        assert found is not None
        assert {name: array.tolist() for name, array in found.items()} == {
            name: array.tolist() for name, array in values.items()}
