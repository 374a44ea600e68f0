"""Text stages of each model type: one for each use of a text encoder.

A stage is one text encoder of one model type: how the prompt is worded, how many tokens it has,
which hidden states are cached, and what is left out of the payload. Facts read in OneTrainer's
`modules/dataLoader` at 23df3832 and in `Encode*Text`, `Tokenize` and `PruneMaskedTokens` of mgds at
3a6994a (August 2026).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from larder.core.encoders.text_families import TextFamily
from larder.core.workspace.onetrainer_config import text_encoder_part

CONDITIONER_FOLDER: Final = "text_conditioner"
T5_TOKENIZER_FOLDER: Final = "t5_tokenizer"
"""Where a pipeline keeps what Anima runs behind its text encoder, and the tokenizer that needs."""

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

FLUX_2_SYSTEM: Final = (
    "You are an AI that reasons about image descriptions. You give structured responses focusing "
    "on object relationships, object attribution and actions without speculation."
)
"""What Flux.2 dev was trained with (its published pipeline), on one line as the trainer has it."""

HUNYUAN_TEMPLATE: Final = (
    "<|start_header_id|>system<|end_header_id|>\n\nDescribe the video by detailing the following "
    "aspects: 1. The main content and theme of the video."
    "2. The color, shape, size, texture, quantity, text, and spatial relationships of the objects."
    "3. Actions, events, behaviors temporal relationships, physical movement changes of the "
    "objects."
    "4. background environment, light, style and atmosphere."
    "5. camera angles, movements, and transitions used in the video:<|eot_id|>"
    "<|start_header_id|>user<|end_header_id|>\n\n{}<|eot_id|>"
)
"""The words around a prompt that Hunyuan Video was trained with (its published pipeline)."""

HI_DREAM_LENGTH: Final = 128


class Joining(enum.Enum):
    """How several hidden states become one value; n layers of width w."""

    ONE_AFTER_ANOTHER = "one after another"
    """[length, n * w], all of a layer together."""

    INTERLEAVED = "interleaved"
    """[length, w * n], all layers of one number together."""

    LISTED = "listed"
    """n values [length, w]."""


class Chat(msgspec.Struct, frozen=True):
    """How a prompt is said in the tokenizer's chat template.

    Attributes:
        system: what is said before it, "" for nothing.
        in_parts: a text is told as a list of parts, as templates for pictures have it.
        left_out: what is taken out of a prompt, "" for nothing.
    """

    options: Mapping[str, bool]
    system: str = ""
    in_parts: bool = False
    left_out: str = ""


class TextStage(msgspec.Struct, frozen=True):
    """One text encoder of a model type.

    Attributes:
        number: 1 for `text_encoder`, 2 for `text_encoder_2`, and so on.
        layers: which hidden states are kept, counted from the last (-1) or from what goes into
            the first layer (0); () for all but that.
        joining: what becomes of several.
        unnormed: the last of the hidden states is kept as it is before the final norm.
        skip_key: config key of a number of further layers to leave out, "" when none is asked.
        adds_norm: the final norm is applied to a hidden state that has not been through it.
        uses_mask: the encoder is told which tokens are padding.
        casts_mask: what is kept of the mask has the type that the encoder works in; else int64.
        length: tokens of a prompt; the default where one of the next two decides.
        length_of: number of the stage whose tokenizer's `model_max_length` decides, 0 for none.
        length_key: config key that decides, "" for none; null in the file means the tokenizer's.
        template: text around the prompt, which stands for `{}`; "" for the prompt alone.
        template_tokens: tokens of the template in front of the prompt, cut off after encoding.
        suffix: text behind the padding, tokenized for itself; no token after it is padding.
        suffix_tokens: its tokens, which take the places of as many of a prompt.
        chat: the prompt is told in the tokenizer's chat template; None for the prompt itself.
        unmasks: padding tokens behind the text that count as real.
        prunes: padding is left out of the payload.
        may_be_left_out: the config can leave this encoder out of the model (`include`).
        takes_embeddings: trained embeddings can stand in the prompt under a placeholder.
        pads_with_end: a tokenizer without a padding token pads with its end token.
        instead: what the model may have in place of this encoder: its own `config.json` tells.
        conditioner: class of diffusers that makes the kept values of hidden states and of T5's
            tokens, "" for none.
    """

    number: int
    family: TextFamily
    layers: tuple[int, ...]
    joining: Joining = Joining.ONE_AFTER_ANOTHER
    unnormed: bool = False
    skip_key: str = ""
    adds_norm: bool = False
    keeps_hidden: bool = True
    keeps_pooled: bool = False
    uses_mask: bool = False
    casts_mask: bool = False
    length: int = CLIP_LENGTH
    length_of: int = 0
    length_key: str = ""
    template: str = ""
    template_tokens: int = 0
    suffix: str = ""
    suffix_tokens: int = 0
    chat: Chat | None = None
    unmasks: int = 0
    prunes: bool = False
    may_be_left_out: bool = False
    takes_embeddings: bool = True
    pads_with_end: bool = False
    instead: TextStage | None = None
    conditioner: str = ""

    @property
    def choices(self) -> tuple[TextStage, ...]:
        """This one, and what may be there in its place."""
        return (self,) if self.instead is None else (self, self.instead)

    @property
    def model_folder(self) -> str:
        """Its folder inside a pipeline's, and the config object that speaks of it."""
        return text_encoder_part(self.number)

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
        chat=Chat(MappingProxyType({"add_generation_prompt": True, "enable_thinking": True})),
        prunes=True, takes_embeddings=False,
    ),
)


