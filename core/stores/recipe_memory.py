"""Which recipe each payload of a store carries, remembered between surveys.

Opening a payload to read two texts takes a fifth of a millisecond, for a hundred thousand of them
half a minute; loading what was found last time takes 30 ms. One msgpack file per store lies in the
user's cache folder; a payload's row is good as long as the file has the same size and date. It is
derived: deleting it costs one reading of the payloads.
"""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.atomic_write import write_atomically
from larder.core.files.folder_scan import FolderListing
from larder.core.keys.content_hash import hash_text

FORMAT = 1
NOT_LOOKED_AT = -2
CARRIES_NONE = -1

FOLDER = "recipes"


@dataclass(frozen=True, slots=True)
class PayloadRecipes:
    """The recipes of m payloads.

    Attributes:
        names: their file names.
        sizes: bytes, int64, shape (m,).
        mtimes_ns: int64, shape (m,).
        ids: distinct recipe ids.
        code: index into `ids`, `CARRIES_NONE` or `NOT_LOOKED_AT`, int32, shape (m,).
    """

    names: list[str]
    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    ids: list[str]
    code: npt.NDArray[np.int32]

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


class _Kept(msgspec.Struct, array_like=True, gc=False):
    format: int
    store: str
    names: list[str]
    sizes: bytes
    mtimes_ns: bytes
    ids: list[str]
    code: bytes


def nothing_remembered() -> PayloadRecipes:
    """What is known of a store that was never looked at."""
    none = np.zeros(0, dtype=np.int64)
    return PayloadRecipes([], none, none, [], np.zeros(0, dtype=np.int32))


def load_payload_recipes(cache_folder: Path, store: Path) -> PayloadRecipes:
    """What was remembered of a store; nothing where it cannot be read."""
    try:
        kept = msgspec.msgpack.decode(_path(cache_folder, store).read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return nothing_remembered()
    if kept.format != FORMAT or kept.store != str(store):
        return nothing_remembered()
    return PayloadRecipes(
        kept.names, np.frombuffer(kept.sizes, "<i8"), np.frombuffer(kept.mtimes_ns, "<i8"),
        kept.ids, np.frombuffer(kept.code, "<i4"))


def save_payload_recipes(cache_folder: Path, store: Path, recipes: PayloadRecipes) -> bool:
    """Remember the recipes of a store in place of what was remembered before.

    Returns:
        False where the folder cannot be written. The next survey then reads the payloads again.
    """
    kept = _Kept(
        format=FORMAT, store=str(store), names=recipes.names,
        sizes=np.ascontiguousarray(recipes.sizes, "<i8").tobytes(),
        mtimes_ns=np.ascontiguousarray(recipes.mtimes_ns, "<i8").tobytes(),
        ids=recipes.ids, code=np.ascontiguousarray(recipes.code, "<i4").tobytes())
    path = _path(cache_folder, store)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [msgspec.msgpack.encode(kept)], fsync=False)
    except OSError:
        return False
    return True


def _path(cache_folder: Path, store: Path) -> Path:
    return cache_folder / FOLDER / f"{hash_text(os.fspath(store))}.msgpack"
