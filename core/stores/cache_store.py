"""What every cache of values by key can do, whatever lies on disk.

One protocol for the window, the command line, builds and training loops. Absent is None and damaged
is None too: a survey tells the two apart, a training loop makes the value again either way. Nothing
but the methods that say so writes, and making a store of a folder does not touch the disk.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, TypeVar

from larder.core.payloads.dtypes import Array
from larder.core.workspace.store_kinds import StoreKind

Values = Mapping[str, Array]
"""What one key stands for: names to arrays."""

Key = TypeVar("Key", contravariant=True)


class PutResult(enum.Enum):
    """What became of a value."""

    STORED = "stored"
    OVER_BUDGET = "over-budget"
    """It does not fit the budget, even with everything gone that may go; nothing changed."""


@dataclass(frozen=True, slots=True)
class Put:
    """What a put did.

    Attributes:
        result: whether the value is stored.
        name: the payload, relative to the store, "/" between folders.
        bytes: its size.
        evicted: payloads that made room for it, least recently used first.
    """

    result: PutResult
    name: str
    bytes: int
    evicted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Removal:
    """What was removed, or would be.

    Attributes:
        names: files relative to the store, "/" between folders, in the order they go.
        bytes: their sizes together.
    """

    names: tuple[str, ...]
    bytes: int


@dataclass(frozen=True, slots=True)
class StoreStats:
    """What a store holds and how it served.

    Attributes:
        entries: keys that have a value.
        bytes: sizes of their payloads together; equals the files on disk.
        hits: lookups that found a value, in all runs that are remembered.
        misses: lookups that did not.
        temporaries: unfinished writes.
        budget_bytes: what it may take, None without a limit.
    """

    entries: int
    bytes: int
    hits: int
    misses: int
    temporaries: int
    budget_bytes: int | None = None

    @property
    def hit_rate(self) -> float:
        """Share of lookups that found a value, 0.0 with none."""
        lookups = self.hits + self.misses
        return self.hits / lookups if lookups else 0.0


class CacheStore(Protocol[Key]):
    """A cache folder as a mapping from keys to values, safe for threads and other processes."""

    @property
    def kind(self) -> StoreKind:
        """Format and content."""

    @property
    def folder(self) -> Path:
        """Where it lies."""

    def get(self, key: Key, /) -> Values | None:
        """The value, None if it is absent, damaged, or not what such a key stands for.

        Raises:
            OSError: if the drive fails for another reason than the file's absence.
        """

    def put(self, key: Key, values: Values, /) -> Put:
        """Store a value in one step; another for the same key is replaced.

        Raises:
            UserFacingError: if the drive is full or the folder may not be written. What was there
                is as it was.
            ValueError: if the values are not what such a key stands for.
        """

    def holds(self, key: Key, /) -> bool:
        """Whether there is a payload; it is not opened."""

    def remove(self, key: Key, /) -> bool:
        """Remove a value; whether there was one."""

    def clear(self, *, dry_run: bool = False) -> Removal:
        """Remove every value and unfinished write; files that are not the store's stay."""

    def prune(
        self,
        *,
        older_than_s: float | None = None,
        budget_bytes: int | None = None,
        dry_run: bool = False,
    ) -> Removal:
        """Remove values not used for some time, then the least recently used over a budget.

        Args:
            older_than_s: seconds since the last use, None for any age.
            budget_bytes: what may stay, None for all.
            dry_run: only say what would go.
        """

    def sweep(self, *, dry_run: bool = False) -> Removal:
        """Remove unfinished writes of processes that have ended, and empty shard folders."""

    def stats(self) -> StoreStats:
        """What it holds and how it served."""

    def close(self) -> None:
        """Save what is remembered of uses; the store may be used no more."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
