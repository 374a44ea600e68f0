"""Tiny random text encoders and tokenizers, saved to disk as a pipeline's folder holds them.

Real classes with a few thousand weights, made without a download: the same seed gives the same
bytes within one version of the library. A whole pipeline takes a tenth of a second.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from larder.core.encoders.text_stages import HUNYUAN_TEMPLATE
from tests.support.written_once import written_once

WORDS = (
    "a photo of a cat on the roof of an old house",
    "the quick brown fox jumps over the lazy dog near the river",
    "portrait of a woman, oil painting, soft light, masterpiece",
    "describe the image by detailing the color, shape, size, texture, quantity, text",
    "system user assistant spatial relationships of the objects and background",
    "mountains in the morning, fog, wide angle, 35mm, highly detailed",
)
"""What the tokenizers are trained on."""

CLIP_MERGES = (
    ("c", "a"), ("ca", "t</w>"), ("t", "h"), ("th", "e</w>"), ("p", "h"), ("d", "o"),
    ("do", "g</w>"), ("a", "t</w>"),
)
CLIP_VOCABULARY = 522
T5_VOCABULARY = 224
LLAMA_VOCABULARY = 700
QWEN_VOCABULARY = 400
GEMMA_VOCABULARY = 120
WIDTH = 32
SEED = 20_260

CHAT_TEMPLATE = (
    "{%- for message in messages -%}"
    "{%- set text = message.content if message.content is string else message.content[0].text -%}"
    "{{ '<|im_start|>' + message.role + '\\n' + text + '<|im_end|>\\n' }}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\\n' }}"
    "{%- if enable_thinking is defined and enable_thinking is false -%}"
    "{{ '<think>\\n\\n</think>\\n\\n' }}{%- endif -%}{%- endif -%}"
)
"""Like Qwen3's: thinking switched off adds an empty thought."""

MISTRAL_TEMPLATE = (
    "{{ bos_token }}{%- for message in messages -%}"
    "{%- set text = message.content if message.content is string else message.content[0].text -%}"
    "{%- if message.role == 'system' -%}{{ '[SYSTEM_PROMPT]' + text + '[/SYSTEM_PROMPT]' }}"
    "{%- else -%}{{ '[INST]' + text + '[/INST]' }}{%- endif -%}{%- endfor -%}"
)
"""Like Mistral Small's."""


@written_once
def write_clip_tokenizer(folder: Path, *, length: int = 77) -> Path:
    """A byte-pair tokenizer of 522 tokens, in CLIP's two files."""
    folder.mkdir(parents=True, exist_ok=True)
    letters = _byte_letters()
    tokens = [*letters, *(letter + "</w>" for letter in letters)]
    tokens += [left + right for left, right in CLIP_MERGES] + ["<|startoftext|>", "<|endoftext|>"]
    _write_json(folder / "vocab.json", {token: number for number, token in enumerate(tokens)})
    merges = "\n".join(" ".join(pair) for pair in CLIP_MERGES)
    (folder / "merges.txt").write_text(f"#version: 0.2\n{merges}\n", encoding="utf-8")
    marks = {
        "bos_token": "<|startoftext|>", "eos_token": "<|endoftext|>",
        "unk_token": "<|endoftext|>", "pad_token": "<|endoftext|>",
    }
    _write_json(folder / "tokenizer_config.json",
                {"tokenizer_class": "CLIPTokenizer", "model_max_length": length, **marks})
    return folder


@written_once
def write_t5_tokenizer(folder: Path, *, length: int = 64) -> Path:
    """A unigram tokenizer with T5's marks; the class adds a hundred sentinels of its own."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers

    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(WORDS, trainers.UnigramTrainer(
        vocab_size=100, special_tokens=["<pad>", "</s>", "<unk>"], unk_token="<unk>",
        show_progress=False))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)])
    marks = {"pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
    return _save_tokenizer(tokenizer, folder, length=length, **marks)


def _byte_level(marks: Sequence[str], also: Sequence[str] = (), size: int = 0) -> Any:
    """A byte-level tokenizer with some marks, trained on `WORDS` and what else is to be short."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator((*WORDS, *also), trainers.BpeTrainer(
        vocab_size=size or QWEN_VOCABULARY, show_progress=False, special_tokens=list(marks),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    return tokenizer


