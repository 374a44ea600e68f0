"""A tree as a list of nodes, each naming its parent's place in the list, and back.

Parents come before their children, in the order of the mappings. Nothing here recurses, so a tree
may be as deep as memory allows, and the list of a deep tree is no longer than that of a wide one.

Element types of leaves are named by numpy's `dtype.str` ("<f4", ">i2", "|b1", "<c16", "<M8[ns]"),
which keeps the byte order. bfloat16 and the 8-bit floats are named as torch and ml_dtypes name them
and lie as little-endian unsigned integers; in memory they are what `core.payloads.dtypes` makes of
them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
import numpy as np

from larder.core.payloads.dtypes import ARRAY_TYPES, BIT_TYPES, Array, with_type
from larder.core.payloads.dtypes import bits_of as split_bits
from larder.core.payloads.tree.paths import (
    InvalidTreeError,
    TreePath,
    UnusableKeyError,
    check_key,
    key_text,
)

_NUMPY_TYPE = re.compile(
    r"[<>|][biufcSU][1-9]\d{0,8}|[<>][mM]8(?:\[\d*[A-Za-z]{1,2}\])?|\|V[1-9]\d{0,8}")

NO_PARENT = -1
"""The parent of the root."""


class UnsupportedTypeError(ValueError):
    """An element type that a tree cannot hold."""


class LeafType(msgspec.Struct, frozen=True):
    """One element type.

    Attributes:
        code: its name in a manifest.
        name: as torch and numpy spell it, "text" for texts, without byte order.
        stored: numpy type of the bytes on disk.
        is_bits: numpy lacks it; `stored` are its bits.
    """

    code: str
    name: str
    stored: np.dtype[Any]
    is_bits: bool = False


@functools.lru_cache(maxsize=256)
def leaf_type(code: str) -> LeafType:
    """The type a manifest names `code`.

    Raises:
        UnsupportedTypeError: if there is none, or this computer's numpy lacks it.
    """
    if code in BIT_TYPES:
        stored = np.dtype(ARRAY_TYPES[code].stored).newbyteorder("<")
        return LeafType(code, code, stored, is_bits=True)
    if _NUMPY_TYPE.fullmatch(code) is None:
        raise UnsupportedTypeError(f"type {code!r} is not a plain value type")
    try:
        stored = np.dtype(code)
    except TypeError as error:
        raise UnsupportedTypeError(f"type {code!r} is unknown: {error}") from error
    if stored.itemsize == 0:
        raise UnsupportedTypeError(f"type {code!r} has no bytes")
    return LeafType(code, "text" if stored.kind in "SU" else stored.name, stored)


def type_of(leaf: Array) -> LeafType:
    """The type of a leaf that is to be written.

    Raises:
        UnsupportedTypeError: if it is structured, of objects, or otherwise unsupported.
    """
    return _type_of(leaf.dtype)


@functools.lru_cache(maxsize=256)
def _type_of(dtype: np.dtype[Any]) -> LeafType:
    if dtype.hasobject:
        raise UnsupportedTypeError("an array of Python objects cannot be written")
    name = split_bits(np.empty(0, dtype))[1]
    if name:
        return leaf_type(name)
    if dtype.fields is not None:
        raise UnsupportedTypeError("an array of records (structured dtype) cannot be written")
    if np.dtype(dtype.str) != dtype:
        raise UnsupportedTypeError(f"arrays of type {dtype.name} cannot be written")
    return leaf_type(dtype.str)


def bits_of(leaf: Array, kind: LeafType) -> Array:
    """A leaf's elements as they lie on disk, as a view wherever numpy allows."""
    array = np.asarray(leaf)
    return split_bits(array)[0].astype(kind.stored, copy=False) if kind.is_bits else array


def values_of(bits: Array, kind: LeafType) -> Array:
    """The array whose bits these are, a view."""
    return with_type(bits, kind.code) if kind.is_bits else bits


class Node(msgspec.Struct):
    """One mapping or leaf of a tree, in memory or on disk.

    Attributes:
        parent: place of its parent in the list, `NO_PARENT` for the root.
        kind: type of its elements, None for a mapping.
        offset: where its bytes begin in the data.
        bytes: how many there are.
        digest: xxh3-128 of them as 32 hex digits, "" when none is known.
        leaf: the array that is to be written.
    """

    parent: int
    key: Hashable
    kind: LeafType | None = None
    shape: tuple[int, ...] = ()
    offset: int = 0
    bytes: int = 0
    digest: str = ""
    leaf: Array | None = None


def path_of(nodes: list[Node], place: int) -> TreePath:
    """The keys from the root to a node."""
    keys: list[Hashable] = []
    while nodes[place].parent != NO_PARENT:
        keys.append(nodes[place].key)
        place = nodes[place].parent
    return tuple(reversed(keys))


