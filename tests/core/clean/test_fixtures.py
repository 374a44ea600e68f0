"""Cleans of caches that the real trainer wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.clean.plan import CleanReason, HeldReason
from tests.support.cleaning import applied, planned, ticked, undone
from tests.support.indexed_cache import tree_state

STORES = Path("workspace-cache") / "run"


def reclaimable(workspace: Path) -> tuple[int, int]:
    plan = planned(workspace)
    return int(plan.preselected.sum()), int(plan.bytes[plan.preselected].sum())


@pytest.mark.parametrize("name", ["sdxl_clean", "sdxl_v2_index"])
def test_an_unchanged_cache_offers_nothing(
    fixture_workspace: Callable[[str], Path], name: str
) -> None:
    plan = planned(fixture_workspace(name))
    assert len(plan) == 0
    assert plan.rows_dropped(plan.preselected) == {}
    assert plan.held_back == ()


def test_the_drifted_cache_offers_five_files_and_what_each_is_for(
    fixture_workspace: Callable[[str], Path],
) -> None:
    plan = planned(fixture_workspace("sdxl_drifted"))
    assert (len(plan), int(plan.bytes.sum())) == (5, 30_971)
    by_store = {
        store.id: sorted(
            (plan.payloads[item], CleanReason(plan.reason[item]).name_in_contract)
            for item in range(len(plan)) if plan.store[item] == at)
        for at, store in enumerate(plan.stores)
    }
    assert by_store == {
        "image": [
            ("0123456789ab_128x128_1.pt", "unindexed"),
            ("ab7a067b9dd4_128x128_1.pt", "orphaned"),
            ("deadbeef0000_64x64_1.pt.4242.99.tmp", "temp-leftover")],
        "text": [("c55c04a0bf75_1.pt", "orphaned"), ("c55c04a0bf75_2.pt", "orphaned")],
    }
    in_image = plan.store == 0
    payloads = in_image & (plan.reason != CleanReason.TEMP_LEFTOVER)
    assert (int(payloads.sum()), int(plan.bytes[payloads].sum())) == (2, 13_954)
    assert int(plan.bytes[~in_image].sum()) == 17_010
    assert plan.preselected.all()
    assert plan.rows_dropped(plan.preselected) == {
        "image": ["data/portraits/sub/img_009.jpg"], "text": ["data/objects/img_018.txt"]}


def test_planning_writes_nothing_in_the_stores(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    before = tree_state(workspace)
    folders = [path.stat().st_mtime_ns for path in sorted(workspace.rglob("*"))]
    planned(workspace)
    assert tree_state(workspace) == before
    assert [path.stat().st_mtime_ns for path in sorted(workspace.rglob("*"))] == folders
    assert not list(workspace.rglob(".larder"))


def test_a_clean_takes_what_the_plan_shows_and_leaves_nothing_reclaimable(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    before = tree_state(workspace)
    plan = planned(workspace)
    report = applied(plan)
    assert (report.quarantined.files, report.quarantined.bytes) == (5, 30_971)
    assert report.dropped == report.failed == ()
    assert report.index_rows_dropped == {"image": 1, "text": 1}
    gone = {name for name in before if name not in tree_state(workspace)}
    assert gone == {
        str(STORES / plan.stores[plan.store[item]].id / plan.payloads[item])
        for item in range(len(plan))}
    assert reclaimable(workspace) == (0, 0)


def test_undo_brings_every_byte_and_date_back(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    before = tree_state(workspace)
    plan = planned(workspace)
    report = applied(plan)
    undo = undone(plan, report.undo)
    assert tree_state(workspace) == before
    assert (undo.restored.files, undo.restored.bytes, undo.index_rows_restored) == (5, 30_971, 2)
    assert undo.index_merged == undo.not_restored == ()
    assert reclaimable(workspace) == (5, 30_971)


def test_the_written_indexes_differ_from_the_old_by_the_dropped_rows_only(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    stores = [workspace / STORES / name for name in ("image", "text")]
    before = [json.loads((store / "cache.json").read_text()) for store in stores]
    contents = json.loads((stores[1] / "content_index.json").read_text())
    plan = planned(workspace)
    applied(plan)
    for store, index in zip(stores, before, strict=True):
        (dropped,) = plan.rows_dropped(plan.preselected)[store.name]
        del index["hash_index"][index["entries"].pop(dropped)["hash"]]
        assert (store / "cache.json").read_text() == json.dumps(index, indent=2)
    contents["entries"] = {
        digest: name for digest, name in contents["entries"].items()
        if not name.startswith("c55c04a0bf75")}
    assert (stores[1] / "content_index.json").read_text() == json.dumps(
        contents, separators=(",", ":"))


def test_with_the_pictures_away_nothing_is_ticked_and_all_entries_are_held_back(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    (workspace / "data").rename(workspace / "elsewhere")
    plan = planned(workspace)
    assert not plan.preselected[plan.reason != CleanReason.TEMP_LEFTOVER].any()
    assert plan.rows_dropped(plan.preselected) == {}
    assert {held.reason for held in plan.held_back} == {HeldReason.SOURCE_UNREACHABLE}
    entries = {store: sum(held.entries for held in plan.held_back if held.store == store)
               for store in ("image", "text")}
    assert entries == {"image": 21, "text": 21}


def test_pictures_declared_gone_for_good_become_orphans(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    for path in (workspace / "data").rglob("*"):
        if path.is_file():
            path.unlink()
    assert not any(name.endswith(".pt") for name in ticked(planned(workspace)))
    plan = planned(workspace, gone=[workspace / "data"])
    assert plan.held_back == ()
    assert len(plan.rows_dropped(plan.preselected)["image"]) == 21


def test_the_older_layout_offers_only_groups_that_serve_wrong_payloads_and_ticks_none(
    fixture_workspace: Callable[[str], Path],
) -> None:
    plan = planned(fixture_workspace("sd15_legacy_diskcache"))
    assert {payload[:8] for payload in plan.payloads} == {"b806de2d", "061619ea"}
    assert not plan.preselected.any()


def test_a_released_group_goes_and_comes_back_whole(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sd15_legacy_diskcache")
    concepts = workspace / "training_concepts" / "concepts.json"
    listed = json.loads(concepts.read_text())
    concepts.write_text(json.dumps(listed[:1]))
    before = tree_state(workspace / STORES)
    plan = planned(workspace)
    groups = plan.reason == CleanReason.LEGACY_GROUP
    assert groups.any()
    assert not plan.preselected.any()
    assert all(item in plan.why for item in range(len(plan)))
    report = applied(plan, selected=groups)
    assert report.quarantined.files == int(plan.files[groups].sum()) == 16
    assert report.quarantined.bytes == int(plan.bytes[groups].sum())
    assert all(not (plan.stores[plan.store[item]].folder / plan.payloads[item]).exists()
               for item in range(len(plan)))
    assert undone(plan, report.undo).not_restored == ()
    assert tree_state(workspace / STORES) == before
