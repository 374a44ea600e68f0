"""OneTrainer's model types: bucket steps, latent strides and the arrays each payload holds.

One row per type. Names and steps are facts of OneTrainer's data loaders (`modules/dataLoader`, read
at 23df3832, August 2026): an image payload holds the split names and the two aggregates, a text
payload the names of every text encoder that is frozen. `LARDER_PATCH_MEANS` is our own embedded
encoder, which no trainer knows.

Whether a LoRA changes text encoders is told from the names in its header. Trainers begin the names
of tensors for text encoders with "lora_te" (kohya), "text_encoder" (diffusers) or the encoder's own
name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import UserFacingError
from larder.core.workspace.onetrainer_config import TrainerConfig, TrainingMethod

VAE_PART: Final = "vae"
EFFICIENT_NET_PART: Final = "effnet_encoder"
"""The config's objects for what encodes pictures; an EfficientNet's stride is no whole number."""

CIRCULAR_TYPES: Final = ("STABLE_DIFFUSION_15", "STABLE_DIFFUSION_2", "STABLE_DIFFUSION_XL")
"""Beginnings of the model types whose VAE `force_circular_padding` patches."""

AGGREGATE_NAMES: Final = ("crop_resolution", "image_path")
"""Values that every image payload holds beside its arrays."""

VAE_NAMES: Final = ("image", "latent_image_distribution")
"""What a payload of VAE fine-tuning holds in place of the type's own image names."""

TEXT_MARKS: Final = ("lora_te", "text_encoder", "clip_l.", "clip_g.", "t5xxl.", "bundle_emb")

_LATENT = ("latent_image",)
_LATENT_AND_CROP = ("latent_image", "original_resolution", "crop_offset")
_TOKENS_MASK_HIDDEN = ("tokens", "tokens_mask", "text_encoder_hidden_state")

FORMER_NAMES: Final = {"WUERSTCHEN_3": "STABLE_CASCADE_1"}
"""Names OneTrainer has renamed since: Stable Cascade was WUERSTCHEN_3 until February 2024."""


class TextEncoderNames(msgspec.Struct, frozen=True):
    """One text encoder of a model type and what it leaves in a payload.

    Attributes:
        names: array names, cached only while this encoder is frozen.
    """

    number: int
    names: tuple[str, ...]


class ModelType(msgspec.Struct, frozen=True):
    """Properties of a model type that decide the content of caches.

    Attributes:
        name: as configs and index entries spell it.
        quantisation: pixels that both sides of a bucket are a multiple of.
        image_names: split names that are always cached.
        spatial_stride: picture pixels per element of a latent, None when it is no whole number.
        frame_axis: whether crop_resolution is (frames, height, width).
        inpaints: whether `latent_mask`, also without masked training, and
            `latent_conditioning_image` are cached.
        text_always_cached: whether texts are cached even when an encoder is said to be trained.
    """

    name: str
    quantisation: int
    image_names: tuple[str, ...]
    text_encoders: tuple[TextEncoderNames, ...]
    spatial_stride: int | None = 8
    frame_axis: bool = False
    takes_video: bool = False
    inpaints: bool = False
    text_always_cached: bool = False

    @property
    def image_part(self) -> str:
        """The config's object for what encodes pictures."""
        return VAE_PART if self.spatial_stride else EFFICIENT_NET_PART


def find_model_type(name: str) -> ModelType | None:
    """The row of a model type, also under a name it had before; None when it is not known."""
    return MODEL_TYPES.get(FORMER_NAMES.get(name, name))


def caches_masks(config: TrainerConfig) -> bool:
    """Return whether the image payloads of this config contain a `latent_mask`."""
    model_type = find_model_type(config.model_type)
    return config.masked_training or (model_type is not None and model_type.inpaints)


def image_payload_names(config: TrainerConfig) -> frozenset[str] | None:
    """Names an image payload of this config holds, None for an unknown model type."""
    model_type = find_model_type(config.model_type)
    if model_type is None:
        return None
    names = [*AGGREGATE_NAMES]
    if config.training_method == TrainingMethod.FINE_TUNE_VAE.value:
        names += VAE_NAMES
        masked = config.masked_training
    else:
        names += model_type.image_names
        masked = caches_masks(config)
        if model_type.inpaints:
            names.append("latent_conditioning_image")
    if masked:
        names.append("latent_mask")
    return frozenset(names)


