"""Where the text encoders and tokenizers of a model lie, among the folders the user names.

Two layouts are known. A pipeline's folder holds `text_encoder/`, `tokenizer/`, `text_encoder_2/`,
`tokenizer_2/` and so on. Or a text encoder's own folder is named, with its tokenizer inside it,
beside it, or named too. A folder named for itself goes before a pipeline, so that one encoder of a
pipeline can be replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.encoders.model_files import CHOOSE
from larder.core.encoders.text_families import FAMILIES, FamilyRow
from larder.core.encoders.text_stages import TextStage
from larder.core.errors import UserFacingError
from larder.core.workspace.json_fields import Fields, read_json

CONFIG_NAME: Final = "config.json"

TOKENIZER_FILES: Final = ("tokenizer.json", "vocab.json", "spiece.model", "tokenizer.model")
"""A folder with one of these holds a vocabulary. Without one, several tokenizer classes load
without a word and know next to no tokens."""


@dataclass(frozen=True, slots=True)
class StageFolders:
    """Where one stage is loaded from.

    Attributes:
        model: folder with `config.json` and weights.
        tokenizer: folder with a vocabulary.
    """

    model: Path
    tokenizer: Path


def find_stage_folders(
    stages: Sequence[TextStage], models: Sequence[Path]
) -> Mapping[int, StageFolders]:
    """The folders of each stage, by its number.

    Args:
        stages: the stages that are needed.
        models: pipelines' folders, text encoders' own and tokenizers' own, in order of preference.

    Raises:
        UserFacingError: if a stage has no folder that fits it, or no tokenizer.
        WorkspaceError: if a `config.json` cannot be read.
    """
    found: dict[int, StageFolders] = {}
    free = [folder for folder in models if (folder / CONFIG_NAME).is_file()]
    for stage in stages:
        own = next((folder for folder in free if _fits(stage, folder)), None)
        if own is not None:
            free.remove(own)
            model = own
        else:
            model = _in_pipeline(stage, models)
        found[stage.number] = StageFolders(model, _tokenizer_for(stage, model, models))
    return found


def check_config(stage: TextStage, folder: Path) -> None:
    """Refuse a folder that holds another kind of model than the stage loads.

    Raises:
        UserFacingError: names both kinds.
        WorkspaceError: if its `config.json` cannot be read.
    """
    row = FAMILIES[stage.family]
    model_type, architectures = _described(folder)
    if model_type not in row.model_types:
        raise UserFacingError(
            f"{folder} holds a model of type {model_type or 'unknown'}, "
            f"and a {stage.family.value} text encoder is needed.", CHOOSE,
        )
    if architectures and row.architectures.isdisjoint(architectures):
        raise UserFacingError(
            f"{folder} holds a {architectures[0]}, "
            f"and a {stage.family.value} text encoder ({row.model_class}) is needed.", CHOOSE,
        )


def _fits(stage: TextStage, folder: Path) -> bool:
    """Whether a text encoder's own folder can serve a stage.

    A folder that is called like a stage's in a pipeline serves that stage only.
    """
    if folder.name.startswith("text_encoder") and folder.name != stage.model_folder:
        return False
    row: FamilyRow = FAMILIES[stage.family]
    model_type, architectures = _described(folder)
    kind_fits = not architectures or not row.architectures.isdisjoint(architectures)
    return model_type in row.model_types and kind_fits


def _described(folder: Path) -> tuple[str, tuple[str, ...]]:
    """`model_type` and `architectures` of a folder's `config.json`."""
    path = folder / CONFIG_NAME
    raw = read_json(path)
    if not isinstance(raw, dict):
        raise UserFacingError(f"{path} is no JSON object.", "Fetch the model's folder again.")
    fields = Fields(raw, str(path))
    architectures = tuple(str(name) for name in fields.elements("architectures") or ())
    return fields.text("model_type", ""), architectures


def _in_pipeline(stage: TextStage, models: Sequence[Path]) -> Path:
    for folder in models:
        model = folder / stage.model_folder
        if (model / CONFIG_NAME).is_file():
            check_config(stage, model)
            return model
    where = f" in {_listed(models)}" if models else ""
    raise UserFacingError(
        f"There is no {stage.family.value} text encoder ({stage.model_folder}){where}.", CHOOSE
    )


def _tokenizer_for(stage: TextStage, model: Path, models: Sequence[Path]) -> Path:
    for folder in _tokenizer_places(stage, model, models):
        if any((folder / name).is_file() for name in TOKENIZER_FILES):
            return folder
    raise UserFacingError(
        f"There is no tokenizer ({stage.tokenizer_folder}) for the text encoder in {model}.",
        "It needs a vocabulary (tokenizer.json, vocab.json or spiece.model): name its folder with "
        "--model DIR.",
    )


def _tokenizer_places(stage: TextStage, model: Path, models: Sequence[Path]) -> Iterator[Path]:
    yield model
    yield model.parent / stage.tokenizer_folder
    for folder in models:
        yield folder / stage.tokenizer_folder
        if folder.name == stage.tokenizer_folder:
            yield folder


def _listed(folders: Sequence[Path]) -> str:
    return ", ".join(str(folder) for folder in folders)
