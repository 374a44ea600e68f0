"""Printing: documents as JSON on stdout, tables and sentences for people."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from larder.core.quantities import pluralize, size_text
from larder.core.terminal_text import document_writer, one_line

MINUTE_S = 60.0
HOUR_S = 3600.0


def print_json(document: Any) -> None:
    """One document, ASCII so that any file name survives any terminal."""
    write = document_writer(sys.stdout)
    for chunk in json.JSONEncoder(ensure_ascii=True, indent=2).iterencode(
            msgspec.to_builtins(document)):
        write(chunk)
    write("\n")


class Column(msgspec.Struct, frozen=True):
    """A column of a table, whose rows hold values as they are.

    Attributes:
        show: how people are shown a value; texts stand as they are.
        unit: what a CSV file's head says that the bare value measures, "" for nothing.
        unknown: what people are shown of None.
    """

    title: str
    show: Callable[[Any], str] = str
    unit: str = ""
    unknown: str = "-"

    @property
    def is_text(self) -> bool:
        """True if the column is aligned left."""
        return self.show is str

    @property
    def head(self) -> str:
        """Head in a CSV file: "hit_rate", "size_bytes"."""
        words = [self.title, *([self.unit] if self.unit not in ("", self.title) else ())]
        return "_".join(words).replace(" ", "_")

    def text(self, value: Any) -> str:
        """Return the text shown for a value."""
        if value is None:
            return self.unknown
        return value if isinstance(value, str) else self.show(value)


def number_column(title: str, form: str = ",") -> Column:
    """Numbers, written as a format says: counts with commas between thousands."""
    return Column(title, lambda number: format(number, form))


def size_column(title: str = "size", *, unknown: str = "-") -> Column:
    """Return a column of sizes in bytes."""
    return Column(title, size_text, "bytes", unknown)


def time_column(title: str = "time") -> Column:
    """Return a column of times in seconds."""
    return Column(title, time_text, "seconds", "unknown")


def print_table(
    columns: Sequence[Column], rows: Iterable[Sequence[Any]], *, csv: bool,
    below: Sequence[Sequence[str]] = (),
) -> None:
    """Columns as wide as their content, numbers aligned right; or, as CSV, bare values.

    `below` has for each row the lines that stand indented beneath it; nothing for no row.
    """
    if csv:
        from larder.core.files.table_file import csv_text

        # Nobody but a person reads what a terminal shows.
        write = sys.stdout.write if sys.stdout.isatty() else document_writer(sys.stdout)
        write(csv_text([[column.head for column in columns]]))
        for row in rows:
            write(csv_text([row]))
        return
    lines = [[column.title for column in columns],
             *([one_line(column.text(value)) for column, value in zip(columns, row, strict=True)]
               for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(columns))]
    for number, line in enumerate(lines):
        cells = [
            cell.ljust(width) if column.is_text else cell.rjust(width)
            for column, cell, width in zip(columns, line, widths, strict=True)]
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
        elif below:
            for note in below[number - 1]:
                print(f"    {note}")


def amount_text(files: int, size: int, rows: int = 0) -> str:
    """"204 files (4.5 MiB) and 122 index rows": the same words before, after and when undone."""
    parts = [f"{pluralize(files, 'file')} ({size_text(size)})"] if files or not rows else []
    parts += [pluralize(rows, "index row")] if rows else []
    return " and ".join(parts)


def time_text(seconds: float | None) -> str:
    """Seconds as "35 s", "12 min" or "3.5 h"; "unknown" for None."""
    if seconds is None:
        return "unknown"
    if seconds < MINUTE_S:
        return f"{seconds:.0f} s"
    return f"{seconds / MINUTE_S:.0f} min" if seconds < HOUR_S else f"{seconds / HOUR_S:.1f} h"


def about_text(seconds: float) -> str:
    """Return the text for an estimated time."""
    return f"about {time_text(seconds)}" if seconds >= 1 else "under 1 s"


def backup_text(size: int) -> str:
    """Return a sentence on how much the last-good copies of indexes grow, or "" for no growth."""
    return f" The backup copy of the index grows by {size_text(size)}." if size else ""


def explain_apply(out: Path | None, otherwise: str = "--apply does it") -> str:
    """Return what carries out a shown plan: applying its saved file if there is one."""
    return otherwise if out is None else f"`larder apply {shlex.quote(str(out))}` does it"
