"""How pictures are scaled and cropped into their buckets, for the plot that shows it.

A trainer scales a picture until it covers its bucket and crops what stands out. Sizes of sources
are those remembered; headers of the others are read, and remembered from then on.

The `pictures` table is that of `core.queries.picture_buckets`, and for each of its rows:

| column | type | meaning |
|---|---|---|
| scale | float32 | by which the picture is scaled, 1 for as it is; 0 where its size is not known |
| cropped | float32 | share of its area that is cropped, 0 to 1 |
| span | int8 | of the document's `spans`, -1 where its size is not known |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.columns import Array
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.queries.picture_buckets import picture_columns
from larder.core.queries.usage_document import ScaleSpan, Scaling
from larder.core.survey.report import SurveyReport
from larder.core.survey.sources import picture_memory
from larder.core.workspace.roots import PathFlavour

EDGES: Final = (0.5, 1.0, 2.0)
"""Scales at which one span ends and the next begins; the edge belongs to the lower one."""
AT_ONCE: Final = 500
"""Pictures that are looked up between two looks at the token."""


def compute_scaling(
    report: SurveyReport, token: CancelToken
) -> Job[tuple[Scaling, dict[str, Array]]]:
    """Compute scale and crop of every cached picture; reads headers that nobody read yet."""
    columns = picture_columns(report)
    heights, widths = yield from _find_source_sizes(report, columns["entry"], token)
    is_known = (heights > 0) & (widths > 0)
    tall, wide = np.where(is_known, heights, 1), np.where(is_known, widths, 1)
    scale = np.maximum(columns["height"] / tall, columns["width"] / wide)
    area = columns["height"].astype(np.float64) * columns["width"]
    cropped = 1 - area / (tall * scale * wide * scale)
    span = np.where(is_known, np.searchsorted(EDGES, scale), -1).astype(np.int8)
    return Scaling(
        spans=tuple(_sum_up(at, cropped[span == at]) for at in range(len(EDGES) + 1)),
        unknown=int(np.count_nonzero(~is_known)),
    ), {
        **columns, "scale": np.where(is_known, scale, 0).astype(np.float32),
        "cropped": np.where(is_known, np.maximum(cropped, 0), 0).astype(np.float32), "span": span}


def _sum_up(at: int, cropped: npt.NDArray[np.float64]) -> ScaleSpan:
    bounds = (0.0, *EDGES, None)
    return ScaleSpan(
        bounds[at] or 0.0, bounds[at + 1], len(cropped),
        float(max(cropped.mean(), 0)) if len(cropped) else 0.0,
        float(max(cropped.max(), 0)) if len(cropped) else 0.0)


def _find_source_sizes(
    report: SurveyReport, entries: Array, token: CancelToken
) -> Job[tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
    """Heights and widths of the sources of rows of `entries`, 0 where not known, shape (n,)."""
    paths = _list_paths(report, entries.tolist())
    found: dict[str, tuple[int, int]] = {}
    distinct = list(dict.fromkeys(paths))
    with picture_memory() as memory:
        for at in range(0, len(distinct), AT_ONCE):
            token.check()
            yield Progress("reading the sizes of pictures", at, len(distinct), "pictures")
            some = distinct[at:at + AT_ONCE]
            memory.ask(some)
            found.update((path, memory.size(path) or (0, 0)) for path in some)
    sizes = np.array([found[path] for path in paths], np.float64).reshape(-1, 2)
    return sizes[:, 0], sizes[:, 1]


def _list_paths(report: SurveyReport, entries: Sequence[int]) -> list[str]:
    """Where the sources of rows of `entries` are on this system."""
    first = np.cumsum([0, *(len(store.rows) for store in report.stores)])
    reals = [report.workspace.paths(PathFlavour(store.rows.separator)).of_files()
             for store in report.stores]
    stores = (np.searchsorted(first, entries, side="right") - 1).tolist()
    return [reals[store](report.stores[store].rows.source(entry - int(first[store])))
            for store, entry in zip(stores, entries, strict=True)]
