"""Statistics of stores: contents counted from the files, lookups from the stores' records."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from larder.core.files.ascii_json import encode_ascii_json
from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys.cache_keys import VisionKey
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.queries.store_stats import store_stats
from larder.core.stores.indexed.store import IndexedStore
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.open_workspace import StoreKind, open_workspace
from tests.support.fixtures import REPOSITORY
from tests.support.value_caches import PROCESSOR, blob, contents, dlm_store, tree_entry


def counted(root: Path, *stores: str, budgets: Mapping[str, int] | None = None) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(encode_ascii_json(run_to_end(store_stats(
        open_workspace(root), stores=stores, budgets=budgets or {}, token=CancelToken()))))
    return document


def test_every_kind_is_counted_and_nothing_is_written(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    tree_entry(root / "weights", "model", {"a": np.arange(9.0)})
    before = contents(tmp_path)
    document = counted(root, budgets={"vision": 5000, "total": 10_000})
    stores = {store["id"]: store for store in document["stores"]}
    assert {name: store["entries"] for name, store in stores.items()} == {
        "audio-cache": 2, "audio-waveform-cache": 2, "tokenized-cache": 2, "vl-cache": 2,
        "weights": 1}
    on_disk = sum(path.stat().st_size for path in (root / "vl-cache").rglob("*.npz"))
    assert stores["vl-cache"]["bytes"] == on_disk
    assert stores["vl-cache"]["budget_bytes"] == 5000
    assert stores["vl-cache"]["hit_rate"] == 0.0
    assert document["total"]["entries"] == 9
    assert document["total"]["budget_bytes"] == 10_000
    assert contents(tmp_path) == before
    assert not list(tmp_path.rglob(".larder"))


def test_hits_and_misses_of_our_stores_are_told(tmp_path: Path) -> None:
    root = tmp_path / "pixels"
    with ValuesStore(StoreKind.VISION, root, budget_bytes=10**6) as store:
        key = VisionKey(blob(1), PROCESSOR, 4, 4)
        assert store.get(key) is None
        store.put(key, {"pixel_values": np.ones((1, 3, 4, 4), np.float32)})
        for _ in range(3):
            assert store.get(key) is not None
    (found,) = counted(root)["stores"]
    assert (found["hits"], found["misses"], found["hit_rate"]) == (3, 1, 0.75)
    assert found["budget_bytes"] == 10**6


def test_a_trainers_caches_are_counted_without_lookups(
    fixture_workspace: Callable[[str], Path],
) -> None:
    stores = {s["id"]: s for s in counted(fixture_workspace("sdxl_clean"))["stores"]}
    assert stores["image"]["entries"] > 0
    assert stores["image"]["bytes"] > 0
    assert stores["image"]["hits"] is None
    assert stores["image"]["hit_rate"] is None
    assert stores["image"]["can_prune"] is False


def test_numbered_folders_are_counted_by_sample_and_by_file(
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sd15_legacy_diskcache")
    for store in counted(folder)["stores"]:
        slots = list((folder / store["path"]).rglob("variation-*/[0-9]*.pt"))
        samples = {(slot.parent.parent, slot.name) for slot in slots}
        assert (store["entries"], store["payload_files"]) == (len(samples), len(slots)) != (2, 2)


def test_lookups_of_a_training_loop_in_a_trainers_cache_are_told(
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sdxl_clean")
    image = folder / "workspace-cache" / "run" / "image"
    names = (parse_indexed_name(path.name) for path in sorted(image.glob("*_1.pt")))
    name = next(name for name in names if name is not None)
    with IndexedStore(StoreKind.INDEXED_IMAGE, image) as store:
        assert store.get(name) is not None
    stores = {s["id"]: s for s in counted(folder)["stores"]}
    assert (stores["image"]["hits"], stores["image"]["misses"]) == (1, 0)
    assert stores["text"]["hits"] is None
    assert stores["image"]["last_used_ns"] > 0


def test_lookups_of_a_loop_that_ends_without_closing_its_store_are_told(tmp_path: Path) -> None:
    root = tmp_path / "pixels"
    key = VisionKey(blob(1), PROCESSOR, 4, 4)
    with ValuesStore(StoreKind.VISION, root) as store:
        store.put(key, {"pixel_values": np.ones((1, 3, 4, 4), np.float32)})
    loop = f"""
from pathlib import Path
from larder.core.keys.cache_keys import VisionKey
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind

store = ValuesStore(StoreKind.VISION, Path({str(root)!r}))
for _ in range(5):
    assert store.get(VisionKey({blob(1)!r}, {PROCESSOR!r}, 4, 4)) is not None
"""
    subprocess.run([sys.executable, "-c", loop], cwd=REPOSITORY, check=True)
    (found,) = counted(root)["stores"]
    assert (found["hits"], found["misses"]) == (5, 0)


def test_where_nothing_can_be_counted_no_total_is_made_up(
    fixture_workspace: Callable[[str], Path],
) -> None:
    document = counted(fixture_workspace("sdxl_clean"))
    assert document["total"]["hits"] is document["total"]["misses"] is None
    assert document["total"]["hit_rate"] is None
    assert all("trainer does not record lookups" in store["note"] for store in document["stores"])


def test_only_named_stores_are_counted(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    assert [store["id"] for store in counted(root, "vl-cache")["stores"]] == ["vl-cache"]
