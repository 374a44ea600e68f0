"""What each text encoder of a model type does to a prompt, as OneTrainer's data loaders do it.

A stage is one text encoder of one model type: how the prompt is worded, how many tokens it has,
which hidden states are kept, and what is left out of the payload. Facts read in OneTrainer's
`modules/dataLoader` at 23df3832 and in `Encode*Text`, `Tokenize` and `PruneMaskedTokens` of mgds at
3a6994a (August 2026). Which of them a model type has stands in `catalogue`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from larder.core.encoders.text_families import TextFamily

CLIP_LENGTH: Final = 77
"""Tokens of a CLIP prompt, its two marks included."""

DECODER_LENGTH: Final = 512
"""Tokens of a prompt for Qwen-Image and Z-Image, without a template that is cut off again."""

QWEN_TEMPLATE: Final = (
    "<|im_start|>system\nDescribe the image by detailing the color, shape, size, texture, "
    "quantity, text, spatial relationships of the objects and background:<|im_end|>\n"
    "<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n"
)
"""The words around a prompt that Qwen-Image was trained with (its published pipeline)."""

QWEN_TEMPLATE_TOKENS: Final = 34
"""Tokens of the template in front of the prompt: encoded with it, then cut off."""


@dataclass(frozen=True, slots=True)
class TextStage:
    """One text encoder of a model type.

    Attributes:
        number: 1 for `text_encoder`, 2 for `text_encoder_2`, and so on.
        family: kind of encoder.
        layers: which hidden states are kept, counted from the last (-1); several are joined along
            their width.
        skip_key: config key of a number of further layers to leave out, "" when none is asked.
        adds_norm: the final norm is applied to a hidden state that has not been through it.
        keeps_hidden: hidden states are kept.
        keeps_pooled: the pooled state is kept.
        uses_mask: the encoder is told which tokens are padding.
        length: tokens of a prompt; the default where one of the next two decides.
        length_of: number of the stage whose tokenizer's `model_max_length` decides, 0 for none.
        length_key: config key that decides, "" for none; null in the file means the tokenizer's.
        template: text around the prompt, which stands for `{}`; "" for the prompt alone.
        template_tokens: tokens of the template in front of the prompt, cut off after encoding.
        chat: options of the tokenizer's chat template, None when it is not used.
        unmasks: padding tokens behind the text that count as real.
        prunes: padding is left out of the payload.
        may_be_left_out: the config can leave this encoder out of the model (`include`).
        takes_embeddings: trained embeddings can stand in the prompt under a placeholder.
    """

    number: int
    family: TextFamily
    layers: tuple[int, ...]
    skip_key: str = ""
    adds_norm: bool = False
    keeps_hidden: bool = True
    keeps_pooled: bool = False
    uses_mask: bool = False
    length: int = CLIP_LENGTH
    length_of: int = 0
    length_key: str = ""
    template: str = ""
    template_tokens: int = 0
    chat: Mapping[str, bool] | None = None
    unmasks: int = 0
    prunes: bool = False
    may_be_left_out: bool = False
    takes_embeddings: bool = True

    @property
    def model_folder(self) -> str:
        """Its folder inside a pipeline's, and the config object that speaks of it."""
        return "text_encoder" if self.number == 1 else f"text_encoder_{self.number}"

    @property
    def tokenizer_folder(self) -> str:
        """Its tokenizer's folder inside a pipeline's."""
        return "tokenizer" if self.number == 1 else f"tokenizer_{self.number}"


SD_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.CLIP, layers=(-1,), skip_key="text_encoder_layer_skip",
        adds_norm=True, length_of=1,
    ),
)

SDXL_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.CLIP, layers=(-2,), skip_key="text_encoder_layer_skip",
        length_of=1,
    ),
    TextStage(
        number=2, family=TextFamily.CLIP_PROJECTED, layers=(-2,),
        skip_key="text_encoder_2_layer_skip", keeps_pooled=True, length_of=2,
    ),
)

SD3_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.CLIP_PROJECTED, layers=(-2,),
        skip_key="text_encoder_layer_skip", keeps_pooled=True, length_of=1, may_be_left_out=True,
    ),
    TextStage(
        number=2, family=TextFamily.CLIP_PROJECTED, layers=(-2,),
        skip_key="text_encoder_2_layer_skip", keeps_pooled=True, length_of=1, may_be_left_out=True,
    ),
    TextStage(
        number=3, family=TextFamily.T5, layers=(-1,), skip_key="text_encoder_3_layer_skip",
        adds_norm=True, length_of=1, may_be_left_out=True,
    ),
)

FLUX_STAGES: Final = (
    # The layer of the first plays no part: only its pooled state is kept.
    TextStage(
        number=1, family=TextFamily.CLIP, layers=(-2,), keeps_hidden=False, keeps_pooled=True,
        may_be_left_out=True,
    ),
    TextStage(
        number=2, family=TextFamily.T5, layers=(-1,), skip_key="text_encoder_2_layer_skip",
        adds_norm=True, length_key="text_encoder_2_sequence_length", may_be_left_out=True,
    ),
)

CHROMA_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.T5, layers=(-1,), skip_key="text_encoder_layer_skip",
        adds_norm=True, uses_mask=True, length=DECODER_LENGTH, length_of=1, unmasks=1, prunes=True,
    ),
)

SANA_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.GEMMA_2, layers=(-1,), skip_key="text_encoder_layer_skip",
        adds_norm=True, uses_mask=True, length=300,
    ),
)

PIXART_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.T5, layers=(-1,), skip_key="text_encoder_layer_skip",
        adds_norm=True, uses_mask=True, length=120,
    ),
)

QWEN_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.QWEN_2_5_VL, layers=(-1,), uses_mask=True,
        length=DECODER_LENGTH, template=QWEN_TEMPLATE, template_tokens=QWEN_TEMPLATE_TOKENS,
        prunes=True, takes_embeddings=False,
    ),
)

Z_IMAGE_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.QWEN_3, layers=(-2,), uses_mask=True, length=DECODER_LENGTH,
        chat=MappingProxyType({"add_generation_prompt": True, "enable_thinking": True}),
        prunes=True, takes_embeddings=False,
    ),
)
