"""What Larder can build: one row per model type of OneTrainer, and the text encoders of each.

A row joins what a model type decides about caches (`core.workspace.model_types`: names, bucket
steps, frame axis) with the encoders that fill them. A row that is not built yet says why, so that
nobody finds out from a half-built cache.

A stage is one text encoder of one model type: how the prompt is worded, how many tokens it has,
which hidden states are kept, and what is left out of the payload. Facts read in OneTrainer's
`modules/dataLoader` at 23df3832 and in `Encode*Text`, `Tokenize` and `PruneMaskedTokens` of mgds at
3a6994a (August 2026).

The trainer's modules behind those that draw (`draws`), in the order in which each type prepares
what it caches. Pictures: rescaled, encoded, the mean of the distribution taken (not of Sana's,
which has none), then the mask scaled where there is one (Flux Fill: shuffled), then the
conditioning picture rescaled, encoded and its mean taken where the type has one. Würstchen and
Stable Cascade: scaled to three quarters, normalised, encoded, then the mask. Behind these the
texts, P an added embedding's placeholder replaced, T tokens, E an encoder (frozen and there), with
the number of the encoder:

=====================================================  ============================================
model types                                            modules of texts
=====================================================  ============================================
Stable Diffusion 1 and 2, PixArt, Sana, Würstchen      P T E
Stable Diffusion XL                                    P1 T1 P2 T2 E1 E2
Stable Diffusion 3, HiDream (4 encoders)               P1 T1 P2 T2 P3 T3 ... E1 E2 E3 ...
Hunyuan Video                                          P1 T1 P2 T2 E1 E2
Flux.1 and Fill                                        P1 T1 E1 P2 T2 E2
Chroma                                                 P T E, padding pruned
Qwen, Krea 2, Z-Image, Ernie, Ideogram 4               T E, padding pruned
Flux.2                                                 T E
Anima                                                  T, T of T5, E with its conditioner
=====================================================  ============================================
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from larder.core.encoders.text_families import TextFamily
from larder.core.errors import UserFacingError
from larder.core.workspace.concepts import Concept
from larder.core.workspace.model_types import MODEL_TYPES, ModelType, caches_masks, find_model_type
from larder.core.workspace.onetrainer_config import (
    TrainerConfig,
    TrainingMethod,
    text_encoder_part,
)

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

FLUX_2_SYSTEM: Final = (
    "You are an AI that reasons about image descriptions. You give structured responses focusing "
    "on object relationships, object attribution and actions without speculation."
)
"""What Flux.2 dev was trained with (its published pipeline), on one line as the trainer has it."""

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

HUNYUAN_STAGES: Final = (
    # The trainer reads the skips of these two the other way round; that of the second plays no
    # part, for only its pooled state is kept.
    TextStage(
        number=1, family=TextFamily.LLAMA_BARE, layers=(-1,), skip_key="text_encoder_2_layer_skip",
        uses_mask=True, template=HUNYUAN_TEMPLATE, template_tokens=95, may_be_left_out=True,
    ),
    TextStage(
        number=2, family=TextFamily.CLIP, layers=(-2,), keeps_hidden=False, keeps_pooled=True,
        may_be_left_out=True,
    ),
)

HI_DREAM_LENGTH: Final = 128

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
        length=HI_DREAM_LENGTH, may_be_left_out=True, pads_with_end=True,
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


class MaskForm(enum.Enum):
    """What becomes of a mask."""

    SCALED = "scaled"
    """Resized to the latent's size, one channel."""

    SHUFFLED = "shuffled"
    """Every 8x8 square becomes 64 channels."""


class ImageStage(msgspec.Struct, frozen=True):
    """The picture encoder of a model type.

    Attributes:
        avoids_half: computed in the trainer's fallback type where it trains in float16.
    """

    mask: MaskForm = MaskForm.SCALED
    avoids_half: bool = False


class CatalogueRow(msgspec.Struct, frozen=True):
    """One model type and how its stores are filled.

    Attributes:
        model_type: names, bucket steps and frame axis.
        image: its picture encoder, None for the embedded encoder.
        text: its text encoders, in the order of their numbers; empty where `why_not_built` says
            so, and for the embedded encoder.
        why_not_built: one sentence, "" for what can be built.
    """

    model_type: ModelType
    image: ImageStage | None
    text: tuple[TextStage, ...]
    why_not_built: str = ""

    @property
    def name(self) -> str:
        """The model type as configs spell it."""
        return self.model_type.name


