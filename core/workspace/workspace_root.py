"""Which folder relative paths refer to, when nobody says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from larder.core.workspace.index_sample import first_keys
from larder.core.workspace.legacy_sample import first_recorded_paths
from larder.core.workspace.roots import (
    PathFlavour,
    flavour_of_keys,
    is_absolute,
    is_folder,
    recorded_flavour,
    resolve,
)
from larder.core.workspace.store_kinds import StoreKind
from larder.core.workspace.store_locations import StoreLocation

TRAINING_FOLDERS: Final = ("training_concepts", "training_presets")
"""Folders of OneTrainer's own; the one that holds them is where it runs."""


TELLING: Final = (StoreKind.SMART_IMAGE, StoreKind.SMART_TEXT, StoreKind.LEGACY_IMAGE)
"""Stores that name their sources."""


def root_of_config(config: Path) -> Path:
    """The nearest folder above a config that holds OneTrainer's folders, else the config's own."""
    return _training_folder(config.parent) or config.parent


def root_of_stores(folder: Path, stores: Sequence[Path]) -> Path:
    """The folder that the indexes of a bare folder refer to.

    The nearest folder, from `folder` upwards, under which most of the first indexed files exist;
    where none does, the nearest that holds OneTrainer's folders, else `folder` itself.
    """
    relative = [
        (key, flavour) for keys, flavour in map(_first_paths, stores)
        for key in keys if not is_absolute(key, flavour)]
    best, most = None, 0
    if relative:
        for candidate in (folder, *folder.parents):
            there = sum(
                _exists(resolve(key, candidate, (), flavour)) for key, flavour in relative)
            if there > most:
                best, most = candidate, there
            if there == len(relative):
                break
    return best or _training_folder(folder) or folder


def flavour_of_stores(stores: Sequence[StoreLocation], otherwise: PathFlavour) -> PathFlavour:
    """How the trainer that filled these stores spells paths; `otherwise` where nothing tells."""
    for store in stores:
        if store.kind in TELLING:
            keys, flavour = _first_paths(store.path)
            if keys:
                return flavour
    return otherwise


def _first_paths(store: Path) -> tuple[list[str], PathFlavour]:
    """The first sources of a store and how they are spelled."""
    keys = first_keys(store)
    if keys:
        return keys, flavour_of_keys(keys)
    recorded = first_recorded_paths(store)
    return recorded, recorded_flavour(recorded)


def _exists(real: str) -> bool:
    try:
        Path(real).stat()
    except (OSError, ValueError):
        return False
    return True


def _training_folder(folder: Path) -> Path | None:
    for candidate in (folder, *folder.parents):
        if any(is_folder(candidate / name) for name in TRAINING_FOLDERS):
            return candidate
    return None
