"""Salvage of the readable rows of a `cache.json` that is no longer a valid index.

A power cut, a full disk or an editor can leave an index truncated, with a hole in it, with a byte
order mark or with a version that is a text. A row that is complete is still valid, wherever the
damage is; so rows are searched for one by one, and a new index is made of those that were found.
The fields of the top level are copied too, except the date of the trainer's last validation:
without it the trainer checks every row again.

The file may have gigabytes, so it is searched one window at a time, and only the place of each row
is stored; a caller that needs the rows has them read again.
"""

from __future__ import annotations

import codecs
import io
import json
import re
import shutil
import tempfile
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, cast

import msgspec
import numpy as np

from larder.core.files.regular_file import open_regular
from larder.core.keys.payload_names import HASH_DIGITS
from larder.core.stores.indexed.columns import EntryRecord, IndexColumns, gather_columns
from larder.core.stores.indexed.json_text import JsonStyle, parse_json, walk_members
from larder.core.stores.indexed.top_level import MOST_VERSION, ROW_END, read_interned
from larder.core.workspace.roots import KEYS_LOOKED_AT, flavour_of_keys

HOLDERS: Final = ("entries", "hash_index", "concepts")
LEFT_OUT: Final = (*HOLDERS, "version", "last_validated")
FIELDS_AFTER_ROWS: Final = (
    "hash_index", "concepts", "schema", "schema_method", "blank_sentinel")

NEWEST_VERSION: Final = 3
VERSION_WITHOUT_VARIANTS: Final = 2

WINDOW_BYTES: Final = 1 << 20
LONGEST_ROW: Final = 256 << 10
"""Longer ones are not looked for; a trainer's have one to four thousand bytes."""

LONGEST_NAME: Final = 32 << 10

TAIL_BYTES: Final = 32 << 20
"""Of what follows the rows; `hash_index`, which is made anew, comes first there."""

MOST_IN_VAIN: Final = 256 << 20
LEAST_IN_VAIN: Final = 4 << 10
TOO_DEEP: Final = 64 << 10
"""Bytes that are parsed and are no row, before the rest is given up, and what an attempt counts for
at least, and one that is nested too deeply: in prepared text each object may begin another one."""

_NAME_END: Final = re.compile(rb'"\s*:\s*(?=\{)')
_DECODER: Final = json.JSONDecoder()
_STYLE: Final = JsonStyle(unit=b"  ")
_ROW_DEPTH: Final = 2


class _Payload(msgspec.Struct, gc=False):
    cache_file: str


class _SalvagedRow(msgspec.Struct, gc=False):
    """The fields that distinguish a row from other objects."""

    hash: str
    mtime: object
    filename: str
    variants: dict[str, _Payload] | None = None
    cache_file: str | None = None

    def is_of(self, key: str) -> bool:
        """Return whether the row is one row, not the beginning of one and the end of another.

        Its name must be the key's, and its payloads must be named after its hash.
        """
        payloads = [self] if self.variants is None else self.variants.values()
        return bool(self.hash) and re.split(r"[/\\]", key)[-1] == self.filename and all(
            (payload.cache_file or "").startswith(self.hash[:HASH_DIGITS]) for payload in payloads)


@contextmanager
def salvage(path: Path) -> Iterator[Salvage]:
    """Yield the readable parts of a damaged index, which stays open inside the block.

    Raises:
        OSError: if the system cannot read its content.
    """
    with open_regular(path, buffered=True) as file, tempfile.TemporaryFile() as copy:
        source = cast("IO[bytes]", file)
        if source.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            source.seek(0)
            shutil.copyfileobj(
                codecs.getreader("utf-16")(source, "replace"),
                codecs.getwriter("utf-8")(copy, "surrogatepass"))
            source = copy
        yield Salvage(source)


