"""Files of other trainers that lie among the user's own: which are theirs, and who is at work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.files.folder_scan import FolderListing
from larder.core.stores.ai_toolkit.file_names import is_own_name as is_ai_toolkits
from larder.core.stores.busy import AHEAD_NS, RECENT_NS, OpenFiles, find_open_files
from larder.core.stores.kohya.file_names import is_own_name as is_kohyas
from larder.core.stores.musubi.file_names import is_own_name as is_musubis
from larder.core.workspace.store_kinds import StoreKind

OWN_NAMES: Final[Mapping[StoreKind, Callable[[str], bool]]] = {
    StoreKind.KOHYA: is_kohyas,
    StoreKind.MUSUBI: is_musubis,
    StoreKind.AI_TOOLKIT: is_ai_toolkits,
}
"""Whether a path below a store's folder, "/" between folders, is called as a trainer's file is."""


def file_busy_signs(
    store: Path, listing: FolderListing, kind: StoreKind, *, now_ns: int, open_files: OpenFiles
) -> Iterator[str]:
    """Yield signs that a trainer is at work, one sentence each.

    These trainers write onto the final name, so that a young file may be half of one. An open
    picture is no sign: anybody may look at it.

    Args:
        store: the folder.
        listing: its files.
        kind: whose files count.
        now_ns: nanoseconds since 1970.
        open_files: of all processes.
    """
    is_own = OWN_NAMES[kind]
    ages = now_ns - listing.mtimes_ns
    young = np.flatnonzero((ages < RECENT_NS) & (ages > -AHEAD_NS)).tolist()
    names = [name for at in young if is_own(name := listing.names[at])]
    if names:
        yield (f"{names[0]} changed in the last 5 minutes." if len(names) == 1 else
               f"{len(names):,} cached files changed in the last 5 minutes, for example "
               f"{names[0]}.")
    yield from find_open_files(store, open_files, is_own)
