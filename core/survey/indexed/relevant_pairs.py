"""Which payloads of an index count when it is asked how they were made."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from larder.core.keys.payload_names import parse_indexed_name
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.variants import NO_SIZE

Bools = npt.NDArray[np.bool_]


def relevant_pairs(judged: JudgedRows) -> Bools:
    """Which (file, variant) pairs are of the wanted size and of a wanted variation."""
    columns, files = judged.join.columns, judged.files
    wanted = _find_wanted_variants(judged)
    has_wanted = np.zeros(len(columns), dtype=np.bool_)
    has_wanted[columns.variant_row[wanted]] = True
    counts = wanted | ~has_wanted[columns.variant_row]
    relevant = np.asarray(counts[files.pairs[:, 1]])
    first = files.first[files.pairs[:, 1]] == files.pairs[:, 0]
    for at in np.flatnonzero(relevant & ~first).tolist():
        name = parse_indexed_name(files.listing.names[files.pairs[at, 0]])
        relevant[at] = name is not None and name.variation <= judged.needed[files.rows[at]]
    return relevant


def _find_wanted_variants(judged: JudgedRows) -> Bools:
    """Per variant, whether it has a size the config asks for."""
    columns, asked_size = judged.join.columns, judged.asked_size
    rows, heights, widths = columns.variant_row, columns.variant_height, columns.variant_width
    wanted: Bools = (heights == asked_size[0, rows]) & (widths == asked_size[1, rows])
    for concept, of_concept in judged.join.wanted.items():
        size = judged.asked.sizes[concept]
        if size.targets is None or len(size.targets.edges) < 2:
            continue
        known = of_concept[of_concept < len(columns)]
        known = known[(columns.heights[known] > 0) & (columns.widths[known] > 0)]
        bucket = np.full((2, len(columns)), NO_SIZE, dtype=np.int32)
        for of_target in size.buckets(columns.heights[known], columns.widths[known])[1:]:
            bucket[:, known] = of_target.T
            wanted |= ((heights == bucket[0, rows]) & (widths == bucket[1, rows])
                       & (bucket[0, rows] != NO_SIZE))
    return wanted
