"""Edits of a smart-cache `cache.json` that leave everything else byte for byte as it was.

Unknown fields, the order of entries and variants, the version, the spelling of numbers and escapes
all stay: only the bytes of dropped, re-dated and added rows change. A dropped row's path leaves
`hash_index`, a list that becomes empty goes with it, an added row's path joins. The new file is
read back and compared with what was meant before it takes the old one's place, and nothing is
written over an index that moved.

`schema`, `last_validated` and `watched_fingerprints` are the trainer's to renew: a fingerprint that
no longer fits costs its next start one pass of stats.
"""

from __future__ import annotations

import json
import mmap
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from larder.core.errors import StalePlanError, WorkspaceError
from larder.core.files.atomic_write import pending_file, write_atomically
from larder.core.files.file_stamp import IndexStamp, stamp, stamp_of
from larder.core.stores.index_file import INDEX_NAME
from larder.core.stores.json_spans import JsonDocument, Members, Span
from larder.core.stores.json_splice import (
    JsonStyle,
    Replacement,
    array_text,
    edited_members,
    name_text,
    restyled,
    spliced,
    style_of,
)
from larder.core.stores.open_index import WAY_OUT, OpenIndex, open_index
from larder.core.stores.rewrite_check import check_rewritten

EMPTY_INDEX = b'{\n  "version": 3,\n  "entries": {},\n  "hash_index": {}\n}'
"""What a trainer starts from when there is no index."""

class _Hashed(msgspec.Struct):
    hash: str


_HASH = msgspec.json.Decoder(_Hashed)

ROW_DEPTH = 2
"""Rows are members of a member of the top level."""


@dataclass(frozen=True, slots=True)
class IndexEdit:
    """What is to change in an index.

    Attributes:
        drop: keys of rows to take out; those the index does not have are passed over.
        mtimes: key -> new `mtime` of a row that stays, seconds.
        add: key -> JSON text of a row to append; a key the index has must be in `drop` too.
        add_concepts: id -> JSON text of an interned concept; those the index has are passed over.
        prune_concepts: take out concepts that only dropped rows named.
        top: name -> JSON text of a field of the top level to set; none of those that hold rows,
            hashes or concepts.
    """

    drop: frozenset[str] = frozenset()
    mtimes: Mapping[str, float] = field(default_factory=dict)
    add: Mapping[str, bytes] = field(default_factory=dict)
    add_concepts: Mapping[str, bytes] = field(default_factory=dict)
    prune_concepts: bool = False
    top: Mapping[str, bytes] = field(default_factory=dict)


def rewrite_index(
    store: Path,
    edit: IndexEdit,
    *,
    expected: IndexStamp | None,
    backup: Path | None,
    source: Path | None = None,
    anew: bool = False,
    announce: Callable[[IndexStamp], None] | None = None,
) -> IndexStamp:
    """Apply an edit to a store's `cache.json`.

    Args:
        store: the store's folder.
        edit: what is to change.
        expected: `cache.json` as the plan saw it, None when it was absent.
        backup: where the old `cache.json` is copied to, as a trainer's final save does; None for
            nowhere. Without an old one nothing is copied.
        source: the file to edit when that is not `cache.json` itself: a recovered copy.
        anew: begin with an empty index, whatever `cache.json` holds, because it cannot be read.
        announce: told the stamp of the new index before it takes the old one's place.

    Returns:
        The stamp of the new index. An edit that changes nothing writes nothing.

    Raises:
        StalePlanError: if `cache.json` is not what the plan saw.
        WorkspaceError: if the index cannot be edited safely; nothing was changed then.
        UserFacingError: if the folder cannot be written or the disk is full.
    """
    index = store / INDEX_NAME
    require_stamp(index, expected)
    read_from = source or (None if anew or expected is None else index)
    with pending_file(index, needed=lambda: _size(read_from)) as pending:
        with _opened(read_from) as old:
            edits = index_replacements(old, edit)
            if not edits and expected is not None and read_from == index:
                return expected
            pending.file.writelines(spliced(old.document, edits))
            pending.finish()
            with open_index(pending.temp) as new:
                check_rewritten(
                    old, new, dropped=edit.drop, mtimes=edit.mtimes, added=edit.add, top=edit.top)
        require_stamp(index, expected)
        if backup is not None and expected is not None:
            copy_file(index, backup)
        if announce is not None:
            announce(stamp_of(pending.temp.stat()).without_ctime())
        return pending.publish()


def require_stamp(index: Path, expected: IndexStamp | None) -> None:
    """Make sure that an index is still the one a plan saw.

    Raises:
        StalePlanError: if it is not.
    """
    if _stamp_now(index) != expected:
        raise StalePlanError(
            f"The index {index} changed after the plan was made.",
            "Survey again and make a new plan.")


def copy_file(source: Path, target: Path) -> None:
    """Copy a file whole or not at all; the copy is as old as its making."""
    with source.open("rb") as file:
        if source.stat().st_size == 0:
            write_atomically(target, ())
            return
        with (mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
              memoryview(mapped) as view):
            write_atomically(target, [view])


