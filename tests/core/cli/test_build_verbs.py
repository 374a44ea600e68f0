"""`larder build` where another model filled the cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.tiny_vaes import write_vae

pytest.importorskip("diffusers")


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
    assert f"Go on with --model {models}/A, encode them anew" in planned.out

    refused = larder(*verb, "--model", models / "B", "--apply")
    assert (refused.code, refused.out) == (2, "")
    assert sentence in refused.err

    asked = larder("plan", "build", cats.config_path, "--model", models / "B", "--json").document
    assert [(one["model"], one["agreed"]) for one in asked["other_weights"]] == [
        ("models/B", False)]

    kept = larder(*verb, "--model", models / "B", "--other-weights", "keep", "--apply")
    assert (kept.code, kept.out.partition(";")[0]) == (0, "Encoded 1 payload")
    survey = larder("survey", cats.config_path)
    assert "1 picture was encoded with models/B, 1 with models/A." in survey.out


def test_a_word_that_is_none_is_refused(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    refused = larder("plan", "build", cats.config_path, "--other-weights", "mix")
    assert refused.code == 2
    assert "Use one of ask, replace, keep." in refused.err
