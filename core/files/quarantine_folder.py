"""Where the quarantines of a store lie, and what they take.

`.larder/quarantine/<id>/` holds `files/`, what was moved there, and `index/`, copies of the index
as it was before. What else it holds is `clean.quarantine.record`'s to know.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from types import MappingProxyType

import msgspec

from larder.core.files.folder_scan import Links, count_files
from larder.core.files.store_paths import larder_folder

QUARANTINE_FOLDER = "quarantine"
FILES_FOLDER = "files"
INDEX_FOLDER = "index"

_ID = re.compile(r"[0-9]{8}T[0-9]{9}Z-[0-9a-f]{8}")


class Quarantined(msgspec.Struct, frozen=True, kw_only=True):
    """Total content of quarantines.

    Attributes:
        bytes: size of the files, as plans and reports count them; a file that has another name
            elsewhere, and stays, counts nothing.
        record_bytes: additionally freed by emptying: what an undo needs of the indexes.
        elsewhere: of one quarantine, bytes of the files that count nothing.
    """

    quarantines: int = 0
    files: int = 0
    bytes: int = 0
    record_bytes: int = 0
    elsewhere: int = 0


def quarantine_root(store: Path) -> Path:
    """The folder of all quarantines of a store, whether it exists or not."""
    return larder_folder(store) / QUARANTINE_FOLDER


def is_quarantine_id(name: str) -> bool:
    """Return whether a name is one that `new_quarantine_id` returns."""
    return _ID.fullmatch(name) is not None


def find_linked_folders(store: Path) -> tuple[Path, ...]:
    """Links in the place of a quarantine, or of the folder that holds them; none is followed.

    What cannot be read now is not told.
    """
    root = quarantine_root(store)
    above = tuple(folder for folder in (root.parent, root) if os.path.islink(folder))  # noqa: PTH114
    if above:
        return above
    try:
        with os.scandir(root) as entries:
            return tuple(Path(path) for path in sorted(
                entry.path for entry in entries
                if is_quarantine_id(entry.name) and entry.is_symlink()))
    except OSError:
        return ()


def quarantine_folders(store: Path) -> tuple[Path, ...]:
    """All quarantines of a store, oldest first, damaged ones included; empty if there are none.

    Raises:
        OSError: if the folder is there but cannot be read.
    """
    try:
        with os.scandir(quarantine_root(store)) as entries:
            return tuple(Path(path) for path in sorted(
                entry.path for entry in entries
                if is_quarantine_id(entry.name) and entry.is_dir(follow_symlinks=False)))
    except (FileNotFoundError, NotADirectoryError):
        return ()


def count_quarantine(folder: Path, links: Links | None = None) -> Quarantined:
    """Count what lies in one.

    Raises:
        OSError: if it cannot be read.
    """
    links = Links() if links is None else links
    links.begin()
    files, size = count_files(folder / FILES_FOLDER, links.bytes_freed)
    elsewhere, record = links.elsewhere, 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != FILES_FOLDER:
                    record += count_files(
                        Path(entry.path), links.bytes_freed)[1]
            else:
                record += links.bytes_freed(entry)
    return Quarantined(
        quarantines=1, files=files, bytes=size, record_bytes=record, elsewhere=elsewhere)


def count_quarantines(
    stores: Iterable[Path], living: Mapping[int, Set[int]] = MappingProxyType({})
) -> Quarantined:
    """Count the quarantines of some stores; those that cannot be read now are not counted.

    `living` are the numbers of files, by device, that have a name outside of quarantines.
    """
    quarantines = files = size = record = 0
    links = Links(living)
    for store in stores:
        try:
            for folder in quarantine_folders(store):
                found = count_quarantine(folder, links)
                quarantines += 1
                files += found.files
                size += found.bytes
                record += found.record_bytes
        except OSError:
            continue
    return Quarantined(
        quarantines=quarantines, files=files, bytes=size, record_bytes=record)
