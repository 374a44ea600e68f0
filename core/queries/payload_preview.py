"""What one payload looks like, made where payloads are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from larder.core.errors import PayloadError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.payloads.npz_stamp import STAMP_NAME
from larder.core.payloads.summarize import summarize_payload
from larder.core.queries.previews.drawn import Drawing
from larder.core.queries.previews.leaves import list_leaves
from larder.core.queries.previews.payload_values import PayloadValues, read_values
from larder.core.queries.previews.pixels import draw_pixels
from larder.core.queries.previews.sounds import draw_features, draw_waveform
from larder.core.queries.previews.tokens import list_tokens
from larder.core.queries.previews.travel import PayloadPreview
from larder.core.workspace.store_kinds import StoreKind

SHARDED_DRAWERS: Final[Mapping[StoreKind, Callable[[PayloadValues], Drawing]]] = MappingProxyType({
    StoreKind.VISION: draw_pixels,
    StoreKind.AUDIO: draw_features,
    StoreKind.WAVEFORM: draw_waveform,
    StoreKind.TOKENS: list_tokens,
})
"""How payloads in shard folders are drawn."""

PREVIEWED_KINDS: Final = frozenset({*SHARDED_DRAWERS, StoreKind.TREE})
"""Kinds of store whose payloads are drawn themselves; of others their source is shown."""


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
    except OSError as error:
        return PayloadPreview(
            None, f"{path.name} cannot be read: {error.strerror or error}.",
            "Check that its drive is connected, and that you may read it.")
    stamp = values.stamp
    return PayloadPreview(
        SHARDED_DRAWERS[kind](values),
        source="" if stamp is None or stamp.source is None else stamp.source.name,
        made_by="" if values.made_by is None else values.made_by.name,
        arrays=tuple(msgspec.to_builtins(array) for array in arrays if array.name != STAMP_NAME))
