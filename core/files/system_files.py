"""Names of files and folders that systems and file managers leave anywhere, unasked.

They are nobody's work: they block nothing, move and go with the folder they are in, and are never
counted as files of a user. Everything else that a cache's grammar does not name is a user's own.
"""

from __future__ import annotations

from typing import Final

_FILES: Final = frozenset({
    ".ds_store", ".localized", "icon\r", ".apdisk",  # macOS
    "desktop.ini", "thumbs.db", "ehthumbs.db", "ehthumbs_vista.db",  # Windows
    ".directory", ".hidden",  # KDE, GNOME
    ".synopkgdata", ".attribute",  # network drives
})
"""In lower case: some drives keep no case, some change it."""

_PREFIXES: Final = (
    "._",  # macOS keeps a file's attributes in one of these on drives that know none
    ".nfs",  # an open file that was deleted on a network drive
    ".fuse_hidden",
    ".smbdelete",
)

_FOLDERS: Final = frozenset({
    "@eadir", ".appledouble", ".spotlight-v100", ".trashes", ".fseventsd", ".temporaryitems",
    "$recycle.bin", "system volume information", "lost+found", "#recycle", "@recycle",
})


def is_system_file(name: str) -> bool:
    """Return whether a file's name, without its folder, is one that a system gives."""
    name = name.lower()
    return name in _FILES or name.startswith(_PREFIXES)


def is_system_folder(name: str) -> bool:
    """Return whether a folder's name is one that a system gives, with whatever is in it."""
    return name.lower() in _FOLDERS
