"""Text encoders out of one file: the values of the same model in a folder, or a plain refusal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from larder.core.encoders.config_encoders import choose_image_encoder, load_text_encoder
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.text_settings import find_shipped_clip, find_stage_files, stage_settings
from larder.core.errors import UserFacingError
from larder.core.workspace.onetrainer_config import TrainerConfig, config_from
from tests.support.checkpoints import (
    CHECKPOINTS,
    STABLE_DIFFUSION_2,
    as_open_clip,
    write_checkpoint,
    write_folder,
    write_gated_t5,
    write_wide_clip,
)
from tests.support.late_packages import late_package
from tests.support.tiny_text_models import SEED, write_t5_tokenizer

torch = late_package("torch")
late_package("transformers")

PROMPTS = ("a photo of the cat", "", "the dog at the phone! " * 30)

FROZEN = {f"text_encoder{number}": {"train": False} for number in ("", "_2", "_3", "_4")}


def config_of(model_type: str, base: Path | str) -> TrainerConfig:
    return config_from(
        {"model_type": model_type, "train_dtype": "FLOAT_32", "base_model_name": str(base),
         **FROZEN}, where="config.json")


def load(model_type: str, *models: Path, base: Path | str = "", hub: Path | None = None) -> Any:
    return load_text_encoder(
        config_of(model_type, base), EncoderOptions(models=models, device="cpu"),
        ModelPlaces(Path.cwd(), hub_cache=hub or Path("no-hub-cache")))


def equal(left: Any, right: Any) -> bool:
    return left.keys() == right.keys() and all(torch.equal(left[name], right[name])
                                               for name in left)


@pytest.mark.parametrize("model_type", CHECKPOINTS)
def test_a_file_gives_the_values_of_the_same_model_in_a_folder(
    tmp_path: Path, model_type: str
) -> None:
    folder = write_folder(tmp_path / "folder", model_type)
    file = write_checkpoint(tmp_path / "model.safetensors", folder, model_type)
    tokenizers = [path for path in folder.iterdir() if path.name.startswith("tokenizer")]

    of_folder = load(model_type, base=folder).encode(PROMPTS)
    of_file = load(model_type, *tokenizers, base=file).encode(PROMPTS)

    assert all(equal(*pair) for pair in zip(of_folder, of_file, strict=True))


def test_the_last_layer_of_stable_diffusion_2_is_left_out(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    used = STABLE_DIFFUSION_2.write(tmp_path / "folder" / "text_encoder", SEED)
    tokenizer = STABLE_DIFFUSION_2.tokenizer(tmp_path / "folder" / "tokenizer")
    state = as_open_clip(load_file(used / "model.safetensors"))
    further = {
        name.replace("resblocks.1", "resblocks.2"): torch.randn_like(tensor)
        for name, tensor in state.items() if "resblocks.1." in name}
    prefix = STABLE_DIFFUSION_2.prefix
    save_file(
        {prefix + name: tensor for name, tensor in {
            **state, **further, "text_projection": torch.ones(64, 64)}.items()},
        tmp_path / "sd2.safetensors")

    of_folder = load("STABLE_DIFFUSION_21", base=tmp_path / "folder").encode(PROMPTS)
    of_file = load(
        "STABLE_DIFFUSION_21", tokenizer, base=tmp_path / "sd2.safetensors").encode(PROMPTS)

    assert all(equal(*pair) for pair in zip(of_folder, of_file, strict=True))


def test_an_encoder_in_a_file_of_its_own_can_be_named(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "folder", "FLUX_DEV_1")
    file = write_checkpoint(
        tmp_path / "flux.safetensors", folder, "FLUX_DEV_1", leaving_out=("text_encoder_2",))
    own = tmp_path / "t5xxl_fp16.safetensors"
    own.write_bytes((folder / "text_encoder_2" / "model.safetensors").read_bytes())

    of_folder = load("FLUX_DEV_1", base=folder).encode(PROMPTS)
    of_files = load(
        "FLUX_DEV_1", own, folder / "tokenizer", folder / "tokenizer_2", base=file).encode(PROMPTS)

    assert all(equal(*pair) for pair in zip(of_folder, of_files, strict=True))


def test_what_a_file_lacks_comes_from_its_pipeline_in_the_hub_cache(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "folder", "FLUX_DEV_1")
    file = write_checkpoint(
        tmp_path / "flux.safetensors", folder, "FLUX_DEV_1",
        leaving_out=("text_encoder", "text_encoder_2", "vae"))
    snapshot = tmp_path / "hub" / "models--black-forest-labs--FLUX.1-dev" / "snapshots" / ("a" * 40)
    snapshot.parent.mkdir(parents=True)
    folder.rename(snapshot)

    encoder = load("FLUX_DEV_1", base=file, hub=tmp_path / "hub")
    images = choose_image_encoder(
        config_of("FLUX_DEV_1", file), EncoderOptions(device="cpu"),
        ModelPlaces(tmp_path, hub_cache=tmp_path / "hub"))

    assert encoder.fingerprint.name == images.fingerprint.name
    assert encoder.fingerprint.name == f"black-forest-labs/FLUX.1-dev@{'a' * 12}"


@pytest.mark.parametrize(("left_out", "words"), [
    (("text_encoder_2",),
     'There is no T5 text encoder.*hf download black-forest-labs/FLUX.1-dev --include '
     '"text_encoder_2/.*" "tokenizer_2/'),
    ((), 'There is no tokenizer.*hf download black-forest-labs/FLUX.1-dev --include "tokenizer_2/'),
])
def test_what_is_nowhere_is_named_with_the_way_to_fetch_it(
    tmp_path: Path, left_out: tuple[str, ...], words: str
) -> None:
    import re

    folder = write_folder(tmp_path / "folder", "FLUX_DEV_1")
    file = write_checkpoint(
        tmp_path / "flux.safetensors", folder, "FLUX_DEV_1", leaving_out=left_out)
    with pytest.raises(UserFacingError) as caught:
        load("FLUX_DEV_1", base=file)
    assert re.search(words, f"{caught.value.problem} {caught.value.hint}")


def test_a_file_without_a_vae_says_so_with_the_way_to_fetch_one(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "folder", "FLUX_DEV_1")
    file = write_checkpoint(
        tmp_path / "flux.safetensors", folder, "FLUX_DEV_1", leaving_out=("vae",))
    with pytest.raises(UserFacingError, match=r"flux\.safetensors contains no VAE") as caught:
        choose_image_encoder(
            config_of("FLUX_DEV_1", file), EncoderOptions(device="cpu"),
            ModelPlaces(tmp_path, hub_cache=tmp_path))
    assert 'hf download black-forest-labs/FLUX.1-dev --include "vae/*"' in caught.value.hint


@pytest.mark.parametrize("ending", ["ckpt", "pt", "bin"])
def test_a_pickle_is_refused_with_the_reason(tmp_path: Path, ending: str) -> None:
    pickle = tmp_path / f"model.{ending}"
    pickle.write_bytes(b"\x80\x04.")
    for models, base in (((pickle,), ""), ((), pickle)):
        with pytest.raises(UserFacingError, match="is a pickle, which can run any code") as caught:
            load("STABLE_DIFFUSION_15", *models, base=base)
        assert "Convert it to .safetensors" in caught.value.hint


def test_quantised_encoders_are_refused_in_words(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "folder", "FLUX_DEV_1")
    file = write_checkpoint(tmp_path / "flux.safetensors", folder, "FLUX_DEV_1", beside={
        "text_encoders.t5xxl.transformer.scaled_fp8": torch.ones(1)})
    with pytest.raises(UserFacingError, match="contains a quantised text encoder"):
        load("FLUX_DEV_1", folder / "tokenizer", folder / "tokenizer_2", base=file)


def test_eight_bit_floats_are_widened(tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    write_gated_t5(tmp_path / "text_encoder")
    tokenizer = write_t5_tokenizer(tmp_path / "tokenizer")
    path = tmp_path / "text_encoder" / "model.safetensors"
    narrow = {name: tensor.to(torch.float8_e4m3fn) for name, tensor in load_file(path).items()}
    save_file(narrow, tmp_path / "t5xxl_fp8_e4m3fn.safetensors")
    save_file({name: tensor.float() for name, tensor in narrow.items()}, path,
              metadata={"format": "pt"})

    of_folder = load("CHROMA_1", base=tmp_path).encode(["a cat"])
    of_file = load(
        "CHROMA_1", tokenizer, base=tmp_path / "t5xxl_fp8_e4m3fn.safetensors").encode(["a cat"])

    assert equal(of_folder[0], of_file[0])


def test_only_the_encoders_part_of_a_file_is_its_identity(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "folder", "STABLE_DIFFUSION_15")
    digests = {
        load("STABLE_DIFFUSION_15", folder / "tokenizer", base=write_checkpoint(
            tmp_path / f"{number}.safetensors", folder, "STABLE_DIFFUSION_15",
            beside={"model.diffusion_model.in": torch.full((3,), number)},
        )).fingerprints["text_encoder"].digest for number in range(2)}
    assert len(digests) == 1


class TestShippedTokenizer:
    @pytest.fixture
    def whole_vocabulary(self, tmp_path: Path) -> Path:
        """A checkpoint with as many words as CLIP has, and no tokenizer anywhere."""
        from safetensors.torch import load_file, save_file

        tensors: dict[str, Any] = {}
        for encoder, written in (
            (CHECKPOINTS["STABLE_DIFFUSION_XL_10_BASE"][0],
             write_wide_clip(tmp_path / "1", vocabulary=49408)),
            (CHECKPOINTS["STABLE_DIFFUSION_XL_10_BASE"][1],
             write_wide_clip(tmp_path / "2", vocabulary=49408, projected=True)),
        ):
            state = encoder.named(load_file(written / "model.safetensors"))
            tensors |= {encoder.prefix + name: one.contiguous() for name, one in state.items()}
        save_file(tensors, tmp_path / "sdxl.safetensors")
        return tmp_path / "sdxl.safetensors"

    def test_a_checkpoint_needs_nothing_beside_itself(self, whole_vocabulary: Path) -> None:
        values = load("STABLE_DIFFUSION_XL_10_BASE", base=whole_vocabulary).encode(["a cat!"])[0]

        assert values["tokens_1"][:6].tolist() == [49406, 320, 2368, 256, 49407, 49407]
        # OpenCLIP's token 0 is "!", for what fills up a prompt and for one that is written.
        assert values["tokens_2"][:6].tolist() == [49406, 320, 2368, 0, 49407, 0]
        assert values["tokens_1"].shape == (77,)

    def test_it_is_as_the_hubs_pipelines_have_it(self, whole_vocabulary: Path) -> None:
        """Which of the two was used changes nothing, not even a fingerprint."""
        marks = {
            name: {"content": text, "single_word": False, "lstrip": False, "rstrip": False,
                   "normalized": True, "__type": "AddedToken"}
            for name, text in (("bos_token", "<|startoftext|>"), ("eos_token", "<|endoftext|>"),
                               ("unk_token", "<|endoftext|>"))}
        for number, pad in (("", "<|endoftext|>"), ("_2", "!")):
            folder = whole_vocabulary.parent / "pipeline" / f"tokenizer{number}"
            folder.mkdir(parents=True)
            for name in ("vocab.json", "merges.txt"):
                (folder / name).write_bytes((find_shipped_clip() / name).read_bytes())
            (folder / "tokenizer_config.json").write_text(json.dumps({
                **marks, "add_prefix_space": False, "do_lower_case": True, "errors": "replace",
                "model_max_length": 77, "pad_token": pad, "tokenizer_class": "CLIPTokenizer"}))
        model_type = "STABLE_DIFFUSION_XL_10_BASE"

        shipped = load(model_type, base=whole_vocabulary)
        fetched = load(
            model_type, whole_vocabulary.parent / "pipeline", base=whole_vocabulary)

        assert shipped.fingerprints == fetched.fingerprints


def test_every_type_that_is_built_has_a_pipeline_to_fetch_from() -> None:
    from larder.core.encoders.catalogue import CATALOGUE

    built = {name for name, row in CATALOGUE.items() if row.text and not row.why_not_built}
    assert all(CATALOGUE[name].pipeline for name in built)


def test_finding_an_encoder_reads_no_weights(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "folder", "STABLE_DIFFUSION_15")
    file = write_checkpoint(tmp_path / "model.safetensors", folder, "STABLE_DIFFUSION_15")
    settings = stage_settings(config_of("STABLE_DIFFUSION_15", file))

    found = find_stage_files([one.stage for one in settings], [file])[1]

    assert (found.model, found.tokenizer) == (file, find_shipped_clip())
    assert [(one.path, one.prefix) for one in found.weights] == [
        (file, "cond_stage_model.transformer.")]
