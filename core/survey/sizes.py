"""Upright picture sizes: from the index while a picture is unchanged, else from its header."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from larder.core.keys.hash_memory import PictureMemory
from larder.core.survey.join import JoinedStore
from larder.core.survey.variants import WantedSize
from larder.core.survey.verdicts import Verdict

Int32 = npt.NDArray[np.int32]

NOT_THERE = np.uint32(1 << Verdict.SOURCE_MISSING | 1 << Verdict.SOURCE_UNREACHABLE)


def known_sizes(
    join: JoinedStore,
    wanted_rows: Mapping[int, Int32],
    wanted: Mapping[int, WantedSize],
    flags: npt.NDArray[np.uint32],
    memory: PictureMemory,
) -> tuple[Int32, Int32]:
    """Heights and widths of all index rows, -1 where unknown; int32, shape (n,) each.

    A header is read for edited pictures and for entries that stored no size, and only where a size
    decides anything.
    """
    columns = join.columns
    heights, widths = columns.heights.copy(), columns.widths.copy()
    edited = (flags & np.uint32(1 << Verdict.CONTENT_CHANGED)) != 0
    heights[edited] = widths[edited] = -1
    for concept, rows in wanted_rows.items():
        targets = wanted[concept].targets
        if targets is None or targets.fixed is not None or not wanted[concept].bucketing:
            continue
        unknown = rows[(heights[rows] <= 0) & ((flags[rows] & NOT_THERE) == 0)]
        for row in unknown.tolist():
            file = join.file(columns.folder[row], columns.names[row])
            size = memory.size(file.folder, file.name)
            if size is not None:
                heights[row], widths[row] = size
    return heights, widths