class Salvage:
    """The rows of a damaged index, found; of a repeated key the last, as in any JSON."""

    def __init__(self, file: IO[bytes]) -> None:
        """Look through all of it."""
        self._file = file
        self._places = array("q")
        """Where name, row and what follows begin, of each."""
        self._keys = array("q")
        self._has_variants = False
        self._in_vain = self._done = 0
        for offset, window, limit in _windows(file):
            self._find(offset, window, limit)
        _, last = np.unique(np.array(self._keys)[::-1], return_index=True)
        kept = np.sort(len(self._keys) - 1 - last)
        self._places = array("q", np.array(self._places).reshape(-1, 3)[kept].tobytes())
        self._top = self._fields()

    def __len__(self) -> int:
        return len(self._places) // 3

    def _find(self, offset: int, window: bytes, limit: int) -> None:
        """Note the rows whose names end before `limit`; between damaged places any may be one."""
        latin = window.decode("latin-1")
        at, row_end = max(self._done - offset, 0), 0
        while (name := _NAME_END.search(window, at)) is not None and name.start() < limit:
            start, at = _start_of_text(window, name.start()), name.end()
            if at > row_end >= 0:
                row_end = window.find(ROW_END, at)
            try:
                key = json.loads(window[start:name.start() + 1])
                row, end = (None, 0) if key in HOLDERS else self._row_at(window, latin, at, row_end)
                text = window[at:end].decode("utf-8")  # at what is none a trainer stops
                # One that lacks a brace has swallowed the next.
                has_swallowed = text.count('"mtime"') > 1 and any(
                    map(_has_row, json.loads(text).values()))
            except ValueError:
                row = None
            if row is not None and row.is_of(key) and not has_swallowed:
                self._places.extend((offset + start, offset + at, offset + end))
                self._keys.append(hash(key))
                self._has_variants |= row.variants is not None
                at = end
                continue
            self._in_vain += LEAST_IN_VAIN
            if self._in_vain > MOST_IN_VAIN:
                return
        self._done = offset + at

    def _row_at(
        self, window: bytes, latin: str, at: int, row_end: int
    ) -> tuple[_SalvagedRow | None, int]:
        """The object that begins there, if it is one and may be a row, and where it ends."""
        end = row_end + len(ROW_END)
        with suppress(msgspec.DecodeError, RecursionError), memoryview(window)[at:end] as text:
            return msgspec.json.decode(text, type=_SalvagedRow), end
        try:
            _, end = _DECODER.raw_decode(latin, at)
            return msgspec.convert(json.loads(window[at:end]), _SalvagedRow), end
        except json.JSONDecodeError as broken:
            end = broken.pos
        except RecursionError:
            end = at + TOO_DEEP
        except ValueError:
            pass
        self._in_vain += end - at
        return None, 0

    def _fields(self) -> dict[str, bytes]:
        """Fields of the top level: those before the rows, and behind them from the first intact."""
        self._file.seek(0)
        found = _leading_members(self._file.read(WINDOW_BYTES).removeprefix(codecs.BOM_UTF8))
        size = self._file.seek(0, io.SEEK_END)
        self._file.seek(max(size - TAIL_BYTES, self._places[-1] if self._places else 0))
        tail = self._file.read()
        for name in FIELDS_AFTER_ROWS:
            begin = re.search(rf'"{name}"\s*:'.encode("ascii"), tail)
            if begin is not None and name not in found:
                found = {**_leading_members(b"{" + tail[begin.start():]), **found}
        return found

    @property
    def _version(self) -> int:
        """The version that stands there, if it is a number a trainer can read rows by."""
        version = self._top.get("version", b"")
        if version.isdigit():
            return int(version)
        return NEWEST_VERSION if self._has_variants or not len(self) else VERSION_WITHOUT_VARIANTS

    def _rows(self) -> Iterator[tuple[str, bytes]]:
        places = iter(self._places)
        for start, at, end in zip(places, places, places, strict=True):
            self._file.seek(start)
            text = self._file.read(end - start)
            yield json.loads(text[:text.rindex(b":", 0, at - start)]), text[at - start:]

    def columns(self) -> IndexColumns:
        """Its rows, as those of a whole index."""
        schema = parse_json(self._top.get("schema", b"null"))
        is_schema = isinstance(schema, list) and all(isinstance(name, str) for name in schema)
        keys = (key for key, _ in islice(self._rows(), KEYS_LOOKED_AT))
        concepts, settings = read_interned(msgspec.Raw(self._top.get("concepts", b"")))
        return gather_columns(
            self._rows(), _record, version=min(self._version, MOST_VERSION),
            separator=flavour_of_keys(keys).separator,
            index_schema=tuple(cast("list[str]", schema)) if is_schema else None,
            concepts=concepts, settings=settings)

    def index(self) -> Iterator[bytes]:
        """The parts of a new index as a trainer lays it out; without rows if none were found.

        Its version is the newest, or 2 where no row has variants, if none can be read.
        """
        yield b'{\n  "version": %d,\n  "entries": {' % self._version
        keys: dict[str, list[str]] = {}
        between = b""
        for key, row in self._rows():
            is_laid_out = row.startswith(b"{\n      ") and row.endswith(ROW_END)
            yield between + _STYLE.before(_ROW_DEPTH) + _STYLE.name(key) + _STYLE.colon
            yield row if is_laid_out else _STYLE.restyle(row, _ROW_DEPTH)
            keys.setdefault(cast("Any", parse_json(row))["hash"], []).append(key)
            between = _STYLE.between
        yield (_STYLE.before(1) if between else b"") + b'},\n  "hash_index": '
        yield from _STYLE.object_parts(
            ((of, _STYLE.array_text(found, _ROW_DEPTH)) for of, found in keys.items()), _ROW_DEPTH)
        concepts = _leading_members(self._top.get("concepts", b""))
        fields = {"concepts": _STYLE.object_text(concepts, _ROW_DEPTH)} if concepts else {}
        fields |= {name: text for name, text in self._top.items() if name not in LEFT_OUT}
        for name, text in fields.items():
            yield b",\n  " + _STYLE.name(name) + _STYLE.colon + _STYLE.restyle(text, 1)
        yield b"\n}"


