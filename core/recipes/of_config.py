"""The recipe a config and a concept ask for: one per concept and store.

A field is in a recipe exactly if it decides what a payload holds, and only where it does: the
settings of an encoder that is trained, the strength of an effect that is off, the prompt file of a
concept that takes its prompts from captions decide nothing and are left out, so that changing them
changes no recipe, and two ways to leave an effect off mean the same. The content of prompt and tag
files counts, not their names alone. How many variations there are, which samples exist and which
arrays a payload has is not in it: those are judged by name.

Source: what OneTrainer's data loaders (`modules/dataLoader`, read at 23df3832) hand to their
modules, and the defaults of its `TrainConfig`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from larder.core.encoders.catalogue import length_setting
from larder.core.encoders.protocol import Fingerprint
from larder.core.errors import WorkspaceError
from larder.core.keys.content_hash import hash_file
from larder.core.keys.recipe import (
    FINGERPRINT_SUFFIX,
    RECIPE_VERSION,
    VERSION_FIELD,
    Recipe,
    RecipeValue,
    Weights,
    make_recipe,
    weights_fields,
)
from larder.core.workspace.bucketing import parse_targets
from larder.core.workspace.concepts import (
    Concept,
    ImageSettings,
    PromptSource,
    TextSettings,
    read_concepts,
)
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.model_types import (
    CIRCULAR_TYPES,
    VAE_PART,
    ModelType,
    caches_masks,
    changes_text_encoders,
    find_model_type,
    text_payload_names,
    trains_text_encoder,
)
from larder.core.workspace.onetrainer_config import (
    TrainerConfig,
    TrainingMethod,
    text_encoder_part,
)
from larder.core.workspace.open_workspace import StoreContent, Workspace

EFFECTS: Final = {
    "rotate": "random_rotate_max_angle",
    "brightness": "random_brightness_max_strength",
    "contrast": "random_contrast_max_strength",
    "saturation": "random_saturation_max_strength",
    "hue": "random_hue_max_strength",
}
"""Picture effects that have a random and a fixed form, and the setting of their strength."""

MASK_EFFECTS: Final = ("enable_random_circular_mask_shrink", "enable_random_mask_rotate_crop")

TAG_FILE_SUFFIXES: Final = (".txt", ".csv")
"""A list of special tags that ends so is the name of a file with them, if there is one."""

NO_FILE: Final = "no file"

FLOAT_TYPES: Final = frozenset({"NONE", "FLOAT_16", "FLOAT_32", "BFLOAT_16", "TFLOAT_32"})
"""Weight types that hold the weights as they are; all others quantise them."""

CLIP_ONLY_TYPES: Final = (
    "STABLE_DIFFUSION_15", "STABLE_DIFFUSION_2", "STABLE_DIFFUSION_XL", "WUERSTCHEN_2",
    "STABLE_CASCADE_1", "HUNYUAN_VIDEO")
"""Beginnings of the types whose text encoders never fall back to another type than
`train_dtype`; all others have one that is unstable in 16-bit floats."""

WEIGHTS_FACT: Final = "weights"
"""The fact of a fingerprint that is the digest of the weights alone."""

UNSTABLE_TYPE: Final = "FLOAT_16"

Recipes = dict[str, RecipeValue]


def image_fields(concept: Concept, *, masked: bool) -> dict[str, RecipeValue]:
    """How a concept's pictures are varied; `masked` says whether masks are cached."""
    settings = concept.image
    fields: dict[str, RecipeValue] = {
        "image.enable_crop_jitter": settings.enable_crop_jitter,
        "image.enable_random_flip": settings.enable_random_flip,
        "image.enable_fixed_flip": settings.enable_fixed_flip,
    }
    for effect, strength in EFFECTS.items():
        fields |= _effect(settings, effect, strength)
    if masked:
        fields |= {f"image.{name}": getattr(settings, name) for name in MASK_EFFECTS}
    return fields


