"""What decides how fast the encoders of a config are, told without loading one.

Architecture, size and number types do; what the weights' values are does not, so that a fine-tuned
model is as fast as the one it comes from. Nothing but headers and `config.json` files is read.
"""

from __future__ import annotations

from collections.abc import Iterable

from larder.core.encoders.catalogue import built_row
from larder.core.encoders.image_encoders import VAE_PART, find_chosen_vae, uses_patch_means
from larder.core.encoders.image_latents import NOTES_IN_CONFIG
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces, base_model, chosen_models
from larder.core.encoders.number_types import number_types
from larder.core.encoders.patch_means_images import NAME as PATCH_MEANS
from larder.core.encoders.text_fingerprint import PASSING_KEYS, weights_files
from larder.core.encoders.text_folders import CONFIG_NAME, find_stage_folders
from larder.core.encoders.text_settings import stage_settings
from larder.core.keys.fingerprint import WeightsFile, canonical_digest
from larder.core.workspace.json_fields import Fields, read_json
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.store_kinds import StoreContent


def encoder_kind(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces, content: StoreContent
) -> str:
    """What is equal for encoders of one pace: 16 hex digits, a name for the embedded encoder.

    Raises:
        UserFacingError: if there is no such encoder, or none is on this computer.
        WorkspaceError: if a value of the config or of a model's JSON file cannot be read.
        OSError: if weights cannot be looked at.
    """
    if uses_patch_means(config, options):
        return f"{PATCH_MEANS} {content.value}"
    of_content = _vae if content is StoreContent.IMAGE else _text_encoders
    return canonical_digest(of_content(config, options, places))


def _vae(config: TrainerConfig, options: EncoderOptions, places: ModelPlaces) -> object:
    row = built_row(config)
    files = find_chosen_vae(config, options, places)
    types = number_types(
        Fields(config.raw, "the config"), VAE_PART, dtype=options.dtype,
        avoids_half=row.image is not None and row.image.avoids_half)
    shape = {name: value for name, value in files.config.items() if name not in NOTES_IN_CONFIG}
    return [files.class_name, shape, _bytes(files.weights), types.weights, types.compute]


def _text_encoders(config: TrainerConfig, options: EncoderOptions, places: ModelPlaces) -> object:
    stages = [one for one in stage_settings(config, dtype=options.dtype) if one.included]
    base = base_model(config, places)
    folders = find_stage_folders(
        [one.stage for one in stages],
        (*chosen_models(options), *(() if base is None else (base,))))
    return [
        [one.stage.family.value, _shape(read_json(of.model / CONFIG_NAME)),
         _bytes(weights_files(of.model)), one.types.weights, one.types.compute, one.length]
        for one in stages for of in [folders[one.stage.number]]]


def _shape(config: object) -> object:
    """A `config.json` without what says how it was saved."""
    if not isinstance(config, dict):
        return config
    return {name: value for name, value in config.items() if name not in PASSING_KEYS}


def _bytes(files: Iterable[WeightsFile]) -> int:
    return sum(file.path.stat().st_size for file in files)
