"""The manifest of a tree: what its leaves are and where their bytes lie, in our form and another.

Ours is one JSON object of integers and texts, a line per node, parents before children:

    {"format":"larder.tree/1","data":"unet.6f0c….data","bytes":4160,"align":64,"nodes":[
    [-1,null],
    [0,"encoder"],
    [1,"weight","<f4",[32,32],0,4096,"<xxh3-128 of the bytes, 32 hex digits>"],
    [1,"bias","bfloat16",[32],4096,64,"…"]
    ],"check":"<xxh3-128 of everything before this member>"}

A node is [parent's line, key] for a mapping, and a leaf adds type, shape, offset, bytes and digest.
Keys that JSON lacks are {"tuple": […]}, {"set": […]}, {"bytes": hex}, {"int": digits} and
{"float": "inf"}. The data file's name is unique to one save, so that replacing the manifest is what
replaces a tree; "data" is null when no leaf has a byte.

The original's form is a Python list of mappings, read without running anything:

    [{'dtype': '<f4', 'nbytes': 16, 'offset': 0, 'path': ('a', 'b'), 'shape': (2, 2)}, …]

Under numpy 2 the original wrote `np.int64(0)` for numbers, which it cannot read itself; here it
reads as the number. Nearly every entry has the five members in one of two spellings and a path of
plain texts; a pattern reads those, the reader of literals anything else.

Source of that form: gemma.cpp, compression/python/pytree/ml_model_transforms.py (2024-07-29).
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import xxhash

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.files.store_paths import is_plain_name
from larder.core.payloads.dtypes import is_possible_shape
from larder.core.payloads.tree.nodes import (
    LeafType,
    Node,
    PathTexts,
    UnsupportedTypeError,
    leaf_type,
)
from larder.core.payloads.tree.paths import (
    InvalidTreeError,
    LiteralReader,
    TreePath,
    UnreadableLiteralError,
    UnusableKeyError,
    check_key,
    literal_text,
    path_text,
)

FORMAT = "larder.tree/1"
HEAD = b'{"format":"larder.tree/1",'
MOST_AXES = 64
"""As many as numpy 2 has; numpy 1 has 32 and says so itself."""

_CHECK = b'],"check":"'
_CHECK_BYTES = len(_CHECK) + 32 + len(b'"}\n')
_LONGEST_INT = 1 << 63

_HEX_INT = re.compile(r"-?0x[0-9a-f]+")

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


class MalformedManifestError(ValueError):
    """A manifest that contradicts itself or its data, as one clause."""


class TreeManifest(msgspec.Struct, frozen=True):
    """Content of a tree's manifest.

    Attributes:
        nodes: parents before children; the root first.
        data: name of the data file next to the manifest, "" when there is none or, in the
            original's form, when the manifest does not name it.
        bytes: length of the data file, None when unknown.
        align: what offsets are multiples of, 1 when unknown.
        is_original: it has the original's form.
    """

    nodes: list[Node]
    data: str
    bytes: int | None
    align: int
    is_original: bool = False

    def leaves(self) -> Iterator[tuple[int, Node, LeafType]]:
        """Place, node and type of every leaf, in the tree's order."""
        for place, node in enumerate(self.nodes):
            if node.kind is not None:
                yield place, node, node.kind


def digest_of(content: Any) -> str:
    """xxh3-128 of bytes, 32 hex digits."""
    return str(xxhash.xxh3_128_hexdigest(content))


def encode_manifest(manifest: TreeManifest) -> bytes:
    """A manifest in our form."""
    lines = [
        f'{{"format":"{FORMAT}","data":{json.dumps(manifest.data or None)},'
        f'"bytes":{manifest.bytes or 0},"align":{manifest.align},"nodes":['
    ]
    last = len(manifest.nodes) - 1
    texts: dict[str, str] = {}  # names of leaves repeat from layer to layer
    for place, node in enumerate(manifest.nodes):
        key = _key_text(node.key, texts)
        if node.kind is None:
            line = f"[{node.parent},{key}]"
        else:
            shape = ",".join(map(str, node.shape))
            line = (
                f'[{node.parent},{key},"{node.kind.code}",[{shape}],{node.offset},{node.bytes},'
                f'"{node.digest}"]')
        lines.append(line if place == last else f"{line},")
    content = "\n".join(lines).encode("ascii") + b"\n" + _CHECK[:1]
    return content + _CHECK[1:] + digest_of(content).encode("ascii") + b'"}\n'


def _key_text(key: Hashable, known: dict[str, str]) -> str:
    if type(key) is not str:
        return json.dumps(_key_to_json(key), separators=(",", ":"))
    text = known.get(key)
    if text is None:
        text = known[key] = json.dumps(key)
    return text


