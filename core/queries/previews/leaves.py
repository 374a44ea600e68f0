"""The leaves of a tree with their figures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from larder.core.columns import TextColumn
from larder.core.errors import PayloadError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.summarize import ArraySummary, summarize_array
from larder.core.payloads.tree.tree_file import TreeFile
from larder.core.queries.previews.drawn import LeafTable

READ_UNASKED: Final = 256 << 20
"""Bytes of leaves whose figures are worked out when a tree is merely chosen; about a second."""


def list_leaves(path: Path, *, thorough: bool, token: CancelToken) -> Job[LeafTable]:
    """Every leaf of a tree, in stored order.

    Args:
        path: the manifest.
        thorough: read every leaf, however many bytes that is.
        token: checked per leaf.

    Raises:
        PayloadError: if the manifest is damaged, or data is missing; a damaged leaf is a row.
        JobCancelled: if the token was cancelled.
    """
    with TreeFile(path) as tree:
        leaves = tree.contents().arrays
        summaries: list[ArraySummary | None] = []
        faults: list[str] = []
        left = READ_UNASKED
        for done, leaf in enumerate(leaves):
            token.check()
            yield Progress("reading leaves", done, len(leaves), "leaves")
            left -= leaf.bytes
            summary, fault = _read(tree, leaf) if thorough or left >= 0 else (None, "")
            summaries.append(summary)
            faults.append(fault)
    return _table(leaves, summaries, faults)


def _read(tree: TreeFile, leaf: ArrayInfo) -> tuple[ArraySummary | None, str]:
    try:
        return summarize_array(leaf.name, tree.stored_array(leaf.name), leaf.dtype), ""
    except PayloadError as damaged:
        return None, damaged.problem


def _table(
    leaves: tuple[ArrayInfo, ...], summaries: list[ArraySummary | None], faults: list[str]
) -> LeafTable:
    def figures(name: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        numbers = [None if one is None else getattr(one, name) for one in summaries]
        return np.array([np.nan if one is None else float(one) for one in numbers], np.float64)

    return LeafTable(
        path=TextColumn.from_strings(leaf.name for leaf in leaves),
        dtype=TextColumn.from_strings(leaf.dtype for leaf in leaves),
        shape=TextColumn.from_strings(",".join(map(str, leaf.shape)) for leaf in leaves),
        bytes=np.array([leaf.bytes for leaf in leaves], np.int64),
        minimum=figures("minimum"), maximum=figures("maximum"), mean=figures("mean"),
        std=figures("std"),
        first=TextColumn.from_strings(_first(one) for one in summaries),
        sha256=TextColumn.from_strings("" if one is None else one.sha256 for one in summaries),
        fault=TextColumn.from_strings(faults),
        unread=sum(one is None and not fault
                   for one, fault in zip(summaries, faults, strict=True)))


def _first(summary: ArraySummary | None) -> str:
    if summary is None:
        return ""
    return ", ".join(
        f"{value:.6g}" if isinstance(value, float) else str(value)
        for value in summary.first_five)
