"""Reading `cache.json` as the trainer would, without writing anything.

The trainer uses the first copy that parses: `cache.json`, then `cache.json.tmp`, then
`cache.json.bak`, else an empty index; it promotes what it picked and deletes the rest. A survey
only reports the choice. The trainer stops on bad UTF-8 and on a document that is no object; here
that is one more unusable copy.
"""

from __future__ import annotations

import gc
import json
import mmap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from core.files.file_stamp import FileStamp, stamp
from core.stores.index_columns import (
    EntryRecord,
    IndexColumns,
    empty_columns,
    gather_columns,
)
from core.workspace.roots import flavour_of_keys

INDEX_NAME = "cache.json"
COPIES = (INDEX_NAME, f"{INDEX_NAME}.tmp", f"{INDEX_NAME}.bak")
"""In the order a trainer tries them."""


class _Document(msgspec.Struct, gc=False):
    """The top level, rows left undecoded."""

    entries: dict[str, msgspec.Raw]
    hash_index: msgspec.Raw = msgspec.Raw()
    version: int = 0
    schema: list[str] | None = None
    concepts: msgspec.Raw = msgspec.Raw()


class _TopLevel(msgspec.Struct, gc=False):
    """The top level of a document that only the standard library could parse."""

    entries: dict[str, object]
    version: int = 0
    schema: list[str] | None = None


@dataclass(frozen=True, slots=True)
class IndexRead:
    """One index as it was read.

    Attributes:
        copy: name of the copy that was used, "" when none could be.
        columns: its rows.
        stamp: of `cache.json` before it was read, None when it is absent.
        rejected: copy name -> why it could not be used.
    """

    copy: str
    columns: IndexColumns
    stamp: FileStamp | None
    rejected: dict[str, str]


def read_index(store: Path) -> IndexRead:
    """Read the copy that the trainer would pick; a broken copy is a fact, not an error."""
    before = stamp(store / INDEX_NAME)
    rejected: dict[str, str] = {}
    for copy in COPIES:
        try:
            with _collector_paused():
                columns = _read_copy(store / copy)
        except FileNotFoundError:
            continue
        except (OSError, ValueError, RecursionError) as broken:
            rejected[copy] = str(broken)
            continue
        return IndexRead(copy=copy, columns=columns, stamp=before, rejected=rejected)
    return IndexRead(copy="", columns=empty_columns(), stamp=before, rejected=rejected)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Rows refer to nothing that refers back, and looking for such rings takes an eighth longer."""
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()


def _read_copy(path: Path) -> IndexColumns:
    """Decode one copy.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is no index (msgspec's decoding errors are ValueErrors too).
    """
    with path.open("rb") as file:
        if path.stat().st_size == 0:
            raise ValueError("the file is empty")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            try:
                document = msgspec.json.decode(mapped, type=_Document)
            except msgspec.ValidationError:
                raise
            except msgspec.DecodeError as malformed:
                if "surrogate" not in str(malformed):
                    raise
                return _read_with_surrogates(mapped)
            columns = _columns(
                document.entries, msgspec.json.Decoder(EntryRecord).decode, document.version,
                document.schema, has_concepts=bool(bytes(document.concepts)))
            # Raw rows borrow the map; it cannot be closed while one is alive.
            document.entries.clear()
            del document
            return columns


def _read_with_surrogates(mapped: mmap.mmap) -> IndexColumns:
    """Source names that are not UTF-8 stand in the index as lone surrogates, which msgspec refuses.

    Raises:
        ValueError: if the standard library cannot parse it either.
    """
    parsed = json.loads(mapped[:])
    top = msgspec.convert(parsed, _TopLevel)

    def decode(row: object) -> EntryRecord:
        return msgspec.convert(row, EntryRecord)

    return _columns(top.entries, decode, top.version, top.schema,
                    has_concepts="concepts" in parsed)


def _columns(
    entries: dict[str, object] | dict[str, msgspec.Raw],
    decode: Callable[..., EntryRecord],
    version: int,
    schema: list[str] | None,
    *,
    has_concepts: bool,
) -> IndexColumns:
    rows: Iterable[tuple[str, object]] = entries.items()
    return gather_columns(
        rows,
        decode,
        version=version,
        separator=flavour_of_keys(entries).separator,
        index_schema=None if schema is None else tuple(schema),
        has_concepts=has_concepts,
    )
