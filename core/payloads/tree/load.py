"""Reads a tree: leaves as views of a read-only memory map, or as arrays of their own.

A tree is a manifest and the data it names. `TreeFile` opens one as a payload among others, listed,
read and verified like a `.pt` or `.npz`: by plain reads (see `file_bytes`), so that a bad sector is
a sentence, or of a map where a loop asks for one.
"""

from __future__ import annotations

import errno
import functools
import json
import mmap
import os
import re
from pathlib import Path
from typing import Any

import numpy as np

from larder.core.errors import PayloadError, error_reason
from larder.core.files.regular_file import open_regular, read_start
from larder.core.files.store_paths import is_plain_name
from larder.core.files.temp_names import is_own_temp
from larder.core.payloads.arrays import ArrayInfo, OpenPayload, PayloadContents
from larder.core.payloads.dtypes import Array, decode
from larder.core.payloads.file_bytes import DAMAGED_HINT, FileBytes, MappedBytes
from larder.core.payloads.tree.manifest import (
    HEAD,
    MalformedManifestError,
    TreeManifest,
    decode_manifest,
    decode_original,
    digest_of,
    looks_original,
)
from larder.core.payloads.tree.nodes import LeafType, Node, PathTexts, rebuild, values_of
from larder.core.payloads.tree.paths import DamagedLeafError, key_text

MANIFEST_SUFFIX = ".manifest"
DATA_SUFFIX = ".data"
HEAD_BYTES = 4096
"""Enough of a manifest to tell whose it is and what data it names."""

OWN_DATA = re.compile(r"(?P<stem>.+)\.[0-9a-f]{16}\.data", re.DOTALL)
"""Data of ours; the digits are new with each save."""

_NAMED_DATA = re.compile(rb'\{"format":"larder\.tree/1","data":(?:("(?:[^"\\]|\\.)+")|null),')

CONTAINER = "tree"
_GAP_BYTES = 1 << 20
"""Bytes between leaves that are read at once to see that they are zero."""

_TRIES = 50
"""How often a tree is opened anew when another process replaces it in between."""


def new_data_name(manifest: Path) -> str:
    """A name for the data of one save that no other save has."""
    return f"{manifest.name.removesuffix(MANIFEST_SUFFIX)}.{os.urandom(8).hex()}{DATA_SUFFIX}"


def is_manifest_head(head: bytes) -> bool:
    """Return whether a file's first bytes are those of a tree manifest, ours or the original's."""
    return head.startswith(HEAD) or looks_original(head)


def parse_data_name(head: bytes) -> str | None:
    """The data file a manifest of ours names in its head; "" for none, None if it is not ours."""
    match = _NAMED_DATA.match(head)
    if match is None:
        return None
    try:
        return str(json.loads(match.group(1) or b'""'))
    except ValueError:  # damaged
        return ""


def read_head(path: Path) -> bytes:
    """The first bytes of a file.

    Raises:
        OSError: if it cannot be read.
    """
    return read_start(path, HEAD_BYTES)


def find_data(manifest: Path) -> Path | None:
    """The data that the manifest of this name stands for now, by its head alone.

    None without a manifest or data; data of the original only if it is "<stem>.data".
    """
    try:
        head = read_head(manifest)
    except OSError:
        return None
    named = parse_data_name(head)
    if named is None and looks_original(head):
        named = manifest.name.removesuffix(manifest.suffix) + DATA_SUFFIX
    if not named or not is_plain_name(named) or named == manifest.name:
        return None
    found = manifest.with_name(named)
    return found if found.is_file() else None


def read_manifest(path: Path) -> TreeManifest:
    """The manifest of a tree, ours or the original's.

    Raises:
        PayloadError: if it is missing, cannot be read, is damaged, or contradicts itself.
    """
    with FileBytes(path) as file:
        return _parse_manifest(file)


def _parse_manifest(file: FileBytes) -> TreeManifest:
    content = file.read(0, file.size)
    try:
        if content.startswith(HEAD):
            return decode_manifest(content)
        if looks_original(content[:HEAD_BYTES]):
            return decode_original(content)
    except MalformedManifestError as error:
        raise PayloadError(f"{file.name} {error}.", DAMAGED_HINT) from error
    raise PayloadError(f"{file.path} is not a tree manifest.")


def data_of(path: Path, manifest: TreeManifest) -> Path | None:
    """The data file of a manifest that was read from `path`; None when it needs none.

    The original names it nowhere: it is the one with the same stem and ".data", with no suffix, or
    the only other file with the same stem.

    Raises:
        PayloadError: if there is none, or several could be it.
    """
    if not manifest.is_original:
        return path.with_name(manifest.data) if manifest.data else None
    stem = path.name.removesuffix(path.suffix)
    for name in (stem + DATA_SUFFIX, stem):
        if name != path.name and path.with_name(name).is_file():
            return path.with_name(name)
    with os.scandir(path.parent) as entries:
        others = [entry.name for entry in entries
                  if entry.name.startswith(f"{stem}.") and entry.name != path.name
                  and not is_own_temp(entry.name) and not OWN_DATA.fullmatch(entry.name)]
    if len(others) == 1:
        return path.with_name(others[0])
    if not others and not any(node.bytes for node in manifest.nodes):
        return None
    raise PayloadError(
        f"The data file of {path.name} is missing." if not others
        else f"Several files could hold the data of {path.name}.",
        "" if others else DAMAGED_HINT)