def text_payload_names(config: TrainerConfig) -> frozenset[str] | None:
    """Names a text payload of this config holds.

    Returns:
        Empty when the config caches no text (every encoder is trained, or the VAE is). None when it
        cannot be known: the model type is unknown, or nothing in the file says which encoders are
        trained. OneTrainer then trains all of them, but a file that leaves it out is a cut-down
        one, and calling a whole text cache unneeded on that ground would be rash.
    """
    model_type = find_model_type(config.model_type)
    if model_type is None:
        return None
    if config.training_method == TrainingMethod.FINE_TUNE_VAE.value:
        return frozenset()
    encoders = model_type.text_encoders
    if model_type.text_always_cached:
        return frozenset(name for encoder in encoders for name in encoder.names)
    says = any(config.text_encoders[encoder.number - 1].train is not None for encoder in encoders)
    if not says and config.training_method != TrainingMethod.EMBEDDING.value:
        return None
    return frozenset(
        name for encoder in encoders if not trains_text_encoder(config, encoder.number)
        for name in encoder.names
    )


def make_undecided_texts_error() -> UserFacingError:
    """Return the error where `text_payload_names` cannot decide which texts are cached."""
    return UserFacingError(
        "The config does not say which text encoders are trained.",
        "Save it in the trainer once, or add text_encoder with train set to false.",
    )


def trains_text_encoder(config: TrainerConfig, number: int) -> bool:
    """Return whether OneTrainer trains text encoder `number` (from 1) or an embedding in it.

    A flag the file leaves out counts as true, as in OneTrainer. Where a type has one text encoder
    only, its `train_embedding` is ignored. An unknown type counts as having several.
    """
    part = config.text_encoders[number - 1]
    embeds = config.training_method == TrainingMethod.EMBEDDING.value
    output = config.embedding_is_output
    model_type = find_model_type(config.model_type)
    has_one = model_type is not None and len(model_type.text_encoders) == 1
    trains_weights = part.train is not False and not embeds and not output
    trains_embedding = (embeds and not output) or config.trains_additional_embedding
    return trains_weights or ((part.train_embedding or has_one) and trains_embedding)


def _encoders(*names: tuple[str, ...]) -> tuple[TextEncoderNames, ...]:
    return tuple(
        TextEncoderNames(number=number, names=of_encoder)
        for number, of_encoder in enumerate(names, start=1)
    )


_ONE_CLIP = _encoders(("tokens", "text_encoder_hidden_state"))
_ONE_MASKED = _encoders(_TOKENS_MASK_HIDDEN)
_SDXL = _encoders(
    ("tokens_1", "text_encoder_1_hidden_state"),
    ("tokens_2", "text_encoder_2_hidden_state", "text_encoder_2_pooled_state"),
)
_SD3 = _encoders(
    ("tokens_1", "tokens_mask_1", "text_encoder_1_hidden_state", "text_encoder_1_pooled_state"),
    ("tokens_2", "tokens_mask_2", "text_encoder_2_hidden_state", "text_encoder_2_pooled_state"),
    ("tokens_3", "tokens_mask_3", "text_encoder_3_hidden_state"),
)
_FLUX = _encoders(
    ("tokens_1", "tokens_mask_1", "text_encoder_1_pooled_state"),
    ("tokens_2", "tokens_mask_2", "text_encoder_2_hidden_state"),
)
_HUNYUAN = _encoders(
    ("tokens_1", "tokens_mask_1", "text_encoder_1_hidden_state"),
    ("tokens_2", "tokens_mask_2", "text_encoder_2_pooled_state"),
)
_HI_DREAM = _encoders(
    ("tokens_1", "tokens_mask_1", "text_encoder_1_pooled_state"),
    ("tokens_2", "tokens_mask_2", "text_encoder_2_pooled_state"),
    ("tokens_3", "tokens_mask_3", "text_encoder_3_hidden_state"),
    ("tokens_4", "tokens_mask_4", "text_encoder_4_hidden_state"),
)
_ANIMA = _encoders(
    ("tokens", "tokens_mask", "t5_tokens", "t5_tokens_mask", "text_encoder_hidden_state"),
)
_CASCADE = _encoders((*_TOKENS_MASK_HIDDEN, "pooled_text_encoder_output"))


