"""Puts a written payload in its place, and keeps links from leading a store's writes elsewhere."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import replace_file
from larder.core.files.store_paths import make_larder_folder, refuse_link

IN_THE_WAY: Final = "in-the-way"
"""Folder in `.larder/` for what had a payload's name and was no file."""


def make_shard(store: Path, folder: str) -> None:
    """Make the folder of a payload if it is missing.

    Args:
        store: the store.
        folder: relative to it, "/" between folders.

    Raises:
        OSError: if it cannot be made.
    """
    (store / folder).mkdir(parents=True, exist_ok=True)


def refuse_links(store: Path, folder: str) -> None:
    """Make sure that no folder between a store and a payload is a link.

    Raises:
        UserFacingError: if one is.
    """
    path = store
    for part in folder.split("/"):
        path = path / part
        refuse_link(path)


def publish(temp: Path, target: Path, store: Path) -> None:
    """Put a payload in its place; a folder that has its name is set aside, not deleted.

    Raises:
        UserFacingError: if another program keeps the target open.
        OSError: if the drive refuses.
    """
    try:
        replace_file(temp, target)
    except (OSError, UserFacingError):
        if not target.is_dir() or target.is_symlink():
            raise
        aside = make_larder_folder(store, IN_THE_WAY)
        target.rename(aside / f"{target.name}.{secrets.token_hex(4)}")
        replace_file(temp, target)
