"""Which files of a released trainer's group are the cache's, and which a user's own.

A group is moved and removed as whole folders. What a user, or another program, has put into one is
never moved along unasked: the group stays, or these files do.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.files.system_files import is_system_file, is_system_folder
from larder.core.files.temp_names import is_own_temp
from larder.core.keys.payload_names import (
    AGGREGATE_NAME,
    is_released_group,
    parse_released_item,
    parse_released_variation,
)

LARGEST_SLOT = 10**9
"""A slot number above this is no position in any list of samples; such a file is a stray."""

NO_SLOT = -1
"""In place of the number of a file that is no slot's."""

_ENDING = b".pt\0"
_MOST_DIGITS = len(str(LARGEST_SLOT)) - 1
_POWERS = 10 ** np.arange(_MOST_DIGITS, dtype=np.int64)


def slot_number(name: str) -> int | None:
    """Return the number of a slot's file, None for any other file."""
    slot = parse_released_item(name)
    return slot if slot is not None and slot <= LARGEST_SLOT else None


def slot_numbers(names: Sequence[str]) -> npt.NDArray[np.int64]:
    """Return the number of each of n slots' files, `NO_SLOT` for any other file, shape (n,)."""
    # No name holds a NUL, so all are read as one text, digit by digit from their ends.
    margin = bytes(_MOST_DIGITS + len(_ENDING))
    text = "\0".join([*names, ""]).encode("utf-8", "surrogatepass")
    letters = np.frombuffer(margin + text, dtype=np.uint8)
    ends = np.flatnonzero(letters == 0)[len(margin):]
    is_slot = np.ones(len(ends), dtype=np.bool_)
    for back, letter in enumerate(reversed(_ENDING)):
        is_slot &= letters[ends - back] == letter
    last = ends - len(_ENDING)
    found, count = np.zeros(len(ends), dtype=np.int64), np.zeros(len(ends), dtype=np.int64)
    is_open = is_slot.copy()
    for power in _POWERS:
        digits = letters[last - count] - np.uint8(ord("0"))
        is_open &= digits <= 9
        if not is_open.any():
            break
        found += np.where(is_open, digits, 0) * power
        count += is_open
    is_plain = is_slot & (count > 0) & (letters[last - count] == 0) & (
        (count == 1) | (found >= _POWERS[np.maximum(count - 1, 0)]))
    found = np.where(is_plain, found, NO_SLOT)
    # One of more digits, or with a zero before its number, is read by itself.
    for at in np.flatnonzero(is_slot & ~is_plain).tolist():
        number = slot_number(names[at])
        found[at] = NO_SLOT if number is None else number
    return found


def own_files_text(strays: Sequence[str]) -> str:
    """Return why a group with these files of a user's own in it is not moved, one sentence."""
    return (f"It contains files that the trainer did not write, for example {strays[0]}, so it is "
            "kept.")


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
    holds_slots = not is_released_group(folder.name)
    try:
        listing = os.scandir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    files: list[str] = []
    with listing as entries:
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                files.append(entry.name)
            elif not entry.is_dir(follow_symlinks=False):
                yield entry.name
            elif not holds_slots and parse_released_variation(entry.name) is not None:
                yield from (f"{entry.name}/{name}" for name in own_files_below(Path(entry.path)))
            elif not is_system_folder(entry.name):
                yield entry.name
    if holds_slots:  # read all at once, their names take a tenth of the time
        files = [files[at] for at in np.flatnonzero(slot_numbers(files) == NO_SLOT).tolist()]
    yield from itertools.filterfalse(is_group_file if holds_slots else is_litter, files)


def is_litter(name: str) -> bool:
    """Return whether a system, or a write of ours that was interrupted, left a file there."""
    return is_system_file(name) or is_own_temp(name)
