"""Text encoders inside one `.safetensors` file: which lie there, under which names, of what shape.

A checkpoint of 2 to 25 GB holds a whole model in one file: denoiser, VAE and most often the text
encoders, each under a prefix of its own. `PLACES` lists the prefixes and the layout of the names
behind them. Such a file brings no `config.json`, so sizes are read off the shapes of the tensors;
what shapes do not tell (heads, activation) is the same in every published model of a kind.

Only the header is looked at to find an encoder. To load one, the file is mapped into memory and
the tensors under its prefix are read, one at a time; the gigabytes beside them stay on disk.

The layout of OpenCLIP joins the three projections of an attention in one tensor and stores the
projection of the pooled state the other way round. Stable Diffusion 2 uses its second to last
layer, so trainers load one layer less.

Source: names and shapes of published files (Stable Diffusion 1.5, 2.1, XL and 3.5, Flux and Z-Image
with text encoders as ComfyUI saves them), compared with those of transformers.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.encoders.text_families import TextFamily
from larder.core.encoders.text_stages import CLIP_LENGTH, TextStage
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import TensorSpan, read_weights_header

Spans = Mapping[str, TensorSpan]
Config = Mapping[str, Any]

CLIP_HEAD: Final = 64
"""Width of a head of every published CLIP and T5."""

SCALES: Final = (".scale_weight", ".weight_scale", "scaled_fp8", ".comfy_quant", ".weight.absmax")
"""Ends of names beside weights that were quantised and mean nothing without these."""

_CLIP: Final = frozenset({TextFamily.CLIP})
_PROJECTED: Final = frozenset({TextFamily.CLIP_PROJECTED})
_T5: Final = frozenset({TextFamily.T5})
_QWEN_3: Final = frozenset({TextFamily.QWEN_3})

OPEN_CLIP_PAD: Final = "!"
"""OpenCLIP fills prompts up with token 0."""

_OPEN_CLIP_NAMES: Final = tuple((re.compile(pattern), new) for pattern, new in (
    (r"^positional_embedding$", "text_model.embeddings.position_embedding.weight"),
    (r"^token_embedding\.", "text_model.embeddings.token_embedding."),
    (r"^ln_final\.", "text_model.final_layer_norm."),
    (r"^transformer\.resblocks\.", "text_model.encoder.layers."),
    (r"\.ln_1\.", ".layer_norm1."),
    (r"\.ln_2\.", ".layer_norm2."),
    (r"\.mlp\.c_fc\.", ".mlp.fc1."),
    (r"\.mlp\.c_proj\.", ".mlp.fc2."),
    (r"\.attn\.", ".self_attn."),
))

_IN_PROJECTION: Final = re.compile(r"(.*\.self_attn\.)in_proj_(weight|bias)")

_OPEN_CLIP_LAYER: Final = re.compile(r"transformer\.resblocks\.(\d+)\.")

_NO_WEIGHTS: Final = ("logit_scale", "attn_mask")


class TextLayout(enum.Enum):
    """How tensors behind a prefix are named."""

    TRANSFORMERS = "transformers"
    OPEN_CLIP = "OpenCLIP"
    OPEN_CLIP_SHORT = "OpenCLIP without its last layer"


class TextPlace(msgspec.Struct, frozen=True):
    """Where a file may hold a text encoder.

    Attributes:
        prefix: what stands before the names of its tensors; "" in a file of its own.
        number: of the only stage it serves, 0 for any.
        pads_with: the token that fills up its prompts, where a tokenizer comes without the model.
    """

    prefix: str
    families: frozenset[TextFamily]
    layout: TextLayout = TextLayout.TRANSFORMERS
    number: int = 0
    activation: str = "quick_gelu"
    pads_with: str = ""


PLACES: Final = (
    TextPlace("cond_stage_model.transformer.", _CLIP),
    TextPlace("cond_stage_model.model.", _CLIP, TextLayout.OPEN_CLIP_SHORT,
              activation="gelu", pads_with=OPEN_CLIP_PAD),
    TextPlace("conditioner.embedders.0.transformer.", _CLIP, number=1),
    TextPlace("conditioner.embedders.1.model.", _PROJECTED, TextLayout.OPEN_CLIP, number=2,
              activation="gelu", pads_with=OPEN_CLIP_PAD),
    TextPlace("text_encoders.clip_l.transformer.", _CLIP | _PROJECTED, number=1),
    TextPlace("text_encoders.clip_g.transformer.", _PROJECTED, number=2,
              activation="gelu", pads_with=OPEN_CLIP_PAD),
    TextPlace("text_encoders.t5xxl.transformer.", _T5),
    TextPlace("text_encoders.qwen3_4b.transformer.", _QWEN_3),
    TextPlace("text_encoders.qwen3_8b.transformer.", _QWEN_3),
    TextPlace("", _CLIP | _PROJECTED | _T5 | _QWEN_3),
)
"""In the order in which they are looked for."""


class TextInFile(msgspec.Struct, frozen=True):
    """A text encoder that a file holds.

    Attributes:
        config: what its class of transformers is made with.
    """

    path: Path
    place: TextPlace
    config: Config

    def state(self, dtype: Any) -> dict[str, Any]:
        """Its weights by the names of transformers, on the processor, in a type of torch.

        Raises:
            UserFacingError: if they are quantised, which this does not undo.
        """
        from safetensors import safe_open

        state: dict[str, Any] = {}
        prefix = self.place.prefix
        with safe_open(self.path, framework="pt") as file:
            for name in file.keys():  # noqa: SIM118 - a method of the file, which is no mapping
                if not name.startswith(prefix):
                    continue
                if name.endswith(SCALES):
                    raise UserFacingError(
                        f"{self.path.name} contains a quantised text encoder ({name}), which "
                        "Larder cannot convert back.", "Choose a 16-bit text encoder with --model.")
                # In memory of its own and not in the mapped file, whose bytes may lie unaligned.
                tensor = file.get_tensor(name)
                kept = tensor.to(dtype, copy=True) if tensor.is_floating_point() else tensor.clone()
                state.update(self._rename(name.removeprefix(prefix), kept))
        return state

    def _rename(self, name: str, tensor: Any) -> Iterator[tuple[str, Any]]:
        if self.place.layout is TextLayout.TRANSFORMERS:
            yield from _of_transformers(name, tensor)
        else:
            yield from _of_open_clip(name, tensor, layers=self.config["num_hidden_layers"])


def find_text_encoder(path: Path, stage: TextStage) -> TextInFile | None:
    """The text encoder of a stage in a `.safetensors` file, None if it holds none that fits.

    Raises:
        UserFacingError: if the file cannot be read.
    """
    spans = read_weights_header(path)
    for place in PLACES:
        if stage.family not in place.families or place.number not in (0, stage.number):
            continue
        own = {
            name.removeprefix(place.prefix): span for name, span in spans.items()
            if name.startswith(place.prefix)}
        config = _infer_config(own, stage.family, place)
        if config is not None:
            return TextInFile(path, place, config)
    return None


def _infer_config(spans: Spans, family: TextFamily, place: TextPlace) -> Config | None:
    """Return the config that tensors under a prefix imply for a family, None if they do not fit."""
    if not spans:
        return None
    if place.layout is not TextLayout.TRANSFORMERS:
        return _open_clip(spans, place)
    if family is TextFamily.T5:
        return _t5(spans)
    if family is TextFamily.QWEN_3:
        return _qwen3(spans)
    needs_projection = family is TextFamily.CLIP_PROJECTED
    if needs_projection and "text_projection.weight" not in spans:
        return None
    return _clip(spans, place)


def _clip(spans: Spans, place: TextPlace) -> Config | None:
    words = spans.get("text_model.embeddings.token_embedding.weight")
    wide = spans.get("text_model.encoder.layers.0.mlp.fc1.weight")
    if words is None or wide is None:
        return None
    # A file of its own does not say whose CLIP it is; only OpenAI's, 768 wide, is as narrow.
    activation = "gelu" if not place.prefix and words.shape[1] > 768 else place.activation
    projection = spans.get("text_projection.weight")
    return _clip_config(
        words, wide, _layers(spans, r"text_model\.encoder\.layers\.(\d+)\."),
        projected=None if projection is None else projection.shape[0], activation=activation)


def _open_clip(spans: Spans, place: TextPlace) -> Config | None:
    words = spans.get("token_embedding.weight")
    wide = spans.get("transformer.resblocks.0.mlp.c_fc.weight")
    if words is None or wide is None:
        return None
    is_short = place.layout is TextLayout.OPEN_CLIP_SHORT
    projection = None if is_short else spans.get("text_projection")
    return _clip_config(
        words, wide, _layers(spans, r"transformer\.resblocks\.(\d+)\.") - is_short,
        projected=None if projection is None else projection.shape[1], activation=place.activation)


def _clip_config(
    words: TensorSpan, wide: TensorSpan, layers: int, *, projected: int | None, activation: str,
) -> Config:
    vocabulary, width = words.shape
    sizes = {} if projected is None else {"projection_dim": projected}
    return {
        "model_type": "clip_text_model", "vocab_size": vocabulary, "hidden_size": width,
        "intermediate_size": wide.shape[0], "num_hidden_layers": layers,
        "num_attention_heads": max(1, width // CLIP_HEAD),
        "max_position_embeddings": CLIP_LENGTH, "hidden_act": activation, "layer_norm_eps": 1e-5,
        # As in every config since July 2023: the pooled state is that of this token.
        "bos_token_id": vocabulary - 2, "eos_token_id": vocabulary - 1,
        "pad_token_id": 1, **sizes}


def _t5(spans: Spans) -> Config | None:
    words = spans.get("shared.weight") or spans.get("encoder.embed_tokens.weight")
    query = spans.get("encoder.block.0.layer.0.SelfAttention.q.weight")
    gate = spans.get("encoder.block.0.layer.1.DenseReluDense.wi_0.weight")
    distances = spans.get("encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight")
    if words is None or query is None or gate is None or distances is None:
        return None
    buckets, heads = distances.shape
    return {
        "model_type": "t5", "vocab_size": words.shape[0], "d_model": words.shape[1],
        "d_kv": query.shape[0] // heads, "d_ff": gate.shape[0], "num_heads": heads,
        "num_layers": _layers(spans, r"encoder\.block\.(\d+)\."),
        "relative_attention_num_buckets": buckets, "relative_attention_max_distance": 128,
        "feed_forward_proj": "gated-gelu", "layer_norm_epsilon": 1e-6, "dropout_rate": 0.0,
        "eos_token_id": 1, "pad_token_id": 0, "decoder_start_token_id": 0,
        "tie_word_embeddings": False}


def _qwen3(spans: Spans) -> Config | None:
    words = spans.get("model.embed_tokens.weight")
    attention = "model.layers.0.self_attn."
    query, key = spans.get(f"{attention}q_proj.weight"), spans.get(f"{attention}k_proj.weight")
    head = spans.get(f"{attention}q_norm.weight")
    gate = spans.get("model.layers.0.mlp.gate_proj.weight")
    if words is None or query is None or key is None or head is None or gate is None:
        return None
    (width,) = head.shape
    return {
        "model_type": "qwen3", "vocab_size": words.shape[0], "hidden_size": words.shape[1],
        "intermediate_size": gate.shape[0], "head_dim": width,
        "num_attention_heads": query.shape[0] // width,
        "num_key_value_heads": key.shape[0] // width,
        "num_hidden_layers": _layers(spans, r"model\.layers\.(\d+)\."),
        "max_position_embeddings": 40960, "rms_norm_eps": 1e-6, "rope_theta": 1_000_000,
        "hidden_act": "silu", "attention_bias": False,
        "tie_word_embeddings": "lm_head.weight" not in spans}


def _layers(spans: Spans, pattern: str) -> int:
    found = (re.match(pattern, name) for name in spans)
    return 1 + max((int(match[1]) for match in found if match), default=-1)


def _of_transformers(name: str, tensor: Any) -> Iterator[tuple[str, Any]]:
    # T5 files hold the table of words once or twice, under either name.
    yield ("shared.weight" if name == "encoder.embed_tokens.weight" else name), tensor


def _of_open_clip(name: str, tensor: Any, *, layers: int) -> Iterator[tuple[str, Any]]:
    layer = _OPEN_CLIP_LAYER.match(name)
    if name in _NO_WEIGHTS or (layer is not None and int(layer[1]) >= layers):
        return
    if name == "text_projection":
        yield "text_projection.weight", tensor.T.contiguous()
        return
    for pattern, new in _OPEN_CLIP_NAMES:
        name = pattern.sub(new, name)
    joined = _IN_PROJECTION.fullmatch(name)
    if joined is None:
        yield name, tensor
        return
    for part, of_part in zip("qkv", tensor.chunk(3), strict=True):
        yield f"{joined[1]}{part}_proj.{joined[2]}", of_part.clone()
