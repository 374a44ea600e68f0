"""Tables as files for other programs: CSV for spreadsheets, JSON for scripts.

A spreadsheet program runs a cell that begins like a formula, and the names of pictures come from
anywhere: such a text gets an apostrophe in front, which those programs take for "this is text".
Numbers are written bare, so that they are numbers there too. A CSV file begins with the mark by
which spreadsheet programs know UTF-8; what is printed has none, for the program behind a pipe.
"""

from __future__ import annotations

import enum
import io
import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import pending_file
from larder.core.jobs import CancelToken, Job, Progress

CellValue = str | int | float | bool | None

BYTE_ORDER_MARK = "\ufeff"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\n")
ROWS_AT_ONCE = 200
"""Rows after which a job says how far it is: 3 ms of work."""


class TableFormat(enum.StrEnum):
    """How a table is written; the value is the file's ending."""

    CSV = "csv"
    JSON = "json"


class TableColumn(msgspec.Struct, frozen=True):
    """One column.

    Attributes:
        title: head of the column in a CSV file.
        key: name of the value in a JSON object; the same in every language.
    """

    title: str
    key: str


class SavedTable(msgspec.Struct, frozen=True):
    """Path and row count of a table that was saved.

    Attributes:
        path: the file.
        rows: how many, the head not counted.
    """

    path: str
    rows: int


def inert(value: CellValue) -> CellValue:
    """A value that no spreadsheet program takes for a formula; lines of a text end in one way."""
    if not isinstance(value, str):
        return value
    text = value.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def csv_text(lines: Iterable[Sequence[CellValue]]) -> str:
    """Lines of cells, comma-separated; nothing where a value is not known."""
    import csv

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([inert(value) for value in line] for line in lines)
    return text.getvalue()


def save_table(
    target: Path, columns: Sequence[TableColumn], rows: Iterable[Sequence[CellValue]], *,
    total: int, token: CancelToken,
) -> Job[SavedTable]:
    """Write a table whole or not at all; the target's ending says how.

    A JSON file is a list of objects. One that is cancelled leaves what was there before.

    Raises:
        UserFacingError: if the disk is full, or the folder is gone or may not be written.
    """
    if not target.parent.is_dir():
        raise UserFacingError(f"The folder {target.parent} does not exist.", "Choose another "
                                                                             "folder.")
    is_json = target.suffix.lower() == f".{TableFormat.JSON}"
    done = 0
    with pending_file(target) as pending:
        pending.file.write(b"[" if is_json else
                           (BYTE_ORDER_MARK + csv_text([[c.title for c in columns]])).encode())
        keys = [column.key for column in columns]
        for chunk in _chunks(rows):
            token.check()
            # A name that is no text in UTF-8 is written escaped, as it is in a terminal.
            text = _objects(keys, chunk, is_first=not done) if is_json else csv_text(chunk)
            pending.file.write(text.encode("utf-8", "backslashreplace"))
            done += len(chunk)
            yield Progress(phase="writing rows", done=done, total=total, unit="rows")
        if is_json:
            pending.file.write(b"\n]\n")
        pending.publish()
    return SavedTable(path=str(target), rows=done)


def _chunks(rows: Iterable[Sequence[CellValue]]) -> Iterator[list[Sequence[CellValue]]]:
    waiting = iter(rows)
    while chunk := list(itertools.islice(waiting, ROWS_AT_ONCE)):
        yield chunk


def _objects(keys: Sequence[str], rows: Sequence[Sequence[CellValue]], *, is_first: bool) -> str:
    lines = [json.dumps(dict(zip(keys, row, strict=True))) for row in rows]
    return ("\n" if is_first else ",\n") + ",\n".join(lines)
