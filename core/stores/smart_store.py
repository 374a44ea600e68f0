"""A trainer's folder of latents or text embeddings as a mapping from payload names to arrays.

The trainer finds payloads through its index, a training loop of ours by name. What is put here is
what the trainer's own writer leaves before it saves its index: a whole payload that no row names
yet. Rows are a build's to write, for they need the source. What is removed here goes with the rows
that name it, rows first, so that no trainer is sent to a file that is gone.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np

from larder.core.errors import PayloadError, StoreBusyError
from larder.core.files.atomic_write import pending_file
from larder.core.files.durable import explain_write_errors
from larder.core.files.file_stamp import stamp
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.files.store_lock import lock_store
from larder.core.files.store_paths import make_larder_folder
from larder.core.files.temp_names import is_own_temp, stale_temps
from larder.core.keys.payload_names import (
    INDEX_NAME,
    SmartPayloadName,
    parse_smart_name,
)
from larder.core.keys.recipe import CHECKSUM_KEY
from larder.core.payloads.array_checksum import ArrayCrc, checksum_of_arrays, stamps
from larder.core.payloads.pt import array_checksum, write_pt
from larder.core.payloads.pt_file import PtFile
from larder.core.stores.busy import busy_signs
from larder.core.stores.cache_store import Put, PutResult, Removal, StoreStats, Values
from larder.core.stores.index_file import read_index
from larder.core.stores.index_rewrite import IndexEdit, rewrite_index
from larder.core.stores.sharded.listing import FileColumns, ShardedListing
from larder.core.stores.sharded.removal import choose_unused, everything, remove_files
from larder.core.stores.store_run import StoreRun
from larder.core.workspace.store_kinds import StoreContent, StoreFormat, StoreKind

IN_THE_WAY: Final = "in-the-way"
"""Folder in `.larder/` for what had a payload's name and was no file."""

LATENT: Final = "latent_image"
LATENT_AXES: Final = (3, 4)
"""Channels, height, width; with frames in front of them for videos."""


