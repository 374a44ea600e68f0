"""A trainer saves its index at any moment of a write of ours: its save is never lost."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.errors import StalePlanError
from larder.core.files.file_stamp import stamp
from larder.core.stores.index_rewrite import IndexEdit, rewrite_index
from tests.support.meanwhile import TrainerAtWork, interrupted_at

SAVES = {"final": TrainerAtWork.save, "flush": TrainerAtWork.flush,
         "restart": TrainerAtWork.save_and_start_again}


@pytest.fixture(autouse=True)
def no_flushing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here loses power; what stands in for a flush is a moment all the same."""
    monkeypatch.setattr(os, "fsync", os.fstat)


def row(digest: str) -> dict[str, Any]:
    return {"filename": "x.png", "hash": digest, "mtime": 1.5, "modeltype": "M",
            "variants": {"_": {"cache_file": digest[:12]}}}


@pytest.fixture
def template(tmp_path: Path) -> Path:
    store = tmp_path / "template"
    store.mkdir()
    rows = {f"{name}.png": row(name * 16) for name in "abc"}
    (store / "cache.json").write_text(json.dumps({
        "version": 3, "entries": rows,
        "hash_index": {of["hash"]: [key] for key, of in rows.items()}}, indent=2))
    return store


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES.keys())
def test_a_save_at_any_moment_of_an_edit_stays(
    template: Path, save: Callable[[TrainerAtWork], None], times: int
) -> None:
    outcomes = set()
    moment, lost = 0, []
    while True:
        store = template.with_name(f"{moment}")
        shutil.copytree(template, store)
        trainer = TrainerAtWork(store)
        expected = stamp(store / "cache.json").without_ctime()
        told = False

        def edit(store: Path = store, expected: Any = expected) -> None:
            rewrite_index(store, IndexEdit(drop=frozenset({"a.png"})), expected=expected,
                          backup=store / "cache.json.bak")
        try:
            came = interrupted_at(moment, edit, lambda: save(trainer), times=times)
        except StalePlanError:
            came = told = True
        entries = json.loads((store / "cache.json").read_bytes())["entries"]
        if not {"b.png", "c.png", *trainer.rows} <= entries.keys():
            lost.append(moment)
        outcomes.add((told, "a.png" in entries))
        if not came:
            break
        moment += 1
    print(moment, lost, outcomes)
    assert not lost
