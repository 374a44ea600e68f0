"""Names and folders inside a store, none of which leads out of it.

`.larder/` is the one folder where Larder keeps what must travel with the store. A store may come
from anybody. If `.larder`, a shard folder, or something in them is a link, whatever is written
there lands where the maker of the link wanted it; so links are refused.

A plain name is one path component. A nested name is a few of them with "/" between, as stores with
shard folders have ("ab/ab12….npz"); it may not begin with our own folder. Names come from indexes
and manifests that anybody may have written. Each rule has its reason: separators and `..` leave the
folder, a colon names a drive or an alternate stream on Windows, a NUL ends the name in C, and 255
bytes is what the common file systems hold.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.files.file_stamp import readable_stamp

LARDER_FOLDER = ".larder"
UNLOCKABLE_NAME = "lock.unavailable"
"""In `.larder`, an empty file that says that the drive locked nothing once; see `store_lock`."""

_LEADS_ELSEWHERE = frozenset(
    {
        getattr(stat, "IO_REPARSE_TAG_SYMLINK", 0xA000000C),
        getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", 0xA0000003),
    }
)
"""Windows reparse tags of links and junctions; cloud folders have other tags and are folders."""

MAX_NAME_BYTES = 255
MAX_PARTS = 8
"""Components of a nested name: folders of pictures have folders of their own."""

FORBIDDEN_CHARACTERS = frozenset('/\\:\0')

_ORDINARY: Final = re.compile(r"[0-9A-Za-z_-][0-9A-Za-z_.-]{0,254}")
"""Names that need no closer look, as nearly all are: a manifest may list a million."""

_NO_NAME_ON_WINDOWS: Final = re.compile(
    r"(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])[ ]*(?:\..*)?"
    r"|.*[. ]|.*[\x00-\x1f<>\"|?*].*", re.IGNORECASE | re.DOTALL)
"""Devices, whatever ending they have; what ends with a dot or space; characters of its shells."""


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


def may_not_lock(store: Path) -> bool:
    """Return whether locking failed before on the drive of a store."""
    return readable_stamp(larder_folder(store) / UNLOCKABLE_NAME) is not None


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
            "Larder writes only to real files and folders in a cache. Remove the link.",
        )


def is_plain_name(name: str) -> bool:
    """Return whether `name` is one path component that stays in its folder on every system."""
    return (
        name not in ("", ".", "..")
        and not FORBIDDEN_CHARACTERS.intersection(name)
        and len(name.encode("utf-8", "surrogatepass")) <= MAX_NAME_BYTES
    )


def is_name_everywhere(name: str) -> bool:
    """Return whether a plain name still names the file when its folder is copied to any system."""
    return is_plain_name(name) and _NO_NAME_ON_WINDOWS.fullmatch(name) is None


def check_plain_name(name: str) -> str:
    """Return `name` if it is plain.

    Raises:
        UserFacingError: if it could lead out of its folder.
    """
    return name if is_plain_name(name) else _refuse(name)


def is_nested_name(name: str) -> bool:
    """Return whether `name` is plain, or plain names joined by "/" that stay outside `.larder`."""
    if _ORDINARY.fullmatch(name):
        return True
    parts = name.split("/")
    return (
        len(parts) <= MAX_PARTS
        and all(is_plain_name(part) for part in parts)
        and (len(parts) == 1 or parts[0].lower() != LARDER_FOLDER)
    )


def check_nested_name(name: str) -> str:
    """Return `name` if it is plain or nested.

    Raises:
        UserFacingError: if it could lead out of its folder.
    """
    return name if is_nested_name(name) else _refuse(name)


def _refuse(name: str) -> str:
    raise UserFacingError(
        f"The name {name!r} could lead out of its folder and was not used.",
        "The file that lists it may be damaged or come from an untrusted source.",
    )


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
    """Remove the folders of nested names that hold nothing any more."""
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
