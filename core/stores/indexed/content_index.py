"""`content_index.json` of a text store: which payload holds which caption's tensors.

One object, `{"version": 1, "entries": {"<content hash>": "<payload name>"}}`. The trainer forgets
names that are gone by itself, at its next build; a clean does it at once so that nothing names a
payload in quarantine, and an undo puts the file back as it was. A file of another shape is left to
the trainer.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from larder.core.errors import StalePlanError
from larder.core.files.atomic_write import pending_file, replace_expected
from larder.core.files.durable import sync_folder
from larder.core.files.file_stamp import IndexStamp, index_stamp, is_there
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import is_plain_name
from larder.core.keys.payload_names import CONTENT_INDEX_NAME
from larder.core.stores.indexed.json_text import JsonStyle, members, name_text

TRIES = 5
"""How often an edit is made anew because the file was written meanwhile."""

T = TypeVar("T")

EMPTY = b'{"version":1,"entries":{}}'
"""What a trainer starts from when there is none, and replaces one with that it cannot read."""


def forget_payloads(store: Path, gone: Collection[str]) -> None:
    """Take out what names a payload that is gone; everything else stays byte for byte.

    Raises:
        StalePlanError: if a trainer writes it again and again meanwhile.
        UserFacingError: if the store may not be written.
    """
    def forget() -> None:
        content, expected = _present(store)
        dropped = {digest for digest, payload in _entries(content).items() if payload in gone}
        if dropped and content is not None:
            _write_edited(store, content, expected, drop=dropped, add={})

    try_again(forget)


def remember_payloads(store: Path, kept: Path) -> None:
    """Bring back what a clean took out.

    The kept copy itself, date included, takes the file's place if it holds all that the present one
    does; otherwise what is missing and has its payload is added to the present one.

    The payloads are back in the store. `kept` is the file as it was before the clean, and may be
    moved away.

    Raises:
        StalePlanError: if a trainer writes it again and again meanwhile.
        UserFacingError: if the store may not be written.
    """
    before = _entries(_read(kept))

    def remember() -> None:
        content, expected = _present(store)
        present = _entries(content)
        missing = {digest: payload for digest, payload in before.items()
                   if digest not in present and is_plain_name(payload)
                   and is_there(store / payload)}
        if not missing and content is not None:
            return
        if present.items() <= before.items() and len(present) + len(missing) == len(before):
            replace_expected(kept, store / CONTENT_INDEX_NAME, expected)
            sync_folder(store)
        elif content is not None and present:
            _write_edited(store, content, expected, drop=(), add=missing)

    try_again(remember)


def payloads_by_prompt(store: Path) -> dict[str, str]:
    """Digest of a prompt -> name of a payload that was made of it, as far as the file says."""
    return _entries(_read(store / CONTENT_INDEX_NAME))


def register_payloads(store: Path, made: Mapping[str, str]) -> None:
    """Add payloads by the digests of their prompts; what is there stays, byte for byte.

    Raises:
        StalePlanError: if a trainer writes it again and again meanwhile.
        UserFacingError: if the store may not be written.
    """
    def register() -> None:
        content, expected = _present(store)
        known = _entries(content)
        add = {digest: name for digest, name in made.items() if digest not in known}
        if not add:
            return
        del known  # there may be one for each caption
        if content is None or not _is_content_index(content):
            content = EMPTY
        _write_edited(store, content, expected, drop=(), add=add)

    try_again(register)


def try_again(write: Callable[[], T]) -> T:
    """Return the result of a write, tried up to `TRIES` times while a trainer saves the file.

    Raises:
        StalePlanError: if a trainer saves the file during every try.
    """
    for _ in range(TRIES - 1):
        with suppress(StalePlanError):
            return write()
    return write()


def _present(store: Path) -> tuple[bytes | None, IndexStamp | None]:
    """The content, None without a file, and the stamp it had before it was read."""
    expected = index_stamp(store / CONTENT_INDEX_NAME)
    return _read(store / CONTENT_INDEX_NAME), expected


def _is_content_index(content: bytes) -> bool:
    try:
        return isinstance(json.loads(content)["entries"], dict)
    except (ValueError, KeyError, TypeError, RecursionError):
        return False


def _read(path: Path) -> bytes | None:
    try:
        return read_regular(path)
    except FileNotFoundError:
        return None


def _entries(content: bytes | None) -> dict[str, str]:
    """Content hash -> payload name; nothing if the file is missing or of another shape."""
    if content is None:
        return {}
    try:
        entries = json.loads(content)["entries"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    if not isinstance(entries, dict):
        return {}
    return {digest: name for digest, name in entries.items() if isinstance(name, str)}


def _write_edited(
    store: Path, content: bytes, expected: IndexStamp | None, *, drop: Collection[str],
    add: Mapping[str, str],
) -> None:
    style, top = JsonStyle.of(content), members(content)
    entries = members(top["entries"])
    edited = itertools.chain(
        ((name, text) for name, text in entries.items() if name not in drop and name not in add),
        ((digest, name_text(name)) for digest, name in add.items()))
    with pending_file(store / CONTENT_INDEX_NAME, needed=lambda: len(content)) as pending:
        pending.file.writelines(style.document_parts({**top, "entries": edited}))
        pending.publish_over(expected)
