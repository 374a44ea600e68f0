"""The blocks of a concept that released OneTrainer hashes into a group key, per version.

The trainer does not hash `concept.image` and `concept.text` as they stand in the concept file. It
reads them into its config class, which fills in every field it knows and drops the others, and
hashes what that class writes out again. So one concept has one group key per OneTrainer version
that added a field or changed a default, and a cache built before an update lies under a key that
the updated trainer no longer looks for. The tables below hold the fields and defaults of each
version, with the day they reached OneTrainer's main branch (`modules/util/config/ConceptConfig.py`
and its predecessor `modules/util/params/ConceptParams.py`).

`__version` is the block's own config version. Neither block ever had a migration, so it is 0
wherever it is written at all, which is since 2024-02-06.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

FieldValue = bool | int | float | str


class ConceptBlock(enum.Enum):
    """Which block of a concept decides the group key of a store."""

    IMAGE = "image"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class BlockForm:
    """The fields one range of OneTrainer versions wrote for a block.

    Attributes:
        since: the day the form appeared, ISO date.
        defaults: field -> value it takes when the concept file has none.
    """

    since: str
    defaults: Mapping[str, FieldValue]


@dataclass(frozen=True, slots=True)
class FilledBlock:
    """One block as some OneTrainer version would hash it.

    Attributes:
        since: the form's day; "" for the block exactly as the concept file has it.
        values: what is hashed.
    """

    since: str
    values: Mapping[str, object]


_AUGMENTATIONS = {
    "rotate": "max_angle",
    "brightness": "max_strength",
    "contrast": "max_strength",
    "saturation": "max_strength",
    "hue": "max_strength",
}


def _first_image_fields() -> dict[str, FieldValue]:
    fields: dict[str, FieldValue] = {"enable_crop_jitter": True, "enable_random_flip": True}
    for name, limit in _AUGMENTATIONS.items():
        fields[f"enable_random_{name}"] = False
        fields[f"random_{name}_{limit}"] = 0.0
    return fields


def _fixed_augmentations() -> dict[str, FieldValue]:
    return {f"enable_fixed_{name}": False for name in ("flip", *_AUGMENTATIONS)}


_BLOCK_VERSION: dict[str, FieldValue] = {"__version": 0}
_IMAGE_2023_12_17 = _first_image_fields()
_IMAGE_2023_12_21 = (
    _IMAGE_2023_12_17
    | _fixed_augmentations()
    | {"enable_resolution_override": False, "resolution_override": "512"}
)
_IMAGE_2024_02_06 = _IMAGE_2023_12_21 | _BLOCK_VERSION
_IMAGE_2024_05_21 = _IMAGE_2024_02_06 | {
    "enable_random_circular_mask_shrink": False,
    "enable_random_mask_rotate_crop": False,
}
_IMAGE_2025_11_04 = _IMAGE_2024_05_21 | {"enable_random_flip": False}

_TEXT_2023_12_17: dict[str, FieldValue] = {
    "prompt_source": "sample",
    "prompt_path": "",
    "enable_tag_shuffling": False,
    "tag_delimiter": ",",
    "keep_tags_count": 1,
}
_TEXT_2024_02_06 = _TEXT_2023_12_17 | _BLOCK_VERSION
_TEXT_2024_11_09 = _TEXT_2024_02_06 | {
    "tag_dropout_enable": False,
    "tag_dropout_mode": "NONE",
    "tag_dropout_probability": 0.0,
    "tag_dropout_special_tags_mode": "NONE",
    "tag_dropout_special_tags": "",
    "tag_dropout_special_tags_regex": False,
    "caps_randomize_enable": False,
    "caps_randomize_mode": "capslock, title, first, random",
    "caps_randomize_probability": 0.0,
    "caps_randomize_lowercase": False,
}
_TEXT_2024_12_01 = _TEXT_2024_11_09 | {"tag_dropout_mode": "FULL"}

BLOCK_FORMS: Mapping[ConceptBlock, tuple[BlockForm, ...]] = {
    ConceptBlock.IMAGE: (
        BlockForm("2025-11-04", _IMAGE_2025_11_04),
        BlockForm("2024-05-21", _IMAGE_2024_05_21),
        BlockForm("2024-02-06", _IMAGE_2024_02_06),
        BlockForm("2023-12-21", _IMAGE_2023_12_21),
        BlockForm("2023-12-17", _IMAGE_2023_12_17),
    ),
    ConceptBlock.TEXT: (
        BlockForm("2024-12-01", _TEXT_2024_12_01),
        BlockForm("2024-11-09", _TEXT_2024_11_09),
        BlockForm("2024-02-06", _TEXT_2024_02_06),
        BlockForm("2023-12-17", _TEXT_2023_12_17),
    ),
}
"""Forms of each block, newest first. 2023-12-17 is the first day the trainer grouped by key."""


def filled_blocks(block: Mapping[str, object], *, kind: ConceptBlock) -> list[FilledBlock]:
    """The block as every OneTrainer version would hash it, newest first, then as it stands.

    A block saved by the trainer itself has every field of that version, so two forms often give
    equal values; callers hash them and keep the first of equal keys. The block as it stands comes
    last: no released version hashes it unless it is complete, but a pipeline that passes concepts
    through does.
    """
    filled = [
        FilledBlock(since=form.since, values=_fill(block, form.defaults))
        for form in BLOCK_FORMS[kind]
    ]
    filled.append(FilledBlock(since="", values=block))
    return filled


def _fill(
    block: Mapping[str, object], defaults: Mapping[str, FieldValue]
) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, default in defaults.items():
        is_given = name in block and name not in _BLOCK_VERSION
        values[name] = _as_field(block[name], default) if is_given else default
    return values


def _as_field(value: object, default: FieldValue) -> object:
    """Cast as the trainer's config class does; what it cannot cast keeps the default.

    The cast matters for the hash: a concept file with `0` for a float field hashes as `0.0`. Flags
    are taken uncast, whatever they are.
    """
    if isinstance(default, bool):
        return value
    if isinstance(default, str):
        return str(value)
    if not isinstance(value, (bool, int, float, str)):
        return default
    try:
        return float(value) if isinstance(default, float) else int(value)
    except (ValueError, OverflowError):
        return default
