"""The user's folders as a survey sees them: each scanned once, each path resolved one way.

A file's content is hashed once, then remembered. How fast cached files were read the last time is,
too, so that the next time can be told before: one number, bytes a second.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from larder.core.errors import error_reason
from larder.core.files.derived import recall, remember
from larder.core.files.file_stamp import FileStamp, readable_stamp
from larder.core.files.folder_scan import FolderListing, OnEntries, scan_folder
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_files
from larder.core.keys.hash_memory import HashMemory, PictureMemory
from larder.core.settings import cache_home
from larder.core.workspace.roots import is_folder

TOLD_EVERY_S: Final = 0.02
"""An event goes through a dozen generators, which takes as long as reading a small file."""

HASHES_NAME: Final = "hashes.sqlite"
"""File in the cache folder that remembers hashes of sources."""

PACE_NAME: Final = "reading-pace.json"
LEAST_BYTES: Final = 16 << 20
"""What takes no time tells no pace."""


class SourceTree:
    """Listings of the folders a survey looks at, kept for as long as the survey runs."""

    def __init__(
        self, on_entries: OnEntries | None = None, *, is_stamped: bool = False
    ) -> None:
        """Begin with none.

        Args:
            on_entries: told of every file that is looked at.
            is_stamped: whether most files are read, too, so that their stamps are asked for.
        """
        self._on_entries = on_entries
        self._is_stamped = is_stamped
        self._listings: dict[str, FolderListing | OSError] = {}
        self._stamps: dict[str, dict[str, tuple[int, int]]] = {}

    def forget(self) -> None:
        """Let go of every listing."""
        self._listings.clear()
        self._stamps.clear()

    def list_folder(self, real: str) -> FolderListing:
        """The folder's listing.

        Raises:
            OSError: if it is missing or cannot be read; the same one each time.
        """
        known = self._listings.get(real)
        if known is None:
            try:
                known = scan_folder(real, self._on_entries, is_stamped=self._is_stamped)
            except OSError as failure:
                known = failure
            self._listings[real] = known
        if isinstance(known, OSError):
            raise known
        return known

    def listing(self, real: str) -> FolderListing | None:
        """The folder's listing, None if it is missing or cannot be read."""
        try:
            return self.list_folder(real)
        except OSError:
            return None

    def stamp(self, path: str) -> tuple[int, int] | None:
        """Size and modification time of a file, links followed, as its folder's listing has it.

        None for one that is not in it: it may have come since, or be hidden.
        """
        folder, _, name = path.rpartition(os.sep)
        known = self._stamps.get(folder)
        if known is None:
            listing = self.listing(folder)
            known = self._stamps[folder] = {} if listing is None else listing.stamps()
        return known.get(name)

    def file_stamps(self, paths: Sequence[str]) -> list[FileStamp | None]:
        """The stamps of some files, None where one cannot be told.

        As it was when its folder was listed, if that was.
        """
        by_folder: dict[str, Mapping[str, FileStamp]] = {}
        found: list[FileStamp | None] = []
        for path in paths:
            folder, _, name = path.rpartition(os.sep)
            known = by_folder.get(folder)
            if known is None:
                listing = self._listings.get(folder)
                known = by_folder[folder] = dict(zip(
                    listing.names, listing.file_stamps(), strict=False)) if isinstance(
                        listing, FolderListing) else {}
            stamp = known.get(name)
            found.append(readable_stamp(path) if stamp is None else stamp)
        return found

    def refusal(self, real: str) -> str:
        """Why a folder that is there cannot be listed, "" when it can or is simply not there."""
        try:
            self.list_folder(real)
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except OSError as failure:
            return error_reason(failure)
        return ""

    def exists(self, real: str) -> bool:
        """Return whether a folder exists, as `is_folder`; reads the disk only if not listed."""
        known = self._listings.get(real)
        return is_folder(Path(real)) if known is None else (
            isinstance(known, FolderListing) or bool(self.refusal(real)))


def hash_paths(
    paths: Sequence[str], token: CancelToken, *, only_known: bool = False
) -> Job[list[str | None]]:
    """Return the hashes of `hash_sources`, with the user's own memory."""
    with HashMemory(cache_home() / HASHES_NAME) as memory:
        hashes, _ = yield from hash_sources(paths, memory, token=token, only_known=only_known)
    return hashes


def picture_memory() -> PictureMemory:
    """Return the memory of sizes of upright pictures, (height, width); a context manager."""
    return PictureMemory(cache_home(), _picture_size)


def _picture_size(path: str) -> tuple[int, int] | None:
    # Pillow takes 12 ms to load, and a survey of unchanged pictures reads no header.
    from larder.core.workspace.picture_size import read_picture_size

    return read_picture_size(path)


def hash_sources(
    paths: Sequence[str], memory: HashMemory, *, trust_memory: bool = True, token: CancelToken,
    only_known: bool = False, stamps: Sequence[FileStamp | None] | None = None,
) -> Job[tuple[list[str | None], dict[int, str]]]:
    """Hash files, asking the memory first; new hashes are remembered even when it is not asked.

    Without `trust_memory` every file is read again; with `only_known` none is, and what is not
    remembered stays None. `stamps` are of the files, if they are known already.

    Returns:
        16 hex digits in the order asked for, or None where a file could not be read; and why, by
        position.

    Raises:
        JobCancelled: if the token was cancelled; what was hashed until then is remembered.
    """
    hashes, reading = memory.ask(
        paths, lambda left: hash_files(left, token=token), trusts=trust_memory, stamps=stamps)
    unreadable: dict[int, str] = {}
    if only_known:
        return hashes, unreadable
    left, told_s = hashes.count(None), 0.0
    for count, (at, outcome) in enumerate(reading, start=1):
        if isinstance(outcome, OSError):
            unreadable[at] = error_reason(outcome)
        else:
            hashes[at] = outcome
        if (now_s := time.monotonic()) - told_s >= TOLD_EVERY_S or count == left:
            told_s = now_s
            yield Progress("reading files", count, left, "files")
    return hashes, unreadable


def reading_pace() -> float | None:
    """Bytes a second, None where that is not known."""
    pace = recall(cache_home() / PACE_NAME, float)
    return pace if pace is not None and pace >= 1 else None


def note_reading(size: int, seconds: float) -> None:
    """Remember how fast so many bytes were read."""
    if size >= LEAST_BYTES and seconds > 0:
        remember(cache_home() / PACE_NAME, size / seconds)
