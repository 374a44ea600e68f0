from __future__ import annotations

import json
from pathlib import Path

import pytest

from larder.core.errors import WorkspaceError
from larder.core.workspace.onetrainer_config import (
    TrainerConfig,
    TrainingMethod,
    config_from,
    looks_like_config,
    read_config,
)


def config(**raw: object) -> TrainerConfig:
    return config_from(raw, where="config.json")


def trains(read: TrainerConfig) -> list[bool | None]:
    return [part.train for part in read.text_encoders]


def test_what_the_file_leaves_out_takes_onetrainers_defaults() -> None:
    read = config(model_type="SANA")
    assert (read.version, read.model_type, read.training_method) == (0, "SANA", "FINE_TUNE")
    assert read.cache_dir == "workspace-cache/run"
    assert read.concept_file_name == "training_concepts/concepts.json"
    assert read.concepts is None
    assert (read.resolution, read.frames) == ("512", "25")
    assert read.aspect_ratio_bucketing
    assert (read.image_caching, read.text_caching) == (True, True)
    assert not any([read.masked_training, read.custom_conditioning_image, read.validation])
    assert not read.sourceless_training
    assert trains(read) == [None] * 4
    assert all(part.train_embedding for part in read.text_encoders)
    assert read.placeholders == ()
    assert config().model_type == "STABLE_DIFFUSION_15"


def test_a_command_line_era_file_reads_its_number_and_flat_keys() -> None:
    read = config(
        model_type="STABLE_DIFFUSION_15",
        resolution=512,
        base_model_name="runwayml/stable-diffusion-v1-5",
        train_text_encoder=False,
        train_text_encoder_epochs=30,
        text_encoder_weight_dtype="FLOAT_32",
        optimizer="ADAMW",
        optimizer_weight_decay=0.01,
        latent_caching_epochs=1,
    )
    assert read.resolution == "512"
    assert trains(read) == [False, None, None, None]


def test_flat_keys_count_only_before_version_2() -> None:
    old = {"train_text_encoder": False, "train_text_encoder_2": True}
    assert trains(config(**old, __version=1))[:2] == [False, True]
    assert trains(config(**old, __version=2))[:2] == [None, None]


def test_an_inner_object_wins_over_a_flat_key() -> None:
    read = config(train_text_encoder=True, text_encoder={"train": False})
    assert trains(read)[0] is False


def test_a_version_2_file_reads_its_inner_objects() -> None:
    read = config(
        __version=2,
        model_type="STABLE_DIFFUSION_XL_10_BASE",
        text_encoder={"train": False, "weight_dtype": "NONE"},
        text_encoder_2={"train": True, "train_embedding": False},
        embeddings=[{"model_name": ""}],
        weight_dtype="FLOAT_32",
    )
    assert trains(read)[:2] == [False, True]
    assert [part.train_embedding for part in read.text_encoders] == [True, False, True, True]


@pytest.mark.parametrize(
    "fields_of_one_dialect",
    [
        {"sourceless_training": True, "gradient_checkpointing": "CPU_OFFLOADED"},
        {"async_offloading": True, "transformer": {"offload_fraction": 0.5}},
    ],
)
def test_version_11_is_told_apart_by_the_fields_present(
    fields_of_one_dialect: dict[str, object]
) -> None:
    read = config(__version=11, model_type="QWEN", **fields_of_one_dialect)
    assert read.version == 11
    assert read.sourceless_training == ("sourceless_training" in fields_of_one_dialect)


@pytest.mark.parametrize(("raw", "image", "text"), [
    ({"latent_caching": False}, False, False),
    ({"__version": 11, "latent_caching": True}, True, True),
    ({"__version": 12, "image_caching": True, "text_caching": False}, True, False),
    ({"__version": 12, "image_caching": False}, False, True),
    ({"image_caching": False, "text_caching": False}, False, False),
    ({"__version": 11, "latent_caching": False, "text_caching": True}, False, False),
    ({"__version": 12, "latent_caching": False, "text_caching": True}, False, True),
    ({"__version": 12, "latent_caching": False}, False, False),
])
def test_one_switch_of_older_files_stands_for_the_two_of_version_12(
    raw: dict[str, object], image: bool, text: bool
) -> None:
    """OneTrainer's pull request 1462 splits `latent_caching`; presets carry no version."""
    read = config(**raw)
    assert (read.image_caching, read.text_caching) == (image, text)


def test_a_newer_version_and_unknown_keys_are_ignored() -> None:
    read = config(__version=99, model_type="NEXT_1", next_setting={"deep": [1, 2]})
    assert read.model_type == "NEXT_1"
    assert read.raw["next_setting"] == {"deep": [1, 2]}


def test_packed_concepts_stay_as_they_are() -> None:
    assert config(concepts=[{"path": "a"}, 3]).concepts == [{"path": "a"}, 3]
    assert config(concepts=None).concepts is None


def test_embeddings_give_placeholders_and_say_whether_they_are_trained_in_the_encoder() -> None:
    additional = [{"placeholder": "<one>"}, {"placeholder": "<two>", "train": False}]
    read = config(additional_embeddings=additional, embedding={"placeholder": "<main>"})
    assert read.placeholders == ("<one>", "<two>")
    assert read.trains_additional_embedding
    read = config(
        training_method="EMBEDDING", embedding={"is_output_embedding": True},
        additional_embeddings=[{"train": True, "is_output_embedding": True}],
    )
    assert read.placeholders == ("<embedding>", "<embedding>")
    assert read.embedding_is_output
    assert not read.trains_additional_embedding


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("model_type", ["SDXL"]), ("cache_dir", {}), ("resolution", [512]),
        ("latent_caching", "yes"), ("masked_training", 1), ("concepts", "concepts.json"),
        ("text_caching", 1), ("text_encoder", False), ("additional_embeddings", [1]),
        ("__version", "eleven"),
    ],
)
def test_a_wrong_type_is_one_sentence_that_names_the_key(key: str, value: object) -> None:
    with pytest.raises(WorkspaceError) as raised:
        config(**{key: value})
    assert key in raised.value.problem
    assert "config.json" in raised.value.problem


@pytest.mark.parametrize(
    "key", ["model_type", "cache_dir", "concepts", "concept_file_name", "base_model_name"]
)
def test_any_one_marking_key_makes_a_config(key: str, tmp_path: Path) -> None:
    raw = {key: None, "other": 1}
    assert looks_like_config(raw)
    file = tmp_path / "preset.json"
    file.write_text(json.dumps(raw), encoding="utf-8")
    assert read_config(file).cache_dir == "workspace-cache/run"


@pytest.mark.parametrize("raw", [[], "x", 3, None, {}, {"learning_rate": 1}])
def test_other_json_is_no_config_and_says_what_a_config_is(raw: object, tmp_path: Path) -> None:
    assert not looks_like_config(raw)
    file = tmp_path / "other.json"
    file.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(WorkspaceError, match="is not a OneTrainer config") as raised:
        read_config(file)
    assert raised.value.hint


def test_training_methods_are_spelled_as_onetrainer_spells_them() -> None:
    assert config(training_method="FINE_TUNE_VAE").training_method == (
        TrainingMethod.FINE_TUNE_VAE.value)
    assert config(training_method="DISTIL").training_method == "DISTIL"
