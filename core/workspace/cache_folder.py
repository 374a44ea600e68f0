"""The cache folder that a config names: where it is here, and why it can be none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from larder.core.errors import Finding
from larder.core.workspace.onetrainer_config import TrainerConfig, TrainingMethod
from larder.core.workspace.roots import (
    PathFlavour,
    PathMap,
    infer_config_flavour,
    is_foreign,
    normalise_path,
    resolve,
    split_last,
)
from larder.core.workspace.store_kinds import TRAINER_CONTENTS


def locate_path(
    spelled: str, root: Path, maps: Sequence[PathMap], flavour: PathFlavour
) -> Path:
    """Return where a path is that a config spells; `flavour` is that of the config's others."""
    own = infer_config_flavour(spelled, flavour)
    return Path(resolve(normalise_path(spelled, own), root, maps, own))


def store_names(config: TrainerConfig) -> Sequence[str]:
    """Return the folders below the cache folder that a trainer fills, "" for itself."""
    if config.training_method == TrainingMethod.FINE_TUNE_VAE.value:
        return ("",)
    return [content.value for content in TRAINER_CONTENTS]


def why_cache_folder_is_unusable(
    config: TrainerConfig, root: Path, maps: Sequence[PathMap], flavour: PathFlavour
) -> Finding | None:
    """Return what keeps a config's cache folder, or a store in it, from being a folder here.

    It is a path of another system that nobody mapped, which here would name a folder in whatever
    folder the program runs in; or it leads through a file, or a link to what is not there, as
    where a drive is unplugged. A folder that can still be made is fine.
    """
    return _foreign(config.cache_dir, maps, flavour) or what_is_in_its_way(
        config, root, maps, flavour)


def what_is_in_its_way(
    config: TrainerConfig, root: Path, maps: Sequence[PathMap], flavour: PathFlavour
) -> Finding | None:
    """Return the file or dead link where a config's cache folder, or a store in it, would be."""
    folder = locate_path(config.cache_dir, root, maps, flavour)
    found = (_find_blocked(config.cache_dir, folder / name) for name in store_names(config))
    return next(filter(None, found), None)


def _foreign(
    spelled: str, maps: Sequence[PathMap], flavour: PathFlavour
) -> Finding | None:
    """Return what is to be said of a cache folder with a Windows path on another system."""
    own = infer_config_flavour(spelled, flavour)
    # On Windows a path with a slash in front means one on the drive that the program runs from.
    if own is not PathFlavour.WINDOWS or not is_foreign(spelled, maps, own):
        return None
    above, name = split_last(normalise_path(spelled, own), own)
    old = (above or spelled).rstrip("\\")
    return Finding(
        spelled,
        f"The cache folder {spelled} is a Windows path, and its place on this computer is not "
        "known.",
        f"Give its place with --map, for example --map '{old}=/mnt/cache' for /mnt/cache/{name}.")


def _find_blocked(spelled: str, folder: Path) -> Finding | None:
    """Return what is in the way of a folder: the nearest of its parents that is there decides."""
    for path in (folder, *folder.parents):
        try:
            if path.is_dir():
                return None
            if path.is_symlink():
                return Finding(
                    spelled,
                    f"The cache folder {folder} cannot be reached: {path} is a link to "
                    f"{path.readlink()}, which does not exist.",
                    "Connect the drive that the link points to, or delete the link. Nothing in it "
                    "was read or changed.")
            if path.exists():
                return Finding(
                    spelled, f"The cache folder {folder} cannot be used: {path} is a file.",
                    "Set another cache_dir in the config, or move the file away.")
        except (OSError, ValueError):  # what cannot be told is said where the folder is listed
            return None
    return None
