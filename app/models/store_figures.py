"""What stores of single values hold and how they served, as the `larder.stats/1` document says."""

from __future__ import annotations

import json

import msgspec

from larder.app.models.survey_document import CoverageFacts
from larder.core.requests.options import Answer


class StoreFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One store; figures that are not recorded are None.

    Attributes:
        id: of the store.
        kind: of the store, as in documents.
        path: of its folder, as it is spelled.
        entries: values in it.
        bytes: of their payloads.
        temporaries: unfinished writes.
        stale: values that no longer fit their source, as the survey counted them.
        missing: values that are named and not on disk.
        gone: values of deleted sources.
        hits: lookups that found a value.
        misses: lookups that did not.
        hit_rate: part of all lookups, 0 to 1.
        last_used_ns: the latest use, nanoseconds since 1970.
        budget_bytes: what it may take.
        can_prune: whether values of it can be removed by age or budget.
    """

    id: str
    kind: str
    path: str
    entries: int = 0
    bytes: int = 0
    temporaries: int = 0
    stale: int = 0
    missing: int = 0
    gone: int = 0
    hits: int | None = None
    misses: int | None = None
    hit_rate: float | None = None
    last_used_ns: int | None = None
    budget_bytes: int | None = None
    can_prune: bool = False

    @property
    def lookups(self) -> int:
        """Times that a value was asked for."""
        return (self.hits or 0) + (self.misses or 0)

    @property
    def budget_share(self) -> float | None:
        """Part of the budget that is taken, None without a budget; above 1 beyond it."""
        return self.bytes / self.budget_bytes if self.budget_bytes else None

    def as_surveyed(self, facts: CoverageFacts) -> StoreFigures:
        """The same with what a survey counted."""
        return msgspec.structs.replace(
            self, stale=facts.stale, missing=facts.missing, gone=facts.gone)


def read_store_figures(answer: Answer) -> tuple[StoreFigures, ...]:
    """Read the figures of the stores that record uses.

    Raises:
        ValueError: if it is no such document.
    """
    document = json.loads(answer.document)
    stores = msgspec.convert(document["stores"], type=tuple[StoreFigures, ...])
    return tuple(store for store in stores if store.can_prune)
