"""What a config asks of each text encoder: layers, length, number types, and whether it is there.

Defaults and keys are those of OneTrainer's `TrainConfig` (23df3832): layer skips 0,
`text_encoder_2_sequence_length` 77, every text encoder included.
"""

from __future__ import annotations

from dataclasses import dataclass

from larder.core.encoders.catalogue import built_row
from larder.core.encoders.number_types import NumberTypes, number_types
from larder.core.encoders.text_families import FAMILIES
from larder.core.encoders.text_stages import TextStage
from larder.core.errors import UserFacingError
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.model_types import (
    TextEncoderNames,
    text_payload_names,
    trains_text_encoder,
)
from larder.core.workspace.onetrainer_config import TrainerConfig


@dataclass(frozen=True, slots=True)
class StageNames:
    """Names of one stage's values in a payload, "" for what it does not keep."""

    tokens: str
    mask: str
    hidden: str
    pooled: str


@dataclass(frozen=True, slots=True)
class StageSettings:
    """One stage with what the config says about it.

    Attributes:
        stage: what the model type decides.
        names: its values' names.
        layers: which hidden states are kept, counted from the last (-1).
        length: tokens of a prompt without a template; None where a tokenizer decides.
        length_of: number of the stage whose tokenizer decides then.
        types: number types.
        included: False when the config leaves this encoder out of the model.
    """

    stage: TextStage
    names: StageNames
    layers: tuple[int, ...]
    length: int | None
    length_of: int
    types: NumberTypes
    included: bool


def stage_settings(config: TrainerConfig, *, dtype: str | None = None) -> tuple[StageSettings, ...]:
    """The stages whose values this config caches, in the order of their numbers.

    Args:
        config: the trainer's config.
        dtype: a number type for weights and work in place of the config's.

    Raises:
        UserFacingError: if Larder cannot build for the model type, the config caches no texts or
            does not say which text encoders are trained, or a number type is not known.
        WorkspaceError: if a value has the wrong type.
    """
    row = built_row(config)
    cached = text_payload_names(config)
    if cached is None:
        raise UserFacingError(
            "The config does not say which text encoders are trained.",
            'Save it in the trainer once, or add "text_encoder": {"train": false}.',
        )
    if not cached:
        raise UserFacingError("This config caches no texts: every text encoder is trained.")
    fields = Fields(config.raw, "the config")
    stages = {stage.number: stage for stage in row.text}
    named = [
        names for names in row.model_type.text_encoders
        if row.model_type.text_always_cached or not trains_text_encoder(config, names.number)
    ]
    loaded = {names.number for names in named if _included(fields, stages[names.number])}
    return tuple(
        _settings(fields, stages[names.number], names, loaded=loaded, dtype=dtype)
        for names in named
    )


def names_of(encoder: TextEncoderNames) -> StageNames:
    """Which of a text encoder's names is which, told by how they are spelled."""
    tokens = mask = hidden = pooled = ""
    for name in encoder.names:
        if name.startswith("tokens_mask"):
            mask = name
        elif name.startswith("tokens"):
            tokens = name
        elif name.endswith("hidden_state"):
            hidden = name
        elif "pooled" in name:
            pooled = name
        else:
            raise ValueError(f"nothing is known about the name {name}")
    return StageNames(tokens=tokens, mask=mask, hidden=hidden, pooled=pooled)


def _settings(
    fields: Fields,
    stage: TextStage,
    names: TextEncoderNames,
    *,
    loaded: set[int],
    dtype: str | None,
) -> StageSettings:
    length, length_of = _length(fields, stage, loaded)
    skipped = fields.whole(stage.skip_key, 0) if stage.skip_key else 0
    return StageSettings(
        stage=stage,
        names=names_of(names),
        layers=tuple(layer - skipped for layer in stage.layers),
        length=length,
        length_of=length_of,
        types=number_types(
            fields, stage.model_folder, dtype=dtype,
            avoids_half=FAMILIES[stage.family].avoids_half,
        ),
        included=stage.number in loaded,
    )


def _included(fields: Fields, stage: TextStage) -> bool:
    return not stage.may_be_left_out or fields.inner(stage.model_folder).flag("include", True)


def _length(fields: Fields, stage: TextStage, loaded: set[int]) -> tuple[int | None, int]:
    """Tokens of a prompt, or None and the stage whose tokenizer says.

    A tokenizer that is not loaded has the length that all of its kind have.
    """
    if stage.length_key:
        if fields.values.get(stage.length_key, "") is None:
            return None, stage.number
        length = fields.whole(stage.length_key, stage.length)
        if length < 1:
            raise UserFacingError(f'"{stage.length_key}" in the config is {length}, below 1.')
        return length, 0
    if stage.length_of in loaded:
        return None, stage.length_of
    return stage.length, 0
