"""The survey of one cache folder of musubi-tuner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from larder.core.errors import WorkspaceError
from larder.core.jobs import Job, Progress
from larder.core.payloads.safetensors_header import read_safetensors_header
from larder.core.stores.musubi.architectures import ARCHITECTURES, Architecture
from larder.core.stores.musubi.file_names import parse_name
from larder.core.survey.context import SurveyContext
from larder.core.survey.files.states import JudgedFile
from larder.core.survey.files.values import find_bad_values
from larder.core.survey.musubi.judge import Ask, MusubiFolder, judge_folder
from larder.core.survey.musubi.sources import list_sources
from larder.core.survey.report import Depth
from larder.core.workspace.musubi_config import MusubiConfig
from larder.core.workspace.open_workspace import StoreLocation

TOLD_EVERY = 256
"""Files between two reports of progress."""


def judge_store(location: StoreLocation, context: SurveyContext) -> Job[list[JudgedFile]]:
    """Judge every cached file in a folder, and what is missing.

    Raises:
        WorkspaceError: if the folder, or a list of pictures, cannot be read.
    """
    try:
        stamps = context.tree.list_folder(str(location.path)).stamps()
    except FileNotFoundError:
        stamps = {}
    except OSError as error:
        raise WorkspaceError.of_listing(location.path, error) from error
    family = _family_of(context, str(location.path))
    if family is None:
        return []
    asks = _asks(location, context, family)
    sizes = _sizes(asks, context)
    folder = MusubiFolder(
        stamps, asks=asks, family=family, size_of=lambda source: sizes.get(source.path),
        header_of=lambda name: read_safetensors_header(location.path / name))
    judged: list[JudgedFile] = []
    for file in judge_folder(folder):
        context.token.check()
        if context.depth is Depth.PAYLOAD:
            file = find_bad_values(location.path, file)
        judged.append(replace(file, changed_ns=stamps.get(file.name, (0, 0))[1]))
        if len(judged) % TOLD_EVERY == 0:
            yield Progress("reading headers", len(judged), len(stamps), "files")
    return judged


def _asks(
    location: StoreLocation, context: SurveyContext, family: Architecture
) -> list[Ask]:
    """The datasets that are cached in a folder, with their sources."""
    workspace = context.workspace
    config = workspace.trainer.config if workspace.trainer else None
    if not isinstance(config, MusubiConfig):
        return []
    return [
        Ask(dataset, list_sources(
            dataset, workspace.find(dataset.sources),
            workspace.find(dataset.controls) if dataset.controls else None, context), family)
        for dataset in config.datasets if workspace.find(dataset.cache) == location.path]


def _sizes(asks: Sequence[Ask], context: SurveyContext) -> dict[str, tuple[int, int]]:
    """(width, height) of every picture whose header can be read, by path."""
    paths = [source.path for ask in asks if not ask.dataset.is_video for source in ask.sources]
    context.pictures.ask(paths)
    found = ((path, context.pictures.size(path)) for path in paths)
    return {path: (size[1], size[0]) for path, size in found if size is not None}


def _family_of(context: SurveyContext, store: str) -> Architecture | None:
    """The family that most files in the datasets' cache folders are of; no config says it.

    Without a config each folder, `store`, is asked for its own.
    """
    if context.family is None:
        counted = Counter[str]()
        trainer = context.workspace.trainer
        for folder in trainer.folders if trainer else (store,):
            listing = context.tree.listing(folder)
            for name in listing.names if listing is not None else ():
                parsed = parse_name(name)
                if parsed is not None:
                    counted[parsed.family.token] += 1
        found = counted.most_common(1)[0][0] if counted else ""
        if trainer is None:
            return ARCHITECTURES.get(found)
        context.family = found
    return ARCHITECTURES.get(context.family)
