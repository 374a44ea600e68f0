"""Short text of what a config requires of every cached file of one content.

Two texts that differ show that files may have been made otherwise than is required today. They cost
some stats and read no weights, so a survey can afford them; equal ones prove nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from larder.core.encoders.model_files import ModelPlaces, find_model, places_of
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.keys.recipe import ENCODER_NAME_FIELDS, SIZE_FIELDS, recipe_id
from larder.core.recipes.of_config import recipe_of
from larder.core.workspace.open_workspace import StoreContent, Workspace

WEIGHTS_ENDINGS: Final = (".safetensors", ".bin")
TEXT_PARTS: Final = ("text_encoder", "tokenizer")
"""Beginnings of the folders of a model that encode captions; the others encode pictures, or none
of both."""


def compute_request_digest(workspace: Workspace, content: StoreContent) -> str:
    """Digest of the models and settings of a config that make what is cached, "" for none.

    What a concept says for itself is not in it, nor what decides sizes: both are judged file by
    file.
    """
    if workspace.config is None or not workspace.concepts:
        return ""
    try:
        fields = recipe_of(workspace, workspace.concepts[0], content).fields
    except UserFacingError:
        return ""
    kept = {name: value for name, value in fields.items()
            if name not in SIZE_FIELDS and not name.startswith(f"{content.value}.")}
    return recipe_id({**kept, "weights files": "; ".join(_weights_files(
        places_of(workspace.config, workspace.root, workspace.maps), content,
        [str(fields[name]) for name in sorted(ENCODER_NAME_FIELDS & fields.keys())]))})


def _weights_files(
    places: ModelPlaces, content: StoreContent, models: Sequence[str]
) -> Iterator[str]:
    """Sizes and dates of the files of weights, of one level of folders."""
    for name in models:
        try:
            model = find_model(name, places)
            if model is not None:
                yield from _files_below(model, content)
        except (UserFacingError, OSError):
            continue


def _files_below(model: Path, content: StoreContent) -> Iterator[str]:
    if model.is_file():
        yield _stamp_path(model)
        return
    with os.scandir(model) as entries:
        folders = [model, *(Path(entry) for entry in entries if entry.is_dir() and (
            entry.name.startswith(TEXT_PARTS) == (content is StoreContent.TEXT)))]
    for folder in folders:
        with os.scandir(folder) as entries:
            yield from sorted(
                _stamp_path(Path(entry)) for entry in entries
                if entry.name.endswith(WEIGHTS_ENDINGS))


def _stamp_path(path: Path) -> str:
    status = path.stat()
    return f"{path.parent.name}/{path.name} {status.st_size} {mtime_ns_of(status)}"
