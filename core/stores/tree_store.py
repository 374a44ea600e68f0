"""A folder of parameter trees as a mapping from names to leaves by the texts of their paths.

One file names another here, so a tree is replaced by replacing its manifest (see
`core.payloads.tree.save`), and a value that was read stays what it was although the tree is
replaced or removed: its leaves are views of a file that nobody writes to again. Leaves are written
beside each other by as many processes as like; only replacing manifests is done by one at a time,
so that each finds the data it replaces and removes it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from larder.core.errors import PayloadError, UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.files.store_paths import make_larder_folder
from larder.core.keys.cache_keys import TreeKey
from larder.core.payloads.tree.load import load_flat, load_tree
from larder.core.payloads.tree.nodes import tree_of_pairs
from larder.core.payloads.tree.paths import parse_path
from larder.core.payloads.tree.places import data_beside
from larder.core.payloads.tree.save import SavedTree, SaveOptions, save_tree
from larder.core.stores.cache_store import Put, PutResult, Removal, StoreStats, Values
from larder.core.stores.sharded.listing import FileColumns, ShardedListing
from larder.core.stores.sharded.removal import choose_unused, joined, remove_files
from larder.core.stores.sharded.running_index import RunningIndex
from larder.core.stores.tree_listing import (
    TreeListing,
    check_tree,
    list_trees,
    manifest_path,
    stale_files,
)
from larder.core.stores.tree_uses import TreeUses
from larder.core.workspace.store_kinds import StoreKind

__all__ = ["TreeListing", "TreeStore", "check_tree", "list_trees"]

IN_THE_WAY: Final = "in-the-way"
"""Folder in `.larder/` for what had a manifest's name and was no file."""

WRITES_TRIED: Final = 3
"""Another process may clear the store, unfinished writes included, while one goes on."""