def manifest_of(data: Path) -> Path:
    """The manifest that belongs to a data file.

    Raises:
        PayloadError: if none beside it does.
    """
    own = OWN_DATA.fullmatch(data.name)
    stems = [own["stem"]] if own else []
    for stem in (*stems, data.name.removesuffix(DATA_SUFFIX)):
        found = data.with_name(stem + MANIFEST_SUFFIX)
        try:
            named = parse_data_name(read_head(found))
        except OSError:
            continue
        if named is None or named == data.name:
            return found
    raise PayloadError(
        f"{data.name} has no manifest next to it.",
        "A tree's data can only be read with its manifest.")


def load_tree(
    path: Path, *, data: Path | None = None, check: bool = True, mapped: bool = True
) -> Any:
    """The tree of a manifest, ours or the original's.

    bfloat16 and 8-bit floats have the types of ml_dtypes where that is installed, else they are
    records of one field that is named as the type and holds its bits (see `dtypes`).

    Args:
        path: the manifest.
        data: its data file where a manifest of the original does not have it beside it.
        check: whether digests are compared. Without it only sizes and places are; a map then
            touches no page of the data.
        mapped: leaves are read-only views of the file, mapped into memory; else writable arrays.

    Returns:
        Nested dicts of arrays, or one array for a tree that is one leaf.

    Raises:
        FileNotFoundError: if there is no manifest.
        DamagedLeafError: naming the first leaf that is not as it was written.
        PayloadError: if the tree is damaged otherwise, contradicts itself, or cannot be read.
    """
    with _open_file(path, data, mapped=mapped) as tree:
        return rebuild(tree.manifest.nodes, tree.leaves(check=check).get)


def load_flat(
    path: Path, *, data: Path | None = None, check: bool = True, mapped: bool = True
) -> dict[str, Any]:
    """The leaves of a tree by the texts of their paths, as `load_tree` gives them."""
    with _open_file(path, data, mapped=mapped) as tree:
        leaves = tree.leaves(check=check)
        return {text: leaves[place] for text, place in tree.places.items()}


def _open_file(path: Path, data: Path | None, *, mapped: bool) -> TreeFile:
    try:
        return TreeFile(path, data=data, mapped=mapped)
    except PayloadError as error:
        if path.exists():
            raise
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from error


