"""Text embeddings of each model type, held against direct calls of the library."""

from __future__ import annotations

import functools
import json
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from larder.core.encoders.config_encoders import load_text_encoder
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.protocol import OutOfMemoryError, SourceError, TextEncoder
from larder.core.encoders.text_stages import (
    FLUX_2_SYSTEM,
    HUNYUAN_TEMPLATE,
    QWEN_TEMPLATE,
    QWEN_TEMPLATE_TOKENS,
)
from larder.core.errors import UserFacingError
from larder.core.workspace.model_types import text_payload_names
from larder.core.workspace.onetrainer_config import TrainerConfig, config_from
from tests.support.late_packages import late_package
from tests.support.tiny_text_models import PIPELINES, WIDTH, write_text_pipeline

torch = late_package("torch")
transformers = late_package("transformers")

PROMPT = "a photo of a cat on the roof of an old house"
PROMPTS = (PROMPT, "", "portrait of a woman, oil painting", "cat " * 300, "ein Käuzchen")
"""Ordinary, empty, longer, far longer than any encoder takes, and beyond ASCII."""

FROZEN: Mapping[str, object] = {
    f"text_encoder{number}": {"train": False} for number in ("", "_2", "_3", "_4")}


@pytest.fixture(scope="module")
def pipelines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Path]]:
    """Pipelines on disk, one per model type, made when first asked for and not written to."""
    folder = tmp_path_factory.mktemp("pipelines")

    def pipeline(model_type: str) -> Path:
        path = folder / model_type
        return path if path.exists() else write_text_pipeline(path, model_type)

    yield pipeline
    for kept in (_loaded, _tokenizer_of, model_of, all_encoded):
        kept.cache_clear()


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError("a build reached for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)


def config_of(model_type: str, **raw: object) -> TrainerConfig:
    document = {"model_type": model_type, "train_dtype": "FLOAT_32", **FROZEN, **raw}
    return config_from(document, where="config.json")


def load(folder: Path, model_type: str, **raw: object) -> TextEncoder:
    """The encoder of a config, loaded once for all tests that ask for the same."""
    return _loaded(folder, model_type, json.dumps(raw))


@functools.cache
def _loaded(folder: Path, model_type: str, raw: str) -> TextEncoder:
    config = config_of(model_type.partition(" ")[0], **json.loads(raw))
    options = EncoderOptions(models=(folder,), device="cpu")
    return load_text_encoder(config, options, ModelPlaces(folder))


def tokens_of(
    folder: Path, name: str, prompt: str, length: int, *, kind: str = "AutoTokenizer"
) -> Any:
    return _tokenizer_of(folder / name, kind)(
        prompt, padding="max_length", truncation=True, max_length=length, return_tensors="pt")


@functools.cache
def _tokenizer_of(folder: Path, kind: str) -> Any:
    loader = "CLIPTokenizer" if (folder / "merges.txt").exists() else kind
    return getattr(transformers, loader).from_pretrained(folder)


@functools.cache
def model_of(folder: Path, name: str, kind: str) -> Any:
    return getattr(transformers, kind).from_pretrained(folder / name).eval()


def run(model: Any, given: Any, *, masked: bool) -> Any:
    with torch.no_grad():
        return model(
            given["input_ids"], attention_mask=given["attention_mask"] if masked else None,
            output_hidden_states=True)


def final_norm(model: Any) -> Any:
    return getattr(model, "text_model", model).final_layer_norm


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("skip", [0, 1])
def test_sd15_keeps_the_last_layer_after_the_final_norm(
    pipelines: Callable[[str], Path], prompt: str, skip: int
) -> None:
    folder = pipelines("STABLE_DIFFUSION_15")
    encoder = load(folder, "STABLE_DIFFUSION_15", text_encoder_layer_skip=skip)
    (values,) = encoder.encode([prompt])

    given = tokens_of(folder, "tokenizer", prompt, 77)
    model = model_of(folder, "text_encoder", "CLIPTextModel")
    output = run(model, given, masked=False)
    assert torch.equal(values["tokens"], given["input_ids"][0])
    expected = final_norm(model)(output.hidden_states[-1 - skip])[0]
    assert torch.equal(values["text_encoder_hidden_state"], expected)
    if not skip:
        assert torch.equal(values["text_encoder_hidden_state"], output.last_hidden_state[0])


def test_a_skipped_clip_layer_is_a_model_without_that_layer(
    pipelines: Callable[[str], Path],
) -> None:
    folder = pipelines("STABLE_DIFFUSION_15")
    (values,) = load(folder, "STABLE_DIFFUSION_15", text_encoder_layer_skip=1).encode([PROMPT])

    shorter = transformers.CLIPTextModel.from_pretrained(
        folder / "text_encoder", num_hidden_layers=2).eval()
    output = run(shorter, tokens_of(folder, "tokenizer", PROMPT, 77), masked=False)
    assert torch.equal(values["text_encoder_hidden_state"], output.last_hidden_state[0])


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (0, 1)])
def test_sdxl_keeps_the_last_but_one_layer_without_norm_and_the_projection(
    pipelines: Callable[[str], Path], first: int, second: int
) -> None:
    name = "STABLE_DIFFUSION_XL_10_BASE"
    folder = pipelines(name)
    encoder = load(
        folder, name, text_encoder_layer_skip=first, text_encoder_2_layer_skip=second)
    (values,) = encoder.encode([PROMPT])

    given = tokens_of(folder, "tokenizer", PROMPT, 77)
    one = run(model_of(folder, "text_encoder", "CLIPTextModel"), given, masked=False)
    two = run(
        model_of(folder, "text_encoder_2", "CLIPTextModelWithProjection"), given, masked=False)
    assert torch.equal(values["text_encoder_1_hidden_state"], one.hidden_states[-2 - first][0])
    assert torch.equal(values["text_encoder_2_hidden_state"], two.hidden_states[-2 - second][0])
    assert torch.equal(values["text_encoder_2_pooled_state"], two.text_embeds[0])
    assert values["text_encoder_2_pooled_state"].shape == (24,)