def text_fields(workspace: Workspace, concept: Concept) -> dict[str, RecipeValue]:
    """Where a concept's prompts come from and how they are varied."""
    settings = concept.text
    fields: dict[str, RecipeValue] = {"text.prompt_source": settings.prompt_source.value}
    if settings.prompt_source is PromptSource.CONCEPT:
        fields |= _content("text.prompt_path", workspace, settings.prompt_path)
    drops = settings.tag_dropout_enable and settings.tag_dropout_probability > 0
    capitals = settings.caps_randomize_enable and settings.caps_randomize_probability > 0
    fields["text.enable_tag_shuffling"] = settings.enable_tag_shuffling
    fields["text.tag_dropout_enable"] = drops
    fields["text.caps_randomize_enable"] = capitals
    fields["text.caps_randomize_lowercase"] = settings.caps_randomize_lowercase
    if drops:
        fields |= _dropout(workspace, settings)
    if capitals:
        fields["text.caps_randomize_mode"] = settings.caps_randomize_mode
        fields["text.caps_randomize_probability"] = settings.caps_randomize_probability
    if drops or settings.enable_tag_shuffling:
        fields["text.keep_tags_count"] = settings.keep_tags_count
    if drops or capitals or settings.enable_tag_shuffling:
        fields["text.tag_delimiter"] = settings.tag_delimiter
    return fields


def _effect(settings: ImageSettings, effect: str, strength: str) -> dict[str, RecipeValue]:
    random, fixed = f"enable_random_{effect}", f"enable_fixed_{effect}"
    fields: dict[str, RecipeValue] = {
        f"image.{random}": getattr(settings, random), f"image.{fixed}": getattr(settings, fixed)}
    if getattr(settings, random) or getattr(settings, fixed):
        fields[f"image.{strength}"] = getattr(settings, strength)
    return fields


def _dropout(workspace: Workspace, settings: TextSettings) -> dict[str, RecipeValue]:
    fields: dict[str, RecipeValue] = {
        "text.tag_dropout_mode": settings.tag_dropout_mode,
        "text.tag_dropout_probability": settings.tag_dropout_probability,
        "text.tag_dropout_special_tags_mode": settings.tag_dropout_special_tags_mode,
    }
    if settings.tag_dropout_special_tags_mode != "NONE":
        name, tags = "text.tag_dropout_special_tags", settings.tag_dropout_special_tags
        fields |= _content(name, workspace, tags) if tags.endswith(TAG_FILE_SUFFIXES) \
            else {name: tags}
        fields["text.tag_dropout_special_tags_regex"] = settings.tag_dropout_special_tags_regex
    return fields


def _content(name: str, workspace: Workspace, spelled: str) -> dict[str, RecipeValue]:
    """A file by its content: the same lines in a renamed file are the same prompts.

    Of one that is away, with its drive perhaps, nothing is said: nobody knows what it holds, and
    what was made of it is not out of date.
    """
    if not spelled:
        return {name: NO_FILE}
    try:
        return {name: f"content {hash_file(workspace.file(spelled))}"}
    except OSError:
        return {}


def recipe_of(
    workspace: Workspace,
    concept: Concept,
    content: StoreContent,
    *,
    fingerprints: Mapping[str, Fingerprint] | None = None,
    weights: Mapping[str, Weights] | None = None,
    by_trainer: bool = False,
) -> Recipe:
    """Return the recipe that the config requires of one concept's payloads in one store.

    Reads the concept's prompt and tag files and the header of a LoRA, where they decide anything.

    Args:
        workspace: its config says what; without one only the concept's settings are known.
        concept: whose payloads.
        content: images or texts.
        fingerprints: encoders that are known, by the config object they belong to ("vae",
            "text_encoder", "text_encoder_2", ...); those of the other store are left out.
        weights: what is known of weights without a loaded encoder, in the same way.
        by_trainer: the recipe is of payloads that a trainer made, not we.

    Raises:
        WorkspaceError: if a value of the config has the wrong type.
    """
    config = workspace.config
    is_image = content is StoreContent.IMAGE
    fields: Recipes = {}
    if config is not None:
        fields |= _config_fields(workspace, config, concept, is_image)
    masked = config is not None and caches_masks(config)
    fields |= image_fields(concept, masked=masked) if is_image else text_fields(workspace, concept)
    fields |= _encoder_fields(fingerprints or {}, weights or {}, is_image)
    if not by_trainer:
        fields[VERSION_FIELD] = RECIPE_VERSION
    return make_recipe(fields)


