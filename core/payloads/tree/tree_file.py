"""One opened tree as a payload among others: listed, read and verified like a `.pt` or `.npz`.

Plain reads instead of a map (see `file_bytes`), so that a bad sector is a sentence.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import ArrayInfo, PayloadContents
from larder.core.payloads.dtypes import Array, decode
from larder.core.payloads.file_bytes import DAMAGED_HINT, FileBytes
from larder.core.payloads.tree.errors import DamagedLeafError
from larder.core.payloads.tree.leaf_types import LeafType
from larder.core.payloads.tree.load import check_size
from larder.core.payloads.tree.manifest import Manifest, StoredNode, digest_of
from larder.core.payloads.tree.nodes import PathTexts
from larder.core.payloads.tree.paths import key_text
from larder.core.payloads.tree.places import (
    DATA_SUFFIX,
    data_of,
    manifest_of,
    read_manifest,
)

CONTAINER = "tree"
_GAP_BYTES = 1 << 20
"""Bytes between leaves that are read at once to see that they are zero."""


class TreeFile:
    """One tree, opened for reading by its manifest or its data; use it in a `with`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open `path`, the manifest or the data.

        Raises:
            PayloadError: if it is no tree, its data is missing or of a wrong length, or its
                manifest is damaged or contradicts itself.
        """
        given = Path(path)
        self._name = given.name
        self._data: FileBytes | None = None
        manifest_path = manifest_of(given) if given.suffix.lower() == DATA_SUFFIX else given
        with FileBytes(manifest_path) as manifest_file:  # its sentences for what is no file
            manifest_bytes = manifest_file.size
        self._manifest = read_manifest(manifest_path)
        data = data_of(manifest_path, self._manifest)
        data_bytes = _size(data) if data is not None else 0
        check_size(self._manifest, data_bytes, manifest_path.name)
        self.file_bytes = manifest_bytes + data_bytes
        self._end = data_bytes
        texts = PathTexts(self._manifest.nodes)
        self._leaves: dict[str, tuple[StoredNode, LeafType]] = {
            texts[place]: (node, kind) for place, node, kind in self._manifest.leaves()}
        self._checked: set[str] = set()
        if data is not None and data_bytes:
            self._data = FileBytes(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._data is not None:
            self._data.close()

    def contents(self) -> PayloadContents:
        """Its leaves, named by the texts of their paths; mappings without members as values."""
        nodes = self._manifest.nodes
        return PayloadContents(
            tuple([
                ArrayInfo(text, kind.name, node.shape, node.bytes)
                for text, (node, kind) in self._leaves.items()
            ]),
            _empty_mappings(self._manifest),
            CONTAINER,
            tuple([key_text(node.key) for node in nodes if node.parent == 0]),
        )

    def stored_array(self, name: str) -> Array:
        """One leaf as stored (see `dtypes`), in memory of its own, its digest compared.

        Raises:
            PayloadError: if there is no such leaf or its bytes are damaged.
        """
        if name not in self._leaves:
            raise PayloadError(f"{self._name} holds no array {name!r}.")
        node, kind = self._leaves[name]
        content = np.empty(node.bytes, np.uint8)
        if node.bytes and self._data is not None:
            self._data.read_into(node.offset, content.data)
        if node.digest and name not in self._checked:
            if digest_of(content.data) != node.digest:
                raise self._damaged(name)
            self._checked.add(name)
        if not node.bytes:
            bits: Array = np.empty(node.shape, kind.stored)
        else:
            bits = content.view(kind.stored).reshape(node.shape)
        return bits.view(np.uint8) if bits.dtype.kind == "b" else bits

    def array(self, name: str) -> Array:
        """One leaf's values in memory of its own, native byte order (see `decode`).

        Raises:
            PayloadError: as `stored_array`.
        """
        return decode(self.stored_array(name), self._leaves[name][1].name)

    def verify(self) -> None:
        """Compare every digest not compared yet, and that only zeros lie between leaves of ours.

        Raises:
            DamagedLeafError: naming the first leaf that is wrong.
        """
        end = 0
        for name, (node, _) in sorted(self._leaves.items(), key=lambda leaf: leaf[1][0].offset):
            if node.digest and node.bytes:
                self._check_gap(name, end, node.offset)
                end = node.offset + node.bytes
            if name not in self._checked:
                self.stored_array(name)

    def _check_gap(self, name: str, start: int, end: int) -> None:
        while start < end and self._data is not None:
            count = min(_GAP_BYTES, end - start)
            if self._data.read(start, count).strip(b"\0"):
                raise self._damaged(name)
            start += count

    def _damaged(self, name: str) -> DamagedLeafError:
        return DamagedLeafError(
            name, f"The leaf {name} of {self._name} is damaged: its bytes are not those that were "
                  f"written.", DAMAGED_HINT)


def _size(data: Path) -> int:
    try:
        return data.stat().st_size
    except FileNotFoundError as error:
        raise PayloadError(f"The data file {data.name} is missing.", DAMAGED_HINT) from error
    except OSError as error:
        raise PayloadError(f"{data.name} cannot be read: {error.strerror or error}.") from error


def _empty_mappings(manifest: Manifest) -> dict[str, object]:
    parents = {node.parent for node in manifest.nodes}
    texts = PathTexts(manifest.nodes)
    return {
        texts[place]: {}
        for place, node in enumerate(manifest.nodes)
        if node.kind is None and place not in parents
    }
