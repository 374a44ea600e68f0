"""The encoders of a config: found among the models, checked, loaded, named, and how fast they are.

Everything that can be checked without weights is checked first, so that a wrong folder is known
after a second and not after ten gigabytes.

What decides how fast an encoder is can be told without loading it: architecture, size and number
types do; what the weights' values are does not, so that a fine-tuned model is as fast as the one it
comes from. For that nothing but headers and `config.json` files is read.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.encoders.catalogue import built_row, image_stage
from larder.core.encoders.device import NumberTypes, choose_device, number_types, train_type
from larder.core.encoders.draws import ModulePositions
from larder.core.encoders.image_latents import ImageLatents, LatentWork, decode_frames
from larder.core.encoders.model_files import (
    CHOOSE,
    PATCH_MEANS,
    EncoderOptions,
    ModelPlaces,
    hub_pipeline,
    list_search_places,
    model_label,
    uses_patch_means,
    why_not_there,
)
from larder.core.encoders.patch_means import PatchMeansImages, PatchMeansTexts
from larder.core.encoders.pictures import (
    EFFICIENT_NET_STRIDE,
    PicturePreparation,
    as_normalised,
    as_signed,
    latent_mask,
)
from larder.core.encoders.protocol import Fingerprint, TextEncoder
from larder.core.encoders.text_embeddings import (
    StageEncoder,
    TextConditioner,
    TextEmbeddings,
    load_model,
    read_config,
)
from larder.core.encoders.text_families import FAMILIES
from larder.core.encoders.text_settings import (
    StageFiles,
    StageSettings,
    find_stage_files,
    stage_settings,
)
from larder.core.encoders.text_stages import CONDITIONER_FOLDER, T5_TOKENIZER_FOLDER
from larder.core.encoders.tokenizers import (
    check_tokenizer,
    describe_tokenizer,
    load_t5_tokenizer,
    load_tokenizer,
    read_length,
    tokenize,
)
from larder.core.encoders.vae_files import (
    NOTES_IN_CONFIG,
    VaeFiles,
    diffusers_weights,
    find_image_encoder,
)
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.fingerprint import (
    WeightsFile,
    canonical_digest,
    package_versions,
    weights_digest,
)
from larder.core.keys.hash_memory import HashMemory
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.model_types import (
    CIRCULAR_TYPES,
    EFFICIENT_NET_PART,
    VAE_PART,
    changes_text_encoders,
)
from larder.core.workspace.onetrainer_config import TrainerConfig, TrainingMethod
from larder.core.workspace.roots import flavour_of, normalise_path, resolve
from larder.core.workspace.store_kinds import StoreContent

Array = npt.NDArray[Any]

PACKAGES: Final = ("torch", "transformers", "tokenizers")

PASSING_KEYS: Final = frozenset({"_name_or_path", "transformers_version", "torch_dtype", "dtype"})
"""Parts of a `config.json` that say how it was saved, not what the model computes."""


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

    Raises:
        UserFacingError: if Larder cannot build for this config, the encoder does not serve its
            model type, or no VAE was chosen or found.
        WorkspaceError: if a value of the config has the wrong type.
    """
    if uses_patch_means(config, options):
        return PatchMeansImages(config, positions=positions)
    model_type, stage = built_row(config).model_type, image_stage(config)
    files = find_image_encoder(config, options, places)
    stride = model_type.spatial_stride
    work = LatentWork(
        part=model_type.image_part,
        types=_image_types(config, options),
        device=choose_device(options.device),
        stride=stride,
        circular=pads_in_a_circle(config, model_type.name),
        memory=memory,
        token=token,
    )
    preparation = PicturePreparation(
        config,
        dtype=train_type(Fields(config.raw, "the config"), options.dtype),
        latent_mask=functools.partial(
            latent_mask, form=stage.mask, stride=stride or EFFICIENT_NET_STRIDE),
        as_input=as_normalised if model_type.image_part == EFFICIENT_NET_PART else as_signed,
        positions=positions,
    )
    return ImageLatents(files, work, preparation)


