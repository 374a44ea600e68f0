"""Writes a tree: leaf by leaf into data of a new name, then the manifest that names it.

Replacing the manifest is the commit. Killed before it, the old tree is there whole and new data
lies unnamed; killed after it, the new tree is there and the old data lies unnamed. Either is
removed by a sweep, which knows from the manifest's temporary file whether a save is still at work:
that file is made before the data gets its name and is gone when the manifest is replaced.

`export_tree` writes the original's pair instead, leaf bytes in one file and a Python list beside
it. The pair's names are fixed, so that two files would have to change at once to replace an older
pair; files that are there already are refused. The data is published first: a manifest is never
there without the data it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
import xxhash
from msgspec.structs import replace

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import pending_file, write_atomically
from larder.core.files.store_paths import check_plain_name
from larder.core.payloads.dtypes import Array, decode
from larder.core.payloads.tree.load import DATA_SUFFIX, MANIFEST_SUFFIX, find_data, new_data_name
from larder.core.payloads.tree.manifest import TreeManifest, encode_manifest, encode_original
from larder.core.payloads.tree.nodes import (
    NO_PARENT,
    LeafType,
    Node,
    UnsupportedTypeError,
    bits_of,
    flatten,
    list_remaining_nodes,
    path_of,
    type_of,
)
from larder.core.payloads.tree.paths import InvalidTreeError, TreePath, path_text
from larder.core.payloads.value_checks import chunks

ALIGN = 64
"""Bytes that leaves begin at multiples of: what the widest vector loads want."""

_SLICE_BYTES = 4 << 20
"""Written and digested at once: past the writer's buffer, still near the processor's cache."""

Transform = Callable[[Array], Array]
Order = Callable[[TreePath], Any]


@dataclass(frozen=True, slots=True)
class SaveOptions:
    """How a tree is written.

    Attributes:
        align: a power of two; each leaf begins at a multiple of it.
        order: given a path, what to sort the leaves' bytes by, None to leave the leaf out. Called
            once per leaf. The mappings keep their own order.
        transforms: by path, what makes the array to write of the leaf. Called once each.
        fsync: whether files and folder are flushed to the drive.
    """

    align: int = ALIGN
    order: Order | None = None
    transforms: Mapping[TreePath, Transform] = field(default_factory=dict)
    fsync: bool = True

    def __post_init__(self) -> None:
        if self.align < 1 or self.align & (self.align - 1):
            raise ValueError(f"leaves cannot be aligned to {self.align}: it is no power of two")


DEFAULT = SaveOptions()


@dataclass(frozen=True, slots=True)
class WritingPlan:
    """A checked tree: its nodes, and the places of the leaves in the order of their bytes."""

    nodes: list[Node]
    order: list[int]
    transforms: dict[int, Transform]


def save_tree(
    path: Path,
    tree: object,
    *,
    options: SaveOptions = DEFAULT,
    admit: Callable[[int], bool] | None = None,
) -> int | None:
    """Write a tree, or replace the one that is there.

    Beyond the tree, memory is needed for one leaf at most: one that a transform makes.

    Args:
        path: the manifest, usually "<name>.manifest"; its folder must exist.
        tree: nested mappings of numpy arrays, or one such leaf. Keys are texts,
            numbers, bools, None, bytes, and tuples or frozensets of such.
        options: alignment, order, transforms.
        admit: asked before the commit whether a tree of so many bytes may be published.

    Returns:
        The sizes of both files; None if it was not admitted, and nothing has changed then.

    Raises:
        InvalidTreeError: naming the path of a node that cannot be written, before any file is
            touched; or of a leaf whose transform gave something that cannot be.
        UserFacingError: if the drive is full or the folder may not be written.
    """
    plan = plan_writing(tree, options)
    check_plain_name(path.name)
    data = path.with_name(check_plain_name(new_data_name(path)))
    with pending_file(path) as manifest_file, pending_file(data) as data_file:
        size = write_leaves(data_file.file, plan, options.align)
        manifest = TreeManifest(plan.nodes, data.name if size else "", size, options.align)
        content = encode_manifest(manifest)
        if admit is not None and not admit(size + len(content)):
            return None
        manifest_file.file.write(content)
        manifest_file.finish(fsync=options.fsync)
        replaced = find_data(path)
        try:
            if size:
                data_file.publish(fsync=options.fsync)
            manifest_file.publish(fsync=options.fsync)
        except BaseException:
            if find_data(path) != data:
                data.unlink(missing_ok=True)
            raise
    if replaced is not None:
        _discard(replaced)
    return size + len(content)


def plan_writing(tree: object, options: SaveOptions) -> WritingPlan:
    """Check a tree and choose what is written in which order; nothing is written.

    Raises:
        InvalidTreeError: naming the path of what cannot be written, or of a transform that has no
            leaf.
    """
    nodes = flatten(tree)
    leaves = [place for place, node in enumerate(nodes) if node.kind is not None]
    transforms: dict[int, Transform] = {}
    if options.order is not None or options.transforms:
        paths = {place: path_of(nodes, place) for place in leaves}
        unknown = set(options.transforms).difference(paths.values())
        if unknown:
            raise InvalidTreeError(next(iter(unknown)), "a transform is given for something that "
                                                        "is not a leaf")
        transforms = {
            place: options.transforms[path]
            for place, path in paths.items() if path in options.transforms
        }  # fmt: skip
        if options.order is not None:
            ranks = {place: options.order(path) for place, path in paths.items()}
            dropped = {place for place, rank in ranks.items() if rank is None}
            leaves = sorted(ranks.keys() - dropped, key=lambda place: (ranks[place], place))
            if dropped:
                return _without(nodes, dropped, leaves, transforms)
    return WritingPlan(nodes, leaves, transforms)


def _without(
    nodes: list[Node], dropped: set[int], order: list[int], transforms: dict[int, Transform]
) -> WritingPlan:
    if 0 in dropped:
        return WritingPlan([Node(NO_PARENT, None)], [], {})
    kept = list_remaining_nodes(nodes, dropped)
    new = {place: index for index, place in enumerate(kept)}
    new[NO_PARENT] = NO_PARENT
    return WritingPlan(
        [replace(nodes[place], parent=new[nodes[place].parent]) for place in kept],
        [new[place] for place in order],
        {new[place]: transform for place, transform in transforms.items() if place in new},
    )


def write_leaves(
    file: IO[bytes], plan: WritingPlan, align: int, *, as_values: bool = False
) -> int:
    """Write the leaves' bytes in C order, zeros between them, and complete their nodes.

    Returns:
        The bytes written.

    Raises:
        InvalidTreeError: naming the path, if a transform gave what cannot be written.
    """
    end = 0
    for place in plan.order:
        # A function of its own, so that a leaf is gone before the next one is made.
        end = _write_leaf(file, plan, place, end, align, as_values=as_values)
    return end


def _write_leaf(
    file: IO[bytes], plan: WritingPlan, place: int, end: int, align: int, *, as_values: bool
) -> int:
    """Write one leaf behind `end` and complete its node; where it ends."""
    node, (leaf, kind) = plan.nodes[place], _transform_leaf(plan, place)
    if as_values and kind.is_bits:
        leaf = decode(bits_of(leaf, kind), kind.code)
        kind = type_of(leaf)
    bits = bits_of(leaf, kind)
    offset = -(-end // align) * align if bits.nbytes else end
    file.write(bytes(offset - end))
    node.kind, node.shape, node.offset, node.bytes = kind, bits.shape, offset, bits.nbytes
    node.digest = _write(file, bits)
    return offset + bits.nbytes


def _transform_leaf(plan: WritingPlan, place: int) -> tuple[Array, LeafType]:
    node = plan.nodes[place]
    assert node.leaf is not None
    assert node.kind is not None
    transform = plan.transforms.get(place)
    if transform is None:
        return node.leaf, node.kind
    made = transform(node.leaf)
    path = path_of(plan.nodes, place)
    if not isinstance(made, np.ndarray) or isinstance(made, np.ma.MaskedArray):
        raise InvalidTreeError(path, f"its transform returned a {type(made).__qualname__}, not an "
                                     "array")
    try:
        return made, type_of(made)
    except UnsupportedTypeError as error:
        raise InvalidTreeError(path, "its transform returned an array that is not possible: "
                                     f"{error}") from error


def _write(file: IO[bytes], bits: Array) -> str:
    """Write an array's elements in C order; their digest."""
    digest = xxhash.xxh3_128()
    if bits.flags.c_contiguous:
        if bits.nbytes:
            whole = bits.reshape(-1).view(np.uint8).data
            for start in range(0, len(whole), _SLICE_BYTES):
                piece = whole[start : start + _SLICE_BYTES]
                digest.update(piece)
                file.write(piece)
    else:
        for chunk in chunks(bits):
            if chunk.nbytes:
                piece = chunk.view(np.uint8).data
                digest.update(piece)
                file.write(piece)
    return str(digest.hexdigest())