def test_sd35_keeps_three_encoders_at_the_first_tokenizers_length(
    pipelines: Callable[[str], Path],
) -> None:
    name = "STABLE_DIFFUSION_35"
    folder = pipelines(name)
    (values,) = load(folder, name).encode([PROMPT])

    clip = tokens_of(folder, "tokenizer", PROMPT, 77)
    for number, part in ((1, "text_encoder"), (2, "text_encoder_2")):
        output = run(model_of(folder, part, "CLIPTextModelWithProjection"), clip, masked=False)
        assert torch.equal(
            values[f"text_encoder_{number}_hidden_state"], output.hidden_states[-2][0])
        assert torch.equal(values[f"text_encoder_{number}_pooled_state"], output.text_embeds[0])
        assert torch.equal(values[f"tokens_mask_{number}"], clip["attention_mask"][0])
    t5 = tokens_of(folder, "tokenizer_3", PROMPT, 77)
    output = run(model_of(folder, "text_encoder_3", "T5EncoderModel"), t5, masked=False)
    assert torch.equal(values["tokens_3"], t5["input_ids"][0])
    assert torch.equal(values["text_encoder_3_hidden_state"], output.last_hidden_state[0])


@pytest.mark.parametrize("length", [77, 12, 130, None])
def test_flux_keeps_the_pooled_clip_and_t5_at_the_configs_length(
    pipelines: Callable[[str], Path], length: int | None
) -> None:
    folder = pipelines("FLUX_DEV_1")
    encoder = load(folder, "FLUX_DEV_1", text_encoder_2_sequence_length=length)
    (values,) = encoder.encode([PROMPT])

    clip = tokens_of(folder, "tokenizer", PROMPT, 77)
    pooled = run(model_of(folder, "text_encoder", "CLIPTextModel"), clip, masked=False)
    assert torch.equal(values["text_encoder_1_pooled_state"], pooled.pooler_output[0])
    t5 = tokens_of(folder, "tokenizer_2", PROMPT, length or 64)
    output = run(model_of(folder, "text_encoder_2", "T5EncoderModel"), t5, masked=False)
    assert torch.equal(values["tokens_2"], t5["input_ids"][0])
    assert torch.equal(values["tokens_mask_2"], t5["attention_mask"][0])
    assert torch.equal(values["text_encoder_2_hidden_state"], output.last_hidden_state[0])


def test_a_skipped_t5_layer_is_a_model_without_that_layer(
    pipelines: Callable[[str], Path],
) -> None:
    folder = pipelines("FLUX_DEV_1")
    (values,) = load(folder, "FLUX_DEV_1", text_encoder_2_layer_skip=1).encode([PROMPT])

    shorter = transformers.T5EncoderModel.from_pretrained(
        folder / "text_encoder_2", num_layers=1).eval()
    output = run(shorter, tokens_of(folder, "tokenizer_2", PROMPT, 77), masked=False)
    assert torch.equal(values["text_encoder_2_hidden_state"], output.last_hidden_state[0])


