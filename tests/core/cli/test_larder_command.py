"""The command's contract: verbs, documents, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.jobs import JobCancelled
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state

Larder = Callable[..., Any]
Workspace = Callable[[str], Path]

CONFIG = "training_presets/config.json"
STORES = "workspace-cache"


@pytest.fixture
def drifted(fixture_workspace: Workspace) -> Path:
    return fixture_workspace("sdxl_drifted")


def test_a_survey_prints_the_document_of_the_contract_and_nothing_else(
    larder: Larder, drifted: Path
) -> None:
    ran = larder("survey", drifted / CONFIG, "--json")
    assert ran.code == 0
    assert ran.err == ""
    document = ran.document
    assert document["schema"] == "larder.survey/1"
    assert document["workspace"] == {
        "root": str(drifted), "config": str(drifted / CONFIG),
        "model_type": "STABLE_DIFFUSION_XL_10_BASE", "depth": "stat", "symlinks": "skipped",
        "layouts": ["cache.json"], "emptied_at_start": False}
    image, text = document["stores"]
    assert (image["id"], image["kind"], image["path"], image["index_version"]) == (
        "image", "smart-image", "workspace-cache/run/image", 3)
    assert image["busy"] is None
    assert image["entries"] == 21
    assert image["payload_files"] == 30
    assert image["reclaimable"] == {"files": 3, "bytes": 13961}
    assert text["reclaimable"] == {"files": 2, "bytes": 17010}
    assert image["verdicts"]["source-missing"] == 2
    assert image["payload_verdicts"]["temp-leftover"] == 1
    portraits = document["concepts"][0]
    assert (portraits["name"], portraits["enabled"], portraits["samples"]) == (
        "portraits", True, 11)
    assert portraits["stores"]["image"] == {
        "wanted": 11, "covered": 8, "stale": 1, "missing": 2, "gone": 1, "renamed": 0, "offline": 0,
        "bytes": 83047}
    edited, = [item for item in document["items"]
               if item["source"] == "data/portraits/sub/photo_010.png"]
    assert edited == {
        "store": "image", "source": "data/portraits/sub/photo_010.png",
        "verdict": "content-changed",
        "why": edited["why"],
        "details": "Content hash b53c425ac38a9300, cached: 6f920d7f12e4ab61",
        "payloads": ["6f920d7f12e4_128x192_1.pt"], "bytes": 9089, "also": [], "remedy": "build",
        "advice": "larder build: encode it again. Otherwise the trainer encodes it again at its "
                  "next start, unless it stops at a source file that was not opened yet."}
    assert edited["why"].startswith("Edited on 2023-11-20 ")
    assert edited["why"].endswith(", after it was cached")
    assert "unused" not in {item["verdict"] for item in document["items"]}
    unindexed, = [item for item in document["payload_items"] if item["verdict"] == "unindexed"]
    assert unindexed["payload"] == "0123456789ab_128x128_1.pt"
    assert unindexed["bytes"] == 6977
    assert document["problems"] == []
    assert document["elapsed_s"] > 0


def test_all_lists_valid_items_too(larder: Larder, drifted: Path) -> None:
    document = larder("survey", drifted / CONFIG, "--json", "--all").document
    assert len(document["items"]) == 46
    assert {"valid", "unused"} <= {item["verdict"] for item in document["items"]}


def test_a_plan_is_the_document_of_the_contract_and_planning_writes_nothing(
    larder: Larder, drifted: Path
) -> None:
    before = tree_state(drifted, leave_out="")
    document = larder("plan", "clean", drifted / CONFIG, "--json").document
    assert document["schema"] == "larder.clean-plan/1"
    assert (document["files"], document["bytes"]) == (5, 30971)
    groups = {group["reason"]: group for group in document["groups"]}
    assert groups["orphaned"]["preselected"] is True
    assert (groups["orphaned"]["files"], groups["orphaned"]["bytes"]) == (3, 23987)
    item = groups["orphaned"]["items"][0]
    assert item.items() >= {
        "store": "image", "payload": "ab7a067b9dd4_128x128_1.pt", "bytes": 6977,
        "sources": ["data/portraits/sub/img_009.jpg"], "preselected": True, "why": None}.items()
    assert document["index_rows_dropped"] == {
        "image": ["data/portraits/sub/img_009.jpg"], "text": ["data/objects/img_018.txt"]}
    assert document["stamps"].keys() == {"image", "text"}
    assert document["held_back"] == []
    assert tree_state(drifted, leave_out="") == before


def test_clean_apply_and_undo_through_files_and_ids(
    larder: Larder, drifted: Path, tmp_path: Path
) -> None:
    before = tree_state(drifted / STORES)
    plan = tmp_path / "plan.json"
    assert larder("plan", "clean", drifted / CONFIG, "--out", plan).code == 0
    applied = larder("apply", plan, "--json")
    assert applied.code == 0
    report = applied.document
    assert report["schema"] == "larder.clean-report/1"
    assert report["quarantined"] == {"files": 5, "bytes": 30971}
    assert larder("plan", "clean", drifted / CONFIG, "--json").document["files"] == 0
    listed = larder("quarantine", drifted / CONFIG, "list", "--json").document
    assert sum(one["files"] for one in listed["quarantines"]) == 5
    assert larder("undo", drifted / CONFIG, report["undo"]).code == 0
    assert tree_state(drifted / STORES) == before


def test_clean_with_apply_does_both_steps_and_delete_frees_at_once(
    larder: Larder, drifted: Path
) -> None:
    report = larder("clean", drifted / CONFIG, "--delete", "--apply", "--json").document
    assert report["deleted"] == {"files": 5, "bytes": 30971}
    assert report["undo"] is None
    assert larder("undo", drifted / CONFIG).code == 0


def test_a_clean_of_one_reason_takes_only_that_group(larder: Larder, drifted: Path) -> None:
    document = larder(
        "plan", "clean", drifted / CONFIG, "--reason", "temp-leftover", "--json").document
    assert [group["reason"] for group in document["groups"]] == ["temp-leftover"]
    assert document["index_rows_dropped"] == {}


def test_a_plan_is_stale_once_the_index_changed(
    larder: Larder, drifted: Path, tmp_path: Path
) -> None:
    plan = tmp_path / "plan.json"
    larder("plan", "clean", drifted / CONFIG, "--out", plan)
    index = drifted / STORES / "run/image/cache.json"
    index.write_text(index.read_text() + "\n")
    back_date(index)
    ran = larder("apply", plan)
    assert ran.code == 3
    assert "Traceback" not in ran.err


def test_a_trainer_at_work_stops_an_apply_unless_overridden(
    larder: Larder, drifted: Path
) -> None:
    os.utime(drifted / STORES / "run/image/cache.json")
    ran = larder("clean", drifted / CONFIG, "--apply")
    assert ran.code == 3
    assert "--even-if-busy" in ran.err
    assert larder("survey", drifted / CONFIG, "--json").document["stores"][0]["busy"]
    assert larder("clean", drifted / CONFIG, "--apply", "--even-if-busy").code == 0


def test_items_that_changed_since_the_plan_are_left_and_the_exit_code_is_1(
    larder: Larder, drifted: Path, tmp_path: Path
) -> None:
    plan = tmp_path / "plan.json"
    larder("plan", "clean", drifted / CONFIG, "--out", plan)
    changed = drifted / STORES / "run/image/0123456789ab_128x128_1.pt"
    changed.write_bytes(b"a trainer wrote it again")
    back_date(changed)
    ran = larder("apply", plan, "--json")
    assert ran.code == 1
    assert [item["payload"] for item in ran.document["dropped"]] == [changed.name]
    assert ran.document["quarantined"]["files"] == 4
    assert changed.exists()


@pytest.mark.parametrize(("content", "said"), [
    ('{"model_type": ', "line"), ('["not a config"]', "config"), (None, "nothing at"),
    ('{"model_type": [5]}', "model_type"),
])
def test_an_unreadable_workspace_is_one_sentence_and_exit_code_2(
    larder: Larder, tmp_path: Path, content: str | None, said: str
) -> None:
    config = tmp_path / "config.json"
    if content is not None:
        config.write_text(content)
    ran = larder("survey", config)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_a_missing_concept_folder_is_a_finding_and_the_rest_is_surveyed(
    larder: Larder, tmp_path: Path
) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept("there")
    made.add_concept("missing")
    made.add_picture("data/there/a.png")
    (made.root / "data/missing").rmdir()
    ran = larder("survey", made.write(stores=("image",)), "--json")
    assert ran.code == 0
    assert ran.document["stores"][0]["verdicts"] == {"valid": 1}
    assert any("missing" in problem["problem"] for problem in ran.document["problems"])


def test_an_unknown_model_type_is_surveyed_with_one_sentence(
    larder: Larder, tmp_path: Path
) -> None:
    made = IndexedWorkspace(tmp_path / "ws", config={"model_type": "NOT_YET_KNOWN"})
    made.add_concept()
    made.add_picture("data/cats/a.png", modeltype="NOT_YET_KNOWN")
    ran = larder("survey", made.write(stores=("image",)), "--json")
    assert ran.code == 0
    assert ran.document["stores"][0]["verdicts"] == {"valid": 1}
    assert ["resolutions cannot be judged" in one["problem"] for one in ran.document["problems"]]


@pytest.mark.parametrize("arguments", [
    ["survey"], ["no-such-verb"], ["survey", "x", "--depth", "deep"],
    ["plan", "clean", "x", "--reason", "dust"], ["survey", "x", "--map", "nonsense"],
])
def test_bad_usage_is_exit_code_2_without_a_traceback(
    larder: Larder, arguments: list[str]
) -> None:
    ran = larder(*arguments)
    assert ran.code == 2
    assert "Traceback" not in ran.err


def test_a_cancelled_survey_is_exit_code_130(
    larder: Larder, drifted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancelled(*_: object, **__: object) -> None:
        raise JobCancelled

    monkeypatch.setattr("larder.core.cli.running.run_to_end", cancelled)
    assert larder("survey", drifted / CONFIG).code == 130


def test_a_path_map_is_remembered_for_its_workspace(larder: Larder, tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept("cats")
    made.add_picture("data/cats/a.png")
    made.rows["image"] = {
        "D:\\train\\" + key.replace("/", "\\"): row for key, row in made.rows["image"].items()}
    made.concepts[0]["path"] = "D:\\train\\data\\cats"
    config = made.write(stores=("image",))

    def verdicts(*options: object) -> dict[str, int]:
        return larder("survey", config, "--json", *options).document["stores"][0]["verdicts"]

    assert verdicts() == {"source-unreachable": 1}
    assert verdicts("--map", f"D:\\train={made.root}") == {"valid": 1}
    assert verdicts() == {"valid": 1}


def test_touch_and_readopt_plan_first_and_write_with_apply(
    larder: Larder, drifted: Path
) -> None:
    before = tree_state(drifted, leave_out="")
    assert larder("touch", drifted / CONFIG, "--json").document["entries"] == 1
    assert larder("readopt", drifted / CONFIG, "--json").document["payloads"] == 4
    assert tree_state(drifted, leave_out="") == before
    assert larder("touch", drifted / CONFIG, "--apply", "--json").document["entries"] == 1
    assert larder("readopt", drifted / CONFIG, "--apply", "--json").document["payloads"] == 4
    image, text = larder("survey", drifted / CONFIG, "--json").document["stores"]
    assert "touched" not in image["verdicts"]
    assert "re-adoptable" not in {**image["payload_verdicts"], **text["payload_verdicts"]}
    assert image["reclaimable"]["files"] + text["reclaimable"]["files"] == 5


def test_the_sample_workspace_is_made_once_and_surveyed_by_its_folder(
    larder: Larder, tmp_path: Path
) -> None:
    made = larder("demo", tmp_path / "sample", "--json").document
    assert larder("demo", tmp_path / "sample", "--json").document == made
    document = larder("survey", tmp_path / "sample", "--json").document
    assert document["workspace"]["model_type"] == "LARDER_PATCH_MEANS"
    assert sum(store["reclaimable"]["files"] for store in document["stores"]) > 0


def test_inspect_shows_arrays_and_refuses_damage_in_one_sentence(
    larder: Larder, drifted: Path
) -> None:
    store = drifted / STORES / "run/image"
    document = larder("inspect", store / "58566d1bcb05_128x128_1.pt", "--json").document
    latent, = document["arrays"]
    assert (latent["name"], latent["dtype"], latent["shape"], latent["bytes"]) == (
        "latent_image", "float32", [4, 16, 16], 4096)
    assert len(latent["sha256"]) == 64
    assert len(latent["first_five"]) == 5
    damaged = larder("inspect", store / "dc35e8fcd57f_64x192_1.pt")
    assert damaged.code == 2
    assert len(damaged.err.strip().splitlines()) == 1


def test_file_names_that_are_no_text_survive_json(larder: Larder, tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    made.add_picture("data/cats/a.png")
    os.rename(os.fsencode(made.root / "data/cats/a.png"),
              os.fsencode(made.root / "data/cats") + b"/caf\xe9.png")
    ran = larder("survey", made.write(stores=("image",)), "--json")
    assert ran.code == 0
    assert "data/cats/caf\udce9.png" in {item["source"] for item in ran.document["items"]}
    assert larder("survey", made.config_path).code == 0


WRITERS_AND_BUILDERS = (
    "torch", "transformers", "diffusers", "PySide6", "PIL", "numpy.ma", "filelock", "secrets",
    "random", "tempfile", "tomllib", "importlib.metadata", "larder.core.payloads",
    "larder.core.stores.cache_store", "larder.core.stores.indexed.index_rewrite",
    "larder.core.writes.quarantine", "larder.core.clean.clean", "larder.core.writes.transaction",
    "larder.core.compare", "larder.core.demo", "larder.core.files.store_lock")
"""What a survey of known trainer caches has no use for; each once cost it milliseconds."""


@pytest.mark.usefixtures("nothing_is_too_fresh")
def test_a_survey_again_loads_nothing_that_builds_writes_or_decodes(
    larder: Larder, drifted: Path
) -> None:
    larder("survey", drifted / CONFIG)
    script = (
        "import sys\n"
        "from larder.core.cli.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)\n")
    ran = subprocess.run(
        [sys.executable, "-c", script, "survey", str(drifted / CONFIG), "--json"],
        capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["schema"] == "larder.survey/1"
    loaded = set(ran.stderr.split())
    assert not loaded.intersection(WRITERS_AND_BUILDERS)
    for room, needed in (
        ("build", {"left_to_trainer", "scope"}),
        ("encoders", {"catalogue", "protocol", "text_families", "text_stages"}),
    ):
        prefix = f"larder.core.{room}."
        assert {name.removeprefix(prefix) for name in loaded if name.startswith(prefix)} <= needed


def test_ctrl_c_stops_after_the_item_in_hand(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    made.add_picture("data/cats/a.png")
    config = made.write(stores=("image",))
    script = (
        "import os, signal, sys\n"
        "from larder.core.survey.indexed import join as survey_join\n"
        "real = survey_join.join_store\n"
        "def interrupted(*args, **options):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return (yield from real(*args, **options))\n"
        "import larder.core.survey.indexed.store as module\n"
        "module.join_store = interrupted\n"
        "from larder.core.cli.__main__ import main\n"
        "main()\n")
    began = time.monotonic()
    ran = subprocess.run(
        [sys.executable, "-c", script, "survey", str(config)],
        capture_output=True, text=True, check=False)
    assert ran.returncode == 130
    assert "Traceback" not in ran.stderr
    assert time.monotonic() - began < 60


def test_what_is_behind_a_sentence_can_be_seen(
    larder: Larder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.json"
    config.write_text("{")
    plain = larder("survey", config)
    assert (plain.code, "Traceback" in plain.err) == (2, False)
    monkeypatch.setenv("LARDER_TRACEBACK", "1")
    ran = larder("survey", config)
    assert ran.code == 2
    assert "Traceback" in ran.err
    assert ran.err.endswith(plain.err)


@pytest.mark.parametrize("seconds", [15_000_000_000, -2_000_000_000])
def test_files_dated_beyond_what_64_bits_hold_are_judged_like_others(
    larder: Larder, drifted: Path, seconds: int
) -> None:
    """Files dated 2445 or 1906, by a damaged drive or a wrong clock, are judged like others."""
    def judged() -> dict[str, Any]:
        document = larder("survey", drifted / CONFIG, "--json", "--depth", "payload").document
        return {store["id"]: store["verdicts"] for store in document["stores"]}

    before = judged()
    payloads = list((drifted / "workspace-cache/run").rglob("*.pt"))
    for path in payloads:
        os.utime(path, (seconds, seconds))
    if payloads[0].stat().st_mtime != seconds:
        pytest.skip("the drive knows no such dates")
    assert judged() == before
    moved = larder("clean", drifted / CONFIG, "--apply", "--json", "--reason", "orphaned")
    assert (moved.code, moved.document["failed"]) == (0, [])
    assert moved.document["quarantined"]["files"] > 0
    assert larder("undo", drifted / CONFIG).code == 0
    assert judged() == before


def test_the_version_is_printed_before_any_verb(larder: Larder) -> None:
    from larder.core import __version__

    ran = larder("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"larder {__version__}\n", "")
