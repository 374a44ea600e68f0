"""What one payload looks like: made where payloads are read, sent as columns and a document.

The document (`larder.preview/1`) has `drawing`, the name of a way of drawing or null, `facts`, its
fields that are no columns, `problem` and `hint` of a damaged payload, `source` and `made_by` as the
payload and its store tell, and `arrays`, the figures of its arrays (those of a tree are columns).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
import numpy as np

from core.columns import Array, TextColumn, load_columns, save_columns
from core.errors import PayloadError
from core.jobs import CancelToken, Job, Progress
from core.payloads.npz_stamp import STAMP_NAME
from core.payloads.summarize import ArraySummary, summarize_payload
from core.queries.previews.drawn import (
    Drawing,
    LeafTable,
    PixelDrawing,
    SoundDrawing,
    TokenTable,
    WaveformDrawing,
)
from core.queries.previews.leaves import list_leaves
from core.queries.previews.payload_values import PayloadValues, read_values
from core.queries.previews.pixels import draw_pixels
from core.queries.previews.sounds import draw_features, draw_waveform
from core.queries.previews.tokens import list_tokens
from core.workspace.store_kinds import StoreKind

SCHEMA: Final = "larder.preview/1"

DRAWINGS: Final[Mapping[str, type[Drawing]]] = MappingProxyType({
    "waveform": WaveformDrawing, "sound": SoundDrawing, "pixels": PixelDrawing,
    "tokens": TokenTable, "leaves": LeafTable,
})
"""Ways of drawing by their name in documents."""

SHARDED_DRAWERS: Final[Mapping[StoreKind, Callable[[PayloadValues], Drawing]]] = MappingProxyType({
    StoreKind.VISION: draw_pixels,
    StoreKind.AUDIO: draw_features,
    StoreKind.WAVEFORM: draw_waveform,
    StoreKind.TOKENS: list_tokens,
})
"""How payloads in shard folders are drawn."""

PREVIEWED_KINDS: Final = frozenset({*SHARDED_DRAWERS, StoreKind.TREE})
"""Kinds of store whose payloads are drawn themselves; of others their source is shown."""


@dataclass(frozen=True, slots=True)
class PayloadPreview:
    """One payload.

    Attributes:
        drawing: how it looks, None if it cannot be read.
        problem: why it cannot be read, one sentence; "" if it can.
        hint: what to do then.
        source: the file it was made from as it was spelled then, "" if that was not told.
        made_by: name of what made it, "" if that is not known.
        arrays: figures of its arrays; none for a tree.
    """

    drawing: Drawing | None
    problem: str = ""
    hint: str = ""
    source: str = ""
    made_by: str = ""
    arrays: tuple[ArraySummary, ...] = ()


def preview_payload(
    path: Path, kind: StoreKind, store: Path, *, thorough: bool = False, token: CancelToken
) -> Job[PayloadPreview]:
    """Look at one payload; a damaged one gives its problem.

    Args:
        path: the payload, the manifest of a tree.
        kind: of its store, one of `PREVIEWED_KINDS`.
        store: the store's folder, which knows what fingerprints stand for.
        thorough: work out the figures of every leaf of a tree, however large.
        token: checked per leaf.

    Raises:
        JobCancelled: if the token was cancelled.
        OSError: if the drive fails.
    """
    try:
        if kind is StoreKind.TREE:
            return PayloadPreview((yield from list_leaves(path, thorough=thorough, token=token)))
        token.check()
        yield Progress("reading payloads", 0, 1, "payloads")
        values = read_values(path, kind, store)
        arrays = summarize_payload(path).arrays
    except PayloadError as damaged:
        return PayloadPreview(None, damaged.problem, damaged.hint)
    stamp = values.stamp
    return PayloadPreview(
        SHARDED_DRAWERS[kind](values),
        source="" if stamp is None or stamp.source is None else stamp.source.name,
        made_by="" if values.made_by is None else values.made_by.name,
        arrays=tuple(array for array in arrays if array.name != STAMP_NAME))


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
        "arrays": msgspec.to_builtins(preview.arrays),
    }


def read_preview(document: bytes, folder: Path) -> PayloadPreview:
    """What `save_preview` wrote; its columns are memory-mapped.

    Raises:
        OSError: if a column cannot be read.
        ValueError: if it is no such document.
    """
    told = json.loads(document)
    drawing: Drawing | None = None
    if told["drawing"] is not None:
        parts: dict[str, Any] = {**told["facts"], **load_columns(folder)}
        drawing = DRAWINGS[told["drawing"]](**parts)
    return PayloadPreview(
        drawing, told["problem"], told["hint"], told["source"], told["made_by"],
        msgspec.convert(told["arrays"], tuple[ArraySummary, ...]))


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
