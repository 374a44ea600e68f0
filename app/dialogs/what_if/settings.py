"""Which settings the What-if dialog lets one change, and a config with such changes made in it.

All of OneTrainer's settings that decide what is cached and that people do change, and three that
decide nothing, because that is what is asked most often. Everything else can be compared by
choosing another config file. Names are those of `core.workspace.onetrainer_config`.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from larder.app.presentation.sentences import Sentences
from larder.core.encoders.catalogue import length_setting
from larder.core.errors import WorkspaceError
from larder.core.requests.options import WorkspaceOptions
from larder.core.workspace.json_fields import CONFIG, read_json
from larder.core.workspace.model_types import MODEL_TYPES, find_model_type
from larder.core.workspace.onetrainer_config import (
    DEFAULT_CONCEPT_FILE,
    flat_settings,
    present_form,
    same_value,
    text_encoder_part,
    with_setting,
)
from larder.core.workspace.roots import PathMap, flavour_of, resolve

_tr = Sentences("WhatIfForm")

TRAIN_TYPES = ("FLOAT_32", "TFLOAT_32", "FLOAT_16", "BFLOAT_16")
WEIGHT_TYPES = ("FLOAT_32", "FLOAT_16", "BFLOAT_16", "FLOAT_8", "INT_8", "NFLOAT_4")

TRIED_SIZES = ("512", "768", "1024")
TRIED_TYPES = ("BFLOAT_16", "FLOAT_16")
"""Resolutions and data types that people try first."""

MANY_ENCODERS = 4
"""Text encoders that OneTrainer's configs have room for."""

_OF_ONE_ENCODER = ("Text encoder: train", "Text encoder: layer skip", "Text encoder: weights")
_OF_MANY_ENCODERS = (
    "Text encoder %1: train", "Text encoder %1: layer skip", "Text encoder %1: weights")

Concepts = tuple[Mapping[str, Any], ...]

OWN_CONCEPTS = frozenset({"concepts", "concept_file_name"})
"""A config with neither takes the workspace's."""


class SettingGroup(enum.Enum):
    """Headings of the form, in their order."""

    PICTURES = "Pictures"
    PROMPTS = "Prompts"
    MODEL = "Model and precision"
    CONCEPTS = "Every concept"
    TRAINING = "Training"


class Editor(enum.Enum):
    """How a setting is entered."""

    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One line of the form.

    Attributes:
        name: flat name in the config, or in a concept.
        label: what it is called in OneTrainer's window; "%1" where a text encoder's number stands.
        default: the trainer's, where the config leaves it out.
        choices: values of a CHOICE.
    """

    name: str
    label: str
    group: SettingGroup
    editor: Editor
    default: str | int | float | bool
    choices: tuple[str, ...] = ()
    of_concept: bool = False
    tip: str = ""
    number: str = ""

    def said(self) -> str:
        """Return the label in the user's language."""
        return _tr(self.label).replace("%1", self.number)


_PICTURES, _PROMPTS = SettingGroup.PICTURES, SettingGroup.PROMPTS
_MODEL, _CONCEPTS = SettingGroup.MODEL, SettingGroup.CONCEPTS

RESOLUTION = SettingSpec(
    "resolution", "Resolution", _PICTURES, Editor.TEXT, "512",
    tip="One length, several with commas, or WIDTHxHEIGHT.")
_BUCKETING = SettingSpec(
    "aspect_ratio_bucketing", "Aspect Ratio Bucketing", _PICTURES, Editor.FLAG, True,
    tip="Without it every picture is cropped to a square.")
_MASKED = SettingSpec("masked_training", "Masked Training", _PICTURES, Editor.FLAG, False)
_CONDITIONED = SettingSpec(
    "custom_conditioning_image", "Custom Conditioning Image", _PICTURES, Editor.FLAG, False)
_FRAMES = SettingSpec("frames", "Frames", _PICTURES, Editor.TEXT, "25")
_LENGTH = SettingSpec(
    "text_encoder_sequence_length", "Sequence Length", _PROMPTS, Editor.WHOLE, 512)
_LENGTH_2 = SettingSpec(
    "text_encoder_2_sequence_length", "Sequence Length", _PROMPTS, Editor.WHOLE, 77)
_TYPE = SettingSpec(
    "model_type", "Model Type", _MODEL, Editor.CHOICE, "STABLE_DIFFUSION_15", tuple(MODEL_TYPES))
