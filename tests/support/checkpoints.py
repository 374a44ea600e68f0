"""Tiny checkpoints in one file, named as the original ones are, beside the same model in a folder.

The encoders are those of `tiny_text_models` and `tiny_vaes` in the sizes that one file can tell:
heads 64 wide, groups of 32.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from larder.core.encoders.text_stages import CLIP_LENGTH
from tests.support.tiny_text_models import (
    CLIP_VOCABULARY,
    QWEN_VOCABULARY,
    SEED,
    T5_VOCABULARY,
    save_model,
    write_clip_tokenizer,
    write_qwen_tokenizer,
    write_t5_tokenizer,
)
from tests.support.tiny_vaes import write_vae, write_vae_file
from tests.support.written_once import written_once

State = dict[str, Any]


@written_once
def write_wide_clip(
    folder: Path, *, projected: bool = False, layers: int = 2, activation: str = "quick_gelu",
    vocabulary: int = CLIP_VOCABULARY, seed: int = SEED,
) -> Path:
    """A CLIP with one head of 64, as its tensors alone tell it."""
    import transformers

    config = transformers.CLIPTextConfig(
        vocab_size=vocabulary, hidden_size=64, intermediate_size=96, num_hidden_layers=layers,
        num_attention_heads=1, projection_dim=48, hidden_act=activation,
        bos_token_id=vocabulary - 2, eos_token_id=vocabulary - 1, pad_token_id=1)
    kind = "CLIPTextModelWithProjection" if projected else "CLIPTextModel"
    return save_model(lambda: getattr(transformers, kind)(config), folder, seed=seed)


@written_once
def write_gated_t5(folder: Path, seed: int = SEED) -> Path:
    """A T5 of version 1.1."""
    import transformers

    config = transformers.T5Config(
        vocab_size=T5_VOCABULARY, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4,
        relative_attention_num_buckets=8, feed_forward_proj="gated-gelu", dropout_rate=0.0,
        decoder_start_token_id=0, tie_word_embeddings=False)
    return save_model(lambda: transformers.T5EncoderModel(config), folder, seed=seed)


@written_once
def write_tied_qwen3(folder: Path, seed: int = SEED) -> Path:
    """A Qwen3 whose language head is its table of words."""
    import transformers

    config = transformers.Qwen3Config(
        vocab_size=QWEN_VOCABULARY, hidden_size=32, intermediate_size=64, num_hidden_layers=3,
        num_attention_heads=4, num_key_value_heads=2, head_dim=8, max_position_embeddings=40960,
        rope_theta=1_000_000, tie_word_embeddings=True)
    return save_model(lambda: transformers.Qwen3ForCausalLM(config), folder, seed=seed)


def as_published(state: State) -> State:
    """As in files of Stable Diffusion, which hold the numbers of the positions too."""
    import torch

    return {**as_saved(state),
            "text_model.embeddings.position_ids": torch.arange(CLIP_LENGTH)[None]}


def as_saved(state: State) -> State:
    """The names of transformers; a CLIP has `text_model.` before them in every published file."""
    return {
        name if name.startswith(("text_model.", "text_projection.")) else f"text_model.{name}":
        tensor for name, tensor in state.items()}


def as_open_clip(state: State) -> State:
    """The same CLIP as OpenCLIP stores it."""
    import torch

    named: State = {"logit_scale": torch.ones(())}
    joined: dict[str, dict[str, Any]] = {}
    for name, tensor in as_saved(state).items():
        part = re.fullmatch(
            r"text_model\.encoder\.layers\.(\d+)\.self_attn\.([qkv])_proj\.(\w+)", name)
        if part is not None:
            key = f"transformer.resblocks.{part[1]}.attn.in_proj_{part[3]}"
            joined.setdefault(key, {})[part[2]] = tensor
        elif name == "text_projection.weight":
            named["text_projection"] = tensor.T.contiguous()
        else:
            for old, new in (
                ("text_model.embeddings.position_embedding.weight", "positional_embedding"),
                ("text_model.embeddings.token_embedding", "token_embedding"),
                ("text_model.final_layer_norm", "ln_final"),
                ("text_model.encoder.layers", "transformer.resblocks"),
                (".self_attn.", ".attn."), (".mlp.fc1.", ".mlp.c_fc."),
                (".mlp.fc2.", ".mlp.c_proj."), (".layer_norm", ".ln_"),
            ):
                name = name.replace(old, new)
            named[name] = tensor
    for key, parts in joined.items():
        named[key] = torch.cat([parts[letter] for letter in "qkv"])
    return named


def unchanged(state: State) -> State:
    """As transformers names them."""
    return state


@dataclass(frozen=True, slots=True)
class Encoder:
    """One text encoder of a kind of checkpoint."""

    folder: str
    write: Callable[[Path, int], Path]
    tokenizer: Callable[[Path], Path]
    prefix: str
    named: Callable[[State], State]


def _clip(path: Path, seed: int) -> Path:
    return write_wide_clip(path, seed=seed)


def _gelu_clip(path: Path, seed: int) -> Path:
    return write_wide_clip(path, activation="gelu", seed=seed)


def _big_clip(path: Path, seed: int) -> Path:
    return write_wide_clip(path, projected=True, activation="gelu", layers=3, seed=seed + 1)


CHECKPOINTS: Mapping[str, tuple[Encoder, ...]] = {
    "STABLE_DIFFUSION_15": (Encoder(
        "text_encoder", _clip, write_clip_tokenizer, "cond_stage_model.transformer.",
        as_published),),
    "STABLE_DIFFUSION_XL_10_BASE": (
        Encoder("text_encoder", _clip, write_clip_tokenizer,
                "conditioner.embedders.0.transformer.", as_published),
        Encoder("text_encoder_2", _big_clip, write_clip_tokenizer,
                "conditioner.embedders.1.model.", as_open_clip)),
    "FLUX_DEV_1": (
        Encoder("text_encoder", _clip, write_clip_tokenizer,
                "text_encoders.clip_l.transformer.", as_saved),
        Encoder("text_encoder_2", write_gated_t5, write_t5_tokenizer,
                "text_encoders.t5xxl.transformer.", unchanged)),
    "Z_IMAGE": (Encoder(
        "text_encoder", write_tied_qwen3, write_qwen_tokenizer,
        "text_encoders.qwen3_4b.transformer.", unchanged),),
}
"""What lies in one file, by model type."""

STABLE_DIFFUSION_2: Encoder = Encoder(
    "text_encoder", _gelu_clip, write_clip_tokenizer, "cond_stage_model.model.", as_open_clip)
"""Its file has one layer more than is used."""


def write_folder(folder: Path, model_type: str, *, seed: int = SEED) -> Path:
    """A pipeline's folder, VAE and tokenizers included."""
    for encoder in CHECKPOINTS[model_type]:
        encoder.write(folder / encoder.folder, seed)
        encoder.tokenizer(folder / encoder.folder.replace("text_encoder", "tokenizer"))
    write_vae(folder / "vae", "plain-groups", seed=seed)
    return folder


