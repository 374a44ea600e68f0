"""Settings of text encoders, as read from a config."""

from __future__ import annotations

import pytest

from larder.core.encoders.text_settings import StageSettings, names_of, stage_settings
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.workspace.model_types import TextEncoderNames
from larder.core.workspace.onetrainer_config import config_from

FROZEN = {f"text_encoder{number}": {"train": False} for number in ("", "_2", "_3", "_4")}


def settings_of(model_type: str, dtype: str | None = None, **raw: object) -> list[StageSettings]:
    document = {"model_type": model_type, **FROZEN, **raw}
    return list(stage_settings(config_from(document, where="config.json"), dtype=dtype))


def test_layers_are_skipped_per_encoder() -> None:
    skips = {"text_encoder_layer_skip": 1, "text_encoder_2_layer_skip": 2}
    sdxl = "STABLE_DIFFUSION_XL_10_BASE"
    assert [one.layers for one in settings_of(sdxl)] == [(-2,), (-2,)]
    assert [one.layers for one in settings_of(sdxl, **skips)] == [(-3,), (-4,)]
    assert [one.layers for one in settings_of("FLUX_DEV_1", **skips)] == [(-2,), (-3,)]
    assert [one.layers for one in settings_of("STABLE_DIFFUSION_15", **skips)] == [(-2,)]


def test_types_without_a_setting_keep_their_layer() -> None:
    assert [one.layers for one in settings_of("Z_IMAGE", text_encoder_layer_skip=3)] == [(-2,)]
    assert [one.layers for one in settings_of("QWEN", text_encoder_layer_skip=3)] == [(-1,)]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [({}, (77, 0)), ({"text_encoder_2_sequence_length": 512}, (512, 0)),
     ({"text_encoder_2_sequence_length": None}, (None, 2))],
)
def test_flux_takes_its_length_from_the_config_or_the_tokenizer(
    raw: dict[str, object], expected: tuple[int | None, int]
) -> None:
    second = settings_of("FLUX_DEV_1", **raw)[1]
    assert (second.length, second.length_of) == expected


def test_lengths_that_a_tokenizer_decides() -> None:
    lengths = {
        name: [(one.length, one.length_of) for one in settings_of(name)]
        for name in ("STABLE_DIFFUSION_15", "STABLE_DIFFUSION_35", "CHROMA_1", "PIXART_SIGMA")
    }
    assert lengths == {
        "STABLE_DIFFUSION_15": [(None, 1)], "STABLE_DIFFUSION_35": [(None, 1)] * 3,
        "CHROMA_1": [(None, 1)], "PIXART_SIGMA": [(120, 0)],
    }


@pytest.mark.parametrize("first", [{"train": True}, {"train": False, "include": False}])
def test_a_tokenizer_that_is_not_loaded_decides_nothing(first: dict[str, object]) -> None:
    settings = settings_of("STABLE_DIFFUSION_35", text_encoder=first)
    assert [(one.length, one.length_of) for one in settings if one.included] == [(77, 0)] * 2


def test_a_length_below_one_is_refused() -> None:
    with pytest.raises(UserFacingError, match="text_encoder_2_sequence_length"):
        settings_of("FLUX_DEV_1", text_encoder_2_sequence_length=0)


def test_a_setting_of_the_wrong_kind_is_named() -> None:
    with pytest.raises(WorkspaceError, match="text_encoder_layer_skip"):
        settings_of("STABLE_DIFFUSION_15", text_encoder_layer_skip="many")


def test_only_encoders_that_can_be_left_out_are() -> None:
    out = {"text_encoder": {"train": False, "include": False}}
    assert [one.included for one in settings_of("FLUX_DEV_1", **out)] == [False, True]
    assert [one.included for one in settings_of("STABLE_DIFFUSION_15", **out)] == [True]


def test_t5_falls_back_where_the_trainer_trains_in_half() -> None:
    first, second = settings_of("FLUX_DEV_1", train_dtype="FLOAT_16")
    assert (first.types.weights, first.types.compute) == ("float32", "float16")
    assert (second.types.weights, second.types.compute) == ("float32", "bfloat16")
    (qwen,) = settings_of("QWEN", train_dtype="FLOAT_16")
    assert qwen.types.compute == "float16"


def test_a_number_type_can_be_asked_for() -> None:
    (only,) = settings_of("STABLE_DIFFUSION_15", dtype="bfloat16")
    assert (only.types.weights, only.types.compute) == ("bfloat16", "bfloat16")


def test_types_whose_texts_are_always_cached_load_trained_encoders() -> None:
    assert [one.included for one in settings_of("Z_IMAGE", text_encoder={"train": True})] == [True]


def test_names_are_told_apart_by_their_spelling() -> None:
    names = ("tokens_1", "tokens_mask_1", "text_encoder_1_hidden_state",
             "text_encoder_1_pooled_state")
    told = names_of(TextEncoderNames(number=1, names=names))
    assert told == dict(zip(("tokens", "mask", "hidden", "pooled"), names, strict=True))
    with pytest.raises(ValueError, match="latent_depth"):
        names_of(TextEncoderNames(number=1, names=("latent_depth",)))
