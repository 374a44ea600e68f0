"""Findings of surveys about a store, remembered in the user's cache folder.

One msgpack file per store and subject. All of it is derived: deleting it costs finding out again,
and whatever is unreadable, of another format or of another store is thrown away.

- `index/`: the decoded columns of an index, good as long as `cache.json` has the same size, times
  and inode. Decoding a 400 MB index costs a second, loading its columns 20 ms.
- `recipes/`: which recipe each payload carries, a row good as long as the file has the same size
  and date. Opening a payload to read two texts takes a fifth of a millisecond, for a hundred
  thousand of them half a minute; loading what was found last time takes 30 ms.
- `slots/`: the columns of a long record of slots, see `released.slot_origins`.
- `facts/`: what looks into payloads found, see `survey.facts_memory`.
- `faults/`: payloads that a look found something wrong with, see `survey.payload_faults`.
- `prompts/`: tokens of captions by their content, see `survey.released.prompts`.
- `map-features/`, `map-neighbours/` and `map-places/`: of the map of pictures, see `picture_map`.
- `likeness/`: how far cached pictures look like their sources, see `queries.likeness_memory`.
- `near-searches/`: pictures that look alike, see `compare.kept_search`.

Before one more store is remembered, what was not used for two months is removed, and of more than
256 stores what was not used for longest: so what is of workspaces that are gone goes.
"""

from __future__ import annotations

import itertools
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.derived import recall, remember
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.files.folder_scan import FolderListing
from larder.core.keys.content_hash import hash_text
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.stores.indexed.index_file import IndexRead, read_index

MOST_STORES: Final = 256
UNUSED_AT_MOST_S: Final = 60 * 86_400.0
"""What is remembered of a store that nobody looked at goes after so long."""
NOTED_EVERY_S: Final = 86_400.0

NOT_LOOKED_AT: Final = -2
CARRIES_NONE: Final = -1


class PayloadRecipes(msgspec.Struct, frozen=True):
    """The recipes of m payloads.

    Attributes:
        sizes: bytes, int64, shape (m,).
        mtimes_ns: int64, shape (m,).
        code: index into `ids`, `CARRIES_NONE` or `NOT_LOOKED_AT`, int32, shape (m,).
        strangers: of payloads that say that they were made from another content than they are named
            after, the hash of that, 16 hex digits, by name.
    """

    names: list[str]
    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    ids: list[str]
    code: npt.NDArray[np.int32]
    strangers: dict[str, str] = {}

    def of_listing(self, listing: FolderListing) -> npt.NDArray[np.int32]:
        """`code` for every file of a listing, `NOT_LOOKED_AT` for those that changed since."""
        found = np.full(len(listing.names), NOT_LOOKED_AT, dtype=np.int32)
        at_of = dict(zip(self.names, range(len(self.names)), strict=True))
        at = np.fromiter(
            map(at_of.get, listing.names, itertools.repeat(-1)), np.int64, len(listing.names))
        known = np.flatnonzero(at >= 0)
        rows = at[known]
        same = ((self.sizes[rows] == listing.sizes[known])
                & (self.mtimes_ns[rows] == listing.mtimes_ns[known]))
        found[known[same]] = self.code[rows[same]]
        return found


def nothing_remembered() -> PayloadRecipes:
    """Return the empty recipes of a store that was never surveyed."""
    none = np.zeros(0, dtype=np.int64)
    return PayloadRecipes([], none, none, [], np.zeros(0, dtype=np.int32))


class StoreFile(msgspec.Struct, array_like=True, gc=False):
    """Content of the file that remembers one subject of a store.

    Attributes:
        subject: the folder of such files, and their format.
        store: the folder that it is about.
    """

    subject: ClassVar[tuple[str, int]] = ("", 0)

    format: int
    store: str


class _Index(StoreFile, array_like=True, gc=False):
    """A file of `index/`; the format is raised whenever `IndexColumns` changes."""

    subject: ClassVar[tuple[str, int]] = ("index", 5)

    stamp: FileStamp
    columns: IndexColumns


