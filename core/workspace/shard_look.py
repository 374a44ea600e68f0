"""A look at a folder for caches that lie in shard folders, and for parameter trees.

| kind | shown by |
|---|---|
| vision, audio, waveform | names of their grammar in folders of two hex digits |
| tokens | the same below `entries`, or `entries` beside a `manifest.json` of the original program |
| tree | a `.manifest` that begins as one does |
| any | `.larder/uses-<kind>.jsonl`, which stays where a store was emptied |

Feature and waveform caches may share a folder. A few shards tell; a store has up to 256.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.keys.key_names import ENTRIES_FOLDER, parse_name

SHARD_NAME: Final = re.compile(r"[0-9a-f]{2}")
SHARDED: Final = ("vision", "audio", "waveform", "tokens")
"""Kinds whose payloads lie in shard folders, by their names in documents."""

SHARDS_LOOKED_AT: Final = 3
NAMES_LOOKED_AT: Final = 200
"""Names of one shard that are read; features and waveforms of a clip lie beside each other."""

ORIGINAL_MANIFEST: Final = "manifest.json"
MANIFESTS_LOOKED_AT: Final = 3
HEAD_BYTES: Final = 4096

_TOKENS_HEAD: Final = re.compile(rb'\s*\{.{0,4000}?"(entries|tokenizer_sha256)"\s*:', re.S)


def sharded_kinds(folder: Path, subfolders: Sequence[str], *, has_manifest: bool) -> list[str]:
    """Kinds of the sharded stores in a folder, by their names in documents.

    Args:
        folder: where to look.
        subfolders: names of the folders in it.
        has_manifest: whether a `manifest.json` is in it.
    """
    found = _kinds_in_shards(folder, subfolders, ("vision", "audio", "waveform"))
    if ENTRIES_FOLDER in subfolders:
        entries = folder / ENTRIES_FOLDER
        manifest = folder / ORIGINAL_MANIFEST
        found |= _kinds_in_shards(entries, _folders_of(entries), ("tokens",))
        if has_manifest and _TOKENS_HEAD.match(_head(manifest)):
            found.add("tokens")
    return [kind for kind in SHARDED if kind in found]


def shows_trees(folder: Path, manifests: Iterable[str]) -> bool:
    """Whether a folder holds parameter trees.

    Args:
        folder: where to look.
        manifests: names in it that end like a tree's manifest.
    """
    names = sorted(manifests)[:MANIFESTS_LOOKED_AT]
    if not names:
        return False
    # What knows trees takes 20 ms to load, and few folders hold any.
    from larder.core.payloads.tree.load import is_manifest_head

    return any(is_manifest_head(_head(folder / name)) for name in names)


def marked_kinds(folder: Path) -> list[str]:
    """Kinds of which Larder has left a record of uses in a folder."""
    names = _names_in(folder / LARDER_FOLDER)
    return [
        kind for kind in (*SHARDED, "tree")
        if any(name in (f"uses-{kind}.jsonl", f"uses-{kind}.json") for name in names)]


def _kinds_in_shards(
    folder: Path, subfolders: Sequence[str], kinds: Sequence[str]
) -> set[str]:
    found: set[str] = set()
    shards = sorted(name for name in subfolders if SHARD_NAME.fullmatch(name))
    for shard in shards[:SHARDS_LOOKED_AT]:
        for name in _names_in(folder / shard):
            found.update(kind for kind in kinds if parse_name(kind, name) is not None)
    return found


def _names_in(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry, _ in zip(entries, range(NAMES_LOOKED_AT), strict=False)]
    except OSError:
        return []


def _folders_of(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except OSError:
        return b""
