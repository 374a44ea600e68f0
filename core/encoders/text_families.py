"""The kinds of text encoders: which class reads each, and where it keeps what a payload needs.

A further encoder is a further row. Names of classes and attributes are those of the `transformers`
package, looked up when a model is loaded; more than one path is given where versions differ
(version 5.6 took `text_model` out of `CLIPTextModel`).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from typing import Final

import msgspec

_CLIP_TOWERS: Final = re.compile(
    r"(vision_model\.|visual_projection\.|logit_scale$|text_projection\.|.*\.position_ids$)"
)
"""A folder of a whole CLIP holds the picture tower too, old files the numbers of the positions."""

_CLIP_PROJECTED_TOWERS: Final = re.compile(
    r"(vision_model\.|visual_projection\.|logit_scale$|.*\.position_ids$)"
)

_T5_DECODER: Final = re.compile(r"(decoder\.|lm_head\.)")

_LANGUAGE_HEAD: Final = re.compile(r"lm_head\.")

_QWEN: Final = "Qwen2Tokenizer"
_AS_WRITTEN: Final = "PreTrainedTokenizer"
"""Tokenizers of Mistral and Llama are read as they are written, whatever class they name."""


class TextFamily(enum.Enum):
    """Kinds of text encoders with a row in `FAMILIES`."""

    CLIP = "CLIP"
    CLIP_PROJECTED = "CLIP with projection"
    T5 = "T5"
    QWEN_2_5_VL = "Qwen2.5-VL"
    QWEN_3 = "Qwen3"
    QWEN_3_BARE = "Qwen3 without a language head"
    QWEN_3_VL = "Qwen3-VL"
    MISTRAL_3 = "Mistral 3"
    MISTRAL_3_BARE = "Mistral 3 without a language head"
    LLAMA = "Llama"
    LLAMA_BARE = "Llama without a language head"
    GEMMA_2 = "Gemma 2"


class FamilyRow(msgspec.Struct, frozen=True):
    """How one kind of text encoder is loaded and read.

    Attributes:
        model_class: class that a trainer loads it with.
        tokenizer_class: class of its tokenizer; `Fast` is added where there is such a class.
        model_types: values of `model_type` in the `config.json` of such a model.
        architectures: values of `architectures` there; a config that names none will do.
        core: attributes that may hold the part to run, in place of the whole model; what is left
            out (a language head, a picture tower) plays no part in a text's states.
        norm: where the final layer norm may be, as dotted attributes of the model.
        pooled: attribute of the output that holds the pooled state, "" when there is none.
        causal: a token's state does not depend on those after it.
        last_is_normed: the last of the hidden states has been through the final norm.
        avoids_half: a trainer computes it in its fallback type where it trains in float16.
        ends_texts: the tokenizer puts the model's end token behind every text.
        harmless: weights in a file that such a model has no use for.
        decoder: attribute of the part that is run where its list of layers is, "" for itself.
    """

    model_class: str
    tokenizer_class: str
    model_types: frozenset[str]
    architectures: frozenset[str]
    core: str = ""
    norm: tuple[str, ...] = ()
    pooled: str = ""
    causal: bool = True
    last_is_normed: bool = True
    avoids_half: bool = False
    ends_texts: bool = False
    harmless: re.Pattern[str] | None = None
    decoder: str = ""


def _decoder(
    model_class: str, tokenizer_class: str, model_type: str, *as_part_of: str,
    decoder: str = "",
) -> FamilyRow:
    """A row of a language model: with its head, which is not run, or as part of one that has it."""
    return FamilyRow(
        model_class, tokenizer_class, frozenset({model_type}),
        frozenset({model_class, *as_part_of}), core="" if as_part_of else "model",
        harmless=_LANGUAGE_HEAD if as_part_of else None, decoder=decoder)


FAMILIES: Final[Mapping[TextFamily, FamilyRow]] = {
    TextFamily.CLIP: FamilyRow(
        model_class="CLIPTextModel", tokenizer_class="CLIPTokenizer",
        model_types=frozenset({"clip", "clip_text_model"}),
        architectures=frozenset({"CLIPTextModel", "CLIPModel"}),
        norm=("text_model.final_layer_norm", "final_layer_norm"), pooled="pooler_output",
        last_is_normed=False, ends_texts=True, harmless=_CLIP_TOWERS,
    ),
    TextFamily.CLIP_PROJECTED: FamilyRow(
        model_class="CLIPTextModelWithProjection", tokenizer_class="CLIPTokenizer",
        model_types=frozenset({"clip", "clip_text_model"}),
        architectures=frozenset({"CLIPTextModelWithProjection", "CLIPModel"}),
        norm=("text_model.final_layer_norm",), pooled="text_embeds",
        last_is_normed=False, ends_texts=True, harmless=_CLIP_PROJECTED_TOWERS,
    ),
    TextFamily.T5: FamilyRow(
        model_class="T5EncoderModel", tokenizer_class="T5Tokenizer",
        model_types=frozenset({"t5"}),
        architectures=frozenset({"T5EncoderModel", "T5ForConditionalGeneration", "T5Model"}),
        norm=("encoder.final_layer_norm",), causal=False, avoids_half=True, ends_texts=True,
        harmless=_T5_DECODER,
    ),
    TextFamily.QWEN_2_5_VL: _decoder("Qwen2_5_VLForConditionalGeneration", _QWEN, "qwen2_5_vl"),
    TextFamily.QWEN_3: _decoder("Qwen3ForCausalLM", _QWEN, "qwen3"),
    TextFamily.QWEN_3_BARE: _decoder("Qwen3Model", _QWEN, "qwen3", "Qwen3ForCausalLM"),
    TextFamily.QWEN_3_VL: _decoder(
        "Qwen3VLModel", _QWEN, "qwen3_vl", "Qwen3VLForConditionalGeneration",
        decoder="language_model"),
    TextFamily.MISTRAL_3: _decoder("Mistral3ForConditionalGeneration", _AS_WRITTEN, "mistral3"),
    TextFamily.MISTRAL_3_BARE: _decoder(
        "Mistral3Model", _AS_WRITTEN, "mistral3", "Mistral3ForConditionalGeneration"),
    TextFamily.LLAMA: _decoder("LlamaForCausalLM", _AS_WRITTEN, "llama"),
    TextFamily.LLAMA_BARE: _decoder("LlamaModel", _AS_WRITTEN, "llama", "LlamaForCausalLM"),
    TextFamily.GEMMA_2: FamilyRow(
        model_class="Gemma2Model", tokenizer_class="GemmaTokenizer",
        model_types=frozenset({"gemma2"}),
        architectures=frozenset({"Gemma2Model", "Gemma2ForCausalLM"}),
        norm=("norm",), avoids_half=True,
    ),
}
"""One row per kind."""
