"""The text encoders of a config before anything is loaded: settings, folders and identity.

What a config asks of each (layers, length, number types, whether it is there): defaults and keys
are those of OneTrainer's `TrainConfig` (23df3832), layer skips 0, `text_encoder_2_sequence_length`
77, every text encoder included.

Where encoders and tokenizers lie: three layouts are known. A pipeline's folder holds
`text_encoder/`, `tokenizer/`, `text_encoder_2/`, `tokenizer_2/` and so on. Or a text encoder's own
folder is named, with its tokenizer inside it, beside it, or named too. Or one file holds the whole
model (`checkpoints`); its tokenizers are those of the pipeline it was made from, in the hub cache,
or the one that is shipped. A folder named for itself goes before a pipeline, so that one encoder of
a pipeline can be replaced.

An identity is equal exactly when the same values come of every prompt: a digest of the weights'
bytes, the model's config, everything that decides a prompt's tokens, the number types, the layer
and length that are used, and the versions of the packages that compute. Nothing is written into
the models' folders or objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.catalogue import built_row
from larder.core.encoders.checkpoints import TextInFile, find_text_encoder
from larder.core.encoders.device import NumberTypes, number_types
from larder.core.encoders.model_files import CHOOSE, fetch_or_choose, weights_in
from larder.core.encoders.text_families import FAMILIES, FamilyRow
from larder.core.encoders.text_stages import TextStage
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import SUFFIX, WeightsFile
from larder.core.workspace.json_fields import Fields, read_json
from larder.core.workspace.model_types import (
    TextEncoderNames,
    make_undecided_texts_error,
    text_payload_names,
    trains_text_encoder,
)
from larder.core.workspace.onetrainer_config import TrainerConfig

VALUES: Final = ("tokens", "mask", "t5_tokens", "t5_mask", "hidden", "pooled")
"""What a text encoder can give, in the order in which a payload holds it."""

CONFIG_NAME: Final = "config.json"
FETCH_HINT: Final = "Download the text encoder's folder again; it is incomplete."

WEIGHTS_NAMES: Final = (
    "model.safetensors", "model.safetensors.index.json",
    "pytorch_model.bin", "pytorch_model.bin.index.json",
)
"""Files of weights in the order in which they are looked for; an index names several."""

CLIP_TOKENIZER: Final = "CLIPTokenizer"

TOKENIZER_FILES: Final = ("tokenizer.json", "vocab.json", "spiece.model", "tokenizer.model")
"""A folder with one of these holds a vocabulary. Without one, several tokenizer classes load
without a word and know next to no tokens."""


@dataclass(frozen=True, slots=True)
class StageSettings:
    """One stage with what the config says about it.

    Attributes:
        stage: what the model type decides.
        names: its values' names in a payload, of those in `VALUES` that are kept.
        layers: which hidden states are kept, counted from the last (-1).
        length: tokens of a prompt without a template; None where a tokenizer decides.
        length_of: number of the stage whose tokenizer decides then.
        included: False when the config leaves this encoder out of the model.
    """

    stage: TextStage
    names: Mapping[str, str]
    layers: tuple[int, ...]
    length: int | None
    length_of: int
    types: NumberTypes
    included: bool

    def with_stage(self, stage: TextStage) -> StageSettings:
        """These of what the model has in place of this encoder."""
        return self if stage is self.stage else replace(self, stage=stage, layers=stage.layers)


def stage_settings(config: TrainerConfig, *, dtype: str | None = None) -> tuple[StageSettings, ...]:
    """The stages whose values this config caches, in the order of their numbers.

    Raises:
        UserFacingError: if Larder cannot build for the model type, the config caches no texts or
            does not say which text encoders are trained, or a number type is not known.
        WorkspaceError: if a value has the wrong type.
    """
    row = built_row(config)
    cached = text_payload_names(config)
    if cached is None:
        raise make_undecided_texts_error()
    if not cached:
        raise UserFacingError("This config caches no captions, because every text encoder is "
                              "trained.")
    fields = Fields(config.raw, "the config")
    stages = {stage.number: stage for stage in row.text}
    named = [
        names for names in row.model_type.text_encoders
        if row.model_type.text_always_cached or not trains_text_encoder(config, names.number)
    ]
    loaded = {names.number for names in named if _is_included(fields, stages[names.number])}
    return tuple(
        _settings(fields, stages[names.number], names, loaded=loaded, dtype=dtype)
        for names in named
    )


def names_of(encoder: TextEncoderNames) -> Mapping[str, str]:
    """Which of a text encoder's names is of which of its `VALUES`, told by how they are spelled."""
    found = {_value_called(name): name for name in encoder.names}
    return {value: found[value] for value in VALUES if value in found}


