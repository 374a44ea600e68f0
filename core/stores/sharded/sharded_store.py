"""A cache folder of pixels, audio features, waveforms or tokens as a mapping from keys to values.

A lookup is one read of one file, whose name follows from the key; nothing is loaded before. What is
remembered of uses (see `use_log`) decides only what goes first when there is a budget. With one,
each put keeps other processes of Larder from putting, hears what they put since, makes room and
says what it is about to store before it does: a crash in between makes the total too large until
the folder is listed again, never too small.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from core.errors import UserFacingError
from core.files.atomic_write import remove_stale_temps
from core.files.larder_folder import larder_folder
from core.files.write_errors import explain_write_errors
from core.payloads.npz_stamp import SourceNote
from core.payloads.npz_write import LaidOut, lay_out
from core.stores.cache_store import Put, PutResult, Removal, StoreStats, Values
from core.stores.sharded.entry_file import Found, find_value, name_of_key
from core.stores.sharded.grammar import ShardedKey, grammar_of
from core.stores.sharded.known_payloads import KnownPayloads
from core.stores.sharded.listing import ShardedListing, list_sharded
from core.stores.sharded.publishing import make_shard, publish, refuse_links
from core.stores.sharded.removal import (
    choose_unused,
    joined,
    remove_empty_shards,
    remove_files,
    stale_writes,
)
from core.stores.sharded.temp_files import write_temp
from core.stores.sharded.use_batch import UseBatch
from core.stores.sharded.use_log import UseLine, UseLog, split
from core.stores.sharded.uses import EntryUses, read_kind
from core.stores.sharded.waveform_storage import to_smaller_waveform
from core.workspace.store_kinds import StoreKind

WRITES_TRIED: Final = 3
"""A sweep of another process may remove the empty shard folder that a put has just made."""


class ShardedStore:
    """One store; see `CacheStore`. Safe for threads, other processes, and a fork.

    Attributes:
        damaged: lookups that met a file that was not what its name says; part of the misses.
        unsaved: why uses could not be written down, "" if they could.
    """

    def __init__(
        self,
        kind: StoreKind,
        folder: Path,
        *,
        budget_bytes: int | None = None,
        exact_int16: bool = False,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        """A store of a folder, which need not exist; nothing is read or written.

        Args:
            kind: one of the sharded kinds.
            folder: where it lies.
            budget_bytes: what its payloads may take together, None without a limit.
            exact_int16: store waveforms as 16-bit numbers where that loses nothing.
            clock: the time, nanoseconds since 1970.

        Raises:
            ValueError: if stores of this kind are not sharded.
        """
        self._grammar = grammar_of(kind)
        self._folder = folder
        self._budget = budget_bytes
        self._exact_int16 = exact_int16 and kind is StoreKind.WAVEFORM
        self._clock = clock
        self._latest_ns = 0
        self.damaged = 0
        self.unsaved = ""
        self._begin_run()

    def _begin_run(self) -> None:
        """What belongs to one process."""
        self._pid = os.getpid()
        self._run = secrets.token_hex(4)
        self._lock = threading.RLock()
        self._log = UseLog(self._folder, self._grammar.kind)
        self._batch = UseBatch(self._run, self.flush)
        self._known = KnownPayloads(self._folder, self.kind, self._log, self._run, self._uses)

    @property
    def kind(self) -> StoreKind:
        """Format and content."""
        return self._grammar.kind

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self._folder

    @property
    def budget_bytes(self) -> int | None:
        """What its payloads may take together."""
        return self._budget

    @property
    def total_bytes(self) -> int:
        """What its payloads take, kept up to date without listing the folder each time.

        Raises:
            OSError: if the folder cannot be listed.
        """
        with self._own_process():
            self._known.hear()
            return self._known.index.total_bytes

    def get(self, key: ShardedKey, /) -> Values | None:
        """See `CacheStore`."""
        return self.look_up(key).values

    def look_up(self, key: ShardedKey, /) -> Found:
        """As `get`, saying also why a payload that is there is not served.

        Raises:
            OSError: if the drive fails.
        """
        name = key.name()
        found = find_value(self._folder, name, key, self._grammar)
        with self._own_process():
            if found.values is None:
                self.damaged += bool(found.fault)
                self._batch.miss()
            else:
                self._batch.hit(name, self._now())
                self._known.index.use(name)
            if self._batch.is_full:
                self.flush()
        return found

    def put(
        self, key: ShardedKey, values: Values, /, *, source: SourceNote | None = None
    ) -> Put:
        """See `CacheStore`; `source` is remembered in the payload."""
        fault = self._grammar.fault(values, name_of_key(key, self._grammar))
        if fault:
            raise ValueError(f"not a value of a {self.kind.value} store: {fault}")
        stored = to_smaller_waveform(values) if self._exact_int16 else values
        payload = lay_out(stored, kind=self.kind.value, key=key.document(), source=source)
        if self._budget is not None and payload.bytes > self._budget:
            return Put(PutResult.OVER_BUDGET, key.name(), payload.bytes)
        shard = self._folder / key.folder()
        with explain_write_errors(shard, needed=lambda: payload.bytes):
            evicted = self._store(key, payload, shard)
        return Put(PutResult.STORED, key.name(), payload.bytes, tuple(evicted))

    def holds(self, key: ShardedKey, /) -> bool:
        """See `CacheStore`."""
        path = self._folder / key.name()
        return path.is_file() and not path.is_symlink()

    def remove(self, key: ShardedKey, /) -> bool:
        """See `CacheStore`."""
        name = key.name()
        if not self.holds(key):
            return False
        with explain_write_errors(self._folder / key.folder()), self._own_process():
            refuse_links(self._folder, key.folder())
            try:
                (self._folder / name).unlink()
            except FileNotFoundError:
                return False
            self._known.index.remove(name)
            self._batch.gone(name)
        return True

    def clear(self, *, dry_run: bool = False) -> Removal:
        """See `CacheStore`."""
        listing = self._listing()
        temporaries = listing.temporaries
        removal = joined(
            Removal(tuple(listing.names), int(listing.sizes.sum())),
            Removal(tuple(temporaries.names), int(temporaries.sizes.sum())))
        return removal if dry_run else self._removed(removal)

    def prune(
        self,
        *,
        older_than_s: float | None = None,
        budget_bytes: int | None = None,
        dry_run: bool = False,
    ) -> Removal:
        """See `CacheStore`; unfinished writes that were left behind go too."""
        now_ns = self._clock()
        listing = self._listing()
        before = None if older_than_s is None else now_ns - round(older_than_s * 1e9)
        chosen = choose_unused(
            listing, self._uses().last_uses(listing.names, listing.mtimes_ns),
            used_before_ns=before, budget_bytes=budget_bytes)
        removal = joined(chosen, stale_writes(listing.temporaries, now_ns=now_ns))
        return removal if dry_run else self._removed(removal)

    def sweep(self, *, dry_run: bool = False) -> Removal:
        """See `CacheStore`."""
        removal = stale_writes(self._listing().temporaries, now_ns=self._clock())
        return removal if dry_run else self._removed(removal)

    def stats(self) -> StoreStats:
        """See `CacheStore`."""
        listing, uses = self._listing(), self._uses()
        return StoreStats(
            entries=len(listing.names), bytes=int(listing.sizes.sum()), hits=uses.hits,
            misses=uses.misses, temporaries=len(listing.temporaries.names),
            budget_bytes=self._budget)

    def flush(self) -> None:
        """Write down the uses of this run; where that fails, `unsaved` says why."""
        with self._own_process():
            line = self._batch.take()
            if line is None or not self._folder.is_dir():
                return
            line.budget = self._budget or 0
            try:
                with self._log.held():
                    for part in split(line):
                        self._log.append(part)
            except (UserFacingError, OSError) as error:
                self.unsaved = str(error)

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

    def _store(self, key: ShardedKey, payload: LaidOut, shard: Path) -> list[str]:
        """Write and publish a payload; what made room for it."""
        now_ns = self._now()
        for left in reversed(range(WRITES_TRIED)):
            temp: Path | None = None
            try:
                refuse_links(self._folder, key.folder())
                temp = write_temp(shard, key.file_name(), payload, mtime_ns=now_ns)
                return self._publish(temp, shard / key.file_name(), key.name(), now_ns)
            except FileNotFoundError:  # no shard folder yet, or another process cleared the store
                if not left:
                    raise
                make_shard(self._folder, key.folder())
            except BaseException:
                if temp is not None:
                    temp.unlink(missing_ok=True)
                raise
        raise AssertionError("the last try returns or raises")

    def _publish(self, temp: Path, target: Path, name: str, now_ns: int) -> list[str]:
        size = os.stat(temp).st_size  # noqa: PTH116 - once per put
        if self._budget is None:
            publish(temp, target, self._folder)
            with self._own_process():
                self._known.index.put(name, size)
                self._batch.put(name, size, now_ns)
            return []
        with self._own_process(), self._log.held():
            self._known.hear()
            evicted = self._known.index.evict(self._budget - size, keep=name)
            try:
                self._log.append(UseLine(
                    run=self._run, put={name: size}, used={name: now_ns}, gone=evicted,
                    budget=self._budget))
                remove_files(self._folder, evicted)
                publish(temp, target, self._folder)
            except BaseException:
                self._known.index.forget()
                raise
            self._known.index.put(name, size)
            return evicted

    def _removed(self, removal: Removal) -> Removal:
        """Remove files and what they leave empty."""
        if not self._folder.is_dir():
            return removal
        with self._own_process():
            self.flush()
            if removal.names:
                with self._log.held():
                    self._log.append(UseLine(run=self._run, gone=list(removal.names)))
                    remove_files(self._folder, removal.names)
            for name in removal.names:
                self._known.index.remove(name)
            remove_empty_shards(self._folder, self.kind)
            if larder_folder(self._folder).is_dir():
                remove_stale_temps(larder_folder(self._folder))
        return removal

    def _listing(self) -> ShardedListing:
        return list_sharded(self._folder, self.kind)

    def _uses(self) -> EntryUses:
        """What is written down and what waits."""
        with self._own_process():
            folded, batch = read_kind(self._folder, self.kind), self._batch
            return EntryUses(
                {**folded.used, **batch.used}, folded.hits + batch.hits,
                folded.misses + batch.misses, self._budget)

    def _now(self) -> int:
        """The time, later at each call, so that no two uses of a run tie."""
        self._latest_ns = max(self._clock(), self._latest_ns + 1)
        return self._latest_ns

    @contextmanager
    def _own_process(self) -> Iterator[None]:
        """Alone among threads; in a forked child a run of its own, which counts from zero."""
        if os.getpid() != self._pid:
            self._begin_run()
        with self._lock:
            yield
