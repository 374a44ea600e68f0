"""Indexes in bundles: read, and written respelled, entry by entry.

Decoded, an index takes four times its size, and an index of 100,000 pictures has 200 MB. One that
is laid out as Larder exports it stays in its file, and each entry is read when it is asked for.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.bundle.bundle_files import BundleFiles
from larder.core.bundle.manifest import LARGEST_INDEX
from larder.core.bundle.relative import DROPPED, Respelling
from larder.core.errors import WorkspaceError
from larder.core.files.ascii_json import (
    Decoded,
    UnreadableJsonError,
    decode_ascii_json,
    encode_ascii_json,
)
from larder.core.files.regular_file import too_large
from larder.core.quantities import size_text
from larder.core.stores.indexed.json_text import JsonStyle
from larder.core.stores.indexed.open_index import OpenIndex
from larder.core.stores.indexed.packed_rows import PackedText
from larder.core.stores.indexed.stamps import concept_id

_STYLE: Final = JsonStyle(unit=b"  ")
"""As a trainer saves it."""

LARGEST_OTHERWISE: Final = 96 << 20
"""Bytes of an index that is laid out otherwise, or has a name that is not UTF-8; it is read whole,
and decoded it takes four times its size."""

_NOT_UTF8: Final = re.compile(rb"(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f]")
"""What stands in ASCII for a byte of a name that is not UTF-8: half of a pair of surrogates."""


def longest_read(index: PackedText) -> int:
    """Return up to how many bytes an index like this one is read by an import."""
    is_odd = index.size > LARGEST_OTHERWISE and any(map(_NOT_UTF8.search, index))
    return LARGEST_OTHERWISE if is_odd else LARGEST_INDEX


@contextmanager
def opened_index(
    files: BundleFiles, path: str
) -> Iterator[tuple[dict[str, Any], Mapping[str, bytes]]]:
    """Return an index of a bundle as `open_index` does; entries are read within the block.

    Raises:
        UnreadableJsonError: if it is none, or one laid out otherwise that is too large.
        OSError: if it cannot be read, or is too large in any case.
        PayloadError: if it cannot be read from the one file of a bundle.
        WorkspaceError: if the drive fails within the block.
    """
    if files.size(path) > LARGEST_INDEX:
        raise too_large(path, LARGEST_INDEX)
    with files.opened(path) as file:
        found = _find_rows(file, path)
        if found is not None:
            yield top_of(found), found.entries
            return
    if files.size(path) > LARGEST_OTHERWISE:
        raise UnreadableJsonError(
            "it is not laid out as Larder exports it, and such an index is read up to "
            f"{size_text(LARGEST_OTHERWISE)}")
    yield open_index(files.content(path))


def _find_rows(file: RawIOBase, path: str) -> OpenIndex | None:
    """Return an index that is laid out as Larder exports it.

    Any other, a damaged one too, is read whole, which tells what is wrong in words for who imports.
    """
    try:
        return OpenIndex.from_file(file, Path(path))
    except WorkspaceError:
        return None


def open_index(content: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """An index, none of whose entries are in it, and the JSON of each, a quarter of it decoded.

    Raises:
        UnreadableJsonError: if it is none.
    """
    text = _text_of_index(content)
    try:
        top = msgspec.json.decode(content, type=dict[str, msgspec.Raw])
        rows: dict[str, bytes] = msgspec.json.decode(
            top.get("entries", b"{}"), type=dict[str, msgspec.Raw])
        top["entries"] = msgspec.Raw(b"{}")
        document = {name: decode_ascii_json(bytes(value), object) for name, value in top.items()}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        # A name that is not UTF-8 is written as escapes that only the standard library reads.
        document = decode_ascii_json(text, dict[str, Any])
        entries = _object(document.get("entries", {}), dict[str, Any])
        document["entries"] = {}
        rows = {key: encode_ascii_json(row) for key, row in entries.items()}
    _object(document.get("concepts", {}), dict[str, dict[str, Any]])
    return document, rows


def _text_of_index(content: bytes) -> str:
    """The text of an index; a trainer takes UTF-8 alone, without a byte order mark.

    Raises:
        UnreadableJsonError: if it is something else.
    """
    if content.startswith(codecs.BOM_UTF8):
        raise UnreadableJsonError("it begins with a byte order mark")
    try:
        return str(content, "utf-8")
    except UnicodeDecodeError as broken:
        raise UnreadableJsonError(f"it is not UTF-8 at byte {broken.start:,}") from broken


def top_of(index: OpenIndex) -> dict[str, Any]:
    """An index that is held open, none of whose entries are in it.

    Raises:
        UnreadableJsonError: if it is none.
    """
    document = {name: {} if name == "entries" else decode_ascii_json(bytes(value), object)
                for name, value in index.top.items()}
    _object(document.get("concepts", {}), dict[str, dict[str, Any]])
    return document


def _object(value: Any, kind: type[Decoded]) -> Decoded:
    try:
        return msgspec.convert(value, type=kind)
    except msgspec.ValidationError as error:
        raise UnreadableJsonError(str(error)) from error


def entries_of(rows: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Entries decoded one by one.

    Raises:
        UnreadableJsonError: if one is no object.
    """
    return (decode_ascii_json(bytes(row), dict[str, Any]) for row in rows)


