"""Weights that were read once are known without reading them again, under any name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from larder.core.keys import hash_memory
from larder.core.keys.fingerprint import weights_digest, weights_memory
from larder.core.keys.recipe import make_recipe
from larder.core.operations.recipes.of_config import recipe_of
from larder.core.operations.recipes.weights import known_weights
from larder.core.settings import cache_home
from larder.core.stores.recipe_file import append_recipe
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support.smart_cache import SmartWorkspace
from tests.support.surveying import run_survey, verdicts, why

WEIGHTS = "diffusion_pytorch_model.safetensors"


def make_vae(folder: Path, content: bytes = b"\0\0\0\0") -> Path:
    """A VAE's folder with one tensor."""
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"_class_name": "AutoencoderKL"}))
    header = json.dumps({"x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    (folder / WEIGHTS).write_bytes(len(header).to_bytes(8, "little") + header + content)
    return folder


@pytest.fixture(autouse=True)
def nothing_is_too_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file written a moment ago counts as settled, so that its hash is remembered at once."""
    monkeypatch.setattr(hash_memory, "FINE_UNSETTLED_NS", 0)
    monkeypatch.setattr(hash_memory, "COARSE_UNSETTLED_NS", 0)


@pytest.fixture
def made(tmp_path: Path) -> SmartWorkspace:
    workspace = SmartWorkspace(tmp_path, config={"vae": {"model_name": "models/vae"}})
    workspace.add_concept("cats")
    workspace.add_picture("data/cats/a.png")
    workspace.write()
    make_vae(tmp_path / "models/vae")
    return workspace


def read_weights(folder: Path) -> str:
    """What a build does before it encodes."""
    from larder.core.encoders.vae_files import find_vae

    files = find_vae(folder)
    assert files is not None
    with weights_memory(cache_home()) as memory:
        return weights_digest(files.weights, memory)


def known(made: SmartWorkspace) -> dict[str, str]:
    return dict(known_weights(open_workspace(made.config_path), StoreContent.IMAGE))


def test_weights_nobody_read_are_not_known(made: SmartWorkspace) -> None:
    assert known(made) == {}
    assert not (cache_home() / "weights.sqlite").exists()


def test_weights_that_were_read_are_known(made: SmartWorkspace) -> None:
    digest = read_weights(made.root / "models/vae")
    assert known(made) == {"vae": digest}


def test_replaced_weights_are_not_known_until_they_are_read(made: SmartWorkspace) -> None:
    read_weights(made.root / "models/vae")
    path = made.root / "models/vae" / WEIGHTS
    path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\1")
    assert known(made) == {}


@pytest.mark.parametrize("name", ["models/not_there", "owner/not_cached", ""])
def test_models_that_are_not_here_are_not_known(made: SmartWorkspace, name: str) -> None:
    read_weights(made.root / "models/vae")
    made.config["vae"] = {"model_name": name}
    made.write(stores=())
    assert known(made) == {}


def test_a_text_encoder_of_the_base_model_is_known_too(made: SmartWorkspace) -> None:
    assert dict(known_weights(open_workspace(made.config_path), StoreContent.TEXT)) == {}


def own_recipe(made: SmartWorkspace, weights: str) -> None:
    """Let the store's payloads be of ours, made with some weights."""
    from larder.core.operations.recipes import scan as recipe_scan

    workspace = open_workspace(made.config_path)
    asked = recipe_of(workspace, workspace.concepts[0], StoreContent.IMAGE)
    recipe = make_recipe({**asked.fields, "vae.weights": weights})
    append_recipe(made.store(), recipe)
    recipe_scan.note_recipes(
        made.store(), [path.name for path in made.store().glob("*.pt")], recipe.id)


def test_a_survey_tells_that_weights_were_replaced(made: SmartWorkspace) -> None:
    own_recipe(made, "0123456789abcdef")
    assert set(verdicts(run_survey(made.config_path), "image").values()) == {"valid"}
    digest = read_weights(made.root / "models/vae")
    report = run_survey(made.config_path)
    assert set(verdicts(report, "image").values()) == {"recipe-changed"}
    assert why(report, "image", "data/cats/a.png") == f"vae weights 01234567 -> {digest[:8]}"


def test_a_renamed_model_with_the_same_weights_changes_nothing(made: SmartWorkspace) -> None:
    own_recipe(made, read_weights(made.root / "models/vae"))
    (made.root / "models/vae").rename(made.root / "models/renamed")
    made.config["vae"] = {"model_name": "models/renamed"}
    made.write(stores=())
    assert set(verdicts(run_survey(made.config_path), "image").values()) == {"recipe-changed"}
    read_weights(made.root / "models/renamed")
    assert set(verdicts(run_survey(made.config_path), "image").values()) == {"valid"}
