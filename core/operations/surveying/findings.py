"""Findings of a survey that belong to no entry: indexes and folders that could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from larder.core.keys.payload_names import INDEX_NAME
from larder.core.operations.verdicts import Repair
from larder.core.stores.index_file import IndexRead
from larder.core.workspace.findings import Finding
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
    return f"{found} Nothing is written here before a repair, which keeps the damaged file: {HOW}."