def find_decoder(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> VaeFiles | None:
    """The VAE that turns a config's latents back into pictures; nothing is loaded.

    Returns:
        None where its encoder cannot: patch means and EfficientNets only encode.

    Raises:
        UserFacingError: as `find_image_encoder`.
        WorkspaceError: if a value of the config has the wrong type.
    """
    if uses_patch_means(config, options) or \
            built_row(config).model_type.image_part == EFFICIENT_NET_PART:
        return None
    return find_image_encoder(config, options, places)


def decode_latents(
    config: TrainerConfig, files: VaeFiles, frames: npt.NDArray[np.float32],
    token: CancelToken | None = None,
) -> npt.NDArray[np.float32]:
    """Cached latents as pictures, in the config's number types; see `decode_frames`."""
    options = EncoderOptions()
    return decode_frames(files, LatentWork(
        part=VAE_PART, types=_image_types(config, options), device=choose_device(options.device),
        circular=pads_in_a_circle(config, built_row(config).model_type.name), token=token), frames)


def pads_in_a_circle(config: TrainerConfig, model_type: str) -> bool:
    """Return whether the trainer uses circular padding, so convolutions see the opposite edge.

    Raises:
        WorkspaceError: if the config's value has the wrong type.
    """
    asked = Fields(config.raw, "the config").flag("force_circular_padding", False)
    return asked and model_type.startswith(CIRCULAR_TYPES)


def _image_types(config: TrainerConfig, options: EncoderOptions) -> NumberTypes:
    part = built_row(config).model_type.image_part
    types = number_types(
        Fields(config.raw, "the config"), part, avoids_half=image_stage(config).avoids_half,
        dtype=options.dtype)
    is_its_own = part == EFFICIENT_NET_PART and types.compute == "bfloat16"
    # The trainer, when it trains in bfloat16, leaves an EfficientNet of float16 in its own type.
    return replace(types, compute="float16") if is_its_own and types.weights == "float16" else types


@dataclass(frozen=True, slots=True)
class _Part:
    """One stage that is there, with everything but its weights."""

    settings: StageSettings
    files: StageFiles
    tokenizer: Any
    length: int
    t5_tokenizer: Any = None

    @property
    def conditioner(self) -> Path | None:
        """Folder of what is run behind it, None where nothing is."""
        is_there = bool(self.settings.stage.conditioner)
        return self.files.model.parent / CONDITIONER_FOLDER if is_there else None

    @property
    def name(self) -> str:
        """The config's object for it ("text_encoder_2")."""
        return self.settings.stage.model_folder

    def fingerprint(self, memory: HashMemory | None, token: CancelToken | None) -> Fingerprint:
        """Its identity with its tokenizer; weights are read unless their digest is remembered."""
        stage, types = self.settings.stage, self.settings.types
        facts = {
            "model": FAMILIES[stage.family].model_class,
            "weights": weights_digest(self.files.weights, memory, token=token),
            "config": canonical_digest(_lasting(self.files.config)),
            "tokenizer": canonical_digest(describe_tokenizer(self.tokenizer)),
            "weight type": types.weights_in_words,
            "compute type": f"{types.compute} as TF32" if types.fast_float32 else types.compute,
            "layers": " ".join(map(str, self.settings.layers)),
            "length": str(self.length),
            **package_versions(PACKAGES),
        }
        if self.conditioner is not None:
            facts |= {
                "conditioner": weights_digest(
                    diffusers_weights(self.conditioner), memory, token=token),
                "T5 tokenizer": canonical_digest(describe_tokenizer(self.t5_tokenizer)),
                **package_versions(["diffusers"])}
        return Fingerprint(model_label(self.files.model), canonical_digest(facts), facts)


def load_text_encoder(
    config: TrainerConfig,
    options: EncoderOptions,
    places: ModelPlaces,
    *,
    memory: HashMemory | None = None,
    token: CancelToken | None = None,
) -> TextEncoder:
    """The text encoder that fills a config's text store, ready to encode.

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
    parts = _find_parts(settings, config, _models_of(config, options, places))
    fingerprints = {part.name: part.fingerprint(memory, token) for part in parts}
    return TextEmbeddings(
        [_load_part(part, device) for part in parts],
        left_out=[
            name for stage in settings if not stage.included for name in stage.names.values()],
        placeholders=config.placeholders,
        fingerprints=fingerprints,
    )


@dataclass(frozen=True, slots=True)
class PromptTokens:
    """Makes the token ids that a config's text payloads hold; no model is loaded for it."""

    _parts: Sequence[_Part]
    _embedded: PatchMeansTexts | None = None

    def fingerprint(self) -> str:
        """Return 16 hex digits of what decides the ids of a prompt, besides Larder's own code."""
        if self._embedded is not None:
            return self._embedded.fingerprint.digest
        return canonical_digest([package_versions(PACKAGES), *(
            [describe_tokenizer(part.tokenizer), repr(part.settings.stage),
             dict(part.settings.names), part.length] for part in self._parts)])

    def of(self, prompts: Sequence[str]) -> list[dict[str, Array]]:
        """Ids per prompt by the payload's names for them, int64.

        Raises:
            SourceError: if a prompt holds characters that are no text.
        """
        if self._embedded is not None:
            return [
                {name: np.asarray(value) for name, value in values.items() if "tokens" in name}
                for values in self._embedded.encode(prompts)]
        found: list[dict[str, Array]] = [{} for _ in prompts]
        for part in self._parts:
            stage, name = part.settings.stage, part.settings.names.get("tokens")
            if name is None:
                continue
            tokens, mask = tokenize(part.tokenizer, stage, prompts, length=part.length)
            skipped = stage.template_tokens if stage.keeps_hidden else 0
            for values, ids, real in zip(found, tokens, mask.bool(), strict=True):
                kept = ids[skipped:]
                prunes = stage.prunes and stage.keeps_hidden
                values[name] = (kept[real[skipped:]] if prunes else kept).numpy()
        return found


def load_prompt_tokens(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> PromptTokens:
    """The tokenizers that a config's text store is filled with.

    Raises:
        UserFacingError, WorkspaceError: as `load_text_encoder`.
    """
    if uses_patch_means(config, options):
        return PromptTokens((), PatchMeansTexts(config.model_type))
    models = _models_of(config, options, places)
    return PromptTokens(_find_parts(stage_settings(config, dtype=options.dtype), config, models))


def _models_of(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> Sequence[Path]:
    models = list_search_places(config, options, places)
    if not models:
        raise UserFacingError(CHOOSE, why_not_there(config.base_model_name, "base model"))
    return models


def _find_parts(
    settings: Sequence[StageSettings], config: TrainerConfig, models: Sequence[Path]
) -> list[_Part]:
    """Every stage that is there, with tokenizers loaded and held against the models' configs."""
    present = [stage for stage in settings if stage.included]
    if not present:
        raise UserFacingError("The config leaves out every text encoder whose captions it caches.")
    found = find_stage_files(
        [stage.stage for stage in present], models, pipeline=hub_pipeline(config))
    tokenizers: dict[int, Any] = {}
    for stage in present:
        files = found[stage.stage.number]
        tokenizer = load_tokenizer(files.stage, files.tokenizer, pads_with=files.pads_with)
        model_config = read_config(files.stage.family, files)
        check_tokenizer(tokenizer, files.stage, model_config, files.tokenizer)
        tokenizers[files.stage.number] = tokenizer
    return [
        _Part(stage.with_stage(files.stage), files, tokenizers[files.stage.number],
              _length(stage, tokenizers, found), _t5_tokenizer(files))
        for stage in present for files in [found[stage.stage.number]]
    ]


def _t5_tokenizer(files: StageFiles) -> Any:
    """The further tokenizer of a stage with a conditioner."""
    if not files.stage.conditioner:
        return None
    return load_t5_tokenizer(files.model.parent / T5_TOKENIZER_FOLDER)


def _length(
    settings: StageSettings, tokenizers: Mapping[int, Any], files: Mapping[int, StageFiles]
) -> int:
    if settings.length is not None:
        return settings.length
    number = settings.length_of
    return read_length(tokenizers[number], files[number].tokenizer)


def _load_part(part: _Part, device: str) -> StageEncoder:
    model = load_model(
        part.settings.stage.family, part.files, types=part.settings.types, device=device
    )
    conditioner = None if part.conditioner is None else TextConditioner(
        part.settings, part.conditioner, part.t5_tokenizer, device=device)
    return StageEncoder(part.settings, part.tokenizer, model, part.length, conditioner)


def _refuse_lora(config: TrainerConfig, places: ModelPlaces) -> None:
    """A LoRA that training goes on from may change the text encoders, which Larder does not do."""
    name = Fields(config.raw, "the config").text("lora_model_name", "")
    if not name or config.training_method != TrainingMethod.LORA.value:
        return
    flavour = flavour_of(name)
    file = Path(resolve(normalise_path(name, flavour), places.root, places.maps, flavour))
    if changes_text_encoders(file) is not False:
        raise UserFacingError(
            f"The LoRA {name} changes the text encoders or cannot be read, and Larder does not "
            "apply it.", "Let the trainer build the text cache.",
        )


def _lasting(document: object) -> object:
    """A config without what says how it was saved."""
    if isinstance(document, dict):
        return {
            key: _lasting(value) for key, value in document.items() if key not in PASSING_KEYS
        }
    return document


def encoder_kind(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces, content: StoreContent
) -> str:
    """Return a text shared by encoders of equal speed: 16 hex digits, a name if embedded.

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
    files, types = find_image_encoder(config, options, places), _image_types(config, options)
    shape = {name: value for name, value in files.config.items() if name not in NOTES_IN_CONFIG}
    return [files.class_name, shape, _bytes(files.weights), types.weights, types.compute]


def _text_encoders(config: TrainerConfig, options: EncoderOptions, places: ModelPlaces) -> object:
    stages = [one for one in stage_settings(config, dtype=options.dtype) if one.included]
    found = find_stage_files(
        [one.stage for one in stages], list_search_places(config, options, places))
    return [
        [one.stage.family.value, _lasting(of.config), _bytes(of.weights), one.types.weights,
         one.types.compute, one.length]
        for one in stages for of in [found[one.stage.number]]]


def _bytes(files: Iterable[WeightsFile]) -> int:
    return sum(file.path.stat().st_size for file in files)