def _windows(file: IO[bytes]) -> Iterator[tuple[int, bytes, int]]:
    """Pieces that overlap: offset, content, and before where names of rows are to end.

    A row that follows there ends within the window, and none follows the last "mtime".
    """
    offset = 0
    while True:
        file.seek(offset)
        window = file.read(WINDOW_BYTES)
        is_last = len(window) < WINDOW_BYTES
        limit = window.rfind(b'"mtime"')
        yield offset, window, limit if is_last else min(limit, WINDOW_BYTES - LONGEST_ROW)
        if is_last:
            return
        offset += WINDOW_BYTES - LONGEST_ROW - LONGEST_NAME


def _start_of_text(window: bytes, end: int) -> int:
    """Where a text begins whose closing quote is at `end`; at `end` if that cannot be told."""
    at = window.rfind(b'"', max(end - LONGEST_NAME, 0), end)
    while at > 0 and window[at - 1] == ord("\\"):
        at = window.rfind(b'"', max(end - LONGEST_NAME, 0), at)
    return at if at >= 0 else end


def _has_row(value: Any) -> bool:
    """Return whether a value is a row or contains one at any depth."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (isinstance(value, dict) and {"hash", "mtime"} <= value.keys()) or any(
        map(_has_row, inner))


def _leading_members(text: bytes) -> dict[str, bytes]:
    """The members of an object up to the first place that is no JSON, which are UTF-8."""
    found: dict[str, bytes] = {}
    with suppress(ValueError, RecursionError):
        for name, value in walk_members(text):
            with suppress(UnicodeDecodeError):
                value.decode("utf-8")
                found[name] = value
    return found


def _record(row: object) -> EntryRecord:
    """A row's fields; lone surrogates and NaN, which trainers write, msgspec does not take."""
    try:
        return msgspec.json.decode(cast("bytes", row), type=EntryRecord)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        return msgspec.convert(json.loads(cast("bytes", row)), EntryRecord)
