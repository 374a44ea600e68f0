"""Writes the original's pair: leaf bytes in one file, a Python list beside it.

The pair's names are fixed, so that two files would have to change at once to replace an older pair;
files that are there already are refused instead. The data is published first: a manifest is never
there without the data it is about.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import pending_file, write_atomically
from larder.core.payloads.tree.errors import InvalidTreeError
from larder.core.payloads.tree.manifest import StoredNode
from larder.core.payloads.tree.nodes import path_of
from larder.core.payloads.tree.original import encode_original
from larder.core.payloads.tree.paths import TreePath, path_text
from larder.core.payloads.tree.places import DATA_SUFFIX, MANIFEST_SUFFIX
from larder.core.payloads.tree.save import SaveOptions, plan_writing, write_leaves

ORIGINAL_OPTIONS = SaveOptions(align=8)
"""The original's alignment."""


@dataclass(frozen=True, slots=True)
class ExportedPair:
    """What was written.

    Attributes:
        data: the leaves' bytes.
        manifest: what they are, None if none was asked for.
        bytes: sizes of both.
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
    data = stem.with_name(stem.name + data_suffix)
    manifest = None if manifest_suffix is None else stem.with_name(stem.name + manifest_suffix)
    if data == manifest:
        raise ValueError("data and manifest cannot have the same suffix")
    for target in (data, manifest):
        if target is not None and target.exists():
            raise UserFacingError(
                f"{target} is there already.", "Choose another name, or remove it first.")
    with pending_file(data) as pending:
        nodes, size = write_leaves(pending.file, plan, options.align, as_values=True)
        pending.publish(fsync=options.fsync)
    if manifest is not None:
        listed = ((path_of(nodes, place), nodes[place]) for place in plan.order)
        size += write_atomically(manifest, encode_original(listed), fsync=options.fsync).size
    kinds = ((place, plan.nodes[place].kind) for place in plan.order)
    return ExportedPair(
        data, manifest, size, _empty(nodes),
        tuple([path_text(path_of(nodes, place))
               for place, kind in kinds if kind is not None and kind.is_bits]),
    )  # fmt: skip


def _empty(nodes: list[StoredNode]) -> tuple[str, ...]:
    parents = {node.parent for node in nodes}
    return tuple([
        path_text(path_of(nodes, place)) for place, node in enumerate(nodes)
        if place and node.kind is None and place not in parents
    ])  # fmt: skip


def _check_literal(path: TreePath) -> None:
    pending: list[object] = list(path)
    while pending:
        key = pending.pop()
        if isinstance(key, tuple):
            pending.extend(key)
        elif isinstance(key, frozenset) or key in (float("inf"), float("-inf")):
            raise InvalidTreeError(path, f"the key {key!r} cannot stand in the original's manifest")
