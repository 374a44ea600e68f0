"""What can still be read of a `cache.json` that is no index any more.

A power cut, a full disk or an editor leaves an index cut short, with a hole in it, with a byte
order mark or with a version that is a text. A row that stands there whole means what it meant,
wherever the damage is; so rows are looked for one by one, and a new index is made of those that
were found. The fields of the top level come along, except the date of the trainer's last
validation: without it the trainer looks at every row anew.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.stores.index_rewrite import EMPTY_INDEX, IndexEdit, index_replacements
from larder.core.stores.json_spans import JsonDocument, Span
from larder.core.stores.json_splice import spliced
from larder.core.stores.open_index import OpenIndex

HOLDERS: Final = frozenset({"entries", "hash_index", "concepts"})
LEFT_OUT: Final = HOLDERS | {"version", "last_validated"}
FIELDS_AFTER_ROWS: Final = (
    "hash_index", "concepts", "schema", "schema_method", "blank_sentinel")
ROW_FIELDS: Final = ("hash", "mtime")
PAYLOAD_FIELDS: Final = ("variants", "cache_file")
"""What a row of version 3, and of an earlier one, names its payloads in."""

NEWEST_VERSION: Final = 3
VERSION_WITHOUT_VARIANTS: Final = 2

_NAMED_OBJECT: Final = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*(?=\{)', re.DOTALL)
_DECODER: Final = json.JSONDecoder()
_WIDE: Final = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def salvaged_index(content: bytes) -> bytes:
    """An index of the rows that can be read in a damaged one, as a trainer lays it out.

    Returns:
        An index of the newest version, or of 2 where no row has variants; without rows if none
        could be read.
    """
    document = JsonDocument(_as_utf8(content))
    fields = document.leading_members(document.root())
    top = _texts(document, fields)
    spans = _intact_rows(document, fields)
    if not spans:
        spans = _row_spans(document.buffer)
        last = max((span.end for span in spans.values()), default=0)
        top = {**_fields_after(document, last), **top}
    rows = {key: text for key, text in _texts(document, spans).items() if _hash_of(text)}
    edit = IndexEdit(
        add=rows, add_concepts=_concepts(top.get("concepts", b"")),
        top={"version": _version(top.get("version", b""), rows),
             **{name: text for name, text in top.items() if name not in LEFT_OUT}})
    empty = OpenIndex.of(JsonDocument(EMPTY_INDEX))
    return b"".join(spliced(empty.document, index_replacements(empty, edit)))


def _intact_rows(document: JsonDocument, fields: Mapping[str, Span]) -> dict[str, Span]:
    """Where rows stand if all of them are intact, so that the damage is elsewhere; else none.

    Damage in a row may close `entries` early; what follows it then is not its neighbour.
    """
    if not ("entries" in fields and "hash_index" in fields):
        return {}
    try:
        rows = document.members(fields["entries"])
        spans = {key: rows.span(key) for key in rows}
        are_rows = all(_is_row(document.value(span)) for span in spans.values())
    except (ValueError, RecursionError):
        return {}
    return spans if are_rows else {}


def _as_utf8(content: bytes) -> bytes:
    """Without the byte order mark of an editor, which no trainer reads over."""
    for mark, encoding in _WIDE:
        if content.startswith(mark):
            return content.decode(encoding, "replace").encode("utf-8", "surrogatepass")
    return content.removeprefix(codecs.BOM_UTF8)


def _row_spans(buffer: Any) -> dict[str, Span]:
    """Where rows stand, by key. Of a repeated key the last one counts, as in any JSON.

    One character of the text is one byte. What is found between two damaged places may begin
    anywhere, so every name that an object follows is tried.
    """
    content = bytes(buffer)
    text = content.decode("latin-1")
    found: dict[str, Span] = {}
    at = 0
    while (name := _NAMED_OBJECT.search(text, at)) is not None:
        at = name.end()
        if name[1] in HOLDERS:
            continue
        try:
            _, end = _DECODER.raw_decode(text, at)
            key = json.loads(content[name.start():name.end(1) + 1])
            value = json.loads(content[at:end])
        except (ValueError, RecursionError):
            continue
        if _is_row(value) and _is_of_one_piece(key, value):
            found.pop(key, None)
            found[key] = Span(at, end)
            at = end
    return found


def _is_row(value: Any) -> bool:
    """Whether an object is a row; one that has swallowed others for want of a brace is not."""
    return _looks_like_row(value) and not any(map(_holds_row, value.values()))


def _looks_like_row(value: Any) -> bool:
    return (
        isinstance(value, dict) and all(field in value for field in ROW_FIELDS)
        and any(field in value for field in PAYLOAD_FIELDS))


def _holds_row(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return _looks_like_row(value) or any(map(_holds_row, inner))


def _is_of_one_piece(key: str, row: dict[str, Any]) -> bool:
    """Whether a row is not the beginning of one and the end of another.

    Its name is the key's, and its payloads are named after its hash.
    """
    variants = row.get("variants")
    records = list(variants.values()) if isinstance(variants, dict) else [row]
    stems = [record.get("cache_file") for record in records if isinstance(record, dict)]
    name, content = row.get("filename"), str(row["hash"])[:HASH_DIGITS]
    return re.split(r"[/\\]", key)[-1] == name and all(
        isinstance(stem, str) and stem.startswith(content) for stem in stems)


def _fields_after(document: JsonDocument, at: int) -> dict[str, bytes]:
    """Fields of the top level that follow the last row, from the first that can be read."""
    found: dict[str, bytes] = {}
    for name in FIELDS_AFTER_ROWS:
        begin = re.compile(rf'"{name}"\s*:'.encode("ascii")).search(document.buffer, at)
        if begin is not None and name not in found:
            rest = JsonDocument(b"{" + document.view[begin.start():].tobytes())
            found = {**_texts(rest, rest.leading_members(rest.root())), **found}
    return found


def _texts(document: JsonDocument, spans: Mapping[str, Span]) -> dict[str, bytes]:
    """The values at spans, without those that are not UTF-8, at which a trainer stops."""
    texts: dict[str, bytes] = {}
    for name, span in spans.items():
        text = document.text(span)
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            continue
        texts[name] = text
    return texts


def _hash_of(row: bytes) -> str:
    """The content hash of a row, "" if it has none and cannot be one."""
    value = json.loads(row)
    found = value.get("hash") if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def _concepts(text: bytes) -> dict[str, bytes]:
    if not text.startswith(b"{"):
        return {}
    document = JsonDocument(text)
    return _texts(document, document.leading_members(document.root()))


def _version(text: bytes, rows: Mapping[str, bytes]) -> bytes:
    """The version that stands there, if it is a number a trainer can read rows by."""
    if text.isdigit():
        return text
    has_variants = not rows or any(b'"variants"' in row for row in rows.values())
    return str(NEWEST_VERSION if has_variants else VERSION_WITHOUT_VARIANTS).encode("ascii")