class TreeFile(OpenPayload):
    """One tree, opened by its manifest or its data.

    Attributes:
        manifest: what is in it.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, data: Path | None = None, mapped: bool = False
    ) -> None:
        """Open `path`, the manifest or the data.

        Args:
            path: one of both.
            data: as for `load_tree`.
            mapped: the data is mapped into memory, and leaves are views of it.

        Raises:
            PayloadError: if it is no tree, its data is missing or of a wrong length, or its
                manifest is damaged or contradicts itself.
        """
        given = Path(path)
        self._name, self._is_mapped = given.name, mapped
        manifest = manifest_of(given) if given.suffix.lower() == DATA_SUFFIX else given
        self._data = self._open_both(manifest, data, mapped=mapped)
        self._checked: set[int] = set()
        try:
            self._check_size()
        except PayloadError:
            self.close()
            raise

    def _open_both(self, path: Path, data: Path | None, *, mapped: bool) -> FileBytes | None:
        """Both files of one save: data goes away when another process replaces the tree."""
        name = ""
        for _ in range(_TRIES):
            with FileBytes(path) as file:
                self.manifest, self.file_bytes = _parse_manifest(file), file.size
            named = data or data_of(path, self.manifest)
            if named is None:
                return None
            try:
                opened = _open_data(named, mapped=mapped)
            except FileNotFoundError:
                before, name = name, named.name
                if self.manifest.is_original or name == before:
                    break
                continue
            self.file_bytes += 0 if opened is None else opened.size
            return opened
        raise PayloadError(f"The data file {name} is missing.", DAMAGED_HINT)

    @functools.cached_property
    def places(self) -> dict[str, int]:
        """Places of its leaves by the texts of their paths, in the tree's order."""
        texts = PathTexts(self.manifest.nodes)
        return {texts[place]: place for place, _, _ in self.manifest.leaves()}

    def close(self) -> None:
        """Close the file; what was given of a map stays."""
        if self._data is not None:
            self._data.close()

    def contents(self) -> PayloadContents:
        """Its leaves, named by the texts of their paths; mappings without members as values."""
        nodes = self.manifest.nodes
        parents, texts = {node.parent for node in nodes}, PathTexts(nodes)
        return PayloadContents(
            tuple([
                ArrayInfo(text, node.kind.name, node.shape, node.bytes)
                for text, place in self.places.items()
                if (node := nodes[place]).kind is not None
            ]),
            {texts[place]: {} for place, node in enumerate(nodes)
             if node.kind is None and place not in parents},
            CONTAINER,
            tuple([key_text(node.key) for node in nodes if node.parent == 0]),
        )

    def leaves(self, *, check: bool) -> dict[int, Array]:
        """Every leaf by its place, with its own type; writable where the data is not mapped.

        Raises:
            DamagedLeafError: naming the first leaf that is wrong, if they are to be checked.
        """
        found = {place: values_of(self._bits(place, check=check), kind)
                 for place, _, kind in self._by_offset()}
        if check:
            self.verify()
        return found

    def read_array(self, name: str) -> Array:
        """One leaf, in memory of its own."""
        if name not in self.places:
            raise PayloadError(f"{self._name} contains no array {name!r}.")
        bits = self._bits(self.places[name])
        return bits.view(np.uint8) if bits.dtype.kind == "b" else bits

    def array(self, name: str) -> Array:
        """Return one leaf by name; see `OpenPayload.array`."""
        stored = self.read_array(name)
        kind = self.manifest.nodes[self.places[name]].kind
        assert kind is not None
        return decode(stored, kind.name)

    def verify(self) -> None:
        """Compare every digest not compared yet, and that only zeros lie around leaves of ours.

        Raises:
            DamagedLeafError: naming the first leaf that is wrong; the last one for what is wrong
                behind it.
        """
        end, last = 0, 0
        for place, node, _ in self._by_offset():
            if node.digest and node.bytes:
                self._check_gap(place, end, node.offset)
                end, last = node.offset + node.bytes, place
            if place not in self._checked:
                self._bits(place)
        if not self.manifest.is_original:
            self._check_gap(last, end, self.manifest.bytes or 0)

    def _by_offset(self) -> list[tuple[int, Node, LeafType]]:
        return sorted(self.manifest.leaves(), key=lambda leaf: leaf[1].offset)

    def _bits(self, place: int, *, check: bool = True) -> Array:
        """A leaf's elements as they lie on disk, its digest compared; of the original it has none.

        Raises:
            DamagedLeafError: if they are not as they were written.
        """
        node, data = self.manifest.nodes[place], self._data
        assert node.kind is not None
        if data is None or not node.bytes:
            content: Any = memoryview(b"")
            bits: Array = np.empty(node.shape, node.kind.stored)
            bits.flags.writeable = not self._is_mapped  # as the leaves that have bytes
        elif data.view is not None:
            content = data.view[node.offset:node.offset + node.bytes]
            bits = np.ndarray(node.shape, node.kind.stored, content)
        else:
            content = np.empty(node.bytes, np.uint8)
            data.read_into(node.offset, content.data)
            bits = content.view(node.kind.stored).reshape(node.shape)
        if check and node.digest and place not in self._checked \
                and digest_of(content) != node.digest:
            raise self._make_damage_error(place)
        self._checked.add(place)
        return bits

    def _check_gap(self, place: int, start: int, end: int) -> None:
        while start < end and self._data is not None:
            count = min(_GAP_BYTES, end - start)
            if self._data.read(start, count).strip(b"\0"):
                raise self._make_damage_error(place)
            start += count

    def _check_size(self) -> None:
        """Make sure that the data is as long as the manifest says."""
        size = 0 if self._data is None else self._data.size
        if self.manifest.bytes == size:
            return
        for place, node, _ in self._by_offset():
            if node.bytes and node.offset + node.bytes > size:
                text = PathTexts(self.manifest.nodes)[place]
                raise DamagedLeafError(
                    text, f"The data of {self._name} is incomplete: it ends at {size:,} bytes, "
                          f"before the end of the leaf {text}.", DAMAGED_HINT)
        if self.manifest.bytes is not None:
            raise PayloadError(
                f"The data of {self._name} has {size:,} bytes instead of {self.manifest.bytes:,}.",
                DAMAGED_HINT)

    def _make_damage_error(self, place: int) -> DamagedLeafError:
        text = PathTexts(self.manifest.nodes)[place]
        return DamagedLeafError(
            text, f"The leaf {text} of {self._name} is damaged: its content is not what was "
                  "written.", DAMAGED_HINT)


def _open_data(data: Path, *, mapped: bool) -> FileBytes | None:
    """The bytes of a data file; None if it has none, for an empty file cannot be mapped.

    Raises:
        FileNotFoundError: if it is not there.
        PayloadError: if it cannot be read.
    """
    try:
        with open_regular(data) as file:
            if file.seek(0, os.SEEK_END) == 0:
                return None
            if mapped:
                whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                return MappedBytes(data.name, memoryview(whole))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise PayloadError(f"{data} cannot be read: {error_reason(error)}.") from error
    return FileBytes(data)
