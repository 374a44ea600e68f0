"""A folder of trees: what is listed, what is left behind, what goes first, several processes."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.files.temp_names import host_digest
from larder.core.keys.cache_keys import TreeKey
from larder.core.payloads.tree.load import find_data
from larder.core.payloads.tree.paths import InvalidTreeError
from larder.core.payloads.tree.save import SaveOptions, export_tree, save_tree
from larder.core.stores.cache_store import PutResult
from larder.core.stores.values.trees.listing import check_tree, list_trees
from larder.core.stores.values.trees.store import TreesStore
from tests.support.trees import assert_same_tree

TREE = {"encoder": {"w": np.arange(12.0).reshape(3, 4), 0: np.arange(3)}, "empty": {}}
KEY = TreeKey("unet")
NO_PROCESS = 2**22 + 5
"""Numbers of processes end below 2**22 on Linux."""


def store_in(folder: Path, **options: Any) -> TreesStore:
    return TreesStore(folder, fsync=False, **options)


def temp_of(name: str, pid: int, host: str = "") -> str:
    return f"{name}.{host or host_digest()}.{pid}.7.0123abcd.larder-tmp"


def test_a_nested_tree_comes_back_nested_and_by_path(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        assert store.put_tree(KEY, TREE).result is PutResult.STORED
        assert_same_tree(store.get_tree(KEY), TREE)
        found = store.get(KEY)
        assert found is not None
        assert list(found) == ["encoder/w", "encoder/0"]


@pytest.mark.parametrize("names", [
    ["a//b"], ["'a"], ["a", "a/b"], ["a/b", "a"], [".", "a"], ["1.0.0"], [""],
])
def test_names_that_are_no_paths_or_contradict_each_other_are_refused(
    tmp_path: Path, names: list[str]
) -> None:
    with store_in(tmp_path) as store, pytest.raises(ValueError, match=r"no path|leaf"):
        store.put(KEY, {name: np.arange(2) for name in names})
    assert list(tmp_path.iterdir()) == []


def test_a_leaf_that_cannot_be_stored_changes_nothing(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.put_tree(KEY, TREE)
        with pytest.raises(InvalidTreeError):
            store.put(KEY, {"a/b": np.array([{}], object)})
        assert_same_tree(store.get_tree(KEY), TREE)


def test_trees_pairs_leftovers_and_strangers_are_told_apart(tmp_path: Path) -> None:
    save_tree(tmp_path / "own é.manifest", TREE)
    export_tree(tmp_path / "pair", TREE)
    save_tree(tmp_path / "bytes none.manifest", {})
    (tmp_path / "broken.manifest").write_bytes(b"")
    (tmp_path / "broken.data").write_bytes(b"x")
    left = [temp_of("own.manifest", NO_PROCESS), "own é.0123456789abcdef.data",
            "gone.0123456789abcdef.data"]
    strangers = ["notes.txt", "app.manifest", "lonely.data", "x.0123.data", "y.tmp"]
    for name in (*left, *strangers):
        (tmp_path / name).write_bytes(b"<xml/>")
    (tmp_path / "folder.manifest").mkdir()
    (tmp_path / ".larder").mkdir()
    listing = list_trees(tmp_path)
    assert listing.names == ["broken", "bytes none", "own é", "pair"]
    data = find_data(tmp_path / "own é.manifest")
    assert data is not None
    assert listing.files == {
        "broken": ("broken.manifest", "broken.data"), "bytes none": ("bytes none.manifest",),
        "own é": ("own é.manifest", data.name), "pair": ("pair.manifest", "pair.data")}
    assert listing.sizes.tolist() == [
        sum((tmp_path / name).stat().st_size for name in listing.files[stem])
        for stem in listing.names]
    assert listing.mtimes_ns.tolist() == [
        (tmp_path / f"{stem}.manifest").stat().st_mtime_ns for stem in listing.names]
    assert listing.temporaries.names == sorted(left)
    assert listing.foreign == tuple(sorted([*strangers, "folder.manifest"]))


def test_checking_says_what_is_wrong_by_stem_or_manifest(tmp_path: Path) -> None:
    save_tree(tmp_path / "t.v2.manifest", TREE)
    assert check_tree(tmp_path / "t.v2") == check_tree(tmp_path / "t.v2.manifest") == ""
    data = find_data(tmp_path / "t.v2.manifest")
    assert data is not None
    content = bytearray(data.read_bytes())
    content[8] ^= 1
    data.write_bytes(content)
    assert "encoder/w" in check_tree(tmp_path / "t.v2")
    data.unlink()
    assert "missing" in check_tree(tmp_path / "t.v2")
    assert check_tree(tmp_path / "never was")


def test_a_sweep_leaves_what_a_live_process_writes(tmp_path: Path) -> None:
    save_tree(tmp_path / "unet.manifest", TREE)
    live = [temp_of("unet.manifest", os.getpid()), temp_of("other.manifest", 4, "ffffffff")]
    about_to_be_named = "unet.0123456789abcdef.data"
    dead = [temp_of("unet.manifest", NO_PROCESS), temp_of("x.data", NO_PROCESS)]
    unnamed = "gone.0123456789abcdef.data"
    for name in (*live, *dead, about_to_be_named, unnamed):
        (tmp_path / name).write_bytes(b"half")
    with store_in(tmp_path) as store:
        announced = store.sweep(dry_run=True)
        assert sorted(announced.names) == sorted([*dead, unnamed])
        assert announced.bytes == 4 * len(announced.names)
        assert store.sweep() == announced
        (tmp_path / live[0]).unlink()
        assert store.sweep().names == (about_to_be_named,)
        assert store.stats().temporaries == 1
        assert_same_tree(store.get_tree(KEY), TREE)


def test_another_computers_unfinished_write_goes_when_it_is_a_week_old(tmp_path: Path) -> None:
    name = temp_of("unet.manifest", 4, "ffffffff")
    (tmp_path / name).write_bytes(b"half")
    with store_in(tmp_path) as store:
        assert store.sweep().names == ()
        os.utime(tmp_path / name, (1, 1))
        assert store.sweep().names == (name,)


def test_a_sweep_never_takes_data_that_is_about_to_be_named(tmp_path: Path) -> None:
    """Sweeps run as fast as they can beside a writer that takes no lock."""
    stop = threading.Event()
    swept: list[str] = []

    def sweep() -> None:
        with store_in(tmp_path) as store:
            while not stop.is_set():
                swept.extend(store.sweep().names)

    sweeper = threading.Thread(target=sweep)
    sweeper.start()
    try:
        for number in range(60):
            tree = {"a": np.full(50, number)}
            save_tree(tmp_path / "unet.manifest", tree, options=SaveOptions(fsync=False))
            assert check_tree(tmp_path / "unet") == ""
    finally:
        stop.set()
        sweeper.join()


def test_eviction_takes_the_least_recently_used_and_protects_this_run(tmp_path: Path) -> None:
    now = 10**18
    keys = [TreeKey(f"tree {number}") for number in range(5)]
    with store_in(tmp_path, clock=lambda: now) as store:
        for key in keys[:3]:
            now += 10**9
            size = store.put_tree(key, TREE).bytes
        now += 10**9
        assert store.get(keys[0]) is not None
    now += 10**9
    with store_in(tmp_path, budget_bytes=3 * size, clock=lambda: now) as store:
        assert store.put_tree(keys[3], TREE).evicted == ("tree 1",)
        assert store.put_tree(keys[4], TREE).evicted == ("tree 2",)
        assert store.get(keys[3]) is not None
        assert store.put_tree(keys[1], TREE).evicted == ("tree 0",)
        assert store.stats().bytes <= 3 * size
        assert store.put_tree(keys[1], TREE).evicted == ()
        big = store.put_tree(keys[0], {"a": np.zeros(10**5)})
        assert (big.result, big.evicted) == (PutResult.OVER_BUDGET, ())
        assert store.stats().entries == 3
        assert store.stats().temporaries == 0


def test_a_pair_of_the_original_is_served_replaced_and_removed(tmp_path: Path) -> None:
    tree = {"a": {"b": np.arange(3)}}
    export_tree(tmp_path / "unet", tree)
    with store_in(tmp_path) as store:
        assert_same_tree(store.get_tree(KEY), tree)
        store.put_tree(KEY, TREE)
        assert not (tmp_path / "unet.data").exists()
        assert_same_tree(store.get_tree(KEY), TREE)
        export_tree(tmp_path / "pair", tree)
        assert store.remove(TreeKey("pair"))
    assert list_trees(tmp_path).names == ["unet"]
    assert not list(tmp_path.glob("pair*"))


def test_a_value_that_was_got_outlives_its_tree(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.put_tree(KEY, TREE)
        held = store.get_tree(KEY)
        store.put_tree(KEY, {"other": np.zeros(1)})
        store.remove(KEY)
        store.clear()
        assert_same_tree(held, TREE)
        del held


def test_a_folder_in_the_place_of_a_manifest_is_set_aside_not_deleted(tmp_path: Path) -> None:
    (tmp_path / "unet.manifest").mkdir()
    (tmp_path / "unet.manifest" / "mine.txt").write_text("mine")
    with store_in(tmp_path) as store:
        assert store.get(KEY) is None
        store.put_tree(KEY, TREE)
        assert_same_tree(store.get_tree(KEY), TREE)
    (aside,) = (tmp_path / ".larder" / "in-the-way").iterdir()
    assert (aside / "mine.txt").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the other process is a fork")
def test_a_reader_never_fails_while_another_process_replaces_the_tree(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.put_tree(KEY, {"a": np.full(100, 0), "b": np.full(3, 0)})
    child = os.fork()
    if child == 0:
        try:
            with store_in(tmp_path) as store:
                for number in range(1, 150):
                    store.put_tree(KEY, {"a": np.full(100, number), "b": np.full(3, number)})
        except BaseException:
            os._exit(1)
        os._exit(0)
    seen = set()
    with store_in(tmp_path) as store:
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            found = store.get(KEY)
            assert found is not None
            numbers = set(found["a"].tolist()) | set(found["b"].tolist())
            assert len(numbers) == 1
            seen |= numbers
        assert store.damage_count == 0
        assert store.stats().temporaries == 0
    assert len(seen) > 1


def test_the_manifest_names_each_leafs_digest(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.put_tree(KEY, TREE)
    nodes = json.loads((tmp_path / "unet.manifest").read_bytes())["nodes"]
    assert [len(node[6]) for node in nodes if len(node) > 2] == [32, 32]
