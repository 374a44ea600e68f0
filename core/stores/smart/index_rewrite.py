"""A smart-cache `cache.json` with its rows found but not decoded, and edits of it.

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
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from larder.core.errors import StalePlanError, WorkspaceError, error_reason
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.files.atomic_write import pending_file, write_atomically
from larder.core.files.file_stamp import IndexStamp, index_stamp, stamp_of
from larder.core.files.regular_file import open_regular, read_regular
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.smart.index_file import HEAD_BYTES, IndexPieces, NotLaidOut
from larder.core.stores.smart.json_text import (
    JsonStyle,
    WithAdded,
    members,
    name_text,
    parsed,
    walk_members,
)

EMPTY_INDEX = b'{\n  "version": 3,\n  "entries": {},\n  "hash_index": {}\n}'
"""What a trainer starts from when there is no index."""

CONCEPT_ID = re.compile(rb'"concept_id"\s*:\s*"([^"\\]+)"')
WAY_OUT = "Let the trainer rebuild the index, or take the cached files back."
WHITE_SPACE = b" \t\n\r"

HOLDERS = ("entries", "hash_index", "concepts")
"""Fields of the top level whose members are edited one by one."""

NOT_MEANT = "the rows are not the ones meant to stay"
_PIECE = msgspec.json.Decoder(dict[str, msgspec.Raw])

DEPTH = 2
"""Of rows, hash lists and concepts: members of a member of the top level."""


class _Rows(msgspec.Struct, gc=False):
    """The rows of an index, found in one pass over it."""

    entries: dict[str, msgspec.Raw]


class OpenIndex:
    """An index whose rows can be found.

    Attributes:
        content: its bytes.
    """

    def __init__(self, content: bytes) -> None:
        """Find the rows.

        Raises:
            WorkspaceError: if there are none to be found.
        """
        self.content = content
        self.style = JsonStyle.of(content)
        self.top: dict[str, bytes]
        self.entries: dict[str, bytes]
        try:
            if not self._find_at_once():
                self.top = members(content)
                self.entries = members(self.top["entries"])
        except KeyError as missing:
            raise WorkspaceError(
                "The index cannot be edited: it has no entries.", WAY_OUT) from missing
        except (ValueError, RecursionError) as broken:
            raise WorkspaceError(f"The index cannot be edited: {broken}.", WAY_OUT) from broken

    def _find_at_once(self) -> bool:
        """Find rows and all else in one pass, where `entries` are as long as their layout says.

        Indented text tells the members of the top level from all others, as no value holds a line
        feed of its own.
        """
        style, content = self.style, self.content
        begin = style.before(1) + style.name("entries") + style.colon
        start = content.find(begin, 0, HEAD_BYTES) + len(begin) if style.unit else -1
        if start < len(begin):
            return False
        try:
            self.entries = {**msgspec.json.decode(content, type=_Rows).entries}
            end = start + style.object_length(self.entries, DEPTH)
            self.top = members(content[:start] + b"{}" + content[end:])
        except ValueError:
            return False
        if self.top["entries"] != msgspec.Raw(b"{}"):
            return False
        self.top["entries"] = msgspec.Raw(memoryview(content)[start:end])
        return True

    @classmethod
    def read(cls, path: Path) -> OpenIndex:
        """Read a file.

        Raises:
            WorkspaceError: if it is no index, or cannot be read.
            FileNotFoundError: if there is none.
        """
        try:
            content = read_regular(path)
        except FileNotFoundError:
            raise
        except OSError as failed:
            raise WorkspaceError(
                f"The index {path} cannot be read: {error_reason(failed)}.",
                "It was not changed. Check its drive and permissions, then try again.") from failed
        if not content:
            raise WorkspaceError(f"The index {path} is empty.", WAY_OUT)
        return cls(content)

    def concepts_named_in(self, rows: Iterable[str]) -> set[str]:
        """Ids of interned concepts that the rows with these keys name."""
        return {
            match[1].decode("ascii")
            for key in rows for match in CONCEPT_ID.finditer(self.entries[key])}


def _members_of(top: Mapping[str, bytes], name: str) -> dict[str, bytes]:
    """Members of an object of the top level; none when the index does not have it.

    Raises:
        WorkspaceError: if it is no object.
    """
    try:
        return members(top[name]) if name in top else {}
    except (ValueError, RecursionError) as broken:
        raise WorkspaceError(
            f"The index cannot be edited: its {name} is no object.", WAY_OUT) from broken


def concepts_in(index: OpenIndex) -> dict[str, bytes]:
    """Return the interned concepts of an index by their ids.

    Raises:
        WorkspaceError: if they are no object.
    """
    return _members_of(index.top, "concepts")


def _hash_lists(top: Mapping[str, bytes]) -> dict[str, list[str]]:
    """`hash_index` decoded, {} when the index has none.

    Raises:
        WorkspaceError: if it does not map hashes to lists of paths.
    """
    try:
        return decode_ascii_json(bytes(top.get("hash_index", b"{}")), dict[str, list[str]])
    except UnreadableJsonError as broken:
        raise WorkspaceError(
            f"The index cannot be edited: hash_index: {broken}.", WAY_OUT) from broken


def read_rows(path: Path, keys: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The text of rows and of the interned concepts they name, as an edit can add them again.

    Returns:
        Key -> row and id -> concept, for those that the index has.

    Raises:
        WorkspaceError: if it is no index, or cannot be read.
        FileNotFoundError: if there is none.
    """
    index = OpenIndex.read(path)
    present = [key for key in keys if key in index.entries]
    concepts = _members_of(index.top, "concepts")
    named = sorted(name for name in index.concepts_named_in(present) if name in concepts)
    rows, texts = (
        {name: bytes(of[name]).decode("utf-8", "surrogatepass") for name in names}
        for of, names in ((index.entries, present), (concepts, named)))
    return rows, texts