def recipe_of_stamp(
    workspace: Workspace, stamp: Mapping[str, object], content: StoreContent
) -> Recipe | None:
    """Return the recipe known from the concept that a trainer stamped payloads with.

    It covers the concept's settings, and nothing of the config's.

    Args:
        workspace: whose prompt and tag files a stamp may name.
        stamp: the concept as the trainer wrote it.
        content: images or texts.

    Returns:
        None for a stamp that is no concept, or lacks the settings that count.
    """
    if not isinstance(stamp.get(content.value), dict):
        return None
    try:
        (concept,) = read_concepts([stamp])
    except WorkspaceError:
        return None
    is_image = content is StoreContent.IMAGE
    return make_recipe(
        image_fields(concept, masked=True) if is_image else text_fields(workspace, concept))


def _encoder_fields(
    fingerprints: Mapping[str, Fingerprint], weights: Mapping[str, Weights], is_image: bool
) -> Recipes:
    """Return the known recipe fields of the encoders of one store."""
    known = {**weights, **{
        part: replace(weights.get(part, Weights()), whole=of.facts[WEIGHTS_FACT])
        for part, of in fingerprints.items() if WEIGHTS_FACT in of.facts}}
    fields = weights_fields(known) | {
        part + FINGERPRINT_SUFFIX: of.digest for part, of in fingerprints.items()}
    return {
        name: value for name, value in sorted(fields.items())
        if name.startswith("text_encoder") != is_image}


def normalise_resolution(config: TrainerConfig, concept: Concept) -> str:
    """The resolution text that holds for a concept, spelled the one way: "512, 768", "832x1280"."""
    overrides = concept.image.enable_resolution_override
    text = concept.image.resolution_override if overrides else config.resolution
    try:
        targets = parse_targets(text)
    except WorkspaceError:
        return text.strip()
    if targets.fixed is not None:
        return f"{targets.fixed[1]}x{targets.fixed[0]}"
    return ", ".join(str(edge) for edge in sorted(set(targets.edges)))


def _config_fields(
    workspace: Workspace, config: TrainerConfig, concept: Concept, is_image: bool
) -> Recipes:
    settings = _Settings(config)
    model_type = find_model_type(config.model_type)
    name = config.model_type if model_type is None else model_type.name
    if is_image:
        return {
            "model_type": name,
            "resolution": normalise_resolution(config, concept),
            "aspect_ratio_bucketing": config.aspect_ratio_bucketing,
            **_picture_fields(config, settings, model_type, name)}
    return {"model_type": name, **_prompt_fields(workspace, config, settings, model_type, name)}


def _picture_fields(
    config: TrainerConfig, settings: _Settings, model_type: ModelType | None, name: str
) -> Recipes:
    fields: Recipes = {}
    base = _normalise_name(config.base_model_name)
    part = VAE_PART if model_type is None else model_type.image_part
    fields[part if part == VAE_PART else f"{part}.model_name"] = settings.model(part) or base
    fields[f"{part}.weight_dtype"] = settings.weights(part)
    fields["train_dtype"] = settings.train_type
    fields["fallback_train_dtype"] = settings.fallback_type
    if model_type is None or name.startswith(CIRCULAR_TYPES):
        fields["force_circular_padding"] = settings.fields.flag("force_circular_padding", False)
    if model_type is None or model_type.takes_video:
        fields["frames"] = config.frames.strip()
    # A type with a mask input has a mask in any case: drawn by the user, or a blank one.
    if model_type is not None and model_type.inpaints:
        fields["masked_training"] = "custom masks" if config.masked_training else "blank masks"
    else:
        fields["masked_training"] = config.masked_training
    if model_type is None or model_type.inpaints:
        fields["custom_conditioning_image"] = config.custom_conditioning_image
    return fields


