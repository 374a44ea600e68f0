"""Quarantines and journal of a workspace as the window reads them: plain values, few of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from larder.core.clean.quarantine.record import QuarantineState
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json
from larder.core.requests.options import Answer


class QuarantineFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One quarantine of one store."""

    store: str
    id: str
    clean: str
    state: QuarantineState
    at_ns: int
    files: int
    bytes: int
    rows: int = 0
    reasons: dict[str, int] = {}
    can_undo: bool = False
    folder: str = ""
    problem: str = ""


class RecordFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a journal; `where` is "quarantine", "restored", "emptied" or ""."""

    store: str
    at_ns: int
    action: str
    items: int = 0
    bytes: int = 0
    id: str = ""
    where: str = ""


class HistoryDocument(msgspec.Struct, frozen=True, kw_only=True):
    """`larder.history/1`, newest first."""

    quarantines: tuple[QuarantineFacts, ...] = ()
    records: tuple[RecordFacts, ...] = ()


@dataclass(frozen=True, slots=True)
class PastClean:
    """What one clean moved away, in every store it cleaned: undone and emptied as one.

    Attributes:
        id: what an undo and an emptying are told.
        at_ns: when it began.
        stores: folders of the stores.
        state: the state that asks for most attention.
        files: files in quarantine.
        bytes: their size.
        rows: index rows that come back with an undo.
        reasons: why files were moved, by name -> how many.
        can_undo: whether an undo is possible.
        folder: where the files of the first store lie.
        problem: why a quarantine cannot be read, or "".
    """

    id: str
    at_ns: int
    stores: tuple[str, ...]
    state: QuarantineState
    files: int
    bytes: int
    rows: int
    reasons: dict[str, int]
    can_undo: bool
    folder: str
    problem: str


@dataclass(frozen=True, slots=True)
class History:
    """What was done in a workspace and what waits in quarantine, newest first."""

    cleans: tuple[PastClean, ...] = ()
    records: tuple[RecordFacts, ...] = ()

    @property
    def bytes(self) -> int:
        """Size of all quarantines."""
        return sum(clean.bytes for clean in self.cleans)

    @property
    def files(self) -> int:
        """Files in all quarantines."""
        return sum(clean.files for clean in self.cleans)


_MOST_URGENT = (
    QuarantineState.UNREADABLE, QuarantineState.RESTORING, QuarantineState.PLANNED,
    QuarantineState.EMPTYING, QuarantineState.MOVED, QuarantineState.RESTORED,
)


def read_history(answer: Answer) -> History:
    """Read a history's document.

    Raises:
        ValueError: if it is no such document; that is a bug, not something a user can mend.
    """
    try:
        document = decode_ascii_json(answer.document, HistoryDocument)
    except UnreadableJsonError as error:
        raise ValueError(f"the worker's history cannot be read: {error}") from error
    by_clean: dict[str, list[QuarantineFacts]] = {}
    for quarantine in document.quarantines:
        by_clean.setdefault(quarantine.clean, []).append(quarantine)
    return History(cleans=tuple(_past_clean(found) for found in by_clean.values()),
                   records=document.records)


def _past_clean(found: Sequence[QuarantineFacts]) -> PastClean:
    reasons: dict[str, int] = {}
    for quarantine in found:
        for reason, count in quarantine.reasons.items():
            reasons[reason] = reasons.get(reason, 0) + count
    return PastClean(
        id=found[0].clean, at_ns=min(one.at_ns for one in found),
        stores=tuple(dict.fromkeys(one.store for one in found)),
        state=min((one.state for one in found), key=_MOST_URGENT.index),
        files=sum(one.files for one in found), bytes=sum(one.bytes for one in found),
        rows=sum(one.rows for one in found), reasons=reasons,
        can_undo=any(one.can_undo for one in found), folder=found[0].folder,
        problem=" ".join(one.problem for one in found if one.problem))