@dataclass(frozen=True, slots=True)
class IndexEdit:
    """What is to change in an index.

    Attributes:
        drop: keys of rows to take out; those the index does not have are passed over.
        mtimes: key -> new `mtime` of a row that stays, seconds.
        add: key -> JSON text of a row to append; a key the index has must be in `drop` too.
        add_concepts: id -> JSON text of an interned concept; those the index has are passed over.
        prune_concepts: take out concepts that only dropped rows named, and none that is added.
        top: name -> JSON text of a field of the top level to set; none of those that hold rows,
            hashes or concepts.
    """

    drop: frozenset[str] = frozenset()
    mtimes: Mapping[str, float] = field(default_factory=dict)
    add: Mapping[str, bytes] = field(default_factory=dict)
    add_concepts: Mapping[str, bytes] = field(default_factory=dict)
    prune_concepts: bool = False
    top: Mapping[str, bytes] = field(default_factory=dict)


Edited = Mapping[str, bytes | Mapping[str, bytes]]
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
    try:
        old = OpenIndex(EMPTY_INDEX) if read_from is None else OpenIndex.read(read_from)
    except FileNotFoundError as gone:  # a trainer removed or promoted it
        raise _moved(index) from gone
    _require_distinct_names(old)
    top = _edited(old, edit)
    is_unchanged = len(top) == len(old.top) and all(
        value is old.top[name] for name, value in top.items())
    if is_unchanged and expected is not None and read_from == index:
        return expected
    with pending_file(index, needed=lambda: len(old.content)) as pending:
        pending.file.writelines(_parts(old, top))
        pending.finish()
        check_rewritten(old, pending.temp, edit)
        require_stamp(index, expected)
        if backup is not None and expected is not None:
            write_atomically(backup, [old.content])  # read between two looks at its stamp
        if announce is not None:
            announce(stamp_of(pending.temp.stat()).without_ctime())
        return pending.publish_over(expected)


def require_stamp(index: Path, expected: IndexStamp | None) -> None:
    """Make sure that an index is still the one a plan saw.

    Raises:
        StalePlanError: if it is not.
    """
    if index_stamp(index) != expected:
        raise _moved(index)


def _moved(index: Path) -> StalePlanError:
    return StalePlanError(
        f"The index {index} changed after the plan was made.", "Survey again and make a new plan.")


