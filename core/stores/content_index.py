"""`content_index.json` of a text store: which payload holds which caption's tensors.

One object, `{"version": 1, "entries": {"<content hash>": "<payload name>"}}`. The trainer forgets
names that are gone by itself, at its next build; a clean does it at once so that nothing names a
payload in quarantine, and an undo puts the file back as it was. A file of another shape is left to
the trainer.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path

from larder.core.files.atomic_write import replace_file, write_atomically
from larder.core.files.durable import sync_folder
from larder.core.files.safe_names import is_plain_name
from larder.core.keys.payload_names import CONTENT_INDEX_NAME
from larder.core.stores.json_spans import JsonDocument
from larder.core.stores.json_splice import edited_members, name_text, spliced, style_of

ENTRIES_DEPTH = 2

EMPTY = b'{"version":1,"entries":{}}'
"""What a trainer starts from when there is none, and replaces one with that it cannot read."""


def forget_payloads(store: Path, gone: Collection[str]) -> bool:
    """Take out what names a payload that is gone; everything else stays byte for byte.

    Returns:
        Whether the file was written.

    Raises:
        UserFacingError: if the store may not be written.
    """
    content = _read(store / CONTENT_INDEX_NAME)
    named = _entries(content)
    dropped = {digest for digest, payload in named.items() if payload in gone}
    if not dropped or content is None:
        return False
    _write_edited(store, content, drop=dropped, add={})
    return True


def remember_payloads(store: Path, kept: Path) -> None:
    """Bring back what a clean took out.

    The kept copy itself, date included, takes the file's place if it holds all that the present one
    does; otherwise what is missing and has its payload is added to the present one.

    Args:
        store: the store's folder, its payloads back in it.
        kept: the file as it was before the clean; it may be moved away.

    Raises:
        UserFacingError: if the store may not be written.
    """
    before = _entries(_read(kept))
    path = store / CONTENT_INDEX_NAME
    content = _read(path)
    present = _entries(content)
    missing = {digest: payload for digest, payload in before.items()
               if digest not in present and is_plain_name(payload)
               and os.path.lexists(store / payload)}
    if not missing and content is not None:
        return
    if present.items() <= before.items() and len(present) + len(missing) == len(before):
        replace_file(kept, path)
        sync_folder(store)
    elif content is not None and present:
        add = {digest: name_text(payload) for digest, payload in missing.items()}
        _write_edited(store, content, drop=(), add=add)


def payloads_by_prompt(store: Path) -> dict[str, str]:
    """Digest of a prompt -> name of a payload that was made of it, as far as the file says."""
    return _entries(_read(store / CONTENT_INDEX_NAME))


def register_payloads(store: Path, made: Mapping[str, str]) -> None:
    """Add payloads by the digests of their prompts; what is there stays, byte for byte.

    Raises:
        UserFacingError: if the store may not be written.
    """
    content = _read(store / CONTENT_INDEX_NAME)
    known = _entries(content)
    add = {digest: name_text(name) for digest, name in made.items() if digest not in known}
    if not add:
        return
    if content is None or not _is_content_index(content):
        content = EMPTY
    _write_edited(store, content, drop=(), add=add)


def _is_content_index(content: bytes) -> bool:
    try:
        return isinstance(json.loads(content)["entries"], dict)
    except (ValueError, KeyError, TypeError):
        return False


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _entries(content: bytes | None) -> dict[str, str]:
    """Content hash -> payload name; nothing if the file is missing or of another shape."""
    if content is None:
        return {}
    try:
        entries = json.loads(content)["entries"]
    except (ValueError, KeyError, TypeError):
        return {}
    if not isinstance(entries, dict):
        return {}
    return {digest: name for digest, name in entries.items() if isinstance(name, str)}


def _write_edited(
    store: Path, content: bytes, *, drop: Collection[str], add: dict[str, bytes]
) -> None:
    document = JsonDocument(content)
    span = document.members(document.root()).span("entries")
    edits = edited_members(
        document, span, document.members(span), drop=drop, add=add, style=style_of(document),
        depth=ENTRIES_DEPTH)
    write_atomically(store / CONTENT_INDEX_NAME, spliced(document, edits))
