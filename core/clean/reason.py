"""Why a file is offered for cleaning, and which verdicts lead there."""

from __future__ import annotations

import enum

from larder.core.survey.verdicts import PayloadVerdict


class CleanReason(enum.IntEnum):
    """Why a file is offered; the groups of a plan, in this order."""

    ORPHANED = 0
    SUPERSEDED = 1
    UNINDEXED = 2
    TEMP_LEFTOVER = 3
    CORRUPT = 4
    LEGACY_GROUP = 5
    AGED = 6
    OVER_BUDGET = 7
    CLEARED = 8

    @property
    def name_in_contract(self) -> str:
        """The hyphenated name used in JSON and journals."""
        return self.name.lower().replace("_", "-")


CHOSEN = frozenset({CleanReason.AGED, CleanReason.OVER_BUDGET, CleanReason.CLEARED})
"""Reasons of a prune or a clear: nothing is wrong with the value, the user wants it gone."""

OF_A_CLEAN = tuple(reason for reason in CleanReason if reason not in CHOSEN)
"""Reasons that a survey can give."""

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
