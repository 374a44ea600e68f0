"""How often the pictures of a bucket have their turn in an epoch, for what fills no batch.

As the trainer has it: samples of concepts that agree in folder, seed and picture settings are one
pool, whose balancing decides how many turns all of them have; whole turns go round, and those that
are left go to the first of the list (`core.training.order`). The turns of a bucket fill batches;
what is left of them is left out. By SAMPLES a trainer with an index draws which pictures have a
turn; the first of the list stand for them here. A picture that is cached in several buckets is
trained in the first that its index lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from larder.core.queries.file_counts import CachedCrops
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.training.order import turns_per_epoch
from larder.core.workspace.concepts import Concept, select_concepts
from larder.core.workspace.roots import PathFlavour

Int64 = npt.NDArray[np.int64]


def count_turns(
    report: SurveyReport, store: StoreSurvey, crops: CachedCrops
) -> Counter[tuple[int, int]]:
    """Return the turns in the first epoch of each bucket, by its height and width."""
    rows, first = np.unique(crops.rows, return_index=True)
    turns = _turns_of_rows(report, store)[rows]
    found: Counter[tuple[int, int]] = Counter()
    for height, width, count in zip(
            crops.heights[first].tolist(), crops.widths[first].tolist(), turns.tolist(),
            strict=True):
        found[height, width] += count
    return found


def _turns_of_rows(report: SurveyReport, store: StoreSurvey) -> Int64:
    turns = np.zeros(len(store.rows), np.int64)
    paths = report.workspace.paths(PathFlavour(store.rows.separator))
    for concepts in _pools(report):
        members: list[int] = []
        for concept in concepts:
            rows = store.wanted.get(concept.index)
            if rows is not None:
                members += sorted(
                    rows.tolist(), key=lambda row: paths.order_key(store.rows.source(row)))
        first = concepts[0]
        count = turns_per_epoch(len(members), first.balancing, first.balancing_strategy)
        if members:
            laps, rest = divmod(count, len(members))
            np.add.at(turns, members, laps)
            np.add.at(turns, members[:rest], 1)
    return turns


def _pools(report: SurveyReport) -> Sequence[Sequence[Concept]]:
    pools: dict[str, list[Concept]] = {}
    for one in select_concepts(report.workspace.concepts, validation=False):
        key = repr((one.path, one.seed, one.include_subdirectories, one.raw.get("image")))
        pools.setdefault(key, []).append(one)
    return tuple(pools.values())