def _value_called(name: str) -> str:
    if name.startswith("t5_tokens"):
        return "t5_mask" if name.endswith("mask") else "t5_tokens"
    if name.startswith("tokens_mask"):
        return "mask"
    if name.startswith("tokens"):
        return "tokens"
    if name.endswith("hidden_state"):
        return "hidden"
    if "pooled" in name:
        return "pooled"
    raise ValueError(f"nothing is known about the name {name}")


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


def _is_included(fields: Fields, stage: TextStage) -> bool:
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
            raise UserFacingError(f'"{stage.length_key}" in the config is {length}, which is below '
                                  "1.")
        return length, 0
    if stage.length_of in loaded:
        return None, stage.length_of
    return stage.length, 0


@dataclass(frozen=True, slots=True)
class StageFiles:
    """Where one stage is loaded from.

    Attributes:
        stage: it, or what the model has in its place.
        model: folder with `config.json` and weights, or the file that holds it.
        tokenizer: folder with a vocabulary.
        inside: what that file holds of it, None for a folder.
    """

    stage: TextStage
    model: Path
    tokenizer: Path
    inside: TextInFile | None = None

    @property
    def config(self) -> Any:
        """The content of the model's `config.json`, or its equivalent for a model inside a file.

        Raises:
            WorkspaceError: if it cannot be read.
        """
        return read_json(self.model / CONFIG_NAME) if self.inside is None else self.inside.config

    @property
    def weights(self) -> tuple[WeightsFile, ...]:
        """The files its weights are loaded from.

        Raises:
            UserFacingError, WorkspaceError: as `weights_in`.
        """
        if self.inside is None:
            return weights_in(self.model, WEIGHTS_NAMES, FETCH_HINT)
        return (WeightsFile(self.model, self.inside.place.prefix),)

    @property
    def pads_with(self) -> str:
        """The token that fills up prompts where the tokenizer is the shipped one, "" for its own.

        A tokenizer that came with a model knows.
        """
        is_shipped = self.inside is not None and self.tokenizer == find_shipped_clip()
        return self.inside.place.pads_with if self.inside is not None and is_shipped else ""


def find_shipped_clip() -> Path:
    """CLIP's vocabulary, which OpenAI published under the MIT licence: checkpoints have none."""
    import importlib.resources

    return Path(str(importlib.resources.files("larder.resources"))) / "tokenizers" / "clip"


def find_stage_files(
    stages: Sequence[TextStage], models: Sequence[Path], *, pipeline: str = ""
) -> Mapping[int, StageFiles]:
    """Return the files each stage is loaded from, by the stage's number.

    Args:
        stages: the stages that are needed.
        models: pipelines' folders, text encoders' own and tokenizers' own, and files that hold
            text encoders, in order of preference.
        pipeline: name of a pipeline of the hub that has what a file may lack, for the hint.

    Raises:
        UserFacingError: if a stage has no model that fits it, or no tokenizer.
        WorkspaceError: if a `config.json` cannot be read.
    """
    found: dict[int, StageFiles] = {}
    free = [folder for folder in models if (folder / CONFIG_NAME).is_file()]
    if not any(path.suffix == SUFFIX for path in models):
        pipeline = ""
    for stage in stages:
        own = next(((one, folder) for folder in free for one in stage.choices
                    if _fits(one, folder)), None)
        inside = None
        if own is not None:
            used, model = own
            free.remove(model)
        else:
            used, model, inside = _in_models(stage, models, pipeline)
        tokenizer = _tokenizer_for(used, model, models, pipeline)
        found[stage.number] = StageFiles(used, model, tokenizer, inside)
    return found


