"""A user's own files where a quarantine, or a folder in one, is moved, exchanged or removed.

What systems leave anywhere is removed with the folder it is in. Everything else that is not of a
cache is *set aside*: it is moved to `.larder/set-aside/<quarantine>/`, and that is said. So neither
blocks what a quarantine is for, and no file of a user's is deleted with it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from larder.core.errors import remark
from larder.core.files.file_stamp import is_there
from larder.core.files.store_paths import make_larder_folder
from larder.core.files.system_files import is_system_folder
from larder.core.keys.payload_names import is_released_group
from larder.core.stores.released.group_files import is_litter, own_files_below
from larder.core.stores.released.leftovers import BESIDE, is_epoch_beside

SET_ASIDE_FOLDER: Final = "set-aside"


def clear_litter(folder: Path) -> None:
    """Remove what systems left below a folder; what a drive does not give up yet stays."""
    for below, folders, names in os.walk(folder):
        for name in filter(is_litter, names):
            with suppress(OSError):  # an open `.nfs…` goes by itself once it is closed
                (Path(below) / name).unlink()
        for name in [name for name in folders if is_system_folder(name)]:
            folders.remove(name)
            shutil.rmtree(Path(below) / name, ignore_errors=True)


def is_only_litter(folder: Path) -> bool:
    """Return whether nothing lies below a folder but what systems left there."""
    for _, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not is_system_folder(name)]
        if not all(map(is_litter, names)):
            return False
    return True


def has_only_litter(folder: Path) -> bool:
    """Return whether something that systems left, and nothing else, lies below a folder."""
    return is_only_litter(folder) and any(
        names or any(map(is_system_folder, folders)) for _, folders, names in os.walk(folder))


def set_aside(store: Path, identity: str, folder: Path, names: Collection[str]) -> int:
    """Move files or folders out of a folder of a quarantine, and say where they are.

    Args:
        store: the cache folder.
        identity: of the quarantine.
        folder: where they are.
        names: of them, relative to it, "/" between folders.

    Returns:
        The bytes of the files that were moved.

    Raises:
        UserFacingError: if the store may not be written, or a link is in the way.
        OSError: if one cannot be moved.
    """
    size = 0
    for name in sorted(names):
        parent, _, last = name.rpartition("/")
        target = make_larder_folder(
            store, SET_ASIDE_FOLDER, identity, *filter(None, parent.split("/")))
        taken = 0
        while is_there(target / last):
            taken += 1
            last = f"{name.rpartition('/')[2]} ({taken})"
        with suppress(OSError):
            size += (folder / name).lstat().st_size
        (folder / name).rename(target / last)
        remark(f"{folder / name} is not a cached file. It was moved aside to {target / last}.")
    return size


def set_aside_strangers(
    store: Path, identity: str, folder: Path, *, known: Collection[str] = ()
) -> int:
    """Set aside every file below a folder but the `known` ones and what is below them.

    Returns, raises:
        As `set_aside`.
    """
    found: list[str] = []
    for below, folders, names in os.walk(folder):
        start = Path(below).relative_to(folder).as_posix()
        prefix = "" if start == "." else f"{start}/"
        links = [name for name in folders if (Path(below) / name).is_symlink()]
        folders[:] = [name for name in folders if f"{prefix}{name}" not in known
                      and name not in links and not is_system_folder(name)]
        found += [f"{prefix}{name}" for name in (*names, *links)
                  if f"{prefix}{name}" not in known and not is_litter(name)]
    return set_aside(store, identity, folder, found) if found else 0


def set_aside_own_files(store: Path, identity: str, files: Path, name: str) -> int:
    """Set aside the user's own files in a quarantined folder, if it is a released trainer's.

    Returns, raises:
        As `set_aside`.
    """
    if not (is_released_group(name.partition("/")[0]) or is_epoch_beside(BESIDE + name)):
        return 0
    found = [f"{name}/{own}" for own in own_files_below(files / name)]
    return set_aside(store, identity, files, found) if found else 0


def restore_own_files(kept: Path, live: Path) -> None:
    """Give a user's own files in a folder that was exchanged their place in the live one again.

    Of a folder that only went they alone stay there; a trainer caches such a one anew.

    Raises:
        OSError: if one cannot be moved.
    """
    for name in list(own_files_below(kept)):
        if not is_there(live / name):
            live.mkdir(parents=True, exist_ok=True)
            (kept / name).rename(live / name)


def has_only_own_files(folder: Path) -> bool:
    """Return whether a folder of slots has none, and no list of any, but files of a user's own."""
    own = set(own_files_below(folder))
    return bool(own) and not any(
        is_there(folder / name) and not is_litter(name) for name in {*os.listdir(folder)} - own)


def make_way(live: Path, kept: Path) -> None:
    """Move a user's own files, where nothing else is, into the folder that takes their place.

    Raises:
        OSError: if one cannot be moved.
    """
    clear_litter(live)
    restore_own_files(live, kept)
    live.rmdir()