def index_replacements(index: OpenIndex, edit: IndexEdit) -> list[Replacement]:
    """The stretches of bytes that an edit changes."""
    document, entries = index.document, index.entries
    style = style_of(document)
    drop = {key for key in edit.drop if key in entries}
    added = {key: restyled(text, style, ROW_DEPTH) for key, text in edit.add.items()}
    edits = edited_members(
        document, index.top.span("entries"), entries, drop=drop, add=added, style=style,
        depth=ROW_DEPTH)
    for key, mtime in edit.mtimes.items():
        span = _mtime_span(index, key)
        edits.append(Replacement(span.start, span.end, json.dumps(mtime).encode("ascii")))
    new_members: dict[str, bytes] = {}
    edits += _hash_index_edits(index, edit, style, new_members)
    edits += _concept_edits(index, drop, edit, style, new_members)
    edits += _top_edits(index, edit, style, new_members)
    edits += edited_members(
        document, document.root(), index.top, add=new_members, style=style, depth=1)
    return edits


def _hash_index_edits(
    index: OpenIndex,
    edit: IndexEdit,
    style: JsonStyle,
    new_members: dict[str, bytes],
) -> list[Replacement]:
    """Paths leave every list they stand in, not only that of their row's hash."""
    drop = edit.drop
    if not drop and not edit.add:
        return []
    joining: dict[str, list[str]] = {}
    for key, text in edit.add.items():
        joining.setdefault(_hash_of(text), []).append(key)
    lists = index.members_of("hash_index")
    emptied: set[str] = set()
    edits: list[Replacement] = []
    for digest, paths in index.hash_lists().items():
        arriving = [key for key in joining.pop(digest, ()) if key not in paths or key in drop]
        if not arriving and drop.isdisjoint(paths):
            continue
        span = lists.span(digest)
        kept = [index.document.text(element)
                for element, path in zip(index.document.elements(span), paths, strict=True)
                if path not in drop]
        if kept or arriving:
            elements = [*kept, *map(name_text, arriving)]
            edits.append(Replacement(*span, array_text(elements, style, ROW_DEPTH)))
        else:
            emptied.add(digest)
    arrays = {digest: array_text(map(name_text, keys), style, ROW_DEPTH)
              for digest, keys in joining.items()}
    if "hash_index" not in index.top:
        if arrays:
            new_members["hash_index"] = _object_text(arrays, style)
        return []
    return edits + edited_members(
        index.document, index.top.span("hash_index"), lists, drop=emptied, add=arrays,
        style=style, depth=ROW_DEPTH)


def _hash_of(row: bytes) -> str:
    """The content hash in the text of a row."""
    try:
        return _HASH.decode(row).hash
    except msgspec.DecodeError:
        return str(json.loads(row)["hash"])


def _concept_edits(
    index: OpenIndex,
    drop: set[str],
    edit: IndexEdit,
    style: JsonStyle,
    new_members: dict[str, bytes],
) -> list[Replacement]:
    concepts = index.members_of("concepts")
    added = {name: restyled(text, style, ROW_DEPTH)
             for name, text in edit.add_concepts.items() if name not in concepts}
    if "concepts" not in index.top:
        if added:
            new_members["concepts"] = _object_text(added, style)
        return []
    unused: set[str] = set()
    if edit.prune_concepts and drop:
        unused = _concepts_only_named_by(index, drop, concepts)
    return edited_members(
        index.document, index.top.span("concepts"), concepts, drop=unused, add=added,
        style=style, depth=ROW_DEPTH)


def _concepts_only_named_by(index: OpenIndex, drop: set[str], concepts: Members) -> set[str]:
    """Interned concepts that a dropped row names and no other row does.

    A kept row that merely holds the quoted id counts as naming it: a doubt keeps the concept.
    """
    cut = sorted(index.entries.span(key) for key in drop)
    return {name for name in index.concepts_named_in(drop)
            if name in concepts and not _is_outside(index, name_text(name), cut)}


def _is_outside(index: OpenIndex, text: bytes, cut: list[Span]) -> bool:
    """Whether `text` stands among the rows, but not inside one of the `cut` ones."""
    at, end = index.top.span("entries")
    while (at := index.document.buffer.find(text, at, end)) >= 0:
        inside = cut[bisect_right(cut, at, key=lambda span: span.start) - 1]
        if not inside.start <= at < inside.end:
            return True
        at = inside.end
    return False


def _top_edits(
    index: OpenIndex, edit: IndexEdit, style: JsonStyle, new_members: dict[str, bytes]
) -> list[Replacement]:
    """Fields of the top level that are set; those that already say so stay as they are."""
    edits: list[Replacement] = []
    for name, text in edit.top.items():
        laid_out = restyled(text, style, 1)
        if name not in index.top:
            new_members[name] = laid_out
        elif json.loads(index.document.text(index.top.span(name))) != json.loads(text):
            edits.append(Replacement(*index.top.span(name), laid_out))
    return edits


def _mtime_span(index: OpenIndex, key: str) -> Span:
    try:
        return index.document.member(index.entries.span(key), "mtime")
    except (ValueError, KeyError) as broken:
        raise WorkspaceError(
            f"The index cannot be edited: its row of {key!r} has no mtime.", WAY_OUT) from broken


def _object_text(members: Mapping[str, bytes], style: JsonStyle) -> bytes:
    """An object as the value of a member of the top level."""
    inner = style.before(ROW_DEPTH)
    body = (style.between + inner).join(
        name_text(name) + style.colon + text for name, text in members.items())
    return b"{" + inner + body + style.before(1) + b"}"


def _size(path: Path | None) -> int:
    return 0 if path is None else path.stat().st_size


def _stamp_now(path: Path) -> IndexStamp | None:
    found = stamp(path)
    return None if found is None else found.without_ctime()


@contextmanager
def _opened(path: Path | None) -> Iterator[OpenIndex]:
    """The index at `path`, or an empty one."""
    if path is None:
        yield OpenIndex.of(JsonDocument(EMPTY_INDEX))
        return
    with open_index(path) as index:
        yield index
