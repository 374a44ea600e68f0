"""Which settings decide what an image payload holds, which a text payload's, which nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from larder.core.encoders.protocol import Fingerprint
from larder.core.keys.recipe import recipe_changes
from larder.core.recipes.of_config import recipe_of
from larder.core.workspace.concepts import read_concepts
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.open_workspace import StoreContent, Workspace, WorkspaceKind
from larder.core.workspace.store_kinds import TRAINER_CONTENTS

SDXL = "STABLE_DIFFUSION_XL_10_BASE"

FROZEN: dict[str, Any] = {
    "model_type": SDXL, "training_method": "LORA", "base_model_name": "models/sdxl",
    "text_encoder": {"train": False}, "text_encoder_2": {"train": False},
    "text_encoder_3": {"train": False}, "text_encoder_4": {"train": False}}

IMAGE, TEXT, BOTH, NOTHING = {"image"}, {"text"}, {"image", "text"}, set[str]()


def workspace(
    tmp_path: Path, config: dict[str, Any], concept: dict[str, Any] | None = None
) -> Workspace:
    return Workspace(
        kind=WorkspaceKind.CONFIG, root=tmp_path, opened=tmp_path, config_path=None,
        config=config_from(config, where="test"), concepts=read_concepts([concept or {}]),
        stores=(), maps=(), problems=())


def merged(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """`base` with the dotted names of `change` set."""
    result = json.loads(json.dumps(base))
    for dotted, value in change.items():
        *parents, last = dotted.split(".")
        inner = result
        for parent in parents:
            inner = inner.setdefault(parent, {})
        inner[last] = value
    return result


def decided(before: Workspace, after: Workspace) -> set[str]:
    """The stores whose recipes differ."""
    return {
        content.value for content in TRAINER_CONTENTS
        if recipe_of(before, before.concepts[0], content)
        != recipe_of(after, after.concepts[0], content)}


@pytest.mark.parametrize(("change", "base", "stores"), [
    ({"model_type": "FLUX_DEV_1"}, {}, BOTH),
    ({"base_model_name": "models/other"}, {}, BOTH),
    ({"base_model_name": "models/other"}, {"vae.model_name": "models/vae"}, TEXT),
    ({"vae.model_name": "models/vae"}, {}, IMAGE),
    ({"vae.weight_dtype": "FLOAT_16"}, {}, IMAGE),
    ({"text_encoder.weight_dtype": "NFLOAT_4"}, {}, TEXT),
    ({"text_encoder_2.weight_dtype": "NFLOAT_4"}, {}, TEXT),
    ({"text_encoder_3.weight_dtype": "NFLOAT_4"}, {}, NOTHING),
    ({"text_encoder_2.weight_dtype": "NFLOAT_4"}, {"text_encoder_2.train": True}, NOTHING),
    ({"text_encoder.include": False}, {}, TEXT),
    ({"text_encoder_4.model_name": "models/llama"}, {"model_type": "HI_DREAM_FULL"}, TEXT),
    ({"text_encoder_4.model_name": "models/llama"}, {}, NOTHING),
    ({"lora_model_name": "models/not_there.safetensors"}, {}, TEXT),
    ({"train_dtype": "BFLOAT_16"}, {}, BOTH),
    ({"fallback_train_dtype": "FLOAT_32"}, {}, IMAGE),
    ({"fallback_train_dtype": "FLOAT_32"}, {"model_type": "FLUX_DEV_1"}, BOTH),
    ({"quantization.svd_dtype": "BFLOAT_16"}, {"text_encoder.weight_dtype": "NFLOAT_4"}, TEXT),
    ({"quantization.svd_dtype": "BFLOAT_16"}, {}, NOTHING),
    ({"force_circular_padding": True}, {}, IMAGE),
    ({"force_circular_padding": True}, {"model_type": "STABLE_DIFFUSION_15"}, IMAGE),
    ({"force_circular_padding": True}, {"model_type": "FLUX_DEV_1"}, NOTHING),
    ({"resolution": "768"}, {}, IMAGE),
    ({"aspect_ratio_bucketing": False}, {}, IMAGE),
    ({"frames": "9"}, {"model_type": "HUNYUAN_VIDEO"}, IMAGE),
    ({"frames": "9"}, {}, NOTHING),
    ({"masked_training": True}, {}, IMAGE),
    ({"masked_training": True}, {"model_type": "FLUX_FILL_DEV_1"}, IMAGE),
    ({"custom_conditioning_image": True}, {"model_type": f"{SDXL}_INPAINTING"}, IMAGE),
    ({"custom_conditioning_image": True}, {}, NOTHING),
    ({"text_encoder_layer_skip": 1}, {}, TEXT),
    ({"text_encoder_2_layer_skip": 1}, {}, TEXT),
    ({"text_encoder_3_layer_skip": 1}, {}, NOTHING),
    ({"text_encoder_3_layer_skip": 1}, {"model_type": "STABLE_DIFFUSION_35"}, TEXT),
    ({"text_encoder_4_layer_skip": 1}, {"model_type": "HI_DREAM_FULL"}, TEXT),
    ({"text_encoder_sequence_length": 256}, {"model_type": "FLUX_2"}, TEXT),
    ({"text_encoder_sequence_length": 256}, {}, NOTHING),
    ({"text_encoder_2_sequence_length": 154}, {"model_type": "FLUX_DEV_1"}, TEXT),
    ({"text_encoder_2_sequence_length": None}, {"model_type": "FLUX_DEV_1"}, TEXT),
    ({"additional_embeddings": [{"placeholder": "<cat>", "train": False}]}, {}, TEXT),
    ({"train_device": "cpu"}, {}, NOTHING),
    ({"learning_rate": 1e-5}, {}, NOTHING),
    ({"optimizer.optimizer": "ADAMW"}, {}, NOTHING),
    ({"epochs": 3}, {}, NOTHING),
    ({"batch_size": 4}, {}, NOTHING),
    ({"offset_noise_weight": 0.1}, {}, NOTHING),
    ({"mse_strength": 0.5}, {}, NOTHING),
    ({"lora_rank": 64}, {}, NOTHING),
    ({"ema": "GPU"}, {}, NOTHING),
    ({"dataloader_threads": 8}, {}, NOTHING),
    ({"text_encoder.dropout_probability": 0.1}, {}, NOTHING),
    ({"unmasked_weight": 0.5}, {}, NOTHING),
    ({"unet.weight_dtype": "NFLOAT_4"}, {}, NOTHING),
    ({"cache_dir": "elsewhere"}, {}, NOTHING),
    ({"latent_caching": False}, {}, NOTHING),
])
def test_a_setting_decides_exactly_these_stores(
    tmp_path: Path, change: dict[str, Any], base: dict[str, Any], stores: set[str]
) -> None:
    before = merged(FROZEN, base)
    assert decided(
        workspace(tmp_path, before), workspace(tmp_path, merged(before, change))) == stores


@pytest.mark.parametrize(("change", "base", "stores"), [
    ({"image.enable_crop_jitter": False}, {}, IMAGE),
    ({"image.enable_random_flip": True}, {}, IMAGE),
    ({"image.enable_fixed_flip": True}, {}, IMAGE),
    *[({f"image.enable_{how}_{effect}": True}, {}, IMAGE)
      for how in ("random", "fixed")
      for effect in ("rotate", "brightness", "contrast", "saturation", "hue")],
    ({"image.random_rotate_max_angle": 5.0}, {"image.enable_random_rotate": True}, IMAGE),
    ({"image.random_hue_max_strength": 0.5}, {"image.enable_fixed_hue": True}, IMAGE),
    ({"image.random_hue_max_strength": 0.5}, {}, NOTHING),
    ({"image.enable_resolution_override": True, "image.resolution_override": "768"}, {}, IMAGE),
    ({"image.resolution_override": "768"}, {"image.enable_resolution_override": True}, IMAGE),
    ({"image.resolution_override": "768"}, {}, NOTHING),
    ({"image.enable_random_circular_mask_shrink": True}, {}, NOTHING),
    ({"text.prompt_source": "concept"}, {}, TEXT),
    ({"text.prompt_source": "filename"}, {}, TEXT),
    ({"text.prompt_path": "prompts.txt"}, {}, NOTHING),
    ({"text.prompt_path": "prompts.txt"}, {"text.prompt_source": "concept"}, TEXT),
    ({"text.enable_tag_shuffling": True}, {}, TEXT),
    ({"text.keep_tags_count": 2}, {"text.enable_tag_shuffling": True}, TEXT),
    ({"text.keep_tags_count": 2}, {}, NOTHING),
    ({"text.tag_delimiter": ";"}, {"text.enable_tag_shuffling": True}, TEXT),
    ({"text.tag_delimiter": ";"}, {}, NOTHING),
    ({"text.tag_dropout_enable": True}, {"text.tag_dropout_probability": 0.1}, TEXT),
    ({"text.tag_dropout_enable": True}, {}, NOTHING),
    ({"text.caps_randomize_enable": True}, {"text.caps_randomize_probability": 0.1}, TEXT),
    ({"text.caps_randomize_lowercase": True}, {}, TEXT),
    ({"image_variations": 3}, {}, NOTHING),
    ({"text_variations": 3}, {}, NOTHING),
    ({"name": "other"}, {}, NOTHING),
    ({"seed": 9}, {}, NOTHING),
    ({"loss_weight": 0.5}, {}, NOTHING),
    ({"balancing": 2.0, "balancing_strategy": "SAMPLES"}, {}, NOTHING),
    ({"type": "VALIDATION"}, {}, NOTHING),
    ({"enabled": False}, {}, NOTHING),
    ({"path": "data/other", "include_subdirectories": True}, {}, NOTHING),
])
def test_a_setting_of_a_concept_decides_exactly_these_stores(
    tmp_path: Path, change: dict[str, Any], base: dict[str, Any], stores: set[str]
) -> None:
    (tmp_path / "prompts.txt").write_text("a cat\n")
    before = merged({}, base)
    assert decided(
        workspace(tmp_path, FROZEN, before),
        workspace(tmp_path, FROZEN, merged(before, change))) == stores


@pytest.mark.parametrize("effect", [
    "enable_random_circular_mask_shrink", "enable_random_mask_rotate_crop"])
def test_effects_on_masks_count_while_there_are_masks(tmp_path: Path, effect: str) -> None:
    masked = merged(FROZEN, {"masked_training": True})
    assert decided(
        workspace(tmp_path, masked), workspace(tmp_path, masked, {"image": {effect: True}})
    ) == IMAGE


@pytest.mark.parametrize(("one", "other"), [
    ({"resolution": "512, 768"}, {"resolution": "512,768"}),
    ({"resolution": "768,512"}, {"resolution": " 512, 768, 512"}),
    ({"resolution": "832x1280"}, {"resolution": "832x1280 "}),
    ({"vae.model_name": "models/vae"}, {"vae.model_name": "models\\vae\\"}),
    ({}, {"train_dtype": "FLOAT_16", "vae.weight_dtype": "FLOAT_32", "frames": "25"}),
    ({"vae_model_name": "x"}, {"vae.model_name": "x"}),
    ({"text_encoder_2_sequence_length": 77, "model_type": "FLUX_DEV_1"},
     {"model_type": "FLUX_DEV_1"}),
])
def test_two_spellings_of_one_meaning_give_one_recipe(
    tmp_path: Path, one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert decided(
        workspace(tmp_path, merged(FROZEN, one)),
        workspace(tmp_path, merged(FROZEN, other))) == NOTHING


def test_a_prompt_file_counts_by_its_content_not_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("a cat\n")
    (tmp_path / "two.txt").write_text("a cat\n")
    one, two = (
        workspace(tmp_path, FROZEN, {"text": {"prompt_source": "concept", "prompt_path": path}})
        for path in ("one.txt", "two.txt"))
    assert decided(one, two) == NOTHING
    before = recipe_of(one, one.concepts[0], StoreContent.TEXT)
    (tmp_path / "one.txt").write_text("a dog\n")
    assert recipe_of(one, one.concepts[0], StoreContent.TEXT) != before


def test_a_special_tags_file_counts_by_its_content(tmp_path: Path) -> None:
    tags = tmp_path / "tags.txt"
    tags.write_text("cat\n")
    one = workspace(tmp_path, FROZEN, {"text": {
        "tag_dropout_enable": True, "tag_dropout_probability": 0.5,
        "tag_dropout_special_tags_mode": "WHITELIST", "tag_dropout_special_tags": "tags.txt"}})
    before = recipe_of(one, one.concepts[0], StoreContent.TEXT)
    tags.write_text("dog\n")
    assert recipe_of(one, one.concepts[0], StoreContent.TEXT) != before


@pytest.mark.parametrize(("tensor", "stores"), [
    ("lora_unet_down.lora_up.weight", NOTHING), ("lora_te1_text_model.lora_up.weight", TEXT)])
def test_a_lora_counts_only_if_it_changes_a_text_encoder(
    tmp_path: Path, tensor: str, stores: set[str]
) -> None:
    header = json.dumps({tensor: {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}}).encode()
    (tmp_path / "lora.safetensors").write_bytes(len(header).to_bytes(8, "little") + header)
    assert decided(
        workspace(tmp_path, FROZEN),
        workspace(tmp_path, merged(FROZEN, {"lora_model_name": "lora.safetensors"}))) == stores


def test_fingerprints_go_into_the_recipe_of_their_store(tmp_path: Path) -> None:
    here = workspace(tmp_path, FROZEN)
    known = {
        part: Fingerprint(part, part[0] * 16, {"weights": part[-1] * 16})
        for part in ("vae", "text_encoder_2")}
    image, text = (
        recipe_of(here, here.concepts[0], content, fingerprints=known)
        for content in TRAINER_CONTENTS)
    assert image.fields["vae.fingerprint"] == "v" * 16
    assert image.fields["vae.weights"] == "e" * 16
    assert text.fields["text_encoder_2.fingerprint"] == "t" * 16
    assert "vae.fingerprint" not in text.fields
    assert "text_encoder_2.fingerprint" not in image.fields


def test_payloads_of_a_trainer_and_of_ours_are_not_told_apart_by_version(tmp_path: Path) -> None:
    here = workspace(tmp_path, FROZEN)
    ours, trainers = (
        recipe_of(here, here.concepts[0], StoreContent.IMAGE, by_trainer=by)
        for by in (False, True))
    assert ours != trainers
    assert recipe_changes(trainers, ours) == ()


def test_without_a_config_only_the_concept_tells(tmp_path: Path) -> None:
    bare = msgspec.structs.replace(workspace(tmp_path, FROZEN), config=None)
    fields = recipe_of(bare, bare.concepts[0], StoreContent.IMAGE).fields
    assert fields["image.enable_crop_jitter"] is True
    assert "vae" not in fields


def test_a_strength_without_an_end_is_a_recipe_like_any_other(tmp_path: Path) -> None:
    endless = {"image": {"enable_random_hue": True, "random_hue_max_strength": "inf"}}
    here = workspace(tmp_path, FROZEN, endless)
    recipe = recipe_of(here, here.concepts[0], StoreContent.IMAGE)
    assert recipe.fields["image.random_hue_max_strength"] == "inf"
