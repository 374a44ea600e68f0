"""Findings of a survey that belong to no entry: what could not be read, and what does not agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from larder.core.operations.surveying.report import StoreSurvey
from larder.core.operations.surveying.why import entries_text
from larder.core.stores.index_file import INDEX_NAME, IndexRead
from larder.core.workspace.findings import Finding
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.samples import ConceptSamples

ROWS_NAMED = 5
"""How many unreadable rows are findings of their own; the rest are counted."""


def index_findings(location: StoreLocation, index: IndexRead) -> Iterator[Finding]:
    """What is to be said of one store's index."""
    for copy, reason in index.rejected.items():
        yield Finding(
            f"{location.spelled}/{copy}", f"{copy} cannot be read: {reason}.", _way_out(index))
    if index.copy and index.copy != INDEX_NAME and not index.rejected:
        yield Finding(
            f"{location.spelled}/{INDEX_NAME}",
            f"{INDEX_NAME} is missing; {index.copy} was read, as the trainer would.",
            "The trainer's next start makes it whole again.")
    unreadable = index.columns.unreadable
    for key, reason in list(unreadable.items())[:ROWS_NAMED]:
        yield Finding(
            key, f"The index row of {key} cannot be read: {reason}.",
            "Its payloads are kept; re-adopt gives them a row again.")
    if len(unreadable) > ROWS_NAMED:
        yield Finding(
            location.spelled, f"{len(unreadable) - ROWS_NAMED:,} more index rows cannot be read.")


def sample_findings(samples: Iterable[ConceptSamples]) -> Iterator[Finding]:
    """Subfolders that could not be listed; a missing concept folder is said when it is opened."""
    for concept in samples:
        for folder in concept.unreadable:
            if folder.spelled != concept.concept.path and concept.folders:
                yield Finding(
                    folder.spelled, f"The folder cannot be listed: {folder.reason}.",
                    "The trainer would stop here.")


def model_findings(stores: Iterable[StoreSurvey]) -> Iterator[Finding]:
    """Stores whose entries were encoded with the weights of several models."""
    for store in stores:
        found = [] if store.recipes is None else [
            model for model in store.recipes.models if model.entries]
        if store.recipes is None or len(found) < 2:
            continue
        content = store.location.kind.content
        first, *others = sorted(found, key=lambda model: -model.entries)
        verb = "was" if first.entries == 1 else "were"
        listed = [f"{entries_text(first.entries, content)} {verb} encoded with {first.model}",
                  *(f"{other.entries:,} with {other.model}" for other in others)]
        yield Finding(
            store.location.spelled, f"{', '.join(listed)}.",
            "A trainer serves them side by side. "
            f"A build with {store.recipes.asked} encodes the others anew.")


def _way_out(index: IndexRead) -> str:
    if index.copy:
        return f"{index.copy} was read instead, as the trainer would."
    return "No other copy can be read; re-adopt gives the payloads their rows again."
