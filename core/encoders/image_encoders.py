"""Which encoder makes a config's pictures into latents, and what it needs for that."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

from larder.core.encoders.catalogue import ImageStage, built_row
from larder.core.encoders.device import choose_device
from larder.core.encoders.draws import ModulePositions
from larder.core.encoders.image_latents import ImageLatents, LatentWork
from larder.core.encoders.masks import latent_mask
from larder.core.encoders.model_files import (
    CHOOSE,
    EncoderOptions,
    ModelPlaces,
    base_model,
    chosen_models,
    find_model,
    part_model_name,
)
from larder.core.encoders.number_types import number_types, train_type
from larder.core.encoders.patch_means import MODEL_TYPE
from larder.core.encoders.patch_means_images import NAME as PATCH_MEANS
from larder.core.encoders.patch_means_images import PatchMeansImages
from larder.core.encoders.picture_preparation import PicturePreparation
from larder.core.encoders.vae_files import VaeFiles, find_vae
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.model_types import ModelType
from larder.core.workspace.onetrainer_config import TrainerConfig

VAE_PART: Final = "vae"

CIRCULAR_PREFIX: Final = "STABLE_DIFFUSION_"
NOT_CIRCULAR: Final = frozenset({"STABLE_DIFFUSION_3", "STABLE_DIFFUSION_35"})
"""The trainer pads in a circle only for Stable Diffusion 1, 2 and XL, whatever the config says."""


def choose_image_encoder(
    config: TrainerConfig,
    options: EncoderOptions,
    places: ModelPlaces,
    *,
    positions: ModulePositions | None = None,
    memory: HashMemory | None = None,
    token: CancelToken | None = None,
) -> ImageLatents | PatchMeansImages:
    """The picture encoder of a config, nothing loaded yet.

    Args:
        config: the trainer's config.
        options: what the user chose.
        places: where models that the config names are looked for.
        positions: places of the modules that draw, None for OneTrainer's.
        memory: remembers digests of weights; asked when the fingerprint is, from that thread.
        token: checked while weights are read for their digest.

    Raises:
        UserFacingError: if Larder cannot build for this config, the encoder does not serve its
            model type, or no VAE was chosen or found.
        WorkspaceError: if a value of the config has the wrong type.
    """
    if uses_patch_means(config, options):
        return PatchMeansImages(config, positions=positions)
    row = built_row(config)
    if row.image is None:
        raise ValueError(f"the catalogue knows no picture encoder for {row.name}")
    files = find_chosen_vae(config, options, places)
    fields = Fields(config.raw, "the config")
    work = LatentWork(
        types=number_types(
            fields, VAE_PART, avoids_half=row.image.avoids_half, dtype=options.dtype),
        device=choose_device(options.device),
        stride=row.model_type.spatial_stride,
        circular=pads_in_a_circle(config, row.model_type),
        memory=memory,
        token=token,
    )
    preparation = PicturePreparation(
        config,
        dtype=train_type(fields, options.dtype),
        latent_mask=functools.partial(
            latent_mask, form=row.image.mask, stride=_stride(row.model_type, row.image)),
        positions=positions,
    )
    return ImageLatents(files, work, preparation)


def uses_patch_means(config: TrainerConfig, options: EncoderOptions) -> bool:
    """Whether the embedded encoder is asked for: by name, or by the model type.

    Raises:
        UserFacingError: if an encoder is named that does not exist.
    """
    if options.encoder not in (None, PATCH_MEANS):
        raise UserFacingError(
            f'There is no encoder "{options.encoder}".',
            f"Leave --encoder out, or name {PATCH_MEANS}.",
        )
    return options.encoder == PATCH_MEANS or config.model_type == MODEL_TYPE


def find_chosen_vae(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> VaeFiles:
    """The VAE of a build.

    In this order: one the user named for itself, the config's own VAE, the one inside a pipeline
    the user named, the one inside the base model.

    Raises:
        UserFacingError: if none is on this computer, or the one that counts is damaged or of a kind
            that Larder does not know.
        WorkspaceError: if a value of the config has the wrong type.
    """
    chosen = [files for path in chosen_models(options) if (files := find_vae(path)) is not None]
    for files in chosen:
        if files.own:
            return files
    named = part_model_name(config, VAE_PART)
    if named:
        return _named_vae(named, places)
    if chosen:
        return chosen[0]
    base = base_model(config, places)
    files_of_base = None if base is None else find_vae(base)
    if files_of_base is not None:
        return files_of_base
    if options.models:
        listed = ", ".join(str(path) for path in options.models)
        raise UserFacingError(f"There is no VAE in {listed}.", CHOOSE)
    raise UserFacingError(CHOOSE, _why_not(config.base_model_name, "base model", base))


def pads_in_a_circle(config: TrainerConfig, model_type: ModelType) -> bool:
    """Whether the trainer lets convolutions see the opposite edge.

    Raises:
        WorkspaceError: if the config's value has the wrong type.
    """
    asked = Fields(config.raw, "the config").flag("force_circular_padding", False)
    name = model_type.name
    return asked and name.startswith(CIRCULAR_PREFIX) and name not in NOT_CIRCULAR


def _named_vae(name: str, places: ModelPlaces) -> VaeFiles:
    path = find_model(name, places)
    files = None if path is None else find_vae(path)
    if files is None:
        raise UserFacingError(CHOOSE, _why_not(name, "VAE", path))
    return files


def _why_not(name: str, what: str, path: Path | None) -> str:
    if not name:
        return f"The config names no {what}."
    if path is None:
        return (
            f'The {what} "{name}" of the config is not on this computer, neither as a folder nor '
            "in the Hugging Face cache; nothing is downloaded here."
        )
    return f'The {what} "{name}" of the config ({path}) holds no VAE that Larder knows.'


def _stride(model_type: ModelType, stage: ImageStage) -> int:
    if model_type.spatial_stride is None:
        raise ValueError(f"{model_type.name} has no stride for the masks of {stage.vae_class}")
    return model_type.spatial_stride