@written_once
def write_qwen_tokenizer(
    folder: Path, *, chat: bool = True, length: int = 2048, also: Sequence[str] = ()
) -> Path:
    """A byte-level tokenizer with Qwen's marks, with or without a chat template."""
    tokenizer = _byte_level(["<|endoftext|>", "<|im_start|>", "<|im_end|>"], also)
    marks = {"pad_token": "<|endoftext|>", "eos_token": "<|im_end|>"}
    template = {"chat_template": CHAT_TEMPLATE} if chat else {}
    return _save_tokenizer(tokenizer, folder, length=length, **marks, **template)


def write_krea_tokenizer(folder: Path) -> Path:
    """Qwen's, in which "assistant" is one token as in the published one."""
    return write_qwen_tokenizer(folder, also=("assistant",) * 50)


@written_once
def write_llama_tokenizer(folder: Path, *, pads: bool = True) -> Path:
    """A byte-level tokenizer with Llama 3's marks, which has no padding token of its own."""
    from tokenizers import processors

    marks = ["<|begin_of_text|>", "<|end_of_text|>", "<|eot_id|>", "<|start_header_id|>",
             "<|end_header_id|>", "<pad>"]
    tokenizer = _byte_level(marks, (HUNYUAN_TEMPLATE,) * 20, LLAMA_VOCABULARY)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<|begin_of_text|> $A", special_tokens=[("<|begin_of_text|>", 0)])
    named = {"bos_token": marks[0], "eos_token": marks[1]}
    padding = {"pad_token": "<pad>"} if pads else {}
    return _save_tokenizer(tokenizer, folder, length=2048, **named, **padding)


@written_once
def write_mistral_tokenizer(folder: Path) -> Path:
    """A byte-level tokenizer with Mistral's marks and a template that takes texts in parts."""
    from tokenizers import processors

    tokenizer = _byte_level(["<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[SYSTEM_PROMPT]",
                             "[/SYSTEM_PROMPT]", "<pad>"])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", 1)])
    return _save_tokenizer(
        tokenizer, folder, length=2048, bos_token="<s>", eos_token="</s>", unk_token="<unk>",
        pad_token="<pad>", chat_template=MISTRAL_TEMPLATE)


@written_once
def write_clip(
    folder: Path, *, projected: bool = False, layers: int = 3, seed: int = SEED,
    positions: int = 77,
) -> Path:
    """A CLIP text encoder of width 32, its projection 24 wide."""
    import transformers

    config = transformers.CLIPTextConfig(
        vocab_size=CLIP_VOCABULARY, hidden_size=WIDTH, intermediate_size=64,
        num_hidden_layers=layers, num_attention_heads=4, max_position_embeddings=positions,
        projection_dim=24, bos_token_id=CLIP_VOCABULARY - 2, eos_token_id=CLIP_VOCABULARY - 1,
        pad_token_id=CLIP_VOCABULARY - 1)
    name = "CLIPTextModelWithProjection" if projected else "CLIPTextModel"
    return save_model(lambda: getattr(transformers, name)(config), folder, seed=seed)


@written_once
def write_t5(folder: Path, *, layers: int = 2, seed: int = SEED) -> Path:
    """A T5 encoder of width 32."""
    import transformers

    config = transformers.T5Config(
        vocab_size=T5_VOCABULARY, d_model=WIDTH, d_kv=8, d_ff=64, num_layers=layers, num_heads=4,
        relative_attention_num_buckets=8, feed_forward_proj="gated-gelu", decoder_start_token_id=0,
        dropout_rate=0.0)
    return save_model(lambda: transformers.T5EncoderModel(config), folder, seed=seed)