def _edited(index: OpenIndex, edit: IndexEdit) -> Edited:
    style = index.style
    top: dict[str, bytes | Mapping[str, bytes]] = dict(index.top)
    drop = edit.drop & index.entries.keys()
    if drop or edit.mtimes or edit.add:
        rows = {key: text for key, text in index.entries.items()
                if key not in drop and key not in edit.add}
        for key, mtime in edit.mtimes.items():
            rows[key] = _with_mtime(rows, key, mtime, style)
        top["entries"] = WithAdded(rows, edit.add, style, DEPTH) if edit.add else rows
    if edit.drop or edit.add:
        _edit_hash_index(index, edit, top)
    _edit_concepts(index, drop, edit, top)
    for name, text in edit.top.items():
        if name not in index.top or parsed(index.top[name]) != parsed(text):
            top[name] = style.restyled(text, 1)
    return top


def _with_mtime(rows: Mapping[str, bytes], key: str, mtime: float, style: JsonStyle) -> bytes:
    try:
        return style.with_value(rows[key], "mtime", json.dumps(mtime).encode("ascii"), DEPTH + 1)
    except (ValueError, KeyError, RecursionError) as broken:
        raise WorkspaceError(
            f"The index cannot be edited: its row of {key!r} has no mtime.", WAY_OUT) from broken


def _edit_hash_index(
    index: OpenIndex, edit: IndexEdit, top: dict[str, bytes | Mapping[str, bytes]]
) -> None:
    """Paths leave every list they stand in, not only that of their row's hash."""
    before = _hash_lists(index.top)
    after = _hash_lists_after(before, edit)
    if after == before:
        return
    texts = _members_of(index.top, "hash_index")
    top["hash_index"] = {
        digest: texts[digest] if paths == before.get(digest)
        else index.style.array_text(paths, DEPTH) for digest, paths in after.items()}


def _hash_lists_after(
    before: Mapping[str, list[str]], edit: IndexEdit
) -> dict[str, list[str]]:
    """Dropped paths are in no list, added ones in the list of their hash, the rest as before."""
    joining: dict[str, list[str]] = {}
    for key, text in edit.add.items():
        joining.setdefault(_hash_of(text), []).append(key)
    after: dict[str, list[str]] = {}
    for digest, paths in before.items():
        arriving = joining.pop(digest, [])
        if not arriving and edit.drop.isdisjoint(paths):
            after[digest] = paths
            continue
        kept = [path for path in paths if path not in edit.drop]
        kept += [key for key in arriving if key not in kept]
        if kept:
            after[digest] = kept
    return after | joining


class _Hashed(msgspec.Struct):
    """What a row says of its source's content; the rest is passed over unread."""

    hash: str


def _hash_of(row: bytes) -> str:
    """The content hash in the text of a row."""
    try:
        return msgspec.json.decode(row, type=_Hashed).hash
    except msgspec.DecodeError:
        return str(_fields(row)["hash"])


def _fields(row: bytes) -> dict[str, Any]:
    found = parsed(row)
    return found if isinstance(found, dict) else {}


def _edit_concepts(
    index: OpenIndex, drop: Iterable[str], edit: IndexEdit,
    top: dict[str, bytes | Mapping[str, bytes]],
) -> None:
    if not edit.add_concepts and not (drop and edit.prune_concepts):
        return
    concepts = _members_of(index.top, "concepts")
    unused: set[str] = set()
    if edit.prune_concepts:
        unused = {name for name in index.concepts_named_in(drop)
                  if name in concepts and not _is_named_elsewhere(index, name, drop)
                  and not any(name.encode("ascii") in row for row in edit.add.values())}
    added = {name: index.style.restyled(text, DEPTH)
             for name, text in edit.add_concepts.items() if name not in concepts}
    if unused or added:
        top["concepts"] = {
            **{name: text for name, text in concepts.items() if name not in unused}, **added}


def _is_named_elsewhere(index: OpenIndex, concept: str, drop: Iterable[str]) -> bool:
    """Whether any row but the dropped ones names a concept.

    One that merely holds the quoted id counts as naming it: a doubt keeps the concept.
    """
    text = name_text(concept)
    elsewhere = [value for name, value in index.top.items() if name != "entries"]
    elsewhere += [index.entries[key] for key in drop]
    return index.content.count(text) > sum(bytes(value).count(text) for value in elsewhere)


