"""Reading `cache.json` as the trainer would, without writing anything.

The trainer uses the first copy that parses: `cache.json`, then `cache.json.tmp`, then
`cache.json.bak`, else an empty index; it promotes what it picked and deletes the rest. A survey
only reports the choice. What the trainer's parser takes is taken: NaN, repeated names, a version
that is no whole number. It stops on bad UTF-8, on a document that is no object or is nested too
deeply, on a version that is a text and on a number of thousands of digits; here that is one more
damaged copy. Where all are damaged, the rows that stand whole in the first of them are read: an
index that cannot be read is never taken for an empty one.

Trainers write with an indent of two. So a row of `entries` ends with a line of four spaces and a
brace, the last of them is followed by a line of two spaces and a brace, and as no JSON text holds a
line break these lines stand nowhere else at that depth. Pieces between them are decoded straight
into records: one pass over the bytes in place of two, and memory for one piece in place of all. An
index that is laid out otherwise, or odd in any way, is `NotLaidOut` and read as a whole instead.
"""

from __future__ import annotations

import gc
import mmap
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import DamagedIndexError, WorkspaceError, error_reason
from larder.core.files.file_stamp import FileStamp, stamp
from larder.core.files.regular_file import open_regular
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.indexed.columns import (
    EntryRecord,
    GrowingColumns,
    IndexColumns,
    empty_columns,
    gather_columns,
)
from larder.core.stores.indexed.odd_index import may_have_long_number, read_odd_index, too_large
from larder.core.stores.indexed.top_level import (
    ROW_END,
    TrainerStopsError,
    read_interned,
    whole_version,
)
from larder.core.workspace.roots import KEYS_LOOKED_AT, flavour_of_keys

COPIES = (INDEX_NAME, f"{INDEX_NAME}.tmp", f"{INDEX_NAME}.bak")
"""In the order a trainer tries them."""

ENTRIES: Final = b'"entries"'
START: Final = b"\n  " + ENTRIES + b": {"
NEXT_ROW: Final = ROW_END + b",\n"
LAST_ROW: Final = ROW_END + b"\n  }"

HEAD_BYTES: Final = 4096
"""Where `entries` begins; only the version stands before it."""

PIECE_BYTES: Final = 2 << 20
"""About 500 rows, whose records stay in the cache of a processor."""

LONGEST_PIECE: Final = 64 << 20
"""Rows longer than this are not looked for."""


LARGEST_REST: Final = 256 << 20
"""Bytes of an index that follow its rows, and are decoded at once."""

LARGEST_OTHERWISE: Final = 2 << 30
"""Bytes of an index that is not laid out as trainers do it. It is mapped, and its rows are views
into the map. Nothing is known of a larger one."""


WAY_OUT: Final = (
    "It may be intact, so nothing is written or cleaned here until it can be read. Check its drive "
    "and permissions.")
"""What to do about an index whose content is not known."""


class _IndexDocument(msgspec.Struct, gc=False):
    """The top level, rows left undecoded."""

    entries: dict[str, msgspec.Raw]
    hash_index: msgspec.Raw = msgspec.Raw()
    version: int = 0
    schema: list[str] | None = None
    concepts: msgspec.Raw = msgspec.Raw()


class IndexRead(msgspec.Struct, frozen=True):
    """One index as it was read.

    Attributes:
        copy: name of the copy that was used, "" when none could be.
        columns: its rows; of a damaged copy those that could be read.
        stamp: of `cache.json` before it was read, None when it is absent.
        rejected: copy name -> why it could not be used as it is.
        damage: what is wrong with `cache.json`, or with the only copy there is, so that rows may be
            missing here; "" when nothing is.
        stops_at: the rejected copy at which a trainer stops, so that it reads no other; "" if none.
        unread: why the system did not give a copy's content, so that nothing is known of it; ""
            when it did.
    """

    copy: str
    columns: IndexColumns
    stamp: FileStamp | None
    rejected: dict[str, str]
    damage: str = ""
    unread: str = ""
    stops_at: str = ""

    def known(self, store: Path) -> IndexRead:
        """Itself, for work that must not take an index for an empty one.

        Raises:
            WorkspaceError: if the system did not give a copy's content.
        """
        if self.unread:
            raise unread_error(store, self.unread)
        return self


def unread_error(store: Path, why: str) -> WorkspaceError:
    """Return the error to raise where an index is required and could not be read."""
    return WorkspaceError(f"The index {store / INDEX_NAME} cannot be read: {why}.", WAY_OUT)


