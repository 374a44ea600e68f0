"""Which files of a released trainer's group are the cache's, and which a user's own.

A group is moved and removed as whole folders. What a user, or another program, has put into one is
never moved along unasked: the group stays, or these files do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from larder.core.files.system_files import is_system_file, is_system_folder
from larder.core.files.temp_names import is_own_temp
from larder.core.keys.payload_names import (
    AGGREGATE_NAME,
    is_legacy_group,
    parse_legacy_item,
    parse_legacy_variation,
)

LARGEST_SLOT = 10**9
"""A slot number above this is no position in any list of samples; such a file is a stray."""


def slot_number(name: str) -> int | None:
    """Return the number of a slot's file, None for any other file."""
    slot = parse_legacy_item(name)
    return slot if slot is not None and slot <= LARGEST_SLOT else None


def slot_numbers(names: Sequence[str]) -> list[int | None]:
    """Return as `slot_number` for each of many names."""
    # All slots of a folder are there, nearly always: spelling them is faster than reading names.
    expected = {f"{slot}.pt": slot for slot in range(len(names))}
    return [expected[name] if name in expected else slot_number(name) for name in names]


def own_files_text(strays: Sequence[str]) -> str:
    """Return why a group with these files of a user's own in it is not moved, one sentence."""
    return f"It holds files that the trainer did not write, {strays[0]} for one, so it stays."


def is_group_file(name: str) -> bool:
    """Return whether a file of this name may move and go with the variation folder it is in."""
    return name == AGGREGATE_NAME or slot_number(name) is not None or is_litter(name)


def own_files_below(folder: Path) -> Iterator[str]:
    """Yield a user's own files below a group, variation or epoch folder, relative to it, with "/".

    A link and a folder that no trainer makes count as one file each, if a system did not leave it.

    None where there is no such folder.

    Raises:
        OSError: if a folder cannot be read.
    """
    holds_slots = not is_legacy_group(folder.name)
    try:
        listing = os.scandir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    with listing as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                is_known = entry.is_file(follow_symlinks=False) and (
                    is_group_file(entry.name) if holds_slots else is_litter(entry.name))
                if not is_known:
                    yield entry.name
            elif not holds_slots and parse_legacy_variation(entry.name) is not None:
                yield from (f"{entry.name}/{name}" for name in own_files_below(Path(entry.path)))
            elif not is_system_folder(entry.name):
                yield entry.name


def is_litter(name: str) -> bool:
    """Return whether a system, or a write of ours that was interrupted, left a file there."""
    return is_system_file(name) or is_own_temp(name)