_BASE = SettingSpec("base_model_name", "Base Model", _MODEL, Editor.TEXT, "")
VAE = SettingSpec(
    "vae.model_name", "VAE", _MODEL, Editor.TEXT, "",
    tip="Empty for the one that comes with the base model.")
_VAE_TYPE = SettingSpec(
    "vae.weight_dtype", "VAE weights", _MODEL, Editor.CHOICE, "FLOAT_32", WEIGHT_TYPES)
_TRAIN_TYPE = SettingSpec(
    "train_dtype", "Train Data Type", _MODEL, Editor.CHOICE, "FLOAT_16", TRAIN_TYPES)
_OF_CONCEPTS = (
    SettingSpec("image_variations", "Image Variations", _CONCEPTS, Editor.WHOLE, 1,
                of_concept=True),
    SettingSpec("text_variations", "Text Variations", _CONCEPTS, Editor.WHOLE, 1, of_concept=True),
    SettingSpec("image.enable_crop_jitter", "Crop Jitter", _CONCEPTS, Editor.FLAG, True,
                of_concept=True),
    SettingSpec("image.enable_random_flip", "Random Flip", _CONCEPTS, Editor.FLAG, False,
                of_concept=True),
    SettingSpec("text.enable_tag_shuffling", "Tag Shuffling", _CONCEPTS, Editor.FLAG, False,
                of_concept=True),
)
_OF_TRAINING = (
    SettingSpec("learning_rate", "Learning Rate", SettingGroup.TRAINING, Editor.NUMBER, 3e-6),
    SettingSpec("batch_size", "Batch Size", SettingGroup.TRAINING, Editor.WHOLE, 1),
    SettingSpec("epochs", "Epochs", SettingGroup.TRAINING, Editor.WHOLE, 100),
)


def settings_of(model_type: str, *, has_concepts: bool) -> Sequence[SettingSpec]:
    """The lines of the form that mean something for a model type; all for an unknown one."""
    known = find_model_type(model_type)
    specs = [RESOLUTION, _BUCKETING, _MASKED]
    if known is None or known.inpaints:
        specs.append(_CONDITIONED)
    if known is None or known.takes_video:
        specs.append(_FRAMES)
    encoders = ([encoder.number for encoder in known.text_encoders] if known is not None
                else list(range(1, MANY_ENCODERS + 1)))
    for number in encoders:
        specs += _of_encoder(number, alone=len(encoders) == 1)
    length = length_setting(model_type)
    specs += [
        spec for spec in (_LENGTH, _LENGTH_2) if length is not None and spec.name == length[0]]
    specs += [_TYPE, _BASE, VAE, _VAE_TYPE, _TRAIN_TYPE]
    if has_concepts:
        specs += _OF_CONCEPTS
    return (*specs, *_OF_TRAINING)


def suggest_changes(now: ConfigText) -> Sequence[tuple[SettingSpec, Any]]:
    """Return the changes that people try first, each a setting with a value it does not have."""
    wanted = [(RESOLUTION, size) for size in TRIED_SIZES]
    masked = (_MASKED, not now.value(_MASKED))
    types = [(_TRAIN_TYPE, kind) for kind in TRIED_TYPES
             if not same_value(kind, now.value(_TRAIN_TYPE))]
    return (*(one for one in wanted if not same_value(one[1], now.value(RESOLUTION))),
            masked, *types[:1])


def setting_label(name: str) -> str | None:
    """Return the form's label for a setting, None for a setting that the form does not have."""
    spec = _SPECS.get(name)
    return None if spec is None else spec.said()


def _of_encoder(number: int, *, alone: bool) -> Sequence[SettingSpec]:
    part = text_encoder_part(number)
    train, skip, weights = _OF_ONE_ENCODER if alone else _OF_MANY_ENCODERS
    return (
        SettingSpec(f"{part}.train", train, _PROMPTS, Editor.FLAG, True, number=str(number),
                    tip="The output of an encoder that is trained is not cached."),
        SettingSpec(f"{part}_layer_skip", skip, _PROMPTS, Editor.WHOLE, 0, number=str(number)),
        SettingSpec(f"{part}.weight_dtype", weights, _PROMPTS, Editor.CHOICE,
                    "FLOAT_32", WEIGHT_TYPES, number=str(number)),
    )