def check_config(stage: TextStage, folder: Path) -> None:
    """Refuse a folder that holds another kind of model than the stage loads.

    Raises:
        UserFacingError: names both kinds.
        WorkspaceError: if its `config.json` cannot be read.
    """
    row = FAMILIES[stage.family]
    model_type, architectures = _describe_folder(folder)
    if model_type not in row.model_types:
        raise UserFacingError(
            f"{folder} contains a model of type {model_type or 'unknown'}, but a {_kinds(stage)} "
            "text encoder is needed.", CHOOSE,
        )
    if architectures and row.architectures.isdisjoint(architectures):
        raise UserFacingError(
            f"{folder} contains a {architectures[0]}, but a {stage.family.value} text encoder "
            f"({row.model_class}) is needed.", CHOOSE,
        )


def _kinds(stage: TextStage) -> str:
    return " or ".join(one.family.value for one in stage.choices)


def _fits(stage: TextStage, folder: Path) -> bool:
    """Return whether a text encoder's own folder can serve a stage.

    A folder with the name of a stage's folder in a pipeline serves that stage only.
    """
    if folder.name.startswith("text_encoder") and folder.name != stage.model_folder:
        return False
    row: FamilyRow = FAMILIES[stage.family]
    model_type, architectures = _describe_folder(folder)
    kind_fits = not architectures or not row.architectures.isdisjoint(architectures)
    return model_type in row.model_types and kind_fits


def _describe_folder(folder: Path) -> tuple[str, tuple[str, ...]]:
    """`model_type` and `architectures` of a folder's `config.json`."""
    path = folder / CONFIG_NAME
    raw = read_json(path)
    if not isinstance(raw, dict):
        raise UserFacingError(f"{path} is not a JSON object.", "Download the model's folder again.")
    fields = Fields(raw, str(path))
    architectures = tuple(str(name) for name in fields.elements("architectures") or ())
    return fields.text("model_type", ""), architectures


def _in_models(
    stage: TextStage, models: Sequence[Path], pipeline: str
) -> tuple[TextStage, Path, TextInFile | None]:
    """The first pipeline or file that holds a stage, or what may be in its place."""
    for path in models:
        if path.suffix == SUFFIX and path.is_file():
            inside = find_text_encoder(path, stage)
            if inside is not None:
                return stage, path, inside
            continue
        model = path / stage.model_folder
        if (model / CONFIG_NAME).is_file():
            used = next((one for one in stage.choices if _fits(one, model)), stage)
            check_config(used, model)
            return used, model, None
    where = f" in {_list_folders(models)}" if models else ""
    raise UserFacingError(
        f"There is no {_kinds(stage)} text encoder ({stage.model_folder}){where}.",
        fetch_or_choose(pipeline, stage.model_folder, stage.tokenizer_folder))


def _tokenizer_for(stage: TextStage, model: Path, models: Sequence[Path], pipeline: str) -> Path:
    for folder in _tokenizer_places(stage, model, models):
        if any((folder / name).is_file() for name in TOKENIZER_FILES):
            return folder
    if model.suffix == SUFFIX and FAMILIES[stage.family].tokenizer_class == CLIP_TOKENIZER:
        return find_shipped_clip()
    hint = ("It needs a vocabulary (tokenizer.json, vocab.json or spiece.model). Give its folder "
            "with --model DIR.")
    raise UserFacingError(
        f"There is no tokenizer ({stage.tokenizer_folder}) for the text encoder in {model}.",
        fetch_or_choose(pipeline, stage.tokenizer_folder) if pipeline else hint)


def _tokenizer_places(stage: TextStage, model: Path, models: Sequence[Path]) -> Iterator[Path]:
    yield model
    yield model.parent / stage.tokenizer_folder
    for folder in models:
        yield folder / stage.tokenizer_folder
        if folder.name == stage.tokenizer_folder:
            yield folder


def _list_folders(folders: Sequence[Path]) -> str:
    return ", ".join(str(folder) for folder in folders)
