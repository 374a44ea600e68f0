"""The original's form of a manifest: a Python list of mappings, read without running anything.

    [{'dtype': '<f4', 'nbytes': 16, 'offset': 0, 'path': ('a', 'b'), 'shape': (2, 2)}, …]

Under numpy 2 the original wrote `np.int64(0)` for numbers, which it cannot read itself; here it
reads as the number. Nearly every entry has the five members in one of two spellings and a path of
plain texts; a pattern reads those, the reader of literals anything else.

Source of the form: gemma.cpp, compression/python/pytree/ml_model_transforms.py (2024-07-29).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from larder.core.payloads.tree.errors import InvalidTreeError
from larder.core.payloads.tree.leaf_types import UnsupportedTypeError, leaf_type
from larder.core.payloads.tree.literals import LiteralReader, UnreadableLiteralError
from larder.core.payloads.tree.manifest import (
    MalformedManifestError,
    Manifest,
    StoredNode,
    check_places,
)
from larder.core.payloads.tree.paths import TreePath, UnusableKeyError, check_key, path_text

_INT = r"(?:(\d{1,18})|np\.u?int\d+\((\d{1,18})\))"
_TEXT = r"'[^'\\\n]*'"
_SEP = r",\s*"
_USUAL_ENTRY = re.compile(
    r"\s*\{'dtype':\s*'([^'\\]+)'" + _SEP
    + r"'nbytes':\s*" + _INT + _SEP
    + r"'offset':\s*" + _INT + _SEP
    + rf"'path':\s*\(({_TEXT},|{_TEXT}(?:,\s*{_TEXT})+,?|)\)" + _SEP
    + r"'shape':\s*\((\d{1,18},|\d{1,18}(?:,\s*\d{1,18})+,?|)\)\}"
)
_TEXTS = re.compile(r"'([^']*)'")
_DIGITS = re.compile(r"\d+")
_BETWEEN = re.compile(r"\s*(?:(,)\s*(\])?|(\]))\s*")
_MEMBERS = frozenset({"dtype", "nbytes", "offset", "path", "shape"})

_Entry = tuple[str, int, int, TreePath, tuple[int, ...]]


def looks_original(head: bytes) -> bool:
    """Whether a file that begins like this is a manifest of the original."""
    return re.match(rb"\s*\[\s*(?:\]\s*\Z|\{\s*['\"](?:dtype|nbytes|offset|path|shape)['\"]\s*:)",
                    head) is not None


def decode_original(content: bytes) -> Manifest:
    """A manifest of the original, also one that numpy 2 spoiled.

    Raises:
        MalformedManifestError: if it is none, names a leaf twice or below a leaf, or contradicts
            itself.
    """
    try:
        text = content.decode("utf-8")
        nodes = _nodes(_entries(text))
    except UnicodeDecodeError as error:
        raise MalformedManifestError("is damaged: it is no text") from error
    except (UnreadableLiteralError, UnsupportedTypeError, UnusableKeyError) as error:
        raise MalformedManifestError(f"is damaged or refused: {error}") from error
    except InvalidTreeError as error:
        raise MalformedManifestError(f"contradicts itself: {error}") from error
    manifest = Manifest(nodes, "", None, 1, is_original=True)
    check_places(manifest)
    return manifest


def encode_original(leaves: Iterable[tuple[TreePath, StoredNode]]) -> Iterator[bytes]:
    """A manifest the original reads, entry by entry; paths hold literals only."""
    before = "["
    for path, node in leaves:
        code = "" if node.kind is None else node.kind.code
        entry = {"dtype": code, "nbytes": node.bytes, "offset": node.offset, "path": path,
                 "shape": node.shape}
        yield f"{before}{entry!r}".encode("utf-8", "backslashreplace")
        before = ",\n "
    yield b"]\n" if before != "[" else b"[]\n"


def _entries(text: str) -> Iterator[_Entry]:
    opening = re.match(r"\s*\[\s*(\]\s*\Z)?", text)
    if opening is None:
        raise UnreadableLiteralError("it is no list")
    position, at_end = opening.end(), opening.group(1) is not None
    while not at_end:
        usual = _USUAL_ENTRY.match(text, position)
        if usual is None:
            reader = LiteralReader(text, position)
            yield _checked(reader.value())
            position = reader.position
        else:
            yield _usual(usual)
            position = usual.end()
        between = _BETWEEN.match(text, position)
        if between is None:
            raise UnreadableLiteralError(f"a comma is missing (near position {position})")
        position = between.end()
        at_end = between.group(2) is not None or between.group(3) is not None
    if position != len(text):
        raise UnreadableLiteralError("something stands after the end")


def _usual(match: re.Match[str]) -> _Entry:
    dtype, size, numpy_size, offset, numpy_offset, path, shape = match.groups()
    return (
        dtype, int(size or numpy_size), int(offset or numpy_offset), tuple(_TEXTS.findall(path)),
        tuple(map(int, _DIGITS.findall(shape))))


def _checked(entry: Any) -> _Entry:
    if type(entry) is not dict or set(entry) != _MEMBERS:
        raise UnreadableLiteralError("an entry is no mapping of dtype, nbytes, offset, path, shape")
    dtype, path, shape = entry["dtype"], entry["path"], entry["shape"]
    numbers = (entry["nbytes"], entry["offset"])
    is_plain = type(dtype) is str and type(path) is tuple and type(shape) is tuple
    if not is_plain or any(type(number) is not int for number in (*numbers, *shape)):
        raise UnreadableLiteralError("an entry has a member of a wrong type")
    for key in path:
        check_key(key)
    return dtype, numbers[0], numbers[1], path, shape


def _nodes(entries: Iterable[_Entry]) -> list[StoredNode]:
    nodes = [StoredNode(-1, None)]
    below: list[dict[Hashable, int]] = [{}]
    for dtype, size, offset, path, shape in entries:
        if not path:
            if len(nodes) > 1 or nodes[0].kind is not None:
                raise InvalidTreeError(path, "a leaf at the root stands alone")
            nodes[0] = StoredNode(-1, None, leaf_type(dtype), shape, offset, size)
            continue
        place = 0
        for key in path[:-1]:
            if nodes[place].kind is not None:
                raise InvalidTreeError(path, "it lies below a leaf")
            inner = below[place].get(key)
            if inner is None:
                inner = below[place][key] = len(nodes)
                nodes.append(StoredNode(place, key))
                below.append({})
            place = inner
        if nodes[place].kind is not None:
            raise InvalidTreeError(path, "it lies below a leaf")
        if path[-1] in below[place]:
            raise InvalidTreeError(path, f"{path_text(path)} is there twice")
        below[place][path[-1]] = len(nodes)
        nodes.append(StoredNode(place, path[-1], leaf_type(dtype), shape, offset, size))
        below.append({})
    return nodes