def find_row(config: TrainerConfig) -> CatalogueRow | None:
    """The row that a config's caches follow, None for an unknown model type."""
    model_type = find_model_type(config.model_type)
    if model_type is None:
        return None
    if config.training_method == TrainingMethod.FINE_TUNE_VAE.value:
        return CatalogueRow(
            model_type, CATALOGUE[model_type.name].image, (), why_not_built=_VAE_TUNING,
        )
    return CATALOGUE[model_type.name]


def built_row(config: TrainerConfig) -> CatalogueRow:
    """The row of a config that Larder can build for.

    Raises:
        UserFacingError: if the model type is unknown or not built yet; says why.
    """
    row = find_row(config)
    if row is None:
        raise UserFacingError(
            f"Larder does not know the model type {config.model_type}.",
            "Let the trainer build this cache.",
        )
    if row.why_not_built:
        raise UserFacingError(
            f"Larder cannot build for {row.name}: {row.why_not_built}",
            "Let the trainer build this cache.")
    return row


def length_setting(model_type: str) -> tuple[str, int] | None:
    """Which setting says how many tokens of a prompt a model type encodes, and its default."""
    row = CATALOGUE.get(model_type)
    return next(((stage.length_key, stage.length) for stage in (() if row is None else row.text)
                 if stage.length_key), None)


def cached_lengths(
    model_type: str, settings: Mapping[str, object] | None
) -> Mapping[str, tuple[int, bool]]:
    """Tokens that a trainer caches of a prompt, by array, where that is certain.

    `settings` are of the config, None where it is not known or of another model type. Also told is
    whether padding is left out: then there may be fewer, and the trainer stops on one with more.
    Not told is a length that a tokenizer decides, or that a template is part of at times.
    """
    row = CATALOGUE.get(model_type)
    stages = () if row is None else row.text
    lengths: dict[str, tuple[int, bool]] = {}
    for stage in stages:
        is_fixed = stage.prunes or not (stage.length_of or stage.template_tokens)
        length: object = stage.length if is_fixed else None
        if stage.length_key:
            length = None if settings is None else settings.get(stage.length_key, stage.length)
        if type(length) is int and length > 0:
            name = "tokens" if len(stages) == 1 else f"tokens_{stage.number}"
            lengths[name] = (length, stage.prunes)
    return lengths


def image_stage(config: TrainerConfig) -> ImageStage:
    """The picture encoder of a config that Larder can build for.

    Raises:
        UserFacingError: if it cannot, as `built_row`.
    """
    row = built_row(config)
    if row.image is None:
        raise ValueError(f"the catalogue knows no picture encoder for {row.name}")
    return row.image


def unsupported_augmentations(concept: Concept, config: TrainerConfig) -> tuple[str, ...]:
    """What a concept asks for that Larder does not do, in plain words; empty when it does all."""
    asked = _RECOLOURED + (_MASK_SHAPES if caches_masks(config) else ())
    return tuple(words for setting, words in asked if getattr(concept.image, setting))


_RECOLOURED: Final = (
    ("enable_random_rotate", "random rotation"),
    ("enable_fixed_rotate", "fixed rotation"),
    ("enable_random_brightness", "random brightness"),
    ("enable_fixed_brightness", "fixed brightness"),
    ("enable_random_contrast", "random contrast"),
    ("enable_fixed_contrast", "fixed contrast"),
    ("enable_random_saturation", "random saturation"),
    ("enable_fixed_saturation", "fixed saturation"),
    ("enable_random_hue", "random hue"),
    ("enable_fixed_hue", "fixed hue"),
)

_MASK_SHAPES: Final = (
    ("enable_random_circular_mask_shrink", "random circular mask shrinking"),
    ("enable_random_mask_rotate_crop", "random rotating and cropping by mask"),
)
"""Done only where masks are cached."""

_VAE_TUNING: Final = (
    "what VAE fine-tuning caches is a whole picture and a pickled distribution, not a latent."
)
_DEPTH: Final = "nothing in the trainer makes the latent_depth that its payloads need."

