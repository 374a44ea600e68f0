"""Why a file is offered for cleaning, and which verdicts lead there."""

from __future__ import annotations

import enum

from core.operations.verdicts import PayloadVerdict


class CleanReason(enum.IntEnum):
    """Why a file is offered; the groups of a plan, in this order."""

    ORPHANED = 0
    SUPERSEDED = 1
    UNINDEXED = 2
    TEMP_LEFTOVER = 3
    CORRUPT = 4
    LEGACY_GROUP = 5

    @property
    def name_in_contract(self) -> str:
        """The hyphenated name used in JSON and journals."""
        return self.name.lower().replace("_", "-")


REASON_OF_VERDICT = {
    PayloadVerdict.ORPHANED: CleanReason.ORPHANED,
    PayloadVerdict.SUPERSEDED: CleanReason.SUPERSEDED,
    PayloadVerdict.UNINDEXED: CleanReason.UNINDEXED,
    PayloadVerdict.TEMP_LEFTOVER: CleanReason.TEMP_LEFTOVER,
}
"""Of a smart cache's files; re-adoptable, foreign and the stand-in are never offered."""

LEGACY_OFFERED = frozenset(
    {PayloadVerdict.ORPHANED, PayloadVerdict.UNINDEXED, PayloadVerdict.UNKNOWN})
"""Groups that no concept of the config explains; a group in use is never offered."""