def make_damage_error(store: Path, damage: str) -> DamagedIndexError:
    """Return the error to raise before overwriting an index that cannot be read completely."""
    return DamagedIndexError(
        f"The index {store / INDEX_NAME} is damaged: {damage}.",
        "Nothing was written. A repair copies everything that can be read into a new index and "
        "keeps the damaged file. Repeat the command with --even-if-damaged, or run `larder readopt "
        "--even-if-damaged --apply` first.")


def read_index(store: Path) -> IndexRead:
    """Read the copy that the trainer would pick; a broken copy is a fact, not an error."""
    rejected: dict[str, str] = {}
    stops_at = ""
    try:
        before = stamp(store / INDEX_NAME)
    except OSError as failed:
        return _nothing_read(None, {INDEX_NAME: _reason(failed)}, unread=_reason(failed))
    for copy in COPIES:
        try:
            with _collector_paused():
                columns = _read_copy(store / copy)
        except FileNotFoundError:
            continue
        except OSError as failed:
            # Which copy a trainer would take is not known then, nor what it holds.
            rejected[copy] = _reason(failed)
            return _nothing_read(before, rejected, unread=_reason(failed))
        except ValueError as broken:
            rejected[copy] = str(broken)
            stops_at = stops_at or (copy if isinstance(broken, TrainerStopsError) else "")
            continue
        return IndexRead(
            copy=copy, columns=columns, stamp=before, rejected=rejected,
            damage=rejected.get(INDEX_NAME, ""), stops_at=stops_at)
    return msgspec.structs.replace(_salvage_index(store, before, rejected), stops_at=stops_at)


def _nothing_read(
    before: FileStamp | None, rejected: dict[str, str], *, damage: str = "", unread: str = ""
) -> IndexRead:
    return IndexRead(
        copy="", columns=empty_columns(), stamp=before, rejected=rejected, damage=damage,
        unread=unread)


def _salvage_index(store: Path, before: FileStamp | None, rejected: dict[str, str]) -> IndexRead:
    """The rows that can be read in the first damaged copy that has any."""
    from larder.core.stores.indexed.salvage import salvage  # few indexes are damaged

    damage = next(iter(rejected.values()), "")
    for copy in rejected:
        try:
            with _collector_paused(), salvage(store / copy) as found:
                columns = found.columns()
        except FileNotFoundError:
            continue
        except OSError as failed:
            return _nothing_read(before, rejected, damage=damage, unread=_reason(failed))
        if len(columns):
            return IndexRead(
                copy=copy, columns=columns, stamp=before, rejected=rejected, damage=damage)
    return _nothing_read(before, rejected, damage=damage)


