"""The decoded columns of an index, remembered between surveys.

Decoding a 400 MB index costs a second, loading its columns 20 ms. One msgpack file per store lies
in the user's cache folder and is good as long as `cache.json` has the same size, times and inode.
It is derived: deleting it costs one decode, and whatever is unreadable is thrown away.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import numpy as np

from larder.core.files.atomic_write import write_atomically
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.keys.content_hash import hash_text
from larder.core.stores.index_columns import IndexColumns
from larder.core.stores.index_file import INDEX_NAME, IndexRead

FORMAT = 2
"""Raise it whenever `IndexColumns` changes; an older snapshot is then decoded anew."""

COLUMN_TYPES = {
    "folder": "<i4", "hashes": "S16", "mtimes": "<f8", "modeltype": "<i2", "heights": "<i4",
    "widths": "<i4", "variant_row": "<i4", "variant_height": "<i4", "variant_width": "<i4",
    "variant_has_crop": "?", "schema": "<i2", "has_sidecar_map": "?",
}


class _Snapshot(msgspec.Struct, array_like=True, gc=False):
    format: int
    stamp: FileStamp
    store: str
    version: int
    separator: str
    folders: list[str]
    names: list[str]
    modeltypes: list[str]
    stems: list[str]
    schemas: list[tuple[str, ...]]
    sidecars: dict[int, dict[str, str]]
    unreadable: dict[str, str]
    index_schema: tuple[str, ...] | None
    has_concepts: bool
    columns: dict[str, bytes]


def load_snapshot(cache_folder: Path, store: Path) -> IndexRead | None:
    """The index remembered for exactly its present state, None when there is none.

    Raises:
        OSError: if the index may be there but cannot be looked at.
    """
    now = stamp(store / INDEX_NAME)
    if now is None:
        return None
    try:
        packed = _snapshot_path(cache_folder, store).read_bytes()
        kept = msgspec.msgpack.decode(packed, type=_Snapshot)
    except (OSError, msgspec.DecodeError):
        return None
    if kept.format != FORMAT or kept.stamp != now or kept.store != str(store):
        return None
    arrays = {
        name: np.frombuffer(kept.columns[name], dtype=kind) for name, kind in COLUMN_TYPES.items()
    }
    columns = IndexColumns(
        version=kept.version,
        separator=kept.separator,
        folders=kept.folders,
        names=kept.names,
        modeltypes=kept.modeltypes,
        stems=kept.stems,
        schemas=kept.schemas,
        sidecars=kept.sidecars,
        unreadable=kept.unreadable,
        index_schema=kept.index_schema,
        has_concepts=kept.has_concepts,
        **arrays,
    )
    return IndexRead(copy=INDEX_NAME, columns=columns, stamp=now, rejected={})


def save_snapshot(cache_folder: Path, store: Path, index: IndexRead) -> bool:
    """Remember an index that was read from `cache.json` itself.

    Returns:
        False when it was not kept: another copy was used, a source name is not UTF-8 (msgpack
        refuses it) or the cache folder cannot be written. The next survey then decodes the index
        again.
    """
    if index.stamp is None or index.copy != INDEX_NAME:
        return False
    columns = index.columns
    kept = _Snapshot(
        format=FORMAT,
        stamp=index.stamp,
        store=str(store),
        version=columns.version,
        separator=columns.separator,
        folders=columns.folders,
        names=columns.names,
        modeltypes=columns.modeltypes,
        stems=columns.stems,
        schemas=columns.schemas,
        sidecars={row: dict(hashes) for row, hashes in columns.sidecars.items()},
        unreadable=dict(columns.unreadable),
        index_schema=columns.index_schema,
        has_concepts=columns.has_concepts,
        columns={
            name: np.ascontiguousarray(getattr(columns, name), dtype=kind).tobytes()
            for name, kind in COLUMN_TYPES.items()
        },
    )
    path = _snapshot_path(cache_folder, store)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [msgspec.msgpack.encode(kept)], fsync=False)
    except (OSError, UnicodeEncodeError):
        return False
    return True


def _snapshot_path(cache_folder: Path, store: Path) -> Path:
    return cache_folder / "index" / f"{hash_text(os.fspath(store))}.msgpack"
