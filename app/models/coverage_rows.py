"""The rows of the Coverage table: one per concept and store, then what lies under no concept.

A store that no concept asks for has one row, whatever folders its sources lie in.
"""

from __future__ import annotations

from dataclasses import dataclass

from larder.app.models.coverage_state import CoverageState
from larder.app.models.scope import Scope
from larder.app.models.survey_document import CoverageFacts, StoreFacts, SurveyDocument


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
        gone: entries of deleted sources, which nobody misses.
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
    gone: int
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


def coverage_rows(document: SurveyDocument) -> tuple[CoverageRow, ...]:
    """Rows in the order of the config, stores in the order of the document."""
    places = {store.id: at for at, store in enumerate(document.stores)}
    rows = [
        CoverageRow(
            scope=Scope(store=places[store], concept=at), concept=concept.name,
            enabled=concept.enabled, kind=store, sources=concept.samples,
            **_counts(facts), state=_state(document.stores[places[store]], facts))
        for at, concept in enumerate(document.concepts)
        for store, facts in concept.stores.items() if store in places]
    rows += [
        CoverageRow(
            scope=Scope(store=places[other.store], concept=None if other.is_whole else -1),
            concept="", enabled=True, kind=other.store, sources=other.entries,
            **_counts(other), state=_state(document.stores[places[other.store]], other))
        for other in document.others]
    return tuple(rows)


def _counts(facts: CoverageFacts) -> dict[str, int]:
    return {name: getattr(facts, name) for name in (
        "wanted", "covered", "stale", "missing", "gone", "offline", "bytes")}


def _state(store: StoreFacts, facts: CoverageFacts) -> CoverageState:
    if facts.offline:
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
