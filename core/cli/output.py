"""Printing: documents as JSON on stdout, tables and sentences for people."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from larder.core.quantities import counted, size_text

MINUTE_S = 60.0
HOUR_S = 3600.0


def print_json(document: Any) -> None:
    """One document, ASCII so that any file name survives any terminal."""
    json.dump(msgspec.to_builtins(document), sys.stdout, ensure_ascii=True, indent=2)
    sys.stdout.write("\n")


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[int] = (),
    below: Sequence[Sequence[str]] = (),
) -> None:
    """Columns as wide as their content; those in `right` are aligned right.

    `below` has for each row the lines that stand indented beneath it; nothing for no row.
    """
    lines = [list(map(str, headings)), *(list(map(str, row)) for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(headings))]
    for number, line in enumerate(lines):
        cells = [
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))]
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))
        elif below:
            for note in below[number - 1]:
                print(f"    {note}")


def amount_text(files: int, size: int, rows: int = 0) -> str:
    """"204 files (4.5 MiB) and 122 index rows": the same words before, after and when undone."""
    parts = [f"{counted(files, 'file')} ({size_text(size)})"] if files or not rows else []
    parts += [counted(rows, "index row")] if rows else []
    return " and ".join(parts)


def time_text(seconds: float | None) -> str:
    """Seconds as "35 s", "12 min" or "3.5 h"; "unknown" for None."""
    if seconds is None:
        return "unknown"
    if seconds < MINUTE_S:
        return f"{seconds:.0f} s"
    return f"{seconds / MINUTE_S:.0f} min" if seconds < HOUR_S else f"{seconds / HOUR_S:.1f} h"


def about_text(seconds: float) -> str:
    """What is said of a stretch of time that is to come."""
    return f"about {time_text(seconds)}" if seconds >= 1 else "under 1 s"


def done_by(out: Path | None, otherwise: str = "--apply does it") -> str:
    """What carries out a plan that was only shown: applying the file it was saved to, if any."""
    return otherwise if out is None else f"`larder apply {shlex.quote(str(out))}` does it"
