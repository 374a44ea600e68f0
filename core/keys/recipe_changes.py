"""What differs between the recipe a payload was made with and the one a config asks for.

Only fields that both recipes have are compared: what just one of them knows (the weights of an
encoder, the setting of an encoder that the other one trains) tells nothing. Rules beyond equality:

- Where both know the weights of their encoders and those are equal, names do not count: a renamed
  folder with the same weights makes the same payloads.
- Whole fingerprints are a record and are not compared: they hold the versions of libraries too, and
  a new release of one is no reason to make a cache anew.
- Fields that only decide a payload's size are reported, but are no change by themselves: the size
  is part of the payload's name, and a payload of the wanted size is as good as ever.
- A mask that is cached beside the other arrays and no longer asked for harms nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from larder.core.keys.recipe import FINGERPRINT_SUFFIX, WEIGHTS_SUFFIX, Recipe, RecipeValue

SIZE_FIELDS: Final = frozenset({"resolution", "aspect_ratio_bucketing"})
"""Decide which size a picture gets, and nothing else of its payload."""

ENCODER_NAME_FIELDS: Final = frozenset({
    "vae", "base_model_name", "effnet_encoder.model_name", "text_encoder_4.model_name"})
"""Say by name what weights say by content."""

MASKED_FIELD: Final = "masked_training"
MASK_CROP_FIELD: Final = "image.enable_random_mask_rotate_crop"
"""Crops pictures around their masks, so that masks decide more than the mask."""

SHOWN_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that differs.

    Attributes:
        name: of the field.
        have: what the payload was made with.
        want: what the config asks for.
    """

    name: str
    have: RecipeValue
    want: RecipeValue


def recipe_changes(have: Recipe, want: Recipe) -> tuple[FieldChange, ...]:
    """The fields that differ, in the order of `want`."""
    if have.id == want.id:
        return ()
    skipped = ENCODER_NAME_FIELDS if _have_same_encoders(have, want) else frozenset()
    return tuple(
        FieldChange(name, have.fields[name], value)
        for name, value in want.fields.items()
        if name in have.fields and name not in skipped and not name.endswith(FINGERPRINT_SUFFIX)
        and not _same(have.fields[name], value)
        and not _is_spare_mask(name, have, value))


def decide_content(changes: Iterable[FieldChange]) -> bool:
    """Whether one of the changes makes payloads of the wanted size useless."""
    return any(change.name not in SIZE_FIELDS for change in changes)


def adds_only_masks(changes: Iterable[FieldChange], want: Recipe) -> bool:
    """Whether the payloads only lack a mask, everything else in them being as it should."""
    deciding = [change for change in changes if change.name not in SIZE_FIELDS]
    return [(change.name, change.have, change.want) for change in deciding] == [
        (MASKED_FIELD, False, True)] and not want.fields.get(MASK_CROP_FIELD, False)


def describe_changes(changes: Iterable[FieldChange]) -> str:
    """The changes in words: "resolution 768 -> 1024; vae sdxl -> sdxl_fp16_fix"."""
    return "; ".join(_described(change) for change in changes)


def shown_value(value: RecipeValue) -> str:
    """A value as people read it; flags are on and off, nothing is "none"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None or value == "" else str(value)


def _described(change: FieldChange) -> str:
    have, want = shown_value(change.have), shown_value(change.want)
    name = change.name
    if name.endswith(WEIGHTS_SUFFIX):
        have, want = have[:SHOWN_DIGITS], want[:SHOWN_DIGITS]
        name = f"{name.removesuffix(WEIGHTS_SUFFIX)} weights"
    elif name in ENCODER_NAME_FIELDS:
        have, want = _last_parts(have, want)
    return f"{name} {have} -> {want}"


def _last_parts(have: str, want: str) -> tuple[str, str]:
    """File names without folder and suffix, as far as they still tell the two apart."""
    short = [
        text.rpartition("/")[2].removesuffix(".safetensors").removesuffix(".ckpt")
        for text in (have, want)]
    return (short[0], short[1]) if short[0] != short[1] else (have, want)


def _have_same_encoders(have: Recipe, want: Recipe) -> bool:
    known = _weights(have)
    return bool(known) and known == _weights(want)


def _weights(recipe: Recipe) -> dict[str, RecipeValue]:
    return {name: value for name, value in recipe.fields.items() if name.endswith(WEIGHTS_SUFFIX)}


def _same(have: RecipeValue, want: RecipeValue) -> bool:
    """Equal and of one kind: in Python, but not in a config, True equals 1."""
    return have == want and isinstance(have, bool) == isinstance(want, bool)


def _is_spare_mask(name: str, have: Recipe, want: RecipeValue) -> bool:
    return (name == MASKED_FIELD and have.fields[name] is True and want is False
            and not have.fields.get(MASK_CROP_FIELD, False))