def _discard(data: Path) -> None:
    """Remove data that no manifest names any more; what is still mapped on Windows stays."""
    try:
        data.unlink(missing_ok=True)
    except PermissionError:
        return  # the next sweep removes it


ORIGINAL_OPTIONS = SaveOptions(align=8)
"""The original's alignment."""


@dataclass(frozen=True, slots=True)
class ExportedPair:
    """Files and sizes of a pair that was exported.

    Attributes:
        manifest: what they are, None if none was asked for.
        left_out: paths of mappings without members, which the layout has no place for.
        widened: paths of bfloat16 and 8-bit float leaves, written as float32.
    """

    data: Path
    manifest: Path | None
    bytes: int
    left_out: tuple[str, ...]
    widened: tuple[str, ...]


def export_tree(
    stem: Path,
    tree: object,
    *,
    data_suffix: str = DATA_SUFFIX,
    manifest_suffix: str | None = MANIFEST_SUFFIX,
    options: SaveOptions = ORIGINAL_OPTIONS,
) -> ExportedPair:
    """Write a tree as the original does; types it lacks (bfloat16, 8-bit floats) as float32.

    Args:
        stem: folder and name without suffix; neither file may exist.
        tree: as for `save_tree`; keys must be Python literals, so frozensets are refused.
        data_suffix: put behind the name for the leaves' bytes.
        manifest_suffix: for the manifest; None writes none.
        options: alignment (the original's is 8), order, transforms.

    Raises:
        InvalidTreeError: as `save_tree`, or naming a path with a key that is no literal.
        UserFacingError: if a file of that name is there, the drive is full, or the folder may not
            be written.
    """
    plan = plan_writing(tree, options)
    for place in plan.order:
        _check_literal(path_of(plan.nodes, place))
    nodes = plan.nodes
    widened = tuple([path_text(path_of(nodes, place)) for place in plan.order
                     if (kind := nodes[place].kind) is not None and kind.is_bits])
    data = stem.with_name(stem.name + data_suffix)
    manifest = None if manifest_suffix is None else stem.with_name(stem.name + manifest_suffix)
    if data == manifest:
        raise ValueError("data and manifest cannot have the same suffix")
    for target in (data, manifest):
        if target is not None and target.exists():
            raise UserFacingError(
                f"{target} already exists.", "Choose another name, or remove it first.")
    with pending_file(data) as pending:
        size = write_leaves(pending.file, plan, options.align, as_values=True)
        # The original pads the size of every leaf, so the last one has zeros behind it, too.
        size += pending.file.write(bytes(-size % options.align))
        pending.publish(fsync=options.fsync)
    if manifest is not None:
        listed = ((path_of(nodes, place), nodes[place]) for place in plan.order)
        size += write_atomically(manifest, encode_original(listed), fsync=options.fsync).size
    parents = {node.parent for node in nodes}
    left_out = [path_text(path_of(nodes, place)) for place, node in enumerate(nodes)
                if place and node.kind is None and place not in parents]
    return ExportedPair(data, manifest, size, tuple(left_out), widened)


def _check_literal(path: TreePath) -> None:
    pending: list[object] = list(path)
    while pending:
        key = pending.pop()
        if isinstance(key, tuple):
            pending.extend(key)
        elif isinstance(key, frozenset) or key in (float("inf"), float("-inf")):
            raise InvalidTreeError(path, f"the original's manifest cannot contain the key {key!r}")
