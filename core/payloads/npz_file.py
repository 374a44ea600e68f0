"""One opened numpy payload: a zip file of `.npy` members, read without any pickle."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Self

import numpy as np

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import ArrayInfo, PayloadContents
from larder.core.payloads.dtypes import Array
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.npy_header import LONGEST_HEADER, NpyHeader, elements, parse_header
from larder.core.payloads.zip_directory import ZipDirectory

CONTAINER = "npz"
SUFFIX = ".npy"

CHECKED_WHEN_LISTED = 64 * 1024
"""Bytes of a member up to which listing compares its checksum, so that the header of a small array
cannot lie; that of a larger one still has to fit the member's length."""


class NpzFile:
    """One numpy payload, opened for reading; use it in a `with`. Arrays are read when asked for."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open `path`.

        Raises:
            PayloadError: if it is no `.npz` file, damaged, or holds something else than plain
                arrays.
        """
        self._file = FileBytes(path)
        try:
            self._directory = ZipDirectory(self._file)
            self.headers = {self._name(member): self._header(member) for member in self._members()}
        except BaseException:
            self._file.close()
            raise
        self._checked: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    @property
    def file_bytes(self) -> int:
        """Length of the file."""
        return self._file.size

    def contents(self) -> PayloadContents:
        """Its arrays, without their bytes."""
        return PayloadContents(
            tuple([
                ArrayInfo(name, header.dtype_name, header.shape, header.bytes)
                for name, header in self.headers.items()
            ]),
            {}, CONTAINER, tuple(self.headers),
        )  # fmt: skip

    def stored_array(self, name: str) -> Array:
        """One array as stored, a view of bytes in memory; bool as its byte (see `dtypes`).

        Raises:
            PayloadError: if there is no such array or its bytes are damaged.
        """
        header = self.headers.get(name)
        if header is None:
            raise PayloadError(f"{self._file.name} holds no array {name!r}.")
        content = self._directory.read_array(name + SUFFIX)
        self._checked.add(name + SUFFIX)
        array = elements(header, content)
        return array.view(np.uint8) if array.dtype.kind == "b" else array

    def array(self, name: str) -> Array:
        """One array's values in memory of its own, native byte order.

        Raises:
            PayloadError: as `stored_array`.
        """
        stored = self.stored_array(name)
        if self.headers[name].dtype.kind == "b":
            return np.asarray(stored != 0)
        return stored.astype(stored.dtype.newbyteorder("="), order="K")

    def verify(self) -> None:
        """Compare every checksum that was not compared yet.

        Raises:
            PayloadError: if any byte is not as written.
        """
        for name in self._directory.members:
            if name not in self._checked:
                self._directory.check(name)

    def _members(self) -> list[str]:
        if not self._directory.members:
            raise self._file.damaged("is empty: it holds no array")
        return list(self._directory.members)

    def _name(self, member: str) -> str:
        if not member.endswith(SUFFIX):
            raise PayloadError(f"{self._file.name} is a zip file, but holds {member!r}, no array.")
        return member.removesuffix(SUFFIX)

    def _header(self, name: str) -> NpyHeader:
        member = self._directory.member(name)
        if member.bytes <= CHECKED_WHEN_LISTED:
            begin = self._directory.read(name)
        else:
            begin = self._directory.read_beginning(name, LONGEST_HEADER)
        return parse_header(begin, member=name, member_bytes=member.bytes, file=self._file)