class PathTexts(msgspec.Struct):
    """Texts of the paths in one list of nodes; siblings share the work."""

    nodes: list[Node]
    _of_keys: dict[Hashable, str] = msgspec.field(default_factory=dict)
    _parent: int = NO_PARENT
    _before: str = ""

    def __getitem__(self, place: int) -> str:
        node = self.nodes[place]
        if node.parent == NO_PARENT:
            return "."
        if node.parent != self._parent:
            keys = path_of(self.nodes, node.parent)
            self._before = "".join(f"{self._key(key)}/" for key in keys)
            self._parent = node.parent
        return self._before + self._key(node.key)

    def _key(self, key: Hashable) -> str:
        if type(key) is not str:
            return key_text(key)  # 1, 1.0 and True are the same key of a mapping
        text = self._of_keys.get(key)
        if text is None:
            text = self._of_keys[key] = key_text(key)
        return text


def flatten(tree: object) -> list[Node]:
    """Every mapping and leaf of a tree, the root first.

    Raises:
        InvalidTreeError: naming the path, if a node is neither mapping nor array, an array's type
            or a key cannot be written, or a mapping holds itself.
    """
    nodes: list[Node] = []
    entered: list[tuple[int, Iterator[tuple[Any, object]], int]] = []
    above: set[int] = set()

    def add(parent: int, key: Hashable, value: object) -> None:
        place = len(nodes)
        if not isinstance(value, Mapping):
            nodes.append(_leaf(nodes, parent, key, value))
            return
        nodes.append(Node(parent, key))
        if id(value) in above:
            raise InvalidTreeError(path_of(nodes, place), "this mapping contains itself")
        above.add(id(value))
        entered.append((place, iter(value.items()), id(value)))

    add(NO_PARENT, None, tree)
    while entered:
        place, members, identity = entered[-1]
        for key, value in members:
            try:
                check_key(key)
            except UnusableKeyError as error:
                raise InvalidTreeError(path_of(nodes, place), str(error)) from error
            add(place, key, value)
            if entered[-1][0] != place:
                break
        else:
            entered.pop()
            above.discard(identity)
    return nodes


def _leaf(nodes: list[Node], parent: int, key: Hashable, value: object) -> Node:
    problem = f"a {type(value).__qualname__} is neither a mapping nor an array"
    if isinstance(value, np.ndarray) and not isinstance(value, np.ma.MaskedArray):
        try:
            return Node(parent, key, type_of(value), leaf=value)
        except UnsupportedTypeError as error:
            problem = str(error)
    nodes.append(Node(parent, key))
    raise InvalidTreeError(path_of(nodes, len(nodes) - 1), problem)


def list_remaining_nodes(nodes: list[Node], dropped: set[int]) -> list[int]:
    """Places that stay when some leaves go; a mapping that held nothing else goes with them."""
    emptied = [False] * len(nodes)
    has_kept = [False] * len(nodes)
    for place in range(len(nodes) - 1, 0, -1):
        goes = place in dropped or (emptied[place] and not has_kept[place])
        (emptied if goes else has_kept)[nodes[place].parent] = True
    return [
        place for place in range(len(nodes))
        if place == 0 or not (place in dropped or (emptied[place] and not has_kept[place]))
    ]  # fmt: skip


def rebuild(nodes: list[Node], leaf_at: Callable[[int], Array | None]) -> Any:
    """Nested mappings of a list of nodes, parents before children, the root first.

    Args:
        nodes: no two of one key in a mapping, and none below a leaf.
        leaf_at: the leaf at a place, None for a mapping.
    """
    built: list[Any] = []
    for place, node in enumerate(nodes):
        leaf = leaf_at(place)
        value: Any = {} if leaf is None else leaf
        if place:
            built[node.parent][node.key] = value
        built.append(value)
    return built[0]


def tree_of_pairs(pairs: Iterable[tuple[TreePath, Array]]) -> Any:
    """Nested mappings of (path, leaf) pairs.

    Args:
        pairs: in the order the mappings shall have. The path () is a tree that is one leaf.

    Returns:
        {} without pairs.

    Raises:
        InvalidTreeError: if a path is there twice, or a leaf would lie below a leaf.
    """
    tree: dict[Hashable, Any] = {}
    branches = {id(tree)}
    roots: list[Array] = []
    for path, leaf in pairs:
        if roots:
            raise InvalidTreeError(path, "it exists next to a leaf at the root")
        if not path:
            if tree:
                raise InvalidTreeError(path, "a leaf at the root must be the only one")
            roots.append(leaf)
            continue
        branch = tree
        for depth, key in enumerate(path[:-1], start=1):
            known = key in branch
            below = branch.setdefault(key, {})
            if known and id(below) not in branches:
                raise InvalidTreeError(path, f"there is a leaf above it, at depth {depth}")
            branches.add(id(below))
            branch = below
        if path[-1] in branch:
            is_branch = id(branch[path[-1]]) in branches
            raise InvalidTreeError(
                path, "it is both a leaf and a mapping" if is_branch else "it is listed twice")
        branch[path[-1]] = leaf
    return roots[0] if roots else tree
