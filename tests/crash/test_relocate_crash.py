"""kill -9 at every step of renaming entries of a moved folder: all caches are renamed, or none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.index_writing import relocate
from larder.core.requests.options import RelocateOptions
from larder.core.requests.request import open_for
from larder.core.writes.quarantine.settle import recover
from larder.core.writes.undo import undo_clean
from tests.crash.test_clean_crash import STRIDE, Copies, state
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.killed import killed_at
from tests.support.source_building import SourceBuild, write_text
from tests.support.sweeps import Sweep

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill needs a fork")


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """Pictures and captions, whose folder has another name than the indexes say."""
    made = IndexedWorkspace.of_cats(tmp_path / "template", 3)
    made.add_payload("image", "cache.json.bak", b"{}")
    (made.root / "data/cats").rename(made.root / "data/kittens")
    return made.root


def renamed(workspace: Path) -> None:
    options = RelocateOptions(
        workspace=str(workspace / "training_presets/config.json"), old="data/cats",
        new=str(workspace / "data/kittens"), apply=True)
    run_to_end(relocate(open_for(options), options, CancelToken()))


def stores(workspace: Path) -> list[Path]:
    return [workspace / "workspace-cache/run" / name for name in ("image", "text")]


def has_new(workspace: Path) -> set[bool]:
    return {"data/kittens" in (store / "cache.json").read_text() for store in stores(workspace)}


def test_both_caches_are_renamed_or_neither_and_an_undo_brings_all_back(
    moved: Path, sweep: Sweep,
) -> None:
    outcomes = set()
    for step, workspace in Copies(moved, sweep.stride(STRIDE)):
        before = state(workspace)
        was_killed = killed_at(step, lambda workspace=workspace: renamed(workspace))
        for store in stores(workspace):
            recover(store)
        now = has_new(workspace)
        assert len(now) == 1, f"half of it after step {step}"
        outcomes |= now
        if now == {True}:
            run_to_end(undo_clean(stores(workspace), None, token=CancelToken()))
        assert state(workspace) == before, f"killed at step {step}"
        if not was_killed:
            break
    assert outcomes == {True, False}


def test_an_undo_killed_anywhere_is_finished(moved: Path, sweep: Sweep) -> None:
    for step, workspace in Copies(moved, sweep.stride(2 * STRIDE)):
        before = state(workspace)
        renamed(workspace)
        was_killed = killed_at(step, lambda workspace=workspace: run_to_end(
            undo_clean(stores(workspace), None, token=CancelToken())))
        for store in stores(workspace):
            recover(store)
        if has_new(workspace) != {False}:
            run_to_end(undo_clean(stores(workspace), None, token=CancelToken()))
        assert state(workspace) == before, f"killed at step {step}"
        if not was_killed:
            break


def test_records_of_values_are_renamed_or_what_they_were(tmp_path: Path, sweep: Sweep) -> None:
    made = SourceBuild.of(tmp_path)
    for number in range(3):
        write_text(made.sources, f"{number}.txt", f"row of {number}")
    made.build()
    new, folder = tmp_path / "renamed", made.store.folder
    made.sources.rename(new)
    options = RelocateOptions(
        workspace=str(folder.parent), old=str(made.sources), new=str(new), apply=True)
    record = folder / ".larder/sources.jsonl"
    before, step, was_killed = record.read_bytes(), 0, True
    while was_killed:
        was_killed = killed_at(step, lambda: run_to_end(
            relocate(open_for(options), options, CancelToken())))
        recover(folder)
        if record.read_bytes() != before:
            assert record.read_bytes().startswith(before)
            run_to_end(undo_clean([folder], None, token=CancelToken()))
        assert record.read_bytes() == before, f"killed at step {step}"
        step += sweep.stride(STRIDE)