def _prompt_fields(
    workspace: Workspace,
    config: TrainerConfig,
    settings: _Settings,
    model_type: ModelType | None,
    name: str,
) -> Recipes:
    encoders = _list_cached_encoders(config, model_type)
    fields: Recipes = {"base_model_name": _normalise_name(config.base_model_name)}
    if 4 in encoders:
        fields["text_encoder_4.model_name"] = settings.model("text_encoder_4")
    fields["train_dtype"] = settings.train_type
    if settings.train_type == UNSTABLE_TYPE and not name.startswith(CLIP_ONLY_TYPES):
        fields["fallback_train_dtype"] = settings.fallback_type
    parts = [text_encoder_part(number) for number in encoders]
    for part in parts:
        fields[f"{part}.include"] = settings.fields.inner(part).flag("include", True)
        fields[f"{part}.weight_dtype"] = settings.weights(part)
        fields[f"{part}_layer_skip"] = settings.fields.whole(f"{part}_layer_skip", 0)
    if any(fields[f"{part}.weight_dtype"] not in FLOAT_TYPES for part in parts):
        fields |= settings.quantisation()
    fields |= settings.sequence_length(name)
    fields["lora_model_name"] = _text_lora(workspace, settings)
    fields["embeddings"] = settings.embeddings(config)
    return fields


def _list_cached_encoders(config: TrainerConfig, model_type: ModelType | None) -> list[int]:
    """Numbers of the text encoders whose output is cached; all while the config does not tell."""
    if model_type is None:
        return [1, 2, 3, 4]
    numbers = [encoder.number for encoder in model_type.text_encoders]
    if model_type.text_always_cached or text_payload_names(config) is None:
        return numbers
    return [number for number in numbers if not trains_text_encoder(config, number)]


def _text_lora(workspace: Workspace, settings: _Settings) -> str:
    """The LoRA that changes text encoders, "" for none; one that cannot be read may."""
    name = settings.fields.text("lora_model_name", "")
    if not name:
        return ""
    changes = changes_text_encoders(workspace.file(name))
    return "" if changes is False else _normalise_name(name)


class _Settings:
    """Settings of a config that only recipes read; absent ones take the trainer's defaults."""

    def __init__(self, config: TrainerConfig) -> None:
        self.fields = Fields(config.raw, "the config")
        self.train_type = self.fields.text("train_dtype", "FLOAT_16")
        self.fallback_type = self.fields.text("fallback_train_dtype", "BFLOAT_16")

    def model(self, part: str) -> str:
        """Name of a part's own model, "" when it comes with the base model."""
        return _normalise_name(self._of_part(part, "model_name", ""))

    def weights(self, part: str) -> str:
        """The type a part's weights are held in."""
        return self._of_part(part, "weight_dtype", "FLOAT_32")

    def quantisation(self) -> Recipes:
        """How weights are quantised, where any are."""
        inner = self.fields.inner("quantization")
        return {
            "quantization.layer_filter": inner.text("layer_filter", ""),
            "quantization.layer_filter_preset": inner.text("layer_filter_preset", "full"),
            "quantization.layer_filter_regex": inner.flag("layer_filter_regex", False),
            "quantization.svd_dtype": inner.text("svd_dtype", "NONE"),
            "quantization.svd_rank": inner.whole("svd_rank", 16),
        }

    def sequence_length(self, model_type: str) -> Recipes:
        """How many tokens are encoded; null leaves it to the tokenizer."""
        setting = length_setting(model_type)
        if setting is None:
            return {}
        name, default = setting
        if self.fields.values.get(name, default) is None:
            return {name: None}
        return {name: self.fields.whole(name, default)}

    def embeddings(self, config: TrainerConfig) -> str:
        """Embeddings that prompts can name: "<cat> (2 tokens) from models/cat.safetensors"."""
        found = list(self.fields.objects("additional_embeddings"))
        if config.training_method == TrainingMethod.EMBEDDING.value:
            found.append(self.fields.inner("embedding"))
        return ", ".join(
            f"{inner.text('placeholder', '<embedding>')} ({inner.whole('token_count', 1)} tokens)"
            f" from {_normalise_name(inner.text('model_name', '')) or 'scratch'}"
            for inner in found)

    def _of_part(self, part: str, key: str, default: str) -> str:
        """Before version 2 the settings of parts lay in the config itself, "vae_model_name"."""
        return self.fields.inner(part).text(key, self.fields.text(f"{part}_{key}", default))


def _normalise_name(name: str) -> str:
    """A model's name or path with one spelling: one kind of slash, none at its end."""
    return posixpath.normpath(name.strip().replace("\\", "/")) if name.strip() else ""
