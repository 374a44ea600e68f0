"""A recipe: every setting and encoder identity that decides what a payload holds.

Two recipes mean the same exactly when their canonical forms are equal: one ASCII JSON object, names
sorted, no spaces, whole numbers without a fraction. The id is the beginning of its SHA-256, so it
is the same in every process and on every machine.

A payload of ours carries its recipe's id and a checksum of its arrays under names that begin with
`__`, which trainers neither need nor touch.

Two recipes are compared where a payload was made with one and a config asks for the other. Only
fields that both have are compared: what just one of them knows (the weights of an encoder, the
setting of an encoder that the other one trains) tells nothing. Rules beyond equality:

- Where both know the weights of their encoders and those are equal, names do not count: a renamed
  folder with the same weights makes the same payloads. Where they differ, equal names do not help.
- Whole fingerprints are a record and are not compared: they hold the versions of libraries too, and
  a new release of one is no reason to make a cache anew.
- Fields that only decide a payload's size are reported, but are no change by themselves: the size
  is part of the payload's name, and a payload of the wanted size is as good as ever.
- A mask that is cached beside the other arrays and no longer asked for harms nothing.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from larder.core.files.ascii_json import canonical_json

RecipeValue = str | int | float | bool | None
"""What a field can be; anything with parts is spelled out as text."""

RECIPE_VERSION: Final = 1
"""Raised whenever our own pipeline begins to make other values from the same settings."""

VERSION_FIELD: Final = "recipe_version"
"""Field with `RECIPE_VERSION`; a recipe of payloads that a trainer made has none."""

FINGERPRINT_SUFFIX: Final = ".fingerprint"
"""End of the fields that hold an encoder's whole digest, "vae.fingerprint"."""

WEIGHTS_SUFFIX: Final = ".weights"
"""End of the fields that hold the digest of an encoder's weights alone, "vae.weights"."""

SAMPLE_SUFFIX: Final = ".weights_sample"
"""End of the fields that hold the digest of samples of them, which is had at a glance."""

RECIPE_KEY: Final = "__larder_recipe"
"""Name under which a payload of ours carries the id of its recipe."""

CHECKSUM_KEY: Final = "__larder_checksum"
"""Name under which a payload of ours carries the checksum of its arrays."""

ID_DIGITS: Final = 16

SIZE_FIELDS: Final = frozenset({"resolution", "aspect_ratio_bucketing"})
"""Decide which size a picture gets, and nothing else of its payload."""

ENCODER_NAME_FIELDS: Final = frozenset({
    "vae", "base_model_name", "effnet_encoder.model_name", "text_encoder_4.model_name"})
"""Say by name what weights say by content."""

MASKED_FIELD: Final = "masked_training"
MASK_CROP_FIELD: Final = "image.enable_random_mask_rotate_crop"
"""Crops pictures around their masks, so that masks decide more than the mask."""

SHOWN_DIGITS: Final = 8

