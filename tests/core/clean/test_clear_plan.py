"""A clear takes everything of a store with its index rows, and an undo brings all of it back."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from larder.core.clean.plan import CleanPlan
from larder.core.clean.plan_document import load_plan, save_plan
from larder.core.clean.plan_prune import clear_plan
from larder.core.errors import StoreBusyError, UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys.cache_keys import VisionKey
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.open_workspace import StoreKind, open_workspace
from tests.support.cleaning import applied, cut_lists, undone
from tests.support.value_caches import (
    PROCESSOR,
    blob,
    contents,
    date_back,
    dlm_store,
    tokens_entry,
    tokens_manifest,
    tree_entry,
)

CONFIG = Path("training_presets") / "config.json"


def cleared(root: Path, *stores: str) -> CleanPlan:
    return run_to_end(clear_plan(
        open_workspace(root), stores=stores, now_ns=time.time_ns(), token=CancelToken()))


def test_every_store_of_a_document_is_emptied_and_comes_back(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    tree_entry(root / "weights", "model", {"a": np.arange(9.0)})
    (root / "vl-cache" / "notes.txt").write_text("mine")
    date_back(root)
    before = contents(root)
    plan = cleared(root)
    assert plan.preselected.all()
    assert applied(plan).quarantined.files == 10  # the tree has two
    left = sorted(contents(root))
    assert [name for name in left if not name.startswith("blobs/")] == [
        "tokenized-cache/manifest.json", "vl-cache/notes.txt"]
    assert {store.id for store in open_workspace(root).stores} == {
        "audio-cache", "audio-waveform-cache", "tokenized-cache", "vl-cache", "weights"}
    undone(plan)
    assert contents(root) == before


def test_values_whose_lists_were_cut_come_back_into_their_shards(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    tree_entry(root / "weights", "model", {"a": np.arange(9.0)})
    date_back(root)
    before = contents(root)
    plan = cleared(root)
    applied(plan)
    cut = cut_lists(plan)
    assert cut > 3
    report = undone(plan)
    assert (report.not_restored, report.restored.files) == ((), 10)
    assert len(report.problems) == cut
    assert contents(root) == before


def test_a_store_whose_clear_was_broken_off_when_it_was_empty_is_known_and_brought_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = dlm_store(tmp_path / "doc")
    date_back(root)
    before = contents(root)
    plan = cleared(root, "audio-cache")

    def broken(record: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("larder.core.clean.clean_folder.close_clean", broken)
    with pytest.raises(KeyboardInterrupt):
        applied(plan)
    assert "audio-cache" in {store.id for store in open_workspace(root).stores}
    with pytest.raises(UserFacingError, match="no clean to undo"):
        undone(plan)  # it takes back what was broken off
    assert contents(root) == before


def test_only_the_named_stores_are_emptied(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    date_back(root)
    applied(cleared(root, "vl-cache"))
    assert not list((root / "vl-cache").glob("??/*.npz"))
    assert len(list((root / "audio-cache").rglob("*.npz"))) == 2


def test_an_image_cache_loses_its_payloads_and_all_its_rows(
    fixture_workspace: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = fixture_workspace("sdxl_clean")
    store = folder / "workspace-cache" / "run" / "image"
    date_back(folder)
    before = contents(folder)
    plan = cleared(folder, "image")
    save_plan(plan, tmp_path / "plan.json")
    report = applied(load_plan(tmp_path / "plan.json"))
    assert report.dropped == ()
    assert report.index_rows_dropped["image"] > 0
    assert not [path for path in store.glob("*.pt") if "sentinel" not in path.name]
    assert json.loads((store / "cache.json").read_bytes())["entries"] == {}
    undone(plan)
    assert contents(folder) == before


def test_unticking_a_payload_keeps_the_rows_that_name_it(
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sdxl_clean")
    store = folder / "workspace-cache" / "run" / "image"
    date_back(folder)
    plan = cleared(folder, "image")
    selected = plan.preselected.copy()
    kept = next(at for at in range(len(plan)) if plan.source_counts[at])
    selected[kept] = False
    applied(plan, selected=selected)
    assert (store / plan.payloads[kept]).is_file()
    assert sorted(json.loads((store / "cache.json").read_bytes())["entries"]) == sorted(
        plan.sources_of(kept))


def test_groups_of_the_older_trainer_go_whole(
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sd15_legacy_diskcache")
    date_back(folder)
    before = contents(folder)
    plan = cleared(folder)
    assert len(plan) > 0
    report = applied(plan)
    assert (report.dropped, report.failed) == ((), ())
    caches = folder / "workspace-cache" / "run"
    assert not list(caches.glob("*/*/variation-*"))
    undone(plan)
    assert contents(folder) == before


def test_a_trainer_at_work_keeps_its_cache(fixture_workspace: Callable[[str], Path]) -> None:
    folder = fixture_workspace("sdxl_clean")
    date_back(folder)
    plan = cleared(folder)
    payload = next((folder / "workspace-cache" / "run" / "image").glob("*_1.pt"))
    os.utime(payload)
    before = contents(folder)
    with pytest.raises(StoreBusyError):
        applied(plan)
    assert contents(folder) == before


def test_a_store_that_is_in_use_knows_what_went_and_what_came_back(tmp_path: Path) -> None:
    root = tmp_path / "pixels"
    values = {"pixel_values": np.ones((1, 3, 4, 4), np.float32)}
    keys = [VisionKey(blob(number), PROCESSOR, 4, 4) for number in range(3)]
    with ValuesStore(StoreKind.VISION, root, budget_bytes=10**6) as store:
        for key in keys:
            store.put(key, values)
        plan = cleared(root)
        applied(plan, even_if_busy=True)
        assert store.get(keys[0]) is None
        assert (store.stats().entries, store.stats().bytes) == (0, 0)
        undone(plan, even_if_busy=True)
        found = store.get(keys[0])
        assert found is not None
        assert (found["pixel_values"] == 1).all()
        assert store.stats().entries == 3


def test_a_manifest_that_names_files_outside_reaches_none_of_them(tmp_path: Path) -> None:
    root = tmp_path / "doc" / "tokenized-cache"
    name = tokens_entry(root, 1)
    tokens_manifest(root, {name: 1.7e9})
    manifest = json.loads((root / "manifest.json").read_bytes())
    victim = tmp_path / "doc" / "weights.npz"
    victim.write_bytes(b"mine")
    for row in manifest["entries"].values():
        row.update(shard="../..", filename="weights.npz")
    (root / "manifest.json").write_text(json.dumps(manifest))
    date_back(tmp_path)
    applied(cleared(tmp_path / "doc"))
    assert victim.read_bytes() == b"mine"
