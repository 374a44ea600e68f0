"""`.larder/` in a store: the one folder where Larder keeps what must travel with the store.

A store may come from anybody. If `.larder`, or something in it, is a link, whatever is written
there lands where the maker of the link wanted it; so links are refused.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.write_errors import explain_write_errors

LARDER_FOLDER = ".larder"
_LEADS_ELSEWHERE = frozenset(
    {
        getattr(stat, "IO_REPARSE_TAG_SYMLINK", 0xA000000C),
        getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", 0xA0000003),
    }
)
"""Windows reparse tags of links and junctions; cloud folders have other tags and are folders."""


def larder_folder(store: Path) -> Path:
    """Where a store's `.larder` is, whether it exists or not."""
    return store / LARDER_FOLDER


def make_larder_folder(store: Path, *parts: str) -> Path:
    """Make `.larder` and the folders `parts` below it, as far as they are missing.

    Raises:
        UserFacingError: if one of them is a link, or the store may not be written.
        FileNotFoundError: if the store is gone.
    """
    folder = store
    for part in (LARDER_FOLDER, *parts):
        folder = folder / part
        with explain_write_errors(folder.parent):
            folder.mkdir(exist_ok=True)
        refuse_link(folder)
    return folder


def refuse_link(path: Path) -> None:
    """Make sure that `path` is not a link or junction; that it is missing is fine.

    Raises:
        UserFacingError: if it is one.
    """
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return
    if stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) in _LEADS_ELSEWHERE:
        raise UserFacingError(
            f"{path} is a link and was not used.",
            "Larder keeps its records in real folders inside the store; remove the link.",
        )
