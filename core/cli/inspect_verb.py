"""`larder inspect`: the arrays of one payload."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core.cli.options import Json
from core.cli.output import print_json, print_table, size_text
from core.payloads.summarize import ArraySummary, summarize_payload
from core.requests.inspecting import summary_document


def inspect(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A payload.")],
    json: Json = False,
) -> None:
    """Show names, types, shapes and figures of a payload's arrays. Loads no torch."""
    summary = summarize_payload(file)
    document = summary_document(summary)
    if json:
        print_json(document)
        return
    print(f"{file} ({summary.container}, {size_text(summary.file_bytes)})")
    print_table(
        ("array", "type", "shape", "size", "min", "max", "mean", "std", "NaN", "Inf", "zero"),
        (_cells(array) for array in summary.arrays), right=range(3, 11))
    for name, value in document["values"].items():
        print(f"{name}: {value}")


def _cells(array: ArraySummary) -> tuple[str, ...]:
    figures = (array.minimum, array.maximum, array.mean, array.std)
    return (
        array.name, array.dtype, "x".join(map(str, array.shape)) or "-", size_text(array.bytes),
        *("-" if figure is None else f"{figure:.4g}" for figure in figures),
        f"{array.nan_count:,}", f"{array.inf_count:,}", f"{array.zero_count:,}")
