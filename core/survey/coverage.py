"""How far each concept is cached in each store that it asks for, and every sum of a survey.

A row is counted as one thing (`Counted`), here and nowhere else: tables, the summary line, the
filter and the documents only add up. A sample of two concepts stands in the line of each, and once
in the totals. A concept asks for pictures and captions. What else was made
of its files is nothing that a trainer looks for, so that no store of such values has a share of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from larder.core.survey.document import (
    ConceptCoverage,
    OtherCoverage,
    StoreCoverage,
    SurveyTotals,
)
from larder.core.survey.report import StoreSurvey
from larder.core.survey.verdicts import VERDICTS, Counted, Severity, Verdict
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import TRAINER_CONTENTS

Codes = npt.NDArray[np.uint8]

COUNTED_AS: Codes = np.array([VERDICTS[verdict].counts_as for verdict in Verdict], dtype=np.uint8)
"""What a row that somebody asks for counts as, by verdict."""

LEFT_OVER = (Counted.GONE, Counted.RENAMED, Counted.OFFLINE)
"""What rows count as that nobody asks for, of files that were there."""

PROBLEM = np.array([VERDICTS[verdict].severity <= Severity.WARNING for verdict in Verdict])
"""Which verdicts are worse than a note, by verdict."""


def count_rows(workspace: Workspace, store: StoreSurvey) -> Codes:
    """Return what each row of a store counts as.

    A sample whose source is gone, a caption that was deleted or never written, is missing. Any
    other row of a vanished source is left over, unless the file only has another name. What no
    enabled concept asks for counts as nothing, however it is; without config and concepts
    everything that is there is asked for.

    Returns:
        `Counted`, uint8, shape (n,).
    """
    counted = COUNTED_AS[store.rows.verdicts]
    former = np.zeros(len(counted), dtype=np.bool_)
    former[[*store.moved, *(option.dead_row for option in store.readoptions
                            if option.dead_row is not None)]] = True
    counted[former & ~store.request_mask & (counted == Counted.GONE)] = Counted.RENAMED
    if not _is_asked(store) or not (workspace.config or workspace.concepts):
        return counted
    asked = store.request_mask
    counted[asked & (counted == Counted.GONE)] = Counted.MISSING
    counted[~asked & ~np.isin(counted, LEFT_OVER)] = Counted.NOTHING
    return counted


def concept_coverage(
    workspace: Workspace,
    samples: Mapping[int, int],
    stores: Sequence[StoreSurvey],
    counted: Sequence[Codes],
) -> tuple[ConceptCoverage, ...]:
    """One row per concept in file order; zeros for a concept that nothing asks for.

    `samples` counts, per concept, those that a trainer would load; `counted` is what rows count as.
    """
    return tuple(
        ConceptCoverage(
            name=concept.name, path=concept.path, enabled=concept.enabled,
            samples=samples.get(concept.index, 0),
            stores={
                store.location.id: _of_concept(store, concept.index, codes)
                for store, codes in zip(stores, counted, strict=True)
                if _asks(store, concept.index)})
        for concept in workspace.concepts)


def other_coverage(
    workspace: Workspace, stores: Sequence[StoreSurvey], counted: Sequence[Codes]
) -> tuple[OtherCoverage, ...]:
    """Return coverage outside all concepts: stores that no concept asks for, and other rows."""
    found = []
    for store, codes in zip(stores, counted, strict=True):
        is_whole = not workspace.concepts or not _is_asked(store)
        rows = np.flatnonzero(is_whole | (store.rows.concept < 0))
        if is_whole or len(rows):
            counts = _counts(codes[rows], size=int(store.rows.own_bytes[rows].sum()))
            found.append(OtherCoverage(
                store=store.location.id, is_whole=is_whole, entries=len(rows), **counts))
    return tuple(found)


def _is_asked(store: StoreSurvey) -> bool:
    """Return whether concepts ask for what a store caches."""
    kind = store.location.kind
    return kind.content in TRAINER_CONTENTS or kind.traits.is_other_trainers


def _asks(store: StoreSurvey, concept: int) -> bool:
    """Return whether a concept asks a store: of other trainers each has stores of its own."""
    kind = store.location.kind
    return concept in store.wanted if kind.traits.is_other_trainers else _is_asked(store)


def survey_totals(
    stores: Sequence[StoreSurvey], counted: Sequence[Codes], *, findings: int
) -> SurveyTotals:
    """The sums of all stores; `findings` are problems that belong to no row."""
    sums = sum(
        (np.bincount(codes, minlength=len(Counted)) for codes in counted),
        start=np.zeros(len(Counted), dtype=np.intp))
    return SurveyTotals(
        entries=sum(store.entries for store in stores),
        **{code.word: int(sums[code]) for code in Counted},
        problems=findings + sum(int(PROBLEM[store.rows.verdicts].sum()) for store in stores))


def _of_concept(store: StoreSurvey, concept: int, counted: Codes) -> StoreCoverage:
    """Its samples, and of what else lies in its folder only what is left over or out of reach.

    A payload that several concepts share counts for the first of them.
    """
    wanted = store.wanted.get(concept)
    if wanted is None:
        wanted = np.zeros(0, dtype=np.int32)
    inside = store.rows.concept == concept
    size = int(store.rows.own_bytes[inside].sum())
    inside[wanted] = False
    beside = counted[inside]
    left_over = beside[np.isin(beside, LEFT_OVER)]
    counts = _counts(np.concatenate([counted[wanted], left_over]), size=size)
    return StoreCoverage(**{**counts, "wanted": len(wanted)})


def _counts(counted: Codes, *, size: int) -> dict[str, int]:
    """The fields of a `StoreCoverage`; wanted is what counts as anything and is there."""
    counts = {code.word: int(np.count_nonzero(counted == code)) for code in Counted}
    unasked = (counts.pop(Counted.NOTHING.word) + counts[Counted.GONE.word]
               + counts[Counted.RENAMED.word])
    return {"wanted": len(counted) - unasked, **counts, "bytes": size}