def _reason(failed: OSError) -> str:
    return error_reason(failed)


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
        OSError: if it cannot be read, or is too large to tell whether it is whole.
        ValueError: if it is no index (msgspec's decoding errors are ValueErrors too).
    """
    with open_regular(path) as file:
        if os.fstat(file.fileno()).st_size == 0:
            raise ValueError("the file is empty")
        try:
            return _PieceByPiece(IndexPieces(file)).columns()
        except (NotLaidOut, UnicodeDecodeError, RecursionError):
            pass
        size = os.fstat(file.fileno()).st_size
        if size > LARGEST_OTHERWISE:
            raise too_large(path, size, LARGEST_OTHERWISE)
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            # Raw rows borrow the map, which cannot be closed while one is alive: outside of the
            # handler in there, none is.
            columns = _read_strictly(mapped)
        return read_odd_index(path) if columns is None else columns


def _read_strictly(content: mmap.mmap) -> IndexColumns | None:
    """The columns of a whole index, None where it is not JSON or not UTF-8 throughout."""
    if may_have_long_number(content):
        return None
    try:
        document = msgspec.json.decode(content, type=_IndexDocument)
        return _columns(
            document.entries, msgspec.json.Decoder(EntryRecord).decode,
            whole_version(document.version), document.schema, document.concepts)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


class NotLaidOut(Exception):  # noqa: N818 - not a fault of the index
    """The index is not laid out as trainers do it, or something in it is out of the ordinary."""


class IndexPieces:
    """One index, opened unbuffered; take its rows, then ask for the `rest`.

    One buffer holds an opening brace and the bytes of a piece behind it, and a closing brace is put
    where the piece ends, so that nothing is copied but what the system reads.
    """

    def __init__(self, file: RawIOBase) -> None:
        """Read up to the first row.

        Raises:
            NotLaidOut: if `entries` does not begin soon.
        """
        self._file = file
        self.at = 0
        """Where in the file the bytes of the piece begin that is handed out."""
        self._buffer = bytearray(1 + PIECE_BYTES)
        self._buffer[:1] = b"{"
        self._end = 1
        self._fill()
        at = self._buffer.find(START, 1, min(self._end, HEAD_BYTES))
        if at < 0:
            raise NotLaidOut
        self.head = bytes(self._buffer[1:at + len(START)])
        """Everything before the first row."""
        self._drop(at + len(START))

    def take_rows(self, take: Callable[[memoryview], None]) -> None:
        """Hand out piece after piece, each a JSON object of whole rows.

        Args:
            take: decodes a piece; raises `msgspec.DecodeError` if it is no whole object, and must
                have kept nothing of it then. The bytes are overwritten afterwards.

        Raises:
            NotLaidOut: if no end of `entries` is found.
        """
        while True:
            self._fill()
            cut = self._buffer.rfind(NEXT_ROW, 1, self._end)
            if cut >= 0 and self._is_taken(take, cut + len(ROW_END)):
                self._drop(cut + len(NEXT_ROW) - 1)
                continue
            cut = self._buffer.find(LAST_ROW, 1, self._end)
            if cut >= 0 and self._is_taken(take, cut + len(ROW_END)):
                self._drop(cut + len(ROW_END))
                return
            if self._end < len(self._buffer) or len(self._buffer) > LONGEST_PIECE:
                raise NotLaidOut
            self._buffer += bytes(3 * len(self._buffer))

    def rest(self) -> bytes:
        """The whole document without its rows, read to its end.

        Raises:
            NotLaidOut: if `entries` stands there twice, of which the last would count, or more
                follows than names of rows take.
        """
        tail = self._buffer[1:self._end]
        while len(tail) <= LARGEST_REST and (more := self._file.read(PIECE_BYTES)):
            tail += more
        if ENTRIES in tail or len(tail) > LARGEST_REST:
            raise NotLaidOut
        return self.head + tail

    def _fill(self) -> None:
        """Read until the buffer is full or the file has ended."""
        with memoryview(self._buffer) as view:
            while self._end < len(view):
                count = self._file.readinto(view[self._end:])
                if not count:
                    return
                self._end += count

    def _drop(self, start: int) -> None:
        """Move what follows `start` to the front."""
        left = self._end - start
        self.at += start - 1
        self._buffer[1:1 + left] = self._buffer[start:self._end]
        self._end = 1 + left

    def _is_taken(self, take: Callable[[memoryview], None], end: int) -> bool:
        """Return whether the rows up to `end` could be decoded and were passed to `take`."""
        covered = self._buffer[end:end + 1]
        self._buffer[end:end + 1] = b"}"
        try:
            with memoryview(self._buffer) as view, view[:end + 1] as piece:
                take(piece)
        except msgspec.DecodeError:
            return False
        finally:
            self._buffer[end:end + 1] = covered
        return True


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
            self._version = whole_version(
                msgspec.json.decode(pieces.head + b"}}", type=_IndexDocument).version)
        except msgspec.DecodeError as odd:
            raise NotLaidOut from odd

    def columns(self) -> IndexColumns:
        """Every row.

        Raises:
            NotLaidOut: if the index is laid out otherwise, or two rows have one key.
        """
        self._pieces.take_rows(self._take)
        try:
            text = self._pieces.rest()
            rest = msgspec.json.decode(text, type=_IndexDocument)
        except msgspec.DecodeError as odd:
            raise NotLaidOut from odd
        is_odd = whole_version(rest.version) != self._version or bool(rest.entries)
        if is_odd or may_have_long_number(text) or len(self._seen) != self._taken:
            raise NotLaidOut
        growing = self._growing or self._begin()
        return growing.columns(
            None if rest.schema is None else tuple(rest.schema), *read_interned(rest.concepts))

    def _take(self, piece: memoryview) -> None:
        """Add the rows of one piece; those of a piece with a malformed one, one by one."""
        rows: dict[str, EntryRecord] = {}
        undecoded: dict[str, msgspec.Raw] = {}
        if may_have_long_number(piece):
            raise NotLaidOut
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


def _columns(
    entries: dict[str, object] | dict[str, msgspec.Raw],
    decode: Callable[..., EntryRecord],
    version: int,
    schema: list[str] | None,
    top_level_concepts: msgspec.Raw,
) -> IndexColumns:
    concepts, settings = read_interned(top_level_concepts)
    rows: Iterable[tuple[str, object]] = entries.items()
    return gather_columns(
        rows,
        decode,
        version=version,
        separator=flavour_of_keys(entries).separator,
        index_schema=None if schema is None else tuple(schema),
        concepts=concepts,
        settings=settings,
    )