class _Recipes(StoreFile, array_like=True, gc=False):
    """A file of `recipes/`."""

    subject: ClassVar[tuple[str, int]] = ("recipes", 3)

    recipes: PayloadRecipes


_File = TypeVar("_File", bound=StoreFile)


def present_index(cache_folder: Path, store: Path) -> IndexRead:
    """The index as it is now: remembered, else decoded.

    Raises:
        WorkspaceError: if the system does not give its content.
    """
    return load_snapshot(cache_folder, store) or read_index(store).known(store)


def load_snapshot(cache_folder: Path, store: Path) -> IndexRead | None:
    """The index remembered for exactly its present state, None when there is none."""
    try:
        now = stamp(store / INDEX_NAME)
    except OSError:
        return None
    kept = None if now is None else load_file(cache_folder, store, _Index)
    if kept is None or kept.stamp != now:
        return None
    return IndexRead(copy=INDEX_NAME, columns=kept.columns, stamp=now, rejected={})


def save_snapshot(cache_folder: Path, store: Path, index: IndexRead) -> bool:
    """Remember an index that was read from `cache.json` itself.

    Returns:
        False when it was not kept: another copy was used or it is damaged, a source name is not
        UTF-8 (msgpack refuses it) or the cache folder cannot be written. The next survey then
        decodes the index again.
    """
    if index.stamp is None or index.copy != INDEX_NAME or index.damage:
        return False
    return save_file(cache_folder, store, _Index(
        _Index.subject[1], str(store), index.stamp, index.columns))


def load_payload_recipes(cache_folder: Path, store: Path) -> PayloadRecipes:
    """Return the remembered payload recipes of a store; empty where they cannot be read."""
    kept = load_file(cache_folder, store, _Recipes)
    return nothing_remembered() if kept is None else kept.recipes


def save_payload_recipes(cache_folder: Path, store: Path, recipes: PayloadRecipes) -> bool:
    """Remember the recipes of a store in place of what was remembered before.

    Returns:
        False where the folder cannot be written. The next survey then reads the payloads again.
    """
    return save_file(cache_folder, store, _Recipes(_Recipes.subject[1], str(store), recipes))


def _path(cache_folder: Path, store: Path, kind: type[_File]) -> Path:
    return cache_folder / kind.subject[0] / f"{hash_text(os.fspath(store))}.msgpack"


def load_file(cache_folder: Path, store: Path, kind: type[_File]) -> _File | None:
    """Return the remembered content of one subject of a store, None if there is none."""
    path = _path(cache_folder, store, kind)
    kept = recall(path, kind)
    if kept is None or (kept.format, kept.store) != (kind.subject[1], str(store)):
        return None
    _note_use(path)
    return kept


def save_file(cache_folder: Path, store: Path, file: _File) -> bool:
    """Remember it in place of what was remembered before; False where that cannot be done."""
    path = _path(cache_folder, store, type(file))
    with suppress(OSError):  # all of it is derived: a folder that cannot be read is not swept
        if not path.exists():
            remove_unused(path.parent, time.time())
    return remember(path, file)


def remove_unused(folder: Path, now_s: float) -> None:
    """Remove what is remembered of stores that nobody looked at for long; it is all derived.

    Whether such a store is still there is not asked: it may be on a drive that is not plugged in,
    or on one that does not answer.
    """
    used = []
    # Another process may remove one meanwhile, or hold it open.
    for path in folder.glob("*.msgpack"):
        with suppress(OSError):
            used.append((path.stat().st_mtime, path))
    used.sort(reverse=True)
    for at, (used_s, path) in enumerate(used):
        if at >= MOST_STORES - 1 or now_s - used_s > UNUSED_AT_MOST_S:
            with suppress(OSError):
                path.unlink()


def _note_use(path: Path) -> None:
    """Date what was used today; the date decides what goes first."""
    with suppress(OSError):  # the folder may not be written: then it is not swept either
        if time.time() - path.stat().st_mtime > NOTED_EVERY_S:
            os.utime(path)
