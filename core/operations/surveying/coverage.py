"""How far each concept is cached in each store that it asks for, counted from verdicts.

A concept asks for pictures and captions. What else was made of its files is nothing that a trainer
looks for, so that no store of such values has a share of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from larder.core.operations.surveying.report import (
    ConceptCoverage,
    EntryRows,
    StoreCoverage,
    StoreSurvey,
)
from larder.core.operations.verdicts import VERDICTS, Verdict
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import TRAINER_CONTENTS

COUNTED_AS = {
    column: np.array([VERDICTS[verdict].counts_as == column for verdict in Verdict])
    for column in ("covered", "stale", "missing")
}
"""Per coverage column, which verdicts count in it; indexed by verdict."""


def concept_coverage(
    workspace: Workspace,
    samples: Mapping[int, int],
    stores: Sequence[StoreSurvey],
) -> tuple[ConceptCoverage, ...]:
    """One row per concept in file order; zeros for a concept that nothing asks for.

    Args:
        workspace: whose concepts.
        samples: how many samples each concept has, of those that a trainer would load.
        stores: its surveyed stores.
    """
    return tuple(
        ConceptCoverage(
            concept=concept.index,
            samples=samples.get(concept.index, 0),
            stores={
                store.location.id: _coverage(store, concept.index) for store in stores
                if store.location.kind.content in TRAINER_CONTENTS})
        for concept in workspace.concepts)


def _coverage(store: StoreSurvey, concept: int) -> StoreCoverage:
    wanted = store.wanted.get(concept)
    if wanted is None:
        wanted = np.zeros(0, dtype=np.int32)
    verdicts = store.rows.verdicts[wanted]
    counts = {column: int(mask[verdicts].sum()) for column, mask in COUNTED_AS.items()}
    return StoreCoverage(
        wanted=len(wanted), bytes=_bytes(store.rows, concept), **counts)


def _bytes(rows: EntryRows, concept: int) -> int:
    """Payload bytes of the concept's entries; a payload two entries share counts for each."""
    return int(rows.bytes[rows.concept == concept].sum())