def _parts(index: OpenIndex, top: Edited) -> Iterator[bytes]:
    """The bytes of an index whose top level is this, with the white space around the old one."""
    style = index.style
    start, end = 0, len(index.content)
    while index.content[start] in WHITE_SPACE:
        start += 1
    while index.content[end - 1] in WHITE_SPACE:
        end -= 1
    yield index.content[:start]
    before = b"{" + style.before(1)
    for name, value in top.items():
        yield before + style.name(name) + style.colon
        if isinstance(value, Mapping):
            yield from style.object_parts(value, DEPTH)
        else:
            yield value
        before = style.between + style.before(1)
    yield style.before(0) + b"}"
    yield index.content[end:]


def _require_distinct_names(index: OpenIndex) -> None:
    """Make sure that no name stands twice, of which an edit would keep only the last.

    An object that is as long as its members are when they are laid out has none. Others, laid out
    by another hand, are walked.

    Raises:
        WorkspaceError: if one does.
    """
    objects = [(index.content.strip(WHITE_SPACE), index.top, 1)]
    objects += [(index.top[name], _members_of(index.top, name), DEPTH)
                for name in HOLDERS if name in index.top]
    for text, values, depth in objects:
        if len(text) == index.style.object_length(values, depth):
            continue
        seen: set[str] = set()
        for name, _ in walk_members(bytes(text)):
            if name in seen:
                raise WorkspaceError(
                    f"The index cannot be edited: it says {name!r} twice.", WAY_OUT)
            seen.add(name)


def check_rewritten(old: OpenIndex, written: Path, edit: IndexEdit) -> None:
    """Make sure that a written index is `old` with its rows and fields edited as meant, no more.

    It is read and decoded anew, so that a mistake in the editing, or an index of a shape nobody
    thought of, ends as a refusal and not as a lost row. One in the layout of trainers is read piece
    by piece.

    Raises:
        WorkspaceError: if anything else differs.
    """
    rows = _RowCheck(old, edit)
    try:
        with open_regular(written) as file:
            pieces = IndexPieces(file)
            pieces.take_rows(lambda piece: rows.take(_PIECE.decode(piece)))
            top = members(pieces.rest())
    except NotLaidOut:
        rows, new = _RowCheck(old, edit), OpenIndex.read(written)
        rows.take(new.entries)
        top = new.top
    rows.finish()
    for name, text in old.top.items():
        if name not in HOLDERS and name not in edit.top:
            _require(top.get(name) == text, f"the field {name!r} came out wrong")
    for name, text in edit.top.items():
        same = name in top and parsed(top[name]) == parsed(text)
        _require(same, f"the field {name!r} came out wrong")
    lists, wanted = _hash_lists(top), _hash_lists_after(_hash_lists(old.top), edit)
    _require(lists == wanted and list(lists) == list(wanted), "hash_index came out wrong")
    before, after = _members_of(old.top, "concepts"), _members_of(top, "concepts")
    _require(all(before.get(name, text) == text for name, text in after.items()),
             "a concept came out wrong")


class _RowCheck:
    """Compares the rows of a written index, in their order, with what was meant."""

    def __init__(self, old: OpenIndex, edit: IndexEdit) -> None:
        self._old, self._edit = old.entries, edit
        self._expected = iter([*(key for key in old.entries if key not in edit.drop), *edit.add])
        self._problem = ""

    def take(self, rows: Mapping[str, bytes]) -> None:
        """Look at some of them; raises nothing, as they may be views into what is still read."""
        for key, text in rows.items():
            if next(self._expected, None) != key:
                self._problem = self._problem or NOT_MEANT
            elif not self._is_as_meant(key, text):
                self._problem = self._problem or f"the row of {key!r} came out wrong"

    def _is_as_meant(self, key: str, text: bytes) -> bool:
        if key in self._edit.add:
            return parsed(text) == parsed(self._edit.add[key])
        if key in self._edit.mtimes:
            return parsed(text) == {**_fields(self._old[key]), "mtime": self._edit.mtimes[key]}
        return text == self._old[key]

    def finish(self) -> None:
        """There are no more.

        Raises:
            WorkspaceError: if any was not as meant.
        """
        _require(not self._problem, self._problem)
        _require(next(self._expected, None) is None, NOT_MEANT)


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise WorkspaceError(
            f"The index was not changed, because writing it again failed its check: {problem}.",
            "Let the trainer rebuild the index, or report this with the index attached.")
