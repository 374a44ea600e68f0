"""What a clean, an undo, an emptying and a re-adoption report, as the window reads it."""

from __future__ import annotations

from typing import Any

import msgspec

from larder.app.jobs.job import read_document
from larder.core.requests.options import Answer


class Amount(msgspec.Struct, frozen=True, kw_only=True):
    """Files and their size."""

    files: int = 0
    bytes: int = 0


class LeftFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One item that was left as it is, and why."""

    store: str = ""
    payload: str = ""
    source: str = ""
    why: str = ""


class CleanFacts(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.clean-report/1`."""

    quarantined: Amount = Amount()
    deleted: Amount = Amount()
    dropped: tuple[LeftFacts, ...] = ()
    failed: tuple[LeftFacts, ...] = ()
    index_rows_dropped: dict[str, int] = {}
    undo: str | None = None
    cancelled: bool = False


class UndoFacts(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.undo-report/1`."""

    restored: Amount = Amount()
    index_rows_restored: int = 0
    not_restored: tuple[LeftFacts, ...] = ()
    problems: tuple[str, ...] = ()


class EmptyFailure(msgspec.Struct, frozen=True, kw_only=True):
    """One quarantine that could not be emptied."""

    store: str
    id: str
    problem: str


class EmptiedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.emptied/1`."""

    files: int = 0
    bytes: int = 0
    failed: tuple[EmptyFailure, ...] = ()


class ReadoptedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.readopt-report/1`; a `larder.touch-report/1` has the same without payloads."""

    entries: int = 0
    payloads: int = 0
    dropped: tuple[LeftFacts, ...] = ()


class RepairedIndexFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One index that was made whole, in a sentence that says where the damaged one is kept."""

    sentence: str


class RepairedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.repair-report/1`."""

    repaired: tuple[RepairedIndexFacts, ...] = ()


class ExportedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Where a plan was exported to, and how many items it preselects."""

    plan: str
    files: int



def facts_of_cancelled(kept: Any) -> CleanFacts | None:
    """What a cancelled clean did before it stopped; None for nothing."""
    return read_document(kept, CleanFacts) if isinstance(kept, Answer) else None
