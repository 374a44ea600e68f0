"""Reads a tree: leaves as views of a read-only memory map, or as arrays of their own.

A tree is a manifest and the data it names. `TreeFile` opens one as a payload among others, listed,
read and verified like a `.pt` or `.npz`, by plain reads instead of a map (see `file_bytes`), so
that a bad sector is a sentence.
"""

from __future__ import annotations

import json
import mmap
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from larder.core.errors import PayloadError
from larder.core.files.regular_file import open_regular, read_regular, read_start
from larder.core.files.store_paths import is_plain_name
from larder.core.files.temp_names import is_own_temp
from larder.core.payloads.arrays import ArrayInfo, OpenPayload, PayloadContents
from larder.core.payloads.dtypes import Array, decode
from larder.core.payloads.file_bytes import DAMAGED_HINT, FileBytes
from larder.core.payloads.tree.manifest import (
    HEAD,
    MalformedManifestError,
    Manifest,
    StoredNode,
    decode_manifest,
    decode_original,
    digest_of,
    looks_original,
)
from larder.core.payloads.tree.nodes import LeafType, PathTexts, rebuild, values_of
from larder.core.payloads.tree.paths import DamagedLeafError, key_text

MANIFEST_SUFFIX = ".manifest"
DATA_SUFFIX = ".data"
HEAD_BYTES = 4096
"""Enough of a manifest to tell whose it is and what data it names."""

OWN_DATA = re.compile(r"(?P<stem>.+)\.[0-9a-f]{16}\.data", re.DOTALL)
"""Data of ours; the digits are new with each save."""

_NAMED_DATA = re.compile(rb'\{"format":"larder\.tree/1","data":(?:("(?:[^"\\]|\\.)+")|null),')


def new_data_name(manifest: Path) -> str:
    """A name for the data of one save that no other save has."""
    return f"{manifest.name.removesuffix(MANIFEST_SUFFIX)}.{os.urandom(8).hex()}{DATA_SUFFIX}"


def is_manifest_head(head: bytes) -> bool:
    """Whether a file that begins like this is the manifest of a tree, ours or the original's."""
    return head.startswith(HEAD) or looks_original(head)


def named_data(head: bytes) -> str | None:
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


def data_beside(manifest: Path) -> Path | None:
    """The data that the manifest of this name stands for now, by its head alone.

    None without a manifest or data; data of the original only if it is "<stem>.data".
    """
    try:
        head = read_head(manifest)
    except OSError:
        return None
    named = named_data(head)
    if named is None and looks_original(head):
        named = manifest.name.removesuffix(manifest.suffix) + DATA_SUFFIX
    if not named or not is_plain_name(named) or named == manifest.name:
        return None
    found = manifest.with_name(named)
    return found if found.is_file() else None


