"""A payload's preview on its way to a window: columns in a folder, the rest as a document.

The document (`larder.preview/1`) has `drawing`, the name of a way of drawing or null, `facts`, its
fields that are no columns, `problem` and `hint` of a damaged payload, `source` and `made_by` as the
payload and its store tell, and `arrays`, the figures of its arrays as an inspection gives them
(those of a tree are columns).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from larder.core.columns import Array, TextColumn, load_columns, save_columns
from larder.core.queries.previews.drawn import (
    Drawing,
    LeafTable,
    PixelDrawing,
    SoundDrawing,
    TokenTable,
    WaveformDrawing,
)

SCHEMA: Final = "larder.preview/1"

DRAWINGS: Final[Mapping[str, type[Drawing]]] = MappingProxyType({
    "waveform": WaveformDrawing, "sound": SoundDrawing, "pixels": PixelDrawing,
    "tokens": TokenTable, "leaves": LeafTable,
})
"""Ways of drawing by their name in documents."""


@dataclass(frozen=True, slots=True)
class PayloadPreview:
    """One payload.

    Attributes:
        drawing: how it looks, None if it cannot be read.
        problem: why it cannot be read, one sentence; "" if it can.
        hint: what to do then.
        source: the file it was made from as it was spelled then, "" if that was not told.
        made_by: name of what made it, "" if that is not known.
        arrays: figures of its arrays, plain values; none for a tree.
    """

    drawing: Drawing | None
    problem: str = ""
    hint: str = ""
    source: str = ""
    made_by: str = ""
    arrays: tuple[Mapping[str, Any], ...] = ()


def save_preview(folder: Path, preview: PayloadPreview) -> dict[str, Any]:
    """Write a preview's columns into `folder` and return its document.

    Raises:
        OSError: if the folder cannot be written.
    """
    columns, facts = _parted(preview.drawing)
    save_columns(folder, columns)
    name = next((name for name, known in DRAWINGS.items()
                 if type(preview.drawing) is known), None)
    return {
        "schema": SCHEMA, "drawing": name, "facts": facts, "problem": preview.problem,
        "hint": preview.hint, "source": preview.source, "made_by": preview.made_by,
        "arrays": list(preview.arrays),
    }


def read_preview(document: bytes, folder: Path) -> PayloadPreview:
    """What `save_preview` wrote, in memory: the folder may go.

    Raises:
        OSError: if a column cannot be read.
        ValueError: if it is no such document.
    """
    told = json.loads(document)
    drawing: Drawing | None = None
    if told["drawing"] is not None:
        columns = {name: _copied(column) for name, column in load_columns(folder).items()}
        parts: dict[str, Any] = {**told["facts"], **columns}
        drawing = DRAWINGS[told["drawing"]](**parts)
    return PayloadPreview(
        drawing, told["problem"], told["hint"], told["source"], told["made_by"],
        tuple(told["arrays"]))


def _copied(column: Array | TextColumn) -> Array | TextColumn:
    if isinstance(column, TextColumn):
        return TextColumn(np.array(column.blob), np.array(column.offsets))
    return np.array(column)


def _parted(
    drawing: Drawing | None,
) -> tuple[dict[str, Array | TextColumn], dict[str, Any]]:
    """The fields of a drawing that are columns, and the others."""
    if drawing is None:
        return {}, {}
    values = {field.name: getattr(drawing, field.name) for field in fields(drawing)}
    columns = {name: value for name, value in values.items()
               if isinstance(value, np.ndarray | TextColumn)}
    return columns, {name: value for name, value in values.items() if name not in columns}
