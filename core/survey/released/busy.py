"""Signs that a trainer is at work in a store of released OneTrainer's layout: its groups' files.

A trainer writes a group slot by slot and its list last, and says of nothing that it does so. The
youngest file of each group tells, if it is of the last minutes and no record of ours has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np

from larder.core.files.folder_scan import FolderListing
from larder.core.keys.payload_names import parse_released_variation
from larder.core.settings import cache_home
from larder.core.stores.busy import AHEAD_NS, RECENT_NS, OpenFiles, busy_signs
from larder.core.stores.released.group_files import slot_number
from larder.core.stores.released.groups import (
    ReleasedGroup,
    list_released_groups,
    scan_released_group,
)
from larder.core.stores.released.slot_origins import SlotOrigins, read_origins
from larder.core.stores.released.slots import read_other_slots


def group_busy_signs(
    store: Path, groups: Iterable[ReleasedGroup], *, now_ns: int,
    open_files: OpenFiles | None = None,
) -> tuple[str, ...]:
    """Return signs that a trainer is using a store, one sentence each; see `busy_signs`."""
    return busy_signs(
        store, listing=_newest_of_groups(store, groups, now_ns), now_ns=now_ns,
        open_files=open_files)


def groups_in(store: Path) -> list[ReleasedGroup]:
    """The groups of a folder, whatever else is in it.

    Raises:
        OSError: if the folder, or one in it, cannot be listed.
    """
    return [scan_released_group(store, key) for key in list_released_groups(store)]


def list_readable_groups(store: Path) -> Iterator[ReleasedGroup]:
    """Those groups of a folder that can be listed; of others nobody can tell who writes them.

    Raises:
        OSError: if the folder itself cannot be listed.
    """
    for key in list_released_groups(store):
        with suppress(OSError):
            yield scan_released_group(store, key)


def _newest_of_groups(
    store: Path, groups: Iterable[ReleasedGroup], now_ns: int
) -> FolderListing:
    """The youngest file of each group, if it is young and not recorded as a build's of ours."""
    young = [group for group in groups if group.newest
             and -AHEAD_NS < now_ns - group.newest_ns < RECENT_NS
             and not _is_recorded(store, group)]
    return FolderListing(
        path=str(store), names=[f"{group.key}/{group.newest}" for group in young],
        sizes=np.zeros(len(young), dtype=np.int64),
        mtimes_ns=np.array([group.newest_ns for group in young], dtype=np.int64),
        subfolders=[], links=frozenset(), vanished=())


def _is_recorded(store: Path, group: ReleasedGroup) -> bool:
    """Return whether Larder wrote the group's newest file, by its date or else its list's."""
    folder, _, name = group.newest.partition("/")
    number, slot = parse_released_variation(folder), slot_number(name)
    variation = None if number is None else group.variation(number)
    if variation is None:
        return False
    own: SlotOrigins | None = None
    with suppress(OSError):  # what cannot be read is as if nothing were noted
        own = read_origins(cache_home(), store, group.key, variation)
    if own is not None and (slot is None or slot >= len(own.payload_ns)):
        return True
    if own is not None and slot is not None and own.payload_ns[slot] == group.newest_ns:
        return True
    # The list alone may be another's; of a file that a build made some record has the date.
    return slot is not None and any(
        slot < len(record.payload_ns) and record.payload_ns[slot] == group.newest_ns
        for record in read_other_slots(store, group.key, variation.number))
