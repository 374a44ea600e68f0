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
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.stores.index_columns import (
    EntryRecord,
    GrowingColumns,
    IndexColumns,
    empty_columns,
    gather_columns,
)
from larder.core.stores.index_pieces import IndexPieces, NotLaidOut
from larder.core.workspace.roots import KEYS_LOOKED_AT, flavour_of_keys

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
    with path.open("rb", buffering=0) as file:
        if path.stat().st_size == 0:
            raise ValueError("the file is empty")
        try:
            return _PieceByPiece(IndexPieces(file)).columns()
        except NotLaidOut:
            pass
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


class _PieceByPiece:
    """One index in the layout of trainers, decoded in one pass."""

    def __init__(self, pieces: IndexPieces) -> None:
        """Read the version, which decides how rows are brought to today's shape.

        Raises:
            NotLaidOut: if it does not stand before the rows.
        """
        self._pieces = pieces
        self._rows = msgspec.json.Decoder(dict[str, EntryRecord])
        self._raw_rows = msgspec.json.Decoder(dict[str, msgspec.Raw])
        self._row: Callable[..., EntryRecord] = msgspec.json.Decoder(EntryRecord).decode
        self._seen: set[int] = set()
        self._taken = 0
        self._growing: GrowingColumns | None = None
        self._first: list[tuple[dict[str, EntryRecord], dict[str, msgspec.Raw]]] = []
        try:
            self._version = msgspec.json.decode(pieces.head + b"}}", type=_Document).version
        except msgspec.DecodeError as odd:
            raise NotLaidOut from odd

    def columns(self) -> IndexColumns:
        """Every row.

        Raises:
            NotLaidOut: if the index is laid out otherwise, or two rows have one key.
        """
        self._pieces.take_rows(self._take)
        try:
            rest = msgspec.json.decode(self._pieces.rest(), type=_Document)
        except msgspec.DecodeError as odd:
            raise NotLaidOut from odd
        if rest.version != self._version or rest.entries or len(self._seen) != self._taken:
            raise NotLaidOut
        growing = self._growing or self._begin()
        return growing.columns(
            None if rest.schema is None else tuple(rest.schema),
            has_concepts=bool(bytes(rest.concepts)))

    def _take(self, piece: memoryview) -> None:
        """Add the rows of one piece; those of a piece with a malformed one, one by one."""
        rows: dict[str, EntryRecord] = {}
        undecoded: dict[str, msgspec.Raw] = {}
        try:
            rows = self._rows.decode(piece)
        except msgspec.ValidationError:
            undecoded = {key: row.copy() for key, row in self._raw_rows.decode(piece).items()}
        keys = rows or undecoded
        self._seen.update(map(hash, keys))
        self._taken += len(keys)
        if self._growing is not None:
            self._add(self._growing, rows, undecoded)
            return
        self._first.append((rows, undecoded))
        if self._taken >= KEYS_LOOKED_AT:
            self._growing = self._begin()

    def _begin(self) -> GrowingColumns:
        """Columns of the first pieces, whose keys tell the flavour of all."""
        keys = [key for rows, undecoded in self._first for key in rows or undecoded]
        growing = GrowingColumns(self._version, flavour_of_keys(keys).separator)
        for rows, undecoded in self._first:
            self._add(growing, rows, undecoded)
        self._first.clear()
        return growing

    def _add(
        self, growing: GrowingColumns,
        rows: Mapping[str, EntryRecord], undecoded: Mapping[str, msgspec.Raw],
    ) -> None:
        if rows:
            growing.add_records(list(rows), list(rows.values()))
        else:
            growing.add(list(undecoded.items()), self._row)


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
