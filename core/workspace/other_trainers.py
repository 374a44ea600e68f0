"""Trainers besides OneTrainer whose caches are opened: how their configs are known and read.

A new one is a row of `TRAINERS`, a module that reads its config, and its rooms in `stores` and
`survey`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from larder.core.workspace.cache_folder import locate_path
from larder.core.workspace.concepts import Concept, read_concepts
from larder.core.workspace.kohya_config import (
    KohyaConfig,
    ReadDocument,
    is_kohya_config,
    read_kohya_config,
)
from larder.core.workspace.roots import PathFlavour, PathMap, is_folder
from larder.core.workspace.settings_file import read_settings
from larder.core.workspace.store_kinds import OTHER_TRAINERS_NAMES, StoreKind
from larder.core.workspace.store_locations import StoreLocation

OtherConfig = KohyaConfig
"""A config of any of these trainers."""

LEVELS_BELOW: Final = 2
"""How deep below a folder that a config lists folders are looked for that it does not list."""


class TrainerRow(msgspec.Struct, frozen=True):
    """How a trainer's configs are known and read.

    Attributes:
        label: what people call it.
        is_config: whether a document is one of its configs.
        read: reads one; gets the document, its path, where spelled paths are, and a reader of
            further files.
        list_folders: the folders of pictures that it trains, as spelled, each once.
        list_left_out: further folders that it names and leaves out, with the reason.
    """

    label: str
    is_config: Callable[[object], bool]
    read: Callable[[Mapping[str, object], Path, Callable[[str], Path], ReadDocument], OtherConfig]
    list_folders: Callable[[OtherConfig], Sequence[str]]
    list_left_out: Callable[[OtherConfig], Mapping[str, str]]


class OtherTrainer(msgspec.Struct, frozen=True):
    """A config of another trainer, as it was read.

    Attributes:
        kind: of its stores.
        label: what people call the trainer.
        config: what it says of caches.
        folders: real path of each folder that is a store -> why the trainer leaves it out, "" where
            it does not.
    """

    kind: StoreKind
    label: str
    config: OtherConfig
    folders: Mapping[str, str]


def _list_kohya_folders(config: KohyaConfig) -> Sequence[str]:
    return tuple(dict.fromkeys(
        subset.folder for dataset in config.datasets for subset in dataset.subsets
        if subset.folder))


TRAINERS: Final[Mapping[StoreKind, TrainerRow]] = {
    StoreKind.KOHYA: TrainerRow(
        "kohya sd-scripts", is_kohya_config, read_kohya_config, _list_kohya_folders,
        lambda config: config.left_out),
}
"""One row per trainer."""


def find_trainer(document: object) -> StoreKind | None:
    """The trainer whose config a document is, None for none of these."""
    return next((kind for kind, row in TRAINERS.items() if row.is_config(document)), None)


class OpenedTrainer(msgspec.Struct, frozen=True):
    """A config of another trainer with its datasets and stores."""

    trainer: OtherTrainer
    concepts: tuple[Concept, ...]
    stores: tuple[StoreLocation, ...]


def open_trainer(
    kind: StoreKind, document: Mapping[str, object], path: Path, *, root: Path,
    maps: Sequence[PathMap], flavour: PathFlavour,
) -> OpenedTrainer:
    """Read a config, and find the folders that it caches in, and those beside them.

    Raises:
        WorkspaceError: if a value has the wrong type, or a file that it names cannot be read.
    """
    def find(spelled: str) -> Path:
        """Relative paths start where the trainer was started: tried from the config, then root."""
        beside = locate_path(spelled, path.parent, maps, flavour)
        return beside if beside.exists() else locate_path(spelled, root, maps, flavour)

    row = TRAINERS[kind]
    config = row.read(document, path, find, read_settings)
    folders = {spelled: find(spelled) for spelled in row.list_folders(config)}
    left_out = {
        str(find(spelled)): reason for spelled, reason in row.list_left_out(config).items()}
    beside = [folder for folder in _find_beside(kind, [*folders.values(), *map(Path, left_out)])
              if str(folder) not in left_out]
    reasons = {**dict.fromkeys(map(str, folders.values()), ""),
               **{folder: reason for folder, reason in left_out.items()
                  if _shows(kind, Path(folder))},
               **dict.fromkeys(map(str, beside), "no dataset of this config lists it")}
    return OpenedTrainer(
        OtherTrainer(kind, row.label, config, reasons),
        _concepts(folders),
        tuple(_location(kind, Path(folder), root) for folder in reasons))


def _concepts(folders: Mapping[str, Path]) -> tuple[Concept, ...]:
    """Each folder of pictures as a concept, which is what reports count by."""
    return read_concepts([
        {"name": folder.name or spelled, "path": str(folder)}
        for spelled, folder in folders.items()])


def _location(kind: StoreKind, folder: Path, root: Path) -> StoreLocation:
    spelled = folder.relative_to(root).as_posix() if folder.is_relative_to(root) else str(folder)
    return StoreLocation(
        id=spelled if spelled != "." else folder.name, kind=kind, path=folder, spelled=spelled,
        exists=is_folder(folder))


def _find_beside(kind: StoreKind, folders: Iterable[Path]) -> list[Path]:
    """Folders with cached files below some, which the trainer does not look into."""
    known = {str(folder) for folder in folders}
    found: dict[Path, None] = {}
    level = [Path(folder) for folder in known]
    for _ in range(LEVELS_BELOW):
        level = [below for folder in level for below in _subfolders(folder)
                 if str(below) not in known]
        found.update((folder, None) for folder in level if _shows(kind, folder))
    return sorted(found)


def _subfolders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return [Path(entry.path) for entry in entries
                    if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []  # a survey says why it cannot be listed


def _shows(kind: StoreKind, folder: Path) -> bool:
    """Return whether a folder has a file that is called as this trainer's."""
    try:
        with os.scandir(folder) as entries:
            return any(OTHER_TRAINERS_NAMES[kind.value].fullmatch(entry.name) for entry in entries)
    except OSError:
        return False