@pytest.mark.parametrize("prompt", PROMPTS)
def test_chroma_keeps_the_real_tokens_and_one_more(
    pipelines: Callable[[str], Path], prompt: str
) -> None:
    folder = pipelines("CHROMA_1")
    (values,) = load(folder, "CHROMA_1").encode([prompt])

    given = tokens_of(folder, "tokenizer", prompt, 64)
    real = int(given["attention_mask"].sum())
    kept = min(real + 1, 64)
    given["attention_mask"][0, :kept] = 1
    output = run(model_of(folder, "text_encoder", "T5EncoderModel"), given, masked=True)
    assert torch.equal(values["tokens"], given["input_ids"][0, :kept])
    assert values["tokens_mask"].tolist() == [1] * kept
    assert torch.equal(values["text_encoder_hidden_state"], output.last_hidden_state[0, :kept])


class OneEncoder(NamedTuple):
    """Expected payload of a model type with one text encoder, according to the library."""

    kind: str
    length: int
    hidden: Callable[[Any], Any]
    wording: str = "{}"
    cut: int = 0
    """Tokens in front that are left out."""

    prunes: bool = False
    settings: Mapping[str, object] = {}


def last(output: Any) -> Any:
    return output.last_hidden_state


def last_but_one(output: Any) -> Any:
    return output.hidden_states[-2]


def joined(*layers: int) -> Callable[[Any], Any]:
    return lambda output: torch.cat([output.hidden_states[layer] for layer in layers], dim=-1)


CHAT = "<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n"

ONE_ENCODER = {
    "pixart keeps 120 masked tokens": ("PIXART_SIGMA", OneEncoder("T5EncoderModel", 120, last)),
    "wuerstchen keeps the masked last layer after the final norm": (
        "WUERSTCHEN_2", OneEncoder("CLIPTextModel", 77, last)),
    "qwen cuts the template and keeps the last layer of the real tokens": (
        "QWEN", OneEncoder(
            "Qwen2_5_VLForConditionalGeneration", 512 + QWEN_TEMPLATE_TOKENS,
            lambda output: output.hidden_states[-1], wording=QWEN_TEMPLATE,
            cut=QWEN_TEMPLATE_TOKENS, prunes=True)),
    # Thinking switched on leaves out the empty thought that switching it off would add.
    "z image talks in the chat template and keeps the last but one layer": (
        "Z_IMAGE", OneEncoder("Qwen3ForCausalLM", 512, last_but_one, wording=CHAT, prunes=True)),
    "ernie keeps the last but one layer of the real tokens": (
        "ERNIE", OneEncoder("Mistral3Model", 512, last_but_one, prunes=True)),
    "flux 2 klein joins three layers and keeps padding": (
        "FLUX_2", OneEncoder(
            "Qwen3ForCausalLM", 300, joined(9, 18, 27), CHAT + "<think>\n\n</think>\n\n",
            settings={"text_encoder_sequence_length": 300})),
    "flux 2 dev is told by its text encoder": (
        "FLUX_2 dev", OneEncoder(
            "Mistral3ForConditionalGeneration", 512, joined(10, 20, 30),
            f"<s>[SYSTEM_PROMPT]{FLUX_2_SYSTEM}[/SYSTEM_PROMPT][INST]{{}}[/INST]")),
}


@pytest.mark.swept(6)
@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize(("model_type", "one"), ONE_ENCODER.values(), ids=ONE_ENCODER)
def test_a_model_type_with_one_text_encoder(
    pipelines: Callable[[str], Path], model_type: str, one: OneEncoder, prompt: str
) -> None:
    folder = pipelines(model_type)
    (values,) = load(folder, model_type, **one.settings).encode([prompt])

    given = tokens_of(folder, "tokenizer", one.wording.replace("{}", prompt), one.length)
    output = run(model_of(folder, "text_encoder", one.kind), given, masked=True)
    mask = given["attention_mask"][0]
    kept = slice(one.cut, int(mask.sum()) if one.prunes else None)
    assert torch.equal(values["tokens"], given["input_ids"][0, kept])
    assert torch.equal(values["tokens_mask"], mask[kept])
    found, expected = values["text_encoder_hidden_state"], one.hidden(output)[0, kept]
    assert found.shape == expected.shape
    # What is pruned is computed without the padding behind it, which changes last bits.
    assert torch.allclose(found, expected, atol=1e-5 if one.prunes else 0, rtol=0)


