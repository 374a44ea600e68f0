"""The cached files that something is said of: counted, and told apart from later ones.

What is said holds for the files of its time, by their dates. A copy can lose those; then the same
names with the same sizes are the same files, and the content of a few of them shows it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.files.folder_scan import scan_folder
from larder.core.keys.content_hash import hash_file
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.stores.records import Assumption, StoreRecipes
from larder.core.stores.released.groups import scan_released_group, slot_name
from larder.core.workspace.open_workspace import StoreLocation

DIGITS: Final = 16

COMPARED: Final = 4
"""Files whose content is looked at."""

Listed = tuple[str, int, int]
"""A file's name in its store, its bytes, and when it was written in nanoseconds since 1970."""


class StorePayloads(msgspec.Struct, frozen=True):
    """The payloads of a store, or of a group of the released layout.

    Attributes:
        count: how many.
        names: digest of their names.
        files: digest of their names and sizes.
        since_ns, until_ns: modification times of the oldest and of the newest one.
        some: names of a few of them, always the same.
    """

    count: int
    bytes: int
    names: str
    files: str
    since_ns: int
    until_ns: int
    some: tuple[str, ...]

    def content(self, store: Path) -> str:
        """Return a digest of the content of a few of them, "" if one cannot be read."""
        try:
            return _digest(hash_file(store / name) for name in self.some)
        except OSError:
            return ""

    def as_recorded(self, store: Path) -> dict[str, Any]:
        """Return what an `Assumption` has of them."""
        return {"payloads": self.count, "names": self.names, "files": self.files,
                "content": self.content(store), "one": self.some[0], "until_ns": self.until_ns}


def list_cached_files(location: StoreLocation, groups: Sequence[str]) -> StorePayloads | None:
    """Look at the payloads of a store, in the released layout at those of some groups.

    Returns:
        None if there is no payload.

    Raises:
        OSError: if the store cannot be listed.
    """
    return list_store_payloads(location.path, groups if location.kind.traits.whole_groups else None)


def list_store_payloads(store: Path, groups: Sequence[str] | None) -> StorePayloads | None:
    """As `list_cached_files`; `groups` None for a store with an index."""
    named = sorted(_list_indexed(store) if groups is None else _in_slots(store, groups))
    if not named:
        return None
    last = len(named) - 1
    return StorePayloads(
        count=len(named), bytes=sum(size for _, size, _ in named),
        names=_digest(name for name, _, _ in named),
        files=_digest(f"{name} {size}" for name, size, _ in named),
        since_ns=min(mtime_ns for _, _, mtime_ns in named),
        until_ns=max(mtime_ns for _, _, mtime_ns in named),
        some=tuple(dict.fromkeys(
            named[last * part // (COMPARED - 1)][0] for part in range(COMPARED))))


def with_todays_dates(recipes: StoreRecipes, store: Path) -> tuple[StoreRecipes, int]:
    """Let what was said hold for files that lost their dates since.

    Returns:
        The same recipes, and how many files are known again by name, size and content.

    Raises:
        OSError: if the store cannot be listed.
    """
    count, known = 0, dict[tuple[str, ...] | None, StorePayloads | None]()

    def today(said: Assumption) -> Assumption:
        nonlocal count
        groups = tuple(dict.fromkeys(one.group for one in said.concepts if one.group)) or None
        if not (said.files and said.content) or not _is_newer(store, said):
            return said
        if groups not in known:
            known[groups] = list_store_payloads(store, groups)
        there = known[groups]
        if there is None or there.since_ns <= said.until_ns or there.files != said.files \
                or there.content(store) != said.content:
            return said
        count = max(count, there.count)
        return msgspec.structs.replace(said, until_ns=there.until_ns)

    return msgspec.structs.replace(
        recipes, assumption=None if recipes.assumption is None else today(recipes.assumption),
        proofs=tuple(map(today, recipes.proofs))), count


def _is_newer(store: Path, said: Assumption) -> bool:
    """Return whether the file `said.one` is newer than all were; for most stores this suffices."""
    try:
        return (store / said.one).stat().st_mtime_ns > said.until_ns
    except OSError:
        return False


def _list_indexed(store: Path) -> Iterator[Listed]:
    listing = scan_folder(store)
    for one in zip(
            listing.names, listing.sizes.tolist(), listing.mtimes_ns.tolist(), strict=True):
        if parse_indexed_name(one[0]) is not None:
            yield one


def _in_slots(store: Path, groups: Sequence[str]) -> Iterator[Listed]:
    for key in dict.fromkeys(groups):
        for variation in scan_released_group(store, key).variations:
            yield from zip(
                (slot_name(key, variation=variation.number, slot=slot)
                 for slot in variation.slots.tolist()),
                variation.slot_bytes.tolist(), variation.slot_ns.tolist(), strict=True)


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()[:DIGITS]
