from __future__ import annotations

import json

import pytest

from larder.core.workspace.model_types import (
    MODEL_TYPES,
    find_model_type,
    image_payload_names,
    text_payload_names,
    trains_text_encoder,
)
from larder.core.workspace.onetrainer_config import TrainerConfig, config_from

FROZEN = {"train": False}
AGGREGATES = {"crop_resolution", "image_path"}
MASKED_TEXT = {"tokens", "tokens_mask", "text_encoder_hidden_state"}


def config(model_type: str, **raw: object) -> TrainerConfig:
    return config_from({"model_type": model_type, **raw}, where="config.json")


@pytest.mark.parametrize(
    ("quantisation", "names"),
    [
        (8, "STABLE_DIFFUSION_15 STABLE_DIFFUSION_15_INPAINTING STABLE_DIFFUSION_20 "
            "STABLE_DIFFUSION_20_BASE STABLE_DIFFUSION_20_INPAINTING STABLE_DIFFUSION_20_DEPTH "
            "STABLE_DIFFUSION_21 STABLE_DIFFUSION_21_BASE"),
        (16, "PIXART_ALPHA PIXART_SIGMA"),
        (32, "SANA"),
        (64, "STABLE_DIFFUSION_3 STABLE_DIFFUSION_35 STABLE_DIFFUSION_XL_10_BASE "
             "STABLE_DIFFUSION_XL_10_BASE_INPAINTING FLUX_DEV_1 FLUX_FILL_DEV_1 FLUX_2 CHROMA_1 "
             "QWEN Z_IMAGE HI_DREAM_FULL HUNYUAN_VIDEO ANIMA KREA_2 ERNIE IDEOGRAM_4 "
             "LARDER_PATCH_MEANS"),
        (128, "WUERSTCHEN_2 STABLE_CASCADE_1"),
    ],
)
def test_each_type_has_the_trainers_step(quantisation: int, names: str) -> None:
    found = {row.name for row in MODEL_TYPES.values() if row.quantisation == quantisation}
    assert found == set(names.split())


def test_types_with_a_frame_axis_and_videos() -> None:
    frames = {row.name for row in MODEL_TYPES.values() if row.frame_axis}
    assert frames == {"HUNYUAN_VIDEO", "QWEN", "ANIMA", "KREA_2"}
    assert {row.name for row in MODEL_TYPES.values() if row.takes_video} == {"HUNYUAN_VIDEO"}


def test_strides_are_known_where_they_are_whole() -> None:
    odd = {row.name: row.spatial_stride for row in MODEL_TYPES.values() if row.spatial_stride != 8}
    assert odd == {"SANA": 32, "WUERSTCHEN_2": None, "STABLE_CASCADE_1": None}


def test_a_former_name_finds_todays_type() -> None:
    found = find_model_type("WUERSTCHEN_3")
    assert found is not None
    assert found.name == "STABLE_CASCADE_1"
    assert find_model_type("KANDINSKY_21") is None


@pytest.mark.parametrize(
    ("model_type", "raw", "expected"),
    [
        ("STABLE_DIFFUSION_15", {}, {"latent_image"}),
        ("STABLE_DIFFUSION_15", {"masked_training": True}, {"latent_image", "latent_mask"}),
        ("STABLE_DIFFUSION_15", {"custom_conditioning_image": True}, {"latent_image"}),
        ("STABLE_DIFFUSION_15_INPAINTING", {},
         {"latent_image", "latent_mask", "latent_conditioning_image"}),
        ("STABLE_DIFFUSION_20_DEPTH", {}, {"latent_image", "latent_depth"}),
        ("STABLE_DIFFUSION_XL_10_BASE", {}, {"latent_image", "original_resolution", "crop_offset"}),
        ("FLUX_FILL_DEV_1", {}, {"latent_image", "original_resolution", "crop_offset",
                                 "latent_mask", "latent_conditioning_image"}),
        ("SANA", {}, {"latent_image"}),
        ("QWEN", {}, {"latent_image", "original_resolution", "crop_offset"}),
        ("STABLE_DIFFUSION_15", {"training_method": "FINE_TUNE_VAE"},
         {"image", "latent_image_distribution"}),
        ("STABLE_DIFFUSION_15_INPAINTING",
         {"training_method": "FINE_TUNE_VAE", "masked_training": True},
         {"image", "latent_image_distribution", "latent_mask"}),
        ("LARDER_PATCH_MEANS", {}, {"latent_image", "original_resolution", "crop_offset"}),
    ],
)
def test_image_names_follow_type_and_masks(
    model_type: str, raw: dict[str, object], expected: set[str]
) -> None:
    assert image_payload_names(config(model_type, **raw)) == expected | AGGREGATES


def test_the_names_agree_with_the_schemas_of_the_trainers_own_caches(unpacked_fixture) -> None:
    run = unpacked_fixture("sdxl_clean") / "workspace-cache" / "run"
    schemas = {
        name: set(json.loads((run / name / "cache.json").read_bytes())["schema"])
        for name in ("image", "text")
    }
    sdxl = config("STABLE_DIFFUSION_XL_10_BASE", text_encoder=FROZEN, text_encoder_2=FROZEN)
    assert image_payload_names(sdxl) == schemas["image"]
    assert text_payload_names(sdxl) == schemas["text"]


