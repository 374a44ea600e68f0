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

from larder.core.errors import StalePlanError, WorkspaceError
from larder.core.files.atomic_write import pending_file, write_atomically
from larder.core.files.file_stamp import IndexStamp, index_stamp, stamp_of
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.smart.json_text import JsonStyle, members, name_text, parsed, walk_members

EMPTY_INDEX = b'{\n  "version": 3,\n  "entries": {},\n  "hash_index": {}\n}'
"""What a trainer starts from when there is no index."""

CONCEPT_ID = re.compile(rb'"concept_id"\s*:\s*"([^"\\]+)"')
WAY_OUT = "Let the trainer rebuild the index, or re-adopt the payloads."
WHITE_SPACE = b" \t\n\r"

HOLDERS = ("entries", "hash_index", "concepts")
"""Fields of the top level whose members are edited one by one."""

COPIED_AT_ONCE = 1 << 20

DEPTH = 2
"""Of rows, hash lists and concepts: members of a member of the top level."""


class OpenIndex:
    """An index whose rows can be found.

    Attributes:
        content: its bytes.
        top: values of the top level.
        entries: its rows.
    """

    def __init__(self, content: bytes) -> None:
        """Find the rows.

        Raises:
            WorkspaceError: if there are none to be found.
        """
        self.content = content
        try:
            self.top = members(content)
            self.entries = members(self.top["entries"])
        except KeyError as missing:
            raise WorkspaceError(
                "The index cannot be edited: it has no entries.", WAY_OUT) from missing
        except (ValueError, RecursionError) as broken:
            raise WorkspaceError(f"The index cannot be edited: {broken}.", WAY_OUT) from broken

    @classmethod
    def read(cls, path: Path) -> OpenIndex:
        """Read a file.

        Raises:
            WorkspaceError: if it is no index, or cannot be read.
            FileNotFoundError: if there is none.
        """
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise
        except OSError as failed:
            raise WorkspaceError(
                f"The index {path} cannot be read: {failed.strerror or failed}.",
                "It was not changed. Check its drive and permissions, then try again.") from failed
        if not content:
            raise WorkspaceError(f"The index {path} is empty.", WAY_OUT)
        return cls(content)

    def concepts_named_in(self, rows: Iterable[str]) -> set[str]:
        """Ids of interned concepts that the rows with these keys name."""
        return {
            match[1].decode("ascii")
            for key in rows for match in CONCEPT_ID.finditer(self.entries[key])}

    def members_of(self, name: str) -> dict[str, bytes]:
        """Members of an object of the top level; none when the index does not have it.

        Raises:
            WorkspaceError: if it is no object.
        """
        try:
            return members(self.top[name]) if name in self.top else {}
        except (ValueError, RecursionError) as broken:
            raise WorkspaceError(
                f"The index cannot be edited: its {name} is no object.", WAY_OUT) from broken

    def hash_lists(self) -> dict[str, list[str]]:
        """`hash_index` decoded, {} when the index has none.

        Raises:
            WorkspaceError: if it does not map hashes to lists of paths.
        """
        if "hash_index" not in self.top:
            return {}
        text = self.top["hash_index"]
        try:
            return msgspec.json.decode(text, type=dict[str, list[str]])
        except msgspec.DecodeError:
            pass  # a lone surrogate, or a shape that the next step names
        try:
            return msgspec.convert(json.loads(bytes(text)), dict[str, list[str]])
        except ValueError as broken:
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
    concepts = index.members_of("concepts")
    named = sorted(name for name in index.concepts_named_in(present) if name in concepts)
    return (
        {key: _decoded(index.entries[key]) for key in present},
        {name: _decoded(concepts[name]) for name in named},
    )


def _decoded(text: bytes) -> str:
    return bytes(text).decode("utf-8", "surrogatepass")


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
            nowhere. Without an old one nothing is copied.
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
    style = JsonStyle.of(old.content)
    _require_distinct_names(old, style)
    top = _edited(old, edit, style)
    is_unchanged = len(top) == len(old.top) and all(
        value is old.top[name] for name, value in top.items())
    if is_unchanged and expected is not None and read_from == index:
        return expected
    with pending_file(index, needed=lambda: len(old.content)) as pending:
        pending.file.writelines(_parts(old, top, style))
        pending.finish()
        check_rewritten(old, OpenIndex.read(pending.temp), edit)
        require_stamp(index, expected)
        if backup is not None and expected is not None:
            copy_file(index, backup)
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


def copy_file(source: Path, target: Path) -> None:
    """Copy a file whole or not at all; the copy is as old as its making."""
    with source.open("rb") as file:
        write_atomically(target, iter(lambda: file.read(COPIED_AT_ONCE), b""))


def edited_index(index: OpenIndex, edit: IndexEdit) -> bytes:
    """The text of an edited index, unchecked."""
    style = JsonStyle.of(index.content)
    return b"".join(_parts(index, _edited(index, edit, style), style))


def _edited(index: OpenIndex, edit: IndexEdit, style: JsonStyle) -> Edited:
    top: dict[str, bytes | Mapping[str, bytes]] = dict(index.top)
    drop = edit.drop & index.entries.keys()
    if drop or edit.mtimes or edit.add:
        rows = {key: text for key, text in index.entries.items() if key not in drop}
        for key, mtime in edit.mtimes.items():
            rows[key] = _with_mtime(rows, key, mtime, style)
        rows.update((key, style.restyled(text, DEPTH)) for key, text in edit.add.items())
        top["entries"] = rows
    if edit.drop or edit.add:
        _edit_hash_index(index, edit, style, top)
    _edit_concepts(index, drop, edit, style, top)
    for name, text in edit.top.items():
        if name not in index.top or parsed(index.top[name]) != parsed(text):
            top[name] = style.restyled(text, 1)
    return top


