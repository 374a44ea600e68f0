"""Base class of every cache of values by key, whatever its on-disk format.

One class for the window, the command line, builds and training loops. An absent value is None and
a damaged one is None too: a survey distinguishes the two, a training loop makes the value again
either way. Only the methods that say so write, and opening a folder as a store does not touch the
disk.

Which values are evicted is decided here; how a payload is found, written and removed is up to each
format. Names to remove come from a listing, which contains only regular files in real folders of
the store, so nothing outside it is ever reached.
"""

from __future__ import annotations

import enum
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import PayloadError, UserFacingError, error_reason, remark
from larder.core.files.store_paths import make_larder_folder
from larder.core.payloads.dtypes import Values
from larder.core.payloads.tensors import as_array, as_tensor
from larder.core.stores.making import AdmissionPolicy, MakingLocks
from larder.core.stores.store_run import StoreRun
from larder.core.stores.use_log import Uses
from larder.core.workspace.store_kinds import StoreKind

IN_THE_WAY: Final = "in-the-way"
"""Folder in `.larder/` for what had a payload's name and was no file."""

Key = TypeVar("Key", contravariant=True)
Found = TypeVar("Found")


class PutResult(enum.Enum):
    """Result of a put: the value was stored, or did not fit the budget."""

    STORED = "stored"
    OVER_BUDGET = "over-budget"
    """It does not fit the budget, even with everything gone that may go; nothing changed."""


class Put(msgspec.Struct, frozen=True):
    """Outcome of a put: its result, the payload and the payloads evicted for it.

    Attributes:
        name: the payload, relative to the store, "/" between folders.
        evicted: payloads that made room for it, least recently used first.
    """

    result: PutResult
    name: str
    bytes: int
    evicted: tuple[str, ...] = ()


class Removal(msgspec.Struct, frozen=True):
    """Files that were removed, or would be by a dry run.

    Attributes:
        names: files relative to the store, "/" between folders, in the order they go.
    """

    names: tuple[str, ...]
    bytes: int


class FileColumns(msgspec.Struct, frozen=True):
    """Some files.

    Attributes:
        names: relative to the store, "/" between folders, sorted.
        sizes: bytes, int64, shape (len(names),).
        mtimes_ns: modification times in nanoseconds, int64, same shape.
    """

    names: list[str]
    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]

    @classmethod
    def of(cls, files: Iterable[tuple[str, int, int]]) -> FileColumns:
        """Of names, sizes and times in any order."""
        rows = sorted(files)
        return FileColumns(
            [name for name, _, _ in rows],
            np.array([size for _, size, _ in rows], dtype=np.int64),
            np.array([at for _, _, at in rows], dtype=np.int64))

    def where(self, is_chosen: Callable[[str, int], bool]) -> FileColumns:
        """Those whose name and modification time are as asked."""
        rows = zip(self.names, self.sizes.tolist(), self.mtimes_ns.tolist(), strict=True)
        return FileColumns.of(row for row in rows if is_chosen(row[0], row[2]))

    def removal(self) -> Removal:
        """The removal of all of them."""
        return Removal(tuple(self.names), int(self.sizes.sum()))


class StoreListing(FileColumns, frozen=True):
    """The payloads of a store when it was listed, and what else lay there.

    Attributes:
        foreign: files and folders that are not this store's, relative, sorted; never touched.
        empty_shards: shard folders with nothing in them, relative, sorted.
        absent: values that the store's own records name and that are not on disk.
        unlisted: values that the original program's manifest does not name, though it has one.
    """

    temporaries: FileColumns
    foreign: tuple[str, ...] = ()
    empty_shards: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    unlisted: frozenset[str] = frozenset()


