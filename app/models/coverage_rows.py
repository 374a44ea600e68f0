"""The rows of the Coverage table: one per concept and store, then what lies under no concept.

A store that no concept asks for has one row, whatever folders its sources lie in.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from larder.app.models.coverage_state import CoverageState
from larder.app.models.scope import Scope
from larder.app.models.survey_document import CoverageFacts, StoreFacts
from larder.app.models.survey_snapshot import SurveySnapshot
from larder.core.operations.verdicts import VERDICTS, Verdict


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """One row; counts are of samples, bytes of payloads on disk.

    Attributes:
        scope: which rows of the Entries table it counts.
        concept: name of the concept, "" for what lies under none.
        enabled: whether the config trains on the concept.
        kind: the store's id.
        sources: samples of the concept.
        wanted: samples that this store should hold.
        offline: entries whose root cannot be reached.
    """

    scope: Scope
    concept: str
    enabled: bool
    kind: str
    sources: int
    wanted: int
    covered: int
    stale: int
    missing: int
    offline: int
    bytes: int
    state: CoverageState

    @property
    def share(self) -> float:
        """Covered part of what is wanted, 0 to 1; 0 when nothing is wanted."""
        return self.covered / self.wanted if self.wanted else 0.0

    @property
    def bytes_each(self) -> int:
        """Bytes per sample that is cached, stale ones included; 0 when none is."""
        cached = self.covered + self.stale
        return round(self.bytes / cached) if cached else 0


def coverage_rows(snapshot: SurveySnapshot) -> tuple[CoverageRow, ...]:
    """Rows in the order of the config, stores in the order of the document."""
    document = snapshot.document
    rows: list[CoverageRow] = []
    for at, concept in enumerate(document.concepts):
        for store_at, store in enumerate(document.stores):
            facts = concept.stores.get(store.id)
            if facts is None:
                continue
            offline = int(snapshot.counts[store_at, at, Verdict.SOURCE_UNREACHABLE])
            rows.append(CoverageRow(
                scope=Scope(store=store_at, concept=at), concept=concept.name,
                enabled=concept.enabled, kind=store.id, sources=concept.samples,
                wanted=facts.wanted, covered=facts.covered, stale=facts.stale,
                missing=facts.missing, offline=offline, bytes=facts.bytes,
                state=_state(store, facts, offline)))
    asked = {identity for concept in document.concepts for identity in concept.stores}
    for at, store in enumerate(document.stores):
        if store.id not in asked:
            rows.append(_conceptless(snapshot, at, all_of_it=True))
        elif snapshot.counts[at, -1].any():
            rows.append(_conceptless(snapshot, at, all_of_it=False))
    return tuple(rows)


def _conceptless(snapshot: SurveySnapshot, store_at: int, *, all_of_it: bool) -> CoverageRow:
    """Entries that no concept of the config explains, or all of a store that none asks for."""
    store = snapshot.document.stores[store_at]
    under = None if all_of_it else -1
    chosen = slice(None) if all_of_it else slice(-1, None)
    counts = snapshot.counts[store_at, chosen].sum(axis=0)
    entries = int(counts.sum())
    facts = CoverageFacts(
        wanted=entries, covered=_counted(counts, "covered"), stale=_counted(counts, "stale"),
        missing=_counted(counts, "missing"),
        bytes=int(snapshot.bytes_under[store_at, chosen].sum()))
    offline = int(counts[Verdict.SOURCE_UNREACHABLE])
    unused = int(counts[Verdict.UNUSED])
    return CoverageRow(
        scope=Scope(store=store_at, concept=under), concept="", enabled=True, kind=store.id,
        sources=entries, wanted=entries - unused, covered=facts.covered, stale=facts.stale,
        missing=facts.missing, offline=offline, bytes=facts.bytes,
        state=CoverageState.UNUSED if entries and unused == entries
        else _state(store, facts, offline))


def _counted(counts: npt.NDArray[np.int64], column: str) -> int:
    return int(counts[[int(v) for v, row in VERDICTS.items() if row.counts_as == column]].sum())


def _state(store: StoreFacts, facts: CoverageFacts, offline: int) -> CoverageState:
    if offline:
        return CoverageState.OFFLINE
    if not facts.wanted:
        return CoverageState.UNUSED
    if not facts.covered and not facts.stale:
        return CoverageState.EMPTY
    if facts.stale:
        return CoverageState.STALE
    if facts.missing or facts.covered < facts.wanted:
        return CoverageState.PARTIAL
    return CoverageState.LEGACY if store.is_legacy else CoverageState.COMPLETE
