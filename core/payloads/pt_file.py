"""One opened torch payload: its directory, its members, its arrays' bytes, without torch.

On disk: a zip file with one top folder, in it `data.pkl` (the saved value as a pickle),
`data/<key>` (one run of bytes per storage, uncompressed, 64-byte aligned), `byteorder`, `version`
and marks that no reader needs. The pickle goes through inert stand-ins (`pt_pickle`), arrays are
numpy views of checked bytes.
"""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import Literal, Self

import numpy as np

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.dtypes import ARRAY_TYPES, Array, decode
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.inert import StorageRef, TensorRef
from larder.core.payloads.pickle_guard import REFUSED_HINT
from larder.core.payloads.pt_members import Members, info
from larder.core.payloads.pt_pickle import LARGEST_PICKLE, read_pickle
from larder.core.payloads.zip_directory import ZipDirectory

CONTAINER = "pt"

LARGEST_EXPANSION = 1 << 30
"""Bytes a tensor may have beyond its storage's: repeating an axis costs nothing on disk."""


class PtFile:
    """One torch payload, opened for reading; use it in a `with`.

    Opening reads the zip directory and the pickle. Each array's bytes are read, and their checksum
    compared, when it is asked for.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open `path`.

        Raises:
            PayloadError: if it is no torch payload, damaged, or its pickle is refused.
        """
        self._file = FileBytes(path)
        try:
            self._directory = ZipDirectory(self._file)
            self._folder = next(iter(self._directory.members), "").partition("/")[0]
            self.value = read_pickle(self._pickle(), payload=self._file.name)
            self.members = Members(self.value, payload=self._file.name)
            self._check_storages()
        except BaseException:
            self._file.close()
            raise
        self._checked: set[str] = set()
        self._latest: tuple[str, Array] | None = None

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
        """Its arrays and values, without any array's bytes."""
        found = self.members
        return PayloadContents(
            tuple([info(name, tensor) for name, tensor in found.arrays.items()]),
            found.values, CONTAINER, found.names,
        )  # fmt: skip

    def stored_array(self, name: str) -> Array:
        """One array as stored (see `dtypes`): a view of its storage's bytes in memory.

        Raises:
            PayloadError: if there is no such array, or its bytes are damaged.
        """
        tensor = self.members.arrays.get(name)
        if tensor is None:
            raise PayloadError(f"{self._file.name} holds no array {name!r}.")
        if tensor.bytes > tensor.storage.bytes + LARGEST_EXPANSION:
            raise self._file.damaged(f"repeats {name!r} to {tensor.bytes:,} bytes")
        stored_type = np.dtype(ARRAY_TYPES[tensor.dtype].stored).newbyteorder(self._byte_order())
        try:
            if tensor.bytes == 0:
                return np.empty(tensor.shape, dtype=stored_type)
            size = stored_type.itemsize
            view: Array = np.ndarray(
                tensor.shape, stored_type, self._storage(tensor.storage).data, tensor.offset * size,
                [stride * size for stride in tensor.strides],
            )  # fmt: skip
        except (ValueError, OverflowError) as error:
            raise self._file.damaged(f"describes {name!r} in an impossible way") from error
        return self._as_marked(name, tensor, view)

    def array(self, name: str) -> Array:
        """One array's values in memory of its own, C order, native byte order (see `decode`).

        Raises:
            PayloadError: as `stored_array`.
        """
        values = decode(self.stored_array(name), self.members.arrays[name].dtype)
        owner = values.base
        is_whole = not isinstance(owner, np.ndarray) or owner.nbytes == values.nbytes
        return values if is_whole and values.flags.c_contiguous else np.array(values, order="C")

    def array_crc(self, name: str) -> int | None:
        """The CRC-32 that the directory has of one array's bytes in C order, without reading them.

        Returns:
            None where it cannot be told: the file was written without checksums, or the array is
            not the whole of its storage as it lies there.

        Raises:
            PayloadError: if there is no such array.
        """
        tensor = self.members.arrays.get(name)
        if tensor is None:
            raise PayloadError(f"{self._file.name} holds no array {name!r}.")
        marked = tensor.is_conjugated or tensor.is_negated
        is_whole = tensor.bytes == tensor.storage.bytes and _lies_in_c_order(tensor)
        if marked or not is_whole or not self._directory.has_checksums:
            return None
        return self._directory.member(self._member_of(tensor.storage)).crc

    def verify(self) -> None:
        """Compare every checksum that was not compared yet.

        Raises:
            PayloadError: if any byte is not as written, or torch would miss a part.
        """
        if f"{self._folder}/version" not in self._directory.members:
            raise self._file.damaged("lacks its version mark")
        self._byte_order()
        for name in self._directory.members:
            if name not in self._checked:
                self._directory.check(name)

    def _pickle(self) -> bytes:
        name = f"{self._folder}/data.pkl"
        if name not in self._directory.members:
            raise PayloadError(f"{self._file.name} is a zip file, but no torch payload.")
        size = self._directory.member(name).bytes
        if size > LARGEST_PICKLE:
            raise PayloadError(
                f"{self._file.name} is refused: its pickle has {size:,} bytes, and no trainer "
                f"writes more than {LARGEST_PICKLE:,}.",
                REFUSED_HINT,
            )
        return self._directory.read(name)

    def _check_storages(self) -> None:
        for tensor in self.members.arrays.values():
            storage = tensor.storage
            if self._directory.member(self._member_of(storage)).bytes != storage.bytes:
                raise self._file.damaged(f"is damaged: storage {storage.key} has a wrong length")

    def _member_of(self, storage: StorageRef) -> str:
        return f"{self._folder}/data/{storage.key}"

    def _byte_order(self) -> Literal["<", ">"]:
        """As numpy writes it; torch before 2.1 left no mark and wrote as its machine did."""
        name = f"{self._folder}/byteorder"
        if name not in self._directory.members:
            return "<" if sys.byteorder == "little" else ">"
        mark = self._directory.read(name)
        if mark not in (b"little", b"big"):
            raise self._file.damaged("is damaged: its byte order is unknown")
        return "<" if mark == b"little" else ">"

    def _storage(self, storage: StorageRef) -> Array:
        """The bytes of a storage; the latest one is kept, because tensors share storages."""
        name = self._member_of(storage)
        if self._latest is None or self._latest[0] != name:
            self._latest = (name, self._directory.read_array(name))
            self._checked.add(name)
        return self._latest[1]

    def _as_marked(self, name: str, tensor: TensorRef, view: Array) -> Array:
        """Apply the two marks torch leaves on lazily conjugated or negated tensors."""
        if not (tensor.is_conjugated or tensor.is_negated):
            return view
        if view.dtype.kind not in "fc":
            raise self._file.damaged(f"marks {name!r} in a way no torch does")
        values: Array = np.conjugate(view) if tensor.is_conjugated else view
        return np.negative(values) if tensor.is_negated else values


def _lies_in_c_order(tensor: TensorRef) -> bool:
    """Whether its elements lie one after the other; an axis of one element may step anyhow."""
    step = 1
    for size, stride in zip(reversed(tensor.shape), reversed(tensor.strides), strict=True):
        if size > 1 and stride != step:
            return False
        step *= size
    return True