@written_once
def write_qwen3(folder: Path, *, layers: int = 3, seed: int = SEED) -> Path:
    """A Qwen3 language model of width 32."""
    import transformers

    config = transformers.Qwen3Config(
        vocab_size=QWEN_VOCABULARY, hidden_size=WIDTH, intermediate_size=64,
        num_hidden_layers=layers, num_attention_heads=4, num_key_value_heads=2, head_dim=8,
        max_position_embeddings=1024, bos_token_id=0, eos_token_id=2, pad_token_id=0)
    return save_model(lambda: transformers.Qwen3ForCausalLM(config), folder, seed=seed)


@written_once
def write_qwen_vl(folder: Path, *, layers: int = 2, seed: int = SEED) -> Path:
    """A Qwen2.5-VL of width 32, its picture tower one layer deep."""
    import transformers

    text = {
        "vocab_size": QWEN_VOCABULARY, "hidden_size": WIDTH, "intermediate_size": 64,
        "num_hidden_layers": layers, "num_attention_heads": 4, "num_key_value_heads": 2,
        "max_position_embeddings": 1024, "bos_token_id": 0, "eos_token_id": 2, "pad_token_id": 0,
        "rope_scaling": {"type": "mrope", "mrope_section": [1, 1, 2], "rope_type": "default"},
    }
    vision = {
        "depth": 1, "hidden_size": WIDTH, "intermediate_size": 32, "num_heads": 2,
        "out_hidden_size": WIDTH, "window_size": 28, "fullatt_block_indexes": [0],
    }
    config = transformers.Qwen2_5_VLConfig(text_config=text, vision_config=vision)
    return save_model(
        lambda: transformers.Qwen2_5_VLForConditionalGeneration(config), folder, seed=seed)


def write_flux_2_qwen3(folder: Path) -> Path:
    """A Qwen3 of as many layers as Flux.2 looks at."""
    return write_qwen3(folder, layers=28)


@written_once
def write_qwen3_bare(folder: Path, *, seed: int = SEED) -> Path:
    """A Qwen3 of width 32 without a language head."""
    import transformers

    config = transformers.Qwen3Config(
        vocab_size=QWEN_VOCABULARY, hidden_size=WIDTH, intermediate_size=64,
        num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2, head_dim=8,
        max_position_embeddings=1024, bos_token_id=0, eos_token_id=2, pad_token_id=0)
    return save_model(lambda: transformers.Qwen3Model(config), folder, seed=seed)


@written_once
def write_text_conditioner(folder: Path, *, seed: int = SEED) -> Path:
    """Anima's conditioner, 32 wide on all sides, in the trainer's type."""
    import diffusers
    import torch

    return save_model(lambda: diffusers.AnimaTextConditioner(
        source_dim=WIDTH, target_dim=WIDTH, model_dim=WIDTH, num_layers=2, num_attention_heads=4,
        target_vocab_size=T5_VOCABULARY).to(torch.bfloat16), folder, seed=seed)


@written_once
def write_qwen3_vl(folder: Path, *, layers: int = 36, seed: int = SEED) -> Path:
    """A Qwen3-VL of width 32 and as many layers as the published one, its picture tower shallow."""
    import transformers

    text = {
        "vocab_size": QWEN_VOCABULARY, "hidden_size": WIDTH, "intermediate_size": 32,
        "num_hidden_layers": layers, "num_attention_heads": 4, "num_key_value_heads": 2,
        "head_dim": 8, "max_position_embeddings": 4096, "bos_token_id": 0, "eos_token_id": 2,
        "pad_token_id": 0,
        "rope_scaling": {"mrope_section": [2, 1, 1], "rope_type": "default",
                         "mrope_interleaved": True},
    }
    vision = {
        "depth": 1, "hidden_size": WIDTH, "intermediate_size": 32, "num_heads": 2,
        "out_hidden_size": WIDTH, "num_position_embeddings": 16, "deepstack_visual_indexes": [0],
    }
    config = transformers.Qwen3VLConfig(text_config=text, vision_config=vision)
    return save_model(lambda: transformers.Qwen3VLModel(config), folder, seed=seed)


