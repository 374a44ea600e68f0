"""Tiny random text encoders and tokenizers, saved to disk as a pipeline's folder holds them.

Real classes with a few thousand weights, made without a download: the same seed gives the same
bytes within one version of the library. A whole pipeline takes a tenth of a second.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
QWEN_VOCABULARY = 400
GEMMA_VOCABULARY = 120
WIDTH = 32
SEED = 20_260

CHAT_TEMPLATE = (
    "{%- for message in messages -%}"
    "{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\\n' }}"
    "{%- if enable_thinking is defined and enable_thinking is false -%}"
    "{{ '<think>\\n\\n</think>\\n\\n' }}{%- endif -%}{%- endif -%}"
)
"""Like Qwen3's: thinking switched off adds an empty thought."""


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


def write_qwen_tokenizer(folder: Path, *, chat: bool = True, length: int = 2048) -> Path:
    """A byte-level tokenizer with Qwen's marks, with or without a chat template."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(WORDS, trainers.BpeTrainer(
        vocab_size=QWEN_VOCABULARY, show_progress=False,
        special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    marks = {"pad_token": "<|endoftext|>", "eos_token": "<|im_end|>"}
    template = {"chat_template": CHAT_TEMPLATE} if chat else {}
    return _save_tokenizer(tokenizer, folder, length=length, **marks, **template)


def write_clip(folder: Path, *, projected: bool = False, layers: int = 3, seed: int = SEED) -> Path:
    """A CLIP text encoder of width 32, its projection 24 wide."""
    import transformers

    config = transformers.CLIPTextConfig(
        vocab_size=CLIP_VOCABULARY, hidden_size=WIDTH, intermediate_size=64,
        num_hidden_layers=layers, num_attention_heads=4, max_position_embeddings=77,
        projection_dim=24, bos_token_id=CLIP_VOCABULARY - 2, eos_token_id=CLIP_VOCABULARY - 1,
        pad_token_id=CLIP_VOCABULARY - 1)
    name = "CLIPTextModelWithProjection" if projected else "CLIPTextModel"
    return save_model(lambda: getattr(transformers, name)(config), folder, seed=seed)


def write_t5(folder: Path, *, layers: int = 2, seed: int = SEED) -> Path:
    """A T5 encoder of width 32."""
    import transformers

    config = transformers.T5Config(
        vocab_size=T5_VOCABULARY, d_model=WIDTH, d_kv=8, d_ff=64, num_layers=layers, num_heads=4,
        relative_attention_num_buckets=8, feed_forward_proj="gated-gelu", decoder_start_token_id=0,
        dropout_rate=0.0)
    return save_model(lambda: transformers.T5EncoderModel(config), folder, seed=seed)


def write_qwen3(folder: Path, *, layers: int = 3, seed: int = SEED) -> Path:
    """A Qwen3 language model of width 32."""
    import transformers

    config = transformers.Qwen3Config(
        vocab_size=QWEN_VOCABULARY, hidden_size=WIDTH, intermediate_size=64,
        num_hidden_layers=layers, num_attention_heads=4, num_key_value_heads=2, head_dim=8,
        max_position_embeddings=1024, bos_token_id=0, eos_token_id=2, pad_token_id=0)
    return save_model(lambda: transformers.Qwen3ForCausalLM(config), folder, seed=seed)


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


def write_gemma(folder: Path, *, layers: int = 2, seed: int = SEED) -> Path:
    """A Gemma 2 of width 32."""
    import transformers

    config = transformers.Gemma2Config(
        vocab_size=GEMMA_VOCABULARY, hidden_size=WIDTH, intermediate_size=64,
        num_hidden_layers=layers, num_attention_heads=4, num_key_value_heads=2, head_dim=8,
        query_pre_attn_scalar=8, max_position_embeddings=1024, bos_token_id=2, eos_token_id=1,
        pad_token_id=0)
    return save_model(lambda: transformers.Gemma2Model(config), folder, seed=seed)


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
    "QWEN": {"tokenizer": write_qwen_tokenizer, "text_encoder": write_qwen_vl},
    "Z_IMAGE": {"tokenizer": write_qwen_tokenizer, "text_encoder": write_qwen3},
}
"""Subfolders of a pipeline and what goes into them, by model type."""


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
