"""Edits of a `cache.json`, which is written anew without decoding its rows.

What an edit does not touch stays byte for byte: unknown fields, the order of entries and variants,
the version, the spelling of numbers and escapes. Names and the white space around values are laid
out as the document is. A dropped row's path leaves `hash_index`, a list that becomes empty goes
with it, an added row's path joins. The new file is read back and compared with what was meant
before it takes the old one's place, and nothing is written over an index that moved.

`schema`, `last_validated` and `watched_fingerprints` are the trainer's to renew: a fingerprint that
no longer fits costs its next start one pass of stats.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import msgspec

from larder.core.errors import StalePlanError, WorkspaceError
from larder.core.files.atomic_write import pending_file, write_atomically
from larder.core.files.file_stamp import IndexStamp, index_stamp, stamp_of
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.indexed.hash_lists import HashList, lists_after
from larder.core.stores.indexed.index_check import HOLDERS, check_rewritten
from larder.core.stores.indexed.index_edit import WAY_OUT, IndexEdit
from larder.core.stores.indexed.json_text import DEPTH, name_text, parse_json, walk_members
from larder.core.stores.indexed.open_index import (
    EMPTY_INDEX,
    WHITE_SPACE,
    OpenIndex,
    concepts_in,
    members_of,
)


class IndexMembers(Protocol):
    """Members of an object of the top level, as they are to be written."""

    def items(self) -> Iterable[tuple[str, bytes]]:
        """Return pairs of member name and JSON text."""


Edited = Mapping[str, bytes | IndexMembers]
"""Values of the top level; those that were edited as their members."""


def rewrite_index(
    store: Path,
    edit: IndexEdit,
    *,
    expected: IndexStamp | None,
    backup: Path | None,
    source: Path | None = None,
    announce: Callable[[IndexStamp], None] | None = None,
) -> IndexStamp:
    """Apply an edit to a store's `cache.json`; only where there is none is one begun.

    Args:
        store: the store's folder.
        edit: what is to change.
        expected: `cache.json` as the plan saw it, None when it was absent.
        backup: where the old `cache.json` is copied to, as a trainer's final save does; None for
            nowhere, as with a `source`. Without an old one nothing is copied.
        source: the file to edit when that is not `cache.json` itself: a recovered copy.
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
    read_from = source or (None if expected is None else index)
    with ExitStack() as reading:
        try:
            old = OpenIndex(EMPTY_INDEX) if read_from is None \
                else reading.enter_context(OpenIndex.open(read_from))
        except FileNotFoundError as gone:  # a trainer removed or promoted it
            raise _make_stale_error(index) from gone
        _require_distinct_names(old)
        top = _edit_index(old, edit)
        is_unchanged = len(top) == len(old.top) and all(
            value is old.entries or value is old.top[name] for name, value in top.items())
        if is_unchanged and expected is not None and read_from == index:
            return expected
        with pending_file(index, needed=lambda: old.size) as pending:
            pending.file.writelines(_parts(old, top))
            pending.finish()
            check_rewritten(old, pending.temp, edit)
            require_stamp(index, expected)
            if backup is not None and expected is not None:
                write_atomically(backup, old.parts())  # read between two looks at its stamp
            if announce is not None:
                announce(stamp_of(pending.temp.stat()).without_ctime())
            reading.close()  # some systems replace no file that is open
            return pending.publish_over(expected)


def require_stamp(index: Path, expected: IndexStamp | None) -> None:
    """Make sure that an index is still the one a plan saw.

    Raises:
        StalePlanError: if it is not.
    """
    if index_stamp(index) != expected:
        raise _make_stale_error(index)


def _make_stale_error(index: Path) -> StalePlanError:
    return StalePlanError(
        f"The index {index} changed after the plan was made.", "Survey again and make a new plan.")


def _edit_index(index: OpenIndex, edit: IndexEdit) -> Edited:
    style = index.style
    top: dict[str, bytes | IndexMembers] = dict(index.top)
    drop = {key for key in edit.drop if key in index.entries}
    if drop or edit.mtimes or edit.add:
        for key in edit.mtimes:
            if key not in index.entries or key in drop or key in edit.add:
                raise _has_no_mtime(key)
        top["entries"] = _EditedRows(index, edit)
    elif index.in_file is not None:
        top["entries"] = index.entries
    if (edit.drop or edit.add) and any(one.text is None for one in _lists_after(index, edit)):
        top["hash_index"] = _EditedLists(index, edit)
    _edit_concepts(index, drop, edit, top)
    for name, text in edit.top.items():
        if name not in index.top or parse_json(index.top[name]) != parse_json(text):
            top[name] = style.restyle(text, 1)
    return top


