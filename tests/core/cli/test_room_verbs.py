"""`larder stats`, `prune`, `clear`, `inspect` and `undo` over stores of single values."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.settings import Settings, config_home, load_settings, save_settings
from tests.support.value_caches import (
    contents,
    date_back,
    dlm_store,
    tree_entry,
    vision_entry,
    waveform_entry,
)

Larder = Callable[..., Any]


@pytest.fixture
def document(tmp_path: Path) -> Path:
    root = dlm_store(tmp_path / "01HX")
    date_back(root, days=100)
    return root


def test_stats_counts_every_store(larder: Larder, document: Path) -> None:
    ran = larder("stats", document, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.document["schema"] == "larder.stats/1"
    assert [store["id"] for store in ran.document["stores"]] == [
        "audio-cache", "audio-waveform-cache", "tokenized-cache", "vl-cache"]
    assert ran.document["total"]["entries"] == 8
    shown = larder("stats", document).out
    assert "vl-cache" in shown
    assert "8 entries" in shown


def test_a_prune_only_shows_what_would_go(larder: Larder, document: Path) -> None:
    before = contents(document)
    ran = larder("prune", document, "--older-than", "90d", "--store", "vl-cache")
    assert ran.code == 0
    assert "aged: 2 files" in ran.out
    assert contents(document) == before
    found = larder("prune", document, "--older-than", "90d", "--json").document
    assert found["schema"] == "larder.clean-plan/1"
    assert found["notes"] == []
    assert [(group["reason"], group["files"]) for group in found["groups"]] == [("aged", 8)]
    assert contents(document) == before


def test_a_prune_is_applied_and_undone(larder: Larder, document: Path) -> None:
    before = contents(document)
    report = larder("prune", document, "--older-than", "90d", "--apply", "--json").document
    assert report["schema"] == "larder.clean-report/1"
    assert report["quarantined"]["files"] == 8
    assert len(list(document.glob("*/??/*.npz"))) == 0
    listed = larder("quarantine", document, "list", "--json").document
    assert {tuple(one["reasons"]) for one in listed["quarantines"]} == {("aged",)}
    assert larder("undo", document, report["undo"]).code == 0
    assert contents(document) == before


def test_a_budget_frees_the_space_at_once_if_asked_to(larder: Larder, document: Path) -> None:
    sizes = sum(path.stat().st_size for path in document.glob("vl-cache/??/*.npz"))
    ran = larder("prune", document, "--budget", str(sizes // 2 + 1), "--store", "vl-cache",
                 "--delete", "--apply", "--json")
    assert ran.document["deleted"]["files"] == 1
    assert len(list(document.glob("vl-cache/??/*.npz"))) == 1
    assert ran.document["undo"] is None


@pytest.mark.parametrize(("options", "sentence"), [
    (("--older-than", "90"), "'90' is not a duration."),
    (("--budget", "much"), "'much' is not a size."),
    ((), "No age and no size is set for pruning."),
    (("--older-than", "1d", "--store", "pictures"), "There is no cache 'pictures'."),
])
def test_bad_usage_is_one_sentence(
    larder: Larder, document: Path, options: tuple[str, ...], sentence: str
) -> None:
    ran = larder("prune", document, *options)
    assert ran.code == 2
    assert ran.err.startswith(sentence)
    assert ran.out == ""


def test_budgets_of_the_settings_are_used_without_options(
    larder: Larder, document: Path
) -> None:
    save_settings(Settings(budgets={"vision": 1, "smellovision": 7}))
    found = larder("prune", document, "--json").document
    assert [(group["reason"], group["files"]) for group in found["groups"]] == [("over-budget", 2)]
    assert {item["store"] for group in found["groups"] for item in group["items"]} == {"vl-cache"}
    save_settings(Settings(budgets={"total": 1}))
    assert larder("prune", document, "--json").document["files"] == 8


def test_sizes_in_the_settings_may_be_texts(larder: Larder, document: Path) -> None:
    config_home().mkdir(parents=True, exist_ok=True)
    (config_home() / "settings.toml").write_text('[budgets]\ntotal = "2GB"\nvision = 500\n')
    assert load_settings().budgets == {"total": 2 * 10**9, "vision": 500}
    (config_home() / "settings.toml").write_text('[budgets]\ntotal = "lots"\n')
    settings = load_settings()
    assert settings.budgets == {}
    assert "is not a size" in settings.problems[0]


def test_a_clear_empties_one_store_and_is_undone(larder: Larder, document: Path) -> None:
    before = contents(document)
    assert "whole cache: 2 files" in larder("clear", document, "--store", "audio-cache").out
    assert contents(document) == before
    assert larder("clear", document, "--store", "audio-cache", "--apply").code == 0
    assert not list(document.glob("audio-cache/??/*.npz"))
    assert larder("undo", document).code == 0
    assert contents(document) == before


@pytest.mark.parametrize("verb", [("clear",), ("prune", "--older-than", "90d")])
def test_a_saved_plan_is_applied_later(
    larder: Larder, document: Path, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    plan = tmp_path / "plan.json"
    larder(verb[0], document, *verb[1:], "--store", "vl-cache", "--out", plan)
    assert len(list(document.glob("vl-cache/??/*.npz"))) == 2
    assert larder("apply", plan, "--json").document["quarantined"]["files"] == 2
    assert not list(document.glob("vl-cache/??/*.npz"))


def test_a_program_at_work_keeps_its_store(larder: Larder, document: Path) -> None:
    vision_entry(document / "vl-cache", 9)
    ran = larder("clear", document, "--apply")
    assert ran.code == 3
    assert "changed in the last 5 minutes" in ran.err
    assert larder("clear", document, "--apply", "--even-if-busy").code == 0


def test_a_trainers_cache_cannot_be_pruned(
    larder: Larder, fixture_workspace: Callable[[str], Path]
) -> None:
    folder = fixture_workspace("sdxl_clean")
    ran = larder("prune", folder, "--older-than", "90d", "--store", "image")
    assert ran.code == 2
    assert ran.err.startswith("The image cache does not record when")
    shown = larder("prune", folder, "--older-than", "90d")
    assert shown.code == 0
    assert "The text cache does not record when" in shown.out


@pytest.mark.parametrize("kind", ["wave", "tree"])
def test_payloads_of_every_kind_are_inspected(
    larder: Larder, tmp_path: Path, kind: str
) -> None:
    if kind == "wave":
        file = tmp_path / waveform_entry(tmp_path, 3)
    else:
        tree_entry(tmp_path, "model", {"a.b": np.arange(4.0), "c": np.ones(3, np.float32)})
        file = tmp_path / "model.manifest"
    document = larder("inspect", file, "--json").document
    names = [array["name"] for array in document["arrays"]]
    assert names == (["waveform"] if kind == "wave" else ["a/b", "c"])
    assert document["arrays"][0]["maximum"] in (1.0, 3.0)


def test_a_survey_of_such_stores_loads_no_torch(document: Path) -> None:
    code = (
        "import sys\n"
        "from larder.core.cli.__main__ import main\n"
        f"sys.argv = ['larder', 'survey', {str(document)!r}, '--depth', 'payload', '--json']\n"
        "try:\n    main()\nexcept SystemExit as left:\n    assert not left.code\n"
        "assert not {'torch', 'transformers', 'soundfile', 'soxr'} & set(sys.modules)\n")
    subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True,
        cwd=Path(__file__).parents[3])


@pytest.mark.swept(3)
@pytest.mark.parametrize("verb", [
    ("survey", "--depth", "payload"), ("plan", "clean"), ("plan", "build"), ("touch",),
    ("readopt",), ("dups",), ("stats",), ("diff", "--with")])
def test_a_trainers_workspace_with_other_stores_beside_goes_on_as_before(
    larder: Larder, fixture_workspace: Callable[[str], Path], verb: tuple[str, ...]
) -> None:
    folder = fixture_workspace("sdxl_drifted")
    config = folder / "training_presets" / "config.json"
    caches = folder / "workspace-cache" / "run"
    names, values = (verb[:2], ()) if verb[0] == "plan" else (verb[:1], verb[1:])
    values = (*values, config) if verb[0] == "diff" else values
    alone = larder(*names, config, *values, "--json")
    vision_entry(caches / "pixels", 1)
    tree_entry(caches / "weights", "model", {"a": np.ones(3)})
    date_back(caches / "pixels")
    date_back(caches / "weights")
    beside = larder(*names, config, *values, "--json")
    assert (alone.code, beside.code) == (0, 0)
    assert (alone.err, beside.err) == ("", "")
    for part in ("entries", "files", "bytes", "items", "index_rows_dropped", "changes"):
        assert beside.document.get(part) == alone.document.get(part)