def read_manifest(path: Path) -> Manifest:
    """The manifest of a tree, ours or the original's.

    Raises:
        FileNotFoundError: if there is none.
        PayloadError: if it cannot be read, is damaged, or contradicts itself.
    """
    try:
        content = read_regular(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise PayloadError(f"{path.name} cannot be read: {error.strerror or error}.") from error
    try:
        if content.startswith(HEAD):
            return decode_manifest(content)
        if looks_original(content[:HEAD_BYTES]):
            return decode_original(content)
    except MalformedManifestError as error:
        raise PayloadError(f"{path.name} {error}.", DAMAGED_HINT) from error
    raise PayloadError(f"{path.name} is no manifest of a tree.")


def data_of(path: Path, manifest: Manifest) -> Path | None:
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
            named = named_data(read_head(found))
        except OSError:
            continue
        if named is None or named == data.name:
            return found
    raise PayloadError(
        f"{data.name} belongs to no manifest beside it.",
        "A tree's data can only be read with its manifest.")


Bytes = bytes | mmap.mmap
_TRIES = 50
"""How often a tree is opened anew when another process replaces it in between."""


class LoadOptions(msgspec.Struct, frozen=True):
    """How a tree is read.

    Attributes:
        data: its data file where a manifest of the original does not have it beside it.
        check: whether digests are compared. Without it only sizes and places are; a map then
            touches no page of the data.
        mapped: leaves are read-only views of the file, mapped into memory; else writable arrays.
    """

    data: Path | None = None
    check: bool = True
    mapped: bool = True


DEFAULT = LoadOptions()


def load_tree(path: Path, *, options: LoadOptions = DEFAULT) -> Any:
    """The tree of a manifest, ours or the original's.

    bfloat16 and 8-bit floats have the types of ml_dtypes where that is installed, else they are
    records of one field that is named as the type and holds its bits (see `dtypes`).

    Returns:
        Nested dicts of arrays, or one array for a tree that is one leaf.

    Raises:
        FileNotFoundError: if there is no manifest.
        DamagedLeafError: naming the first leaf that is not as it was written.
        PayloadError: if the tree is damaged otherwise, contradicts itself, or cannot be read.
    """
    manifest, content = open_tree(path, options)
    nodes = manifest.nodes

    def leaf_at(place: int) -> Array | None:
        node = nodes[place]
        return None if node.kind is None else _leaf(content, node, node.kind, options)

    return rebuild(nodes, leaf_at)


def load_flat(path: Path, *, options: LoadOptions = DEFAULT) -> dict[str, Any]:
    """The leaves of a tree by the texts of their paths, as `load_tree` gives them."""
    manifest, content = open_tree(path, options)
    texts = PathTexts(manifest.nodes)
    return {
        texts[place]: _leaf(content, node, kind, options)
        for place, node, kind in manifest.leaves()
    }


def open_tree(path: Path, options: LoadOptions = DEFAULT) -> tuple[Manifest, Bytes]:
    """A tree's manifest and the bytes it is about, checked as far as asked.

    Raises:
        As `load_tree`.
    """
    manifest, content = _manifest_and_bytes(path, options)
    check_size(manifest, len(content), path.name)
    if options.check:
        check_digests(manifest, content, path.name)
    return manifest, content


def check_size(manifest: Manifest, size: int, name: str) -> None:
    """Make sure that the data is as long as the manifest says.

    Raises:
        DamagedLeafError: naming the first leaf whose bytes are missing.
        PayloadError: if the data is longer than a manifest of ours says.
    """
    if manifest.bytes == size:
        return
    for place, node, _ in sorted(manifest.leaves(), key=lambda leaf: leaf[1].offset):
        if node.bytes and node.offset + node.bytes > size:
            text = PathTexts(manifest.nodes)[place]
            raise DamagedLeafError(
                text, f"The data of {name} is cut short: {size:,} bytes do not reach the end of "
                      f"the leaf {text}.", DAMAGED_HINT)
    if manifest.bytes is not None:
        raise PayloadError(
            f"The data of {name} has {size:,} bytes instead of {manifest.bytes:,}.", DAMAGED_HINT)


def check_digests(manifest: Manifest, content: Bytes, name: str) -> None:
    """Compare every leaf's digest, and that what lies between leaves is zero.

    Leaves of the original have no digest; of those nothing is compared.

    Raises:
        DamagedLeafError: naming the first leaf that is wrong.
    """
    view = memoryview(content)
    end = 0
    for place, node, _ in sorted(manifest.leaves(), key=lambda leaf: leaf[1].offset):
        if not node.digest:
            continue
        first = min(end, node.offset) if node.bytes else node.offset
        padding_is_zero = not bytes(view[first : node.offset]).strip(b"\0")
        digest = digest_of(view[node.offset : node.offset + node.bytes])
        end = max(end, node.offset + node.bytes)  # a leaf without bytes may lie anywhere
        if digest != node.digest or not padding_is_zero:
            text = PathTexts(manifest.nodes)[place]
            raise DamagedLeafError(
                text, f"The leaf {text} of {name} is damaged: its bytes are not those that were "
                      f"written.", DAMAGED_HINT)


def _manifest_and_bytes(path: Path, options: LoadOptions) -> tuple[Manifest, Bytes]:
    """Both of one save: data goes away when another process replaces the tree."""
    for _ in range(_TRIES):
        manifest = read_manifest(path)
        data = options.data or data_of(path, manifest)
        if data is None:
            return manifest, b""
        try:
            return manifest, _mapped(data)
        except FileNotFoundError:
            if manifest.is_original or read_manifest(path).data == manifest.data:
                break
        except OSError as error:
            raise PayloadError(f"{data.name} cannot be read: {error.strerror or error}.") from error
    raise PayloadError(f"The data file of {path.name} is missing.", DAMAGED_HINT)


def _mapped(data: Path) -> Bytes:
    with open_regular(data) as file:
        # An empty file cannot be mapped.
        empty = file.seek(0, 2) == 0
        return b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _leaf(
    content: Bytes, node: StoredNode, kind: LeafType, options: LoadOptions
) -> Array:
    if node.bytes:
        bits: Array = np.ndarray(node.shape, kind.stored, content, node.offset)
        if not options.mapped:
            bits = bits.copy()
    else:
        bits = np.empty(node.shape, kind.stored)
        bits.flags.writeable = not options.mapped
    return values_of(bits, kind)


CONTAINER = "tree"
_GAP_BYTES = 1 << 20
"""Bytes between leaves that are read at once to see that they are zero."""


class TreeFile(OpenPayload):
    """One tree, opened by its manifest or its data."""

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

    def close(self) -> None:
        """Close the file."""
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
        """One leaf, in memory of its own."""
        if name not in self._leaves:
            raise PayloadError(f"{self._name} holds no array {name!r}.")
        node, kind = self._leaves[name]
        content = np.empty(node.bytes, np.uint8)
        if node.bytes and self._data is not None:
            self._data.read_into(node.offset, content.data)
        is_new = node.digest and name not in self._checked
        if is_new and digest_of(content.data) != node.digest:
            raise self._damaged(name)
        self._checked.add(name)
        if not node.bytes:
            bits: Array = np.empty(node.shape, kind.stored)
        else:
            bits = content.view(kind.stored).reshape(node.shape)
        return bits.view(np.uint8) if bits.dtype.kind == "b" else bits

    def array(self, name: str) -> Array:
        """As everywhere."""
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