class TreeStore:
    """One store; see `CacheStore`. Safe for threads, other processes, and a fork.

    Where `CacheStore` names payloads, a tree of several files is named by its stem, once.
    """

    def __init__(
        self,
        folder: Path,
        *,
        budget_bytes: int | None = None,
        align: int = 64,
        fsync: bool = True,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        """A store of a folder, which need not exist; nothing is read or written.

        Args:
            folder: where it lies.
            budget_bytes: what its trees may take together, None without a limit.
            align: bytes that leaves begin at multiples of.
            fsync: whether a tree is flushed to the drive when it is stored.
            clock: the time, nanoseconds since 1970.
        """
        self._folder = folder
        self._budget = budget_bytes
        self._options = SaveOptions(align=align, fsync=fsync)
        self._clock = clock
        self._run = TreeUses(folder, budget_bytes=budget_bytes, clock=clock)

    @property
    def kind(self) -> StoreKind:
        """Format and content."""
        return StoreKind.TREE

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self._folder

    @property
    def budget_bytes(self) -> int | None:
        """What its trees may take together."""
        return self._budget

    def get(self, key: TreeKey, /) -> Values | None:
        """Leaves by the texts of their paths, read-only views of the file; see `CacheStore`."""
        found: Values | None = self._read(key, load_flat)
        return found

    def get_tree(self, key: TreeKey, /) -> Any:
        """As `get`, but nested as the tree was stored; None if there is none to give."""
        return self._read(key, load_tree)

    def put(self, key: TreeKey, values: Values, /) -> Put:
        """Store leaves by the texts of their paths ("encoder/0/'a.b'"); see `CacheStore`.

        Raises:
            ValueError: if a name is no path, two contradict each other, or a leaf cannot be stored.
        """
        pairs = [(parse_path(name), array) for name, array in values.items()]
        return self.put_tree(key, tree_of_pairs(pairs))

    def put_tree(self, key: TreeKey, tree: object, /) -> Put:
        """Store a nested tree.

        Raises:
            InvalidTreeError: naming the path of what cannot be stored.
            UserFacingError: as `put`.
        """
        for left in reversed(range(WRITES_TRIED)):
            try:
                return self._put(key, tree)
            except FileNotFoundError:
                if not left:
                    raise
        raise AssertionError("the last try returns or raises")

    def holds(self, key: TreeKey, /) -> bool:
        """See `CacheStore`."""
        path = self._manifest(key)
        return path.is_file() and not path.is_symlink()

    def remove(self, key: TreeKey, /) -> bool:
        """See `CacheStore`."""
        manifest = self._manifest(key)
        if not self.holds(key):
            return False
        with explain_write_errors(self._folder), self._run.alone():
            data = data_beside(manifest)
            try:
                manifest.unlink()
            except FileNotFoundError:
                return False
            if data is not None:
                remove_files(self._folder, [data.name])
            self._run.gone(key.name())
        return True

    def clear(self, *, dry_run: bool = False) -> Removal:
        """See `CacheStore`."""
        listing = list_trees(self._folder)
        return self._removed(listing, listing.names, listing.temporaries, dry_run=dry_run)

    def prune(
        self,
        *,
        older_than_s: float | None = None,
        budget_bytes: int | None = None,
        dry_run: bool = False,
    ) -> Removal:
        """See `CacheStore`; what unfinished writes left behind goes too."""
        now_ns = self._clock()
        listing = list_trees(self._folder)
        before = None if older_than_s is None else now_ns - round(older_than_s * 1e9)
        chosen = choose_unused(
            _as_sharded(listing), self._run.uses().last_uses(listing.names, listing.mtimes_ns),
            used_before_ns=before, budget_bytes=budget_bytes)
        stale = stale_files(self._folder, now_ns=now_ns)
        return self._removed(listing, chosen.names, stale, dry_run=dry_run)

    def sweep(self, *, dry_run: bool = False) -> Removal:
        """Remove unfinished writes of ended processes, and data that no manifest names."""
        listing = list_trees(self._folder)
        stale = stale_files(self._folder, now_ns=self._clock())
        return self._removed(listing, (), stale, dry_run=dry_run)

    def stats(self) -> StoreStats:
        """See `CacheStore`."""
        listing, uses = list_trees(self._folder), self._run.uses()
        return StoreStats(
            entries=len(listing.names), bytes=int(listing.sizes.sum()), hits=uses.hits,
            misses=uses.misses, temporaries=len(listing.temporaries.names),
            budget_bytes=self._budget)

    def flush(self) -> None:
        """Write down the uses of this run; where that fails, `unsaved` says why."""
        self._run.flush()

    @property
    def damaged(self) -> int:
        """Lookups that met a tree that was not as it was written; part of the misses."""
        return self._run.damaged

    @property
    def unsaved(self) -> str:
        """Why uses could not be written down, "" if they could."""
        return self._run.unsaved

    def close(self) -> None:
        """See `CacheStore`."""
        self.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _manifest(self, key: TreeKey) -> Path:
        return manifest_path(self._folder, key.name())

    def _read(self, key: TreeKey, load: Callable[[Path], Any]) -> Any:
        found, is_damaged = None, False
        try:
            found = load(self._manifest(key))
        except FileNotFoundError:
            pass
        except PayloadError:
            is_damaged = True
        if found is None:
            self._run.miss(is_damaged=is_damaged)
        else:
            self._run.hit(key.name())
        return found

    def _put(self, key: TreeKey, tree: object) -> Put:
        name, evicted, size = key.name(), list[str](), 0
        with explain_write_errors(self._folder), ExitStack() as until_published:

            def admit(needed: int) -> bool:
                nonlocal size
                size = needed
                if self._budget is not None and needed > self._budget:
                    return False
                until_published.enter_context(self._run.alone_everywhere())
                if self._budget is not None:
                    evicted.extend(self._make_room(name, needed, self._budget))
                return True

            self._folder.mkdir(parents=True, exist_ok=True)
            saved = self._saved(key, tree, admit)
            if saved is None:
                return Put(PutResult.OVER_BUDGET, name, size)
            self._run.stored(name, saved.bytes)
        return Put(PutResult.STORED, name, saved.bytes, tuple(evicted))

    def _saved(
        self, key: TreeKey, tree: object, admit: Callable[[int], bool]
    ) -> SavedTree | None:
        """Save; a folder that has the manifest's name is set aside, not deleted."""
        manifest = self._manifest(key)
        try:
            return save_tree(manifest, tree, options=self._options, admit=admit)
        except (OSError, UserFacingError):
            if not manifest.is_dir() or manifest.is_symlink():
                raise
        aside = make_larder_folder(self._folder, IN_THE_WAY)
        manifest.rename(aside / f"{manifest.name}.{secrets.token_hex(4)}")
        return save_tree(manifest, tree, options=self._options, admit=admit)

    def _make_room(self, name: str, needed: int, budget: int) -> list[str]:
        """Remove other trees until one of `needed` bytes fits, and say what is about to happen."""
        listing = list_trees(self._folder)
        used_ns = self._run.uses().last_uses(listing.names, listing.mtimes_ns).tolist()
        index = RunningIndex()
        index.load(zip(listing.names, listing.sizes.tolist(), used_ns, strict=True))
        for own in self._run.own:
            index.use(own)
        evicted = index.evict(budget - needed, keep=name)
        self._run.announce(evicted, put={name: needed})
        for stem in evicted:
            remove_files(self._folder, listing.files[stem])
        return evicted

    def _removed(
        self, listing: TreeListing, stems: Sequence[str], temporaries: FileColumns, *, dry_run: bool
    ) -> Removal:
        """Remove trees, their manifests first, and unfinished writes."""
        sizes = dict(zip(listing.names, listing.sizes.tolist(), strict=True))
        removal = joined(
            Removal(tuple(stems), sum(sizes[stem] for stem in stems)),
            Removal(tuple(temporaries.names), int(temporaries.sizes.sum())))
        if dry_run or not self._folder.is_dir():
            return removal
        with explain_write_errors(self._folder), self._run.alone_everywhere():
            self._run.announce(stems)
            for stem in stems:
                remove_files(self._folder, listing.files[stem])
            remove_files(self._folder, temporaries.names)
        return removal

def _as_sharded(listing: TreeListing) -> ShardedListing:
    """The columns that choosing looks at."""
    return ShardedListing(
        listing.names, listing.sizes, listing.mtimes_ns, listing.temporaries, listing.foreign, ())