def test_flux_2_dev_leaves_the_sign_for_pictures_out(pipelines: Callable[[str], Path]) -> None:
    one, other = load(pipelines("FLUX_2 dev"), "FLUX_2").encode([f"{PROMPT}[IMG]", PROMPT])
    assert all(torch.equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("skip", [0, 1])
def test_sana_keeps_300_masked_tokens_of_gemma_after_its_final_norm(
    pipelines: Callable[[str], Path], prompt: str, skip: int
) -> None:
    folder = pipelines("SANA")
    (values,) = load(folder, "SANA", text_encoder_layer_skip=skip).encode([prompt])

    given = tokens_of(folder, "tokenizer", prompt, 300, kind="GemmaTokenizerFast")
    shorter = transformers.Gemma2Model.from_pretrained(
        folder / "text_encoder", num_hidden_layers=2 - skip).eval()
    output = run(shorter, given, masked=True)
    assert torch.equal(values["tokens"], given["input_ids"][0])
    assert torch.equal(values["tokens_mask"], given["attention_mask"][0])
    assert torch.equal(values["text_encoder_hidden_state"], output.last_hidden_state[0])


def test_the_last_but_one_layer_of_qwen3_is_a_model_without_the_last_one(
    pipelines: Callable[[str], Path],
) -> None:
    folder = pipelines("Z_IMAGE")
    (values,) = load(folder, "Z_IMAGE").encode([PROMPT])

    shorter = transformers.Qwen3Model.from_pretrained(
        folder / "text_encoder", num_hidden_layers=2).eval()
    shorter.norm = torch.nn.Identity()
    with torch.no_grad():
        output = shorter(values["tokens"][None])
    assert torch.allclose(
        values["text_encoder_hidden_state"], output.last_hidden_state[0], atol=1e-5)


@pytest.mark.swept(2)
@pytest.mark.parametrize("prompt", PROMPTS)
def test_krea_2_pads_in_front_of_the_template_s_end_and_counts_positions_past_it(
    pipelines: Callable[[str], Path], prompt: str
) -> None:
    folder = pipelines("KREA_2")
    (values,) = load(folder, "KREA_2").encode([prompt])

    before, after = QWEN_TEMPLATE.split("{}")
    given = tokens_of(folder, "tokenizer", before + prompt, 512 + 34 - 5)
    end = tokens_of(folder, "tokenizer", after, 5)
    tokens = torch.cat([given["input_ids"], end["input_ids"]], dim=1)
    mask = torch.cat([given["attention_mask"], end["attention_mask"]], dim=1)
    positions = (mask.cumsum(-1) - 1).clamp(min=0)[None].expand(3, -1, -1)
    model = model_of(folder, "text_encoder", "Qwen3VLModel")
    with torch.no_grad():
        output = model(tokens, attention_mask=mask, position_ids=positions,
                       output_hidden_states=True)
    kept = mask[0].bool()
    kept[:34] = False
    assert torch.equal(values["tokens"], tokens[0, kept])
    assert values["tokens"][-5:].tolist() == end["input_ids"][0].tolist()
    expected = torch.cat([output.hidden_states[layer][0] for layer in range(2, 36, 3)], dim=-1)
    assert torch.allclose(values["text_encoder_hidden_state"], expected[kept], atol=1e-5)


def test_what_follows_a_krea_2_prompt_has_to_have_its_length(
    pipelines: Callable[[str], Path], tmp_path: Path
) -> None:
    import shutil

    from tests.support.tiny_text_models import write_qwen_tokenizer

    folder = tmp_path / "other"
    shutil.copytree(pipelines("KREA_2"), folder)
    write_qwen_tokenizer(folder / "tokenizer")
    with pytest.raises(UserFacingError, match="but the model expects 5"):
        load(folder, "KREA_2").encode([PROMPT])


@pytest.mark.swept(2)
@pytest.mark.parametrize("prompt", PROMPTS)
def test_ideogram_weaves_what_thirteen_layers_give_before_the_final_norm(
    pipelines: Callable[[str], Path], prompt: str
) -> None:
    diffusers = pytest.importorskip("diffusers")
    folder = pipelines("IDEOGRAM_4")
    (values,) = load(folder, "IDEOGRAM_4").encode([prompt])

    said = f"<|im_start|>user\n{prompt}<|im_end|>\n<|im_start|>assistant\n"
    # The trainer pads to 2048, of which nothing but the time to compute it would be seen here.
    length = 1024
    given = tokens_of(folder, "tokenizer", said, length)
    model = model_of(folder, "text_encoder", "Qwen3VLModel")
    with torch.no_grad():
        taps = diffusers.Ideogram4Pipeline._get_text_encoder_hidden_states(
            model, given["input_ids"], given["attention_mask"], torch.arange(length)[None])
    real = int(given["attention_mask"].sum())
    expected = torch.stack(taps).permute(1, 2, 3, 0).reshape(1, length, -1)[0, :real]
    assert torch.equal(values["tokens"], given["input_ids"][0, :real])
    assert values["text_encoder_hidden_state"].shape == (real, 13 * WIDTH)
    assert torch.allclose(values["text_encoder_hidden_state"], expected, atol=1e-5)


def test_anima_s_conditioner_looks_at_the_tokens_of_two_tokenizers(
    pipelines: Callable[[str], Path],
) -> None:
    diffusers = pytest.importorskip("diffusers")
    folder = pipelines("ANIMA")
    (values,) = load(folder, "ANIMA").encode([PROMPT])

    given = tokens_of(folder, "tokenizer", PROMPT, 512)
    t5 = tokens_of(folder, "t5_tokenizer", PROMPT, 512)
    output = run(model_of(folder, "text_encoder", "Qwen3Model"), given, masked=True)
    conditioner = diffusers.AnimaTextConditioner.from_pretrained(
        folder / "text_conditioner", torch_dtype=torch.bfloat16).eval()
    with torch.no_grad():
        expected = conditioner(
            source_hidden_states=(
                output.last_hidden_state * given["attention_mask"][..., None]).bfloat16(),
            target_input_ids=t5["input_ids"], target_attention_mask=t5["attention_mask"],
            source_attention_mask=given["attention_mask"])
    assert torch.equal(values["tokens"], given["input_ids"][0])
    assert torch.equal(values["t5_tokens"], t5["input_ids"][0])
    assert torch.equal(values["t5_tokens_mask"], t5["attention_mask"][0])
    assert torch.equal(values["text_encoder_hidden_state"], expected[0])


def test_another_conditioner_is_another_encoder(
    pipelines: Callable[[str], Path], tmp_path: Path
) -> None:
    import shutil

    from tests.support.tiny_text_models import write_text_conditioner

    folder = tmp_path / "other"
    shutil.copytree(pipelines("ANIMA"), folder)
    write_text_conditioner(folder / "text_conditioner", seed=5)
    digests = {load(one, "ANIMA").fingerprint.digest for one in (folder, pipelines("ANIMA"))}
    assert len(digests) == 2


@pytest.mark.parametrize("skip", [0, 1])
@pytest.mark.parametrize("prompt", PROMPTS)
def test_hunyuan_video_cuts_the_template_and_keeps_padding_and_the_pooled_clip(
    pipelines: Callable[[str], Path], prompt: str, skip: int
) -> None:
    folder = pipelines("HUNYUAN_VIDEO")
    encoder = load(folder, "HUNYUAN_VIDEO", text_encoder_2_layer_skip=skip)
    (values,) = encoder.encode([prompt])

    given = tokens_of(folder, "tokenizer", HUNYUAN_TEMPLATE.replace("{}", prompt), 77 + 95)
    output = run(model_of(folder, "text_encoder", "LlamaModel"), given, masked=True)
    assert torch.equal(values["tokens_1"], given["input_ids"][0, 95:])
    assert torch.equal(values["tokens_mask_1"], given["attention_mask"][0, 95:])
    assert torch.equal(
        values["text_encoder_1_hidden_state"], output.hidden_states[-1 - skip][0, 95:])
    clip = tokens_of(folder, "tokenizer_2", prompt, 77)
    pooled = run(model_of(folder, "text_encoder_2", "CLIPTextModel"), clip, masked=False)
    assert torch.equal(values["text_encoder_2_pooled_state"], pooled.pooler_output[0])


@pytest.mark.parametrize("as_own_folder", [False, True])
def test_hi_dream_keeps_every_layer_of_a_llama_that_may_lie_elsewhere(
    pipelines: Callable[[str], Path], tmp_path: Path, as_own_folder: bool
) -> None:
    import shutil

    name = "HI_DREAM_FULL"
    folder = tmp_path / "pipeline"
    shutil.copytree(pipelines(name), folder)
    llama = folder / "text_encoder_4"
    more: dict[str, object] = {}
    if as_own_folder:
        llama = llama.rename(tmp_path / "Llama-3.1-8B-Instruct")
        more = {"text_encoder_4": {"train": False, "model_name": str(llama)}}
    (values,) = load(folder, name, **more).encode([PROMPT])

    for number in (1, 2):
        part = "" if number == 1 else "_2"
        clip = tokens_of(folder, f"tokenizer{part}", PROMPT, 128)
        output = run(
            model_of(folder, f"text_encoder{part}", "CLIPTextModelWithProjection"), clip,
            masked=False)
        assert torch.equal(values[f"text_encoder_{number}_pooled_state"], output.text_embeds[0])
    t5 = tokens_of(folder, "tokenizer_3", PROMPT, 128)
    output = run(model_of(folder, "text_encoder_3", "T5EncoderModel"), t5, masked=False)
    assert torch.equal(values["text_encoder_3_hidden_state"], output.last_hidden_state[0])
    tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(llama)
    tokenizer.pad_token = tokenizer.eos_token
    given = tokenizer(PROMPT, padding="max_length", truncation=True, max_length=128,
                      return_tensors="pt")
    output = run(transformers.LlamaForCausalLM.from_pretrained(llama).eval(), given, masked=True)
    assert torch.equal(values["tokens_4"], given["input_ids"][0])
    assert isinstance(values["text_encoder_4_hidden_state"], list)
    assert all(torch.equal(*pair) for pair in zip(
        values["text_encoder_4_hidden_state"], [one[0] for one in output.hidden_states[1:]],
        strict=True))


def test_stable_cascade_keeps_the_last_layer_before_the_norm_and_the_projection(
    pipelines: Callable[[str], Path],
) -> None:
    folder = pipelines("STABLE_CASCADE_1")
    (values,) = load(folder, "STABLE_CASCADE_1").encode([PROMPT])

    given = tokens_of(folder, "tokenizer", PROMPT, 77)
    model = model_of(folder, "text_encoder", "CLIPTextModelWithProjection")
    output = run(model, given, masked=True)
    assert torch.equal(values["text_encoder_hidden_state"], output.hidden_states[-1][0])
    assert torch.equal(values["pooled_text_encoder_output"], output.text_embeds[0])


@pytest.mark.swept(6)
@pytest.mark.parametrize("model_type", PIPELINES)
def test_values_bear_the_names_of_the_model_type(
    pipelines: Callable[[str], Path], model_type: str
) -> None:
    for values in all_encoded(pipelines(model_type), model_type):
        assert set(values) == text_payload_names(config_of(model_type.partition(" ")[0]))


@functools.cache
def all_encoded(folder: Path, model_type: str) -> Sequence[Mapping[str, Any]]:
    """Return all prompts encoded together by the encoder of a model type."""
    return load(folder, model_type).encode(PROMPTS)


@pytest.mark.swept(6)
@pytest.mark.parametrize("model_type", PIPELINES)
def test_behaviour_51_batched_and_single_encodes_agree_on_every_real_token(
    pipelines: Callable[[str], Path], model_type: str
) -> None:
    encoder = load(pipelines(model_type), model_type)
    together = all_encoded(pipelines(model_type), model_type)
    for prompt, values in zip(PROMPTS, together, strict=True):
        lone = arrays(encoder.encode([prompt])[0])
        for name, value in arrays(values).items():
            assert value.shape == lone[name].shape
            if is_of_clip(model_type, name) or not value.is_floating_point():
                assert torch.equal(value, lone[name])
            else:
                # Anima's conditioner works in bfloat16.
                coarse = value.dtype is torch.bfloat16
                assert torch.allclose(value, lone[name], atol=0.02 if coarse else 1e-5)


def arrays(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by name, those of a list numbered."""
    return {
        f"{name}{number}": one for name, value in values.items()
        for number, one in (enumerate(value) if isinstance(value, list) else [("", value)])}


def is_of_clip(model_type: str, name: str) -> bool:
    """Return whether a value is a CLIP hidden state, which a batch does not change by a bit.

    Projecting several pooled states at once is a different product than projecting one.
    """
    clips = {"STABLE_DIFFUSION_15": ("_state",), "STABLE_DIFFUSION_XL_10_BASE": ("hidden_state",),
             "STABLE_DIFFUSION_35": ("1_hidden_state", "2_hidden_state"),
             "FLUX_DEV_1": ("1_pooled_state",)}
    return name.endswith(clips.get(model_type, ("no such name",)))


@pytest.mark.parametrize("model_type", ["STABLE_DIFFUSION_15", "Z_IMAGE", "CHROMA_1"])
def test_values_do_not_depend_on_the_neighbours(
    pipelines: Callable[[str], Path], model_type: str
) -> None:
    encoder = load(pipelines(model_type), model_type)
    beside_short = encoder.encode([PROMPT, ""])[0]
    beside_long = encoder.encode([PROMPT, "cat " * 300])[0]
    for name, value in beside_short.items():
        assert value.shape == beside_long[name].shape
        assert torch.allclose(value.float(), beside_long[name].float(), atol=1e-5)


LLAMA_MASKS = {("HI_DREAM_FULL", "tokens_mask_4"), ("HUNYUAN_VIDEO", "tokens_mask_1")}
"""What the trainer turns into its training type before a Llama sees it, and caches so."""


@pytest.mark.swept(7)
@pytest.mark.parametrize("model_type", PIPELINES)
def test_values_have_the_number_types_that_the_trainer_caches(
    pipelines: Callable[[str], Path], model_type: str
) -> None:
    (values,) = load(pipelines(model_type), model_type).encode([PROMPT])
    for name, value in arrays(values).items():
        is_whole = "tokens" in name and (model_type, name) not in LLAMA_MASKS
        states = torch.bfloat16 if model_type == "ANIMA" else torch.float32
        assert value.dtype is (torch.int64 if is_whole else states), name


@pytest.mark.parametrize(("model_type", "name"), sorted(LLAMA_MASKS))
def test_a_llamas_mask_is_in_the_training_type(
    pipelines: Callable[[str], Path], model_type: str, name: str
) -> None:
    encoder = load(pipelines(model_type), model_type, train_dtype="BFLOAT_16")
    (values,) = encoder.encode([PROMPT])
    assert values[name].dtype is torch.bfloat16
    assert set(values[name].tolist()) == {0.0, 1.0}


@pytest.mark.swept(7)
@pytest.mark.parametrize("model_type", PIPELINES)
def test_values_are_saved_without_their_neighbours(
    pipelines: Callable[[str], Path], model_type: str
) -> None:
    for values in all_encoded(pipelines(model_type), model_type):
        for value in arrays(values).values():
            assert value.untyped_storage().nbytes() == value.numel() * value.element_size()
            assert value.device.type == "cpu"
            assert not value.requires_grad


def encode_as_a_build(encoder: Any, prompts: Sequence[str]) -> list[Any]:
    """Values or errors in order: what failed together is encoded alone."""
    with pytest.raises(SourceError):
        encoder.encode(prompts)
    outcomes: list[Any] = []
    for prompt in prompts:
        try:
            outcomes += encoder.encode([prompt])
        except SourceError as error:
            outcomes.append(error)
    return outcomes


def test_behaviour_50_a_prompt_that_is_no_text_fails_alone(
    pipelines: Callable[[str], Path],
) -> None:
    encoder = load(pipelines("STABLE_DIFFUSION_15"), "STABLE_DIFFUSION_15")
    undecodable = b"caf\xe9".decode("utf-8", "surrogateescape")
    first, bad, last = encode_as_a_build(encoder, [PROMPT, undecodable, "a dog"])
    assert isinstance(bad, SourceError)
    assert str(bad) == "Character 4 of the prompt is not valid text."
    for prompt, values in ((PROMPT, first), ("a dog", last)):
        (alone,) = encoder.encode([prompt])
        assert isinstance(values, Mapping)
        assert all(torch.equal(values[name], alone[name]) for name in alone)


def test_behaviour_50_a_prompt_that_gives_no_numbers_fails_alone(
    pipelines: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = load(pipelines("FLUX_DEV_1"), "FLUX_DEV_1")
    stage = encoder._stages[1]
    usual = stage.model.core.forward
    (fox,) = encoder.encode(["fox"])

    def overflowing(*args: Any, **given: Any) -> Any:
        output = usual(*args, **given)
        hit = (given["input_ids"] == fox["tokens_2"]).all(dim=1)
        output.hidden_states[-1][hit] = float("nan")
        return output

    monkeypatch.setattr(stage.model.core, "forward", overflowing)
    first, bad, last = encode_as_a_build(encoder, ["a cat", "fox", "a dog"])
    assert isinstance(first, Mapping)
    assert isinstance(last, Mapping)
    assert isinstance(bad, SourceError)
    assert str(bad).startswith("The T5 text encoder returns NaN for this prompt")


def test_a_full_device_says_so(
    pipelines: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = load(pipelines("STABLE_DIFFUSION_15"), "STABLE_DIFFUSION_15")

    def full(*args: Any, **given: Any) -> Any:
        raise RuntimeError("CUDA out of memory. Tried to allocate 20.00 MiB\nand more")

    monkeypatch.setattr(encoder._stages[0].model.core, "forward", full)
    with pytest.raises(OutOfMemoryError, match=r"^CUDA out of memory\. Tried to allocate"):
        encoder.encode(["a cat"])


def test_no_prompts_give_no_values(pipelines: Callable[[str], Path]) -> None:
    assert load(pipelines("STABLE_DIFFUSION_15"), "STABLE_DIFFUSION_15").encode([]) == []


def test_only_encoders_that_are_not_trained_are_loaded(pipelines: Callable[[str], Path]) -> None:
    name = "STABLE_DIFFUSION_XL_10_BASE"
    encoder = load(pipelines(name), name, text_encoder={"train": True})
    (values,) = encoder.encode([PROMPT])
    assert set(values) == {"tokens_2", "text_encoder_2_hidden_state", "text_encoder_2_pooled_state"}
    assert set(encoder.fingerprints) == {"text_encoder_2"}


def test_an_encoder_that_the_model_is_loaded_without_gives_none(
    pipelines: Callable[[str], Path],
) -> None:
    encoder = load(
        pipelines("FLUX_DEV_1"), "FLUX_DEV_1", text_encoder={"train": False, "include": False})
    (values,) = encoder.encode([PROMPT])
    assert {name for name, value in values.items() if value is None} == {
        "tokens_1", "tokens_mask_1", "text_encoder_1_pooled_state"}
    assert values["text_encoder_2_hidden_state"].shape == (77, WIDTH)


@pytest.mark.parametrize("model_type", ["STABLE_DIFFUSION_15", "FLUX_DEV_1", "Z_IMAGE"])
def test_half_weights_and_half_work_give_what_the_trainer_caches(
    pipelines: Callable[[str], Path], model_type: str
) -> None:
    halves = {key: {"train": False, "weight_dtype": "BFLOAT_16"} for key in FROZEN}
    encoder = load(pipelines(model_type), model_type, train_dtype="BFLOAT_16", **halves)
    (values,) = encoder.encode([PROMPT])
    (exact,) = load(pipelines(model_type), model_type).encode([PROMPT])
    for name, value in values.items():
        if value.is_floating_point():
            assert value.dtype in (torch.bfloat16, torch.float32)
            assert torch.allclose(value.float(), exact[name], atol=0.15)
            assert not torch.equal(value.float(), exact[name])


def test_a_trained_embedding_in_a_prompt_is_left_to_the_trainer(
    pipelines: Callable[[str], Path],
) -> None:
    embedding = [{"placeholder": "<mycat>", "train": False}]
    encoder = load(
        pipelines("STABLE_DIFFUSION_15"), "STABLE_DIFFUSION_15", additional_embeddings=embedding)
    assert encoder.encode([PROMPT])
    with pytest.raises(SourceError, match="trained embedding <mycat>"):
        encoder.encode(["a photo of <mycat>"])


def test_a_type_without_embeddings_takes_their_placeholder_as_text(
    pipelines: Callable[[str], Path],
) -> None:
    embedding = [{"placeholder": "<mycat>", "train": False}]
    encoder = load(pipelines("Z_IMAGE"), "Z_IMAGE", additional_embeddings=embedding)
    assert encoder.encode(["a photo of <mycat>"])


def test_more_layers_skipped_than_there_are_is_one_sentence(
    pipelines: Callable[[str], Path],
) -> None:
    with pytest.raises(UserFacingError, match="3 layers, too few for the config's text_encoder_la"):
        load(pipelines("STABLE_DIFFUSION_15"), "STABLE_DIFFUSION_15", text_encoder_layer_skip=4)


def test_a_closed_encoder_does_not_encode(pipelines: Callable[[str], Path]) -> None:
    encoder = _loaded.__wrapped__(pipelines("STABLE_DIFFUSION_15"), "STABLE_DIFFUSION_15", "{}")
    encoder.close()
    with pytest.raises(ValueError, match="closed"):
        encoder.encode([PROMPT])
