"""Signs that a program is at work in a store of single values; none of them takes a lock.

Looked for: a value or an unfinished write of the last minutes that no record of ours explains, and
on Linux a file of the store that another process has open.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from larder.core.files.folder_scan import FolderListing
from larder.core.files.store_paths import larder_folder
from larder.core.stores.busy import AHEAD_NS, RECENT_NS, busy_signs
from larder.core.stores.records import SOURCES_NAME, read_sources


class WrittenFiles(Protocol):
    """What a listing of such a store has of its files."""

    @property
    def names(self) -> list[str]:
        """Its values."""

    @property
    def mtimes_ns(self) -> npt.NDArray[np.int64]:
        """When each was written."""

    @property
    def temporaries(self) -> list[str]:
        """Its unfinished writes."""

    @property
    def temporary_mtimes_ns(self) -> npt.NDArray[np.int64]:
        """When each was written."""


def value_busy_signs(store: Path, listed: WrittenFiles, *, now_ns: int) -> tuple[str, ...]:
    """What suggests that a program is using a store, one sentence per sign.

    Args:
        store: the store's folder.
        listed: what lies in it.
        now_ns: the time, nanoseconds since 1970.
    """
    signs: list[str] = []
    young = _young(listed.mtimes_ns, now_ns)
    if young:
        ours = _noted(store)
        names = [listed.names[at] for at in young
                 if ours.get(listed.names[at], 0) < listed.mtimes_ns[at]]
        if names:
            noun = "payload" if len(names) == 1 else "payloads"
            signs.append(
                f"{len(names):,} {noun} changed in the last 5 minutes, {names[0]} for one.")
    signs += [
        f"{listed.temporaries[at]} is a write of the last 5 minutes."
        for at in _young(listed.temporary_mtimes_ns, now_ns)]
    return (*signs, *busy_signs(store, listing=_nothing(store), now_ns=now_ns))


def _noted(store: Path) -> Mapping[str, int]:
    """Values that builds of ours noted, with the time of the last note of any."""
    record = larder_folder(store) / SOURCES_NAME
    if not record.exists():
        return {}
    return dict.fromkeys(read_sources(store), record.stat().st_mtime_ns)


def _young(mtimes_ns: npt.NDArray[np.int64], now_ns: int) -> list[int]:
    ages = now_ns - mtimes_ns
    return [int(at) for at in np.flatnonzero((ages < RECENT_NS) & (ages > -AHEAD_NS))]


def _nothing(store: Path) -> FolderListing:
    """What is left to ask of `busy_signs` is who has a file of the store open."""
    none = np.zeros(0, dtype=np.int64)
    return FolderListing(str(store), [], none, none, [], frozenset(), ())