@written_once
def write_mistral3(
    folder: Path, *, bare: bool = False, layers: int = 31, seed: int = SEED
) -> Path:
    """A Mistral 3 of width 32, with its picture tower, with a language head or without."""
    import transformers

    text = {
        "model_type": "mistral", "vocab_size": QWEN_VOCABULARY, "hidden_size": WIDTH,
        "intermediate_size": 32, "num_hidden_layers": layers, "num_attention_heads": 4,
        "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 1024,
        "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 7,
    }
    vision = {
        "model_type": "pixtral", "hidden_size": WIDTH, "intermediate_size": 32,
        "num_hidden_layers": 1, "num_attention_heads": 2, "head_dim": 16, "image_size": 28,
        "patch_size": 14,
    }
    config = transformers.Mistral3Config(text_config=text, vision_config=vision)
    kind = transformers.Mistral3Model if bare else transformers.Mistral3ForConditionalGeneration
    return save_model(lambda: kind(config), folder, seed=seed)


def write_ernie_mistral3(folder: Path) -> Path:
    """A Mistral 3 without a language head."""
    return write_mistral3(folder, bare=True, layers=3)


@written_once
def write_llama(folder: Path, *, bare: bool = False, layers: int = 3, seed: int = SEED) -> Path:
    """A Llama of width 32, with a language head or without."""
    import transformers

    config = transformers.LlamaConfig(
        vocab_size=LLAMA_VOCABULARY, hidden_size=WIDTH, intermediate_size=64,
        num_hidden_layers=layers, num_attention_heads=4, num_key_value_heads=2,
        max_position_embeddings=1024, bos_token_id=0, eos_token_id=1, pad_token_id=None)
    kind = transformers.LlamaModel if bare else transformers.LlamaForCausalLM
    return save_model(lambda: kind(config), folder, seed=seed)


def write_hunyuan_llama(folder: Path) -> Path:
    """A Llama without a language head."""
    return write_llama(folder, bare=True)


def write_hi_dream_llama(folder: Path) -> Path:
    """A Llama with its tokenizer in the same folder, as its publisher has it."""
    return write_llama(write_llama_tokenizer(folder, pads=False))


@written_once
def write_gemma_tokenizer(folder: Path, *, length: int = 300) -> Path:
    """A byte-pair tokenizer with Gemma's marks, padding behind the text; the class adds a mask."""
    from tokenizers import Tokenizer, models, normalizers, processors, trainers

    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Replace(" ", "\u2581")
    tokenizer.train_from_iterator(WORDS, trainers.BpeTrainer(
        vocab_size=GEMMA_VOCABULARY - 10, show_progress=False,
        special_tokens=["<pad>", "<eos>", "<bos>", "<unk>"]))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<bos> $A", special_tokens=[("<bos>", 2)])
    marks = {"pad_token": "<pad>", "eos_token": "<eos>", "bos_token": "<bos>",
             "unk_token": "<unk>", "padding_side": "right"}
    return _save_tokenizer(tokenizer, folder, length=length, **marks)


@written_once
def write_gemma(folder: Path, *, layers: int = 2, seed: int = SEED) -> Path:
    """A Gemma 2 of width 32."""
    import transformers

    config = transformers.Gemma2Config(
        vocab_size=GEMMA_VOCABULARY, hidden_size=WIDTH, intermediate_size=64,
        num_hidden_layers=layers, num_attention_heads=4, num_key_value_heads=2, head_dim=8,
        query_pre_attn_scalar=8, max_position_embeddings=1024, bos_token_id=2, eos_token_id=1,
        pad_token_id=0)
    return save_model(lambda: transformers.Gemma2Model(config), folder, seed=seed)


@written_once
def write_text_pipeline(folder: Path, model_type: str) -> Path:
    """The text encoders and tokenizers of a pipeline, in its subfolders.

    Args:
        folder: the pipeline's folder; made if it is not there.
        model_type: one of `PIPELINES`.
    """
    for name, write in PIPELINES[model_type].items():
        write(folder / name)
    return folder


def _projected(folder: Path) -> Path:
    return write_clip(folder, projected=True, seed=SEED + 1)


def write_clip_tokenizer_of_128(folder: Path) -> Path:
    """As HiDream's, which takes longer prompts."""
    return write_clip_tokenizer(folder, length=128)


def _long_projected(folder: Path) -> Path:
    return write_clip(folder, projected=True, seed=SEED + 1, positions=128)


