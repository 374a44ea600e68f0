"""Listing of a sharded store, by one walk over its shard folders; no file is opened.

Only real folders of two hex digits are walked, and only regular files count, no links: the target
of a link is not the store's, so nothing that is listed here can be outside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from larder.core.files.folder_scan import FolderListing, OnEntries, scan_folder
from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.files.temp_names import host_digest, is_process_alive
from larder.core.stores.cache_store import FileColumns, StoreListing
from larder.core.stores.values.payloads import SHARD_NAME, TEMPORARY, Grammar, grammar_of
from larder.core.workspace.store_kinds import StoreKind

HOST_DIGITS: Final = 4
IDLE_NS: Final = 10 * 60 * 1_000_000_000
"""Age from which a write of an unknown computer's ended process counts as left behind."""

ABANDONED_NS: Final = 24 * 3600 * 1_000_000_000
"""Age at which no write is still going on: the number of its process was given to another."""


def list_values(
    folder: Path, kind: StoreKind, on_entries: OnEntries | None = None
) -> StoreListing:
    """List a store; one that does not exist holds nothing. `on_entries` as of `scan_folder`.

    Raises:
        OSError: if a folder of it cannot be read.
    """
    grammar = grammar_of(kind)
    walk = _StoreWalk(grammar, on_entries)
    root = _scan_if_there(folder, on_entries)
    if root is not None:
        walk.take_root(root)
        shards = root if not grammar.root else _scan_root(folder, root, grammar, on_entries)
        if shards is not None:
            walk.take_shards(shards, folder)
    return walk.listing()


def is_left_behind(name: str, mtime_ns: int, *, now_ns: int) -> bool:
    """Return whether the writer of an unfinished write is gone."""
    named = TEMPORARY.fullmatch(name.rpartition("/")[2])
    if named is None:
        return False
    age = now_ns - mtime_ns
    if named["pid"] is None:
        return age > IDLE_NS
    if is_process_alive(int(named["pid"])):
        return age > ABANDONED_NS
    is_of_this_host = (named["nonce"] or "").startswith(host_digest()[:HOST_DIGITS])
    return is_of_this_host or age > IDLE_NS


def _scan_if_there(folder: Path, on_entries: OnEntries | None) -> FolderListing | None:
    try:
        return scan_folder(folder, on_entries)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _scan_root(
    folder: Path, listing: FolderListing, grammar: Grammar, on_entries: OnEntries | None
) -> FolderListing | None:
    """The folder with the shards, if it is a real one."""
    if grammar.root not in listing.subfolders or grammar.root in listing.links:
        return None
    return _scan_if_there(folder / grammar.root, on_entries)


def _shards_in(listing: FolderListing) -> list[str]:
    return sorted(
        name for name in listing.subfolders
        if SHARD_NAME.fullmatch(name) and name not in listing.links)


class _Files(msgspec.Struct):
    names: list[str] = msgspec.field(default_factory=list)
    sizes: list[int] = msgspec.field(default_factory=list)
    mtimes_ns: list[int] = msgspec.field(default_factory=list)

    def columns(self) -> FileColumns:
        sizes = np.array(self.sizes, dtype=np.int64)
        mtimes_ns = np.array(self.mtimes_ns, dtype=np.int64)
        order = sorted(range(len(self.names)), key=self.names.__getitem__)
        return FileColumns([self.names[at] for at in order], sizes[order], mtimes_ns[order])


class _StoreWalk:
    """Sorts what is found into payloads, unfinished writes and what is not ours."""

    def __init__(self, grammar: Grammar, on_entries: OnEntries | None) -> None:
        self._grammar = grammar
        self._on_entries = on_entries
        self._payloads = _Files()
        self._temporaries = _Files()
        self._foreign: list[str] = []
        self._empty: list[str] = []

    def take_root(self, root: FolderListing) -> None:
        """The store's own folder: nothing in it is a payload."""
        own = self._grammar.root_files
        for name, size, mtime_ns in _plain_files(root):
            named = TEMPORARY.fullmatch(name)
            if named is not None and named["target"] in own:
                self._add(self._temporaries, name, size, mtime_ns)
            elif name not in own:
                self._foreign.append(name)
        self._foreign += (name for name in root.links if name not in own)
        for name in root.subfolders:
            is_own = name in (LARDER_FOLDER, self._grammar.root)
            is_shard = not self._grammar.root and SHARD_NAME.fullmatch(name)
            if name not in root.links and not is_own and not is_shard:
                self._foreign.append(name)

    def take_shards(self, shards: FolderListing, store: Path) -> None:
        """The folder that holds the shard folders."""
        prefix = self._grammar.shards()
        if self._grammar.root:
            self._foreign += (prefix + name for name, _, _ in _plain_files(shards))
            self._foreign += (prefix + name for name in shards.links)
            self._foreign += (
                prefix + name for name in shards.subfolders
                if name not in shards.links and not SHARD_NAME.fullmatch(name))
        for name in _shards_in(shards):
            listing = _scan_if_there(store / (prefix + name), self._on_entries)
            if listing is not None:
                self._take_shard(listing, name, f"{prefix}{name}/")

    def _take_shard(self, listing: FolderListing, shard: str, prefix: str) -> None:
        if not (listing.names or listing.subfolders or listing.links or listing.vanished):
            self._empty.append(prefix[:-1])
        self._foreign += (prefix + name for name in listing.subfolders)
        self._foreign += (prefix + name for name in listing.links.difference(listing.subfolders))
        is_payload = self._grammar.pattern.fullmatch
        payloads = self._payloads
        if not listing.links and all(
            name.startswith(shard) and is_payload(name) for name in listing.names
        ):
            payloads.names += [prefix + name for name in listing.names]
            payloads.sizes += listing.sizes.tolist()
            payloads.mtimes_ns += listing.mtimes_ns.tolist()
            return
        for name, size, mtime_ns in _plain_files(listing):
            if name.startswith(shard) and is_payload(name):
                self._add(payloads, prefix + name, size, mtime_ns)
            elif (named := TEMPORARY.fullmatch(name)) and is_payload(named["target"]):
                self._add(self._temporaries, prefix + name, size, mtime_ns)
            else:
                self._foreign.append(prefix + name)

    def listing(self) -> StoreListing:
        """Return the listing of everything found, in order."""
        payloads = self._payloads.columns()
        return StoreListing(
            payloads.names, payloads.sizes, payloads.mtimes_ns, self._temporaries.columns(),
            tuple(sorted(set(self._foreign))), tuple(sorted(self._empty)))

    def _add(self, files: _Files, name: str, size: int, mtime_ns: int) -> None:
        files.names.append(name)
        files.sizes.append(size)
        files.mtimes_ns.append(mtime_ns)


def _plain_files(listing: FolderListing) -> Iterator[tuple[str, int, int]]:
    """Name, size and time of each regular file that is no link."""
    rows = zip(listing.names, listing.sizes.tolist(), listing.mtimes_ns.tolist(), strict=True)
    if not listing.links:
        return iter(rows)
    return (row for row in rows if row[0] not in listing.links)
