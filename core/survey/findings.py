"""Findings of a survey that belong to no entry: what could not be read, and what does not agree."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from larder.core.errors import Finding
from larder.core.keys.payload_names import INDEX_NAME
from larder.core.stores.smart.index_file import IndexRead
from larder.core.survey.remedies import Repair
from larder.core.survey.report import StoreSurvey
from larder.core.survey.why import entries_text
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.samples import ConceptSamples

ROWS_NAMED = 5
"""How many unreadable rows are findings of their own; the rest are counted."""


HOW = "Repair index, or `larder readopt --even-if-damaged --apply`"

def index_findings(location: StoreLocation, index: IndexRead) -> Iterator[Finding]:
    """What is to be said of one store's index."""
    for copy, reason in index.rejected.items():
        yield Finding(
            f"{location.spelled}/{copy}", f"{copy} cannot be read: {reason}.",
            _way_out(index, copy), repair=Repair.INDEX.value if _is_mended(index, copy) else "")
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


def unseen_sample(samples: Iterable[ConceptSamples], endings: tuple[str, ...]) -> str:
    """A sentence about the first file of a concept that is there and cannot be looked at, else "".

    Its content may be that of any payload, so none is waste beyond doubt.

    Args:
        samples: of every concept that asks.
        endings: lower-case endings of files that are sources.
    """
    for concept in samples:
        for folder in concept.unreadable:
            if os.path.lexists(folder.real):
                return (f"The folder {folder.spelled} cannot be listed ({folder.reason}), and a "
                        "file in it may need this payload.")
        for group in concept.folders:
            for name in group.listing.vanished:
                path = os.path.join(group.real, name)  # noqa: PTH118 - folders are texts here
                if name.lower().endswith(endings) and os.path.lexists(path):
                    return f"{path} cannot be read, and it may need this payload."
    return ""


def _is_mended(index: IndexRead, copy: str) -> bool:
    """Whether a repair of the index is what this copy needs: the one that damages it."""
    return bool(index.damage) and not index.unread and copy == next(iter(index.rejected))


def _way_out(index: IndexRead, copy: str) -> str:
    if index.unread:
        return ("It may be whole, so nothing is written or cleaned here until it can be read. "
                "Check its drive and permissions.")
    if not _is_mended(index, copy):
        return "" if index.damage else f"{index.copy} was read instead, as the trainer would."
    if index.copy in index.rejected:
        found = f"{len(index.columns):,} of its rows can be, and are shown."
    elif index.copy:
        found = f"{index.copy} was read instead, as the trainer would."
    else:
        found = "None of its rows can be, nor is there another copy."
    return f"{found} Nothing is built here before a repair, which keeps the damaged file: {HOW}."
