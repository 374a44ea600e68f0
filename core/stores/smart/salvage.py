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
from contextlib import suppress
from typing import Any, Final

from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.stores.smart.index_rewrite import EMPTY_INDEX, IndexEdit, OpenIndex, edited_index
from larder.core.stores.smart.json_text import members, walk_members

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
    text = _as_utf8(content)
    fields = _leading_members(text)
    top = _readable(fields)
    rows = _intact_rows(fields)
    if not rows:
        rows, last = _rows_in(text)
        top = {**_fields_after(text, last), **top}
    rows = {key: row for key, row in _readable(rows).items() if _hash_of(row)}
    return edited_index(OpenIndex(EMPTY_INDEX), IndexEdit(
        add=rows, add_concepts=_readable(_leading_members(top.get("concepts", b""))),
        top={"version": _version(top.get("version", b""), rows),
             **{name: value for name, value in top.items() if name not in LEFT_OUT}}))


def _leading_members(text: bytes) -> dict[str, bytes]:
    """The members of an object up to the first place that is no JSON."""
    found: dict[str, bytes] = {}
    with suppress(ValueError, RecursionError):
        found.update(walk_members(text))
    return found


def _intact_rows(fields: Mapping[str, bytes]) -> dict[str, bytes]:
    """The rows if all of them are intact, so that the damage is elsewhere; else none.

    Damage in a row may close `entries` early; what follows it then is not its neighbour.
    """
    if not ("entries" in fields and "hash_index" in fields):
        return {}
    try:
        rows = members(fields["entries"])
        are_rows = all(_is_row(json.loads(bytes(row))) for row in rows.values())
    except (ValueError, RecursionError):
        return {}
    return rows if are_rows else {}


def _as_utf8(content: bytes) -> bytes:
    """Without the byte order mark of an editor, which no trainer reads over."""
    for mark, encoding in _WIDE:
        if content.startswith(mark):
            return content.decode(encoding, "replace").encode("utf-8", "surrogatepass")
    return content.removeprefix(codecs.BOM_UTF8)


def _rows_in(content: bytes) -> tuple[dict[str, bytes], int]:
    """Rows by key, and where the last ends. Of a repeated key the last counts, as in any JSON.

    One character of the text is one byte. What is found between two damaged places may begin
    anywhere, so every name that an object follows is tried.
    """
    text = content.decode("latin-1")
    found: dict[str, bytes] = {}
    at = last = 0
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
            found[key] = content[at:end]
            at = last = end
    return found, last


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


def _fields_after(content: bytes, at: int) -> dict[str, bytes]:
    """Fields of the top level that follow the last row, from the first that can be read."""
    found: dict[str, bytes] = {}
    for name in FIELDS_AFTER_ROWS:
        begin = re.compile(rf'"{name}"\s*:'.encode("ascii")).search(content, at)
        if begin is not None and name not in found:
            found = {**_readable(_leading_members(b"{" + content[begin.start():])), **found}
    return found


def _readable(values: Mapping[str, bytes]) -> dict[str, bytes]:
    """Those values that are UTF-8; at others a trainer stops."""
    texts: dict[str, bytes] = {}
    for name, value in values.items():
        text = bytes(value)
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


def _version(text: bytes, rows: Mapping[str, bytes]) -> bytes:
    """The version that stands there, if it is a number a trainer can read rows by."""
    if text.isdigit():
        return text
    has_variants = not rows or any(b'"variants"' in row for row in rows.values())
    return str(NEWEST_VERSION if has_variants else VERSION_WITHOUT_VARIANTS).encode("ascii")
