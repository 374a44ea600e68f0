"""Reads a rewritten index back and compares it with the old one and what was to change.

The comparison decodes both anew and knows nothing of the splicing, so that a mistake in it, or an
index of a shape nobody thought of, ends as a refusal and not as a lost row.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from larder.core.errors import WorkspaceError
from larder.core.stores.open_index import OpenIndex

EDITED = ("entries", "hash_index", "concepts")


def check_rewritten(
    old: OpenIndex,
    new: OpenIndex,
    *,
    dropped: frozenset[str],
    mtimes: Mapping[str, float],
    added: Mapping[str, bytes],
    top: Mapping[str, bytes],
) -> None:
    """Make sure that `new` is `old` with its rows and top-level fields edited as meant, no more.

    Raises:
        WorkspaceError: if anything else differs.
    """
    expected = [key for key in old.entries if key not in dropped] + list(added)
    _require(list(new.entries) == expected, "the rows are not the ones meant to stay")
    hashes: dict[str, str] = {}
    for key in new.entries:
        text = new.row(key)
        if key in added:
            meant = _parsed(added[key])
            same = _parsed(text) == meant
            hashes[key] = meant["hash"]
        elif key in mtimes:
            same = _parsed(text) == {**_parsed(old.row(key)), "mtime": mtimes[key]}
        else:
            same = text == old.row(key)
        _require(same, f"the row of {key!r} came out wrong")
    for name in old.top:
        if name not in EDITED and name not in top:
            same = (name in new.top and new.document.text(new.top.span(name))
                    == old.document.text(old.top.span(name)))
            _require(same, f"the field {name!r} came out wrong")
    for name, text in top.items():
        same = _parsed(new.document.text(new.top.span(name))) == _parsed(text)
        _require(same, f"the field {name!r} came out wrong")
    _check_hash_lists(old, new, dropped, hashes)
    _check_concepts(old, new)


def _check_hash_lists(
    old: OpenIndex, new: OpenIndex, dropped: frozenset[str], added: Mapping[str, str]
) -> None:
    """Dropped paths are in no list, added ones in the list of their hash, the rest as before."""
    joining: dict[str, list[str]] = {}
    for key, digest in added.items():
        joining.setdefault(digest, []).append(key)
    expected: dict[str, list[str]] = {}
    for digest, paths in old.hash_lists().items():
        kept = [path for path in paths if path not in dropped]
        kept += [key for key in joining.pop(digest, ()) if key not in kept]
        if kept or not paths:
            expected[digest] = kept
    expected |= joining
    after = new.hash_lists()
    _require(after == expected and list(after) == list(expected), "hash_index came out wrong")


def _check_concepts(old: OpenIndex, new: OpenIndex) -> None:
    before, after = old.members_of("concepts"), new.members_of("concepts")
    same = all(new.document.text(after.span(name)) == old.document.text(before.span(name))
               for name in after if name in before)
    _require(same, "a concept came out wrong")


def _parsed(text: bytes) -> Any:
    """A row's values; msgspec is eight times as fast and refuses what some trainers write."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return json.loads(text)


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise WorkspaceError(
            f"The index was not changed, because writing it again failed its check: {problem}.",
            "Let the trainer rebuild the index, or report this with the index attached.")
