"""Trainers besides OneTrainer whose caches are opened: how their configs are known and read.

A new one is a row of `TRAINERS`, a module that reads its config, and its rooms in `stores` and
`survey`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from larder.core.errors import WorkspaceError
from larder.core.workspace.ai_toolkit_config import (
    is_ai_toolkit_config,
    read_ai_toolkit_config,
)
from larder.core.workspace.cache_folder import locate_path
from larder.core.workspace.concepts import Concept, read_concepts
from larder.core.workspace.dataset_places import OtherConfig
from larder.core.workspace.kohya_config import (
    ReadDocument,
    is_kohya_config,
    read_kohya_config,
)
from larder.core.workspace.musubi_config import is_musubi_config, read_musubi_config
from larder.core.workspace.roots import (
    PathFlavour,
    PathMap,
    flavour_of,
    is_absolute,
    is_folder,
)
from larder.core.workspace.settings_file import READERS, read_settings
from larder.core.workspace.store_kinds import OTHER_TRAINERS_NAMES, StoreKind
from larder.core.workspace.store_locations import StoreLocation

MOST_CONFIGS: Final = 50
"""Files beside a config that are tried as further configs."""

LARGEST_CONFIG: Final = 1 << 20
"""Bytes of one that is tried."""

LEVELS_BELOW: Final = 2
"""How deep below a folder that a config lists folders are looked for that it does not list."""


class TrainerRow(msgspec.Struct, frozen=True):
    """How a trainer's configs are known and read.

    Attributes:
        label: what people call it.
        is_config: whether a document is one of its configs.
        read: reads one; gets the document, its path, where spelled paths are, and a reader of
            further files.
        looks_below: whether folders that no dataset lists are looked for below those that one does.
        looks_beside: whether they are looked for beside them.
    """

    label: str
    is_config: Callable[[object], bool]
    read: Callable[[Mapping[str, object], Path, Callable[[str], Path], ReadDocument], OtherConfig]
    looks_below: bool = False
    looks_beside: bool = False


class OtherTrainer(msgspec.Struct, frozen=True):
    """A config of another trainer, as it was read.

    Attributes:
        kind: of its stores.
        label: what people call the trainer.
        config: what it says of caches.
        folders: real path of each store -> why the trainer leaves it out, "" where it does not.
        datasets: real path of each store -> numbers of the workspace's concepts that are cached in
            it.
        path: of the config.
        alongside: other configs of the trainer in the same folder that use one of these stores.
    """

    kind: StoreKind
    label: str
    config: OtherConfig
    folders: Mapping[str, str]
    datasets: Mapping[str, tuple[int, ...]]
    path: Path
    alongside: tuple[OtherTrainer, ...] = ()


TRAINERS: Final[Mapping[StoreKind, TrainerRow]] = {
    StoreKind.KOHYA: TrainerRow(
        "kohya sd-scripts", is_kohya_config, read_kohya_config, looks_below=True),
    StoreKind.MUSUBI: TrainerRow(
        "musubi-tuner", is_musubi_config, read_musubi_config, looks_beside=True),
    StoreKind.AI_TOOLKIT: TrainerRow("ai-toolkit", is_ai_toolkit_config, read_ai_toolkit_config),
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
    """Read a config, find the folders that it caches in, and other configs that use them.

    Raises:
        WorkspaceError: if a value has the wrong type, or a file that it names cannot be read.
    """
    opened = _open(kind, document, path, root=root, maps=maps, flavour=flavour)
    stores = opened.trainer.datasets.keys()
    alongside = []
    for other in _list_configs(path):
        # What is wrong with another config is none of this one's business.
        with suppress(WorkspaceError):
            read = read_settings(other)
            if find_trainer(read) is kind and isinstance(read, dict):
                found = _open(kind, read, other, root=root, maps=maps, flavour=flavour).trainer
                alongside += [found] if not stores.isdisjoint(found.datasets) else []
    return replace(opened, trainer=replace(opened.trainer, alongside=tuple(alongside)))


def _list_configs(path: Path) -> list[Path]:
    """Other files in a config's folder that may be configs, by name, at most `MOST_CONFIGS`."""
    try:
        with os.scandir(path.parent) as entries:
            found = sorted(
                Path(entry.path) for entry in entries
                if os.path.splitext(entry.name)[1].lower() in READERS  # noqa: PTH122
                and entry.name != path.name and entry.is_file()
                and entry.stat().st_size <= LARGEST_CONFIG)
    except OSError:
        return []
    return found[:MOST_CONFIGS]


def _open(
    kind: StoreKind, document: Mapping[str, object], path: Path, *, root: Path,
    maps: Sequence[PathMap], flavour: PathFlavour,
) -> OpenedTrainer:
    """Read a config, and find the folders that it caches in, and those beside them."""
    def find(spelled: str) -> Path:
        """Relative paths start where the trainer was started: tried from the config, then root."""
        beside = locate_path(spelled, path.parent, maps, flavour)
        return beside if beside.exists() else locate_path(spelled, root, maps, flavour)

    row = TRAINERS[kind]
    config = row.read(document, path, find, read_settings)
    places = config.places
    datasets: dict[str, tuple[int, ...]] = {}
    spellings: dict[str, str] = {}
    for number, place in enumerate(places):
        for store in place.stores:
            folder = str(find(store))
            spellings.setdefault(folder, store)
            datasets[folder] = (*datasets.get(folder, ()), number)
    reasons = _reasons(kind, datasets, {
        str(find(spelled)): reason for spelled, reason in config.left_out.items()})
    return OpenedTrainer(
        OtherTrainer(kind, row.label, config, reasons, datasets, path),
        _concepts([find(place.sources) for place in places]),
        tuple(_location(kind, Path(folder), root, spellings.get(folder, ""))
              for folder in reasons))


def _reasons(
    kind: StoreKind, datasets: Iterable[str], left_out: Mapping[str, str]
) -> dict[str, str]:
    """Every folder that is a store -> why the trainer leaves it out, "" where it does not."""
    reasons = dict.fromkeys(datasets, "")
    reasons |= {folder: reason for folder, reason in left_out.items()
                if _shows(kind, Path(folder))}
    row = TRAINERS[kind]
    known = [*reasons, *left_out]
    beside = _find_below(kind, known, LEVELS_BELOW) if row.looks_below else []
    if row.looks_beside:
        above = dict.fromkeys(str(Path(folder).parent) for folder in known)
        beside += [folder for folder in _find_below(kind, above, 1) if str(folder) not in known]
    return reasons | dict.fromkeys(map(str, beside), "no dataset of this config lists it")


def _concepts(sources: Sequence[Path]) -> tuple[Concept, ...]:
    """Each folder or list of pictures as a concept, which is what reports count by."""
    return read_concepts([{"name": path.name, "path": str(path)} for path in sources])


def _location(kind: StoreKind, folder: Path, root: Path, spelled: str) -> StoreLocation:
    """A store, spelled as the config does where that is a whole path, else from the root."""
    if not is_absolute(spelled, flavour_of(spelled)):
        spelled = folder.relative_to(root).as_posix() if folder.is_relative_to(root) \
            else str(folder)
    return StoreLocation(
        id=spelled if spelled != "." else folder.name, kind=kind, path=folder, spelled=spelled,
        exists=is_folder(folder))


def _find_below(kind: StoreKind, folders: Iterable[str], levels: int) -> list[Path]:
    """Folders with cached files at most `levels` below some, which the trainer does not list."""
    known = set(folders)
    found: dict[Path, None] = {}
    level = [Path(folder) for folder in known]
    for _ in range(levels):
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