_ONE_CLIP: dict[str, Callable[[Path], Path]] = {
    "tokenizer": write_clip_tokenizer, "text_encoder": write_clip}
_ONE_T5: dict[str, Callable[[Path], Path]] = {
    "tokenizer": write_t5_tokenizer, "text_encoder": write_t5}

PIPELINES: dict[str, dict[str, Callable[[Path], Path]]] = {
    "STABLE_DIFFUSION_15": _ONE_CLIP,
    "STABLE_DIFFUSION_XL_10_BASE": {
        **_ONE_CLIP, "tokenizer_2": write_clip_tokenizer, "text_encoder_2": _projected},
    "STABLE_DIFFUSION_35": {
        "tokenizer": write_clip_tokenizer, "text_encoder": _projected,
        "tokenizer_2": write_clip_tokenizer, "text_encoder_2": _projected,
        "tokenizer_3": write_t5_tokenizer, "text_encoder_3": write_t5},
    "FLUX_DEV_1": {**_ONE_CLIP, "tokenizer_2": write_t5_tokenizer, "text_encoder_2": write_t5},
    "CHROMA_1": _ONE_T5,
    "PIXART_SIGMA": _ONE_T5,
    "SANA": {"tokenizer": write_gemma_tokenizer, "text_encoder": write_gemma},
    "HUNYUAN_VIDEO": {
        "tokenizer": write_llama_tokenizer, "text_encoder": write_hunyuan_llama,
        "tokenizer_2": write_clip_tokenizer, "text_encoder_2": write_clip},
    "HI_DREAM_FULL": {
        "tokenizer": write_clip_tokenizer_of_128, "text_encoder": _long_projected,
        "tokenizer_2": write_clip_tokenizer_of_128, "text_encoder_2": _long_projected,
        "tokenizer_3": write_t5_tokenizer, "text_encoder_3": write_t5,
        "text_encoder_4": write_hi_dream_llama},
    "FLUX_2": {"tokenizer": write_qwen_tokenizer, "text_encoder": write_flux_2_qwen3},
    "FLUX_2 dev": {"tokenizer": write_mistral_tokenizer, "text_encoder": write_mistral3},
    "ERNIE": {"tokenizer": write_mistral_tokenizer, "text_encoder": write_ernie_mistral3},
    "KREA_2": {"tokenizer": write_krea_tokenizer, "text_encoder": write_qwen3_vl},
    "IDEOGRAM_4": {"tokenizer": write_qwen_tokenizer, "text_encoder": write_qwen3_vl},
    "ANIMA": {
        "tokenizer": write_qwen_tokenizer, "text_encoder": write_qwen3_bare,
        "t5_tokenizer": write_t5_tokenizer, "text_conditioner": write_text_conditioner},
    "WUERSTCHEN_2": _ONE_CLIP,
    "STABLE_CASCADE_1": {"tokenizer": write_clip_tokenizer, "text_encoder": _projected},
    "QWEN": {"tokenizer": write_qwen_tokenizer, "text_encoder": write_qwen_vl},
    "Z_IMAGE": {"tokenizer": write_qwen_tokenizer, "text_encoder": write_qwen3},
}
"""Subfolders of a pipeline and what goes into them, by model type; "FLUX_2 dev" is the Flux.2 that
has a Mistral."""


def save_model(make: Callable[[], Any], folder: Path, *, seed: int) -> Path:
    """A model of the library with random weights of a seed, in a folder."""
    import torch
    from transformers.utils import logging

    folder.mkdir(parents=True, exist_ok=True)
    logging.disable_progress_bar()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        make().save_pretrained(folder)
    return folder


def _save_tokenizer(tokenizer: Any, folder: Path, *, length: int, **marks: str) -> Path:
    import transformers

    folder.mkdir(parents=True, exist_ok=True)
    wrapped = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=length, **marks)
    wrapped.save_pretrained(folder)
    return folder


def _byte_letters() -> list[str]:
    """The printable letters that stand for the 256 bytes in byte-level vocabularies."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return [chr(byte) for byte in printable] + [chr(256 + place) for place in range(len(others))]


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
