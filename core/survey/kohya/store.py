"""The survey of one folder that sd-scripts caches in."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from larder.core.errors import WorkspaceError
from larder.core.jobs import Job, Progress
from larder.core.stores.kohya.families import FAMILIES, Family
from larder.core.stores.kohya.file_names import (
    PICTURE_ENDINGS,
    PICTURE_LIST,
    CachedPart,
    parse_name,
)
from larder.core.stores.kohya.latents import read_arrays
from larder.core.survey.context import SurveyContext
from larder.core.survey.files.states import JudgedFile
from larder.core.survey.kohya.folder import Ask, KohyaFolder, ListedPicture, Size
from larder.core.survey.kohya.judge import judge_folder
from larder.core.survey.report import Depth
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.kohya_config import KohyaConfig
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.settings_file import read_settings

TOLD_EVERY = 256
"""Files between two reports of progress."""


def judge_store(
    location: StoreLocation, context: SurveyContext
) -> Job[list[JudgedFile]]:
    """Judge every cached file in a folder, and what is missing.

    Raises:
        WorkspaceError: if the folder cannot be listed.
    """
    try:
        listing = context.tree.list_folder(str(location.path))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise WorkspaceError.of_listing(location.path, error) from error
    folder = _folder(location, context, listing.stamps())
    judged: list[JudgedFile] = []
    for file in judge_folder(folder):
        context.token.check()
        judged.append(replace(file, changed_ns=folder.stamps.get(file.name, (0, 0))[1]))
        if len(judged) % TOLD_EVERY == 0:
            yield Progress("reading headers", len(judged), len(folder.cached), "files")
    return judged


def _folder(
    location: StoreLocation, context: SurveyContext, stamps: Mapping[str, tuple[int, int]]
) -> KohyaFolder:
    trainer = context.workspace.trainer
    config = trainer.config if trainer else None
    if not isinstance(config, KohyaConfig):
        config = None
    asks = _asks(location, context, config) if config else ()
    reason = trainer.folders.get(str(location.path), "") if trainer else ""

    family = _family_of(context, location.path)
    return KohyaFolder(
        location.path, stamps, asks=asks, family=family,
        sizes=_sizes(location.path, stamps, context),
        arrays_of=lambda name: read_arrays(location.path / name),
        why_unlisted=f"kohya leaves its folder out: {reason}." if reason else "",
        picture_list=_picture_list(location.path, asks, context),
        caches_texts=_caches_texts(config, stamps, family),
        options=config.options if config else {},
        reads_values=context.depth is Depth.PAYLOAD, is_configured=config is not None)


def _sizes(
    folder: Path, stamps: Mapping[str, tuple[int, int]], context: SurveyContext
) -> dict[str, Size]:
    """(width, height) of every picture whose header can be read, upright."""
    paths = {name: str(folder / name) for name in stamps
             if f".{name.rpartition('.')[2]}" in PICTURE_ENDINGS}
    context.pictures.ask([*paths.values()])
    found = ((name, context.pictures.size(path)) for name, path in paths.items())
    return {name: (size[1], size[0]) for name, size in found if size is not None}


def _asks(
    location: StoreLocation, context: SurveyContext, config: KohyaConfig
) -> tuple[Ask, ...]:
    """The asks of the subsets that list a folder, those of every dataset."""
    return tuple(
        Ask.of(dataset, subset) for dataset in config.datasets for subset in dataset.subsets
        if subset.folder and context.workspace.find(subset.folder) == location.path)


def _picture_list(
    folder: Path, asks: tuple[Ask, ...], context: SurveyContext
) -> Mapping[str, ListedPicture] | None:
    """Read the list of a folder's pictures: a metadata file, else one beside them; else None.

    Raises:
        WorkspaceError: if one is no JSON.
    """
    named = next((ask.subset.metadata_file for ask in asks if ask.subset.metadata_file), "")
    if named:
        path = context.workspace.find(named)
        return _read_list(path, folder, "image_size") if path.is_file() else {}
    if any(ask.subset.has_picture_list for ask in asks) and (folder / PICTURE_LIST).is_file():
        return _read_list(folder / PICTURE_LIST, folder, "resolution")
    return None


def _read_list(path: Path, folder: Path, size_key: str) -> dict[str, ListedPicture]:
    raw = read_settings(path, expected="a list of pictures")
    if not isinstance(raw, dict):
        raise WorkspaceError(f"{path} is not a list of pictures: its JSON is not an object.")
    found = {}
    for spelled, said in raw.items():
        fields = Fields(said if isinstance(said, dict) else {}, f"{spelled} in {path}")
        size = fields.elements(size_key)
        found[_name_in(folder, spelled)] = ListedPicture(
            fields.text("caption", ""), _as_size(size))
    return found


def _name_in(folder: Path, spelled: str) -> str:
    """The picture that a key names, with its ending; the key may have none."""
    name = Path(spelled.replace("\\", "/")).name
    if (folder / name).is_file():
        return name
    found = sorted(path.name for path in folder.glob(f"{glob.escape(name)}.*")
                   if path.suffix in PICTURE_ENDINGS and path.stem == name)
    return found[0] if found else name


def _as_size(size: list[object] | None) -> Size | None:
    match size:
        case [int(width), int(height)]:
            return width, height
        case _:
            return None


def _family_of(context: SurveyContext, store: Path) -> Family | None:
    """The family that most latents in the listed folders are of; the config does not say.

    Without a config each folder, `store`, is asked for its own.
    """
    if context.family is None:
        counted = Counter[str]()
        trainer = context.workspace.trainer
        for folder, reason in (trainer.folders if trainer else {str(store): ""}).items():
            listing = None if reason else context.tree.listing(folder)
            for name in listing.names if listing is not None else ():
                parsed = parse_name(name) if name.endswith(".npz") else None
                if parsed is not None and parsed.family is not None \
                        and parsed.part is CachedPart.LATENTS:
                    counted[parsed.family.token] += 1
        found = counted.most_common(1)[0][0] if counted else ""
        if trainer is None:
            return FAMILIES.get(found)
        context.family = found
    return FAMILIES.get(context.family)


def _caches_texts(
    config: KohyaConfig | None, stamps: Mapping[str, tuple[int, int]], family: Family | None
) -> bool:
    """Return whether texts are cached: as the options say, else as the folder shows."""
    said = config.options.get("cache_text_encoder_outputs_to_disk") if config else None
    if isinstance(said, bool):
        return said
    ending = family.text_ending if family else ""
    return bool(ending) and any(name.endswith(f"{ending}.npz") for name in stamps)