_ROWS: Final = (
    ModelType("STABLE_DIFFUSION_15", 8, _LATENT, _ONE_CLIP),
    ModelType("STABLE_DIFFUSION_15_INPAINTING", 8, _LATENT, _ONE_CLIP, inpaints=True),
    ModelType("STABLE_DIFFUSION_20", 8, _LATENT, _ONE_CLIP),
    ModelType("STABLE_DIFFUSION_20_BASE", 8, _LATENT, _ONE_CLIP),
    ModelType("STABLE_DIFFUSION_20_INPAINTING", 8, _LATENT, _ONE_CLIP, inpaints=True),
    ModelType("STABLE_DIFFUSION_20_DEPTH", 8, ("latent_image", "latent_depth"), _ONE_CLIP),
    ModelType("STABLE_DIFFUSION_21", 8, _LATENT, _ONE_CLIP),
    ModelType("STABLE_DIFFUSION_21_BASE", 8, _LATENT, _ONE_CLIP),
    ModelType("STABLE_DIFFUSION_3", 64, _LATENT_AND_CROP, _SD3),
    ModelType("STABLE_DIFFUSION_35", 64, _LATENT_AND_CROP, _SD3),
    ModelType("STABLE_DIFFUSION_XL_10_BASE", 64, _LATENT_AND_CROP, _SDXL),
    ModelType("STABLE_DIFFUSION_XL_10_BASE_INPAINTING", 64, _LATENT_AND_CROP, _SDXL, inpaints=True),
    ModelType("WUERSTCHEN_2", 128, _LATENT_AND_CROP, _ONE_MASKED, spatial_stride=None),
    ModelType("STABLE_CASCADE_1", 128, _LATENT_AND_CROP, _CASCADE, spatial_stride=None),
    ModelType("PIXART_ALPHA", 16, _LATENT, _ONE_MASKED),
    ModelType("PIXART_SIGMA", 16, _LATENT, _ONE_MASKED),
    ModelType("FLUX_DEV_1", 64, _LATENT_AND_CROP, _FLUX),
    ModelType("FLUX_FILL_DEV_1", 64, _LATENT_AND_CROP, _FLUX, inpaints=True),
    ModelType("FLUX_2", 64, _LATENT_AND_CROP, _ONE_MASKED, text_always_cached=True),
    ModelType("SANA", 32, _LATENT, _ONE_MASKED, spatial_stride=32),
    ModelType("HUNYUAN_VIDEO", 64, _LATENT_AND_CROP, _HUNYUAN, frame_axis=True, takes_video=True),
    ModelType("HI_DREAM_FULL", 64, _LATENT_AND_CROP, _HI_DREAM),
    ModelType("CHROMA_1", 64, _LATENT_AND_CROP, _ONE_MASKED),
    ModelType("QWEN", 64, _LATENT_AND_CROP, _ONE_MASKED, frame_axis=True),
    ModelType("ANIMA", 64, _LATENT_AND_CROP, _ANIMA, frame_axis=True, text_always_cached=True),
    ModelType("KREA_2", 64, _LATENT_AND_CROP, _ONE_MASKED, frame_axis=True),
    ModelType("Z_IMAGE", 64, _LATENT_AND_CROP, _ONE_MASKED, text_always_cached=True),
    ModelType("ERNIE", 64, _LATENT_AND_CROP, _ONE_MASKED, text_always_cached=True),
    ModelType("IDEOGRAM_4", 64, _LATENT_AND_CROP, _ONE_MASKED, text_always_cached=True),
    ModelType("LARDER_PATCH_MEANS", 64, _LATENT_AND_CROP, _ONE_CLIP, text_always_cached=True),
)

MODEL_TYPES: Final = {row.name: row for row in _ROWS}
"""Every known model type by name."""


def changes_text_encoders(file: Path) -> bool | None:
    """Return whether a LoRA contains a text encoder's tensor or an embedding; None if unknown."""
    # Few configs name one, and what reads weights takes 10 ms to load.
    from larder.core.keys.fingerprint import SUFFIX, read_weights_header

    if file.suffix.lower() != SUFFIX:
        return None
    try:
        names = read_weights_header(file)
    except (UserFacingError, RecursionError):
        return None
    return any(mark in name for name in names for mark in TEXT_MARKS)