class _EditedRows:
    """Rows after an edit, each laid out when it is asked for."""

    def __init__(self, index: OpenIndex, edit: IndexEdit) -> None:
        self._index = index
        self._edit = edit

    def items(self) -> Iterator[tuple[str, bytes]]:
        """Those that stay, in their order, and added ones behind them.

        Raises:
            WorkspaceError: if one has no date that could be set.
        """
        edit, style = self._edit, self._index.style
        for key, text in self._index.entries.items():
            if key in edit.drop or key in edit.add:
                continue
            mtime = edit.mtimes.get(key)
            yield key, text if mtime is None else _with_mtime(self._index, key, mtime)
        for key, text in edit.add.items():
            yield key, style.restyle(text, DEPTH)


def _with_mtime(index: OpenIndex, key: str, mtime: float) -> bytes:
    try:
        return index.style.with_value(
            index.entries[key], "mtime", json.dumps(mtime).encode("ascii"), DEPTH + 1)
    except (ValueError, KeyError, RecursionError) as broken:
        raise _has_no_mtime(key) from broken


def _has_no_mtime(key: str) -> WorkspaceError:
    return WorkspaceError(f"The index cannot be edited: its row of {key!r} has no mtime.", WAY_OUT)


class _EditedLists:
    """`hash_index` after an edit; lists that are as they were keep their text."""

    def __init__(self, index: OpenIndex, edit: IndexEdit) -> None:
        self._index = index
        self._edit = edit

    def items(self) -> Iterator[tuple[str, bytes]]:
        """Yield pairs of digest and JSON text of its list."""
        for one in _lists_after(self._index, self._edit):
            if one.text is not None:
                yield one.digest, one.text
            elif one.paths:
                yield one.digest, self._index.style.array_text(one.paths, DEPTH)


def _lists_after(index: OpenIndex, edit: IndexEdit) -> Iterator[HashList]:
    return lists_after(index.top.get("hash_index", b"{}"), edit)


def _edit_concepts(
    index: OpenIndex, drop: Collection[str], edit: IndexEdit, top: dict[str, bytes | IndexMembers],
) -> None:
    if not edit.add_concepts and not (drop and edit.prune_concepts):
        return
    concepts = concepts_in(index)
    unused = _no_more_named(index, drop, edit, concepts) if edit.prune_concepts else set()
    added = {name: index.style.restyle(text, DEPTH)
             for name, text in edit.add_concepts.items() if name not in concepts}
    if unused or added:
        top["concepts"] = {
            **{name: text for name, text in concepts.items() if name not in unused}, **added}


def _no_more_named(
    index: OpenIndex, drop: Collection[str], edit: IndexEdit, concepts: Mapping[str, bytes]
) -> set[str]:
    """Concepts that only dropped rows name.

    One that another row merely holds as a quoted text counts as named: a doubt keeps the concept.
    """
    unnamed = {name: name_text(name) for name in index.concepts_named_in(drop)
               if name in concepts and name not in index.entries
               and not any(name.encode("ascii") in row for row in edit.add.values())}
    for key, row in index.entries.items():
        if not unnamed:
            break
        if key not in drop:
            text = bytes(row)
            unnamed = {name: quoted for name, quoted in unnamed.items() if quoted not in text}
    return set(unnamed)


def _parts(index: OpenIndex, top: Edited) -> Iterator[bytes]:
    """The bytes of an index whose top level is this, with the white space around the old one."""
    start, end = 0, len(index.content)
    while index.content[start] in WHITE_SPACE:
        start += 1
    while index.content[end - 1] in WHITE_SPACE:
        end -= 1
    yield index.content[:start]
    yield from index.style.document_parts({
        name: value if isinstance(value, bytes | msgspec.Raw) else value.items()
        for name, value in top.items()})
    yield index.content[end:]


def _require_distinct_names(index: OpenIndex) -> None:
    """Make sure that no name stands twice, of which an edit would keep only the last.

    An object that is as long as its members are when they are laid out has none. Others, laid out
    by another hand, are walked.

    Raises:
        WorkspaceError: if one does.
    """
    if index.in_file is not None:
        return  # it was found so when it was opened
    objects = [(index.content.strip(WHITE_SPACE), index.top, 1)]
    objects += [(index.top[name], members_of(index.top, name), DEPTH)
                for name in HOLDERS if name in index.top]
    for text, values, depth in objects:
        if len(text) == index.style.object_length(values, depth):
            continue
        seen: set[str] = set()
        for name, _ in walk_members(bytes(text)):
            if name in seen:
                raise WorkspaceError(
                    f"The index cannot be edited: it contains {name!r} twice.", WAY_OUT)
            seen.add(name)