_PLAIN: Final = ImageStage()
_CAREFUL: Final = ImageStage(avoids_half=True)
_FLUX_FILL: Final = ImageStage(mask=MaskForm.SHUFFLED)


def _row(
    name: str,
    image: ImageStage | None,
    text: tuple[TextStage, ...] = (),
    *,
    why_not_built: str = "",
) -> CatalogueRow:
    return CatalogueRow(
        model_type=MODEL_TYPES[name], image=image, text=text,
        why_not_built=why_not_built,
    )


_ROWS: Final = (
    _row("STABLE_DIFFUSION_15", _PLAIN, SD_STAGES),
    _row("STABLE_DIFFUSION_15_INPAINTING", _PLAIN, SD_STAGES),
    _row("STABLE_DIFFUSION_20", _PLAIN, SD_STAGES),
    _row("STABLE_DIFFUSION_20_BASE", _PLAIN, SD_STAGES),
    _row("STABLE_DIFFUSION_20_INPAINTING", _PLAIN, SD_STAGES),
    _row("STABLE_DIFFUSION_20_DEPTH", _PLAIN, why_not_built=_DEPTH),
    _row("STABLE_DIFFUSION_21", _PLAIN, SD_STAGES),
    _row("STABLE_DIFFUSION_21_BASE", _PLAIN, SD_STAGES),
    _row("STABLE_DIFFUSION_3", _PLAIN, SD3_STAGES),
    _row("STABLE_DIFFUSION_35", _PLAIN, SD3_STAGES),
    _row("STABLE_DIFFUSION_XL_10_BASE", _CAREFUL, SDXL_STAGES),
    _row("STABLE_DIFFUSION_XL_10_BASE_INPAINTING", _CAREFUL, SDXL_STAGES),
    _row("WUERSTCHEN_2", _PLAIN, WUERSTCHEN_STAGES),
    _row("STABLE_CASCADE_1", _PLAIN, CASCADE_STAGES),
    _row("PIXART_ALPHA", _PLAIN, PIXART_STAGES),
    _row("PIXART_SIGMA", _PLAIN, PIXART_STAGES),
    _row("FLUX_DEV_1", _PLAIN, FLUX_STAGES),
    _row("FLUX_FILL_DEV_1", _FLUX_FILL, FLUX_STAGES),
    _row("FLUX_2", _PLAIN, FLUX_2_STAGES),
    _row("SANA", _CAREFUL, SANA_STAGES),
    _row("HUNYUAN_VIDEO", _PLAIN, HUNYUAN_STAGES),
    _row("HI_DREAM_FULL", _PLAIN, HI_DREAM_STAGES),
    _row("CHROMA_1", _PLAIN, CHROMA_STAGES),
    _row("QWEN", _PLAIN, QWEN_STAGES),
    _row("ANIMA", _PLAIN, ANIMA_STAGES),
    _row("KREA_2", _PLAIN, KREA_2_STAGES),
    _row("Z_IMAGE", _PLAIN, Z_IMAGE_STAGES),
    _row("ERNIE", _PLAIN, ERNIE_STAGES),
    _row("IDEOGRAM_4", _PLAIN, IDEOGRAM_STAGES),
    _row("LARDER_PATCH_MEANS", None),
)

CATALOGUE: Final[Mapping[str, CatalogueRow]] = {row.name: row for row in _ROWS}
"""Every model type by name."""

IMAGE_PROCESSORS: Final = MappingProxyType({
    "bit": "Bit", "clip": "CLIP", "dpt": "DPT", "idefics3": "Idefics3",
    "llava-next": "LlavaNext", "pixtral": "Pixtral", "qwen2-vl": "Qwen2VL",
    "siglip": "Siglip", "siglip2": "Siglip2", "vit": "ViT",
})
"""Classes of `transformers` by the name that people choose them by, without their suffix."""

FEATURE_EXTRACTORS: Final = MappingProxyType({
    "ast": "AST", "clap": "Clap", "seamless-m4t": "SeamlessM4T", "wav2vec2": "Wav2Vec2",
    "whisper": "Whisper",
})
"""The same of those for sounds."""

BYTES_NAME: Final = "bytes"
"""The tokenizer that needs no vocabulary."""
