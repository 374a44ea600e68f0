"""The part of a recipe that a concept decides: how pictures and prompts are varied.

A setting that has no effect is left out, so that two ways to leave an effect off mean the same. The
content of prompt and tag files counts, not their names alone.
"""

from __future__ import annotations

from typing import Final

from larder.core.keys.content_hash import hash_file
from larder.core.keys.recipe import RecipeValue
from larder.core.workspace.concepts import Concept, ImageSettings, PromptSource, TextSettings
from larder.core.workspace.open_workspace import Workspace

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
        fields["text.prompt_path"] = _content(workspace, settings.prompt_path)
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
        tags = settings.tag_dropout_special_tags
        if tags.endswith(TAG_FILE_SUFFIXES):
            tags = _content(workspace, tags)
        fields["text.tag_dropout_special_tags"] = tags
        fields["text.tag_dropout_special_tags_regex"] = settings.tag_dropout_special_tags_regex
    return fields


def _content(workspace: Workspace, spelled: str) -> str:
    """A file by its content: the same lines in a renamed file are the same prompts."""
    try:
        return f"content {hash_file(workspace.file(spelled))}"
    except OSError:
        return NO_FILE
