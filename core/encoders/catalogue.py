"""What Larder can build: one row per model type of OneTrainer, and one for VAE fine-tuning.

A row joins what a model type decides about caches (`core.workspace.model_types`: names, bucket
steps, frame axis) with the encoders that fill them. A row that is not built yet says why, so that
nobody finds out from a half-built cache.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from larder.core.encoders.text_stages import (
    CHROMA_STAGES,
    FLUX_STAGES,
    PIXART_STAGES,
    QWEN_STAGES,
    SANA_STAGES,
    SD3_STAGES,
    SD_STAGES,
    SDXL_STAGES,
    Z_IMAGE_STAGES,
    TextStage,
)
from larder.core.errors import UserFacingError
from larder.core.workspace.model_types import MODEL_TYPES, ModelType, find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig, TrainingMethod
from larder.core.workspace.store_kinds import StoreContent


class LatentForm(enum.Enum):
    """What of an encoder's output is cached as `latent_image`."""

    MODE = "mode"
    """The mode of the distribution it gives, which is the mean; never a draw."""

    OUTPUT = "output"
    """The output itself, from an encoder that gives no distribution."""


class MaskForm(enum.Enum):
    """What becomes of a mask."""

    SCALED = "scaled"
    """Resized to the latent's size, one channel."""

    SHUFFLED = "shuffled"
    """Every 8x8 square becomes 64 channels."""


@dataclass(frozen=True, slots=True)
class ImageStage:
    """The picture encoder of a model type.

    Attributes:
        vae_class: the `diffusers` class a trainer loads, "" when it is no VAE of that package.
        latent: what is cached of its output.
        mask: what becomes of a mask.
        avoids_half: computed in the trainer's fallback type where it trains in float16.
    """

    vae_class: str
    latent: LatentForm = LatentForm.MODE
    mask: MaskForm = MaskForm.SCALED
    avoids_half: bool = False


@dataclass(frozen=True, slots=True)
class CatalogueRow:
    """One model type and how its stores are filled.

    Attributes:
        model_type: names, bucket steps and frame axis.
        stores: contents it has a store for.
        image: its picture encoder, None for the embedded encoder.
        text: its text encoders, in the order of their numbers; empty where `why_not_built` says
            so, and for the embedded encoder.
        why_not_built: one sentence, "" for what can be built.
    """

    model_type: ModelType
    stores: tuple[StoreContent, ...]
    image: ImageStage | None
    text: tuple[TextStage, ...]
    why_not_built: str = ""

    @property
    def name(self) -> str:
        """The model type as configs spell it."""
        return self.model_type.name

    @property
    def quantisation(self) -> int:
        """Pixels that both sides of a bucket are a multiple of."""
        return self.model_type.quantisation

    @property
    def frame_axis(self) -> bool:
        """Whether crop_resolution is (frames, height, width)."""
        return self.model_type.frame_axis


def find_row(config: TrainerConfig) -> CatalogueRow | None:
    """The row that a config's caches follow, None for an unknown model type."""
    model_type = find_model_type(config.model_type)
    if model_type is None:
        return None
    if config.training_method == TrainingMethod.FINE_TUNE_VAE.value:
        return CatalogueRow(
            model_type=model_type, stores=(StoreContent.IMAGE,), text=(),
            image=CATALOGUE[model_type.name].image, why_not_built=_VAE_TUNING,
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
            "Let the trainer build this cache.",
        )
    return row


_VAE_TUNING: Final = (
    "what VAE fine-tuning caches is a whole picture and a pickled distribution, not a latent."
)
_DEPTH: Final = "nothing in the trainer makes the latent_depth that its payloads need."
_WUERSTCHEN: Final = "its pictures go through an EfficientNet, which Larder does not load yet."
_LLAMA: Final = "Larder has no Llama text encoder yet."
_MISTRAL: Final = "Larder has no Mistral text encoder yet."
_FLUX_2: Final = (
    "its text encoder is a Mistral or a Qwen3 with three layers joined, and Larder has neither yet."
)
_ANIMA: Final = "its text encoder ends in a conditioner of its own, which Larder does not load yet."
_KREA: Final = "its prompts are padded in the middle of a template, which Larder does not do yet."
_IDEOGRAM: Final = "Larder does not have its text encoder yet."