class _Row(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    parent: int
    key: Any
    code: str = ""
    shape: tuple[int, ...] = ()
    offset: int = 0
    bytes: int = 0
    digest: str = ""


class _Document(msgspec.Struct):
    format: str
    data: str | None
    bytes: int
    align: int
    nodes: list[_Row]


def decode_manifest(content: bytes) -> TreeManifest:
    """A manifest of our form, everything in it checked.

    Raises:
        MalformedManifestError: if any byte is not as it was written, or it contradicts itself.
    """
    body = content[: len(content) - _CHECK_BYTES + 1]
    stated = content[len(body) :]
    if stated != _CHECK[1:] + digest_of(body).encode("ascii") + b'"}\n':
        raise MalformedManifestError("is damaged: its checksum is wrong")
    try:
        document = decode_ascii_json(content, _Document)
    except UnreadableJsonError as error:
        raise MalformedManifestError(f"is not a tree manifest: {error}") from error
    if document.format != FORMAT:
        raise MalformedManifestError(f"has the unknown format {document.format!r}")
    if document.data is not None and not is_plain_name(document.data):
        raise MalformedManifestError("lists data outside its folder")
    nodes = [_node(place, row) for place, row in enumerate(document.nodes)]
    if not nodes:
        raise MalformedManifestError("lists no root")
    found = TreeManifest(nodes, document.data or "", document.bytes, document.align)
    _check_shape(found)
    check_places(found)
    return found


def _check_shape(manifest: TreeManifest) -> None:
    """Make sure that the nodes are a tree: nothing below a leaf, no key twice in a mapping."""
    nodes = manifest.nodes
    seen: set[tuple[int, Hashable]] = set()
    for place, node in enumerate(nodes):
        if place and nodes[node.parent].kind is not None:
            raise _at(manifest, place, "is below a leaf")
        seen.add((node.parent, node.key))
        if len(seen) <= place:
            raise _at(manifest, place, "is listed twice")


def check_places(manifest: TreeManifest) -> None:
    """Make sure that leaves have the bytes their shapes need, inside the data, none twice.

    Raises:
        MalformedManifestError: naming the leaf that has not.
    """
    spans: list[tuple[int, int, int]] = []
    for place, node, kind in manifest.leaves():
        if node.offset < 0 or node.bytes < 0 or any(axis < 0 for axis in node.shape):
            raise _at(manifest, place, "has a negative offset, size or shape")
        if len(node.shape) > MOST_AXES:
            raise _at(manifest, place, f"has {len(node.shape)} axes")
        needed = math.prod(node.shape) * kind.stored.itemsize
        if needed != node.bytes:
            raise _at(manifest, place, f"should have {node.bytes:,} bytes, but its shape and type "
                                       f"need {needed:,}")
        if not is_possible_shape(node.shape, kind.stored.itemsize, MOST_AXES):
            raise _at(manifest, place, "has a shape that no array can have")
        if manifest.bytes is not None and node.offset + node.bytes > manifest.bytes:
            raise _at(manifest, place, "is beyond the end of the data")
        if node.bytes:
            spans.append((node.offset, node.offset + node.bytes, place))
    spans.sort()
    for (_, end, _), (start, _, place) in itertools.pairwise(spans):
        if start < end:
            raise _at(manifest, place, "shares bytes with another leaf")


def _at(manifest: TreeManifest, place: int, problem: str) -> MalformedManifestError:
    return MalformedManifestError(
        f"is damaged or refused: {PathTexts(manifest.nodes)[place]} {problem}")


def _node(place: int, row: _Row) -> Node:
    if not (-1 if place == 0 else 0) <= row.parent < max(place, 0) or (place == 0) != (
        row.parent == -1
    ):
        raise MalformedManifestError(f"is damaged: node {place} has the parent {row.parent}")
    key = row.key
    if type(key) is dict or type(key) is float or type(key) is list:
        key = _key_from_json(key)
    if not row.code:
        return Node(row.parent, key)
    try:
        kind = leaf_type(row.code)
    except UnsupportedTypeError as error:
        raise MalformedManifestError(f"cannot be read: {error}") from error
    if len(row.digest) != 32:
        raise MalformedManifestError(f"is damaged: node {place} has no checksum")
    return Node(row.parent, key, kind, row.shape, row.offset, row.bytes, row.digest)


def _key_to_json(key: Any) -> Any:
    kind = type(key)
    if kind is tuple:
        return {"tuple": [_key_to_json(member) for member in key]}
    if kind is frozenset:
        return {"set": [_key_to_json(member) for member in sorted(key, key=literal_text)]}
    if kind is bytes:
        return {"bytes": key.hex()}
    if kind is int and not -_LONGEST_INT <= key < _LONGEST_INT:
        return {"int": hex(key)}
    if kind is float:
        return {"float": key.hex()}
    return key


def _key_from_json(value: Any) -> Hashable:
    key = _plain_key(value)
    try:
        check_key(key)
    except UnusableKeyError as error:
        raise MalformedManifestError(f"is damaged: {error}") from error
    return key


def _plain_key(value: Any) -> Hashable:
    if type(value) is not dict or len(value) != 1:
        if value is None or type(value) in (str, int, bool):
            return value  # type: ignore[no-any-return]
        raise MalformedManifestError(f"is damaged: {value!r} is not a key")
    (tag, content), = value.items()
    try:
        if tag in ("tuple", "set") and type(content) is list:
            members: Sequence[Hashable] = [_plain_key(member) for member in content]
            return tuple(members) if tag == "tuple" else frozenset(members)
        if tag == "bytes":
            return bytes.fromhex(content)
        if tag == "int" and _HEX_INT.fullmatch(content):
            return int(content, 16)
        if tag == "float":
            return float.fromhex(content)
    except (ValueError, TypeError, RecursionError) as error:
        raise MalformedManifestError(f"is damaged: {value!r} is not a key") from error
    raise MalformedManifestError(f"is damaged: {value!r} is not a key")


def looks_original(head: bytes) -> bool:
    """Return whether a file that begins with `head` is a manifest of the original."""
    return re.match(rb"\s*\[\s*(?:\]\s*\Z|\{\s*['\"](?:dtype|nbytes|offset|path|shape)['\"]\s*:)",
                    head) is not None


def decode_original(content: bytes) -> TreeManifest:
    """A manifest of the original, also one that numpy 2 spoiled.

    Raises:
        MalformedManifestError: if it is none, names a leaf twice or below a leaf, or contradicts
            itself.
    """
    try:
        text = content.decode("utf-8")
        nodes = _nodes(_entries(text))
    except UnicodeDecodeError as error:
        raise MalformedManifestError("is damaged: it is not text") from error
    except (UnreadableLiteralError, UnsupportedTypeError, UnusableKeyError) as error:
        raise MalformedManifestError(f"is damaged or refused: {error}") from error
    except InvalidTreeError as error:
        raise MalformedManifestError(f"contradicts itself: {error}") from error
    manifest = TreeManifest(nodes, "", None, 1, is_original=True)
    check_places(manifest)
    return manifest


def encode_original(leaves: Iterable[tuple[TreePath, Node]]) -> Iterator[bytes]:
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
        raise UnreadableLiteralError("it is not a list")
    position, at_end = opening.end(), opening.group(1) is not None
    while not at_end:
        usual = _USUAL_ENTRY.match(text, position)
        if usual is None:
            reader = LiteralReader(text, position)
            yield _check_entry(reader.value())
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
        raise UnreadableLiteralError("there is data after the end")


def _usual(match: re.Match[str]) -> _Entry:
    dtype, size, numpy_size, offset, numpy_offset, path, shape = match.groups()
    return (
        dtype, int(size or numpy_size), int(offset or numpy_offset), tuple(_TEXTS.findall(path)),
        tuple(map(int, _DIGITS.findall(shape))))


def _check_entry(entry: Any) -> _Entry:
    if type(entry) is not dict or set(entry) != _MEMBERS:
        raise UnreadableLiteralError("an entry is not a mapping of dtype, nbytes, offset, path, "
                                     "shape")
    dtype, path, shape = entry["dtype"], entry["path"], entry["shape"]
    numbers = (entry["nbytes"], entry["offset"])
    is_plain = type(dtype) is str and type(path) is tuple and type(shape) is tuple
    if not is_plain or any(type(number) is not int for number in (*numbers, *shape)):
        raise UnreadableLiteralError("an entry has a field of the wrong type")
    for key in path:
        check_key(key)
    return dtype, numbers[0], numbers[1], path, shape


def _nodes(entries: Iterable[_Entry]) -> list[Node]:
    nodes = [Node(-1, None)]
    below: list[dict[Hashable, int]] = [{}]
    for dtype, size, offset, path, shape in entries:
        if not path:
            if len(nodes) > 1 or nodes[0].kind is not None:
                raise InvalidTreeError(path, "a leaf at the root must be the only one")
            nodes[0] = Node(-1, None, leaf_type(dtype), shape, offset, size)
            continue
        place = 0
        for key in path[:-1]:
            if nodes[place].kind is not None:
                raise InvalidTreeError(path, "it is below a leaf")
            inner = below[place].get(key)
            if inner is None:
                inner = below[place][key] = len(nodes)
                nodes.append(Node(place, key))
                below.append({})
            place = inner
        if nodes[place].kind is not None:
            raise InvalidTreeError(path, "it is below a leaf")
        if path[-1] in below[place]:
            raise InvalidTreeError(path, f"{path_text(path)} is listed twice")
        below[place][path[-1]] = len(nodes)
        nodes.append(Node(place, path[-1], leaf_type(dtype), shape, offset, size))
        below.append({})
    return nodes
