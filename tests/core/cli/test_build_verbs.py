"""`larder build` where another model filled the cache."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.late_packages import late_package
from tests.support.tiny_vaes import write_vae

late_package("diffusers")


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """A picture to be encoded with models/A or models/B; the config names neither."""
    made = BuildWorkspace(tmp_path, config={
        "model_type": "STABLE_DIFFUSION_15", "base_model_name": "models/base",
        "resolution": "64", "text_encoder": {"train": True}})
    made.add_concept()
    made.add_picture("data/cats/a.png", size=(64, 64))
    for seed, name in enumerate("AB"):
        write_vae(tmp_path / "models" / name / "vae", seed=seed)
    return made


def test_another_model_is_refused_until_it_is_said_what_becomes_of_the_first(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    models = cats.root / "models"
    verb = ("build", cats.config_path, "--even-if-busy")
    assert larder(*verb, "--model", models / "A", "--apply").code == 0
    cats.add_picture("data/cats/b.png", size=(64, 64))
    sentence = "1 picture was encoded with models/A; this build uses models/B."

    planned = larder("build", cats.config_path, "--model", models / "B")
    assert planned.code == 0
    assert sentence in planned.out
    assert f"Continue with --model {models}/A, encode them again" in planned.out

    refused = larder(*verb, "--model", models / "B", "--apply")
    assert (refused.code, refused.out) == (2, "")
    assert sentence in refused.err

    asked = larder("plan", "build", cats.config_path, "--model", models / "B", "--json").document
    assert [(one["model"], one["agreed"]) for one in asked["other_weights"]] == [
        ("models/B", False)]

    kept = larder(*verb, "--model", models / "B", "--other-weights", "keep", "--apply")
    assert (kept.code, kept.out.partition(";")[0]) == (0, "Encoded 1 file")
    survey = larder("survey", cats.config_path)
    assert "1 picture was encoded with models/B, 1 with models/A." in survey.out


def test_a_saved_plan_keeps_to_what_was_said_of_the_other_model(
    cats: BuildWorkspace, larder: Callable[..., Any], tmp_path: Path
) -> None:
    models, plan = cats.root / "models", tmp_path / "plan.json"
    assert larder("build", cats.config_path, "--model", models / "A", "--apply").code == 0
    cats.add_picture("data/cats/b.png", size=(64, 64))
    verb = ("plan", "build", cats.config_path, "--model", models / "B", "--out", plan)

    assert larder(*verb).code == 0
    refused = larder("apply", plan, "--even-if-busy")
    assert (refused.code, refused.out) == (2, "")
    assert "1 picture was encoded with models/A; this build uses models/B." in refused.err

    assert larder(*verb, "--other-weights", "keep").code == 0
    kept = larder("apply", plan, "--even-if-busy")
    assert (kept.code, kept.out.partition(";")[0]) == (0, "Encoded 1 file")


def test_a_saved_plan_asks_for_nothing_that_the_plan_did_not_ask(
    cats: BuildWorkspace, larder: Callable[..., Any], tmp_path: Path
) -> None:
    models, plan = cats.root / "models", tmp_path / "plan.json"
    cats.add_picture("data/cats/b.png", size=(64, 64), seed=1)
    assert larder("build", cats.config_path, "--model", models / "A", "--apply").code == 0
    assert larder("plan", "build", cats.config_path, "--model", models / "B", "--only", "all",
                  "--limit", 1, "--out", plan).code == 0
    document = json.loads(plan.read_bytes())
    assert [one["agreed"] for one in document["other_weights"]] == [True]
    assert len(document["stores"][0]["items"]) == 1
    ran = larder("apply", plan, "--even-if-busy")
    assert (ran.code, ran.out.partition(";")[0]) == (0, "Encoded 1 file")


def test_a_word_that_is_none_is_refused(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    refused = larder("plan", "build", cats.config_path, "--other-weights", "mix")
    assert refused.code == 2
    assert "Use one of ask, replace, keep." in refused.err
