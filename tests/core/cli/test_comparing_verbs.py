"""`larder diff`, `larder dups` and `larder assume`: documents, tables, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.support.indexed_cache import IndexedWorkspace, tree_state
from tests.support.photographs import photographs
from tests.support.released_building import cats, let_train

Larder = Callable[..., Any]
Workspace = Callable[[str], Path]

CONFIG = "training_presets/config.json"


@pytest.fixture
def clean(fixture_workspace: Workspace) -> Path:
    return fixture_workspace("sdxl_clean")


def other_config(folder: Path, **change: Any) -> Path:
    raw = json.loads((folder / CONFIG).read_text())
    path = folder / "training_presets" / "other.json"
    path.write_text(json.dumps(raw | change))
    return path


def test_diff_prints_the_document_of_the_contract_and_nothing_else(
    larder: Larder, clean: Path
) -> None:
    other = other_config(clean, resolution="192", learning_rate=1e-5)
    before = tree_state(clean)
    ran = larder("diff", clean / CONFIG, "--with", other, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.document
    assert (document["schema"], document["with"]) == ("larder.diff/1", str(other))
    assert document["config"] == str(clean / CONFIG)
    resolution, learning_rate = document["rows"]
    assert resolution["bytes"] > resolution["bytes_now"] > 0
    assert {key: resolution[key] for key in (
        "setting", "concept", "old", "new", "invalidates", "items", "seconds")} == {
        "setting": "resolution", "concept": "", "old": "128", "new": "192",
        "invalidates": "image", "items": 21, "seconds": None}
    assert (learning_rate["invalidates"], learning_rate["items"]) == ("nothing", 0)
    assert [row["items"] for row in document["totals"]] == [21]
    assert tree_state(clean) == before


def test_diff_prints_a_table_for_people(larder: Larder, clean: Path) -> None:
    other = other_config(clean, resolution="192", learning_rate=1e-5)
    ran = larder("diff", clean / CONFIG, "--with", other)
    lines = ran.out.splitlines()
    assert lines[0].split() == [
        "setting", "now", "then", "invalidates", "items", "size", "time", "why"]
    assert lines[2].startswith("resolution     128     192    image")
    assert lines[3].endswith("It does not affect what is cached")
    assert "In total: 21 items of the image cache to build" in lines[-2]
    assert lines[-1].startswith("A build with it has to encode ")


def test_diff_takes_the_concepts_it_is_given(larder: Larder, clean: Path) -> None:
    concepts = json.loads((clean / "training_concepts/concepts.json").read_text())
    concepts[0]["image"]["enable_random_flip"] = True
    changed = clean / "changed.json"
    changed.write_text(json.dumps(concepts))
    ran = larder("diff", clean / CONFIG, "--with", clean / CONFIG, "--with-concepts", changed,
                 "--json")
    (row,) = ran.document["rows"]
    assert (row["concept"], row["setting"], row["items"]) == (
        "portraits", "image.enable_random_flip", 11)


def test_a_preset_without_concepts_is_compared_over_the_same_samples(
    larder: Larder, clean: Path
) -> None:
    preset = clean / "preset.json"
    raw = json.loads((clean / CONFIG).read_text())
    del raw["concept_file_name"]
    preset.write_text(json.dumps(raw | {"masked_training": True}))
    rows = larder("diff", clean / CONFIG, "--with", preset, "--json").document["rows"]
    assert [(row["setting"], row["items"]) for row in rows] == [("masked_training", 21)]


@pytest.mark.parametrize("broken", ["{", "[1]", '{"model_type": 7.5, "resolution": []}'])
def test_an_unreadable_config_ends_with_one_sentence(
    larder: Larder, clean: Path, broken: str
) -> None:
    (clean / "broken.json").write_text(broken)
    ran = larder("diff", clean / CONFIG, "--with", clean / "broken.json")
    assert ran.code == 2
    assert len(ran.err.strip().splitlines()) == 1


def test_a_resolution_without_meaning_ends_with_one_sentence(
    larder: Larder, clean: Path
) -> None:
    ran = larder("diff", clean / CONFIG, "--with", other_config(clean, resolution="large"))
    assert (ran.code, ran.out) == (2, "")
    assert 'The resolution "large" is not valid.' in ran.err


def test_a_folder_without_a_config_cannot_be_compared(larder: Larder, clean: Path) -> None:
    ran = larder("diff", clean / "workspace-cache", "--with", clean / CONFIG)
    assert ran.code == 2
    assert "--config" in ran.err


def test_dups_prints_the_document_of_the_contract(larder: Larder, clean: Path) -> None:
    ran = larder("dups", clean / CONFIG, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.document["schema"] == "larder.dups/1"
    image = ran.document["stores"][0]
    assert image["groups"][0]["bytes_saved"] == image["bytes_saved"] == 13954


def test_dups_says_what_leaks_do_and_finds_mirrored_copies(larder: Larder, tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_concept("checks", type="VALIDATION")
    made.config["validation"] = True
    made.write()
    picture = Image.fromarray(photographs(1, 96, seed=5)[0])
    for place, one in (("cats/a.png", picture), (
            "checks/b.jpg", picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT))):
        (tmp_path / "data" / place).parent.mkdir(parents=True, exist_ok=True)
        one.save(tmp_path / "data" / place)
    ran = larder("dups", made.config_path, "--near")
    assert ran.code == 0
    assert ran.out.startswith("Training has seen 1 of 1 validation picture, so")
    assert "data/cats/a.png  (cats), mirrored left to right relative to the first" in ran.out
    assert "data/cats/a.png is the better copy: less compressed." in ran.out
    assert larder("dups", made.config_path, "--kept").out == ran.out
    assert "mirrored" not in larder("dups", made.config_path).out


def test_dups_lists_groups_for_people(larder: Larder, clean: Path) -> None:
    out = larder("dups", clean / CONFIG).out
    assert "data/objects/copy_of_img_000.jpg  (objects)" in out
    assert "They should not share them: portraits and objects differ" in out
    assert "'shared caption line': 5 captions" in out


def test_what_was_assumed_once_tells_later_changes(larder: Larder, clean: Path) -> None:
    shown = larder("assume", clean / CONFIG, "--store", "image")
    assert (shown.code, "Nothing is written down yet" in shown.out) == (0, True)
    assert not (clean / "workspace-cache/run/image/.larder").exists()
    done = larder("assume", clean / CONFIG, "--store", "image", "--apply", "--json")
    assert done.code == 0
    assert (done.document["schema"], done.document["applied"]) == ("larder.assume/1", True)
    assert done.document["payloads"] == 30
    other = other_config(clean, vae={"model_name": "models/sdxl_fp16_fix"})
    report = larder("survey", other, "--json").document
    changed = [item for item in report["items"] if item["verdict"] == "recipe-changed"]
    assert len(changed) == 21
    assert {item["why"] for item in changed} == {"VAE: base → sdxl_fp16_fix"}


def test_an_unknown_store_ends_with_one_sentence(larder: Larder, clean: Path) -> None:
    ran = larder("assume", clean / CONFIG, "--store", "vision")
    assert ran.code == 2
    assert "image, text" in ran.err


def test_prove_prints_what_was_compared_and_fails_where_something_differs(
    tmp_path: Path, larder: Larder
) -> None:
    made = let_train(cats(tmp_path))
    done = larder("prove", made.config_path, "--even-if-busy", "--json")
    assert done.code == 0
    assert done.document["schema"] == "larder.proof/1"
    assert [
        {name: store[name] for name in ("store", "tried", "equal", "recorded")}
        for store in done.document["stores"]] == [
        {"store": name, "tried": 3, "equal": 3, "recorded": True} for name in ("image", "text")]
    picture = tmp_path / "data/cats/0.png"
    made.add_picture("data/cats/0.png", size=(40, 48), seed=99)
    assert picture.stat().st_mtime_ns < next(made.store("image").rglob("0.pt")).stat().st_mtime_ns
    done = larder("prove", made.config_path, "--even-if-busy", "--sample", "6")
    assert done.code == 1
    assert "5 of 6 files are what the config's model makes" in done.out
    assert "nothing is recorded" in done.out