SETTING_WORDS: Final[Mapping[str, str]] = MappingProxyType({
    "model_type": "Model Type",
    "resolution": "Resolution",
    "aspect_ratio_bucketing": "Aspect Ratio Bucketing",
    "masked_training": "Masked Training",
    "custom_conditioning_image": "Custom Conditioning Image",
    "frames": "Frames",
    "train_dtype": "Train Data Type",
    "vae": "VAE",
    "effnet_encoder": "Effnet Encoder",
    "text_encoder": "Text Encoder",
    "text_encoder_2": "Text Encoder 2",
    "text_encoder_3": "Text Encoder 3",
    "text_encoder_4": "Text Encoder 4",
    "base_model_name": "Base Model",
    "image.enable_crop_jitter": "Crop Jitter",
    "image.enable_random_flip": "Random Flip",
    "image.enable_fixed_flip": "Fixed Flip",
    "image.enable_random_rotate": "Random Rotation",
    "image.enable_fixed_rotate": "Fixed Rotation",
    "image.random_rotate_max_angle": "Rotation Angle",
    "image.enable_random_brightness": "Random Brightness",
    "image.enable_fixed_brightness": "Fixed Brightness",
    "image.random_brightness_max_strength": "Brightness Strength",
    "image.enable_random_contrast": "Random Contrast",
    "image.enable_fixed_contrast": "Fixed Contrast",
    "image.random_contrast_max_strength": "Contrast Strength",
    "image.enable_random_saturation": "Random Saturation",
    "image.enable_fixed_saturation": "Fixed Saturation",
    "image.random_saturation_max_strength": "Saturation Strength",
    "image.enable_random_hue": "Random Hue",
    "image.enable_fixed_hue": "Fixed Hue",
    "image.random_hue_max_strength": "Hue Strength",
    "image.enable_random_circular_mask_shrink": "Circular Mask Generation",
    "image.enable_random_mask_rotate_crop": "Random Rotate and Crop",
    "text.prompt_source": "Prompt Source",
    "text.prompt_path": "Prompt File",
    "text.enable_tag_shuffling": "Tag Shuffling",
    "text.tag_delimiter": "Tag Delimiter",
    "text.keep_tags_count": "Keep Tag Count",
    "text.tag_dropout_enable": "Tag Dropout",
    "text.tag_dropout_mode": "Dropout Mode",
    "text.tag_dropout_probability": "Dropout Probability",
    "text.tag_dropout_special_tags_mode": "Special Dropout Tags Mode",
    "text.tag_dropout_special_tags": "Special Dropout Tags",
    "text.tag_dropout_special_tags_regex": "Special Tags Regex",
    "text.caps_randomize_enable": "Randomize Capitalization",
    "text.caps_randomize_mode": "Capitalization Mode",
    "text.caps_randomize_probability": "Capitalization Probability",
    "text.caps_randomize_lowercase": "Force Lowercase",
})
"""Names of settings as the trainer's window shows them."""


class Weights(msgspec.Struct, frozen=True):
    """Known digests of an encoder's weights.

    Attributes:
        whole: digest of all of their bytes, "" where nobody has read them.
        sample: digest of samples of them, "" in recipes of an older Larder.
    """

    whole: str = ""
    sample: str = ""

    def same_as(self, other: Weights) -> bool | None:
        """Return whether both are of the same weights, None if that is unknown."""
        if self.whole and other.whole:
            return self.whole == other.whole
        return self.sample == other.sample if self.sample and other.sample else None

    def beside(self, other: Weights) -> tuple[str, str]:
        """The digests that tell both apart."""
        if self.whole and other.whole:
            return self.whole, other.whole
        return self.sample, other.sample


class Recipe(msgspec.Struct, frozen=True):
    """Settings and identities, in the order in which people are told of them.

    Attributes:
        fields: by name; `RecipeValue`s in their canonical form.
        id: 16 hex digits of the canonical form's SHA-256.
    """

    fields: Mapping[str, RecipeValue]
    id: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)


def make_recipe(fields: Mapping[str, RecipeValue]) -> Recipe:
    """The recipe of some fields; their order is kept, and is not part of its meaning."""
    canonical = {name: _canonical(value) for name, value in fields.items()}
    return Recipe(MappingProxyType(canonical), recipe_id(canonical))


def weights_of(recipe: Recipe) -> dict[str, Weights]:
    """Return the weights that a recipe names, by the config's object for an encoder ("vae")."""
    ends = {WEIGHTS_SUFFIX: "whole", SAMPLE_SUFFIX: "sample"}
    found: dict[str, dict[str, str]] = {}
    for name, value in recipe.fields.items():
        part, dot, end = name.rpartition(".")
        if dot + end in ends:
            found.setdefault(part, {})[ends[dot + end]] = str(value)
    return {part: Weights(**known) for part, known in found.items()}


