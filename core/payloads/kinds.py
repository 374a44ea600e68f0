"""The kinds of payload, and opening one whose kind is not known yet."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.dtypes import Array
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.npz_file import SUFFIX as NPY_SUFFIX
from larder.core.payloads.npz_file import NpzFile
from larder.core.payloads.pt_file import PtFile
from larder.core.payloads.tree.places import (
    DATA_SUFFIX,
    HEAD_BYTES,
    MANIFEST_SUFFIX,
    is_manifest_head,
)
from larder.core.payloads.tree.tree_file import TreeFile
from larder.core.payloads.zip_directory import ZipDirectory


class OpenPayload(Protocol):
    """A payload opened for reading, whatever its kind."""

    @property
    def file_bytes(self) -> int:
        """Length of the file."""

    def contents(self) -> PayloadContents:
        """Its arrays and values, without the arrays' bytes."""

    def stored_array(self, name: str) -> Array:
        """One array as stored, its checksum compared; PayloadError if it is damaged."""

    def array(self, name: str) -> Array:
        """One array's values in memory of its own; PayloadError if it is damaged."""

    def verify(self) -> None:
        """Compare every checksum not compared yet; PayloadError if one is wrong."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


KINDS: dict[str, Callable[[str | os.PathLike[str]], OpenPayload]] = {
    ".pt": PtFile,
    ".npz": NpzFile,
    MANIFEST_SUFFIX: TreeFile,
    DATA_SUFFIX: TreeFile,
}
"""What opens a payload, by suffix in lower case."""


def open_payload(path: str | os.PathLike[str]) -> OpenPayload:
    """Open a payload of any known kind; use the result in a `with`.

    The kind is the last suffix that is known, so that an unfinished write
    ("….pt.4711.1400.tmp") is opened as what it was to become; without one, the file is looked into.

    Raises:
        PayloadError: if it is of no known kind, damaged or refused.
    """
    for suffix in reversed(Path(path).suffixes):
        if suffix.lower() in KINDS:
            return KINDS[suffix.lower()](path)
    return KINDS[_suffix_by_content(path)](path)


def _suffix_by_content(path: str | os.PathLike[str]) -> str:
    with FileBytes(path) as file:
        unknown = PayloadError(
            f"{file.name} is no payload of a known kind.",
            "Known are torch files (.pt), numpy files (.npz) and trees (.manifest with .data).",
        )
        if is_manifest_head(file.read(0, min(file.size, HEAD_BYTES))):
            return MANIFEST_SUFFIX
        try:
            members = ZipDirectory(file).members
        except PayloadError as error:
            raise unknown from error
    if any(name.endswith("/data.pkl") for name in members):
        return ".pt"
    if members and all(name.endswith(NPY_SUFFIX) for name in members):
        return ".npz"
    raise unknown