class StoreStats(msgspec.Struct, frozen=True):
    """Size of a store and counts of its lookups.

    Attributes:
        bytes: sizes of their payloads together; equals the files on disk.
        hits: lookups that found a value, in all runs that are remembered.
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


class CacheStore(ABC, Generic[Key]):
    """A cache folder as a mapping from keys to values, safe for threads, other processes, a fork.

    Use it as a context manager, or `close` it.

    Attributes:
        spared_since_ns: values used since are not evicted by a put, which may then be over the
            budget; nanoseconds since 1970, None to evict whatever is oldest.
    """

    def __init__(
        self,
        kind: StoreKind,
        folder: Path,
        *,
        budget_bytes: int | None = None,
        clock: Callable[[], int] = time.time_ns,
        begin: Callable[[], None] = lambda: None,
    ) -> None:
        """A store of a folder, which need not exist; nothing is read or written.

        Args:
            kind: format and content.
            folder: where it lies.
            budget_bytes: what its payloads may take together, None without a limit.
            clock: the time, nanoseconds since 1970.
            begin: called in a forked child, to forget what only the parent knows.
        """
        self.kind = kind
        self.folder = folder
        self.budget_bytes = budget_bytes
        self._clock = clock
        self.spared_since_ns: int | None = None
        self._making = MakingLocks(folder)
        self._run = StoreRun(
            folder, kind, budget_bytes=budget_bytes, clock=clock, begin=begin)

    @abstractmethod
    def get(self, key: Key, /) -> Values | None:
        """The value, None if it is absent, damaged, or not what such a key stands for.

        Raises:
            OSError: if the drive fails for another reason than the file's absence.
        """

    @abstractmethod
    def put(self, key: Key, values: Values, /) -> Put:
        """Store a value in one step; another for the same key is replaced.

        Raises:
            UserFacingError: if the drive is full or the folder may not be written. What was there
                is as it was.
            ValueError: if the values are not what such a key stands for.
        """

    def get_or_make(
        self, key: Key, make: Callable[[], Mapping[str, Any]], /, *, tensors: bool = True,
        admission: AdmissionPolicy | None = None,
    ) -> dict[str, Any]:
        """The value, made and stored if it is absent or damaged; one lookup, a hit or a miss.

        A value is made once, by one thread of one process, wherever the drive can lock. Where it
        cannot be stored, it is given all the same: because of the budget, or of what `unsaved`
        says then.

        Args:
            key: whose value.
            make: gives tensors, on any device, or arrays.
            tensors: whether tensors of the CPU are given, else arrays, whatever `make` gave.
            admission: learns what reading and making cost; what reading would not save enough of
                is given and not stored. None to store all.

        Raises:
            ValueError: if what was made is not what such a key stands for.
            OSError: if the drive fails while a value that is there is read.
        """
        began = time.perf_counter()
        found = self.get(key) if self.holds(key) else None
        if found is not None and admission is not None:
            admission.note_read(_bytes_of(found), time.perf_counter() - began)
        if found is None:
            with self._making.alone(key):
                found = self.get(key)
                if found is None:
                    began = time.perf_counter()
                    found = {name: as_array(value) for name, value in make().items()}
                    taken_s = time.perf_counter() - began
                    if admission is None or admission.admits(_bytes_of(found), taken_s):
                        try:
                            self.put(key, found)
                        except (UserFacingError, OSError) as error:
                            self._run.unsaved = str(error)
        return {name: as_tensor(array) if tensors else array for name, array in found.items()}

    def holds(self, key: Key, /) -> bool:
        """Return whether there is a payload for a key; the payload is not opened."""
        path = self._path(key)
        return path.is_file() and not path.is_symlink()

    @abstractmethod
    def remove(self, key: Key, /) -> bool:
        """Remove a value; whether there was one."""

    def clear(self, *, dry_run: bool = False) -> Removal:
        """Remove every value and unfinished write; files that are not the store's stay."""
        listing = self._listing()
        return self._removed(listing, listing.removal(), listing.temporaries, dry_run=dry_run)

    def prune(
        self,
        *,
        older_than_s: float | None = None,
        budget_bytes: int | None = None,
        dry_run: bool = False,
    ) -> Removal:
        """Remove values not used for some time, then the least recently used over a budget.

        What unfinished writes of ended processes left behind goes too.

        Args:
            older_than_s: seconds since the last use, None for any age.
            budget_bytes: what may stay, None for all.
            dry_run: only say what would go.
        """
        now_ns = self._clock()
        listing = self._listing()
        before = None if older_than_s is None else now_ns - round(older_than_s * 1e9)
        chosen = choose_unused(
            listing, self._uses().last_uses(listing.names, listing.mtimes_ns),
            used_before_ns=before, budget_bytes=budget_bytes)
        return self._removed(
            listing, chosen, self._left_behind(listing, now_ns), dry_run=dry_run)

    def sweep(self, *, dry_run: bool = False) -> Removal:
        """Remove unfinished writes of processes that have ended, and empty shard folders."""
        listing = self._listing()
        return self._removed(
            listing, Removal((), 0), self._left_behind(listing, self._clock()), dry_run=dry_run)

    def take_back(self) -> None:
        """Sweep if anything is left, and say so: what whoever means to write here does first."""
        left = len(self._left_behind(self._listing(), self._clock()).names)
        if left and self.sweep().names:
            remark(
                f"{self.folder}: unfinished files of ended processes were removed: {left:,}.")

    def stats(self) -> StoreStats:
        """Return the size of the store and the counts of its lookups."""
        listing, uses = self._listing(), self._uses()
        return StoreStats(
            entries=len(listing.names), bytes=int(listing.sizes.sum()), hits=uses.hits,
            misses=uses.misses, temporaries=len(listing.temporaries.names),
            budget_bytes=self.budget_bytes)

    def _uses(self) -> Uses:
        """Return the recorded uses together with those not written yet."""
        return self._run.uses(self._remembered)

    def _remembered(self) -> Uses:
        return self._run.log.read()

    @property
    def damage_count(self) -> int:
        """Lookups that met a payload that was not what its name says; part of the misses."""
        return self._run.damaged

    @property
    def save_problem(self) -> str:
        """Why uses, or values that were made, could not be written, "" if they could."""
        return self._run.unsaved

    def flush(self) -> None:
        """Write down the uses of this run; where that fails, `unsaved` says why."""
        self._run.flush()

    def close(self) -> None:
        """Save what is remembered of uses; the store may be used no more."""
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

    @abstractmethod
    def _path(self, key: Key, /) -> Path:
        """Where the payload of a key lies, or would; of several files the one that names them."""

    def _look_up(self, name: str, read: Callable[[], Found]) -> Found | None:
        """Read a payload and count a hit; return None, a miss, if it is absent or damaged.

        `read` raises the errors of file access, and `PayloadError`.
        """
        try:
            found = read()
        except (FileNotFoundError, PayloadError, IsADirectoryError) as error:
            is_absent = any(
                isinstance(why, FileNotFoundError) for why in (error, error.__cause__))
            self._run.miss(is_damaged=not is_absent)
            return None
        self._run.hit(name)
        return found

    @abstractmethod
    def _listing(self) -> Any:
        """Return a `StoreListing` of the payloads; it is empty for a store that does not exist."""

    @abstractmethod
    def _left_behind(self, listing: Any, now_ns: int) -> FileColumns:
        """Those unfinished writes whose writer is gone."""

    @abstractmethod
    def _remove_all(
        self, listing: Any, payloads: Sequence[str], left_behind: Sequence[str]
    ) -> None:
        """Remove payloads, and unfinished writes, from a folder that is there."""

    def _removed(
        self, listing: StoreListing, payloads: Removal, left: FileColumns, *, dry_run: bool
    ) -> Removal:
        if not dry_run and self.folder.is_dir():
            self._remove_all(listing, payloads.names, left.names)
        unfinished = left.removal()
        return Removal(payloads.names + unfinished.names, payloads.bytes + unfinished.bytes)