def weights_fields(weights: Mapping[str, Weights]) -> dict[str, RecipeValue]:
    """The fields of a recipe that hold what is known of weights."""
    return {
        part + suffix: digest
        for part, known in weights.items()
        for suffix, digest in ((WEIGHTS_SUFFIX, known.whole), (SAMPLE_SUFFIX, known.sample))
        if digest}


def without_weights(fields: Mapping[str, RecipeValue]) -> dict[str, RecipeValue]:
    """Fields of a recipe less those that hold what is known of weights."""
    return {name: value for name, value in fields.items()
            if not name.endswith((WEIGHTS_SUFFIX, SAMPLE_SUFFIX))}


def recipe_id(fields: Mapping[str, RecipeValue]) -> str:
    """16 hex digits that tell recipes apart.

    Vector: `{"resolution": "512", "train_dtype": "FLOAT_16"}` gives 7d2a74130778f667.
    """
    canonical = {name: _canonical(value) for name, value in fields.items()}
    return hashlib.sha256(canonical_json(canonical).encode("ascii")).hexdigest()[:ID_DIGITS]


def _canonical(value: RecipeValue) -> RecipeValue:
    """`value` with one spelling per meaning: 1.0 is 1, -0.0 is 0, and JSON has no infinity."""
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return str(value)
    return int(value) if value.is_integer() else value


class FieldChange(msgspec.Struct, frozen=True):
    """One field that differs."""

    name: str
    have: RecipeValue
    want: RecipeValue


def recipe_changes(have: Recipe, want: Recipe) -> tuple[FieldChange, ...]:
    """The fields that differ, in the order of `want`; weights last, by their digests."""
    if have.id == want.id:
        return ()
    of_have, of_want = weights_of(have), weights_of(want)
    skipped = ENCODER_NAME_FIELDS if _are_same(of_have, of_want) else frozenset()
    fields = (
        FieldChange(name, have.fields[name], value)
        for name, value in without_weights(want.fields).items()
        if name in have.fields and name not in skipped and not name.endswith(FINGERPRINT_SUFFIX)
        and not _same(have.fields[name], value)
        and not _is_spare_mask(name, have, value))
    return (*fields, *weights_changes(of_have, of_want))


def weights_changes(
    have: Mapping[str, Weights], want: Mapping[str, Weights]
) -> tuple[FieldChange, ...]:
    """The encoders whose weights are known to differ."""
    return tuple(
        FieldChange(part + WEIGHTS_SUFFIX, *have[part].beside(weights))
        for part, weights in want.items()
        if part in have and have[part].same_as(weights) is False)


def decide_content(changes: Iterable[FieldChange]) -> bool:
    """Return whether one of the changes makes payloads of the wanted size useless."""
    return any(change.name not in SIZE_FIELDS for change in changes)


def are_weights_alone(changes: Iterable[FieldChange]) -> bool:
    """Return whether only weights differ of all that decides content, under unchanged names."""
    return all(change.name in SIZE_FIELDS or change.name.endswith(WEIGHTS_SUFFIX)
               for change in changes)


def are_models_alone(changes: Iterable[FieldChange]) -> bool:
    """Return whether only models differ of all that decides content, by name or by weights."""
    return all(change.name in SIZE_FIELDS | ENCODER_NAME_FIELDS
               or change.name.endswith(WEIGHTS_SUFFIX) for change in changes)


def adds_only_masks(changes: Iterable[FieldChange], want: Recipe) -> bool:
    """Return whether payloads lack only a mask and are otherwise as they should be."""
    deciding = [change for change in changes if change.name not in SIZE_FIELDS]
    return [(change.name, change.have, change.want) for change in deciding] == [
        (MASKED_FIELD, False, True)] and not want.fields.get(MASK_CROP_FIELD, False)


