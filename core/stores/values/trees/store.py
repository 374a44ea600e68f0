"""A folder of parameter trees as a mapping from names to leaves by the texts of their paths.

One file names another here, so a tree is replaced by replacing its manifest (see
`core.payloads.tree.save`), and a value that was read stays what it was although the tree is
replaced or removed: its leaves are views of a file that nobody writes to again. Leaves are written
beside each other by as many processes as like; only replacing manifests is done by one at a time,
so that each finds the data it replaces and removes it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.keys.cache_keys import TreeKey
from larder.core.payloads.dtypes import Values
from larder.core.payloads.tree.load import find_data, load_flat, load_tree
from larder.core.payloads.tree.nodes import tree_of_pairs
from larder.core.payloads.tree.paths import TreePath, parse_path
from larder.core.payloads.tree.save import SaveOptions, Transform, save_tree
from larder.core.stores.cache_store import (
    CacheStore,
    FileColumns,
    Put,
    PutResult,
    remove_files,
    set_aside,
)
from larder.core.stores.store_run import RunningIndex
from larder.core.stores.use_log import UseLine
from larder.core.stores.values.trees.listing import (
    TreeListing,
    list_trees,
    manifest_path,
    stale_files,
)
from larder.core.workspace.store_kinds import StoreKind

Loaded = TypeVar("Loaded")

WRITES_TRIED: Final = 3
"""Another process may clear the store, unfinished writes included, while one goes on."""


class TreesStore(CacheStore[TreeKey]):
    """One store. Where `CacheStore` names payloads, a tree of several files is named by stem."""

    def __init__(
        self,
        folder: Path,
        *,
        budget_bytes: int | None = None,
        align: int = 64,
        fsync: bool = True,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        """See `CacheStore`; leaves begin at multiples of `align` bytes, `fsync` flushes trees."""
        self._options = SaveOptions(align=align, fsync=fsync)
        self._own: dict[str, None] = {}
        """Trees this run used, the latest last."""
        super().__init__(
            StoreKind.TREE, folder, budget_bytes=budget_bytes, clock=clock, begin=self._own.clear)

    def get(self, key: TreeKey, /) -> Values | None:
        """Leaves by the texts of their paths, read-only views of the file; see `CacheStore`."""
        return self._read(key, load_flat)

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

    def put_tree(
        self, key: TreeKey, tree: object, /, *,
        transforms: Mapping[TreePath, Transform] = MappingProxyType({}),
    ) -> Put:
        """Store a nested tree; `transforms` make what is stored of some leaves, one at a time.

        Raises:
            InvalidTreeError: naming the path of what cannot be stored.
            UserFacingError: as `put`.
        """
        for left in reversed(range(WRITES_TRIED)):
            try:
                return self._put(key, tree, replace(self._options, transforms=transforms))
            except FileNotFoundError:
                if not left:
                    raise
        raise AssertionError("the last try returns or raises")

    def remove(self, key: TreeKey, /) -> bool:
        """Remove one tree; see `CacheStore.remove`."""
        manifest = self._path(key)
        if not self.holds(key):
            return False
        with explain_write_errors(self.folder), self._run.alone():
            data = find_data(manifest)
            try:
                manifest.unlink()
            except FileNotFoundError:
                return False
            if data is not None:
                remove_files(self.folder, [data.name])
            self._own.pop(key.name(), None)
            self._run.gone(key.name())
        return True

    def _path(self, key: TreeKey, /) -> Path:
        return manifest_path(self.folder, key.name())

    def _read(self, key: TreeKey, load: Callable[[Path], Loaded]) -> Loaded | None:
        found = self._look_up(key.name(), partial(load, self._path(key)))
        if found is not None:
            with self._run.alone():
                self._use(key.name())
        return found

    def _use(self, name: str) -> None:
        self._own.pop(name, None)
        self._own[name] = None

    def _put(self, key: TreeKey, tree: object, options: SaveOptions) -> Put:
        name, evicted, size = key.name(), list[str](), 0
        with explain_write_errors(self.folder), ExitStack() as until_published:

            def admit(needed: int) -> bool:
                nonlocal size
                size = needed
                if self.budget_bytes is not None and needed > self.budget_bytes:
                    return False
                until_published.enter_context(self._alone_everywhere())
                if self.budget_bytes is not None:
                    removed = self._make_room(name, needed, self.budget_bytes)
                    if removed is None:
                        return False
                    evicted.extend(removed)
                return True

            self.folder.mkdir(parents=True, exist_ok=True)
            saved = self._save_aside(key, tree, options, admit)
            if saved is None:
                return Put(PutResult.OVER_BUDGET, name, size)
            with self._run.alone():
                self._run.put(name, saved, self._run.now())
                self._use(name)
        return Put(PutResult.STORED, name, saved, tuple(evicted))

    def _save_aside(
        self, key: TreeKey, tree: object, options: SaveOptions, admit: Callable[[int], bool]
    ) -> int | None:
        """Save, and return the bytes; a folder of the manifest's name is set aside, not deleted."""
        manifest = self._path(key)
        try:
            return save_tree(manifest, tree, options=options, admit=admit)
        except (OSError, UserFacingError):
            if not set_aside(self.folder, manifest):
                raise
        return save_tree(manifest, tree, options=options, admit=admit)

    def _make_room(self, name: str, needed: int, budget: int) -> list[str] | None:
        """Remove other trees until one of `needed` bytes fits, and say what is about to happen.

        None, and nothing is removed, if only those are left that are spared.
        """
        listing = self._listing()
        used_ns = self._uses().last_uses(listing.names, listing.mtimes_ns).tolist()
        index = RunningIndex()
        index.load(zip(listing.names, listing.sizes.tolist(), used_ns, strict=True))
        for own in self._own:
            index.use(own)
        evicted = index.evict(
            budget - needed, keep=name, spared_since_ns=self.spared_since_ns)
        if evicted is None:
            return None
        self._announce(evicted, put={name: needed})
        for stem in evicted:
            remove_files(self.folder, listing.files[stem])
        return evicted

    @contextmanager
    def _alone_everywhere(self) -> Iterator[None]:
        """Alone, and other processes that change the store wait meanwhile."""
        with self._run.alone(), self._run.log.held():
            yield

    def _announce(self, gone: Sequence[str], *, put: Mapping[str, int]) -> None:
        """Write down what is about to be removed and stored; call it `_alone_everywhere`."""
        self.flush()
        self._run.log.append(UseLine(
            run=self._run.id, put=dict(put), used={name: self._run.now() for name in put},
            gone=list(gone), budget=self.budget_bytes or 0))
        for name in gone:
            self._own.pop(name, None)

    def _listing(self) -> TreeListing:
        return list_trees(self.folder)

    def _left_behind(self, _listing: TreeListing, now_ns: int) -> FileColumns:
        """And data that no manifest names."""
        return stale_files(self.folder, now_ns=now_ns)

    def _remove_all(
        self, listing: TreeListing, payloads: Sequence[str], left_behind: Sequence[str]
    ) -> None:
        """Trees go with their manifests first."""
        with explain_write_errors(self.folder), self._alone_everywhere():
            self._announce(payloads, put={})
            for stem in payloads:
                remove_files(self.folder, listing.files[stem])
            remove_files(self.folder, left_behind)
