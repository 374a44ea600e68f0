"""A trainer's folder of latents or text embeddings as a mapping from payload names to arrays.

The trainer finds payloads through its index, a training loop of ours by name. What is put here is
what the trainer's own writer leaves before it saves its index: a whole payload that no row names
yet. Rows are a build's to write, for they need the source. What is removed here goes with the rows
that name it, rows first, so that no trainer is sent to a file that is gone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from larder.core.errors import PayloadError, StoreBusyError
from larder.core.files.atomic_write import pending_file
from larder.core.files.durable import explain_write_errors
from larder.core.files.file_stamp import stamp
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.files.store_lock import lock_store
from larder.core.files.temp_names import is_own_temp, stale_temps
from larder.core.keys.payload_names import INDEX_NAME, IndexedPayloadName, parse_indexed_name
from larder.core.keys.recipe import CHECKSUM_KEY
from larder.core.payloads.dtypes import Values
from larder.core.payloads.pt import array_checksum, write_pt
from larder.core.payloads.pt_file import PtFile, checksum_of_arrays, identify_array, stamps
from larder.core.stores.busy import busy_signs, nothing_listed
from larder.core.stores.cache_store import (
    CacheStore,
    FileColumns,
    Put,
    PutResult,
    StoreListing,
    remove_files,
    set_aside,
)
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_file import read_index
from larder.core.stores.indexed.index_rewrite import rewrite_index
from larder.core.workspace.store_kinds import StoreContent, StoreKind

LATENT: Final = "latent_image"
LATENT_AXES: Final = (3, 4)
"""Channels, height, width; with frames in front of them for videos."""


class IndexedStore(CacheStore[IndexedPayloadName]):
    """One store. Removing raises `StoreBusyError` if rows have to go while a trainer is at work.

    A trainer tells nobody what it used, so what it wrote counts as used then; its unfinished writes
    are a clean's work.
    """

    def __init__(
        self, kind: StoreKind, folder: Path, *, clock: Callable[[], int] = time.time_ns
    ) -> None:
        """See `CacheStore`.

        Raises:
            ValueError: if the kind is neither smart-image nor smart-text.
        """
        if not kind.traits.has_index:
            raise ValueError(f"{kind.value} stores have no such payloads")
        super().__init__(kind, folder, clock=clock)

    def get(self, key: IndexedPayloadName, /) -> Values | None:
        """The arrays of a payload, without what else is in it; see `CacheStore`."""
        return self._look_up(key.file_name, partial(self._read, key))

    def put(self, key: IndexedPayloadName, values: Values, /) -> Put:
        """See `CacheStore`; no index row is written for it."""
        fault = _fault(self.kind, values)
        if fault:
            raise ValueError(f"not a value of a {self.kind.value} store: {fault}")
        name, path = key.file_name, self._path(key)
        stamped = dict(values) | dict(stamps("", array_checksum(values)))
        with explain_write_errors(self.folder.parent):
            self.folder.mkdir(parents=True, exist_ok=True)
        set_aside(self.folder, path)
        with pending_file(path) as pending:
            write_pt(pending.file, stamped)
            size = pending.publish().size
        with self._run.alone():
            self._run.put(name, size, self._run.now())
        return Put(PutResult.STORED, name, size)

    def remove(self, key: IndexedPayloadName, /) -> bool:
        """Remove one payload; see `CacheStore.remove`."""
        if not self.holds(key):
            return False
        self._remove_all(None, [key.file_name], ())
        return True

    def _path(self, key: IndexedPayloadName, /) -> Path:
        return self.folder / key.file_name

    def _read(self, key: IndexedPayloadName) -> Values:
        """The arrays.

        Raises:
            PayloadError: if it is missing, damaged, holds other arrays than it was written with, or
                what no such key stands for.
        """
        with PtFile(self._path(key)) as payload:
            payload.verify()
            contents = payload.contents()
            said = contents.values.get(CHECKSUM_KEY)
            if said is not None and said != checksum_of_arrays(_identify_arrays(payload)):
                raise PayloadError(f"{key.file_name} contains other arrays than were written.")
            values = {array.name: payload.array(array.name) for array in contents.arrays}
        fault = _fault(self.kind, values)
        if fault:
            raise PayloadError(f"{key.file_name} does not match its name: {fault}.")
        return values

    def _remove_all(
        self, _listing: object, payloads: Sequence[str], left_behind: Sequence[str]
    ) -> None:
        """Rows that name payloads go first."""
        names = [*payloads, *left_behind]
        if not names:
            return
        with explain_write_errors(self.folder), self._run.alone():
            if (self.folder / INDEX_NAME).exists():
                with lock_store(self.folder):
                    self._drop_rows(names)
            remove_files(self.folder, names)
            for name in names:
                self._run.gone(name)

    def _drop_rows(self, names: Sequence[str]) -> None:
        """Take the rows out of the index that name any of these payloads."""
        named = [parse_indexed_name(name) for name in names]
        stems = {one.stem for one in named if one is not None}
        expected = stamp(self.folder / INDEX_NAME)
        columns = read_index(self.folder).known(self.folder).columns
        rows = {row for stem, named in columns.rows_by_stem().items() if stem in stems
                for row in named}
        if not rows or expected is None:
            return
        keys = columns.keys()
        signs = busy_signs(self.folder, listing=self._scan(), now_ns=time.time_ns())
        if signs:
            raise StoreBusyError(
                f"A trainer seems to be running in {self.folder}: {signs[0]}",
                "Nothing was removed; try again when it has ended.")
        rewrite_index(
            self.folder, IndexEdit(drop=frozenset(keys[row] for row in rows)),
            expected=expected.without_ctime(), backup=None)

    def _listing(self) -> StoreListing:
        """Payloads and unfinished writes of Larder; nothing else is to be removed here."""
        scan = self._scan()
        files = FileColumns.of(
            row for row in zip(
                scan.names, scan.sizes.tolist(), scan.mtimes_ns.tolist(), strict=True)
            if row[0] not in scan.links)
        payloads = files.where(lambda name, _: parse_indexed_name(name) is not None)
        return StoreListing(
            payloads.names, payloads.sizes, payloads.mtimes_ns,
            files.where(lambda name, _: is_own_temp(name)))

    def _left_behind(self, listing: StoreListing, _now_ns: int) -> FileColumns:
        stale = frozenset(stale_temps(self.folder) if self.folder.is_dir() else ())
        return listing.temporaries.where(lambda name, _: name in stale)

    def _scan(self) -> FolderListing:
        try:
            return scan_folder(self.folder)
        except FileNotFoundError:
            return nothing_listed(str(self.folder))


def _fault(kind: StoreKind, values: Values) -> str:
    """Why arrays are no payload of this kind, "" if they may be."""
    if not values:
        return "it contains no array"
    if kind.content is StoreContent.TEXT:
        return "" if any(array.dtype.kind in "fV" for array in values.values()) \
            else "it contains no embedding"
    latent = values.get(LATENT)
    if latent is None:
        return f"it contains no {LATENT}"
    if latent.ndim not in LATENT_AXES or latent.dtype.kind not in "fV" or latent.size == 0:
        return f"{LATENT} is {latent.dtype} of shape {latent.shape}, which is not a latent"
    return ""


def _identify_arrays(payload: PtFile) -> list[str]:
    return [
        identify_array(array.name, array.dtype, array.shape, payload.array_crc(array.name) or 0)
        for array in payload.contents().arrays]
