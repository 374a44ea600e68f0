"""A prune takes what was not used for long, then the least recently used over a budget."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.clean.plan import CleanPlan, CleanReason
from larder.core.clean.plan_prune import PruneRules, clear_plan, prune_plan
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.stores.records import RecordedSource, note_sources
from larder.core.stores.use_log import UseLine, UseLog
from larder.core.stores.values.uses import read_uses
from larder.core.workspace.open_workspace import StoreKind, open_workspace
from tests.support.cleaning import applied, ticked, undone
from tests.support.value_caches import (
    audio_entry,
    contents,
    dlm_store,
    tokens_entry,
    tokens_manifest,
    tree_entry,
    vision_entry,
)

DAY = 24 * 3600.0


def pruned(root: Path, *stores: str, **rules: object) -> CleanPlan:
    return run_to_end(prune_plan(
        open_workspace(root), PruneRules(**rules), stores=stores, now_ns=time.time_ns(),
        token=CancelToken()))


def reasons(plan: CleanPlan) -> dict[str, str]:
    return {
        name: CleanReason(code).name_in_contract
        for name, code in zip(plan.payloads, plan.reason.tolist(), strict=True)}


def written(root: Path, name: str, *, days_ago: float) -> str:
    then = time.time_ns() - int(days_ago * DAY * 1e9)
    os.utime(root / name, ns=(then, then))
    return name


def test_what_was_not_used_for_long_goes_and_comes_back(tmp_path: Path) -> None:
    root = tmp_path / "vl-cache"
    old = written(root, vision_entry(root, 0), days_ago=100)
    written(root, vision_entry(root, 1), days_ago=10)
    before = contents(root)
    found = pruned(root, older_than_s=90 * DAY)
    assert reasons(found) == {old: "aged"}
    assert found.age_s[0] == pytest.approx(100 * DAY, abs=5)
    assert found.notes == ()
    assert applied(found).quarantined.files == 1
    assert len(contents(root)) == 1
    undone(found)
    assert contents(root) == before


def test_the_file_a_payload_was_made_from_is_named(tmp_path: Path) -> None:
    root = tmp_path / "vl-cache"
    known = written(root, vision_entry(root, 0), days_ago=100)
    written(root, vision_entry(root, 1), days_ago=99)
    note_sources(root, [RecordedSource(name=known, source="/train/a.png", size=1, mtime_ns=1)])
    sources = [("/train/a.png",), ()]
    plan = pruned(root, older_than_s=90 * DAY)
    assert [plan.sources_of(item) for item in range(2)] == sources
    plan = run_to_end(clear_plan(
        open_workspace(root), now_ns=time.time_ns(), token=CancelToken()))
    assert sorted(plan.sources_of(item) for item in range(2)) == sorted(sources)


def test_the_originals_access_times_count_as_uses(tmp_path: Path) -> None:
    root = tmp_path / "tokenized-cache"
    first = written(root, tokens_entry(root, 0), days_ago=200)
    second = written(root, tokens_entry(root, 1), days_ago=5)
    now = time.time()
    tokens_manifest(root, {first: now - DAY, second: now - 100 * DAY})
    assert reasons(pruned(root, older_than_s=90 * DAY)) == {second: "aged"}


def test_over_a_budget_the_least_recently_used_go_across_stores(tmp_path: Path) -> None:
    vision, audio = tmp_path / "vl-cache", tmp_path / "audio-cache"
    names = {}
    for number, (root, write) in enumerate(
            [(vision, vision_entry), (audio, audio_entry), (vision, vision_entry)]):
        names[number] = written(root, write(root, number), days_ago=30 - number)
    sizes = [(vision / names[0]).stat().st_size, (audio / names[1]).stat().st_size,
             (vision / names[2]).stat().st_size]
    found = pruned(tmp_path, total_bytes=sizes[1] + sizes[2])
    assert reasons(found) == {names[0]: "over-budget"}
    assert reasons(pruned(tmp_path, total_bytes=sum(sizes))) == {}
    everything = pruned(tmp_path, total_bytes=1)
    assert sorted(everything.payloads) == sorted(names.values())
    of_vision = pruned(tmp_path, kind_bytes={StoreKind.VISION: sizes[2]})
    assert reasons(of_vision) == {names[0]: "over-budget"}


def test_age_is_judged_before_the_budget(tmp_path: Path) -> None:
    root = tmp_path / "vl-cache"
    names = [written(root, vision_entry(root, at), days_ago=100 - at) for at in range(4)]
    size = (root / names[0]).stat().st_size
    found = pruned(root, older_than_s=98.5 * DAY, total_bytes=size)
    assert reasons(found) == {
        names[0]: "aged", names[1]: "aged", names[2]: "over-budget"}


def test_unfinished_writes_go_with_a_prune_once_they_are_old(tmp_path: Path) -> None:
    root = tmp_path / "vl-cache"
    name = written(root, vision_entry(root, 0), days_ago=3)
    for nonce in ("00000000", "11111111"):
        (root / f"{name}.tmp.4711.{nonce}").write_bytes(b"half")
    written(root, f"{name}.tmp.4711.00000000", days_ago=2)
    found = pruned(root, older_than_s=90 * DAY)
    assert ticked(found) == [f"{name}.tmp.4711.00000000"]
    assert len(found) == 2


def test_trees_are_pruned_whole(tmp_path: Path) -> None:
    root = tmp_path / "weights"
    for number, stem in enumerate(["old", "new"]):
        tree_entry(root, stem, {"a": np.arange(9.0)})
        for file in (f"{stem}.manifest", f"{stem}.data"):
            written(root, file, days_ago=100 - 50 * number)
    before = contents(root)
    found = pruned(root, older_than_s=90 * DAY)
    assert found.payloads == ["old"]
    assert int(found.bytes[0]) == sum(
        (root / f"old.{end}").stat().st_size for end in ("manifest", "data"))
    applied(found)
    assert sorted(contents(root)) == ["new.data", "new.manifest"]
    undone(found)
    assert contents(root) == before


def test_a_trainers_caches_are_passed_over_with_a_sentence(fixture_workspace) -> None:
    folder = fixture_workspace("sdxl_clean")
    root = folder / "workspace-cache" / "run" / "pixels"
    written(root, vision_entry(root, 0), days_ago=100)
    found = pruned(folder, older_than_s=90 * DAY)
    assert list(reasons(found).values()) == ["aged"]
    assert [note.split()[1] for note in found.notes] == ["image", "text"]
    assert "does not record when" in found.notes[0]
    with pytest.raises(UserFacingError, match="does not record when"):
        pruned(folder, "image", older_than_s=90 * DAY)


def test_a_store_that_is_not_there_is_named(tmp_path: Path) -> None:
    dlm_store(tmp_path / "doc")
    with pytest.raises(UserFacingError, match="There is no cache 'pictures'"):
        pruned(tmp_path / "doc", "pictures", older_than_s=1.0)


@given(
    ages=st.lists(st.integers(min_value=1, max_value=400), min_size=1, max_size=12, unique=True),
    budget=st.integers(min_value=0, max_value=12))
def test_what_stays_fits_the_budget_and_was_used_later_than_what_goes(
    tmp_path_factory: pytest.TempPathFactory, ages: list[int], budget: int
) -> None:
    root = tmp_path_factory.mktemp("vl")
    names = [written(root, vision_entry(root, at), days_ago=age) for at, age in enumerate(ages)]
    size = (root / names[0]).stat().st_size
    found = pruned(root, total_bytes=budget * size + size // 2)
    oldest_first = [name for _, name in sorted(zip(ages, names, strict=True), reverse=True)]
    assert found.payloads == oldest_first[:max(0, len(ages) - budget)]


def _looked_up(root: Path, kind: StoreKind, name: str, *, days_ago: float) -> int:
    """Write down that somebody looked a value up then; the time, nanoseconds since 1970."""
    then = time.time_ns() - int(days_ago * DAY * 1e9)
    log = UseLog(root, kind)
    with log.held():
        log.append(UseLine(used={name: then}, hits=1))
    return then


def test_what_an_undo_brings_back_was_last_used_when_it_was(tmp_path: Path) -> None:
    pixels, weights = tmp_path / "vl-cache", tmp_path / "weights"
    first, second = (
        written(pixels, vision_entry(pixels, number), days_ago=300) for number in range(2))
    tree_entry(weights, "old", {"a": np.arange(9.0)})
    for end in ("manifest", "data"):
        written(weights, f"old.{end}", days_ago=300)
    used = {
        first: _looked_up(pixels, StoreKind.VISION, first, days_ago=100),
        second: _looked_up(pixels, StoreKind.VISION, second, days_ago=200)}
    tree_used = _looked_up(weights, StoreKind.TREE, "old", days_ago=150)
    found = pruned(tmp_path, older_than_s=90 * DAY)
    assert len(found) == 3
    applied(found)
    assert read_uses(pixels, StoreKind.VISION).used == {}
    undone(found)
    assert read_uses(pixels, StoreKind.VISION).used == used
    assert read_uses(weights, StoreKind.TREE).used == {"old": tree_used}
    assert reasons(pruned(tmp_path, older_than_s=170 * DAY)) == {second: "aged"}


def test_a_use_after_the_undo_is_not_taken_back(tmp_path: Path) -> None:
    root = tmp_path / "vl-cache"
    name = written(root, vision_entry(root, 0), days_ago=300)
    _looked_up(root, StoreKind.VISION, name, days_ago=100)
    found = pruned(root, older_than_s=90 * DAY)
    applied(found)
    later = _looked_up(root, StoreKind.VISION, name, days_ago=1)
    undone(found)
    assert read_uses(root, StoreKind.VISION).used == {name: later}