def _with_mtime(rows: Mapping[str, bytes], key: str, mtime: float, style: JsonStyle) -> bytes:
    try:
        row = members(rows[key])
        if "mtime" not in row:
            raise KeyError("mtime")
    except (ValueError, KeyError, RecursionError) as broken:
        raise WorkspaceError(
            f"The index cannot be edited: its row of {key!r} has no mtime.", WAY_OUT) from broken
    row["mtime"] = json.dumps(mtime).encode("ascii")
    return style.object_text(row, DEPTH + 1)


def _edit_hash_index(
    index: OpenIndex, edit: IndexEdit, style: JsonStyle,
    top: dict[str, bytes | Mapping[str, bytes]],
) -> None:
    """Paths leave every list they stand in, not only that of their row's hash."""
    joining: dict[str, list[str]] = {}
    for key, text in edit.add.items():
        joining.setdefault(_hash_of(text), []).append(key)
    lists = index.hash_lists()
    texts = index.members_of("hash_index")
    is_changed = False
    for digest, paths in lists.items():
        arriving = [key for key in joining.pop(digest, ()) if key not in paths or key in edit.drop]
        if not arriving and edit.drop.isdisjoint(paths):
            continue
        is_changed = True
        kept = [path for path in paths if path not in edit.drop]
        if kept or arriving:
            texts[digest] = style.array_text([*kept, *arriving], DEPTH)
        else:
            del texts[digest]
    for digest, keys in joining.items():
        texts[digest] = style.array_text(keys, DEPTH)
    if is_changed or joining:
        top["hash_index"] = texts


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
    index: OpenIndex, drop: Iterable[str], edit: IndexEdit, style: JsonStyle,
    top: dict[str, bytes | Mapping[str, bytes]],
) -> None:
    if not edit.add_concepts and not (drop and edit.prune_concepts):
        return
    concepts = index.members_of("concepts")
    unused: set[str] = set()
    if edit.prune_concepts:
        unused = {name for name in index.concepts_named_in(drop)
                  if name in concepts and not _is_named_elsewhere(index, name, drop)}
    added = {name: style.restyled(text, DEPTH)
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


def _parts(index: OpenIndex, top: Edited, style: JsonStyle) -> Iterator[bytes]:
    """The bytes of an index whose top level is this, with the white space around the old one."""
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


def _require_distinct_names(index: OpenIndex, style: JsonStyle) -> None:
    """Make sure that no name stands twice, of which an edit would keep only the last.

    An index that comes out as long as it is when nothing is edited has none. Others, laid out by
    another hand, are walked.

    Raises:
        WorkspaceError: if one does.
    """
    whole: Edited = {
        **index.top, **{name: index.members_of(name) for name in HOLDERS if name in index.top}}
    if sum(map(len, _parts(index, whole, style))) == len(index.content):
        return
    for text in (index.content, *(index.top[name] for name in HOLDERS if name in index.top)):
        seen: set[str] = set()
        for name, _ in walk_members(bytes(text)):
            if name in seen:
                raise WorkspaceError(
                    f"The index cannot be edited: it says {name!r} twice.", WAY_OUT)
            seen.add(name)


def check_rewritten(old: OpenIndex, new: OpenIndex, edit: IndexEdit) -> None:
    """Make sure that `new` is `old` with its rows and top-level fields edited as meant, no more.

    Both are decoded anew, so that a mistake in the editing, or an index of a shape nobody thought
    of, ends as a refusal and not as a lost row.

    Raises:
        WorkspaceError: if anything else differs.
    """
    expected = [key for key in old.entries if key not in edit.drop] + list(edit.add)
    _require(list(new.entries) == expected, "the rows are not the ones meant to stay")
    for key, text in new.entries.items():
        if key in edit.add:
            same = parsed(text) == parsed(edit.add[key])
        elif key in edit.mtimes:
            same = parsed(text) == {**_fields(old.entries[key]), "mtime": edit.mtimes[key]}
        else:
            same = bytes(text) == bytes(old.entries[key])
        _require(same, f"the row of {key!r} came out wrong")
    for name, text in old.top.items():
        if name not in HOLDERS and name not in edit.top:
            same = name in new.top and bytes(new.top[name]) == bytes(text)
            _require(same, f"the field {name!r} came out wrong")
    for name, text in edit.top.items():
        same = name in new.top and parsed(new.top[name]) == parsed(text)
        _require(same, f"the field {name!r} came out wrong")
    _check_hash_lists(old, new, edit)
    before, after = old.members_of("concepts"), new.members_of("concepts")
    _require(all(bytes(before.get(name, text)) == bytes(text) for name, text in after.items()),
             "a concept came out wrong")


def _check_hash_lists(old: OpenIndex, new: OpenIndex, edit: IndexEdit) -> None:
    """Dropped paths are in no list, added ones in the list of their hash, the rest as before."""
    joining: dict[str, list[str]] = {}
    for key in edit.add:
        joining.setdefault(_hash_of(new.entries[key]), []).append(key)
    expected: dict[str, list[str]] = {}
    for digest, paths in old.hash_lists().items():
        kept = [path for path in paths if path not in edit.drop]
        kept += [key for key in joining.pop(digest, ()) if key not in kept]
        if kept or not paths:
            expected[digest] = kept
    expected |= joining
    after = new.hash_lists()
    _require(after == expected and list(after) == list(expected), "hash_index came out wrong")


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise WorkspaceError(
            f"The index was not changed, because writing it again failed its check: {problem}.",
            "Let the trainer rebuild the index, or report this with the index attached.")
