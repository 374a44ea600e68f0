"""States of a cached file of another trainer, each with its verdict and whether a clean offers it.

Source: the tables of `larder.survey/1`; see `JudgedFile`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

import msgspec

from larder.core.survey.verdicts import ContractName, PayloadVerdict, Verdict


class FileState(ContractName, enum.IntEnum):
    """State of a cached file, beside its picture and the config."""

    OK = 0
    MISSING = 1
    STALE = 2
    SUSPECT = 3
    LEFTOVER = 4
    ORPHAN = 5
    UNLISTED = 6
    UNEXPLAINED = 7
    AMBIGUOUS = 8
    INCOMPLETE = 9
    DAMAGED = 10
    PARTIAL = 11
    FOREIGN = 12
    UNREACHABLE = 13


class Proof(enum.Enum):
    """Evidence that a state rests on."""

    PROVEN = "proven"
    DATES = "dates"
    NONE = "none"


class Offer(enum.Enum):
    """How a clean lists a file."""

    TICKED = "ticked"
    UNTICKED = "unticked"
    NEVER = "never"


class StateRow(msgspec.Struct, frozen=True):
    """Verdicts and offer that follow from a state.

    Attributes:
        verdict: of the row of its picture, where the reason gives no closer one.
        payload: verdict of the file.
        offer: whether a clean offers it, where the trainer's rules say nothing closer.
        is_made_again: the trainer, or who removes the file, encodes it again.
    """

    verdict: Verdict
    payload: PayloadVerdict
    offer: Offer
    is_made_again: bool = False


STATES: Final[Mapping[FileState, StateRow]] = {
    FileState.OK: StateRow(Verdict.VALID, PayloadVerdict.REFERENCED, Offer.NEVER),
    FileState.MISSING: StateRow(Verdict.MISSING_ENTRY, PayloadVerdict.REFERENCED, Offer.NEVER),
    FileState.STALE: StateRow(
        Verdict.CONTENT_CHANGED, PayloadVerdict.REFERENCED, Offer.TICKED, is_made_again=True),
    FileState.SUSPECT: StateRow(Verdict.TOUCHED, PayloadVerdict.REFERENCED, Offer.UNTICKED),
    FileState.LEFTOVER: StateRow(Verdict.UNUSED, PayloadVerdict.SUPERSEDED, Offer.TICKED),
    FileState.ORPHAN: StateRow(Verdict.SOURCE_MISSING, PayloadVerdict.ORPHANED, Offer.TICKED),
    FileState.UNLISTED: StateRow(Verdict.UNUSED, PayloadVerdict.UNKNOWN, Offer.UNTICKED),
    FileState.UNEXPLAINED: StateRow(Verdict.UNUSED, PayloadVerdict.UNKNOWN, Offer.UNTICKED),
    FileState.AMBIGUOUS: StateRow(Verdict.COLLISION, PayloadVerdict.REFERENCED, Offer.NEVER),
    FileState.INCOMPLETE: StateRow(
        Verdict.INCOMPLETE_SCHEMA, PayloadVerdict.REFERENCED, Offer.UNTICKED, is_made_again=True),
    FileState.DAMAGED: StateRow(
        Verdict.CORRUPT_PAYLOAD, PayloadVerdict.REFERENCED, Offer.TICKED, is_made_again=True),
    FileState.PARTIAL: StateRow(Verdict.UNUSED, PayloadVerdict.TEMP_LEFTOVER, Offer.TICKED),
    FileState.FOREIGN: StateRow(Verdict.UNUSED, PayloadVerdict.FOREIGN, Offer.NEVER),
    FileState.UNREACHABLE: StateRow(
        Verdict.SOURCE_UNREACHABLE, PayloadVerdict.REFERENCED, Offer.NEVER),
}
"""One row per state."""


class JudgedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A cached file, or one that is missing, as a survey judges it.

    Attributes:
        name: below its store's folder, "/" between folders; of a missing one the name it would
            have.
        why: one sentence.
        bytes: of the file, 0 for a missing one.
        sources: what it is made from: names below the store's folder, or whole paths of what is
            elsewhere; the first is its row's.
        offer: whether a clean offers it.
        verdict: of its row.
        changed_ns: when the file was written, nanoseconds since 1970, 0 of a missing one.
        unused_bytes: of arrays in a wanted file that nothing asks for.
        unit: what must move together has the same; "" for a file by itself.
        is_finding: it is a problem of its own, told whatever else is there.
    """

    name: str
    state: FileState
    proof: Proof
    why: str
    bytes: int
    sources: tuple[str, ...]
    offer: Offer
    verdict: Verdict
    changed_ns: int = 0
    unused_bytes: int = 0
    unit: str = ""
    is_finding: bool = False


def judge(
    name: str, state: FileState, why: str, *, size: int = 0, changed_ns: int = 0,
    sources: tuple[str, ...] = (), proof: Proof = Proof.PROVEN, offer: Offer | None = None,
    verdict: Verdict | None = None, unused_bytes: int = 0, unit: str = "",
    is_finding: bool = False,
) -> JudgedFile:
    """A judged file; what is not given follows from its state."""
    row = STATES[state]
    return JudgedFile(
        name=name, state=state, proof=proof, why=why, bytes=size, sources=sources,
        offer=row.offer if offer is None else offer,
        verdict=row.verdict if verdict is None else verdict,
        changed_ns=changed_ns, unused_bytes=unused_bytes, unit=unit,
        is_finding=is_finding)