_SPECS = {
    spec.name: spec for spec in (
        RESOLUTION, _BUCKETING, _MASKED, _CONDITIONED, _FRAMES, _LENGTH, _LENGTH_2, _TYPE, _BASE,
        VAE, _VAE_TYPE, _TRAIN_TYPE, *_OF_CONCEPTS, *_OF_TRAINING,
        *(spec for number in range(1, MANY_ENCODERS + 1)
          for spec in _of_encoder(number, alone=False)))}


class _Mixed:
    """The value of a setting that concepts have different values for."""

    def __repr__(self) -> str:
        return "MIXED"


MIXED = _Mixed()


@dataclass(frozen=True, slots=True)
class ConfigText:
    """A config as its file says it.

    Attributes:
        raw: the object, named as today's trainer names its settings.
        concepts: its concepts, None where they could not be read.
    """

    file: Path
    raw: Mapping[str, Any]
    concepts: Concepts | None

    @property
    def model_type(self) -> str:
        """The model type, spelled as in the config."""
        return str(self.raw.get("model_type", "STABLE_DIFFUSION_15"))

    def value(self, spec: SettingSpec) -> Any:
        """A setting, its default where it is left out, MIXED where concepts differ."""
        if not spec.of_concept:
            return flat_settings(self.raw).get(spec.name, spec.default)
        values = [flat_settings(concept).get(spec.name, spec.default)
                  for concept in self.concepts or ()]
        if not values:
            return spec.default
        return values[0] if all(same_value(values[0], other) for other in values) else MIXED


@dataclass(frozen=True, slots=True)
class ConfigDraft:
    """A config and what was changed in it.

    Attributes:
        base: what the changes start from.
        edits: setting -> new value.
    """

    base: ConfigText
    edits: Mapping[SettingSpec, Any] = field(default_factory=dict)

    def value(self, spec: SettingSpec) -> Any:
        """A setting as it would be."""
        return self.edits[spec] if spec in self.edits else self.base.value(spec)

    def with_edit(self, spec: SettingSpec, value: Any) -> ConfigDraft:
        """With one more setting changed; back to the base's own value it is no change."""
        edits = {known: new for known, new in self.edits.items() if known != spec}
        if not same_value(self.base.value(spec), value):
            edits[spec] = value
        return replace(self, edits=edits)

    def document(self) -> dict[str, Any]:
        """The whole config, its concepts packed into it."""
        raw: dict[str, Any] = dict(self.base.raw)
        concepts = [dict(concept) for concept in self.base.concepts or ()]
        for spec, value in self.edits.items():
            if spec.of_concept:
                concepts = [with_setting(concept, spec.name, value) for concept in concepts]
            else:
                raw = with_setting(raw, spec.name, value)
        if self.base.concepts is not None:
            raw["concepts"] = concepts
        return raw

    def write(self, file: Path) -> Path:
        """Write the copy; for a pool thread.

        Raises:
            OSError: if it cannot be written.
        """
        file.write_text(json.dumps(self.document(), indent=2), encoding="ascii")
        return file


def read_config_text(
    file: Path, options: WorkspaceOptions, root: str, *, known: Concepts | None = None,
) -> ConfigText:
    """Read a config and its concepts; for a pool thread.

    Args:
        file: the config.
        options: how the workspace's paths are read.
        root: folder that relative paths refer to.
        known: concepts of a config that says nothing of concepts, such as a preset.

    Raises:
        WorkspaceError: if the config cannot be read or is none.
    """
    raw = read_json(file, expected=CONFIG)
    if not isinstance(raw, dict):
        raise WorkspaceError(f"{file} is not a OneTrainer config.", "Choose another file.")
    says_nothing = known is not None and OWN_CONCEPTS.isdisjoint(raw)
    return ConfigText(
        file, present_form(raw), known if says_nothing else _concepts(raw, options, root))


def _concepts(raw: Mapping[str, Any], options: WorkspaceOptions, root: str) -> Concepts | None:
    """Concepts packed into the config, else those of its list; None if that cannot be read."""
    packed = raw.get("concepts")
    if packed is None:
        spelled = options.concepts or str(raw.get("concept_file_name") or DEFAULT_CONCEPT_FILE)
        maps = [PathMap(old=old, new=new) for old, new in options.maps]
        try:
            packed = read_json(Path(resolve(spelled, root, maps, flavour_of(spelled))))
        except WorkspaceError:
            return None
    return tuple(_objects(packed)) if isinstance(packed, list) else None


def _objects(values: Iterable[object]) -> Iterable[Mapping[str, Any]]:
    return (value for value in values if isinstance(value, dict))
