"""Reads a tree: leaves as views of a read-only memory map, or as arrays of their own."""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from larder.core.errors import PayloadError
from larder.core.payloads.dtypes import Array
from larder.core.payloads.file_bytes import DAMAGED_HINT
from larder.core.payloads.tree.errors import DamagedLeafError
from larder.core.payloads.tree.leaf_types import LeafType, values_of
from larder.core.payloads.tree.manifest import Manifest, StoredNode, digest_of
from larder.core.payloads.tree.nodes import PathTexts, rebuild
from larder.core.payloads.tree.places import data_of, read_manifest

Bytes = bytes | mmap.mmap
_TRIES = 50
"""How often a tree is opened anew when another process replaces it in between."""


@dataclass(frozen=True, slots=True)
class LoadOptions:
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
    records of one field that is named as the type and holds its bits (see `bit_types`).

    Args:
        path: the manifest.
        options: see there.

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
    with data.open("rb") as file:
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
