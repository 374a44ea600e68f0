"""An encoder's identity changes exactly with what changes its values."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.encoders.config_encoders import load_text_encoder
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces, weights_in
from larder.core.encoders.text_settings import WEIGHTS_NAMES
from larder.core.keys.fingerprint import weights_memory
from larder.core.keys.hash_memory import HashMemory
from larder.core.workspace.onetrainer_config import TrainerConfig, config_from
from tests.support.late_packages import late_package
from tests.support.tiny_text_models import (
    CHAT_TEMPLATE,
    write_clip,
    write_qwen_tokenizer,
    write_text_pipeline,
)

torch = late_package("torch")
transformers = late_package("transformers")

FROZEN = {f"text_encoder{number}": {"train": False} for number in ("", "_2", "_3", "_4")}


def config_of(model_type: str, **raw: object) -> TrainerConfig:
    document = {"model_type": model_type, "train_dtype": "FLOAT_32", **FROZEN, **raw}
    return config_from(document, where="config.json")


def digest(folder: Path, model_type: str = "STABLE_DIFFUSION_15", **raw: object) -> str:
    return load(folder, model_type, **raw).fingerprint.digest


def load(
    folder: Path, model_type: str = "STABLE_DIFFUSION_15", *, memory: HashMemory | None = None,
    **raw: object,
) -> Any:
    options = EncoderOptions(models=(folder,), device="cpu")
    return load_text_encoder(
        config_of(model_type, **raw), options, ModelPlaces(folder), memory=memory)


def edit_json(path: Path, **changes: object) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**document, **changes}), encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    folder = tmp_path_factory.mktemp("pipelines")

    def pipeline(model_type: str) -> Path:
        path = folder / model_type
        return path if path.exists() else write_text_pipeline(path, model_type)

    return pipeline


@pytest.fixture
def copy_of(made: Callable[[str], Path], tmp_path: Path) -> Callable[[str], Path]:
    return lambda model_type: Path(
        shutil.copytree(made(model_type), tmp_path / f"copy of {model_type}"))


def test_the_same_models_in_another_folder_have_the_same_identity(
    made: Callable[[str], Path], copy_of: Callable[[str], Path]
) -> None:
    for model_type in ("STABLE_DIFFUSION_15", "FLUX_DEV_1"):
        whole, copy = load(made(model_type), model_type), load(copy_of(model_type), model_type)
        assert whole.fingerprint.digest == copy.fingerprint.digest
        assert (whole.fingerprint.name, copy.fingerprint.name) == (
            model_type, f"copy of {model_type}")


def test_encoding_does_not_change_the_identity(made: Callable[[str], Path]) -> None:
    for model_type in ("STABLE_DIFFUSION_15", "Z_IMAGE"):
        folder = made(model_type)
        before = load(folder, model_type)
        before.encode(["a cat", "a much longer prompt " * 50])
        assert load(folder, model_type).fingerprints == before.fingerprints


def test_other_weights_are_another_identity(
    made: Callable[[str], Path], copy_of: Callable[[str], Path]
) -> None:
    folder = copy_of("STABLE_DIFFUSION_15")
    write_clip(folder / "text_encoder", seed=1)
    changed = load(folder).fingerprint
    usual = load(made("STABLE_DIFFUSION_15")).fingerprint
    different = {name for name in usual.facts if usual.facts[name] != changed.facts[name]}
    assert different == {"text_encoder weights"}


def test_one_bit_of_the_weights_is_another_identity(
    made: Callable[[str], Path], copy_of: Callable[[str], Path]
) -> None:
    folder = copy_of("STABLE_DIFFUSION_15")
    file = folder / "text_encoder" / "model.safetensors"
    content = bytearray(file.read_bytes())
    content[-3] ^= 1
    file.write_bytes(content)
    assert digest(folder) != digest(made("STABLE_DIFFUSION_15"))


@pytest.mark.parametrize(
    ("file", "changes", "fact"),
    [
        ("text_encoder/config.json", {"layer_norm_eps": 1e-4}, "config"),
        ("text_encoder/config.json", {"hidden_act": "gelu"}, "config"),
        ("tokenizer/tokenizer_config.json", {"model_max_length": 60}, "tokenizer"),
        ("tokenizer/tokenizer_config.json", {"padding_side": "left"}, "tokenizer"),
        ("tokenizer/tokenizer_config.json", {"pad_token": "a"}, "tokenizer"),
    ],
)
def test_a_setting_that_changes_values_is_another_identity(
    made: Callable[[str], Path], copy_of: Callable[[str], Path], file: str,
    changes: dict[str, object], fact: str,
) -> None:
    folder = copy_of("STABLE_DIFFUSION_15")
    edit_json(folder / file, **changes)
    usual, changed = load(made("STABLE_DIFFUSION_15")).fingerprint, load(folder).fingerprint
    assert usual.digest != changed.digest
    assert usual.facts[f"text_encoder {fact}"] != changed.facts[f"text_encoder {fact}"]


@pytest.mark.parametrize(
    "changes",
    [{"transformers_version": "9.9"}, {"_name_or_path": "elsewhere"}, {"dtype": "bfloat16"}],
)
def test_how_a_config_was_saved_is_no_part_of_the_identity(
    made: Callable[[str], Path], copy_of: Callable[[str], Path], changes: dict[str, object]
) -> None:
    folder = copy_of("STABLE_DIFFUSION_15")
    edit_json(folder / "text_encoder" / "config.json", **changes)
    assert digest(folder) == digest(made("STABLE_DIFFUSION_15"))


def test_the_chat_template_is_part_of_the_identity(
    made: Callable[[str], Path], copy_of: Callable[[str], Path]
) -> None:
    folder = copy_of("Z_IMAGE")
    template = folder / "tokenizer" / "chat_template.jinja"
    template.write_text(CHAT_TEMPLATE + "\n", encoding="utf-8")
    assert digest(folder, "Z_IMAGE") != digest(made("Z_IMAGE"), "Z_IMAGE")


def test_a_merge_more_is_another_identity(
    made: Callable[[str], Path], copy_of: Callable[[str], Path]
) -> None:
    folder = copy_of("Z_IMAGE")
    path = folder / "tokenizer" / "tokenizer.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["model"]["merges"].pop()
    path.write_text(json.dumps(document), encoding="utf-8")
    assert digest(folder, "Z_IMAGE") != digest(made("Z_IMAGE"), "Z_IMAGE")


def test_config_settings_are_part_of_the_identity(made: Callable[[str], Path]) -> None:
    sd15, flux = made("STABLE_DIFFUSION_15"), made("FLUX_DEV_1")
    halved = {"text_encoder": {"train": False, "weight_dtype": "BFLOAT_16"}}
    quantised = {"text_encoder": {"train": False, "weight_dtype": "NFLOAT_4"}}
    digests = [
        digest(sd15), digest(sd15, text_encoder_layer_skip=1), digest(sd15, **halved),
        digest(sd15, **quantised), digest(sd15, train_dtype="BFLOAT_16"),
        digest(sd15, train_dtype="TFLOAT_32"),
        digest(flux, "FLUX_DEV_1"), digest(flux, "FLUX_DEV_1", text_encoder_2_sequence_length=12),
    ]
    assert len(set(digests)) == len(digests)
    assert digest(sd15, learning_rate=1.0, resolution="768") == digests[0]


def test_a_quantised_type_is_named_although_it_is_not_made(made: Callable[[str], Path]) -> None:
    quantised = {"text_encoder": {"train": False, "weight_dtype": "NFLOAT_4"}}
    facts = load(made("STABLE_DIFFUSION_15"), **quantised).fingerprint.facts
    assert facts["text_encoder weight type"] == "float32 instead of NFLOAT_4"


def test_each_encoder_has_an_identity_of_its_own(made: Callable[[str], Path]) -> None:
    encoder = load(made("FLUX_DEV_1"), "FLUX_DEV_1")
    skipping = load(made("FLUX_DEV_1"), "FLUX_DEV_1", text_encoder_2_layer_skip=1)
    assert set(encoder.fingerprints) == {"text_encoder", "text_encoder_2"}
    assert encoder.fingerprints["text_encoder"] == skipping.fingerprints["text_encoder"]
    assert encoder.fingerprints["text_encoder_2"] != skipping.fingerprints["text_encoder_2"]
    assert encoder.fingerprint.digest != skipping.fingerprint.digest


def test_remembered_weights_are_not_read_again(
    made: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made("STABLE_DIFFUSION_15")
    with weights_memory(tmp_path) as memory:
        first = load(folder, memory=memory).fingerprint
        monkeypatch.setattr("larder.core.keys.fingerprint._digest_whole", None)
        assert load(folder, memory=memory).fingerprint == first


def test_the_embedded_encoder_has_an_identity_without_any_model(tmp_path: Path) -> None:
    found = load_text_encoder(
        config_of("LARDER_PATCH_MEANS"), EncoderOptions(), ModelPlaces(tmp_path))
    assert found.fingerprint.name == "patch-means"


def test_pickled_weights_are_found_where_there_are_no_others(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"weights")
    assert [file.path.name for file in weights_in(tmp_path, WEIGHTS_NAMES, "")] == [
        "pytorch_model.bin"]
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    assert [file.path.name for file in weights_in(tmp_path, WEIGHTS_NAMES, "")] == [
        "model.safetensors"]


def test_nothing_is_written_into_the_models_folders(
    made: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = made("Z_IMAGE")
    before = sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*"))
    load(folder, "Z_IMAGE").encode(["a cat"])
    assert sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*")) == before
    tokenizer = transformers.AutoTokenizer.from_pretrained(write_qwen_tokenizer(tmp_path / "t"))
    attributes = set(vars(tokenizer))
    from larder.core.encoders.tokenizers import describe_tokenizer

    describe_tokenizer(tokenizer)
    assert set(vars(tokenizer)) == attributes