def _bytes_of(values: Values) -> int:
    return sum(array.nbytes for array in values.values())


def choose_unused(
    listing: FileColumns,
    used_ns: npt.NDArray[np.int64],
    *,
    used_before_ns: int | None,
    budget_bytes: int | None,
) -> Removal:
    """Payloads not used since a time, then the least recently used over a budget.

    Args:
        listing: what there is.
        used_ns: last uses, int64, shape (len(listing.names),).
        used_before_ns: payloads last used before it go, None for none.
        budget_bytes: what may stay, None for all.
    """
    order = np.lexsort((np.arange(len(listing.names)), used_ns))  # names are sorted: ties by name
    is_chosen = np.zeros(len(order), dtype=bool)
    if used_before_ns is not None:
        is_chosen |= used_ns[order] < used_before_ns
    if budget_bytes is not None:
        is_chosen |= _over_budget(listing.sizes[order], is_chosen, budget_bytes)
    chosen = order[is_chosen].tolist()
    return Removal(tuple([listing.names[at] for at in chosen]), int(listing.sizes[chosen].sum()))


def _over_budget(
    sizes: npt.NDArray[np.int64], is_chosen: npt.NDArray[np.bool_], budget_bytes: int
) -> npt.NDArray[np.bool_]:
    """Those whose followers alone, together with them, exceed the budget."""
    staying = np.where(is_chosen, 0, sizes)
    from_here = np.cumsum(staying[::-1])[::-1]
    return from_here > budget_bytes


def remove_files(folder: Path, names: Iterable[str]) -> None:
    """Remove files of a store; one that is gone already is fine.

    Raises:
        UserFacingError: if a file may not be removed.
        OSError: if the drive fails.
    """
    prefix = f"{folder}{os.sep}"
    unlink = os.unlink  # a Path costs as much as the removal
    for name in names:
        try:
            unlink(prefix + name)
        except FileNotFoundError:
            continue
        except PermissionError as error:
            raise UserFacingError(
                f"{folder / name} cannot be removed: {error_reason(error)}.",
                "Check the permissions of its folder, and close programs that may have it open."
            ) from error


def set_aside(store: Path, path: Path) -> bool:
    """Move a folder that has a payload's name out of its way, deleting nothing; whether one did."""
    if not path.is_dir() or path.is_symlink():
        return False
    path.rename(make_larder_folder(store, IN_THE_WAY) / f"{path.name}.{os.urandom(4).hex()}")
    return True
