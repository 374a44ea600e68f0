"""The EfficientNet that Würstchen and Stable Cascade take pictures in with, small and random."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.encoders.config_encoders import choose_image_encoder
from larder.core.encoders.efficient_net import make_efficient_net
from larder.core.encoders.image_latents import ImageLatents
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.pictures import as_normalised
from larder.core.errors import UserFacingError
from larder.core.recipes.weights import find_models
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support.building import BuildWorkspace
from tests.support.pictures import item_of, write_mask, write_picture
from tests.support.tiny_vaes import efficient_net_state, write_efficient_net

BOTH = ("WUERSTCHEN_2", "STABLE_CASCADE_1")


def opened(root: Path, model_type: str, *models: Path, **raw: Any) -> ImageLatents:
    config = config_from(
        {"model_type": model_type, "train_dtype": "FLOAT_32", "base_model_name": "", **raw},
        where="test")
    encoder = choose_image_encoder(
        config, EncoderOptions(models=models, device="cpu"), ModelPlaces(root, hub_cache=root))
    assert isinstance(encoder, ImageLatents)
    return encoder


def named(path: str, weight_dtype: str = "FLOAT_32") -> dict[str, Any]:
    return {"effnet_encoder": {"model_name": path, "weight_dtype": weight_dtype}}


def latents_of(state: dict[str, Any], pixels: Any) -> Any:
    import torch

    network = make_efficient_net(state)
    network.load_state_dict(state)
    with torch.no_grad():
        return network.eval().encode(pixels)


@pytest.mark.parametrize(("affine", "corner", "spread"), [
    (False, [0.14112, -0.42017, 0.47634, 0.52312], 0.43448),
    (True, [0.05467, -1.18574, 0.22751, -0.41265], 0.49042)])
def test_it_gives_the_numbers_of_torchvisions_own(
    affine: bool, corner: list[float], spread: float
) -> None:
    import torch

    picture = torch.linspace(-2, 2, 3 * 96 * 96).reshape(1, 3, 96, 96)

    latents = latents_of(efficient_net_state(affine=affine), picture)

    assert tuple(latents.shape) == (1, 16, 3, 3)
    np.testing.assert_allclose(latents[0, :4, 1, 2], corner, atol=1e-4)
    assert latents.std().item() == pytest.approx(spread, abs=1e-4)


def test_pictures_go_in_at_three_quarters_in_imagenets_colours() -> None:
    import torch

    white = as_normalised(torch.ones(3, 128, 256))

    assert tuple(white.shape) == (3, 96, 192)
    np.testing.assert_allclose(
        white[:, 5, 7], [(1 - mean) / std for mean, std in zip(
            (0.485, 0.456, 0.406), (0.229, 0.224, 0.225), strict=True)], rtol=1e-5)


@pytest.mark.parametrize("model_type", BOTH)
def test_pictures_are_encoded_with_the_configs_own(tmp_path: Path, model_type: str) -> None:
    affine = model_type == "WUERSTCHEN_2"
    path = "effnet" if affine else "effnet_encoder.safetensors"
    write_efficient_net(tmp_path / path, affine=affine)
    source = write_picture(tmp_path / "a.png", height=256, width=256)
    mask = write_mask(tmp_path / "a-masklabel.png", height=256, width=256)
    encoder = opened(tmp_path, model_type, masked_training=True, **named(path))
    item = item_of(source, bucket=(256, 128), mask=mask)
    prepared = encoder.prepare(item)

    (values,) = encoder.encode([prepared])

    expected = latents_of(efficient_net_state(affine=affine), prepared.pixels[None])[0]
    np.testing.assert_allclose(values["latent_image"], expected, atol=1e-5)
    assert tuple(values["latent_image"].shape) == (16, 6, 3)
    assert tuple(values["latent_mask"].shape) == (1, 6, 3)
    assert encoder.part == "effnet_encoder"
    assert encoder.fingerprint.facts["model"] == "EfficientNet"


def test_one_that_the_user_names_goes_before_the_configs(tmp_path: Path) -> None:
    write_efficient_net(tmp_path / "config.safetensors")
    own = write_efficient_net(tmp_path / "stable-cascade" / "effnet_encoder.safetensors", seed=1)

    encoder = opened(
        tmp_path, "STABLE_CASCADE_1", own.parent, **named("config.safetensors"))

    assert encoder.fingerprint.name == "effnet_encoder"


@pytest.mark.parametrize(("model_type", "name", "there", "words"), [
    ("WUERSTCHEN_2", "warp-ai/EfficientNetEncoder", None,
     r'"warp-ai/EfficientNetEncoder" of the config is not on this computer'),
    ("WUERSTCHEN_2", "", None, "The config names no EfficientNet"),
    ("STABLE_CASCADE_1", "TODO: MANUALLY DOWNLOAD EFFNET WEIGHTS", None, "not on this computer"),
    ("STABLE_CASCADE_1", "other", "a folder of something else", "contains no EfficientNet")])
def test_without_one_the_user_learns_what_to_download(
    tmp_path: Path, model_type: str, name: str, there: str | None, words: str
) -> None:
    if there:
        (tmp_path / name).mkdir()
    with pytest.raises(UserFacingError, match="hf download ") as caught:
        opened(tmp_path, model_type, **named(name))
    assert words in f"{caught.value.hint}"


def test_a_damaged_one_is_named(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    state = efficient_net_state()
    del state["backbone.4.0.block.1.0.weight"]
    save_file(state, tmp_path / "effnet.safetensors")
    encoder = opened(tmp_path, "STABLE_CASCADE_1", tmp_path / "effnet.safetensors")
    source = write_picture(tmp_path / "a.png", height=256, width=256)
    prepared = encoder.prepare(item_of(source, bucket=(128, 128)))

    with pytest.raises(UserFacingError, match=r"EfficientNet in .* lacks the weights"):
        encoder.encode([prepared])


@pytest.mark.parametrize(("weights", "trained", "computed"), [
    ("FLOAT_16", "BFLOAT_16", "float16"), ("FLOAT_32", "BFLOAT_16", "bfloat16"),
    ("FLOAT_16", "FLOAT_16", "float16"), ("FLOAT_16", "FLOAT_32", "float32")])
def test_it_works_in_its_own_half_type_where_the_trainer_lets_it(
    tmp_path: Path, weights: str, trained: str, computed: str
) -> None:
    write_efficient_net(tmp_path / "effnet.safetensors")

    encoder = opened(
        tmp_path, "STABLE_CASCADE_1", train_dtype=trained, **named("effnet.safetensors", weights))

    assert encoder.fingerprint.facts["compute type"] == computed


def test_recipes_know_its_weights_under_its_own_name(tmp_path: Path) -> None:
    made = BuildWorkspace(tmp_path, config={
        "model_type": "STABLE_CASCADE_1", **named("models/effnet.safetensors")})
    write_efficient_net(tmp_path / "models" / "effnet.safetensors")

    found = find_models(open_workspace(made.write()), StoreContent.IMAGE)

    assert {part: model.name for part, model in found.items()} == {
        "effnet_encoder": "models/effnet.safetensors"}
