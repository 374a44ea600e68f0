"""A config's settings under flat names: "resolution", "vae.model_name".

Parts of a model had their settings in the config itself before version 2; they are named as today
here, so that configs of different ages can be compared. A name that is absent stands for the
trainer's default (OneTrainer's `TrainConfig`, read at 23df3832), as far as it decides anything.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Final

from larder.core.workspace.onetrainer_config import (
    IMAGE_CACHING,
    LATENT_CACHING,
    TEXT_CACHING,
    TrainerConfig,
)

MODERN_VERSION: Final = 2
"""From this version on parts of a model have objects of their own."""

LEFT_OUT: Final = frozenset({"__version", "concepts", "concept_file_name", "secrets"})
"""Not settings: concepts are compared one by one, and secrets are nobody's business."""

UNSET: Final = "not set"

FLAT_PART: Final = re.compile(
    r"(?:train_(?P<trained>unet|prior|text_encoder(?:_2)?)|(?P<part>unet|prior|vae|effnet_encoder"
    r"|decoder|decoder_text_encoder|decoder_vqgan|text_encoder(?:_2)?)_(?P<key>model_name"
    r"|weight_dtype|learning_rate))")

DEFAULTS: Final[Mapping[str, object]] = {
    "training_method": "FINE_TUNE",
    "model_type": "STABLE_DIFFUSION_15",
    "base_model_name": "stable-diffusion-v1-5/stable-diffusion-v1-5",
    "cache_dir": "workspace-cache/run",
    "resolution": "512",
    "frames": "25",
    "aspect_ratio_bucketing": True,
    LATENT_CACHING: True,
    IMAGE_CACHING: True,
    TEXT_CACHING: True,
    "masked_training": False,
    "custom_conditioning_image": False,
    "validation": False,
    "force_circular_padding": False,
    "train_dtype": "FLOAT_16",
    "fallback_train_dtype": "BFLOAT_16",
    "lora_model_name": "",
    "text_encoder_sequence_length": 512,
    "text_encoder_2_sequence_length": 77,
    "text_encoder_layer_skip": 0,
    "text_encoder_2_layer_skip": 0,
    "text_encoder_3_layer_skip": 0,
    "text_encoder_4_layer_skip": 0,
    "learning_rate": 3e-6,
    "epochs": 100,
    "batch_size": 1,
    **{f"{part}.{key}": value
       for part in ("vae", "effnet_encoder", "text_encoder", "text_encoder_2", "text_encoder_3",
                    "text_encoder_4")
       for key, value in (("model_name", ""), ("include", True), ("weight_dtype", "FLOAT_32"),
                          ("train_embedding", True))},
}
"""Defaults of the settings people change most, and of all that decide what is cached."""


def present_form(raw: Mapping[str, object]) -> dict[str, object]:
    """The same config as today's trainer would write it, as far as names of parts go."""
    modern: dict[str, object] = copy.deepcopy(dict(raw))
    version = modern.get("__version")
    if isinstance(version, int) and version >= MODERN_VERSION:
        return modern
    for name in list(modern):
        match = FLAT_PART.fullmatch(name)
        if match is None:
            continue
        part = modern.setdefault(match["trained"] or match["part"], {})
        if isinstance(part, dict):
            part.setdefault(match["key"] or "train", modern.pop(name))
    modern["__version"] = MODERN_VERSION
    return modern


def comparable_forms(
    one: TrainerConfig, other: TrainerConfig
) -> tuple[dict[str, object], dict[str, object]]:
    """Both in their present form; where one tells kinds of caching apart, the other does too."""
    forms = present_form(one.raw), present_form(other.raw)
    if any(IMAGE_CACHING in form or TEXT_CACHING in form for form in forms):
        for config, form in zip((one, other), forms, strict=True):
            form.pop(LATENT_CACHING, None)
            form |= {IMAGE_CACHING: config.image_caching, TEXT_CACHING: config.text_caching}
    return forms


def flat_settings(raw: Mapping[str, object]) -> dict[str, object]:
    """Every setting of a config in its present form by its flat name; null counts as absent."""
    return {
        name: value for name, value in _flat("", raw)
        if value is not None and name.partition(".")[0] not in LEFT_OUT}


def with_setting(raw: Mapping[str, object], name: str, value: object) -> dict[str, object]:
    """A copy of a config with one setting changed; UNSET takes it out."""
    changed: dict[str, object] = copy.deepcopy(dict(raw))
    *parents, last = name.split(".")
    inner = changed
    for parent in parents:
        below = inner.setdefault(parent, {})
        if not isinstance(below, dict):
            below = inner[parent] = {}
        inner = below
    if value == UNSET:
        inner.pop(last, None)
    else:
        inner[last] = value
    return changed


def setting_of(settings: Mapping[str, object], name: str) -> object:
    """A setting's value, its default where it is absent, UNSET where that is not known."""
    return settings.get(name, DEFAULTS.get(name, UNSET))


def same_value(one: object, other: object) -> bool:
    """Whether two values are read alike: 512 and "512" are, 1 and true are not."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other or (_is_scalar(one) and _is_scalar(other) and str(one) == str(other))


def _is_scalar(value: object) -> bool:
    return isinstance(value, str | int | float)


def _flat(prefix: str, value: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, inner in value.items():
        if isinstance(inner, dict):
            yield from _flat(f"{prefix}{name}.", inner)
        else:
            yield prefix + str(name), inner
