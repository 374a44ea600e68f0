"""Leftovers in groups that are in use: files no trainer reads any more, released layout.

The trainer never deletes a part of its cache: a variation whose caching was stopped, slots of a
longer list, variations of a number that was lowered, and the `epoch-<n>` folders that it wrote
next to `image` and `text` before 2023-12-17 stay until it empties everything.
"""

from __future__ import annotations

import enum
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.stores.released.group_files import is_group_file
from larder.core.stores.released.groups import GroupRecord, slot_name
from larder.core.workspace.store_kinds import TRAINER_CONTENTS

_EPOCH: Final = re.compile(r"epoch-\d{1,9}")

BESIDE: Final = "../"
"""What the name of a folder beside the store begins with: only an `epoch-<n>` has such a name."""


class LeftoverKind(enum.Enum):
    """Why nothing reads it, as a sentence that a plan shows."""

    UNFINISHED = "It was never finished; the trainer encodes it again from the beginning."
    BEYOND_GROUP = (
        "Its number is beyond the end of the group's list, so the trainer never reads it.")
    BEYOND_CONCEPT = "No epoch reads it: its concept has fewer variations now."
    EPOCH = "OneTrainer used such folders until December 2023 and does not read them any more."


class Leftover(Struct, frozen=True):
    """One file or folder that could go.

    Attributes:
        kind: why.
        name: relative to the store's folder, with "/".
        bytes: of all files in it.
        files: how many.
        mtime_ns: its modification time, of a folder its own.
        written_ns: when the youngest file in it was written.
    """

    kind: LeftoverKind
    name: str
    bytes: int
    files: int
    mtime_ns: int
    written_ns: int

    @property
    def is_folder(self) -> bool:
        """True if it is a folder, whose files are all removed together."""
        return self.kind is not LeftoverKind.BEYOND_GROUP


def is_epoch_beside(name: str) -> bool:
    """Return whether a name is that of an `epoch-<n>` folder next to a store."""
    return name.startswith(BESIDE) and _EPOCH.fullmatch(name.removeprefix(BESIDE)) is not None


def leftovers_of_group(store: Path, record: GroupRecord, *, asked: int | None) -> list[Leftover]:
    """Return the parts of a group that nothing reads.

    Args:
        store: the store's folder.
        record: the group, as it was listed and read just now.
        asked: how many variations its concepts have, None where that is not known.
    """
    group = record.group
    found: list[Leftover] = []
    if group.strays:
        return []
    for variation in group.variations:
        name = f"{group.key}/variation-{variation.number}"
        if not variation.complete:
            kind = LeftoverKind.UNFINISHED
        elif asked is not None and variation.number >= asked:
            kind = LeftoverKind.BEYOND_CONCEPT
        else:
            found += _beyond_list(store, record, variation.number)
            continue
        files = scan_folder(store / name)
        found.append(_folder(kind, name, store / name, files))
    return found


def epochs_left_over(store: Path) -> Iterator[Leftover]:
    """The `epoch-<n>` folders of the cache folder that a store lies in, or that it is itself.

    One that holds anything but slots and an aggregate is somebody's own.

    Raises:
        OSError: if a folder cannot be listed.
    """
    is_below = store.name in {content.value for content in TRAINER_CONTENTS}
    cache_dir = store.parent if is_below else store
    listing = scan_folder(cache_dir)
    for name in sorted(filter(_EPOCH.fullmatch, listing.subfolders)):
        if name in listing.links:
            continue
        files = scan_folder(cache_dir / name)
        odd = [file for file in files.names if file in files.links or not is_group_file(file)]
        if not (odd or files.subfolders or files.vanished):
            yield _folder(
                LeftoverKind.EPOCH, f"{BESIDE}{name}" if is_below else name, cache_dir / name,
                files)


def _beyond_list(store: Path, record: GroupRecord, number: int) -> Iterator[Leftover]:
    """Slots behind the last that the aggregate of a variation counts."""
    known = record.variations.get(number)
    if known is None or known.paths is None:
        return
    for slot in known.variation.slots[known.variation.slots >= known.count].tolist():
        name = slot_name(record.group.key, variation=number, slot=slot)
        try:
            status = os.lstat(store / name)
        except FileNotFoundError:
            continue
        yield Leftover(
            LeftoverKind.BEYOND_GROUP, name, status.st_size, 1, mtime_ns_of(status),
            mtime_ns_of(status))


def _folder(kind: LeftoverKind, name: str, path: Path, files: FolderListing) -> Leftover:
    mtime_ns = mtime_ns_of(path.stat())
    return Leftover(
        kind, name, int(files.sizes.sum()), len(files.names), mtime_ns,
        int(files.mtimes_ns.max(initial=mtime_ns)))