def write_checkpoint(
    path: Path, folder: Path, model_type: str, *, seed: int = SEED,
    leaving_out: tuple[str, ...] = (), beside: Mapping[str, Any] | None = None,
) -> Path:
    """The encoders of a pipeline's folder in one file, with a stand-in for the denoiser.

    Args:
        path: the file.
        folder: see `write_folder`.
        model_type: one of `CHECKPOINTS`.
        seed: of the folder's VAE.
        leaving_out: folders ("text_encoder_2", "vae") that are not in the file.
        beside: further tensors, by full name.
    """
    import torch
    from safetensors.torch import load_file, save_file

    tensors: State = {"model.diffusion_model.out.weight": torch.ones(4, 4), **(beside or {})}
    for encoder in CHECKPOINTS[model_type]:
        if encoder.folder not in leaving_out:
            state = load_file(folder / encoder.folder / "model.safetensors")
            tensors |= {
                encoder.prefix + name: tensor.contiguous().clone()
                for name, tensor in encoder.named(state).items()}
    if "vae" in leaving_out:
        save_file(tensors, path)
        return path
    prefix = "vae." if model_type in ("FLUX_DEV_1", "Z_IMAGE") else "first_stage_model."
    return write_vae_file(path, seed=seed, prefix=prefix, latent_diffusion=True, beside=tensors)
