"""`manifest.json` of the tokens' original program: an index by key, read and written in its form.

`{"entries": {"<section>|<tokenizer>|<length>": {"filename", "last_access_ts", "shard", "size",
"tokenizer_sha"}}, "tokenizer_sha256", "total_bytes", "version": 1}`, names sorted, indented by 2.

Anybody may have written it. A row counts only if its key, folder and file name agree with each
other, its time is a time and its size a size: the original's own reader takes a folder `../..` and
deletes there. What a row says of sizes is not used; the files say it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.errors import UserFacingError
from larder.core.keys.key_names import ENTRIES_FOLDER, FINGERPRINT_DIGITS
from larder.core.stores.sharded.grammar import MANIFEST_NAME

MANIFEST_VERSION: Final = 1
LATEST_S: Final = 1 << 33
"""Seconds since 1970, the year 2242; a later use is none."""

LARGEST_MANIFEST: Final = 1 << 30
"""Bytes; a million rows take a third of it."""

_KEY: Final = re.compile(
    r"(?P<section>[0-9a-f]{16})\|(?P<tokenizer>[0-9a-f]{64})\|(?P<length>[0-9]{1,9})")
_HEAD: Final = re.compile(
    rb'\s*\{\s*"entries"\s*:\s*\{\s*(\}|"[0-9a-f]{16}\|[0-9a-f]{64}\|[0-9]+")')
HEAD_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """One entry of a manifest.

    Attributes:
        name: the payload, relative to the store.
        section: 16 hex digits.
        tokenizer: 64 hex digits.
        sequence_length: ids.
        size: bytes.
        used_ns: last use, nanoseconds since 1970.
    """

    name: str
    section: str
    tokenizer: str
    sequence_length: int
    size: int
    used_ns: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest as far as it can be believed.

    Attributes:
        rows: by the payload's name.
        tokenizer: digest it names for the whole store, "" if none.
        refused: how many rows were not believed.
    """

    rows: Mapping[str, ManifestRow]
    tokenizer: str = ""
    refused: int = 0


class _Document(msgspec.Struct):
    version: Any = None
    entries: Any = None
    tokenizer_sha256: Any = None


_DECODER: Final = msgspec.json.Decoder(_Document)


def looks_like_manifest(folder: Path) -> bool:
    """Whether a folder has a manifest of this form, by its first bytes."""
    try:
        with (folder / MANIFEST_NAME).open("rb") as file:
            return _HEAD.match(file.read(HEAD_BYTES)) is not None
    except OSError:
        return False


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a store's folder; empty if there is none or it is not one.

    Raises:
        OSError: if it is there and the drive fails.
    """
    path = folder / MANIFEST_NAME
    try:
        if path.is_symlink() or path.stat().st_size > LARGEST_MANIFEST:
            return Manifest({})
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return Manifest({})
    return parse_manifest(content)


def parse_manifest(content: bytes) -> Manifest:
    """A manifest's rows, those that cannot be believed left out and counted."""
    document = _decode(content)
    if document is None or document.version != MANIFEST_VERSION:
        return Manifest({})
    if not isinstance(document.entries, dict):
        return Manifest({})
    rows: dict[str, ManifestRow] = {}
    refused = 0
    for key, fields in document.entries.items():
        row = _row(key, fields)
        if row is None:
            refused += 1
        else:
            rows[row.name] = row
    tokenizer = document.tokenizer_sha256
    return Manifest(rows, tokenizer if isinstance(tokenizer, str) else "", refused)


def manifest_bytes(rows: Mapping[str, ManifestRow], *, tokenizer: str) -> bytes:
    """The file that the original program would write for some rows.

    Args:
        rows: by the payload's name.
        tokenizer: digest of the tokenizer in use.
    """
    entries = {
        f"{row.section}|{row.tokenizer}|{row.sequence_length}": {
            "size": row.size,
            "last_access_ts": row.used_ns / 1e9,
            "shard": row.section[:2],
            "filename": row.name.rpartition("/")[2],
            "tokenizer_sha": row.tokenizer,
        }
        for row in rows.values()
    }
    document = {
        "version": MANIFEST_VERSION, "tokenizer_sha256": tokenizer,
        "total_bytes": sum(row.size for row in rows.values()), "entries": entries}
    return (json.dumps(document, sort_keys=True, indent=2) + "\n").encode("ascii")


def check_manifest(folder: Path) -> Manifest:
    """As `read_manifest`, for who asks for one.

    Raises:
        UserFacingError: if there is none that can be read.
    """
    manifest = read_manifest(folder)
    if not manifest.rows and not looks_like_manifest(folder):
        raise UserFacingError(
            f"{folder / MANIFEST_NAME} is missing or is not the index of a token cache.",
            "Choose the folder that holds it beside a folder named entries.")
    return manifest


def _decode(content: bytes) -> _Document | None:
    """Msgspec first; the standard library reads what the original may have written, as NaN."""
    try:
        return _DECODER.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass
    except RecursionError:
        return None
    try:
        return msgspec.convert(json.loads(content), type=_Document)
    except (ValueError, RecursionError):
        return None


def _row(key: str, fields: Any) -> ManifestRow | None:
    named = _KEY.fullmatch(key)
    if named is None or not isinstance(fields, dict):
        return None
    section, tokenizer, length = named["section"], named["tokenizer"], int(named["length"])
    file_name = f"{section}.{tokenizer[:FINGERPRINT_DIGITS]}.seq{length}.npz"
    if fields.get("filename") != file_name or fields.get("shard") != section[:2]:
        return None
    size: Any = fields.get("size")
    used_s: Any = fields.get("last_access_ts")
    if not _is_number(size) or not _is_number(used_s) or size != int(size):
        return None
    if not 0 <= size < 1 << 50 or not 0 <= used_s <= LATEST_S:
        return None
    return ManifestRow(
        name=f"{ENTRIES_FOLDER}/{section[:2]}/{file_name}", section=section, tokenizer=tokenizer,
        sequence_length=length, size=int(size), used_ns=round(used_s * 1e9))


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)
