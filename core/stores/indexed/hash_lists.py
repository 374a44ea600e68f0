"""The lists of `hash_index`: which keys have which content. Read, and changed, list by list.

There is a list for every picture, and as texts of their own they take twice what the rows of a
build take that wait packed. So nothing here holds them all.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from larder.core.errors import WorkspaceError
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.stores.indexed.index_edit import WAY_OUT, IndexEdit
from larder.core.stores.indexed.json_text import DEPTH, JsonStyle, members, parse_json

PIECE_BYTES: Final = 1 << 17
"""About 1,000 lists, which are decoded at once."""

_LIST_END: Final = re.compile(rb"\n    \](?=,\n)")
"""Of a list in the layout of trainers: no JSON text holds a line break of its own."""


class HashList(NamedTuple):
    """One list.

    Attributes:
        digest: of the content, as the index spells it.
        paths: keys of rows; none in a list that goes.
        text: as it stands in the document; None where it is not as it was.
    """

    digest: str
    paths: list[str]
    text: bytes | None


def lists_in(text: bytes) -> Iterator[HashList]:
    """The lists of a `hash_index`.

    Raises:
        WorkspaceError: if it does not map hashes to lists of paths.
    """
    try:
        for piece in _pieces(text):
            paths = decode_ascii_json(piece, dict[str, list[str]])
            for digest, of_one in members(piece).items():
                yield HashList(digest, paths[digest], of_one)
    except (UnreadableJsonError, ValueError, RecursionError) as broken:
        raise WorkspaceError(
            f"The index cannot be edited: hash_index: {broken}.", WAY_OUT) from broken


def _pieces(text: bytes) -> Iterator[bytes]:
    """The object in pieces that are whole objects of some of its members."""
    view, at, start = memoryview(text), len(b"{"), len(b"{")
    while cut := _LIST_END.search(view, at + PIECE_BYTES):
        piece, at = b"{%b\n  }" % view[start:cut.end()].tobytes(), cut.end()
        try:
            members(piece)
        except ValueError:
            continue  # it ends within a value that is laid out otherwise
        yield piece
        start = at = cut.end() + len(b",")
    yield b"{%b" % view[start:].tobytes() if start > len(b"{") else bytes(view)


def are_laid_out(text: bytes, style: JsonStyle) -> bool:
    """Return whether lists have the layout that trainers write and no digest occurs twice."""
    digests = array("q")
    try:
        for piece in _pieces(text):
            found = members(piece)
            if style.object_length(found, DEPTH) != len(piece):
                return False
            digests.extend(map(hash, found))
    except ValueError:
        return False
    return len(np.unique(np.frombuffer(digests, np.int64))) == len(digests) if digests else True


def lists_after(text: bytes, edit: IndexEdit) -> Iterator[HashList]:
    """The lists after an edit, those that go with none of their paths.

    Paths leave every list they stand in, not only that of their row's hash. Added ones are in the
    list of their hash, and the rest is as before.

    Raises:
        WorkspaceError: as `lists_in`.
    """
    joining = _joining(edit.add)
    for one in lists_in(text):
        arriving = joining.pop(one.digest, ())
        if not arriving and edit.drop.isdisjoint(one.paths):
            yield one
            continue
        kept = [path for path in one.paths if path not in edit.drop]
        there = set(kept)
        kept += [key for key in _list_keys(arriving) if key not in there]
        yield one if kept == one.paths else HashList(one.digest, kept, None)
    for digest, keys in joining.items():
        yield HashList(digest, _list_keys(keys), None)


def _joining(add: Mapping[str, bytes]) -> dict[str, str | list[str]]:
    """Keys of added rows by the hash of each; most are alone, and not in a list of their own."""
    found: dict[str, str | list[str]] = {}
    for key, text in add.items():
        known = found.setdefault(hash_of(text), key)
        if isinstance(known, list):
            known.append(key)
        elif known is not key:
            found[hash_of(text)] = [known, key]
    return found


def _list_keys(keys: str | list[str] | tuple[()]) -> list[str]:
    return [keys] if isinstance(keys, str) else [*keys]


class _Hashed(msgspec.Struct):
    """The content hash of a row's source; all other fields are skipped unread."""

    hash: str


def hash_of(row: bytes) -> str:
    """The content hash in the text of a row."""
    try:
        return msgspec.json.decode(row, type=_Hashed).hash
    except msgspec.DecodeError:
        return str(fields_of(row)["hash"])


def fields_of(row: bytes) -> dict[str, Any]:
    """Return the fields of a row, or an empty mapping if the row is not an object."""
    found = parse_json(row)
    return found if isinstance(found, dict) else {}