FLUX_2_STAGES: Final = (
    # Klein has a Qwen3, dev a Mistral 3. Padding is cached with both.
    TextStage(
        number=1, family=TextFamily.QWEN_3, layers=(9, 18, 27), uses_mask=True,
        length=DECODER_LENGTH, length_key="text_encoder_sequence_length",
        chat=Chat(MappingProxyType({"add_generation_prompt": True, "enable_thinking": False})),
        takes_embeddings=False,
        instead=TextStage(
            number=1, family=TextFamily.MISTRAL_3, layers=(10, 20, 30), uses_mask=True,
            length=DECODER_LENGTH, length_key="text_encoder_sequence_length",
            chat=Chat(MappingProxyType({"add_generation_prompt": False}), system=FLUX_2_SYSTEM,
                      in_parts=True, left_out="[IMG]"),
            takes_embeddings=False,
        ),
    ),
)

ERNIE_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.MISTRAL_3_BARE, layers=(-2,), uses_mask=True,
        length=DECODER_LENGTH, prunes=True, takes_embeddings=False,
    ),
)

KREA_2_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.QWEN_3_VL, layers=tuple(range(2, 36, 3)), uses_mask=True,
        length=DECODER_LENGTH, template=QWEN_TEMPLATE.partition("{}")[0] + "{}",
        template_tokens=QWEN_TEMPLATE_TOKENS, suffix=QWEN_TEMPLATE.partition("{}")[2],
        suffix_tokens=5, prunes=True, takes_embeddings=False,
    ),
)

IDEOGRAM_STAGES: Final = (
    # What goes out of layers 0, 3, ... 33 and of the last, 35.
    TextStage(
        number=1, family=TextFamily.QWEN_3_VL, layers=(*range(1, 35, 3), 36),
        joining=Joining.INTERLEAVED, unnormed=True, uses_mask=True, length=2048,
        chat=Chat(MappingProxyType({"add_generation_prompt": True}), in_parts=True),
        prunes=True, takes_embeddings=False,
    ),
)

ANIMA_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.QWEN_3_BARE, layers=(-1,), uses_mask=True,
        length=DECODER_LENGTH, takes_embeddings=False, conditioner="AnimaTextConditioner",
    ),
)


HUNYUAN_STAGES: Final = (
    # The trainer reads the skips of these two the other way round; that of the second plays no
    # part, for only its pooled state is kept.
    TextStage(
        number=1, family=TextFamily.LLAMA_BARE, layers=(-1,), skip_key="text_encoder_2_layer_skip",
        uses_mask=True, casts_mask=True, template=HUNYUAN_TEMPLATE, template_tokens=95,
        may_be_left_out=True,
    ),
    TextStage(
        number=2, family=TextFamily.CLIP, layers=(-2,), keeps_hidden=False, keeps_pooled=True,
        may_be_left_out=True,
    ),
)


HI_DREAM_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.CLIP_PROJECTED, layers=(-2,), keeps_hidden=False,
        keeps_pooled=True, length=HI_DREAM_LENGTH, may_be_left_out=True,
    ),
    TextStage(
        number=2, family=TextFamily.CLIP_PROJECTED, layers=(-2,), keeps_hidden=False,
        keeps_pooled=True, length=HI_DREAM_LENGTH, may_be_left_out=True,
    ),
    TextStage(
        number=3, family=TextFamily.T5, layers=(-1,), skip_key="text_encoder_3_layer_skip",
        adds_norm=True, length=HI_DREAM_LENGTH, may_be_left_out=True,
    ),
    # Every published denoiser takes the outputs of all 32 layers of its Llama.
    TextStage(
        number=4, family=TextFamily.LLAMA, layers=(), joining=Joining.LISTED, uses_mask=True,
        casts_mask=True, length=HI_DREAM_LENGTH, may_be_left_out=True, pads_with_end=True,
    ),
)

WUERSTCHEN_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.CLIP, layers=(-1,), adds_norm=True, uses_mask=True,
        length_of=1,
    ),
)

CASCADE_STAGES: Final = (
    TextStage(
        number=1, family=TextFamily.CLIP_PROJECTED, layers=(-1,), keeps_pooled=True,
        uses_mask=True, length_of=1,
    ),
)
