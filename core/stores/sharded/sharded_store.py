"""A cache folder of pixels, audio features, waveforms or tokens as a mapping from keys to values.

A lookup is one read of one file, whose name follows from the key; nothing is loaded before. What is
remembered of uses (see `use_log`) decides only what goes first when there is a budget. With one,
each put keeps other processes of Larder from putting, hears what they put since, makes room and
says what it is about to store before it does: a crash in between makes the total too large until
the folder is listed again, never too small.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from larder.core.files.durable import explain_write_errors
from larder.core.files.store_paths import larder_folder
from larder.core.files.temp_names import remove_stale_temps
from larder.core.payloads.npz_stamp import SourceNote
from larder.core.payloads.npz_write import LaidOut, lay_out
from larder.core.stores.cache_store import Put, PutResult, Removal, StoreStats, Values
from larder.core.stores.sharded.entry_file import Found, find_value, name_of_key
from larder.core.stores.sharded.grammar import ShardedKey, grammar_of
from larder.core.stores.sharded.known_payloads import KnownPayloads
from larder.core.stores.sharded.listing import ShardedListing, list_sharded
from larder.core.stores.sharded.publishing import make_shard, publish, refuse_links
from larder.core.stores.sharded.removal import (
    choose_unused,
    everything,
    joined,
    remove_empty_shards,
    remove_files,
    stale_writes,
)
from larder.core.stores.sharded.temp_files import write_temp
from larder.core.stores.sharded.use_log import UseLine
from larder.core.stores.sharded.waveform_storage import to_smaller_waveform
from larder.core.stores.store_run import StoreRun
from larder.core.workspace.store_kinds import StoreKind

WRITES_TRIED: Final = 3
"""A sweep of another process may remove the empty shard folder that a put has just made."""


class ShardedStore:
    """One store; see `CacheStore`. Safe for threads, other processes, and a fork."""

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
        self._run = StoreRun(
            folder, kind, budget_bytes=budget_bytes, clock=clock, begin=self._know_nothing)
        self._know_nothing()

    def _know_nothing(self) -> None:
        """What a run knows of payloads is its own; a forked child begins again."""
        self._known = KnownPayloads(
            self._folder, self.kind, self._run.log, self._run.id, self._run.uses)

    @property
    def damaged(self) -> int:
        """Lookups that met a file that was not what its name says; part of the misses."""
        return self._run.damaged

    @property
    def unsaved(self) -> str:
        """Why uses could not be written down, "" if they could."""
        return self._run.unsaved

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
        with self._run.alone():
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
        if found.values is None:
            self._run.miss(is_damaged=bool(found.fault))
        else:
            with self._run.alone():
                self._run.hit(name)
                self._known.index.use(name)
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
        with explain_write_errors(self._folder / key.folder()), self._run.alone():
            refuse_links(self._folder, key.folder())
            try:
                (self._folder / name).unlink()
            except FileNotFoundError:
                return False
            self._known.index.remove(name)
            self._run.batch.gone(name)
        return True

    def clear(self, *, dry_run: bool = False) -> Removal:
        """See `CacheStore`."""
        removal = everything(self._listing())
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
            listing, self._run.uses().last_uses(listing.names, listing.mtimes_ns),
            used_before_ns=before, budget_bytes=budget_bytes)
        removal = joined(chosen, stale_writes(listing.temporaries, now_ns=now_ns))
        return removal if dry_run else self._removed(removal)

    def sweep(self, *, dry_run: bool = False) -> Removal:
        """See `CacheStore`."""
        removal = stale_writes(self._listing().temporaries, now_ns=self._clock())
        return removal if dry_run else self._removed(removal)

    def stats(self) -> StoreStats:
        """See `CacheStore`."""
        listing, uses = self._listing(), self._run.uses()
        return StoreStats(
            entries=len(listing.names), bytes=int(listing.sizes.sum()), hits=uses.hits,
            misses=uses.misses, temporaries=len(listing.temporaries.names),
            budget_bytes=self._budget)

    def flush(self) -> None:
        """Write down the uses of this run; where that fails, `unsaved` says why."""
        self._run.flush()

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
        now_ns = self._run.now()
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
            with self._run.alone():
                self._known.index.put(name, size)
                self._run.batch.put(name, size, now_ns)
            return []
        with self._run.alone(), self._run.log.held():
            self._known.hear()
            evicted = self._known.index.evict(self._budget - size, keep=name)
            try:
                self._run.log.append(UseLine(
                    run=self._run.id, put={name: size}, used={name: now_ns}, gone=evicted,
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
        with self._run.alone():
            self.flush()
            if removal.names:
                with self._run.log.held():
                    self._run.log.append(UseLine(run=self._run.id, gone=list(removal.names)))
                    remove_files(self._folder, removal.names)
            for name in removal.names:
                self._known.index.remove(name)
            remove_empty_shards(self._folder, self.kind)
            if larder_folder(self._folder).is_dir():
                remove_stale_temps(larder_folder(self._folder))
        return removal

    def _listing(self) -> ShardedListing:
        return list_sharded(self._folder, self.kind)
