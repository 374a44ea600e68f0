"""The `pictures` table: which rows of a survey are cached in which bucket, for plots.

One row per row of `entries` (see `core.queries.tables`) and bucket that it is cached in:

| column | type | meaning |
|---|---|---|
| entry | int32 | row of `entries` |
| store | int32 | index into the document's stores |
| height, width | int32 | of the bucket, pixels |
| survey | uint64, shape (1,) | digest of the survey's sources: the rows are those of every survey \
that has the same |
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from larder.core.columns import Array, TextColumn, digest_texts
from larder.core.queries.store_files import FILES_OF
from larder.core.survey.report import SurveyReport


def picture_columns(report: SurveyReport) -> dict[str, Array]:
    """Columns of the pictures that are cached in buckets; see the module's docstring."""
    stores = report.stores
    crops = [FILES_OF[store.location.kind.format].list_crops(report, store) for store in stores]
    first = np.cumsum([0, *(len(store.rows) for store in stores)])
    return {
        "entry": _join([crop.rows + start for crop, start in zip(crops, first, strict=False)]),
        "store": _join([np.full(len(crop.rows), at) for at, crop in enumerate(crops)]),
        "height": _join([crop.heights for crop in crops]),
        "width": _join([crop.widths for crop in crops]),
        "survey": np.array([digest_texts(
            TextColumn.from_strings(name for store in stores for name in store.rows.names),
            TextColumn.from_strings(folder for store in stores for folder in store.rows.folders),
        )], np.uint64),
    }


def _join(parts: Sequence[Array]) -> Array:
    return np.concatenate(parts or [np.zeros(0)]).astype(np.int32)
