"""The text encoder of a config: its models found, checked, loaded and named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.device import choose_device
from larder.core.encoders.image_encoders import uses_patch_means
from larder.core.encoders.model_files import (
    CHOOSE,
    EncoderOptions,
    ModelPlaces,
    base_model,
    chosen_models,
)
from larder.core.encoders.protocol import Fingerprint, TextEncoder
from larder.core.encoders.text_embeddings import StageEncoder, TextEmbeddings
from larder.core.encoders.text_fingerprint import (
    join_fingerprints,
    stage_fingerprint,
    weights_files,
)
from larder.core.encoders.text_folders import StageFolders, find_stage_folders
from larder.core.encoders.text_models import load_model, read_config
from larder.core.encoders.text_patch_means import PatchMeansTexts
from larder.core.encoders.text_settings import StageSettings, stage_settings
from larder.core.encoders.text_tokenizers import check_tokenizer, load_tokenizer, stated_length
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.fingerprint import WeightsFile, remembered_weights_digest, weights_digest
from larder.core.keys.hash_memory import HashMemory
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.lora_parts import changes_text_encoders
from larder.core.workspace.onetrainer_config import TrainerConfig, TrainingMethod
from larder.core.workspace.roots import flavour_of, normalised, resolve

EMBEDDED_PART: Final = "text_encoder"
"""Config object under which the embedded encoder's identity goes."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One stage that is there, with everything but its weights."""

    settings: StageSettings
    folders: StageFolders
    tokenizer: Any
    length: int

    @property
    def name(self) -> str:
        """The config's object for it ("text_encoder_2")."""
        return self.settings.stage.model_folder

    @property
    def weights(self) -> tuple[WeightsFile, ...]:
        return weights_files(self.folders.model)

    def identity(self, digest: str) -> Fingerprint:
        """Its fingerprint, given the digest of its weights."""
        return stage_fingerprint(
            self.settings, self.folders, self.tokenizer, length=self.length, weights=digest
        )


def load_text_encoder(
    config: TrainerConfig,
    options: EncoderOptions,
    places: ModelPlaces,
    *,
    memory: HashMemory | None = None,
    token: CancelToken | None = None,
) -> TextEncoder:
    """The text encoder that fills a config's text store, ready to encode.

    Everything that can be checked without weights is checked first, so that a wrong folder is known
    after a second and not after ten gigabytes.

    Args:
        config: the trainer's config.
        options: models, encoder, device and number type the user chose.
        places: where models that the config names are looked for.
        memory: remembers digests of weights.
        token: checked while weights are read for their digest.

    Raises:
        UserFacingError: if Larder cannot build texts for this config, a model is not found or does
            not fit, or a package is missing; one sentence says which.
        WorkspaceError: if a value of the config or a model's JSON file cannot be read.
        OutOfMemoryError: if the device has no room for the weights.
        OSError: if weights cannot be read.
        JobCancelled: if `token` was cancelled.
    """
    if uses_patch_means(config, options):
        return PatchMeansTexts(config.model_type)
    settings = stage_settings(config, dtype=options.dtype)
    _refuse_lora(config, places)
    device = choose_device(options.device)
    parts = _find_parts(settings, _models(config, options, places))
    identities = {
        part.name: part.identity(weights_digest(part.weights, memory, token=token))
        for part in parts
    }
    return TextEmbeddings(
        [_loaded(part, device) for part in parts],
        left_out=[stage.names for stage in settings if not stage.included],
        placeholders=config.placeholders,
        fingerprints=join_fingerprints(identities),
    )


