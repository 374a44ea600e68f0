"""An index that the trainer's parser takes and msgspec does not, read row by row.

Lone surrogates stand in it for the bytes of names that are not UTF-8; there may be NaN, Infinity,
and fields of another type than usual. One such name in a hundred thousand makes the whole index
odd. As Python's objects it would take ten times its bytes, so each row is decoded alone, twice: to
find out whether the whole is JSON and where its rows begin, and to read them. Of a name that stands
there twice the last counts, in the place of the first, as Python has it.
"""

from __future__ import annotations

import codecs
import errno
import json
import mmap
import os
import re
from collections.abc import Callable, Iterator
from json.decoder import JSONDecodeError
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from larder.core.files.regular_file import open_regular
from larder.core.quantities import size_text
from larder.core.stores.indexed.columns import EntryRecord, IndexColumns, gather_columns
from larder.core.stores.indexed.top_level import TrainerStopsError, whole_version
from larder.core.workspace.roots import flavour_of_keys

LARGEST_ODD: Final = 512 << 20
"""Bytes; the text of one is held in memory."""

MOST_DIGITS: Final = 4300
"""Of a whole number that Python's parser takes."""

_STEP: Final = 430
_DIGITS = re.compile(rb"[0-9]{9,}")

_SPACES = re.compile(r"[ \t\n\r]*")
_SCAN = json.JSONDecoder().raw_decode


def too_large(path: Path, size: int, largest: int) -> OSError:
    """Return the error for an index of which nobody knows whether it is whole."""
    return OSError(
        errno.EFBIG,
        f"it has {size_text(size)} and is not laid out as trainers write it; such an index is read "
        f"up to {size_text(largest)}", os.fspath(path))


def may_have_long_number(content: mmap.mmap | memoryview | bytes) -> bool:
    """Return whether there may be a number of more than `MOST_DIGITS` digits.

    One byte of `_STEP` is looked at, then what stands where nine of those in a row are digits.
    """
    return any(
        bytes(content[found.start() * _STEP:(found.end() - 1) * _STEP]).isdigit()
        for found in _DIGITS.finditer(bytes(content[::_STEP])))


def read_odd_index(path: Path) -> IndexColumns:
    """Read the columns of an index.

    Raises:
        OSError: if it cannot be read, or is too large to tell whether it is whole.
        TrainerStopsError: if the trainer stops on it.
        ValueError: if the trainer's parser does not take it either.
    """
    text = _text_of(path)
    top: dict[str, Any] = {}
    places: dict[str, int] = {}

    def take_row(key: str, at: int) -> int:
        places[key] = at
        return _SCAN(text, at)[1]

    def take(name: str, at: int) -> int:
        if name == "entries" and text[at : at + 1] == "{":
            places.clear()
            top[name] = places
            return _walk(text, at, take_row)
        value, end = _SCAN(text, at)
        if name in {"entries", "version", "schema", "concepts"}:
            top[name] = value
        return end

    begin = _after_spaces(text, 0)
    if text[begin : begin + 1] != "{":
        json.loads(text)  # says where it is no JSON
        raise TrainerStopsError("it is not a JSON object")
    try:
        end = _after_spaces(text, _walk(text, begin, take))
        if end != len(text):
            _fail(text, end)
    except JSONDecodeError as broken:
        raise ValueError(
            f"it is not JSON at line {broken.lineno:,}, column {broken.colno:,}") from broken
    except RecursionError as broken:
        raise TrainerStopsError("it is nested too deeply") from broken
    except ValueError as broken:
        raise TrainerStopsError(
            f"it has a number of more than {MOST_DIGITS:,} digits") from broken
    if top.get("entries") is not places:
        raise ValueError("it has no entries")
    schema = top.get("schema")
    is_schema = isinstance(schema, list) and all(isinstance(name, str) for name in schema)

    def rows() -> Iterator[tuple[str, object]]:
        for key, at in places.items():
            yield key, _SCAN(text, at)[0]

    def decode(row: object) -> EntryRecord:
        return msgspec.convert(row, EntryRecord)

    return gather_columns(
        rows(), decode, version=whole_version(top.get("version", 0)),
        separator=flavour_of_keys(places).separator,
        index_schema=tuple(schema) if is_schema and schema is not None else None,
        concepts=() if "concepts" in top else None)


def _text_of(path: Path) -> str:
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            if mapped[: len(codecs.BOM_UTF8)] == codecs.BOM_UTF8:
                raise ValueError("it begins with a byte order mark")
            if size > LARGEST_ODD:
                if not mapped[-64:].rstrip().endswith(b"}"):
                    raise ValueError("it is cut short")
                raise too_large(path, size, LARGEST_ODD)
            try:
                return str(mapped, "utf-8")
            except UnicodeDecodeError as broken:
                place = f"it is not UTF-8 at byte {broken.start:,}"
        raise TrainerStopsError(place)  # outside: the error holds on to the map


def _walk(text: str, at: int, take: Callable[[str, int], int]) -> int:
    """Go over the members of an object; returns where it ends.

    Args:
        text: the document.
        at: where the object begins.
        take: told the name of a member and where its value begins; says where that ends.
    """
    at = _after_spaces(text, at + 1)
    if text[at : at + 1] == "}":
        return at + 1
    while True:
        if text[at : at + 1] != '"':
            _fail(text, at)
        name, at = _SCAN(text, at)
        at = _after_spaces(text, at)
        if text[at : at + 1] != ":":
            _fail(text, at)
        at = _after_spaces(text, take(name, _after_spaces(text, at + 1)))
        if text[at : at + 1] == "}":
            return at + 1
        if text[at : at + 1] != ",":
            _fail(text, at)
        at = _after_spaces(text, at + 1)


def _after_spaces(text: str, at: int) -> int:
    found = _SPACES.match(text, at)
    return at if found is None else found.end()


def _fail(text: str, at: int) -> NoReturn:
    raise JSONDecodeError("", text, at)