def respell_index(
    respelling: Respelling, document: Mapping[str, Any], rows: Mapping[str, bytes],
    keys: Mapping[str, str], *, are_all: bool,
) -> Iterator[bytes]:
    """The bytes of an index with all paths respelled, or with only some of its entries.

    The id of a concept is a digest of its settings, so it follows them.

    Args:
        respelling: of paths and prompts.
        document: the index, its entries aside.
        rows: its entries.
        keys: of entries as they are to be -> as they are.
        are_all: whether they are all; else lists of hashes are made anew.
    """
    fields = {name: value for name, value in document.items() if name not in DROPPED}
    if not are_all:
        fields["hash_index"] = None
    concepts = {old: respelling.value(one, old)
                for old, one in (fields.get("concepts") or {}).items()}
    ids = {old: concept_id(one) for old, one in concepts.items()}
    top: dict[str, bytes | Iterable[tuple[str, bytes]]] = {
        name: _text(respelling.value(value, name), 1) for name, value in fields.items()}
    top["entries"] = (
        (new, _text(_entry(respelling, old, rows[old], ids), 2)) for new, old in keys.items())
    if not are_all:
        top["hash_index"] = (
            (respelling.path(digest), _text(paths, 2)) for digest, paths in _by_hash(rows, keys))
    if "concepts" in fields:
        top["concepts"] = _text({ids[old]: one for old, one in concepts.items()}, 1)
    yield from _STYLE.document_parts(top)


def _entry(
    respelling: Respelling, key: str, row: bytes, ids: Mapping[str, str]
) -> dict[str, Any]:
    entry: dict[str, Any] = respelling.value(decode_ascii_json(bytes(row), dict[str, Any]), key)
    for stamp in (entry.get("sourceless_rows") or {}).values():
        if stamp.get("concept_id") in ids:
            stamp["concept_id"] = ids[stamp["concept_id"]]
    return entry


def _by_hash(
    rows: Mapping[str, bytes], keys: Mapping[str, str]
) -> Collection[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for new, old in keys.items():
        entry = decode_ascii_json(bytes(rows[old]), dict[str, Any])
        found.setdefault(str(entry.get("hash", "")), []).append(new)
    return found.items()


def _text(value: object, depth: int) -> bytes:
    """As `json.dumps` of the whole document has it at `depth`: no text holds a line feed."""
    text = json.dumps(value, ensure_ascii=True, indent=2)
    return text.replace("\n", "\n" + "  " * depth).encode("ascii")
