"""Surveys of caches that the real trainer wrote, compared with what was done to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.survey.report import Depth
from tests.support.fixtures import fixtures_folder
from tests.support.indexed_cache import tree_state
from tests.support.surveying import (
    drifted,
    loose_payloads,
    payload_verdicts,
    run_survey,
    store_of,
    verdicts,
    why,
)

Workspace = Callable[[str], Path]

CONFIG = Path("training_presets/config.json")

FOLLOWS_FROM_DRIFT = {
    "data/objects/renamed_shot_017.txt": "missing-entry",
    "data/objects/shot_017.txt": "source-missing",
    "data/portraits/brand_new.txt": "missing-entry",
    "data/portraits/sub/img_009.txt": "unused",
}
"""Captions of the renamed, the new and the deleted picture."""


@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize("name", ["sdxl_clean", "sdxl_v2_index"])
def test_everything_the_trainer_built_is_valid(
    fixture_workspace: Workspace, name: str, depth: Depth
) -> None:
    report = run_survey(fixture_workspace(name) / CONFIG, depth=depth)
    for store in ("image", "text"):
        assert drifted(report, store) == {}
        assert set(payload_verdicts(report, store).values()) == {"referenced", "sentinel"}
    assert report.problems == ()


@pytest.mark.parametrize("depth", list(Depth))
def test_each_drift_gets_its_verdict_and_nothing_else_is_less_than_valid(
    fixture_workspace: Workspace, depth: Depth
) -> None:
    truth = json.loads((fixtures_folder() / "sdxl_drifted.truth.json").read_text())
    expected = {
        source: verdict.partition(":")[0]
        for source, verdict in truth["drift"].items() if not source.startswith("payload:")}
    for source, verdict in list(expected.items()):
        if verdict == "content-changed-same-mtime":
            expected[source] = "content-changed" if depth is not Depth.STAT else "valid"
        if verdict == "corrupt-payload" and depth is not Depth.PAYLOAD:
            expected[source] = "valid"
    expected.update(FOLLOWS_FROM_DRIFT)
    report = run_survey(fixture_workspace("sdxl_drifted") / CONFIG, depth=depth)
    found = {**drifted(report, "image"), **drifted(report, "text")}
    assert found == {
        source: verdict for source, verdict in expected.items() if verdict != "valid"}


def test_a_renamed_pictures_payloads_are_re_adoptable_and_a_deleted_ones_orphaned(
    fixture_workspace: Workspace,
) -> None:
    report = run_survey(fixture_workspace("sdxl_drifted") / CONFIG)
    assert loose_payloads(report, "image") == {
        "6e0f1d9afae9_128x192_1.pt": "re-adoptable",
        "6e0f1d9afae9_128x192_2.pt": "re-adoptable",
        "ab7a067b9dd4_128x128_1.pt": "orphaned",
        "0123456789ab_128x128_1.pt": "unindexed",
        "deadbeef0000_64x64_1.pt.4242.99.tmp": "temp-leftover",
    }
    assert loose_payloads(report, "text") == {
        "65453d3fadf1_1.pt": "re-adoptable",
        "65453d3fadf1_2.pt": "re-adoptable",
        "c55c04a0bf75_1.pt": "orphaned",
        "c55c04a0bf75_2.pt": "orphaned",
    }


def test_sentences_name_the_values_that_differ(fixture_workspace: Workspace) -> None:
    report = run_survey(fixture_workspace("sdxl_drifted") / CONFIG, depth=Depth.PAYLOAD)
    edited = why(report, "image", "data/portraits/sub/photo_010.png")
    assert edited.startswith("Edited on 2023-11-20 ")
    assert edited.endswith(
        ", after it was cached\nContent hash b53c425ac38a9300, cached: 6f920d7f12e4ab61")
    assert "0ac2448f9721_64x192_1.pt" in why(report, "image", "data/portraits/photo_007.png")
    assert "2023-11-14" in why(report, "image", "data/portraits/shot_002.webp")
    assert "dc35e8fcd57f_64x192_1.pt" in why(report, "image", "data/portraits/img_003.jpg")
    renamed = why(report, "image", "data/objects/renamed_shot_017.webp")
    assert renamed == (
        "Renamed: it was data/objects/shot_017.webp when it was cached\n"
        "Cached file with its content: 6e0f1d9afae9_128x192_1.pt")


def test_counted_bytes_equal_the_files(fixture_workspace: Workspace) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    report = run_survey(workspace / CONFIG)
    for store in ("image", "text"):
        folder = workspace / "workspace-cache" / "run" / store
        on_disk = {path.name: path.stat().st_size for path in folder.iterdir()
                   if ".pt" in path.name}
        files = store_of(report, store).payloads
        assert dict(zip(files.names, files.sizes.tolist(), strict=True)) == on_disk


@pytest.mark.parametrize("depth", list(Depth))
def test_a_survey_writes_nothing_below_the_workspace(
    fixture_workspace: Workspace, depth: Depth
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    before = tree_state(workspace, leave_out="")
    run_survey(workspace / CONFIG, depth=depth)
    assert tree_state(workspace, leave_out="") == before


def test_a_store_folder_alone_finds_its_root_and_judges_its_entries(
    fixture_workspace: Workspace,
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    report = run_survey(workspace / "workspace-cache" / "run" / "image")
    assert report.workspace.root == workspace
    found = drifted(report, "image")
    assert found["data/portraits/sub/photo_010.png"] == "content-changed"
    assert found["data/portraits/sub/img_009.jpg"] == "source-missing"
    # Without a config the renamed file is found beside the entries, and claims its payload.
    assert found["data/objects/renamed_shot_017.webp"] == "missing-entry"
    assert "unused" not in found.values()
    assert payload_verdicts(report, "image")["6e0f1d9afae9_128x192_1.pt"] == "re-adoptable"


def test_the_cache_folder_alone_finds_both_stores(fixture_workspace: Workspace) -> None:
    report = run_survey(fixture_workspace("sdxl_clean") / "workspace-cache")
    assert {store.location.id for store in report.stores} == {"image", "text"}
    assert set(verdicts(report, "image").values()) == {"valid"}
    assert set(verdicts(report, "text").values()) == {"valid"}


def test_moving_the_data_away_holds_every_entry_back(fixture_workspace: Workspace) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    (workspace / "data").rename(workspace.parent / "elsewhere")
    report = run_survey(workspace / CONFIG)
    for store in ("image", "text"):
        assert set(verdicts(report, store).values()) == {"source-unreachable"}
        assert "orphaned" not in payload_verdicts(report, store).values()
    assert len(report.problems) == 2
