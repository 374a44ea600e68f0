"""Errors raised while text encoders are loaded, with their wording."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.encoders.config_encoders import load_text_encoder
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.packages import load_class, quiet_library, weights_type_keyword
from larder.core.encoders.patch_means import PatchMeansTexts
from larder.core.encoders.text_stages import PIXART_STAGES
from larder.core.encoders.tokenizers import check_tokenizer
from larder.core.errors import UserFacingError
from larder.core.workspace.onetrainer_config import config_from
from tests.support.late_packages import late_package
from tests.support.tiny_text_models import (
    write_clip,
    write_clip_tokenizer,
    write_qwen3,
    write_qwen_tokenizer,
    write_t5,
    write_t5_tokenizer,
    write_text_pipeline,
)

torch = late_package("torch")
transformers = late_package("transformers")

FROZEN = {f"text_encoder{number}": {"train": False} for number in ("", "_2", "_3", "_4")}


def load(
    *models: Path, model_type: str = "STABLE_DIFFUSION_15", root: Path | None = None, **raw: object
) -> Any:
    document = {"model_type": model_type, "train_dtype": "FLOAT_32", **FROZEN,
                "base_model_name": "nobody/nothing", **raw}
    config = config_from(document, where="config.json")
    options = EncoderOptions(models=tuple(models), device="cpu")
    places = ModelPlaces(root or Path.cwd(), hub_cache=Path("no-hub-cache"))
    return load_text_encoder(config, options, places)


def refusal(*models: Path, **settings: Any) -> str:
    """The one sentence, after a check that it is one line with a hint or without."""
    with pytest.raises(UserFacingError) as caught:
        load(*models, **settings)
    assert "\n" not in caught.value.problem
    return caught.value.problem


def edit_json(path: Path, **changes: object) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**document, **changes}), encoding="utf-8")


def edit_weights(folder: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    from safetensors.torch import load_file, save_file

    file = folder / "model.safetensors"
    save_file(change(load_file(file)), file, metadata={"format": "pt"})


@pytest.fixture
def sd15(tmp_path: Path) -> Path:
    return write_text_pipeline(tmp_path / "sd15", "STABLE_DIFFUSION_15")


@pytest.fixture
def z_image(tmp_path: Path) -> Path:
    return write_text_pipeline(tmp_path / "z-image", "Z_IMAGE")


def test_missing_weights_are_an_error(sd15: Path) -> None:
    def drop_one(weights: dict[str, Any]) -> dict[str, Any]:
        return {name: one for name, one in weights.items() if "layers.1.mlp.fc1" not in name}

    edit_weights(sd15 / "text_encoder", drop_one)
    assert "lacks the weights" in refusal(sd15)
    assert "layers.1.mlp.fc1.bias and 1 more" in refusal(sd15)


def test_weights_under_other_names_are_an_error(sd15: Path) -> None:
    edit_weights(sd15 / "text_encoder",
                 lambda weights: {f"other.{name}": one for name, one in weights.items()})
    assert "lacks the weights" in refusal(sd15)


def test_weights_left_over_are_an_error(sd15: Path) -> None:
    edit_weights(sd15 / "text_encoder",
                 lambda weights: {**weights, "lora.extra": torch.zeros(2)})
    assert refusal(sd15).endswith("does not use the weights lora.extra.")


def test_weights_that_other_parts_of_the_model_need_are_left_alone(sd15: Path) -> None:
    others = {"vision_model.x": torch.zeros(1), "visual_projection.weight": torch.zeros(1),
              "logit_scale": torch.zeros(1), "text_projection.weight": torch.zeros(1),
              "text_model.embeddings.position_ids": torch.arange(77)[None]}
    edit_weights(sd15 / "text_encoder", lambda weights: {**weights, **others})
    assert load(sd15).encode(["a cat"])


def test_weights_of_another_shape_are_an_error(sd15: Path) -> None:
    def widen(weights: dict[str, Any]) -> dict[str, Any]:
        name = next(name for name in weights if name.endswith("final_layer_norm.weight"))
        return {**weights, name: torch.zeros(48)}

    edit_weights(sd15 / "text_encoder", widen)
    assert str(sd15 / "text_encoder") in refusal(sd15)


@pytest.mark.parametrize("size", [0, 4, 100, 5000])
def test_cut_off_weights_are_an_error(sd15: Path, size: int) -> None:
    file = sd15 / "text_encoder" / "model.safetensors"
    file.write_bytes(file.read_bytes()[:size])
    assert "cannot be loaded" in refusal(sd15)


def test_a_folder_without_weights_is_an_error(sd15: Path) -> None:
    (sd15 / "text_encoder" / "model.safetensors").unlink()
    assert refusal(sd15) == f"{sd15 / 'text_encoder'} contains no weights (model.safetensors)."


def test_a_missing_shard_is_an_error(sd15: Path) -> None:
    folder = sd15 / "text_encoder"
    (folder / "model.safetensors").unlink()
    index = {"weight_map": {"a": "model-00001-of-00002.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    assert refusal(sd15) == f"{folder} lacks model-00001-of-00002.safetensors."


def test_weights_in_shards_give_the_same_values(sd15: Path, tmp_path: Path) -> None:
    folder, whole = sd15 / "text_encoder", load(sd15).encode(["a cat"])
    model = transformers.CLIPTextModel.from_pretrained(folder)
    (folder / "model.safetensors").unlink()
    model.save_pretrained(folder, max_shard_size="60KB")
    assert len(list(folder.glob("*.safetensors"))) > 1
    (values,) = load(sd15).encode(["a cat"])
    assert all(torch.equal(value, whole[0][name]) for name, value in values.items())


@pytest.mark.parametrize("kept", [(), ("tokenizer_config.json",)])
def test_a_tokenizer_without_its_vocabulary_is_an_error(sd15: Path, kept: tuple[str, ...]) -> None:
    for file in (sd15 / "tokenizer").iterdir():
        if file.name not in kept:
            file.unlink()
    assert refusal(sd15).startswith("There is no tokenizer (tokenizer)")


def test_a_nearly_empty_vocabulary_is_an_error(sd15: Path) -> None:
    marks = {"<|startoftext|>": 0, "<|endoftext|>": 1}
    (sd15 / "tokenizer" / "vocab.json").write_text(json.dumps(marks), encoding="utf-8")
    (sd15 / "tokenizer" / "merges.txt").write_text("#version: 0.2\n", encoding="utf-8")
    assert "knows 2 tokens, but the CLIP text encoder has 522" in refusal(sd15)


def test_a_vocabulary_larger_than_the_models_is_an_error(sd15: Path) -> None:
    path = sd15 / "tokenizer" / "vocab.json"
    edit_json(path, **{f"extra{number}": 522 + number for number in range(3)})
    assert "knows 525 tokens, but the CLIP text encoder has 522" in refusal(sd15)


def test_lost_merges_are_an_error(sd15: Path) -> None:
    (sd15 / "tokenizer" / "merges.txt").write_text("#version: 0.2\n", encoding="utf-8")
    assert "has no merges" in refusal(sd15)


def test_a_tokenizer_that_does_not_end_texts_is_an_error(tmp_path: Path) -> None:
    folder = write_t5_tokenizer(tmp_path / "tokenizer")
    edit_json(folder / "tokenizer.json", post_processor=None)
    # T5's own class mends this, so that the check is asked itself.
    tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(folder)
    config = types.SimpleNamespace(vocab_size=len(tokenizer), eos_token_id=1)
    with pytest.raises(UserFacingError, match=r"ends a text with nothing, but .* expects token 1"):
        check_tokenizer(tokenizer, PIXART_STAGES[0], config, folder)


def test_another_models_end_token_is_an_error(sd15: Path) -> None:
    edit_json(sd15 / "text_encoder" / "config.json", eos_token_id=7)
    assert refusal(sd15).endswith("ends a text with token 521, but the model expects token 7.")


def test_the_end_token_that_old_clip_configs_state_is_taken_for_the_highest(sd15: Path) -> None:
    edit_json(sd15 / "text_encoder" / "config.json", eos_token_id=2, bos_token_id=0, pad_token_id=1)
    assert load(sd15).encode(["a cat"])


def test_an_end_token_that_the_tokenizer_does_not_know_is_an_error(z_image: Path) -> None:
    edit_json(z_image / "text_encoder" / "config.json", eos_token_id=300)
    problem = refusal(z_image, model_type="Z_IMAGE")
    assert problem.endswith("does not know the model's end token 300.")


def test_a_chat_model_without_a_chat_template_is_an_error(tmp_path: Path) -> None:
    write_qwen3(tmp_path / "text_encoder")
    write_qwen_tokenizer(tmp_path / "tokenizer", chat=False)
    assert refusal(tmp_path, model_type="Z_IMAGE").endswith("has no chat template.")


def test_a_tokenizer_that_does_not_say_its_length_is_an_error(sd15: Path) -> None:
    (sd15 / "tokenizer" / "tokenizer_config.json").write_text("{}", encoding="utf-8")
    assert "does not define the length of a prompt" in refusal(sd15)


def test_a_vocabulary_that_needs_another_package_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_text_pipeline(tmp_path / "pixart", "PIXART_SIGMA")
    (folder / "tokenizer" / "tokenizer.json").rename(folder / "tokenizer" / "spiece.model")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert refusal(folder, model_type="PIXART_SIGMA") == (
        f"The tokenizer in {folder / 'tokenizer'} needs the package sentencepiece.")


def test_a_damaged_tokenizer_is_an_error(z_image: Path) -> None:
    (z_image / "tokenizer" / "tokenizer.json").write_text("{}", encoding="utf-8")
    assert "cannot be loaded" in refusal(z_image, model_type="Z_IMAGE")


def test_a_pipeline_of_another_model_type_is_an_error(sd15: Path) -> None:
    problem = refusal(sd15, model_type="Z_IMAGE")
    assert problem == (
        f"{sd15 / 'text_encoder'} contains a model of type clip_text_model, "
        "but a Qwen3 text encoder is needed.")


def test_a_clip_without_its_projection_is_not_taken_for_one_with_it(tmp_path: Path) -> None:
    for part in ("tokenizer", "tokenizer_2"):
        write_clip_tokenizer(tmp_path / part)
    for part in ("text_encoder", "text_encoder_2"):
        write_clip(tmp_path / part)
    problem = refusal(tmp_path, model_type="STABLE_DIFFUSION_XL_10_BASE")
    assert "contains a CLIPTextModel, but a CLIP with projection text encoder" in problem


def test_a_part_that_is_not_there_names_itself_and_the_way_out(sd15: Path) -> None:
    with pytest.raises(UserFacingError) as caught:
        load(sd15, model_type="STABLE_DIFFUSION_XL_10_BASE")
    assert "no CLIP with projection text encoder (text_encoder_2)" in caught.value.problem
    assert caught.value.hint == "Choose the VAE and text encoders with --model DIR."


def test_without_any_model_there_is_one_way_out(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError) as caught:
        load(root=tmp_path)
    assert caught.value.problem == "Choose the VAE and text encoders with --model DIR."
    assert '"nobody/nothing" of the config is not on this computer' in caught.value.hint


def test_the_configs_base_model_is_used_where_no_other_is_chosen(sd15: Path) -> None:
    encoder = load(root=sd15.parent, base_model_name="sd15")
    assert encoder.fingerprint.name == "sd15"
    assert encoder.encode(["a cat"])


def test_separate_folders_are_matched_by_what_they_hold(tmp_path: Path) -> None:
    t5 = write_t5_tokenizer(write_t5(tmp_path / "t5-v1_1-xxl"))
    clip = write_clip_tokenizer(write_clip(tmp_path / "clip-vit-large-patch14"))
    for models in ((t5, clip), (clip, t5)):
        (values,) = load(*models, model_type="FLUX_DEV_1").encode(["a cat"])
        assert values["text_encoder_2_hidden_state"].shape == (77, 32)


def test_a_folder_named_for_itself_goes_before_the_pipelines(sd15: Path, tmp_path: Path) -> None:
    other = write_clip_tokenizer(write_clip(tmp_path / "my-clip", seed=7))
    (usual,), (replaced,) = load(sd15).encode(["a"]), load(sd15, other).encode(["a"])
    name = "text_encoder_hidden_state"
    assert not torch.equal(usual[name], replaced[name])
    assert torch.equal(replaced[name], load(other).encode(["a"])[0][name])


def test_a_text_encoder_folder_finds_the_tokenizer_beside_it(sd15: Path) -> None:
    assert load(sd15 / "text_encoder").encode(["a cat"])


def test_what_is_not_built_yet_says_so(sd15: Path) -> None:
    assert refusal(sd15, model_type="STABLE_DIFFUSION_20_DEPTH").startswith(
        "Larder cannot build for STABLE_DIFFUSION_20_DEPTH:")


@pytest.mark.parametrize(("model_type", "kind"), [
    ("ERNIE", "Mistral 3 without a language head"), ("FLUX_2", "Qwen3 or Mistral 3"),
    ("HUNYUAN_VIDEO", "Llama without a language head")])
def test_another_models_folder_says_which_text_encoder_is_needed(
    sd15: Path, model_type: str, kind: str
) -> None:
    assert refusal(sd15, model_type=model_type) == (
        f"{sd15}/text_encoder contains a model of type clip_text_model, "
        f"but a {kind} text encoder is needed.")


def test_an_unknown_model_type_says_so(sd15: Path) -> None:
    assert refusal(sd15, model_type="NEW_ONE") == "Larder does not know the model type NEW_ONE."


def test_a_config_that_trains_every_encoder_caches_no_texts(sd15: Path) -> None:
    problem = refusal(sd15, text_encoder={"train": True})
    assert problem == "This config caches no captions, because every text encoder is trained."


def test_a_config_that_does_not_say_what_is_trained_is_refused(sd15: Path) -> None:
    problem = refusal(sd15, **{key: {} for key in FROZEN})
    assert problem == "The config does not say which text encoders are trained."


def test_a_lora_that_changes_text_encoders_is_refused(sd15: Path) -> None:
    from safetensors.torch import save_file

    save_file({"lora_unet_x": torch.zeros(1)}, sd15 / "unet.safetensors")
    save_file({"lora_te1_x": torch.zeros(1)}, sd15 / "both.safetensors")
    settings = {"training_method": "LORA", "root": sd15}
    assert load(sd15, lora_model_name="unet.safetensors", **settings).encode(["a cat"])
    for name in ("both.safetensors", "not-there.safetensors"):
        assert "changes the text encoders" in refusal(sd15, lora_model_name=name, **settings)


def test_the_embedded_encoder_serves_its_own_model_type_only(sd15: Path) -> None:
    assert isinstance(load(model_type="LARDER_PATCH_MEANS"), PatchMeansTexts)
    config = config_from({"model_type": "STABLE_DIFFUSION_15"}, where="config.json")
    for name, problem in (("patch-means", "cannot build for STABLE_DIFFUSION_15"),
                          ("clip", 'no encoder "clip"')):
        with pytest.raises(UserFacingError, match=problem):
            load_text_encoder(config, EncoderOptions(encoder=name), ModelPlaces(sd15))


def test_a_missing_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(UserFacingError) as caught:
        load_class("CLIPTextModel")
    assert caught.value.problem.startswith("Encoding needs the package transformers:")
    assert f"{sys.executable} -m pip install" in caught.value.hint


def test_an_old_package_is_one_sentence() -> None:
    with pytest.raises(UserFacingError, match=r"transformers [\d.]+ has no NoSuchModel\."):
        load_class("NoSuchModel")


@pytest.mark.parametrize("kind", [RuntimeError, ModuleNotFoundError])
def test_a_torchvision_that_does_not_fit_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    class Broken(types.ModuleType):
        __version__ = "5.0"

        def __getattr__(self, name: str) -> object:
            raise kind("operator torchvision::nms does not exist\nand much more")

    monkeypatch.setitem(sys.modules, "transformers", Broken("transformers"))
    with pytest.raises(UserFacingError) as caught:
        load_class("CLIPTextModel")
    assert "operator torchvision::nms does not exist" in caught.value.problem
    assert "\n" not in caught.value.problem
    assert caught.value.hint.startswith("torchvision does not match this PyTorch")


@pytest.mark.parametrize(
    ("version", "keyword"), [("4.51.3", "torch_dtype"), ("5.0.0", "dtype"), ("10.1", "dtype")])
def test_the_number_type_goes_by_its_name_in_each_version(
    monkeypatch: pytest.MonkeyPatch, version: str, keyword: str
) -> None:
    other = types.ModuleType("transformers")
    monkeypatch.setattr(other, "__version__", version, raising=False)
    monkeypatch.setitem(sys.modules, "transformers", other)
    assert weights_type_keyword() == keyword


def test_loading_is_quiet_and_leaves_the_packages_settings(
    sd15: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from transformers.utils import logging

    logging.enable_progress_bar()
    before = logging.get_verbosity()
    load(sd15).encode(["a cat"])
    assert (logging.get_verbosity(), logging.is_progress_bar_enabled()) == (before, True)
    logging.disable_progress_bar()
    with quiet_library():
        pass
    assert not logging.is_progress_bar_enabled()
    assert capfd.readouterr() == ("", "")