_KL: Final = ImageStage("AutoencoderKL")
_KL_CAREFUL: Final = ImageStage("AutoencoderKL", avoids_half=True)
_FLUX_FILL: Final = ImageStage("AutoencoderKL", mask=MaskForm.SHUFFLED)
_KL_FLUX_2: Final = ImageStage("AutoencoderKLFlux2")
_KL_QWEN: Final = ImageStage("AutoencoderKLQwenImage")
_KL_HUNYUAN: Final = ImageStage("AutoencoderKLHunyuanVideo")
_DC: Final = ImageStage("AutoencoderDC", latent=LatentForm.OUTPUT, avoids_half=True)
_EFFICIENT_NET: Final = ImageStage("", latent=LatentForm.OUTPUT)

_BOTH: Final = (StoreContent.IMAGE, StoreContent.TEXT)


def _row(
    name: str,
    image: ImageStage | None,
    text: tuple[TextStage, ...] = (),
    *,
    why_not_built: str = "",
) -> CatalogueRow:
    return CatalogueRow(
        model_type=MODEL_TYPES[name], stores=_BOTH, image=image, text=text,
        why_not_built=why_not_built,
    )


_ROWS: Final = (
    _row("STABLE_DIFFUSION_15", _KL, SD_STAGES),
    _row("STABLE_DIFFUSION_15_INPAINTING", _KL, SD_STAGES),
    _row("STABLE_DIFFUSION_20", _KL, SD_STAGES),
    _row("STABLE_DIFFUSION_20_BASE", _KL, SD_STAGES),
    _row("STABLE_DIFFUSION_20_INPAINTING", _KL, SD_STAGES),
    _row("STABLE_DIFFUSION_20_DEPTH", _KL, why_not_built=_DEPTH),
    _row("STABLE_DIFFUSION_21", _KL, SD_STAGES),
    _row("STABLE_DIFFUSION_21_BASE", _KL, SD_STAGES),
    _row("STABLE_DIFFUSION_3", _KL, SD3_STAGES),
    _row("STABLE_DIFFUSION_35", _KL, SD3_STAGES),
    _row("STABLE_DIFFUSION_XL_10_BASE", _KL_CAREFUL, SDXL_STAGES),
    _row("STABLE_DIFFUSION_XL_10_BASE_INPAINTING", _KL_CAREFUL, SDXL_STAGES),
    _row("WUERSTCHEN_2", _EFFICIENT_NET, why_not_built=_WUERSTCHEN),
    _row("STABLE_CASCADE_1", _EFFICIENT_NET, why_not_built=_WUERSTCHEN),
    _row("PIXART_ALPHA", _KL, PIXART_STAGES),
    _row("PIXART_SIGMA", _KL, PIXART_STAGES),
    _row("FLUX_DEV_1", _KL, FLUX_STAGES),
    _row("FLUX_FILL_DEV_1", _FLUX_FILL, FLUX_STAGES),
    _row("FLUX_2", _KL_FLUX_2, why_not_built=_FLUX_2),
    _row("SANA", _DC, SANA_STAGES),
    _row("HUNYUAN_VIDEO", _KL_HUNYUAN, why_not_built=_LLAMA),
    _row("HI_DREAM_FULL", _KL, why_not_built=_LLAMA),
    _row("CHROMA_1", _KL, CHROMA_STAGES),
    _row("QWEN", _KL_QWEN, QWEN_STAGES),
    _row("ANIMA", _KL_QWEN, why_not_built=_ANIMA),
    _row("KREA_2", _KL_QWEN, why_not_built=_KREA),
    _row("Z_IMAGE", _KL, Z_IMAGE_STAGES),
    _row("ERNIE", _KL_FLUX_2, why_not_built=_MISTRAL),
    _row("IDEOGRAM_4", _KL_FLUX_2, why_not_built=_IDEOGRAM),
    _row("LARDER_PATCH_MEANS", None),
)

CATALOGUE: Final[Mapping[str, CatalogueRow]] = {row.name: row for row in _ROWS}
"""Every model type by name."""