def text_fingerprints(
    config: TrainerConfig,
    options: EncoderOptions,
    places: ModelPlaces,
    *,
    memory: HashMemory | None = None,
    token: CancelToken | None = None,
) -> Mapping[str, Fingerprint]:
    """The identities `load_text_encoder` would give its encoders, without loading weights.

    Weights are read for their digest unless it is remembered.

    Returns:
        By the config's object for an encoder ("text_encoder_2"); for the embedded encoder under
        "text_encoder".

    Raises:
        UserFacingError: as `load_text_encoder`.
        WorkspaceError: as `load_text_encoder`.
        OSError: if weights cannot be read.
        JobCancelled: if `token` was cancelled.
    """
    if uses_patch_means(config, options):
        return {EMBEDDED_PART: PatchMeansTexts(config.model_type).fingerprint}
    return {
        part.name: part.identity(weights_digest(part.weights, memory, token=token))
        for part in _parts_of(config, options, places)
    }


def remembered_text_fingerprints(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces, memory: HashMemory
) -> Mapping[str, Fingerprint] | None:
    """The same identities, None unless every digest of weights is remembered; reads no weights.

    Raises:
        UserFacingError: as `load_text_encoder`.
        WorkspaceError: as `load_text_encoder`.
    """
    if uses_patch_means(config, options):
        return {EMBEDDED_PART: PatchMeansTexts(config.model_type).fingerprint}
    found: dict[str, Fingerprint] = {}
    for part in _parts_of(config, options, places):
        digest = remembered_weights_digest(part.weights, memory)
        if digest is None:
            return None
        found[part.name] = part.identity(digest)
    return found


def _parts_of(config: TrainerConfig, options: EncoderOptions, places: ModelPlaces) -> list[_Part]:
    settings = stage_settings(config, dtype=options.dtype)
    return _find_parts(settings, _models(config, options, places))


def _models(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> tuple[Path, ...]:
    """Folders to look for text encoders in: the user's, then the config's base model."""
    base = base_model(config, places)
    models = (*chosen_models(options), *(() if base is None else (base,)))
    if not models:
        raise UserFacingError(
            CHOOSE,
            f'The base model "{config.base_model_name}" of the config is not on this computer, '
            "neither as a folder nor in the Hugging Face cache; nothing is downloaded here.",
        )
    return models


def _find_parts(settings: Sequence[StageSettings], models: Sequence[Path]) -> list[_Part]:
    """Every stage that is there, with tokenizers loaded and held against the models' configs."""
    present = [stage for stage in settings if stage.included]
    if not present:
        raise UserFacingError("The config leaves out every text encoder whose texts it caches.")
    folders = find_stage_folders([stage.stage for stage in present], models)
    tokenizers: dict[int, Any] = {}
    for stage in present:
        number = stage.stage.number
        tokenizer = load_tokenizer(stage.stage, folders[number].tokenizer)
        model_config = read_config(stage.stage.family, folders[number].model)
        check_tokenizer(tokenizer, stage.stage, model_config, folders[number].tokenizer)
        tokenizers[number] = tokenizer
    return [
        _Part(stage, folders[stage.stage.number], tokenizers[stage.stage.number],
              _length(stage, tokenizers, folders))
        for stage in present
    ]


def _length(
    settings: StageSettings, tokenizers: Mapping[int, Any], folders: Mapping[int, StageFolders]
) -> int:
    if settings.length is not None:
        return settings.length
    number = settings.length_of
    return stated_length(tokenizers[number], folders[number].tokenizer)


def _loaded(part: _Part, device: str) -> StageEncoder:
    model = load_model(
        part.settings.stage.family, part.folders.model, types=part.settings.types, device=device
    )
    return StageEncoder(part.settings, part.tokenizer, model, part.length)


def _refuse_lora(config: TrainerConfig, places: ModelPlaces) -> None:
    """A LoRA that training goes on from may change the text encoders, which Larder does not do."""
    name = Fields(config.raw, "the config").text("lora_model_name", "")
    if not name or config.training_method != TrainingMethod.LORA.value:
        return
    flavour = flavour_of(name)
    file = Path(resolve(normalised(name, flavour), places.root, places.maps, flavour))
    if changes_text_encoders(file) is not False:
        raise UserFacingError(
            f"The LoRA {name} changes the text encoders, or cannot be read, "
            "and Larder does not apply it.", "Let the trainer build the text cache.",
        )