def describe_changes(
    changes: Iterable[FieldChange], models: Mapping[str, str] = MappingProxyType({})
) -> str:
    """The changes in words: "Resolution: 768 → 1024; VAE: sdxl → sdxl_fp16_fix".

    Weights say more of what was used than names do, where it is known whose they are.
    """
    told = tuple(changes)
    weights = [change for change in told if change.name.endswith(WEIGHTS_SUFFIX)]
    names = [change for change in told if change.name in ENCODER_NAME_FIELDS]
    spare = names if any(models_of_change(change, models) for change in weights) else weights
    return "; ".join(dict.fromkeys(
        _describe_change(change, models) for change in told if not (names and change in spare)))


def name_models(
    changes: Iterable[FieldChange], models: Mapping[str, str]
) -> tuple[FieldChange, ...]:
    """Return the changes as the user made them: of models the names of the settings.

    Where no name differs, the model was replaced: then it is told by its weights, of which `models`
    has names by digest.
    """
    told = tuple(changes)
    by_setting = any(change.name in ENCODER_NAME_FIELDS for change in told)
    named = []
    for change in told:
        if change.name in ENCODER_NAME_FIELDS:
            have, want = _last_parts(shown_value(change.have), shown_value(change.want))
            named.append(FieldChange(change.name, have, want))
        elif not change.name.endswith(WEIGHTS_SUFFIX):
            named.append(change)
        elif not by_setting:
            have, want = models_of_change(change, models) or (
                f"weights {str(digest)[:SHOWN_DIGITS]}" for digest in (change.have, change.want))
            named.append(FieldChange(change.name.removesuffix(WEIGHTS_SUFFIX), have, want))
    return tuple(named)


def shown_value(value: RecipeValue) -> str:
    """A value as people read it; flags are on and off, nothing is "none"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None or value == "" else str(value)


def _describe_change(change: FieldChange, models: Mapping[str, str]) -> str:
    have, want = shown_value(change.have), shown_value(change.want)
    name = change.name
    if name.endswith(WEIGHTS_SUFFIX):
        named = models_of_change(change, models)
        if named is not None:
            return f"encoded with {named[0]}, not {named[1]}"
        have, want = have[:SHOWN_DIGITS], want[:SHOWN_DIGITS]
        name = f"{name.removesuffix(WEIGHTS_SUFFIX)} weights"
    elif name in ENCODER_NAME_FIELDS:
        have, want = _last_parts(have, want)
    name = SETTING_WORDS.get(name, name)
    if isinstance(change.have, bool) and isinstance(change.want, bool):
        return f"{name}: off → on" if change.want else f"{name}: on → off"
    return f"{name}: {have} → {want}"


def models_of_change(change: FieldChange, models: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the names of the two models whose weights differ, None where one is not known.

    Where another model replaced the first under the same name, both have its name and differ in
    their digits.
    """
    have, want = (models.get(str(value)) for value in (change.have, change.want))
    if have is None or want is None:
        return None
    if have != want:
        return have, want
    old, new = (str(value)[:SHOWN_DIGITS] for value in (change.have, change.want))
    return f"{have} (weights {old})", f"{want} (weights {new})"


def _last_parts(have: str, want: str) -> tuple[str, str]:
    """File names without folder and suffix, as far as they still tell the two apart."""
    short = [
        text.rpartition("/")[2].removesuffix(".safetensors").removesuffix(".ckpt")
        for text in (have, want)]
    return (short[0], short[1]) if short[0] != short[1] else (have, want)


def _are_same(have: Mapping[str, Weights], want: Mapping[str, Weights]) -> bool:
    """Return whether the weights of all encoders are known to be the same."""
    return bool(have) and have.keys() == want.keys() and all(
        weights.same_as(want[part]) for part, weights in have.items())


def _same(have: RecipeValue, want: RecipeValue) -> bool:
    """Equal and of one kind: in Python, but not in a config, True equals 1."""
    return have == want and isinstance(have, bool) == isinstance(want, bool)


def _is_spare_mask(name: str, have: Recipe, want: RecipeValue) -> bool:
    return (name == MASKED_FIELD and have.fields[name] is True and want is False
            and not have.fields.get(MASK_CROP_FIELD, False))
