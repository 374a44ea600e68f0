"""The two forms of a bundle, read: a folder that a trainer opens, or one file that is mapped."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from io import RawIOBase
from pathlib import Path
from typing import Final, Protocol

from larder.core.files.folder_scan import scan_folder
from larder.core.files.regular_file import open_regular, read_regular, too_large
from larder.core.files.store_paths import is_plain_name
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.packed import SUFFIX, PackedFile
from larder.core.payloads.pt_file import PtFile, info, with_arrays
from larder.core.payloads.pt_rows import read_pt_rows
from larder.core.payloads.value_checks import BlankValues, bad_values

PART_NAME: Final = "larder-bundle.part"
"""Beside a bundle while it is being written; killed at the very last, an export leaves it there."""

_PLAIN_PATH: Final = re.compile(r"(?:[a-z0-9-]{1,64}/){0,3}[a-z0-9_]{1,128}\.pt")
"""What nearly all files of a bundle are called, told in a quarter of the time."""


class BundleFiles(Protocol):
    """The files of a bundle by their paths, which have "/".

    Every method but `listed` raises an OSError or a PayloadError for what is not there or cannot be
    read.
    """

    def list_paths(self) -> Iterator[tuple[str, bool]]:
        """Paths of all files and links, and whether they are links."""
        ...

    def size(self, path: str) -> int:
        """Return the size of one file in bytes."""
        ...

    def digest(self, path: str) -> str:
        """The xxh64 of one, 16 hex digits."""
        ...

    def content(self, path: str, at_most: int | None = None) -> bytes:
        """One, whole; an OSError if it has more than `at_most` bytes."""
        ...

    def opened(self, path: str) -> AbstractContextManager[RawIOBase]:
        """One, to be read in pieces within the block."""
        ...

    def part(self, path: str) -> FileBytes:
        """One, for what reads cached files, which closes it."""
        ...


class BundleFolder:
    """A bundle that is a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def list_paths(self) -> Iterator[tuple[str, bool]]:
        """Yield the paths of all files and links, and whether they are links."""
        pending = [""]
        while pending:
            folder = pending.pop()
            listing = scan_folder(self._folder / folder)
            links = set(listing.links)
            for name in (*listing.names, *listing.vanished):
                if folder or name != PART_NAME:
                    yield folder + name, name in links
            for name in listing.subfolders:
                if name in links:
                    yield folder + name, True
                else:
                    pending.append(f"{folder}{name}/")

    def size(self, path: str) -> int:
        """Return the size of one file in bytes."""
        return os.lstat(self._folder / path).st_size

    def digest(self, path: str) -> str:
        """Return the xxh64 of one file, 16 hex digits."""
        return hash_file(self._folder / path)

    def content(self, path: str, at_most: int | None = None) -> bytes:
        """Return one whole file; an OSError if it has more than `at_most` bytes."""
        return read_regular(self._folder / path, at_most=at_most)

    def opened(self, path: str) -> AbstractContextManager[RawIOBase]:
        """Return one file to be read in pieces within the block."""
        return open_regular(self._folder / path)

    def part(self, path: str) -> FileBytes:
        """Return one file for a reader of cached files, which closes it."""
        return FileBytes(self._folder / path)


class OneFile:
    """A bundle that is one file."""

    def __init__(self, path: Path) -> None:
        """Read its directory.

        Raises:
            PayloadError: if it has none, or a damaged one.
        """
        self._packed = PackedFile(path)
        self.size = self._packed.size
        self.digest = self._packed.digest
        self.part = self._packed.part
        self.opened = self._packed.opened

    def list_paths(self) -> Iterator[tuple[str, bool]]:
        """Yield the paths of all files; none of them is a link."""
        return ((name, False) for name in self._packed.names)

    def content(self, path: str, at_most: int | None = None) -> bytes:
        """Return one whole file; an OSError if it has more than `at_most` bytes."""
        if at_most is not None and self._packed.size(path) > at_most:
            raise too_large(path, at_most)
        return self._packed.read(path)


def open_files(bundle: Path) -> BundleFiles:
    """A bundle's files, whichever form it has.

    Raises:
        PayloadError: if it is a file without a directory, or with a damaged one.
    """
    return BundleFolder(bundle) if bundle.is_dir() or bundle.suffix.lower() != SUFFIX \
        else OneFile(bundle)


def recipe_of(value: object) -> str:
    """The id of the recipe that a cached file says it was made with, "" if it says none."""
    recipe = value.get(RECIPE_KEY) if isinstance(value, Mapping) else None
    return recipe if isinstance(recipe, str) else ""


def look_into(files: BundleFiles, path: str) -> tuple[str, str]:
    """Read a cached file of a bundle whole.

    A trainer unpickles what it finds in a cache. So a file is taken only if the inert reader has
    read all of it and met nothing but tensors and plain values.

    Returns:
        The recipe it says, "" if it says none; and a clause about values that are no numbers, ""
        without any.

    Raises:
        UnsafePayloadError: if a trainer that opens it would run code from it.
        PayloadError: if it is anything else than a cached file.
        OSError: if it cannot be read.
    """
    if path.endswith(f"/{AGGREGATE_NAME}"):  # of any length, and without a recipe
        for _ in read_pt_rows(files.part(path)):
            pass
        return "", ""
    with PtFile(files.part(path)) as payload:
        recipe = recipe_of(with_arrays("", payload.value, info))
        clauses = (bad_values(array.name, payload.read_array(array.name), dtype_name=array.dtype)
                   for array in payload.contents().arrays)
        return recipe, next((
            clause for clause in clauses if clause and not isinstance(clause, BlankValues)), "")


def is_safe(path: str) -> bool:
    """Return whether a path cannot leave the bundle."""
    return _PLAIN_PATH.fullmatch(path) is not None or all(map(is_plain_name, path.split("/")))
