"""The folders that nested names lie in ("ab" of "ab/ab12….npz"): never links; removed if empty."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from larder.core.files.larder_folder import refuse_link


def shard_folders(names: Iterable[str]) -> tuple[str, ...]:
    """The folders that nested names lie in, each once, deeper ones first."""
    folders: set[str] = set()
    for name in names:
        folder = name.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return tuple(sorted(folders, key=lambda found: (-found.count("/"), found)))


def remove_empty_shards(folder: Path, names: Iterable[str], *, levels: int | None = None) -> None:
    """Remove the folders of nested names that hold nothing any more.

    Args:
        folder: what the names are relative to.
        names: names whose folders are looked at; plain ones have none.
        levels: how far up from each name, None for all the way.
    """
    shards = {name.rpartition("/")[0] for name in names} if levels == 1 else shard_folders(names)
    for shard in sorted(shards, key=lambda found: -found.count("/")):
        if shard:
            try:
                (folder / shard).rmdir()
            except OSError:
                continue  # not empty, not there, or a link


def refuse_linked_shards(folder: Path, name: str) -> None:
    """Make sure that no folder of a nested name is a link.

    Raises:
        UserFacingError: if one is.
    """
    for part in name.split("/")[:-1]:
        folder = folder / part
        refuse_link(folder)