@pytest.mark.parametrize(
    ("model_type", "raw", "expected"),
    [
        ("STABLE_DIFFUSION_15", {"text_encoder": FROZEN}, {"tokens", "text_encoder_hidden_state"}),
        ("STABLE_DIFFUSION_15", {"text_encoder": {"train": True}}, set()),
        ("STABLE_DIFFUSION_XL_10_BASE", {"text_encoder": FROZEN, "text_encoder_2": FROZEN},
         {"tokens_1", "text_encoder_1_hidden_state", "tokens_2", "text_encoder_2_hidden_state",
          "text_encoder_2_pooled_state"}),
        ("STABLE_DIFFUSION_XL_10_BASE", {"text_encoder": {"train": True}, "text_encoder_2": FROZEN},
         {"tokens_2", "text_encoder_2_hidden_state", "text_encoder_2_pooled_state"}),
        ("STABLE_DIFFUSION_XL_10_BASE", {"text_encoder": FROZEN},
         {"tokens_1", "text_encoder_1_hidden_state"}),
        ("FLUX_DEV_1", {"text_encoder": FROZEN, "text_encoder_2": FROZEN},
         {"tokens_1", "tokens_mask_1", "text_encoder_1_pooled_state",
          "tokens_2", "tokens_mask_2", "text_encoder_2_hidden_state"}),
        ("STABLE_CASCADE_1", {"text_encoder": FROZEN},
         MASKED_TEXT | {"pooled_text_encoder_output"}),
        ("WUERSTCHEN_2", {"text_encoder": FROZEN}, MASKED_TEXT),
        ("CHROMA_1", {"text_encoder": FROZEN}, MASKED_TEXT),
        ("Z_IMAGE", {"text_encoder": {"train": True}}, MASKED_TEXT),
        ("FLUX_2", {}, MASKED_TEXT),
        ("ANIMA", {}, MASKED_TEXT | {"t5_tokens", "t5_tokens_mask"}),
        ("LARDER_PATCH_MEANS", {}, {"tokens", "text_encoder_hidden_state"}),
        ("STABLE_DIFFUSION_15", {"training_method": "FINE_TUNE_VAE"}, set()),
    ],
)
def test_text_names_are_those_of_the_frozen_encoders(
    model_type: str, raw: dict[str, object], expected: set[str]
) -> None:
    assert text_payload_names(config(model_type, **raw)) == expected


def test_hi_dream_and_sd3_number_their_encoders() -> None:
    frozen = {f"text_encoder_{number}": FROZEN for number in (2, 3, 4)} | {"text_encoder": FROZEN}
    hi_dream = text_payload_names(config("HI_DREAM_FULL", **frozen))
    assert hi_dream is not None
    assert {"text_encoder_2_pooled_state", "text_encoder_4_hidden_state"} <= hi_dream
    assert len(hi_dream) == 12
    sd3 = text_payload_names(config("STABLE_DIFFUSION_35", **frozen))
    assert sd3 is not None
    assert len(sd3) == 11


def test_a_file_that_says_nothing_of_its_encoders_leaves_the_text_names_open() -> None:
    bare = config("STABLE_DIFFUSION_XL_10_BASE")
    assert text_payload_names(bare) is None
    assert trains_text_encoder(bare, 1)


def test_an_unknown_type_leaves_all_names_open() -> None:
    unknown = config("NEXT_1", text_encoder=FROZEN)
    assert image_payload_names(unknown) is None
    assert text_payload_names(unknown) is None


def test_training_an_embedding_trains_the_encoders_it_lives_in() -> None:
    embedding = {"training_method": "EMBEDDING", "text_encoder": FROZEN, "text_encoder_2": FROZEN}
    assert text_payload_names(config("STABLE_DIFFUSION_XL_10_BASE", **embedding)) == set()
    one = {**embedding, "text_encoder_2": {"train": False, "train_embedding": False}}
    assert text_payload_names(config("STABLE_DIFFUSION_XL_10_BASE", **one)) == {
        "tokens_2", "text_encoder_2_hidden_state", "text_encoder_2_pooled_state"}


def test_a_type_with_one_encoder_does_not_ask_its_train_embedding() -> None:
    raw = {
        "text_encoder": {"train": False, "train_embedding": False},
        "additional_embeddings": [{"placeholder": "<x>"}],
    }
    assert text_payload_names(config("STABLE_DIFFUSION_15", **raw)) == set()
    assert text_payload_names(
        config("STABLE_DIFFUSION_15", **{**raw, "additional_embeddings": [{"train": False}]})
    ) == {"tokens", "text_encoder_hidden_state"}


def test_an_output_embedding_trains_no_encoder() -> None:
    raw = {"training_method": "EMBEDDING", "embedding": {"is_output_embedding": True}}
    assert not trains_text_encoder(config("STABLE_DIFFUSION_15", **raw), 1)
