"""`larder build` and `larder survey` of model types that came later, with tiny real models."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.late_packages import late_package
from tests.support.tiny_text_models import write_text_pipeline
from tests.support.tiny_vaes import write_efficient_net, write_vae

late_package("diffusers")

VAES = {
    "FLUX_2": "flux2", "ERNIE": "flux2", "IDEOGRAM_4": "flux2", "HI_DREAM_FULL": "flux",
    "HUNYUAN_VIDEO": "hunyuan-video", "ANIMA": "qwen", "KREA_2": "qwen"}
"""The kind of VAE by model type."""

FROZEN = {f"text_encoder{number}": {"train": False} for number in ("", "_2", "_3", "_4")}


def workspace_of(root: Path, model_type: str) -> BuildWorkspace:
    """A picture with a caption, and the config's model without its VAE."""
    made = BuildWorkspace(root, config={
        "model_type": model_type, "base_model_name": "models/base", "resolution": "256",
        "train_dtype": "FLOAT_32", "clear_cache_before_training": False, **FROZEN})
    made.add_concept()
    made.add_picture("data/cats/a.png", size=(256, 256), caption="a photo of the cat")
    write_text_pipeline(root / "models" / "base", model_type)
    return made


def verdicts(larder: Callable[..., Any], made: BuildWorkspace) -> dict[str, dict[str, int]]:
    surveyed = larder("survey", made.config_path, "--depth", "payload", "--json").document
    assert surveyed["problems"] == []
    return {store["id"]: store["verdicts"] for store in surveyed["stores"]}


@pytest.mark.swept(3)
@pytest.mark.parametrize("layout", ["cache.json", "released"])
@pytest.mark.parametrize("model_type", VAES)
def test_what_is_built_is_found_valid(
    tmp_path: Path, larder: Callable[..., Any], model_type: str, layout: str
) -> None:
    made = workspace_of(tmp_path, model_type)
    write_vae(tmp_path / "models" / "base" / "vae", VAES[model_type])

    built = larder(
        "build", made.config_path, "--layout", layout, "--even-if-busy", "--apply")

    assert (built.code, built.out.partition(";")[0]) == (0, "Encoded 2 files"), built
    assert verdicts(larder, made) == {"image": {"valid": 1}, "text": {"valid": 1}}


@pytest.mark.parametrize("layout", ["cache.json", "released"])
@pytest.mark.parametrize("model_type", ["WUERSTCHEN_2", "STABLE_CASCADE_1"])
def test_wuerstchens_pictures_are_built_with_its_efficient_net(
    tmp_path: Path, larder: Callable[..., Any], model_type: str, layout: str
) -> None:
    made = workspace_of(tmp_path, model_type)
    write_efficient_net(tmp_path / "models" / "effnet.safetensors")
    made.configure(effnet_encoder={"model_name": "models/effnet.safetensors"})

    built = larder("build", made.config_path, "--layout", layout, "--even-if-busy", "--apply")

    assert (built.code, built.out.partition(";")[0]) == (0, "Encoded 2 files"), built
    assert verdicts(larder, made) == {"image": {"valid": 1}, "text": {"valid": 1}}


@pytest.mark.parametrize("model_type", ["WUERSTCHEN_2", "STABLE_CASCADE_1"])
def test_wuerstchens_captions_are_built_without_its_efficient_net(
    tmp_path: Path, larder: Callable[..., Any], model_type: str
) -> None:
    made = workspace_of(tmp_path, model_type)

    built = larder("build", made.config_path, "--even-if-busy", "--apply")

    assert (built.code, built.out.partition(";")[0]) == (1, "Encoded 1 file"), built
    assert "Choose the EfficientNet that encodes pictures (hf download " in built.out
    assert verdicts(larder, made) == {"image": {"missing-entry": 1}, "text": {"valid": 1}}


def test_videos_are_left_to_the_trainer_and_pictures_beside_them_are_built(
    tmp_path: Path, larder: Callable[..., Any]
) -> None:
    made = workspace_of(tmp_path, "HUNYUAN_VIDEO")
    write_vae(tmp_path / "models" / "base" / "vae", "hunyuan-video")
    (tmp_path / "data" / "cats" / "b.mp4").write_bytes(b"no picture")
    made.write_caption("data/cats/b.txt", "the dog at the phone")

    planned = larder("plan", "build", made.config_path)
    built = larder("build", made.config_path, "--even-if-busy", "--apply")

    assert "image: 1 sample left to the trainer. It is a video" in planned.out
    assert (built.code, built.out.partition(";")[0]) == (0, "Encoded 3 files"), built
    assert made.row("data/cats/a.png")["variants"].keys() == {"1x256"}


@pytest.mark.parametrize("model_type", ["LTX_2", "LENS"])
def test_a_type_nobody_knows_yet_is_surveyed_without_judging_sizes(
    tmp_path: Path, larder: Callable[..., Any], model_type: str
) -> None:
    made = IndexedWorkspace(tmp_path, config={"model_type": model_type})
    made.add_concept("cats")
    made.add_picture("data/cats/a.png")
    for rows in made.rows.values():
        for row in rows.values():
            row["modeltype"] = model_type
    made.write()

    surveyed = larder("survey", made.config_path, "--json", "--all")

    assert surveyed.code == 0
    (item,) = [one for one in surveyed.document["items"] if one["store"] == "image"]
    assert (item["verdict"], item["also"]) == ("valid", ["variant-not-checked"])
    (problem,) = [one["problem"] for one in surveyed.document["problems"]]
    assert model_type in problem
    assert "resolutions cannot be judged" in problem
    refused = larder("build", made.config_path, "--apply")
    assert refused.code == 2
    assert f"Larder does not know the model type {model_type}." in refused.err
