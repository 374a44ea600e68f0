"""A look at the first sources that a trainer's store recorded, without reading the rest of it.

Enough to tell an image store from a text store and to find the folder its paths refer to; an index
may be hundreds of megabytes, and what is wrong with it further on does not matter here.

An image store of the older trainer lists its sources in each variation's aggregate, a text store
lists nothing there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from larder.core.errors import PayloadError

INDEX_COPIES: Final = ("cache.json", "cache.json.tmp", "cache.json.bak")
"""The index and its copies, in the order the trainer tries them."""

HEAD_BYTES: Final = 1 << 20
"""A row with full concept settings is about 4 kB, so this holds some 250 of them."""

KEYS_WANTED: Final = 50

_ENTRIES: Final = re.compile(r'"entries"\s*:\s*\{\s*')
_BETWEEN: Final = re.compile(r"\s*[:,]\s*")


def first_keys(folder: Path) -> list[str]:
    """Up to 50 entry keys of the index in `folder`, from the first copy that gives any."""
    for name in INDEX_COPIES:
        keys = _keys_in(_head(folder / name))
        if keys:
            return keys
    return []


def looks_like_index(folder: Path) -> bool:
    """Whether `folder` has an index, or a copy of one, that begins as a cache's does."""
    return any(_ENTRIES.search(_head(folder / name)) for name in INDEX_COPIES)


def _head(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _keys_in(head: str) -> list[str]:
    begin = _ENTRIES.search(head)
    if begin is None:
        return []
    decoder = json.JSONDecoder()
    keys: list[str] = []
    at = begin.end()
    try:
        while len(keys) < KEYS_WANTED:
            key, at = decoder.raw_decode(head, at)
            _, at = decoder.raw_decode(head, _past(head, at))
            if not isinstance(key, str):
                break
            keys.append(key)
            at = _past(head, at)
    except (ValueError, RecursionError):
        pass  # the end of the head, of the entries, or of what is readable
    return keys


def _past(text: str, at: int) -> int:
    """Where the next value begins, behind the colon or comma at `at`."""
    between = _BETWEEN.match(text, at)
    return between.end() if between else len(text)


PATHS_WANTED: Final = 50


def first_recorded_paths(store: Path) -> list[str]:
    """Up to 50 sources, as spelled, from the first aggregate of a store that lists any."""
    for aggregate in sorted(store.glob("*/variation-*/aggregate.pt")):
        paths = [path for _, path in zip(range(PATHS_WANTED), _paths_in(aggregate), strict=False)]
        if paths:
            return paths
    return []


def _paths_in(aggregate: Path) -> Iterator[str]:
    # What reads payloads takes 20 ms to load, and most workspaces have no such store.
    from larder.core.payloads.pt_file import read_pt_value

    try:
        items = read_pt_value(aggregate)
    except (OSError, PayloadError):
        return  # what is wrong with it is the survey's to say
    for item in items if isinstance(items, list) else []:
        path = item.get("image_path") if isinstance(item, dict) else None
        if isinstance(path, str):
            yield path