class SmartStore:
    """One store; see `CacheStore`. Safe for threads, other processes of Larder, and a fork."""

    def __init__(
        self, kind: StoreKind, folder: Path, *, clock: Callable[[], int] = time.time_ns
    ) -> None:
        """A store of a folder, which need not exist; nothing is read or written.

        Args:
            kind: smart-image or smart-text.
            folder: where it lies.
            clock: the time, nanoseconds since 1970.

        Raises:
            ValueError: if the kind is another.
        """
        if kind.format is not StoreFormat.SMART:
            raise ValueError(f"{kind.value} stores have no such payloads")
        self._kind = kind
        self._folder = folder
        self._clock = clock
        self._run = StoreRun(folder, kind, clock=clock)

    @property
    def kind(self) -> StoreKind:
        """Format and content."""
        return self._kind

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self._folder

    def get(self, key: SmartPayloadName, /) -> Values | None:
        """The arrays of a payload, without what else is in it; see `CacheStore`."""
        values, is_damaged = None, False
        try:
            values = self._read(key)
        except FileNotFoundError:
            pass
        except (PayloadError, IsADirectoryError):
            is_damaged = True
        if values is None:
            self._run.miss(is_damaged=is_damaged)
        else:
            self._run.hit(key.file_name)
        return values

    def put(self, key: SmartPayloadName, values: Values, /) -> Put:
        """See `CacheStore`; no index row is written for it."""
        fault = _fault(self._kind, values)
        if fault:
            raise ValueError(f"not a value of a {self._kind.value} store: {fault}")
        name = key.file_name
        path = self._folder / name
        stamped = dict(values) | dict(stamps("", array_checksum(values)))
        with explain_write_errors(self._folder.parent):
            self._folder.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            aside = make_larder_folder(self._folder, IN_THE_WAY)
            path.rename(aside / f"{name}.{secrets.token_hex(4)}")
        with pending_file(path) as pending:
            write_pt(pending.file, stamped)
            size = pending.publish().size
        with self._run.alone():
            self._run.batch.put(name, size, self._run.now())
        return Put(PutResult.STORED, name, size)

    def holds(self, key: SmartPayloadName, /) -> bool:
        """See `CacheStore`."""
        path = self._folder / key.file_name
        return path.is_file() and not path.is_symlink()

    def remove(self, key: SmartPayloadName, /) -> bool:
        """See `CacheStore`; rows that name it go first.

        Raises:
            StoreBusyError: if rows would have to go and a trainer seems to be at work.
        """
        if not self.holds(key):
            return False
        self._remove([key.file_name])
        return True

    def clear(self, *, dry_run: bool = False) -> Removal:
        """See `CacheStore`; every row goes too. Unfinished writes of a trainer are a clean's work.

        Raises:
            StoreBusyError: if a trainer seems to be at work.
        """
        removal = everything(self._listing())
        return removal if dry_run else self._removed(removal)

    def prune(
        self,
        *,
        older_than_s: float | None = None,
        budget_bytes: int | None = None,
        dry_run: bool = False,
    ) -> Removal:
        """See `CacheStore`; a trainer tells nobody what it used, so what it wrote counts as used.

        Raises:
            StoreBusyError: if rows would have to go and a trainer seems to be at work.
        """
        listing = self._listing()
        before = None if older_than_s is None else self._clock() - round(older_than_s * 1e9)
        removal = choose_unused(
            listing, self._run.uses().last_uses(listing.names, listing.mtimes_ns),
            used_before_ns=before, budget_bytes=budget_bytes)
        return removal if dry_run else self._removed(removal)

    def sweep(self, *, dry_run: bool = False) -> Removal:
        """Remove unfinished writes of ended processes of Larder; a trainer's are a clean's work."""
        if not self._folder.is_dir():
            return Removal((), 0)
        names = stale_temps(self._folder)
        sizes = [(self._folder / name).stat().st_size for name in names]
        removal = Removal(names, sum(sizes))
        return removal if dry_run else self._removed(removal)

    def stats(self) -> StoreStats:
        """See `CacheStore`."""
        listing, uses = self._listing(), self._run.uses()
        return StoreStats(
            entries=len(listing.names), bytes=int(listing.sizes.sum()), hits=uses.hits,
            misses=uses.misses, temporaries=len(listing.temporaries.names))

    def close(self) -> None:
        """See `CacheStore`."""
        self._run.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _read(self, key: SmartPayloadName) -> Values | None:
        """The arrays; None if they are not what such a key stands for.

        Raises:
            FileNotFoundError: if there is no such payload.
            IsADirectoryError: if a folder has its name.
            PayloadError: if it is damaged, or holds other arrays than it was written with.
        """
        with PtFile(self._folder / key.file_name) as payload:
            payload.verify()
            contents = payload.contents()
            said = contents.values.get(CHECKSUM_KEY)
            if said is not None and said != checksum_of_arrays(_crcs(payload)):
                raise PayloadError(f"{key.file_name} holds other arrays than it was written with.")
            values = {array.name: payload.array(array.name) for array in contents.arrays}
        return None if _fault(self._kind, values) else values

    def _removed(self, removal: Removal) -> Removal:
        if removal.names and self._folder.is_dir():
            self._remove(removal.names)
        return removal

    def _remove(self, names: Sequence[str]) -> None:
        with explain_write_errors(self._folder), self._run.alone():
            if (self._folder / INDEX_NAME).exists():
                with lock_store(self._folder):
                    self._drop_rows(names)
            remove_files(self._folder, names)
            for name in names:
                self._run.batch.gone(name)

    def _drop_rows(self, names: Sequence[str]) -> None:
        """Take the rows out of the index that name any of these payloads."""
        named = [parse_smart_name(name) for name in names]
        stems = {one.stem for one in named if one is not None}
        expected = stamp(self._folder / INDEX_NAME)
        columns = read_index(self._folder).known(self._folder).columns
        rows = {
            row for row, stem in zip(columns.variant_row.tolist(), columns.stems, strict=True)
            if stem in stems}
        if not rows or expected is None:
            return
        keys = columns.keys()
        signs = busy_signs(self._folder, listing=self._scan(), now_ns=time.time_ns())
        if signs:
            raise StoreBusyError(
                f"A trainer seems to be at work in {self._folder}: {signs[0]}",
                "Nothing was removed; try again when it has ended.")
        rewrite_index(
            self._folder, IndexEdit(drop=frozenset(keys[row] for row in rows)),
            expected=expected.without_ctime(), backup=None)

    def _listing(self) -> ShardedListing:
        """Payloads and unfinished writes of Larder; nothing else is to be removed here."""
        scan = self._scan()
        rows = sorted(zip(
            scan.names, scan.sizes.tolist(), scan.mtimes_ns.tolist(), strict=True))
        rows = [row for row in rows if row[0] not in scan.links]
        payloads = [row for row in rows if parse_smart_name(row[0]) is not None]
        temporaries = [row for row in rows if is_own_temp(row[0])]
        found = _columns(payloads)
        return ShardedListing(
            found.names, found.sizes, found.mtimes_ns, _columns(temporaries), (), ())

    def _scan(self) -> FolderListing:
        try:
            return scan_folder(self._folder)
        except FileNotFoundError:
            nothing = np.zeros(0, np.int64)
            return FolderListing(
                str(self._folder), [], nothing, nothing, [], frozenset(), ())


def _columns(rows: Sequence[tuple[str, int, int]]) -> FileColumns:
    return FileColumns(
        [name for name, _, _ in rows], np.array([size for _, size, _ in rows], np.int64),
        np.array([at for _, _, at in rows], np.int64))


def _fault(kind: StoreKind, values: Values) -> str:
    """Why arrays are no payload of this kind, "" if they may be."""
    if not values:
        return "it holds no array"
    if kind.content is StoreContent.TEXT:
        return "" if any(array.dtype.kind in "fV" for array in values.values()) \
            else "it holds no embedding"
    latent = values.get(LATENT)
    if latent is None:
        return f"it holds no {LATENT}"
    if latent.ndim not in LATENT_AXES or latent.dtype.kind not in "fV" or latent.size == 0:
        return f"{LATENT} is {latent.dtype} of shape {latent.shape}, no latent"
    return ""


def _crcs(payload: PtFile) -> list[ArrayCrc]:
    return [
        ArrayCrc(array.name, array.dtype, array.shape, payload.array_crc(array.name) or 0)
        for array in payload.contents().arrays]
