"""`larder inspect`, the arrays of one payload, and `larder demo`: neither opens a workspace.

A line of an inspection's table has the figures; the digest, whole, and the first values stand
beneath it, for beside the figures they would be wider than a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from larder.core.cli.options import Csv, Json, verb
from larder.core.cli.output import Column, number_column, print_json, print_table, size_column
from larder.core.payloads.arrays import ArraySummary, Number
from larder.core.payloads.open_payload import split_stamp, summarize_payload, summary_document
from larder.core.payloads.sealed_npz import EntryStamp
from larder.core.quantities import pluralize, size_text
from larder.core.requests.options import DemoOptions

_ARRAYS = (
    Column("array"), Column("type"), Column("shape"), size_column(),
    *(number_column(title, ".4g") for title in ("min", "max", "mean", "std")),
    *map(number_column, ("NaN", "Inf", "zero")))
LONGEST_TEXT = 24
"""Characters shown of a first value that is text; a complex number of 32 bits has up to 23."""


def inspect(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A cached file.")],
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Show the arrays of a cached file: types, shapes, statistics, first values."""
    whole = summarize_payload(file)
    if json:
        print_json(summary_document(whole))
        return
    summary, stamp = split_stamp(whole)
    if csv:
        print_table((*_ARRAYS, Column("sha256")), (
            (*_cells(array), array.sha256) for array in summary.arrays), csv=True)
        return
    print(f"{file} ({summary.container}, {size_text(summary.file_bytes)})")
    if stamp is not None:
        for line in _stamp_lines(stamp):
            print(line)
    print_table(
        _ARRAYS, (_cells(array) for array in summary.arrays), csv=False,
        below=[(f"sha256 {array.sha256}", _first_text(array)) for array in summary.arrays])
    for name, value in (summary_document(summary).values or {}).items():
        print(f"{name}: {value}")


@verb(DemoOptions)
def demo(options: DemoOptions, json: Json = False) -> None:
    """Make a sample workspace: pictures, sounds, texts, and caches with some problems."""
    # An inspection, whose module this is, needs none of them.
    from larder.core.cli.running import run_job
    from larder.core.demo.sample_workspace import make_sample_workspace

    report, _ = run_job(
        lambda token: make_sample_workspace(Path(options.folder), token=token))
    if json:
        print_json(msgspec.to_builtins(report))
        return
    print(f"Sample workspace in {report.folder}: {pluralize(report.pictures, 'picture')}, "
          f"{pluralize(report.payloads, 'cached file')}, {size_text(report.bytes)}.")
    if report.values:
        print(f"Beside them {pluralize(report.sounds, 'sound')}, "
              f"{pluralize(report.texts, 'text')} and caches of pixels, "
              f"features, waveforms, tokens and parameters: "
              f"{pluralize(report.values, 'value')}, {size_text(report.value_bytes)}.")
    print(f"Look at it: larder survey {report.config}")
    if report.released:
        print("The same pictures, cached as every released OneTrainer caches them: "
              f"larder survey {report.released}")


def _stamp_lines(stamp: EntryStamp) -> Iterator[str]:
    origin = "" if stamp.source is None else f", made from {stamp.source.name}"
    yield f"written by Larder for a cache of kind {stamp.kind}{origin}"
    yield from (f"    {name}: {value}" for name, value in stamp.key.items())


def _cells(array: ArraySummary) -> tuple[Any, ...]:
    return (
        array.name, array.dtype, "x".join(map(str, array.shape)) or None, array.bytes,
        array.minimum, array.maximum, array.mean, array.std,
        array.nan_count, array.inf_count, array.zero_count)


def _first_text(array: ArraySummary) -> str:
    """"first five -0.2285, 0, 1", "no values" of an empty array."""
    if not array.first_five:
        return "no values"
    return f"first five {', '.join(map(_value_text, array.first_five))}"


def _value_text(value: Number | str) -> str:
    """Text is quoted, for it may hold what a terminal would obey."""
    if isinstance(value, str):
        return ascii(value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}...")
    return f"{value:.6g}" if isinstance(value, float) else str(value)
