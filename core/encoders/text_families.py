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
    core: str
    norm: tuple[str, ...]
    pooled: str
    causal: bool
    last_is_normed: bool
    avoids_half: bool
    ends_texts: bool
    harmless: re.Pattern[str] | None
    decoder: str = ""


_CLIP_TOWERS: Final = re.compile(
    r"(vision_model\.|visual_projection\.|logit_scale$|text_projection\.|.*\.position_ids$)"
)
"""A folder of a whole CLIP holds the picture tower too, old files the numbers of the positions."""

_CLIP_PROJECTED_TOWERS: Final = re.compile(
    r"(vision_model\.|visual_projection\.|logit_scale$|.*\.position_ids$)"
)

_T5_DECODER: Final = re.compile(r"(decoder\.|lm_head\.)")

_LANGUAGE_HEAD: Final = re.compile(r"lm_head\.")

FAMILIES: Final[Mapping[TextFamily, FamilyRow]] = {
    TextFamily.CLIP: FamilyRow(
        model_class="CLIPTextModel", tokenizer_class="CLIPTokenizer",
        model_types=frozenset({"clip", "clip_text_model"}),
        architectures=frozenset({"CLIPTextModel", "CLIPModel"}),
        core="", norm=("text_model.final_layer_norm", "final_layer_norm"), pooled="pooler_output",
        causal=True, last_is_normed=False, avoids_half=False, ends_texts=True,
        harmless=_CLIP_TOWERS,
    ),
    TextFamily.CLIP_PROJECTED: FamilyRow(
        model_class="CLIPTextModelWithProjection", tokenizer_class="CLIPTokenizer",
        model_types=frozenset({"clip", "clip_text_model"}),
        architectures=frozenset({"CLIPTextModelWithProjection", "CLIPModel"}),
        core="", norm=("text_model.final_layer_norm",), pooled="text_embeds",
        causal=True, last_is_normed=False, avoids_half=False, ends_texts=True,
        harmless=_CLIP_PROJECTED_TOWERS,
    ),
    TextFamily.T5: FamilyRow(
        model_class="T5EncoderModel", tokenizer_class="T5Tokenizer",
        model_types=frozenset({"t5"}),
        architectures=frozenset({"T5EncoderModel", "T5ForConditionalGeneration", "T5Model"}),
        core="", norm=("encoder.final_layer_norm",), pooled="",
        causal=False, last_is_normed=True, avoids_half=True, ends_texts=True,
        harmless=_T5_DECODER,
    ),
    TextFamily.QWEN_2_5_VL: FamilyRow(
        model_class="Qwen2_5_VLForConditionalGeneration", tokenizer_class="Qwen2Tokenizer",
        model_types=frozenset({"qwen2_5_vl"}),
        architectures=frozenset({"Qwen2_5_VLForConditionalGeneration"}),
        core="model", norm=(), pooled="",
        causal=True, last_is_normed=True, avoids_half=False, ends_texts=False, harmless=None,
    ),
    TextFamily.QWEN_3: FamilyRow(
        model_class="Qwen3ForCausalLM", tokenizer_class="Qwen2Tokenizer",
        model_types=frozenset({"qwen3"}), architectures=frozenset({"Qwen3ForCausalLM"}),
        core="model", norm=(), pooled="",
        causal=True, last_is_normed=True, avoids_half=False, ends_texts=False, harmless=None,
    ),
    TextFamily.QWEN_3_BARE: FamilyRow(
        model_class="Qwen3Model", tokenizer_class="Qwen2Tokenizer",
        model_types=frozenset({"qwen3"}),
        architectures=frozenset({"Qwen3Model", "Qwen3ForCausalLM"}),
        core="", norm=(), pooled="",
        causal=True, last_is_normed=True, avoids_half=False, ends_texts=False,
        harmless=_LANGUAGE_HEAD,
    ),
    TextFamily.QWEN_3_VL: FamilyRow(
        model_class="Qwen3VLModel", tokenizer_class="Qwen2Tokenizer",
        model_types=frozenset({"qwen3_vl"}),
        architectures=frozenset({"Qwen3VLModel", "Qwen3VLForConditionalGeneration"}),
        core="", norm=(), pooled="",
        causal=True, last_is_normed=True, avoids_half=False, ends_texts=False,
        harmless=_LANGUAGE_HEAD, decoder="language_model",
    ),
    # Tokenizers of Mistral and Llama are read as they are written, whatever class they name.
    TextFamily.MISTRAL_3: FamilyRow(
        model_class="Mistral3ForConditionalGeneration", tokenizer_class="PreTrainedTokenizer",
        model_types=frozenset({"mistral3"}),
        architectures=frozenset({"Mistral3ForConditionalGeneration"}),
        core="model", norm=(), pooled="",
        causal=True, last_is_normed=True, avoids_half=False, ends_texts=False, harmless=None,
    ),
    TextFamily.MISTRAL_3_BARE: FamilyRow(
        model_class="Mistral3Model", tokenizer_class="PreTrainedTokenizer",
        model_types=frozenset({"mistral3"}),
        architectures=frozenset({"Mistral3Model", "Mistral3ForConditionalGeneration"}),
        core="", norm=(), pooled="",
        causal=True, last_is_normed=True, avoids_half=False, ends_texts=False,
        harmless=_LANGUAGE_HEAD,
    ),
    TextFamily.LLAMA: FamilyRow(
        model_class="LlamaForCausalLM", tokenizer_class="PreTrainedTokenizer",
        model_types=frozenset({"llama"}), architectures=frozenset({"LlamaForCausalLM"}),
        core="model", norm=(), pooled="",
        causal=True, last_is_normed=True, avoids_half=False, ends_texts=False, harmless=None,
    ),
    TextFamily.LLAMA_BARE: FamilyRow(
        model_class="LlamaModel", tokenizer_class="PreTrainedTokenizer",
        model_types=frozenset({"llama"}),
        architectures=frozenset({"LlamaModel", "LlamaForCausalLM"}),
        core="", norm=(), pooled="",
        causal=True, last_is_normed=True, avoids_half=False, ends_texts=False,
        harmless=_LANGUAGE_HEAD,
    ),
    TextFamily.GEMMA_2: FamilyRow(
        model_class="Gemma2Model", tokenizer_class="GemmaTokenizer",
        model_types=frozenset({"gemma2"}),
        architectures=frozenset({"Gemma2Model", "Gemma2ForCausalLM"}),
        core="", norm=("norm",), pooled="",
        causal=True, last_is_normed=True, avoids_half=True, ends_texts=False, harmless=None,
    ),
}
"""One row per kind."""
